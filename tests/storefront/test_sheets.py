import io
import os
import time

import openpyxl
import pytest

from app.storefront.sheets import KeptSheets, Sheet, SheetError, read_sheet


def workbook(*rows: list[object]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
async def test_csv_of_any_encoding_and_separator(encoding: str, separator: str) -> None:
    text = f'nome{separator}preço\n"Pão{separator} fresco"{separator}R$ 9\n\nCafé{separator}R$ 12\n'
    sheet = await read_sheet(text.encode(encoding), "x.csv")
    assert sheet.columns == ["nome", "preço"]
    assert sheet.rows == [[f"Pão{separator} fresco", "R$ 9"], ["Café", "R$ 12"]]


async def test_decimal_commas_are_not_separators() -> None:
    sheet = await read_sheet(b"nome;preco;peso\na;1,50;2,5\nb;2,50;3,5\n", "x.csv")
    assert sheet.columns == ["nome", "preco", "peso"]


async def test_workbook_cells_keep_their_numbers() -> None:
    sheet = await read_sheet(workbook(["nome", "preço", "qtd", "ok"], ["Vela", 89.9, 7, True]), "x.xlsx")
    assert sheet.rows == [["Vela", 89.9, 7, "sim"]]


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"nome,preco\n", b"%PDF-1.7", b"PK\x03\x04junk", b"a\0b\n1\0", workbook(["só"])]
)
async def test_unreadable_files_say_why(content: bytes) -> None:
    with pytest.raises(SheetError):
        await read_sheet(content, "x")


async def test_short_rows_are_filled_up() -> None:
    sheet = await read_sheet(b"a,b,c\n1\n1,2,3\n1,2,3\n", "x.csv")
    assert sheet.rows[0] == ["1", "", ""]


def test_a_kept_sheet_is_its_owners(tmp_path) -> None:
    kept = KeptSheets(tmp_path / "imports")
    sheet = Sheet(["a"], [["1"], [2]], False, "x.csv")
    name = kept.keep("ana/1", sheet)
    assert kept.load("ana/1", name) == sheet
    assert kept.load("eve/1", name) is None
    assert kept.load("ana/1", "../../etc/passwd") is None
    kept.drop(name)
    assert kept.load("ana/1", name) is None


def test_old_sheets_are_swept(tmp_path) -> None:
    kept = KeptSheets(tmp_path)
    name = kept.keep("ana", Sheet(["a"], [["1"]], False))
    old = time.time() - 7200
    os.utime(tmp_path / f"{name}.json", (old, old))
    kept.keep("ana", Sheet(["a"], [["1"]], False))
    assert kept.load("ana", name) is None
