"""Sizes told by two sides, however they are written: `4x40` is `4,0 x 40 mm`. Pure."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from app.ops.expressions import expression

_SIDES = expression(r"(?<![\d.,])(?P<one>\d+(?:[.,]\d+)?)\s*(?:mm|cm|m)?\s*x\s*(?P<other>\d+(?:[.,]\d+)?)(?![\d])")
_ZEROS = expression(r"[.,]0+$")


def plain_number(number: str) -> str:
    """`4,0` is `4`, and `2,50` is `2,5`."""
    number = number.replace(".", ",")
    return _ZEROS.sub("", number.rstrip("0") if "," in number else number).rstrip(",")


def with_sides(text: str, known: Collection[str] | None = None) -> str:
    """The text with its sizes by two sides as one word each; where they are known, only those: `2 x 500` counts."""
    return _SIDES.sub(
        lambda found: _told(found["one"], found["other"], found[0], known),
        text,
    )


def _told(one: str, other: str, written: str, known: Collection[str] | None) -> str:
    joined = _joined(one, other)
    return joined if known is None or joined in known else written


def _joined(one: str, other: str) -> str:
    return f"{plain_number(one)}x{plain_number(other)}"


def joints(name: Sequence[str]) -> list[str]:
    """What two words of a name are when written as one: `airfryer`, `8v` of `8 velocidades`, `4x40mm`."""
    found: list[str] = []
    for one, other in pairwise(name):
        found += [f"{one}{other}", *([f"{one}{other[0]}"] if one.isdigit() else [])]
    for at in range(1, len(name) - 1):
        if name[at] == "x" and name[at - 1][:1].isdigit() and name[at + 1][:1].isdigit():
            unit = name[at + 1].lstrip("0123456789,")
            told = name[at + 1].removesuffix(unit) if unit else name[at + 1]
            found += [f"{_joined(name[at - 1], told)}{unit}", f"{plain_number(name[at - 1])}x"]
    return found


def begins_with(word: str, written: str) -> bool:
    """`90x120` is in `90x120cm`, and `5x5` in no `5x50`."""
    sides = "x" in written and written[0].isdigit()
    return sides and word.startswith(written) and not word[len(written) : len(written) + 1].isdigit()
