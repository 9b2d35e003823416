"""Worksheets of unusual writers, written again as usual: every row and cell with its place, in double quotes.

The place is optional (ECMA-376 part 1, 18.3.1.4 and 18.3.1.73): without it each stands after the one before.
Runs in the child process; tests/files/test_workbooks.py.
"""

import re
from collections.abc import Iterator
from itertools import chain
from xml.parsers import expat
from xml.sax.saxutils import escape

from app.files.errors import UnreadableFile

_FIRST = re.compile(rb"<(?:\w+:)?(?:row|c)[\s>/][^>]*>")
_PLACED = re.compile(rb'\sr="')
_QUOTE = {'"': "&quot;"}
_CELL = re.compile(r"([A-Z]+)\d+")


def regular(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same XML in pieces, untouched when its first row and cell have their places, as nearly always."""
    first = next(pieces, b"")
    found = (start[0] for start, _ in zip(_FIRST.finditer(first), range(2), strict=False))
    whole = chain([first], pieces)
    return whole if all(map(_PLACED.search, found)) else _Places().written(whole)


class _Places:
    """Writes what it reads, counting rows and cells."""

    def __init__(self) -> None:
        self._row = self._column = 0
        self._out: list[str] = []
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = lambda name: self._out.append(f"</{name}>")
        self._parser.CharacterDataHandler = lambda text: self._out.append(escape(text))
        self._parser.StartDoctypeDeclHandler = self._refuse

    def written(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Raises UnreadableFile when the XML is broken, or declares entities."""
        try:
            for piece in pieces:
                self._parser.Parse(piece)
                yield "".join(self._out).encode()
                self._out.clear()
        except (expat.ExpatError, ValueError):
            raise UnreadableFile("A sheet of the workbook is damaged.") from None

    def _start(self, name: str, told: dict[str, str]) -> None:
        kind = name.rpartition(":")[2]
        if kind == "row":
            self._row, self._column = int(told.get("r", self._row + 1)), 0
            told["r"] = str(self._row)
        elif kind == "c":
            place = _CELL.fullmatch(told.get("r", ""))
            self._column = column_number(place[1].encode()) + 1 if place else self._column + 1
            told["r"] = column_letters(self._column - 1) + str(self._row)
        attributes = "".join(f' {key}="{escape(value, _QUOTE)}"' for key, value in told.items())
        self._out.append(f"<{name}{attributes}>")

    def _refuse(self, *_: object) -> None:
        raise ValueError


def column_number(letters: bytes) -> int:
    """A → 0, Z → 25, AA → 26."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def column_letters(number: int) -> str:
    """0 → A, 25 → Z, 26 → AA."""
    letters = ""
    while number >= 0:
        number, place = divmod(number, 26)
        letters = chr(65 + place) + letters
        number -= 1
    return letters
