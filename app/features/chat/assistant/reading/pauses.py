"""Pauses that a message told aloud has no comma for, by which its notes are told apart. Pure."""

import re

from app.ops.expressions import expression

# What an address or a name that was taken out leaves in the middle of a message.
_GAP = expression(r"(?<=[^\W\d_]) {3,}(?=(?:e\s+)?(?:eu|pag\w+)\s|and\s+i\s)", re.IGNORECASE)


def with_pauses(message: str) -> str:
    """The message as it was written, with a comma where who speaks goes on to how it is paid."""
    return _GAP.sub(" , ", message)
