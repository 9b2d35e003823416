"""Pauses that a message told aloud has no comma for. Pure."""

import re

from app.ops.expressions import expression

# What an address or a name that was taken out leaves in the middle of a message.
_GAP = expression(r"(?<=[^\W\d_]) {3,}(?=(?:e\s+)?(?:eu|pag\w+)\s|and\s+i\s)", re.IGNORECASE)
# `com um saltinho que não seja fininho tu tem alguma de salto bloco aí`
_TURNS_TO_SHOP = expression(
    r"(?<=[a-z0-9])\s+(?=(?:(?:sera\s+que|e)\s+)?(?:tu|voces?)\s+(?:ai\s+)?(?:ainda\s+)?(?:tem|teria[m]?|vende[m]?)\s+"
    r"(?:algum\w*|uma?|uns|umas)\b)"
)


def with_pauses(message: str) -> str:
    """The message as it was written, with a comma where who speaks goes on to how it is paid."""
    return _GAP.sub(" , ", message)


def turning_to_the_shop(text: str) -> str:
    """The folded text with a comma where who speaks goes on to ask whether the shop has some."""
    return _TURNS_TO_SHOP.sub(", ", text)
