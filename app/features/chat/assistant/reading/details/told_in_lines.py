"""Name and address as they stand in a message: in lines, one of which tells how the goods are to come (`motoboy` is no
part of a name), and behind what is to be done there: `entregar na`. Pure."""

import re

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.changes.in_its_place import tells_size
from app.features.chat.assistant.reading.details.data_aloud import data_apart
from app.features.chat.assistant.reading.details.people import told_about_oneself
from app.features.conversations.state import ConversationState, Known
from app.ops.expressions import expression

_WAY = expression(
    r"\W*(?:(?:por|via|pel[oa]|de|com|pra|quero|by)\s+)*"
    r"(?:moto\s?boy|sedex|pac|correios?|transportadora|courier|entrega|retirada|delivery|pick\s?up)"
    r"(?:\s+(?:mesmo|msm|por\s+favor|pfv?|please))?\W*",
    re.IGNORECASE,
)
# `entregar na`, of which the address was taken
_LEFT = expression(
    r"\b(?:(?:(?:quero|pode|podem|favor|é|eh|pra|para|please|to\s+be|e)\s+)*(?:entreg(?:a|ar|ue|uem|am)|mand(?:a|ar|em)|envi(?:a|ar|e|em)|delivered|deliver|send|ship)"
    r"(?:\s+(?:it|them|tudo|aqui|isso|por\s+favor))?\s+(?:n[ao]|em|pr[ao]|para|to|at)(?:\s+(?:o\s+)?(?:cep|endere[cç]o))?|(?:and\s+)?i\s+live\s+(?:at|on|in))\s*(?=[,.;!\n]|$)",
    re.IGNORECASE,
)


def told_in_lines(message: str, state: ConversationState) -> tuple[Known, str]:
    """Name, address and the like, their numbers in digits or in words; the rest is what the message says besides."""
    message = data_apart(message)
    known, rest = (Known(), message) if tells_size(fold(message), state) else _told(message, state)
    placed = (known.address or known.cep) and "?" not in message
    return known, _LEFT.sub(_to_come if state.cart.lines else " ", rest) if placed else rest


def _to_come(found: re.Match[str]) -> str:
    english = re.search(r"(?i)deliver|send|ship", found[0]) is not None
    return " delivery " if english else " entrega "


def _told(message: str, state: ConversationState) -> tuple[Known, str]:
    lines = message.split("\n")
    ways = [one for one in lines if _WAY.fullmatch(one)]
    if not ways or len(ways) == len(lines):
        return told_about_oneself(message, state)
    known, rest = told_about_oneself("\n".join(one for one in lines if one not in ways), state)
    return (known, "\n".join([rest, *ways]).strip()) if known != Known() else (known, message)
