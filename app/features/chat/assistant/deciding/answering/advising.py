"""Goods recommended by what a shopper tells of the need."""

import re
from collections.abc import Generator, Sequence

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.answering.comparing import show_told
from app.features.chat.assistant.deciding.answering.needs import names_several
from app.features.chat.assistant.deciding.answering.showing import show_one
from app.features.chat.assistant.deciding.cart.choosing import FOUND, products_of
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind, Say, Steps
from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.giving import GIFT
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import Product, asserted, called_so, first, spread, together
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.products.restricted import free_of, restriction
from app.ops.expressions import expression

_LIMIT = expression(r"\bate\s+(\d{1,4})\s*(kg|quilos?|cm|m|anos|litros?|l|ml|pessoas|polegadas)\b")
_TOLD = expression(r"(?<![\d.,])(\d{1,4})\s*(kg|quilos?|cm|m|anos|litros?|l|ml|pessoas|polegadas)\b")


def by_need(mind: Mind, named: Sequence[str], found: Sequence[Product] = ()) -> Generator[list[Ask], list[Done], bool]:
    """`comprei 12 galinhas, qual ração você indica?`: of the kind that is asked for, what speaks of the need, too.
    found: what was looked up already."""
    kind = set(map(stem, named))
    ranked = yield from _ranked(mind, found)
    of_kind = [(told, one) for told, one in ranked if kind <= told]
    known = [one for _, one in of_kind if any(called_so(one, Mention((word,))) for word in named)]
    bearing = [one for one in known if _bears(one, fold(mind.acts.text))]
    most = max((len(told) for told, _ in of_kind), default=0)
    if bearing and len(bearing) < len(known):
        _suggest(mind, bearing, of_limit=True)
        return True
    if most <= len(kind):
        return False
    _suggest(mind, [one for told, one in of_kind if len(told) == most])
    return True


def _bears(product: Product, text: str) -> bool:
    """`pesa 115kg`: not what is for up to 100 kg."""
    told = {unit[:2]: int(number) for number, unit in _TOLD.findall(text)}
    limits = {unit[:2]: int(number) for number, unit in _LIMIT.findall(fold(product.description))}
    return all(limits[unit] >= told[unit] for unit in told.keys() & limits.keys())


_BORNE = expression(r"\b(?:aguent\w+|suport\w+|peso|pesa|holds?|carry|carries|weighs?)\b")


def tell_limits(mind: Mind) -> None:
    """`tem escada que aguente 130 kg?`: of what is shown, where none bears so much, that and up to what each does."""
    shown = next((said for said in mind.says if said.what == "list" and not said.told), None)
    text = fold(mind.acts.text)
    if shown is None or shown.values.get("head") != "found" or not _BORNE.search(text):
        return
    facts = [_limit_of(spread([one])[0]) for one in shown.listed]
    if not all(facts) or any(_within(fact, text) for fact in facts):
        return
    told = Say("list", {**shown.values, "head": "none_bears"}, listed=shown.listed, told=tuple(facts))
    mind.says = [told if said is shown else said for said in mind.says]


def _limit_of(product: Product) -> str:
    facts = telling.facts({"description": product.description or product.about})
    return next((fact for fact in facts if _LIMIT.search(fold(fact))), "")


def _within(fact: str, text: str) -> bool:
    """What the text tells is none that the fact limits, or not above it."""
    told = {unit[:2]: int(number) for number, unit in _TOLD.findall(text)}
    limits = {unit[:2]: int(number) for number, unit in _LIMIT.findall(fold(fact))}
    both = told.keys() & limits.keys()
    return not both or all(limits[unit] >= told[unit] for unit in both)


def _suggest(mind: Mind, products: Sequence[Product], *, of_limit: bool = False) -> None:
    """What may suit, with what the shop says of the need, or up to what it bears."""
    goods = first(products, 3)
    told = []
    for each in together(goods):
        one = next(one for one in goods if one.product_id == spread([each])[0].product_id)
        facts = telling.facts({"description": one.description})
        if of_limit:
            told.append(next((fact for fact in facts if _LIMIT.search(fold(fact))), ""))
        else:
            found = telling.fact_for(facts, fold(mind.acts.text), one.name)
            told.append(found[1] if found is not None else "")
    show_told(mind, goods, told, "may_suit")


