"""CSV lines → records, however their writer quoted cells, and where a quotation mark is never closed.

Pure; runs in the child process. tests/files/test_quoting.py.
"""

import csv
import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from app.files.types import Flaw

_FIELD_LIMIT = 1_000_000
# Order decides ties: with a decimal comma both ";" and "," can cut every row of a table into two.
DELIMITERS = "\t;|,^~"
_ANY = f"[{DELIMITERS}]"
_SPACED = re.compile(rf'{_ANY} +"[^"\n]*" *(?:{_ANY}|$)', re.MULTILINE)
_ESCAPED = re.compile(rf'(?:^|{_ANY})"[^"\n]*\\"(?=[^{DELIMITERS}\r\n"])', re.MULTILINE)
_SINGLE = re.compile(rf"'[^'\n]*'(?:{_ANY}'[^'\n]*')+{_ANY}?")
_MOSTLY = 0.8
_NAMED = 5
_BLOCK_LINES = 256


class Quoting(Struct, frozen=True):
    """What quotes a cell: `mark`, behind spaces too when `spaced`; within it the mark is doubled, or `escaped`."""

    mark: str = '"'
    spaced: bool = False
    escaped: bool = False


def find_quoting(sample: str) -> Quoting:
    """How the cells of a table are quoted, whatever its delimiter is."""
    lines = [line for line in sample.splitlines() if line.strip()]
    if '"' not in sample:
        return Quoting("'" if all(map(_SINGLE.fullmatch, lines)) else '"')
    return Quoting(spaced=bool(_SPACED.search(sample)), escaped=bool(_ESCAPED.search(sample)))


class Records:
    """The records of a CSV's lines; `line` is the last line of the last one. Raises csv.Error where one cannot be read.

    A mark that is never closed would make one cell of all that follows: its line is read as it stands, and told.
    Of a table that was saved within another (`"Nome,Preço"`), the rows are taken out of their single cells.
    """

    def __init__(self, lines: Iterable[str], delimiter: str, quoting: Quoting) -> None:
        csv.field_size_limit(_FIELD_LIMIT)
        self.line = 0
        self.open: list[int] = []
        self._lines = iter(lines)
        self._delimiter = delimiter
        self._quoting = quoting
        self._ahead = deque[str]()
        self._taken: list[str] = []
        self._width = 0  # of the first record
        self._number = 0  # of the last one

    def __iter__(self) -> Iterator[list[str]]:
        while lines := list(islice(self._lines, _BLOCK_LINES)):
            found = self._alone(lines)
            if found is None:
                self._ahead.extend(lines)
                yield from self._over_lines()
                continue
            for record in found:
                if len(record) < 2 or not self._width:
                    record = self._whole(record)
                self._number += 1
                self.line += 1
                yield record

    def _alone(self, lines: list[str]) -> list[list[str]] | None:
        """The records of lines of which each is one; else None. Reading them together takes half the time."""
        fed = list(map(self._doubled, lines)) if self._quoting.escaped else lines
        try:
            found = list(self._reader(fed))
            if self._quoting.mark in fed[-1]:
                list(self._reader(fed[-1:], strict=True))  # raises when its mark is still open
        except csv.Error:
            return None
        return found if len(found) == len(lines) else None

    def _over_lines(self) -> Iterator[list[str]]:
        """The records of the lines ahead, of which some have several; to the end of the last."""
        reader, taken = self._reader(self._feed()), self._taken
        while True:
            broken: csv.Error | None = None
            record: list[str] = []
            try:
                record = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                broken = error
            if len(taken) > 1 and self._is_open(record):
                self._ahead.extendleft(reversed(taken[1:]))
                del taken[1:]
                record, reader = self._as_it_stands(taken[0]), self._reader(self._feed())
                self.open.append(self._number + 1)
            elif broken:
                raise broken
            record = self._whole(record)
            self._number += 1
            self.line += len(taken)
            taken.clear()
            yield record
            if not self._ahead:
                return

    def _whole(self, record: list[str]) -> list[str]:
        if len(record) == 1 and self._delimiter in record[0]:
            record = self._unwrapped(record)
        self._width = self._width or len(record)
        return record

    def flaws(self) -> list[Flaw]:
        """What a person should know of marks that are never closed."""
        if not self.open:
            return []
        named = ", ".join(map(str, self.open[:_NAMED])) + (", …" if len(self.open) > _NAMED else "")
        detail = f"A quotation mark that opens a cell is never closed: row {named} was read as it stands."
        return [Flaw(code="open-quote", row=self.open[0], detail=detail)]

    def _feed(self) -> Iterator[str]:
        taken, ahead, escaped = self._taken, self._ahead, self._quoting.escaped
        while True:
            line = ahead.popleft() if ahead else next(self._lines, None)
            if line is None:
                return
            taken.append(self._doubled(line) if escaped else line)
            yield taken[-1]

    @staticmethod
    def _doubled(line: str) -> str:
        return line.replace('\\"', '""')

    def _reader(self, lines: Iterable[str], *, strict: bool = False) -> Iterator[list[str]]:
        quoting = self._quoting
        return csv.reader(
            lines, delimiter=self._delimiter, quotechar=quoting.mark, skipinitialspace=quoting.spaced, strict=strict
        )

    def _is_open(self, record: list[str]) -> bool:
        """Whether the lines of one record are rows, each as wide as the first would be without its mark."""
        first, *others = (line for line in self._taken if line.strip())
        width = first.count(self._delimiter) + 1
        if width < 2 or not others:
            return False
        rows = sum(line.count(self._delimiter) + 1 == width or self._cells(line) == width for line in others)
        if rows < _MOSTLY * len(others):
            return False
        if not self._is_sound():
            return True
        return width > 2 and len(record) != self._width == width

    def _cells(self, line: str) -> int:
        return len(next(self._reader([line]), ()))

    def _is_sound(self) -> bool:
        """Whether marks stand at the ends of cells alone."""
        try:
            return len(list(self._reader(self._taken, strict=True))) == 1
        except csv.Error:
            return False

    def _as_it_stands(self, line: str) -> list[str]:
        mark = self._quoting.mark
        cells = (cell.strip() for cell in line.rstrip("\r\n").split(self._delimiter))
        return [cell.removeprefix(mark).removesuffix(mark).replace(mark * 2, mark) for cell in cells]

    def _unwrapped(self, record: list[str]) -> list[str]:
        try:
            inner, *more = self._reader(record[0].splitlines(keepends=True))
        except (csv.Error, ValueError):
            return record
        # A comma with a space is one of a text.
        is_row = not more and not any(cell[:1] == " " for cell in inner) and len(inner) == (self._width or len(inner))
        return inner if is_row else record
