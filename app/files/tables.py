"""Rows of cells → headings, readable text and structured tables. Pure; runs in the child process.

Every row repeats its headings ("Nome: Camiseta; Preço: 59,90"), because a chunk that starts inside a table
must still tell a reader, and an embedding, what each value is.
"""

import datetime as dt
import re
from array import array
from collections.abc import Iterable, Sequence

from app.files.chunker import Section
from app.files.headings import Found, Row, find_tables, trimmed
from app.files.types import Flaw, Table

Cell = str | int | float | bool | dt.date | dt.time | dt.timedelta
_MOST_HEADINGS = 8  # times the content: what headings repeated in every row may make of a text
LARGE = 1e15  # from here on a float has no decimals to speak of
_REPEATED = 4
_NAMED = 5
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
        self.spent = False  # by the sheet that is being read
        self._is_named = True
        self._wider: list[int] = []

    @property
    def truncated(self) -> bool:
        """Whether something was left out."""
        return any(flaw.code in ("rows-cut", "columns-cut") for flaw in self.flaws)

    def take(self, row: int, chars: int, text: int = 0) -> bool:
        """Count one row of so many characters of its own, `text` with its headings; False when it no longer fits."""
        if self.rows < 1 or self.chars < chars or self.text < text:
            detail = "The table is longer than what is read: this row and those below it were left out."
            self.flaws.append(Flaw(code="rows-cut", sheet=self.sheet, row=row, detail=detail))
            self.spent = True
            return False
        self.rows -= 1
        self.chars -= chars
        self.text -= text
        return True

    def fitting(self, row: int, cells: list[str], width: int) -> list[str]:
        """A row wider than its heading, cut to the columns that are read; noted once a sheet where that is a loss."""
        if len(cells) > self.columns:
            detail = f"The table is wider than {self.columns:,} columns: those beyond were left out."
            if not any(flaw.code == "columns-cut" and flaw.sheet == self.sheet for flaw in self.flaws):
                self.flaws.append(Flaw(code="columns-cut", sheet=self.sheet, row=row, detail=detail))
            return cells[: self.columns]
        if self._is_named and self.sheet is None and any(cells[width:]):
            self._wider.append(row)
        return cells

    def began(self, found: Found) -> None:
        """Note what is missing of a table that is read from now on."""
        self._is_named, self.spent = found.named, False
        self.chars -= sum(map(len, found.titles))
        if not found.named:
            detail = "The table has no heading: its first row is one like the others."
            self.flaws.append(Flaw(code="no-heading", sheet=self.sheet, row=found.row, detail=detail))

    def ended(self) -> None:
        """Note the rows of a CSV that were wider than the heading: a text with the delimiter and without marks."""
        if self._wider:
            rows = ", ".join(map(str, self._wider[:_NAMED])) + (", …" if len(self._wider) > _NAMED else "")
            detail = f"Row {rows} has more cells than the heading: a text with the delimiter in it was cut."
            self.flaws.append(Flaw(code="wider-than-heading", row=self._wider[0], detail=detail))


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


def render(rows: Iterable[Row], budget: Budget, sheet: str | None) -> tuple[Section, int]:
    """The tables as one readable line per row, and how many rows below headings they have."""
    lines = [_one_line(sheet)] if sheet else []
    numbers = array("q")
    count = 0
    for found in find_tables(rows):
        budget.began(found)
        columns = found.columns[: budget.columns]
        labels = [f"{_one_line(name)}: " if name else "" for name in columns]
        frame = [part for label in labels for part in (f"; {label}", "")]
        frame[:1] = labels[:1]
        width, begin = len(labels), count
        lines += [_one_line(text) for text in found.titles if text]
        for number, cells in found.body:
            if len(cells) > width:
                cells = budget.fitting(number, cells, width)
            line = _row_line(labels, frame, cells)
            if not budget.take(number, len("".join(cells)), len(line)):
                break
            if count == begin:  # lines above the rows count as the first of them
                numbers.extend([number] * (len(lines) - len(numbers)))
            numbers.append(number)
            count += 1
            lines.append(line)
        if begin == count and columns:
            lines.append("; ".join(_one_line(name) for name in columns if name))
        if budget.spent:
            break
    budget.ended()
    if sheet and len(lines) == 1:
        lines = []  # a name alone
    numbers.extend([numbers[-1] if numbers else 1] * (len(lines) - len(numbers)))
    # Cleaned once for the whole sheet: nothing that is removed ends a line.
    return Section(text=clean("\n".join(lines)), sheet=sheet, line_rows=numbers), count


def _row_line(labels: list[str], frame: list[str], cells: list[str]) -> str:
    """One row as text; in `frame` every second part is a cell's: with none blank it takes a third of the time."""
    if len(cells) == len(labels) and all(cells):
        parts = frame.copy()
        parts[1::2] = cells
        line = "".join(parts)
    else:
        line = "; ".join([label + value for label, value in zip(labels, cells, strict=False) if value])
        if len(cells) > len(labels):
            line = "; ".join(filter(None, [line, *cells[len(labels) :]]))
    return line if line.isprintable() else _one_line(line)


def structure(rows: Iterable[Row], budget: Budget, sheet: str | None) -> list[Table]:
    """The tables with their cells apart, every row as wide as the heading or its own last value.

    Sections that repeat the heading are one table.
    """
    found: list[Table] = []
    for table in (_structured(one, budget, sheet) for one in find_tables(rows)):
        if found and found[-1].columns == table.columns:
            found[-1].rows.extend(table.rows)
            found[-1].row_numbers.extend(table.row_numbers)
        else:
            found.append(table)
        if budget.spent:
            break
    return found or [Table(sheet=sheet, columns=[], rows=[], row_numbers=[])]


def _structured(found: Found, budget: Budget, sheet: str | None) -> Table:
    budget.began(found)
    kept: list[list[str]] = []
    numbers: list[int] = []
    columns = found.columns[: budget.columns]
    width = len(columns)
    for number, cells in found.body:
        values = cells if len(cells) <= width else budget.fitting(number, cells, width)
        line = "".join(values)
        if not line.isprintable():
            values = [clean(value) for value in values]
        if not budget.take(number, len(line)):
            break
        if len(values) != width:
            values = trimmed(values)
            values = values + [""] * (width - len(values))
        kept.append(values)
        numbers.append(number)
    return Table(sheet=sheet, columns=[clean(name) for name in columns], rows=kept, row_numbers=numbers)


def _one_line(text: str) -> str:
    return " ".join(text.split())
