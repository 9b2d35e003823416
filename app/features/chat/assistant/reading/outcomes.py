"""What comes of a wish, told behind it: `põe um brownie, assim provo os dois`. It wishes for nothing. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import NUMBERS, fold, number, words
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_SO = expression(
    r"(?P<lead>\s*[,;.]\s*|\s+)(?:(?:e|que|pra|porque|and)\s+)?(?:assim|desse\s+jeito|dessa\s+forma|that\s+way)\s+"
    r"(?P<what>(?!(?:que|mesmo|como|entao|nao|ta|esta|fica\s+(?:bom|otimo))\b)[a-z][^,.;!?\n]*)"
)
_COUNT = rf"(?:\d{{1,2}}|{'|'.join(word for word, value in NUMBERS.items() if 0 < value < 13)})"
_EXCHANGED = expression(
    rf"\b(?:troc\w+|mud\w+|substitu\w+|swap|change|replace|switch|exchange)\b[^.;!?\n]*?\b(?:por|pr[oa]|para|pel[oa]|com|for|to|with)\s+(?:(?P<n>{_COUNT}|[oa]|an?|the)\s+)?(?P<new>[^.,;!?\n]+)"
)
# `troca o de creme por um de morango. fica um de chocolate e um de morango`
_RESULT = expression(
    rf"\s*[,.;!\n]\s*(?:(?:ai|dai|entao|e|assim|so|and)\s+)*(?:(?:vai\s+)?fica[mr]?(?:\s+sendo)?|fico\s+com|that\s+leaves|leaving)\s*:?\s+"
    rf"(?P<list>{_COUNT}\s+[^.;!?\n]+?(?:\s*(?:,|\be\b|\band\b)\s*{_COUNT}\s+[^.;!?\n]+?)+)(?=\s*(?:$|[.;!\n]))"
)
_PART = expression(rf"(?P<n>{_COUNT})\s+(?P<what>[^,]+?)(?=\s*(?:,|\b(?:e|and)\s+{_COUNT}\b|$))")
_BOTH = expression(r"\b(?:[oa]s|d[oa]s|n[oa]s)\s+(?:dois|duas|tres|[2-9])\b|\bum\s+pouco\b")
# How the order goes on is no mere outcome.
_GOES_ON = expression(
    r"\b(?:pag\w+|pix|cart\w+|dinheiro|retir\w+|busc\w+|peg\w+|entreg\w+|mand\w+|envi\w+|fech\w+|confirm\w+|finaliz\w+|"
    r"troc\w+|tir\w+|coloc\w+|bot[ae]\w*|po[er]|quero|queria|frete|cupo[mn]|pay\w*|deliver\w*|pick\w*|add|remove|swap)\b"
)


def without_outcome(text: str) -> str:
    """The folded message without what comes of what it wishes for; one that counts or names goods stays."""
    return (
        _SO.sub(_unless_wished, text)
        if "assim" in text or "jeito" in text or "forma" in text or "way" in text
        else text
    )


def without_result(text: str, lines: Sequence[CartLine]) -> str:
    """The message without what the cart is to hold after an exchange that it tells before, where that is so:
    each part of it is what comes, or a line with the count that it has."""
    folded = fold(text)
    exchanged = _EXCHANGED.search(folded)
    told = _RESULT.search(folded, exchanged.end()) if exchanged else None
    if exchanged is None or told is None or len(folded) != len(text):
        return text
    new, many = set(words(exchanged["new"])), number(exchanged["n"] or "") or 1
    for part in _PART.finditer(told["list"]):
        kind = {word for word in words(part["what"]) if len(word) > 2}
        held = [line.quantity for line in lines if kind <= set(words(fold(line.name)))]
        comes = many if kind <= new else 0
        if not kind or number(part["n"]) not in {comes or None, *held, *(count + comes for count in held)}:
            return text
    return f"{text[: told.start()]}{text[told.end() :]}"


def _unless_wished(found: re.Match[str]) -> str:
    said = words(_BOTH.sub(" ", found["what"]))
    counts = any(number(word) is not None for word in said)
    sold = any(current().place(word) == BEGINS for word in said)
    first = found.start() == 0 or len(said) == 0
    bare = not found["lead"].strip() and len(said) < 2
    return found[0] if counts or sold or first or bare or _GOES_ON.search(found["what"]) else ""
