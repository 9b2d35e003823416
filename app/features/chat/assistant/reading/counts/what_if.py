"""What so many would cost, only supposed: `e se for 2, quanto dá`, with or without its mark. Pure."""

import re

from app.ops.expressions import expression

_PRICED = r"(?:quanto|how\s+much)\b"
_SUPPOSES = (
    r"(?:(?:e|mas|and|but)\s+)*(?:se|if)\s+(?:(?:eu|a\s+gente|i|we|it\s+(?:was|were|is))\s+)?"
    r"(?:(?:quiser|fosse)\s+)?(?:lev\w+|compr\w+|peg\w+|ped\w+|quiser|for(?:em)?|fosse[m]?|sao|take|took|buy|bought|get|got|order\w*|want\w*|(?=\d))\s*"
)
_WHAT = r"(?P<what>(?:\d{1,3}|uma?|dois|duas|tres|quatro|cinco|seis|dez|two|three|four|five|six)\b[^,.;!?\n]*?)"
_FIRST = expression(
    rf"\s*{_SUPPOSES}{_WHAT}[\s,]+(?:{_PRICED}[^,.;!\n]*|(?:(?:ai|isso|tudo)\s+)*(?:fica|sai|da|custa|seria|vai)\s+(?:{_PRICED}|por\s+{_PRICED}))\W*"
)
_LAST = expression(
    rf"\s*(?:(?:e|and)\s+)?{_PRICED}(?:\s+(?:que|fica|sai|da|custa|seria|ficaria|vai|e|it|is|would|be|will|does))*\s+{_SUPPOSES}{_WHAT}\W*"
)
# `levo 3 faz quanto?`, `3 saem por quanto?`
_TAKING = expression(
    rf"\s*(?:(?:e|mas|ai)\s+)*(?:(?:eu\s+)?(?:lev|peg|compr)(?:o|ando)\s+)?{_WHAT}\s+"
    r"(?:(?:voces?|ai|tudo)\s+)*(?:fica[m]?|ficaria[m]?|sai|saem|sairia[m]?|da|custa[m]?|faz|fazem|faria[m]?)\s+(?:por\s+)?quanto\W*"
)


def _supposed(folded: str) -> re.Match[str] | None:
    return _FIRST.fullmatch(folded) or _LAST.fullmatch(folded) or _TAKING.fullmatch(folded)


def is_supposed(folded: str) -> bool:
    """It only asks what so many would cost."""
    return _supposed(folded) is not None


def as_price(folded: str) -> str:
    """The folded message as the question what so many cost."""
    found = _supposed(folded)
    return folded if found is None else f"quanto fica {found['what'].strip()}?"
