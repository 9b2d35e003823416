"""What goods are ground, cut or sliced for: `moído pra prensa francesa` is a note, and no wish for a press. Pure."""

import re

from app.ops.expressions import expression

_MADE_FOR = expression(
    r"\b(?P<how>mo[ií]d[oa]s?|cortad[oa]s?|fatiad[oa]s?|picad[oa]s?|ralad[oa]s?|ground|sliced|cut)\s+(?:pr?a|para|pro|p|for)\s+"
    r"(?P<use>(?:(?:o|a|um|uma|an?|the)\s+)?(?!(?:mim|me|minha|meu|my|n[oó]s|us|el[ea]|him|her|hoje|amanh[aã]|today|tomorrow|entreg|retir|viagem|presente)\b)"
    r"[^\W\d]{3,}(?:\s+(?!(?:e|com|no|na|em|pra|para|pro|por|que|q|pq|mas|and|with|on|by|please|pix|tb|tamb[eé]m)\b)[^\W\d]{4,})?)",
    re.IGNORECASE,
)


def made_for(message: str) -> tuple[tuple[str, ...], str]:
    """What it is made for, as it was written, and the message without that."""
    found = tuple(one[0] for one in _MADE_FOR.finditer(message))
    return found, _MADE_FOR.sub(lambda one: one["how"], message) if found else message
