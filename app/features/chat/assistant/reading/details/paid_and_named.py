"""How it is paid and got, and whose the order is, written without a pause: `pix retiro Carlos Nunes`. Pure."""

import re

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.reading.details.naming import is_likely
from app.ops.expressions import expression

_PAYS = (
    r"(?:(?:pago|pagar|pagamento|pay)\s+)?(?:(?:no|via|por|em|in|with|by)\s+)?(?:pix|dinheiro|cash)"
    r"(?:\s+na\s+(?:entrega|retirada|hora))?"
)
_GETS = (
    r"(?:(?:vou|eu|passo|pra|para)\s+)*(?:retir(?:o|ar|ada)|busc(?:o|ar)|pego)(?:\s+(?:a[ií]|na\s+loja|no\s+balc[aã]o|mesmo))*|"
    r"pick\s?-?up|motoboy"
)
_ITEM = expression(rf"(?P<item>{_PAYS}|{_GETS})(?:\s+(?:e|and)\b)?(?:\s*,\s*|\s+)(?=\S)")
# `faço o pix em nome de Ademir`
_IN_NAME = expression(
    r"\b(?P<paid>pix|dinheiro|cart[aã]o|cash|card)\s+(?=(?:(?:em|no)\s+nome\s+d[aeo]|under\s+(?:the\s+name)?)\b)",
    re.IGNORECASE,
)
# `passo o cartão na hora de pegar`
_WHEN_FETCHED = expression(
    r"\b(?P<means>(?:pago|pagar|passo|passar|acerto|acertar|cart[aã]o|dinheiro|d[eé]bito|cr[eé]dito|maquininha)\s+(?:(?:o|no|em|na|tudo|l[aá]|a[ií])\s+)*(?:cart[aã]o\s+|dinheiro\s+|d[eé]bito\s+|cr[eé]dito\s+)?)"
    r"(?:bem\s+)?na\s+hora\s+(?:de|que\s+(?:eu\s+)?(?:for\s+)?)\s*(?:pegar|buscar|retirar)\b",
    re.IGNORECASE,
)
_NAME = expression(r"[^\W\d_]{2,20}(?:\s+(?:d[aeo]s?\s+)?[^\W\d_]{2,20}){0,3}")


def paused(message: str) -> str:
    """The message with a pause behind each of them; as it is where anything else is said, or no name stands last."""
    message = _WHEN_FETCHED.sub(r"\g<means>quando for pegar", message)
    message = _IN_NAME.sub(r"\g<paid>, ", message)
    items: list[str] = []
    at, said = 0, fold(message)
    while (found := _ITEM.match(said, at)) is not None:
        items.append(message[found.start("item") : found.end("item")])
        at = found.end()
    name = message[at:].strip(" .!")
    if not items or _NAME.fullmatch(name) is None or any(current().place(word) for word in words(fold(name))):
        return message
    capitals = all(part[:1].isupper() for part in name.split() if len(part) > 3)
    named = is_likely(name) or (capitals and name[0].isupper())
    return ", ".join([*items, name]) if named and len(said) == len(message) else message
