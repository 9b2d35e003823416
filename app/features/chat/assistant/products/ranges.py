"""Options that are ranges of weight: `2,6 a 5 kg`, `até 8 kg`, `acima de 8 kg`. Pure."""

import math

from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

_N = r"\d{1,3}(?:[.,]\d{1,2})?"
_RANGE = expression(
    rf"(?:de\s+)?(?P<low>{_N})\s*(?:kgs?|quilos?)?\s*(?:a|ate|-|–|to)\s*(?P<high>{_N})\s*(?:kgs?|quilos?)|"
    rf"(?:ate|menos\s+de|up\s+to)\s+(?P<most>{_N})\s*(?:kgs?|quilos?)|"
    rf"(?:acima\s+de|mais\s+de|a\s+partir\s+de|over|above)\s+(?P<least>{_N})\s*(?:kgs?|quilos?)"
)


def range_of(value: str) -> tuple[float, float] | None:
    """The least and the most kilos that a value of an option is for; None: it is no range."""
    found = _RANGE.fullmatch(fold(value).strip())
    if found is None:
        return None
    if found["most"]:
        return 0.0, _number(found["most"])
    if found["least"]:
        return math.nextafter(_number(found["least"]), math.inf), math.inf
    return _number(found["low"]), _number(found["high"])


def _number(told: str) -> float:
    return float(told.replace(",", "."))
