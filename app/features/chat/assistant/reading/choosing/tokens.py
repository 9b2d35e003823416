"""How a token of a phrase stands to the words that goods are called by. Pure; tests: those of references.py."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.products.name_words import UNITS
from app.ops.expressions import expression

TOKEN = expression(r"[2-9] em 1\b|\d+(?:,\d+)?x\d+(?:,\d+)?|[+-]?\d+(?:[.,]\d+)*|[a-z]+(?:'[a-z]+)?")
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
_ROUND = expression(r"(?<=\d)\.0+$")
_COLOURED = expression(r"([a-z]{3,}?)e?ad[oa]s?")


def tokens_of(text: str) -> list[str]:
    """Letters and digits apart, units by their short names, roman figures as digits: `AC-II 500ml`."""
    return [UNITS.get(token, _ROMAN.get(token, token)) for token in TOKEN.findall(fold(text).replace("-", " - "))]


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
