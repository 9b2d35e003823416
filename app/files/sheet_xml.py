"""What a worksheet's XML says and calamine does not: extent, what is hidden, number formats, formulas without a value.

Searched in blocks by patterns, because a parser in Python would take longer than calamine takes for the whole sheet.
ECMA-376 part 1, 18.3. Runs in the child process; tests/files/test_workbooks.py.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from xml.etree import ElementTree

from app.files.errors import UnreadableFile
from app.files.number_formats import COMMA_MONEY, PERCENT_IDS, Show, show_of
from app.files.regular_xml import column_number, regular

_BLOCK = 4 * 1024 * 1024
_HEAD = 64 * 1024
_MOST_PART = 16 * 1024 * 1024  # of styles and the list of sheets, which are read as trees
_LONGEST_ROW = 32 * 1024 * 1024
# calamine makes a grid of all cells between the first and the last.
MAX_AREA = 16_000_000
_BLANK_ROWS, _BLANK_COLUMNS = 10_000, 256  # what lies beyond so many belongs to no table
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_NARROW, _WIDEST = 52, 1 << 14  # columns; Patterns.wide begins with the 53rd
_MOST_ERRORS = 10
_KIND = re.compile(rb'\st="(\w*)"')
_TEXTS = (b"str", b"inlineStr")
_KINDS = (*_TEXTS, b"b", b"d", b"n", b"s")
_SPACED = re.compile(rb"(<(?:\w+:)?v>)\s*([^<\s]+)\s*(</)")
_NOTE = re.compile(rb'<(?:\w+:)?comment\s[^>]*?\bref="([A-Z]+)(\d+)"')
_DAMAGED = (zipfile.BadZipFile, ElementTree.ParseError, KeyError, ValueError, OSError)
_PREFIX = re.compile(rb"<(\w+:)?worksheet[\s>]")


class Patterns:
    """What is looked for where elements have this prefix (`x:`, mostly none): literal beginnings are found fast."""

    def __init__(self, prefix: str) -> None:
        def element(pattern: str) -> re.Pattern[bytes]:
            return re.compile(pattern.replace("~", prefix).encode(), re.DOTALL)

        # A single cell is what programs write that did not know yet.
        self.dimension = element(r'<~dimension\s+ref="[A-Z]+\d+:([A-Z]+)(\d+)"')
        self.column = element(r"<~col\s[^>]*>")
        self.row = element(r'<~row\s[^>]*?\br="(\d+)"')
        self.row_start = f"<{prefix}row ".encode()
        self.row_end = f"</{prefix}row>".encode()
        # A row without height is hidden, too.
        self.hidden_row = element(r'<~row\s(?=[^>]*\br="(\d+)")[^>]*?(?:\bhidden="(?:1|true)"|\sht="0(?:\.0+)?")')
        self.reference = element(r'<~c\s[^>]*?\br="([A-Z]+)(\d+)"')
        self.error = element(r'<~c\s(?=[^>]*\bt="e")[^>]*?\br="([A-Z]+)(\d+)"')
        self.cell = element(r'<~c\s[^>]*?\br="([A-Z]+)(\d+)"(?:[^>]*/>|.*?</~c>)')
        self.wide = element(r' r="(?:[B-Z][A-Z]|[A-Z]{3})\d')
        self.formula = f"<{prefix}f".encode()
        # The program that wrote the file never calculated its result; a result that is an empty text is one.
        self.uncalculated = element(r"(?:</~f>|<~f\s[^>]*/>)(?:<~v\s*/>|<~v></~v>)?</~c>")
        self.text_result = element(r'<~c\s[^>]*?\bt="str"')
        self.cell_start = f"<{prefix}c ".encode()

    def styled(self, styles: Iterable[int]) -> re.Pattern[bytes]:
        """Cells of these styles: style, column, row."""
        numbers = b"|".join(str(style).encode() for style in styles)
        start = self.cell_start + rb'(?=[^>]*\bs="(' + numbers + rb')")[^>]*?\br="([A-Z]+)(\d+)"'
        return re.compile(start)


@dataclass
class SheetFacts:
    """Columns count from 0, rows as a spreadsheet numbers them; how many there are at most, up to the last."""

    rows: int = 0
    columns: int = 0
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    uncalculated: list[int] = field(default_factory=list)
    # The first few cells, row and column: of those that show errors, and of those that have notes.
    errors: list[tuple[int, int]] = field(default_factory=list)
    notes: list[tuple[int, int]] = field(default_factory=list)

    @property
    def area(self) -> int:
        """Cells of the rectangle that holds all of them."""
        return self.rows * self.columns


@dataclass(frozen=True)
class Extent:
    """The rows and columns that belong together, and the first cell beyond them ("" when there is none)."""

    rows: int
    columns: int
    beyond: str = ""
    beyond_row: int = 0


@dataclass
class WorkbookFacts:
    """Where each sheet's XML is, and how numbers of each cell style are shown where that matters."""

    path: Path
    parts: dict[str, str]
    shows: dict[int, Show]

    def sheet(self, name: str) -> SheetFacts:
        """What one sheet's XML says beside its values."""
        facts, told = SheetFacts(notes=self._notes(name)), False
        for number, (block, find) in enumerate(self._blocks(name)):
            if not number:
                told = _read_head(block, find, facts)
            if not told:
                facts.columns = _WIDEST if find.wide.search(block) else max(facts.columns, _NARROW)
                last = find.row.search(block, max(0, block.rfind(find.row_start)))
                facts.rows = max(facts.rows, int(last[1]) if last else 0)
            if b"hidden=" in block or b' ht="0' in block:
                facts.hidden_rows.update(int(found[1]) for found in find.hidden_row.finditer(block))
            if b't="e"' in block and len(facts.errors) < _MOST_ERRORS:
                found_errors = islice(find.error.finditer(block), _MOST_ERRORS)
                facts.errors += ((int(found[2]), column_number(found[1])) for found in found_errors)
            if find.formula in block:
                found_rows = (
                    _uncalculated_row(block, found.start(), find) for found in find.uncalculated.finditer(block)
                )
                facts.uncalculated += filter(None, found_rows)
        return facts

    def formatted(self, name: str) -> Iterator[tuple[int, int, Show]]:
        """(row, column, how its number is shown) of every cell whose format matters, in order."""
        if not self.shows:
            return
        styled: re.Pattern[bytes] | None = None
        for block, find in self._blocks(name):
            styled = styled or find.styled(self.shows)
            for found in styled.finditer(block):
                yield int(found[3]), column_number(found[2]), self.shows[int(found[1])]

    def extent(self, name: str) -> Extent:
        """What of the sheet a grid is made of: all, unless some cells lie so far off that it would never fit."""
        columns, rows = set[int](), dict[int, None]()
        for block, find in self._blocks(name):
            for found in find.reference.finditer(block):
                columns.add(column_number(found[1]))
                rows[int(found[2])] = None
        if not rows:
            return Extent(0, 1)
        above, left = min(rows) - 1, min(columns)  # the grid begins at the first cell
        if (max(rows) - above) * (max(columns) + 1 - left) <= MAX_AREA:
            return Extent(max(rows), max(columns) + 1)
        last_column = _before_gap(sorted(columns), _BLANK_COLUMNS)
        last_row = min(_before_gap(list(rows), _BLANK_ROWS), above + MAX_AREA // (last_column + 1 - left))
        for block, find in self._blocks(name):
            for found in find.reference.finditer(block):
                if int(found[2]) > last_row or column_number(found[1]) > last_column:
                    return Extent(last_row, last_column + 1, (found[1] + found[2]).decode(), int(found[2]))
        return Extent(last_row, last_column + 1)

    def again(self, extents: dict[str, Extent], *, mended: bool = False) -> io.BytesIO:
        """The workbook again, in memory: without cells beyond these extents; `mended`: without what is no value."""
        cut = {part: (name, extents.get(name)) for name, part in self.parts.items() if mended or name in extents}
        made = io.BytesIO()
        with zipfile.ZipFile(self.path) as old, zipfile.ZipFile(made, "w") as new:
            for part in old.namelist():
                if part not in cut:
                    new.writestr(part, old.read(part))
                    continue
                name, extent = cut[part]
                with new.open(part, "w") as file:
                    for block, find in self._blocks(name):
                        file.write(find.cell.sub(lambda cell, kept=extent: _kept(cell, kept, mended), block))  # type: ignore[misc]
        made.seek(0)
        return made

    def _notes(self, name: str) -> list[tuple[int, int]]:
        """Where the sheet has notes; threads of comments have one each, for programs that do not know them."""
        folder, file = posixpath.split(self.parts.get(name, ""))
        with suppress(*_DAMAGED), zipfile.ZipFile(self.path) as archive:
            for related in _tree(archive, f"{folder}/_rels/{file}.rels"):
                if related.get("Type", "").endswith("/comments"):
                    with archive.open(_part(related.get("Target", ""), folder)) as notes:
                        found = islice(_NOTE.finditer(notes.read(_MOST_PART)), _MOST_ERRORS)
                        return [(int(note[2]), column_number(note[1])) for note in found]
        return []

    def _blocks(self, name: str) -> Iterator[tuple[bytes, Patterns]]:
        """The XML in pieces that end with a row, and how to search it."""
        part = self.parts.get(name)
        if part is None:
            return
        rest, find = b"", None
        with zipfile.ZipFile(self.path) as archive, archive.open(part) as file:
            for piece in regular(iter(lambda: file.read(_BLOCK), b"")):
                block = rest + piece
                if len(block) > _LONGEST_ROW:
                    raise UnreadableFile(f"The sheet {name[:100]!r} is damaged.")
                if find is None:
                    root = _PREFIX.search(block, 0, _HEAD)
                    find = _patterns(root[1].decode() if root and root[1] else "")
                end = block.rfind(find.row_end) + 1
                rest = block[end:]
                if end:
                    yield block[:end], find
            yield rest, find or _patterns("")


_patterns = cache(Patterns)


def read_facts(path: Path) -> WorkbookFacts:
    """The facts of a workbook that `detect.check_workbook` has let pass. Raises UnreadableFile when it is damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            related = {
                entry.get("Id"): entry.get("Target", "") for entry in _tree(archive, "xl/_rels/workbook.xml.rels")
            }
            parts = {
                sheet.get("name", ""): _part(related.get(sheet.get(_RELATION), ""))
                for sheet in _tree(archive, "xl/workbook.xml").iterfind("{*}sheets/{*}sheet")
            }
            names = set(archive.namelist())
            shows = _shows(_tree(archive, "xl/styles.xml")) if "xl/styles.xml" in names else {}
    except _DAMAGED:
        raise UnreadableFile("The workbook is damaged or incomplete.") from None
    return WorkbookFacts(path, {name: part for name, part in parts.items() if part in names}, shows)


def _tree(archive: zipfile.ZipFile, part: str) -> ElementTree.Element:
    with archive.open(part) as file:
        data = file.read(_MOST_PART + 1)
    if len(data) > _MOST_PART or b"<!DOCTYPE" in data:
        raise ValueError(part)
    return ElementTree.fromstring(data)  # noqa: S314 no document type, so no entities


def _part(target: str, folder: str = "xl") -> str:
    return posixpath.normpath(target.lstrip("/") if target.startswith("/") else posixpath.join(folder, target))


def _shows(styles: ElementTree.Element) -> dict[int, Show]:
    """Index of a cell style → how its numbers are shown."""
    codes = dict(PERCENT_IDS)
    codes |= {
        int(one.get("numFmtId", "0")): one.get("formatCode", "") for one in styles.iterfind("{*}numFmts/{*}numFmt")
    }
    kinds = [int(one.get("numFmtId", "0")) for one in styles.iterfind("{*}cellXfs/{*}xf")]
    comma = any(symbol in codes.get(kind, "") for kind in kinds for symbol in COMMA_MONEY)
    found = {style: show_of(codes.get(kind, ""), comma=comma) for style, kind in enumerate(kinds)}
    return {style: show for style, show in found.items() if show is not None}


def _read_head(block: bytes, find: Patterns, facts: SheetFacts) -> bool:
    """Hidden columns, and the extent; False when that is not told."""
    head = block[:_HEAD].partition(b"sheetData")[0]
    extent = find.dimension.search(head)
    if extent:
        facts.columns, facts.rows = column_number(extent[1]) + 1, int(extent[2])
    for found in find.column.finditer(head):
        told = dict(re.findall(rb'(\w+)="([^"]*)"', found[0]))
        if told.get(b"hidden") in (b"1", b"true") or told.get(b"width") == b"0":
            facts.hidden_columns.update(range(int(told[b"min"]) - 1, min(int(told[b"max"]), _WIDEST)))
    return extent is not None


def _before_gap(numbers: list[int], blank: int) -> int:
    """The last of ascending numbers before the first gap that is longer."""
    for before, after in pairwise(numbers):
        if after - before > blank:
            return before
    return numbers[-1]


def _kept(cell: re.Match[bytes], extent: Extent | None, mended: bool) -> bytes:
    if extent and (int(cell[2]) > extent.rows or column_number(cell[1]) >= extent.columns):
        return b""
    return _mended(cell[0]) if mended else cell[0]


def _mended(cell: bytes) -> bytes:
    """The cell as calamine takes it: errors that it does not know are blank, kinds that nobody knows are numbers."""
    start, mark, rest = cell.partition(b">")
    kind = _KIND.search(start)
    if kind and kind[1] == b"e":
        return b""
    if kind and kind[1] not in _KINDS:
        start = start.replace(kind[0], b"")
    return start + mark + (rest if kind and kind[1] in _TEXTS else _SPACED.sub(rb"\1\2\3", rest))


def _uncalculated_row(block: bytes, place: int, find: Patterns) -> int:
    """The row of the cell that this place lies in; 0 when its empty value is its result."""
    start = block.rfind(find.cell_start, 0, place)
    found = find.reference.match(block, start)
    return int(found[2]) if found and not find.text_result.match(block, start) else 0
