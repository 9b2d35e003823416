"""Voltages: how goods tell theirs, and which are the same. Pure."""

from collections.abc import Iterable, Sequence

from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import Listed
from app.ops.expressions import expression

_ONE_AS_ANOTHER = ("127", "110", "115")  # one voltage by three names
_ZEROS = expression(r",00?$|(,\d)0$")
_TOLD = expression(r"\b(\d{3})\s*v(?:olts?)?\b|\b(bivolt)\b")
_MAINS = expression(r"(110|115|127|220|230|240)\s*v(?:olts?)?")


def same_mains(word: str) -> tuple[str, ...]:
    """What else goods are called that have this voltage: `127v` for `110`."""
    number = word.removesuffix("v")
    return tuple(f"{one}v" for one in _ONE_AS_ANOTHER if one != number) if number in _ONE_AS_ANOTHER else ()


def has_measure(word: str, name: Sequence[str]) -> bool:
    """`220` is in `220v`, `110` in `127v`, and `1,50` in `1,5m`."""
    plain = _ZEROS.sub(r"\1", word)
    said = (word, plain, *same_mains(word))
    return any(one in said or (one.startswith(plain) and one[len(plain) :].isalpha()) for one in name)


def is_mains(word: str) -> bool:
    """`127v`, `220 V`"""
    return _MAINS.fullmatch(fold(word)) is not None


def in_name(text: str) -> set[str]:
    """The voltages that a name or an option tells: `127`, `bivolt`."""
    return {found[1] or found[2] for found in _TOLD.finditer(fold(text))}


def comes_in(goods: Iterable[Listed]) -> set[str]:
    """The voltages that tell kinds of the goods apart."""
    called = (" ".join([each.name, *each.options.values()]) for item in goods for each in item.each)
    return {told for name in called for told in in_name(name)}


def described_in(goods: Iterable[Listed]) -> set[str]:
    """The voltages of goods that come in one kind, as they are described."""
    return {told for item in goods for each in item.each for told in in_name(each.about)}


def as_told(number: str, known: set[str]) -> str:
    """The voltage by the name that the goods have for it."""
    alike = [one for one in _ONE_AS_ANOTHER if one in known] if number in _ONE_AS_ANOTHER else []
    return number if number in known or not alike else alike[0]
