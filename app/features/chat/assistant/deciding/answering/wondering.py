"""A question that may be about goods or about anything else: what is known of either."""

import re
from collections.abc import Generator, Sequence

import msgspec

from app.features.chat.assistant.acts import Look, Mention, Question
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.answering.advising import by_need
from app.features.chat.assistant.deciding.answering.comparing import of_all
from app.features.chat.assistant.deciding.answering.describing import details, of_the_focus
from app.features.chat.assistant.deciding.answering.serving import for_so_many
from app.features.chat.assistant.deciding.answering.showing import invite, look
from app.features.chat.assistant.deciding.cart.choosing import (
    FOUND,
    SHOWN,
    model_known,
    of_line,
    products_of,
    query_words,
)
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps, quoted
from app.features.chat.assistant.deciding.stories import speak_of
from app.features.chat.assistant.documents.answers import answer_to, says_word, speaks_of, titled
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.goods import BEGINS, NAMES, forms
from app.features.chat.assistant.language.words import fold, is_colour
from app.features.chat.assistant.language.words import words as words_of
from app.features.chat.assistant.products.alike import of_the_model
from app.features.chat.assistant.products.matching import (
    Product,
    called_so,
    described,
    first,
    fitting,
    shares,
    spread,
)
from app.features.chat.assistant.products.name_words import SIZES, everyday, product_words
from app.features.chat.assistant.products.restricted import restriction
from app.features.chat.assistant.reading.questions.asking import ASPECT
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_OF_THE_SHOP = expression(r"\b(?:voces|vcs|loja|site|empresa|are\s+you|your|shop|store)\b")
# A verb, and what stands with it: `cabe na mochila`.
_BESIDE = (
    r"^(?:e\s+)?\w+(?:\s+\w+)?\s+(?:n[oa]s?|em|com|dentro\s+d[oa]|pr[ao]s?|para|in|into|with|on|for)\s+"
    r"(?:[oa]s?\s+|uma?\s+|the\s+|an?\s+|meus?\s+|minhas?\s+|my\s+)?{}\b"
)
_ON_GOODS = ("exchange", "warranty")
_IS_SO = expression(
    r"^(?:(?:e|mas|entao|and|but)\s+)*(?:is\s+)?(?:ess[ea]|est[ea]|aquel[ea]|[oa]|this|that|the)\s+\w+(?:\s+\w+)?\s+(?:e|eh|seria|vem|is|the)\s"
)
# `serve pra passar no coador?` asks of what is spoken of.
_WITHIN = frozenset("no na nos nas num numa em com sem pra pro para por de do da in on with for of into to".split())  # noqa: SIM905
_AND = expression(r"^(?:e|and|mas)\s")
_ONLY_AND = expression(r"^(?:(?:poxa|puxa|que\s+pena|ah+|hm+|ok|entendi|certo)[\s,.!]+)*(?:e|and)\s")
# `which of your bars is made without milk?`
_WHICH = expression(r"^(?:(?:so|and|e|mas)\s+)*(?:which|what|any|is\s+there|are\s+there|qual|quais|que)\b")
_DO_YOU = expression(
    r"^(?:(?:and|so|oh|hi|hey)\s+)*(?:do|can|could|would|will)\s+(?:you|u)\s+(?:(?:guys|all|also|even)\s+)*(?!(?:have|has|sell|carry|stock|got|offer|know|think|recommend|ship|deliver|take|accept|show|tell)\b)[a-z]{3,}"
)
_SUBJECT = expression(r"(?:(?:e|mas|so|and|does|is)\s+)*(?:[oa]s?|the)\s+(?:d[eoa]\s+)?(?P<word>[a-z]{3,})\s+[a-z]")
# Of what is spoken of: `faz barulho?`
_DOES = expression(r"^(?:(?:e|mas|el[ea]s?)\s+)*(?:faz(?:em)?|fica[m]?|da|pode[m]?|precisa[m]?|does\s+it|is\s+it)\s")
# `how many sticks come in a box?`, `quantas varetas vem na caixa?`: of what is spoken of, if it tells that
_HOW_MANY_IN = expression(
    r"\b(?:how\s+many\s+[a-z]+\s+(?:\w+\s+){0,3}?(?:in|per|inside)\s+(?:an?|the|each|it|every|one)?\s*|quant[oa]s\s+[a-z]+\s+(?:\w+\s+){0,2}?(?:n[oa]|em|por|cada|dentro\s+d[oa])\s+(?:cada\s+|uma?\s+)?)(?:box|pack|package|bag|set|kit|jar|deck|caix\w+|pacot\w+|saquinh\w+|saco|pote|kit|conjunto|baralho|it)\b"
)


