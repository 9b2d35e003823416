"""One message that answers several open choices, or one and names other goods: `as duas M`, `top M e calcinha G`, `a
grande e uma coca`. Pure."""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import number
from app.features.chat.assistant.products.mentions import ANY_NUMBER
from app.features.chat.assistant.reading.choosing.references import refer
from app.features.chat.assistant.reading.choosing.things import Reference
from app.features.chat.assistant.reading.splitting import split_mentions
from app.features.conversations.state import Listed, Pending
from app.ops.expressions import expression

_ALL_OF = expression(
    r"\b(?:(?:[oa]s|the|all)\s+(?P<count>dois|duas|tres|quatro|two|three|four|[2-4])|amb[oa]s|both|tod[oa]s(?:\s+(?:el[ea]s|[oa]s))?|tudo|all)\b"
)
_WITH = expression(r"\s*(?:com|with)\s")
# `pretas`, where two choices are open
_COLOUR_OF_ALL = expression(
    r"(?:quero\s+|pode\s+ser\s+|em\s+)?(?:pret|branc|vermelh|amarel|rox|ros|azui|verde|cinza|dourad|pratead)(?:[oa]?s)"
)
# `one of those and one wig cap`, of the two that are shown
_ONE_OF_THOSE = expression(
    rf"(?:(?:quero|queria|me\s+ve|manda|perfect|great|i'?ll\s+take|i\s+want|give\s+me)\W+)*(?P<count>{ANY_NUMBER})\s+"
    r"(?:(?:of\s+)?(?:those|these|that(?:\s+one)?)|d?(?:ess|est|aquel|el)[ea]s?)(?:\s+(?:ai|mesm[oa]|please|por\s+favor))*"
)


def of_all(waits: Sequence[Pending], text: str) -> list[Mention]:
    """`M`, `as duas M`: the one answer to several choices of the same thing, `a preta e a branca`."""
    alike = {frozenset(each.product_id for option in one.options for each in option.each): one for one in waits}
    # a list of all that is open is none of its choices
    alike = {ids: one for ids, one in alike.items() if not any(other < ids for other in alike)}
    groups = {each.group for one in alike.values() for option in one.options for each in option.each}
    every = _ALL_OF.search(text)
    of_each = every or _COLOUR_OF_ALL.fullmatch(text)
    if len(alike) < 2 or (not of_each and (None in groups or len(groups) > 1)):
        return []
    if every and every["count"] and number(every["count"]) != len(alike):
        return []
    plain = f"{text[: every.start()]} {text[every.end() :]}".strip() if every else text
    told = re.split(r"\s*(?:,|\be\b|\band\b)\s*", plain)
    if len(told) != len(alike) or of_each:  # else each in its turn: `M e G`
        told = [plain] * len(alike)
    found = [refer(each, one.options) for each, one in zip(told, alike.values(), strict=True)]
    if any(each is None or len(each) != 1 or len(each[0].products) != 1 or each[0].quantity for each in found):
        return []
    return [
        Mention(among=each[0].products, quantity=one.quantity)
        for one, each in zip(alike.values(), found, strict=True)
        if each
    ]


def _of_one_thing(found: list[Reference], entries: Sequence[Listed]) -> list[Reference]:
    """`2 do 40 e 3 do 41`, where one thing comes in all of these numbers and another in some: each is of that thing."""
    products = {each.product_id: each for entry in entries for each in entry.each}
    told = [{products[one].group for one in each.products} for each in found if each.quantity]
    things = set.intersection(*told) if told else set()
    if (
        len(told) != len(found)
        or len(found) < 2
        or len(things) != 1
        or None in things
        or all(len(x) == 1 for x in told)
    ):
        return found
    own = [tuple(one for one in each.products if products[one].group in things) for each in found]
    sized = all(len(some) == 1 and all(map(str.isdigit, products[some[0]].options.values())) for some in own)
    return [replace(each, products=some) for each, some in zip(found, own, strict=True)] if sized else found


def referred(text: str, entries: Sequence[Listed]) -> list[Reference]:
    """What an answer to a choice refers to of its entries; nothing: it speaks of something else."""
    return _one_of_those(text, entries) or _of_one_thing(refer(text, entries) or [], entries)


def _one_of_those(text: str, entries: Sequence[Listed]) -> list[Reference]:
    """`one of those and one wig cap`: what is named, and of the others that are shown as many as are pointed at."""
    parts = re.split(r"\s*(?:,|\be\b|\band\b|\+)\s*", text)
    pointed = next((found for part in parts if (found := _ONE_OF_THOSE.fullmatch(part))), None)
    others = [refer(part, entries) for part in parts if pointed is None or part != pointed[0]]
    if pointed is None or not others or any(each is None or len(each) != 1 for each in others):
        return []
    named = [each[0] for each in others if each]
    taken = {one for each in named for one in each.products}
    left = tuple(each.product_id for entry in entries for each in entry.each if each.product_id not in taken)
    return [Reference(left, number(pointed["count"]), 1), *named] if left else []


def each_its_own(waits: Sequence[Pending], text: str) -> list[Mention]:
    """`top M e calcinha G`, where both are still to be chosen: each by its own name."""
    alike = {frozenset(each.product_id for option in one.options for each in option.each): one for one in waits}
    parts = re.split(r"\s*(?:,|\be\b|\band\b)\s*", text)
    told: list[Mention] = []
    for part in parts if len(alike) > 1 else ():
        fits = [(at, one, found) for at, one in alike.items() if (found := refer(part, one.options))]
        if len(fits) != 1 or len(fits[0][2]) != 1:
            return []
        at, one, found = fits[0]
        del alike[at]
        told.append(Mention(among=found[0].products, quantity=found[0].quantity or one.quantity))
    return told if len(told) > 1 else []


def answer_and_more(waits: Sequence[Pending], text: str, mention: Callable[[str], Mention]) -> list[Mention]:
    """`a grande e uma coca 2 litros`, `um de 700 com nutella`: the one that is chosen, and goods of other names, with
    how many or as what goes with it."""
    first, *others = split_mentions(text) or [""]
    more, goes_with = [mention(part) for part in others], _WITH.match(text, len(first)) is not None
    if not more or not all(any(map(_is_goods, one.words)) and (one.quantity or goes_with) for one in more):
        return []
    for asked in waits:
        found = refer(first, asked.options)
        if found and len(found) == 1 and not any(refer(part, asked.options) for part in others):
            return [Mention(among=found[0].products, quantity=found[0].quantity or asked.quantity), *more]
    return []


def _is_goods(word: str) -> bool:
    return current().place(word) >= NAMES
