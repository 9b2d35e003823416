"""XLSX → rows of every visible sheet, by calamine. Runs in the child (a hostile file can abort it)."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from app.files.errors import UnreadableFile
from app.files.tables import column_texts

Row = tuple[int, list[str]]
_BLOCK = 1_000  # rows


def open_workbook(path: Path) -> CalamineWorkbook:
    """The opened workbook. Raises UnreadableFile when it is protected or damaged."""
    try:
        return CalamineWorkbook.from_path(path)
    except PasswordError:
        raise UnreadableFile("The workbook is protected with a password. Remove it and send it again.") from None
    except (CalamineError, OSError, ValueError):
        raise UnreadableFile("The workbook is damaged or incomplete.") from None


def visible_sheets(workbook: CalamineWorkbook) -> list[str]:
    """Names of the work sheets a person sees: what is hidden was not meant to be published."""
    return [
        meta.name
        for meta in workbook.sheets_metadata
        if meta.typ == SheetTypeEnum.WorkSheet and meta.visible == SheetVisibleEnum.Visible
    ]


def rows(workbook: CalamineWorkbook, sheet: str) -> Iterator[Row]:
    """(spreadsheet row number, cells as text) of one sheet, in order."""
    try:
        opened = workbook.get_sheet_by_name(sheet)
    except (CalamineError, OSError, ValueError):
        raise UnreadableFile(f"The sheet {sheet[:100]!r} is damaged.") from None
    cells, number = opened.iter_rows(), 1
    while block := list(islice(cells, _BLOCK)):
        # By columns, because cells below each other are of one kind nearly always; every row is equally wide.
        yield from enumerate(map(list, zip(*map(column_texts, zip(*block, strict=True)), strict=True)), start=number)
        number += len(block)