def wonder(mind: Mind) -> Steps:
    """A question that may be about a product: what is known of it, if it is one."""
    if mind.acts.wonders and _WHICH.match(fold(mind.acts.asked)) and restriction(fold(mind.acts.asked)):
        mind.acts = msgspec.structs.replace(mind.acts, looks=(Look(mind.acts.wonders[0]),), wonders=())
        yield from look(mind)
        return
    if (another := _another_named(mind)) is not None:
        mind.acts = msgspec.structs.replace(mind.acts, looks=(Look(another),), wonders=())
        yield from look(mind)
        return
    for mention in mind.acts.wonders[:1]:
        if not (yield from _wonder_at(mind, mention)):
            yield from _of_what_is_spoken_of(mind)
        yield from _wonder_of_others(mind)
        return
    yield from _of_what_is_spoken_of(mind)


def _wonder_of_others(mind: Mind) -> Steps:
    """`montam a tenda? e a piscina cabe criança de 7?`: the second question, of other goods, as if it stood alone."""
    acts, goods = mind.acts, mind.shop.goods
    if not len(acts.wonders) == len(acts.asks) == 2:
        return
    first, other = acts.wonders
    named = [word for word in other.words if goods.place(word) == BEGINS]
    if not named or any(word in first.words for word in named) or (mind.focus and shares(named, mind.focus.name)):
        return
    said, mind.says = mind.says, []
    mind.acts = msgspec.structs.replace(acts, wonders=(other,), asks=acts.asks[1:], asked=acts.asks[1], service="")
    yield from _wonder_at(mind, other)
    mind.says = [*said, *(one for one in mind.says if one not in said)]
    mind.acts = acts


def _wonder_at(mind: Mind, mention: Mention) -> Generator[list[Ask], list[Done], bool]:
    """True: that is all there is to say."""
    if any(said.what != "note_taken" for said in mind.says):  # `vem numa caixa bonita? é presente`
        said = len(mind.says)
        yield from _asked_besides(mind, mention)
        yield from _remember(mind, mention)
        if len(mind.says) == said:
            _tell_passed_over(mind, mention)
        return True
    if not mind.offers("search_products"):
        return True
    goods = mind.shop.goods
    serves = mind.acts.service != "" or _DO_YOU.match(mind.acts.asked) is not None
    if serves:  # `montam a cama?` is of the bed
        named = tuple(word for word in mention.words if word != mind.acts.service) or mention.words
        mention = msgspec.structs.replace(mention, words=named)
    strange = goods.asked and all(goods.place(word) < NAMES for word in mention.words)
    if mind.focus is not None and strange and _DOES.match(mind.acts.asked):
        return False  # `faz barulho?` is of what is spoken of, whatever else makes none
    if mind.focus is not None and _HOW_MANY_IN.search(mind.acts.asked) and (yield from of_the_focus(mind)):
        return True
    mention = _of_another(mind, mention)
    done = yield [Ask("search_products", {"query": " ".join(query_words(mention.words)), "limit": FOUND})]
    if ASPECT.match(mind.acts.asked):  # `qual a gramatura da toalha?`
        named = tuple(word for word in mention.words if goods.place(word) >= NAMES)
        mention = msgspec.structs.replace(mention, words=named or mention.words)
    searched = products_of(done[-1])
    with_it = [one for one in searched if _has_all(one, mention.having)]  # `anything sweet with vanilla notes?`
    searched = with_it or searched
    if serves and (told := titled(mind.shop.passages, query_words(mention.words))):  # `colocam película?`
        own = tuple(word for word in mention.words if goods.place(word) >= NAMES) or mention.words
        return _say_of(mind, told, searched, msgspec.structs.replace(mention, words=own))
    found = of_the_model(fitting(searched, mention), model_known(mind))
    found = found if any(called_so(one, mention) for one in found) else []
    if (line := _carted(mind, mention, found)) is not None:
        mind.say("in_cart_is", name=line.name)
        return True
    if _is_beside(mind, mention):
        if told := quoted(mind, ""):
            mind.says.append(Say("text", text=told))
            return True
        if (yield from _all_of_the_focus(mind)):
            return True
    if not found and not _others(mind, searched, mention) and (yield from of_the_focus(mind)):
        return True
    if len(found) > 1 and (told := quoted(mind, "")):  # `a cerveja vem gelada?`
        return _say_of(mind, told, found, mention)
    again = _as_before(mind, mention) if _AND.match(fold(mind.acts.text)) else None
    if again and mind.state.dialogue.topic in _ON_GOODS:  # `e toalha?`, after a question on exchanges
        mind.says.append(Say("text", text=again))
        return True
    if not found and (told := quoted(mind, "") or _as_before(mind, mention)):
        return _say_of(mind, told, searched, mention)
    return (yield from _told_of(mind, mention, searched, found))


