"""How a token of a phrase stands to the words that goods are called by. Pure; tests: those of references.py."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.features.chat.assistant.language.words import fold, stem
from app.ops.expressions import expression

_ROUND = expression(r"(?<=\d)\.0+$")
_COLOURED = expression(r"([a-z]{3,}?)e?ad[oa]s?")


def plain(token: str) -> str:
    """A figure as it compares: `4,0` is `4`."""
    return _ROUND.sub("", token.replace(",", ".").lstrip("+"))


def begins(word: str, name: str) -> bool:
    """`a tele` of `telescópica`, `prateada` of `prata`."""
    if of_colour := _COLOURED.fullmatch(word):
        return len(of_colour[1]) >= 3 and name.startswith(of_colour[1])
    return len(word) >= 4 and name.startswith(word)


def holds(tokens: Iterable[str], value: str) -> bool:
    return any(plain(fold(token)) == plain(value) for token in tokens)


def numbered(tokens: Sequence[str], value: str) -> bool:
    """Its name has the number as one: `nº 2`."""
    return any(one in ("n", "no", "numero") and other == value for one, other in pairwise(tokens))


def behind(tokens: Sequence[str], named: Iterable[str], value: str) -> bool:
    """The number stands right behind one of the words in its name: `FPS 50`."""
    return any(stem(one) in named and other == value for one, other in pairwise(tokens))


def follows(tokens: Sequence[str], value: str, unit: str) -> bool:
    return any(plain(one) == value and other == unit for one, other in pairwise(tokens))
