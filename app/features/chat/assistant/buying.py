"""What a message does to the cart."""

import re
from collections.abc import Generator, Sequence

import msgspec

from app.features.chat.assistant.acts import Change, Mention
from app.features.chat.assistant.choosing import (
    FOUND,
    best_by_price,
    choose,
    kin,
    local,
    meant_by,
    old_line,
    option_ids,
    others_in,
    others_of,
    products_of,
    query_words,
    thinner,
    to_be_had,
)
from app.features.chat.assistant.matching import (
    Product,
    called_so,
    counted,
    fitting,
    head_first,
    like_name,
    measured,
    one_group,
    only_sized,
    shares,
    spread,
    together,
)
from app.features.chat.assistant.mentions import PACKED, product_words
from app.features.chat.assistant.mind import Ask, Done, Mind, Steps
from app.features.chat.assistant.missing import missing
from app.features.chat.assistant.putting import put_in, take_out, tell_whole
from app.features.chat.assistant.showing import alike, of_story
from app.features.chat.assistant.words import fold, is_colour, spelt_out, stem
from app.features.conversations import cart as carts
from app.features.conversations.state import Listed, Pending

_NUMBERED = re.compile(r"\b(?:n[uú]mero|algarismo|numeral|letra)\s+(\d{1,3}|[A-Za-z])\b", re.IGNORECASE)
_SENDS_IT = re.compile(
    r"\b(?:pode[m]?\s+(?:mandar|enviar|entregar|separar|fechar)|manda|separa|send\s+it|go\s+ahead)\b"
)
MOST_AGAIN = 2
"""So many names of a message are looked up once more."""
MOST_ALONE = 999
"""A number above this, said by itself, is no count."""
MANY = 3
"""More things than this are not taken all at once."""


def change(mind: Mind) -> Steps:
    """Apply what the message says about the cart."""
    acts, pending = mind.acts, mind.state.dialogue.pending
    offered = pending is not None and pending.kind in ("quantity", "choose") and len(pending.options) == 1
    if pending is not None and offered and (acts.yes or _goes_on(mind, pending)):
        agreed = Change("add", Mention(pointing=True))
        products = to_be_had(spread(pending.options))
        if len(products) == 1 and not products[0].in_stock:
            yield from alike(mind, products[0])
        elif len(products) == 1:
            put_in(mind, agreed, products[0], pending.quantity)
        else:
            choose(mind, products, pending.quantity, "which_of", wished="")
        return
    if pending is not None and taken_along(mind, pending):
        return
    if pending is None and mind.focus is not None and not mind.cart.lines and _SENDS_IT.search(fold(acts.text)):
        meant = to_be_had(spread([mind.focus]))
        if len(meant) == 1 and meant[0].in_stock and _says_how(mind):
            put_in(mind, Change("add", Mention(pointing=True)), meant[0], None)
    by_itself = pending is not None and pending.kind == "quantity" and not pending.near
    if pending is not None and by_itself and offered and not mind.cart.lines and _beside(mind):
        offer = to_be_had(spread(pending.options))
        if len(offer) == 1 and not any(fitting(offer, one.mention) for one in acts.changes):
            put_in(mind, Change("add", Mention(pointing=True)), offer[0], pending.quantity)
    for changes in _in_rounds(acts.changes):
        searched = yield from _search(mind, changes)
        for at, wanted in enumerate(changes):
            if wanted.parts and not _meant(mind, wanted, searched.get(at)):
                yield from _in_parts(mind, wanted)
            else:
                named = wanted.mention.words and not only_sized(wanted.mention)
                bare = not named and not wanted.mention.pointing and wanted.mention.position is None
                if bare and any(one.what == "nothing" for one in mind.says):
                    continue  # so many, or the small one, of what was not found
                if (
                    bare
                    and wanted.mention.empty
                    and mind.pending is not None
                    and any(one.what == "which" for one in mind.says)
                ):
                    mind.pending = msgspec.structs.replace(mind.pending, quantity=wanted.mention.quantity)
                    continue  # `that one. one please`: so many of the one that is asked about
                _apply(mind, wanted, searched.get(at), pending)
    _settle_headings(mind)


def _settle_headings(mind: Mind) -> None:
    """`quero carrinho, um bombeiro e um polícia`: what is asked about was told in the same breath."""
    before = {line.product_id: line.quantity for line in mind.state.cart.lines}
    taken = {
        line.product_id: line.quantity - before.get(line.product_id, 0)
        for line in mind.cart.lines
        if line.quantity > before.get(line.product_id, 0)
    }
    for asked in [one for one in mind.open if one not in mind.state.dialogue.open]:
        counts = [taken[one] for one in option_ids(asked) if one in taken]
        if not counts or len(option_ids(asked)) < 2 or (asked.quantity or sum(counts)) != sum(counts):
            continue
        mind.open.remove(asked)
        _unsay(mind, asked.options)
        mind.pending = None if mind.pending and mind.pending.options == asked.options else mind.pending


