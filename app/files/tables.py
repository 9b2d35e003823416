"""Rows of cells → headings, readable text and structured tables. Pure; runs in the child process.

Every row repeats its headings ("Nome: Camiseta; Preço: 59,90"), because a chunk that starts inside a table
must still tell a reader, and an embedding, what each value is.
"""

import datetime as dt
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from app.files.chunker import Section
from app.files.types import Flaw, Table

Cell = str | int | float | bool | dt.date | dt.time | dt.timedelta
_LOOK_AHEAD = 8
MOST_TITLES = 6
_MOST_HEADINGS = 8  # times the content: what headings repeated in every row may make of a text
LARGE = 1e15  # from here on a float has no decimals to speak of
_REPEATED = 4
# Beside what no database takes: marks that are not seen, which people copy with names and numbers.
_UNSEEN = "\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff"
_UNWANTED = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff{_UNSEEN}]")


class Budget:
    """What may still be read of a file, over all of its sheets, and what was left out; `sheet` is being read."""

    def __init__(self, rows: int, chars: int, columns: int) -> None:
        self.rows = rows
        self.chars = chars
        self.text = chars * _MOST_HEADINGS
        self.columns = columns
        self.sheet: str | None = None
        self.flaws: list[Flaw] = []

    @property
    def truncated(self) -> bool:
        """Whether something was left out."""
        return bool(self.flaws)

    def take(self, row: int, chars: int, text: int = 0) -> bool:
        """Count one row of so many characters of its own, `text` with its headings; False when it no longer fits."""
        if self.rows < 1 or self.chars < chars or self.text < text:
            detail = "The table is longer than what is read: this row and those below it were left out."
            self.flaws.append(Flaw(code="rows-cut", sheet=self.sheet, row=row, detail=detail))
            return False
        self.rows -= 1
        self.chars -= chars
        self.text -= text
        return True

    def too_wide(self, row: int) -> None:
        """Note that a row has more columns than are read; once a sheet is enough."""
        detail = f"The table is wider than {self.columns:,} columns: those beyond were left out."
        if not any(flaw.code == "columns-cut" and flaw.sheet == self.sheet for flaw in self.flaws):
            self.flaws.append(Flaw(code="columns-cut", sheet=self.sheet, row=row, detail=detail))


def clean(text: str) -> str:
    """Without control characters, lone surrogates and non-characters: nothing a database or JSON refuses."""
    return _UNWANTED.sub("", text) if _UNWANTED.search(text) else text


def cell_text(value: Cell | None) -> str:
    """A cell as a person reads it: 10.0 → 10, midnight datetimes → dates. Not cleaned yet: that is done at once."""
    kind = value.__class__
    if kind is str:
        return value.strip()  # type: ignore[union-attr]
    if kind is float:
        # Plus zero: there is no minus zero for a person.
        return format(value + 0.0, ".15g") if -LARGE < value < LARGE else format(value, ".0f")  # type: ignore[operator]
    if value is None:
        return ""
    if kind is bool:
        return "true" if value else "false"
    if isinstance(value, dt.datetime):
        return value.date().isoformat() if value.time() == dt.time() else value.isoformat(sep=" ")
    return _duration_text(value) if isinstance(value, dt.timedelta) else str(value)


def _duration_text(value: dt.timedelta) -> str:
    """Hours, beyond a day too: 30:00, or 30:00:05."""
    minutes, seconds = divmod(round(value.total_seconds()), 60)
    text = f"{minutes // 60}:{minutes % 60:02}"
    return f"{text}:{seconds:02}" if seconds else text


def column_texts(values: Sequence[Cell]) -> Iterable[str]:
    """The cells as `cell_text` gives them: at once when all are text or numbers, once each when they repeat."""
    kinds = set(map(type, values))
    if kinds == {str}:
        return map(str.strip, values)  # type: ignore[arg-type]
    if len(kinds) > 1:
        return map(cell_text, values)
    different = set(values)
    if len(different) * _REPEATED < len(values):
        texts = {value: cell_text(value) for value in different}
        return map(texts.__getitem__, values)
    if kinds == {float}:
        return _number_texts(values)  # type: ignore[arg-type]
    return map(cell_text, values)


