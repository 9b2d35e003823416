"""Products shown: searches, more of them, the cheapest, and one in detail."""

import re
from collections.abc import Generator, Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Look, Mention, Question
from app.features.chat.assistant.deciding.answering import found_told, needs, telling
from app.features.chat.assistant.deciding.answering.carted import of_the_carted, told_to_be_gone
from app.features.chat.assistant.deciding.answering.found_told import (
    in_one_list,
    shown_by,
    sought_first,
    tell_described,
)
from app.features.chat.assistant.deciding.answering.searching import (
    asked_for,
    besides,
    free_ones,
    in_number_told,
    in_range,
    is_whole,
    of_another_kind,
    price_text,
)
from app.features.chat.assistant.deciding.answering.serving import for_purpose, for_so_many, in_told_size, serving
from app.features.chat.assistant.deciding.cart.choosing import (
    FOUND,
    SHOWN,
    by_price,
    choose,
    model_known,
    only_described,
    products_of,
    query_words,
    tell_lacking,
    thinner,
    to_be_had,
)
from app.features.chat.assistant.deciding.cart.gone import alike, instead_of, sold_out
from app.features.chat.assistant.deciding.cart.its_kinds import (
    asks_for_one,
    in_size_told,
    of_its_kinds,
    of_shown,
    ranked_by,
)
from app.features.chat.assistant.deciding.cart.priced import told_in_reais
from app.features.chat.assistant.deciding.cart.putting import put_in, tell_whole
from app.features.chat.assistant.deciding.checking.still_open import more_to_choose, stays_wanted
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps
from app.features.chat.assistant.deciding.stories import of_story
from app.features.chat.assistant.documents.answers import answer_to, says_word
from app.features.chat.assistant.language.goods import NAMES
from app.features.chat.assistant.language.totals import TOTAL
from app.features.chat.assistant.language.words import fold, in_order, reais
from app.features.chat.assistant.products.ages import for_age, for_whom
from app.features.chat.assistant.products.alike import (
    head_first,
    model_lacking,
    of_the_model,
    said_of_all,
    with_or_without,
)
from app.features.chat.assistant.products.makers import by_unknown_maker, nearest
from app.features.chat.assistant.products.matching import (
    Product,
    called_so,
    first,
    fitting,
    shared,
    shares,
    spread,
)
from app.features.chat.assistant.products.name_words import everyday, name_words, product_words
from app.features.chat.assistant.products.restricted import restriction
from app.features.conversations.state import Listed, Pending
from app.ops.expressions import expression

MOST_NEAR = 3
FITS = 0.5  # as the search calibrates its scores
_OTHER = expression(r"\b(?:outr[oa]s?|another|other)\b")
# `algo para nadar`: whatever the search takes for an answer.
_NEEDS = expression(r"\b(?:algo|alguma\s+coisa|something|anything)\s+(?:pra|para|pro|p|to|for)\b")


def look(mind: Mind) -> Steps:
    """Show what the shopper looks for."""
    known = mind.acts.known
    said, most = len(mind.says), 5 if all(one.guess for one in mind.acts.looks) else 3
    wishes, sought = sought_first(mind, most)
    for wish in wishes:
        ends = mind.acts.no or mind.acts.thanks or mind.acts.leaves
        if wish.guess and _has_it(mind, wish):
            mind.changed = True
            continue
        if wish.guess and (said or (sought and shown_by(mind)) or ends or mind.changed or known.address or known.cep):
            for part in wish.parts or (wish.mention,):
                if not ends and len(part.words) <= 4:
                    yield from _beside(mind, msgspec.structs.replace(wish, mention=part, parts=()))
            continue
        yield from show_one(mind, wish)
        stays_wanted(mind, wish, several=len(wishes) > 1)
    in_one_list(mind, said)
    if any(one.what == "list" for one in mind.says[said:]):
        several = sum(not one.guess for one in wishes) > 1  # `tem tiara? e varinha?`: of each it is told
        needless = ("what_product",) if several else ("nothing", "what_product")
        mind.says = [one for one in mind.says if one.what not in needless]


def _beside(mind: Mind, wish: Look) -> Steps:
    """A name beside what was understood: asked about where it is goods for certain, else a part of the story."""
    if not mind.may_search:
        return
    done = yield [Ask("search_products", {"query": " ".join(query_words(wish.mention.words))[:400], "limit": FOUND})]
    known = {line.product_id for line in mind.cart.lines} | shown_by(mind)
    found = [one for one in fitting(products_of(done[-1]), wish.mention) if called_so(one, wish.mention)]
    if not found or any(one.product_id in known for one in found):
        return
    named, focus = " ".join([*wish.mention.words, *wish.mention.soft]), mind.focus
    if re.search(
        rf"\b(?:pra|para|pro|for)\s+(?:[oa]s?\s+|uma?\s+)?{re.escape(wish.mention.words[0])}", fold(mind.acts.text)
    ):
        return  # what it is for
    choose(mind, found, wish.quantity, "found" if len(found) == 1 else "which_of", wished=named)
    mind.focus = focus if mind.changed else mind.focus