def advise(mind: Mind) -> Steps:
    """`meu cabelo tá seco, o que você indica?`: what the shop's own words say most of it."""
    ranked = yield from _ranked(mind)
    best = max((len(told) for told, _ in ranked), default=0)
    if best:
        _suggest(mind, [one for told, one in ranked if len(told) == best])
    elif mind.may_search and not GIFT.search(fold(mind.acts.text)):
        mind.say("what_product")
    else:
        yield from show_one(mind, next((one for one in mind.acts.looks if one.mention.empty), Look()))


# `o que vocês têm pra isso?`, `tem alguma coisa que …?`: goods that nobody has named
_SOMETHING = expression(
    r"\b(?:algo|alguma\s+coisa|algum\s+produto|(?:o\s+)?que\s+(?:(?:e\s+)?que\s+)?(?:(?:voces?|ai)\s+)?(?:tem|teria[m]?|vende[m]?)|"
    r"something|anything|what\s+do\s+you\s+(?:have|sell))\b"
)
_SHRUGS = frozenset("dont_know unknown unknown_answer told heard nothing what_product no".split())  # noqa: SIM905


def for_need(mind: Mind) -> Steps:
    """`minhas plantas têm cochonilha, o que vocês têm pra isso?`: what the shop says most of it, where nothing else
    answers; of what somebody must not have, what is told to be without it."""
    acts, text = mind.acts, spelt_out(fold(mind.acts.text))
    answered = any(said.what not in _SHRUGS for said in mind.says)
    if mind.changed or acts.changes or acts.questions or not mind.may_search or not _SOMETHING.search(text):
        return
    if names_several(mind, text):
        return
    what = restriction(text)
    if answered and (not what or any(said.listed for said in mind.says)):
        return
    if what:
        done = yield [Ask("search_products", {"query": what, "limit": FOUND})]
        fit = [one for one in free_of(products_of(done[-1]), Mention(), what) if one.in_stock]
    else:
        ranked = yield from _ranked(mind)
        best = max((len(told) for told, _ in ranked), default=0)
        fit = [one for told, one in ranked if best and len(told) == best]
    if fit:
        mind.says = []
        _suggest(mind, fit)


def _ranked(
    mind: Mind, found: Sequence[Product] = ()
) -> Generator[list[Ask], list[Done], list[tuple[set[str], Product]]]:
    """What is there, each with the words of the message that the shop says of it."""
    goods = mind.shop.goods
    said = [word for word in words(fold(mind.acts.text)) if goods.place(word) and word not in v.EVERYDAY]
    told = set(map(stem, said))
    if told and not found and mind.may_search:
        done = yield [Ask("search_products", {"query": " ".join(said)[:400], "limit": FOUND})]
        found = products_of(done[-1])
    return [
        (told & {stem(word) for word in product_words(fold(f"{one.name} {one.category} {asserted(one)}"))}, one)
        for one in found
        if told and one.in_stock
    ]


_ADVICE = expression(
    r"\b(?:(?:sai|vende[m]?|pede[m]?)\s+mais|mais\s+(?:sai|vend\w+|pedid\w+|querid\w+|famos\w+)|recomend\w+|indica[m]?|suger\w+|favorit\w+|popular|best\W?sell\w*|sells?\s+best)\b"
)


def of_kind_told(mind: Mind) -> None:
    """`o de uva é o que mais sai`, to who asked for advice on what is spoken of: `1 desse` means that kind."""
    told = " ".join(said.text for said in mind.says if said.what == "text")
    kinds = mind.focus.variants if mind.focus is not None else ()
    named = [one for one in kinds if one.options and all(_says_it(told, value) for value in one.options.values())]
    advised = _ADVICE.search(spelt_out(fold(mind.acts.text))) is not None
    if advised and len(mind.says) == 1 and len(named) == 1 and named[0].in_stock:
        mind.focus = named[0]


def _says_it(told: str, value: str) -> bool:
    return re.search(rf"\b{re.escape(fold(value))}\b", fold(told)) is not None
