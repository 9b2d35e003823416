import os
import time

import pytest

from app.storefront.sheets import KeptSheets, Sheet, SheetError, read_sheet


class Reader:
    """The backend's reader, with one answer."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    async def send_file(self, *args: object, **fields: object) -> object:
        assert fields == {"tables": "true"}
        return self.answer


def table(*rows: list[str]) -> dict[str, object]:
    return {"sheet": None, "columns": ["nome"], "rows": list(rows), "row_numbers": list(range(2, 2 + len(rows)))}


async def test_the_fullest_table_is_the_catalogue() -> None:
    tables = {"tables": [table(["a"]), table(["b"], ["c"])], "truncated": True}
    sheet = await read_sheet(Reader({"format": "xlsx", "tables": tables}), b"", "x.xlsx")  # type: ignore[arg-type]
    assert sheet == Sheet(["nome"], [["b"], ["c"]], [2, 3], True, True, "x.xlsx")


@pytest.mark.parametrize("tables", [None, {"tables": []}, {"tables": [table()], "truncated": False}])
async def test_a_file_without_rows_says_why(tables: object) -> None:
    with pytest.raises(SheetError):
        await read_sheet(Reader({"format": "pdf", "tables": tables}), b"", "x")  # type: ignore[arg-type]


SHEET = Sheet(["a"], [["1"], ["2"]], [2, 3], False, False, "x.csv")


def test_a_kept_sheet_is_its_owners(tmp_path) -> None:
    kept = KeptSheets(tmp_path / "imports")
    name = kept.keep("ana/1", SHEET)
    assert kept.load("ana/1", name) == SHEET
    assert kept.load("eve/1", name) is None
    assert kept.load("ana/1", "../../etc/passwd") is None
    kept.drop(name)
    assert kept.load("ana/1", name) is None


def test_old_sheets_are_swept(tmp_path) -> None:
    kept = KeptSheets(tmp_path)
    name = kept.keep("ana", SHEET)
    old = time.time() - 7200
    os.utime(tmp_path / f"{name}.json", (old, old))
    kept.keep("ana", SHEET)
    assert kept.load("ana", name) is None