def _has_it(mind: Mind, wish: Look) -> bool:
    """What is named is in the cart already."""
    return len(fitting([Product(line.product_id, line.name) for line in mind.cart.lines], wish.mention)) == 1


def show_one(mind: Mind, wish: Look) -> Steps:
    """One wish: what is there for it, within its price; else the nearest, or that there is nothing."""
    words = " ".join(in_order([*wish.mention.words, *wish.mention.soft], fold(mind.acts.text)))
    if not mind.offers("search_products") and not mind.offers("filter_products_by_price"):
        mind.say("no_shop")
        return
    priced = wish.min_price is not None or wish.max_price is not None
    if wish.by_price and not priced and (shown := of_shown(mind, wish.mention)):
        mind.show(by_price(shown, wish.by_price), wish.by_price, SHOWN)
        mind.focus = mind.listed[0] if asks_for_one(mind) else None
        return invite(mind, wish)
    if not (words or priced) and (yield from of_its_kinds(mind, wish.by_price)):
        return invite(mind, wish)
    if wish.more and (gone := sold_out(mind)) is not None:
        yield from alike(mind, gone)
        return
    if found_told.of_service(mind, wish.mention):
        return
    if (wish.more and more_to_choose(mind)) or told_to_be_gone(mind, wish) or (yield from of_the_carted(mind, wish)):
        return
    if told := (yield from telling.of_shown(mind, wish.mention)):
        mind.show(told, "found")
        return invite(mind, wish)
    other = wish.by_price is not None and not words and _OTHER.search(fold(mind.acts.text)) is not None
    other_than = mind.focus if other else None  # `tem outra mais em conta?`
    query = product_words(fold(other_than.base or other_than.name))[0] if other_than else words or mind.query
    mention = wish.mention if words else _mention(query)
    products, matching = yield from _search(mind, wish, query, mention, other_than)
    products, matching, wish = in_number_told(products, matching, wish)
    matching = besides(mind, matching) if _OTHER.search(fold(mind.acts.text)) and not wish.by_price else matching
    what = restriction(fold(mind.acts.text))
    if what and not (matching := (yield from free_ones(mind, what, products, mention))):
        answer = says_word(mind.shop.passages, what)
        mind.says.append(Say("text", text=answer) if answer else Say("unknown_answer"))
        return
    if not is_whole(wish, matching) and (yield from _instead(mind, wish)):
        return
    if wish.more:
        seen = {product.product_id for product in spread([*mind.seen, *mind.listed])}
        matching = [product for product in matching if product.product_id not in seen]
        if not matching:
            mind.say("no_more")
            return
    if not matching and priced and query and (yield from _out_of_range(mind, wish, query, mention, products)):
        return
    if matching and words and not (wish.by_price or wish.more):
        matching = of_the_model(matching, model_known(mind))
        if len(words.split()) == 1 and (model := model_lacking(matching, model_known(mind))):
            mind.show(first(head_first(matching, mention), SHOWN), "nearby", query=f'"{words} {model}"')
            invite(mind, wish, near=True)
            return
    mind.query = query
    if not matching:
        _nothing(mind, wish, mention, in_size_told(for_so_many(mind, products), mention), words)
    elif not _gone(mind, matching, products, wish.quantity):
        _show_matching(mind, wish, mention, matching)


def _search(
    mind: Mind, wish: Look, query: str, mention: Mention, other_than: Listed | None
) -> Generator[list[Ask], list[Done], tuple[list[Product], list[Product]]]:
    """What the search brings, and what of it is meant and within the price; by the nouns alone where nothing is."""
    done = yield [asked_for(mind, wish, query)]
    products = [one for one in products_of(done[-1]) if other_than is None or one.product_id != other_than.product_id]
    inside = [one for one in products if in_range(one, wish)]
    if not query:  # any goods will do: first what is there
        inside.sort(key=lambda one: not one.in_stock)
    matching = with_or_without(fitting(inside, mention), mention) if mention.words or mention.soft else inside
    matching = said_of_all(told_in_reais(mind, matching, mention)[0], _said_behind(mind, mention))
    matching = in_told_size(mind, for_so_many(mind, for_age(mind.acts.text, matching)), mention)
    matching = of_story(mind, for_whom(mind.acts.text, matching)) or serving(inside, mention)
    matching = for_purpose(fold(mind.acts.text), matching) if wish.by_price else matching
    plain = None if matching else only_described(mind, mention) or thinner(mention)
    if plain is not None and mind.may_search:
        done = yield [Ask("search_products", {"query": " ".join(query_words(plain.words))[:400], "limit": FOUND})]
        known = {one.product_id for one in products}
        products += [one for one in products_of(done[-1]) if one.product_id not in known]
        matching = fitting([one for one in products if in_range(one, wish)], mention)
    return products, matching