def _has_all(product: Product, having: Sequence[str]) -> bool:
    """What the shop tells of it has each of the words, as it calls them."""
    told = f"{product.name} {product.description} {product.about}"
    return bool(having) and all(shares(forms(word), told) for word in having)


def _say_of(mind: Mind, told: str, searched: list[Product], mention: Mention) -> bool:
    """What the shop's documents tell of some goods, of which is spoken from then on."""
    mind.says.append(Say("text", text=told))
    if mind.focus is None and mind.state.dialogue.pending is None:
        searched = _of_kind_told(told, searched, mention) or searched
        own = tuple(word for word in mention.words if any(described(one, Mention((word,))) for one in searched))
        fit = fitting(searched, msgspec.structs.replace(mention, words=own)) if own else []
        speak_of(mind, fit or searched, msgspec.structs.replace(mention, words=own) if fit else mention)
    return True


def _of_kind_told(told: str, searched: Sequence[Product], mention: Mention) -> list[Product]:
    """`Catan usa sleeve 54x80 mm`: of what the question names the one kind that the answer does."""
    said = " ".join(product_words(fold(told)))
    kinds = [[" ".join(product_words(fold(value))) for value in one.options.values()] for one in searched]
    found = [one for one, values in zip(searched, kinds, strict=True) if values and all(x in said for x in values)]
    found = [one for one in found if called_so(one, mention)]
    numbers = set(said.split())
    others = [  # `HB20 usa 24 e 16 polegadas`
        one
        for one, values in zip(searched, kinds, strict=True)
        if one not in found and any(word.isdigit() and word in numbers for value in values for word in value.split())
    ]
    return found if len(found) == 1 and not others else []


def _of_another(mind: Mind, mention: Mention) -> Mention:
    """`a fralda G é até quantos quilos?`, where something else was spoken of: of what is called so, and the rest is
    what is asked."""
    goods, product = mind.shop.goods, telling.spoken_of(mind)
    subject = _SUBJECT.match(mind.acts.asked)
    kind = subject["word"] if subject and subject["word"] in mention.words else ""
    if product is not None and kind and goods.place(kind) == NAMES and not shares([kind], product.name):
        return msgspec.structs.replace(mention, words=(kind,))  # `o cerâmico faz barulho?`, after one with oil
    seen = mind.state.dialogue.seen[-1:]
    called = tuple(word for word in mention.words if goods.place(word) >= NAMES or is_colour(word))
    sized = bool(mention.soft) and SIZES.issuperset(mention.soft)
    if product is None and sized and not called and seen and len(seen[0].each) > 1:  # `a G vai até que peso?`
        return Mention(tuple(product_words(fold(seen[0].base or seen[0].name))), mention.soft)
    own, said = msgspec.structs.replace(mention, words=called), words_of(mind.acts.asked)
    at = next((at for at, word in enumerate(said) if word in called and goods.place(word) == BEGINS), None)
    if at is None or not _WITHIN.isdisjoint(said[max(at - 2, 0) : at]) or (product is None and not mention.soft):
        return mention
    return mention if product is not None and any(shares([word], product.name) for word in called) else own