def _beside(mind: Mind) -> bool:
    """`coloca um cabo também`: beside the one that was offered."""
    changes = mind.acts.changes
    also = re.search(r"\b(?:tambem|junto|as\s+well|too)\b", spelt_out(fold(mind.acts.text))) is not None
    return also and bool(changes) and all(x.kind == "add" and (x.mention.words or x.mention.soft) for x in changes)


def _goes_on(mind: Mind, pending: Pending) -> bool:
    """How to pay or to get the one thing that was offered is a yes to it; the summary still asks for its own."""
    return pending.kind == "quantity" and not pending.near and _says_how(mind) and not mind.cart.lines


def taken_along(mind: Mind, asked: Pending) -> bool:
    """`pix`, to `Pode ser ele?`, where that one is called as what was asked for: it is taken, and that is told."""
    meant, only = Mention(tuple(product_words(fold(asked.query))[:1])), spread(asked.options)
    if not (asked.near and len(only) == 1 and meant.words and called_so(only[0], meant) and _says_how(mind)):
        return False
    lost = [word for word in product_words(fold(asked.query)) if not shares([word], only[0].name)]
    if len(lost) > 1 or any(map(str.isdigit, lost)):
        return False  # perhaps how many were wanted, or something besides
    put_in(mind, Change("add", Mention(pointing=True)), only[0], asked.quantity)
    mind.say("taken_as", name=only[0].name, query=asked.query)
    return True


def _says_how(mind: Mind) -> bool:
    """How to pay or to get it, and nothing else."""
    acts = mind.acts
    says_how = acts.method is not None or acts.way is not None or acts.known.address is not None
    wants_else = acts.changes or acts.looks or acts.about or acts.wonders or acts.questions or acts.traits
    holds_back = (
        acts.no or acts.refused or acts.haggles or acts.hesitates or acts.conditional or acts.empties or acts.tells
    )
    return bool(says_how and not (wants_else or holds_back))


def _in_rounds(changes: Sequence[Change]) -> list[list[Change]]:
    """What takes back something of the same message is looked up once that has been done."""
    rounds: list[list[Change]] = []
    for wanted in changes:
        if not rounds or wanted.corrects or wanted.kind == "exchange":
            rounds.append([])
        rounds[-1].append(wanted)
    return rounds


def _in_parts(mind: Mind, wanted: Change) -> Steps:
    """Several things said without a pause."""
    parts = [Change(wanted.kind, mention) for mention in wanted.parts if not only_sized(mention)]
    searched = yield from _search(mind, parts)
    for at, part in enumerate(parts):
        _apply(mind, part, searched.get(at), None)


def _meant(mind: Mind, wanted: Change, searched: list[Product] | None) -> list[Product]:
    """The products a mention may mean."""
    products = local(mind, wanted)
    return products if products is not None else meant_by(searched or [], wanted.mention)


def _search(mind: Mind, changes: Sequence[Change]) -> Generator[list[Ask], list[Done], dict[int, list[Product]]]:
    """Look up, in one round, the names that neither list nor cart settle."""
    missing = [at for at, wanted in enumerate(changes) if local(mind, wanted) is None]
    if not missing or not mind.offers("search_products"):
        return {}
    done = yield [Ask("search_products", {"query": _query(mind, changes[at]), "limit": FOUND}) for at in missing]
    found = {at: products_of(answer) for at, answer in zip(missing, done, strict=False)}
    again = {
        at: plain
        for at in missing
        if not fitting(found[at], changes[at].mention) and (plain := thinner(changes[at].mention))
    }
    again = dict(list(again.items())[:MOST_AGAIN])
    if again and mind.may_search:
        done = yield [
            Ask("search_products", {"query": " ".join(query_words(plain.words))[:400], "limit": FOUND})
            for plain in again.values()
        ]
        for at, answer in zip(again, done, strict=False):
            known = {one.product_id for one in found[at]}
            found[at] += [one for one in products_of(answer) if one.product_id not in known]
    return found