def _said_behind(mind: Mind, mention: Mention) -> tuple[str, ...]:
    """`shampoo e condicionador pra cabelo cacheado`: what stands behind the last of the things that are looked for."""
    named = [one.mention for one in mind.acts.looks if not one.guess]
    return named[-1].words[1:] if mention in named[:-1] and len(mention.words) == 1 else ()


def _instead(mind: Mind, wish: Look) -> Generator[list[Ask], list[Done], bool]:
    """Where nothing is called so: several things it may name, what is told of the thing spoken of, the documents."""
    if wish.parts:  # `ecobag e squeeze`
        yield from several(mind, wish.parts)
        return True
    if wish.guess:
        return False
    if (yield from _of_it(mind, wish)):
        return True
    if not wish.more and wish.mention.words and (found := _documented(mind, wish)):
        mind.says.append(Say("text", text=found))
        return True
    return False


def _out_of_range(
    mind: Mind, wish: Look, query: str, mention: Mention, products: Sequence[Product]
) -> Generator[list[Ask], list[Done], bool]:
    """What is called so at another price, unless something else within it is near enough."""
    if not mind.offers("search_products"):
        return False
    done = yield [Ask("search_products", {"query": " ".join(query_words(query.split())), "limit": FOUND})]
    outside = fitting(products_of(done[-1]), mention)
    if outside and not _within(mind, wish, products, outside, mention):
        nearest = first(by_price(outside, "cheapest"), MOST_NEAR)
        mind.show(nearest, "out_of_range", low=price_text(wish.min_price), high=price_text(wish.max_price))
        invite(mind)
    return bool(outside)


def _show_matching(mind: Mind, wish: Look, mention: Mention, matching: list[Product]) -> None:
    ranked = head_first(matching, mention)
    if wish.by_price:  # of what is called so, where something is: no `Protetor de Colchão` of mattresses
        named = [one for one in matching if called_so(one, mention)]
        ranked = ranked_by(mind, named or [one for one in matching if shared(one, mention)] or matching, wish.by_price)
    elif not wish.more and (fit := needs.suited(mind, ranked)):
        needs.show(mind, fit, ranked)
        invite(mind, wish)
        return
    tell_lacking(mind, ranked, mention)
    mind.show(ranked, "more" if wish.more else wish.by_price or "found", SHOWN)
    if wish.by_price and asks_for_one(mind):
        mind.focus = mind.says[-1].listed[0] if mind.says[-1].listed else mind.listed[0]
    invite(mind, wish)
    tell_described(mind, ranked, mention)
    if len(ranked) == 1:
        tell_whole(mind, ranked[0])


def _gone(mind: Mind, matching: Sequence[Product], products: Sequence[Product], quantity: int | None) -> bool:
    """Only a variant that is sold out was meant: what else there is of the thing."""
    if any(product.in_stock or product.group is None for product in matching):
        return False
    others = [product for product in products if product.group == matching[0].group and product.in_stock]
    if others:
        instead_of(mind, matching[0], others, quantity, wished=False)
    return bool(others)


def invite(mind: Mind, wish: Look | None = None, *, near: bool = False) -> None:
    """Ask which and how many; so many as were wished for stay with the question, or go into the cart."""
    quantity = wish.quantity if wish else None
    named = " ".join([*wish.mention.words, *wish.mention.soft]) if wish else ""
    mind.pending = Pending(
        "quantity" if len(mind.listed) == 1 else "choose", mind.listed, quantity, near=near, query=named
    )
    mind.focus = None if near else mind.focus
    if wish is None or quantity is None:
        return
    if wish.wanted and (len(mind.listed) == 1 or len(to_be_had(spread(mind.listed))) == 1):
        mind.says = [said for said in mind.says if said.what != "list"]
        mind.pending = None
        meant = to_be_had(spread(mind.listed))
        if len(meant) == 1:
            put_in(mind, Change("add", Mention(pointing=True)), meant[0], quantity)
        else:
            choose(mind, meant, quantity, "which_of", wished=named)
    elif wish.supposed:
        mind.say("offer_one" if len(mind.listed) == 1 else "offer_of", quantity=str(quantity))


