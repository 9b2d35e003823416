"""XLSX → rows of every visible sheet: values by calamine, the rest by sheet_xml.py.

Runs in the child (a hostile file can abort it). tests/files/test_workbooks.py.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from app.files.errors import UnreadableFile
from app.files.number_formats import Show
from app.files.regular_xml import column_letters
from app.files.sheet_xml import MAX_AREA, Extent, SheetFacts, WorkbookFacts, read_facts
from app.files.tables import LARGE, column_texts
from app.files.types import Flaw, FlawCode

Row = tuple[int, list[str]]
Area = tuple[tuple[int, int], tuple[int, int]]
_BLOCK = 1_000  # rows
_HEADING_WITHIN = 8  # rows
_NAMED = 5
_MIDNIGHT = dt.time()


class Workbook:
    """An opened workbook: its visible work sheets in order, and what of it is not read."""

    def __init__(self, opened: CalamineWorkbook, facts: WorkbookFacts) -> None:
        self.sheets: list[str] = []
        self.flaws: list[Flaw] = []
        self._facts = facts
        self._known: dict[str, SheetFacts] = {}
        for meta in opened.sheets_metadata:
            if meta.typ != SheetTypeEnum.WorkSheet:
                continue
            if meta.visible == SheetVisibleEnum.Visible:
                self.sheets.append(meta.name)
                self._known[meta.name] = facts.sheet(meta.name)
                self._note(meta.name, self._known[meta.name])
            else:
                # What is hidden was not meant to be published.
                self._flaw("hidden-sheet", meta.name, None, "The sheet is hidden and was left out.")
        self._cut: dict[str, Extent] = {}
        self._mended = False
        self._opened = self._bounded(opened)

    def rows(self, sheet: str, *, units: bool = True) -> Iterator[Row]:
        """(spreadsheet row number, cells as text) of one visible sheet, in order.

        Merged cells have their value in each row. `units`: amounts as they are shown (R$ 12,90; 2 kg), else as numbers.
        Raises UnreadableFile when the sheet is damaged.
        """
        opened = self._sheet(sheet)
        known, first = self._known[sheet], opened.start[1] if opened.start else 0
        merged = [_moved(area, first) for area in opened.merged_cell_ranges or []]
        shown = [place for place in range(opened.width) if place + first not in known.hidden_columns]
        hidden: list[tuple[int, int]] = []
        texts = _texts(_values(opened, self._facts.formatted(sheet), merged, first, hidden, units=units))
        try:
            for number, cells in _with_whole_heading(texts, merged):
                if number not in known.hidden_rows:
                    yield number, [cells[place] for place in shown] if known.hidden_columns else cells
        finally:
            if hidden:
                detail = f"Values that their number format hides were left out: {_told(map(_name, hidden))}."
                self._flaw("hidden-values", sheet, hidden[0][0], detail)

    def _bounded(self, opened: CalamineWorkbook) -> CalamineWorkbook:
        """The same without cells so far off that a grid up to them would not fit into memory."""
        for name, known in self._known.items():
            if known.area > MAX_AREA and (extent := self._facts.extent(name)).beyond:
                self._cut[name] = extent
                detail = f"Cells far from the table were left out: {extent.beyond} and what is beyond."
                self._flaw("cells-apart", name, extent.beyond_row, detail)
        return CalamineWorkbook.from_filelike(self._facts.again(self._cut)) if self._cut else opened

    def _sheet(self, name: str) -> CalamineSheet:
        """The values of a sheet; when calamine refuses it for a cell, those of a copy without such cells."""
        try:
            return self._opened.get_sheet_by_name(name)
        except (CalamineError, OSError, ValueError):
            if self._mended:
                raise UnreadableFile(f"The sheet {name[:100]!r} is damaged.") from None
        self._mended = True
        try:
            self._opened = CalamineWorkbook.from_filelike(self._facts.again(self._cut, mended=True))
        except (CalamineError, OSError, ValueError):
            raise UnreadableFile("The workbook is damaged or incomplete.") from None
        return self._sheet(name)

    def _note(self, name: str, known: SheetFacts) -> None:
        if known.hidden_rows:
            rows = sorted(known.hidden_rows)
            self._flaw("hidden-rows", name, rows[0], f"Hidden rows were left out: {_told(map(str, rows))}.")
        if known.hidden_columns:
            columns = map(column_letters, sorted(known.hidden_columns))
            self._flaw("hidden-columns", name, None, f"Hidden columns were left out: {_told(columns)}.")
        if known.uncalculated:
            named = _told(map(str, dict.fromkeys(known.uncalculated)))
            detail = (
                f"Formulas have no result in the file, in row {named}: open it in a spreadsheet program and save it."
            )
            self._flaw("formula-without-value", name, known.uncalculated[0], detail)
        if known.errors:
            places = _told(map(_name, known.errors))
            self._flaw("formula-error", name, known.errors[0][0], f"Cells show errors and were left empty: {places}.")
        if known.notes:
            self._flaw(
                "notes", name, known.notes[0][0], f"Notes on cells were left out: {_told(map(_name, known.notes))}."
            )

    def _flaw(self, code: FlawCode, sheet: str, row: int | None, detail: str) -> None:
        self.flaws.append(Flaw(code=code, sheet=sheet, row=row, detail=detail))


def open_workbook(path: Path) -> Workbook:
    """The opened workbook. Raises UnreadableFile when it is protected or damaged."""
    try:
        return Workbook(CalamineWorkbook.from_path(path), read_facts(path))
    except PasswordError:
        raise UnreadableFile("The workbook is protected with a password. Remove it and send it again.") from None
    except (CalamineError, OSError, ValueError):
        raise UnreadableFile("The workbook is damaged or incomplete.") from None


def _values(
    opened: CalamineSheet,
    formatted: Iterator[tuple[int, int, Show]],
    merged: list[Area],
    first: int,
    hidden: list[tuple[int, int]],
    *,
    units: bool,
) -> Iterator[tuple[int, list[list[Any]]]]:
    """Blocks of rows with the number of the first: formats applied, the values of merged cells repeated.

    `hidden` takes the places of what formats hide, but for zeros, which many leave out.
    """
    cells, number, heading = opened.iter_rows(), 1, 0
    ahead = next(formatted, None)
    begun: dict[int, list[tuple[range, int]]] = defaultdict(list)
    standing: dict[int, tuple[int, Any]] = {}
    for (top, column), (bottom, last) in merged:
        if 0 <= column < opened.width:
            begun[top + 1].append((range(column, min(last + 1, opened.width)), bottom + 1))
    while block := list(islice(cells, _BLOCK)):
        while ahead is not None and ahead[0] < number + len(block):
            row, column, show = ahead[0] - number, ahead[1] - first, ahead[2]
            if row >= 0 and 0 <= column < opened.width:
                value = block[row][column]
                block[row][column] = seen = _shown(value, show, units=units)
                if seen == "" and value and value != _MIDNIGHT:
                    hidden.append(ahead[:2])
            ahead = next(formatted, None)
        if begun or standing:
            for place, row_cells in enumerate(block, start=number):
                filled = len(row_cells) - row_cells.count("")
                _repeat(row_cells, place, begun.pop(place, ()), standing, across=heading > 0 and filled > 1)
                heading = heading or place * (filled > 1)
        yield number, block
        number += len(block)


def _shown(value: Any, show: Show, *, units: bool) -> Any:
    """What a cell shows; the date of a zero is midnight here."""
    if value.__class__ is float:
        is_read = -LARGE < value < LARGE and (units or not show.is_amount)
        return show.text(value) if is_read else value
    if show.hides_text and value.__class__ in (str, bool):
        return ""
    return "" if value == _MIDNIGHT and not show.text(0.0) else value


def _repeat(
    cells: list[Any],
    number: int,
    begun: Iterable[tuple[range, int]],
    standing: dict[int, tuple[int, Any]],
    *,
    across: bool,
) -> None:
    """Give blank cells what stands above them in their merged area; (columns, last row) of areas that begin here.

    `across`: what stands left of them, too: not in a title, and not in a heading, whose groups are told later.
    """
    for column, (last, value) in list(standing.items()):
        if number > last:
            del standing[column]
        elif cells[column] == "":
            cells[column] = value
    for columns, last in begun:
        value = cells[columns[0]]
        for column in columns if across else columns[:1]:
            cells[column] = cells[column] if cells[column] != "" else value
            if value != "" and last > number:
                standing[column] = (last, value)


def _texts(blocks: Iterable[tuple[int, list[list[Any]]]]) -> Iterator[Row]:
    for number, block in blocks:
        # By columns, because cells below each other are of one kind nearly always; every row is equally wide.
        yield from enumerate(map(list, zip(*map(column_texts, zip(*block, strict=True)), strict=True)), start=number)


def _with_whole_heading(rows: Iterator[Row], merged: Iterable[Area]) -> Iterator[Row]:
    """The rows, with a heading of two (`Price` merged over `Retail` and `Trade`) made one: `Price Retail`."""
    wide = defaultdict[int, list[tuple[int, int]]](list)
    for (top, column), (bottom, last) in merged:
        if top == bottom and last > column >= 0:
            wide[top + 1].append((column, last))
    for number, cells in islice(rows, _HEADING_WITHIN) if wide else ():
        under = next(rows, None) if number in wide and _beside(cells, wide[number]) else None
        if under is None:
            yield number, cells
        elif all(_is_name(under[1][at]) for column, last in wide[number] for at in range(column, last + 1)):
            for column, last in wide[number]:
                cells[column : last + 1] = [cells[column]] * (last + 1 - column)
            yield under[0], [" ".join(dict.fromkeys(filter(None, pair))) for pair in zip(cells, under[1], strict=True)]
            break
        else:
            yield number, cells
            yield under
    yield from rows


def _beside(cells: list[str], areas: list[tuple[int, int]]) -> bool:
    """Whether there is more in the row than what is merged: a single merged cell is a title."""
    return sum(map(bool, cells)) > 1 and all(last < len(cells) for _, last in areas)


def _is_name(text: str) -> bool:
    return bool(text) and not any(map(str.isdigit, text))


def _moved(area: Area, first: int) -> Area:
    """The same in columns of the grid, which begins with the first that has a value."""
    (top, left), (bottom, right) = area
    return (top, left - first), (bottom, right - first)


def _name(place: tuple[int, int]) -> str:
    return column_letters(place[1]) + str(place[0])


def _told(names: Iterable[str]) -> str:
    """The first few, and that there are more."""
    some = list(islice(names, _NAMED + 1))
    return ", ".join(some[:_NAMED]) + (", …" if len(some) > _NAMED else "")
