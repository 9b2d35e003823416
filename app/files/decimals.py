"""Decimal commas without quotation marks, where the comma is the delimiter, too: `Polo,59,90,3` has three cells.

Pure; runs in the child process. tests/files/test_decimals.py.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct

from app.files.types import Flaw

_WHOLE = re.compile(r"\s*(?:R\$|US\$|\$|€)?\s*-?\d[\d.]*")
_FRACTION = re.compile(r"\d{1,3}\s*(?:%|kg|g|ml|l|mm|cm|m)?\s*", re.IGNORECASE)
# Columns of numbers that mostly have decimals.
_NAMED = re.compile(
    r"pre[cç]o|valor|custo|total|unit|promo|desconto|frete|peso|price|cost|amount|weight", re.IGNORECASE
)
_TOLD = 5  # rows
_MOST = 4  # columns with decimals


class CutDecimals(Struct, frozen=True):
    """Which columns of a table of `width` had their numbers cut in two."""

    width: int
    columns: tuple[int, ...]
    names: tuple[str, ...]

    def joined(self, record: list[str]) -> list[str]:
        """The record with its numbers whole; as it is when it is none of those that were cut."""
        if not _fits(record, self.width, self.columns):
            return record
        cells = iter(record)
        return [f"{next(cells)},{next(cells)}" if at in self.columns else next(cells) for at in range(self.width)]

    def flaw(self, rows: Sequence[int]) -> Flaw:
        """What a person should check, in these rows."""
        names, first = ", ".join(self.names), ", ".join(map(str, rows[:_TOLD])) + ", …" * (len(rows) > _TOLD)
        detail = f"Commas without quotation marks were taken for decimals, not for delimiters, in {names}: row {first}."
        return Flaw(code="decimal-commas", row=rows[0], detail=detail)


def find_cut(heading: Sequence[str], body: Sequence[list[str]]) -> CutDecimals | None:
    """The columns that were cut, where every row wider than the heading tells the same; None where it is no such table.

    Where several columns may be (`29,90,10` is 29,90 and 10, or 29 and 90,10), their names decide.
    """
    width = len(heading)
    wide = [record for record in body if len(record) > width]
    extra = len(wide[0]) - width if wide else 0
    if not 0 < extra <= _MOST or 2 * len(wide) < len(body) or any(len(record) != width + extra for record in wide):
        return None
    found = [
        columns for columns in combinations(range(width), extra) if all(_fits(row, width, columns) for row in wide)
    ]
    named = [columns for columns in found if all(_NAMED.search(heading[at]) for at in columns)]
    chosen = found if len(found) == 1 else named
    if len(chosen) != 1:
        return None
    return CutDecimals(width, chosen[0], tuple(heading[at].strip() for at in chosen[0]))


def _fits(record: Sequence[str], width: int, columns: Sequence[int]) -> bool:
    """Whether in these columns, and with these widths, a number was cut in two."""
    return len(record) == width + len(columns) and all(
        _WHOLE.fullmatch(record[at + before]) and _FRACTION.fullmatch(record[at + before + 1])
        for before, at in enumerate(columns)
    )