def _of_it(mind: Mind, wish: Look) -> Generator[list[Ask], list[Done], bool]:
    """`tem capa de chuva?` of the rucksack that is spoken of: what it tells with these very words."""
    product, named = telling.spoken_of(mind), wish.mention.words
    if product is None or not named or wish.by_price or wish.quantity is not None or not mind.acts.asked:
        return False
    return (yield from telling.tell(mind, product, " ".join(named), least=len(named)))


def _documented(mind: Mind, wish: Look) -> str | None:
    """A sentence of the documents that speaks of the very words: `tem estacionamento?`"""
    if wish.by_price or wish.min_price or wish.max_price:
        return None
    found = answer_to(mind.shop.passages, Question("", " ".join(wish.mention.words)))
    places = {word: mind.shop.goods.place(word) for word in wish.mention.words}
    others = [word for word, place in places.items() if not place]  # `tênis de corrida da Adidas`
    if found and others and max(places.values()) >= NAMES and not any(shares([word], found) for word in others):
        return None
    strange = not any(places.values())  # `tem selo?`
    alone = len(wish.mention.words) == 1 and len(wish.mention.words[0]) >= (4 if strange else 5)
    return found or (says_word(mind.shop.passages, wish.mention.words[0]) if alone else None)


def _nothing(mind: Mind, wish: Look, mention: Mention, products: Sequence[Product], words: str) -> None:
    near = nearest(products, mention)
    if not near and not wish.guess:  # what the search takes for an answer, though it is called otherwise
        near = [one for one in products if (one.score or 0) >= FITS]
    if wish.by_price:
        near = by_price(near, wish.by_price)
    if near and not (wish.guess and len(mention.words) > 2):
        head = msgspec.structs.replace(mention, words=mention.words[:1])
        meant = not words or all(shared(product, mention) >= 2 or called_so(product, head) for product in near)
        meant = meant and not of_another_kind(mind, mention, near)
        meant = meant and not by_unknown_maker(near, mention, mind.acts.text, mind.shop.goods)
        meant = meant or (_NEEDS.search(fold(mind.acts.text)) is not None and (near[0].score or 0) >= FITS)
        tell_lacking(mind, near if meant else (), mention)
        mind.show(
            first(near if wish.by_price else head_first(near, mention), MOST_NEAR),
            "found" if meant else "nearby",
            **({} if meant else {"query": f'"{words}"'}),
        )
        invite(mind, msgspec.structs.replace(wish, wanted=False, supposed=wish.supposed and meant), near=not meant)
        if wish.by_price and meant:
            mind.focus = mind.listed[0]
    elif mind.acts.haggles:
        return
    elif not wish.guess and words and not everyday(mention):
        mind.say("nothing", query=f'"{words}"')
    elif not words and products:
        mind.show(first(products, SHOWN), "found")
        invite(mind)


def _mention(query: str) -> Mention:
    named, soft = name_words(query)
    return Mention(tuple(named), tuple(soft))


def _within(mind: Mind, wish: Look, products: Sequence[Product], outside: Sequence[Product], mention: Mention) -> bool:
    """What the search brought within the price, where nothing that costs more is called so: `um livro até 50`."""
    within = [one for one in products if in_range(one, wish)]
    if not within or any(called_so(one, mention) for one in outside):
        return False
    mind.show(first(within, SHOWN), "found")
    invite(mind)
    return True


def several(mind: Mind, mentions: Sequence[Mention]) -> Steps:
    """Several things named together, looked up at once: each that there is, and what there is not."""
    if not mind.may_search:
        return
    queries = [" ".join(query_words([*one.words, *one.soft]))[:400] for one in mentions]
    done = yield [Ask("search_products", {"query": query, "limit": FOUND}) for query in queries]
    every: list[Product] = []
    for mention, answer in zip(mentions, done, strict=False):
        found = products_of(answer)
        meant = head_first(fitting(found, mention) or nearest(found, mention), mention)
        every += first(meant, SHOWN if len(mentions) < 3 else 1)
        if not meant and mention.words:
            mind.say("nothing", query='"' + " ".join(mention.words) + '"')
    if every:
        each = len(every) == len(mentions) > 1 and all(one.in_stock and one.price_cents for one in every)
        mind.show(list({one.product_id: one for one in every}.values()), "found_each" if each else "found")
        invite(mind)
        if each and mind.pending is not None and len(mind.listed) == len(mentions):
            counts = tuple(one.quantity or 1 for one in mentions)
            mind.pending = msgspec.structs.replace(mind.pending, every=True, counts=counts)
            mind.say("offer_all")
        prices = [one.price for one in every if one.price is not None]
        if len(prices) == len(mentions) > 1 and TOTAL.search(fold(mind.acts.text)):
            mind.say("sum", total=reais(sum(prices), mind.acts.language))
