"""Measures counted under a head: `potes de vidro: 3 de 1 litro e 2 de 500`, each with the head it is of. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import SMALL_COUNT, is_colour, number, stem, words
from app.features.chat.assistant.products.matching import SIZED
from app.features.chat.assistant.products.name_words import is_size
from app.ops.expressions import expression

UNIT = (
    r"(?:litros?|lts?|liters?|l|ml|kg|kilos?|quilos?|gramas?|gr?|cm|mm|metros?|mts?|m|w|watts?|v|volts?|fios|"
    r"pecas?|pieces?|polegadas|bocas|xicaras|lugares)"
)
# `3 de 1 litro`, `dois de 500`
_COUNTED = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+(?:d[eoa]|of|of\s+the)\s+(?P<size>\d+(?:[.,]\d+)?(?:\s?{UNIT}(?:\s+e\s+mei[oa])?)?|meio\s+litro)"
    r"(?=\s*(?:$|[,;.!?\n+])|\s+(?:e|and|mais)\s+(?:\d|[a-z]))"
)
_FEW = 12
_WORD = 4
_JOINS = expression(r"\s*(?:[,;+]|\be\b|\band\b|\bmais\b)*\s*")
_PAUSE = expression(r"\s*(?:[:,-]|\bsendo\b)?\s*$")
_BEGINS = expression(r"[.;!?\n]|,\s|\s(?:e|and|mais)\s")

# `um casal e um solteiro`, beneath or behind what they are of
_CALLED = rf"[a-z]{{3,}}(?:\s+(?!(?:e|and|mais)\b|{SMALL_COUNT}\b)[a-z]{{3,}})?"
_KIND = rf"{SMALL_COUNT}\s+(?:(?:d[eoa]|of)\s+)?(?!(?:de|da|do|e|and|mais)\b){_CALLED}"
_AND = r"(?:\s*[,;+\n]\s*(?:e\s+|and\s+)?|\s+(?:e|and|mais)\s+|\s+(?=\d))"
_LIST = rf"(?P<kinds>{_KIND}(?:{_AND}{_KIND})+)"
_KINDS = expression(rf"\s*(?:[\n:,]|\bsendo\b)\s*{_LIST}(?=\s*(?P<ends>[.!\n,;]|$))")
# `2 cadeiras (1 azul e 1 listrada)`
_IN_BRACKETS = expression(rf"\s*\(\s*(?:sendo\s+)?{_LIST}\s*\)")
_WISHED = expression(r"\b(?:eu|oi|quero|queria|me|ve|manda|vou|querer|levar|de|dos?|das?|uns|umas|i|want|'d|like)\b")
_LAST_THING = expression(rf"(?:[,;.!\n]|\b(?:e|and|mais)\b)\s*(?={SMALL_COUNT}\s)")
_COUNTED_HEAD = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+(?P<adjectives>(?:\d{{1,4}}(?:[.,]\d+)?\s?{UNIT}\s+(?:of\s+)?)?(?:[a-z]{{3,}}\s+){{0,2}})$"
)
# `picolé cremoso 6 coco 6 chocolate`: behind a thing that is not counted itself
_KINDS_BARE = expression(rf"\s{_LIST}(?=\s*(?P<ends>[.!\n]|$))")
_ONE_KIND = expression(rf"(?P<n>{SMALL_COUNT})\s+(?P<kind>(?:(?:d[eoa]|of)\s+)?(?!{SMALL_COUNT}\b){_CALLED})")
_COUNTED_THING = expression(rf"\s(?={SMALL_COUNT}\s+(?P<thing>[a-z]{{3,}}))")
_BEDS = frozenset("solteiro solteirao viuva casal queen king single double twin infantil adulto".split())  # noqa: SIM905

# `4 bichinhos de 20: um urso, um coelho e 2 gatos`, `tudo de 40 cm: ...`
_SIZED_HEAD = expression(
    rf"(?:(?:(?P<many>{SMALL_COUNT})\s+[a-z]{{3,}}(?:\s+[a-z]{{2,}}){{0,2}}?|tudo|todos|todas|everything|all)\s+(?:(?:d[eo]|em|n[oa]|in|of|tamanho|size)\s+)+|the\s+(?=[^,:]*\sones\b)|(?:tudo|todos|todas|all)\s+(?=[a-z]))"
    rf"(?P<size>\d{{1,3}}(?:[.,]\d+)?(?:\s?{UNIT})?|pp|p|m|gg|g|xgg?|xs|s|l|xl|grandes?|pequen[oa]s?|medi[oa]s?|meias?|inteir[oa]s?|small|medium|large)(?:\s+ones)?(?:\s+(?:por\s+favor|please))?\s*[:\n]\s*(?P<list>[^.:;!?\n]+)"
)
_ITEMS = expression(rf"\s*,\s*(?:e\s+|and\s+)?|\s+(?:e|and|mais)\s+(?={SMALL_COUNT}\s|an?\s)")
_ITEM = expression(rf"(?P<n>{SMALL_COUNT}|an?)\s+(?P<thing>(?!{SMALL_COUNT}\s).+)")


# `quanto custa o pote de 1 litro e o de 2 litros?`
_MEASURE = rf"\d+(?:[.,]\d+)?\s?{UNIT}\b"
_PRICE_OF_BOTH = expression(
    rf"(?P<lead>\b(?:quanto|(?:qual\s+)?o\s+(?:preco|valor)|how\s+much)\b[^.,;!?\n\d]*?\s(?:[oa]s?|the)\s+)"
    rf"(?P<thing>[a-z][a-z ]{{2,60}}?)\s+(?P<of>de|of|in)\s+(?P<one>{_MEASURE})"
    rf"\s*(?:,|\be\b|\band\b)\s*(?:[oa]s?|the)\s+(?:(?:de|of)\s+)?(?P<other>{_MEASURE})(?:\s+one)?(?=\s*(?:[?.!\n]|$))"
)


def named_in_full(text: str) -> str:
    """A folded text that asks for the price of a thing in two measures, with the thing named in both."""
    return _PRICE_OF_BOTH.sub(_each_named, text)


def _each_named(found: re.Match[str]) -> str:
    if not any(current().place(word) == BEGINS for word in words(found["thing"])):
        return found[0]
    one, other = (f"{found['thing']} {found['of']} {size}" for size in (found["one"], found["other"]))
    return f"{found['lead']}{one} e o {other}"


def in_size_of_head(text: str) -> str:
    """A folded text in which each thing of a list has the size that was told over all of them."""
    found = _SIZED_HEAD.search(text)
    if found is None:
        return text
    items = [_ITEM.fullmatch(one.strip()) for one in _ITEMS.split(found["list"])]
    told = [one for one in items if one is not None and any(map(current().place, words(one["thing"])))]
    named = told and any(current().place(word) >= NAMES for word in words(told[0]["thing"]))
    if len(told) < 2 or len(told) < len(items) or not named:
        return text
    if found["many"] and number(found["many"]) != sum(number(one["n"]) or 1 for one in told):
        return text
    size = found["size"]
    called = f"de {size}" if size[0].isdigit() else f"tamanho {size}" if len(size) < _WORD else size.removesuffix("s")
    each = ", ".join(f"{number(one['n']) or 1} {one['thing']} {called}" for one in told)
    return f"{text[: found.start()]}{each}{text[found.end() :]}"


def kinds_under_head(text: str) -> str:
    """A folded text in which each counted kind has the name that it was listed under: `jogo de lençol`, `um casal e um
    solteiro`."""
    text = _IN_BRACKETS.sub(r", \g<kinds>", text)
    found = _KINDS.search(text)
    bare = found is None
    found = found or _KINDS_BARE.search(text)
    if found is None or "?" in text[: found.end() + 1]:
        return text
    told = list(_ONE_KIND.finditer(found["kinds"]))
    kinds = [words(one["kind"]) for one in told]
    begins = text.rfind("\n", 0, found.start()) + 1
    begins = max([begins, *(one.end() for one in _LAST_THING.finditer(text, begins, found.start()))])
    begins = max([begins, *_run_together(text, begins, found.start())])
    first = next(
        (one for one in re.finditer(r"[a-z]+", text[begins : found.start()]) if current().place(one[0]) == BEGINS), None
    )
    if first is None or not all(map(_no_goods, kinds)) or not any(_tells_kind(word) for one in kinds for word in one):
        return text
    said, thing = text[begins : begins + first.start()], text[begins + first.start() : found.start()].strip()
    counted = _COUNTED_HEAD.search(said)
    several = re.search(rf"\b(?:e|and|ou|or)\b|,|\b{SMALL_COUNT}\b", thing)
    if several or _same_sort(thing, kinds) or _of_others(thing, kinds):
        return text
    if (counted is None and found["ends"] in (",", ";")) or (bare and words(_WISHED.sub("", said))):
        return text
    if counted and number(counted["n"]) != sum(number(one["n"]) or 1 for one in told):
        return text
    if counted:
        said, thing = said[: counted.start()], f"{counted['adjectives']}{thing}"
    each = ", ".join(f"{number(one['n']) or 1} {thing} {one['kind']}" for one in told)
    return f"{text[:begins]}{said}{each}{text[found.end() :]}"


def _run_together(text: str, begins: int, ends: int) -> list[int]:
    """`80 cadeiras 20 toalhas`: where goods that are counted begin, with no sign between them."""
    return [one.end() for one in _COUNTED_THING.finditer(text, begins, ends) if current().place(one["thing"]) == BEGINS]


def _no_goods(kind: list[str]) -> bool:
    return all(current().place(word) < BEGINS or is_colour(word) for word in kind)


def _tells_kind(word: str) -> bool:
    return word in _BEDS or is_colour(word) or is_size(word) or stem(word) in SIZED or current().place(word) > 0


def _same_sort(thing: str, kinds: list[list[str]]) -> bool:
    """The head tells a colour or a size already, and the kinds tell others of it: they are beside it."""
    own = words(thing)
    told = [word for one in kinds for word in one]
    return (any(map(is_colour, own)) and any(map(is_colour, told))) or bool(_BEDS & {*own} and _BEDS & {*told})


def _of_others(thing: str, kinds: list[list[str]]) -> bool:
    """`sementes de tomate, 2 de alface e 1 de coentro`: what the head is of, the kinds are of something else."""
    plain = any(word in _BEDS or is_colour(word) or is_size(word) for one in kinds for word in one)
    return " de " in thing and not plain and all(one[0] in ("de", "do", "da") for one in kinds)


def under_head(text: str) -> str:
    """A folded text in which each counted measure has the name that it was listed under."""
    found = list(_COUNTED.finditer(text))
    if not found:
        return text
    run = [found[0]]
    for after in found[1:]:
        if _JOINS.fullmatch(text, run[-1].end(), after.start()) is None:
            break
        run.append(after)
    rest = text[run[-1].end() :]
    head = _head_of(text[: run[0].start()], run)
    if head is None:
        return text[: run[-1].end()] + under_head(rest)
    before, thing = head
    each = ", ".join(f"{number(one['n']) or 1} {thing} de {one['size']}" for one in run)
    return f"{before}{each}{under_head(rest)}"


def _head_of(before: str, run: list[re.Match[str]]) -> tuple[str, str] | None:
    """What stands before the list, and the name that it is of; None: goods are not named there, or counted by
    themselves (`uma calça e 2 de 40`)."""
    pause = _PAUSE.search(before)
    head = before[: pause.start()] if pause else before
    begins = max((one.end() for one in _BEGINS.finditer(head)), default=0)
    part = head[begins:]
    first = next((one for one in re.finditer(r"[a-z]+", part) if current().place(one[0]) == BEGINS), None)
    if first is None or any(is_size(word) or word.isdigit() for word in words(part[first.start() :])):
        return None
    if len(run) == 1 and not (pause and pause[0].strip()) and (number(run[0]["n"]) or 1) > _FEW:
        return None  # `filtro 50 de 220v`
    said, thing = part[: first.start()], part[first.start() :].strip(" :,-")
    counted = re.search(rf"\b(?P<n>{SMALL_COUNT})\s+$", said)
    if counted is not None:
        if number(counted["n"]) != sum(number(one["n"]) or 1 for one in run):
            return None
        said = said[: counted.start()]
    return before[:begins] + said, thing
