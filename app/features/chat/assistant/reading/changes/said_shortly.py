"""What is said of a line of the cart in few words, as the changes that are read: `e o óculos faz fumê`, `kettlebell de
16 em vez de 12`, `quero só 4 velas também`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import SMALL_COUNT, fold, is_colour, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import SIZES
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_WHAT = r"(?P<what>[^\W\d]{3,}(?:\s+(?:d[eoa]\s+)?[^\W\d]{3,})?)"
# `e o óculos faz fumê`, which is there in blue
_MADE = expression(
    rf"^\W*(?:(?:e|ah|mas|ent[aã]o|and|but)\s+)*(?:(?:[oa]s?|the)\s+)?{_WHAT}\s+(?:(?:voc[eê]|vc)\s+)?(?:pode\s+ser|vai\s+ser|faz|fa[cç]a|bota|coloca|p[oõ]e|manda|make(?:\s+it)?)\s+"
    r"(?:(?:em|n[oa]|de|d[oa]|in|[oa]|the)\s+)*(?P<kind>[^\W\d]+(?:[\s-][^\W\d]+)?)\W*$",
    re.IGNORECASE,
)
# `kettlebell de 16 em vez de 12`
_FOR_OLD = expression(
    rf"{_WHAT}\s+(?:(?:d[eoa]|tamanho|tam|n[uú]mero|size|in)\s+)?(?P<new>\d[\w.,]*|[^\W\d]+)\s+(?:em\s+vez|ao\s+inv[eé]s|no\s+lugar|instead)\s+(?:d[eoa]s?|of)\s+(?:(?:d[eoa]|the|tamanho|size)\s+)?"
    r"(?P<old>\d[\w.,]*|[^\W\d]+)(?=\s*(?:$|[,.;!?\n]))",
    re.IGNORECASE,
)
# `na verdade vela só 4`, of what is not there yet: it takes nothing's place
_SO_MANY = expression(
    rf"^\W*(?:na\s+(?:verdade|vdd)|ali[aá]s|ops|opa|actually)\W+{_WHAT}\s+(?:s[oó]|apenas|somente|only|just)\s+(?P<n>{SMALL_COUNT})\W*$",
    re.IGNORECASE,
)
_ALSO = expression(r"\b(?:tamb[eé]m|tbm?|too|as\s+well|also)\b", re.IGNORECASE)
_ONLY = expression(rf"\b(?:s[oó]|apenas|somente|only|just)\s+(?=(?:mais\s+)?(?:{SMALL_COUNT})\s)", re.IGNORECASE)


def said_shortly(message: str, lines: Sequence[CartLine]) -> str:
    """The message so; as it is where the cart has no such line. lines: those of the cart."""
    if not lines or "?" in message:
        return message
    if _ALSO.search(message) and not any(_of(word, lines) for word in words(message) if len(word) > 3):
        message = _ONLY.sub("", message)
    if (made := _MADE.match(message)) and len(_of(made["what"], lines)) == 1 and _is_kind(made["kind"]):
        return f"troca o {made['what']} por {made['kind']}"
    if (many := _SO_MANY.match(message)) and not _of(many["what"], lines):
        return f"{many['what']} só {many['n']}"
    return _FOR_OLD.sub(lambda found: _exchanged(found, lines), message)


def _exchanged(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    own = [line for line in _of(found["what"], lines) if shares(words(fold(found["old"])), line.name)]
    return f"troca {found['what']} {found['old']} por {found['what']} {found['new']}" if len(own) == 1 else found[0]


def _of(what: str, lines: Sequence[CartLine]) -> list[CartLine]:
    said = [word for word in words(fold(what)) if len(word) > 2]
    return [line for line in lines if all(shares([word], line.name) for word in said)]


def _is_kind(said: str) -> bool:
    """It is a colour or a value that no name begins with."""
    return all(is_colour(word) or word in SIZES or 0 < current().place(word) < BEGINS for word in words(fold(said)))
