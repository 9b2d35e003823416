"""Workbooks as people make them: formats, merged and hidden cells, formulas, a cell far off."""

import datetime as dt
import io
import re
import zipfile

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from tests.files import samples


def saved(workbook: Workbook) -> bytes:
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


@pytest.fixture
def sheet():
    """An empty sheet in a workbook of its own."""
    return Workbook().active


async def table(pool, sheet):
    found = (await pool.read_tables(saved(sheet.parent))).tables[0]
    return found.columns, found.rows, found.row_numbers


async def lines(pool, sheet):
    return (await pool.extract(saved(sheet.parent))).text.splitlines()


async def test_numbers_are_written_as_the_sheet_shows_them(pool, sheet):
    sheet.append(("Produto", "Preço", "Desconto", "CEP", "Horas", "Peso"))
    sheet.append(("Polo", 1234.5, 0.15, 1310100, dt.timedelta(hours=30), 1.5))
    for cell, code in (("B2", '"R$" #,##0.00'), ("C2", "0%"), ("D2", "00000\\-000"), ("E2", "[h]:mm"), ("F2", "0.00")):
        sheet[cell].number_format = code
    assert await lines(pool, sheet) == [
        "Produto: Polo; Preço: R$ 1.234,50; Desconto: 15%; CEP: 01310-100; Horas: 30:00; Peso: 1.5"
    ]
    # What is imported keeps the number of an amount.
    assert (await table(pool, sheet))[1] == [["Polo", "1234.5", "15%", "01310-100", "30:00", "1.5"]]


async def test_merged_cells_have_their_value_in_each_row(pool, sheet):
    for row in (("Categoria", "Nome"), ("Roupas", "Polo"), (None, "Meia"), (None, "Luva"), ("Casa", "Copo")):
        sheet.append(row)
    sheet.merge_cells("A2:A4")
    assert (await table(pool, sheet))[1] == [
        ["Roupas", "Polo"],
        ["Roupas", "Meia"],
        ["Roupas", "Luva"],
        ["Casa", "Copo"],
    ]


async def test_a_block_of_merged_cells_is_filled_but_a_title_is_not(pool, sheet):
    for row in (("Maio", None, None), ("Produto", "A", "B"), ("x", "m"), ("y",), ("Doces",), ("z", 1, 2)):
        sheet.append(row)
    for area in ("A1:C1", "B3:C4", "A5:C5"):
        sheet.merge_cells(area)
    rows = [["x", "m", "m"], ["y", "m", "m"], ["Doces", "", ""], ["z", "1", "2"]]
    assert (await table(pool, sheet))[:2] == (["Produto", "A", "B"], rows)


async def test_percents_have_the_decimal_comma_of_the_amounts(pool, sheet):
    for row in (("Nome", "Preço", "Margem"), ("Polo", 12.9, 0.155), ("Meia", 9, 0.2)):
        sheet.append(row)
    sheet["B2"].number_format, sheet["C2"].number_format = '"R$" #,##0.00', "0.00%"
    assert (await lines(pool, sheet))[0] == "Nome: Polo; Preço: R$ 12,90; Margem: 15,50%"


async def test_an_area_merged_over_many_rows_is_filled_to_its_end_and_no_further(pool, sheet):
    sheet.append(("Categoria", "Nome"))
    for number in range(2, 2_503):
        sheet.append(("Roupas" if number == 2 else None, f"p{number}"))
    sheet.merge_cells("A2:A2500")
    rows = (await table(pool, sheet))[1]
    assert [number for number, row in enumerate(rows, start=2) if row[0] != "Roupas"] == [2501, 2502]


async def test_a_heading_of_two_rows_is_one(pool, sheet):
    for row in (("Tabela de maio",), ("Produto", "Preço"), (None, "Varejo", "Atacado"), ("Polo", 59.9, 49.9)):
        sheet.append(row)
    for area in ("A1:C1", "A2:A3", "B2:C2"):
        sheet.merge_cells(area)
    assert await table(pool, sheet) == (["Produto", "Preço Varejo", "Preço Atacado"], [["Polo", "59.9", "49.9"]], [4])
    assert await lines(pool, sheet) == ["Tabela de maio", "Produto: Polo; Preço Varejo: 59.9; Preço Atacado: 49.9"]


