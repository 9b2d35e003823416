"""Change for the banknote that cash is paid with, as shoppers tell it. Pure."""

import re
from collections.abc import Iterable

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

_A_NOTE = r"(?:(?:uma?|an?)\s+)?(?:nota\s+de\s+)?(?:r\$\s*)?\d{2,4}\b"
# Which is no exchange: `troco pra 100`, `vou dar uma nota de 50`, `i only have a 200 bill`, `não precisa de troco`.
_CHANGE = expression(
    r"\b(?:tenho|so\s+com|com|i\s+have|d(?:ou|ar)|entreg(?:o|ar)|levar?|e)\s+(?:so\s+)?(?:(?:uma|a)\s+)?nota\s+de\s+\d{2,3}\b|"
    rf"^(?:.*\b)?(?:troco\s+(?:pra|para|de|p)|change\s+for)\s+(?:an?\s+)?{_A_NOTE}|"
    r"\b(?:pay(?:ing)?\s+(?:cash\s+)?with|i(?:'ll|\s+will)?(?:\s+only)?(?:\s+(?:have|use|bring|give\s+(?:you|him))|'ve(?:\s+only)?\s+got))\s+an?\s+(?:r\$\s*)?\d{2,3}\s*(?:reais\s+)?(?:note|bill)\b|"
    r"\bpag(?:o|ar|ando)\s+com\s+(?:\d{2,3}\s+reais|uma\s+de\s+\d{2,3})\b|"
    r"\b(?:nao\s+)?precis\w+\s+(?:de\s+)?troco\b|^sem\s+troco$"
)
# `tem troco pra 100?` asks for it.
_ASKED_FOR = expression(rf"\bchange\s+(?:for|from|of)\s+{_A_NOTE}|\btroco\s+(?:pra|para|de|p)\s+{_A_NOTE}")
_NONE = expression(r"\b(?:nao|n|sem|no)\b")

_BEFORE = expression(
    r"^(?:(?:ah|e|opa|ops|ent[aã]o|ok|mas|na\s+(?:vdd|verdade)|melhor|alias|ali[aá]s|actually|and|but)\b[\s,]*)+(?=\w)",
    re.IGNORECASE,
)


def tells_change(text: str) -> bool:
    """A folded piece of a message says for what change is wanted, or that none is."""
    return _CHANGE.search(text) is not None


def asks_for_change(text: str) -> bool:
    """A folded question asks for change for a note that it names."""
    return _ASKED_FOR.search(text) is not None


def is_change(note: str) -> bool:
    """A note of the order that is about change."""
    return tells_change(spelt_out(fold(note)))


def needs_change(note: str) -> bool:
    """It is paid in cash, for which change is wanted."""
    return is_change(note) and _NONE.search(spelt_out(fold(note))) is None


# `me manda que eu pago na hora no dinheiro não precisa de troco`, spoken without a pause
_BESIDE = expression(
    r"(?P<before>[^.,;:!?\n]*\b(?:pag\w+|dinheiro|cash|entreg\w+|mand\w+|motoboy|retir\w+|busc\w+)\b[^.,;:!?\n]*?)\s+"
    r"(?:(?:e|mas)\s+)?(?P<change>(?:eu\s+)?(?:n[ãa]o\s+(?:vou\s+)?precis\w+\s+(?:de\s+)?troco|sem\s+troco|"
    r"(?:(?:preciso|precisa|quero|queria)\s+(?:de\s+)?)?troco\s+(?:pra|para|p)\s+(?:r\$\s*)?\d)[^.,;:!?\n]*)",
    re.IGNORECASE,
)
_FEWEST = 5


def change_apart(message: str) -> str:
    """The message with a pause before what is told of change behind other things, which are read by themselves."""

    def parted(found: re.Match[str]) -> str:
        return f"{found['before']}, {found['change']}" if len(found["before"].split()) >= _FEWEST else found[0]

    return _BESIDE.sub(parted, message) if "troco" in message.lower() else message


def banknote_in(piece: str) -> str:
    """Such a piece as it was written, without what takes back another: `na vdd troco pra 200`."""
    return _BEFORE.sub("", piece)


def banknote(notes: Iterable[str]) -> int | None:
    """What is handed over, in cents, by the last of an order's notes that tells it."""
    told = [re.search(r"\d{2,4}", note) for note in notes if needs_change(note)]
    return int(told[-1][0]) * 100 if told and told[-1] else None
