"""So many of a line of the cart that are wanted of another kind: `um dos sucos de graviola`, `uma dourada`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import (
    COUNT,
    NUMBER_WORDS,
    fold,
    in_portuguese,
    is_colour,
    number,
    stem,
    words,
)
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import SIZES
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_SOME = expression(
    r"(?:^|(?<=[.;!\n]))\s*(?:(?:e|ah|na\s+verdade|na\s+vdd|mas|faz|deixa|quero|queria|pode\s+ser|poe|bota|coloca|make|and|actually)\s+)*"
    rf"(?P<count>\d{{1,2}}|{NUMBER_WORDS})\s+(?:(?:del[ea]s|of\s+(?:them|those))|(?:d[oa]s|dess[ea]s|of\s+the)\s+(?P<line>[a-z]{{3,}}(?:\s+[a-z]{{3,}})?))\s+"
    r"(?:(?:quero|queria|seja|ser|pode[m]?\s+ser|vai\s+ser|e|eh|em|n[oa]|na\s+cor|com|de|d[oa]|sabor|in|be|to\s+be|with)\s+)*(?P<kind>[a-z]{3,}(?:\s+(?:[a-z]{3,}|pp?|m|gg?|xgg?)){0,2}?)"
    r"(?:\s+(?:mesmo|entao|por\s+favor|please|instead))*\s*(?=[.,;!\n?]|$)"
)
# `dessas 3, duas podem ser azul`
_OF_SO_MANY = expression(
    rf"^\W*(?:d?ess[ea]s|d[oa]s|of\s+(?:the|those|these))\s+{COUNT}\s*,?\s+(?P<count>\d{{1,2}}|{NUMBER_WORDS})\s+(?=pode[m]?\s+ser|quero|em\s|in\s|can\s+be|seja)"
)
# `desses dois cafés deixa um em grãos e o outro pode ser moído`
_OF_THESE = expression(
    r"^(?:d?ess[ea]s|d[oa]s|d?est[ea]s|of\s+(?:the|those|these))\s+(?:\d|dois|duas|two)\s+[a-z]+\s*,?\s+(?:(?:deixa|faz|manda|quero|bota|poe|pode\s+ser|make)\s+)?"
    r"(?P<one>(?:um|uma|one)\s+[^,.;!?\n]+?)\s*(?:,|\be\b|\band\b)\s*(?P<other>(?:[oa]\s+outr[oa]|the\s+other)\s+)(?:pode\s+ser|faz|quero|vai\s+ser|seja|can\s+be)\s+"
)


def some_otherwise(text: str, lines: Sequence[CartLine]) -> str:
    """The folded text with such an exchange; as it is where the line has no more than that, is of the kind already, or
    it is open which line is meant."""
    text = _OF_THESE.sub(r"\g<one> e \g<other>", _OF_SO_MANY.sub(r"\g<count> delas ", text)) if lines else text
    found = _SOME.search(text) if lines else None
    many = number(found["count"]) if found else None
    if found is None or many is None:
        return text
    kind = words(found["kind"])
    goods = current()
    if not all(is_colour(word) or word in SIZES or 0 < goods.place(word) < BEGINS for word in kind):
        return text
    named = [line for line in lines if line.quantity > many and _is_of(line, found["line"])]
    others = [line for line in named if not all(_tells(line, word) for word in kind)]
    by_name = all(goods.place(word) == NAMES for word in kind)  # `Café em Grãos`, `Café Moído`
    if len(named) != 1 or len(others) != 1 or not ("(" in others[0].name or by_name):
        return text
    base = fold(others[0].name.partition(" (")[0])
    base = base if "(" in others[0].name else base.split()[0]
    told = f" troca {many} {called(others[0])} por {many} {base} {' '.join(kind)}"
    return f"{text[: found.start()]}{told}{text[found.end() :].removeprefix('?')}"


def called(line: CartLine) -> str:
    """The name of a line as it is said."""
    return " ".join(re.sub(r"[(),]", " ", fold(line.name)).split())


def _is_of(line: CartLine, said: str | None) -> bool:
    return said is None or all(shares([word], line.name) for word in words(said))


def _tells(line: CartLine, word: str) -> bool:
    own = set(map(stem, words(fold(line.name))))
    return bool({stem(word), *map(stem, in_portuguese(word))} & own)
