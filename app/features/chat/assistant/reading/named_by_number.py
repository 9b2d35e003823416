"""A number that is a part of a name, beside another that tells the size: `lasanha 4 queijos de 2 pessoas`. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, NUMBERS_OF_NAMES, current
from app.ops.expressions import expression

_NUMBER = rf"(?:[2-7]|{'|'.join(NUMBERS_OF_NAMES.values())})"
_NAMED_SO = expression(
    rf"(?<=[a-z]\s)(?P<number>{_NUMBER})\s+(?P<of>[a-z]{{4,}})"
    rf"(?=\s+(?:(?:de|d[oa]|pr[ao]|para|p|com|tamanho|tam|for|of)\s+)?(?:[oa]\s+)?(?:\d{{1,4}}|{_NUMBER}|uma?)\s*[a-z])"
)

_NEXT = expression(r"\d+|[a-z]{4,}")


def named_by_number(text: str) -> str:
    """The folded text in which such a number is left out, where names of the shop have it: the other is the one that
    tells the kinds apart."""
    return _NAMED_SO.sub(_without, text)


def _without(found: re.Match[str]) -> str:
    goods, number = current(), NUMBERS_OF_NAMES.get(found["number"], found["number"])
    noun = found.string[: found.start()].split()[-1]
    behind = _NEXT.search(found.string, found.end())
    if behind is not None and NUMBERS_OF_NAMES.get(behind[0], behind[0]) == number:
        return found[0]  # `quatro queijos de 4 pessoas`: either tells the same
    named = all(goods.place(word) >= NAMES for word in (noun, number, found["of"]))
    return found["of"] if named else found[0]
