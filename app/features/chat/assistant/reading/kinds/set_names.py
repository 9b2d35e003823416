"""Goods that are called by how many pieces they have, and a price that is asked behind the goods. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import NUMBERS, words
from app.ops.expressions import expression

# `jogo de facas de 6 peças`: the number is of the name where there is such a set, else it counts.
_SET = expression(
    r"\b(?P<set>(?:jogos?|kits?|conjuntos?|aparelhos?|faqueiros?|sets?)\b(?:\s+(?!e\b|and\b|com\b)[a-z]{2,}){0,5}?)"
    r"\s+(?:(?:de|com|c/|of|with)\s+)?(?P<n>\d{1,3})\s*(?:pecas?|pcs?|itens|pieces?)\b"
)
_PRICE = (
    r"(?:(?:ta|sai|esta|fica)\s+)?(?:por\s+)?(?:quanto(?:\s+(?:custa\w*|ta|esta|sai|fica|e|eh|que\s+(?:ta|e|custa)))?|"
    r"(?:(?:qual|quais)\s+(?:e\s+|eh\s+)?)?(?:[oa]\s+)?(?:preco|valor))"
)
_PRICE_BEHIND = expression(rf"(?P<before>^|[.!;,\n]\s*)(?P<goods>[a-z][^.!?;,\n]*?)\s+{_PRICE}\s*(?=$|[.!?;\n])")
_SAYS_MORE = expression(
    r"\b(?:quero|queria|quer|vou|manda|bota|coloca|poe|add|adiciona|leva\w*|me\s+ve|pix|frete|entreg\w+|cep|total|tudo|"
    r"qual|quanto|quantos|tem|sei|saber|ver|fala|diz|want|how|what)\b"
)


def as_called(text: str) -> str:
    """A folded text with a set's number as part of its name, and a price asked behind one thing asked before it."""
    return _PRICE_BEHIND.sub(_asked_first, _SET.sub(r"\g<set> \g<n>", text))


def _asked_first(found: re.Match[str]) -> str:
    said = words(found["goods"])
    counts = any(word in NUMBERS for word in said) or re.search(r"(?:^|\be\s)\d", found["goods"]) is not None
    named = any(current().place(word) >= NAMES for word in said)
    if not named or counts or _SAYS_MORE.search(found["goods"]) or not re.search(r"\d", found["goods"]):
        return found[0]
    return f"{found['before']}quanto custa {found['goods']} ?"