async def test_a_cell_merged_over_values_is_no_heading(pool, sheet):
    for row in (("Produto", "Preço", "Estoque"), ("Polo", "a consultar"), ("Meia", 9.9, 3)):
        sheet.append(row)
    sheet.merge_cells("B2:C2")
    assert (await table(pool, sheet))[1] == [["Polo", "a consultar", "a consultar"], ["Meia", "9.9", "3"]]


async def test_what_is_hidden_is_left_out_and_said(pool, sheet):
    for row in (("Nome", "Custo", "Preço"), ("Polo", 20, 59.9), ("Segredo", 1, 2), ("Meia", 3, 9.9)):
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet.parent.create_sheet("Custos").sheet_state = "hidden"
    result = await pool.extract(saved(sheet.parent))
    assert result.text.splitlines() == ["Nome: Polo; Preço: 59.9", "Nome: Meia; Preço: 9.9"]
    assert [(flaw.code, flaw.sheet, flaw.row, flaw.detail) for flaw in result.head.warnings] == [
        ("hidden-rows", "Sheet", 3, "Hidden rows were left out: 3."),
        ("hidden-columns", "Sheet", None, "Hidden columns were left out: B."),
        ("hidden-sheet", "Custos", None, "The sheet is hidden and was left out."),
    ]
    assert not result.head.truncated
    assert await table(pool, sheet) == (["Nome", "Preço"], [["Polo", "59.9"], ["Meia", "9.9"]], [2, 4])


async def test_what_a_format_hides_is_left_out_and_said(pool, sheet):
    for row in (("Nome", "Custo", "Estoque", "Entrega"), ("Polo", 20, 0, 0), ("Meia", 3, 7, 46_000)):
        sheet.append(row)
    for at in (2, 3):
        sheet.cell(at, 2).number_format, sheet.cell(at, 3).number_format = ";;;", "0;-0;;@"
        sheet.cell(at, 4).number_format = "dd/mm/yyyy;;"
    sheet["E2"], sheet["E3"] = "segredo", "visível"
    sheet["E2"].number_format = ";;;"
    result = await pool.extract(saved(sheet.parent))
    assert result.text.splitlines() == ["Nome: Polo", "Nome: Meia; Estoque: 7; Entrega: 2025-12-09; visível"]
    detail = "Values that their number format hides were left out: B2, E2, B3."
    assert [(flaw.code, flaw.row, flaw.detail) for flaw in result.head.warnings] == [("hidden-values", 2, detail)]
    assert (await table(pool, sheet))[1] == [["Polo", "", "0", ""], ["Meia", "", "7", "2025-12-09", "visível"]]


async def test_notes_on_cells_are_no_text_but_told(pool, sheet):
    for row in (("Nome", "Preço"), ("Polo", 59.9), ("Meia", 9.9)):
        sheet.append(row)
    for cell in ("B2", "B3"):
        sheet[cell].comment = Comment("custa 20", "Ana")
    result = await pool.extract(saved(sheet.parent))
    assert result.text.splitlines() == ["Nome: Polo; Preço: 59.9", "Nome: Meia; Preço: 9.9"]
    [flaw] = result.head.warnings
    assert (flaw.code, flaw.sheet, flaw.row) == ("notes", "Sheet", 2)
    assert flaw.detail == "Notes on cells were left out: B2, B3."


async def test_a_formula_without_a_result_is_told(pool, sheet):
    for row in (("Nome", "Preço"), ("Polo", 10), ("Dobro", "=B2*2")):
        sheet.append(row)
    [flaw] = (await pool.extract(saved(sheet.parent))).head.warnings
    assert (flaw.code, flaw.sheet, flaw.row) == ("formula-without-value", "Sheet", 3)


async def test_a_formula_with_its_result_is_a_value(pool, sheet):
    sheet.append(("Nome", "Preço"))
    sheet.append(("Dobro", "=10*2"))
    data, part = saved(sheet.parent), "xl/worksheets/sheet1.xml"
    calculated = re.sub(rb"<v ?/>|<v></v>", b"<v>20</v>", content(data, part))
    result = await pool.extract(samples.repacked(data, {part: calculated}))
    assert (result.text, result.head.warnings) == ("Nome: Dobro; Preço: 20", [])


