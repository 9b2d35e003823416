"""Which of their own data a shopper wants to be another: wrong, or of a place or a person that is not told. Pure."""

import re

from app.features.chat.assistant.acts import DataKind
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

# To be brought to where nothing is known of yet: `entrega no meu trabalho`, `pode ser outro endereço?`
_ELSEWHERE = expression(
    r"^\W*(?:(?:pode|podem|d[áa]\s+(?:pra|para)|quero|queria)\s+)*(?:(?:entreg|mand|envi)\w*|ser)\s+(?:l[áa]\s+)?(?:(?:no|na|em|pro|pra|para)\s+)?(?:o\s+)?"
    r"(?:meu\s+(?:trabalho|servi[çc]o|escrit[óo]rio)|(?:casa|endere[çc]o)\s+d[aeo]\s+(?:minha|meu)\s+\w+|outro\s+(?:endere[çc]o|lugar))\W*$",
    re.IGNORECASE,
)
# `can you send it to a different address? Av. Paulista 900`
TO_ANOTHER = expression(
    r"^\W*(?:(?:and|e|pode[m]?|d[áa]\s+pra|can|could|you|please)\s+)*(?:send|deliver|ship|bring|(?:entreg|mand|envi)\w*)\s+(?:it\s+|this\s+|them\s+)?"
    r"(?:(?:to|at|pra|para|em|no|num|n[oa])\s+)?(?:a\s+different|another|um\s+outro|outro)\s+(?:address|place|endere[çc]o|lugar)\b",
    re.IGNORECASE,
)
_MOVED = expression(r"^\W*(?:eu\s+)?mudei\s+de\s+(?:casa|endere[çc]o)\W*$", re.IGNORECASE)
# `coloca em nome da minha mãe`, whose name is not told
_IN_OTHER_NAME = expression(
    r"^\W*(?:(?:pode|quero|[ée])\s+)*(?:(?:coloca\w*|bota\w*|p[õo]e|deixa\w*|fica\w*)\s+)?(?:em|no)\s+nome\s+d[aeo]\s+(?:minha|meu)\s+[\wÀ-ÿ]+\W*$",
    re.IGNORECASE,
)
_KINDS: dict[str, DataKind] = {
    "end": "address", "add": "address", "num": "address", "núm": "address", "hou": "address", "cep": "cep",
    "zip": "cep", "nom": "name", "nam": "name", "cpf": "cpf",
    "tel": "phone", "cel": "phone", "pho": "phone", "e-m": "email", "ema": "email",
}  # fmt: skip
_DATA = (
    r"(?P<data>endere[cç]o|address|n[uú]mero\s+da\s+(?:minha\s+)?casa|house\s+number|cep|zip(?:\s+code)?|nome|name|cpf|"
    r"telefone|celular|phone|e-?mail)"
)
_DATA += r"(?:\s+de\s+entrega)?"
WRONG = expression(
    rf"\b(?:o\s+|meu\s+|the\s+|my\s+)?{_DATA}\s+(?:do\s+pedido\s+)?(?:t[aáà]|est[aá]|[ée]|eh|foi|ficou|is|was)\s+(?:errad[oa]|outr[oa]|diferente|wrong|another|different)\b",
    re.IGNORECASE,
)
# `acho que passei o CEP errado`, `I gave you the wrong address`
_GAVE_WRONG = (
    expression(rf"\berrei\s+(?:no\s+)?(?:o\s+|meu\s+)?{_DATA}\b", re.IGNORECASE),
    expression(
        rf"\b(?:passei|dei|mandei|enviei|coloquei|botei|informei|digitei|escrevi|falei)\s+(?:o\s+|meu\s+)?{_DATA}\s+errad[oa]\b",
        re.IGNORECASE,
    ),
    expression(
        rf"\b(?:gave|sent|told|wrote|put|typed)\s+(?:you\s+|in\s+|down\s+)?(?:the\s+|my\s+|a\s+)?wrong\s+{_DATA}\b",
        re.IGNORECASE,
    ),
)
EDITS = expression(
    rf"\b(?:(?:quero|preciso|queria|vou|pode|please|pf|d[aá]\s+(?:pra|para)|tem\s+como|can\s+(?:you|i))\s+)?(?:troc|mud|alter|corri[gj]|chang|atualiz)\w*\s+(?:o\s+|meu\s+|the\s+|my\s+)?{_DATA}(?:\s+(?:pra|para|por|to))?\b",
    re.IGNORECASE,
)


def disputed_data(message: str, state: ConversationState) -> DataKind | None:
    """Which of the data is to be another: `o cep tá errado`."""
    if not (state.cart.lines or state.orders):
        return None
    if (untold := not_told_yet(message)) is not None or "?" in message:
        return untold
    found = disputed(message)
    return _KINDS[found["data"][:3].lower()] if found else None


def not_told_yet(message: str) -> DataKind | None:
    """What is to be another and is not told: `entrega no meu trabalho`, `em nome da minha mãe`."""
    if _ELSEWHERE.match(message) or _MOVED.match(message):
        return "address"
    return "name" if _IN_OTHER_NAME.match(message) else None


def disputed(message: str) -> re.Match[str] | None:
    """The words that say so, with the kind of data (`data`)."""
    return next((match for one in (WRONG, *_GAVE_WRONG, EDITS) if (match := one.search(message))), None)