def _query(mind: Mind, wanted: Change) -> str:
    old = old_line(mind, wanted) if wanted.kind == "exchange" or wanted.corrects else None
    named = [word for word in wanted.mention.words if word not in wanted.mention.without]
    words = [
        *wanted.mention.noun.split(),
        *named,
        *wanted.mention.soft,
        *([wanted.mention.packed] if wanted.mention.packed else []),
    ]
    own = None if old or named else kin(mind)
    if own is not None and own.group is None and not PACKED.isdisjoint(wanted.mention.soft):
        own = None  # `põe numa caixa de presente`
    return " ".join([*query_words(words), *([old.name] if old else [own.base or own.name] if own else [])])[:400]


def _apply(mind: Mind, wanted: Change, searched: list[Product] | None, pending: Pending | None) -> None:
    mention = wanted.mention
    if wanted.bare and mention.quantity is not None and mention.quantity > MOST_ALONE:
        mind.say("number_unclear", number=str(mention.quantity))
        mind.pending = mind.state.dialogue.pending
        return
    products = local(mind, wanted) if searched is None else None
    if products is None:
        like = old.name if (old := old_line(mind, wanted)) else ""
        like = like if wanted.kind == "exchange" or wanted.corrects else ""
        products = [] if only_sized(mention) and not like else meant_by(searched or [], mention, like=like)
        if not mention.words and mention.soft and not like and kin(mind):
            products = others_in(mind, mention, searched or [])
        packing = mention.packed or next((word for word in mention.soft if word in PACKED), "")
        if packing and not mention.words:
            # `1 caixa`: a thing the shop sells, or so many of what is spoken of
            called = [one for one in searched or [] if stem(product_words(fold(one.name))[0]) == stem(packing)]
            products = called or (spread([mind.focus]) if mention.packed and mind.focus else [])
        if not products and mention.soft and not mention.words and mind.pending is not None:
            products = _just_offered(mind, mention)
        if mention.by_price:
            products = best_by_price(products, mention.by_price)
    if mention.among and len(products) > 1:
        among = to_be_had(products)
        if len(among) > 1:
            choose(mind, among, mention.quantity, "which_of", wished=asked_of(mind, mention.among))
            return
        products = among
    if mention.measure:
        exact = [one for one in products if measured(one, mention.measure) == 1] or [
            one for one in products if measured(one, mention.measure) is not None
        ]
        products = exact or products
        amount = measured(products[0], mention.measure) if len(products) == 1 else None
        mention = msgspec.structs.replace(mention, quantity=amount)
        wanted = msgspec.structs.replace(wanted, mention=mention)
    if wanted.kind == "remove":
        take_out(mind, wanted, products)
        return
    if mention.without:
        products = products or _made_without(mention, searched or [])
        _note_without(mind, mention, products)
    if one_group(products) and not mention.every:
        products = to_be_had(products)
    elif len(products) == 1 and not products[0].in_stock and (others := others_of(mind, products[0], searched or [])):
        mind.say("gone", name=products[0].name)
        near = like_name(others, products[0].name)
        choose(mind, near, mention.quantity, "is_it_this", query=products[0].base, wished=products[0].name)
        return
    quantity = mention.quantity
    if mention.number:
        sized = [one for one in products if shares([mention.number], one.name)]
        products, quantity = (sized, quantity) if sized else (products, quantity or int(mention.number))
    if len(products) > 1 and not mention.every:
        products = _called(products, mention)
        seen = {each.product_id for item in mind.seen for each in item.each}
        spoken_of = [one for one in products if one.product_id in seen]  # `a boneca` that was shown before
        narrowed = of_story(mind, _said_after(mind, products, mention))
        products = spoken_of if len(spoken_of) == 1 else _said_more(mind, narrowed)
    if quantity is None and not mention.among and pending is not None and pending.kind == "choose":
        quantity = pending.quantity
    if mention.every and products and _too_many(mind, mention, products):
        choose(mind, products, quantity, "which_of", wished="")
    elif mention.every and products:
        # `3 de cada`: that says which of the list just shown.
        mind.says = [said for said in mind.says if said.what not in ("list", "choose_option")]
        mind.pending = None
        for product in products:
            put_in(mind, wanted, product, quantity)
    elif len(products) == 1:
        quantity = counted(products[0], quantity, mention)
        by_number = wanted.bare and not mind.cart.lines and len(mind.listed) > 1
        count = pending.quantity if by_number and pending and pending.kind == "choose" else quantity
        put_in(mind, wanted, products[0], count)
        _note_number(mind, products[0])
        tell_whole(mind, products[0])
    elif products:
        # `3 camisetas brancas e 2 pretas`: of the kind that was named just before.
        alike = like_name(products, mind.focus.name) if mind.changed and mind.focus and len(mention.words) == 1 else []
        if len(alike) == 1:
            put_in(mind, wanted, alike[0], quantity)
            return
        in_cart = [one for one in products if carts.find(mind.state.cart, one.product_id)]  # not by this message
        if len(in_cart) == 1 and wanted.kind in ("want", "add"):
            put_in(mind, wanted, in_cart[0], quantity)
            return
        choose(
            mind, head_first(products, mention), quantity, "which_of", wished=" ".join([*mention.words, *mention.soft])
        )
    else:
        missing(mind, wanted, searched or [], quantity)


