"""XLSX → rows of every visible sheet, by calamine. Runs in the child (a hostile file can abort it)."""

from collections.abc import Iterator
from pathlib import Path

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum, SheetVisibleEnum

from app.files.errors import UnreadableFile
from app.files.tables import cell_text

Row = tuple[int, list[str]]


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
    for number, cells in enumerate(opened.iter_rows(), start=1):
        # Most cells are text: no call for those.
        yield number, [value.strip() if value.__class__ is str else cell_text(value) for value in cells]