def _number_texts(values: Sequence[float]) -> Iterable[str]:
    if all(map(float.is_integer, values)):
        return map(str, map(int, values))
    if min(values) > -LARGE and max(values) < LARGE:
        return (" ".join(["%.15g"] * len(values)) % tuple(map((0.0).__add__, values))).split(" ")
    return map(cell_text, values)


def find_heading(
    rows: Iterable[tuple[int, list[str]]],
) -> tuple[list[str], list[str], Iterator[tuple[int, list[str]]]]:
    """(titles above the table, headings, remaining non-blank rows).

    The heading is the first non-blank row; rows of a single cell above a wider one are titles.
    """
    rest = (row for row in rows if any(row[1]))
    ahead = list(islice(rest, _LOOK_AHEAD))
    if not ahead:
        return [], [], iter(())
    heading = _heading_index(ahead)
    titles = [" ".join(filter(None, cells)) for _, cells in ahead[:heading]]
    return titles, _trim(ahead[heading][1]), chain(ahead[heading + 1 :], rest)


def _heading_index(ahead: list[tuple[int, list[str]]]) -> int:
    """Where the heading is: below at most three rows of one cell, when what follows is wider than they are."""
    wide = [sum(map(bool, cells)) > 1 for _, cells in ahead]
    first = wide.index(True) if True in wide else 0
    below = wide[first + 1 :]
    if first <= MOST_TITLES and 2 * sum(below) >= len(below) and (below or first == 1):
        return first
    return 0


def render(rows: Iterable[tuple[int, list[str]]], budget: Budget, sheet: str | None) -> tuple[Section, int]:
    """The table as one readable line per row, and how many rows below the heading it has."""
    titles, columns, body = find_heading(rows)
    labels = [f"{_one_line(name)}: " if name else "" for name in columns[: budget.columns]]
    lines = [_one_line(text) for text in ([sheet] if sheet else []) + titles if text]
    numbers = array("q")
    for number, cells in body:
        if len(cells) > budget.columns:
            budget.too_wide(number)
            cells = cells[: budget.columns]
        line = _row_line(labels, cells)
        if not budget.take(number, sum(map(len, cells)), len(line)):
            break
        numbers.append(number)
        lines.append(line)
    count = len(numbers)
    if not count and columns:
        lines.append("; ".join(_one_line(name) for name in columns[: budget.columns] if name))
    first = numbers[0] if count else 1
    numbers = array("q", [first] * (len(lines) - count)) + numbers
    # Cleaned once for the whole table: nothing that is removed ends a line.
    return Section(text=clean("\n".join(lines)), sheet=sheet, line_rows=numbers), count


def _row_line(labels: list[str], cells: list[str]) -> str:
    line = "; ".join([label + value for label, value in zip(labels, cells, strict=False) if value])
    if len(cells) > len(labels):
        line = "; ".join(filter(None, [line, *cells[len(labels) :]]))
    return line if line.isprintable() else _one_line(line)


def structure(rows: Iterable[tuple[int, list[str]]], budget: Budget, sheet: str | None) -> Table:
    """The table with its cells apart, every row as wide as the heading or its own last value."""
    _, columns, body = find_heading(rows)
    kept: list[list[str]] = []
    numbers: list[int] = []
    columns = columns[: budget.columns]
    width = len(columns)
    for number, cells in body:
        values = cells
        if len(cells) > budget.columns:
            budget.too_wide(number)
            values = cells[: budget.columns]
        line = "".join(values)
        if not line.isprintable():
            values = [clean(value) for value in values]
        if not budget.take(number, len(line)):
            break
        if len(values) != width:
            values = _trim(values)
            values = values + [""] * (width - len(values))
        kept.append(values)
        numbers.append(number)
    names = [clean(name) for name in columns]
    return Table(sheet=sheet, columns=names, rows=kept, row_numbers=numbers)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _trim(cells: list[str]) -> list[str]:
    last = len(cells)
    while last and not cells[last - 1]:
        last -= 1
    return cells[:last]