def _note_number(mind: Mind, product: Product) -> None:
    """`vela de número 7`, where that comes in no numbers: the order's notes tell it."""
    found = None if mind.listed and len(mind.listed) > 1 else _NUMBERED.search(mind.acts.text)
    if found and not product.options and not shares([fold(found[1])], product.name):
        mind.cart = carts.with_note(mind.cart, found[0])


def _just_offered(mind: Mind, mention: Mention) -> list[Product]:
    """`preciso de uma fonte tb. poe a placa e a de 650`: which of those that this very message asked for."""
    options = mind.pending.options if mind.pending else ()
    held = [one for one in spread(options) if shares(mention.soft, one.name)]
    if len(held) == 1:
        mind.pending = None
        mind.open = [asked for asked in mind.open if asked.options != options]
        _unsay(mind, options)
    return held


def _unsay(mind: Mind, options: tuple[Listed, ...]) -> None:
    """What was asked about these has been told in the same breath."""
    mind.says = [one for one in mind.says if one.what != "list" or one.listed != options]
    mind.says = [one for one in mind.says if tuple(product.listed for product in one.products) != options]


def asked_of(mind: Mind, ids: Sequence[str]) -> str:
    """The words of the open wish that these are of."""
    return next((one.query for one in mind.state.dialogue.open if set(ids) <= set(option_ids(one))), "")


def _called(products: list[Product], mention: Mention) -> list[Product]:
    """Of several: those that have the number said before the same word (`6 rosas`), or are called just so (`rosa`)."""
    exact = [one for one in products if counted(one, mention.quantity, mention) != mention.quantity]
    if exact:
        return exact
    own = [
        one for one in products if mention.words and product_words(fold(one.base or one.name))[:1] == [mention.words[0]]
    ]
    return own or products


def _said_more(mind: Mind, products: list[Product]) -> list[Product]:
    """Of several: the one of whose title more was said (`malbec reserva`), or the only one that is there."""
    if len(products) < 2 or one_group(products) or len(mind.acts.changes) > 1:
        return products
    said = {stem(word) for word in product_words(fold(mind.acts.text))}
    counts = [len(said & {stem(word) for word in product_words(fold(one.base or one.name))}) for one in products]
    best = [one for one, count in zip(products, counts, strict=True) if count == max(counts)]
    there = [one for one in best if one.in_stock]
    return there if len(there) == 1 else best


def _said_after(mind: Mind, products: list[Product], mention: Mention) -> list[Product]:
    """`o shampoo e o condicionador da Raiz Forte`: what stands after the last of them is said of all."""
    mentions = [one.mention for one in mind.acts.changes]
    if len(mention.words) != 1 or mention.soft or mention not in mentions[:-1]:
        return products
    tail = [word for word in mentions[-1].words[1:] if not is_colour(word)]
    return [one for one in products if tail and all(shares([word], one.name) for word in tail)] or products


def _too_many(mind: Mind, mention: Mention, products: Sequence[Product]) -> bool:
    """`um de cada` of a list that is longer than was counted, or mixed with things of many sizes."""
    if mention.of is not None:
        return mention.of not in (len(products), len(mind.cart.lines))
    things = together(products)
    values = [{one.options.get(key) for one in products} for key in products[0].options]
    if len(things) == 1 and sum(len(each) > 1 for each in values) > 1:  # `uma de cada cor`, of several sizes
        return True
    return len(things) > MANY or (len(things) > 1 and any(thing.variants for thing in things))


def _made_without(mention: Mention, searched: Sequence[Product]) -> list[Product]:
    """`x-burger sem cebola`: the thing itself."""
    words = tuple(word for word in mention.words if word not in mention.without)
    return fitting(searched, msgspec.structs.replace(mention, words=words)) if words else []


def _note_without(mind: Mind, mention: Mention, products: Sequence[Product]) -> None:
    """How it is to be made stands in the order's notes, unless a name says it already (`fone sem fio`)."""
    named = {word for product in products for word in product_words(fold(product.name))}
    for word in mention.without if products else ():
        if word not in named:
            mind.cart = carts.with_note(mind.cart, f"sem {word}")
