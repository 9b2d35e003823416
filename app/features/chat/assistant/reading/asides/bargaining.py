"""What would be bought at another price: `quero a jaqueta, se fizer por 150 no pix eu fecho`. It wishes for nothing as
it is sold, so that it is read as a question for the price. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.vocabulary import THANKS
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading import verbs
from app.ops.expressions import expression

_PRICED = (
    r"(?:fize\w*|fazem?|der(?:em)?|d[aá]|baix\w+|abaix\w+|deix\w+|sai[ra]?|sair\w*|for|fic\w+|custar|conseg\w+|tir\w+|vend\w+|tiver\w*|"
    r"do|can|could|give|make|drop|come|lower|let|is|it'?s|sell)"
)
_AT = (
    r"(?:r?\$\s*)?\d{2,5}(?:[.,]\d{2})?(?!\s*(?:un|dias?|horas?|h\b|min|cm|mm|kg|g\b|ml|l\b|metros?|m\b|days?|hours?))"
)
# `se fizer por 150`, `só se sair a 300`, `if you can do it for 140`, `se me der um desconto`
_IF_PRICED = expression(
    rf"[\s,.;]*\b(?:(?:e|mas|but|and|a[ií])\s+)*(?:s[oó]\s+|only\s+|apenas\s+)?(?:se|caso|desde\s+que|if|as\s+long\s+as)\s+[^,.;!?\n]{{0,30}}?\b{_PRICED}\b"
    rf"[^,.;!?\n]{{0,25}}?\b(?:{_AT}|(?:um\s+)?desconto|descontinho|discount|mais\s+barato|cheaper)\b[^;!?\n]{{0,60}}",
    re.IGNORECASE,
)
_TAKES_NOTE = THANKS | frozenset(
    "ok okay okey ta tah tudo bem beleza blz entendi got it all right alright".split()  # noqa: SIM905
)


def without_bargain(message: str) -> str:
    """The message with what it wants only at another price asked for its own."""
    found = _IF_PRICED.search(message) if "?" not in message else None
    left = f"{message[: found.start()]} {message[found.end() :]}".strip(" ,.;") if found else ""
    if not left or not any(current().place(word) >= NAMES for word in words(fold(left))):
        return message
    return f"quanto custa {verbs.without_verbs(fold(left)).strip()}?"


def bargains(message: str) -> bool:
    """It makes the price a condition."""
    return _IF_PRICED.search(message) is not None


def says_yes(message: str) -> bool:
    """A word of it does more than take note of an answer, as `ok, obrigado` may."""
    return any(word not in _TAKES_NOTE for word in words(fold(message)))