def _asked_besides(mind: Mind, mention: Mention) -> Steps:
    """`gostei do cinto, é couro mesmo?`, `tem forro? e amassa?`: what more is asked of the one thing just told of."""
    product = telling.spoken_of(mind)
    goods = mind.shop.goods
    other = product is None or any(
        goods.place(word) == BEGINS and not shares([word], product.name) for word in mention.words
    )
    if product is None or other or mind.acts.questions or not {one.what for one in mind.says} <= {"list", "fact"}:
        return
    if product.product_id not in mind.details and not mind.may_search:
        return
    done = yield from telling.details(mind, product)
    found = telling.fact_for(telling.facts(done), " ".join(mention.words), "") if done else None
    if found is None or any(found[1] in said.text for said in mind.says):
        return
    mind.says.append(Say("text", text=found[1]))


def _tell_passed_over(mind: Mind, mention: Mention) -> None:
    """`tem garantia? e vocês instalam na parede?`: what is said answers another question and has nothing of it."""
    own = [one for one in mind.acts.asks if mention.words and mention.words[0] in words_of(one)]
    goods = [one for said in mind.says for one in (*said.products, *spread(said.listed))]
    told = [*(said.text for said in mind.says), *(f"{one.name} {one.description} {one.about}" for one in goods)]
    others = len(mind.acts.asks) > len(own) and any(said.text or said.listed or said.products for said in mind.says)
    named = mind.acts.service in mention.words or any(mind.shop.goods.place(word) == BEGINS for word in mention.words)
    bare = len(own) == 1 and set(words_of(own[0])) <= set(mention.words) and not everyday(mention)
    bare = bare and re.search(rf"\b(?:e|and)\s+{re.escape(own[0])}\s*\?", fold(mind.acts.text)) is not None
    if bare and all(map(mind.shop.goods.strange, mention.words)):
        mind.say("nothing", query=f'"{own[0]}"')  # `tem cimento? e cal?`
    elif len(own) == 1 and others and named and not any(shares(mention.words, text) for text in told):
        mind.say("not_told_of", query=f'"{own[0]}"')


def _remember(mind: Mind, mention: Mention) -> Steps:
    """`dá pra usar o VERAO20 no vestido midi?`: what else was answered tells nothing of it, and it is spoken of."""
    known = mind.focus is not None or mind.listed or mind.cart.lines or mind.pending is not None
    places = {word: mind.shop.goods.place(word) for word in mention.words}
    own = tuple(word for word, place in places.items() if place)
    if known or not mind.may_search or max(places.values(), default=0) < NAMES:
        return
    done = yield [Ask("search_products", {"query": " ".join(query_words(own)), "limit": FOUND})]
    found = products_of(done[-1])
    speak_of(mind, found, msgspec.structs.replace(mention, words=own) if fitting(found, Mention(own)) else mention)


def _another_named(mind: Mind) -> Mention | None:
    """`e sururu?`, behind what was shown: only goods are named, and looked for; None: anything else is asked."""
    dialogue = mind.state.dialogue
    asked = [word for word in words_of(mind.acts.asked) if word not in v.FILLER]
    if len(mind.acts.wonders) != 1 or dialogue.topic or not (dialogue.listed or dialogue.focus) or mind.says:
        return None
    mention = mind.acts.wonders[0]
    named = bool(asked) and set(asked) <= set(mention.words)
    if not named or not all(mind.shop.goods.place(word) >= NAMES for word in asked):
        return None
    return mention if _ONLY_AND.match(fold(mind.acts.text)) else None


def _carted(mind: Mind, mention: Mention, found: Sequence[Product]) -> CartLine | None:
    """`essa coca é a zero?`: the only one of the cart that is called so, where what has all of the words is another."""
    of_one = Mention(mention.words[:1])
    lines = [line for line in mind.cart.lines if called_so(of_line(line), of_one)]
    if len(lines) != 1 or not found or _IS_SO.match(mind.acts.asked) is None:
        return None
    return None if any(one.product_id == lines[0].product_id for one in found) else lines[0]


def _told_of(
    mind: Mind, mention: Mention, searched: list[Product], found: list[Product]
) -> Generator[list[Ask], list[Done], bool]:
    """What the shop tells of the goods that were found, or that are nearest to what was asked. True: of neither, but
    of the word."""
    found = found or fitting(searched, mention) or telling.partly_named(searched, mention)
    held = [one for one in found if any(line.product_id == one.product_id for line in mind.cart.lines)]
    found = held if len(held) == 1 else found  # `a alface já vem lavada?`, of the one in the cart
    found = found or telling.saying_most(searched, mind.acts.text)
    own = [word for word in mention.words if len(word) >= 5 and word not in v.EVERYDAY]
    if (
        not found
        and own
        and (told := says_word(mind.shop.passages, own[-1], goods=mind.shop.goods.place(own[-1]) >= NAMES))
    ):  # `o que vai bem com churrasco?`
        return _say_of(mind, told, searched, mention)
    found = for_so_many(mind, found)
    if len(found) == 1:
        yield from details(mind, found[0], None, telling.asked_of_one(mind))
    elif found and not ((yield from by_need(mind, mention.words, found)) or (yield from of_all(mind, found))):
        mind.show(first(found, SHOWN), "found")
        invite(mind)
    return False


