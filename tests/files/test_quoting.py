"""How writers of CSV quote cells, and what becomes of a quotation mark that is never closed."""

import pytest

from app.files import UnreadableFile, quoting
from app.files.quoting import Quoting, Records


async def read(pool, text: str):
    table = (await pool.read_tables(text.encode())).tables[0]
    return table.columns, table.rows


@pytest.mark.parametrize("hint", ["sep=;\r\n", "SEP=;\n", '"sep=;"\r\n', "sep=;\r"])
async def test_a_hint_of_excel_is_no_row(pool, hint):
    end = hint.partition(";")[2].strip('"')
    text = f"{hint}Nome;Preço{end}Polo, azul;1{end}"
    assert await read(pool, text) == (["Nome", "Preço"], [["Polo, azul", "1"]])
    assert (await pool.extract(text.encode())).text == "Nome: Polo, azul; Preço: 1"


@pytest.mark.parametrize(
    "text",
    [
        'Nome,Preço,Nota\n"Polo", "59,90", "azul, macia"\n"Meia", "9,90", "curta"\n',
        'Nome,Preço,Nota\n"Polo","59,90","azul, macia"\n"Meia","9,90","curta"\n',
        "'Nome','Preço','Nota'\n'Polo','59,90','azul, macia'\n'Meia','9,90','curta'\n",
        '"Nome,Preço,Nota"\n"Polo,""59,90"",""azul, macia"""\n"Meia,""9,90"",curta"\n',
        'Nome,Preço,Nota\n"Polo,""59,90"",""azul, macia"""\n"Meia,""9,90"",curta"\n',
    ],
    ids=["spaces", "usual", "single", "rows-within-cells", "rows-within-cells-below-a-heading"],
)
async def test_cells_are_quoted_in_many_ways(pool, text):
    rows = [["Polo", "59,90", "azul, macia"], ["Meia", "9,90", "curta"]]
    assert await read(pool, text) == (["Nome", "Preço", "Nota"], rows)


async def test_a_mark_may_be_escaped(pool):
    text = 'Nome,Nota\n"Polo","a \\"melhor\\", diz Ana"\n"Meia","curta"\n'
    assert (await read(pool, text))[1] == [["Polo", 'a "melhor", diz Ana'], ["Meia", "curta"]]


async def test_a_list_of_quoted_texts_has_one_column(pool):
    assert await read(pool, 'nome\n"Tênis, 38"\n"Bota, 39"\n') == (["nome"], [["Tênis, 38"], ["Bota, 39"]])


@pytest.mark.parametrize("next_mark", ["", '"'], ids=["to-the-end", "to-the-next"])
async def test_a_mark_that_is_never_closed_costs_no_row(pool, next_mark):
    rows = [f"P{number};{number};x" for number in range(50)]
    rows[20] = f'"{rows[20]}'
    rows[40] = f"{next_mark}{rows[40]}"
    text = "Nome;Preço;Nota\n" + "\n".join(rows)
    assert (await read(pool, text))[1] == [[f"P{number}", str(number), "x"] for number in range(50)]
    flaws = (await pool.extract(text.encode())).head.warnings
    assert [(flaw.code, flaw.row) for flaw in flaws] == [("open-quote", 22)]


async def test_a_cell_of_several_lines_may_hold_delimiters(pool):
    for cell in ("a;b\nc", "a\nb;c", "1;a\n2;b\n3;c"):
        assert (await read(pool, f'sku;dados\n1;"{cell}"\n2;x\n'))[1] == [["1", cell], ["2", "x"]]
        assert (await read(pool, f'sku;dados;n\n1;"{cell}";4\n2;x;5\n'))[1] == [["1", cell, "4"], ["2", "x", "5"]]


async def test_a_cell_without_end_names_its_line(pool):
    with pytest.raises(UnreadableFile, match="beyond line 3"):
        await pool.extract(b'a;b\n1;2\n3;4\n5;"' + b"x" * 1_100_000)


async def test_cells_that_force_a_text_are_that_text(pool):
    text = 'SKU;Nome;Fone\n="00123";Polo;\'+55 11\n"=""00124""";\'n Roll;\'00125\n'
    assert (await read(pool, text))[1] == [["00123", "Polo", "+55 11"], ["00124", "'n Roll", "00125"]]


@pytest.mark.parametrize(
    "data", [b"Nome;Nota\nPolo\x00 azul;a\nMeia;b\n", b"Nome;Nota\nPolo azul;a\nMeia;b\n" + bytes(90)]
)
async def test_an_odd_control_character_is_left_out(pool, data):
    assert (await pool.read_tables(data)).tables[0].rows == [["Polo azul", "a"], ["Meia", "b"]]


async def test_marks_that_are_not_seen_are_left_out(pool):
    assert await read(pool, "\ufeff\u200bNome;Fone\nPolo\u200b;\u202a+55 11\u202c\n") == (
        ["Nome", "Fone"],
        [["Polo", "+55 11"]],
    )


@pytest.mark.parametrize("size", [1, 2, 3])
def test_lines_that_are_read_together_make_no_difference(monkeypatch, size):
    lines = ['a;"b', 'c";d\n', "e;f\n", '"g;h\n', "\n", "i;j\n", 'k;"l""m"\n', 'n;"o\n', 'p";q\n', 'r;"s']
    whole = Records(lines, ";", Quoting())
    found, told = list(whole), [flaw.row for flaw in whole.flaws()]
    monkeypatch.setattr(quoting, "_BLOCK_LINES", size)
    apart = Records(lines, ";", Quoting())
    assert (list(apart), [flaw.row for flaw in apart.flaws()], apart.line) == (found, told, whole.line)
