import os
import time

import pytest

from app.storefront.sheets import KeptSheets, Sheet, SheetError, Workbook, read_workbook


class Reader:
    """The backend's reader, with one answer."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    async def send_file(self, *args: object, **fields: object) -> object:
        assert fields == {"tables": "true"}
        return self.answer


def table(*rows: list[str]) -> dict[str, object]:
    return {"sheet": None, "columns": ["nome"], "rows": list(rows), "row_numbers": list(range(2, 2 + len(rows)))}


async def test_the_fullest_table_is_offered_first_and_every_other_one_too() -> None:
    tables = {"tables": [table(["a"]), table(), table(["b"], ["c"])], "truncated": True}
    book = await read_workbook(Reader({"format": "xlsx", "tables": tables, "warnings": []}), b"", "x.xlsx")  # type: ignore[arg-type]
    assert book.fullest == 1
    assert book.sheet(1, 0) == Sheet(["nome"], [["b"], ["c"]], [2, 3], True, True, "x.xlsx")
    assert book.sheet(0, 0).rows == [["a"]]


def test_a_lower_row_may_be_the_heading() -> None:
    rows = {"sheet": None, "columns": ["Tabela de maio"], "rows": [["nome", "preço"], ["Caneca", "10"]]}
    book = Workbook([rows | {"row_numbers": [3, 5]}], False, False, "x.csv")
    assert book.headings(0) == [["Tabela de maio"], ["nome", "preço"], ["Caneca", "10"]]
    assert book.sheet(0, 1) == Sheet(["nome", "preço"], [["Caneca", "10"]], [5], False, False, "x.csv")
    assert book.sheet(0, 0).columns == ["Tabela de maio", ""]


@pytest.mark.parametrize("tables", [None, {"tables": []}, {"tables": [table()], "truncated": False}])
async def test_a_file_without_rows_says_why(tables: object) -> None:
    with pytest.raises(SheetError):
        await read_workbook(Reader({"format": "pdf", "tables": tables, "warnings": []}), b"", "x")  # type: ignore[arg-type]


BOOK = Workbook([table(["1"], ["2"])], False, False, "x.csv")


def test_a_kept_file_is_its_owners(tmp_path) -> None:
    kept = KeptSheets(tmp_path / "imports")
    name = kept.keep("ana/1", BOOK)
    assert kept.load("ana/1", name) == BOOK
    assert kept.load("eve/1", name) is None
    assert kept.load("ana/1", "../../etc/passwd") is None
    assert kept.load_bad(name) == []
    kept.keep_bad(name, [["a"], ["1"]])
    assert kept.load_bad(name) == [["a"], ["1"]]


def test_old_files_are_swept(tmp_path) -> None:
    kept = KeptSheets(tmp_path)
    name = kept.keep("ana", BOOK)
    kept.keep_bad(name, [["a"]])
    old = time.time() - 7200
    for path in tmp_path.iterdir():
        os.utime(path, (old, old))
    kept.keep("ana", BOOK)
    assert (kept.load("ana", name), kept.load_bad(name)) == (None, [])
