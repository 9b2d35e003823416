"""Pauses that a message told aloud has no comma for, by which its notes are told apart. Pure."""

import re

from app.ops.expressions import expression

# What an address or a name that was taken out leaves in the middle of a message.
_GAP = expression(r"(?<=[^\W\d_]) {3,}(?=(?:e\s+)?(?:eu|pag\w+)\s|and\s+i\s)", re.IGNORECASE)
# `pago em dinheiro não precisa de troco`
_NO_CHANGE = expression(
    r"(?<=[^\W\d_])\s+(?=(?:n[ãa]o|n)\s+precis[ao]\s+(?:(?:de|do|levar|trazer|mandar)\s+)*troco\b)", re.IGNORECASE
)


def with_pauses(message: str) -> str:
    """The message as it was written, with a comma where who speaks goes on to how it is paid."""
    return _NO_CHANGE.sub(" , ", _GAP.sub(" , ", message))