def _of_what_is_spoken_of(mind: Mind) -> Steps:
    """A question that names nothing: of the product that is spoken of, of the shop, or neither knows."""
    asks = mind.acts.asks_something and len(words_of(mind.acts.text)) > 1  # `hein?` asks nothing of a product
    asked = mind.state.dialogue.pending
    if mind.focus is None and asked is not None and asked.near and len(asked.options) == 1 and not mind.acts.looks:
        mind.focus = asked.options[0]
    if mind.says or mind.changed or mind.acts.changes or not asks or not all(one.guess for one in mind.acts.looks):
        return
    if (yield from of_the_focus(mind)) or (yield from _of_each(mind)):
        return
    if told := quoted(mind, ""):
        mind.says.append(Say("text", text=told))
        return
    if mind.focus is None or _OF_THE_SHOP.search(mind.acts.asked):
        return
    about_it = spread([mind.focus])
    if len(about_it) == 1:
        yield from details(mind, about_it[0], None, telling.asked_of_one(mind))
    else:
        mind.show(about_it, "found")
        invite(mind)


def _is_beside(mind: Mind, mention: Mention) -> bool:
    """`cabe na mochila?` asks what is spoken of, not the bag."""
    product = telling.spoken_of(mind)
    if product is None or not mention.words or fitting([product], mention):
        return False
    return re.search(_BESIDE.format(re.escape(mention.words[0])), mind.acts.asked) is not None


def _others(mind: Mind, products: Sequence[Product], mention: Mention) -> bool:
    """`qual a validade do cartucho?`: the question names another product than the one that is spoken of."""
    product = telling.spoken_of(mind)
    named = fitting(products, mention) or telling.partly_named(products, mention)
    return product is not None and bool(named) and all(one.product_id != product.product_id for one in named)


def _all_of_the_focus(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    product, said = telling.spoken_of(mind), len(mind.says)
    if product is not None:
        yield from details(mind, product, None, telling.asked_of_one(mind))
    return len(mind.says) > said


def _of_each(mind: Mind) -> Generator[list[Ask], list[Done], bool]:
    """`can I use a metal spoon with it?`, `é sem sulfato?`, of a few that were shown: what the shop tells of all of
    them, else of those of which it tells something."""
    shown = [each[0] for item in mind.listed if (each := spread([item]))]
    asked = telling.asked_of_one(mind)
    if mind.focus is not None or not 1 < len(shown) <= SHOWN or not asked or not mind.may_search:
        return False
    done = yield [Ask("get_product_details", {"product_id": one.product_id}) for one in shown]
    told = [answer.result.get("product") for answer in done]
    found = [telling.fact_for(telling.facts(one), asked, "") if isinstance(one, dict) else None for one in told]
    best = max((one[0] for one in found if one is not None), default=0)
    most = [(each, one[1]) for each, one in zip(shown, found, strict=False) if one and one[0] == best]
    if not most or (len(most) < len(shown) and quoted(mind, "")):
        return False
    if len(most) == 1 and not most[0][0].options:
        telling.say_fact(mind, *most[0])
        return True
    alike = len({fact for _, fact in most}) == 1 and len(most) == len(shown)
    lines = [fact if alike else f"{each.base or each.name}: {fact}" for each, fact in most]
    mind.says.append(Say("text", text="\n".join(dict.fromkeys(lines))))
    mind.pending = mind.state.dialogue.pending
    return True


def _as_before(mind: Mind, mention: Mention) -> str | None:
    """`e lanche?` after the hours of something else: the same question again."""
    topic = mind.state.dialogue.topic
    found = answer_to(mind.shop.passages, Question(topic, mind.acts.text)) if topic else None
    return found if found and speaks_of(found, mention.words) else None
