"""What comes of a wish, told behind it: `põe um brownie, assim provo os dois`. It wishes for nothing. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import number, words
from app.ops.expressions import expression

_SO = expression(
    r"(?P<lead>\s*[,;.]\s*|\s+)(?:(?:e|que|pra|porque|and)\s+)?(?:assim|desse\s+jeito|dessa\s+forma|that\s+way)\s+"
    r"(?P<what>(?!(?:que|mesmo|como|entao|nao|ta|esta|fica\s+(?:bom|otimo))\b)[a-z][^,.;!?\n]*)"
)
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


def _unless_wished(found: re.Match[str]) -> str:
    said = words(_BOTH.sub(" ", found["what"]))
    counts = any(number(word) is not None for word in said)
    sold = any(current().place(word) == BEGINS for word in said)
    first = found.start() == 0 or len(said) == 0
    bare = not found["lead"].strip() and len(said) < 2
    return found[0] if counts or sold or first or bare or _GOES_ON.search(found["what"]) else ""
