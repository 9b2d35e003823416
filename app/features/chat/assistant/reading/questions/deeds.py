"""What is asked for by a verb, where the shop sells the deed: `revelar 24 fotos` wants so many `revelação`; what a deed
costs that it does beside selling: `cobra pra montar?` Pure.
"""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import DEVERBAL, NUMBER_WORDS, in_portuguese
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,4}}|{NUMBER_WORDS}|umas?|uns|an?)"
_DEED = expression(
    rf"\b(?P<verb>{'|'.join(DEVERBAL)})\s+(?P<count>{_COUNT})\b(?:\s+(?:fotos?|photos?|pictures?|paginas?|folhas?)\b)?"
)
# `2 fotos reveladas`
_DONE = expression(
    rf"\b(?P<count>{_COUNT})\s+(?:fotos?|photos?|pictures?|paginas?|folhas?)\s+(?P<verb>revel|imprim|encadern|plastific|print)(?:ad|id|ed)\w*"
)
# A deed by its verb or its noun; what is told of sending and paying is asked otherwise.
_DOES = (
    r"(?P<{0}>(?!fazer\b|(?:entreg|envi|mand|lev|traz|troc|pag|receb|parcel|ser|ter|retir|busc|opc|promoc|porc|embal|mensag|garag|orcam|pagam|orig|imag|vantag)[a-z]*\b)"
    r"(?:[a-z]{{3,}}(?:ar|er|ir|cao|gem|mento)|mao\s+de\s+obra|conserto|ajuste|bainha|costura))\b"
)
_COSTS = (
    r"(?:(?:e|fica|sai|custa|seria|ta|da)\s+quanto|"
    r"quanto\s+(?:(?:que|e)\s+)*(?:e|fica|sai|custa|seria|ta|da|cobra[m]?))"
)
_PRICED_DEED = expression(
    rf"\bcobra[m]?\s+(?:(?:quanto|algo|taxa|extra|mais|a\s+mais|por\s+fora)\s+)*(?:pra|para|pel[oa]|por|[oa])\s+(?:fazer\s+)?(?:[oa]\s+)?{_DOES.format('a')}"
    rf"|\bquanto\s+(?:(?:que|e|voces?)\s+)*(?:fica|sai|custa|seria|e|da|cobra[m]?)\s+(?:(?:pra|para|por|pel[oa]|fazer|[oa])\s+)+(?:voces\s+)?{_DOES.format('b')}"
    rf"|^(?:(?:e|mas|[oa])\s+)*{_DOES.format('c')}(?:\s+(?:(?:d[oae]s?|de)\s+)?\w+){{0,4}}?\s+{_COSTS}"
    r"|\bhow\s+much\s+(?:do|would|does|is|are)\s+(?:(?:you|it|they|the\s+shop)\s+)?(?:charge|cost)?\s*(?:to|for)?\s*(?:the\s+)?(?P<en>install|assemble|mount|fit|repair|fix|engrave|sharpen|sew|print|cut)(?:ation|ing|ment)?\b"
)


def priced_deed(text: str) -> str:
    """What the shop is asked to do and what for: `cobra pra montar?`, `a instalação fica quanto?`; empty: it is not, or
    such a deed is sold. text: folded."""
    found = _PRICED_DEED.search(text)
    if found is None:
        return ""
    deed: str = found["a"] or found["b"] or found["c"] or (in_portuguese(found["en"]) or ("",))[0]
    return "" if current().place(deed) >= NAMES else deed


def as_deeds(text: str) -> str:
    """The folded text in which the deed that is counted has its name."""
    return _DONE.sub(_named, _DEED.sub(_named, text))


def _named(found: re.Match[str]) -> str:
    nouns = next(nouns for verb, nouns in DEVERBAL.items() if verb.startswith(found["verb"]))
    sold = next((noun for noun in nouns if current().place(noun) == BEGINS), None)
    return f"{found['count']} {sold}" if sold else found[0]
