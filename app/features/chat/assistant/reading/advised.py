"""What somebody who knows said to get, and that it is got then: one wish, told twice. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import stem, words
from app.ops.expressions import expression

# `o rapaz que vai instalar falou pra pegar também um conector de porcelana, então põe um conector`
_TOLD_TO_GET = expression(
    r"(?:^|[\s,.;!]+)(?:(?:e|que|mas|porque|ai|and|but)\s+)*(?:[oa]s?|the|um|uma)\s+(?:(?:meu|minha|my)\s+)?(?P<who>[a-z]{3,})(?:\s+(?:que|who)(?:\s+[a-z]+){1,4}?)?\s+(?:me\s+)?"
    r"(?:falou|disse|mandou|pediu|recomendou|indicou|said|told\s+me)\s+(?:que\s+(?:e|era)\s+)?(?:pra|para|to)\s+(?:eu\s+)?(?:ja\s+)?(?:pegar|comprar|levar|pedir|botar|colocar|get|buy)\s+(?:(?:tambem|junto|mais)\s+)*"
    r"(?P<goods>[^.,;!?\n]{3,60}?)\s*,?\s+(?:entao|ai|dai|so)\s+(?:(?:ja|me|voce|eu|i)\s+)*(?P<deed>poe|coloca|bota|manda|quero|ve|inclui|adiciona|add|want)\s+(?P<count>\d{1,2}|uma?|dois|duas|tres|one|two)\s+(?P<noun>[a-z]{3,})\b"
)
_COUNT = expression(r"^(?:\d{1,2}|uma?s?|dois|duas|tres|[oa]s?|an?|one|two|the)\s+")


def taken_as_told(text: str) -> str:
    """A folded text in which goods that somebody said to get are named once, as they are put in."""
    return _TOLD_TO_GET.sub(_once, text)


def _once(found: re.Match[str]) -> str:
    goods = _COUNT.sub("", found["goods"])
    same = stem(found["noun"]) in {stem(word) for word in words(goods)} and current().place(found["noun"]) >= NAMES
    known = current().place(found["who"]) >= NAMES
    return found[0] if known or not same else f". {found['deed']} {found['count']} {goods} "