async def test_an_empty_text_is_the_result_of_a_formula(pool, sheet):
    sheet.append(("Nome", "Obs"))
    sheet.append(("Polo", '=IF(A2="Polo","","x")'))
    data, part = saved(sheet.parent), "xl/worksheets/sheet1.xml"
    calculated = re.sub(rb'<c r="B2">(.*?)<v ?/>', rb'<c r="B2" t="str">\1<v></v>', content(data, part))
    assert b't="str"' in calculated
    assert (await pool.extract(samples.repacked(data, {part: calculated}))).head.warnings == []


def content(data: bytes, part: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(part)


@pytest.mark.parametrize("told", [True, False])
async def test_a_cell_far_off_does_not_cost_the_table(pool, sheet, told):
    for row in (("Nome", "Preço"), ("Polo", 59.9), ("Meia", 9.9)):
        sheet.append(row)
    sheet["XFD1048576"] = "x"
    data, part = saved(sheet.parent), "xl/worksheets/sheet1.xml"
    if not told:
        data = samples.repacked(data, {part: re.sub(rb"<dimension[^>]*>", b"", content(data, part))})
    result = await pool.extract(data)
    assert result.text.splitlines() == ["Nome: Polo; Preço: 59.9", "Nome: Meia; Preço: 9.9"]
    [flaw] = result.head.warnings
    assert (flaw.code, flaw.sheet, flaw.row) == ("cells-apart", "Sheet", 1_048_576)
    assert "XFD1048576" in flaw.detail


async def test_a_cell_far_below_belongs_to_the_table(pool, sheet):
    sheet.append(("Nome", "Preço"))
    sheet["A200000"] = "Polo"
    assert (await table(pool, sheet))[1:] == ([["Polo", ""]], [200_000])


async def test_a_table_far_below_the_first_row_is_whole(pool, sheet):
    """Blank rows above it cost nothing: 40 columns at row 450,000 are no grid of 18 million cells."""
    for row, value in ((450_000, "Nome"), (450_001, "Polo"), (450_002, "Meia")):
        for column in range(1, 41):
            sheet.cell(row, column, f"{value} {column}")
    result = await pool.extract(saved(sheet.parent))
    assert result.head.warnings == []
    assert result.text.splitlines()[1].endswith("Nome 40: Meia 40")


async def test_columns_count_from_where_the_table_begins(pool, sheet):
    """A grid begins at the first column with a value; formats and what is hidden count the sheet's own columns."""
    sheet["C3"], sheet["D3"], sheet["E3"], sheet["C4"], sheet["D4"], sheet["E4"] = (
        "Nome",
        "Custo",
        "Taxa",
        "Polo",
        1,
        0.5,
    )
    sheet["E4"].number_format = "0%"
    sheet.column_dimensions["D"].hidden = True
    assert await table(pool, sheet) == (["Nome", "Taxa"], [["Polo", "50%"]], [4])


@pytest.mark.parametrize(("usual", "written"), [(rb' r="[A-Z]*[0-9]+"', b""), (rb'="([^"]*)"', rb"='\1'")])
async def test_unusual_writers_hide_and_format_too(pool, sheet, usual, written):
    """The places of rows and cells are optional, and XML has two kinds of quotes."""
    for row in (("Nome", "Taxa"), ("Polo", 0.5), ("Segredo", 0.1), ("Dobro", "=B2*2")):
        sheet.append(row)
    sheet["B2"].number_format = "0%"
    sheet.row_dimensions[3].hidden = True
    data, part = saved(sheet.parent), "xl/worksheets/sheet1.xml"
    result = await pool.extract(samples.repacked(data, {part: re.sub(usual, written, content(data, part))}))
    assert result.text.splitlines() == ["Nome: Polo; Taxa: 50%", "Nome: Dobro"]
    assert [(flaw.code, flaw.row) for flaw in result.head.warnings] == [
        ("hidden-rows", 3),
        ("formula-without-value", 4),
    ]


async def test_elements_may_have_a_prefix(pool, sheet):
    for row in (("Nome", "Taxa"), ("Polo", 0.5), ("Segredo", 0.1), ("Dobro", "=B2*2")):
        sheet.append(row)
    sheet["B2"].number_format = "0%"
    sheet.row_dimensions[3].hidden = True
    data, part = saved(sheet.parent), "xl/worksheets/sheet1.xml"
    prefixed = re.sub(rb"<(/?)(?=\w)", rb"<\1x:", content(data, part)).replace(b" xmlns=", b" xmlns:x=")
    result = await pool.extract(samples.repacked(data, {part: prefixed}))
    assert result.text.splitlines() == ["Nome: Polo; Taxa: 50%", "Nome: Dobro"]
    assert [flaw.code for flaw in result.head.warnings] == ["hidden-rows", "formula-without-value"]


def written(rows: str, head: str = "") -> bytes:
    """A workbook whose sheet has these rows as they are written here."""
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    xml = f'<worksheet xmlns="{name}">{head}<sheetData>{rows}</sheetData></worksheet>'
    return samples.repacked(samples.xlsx({"P": [("x",)]}), {"xl/worksheets/sheet1.xml": xml.encode()})


def row(number: int, *cells: str, attributes: str = "") -> str:
    placed = (cell.replace("<c", f'<c r="{letter}{number}"', 1) for letter, cell in zip("ABC", cells, strict=False))
    return f'<row r="{number}"{attributes}>{"".join(placed)}</row>'


def say(text: str) -> str:
    return f'<c t="str"><v>{text}</v></c>'


@pytest.mark.parametrize("error", ["#N/A", "#REF!", "#SPILL!", "#GETTING_DATA", "Err:502"])
async def test_a_cell_with_an_error_is_empty_and_told(pool, error):
    broken = f'<c t="e"><f>A2</f><v>{error}</v></c>'
    heading = row(1, say("Nome"), say("Preço"))
    data = written(heading + row(2, say("Polo"), broken) + row(3, say("Meia"), "<c><v>9.9</v></c>"))
    result = await pool.extract(data)
    assert result.text.splitlines() == ["Nome: Polo", "Nome: Meia; Preço: 9.9"]
    [flaw] = result.head.warnings
    assert (flaw.code, flaw.row) == ("formula-error", 2)
    assert flaw.detail.endswith(" B2.")


@pytest.mark.parametrize("cell", ["<c><v> 9.9\n</v></c>", '<c t="z"><v>9.9</v></c>', '<c t=""><v>9.9</v></c>'])
async def test_a_cell_of_an_odd_kind_does_not_cost_the_sheet(pool, cell):
    heading = row(1, say("Nome"), say("Preço"))
    assert (await pool.extract(written(heading + row(2, say(" Polo "), cell)))).text == "Nome: Polo; Preço: 9.9"


async def test_what_has_no_size_is_hidden(pool):
    rows = row(1, say("Nome"), say("Custo"), say("Preço")) + row(2, say("Polo"), say("1"), say("2"))
    rows += row(3, say("Segredo"), say("3"), say("4"), attributes=' ht="0" customHeight="1"')
    head = '<cols><col min="2" max="2" width="0" customWidth="1"/></cols>'
    result = await pool.extract(written(rows, head))
    assert result.text == "Nome: Polo; Preço: 2"
    assert [flaw.code for flaw in result.head.warnings] == ["hidden-rows", "hidden-columns"]


async def test_an_empty_workbook_says_so(pool, sheet):
    sheet.parent.create_sheet("Outra")
    result = await pool.extract(saved(sheet.parent))
    assert (result.text, [flaw.code for flaw in result.head.warnings]) == ("", ["no-text"])


async def test_units_are_shown_but_not_imported(pool, sheet):
    for cells in (("Nome", "Peso", "Fone"), ("Polo", 0.25, 11987654321)):
        sheet.append(cells)
    sheet["B2"].number_format, sheet["C2"].number_format = '0.00" kg"', "(00) 00000-0000"
    assert await lines(pool, sheet) == ["Nome: Polo; Peso: 0.25 kg; Fone: (11) 98765-4321"]
    assert (await table(pool, sheet))[1] == [["Polo", "0.25", "(11) 98765-4321"]]
