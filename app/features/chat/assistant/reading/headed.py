"""Measures counted under a head: `potes de vidro: 3 de 1 litro e 2 de 500`, each with the head it is of. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import NUMBERS, number, words
from app.features.chat.assistant.products.mentions import is_size
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,2}}|{'|'.join(word for word, value in NUMBERS.items() if value < 13)})"
_UNIT = (
    r"(?:litros?|lts?|liters?|l|ml|kg|kilos?|quilos?|gramas?|gr?|cm|mm|metros?|mts?|m|w|watts?|v|volts?|fios|"
    r"pecas?|pieces?|polegadas|bocas|xicaras|lugares)"
)
# `3 de 1 litro`, `dois de 500`
_COUNTED = expression(
    rf"\b(?P<n>{_COUNT})\s+(?:d[eoa]|of|of\s+the)\s+(?P<size>\d+(?:[.,]\d+)?(?:\s?{_UNIT}(?:\s+e\s+mei[oa])?)?|meio\s+litro)"
    r"(?=\s*(?:$|[,;.!?\n+])|\s+(?:e|and|mais)\s+(?:\d|[a-z]))"
)
_FEW = 12
_JOINS = expression(r"\s*(?:[,;+]|\be\b|\band\b|\bmais\b)*\s*")
_PAUSE = expression(r"\s*(?:[:,-]|\bsendo\b)?\s*$")
_BEGINS = expression(r"[.;!?\n]|,\s|\s(?:e|and|mais)\s")


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
    counted = re.search(rf"\b(?P<n>{_COUNT})\s+$", said)
    if counted is not None:
        if number(counted["n"]) != sum(number(one["n"]) or 1 for one in run):
            return None
        said = said[: counted.start()]
    return before[:begins] + said, thing
