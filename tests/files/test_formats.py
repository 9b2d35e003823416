"""What comes out of ordinary files: text, references, counts; the type is decided by content."""

import datetime as dt

import pytest

from app.files import Chunking, UnreadableFile, UnsupportedFormat
from tests.files import samples

TABLE = 'Nome;Preço;Descrição\nCamiseta;59,90;Algodão\nTênis;1.234,50;"Duas\nlinhas"\n'


async def test_an_odd_line_is_named_by_its_row_below_cells_of_several_lines(pool):
    whole = 'nome;nota\r\nPão;"um\r\ndois"\r\nCafé;"três\r\nquatro"\r\n'.encode()
    for start, row in ((b"", 4), (b"sep=;\r\n", 4)):
        [flaw] = (await pool.extract(start + whole + "Maçã;x\r\n".encode("cp1252"))).head.warnings
        assert (flaw.code, flaw.row) == ("odd-bytes", row)


async def test_pdf_gives_text_and_page_references(pool):
    result = await pool.extract(samples.pdf(["Política de troca: 7 dias.", "", "Frete grátis acima de 200."]))
    assert (result.head.format, result.head.pages, result.head.truncated) == ("pdf", 3, False)
    assert result.text == "Política de troca: 7 dias.\n\nFrete grátis acima de 200."
    assert [(chunk.page, chunk.tokens) for chunk in result.chunks()] == [(1, 7), (3, 6)]
    assert result.head.chars == len(result.text)


async def test_pdf_without_text_is_no_error_but_says_so(pool):
    result = await pool.extract(samples.pdf([""]))
    assert result.text == ""
    assert result.chunks() == []
    assert [(flaw.code, flaw.page) for flaw in result.head.warnings] == [("no-text", None)]
    assert not result.head.truncated


async def test_table_rows_carry_their_headings(pool):
    result = await pool.extract(TABLE.encode())
    assert result.text.splitlines() == [
        "Nome: Camiseta; Preço: 59,90; Descrição: Algodão",
        "Nome: Tênis; Preço: 1.234,50; Descrição: Duas linhas",
    ]
    assert (result.head.format, result.head.rows) == ("csv", 2)
    assert [chunk.row_start for chunk in result.chunks()] == [2]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
async def test_csv_encodings_are_recognised(pool, encoding):
    result = await pool.extract((TABLE + "Café à vontade;5,00;ç\n").encode(encoding))
    assert "Nome: Café à vontade; Preço: 5,00; Descrição: ç" in result.text


async def test_cp1252_euro_and_quotes(pool):
    result = await pool.extract("Produto;Nota\n“Caneca”;€ 5 – só hoje\n".encode("cp1252"))
    assert result.text == "Produto: “Caneca”; Nota: € 5 – só hoje"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "^", "~"])
async def test_csv_delimiters_are_recognised(pool, delimiter):
    rows = [["Nome", "Preço", "Nota"], ["Caneca", '"10,50"', "boa"], ["Copo", '"3,20"', "ok"]]
    found = await pool.read_tables("\r\n".join(delimiter.join(row) for row in rows).encode())
    assert found.delimiter == delimiter
    assert found.tables[0].columns == ["Nome", "Preço", "Nota"]
    assert found.tables[0].rows == [["Caneca", "10,50", "boa"], ["Copo", "3,20", "ok"]]


@pytest.mark.parametrize("delimiter", ["^", "~"])
async def test_a_rare_delimiter_is_told_by_the_names_that_it_cuts(pool, delimiter):
    rows = [["Nome", "Preço", "Nota"], ["Polo", "59,90", "azul; macia"], ["Meia", "9,90", "P|M|G"]]
    found = await pool.read_tables(("Tabela de maio\n\n" + "\n".join(map(delimiter.join, rows))).encode())
    assert (found.delimiter, found.tables[0].columns, found.tables[0].rows) == (delimiter, rows[0], rows[1:])


async def test_decimal_commas_do_not_hide_the_semicolon(pool):
    found = await pool.read_tables(b"Nome;Preco\nA;1,50\nB;2,50\n")
    assert (found.delimiter, found.tables[0].columns) == (";", ["Nome", "Preco"])


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [
        ("email\na@x.com\nb@y.com\n", ["email"], [["a@x.com"], ["b@y.com"]]),
        ("nome\nPolo\nCalça, slim\nMeia\n", ["nome"], [["Polo"], ["Calça, slim"], ["Meia"]]),
        ("sku,nota\n1,Muito boa.\n2,Nem tanto.\n", ["sku", "nota"], [["1", "Muito boa."], ["2", "Nem tanto."]]),
        ("nome,preco\n", ["nome", "preco"], []),
        ("nome;preco", ["nome", "preco"], []),
        ("a,b\r1,2\r", ["a", "b"], [["1", "2"]]),
        ("a,b,c\n1,2\n3,4,5,6\n8,9,10\n", ["a", "b", "c"], [["1", "2", ""], ["3", "4", "5", "6"], ["8", "9", "10"]]),
        ("Relatório;;\n;;\nNome;Preco;\nX;1;\n", ["Nome", "Preco"], [["X", "1"]]),
        (
            "Tabela de verão\n\nNome;Preco\nPolo;59,90\nMeia;9,90\n",
            ["Nome", "Preco"],
            [["Polo", "59,90"], ["Meia", "9,90"]],
        ),
        (
            "Loja da Ana\nVálida até março\n\nnome,preco\nPolo,59.90\nMeia,9.90\n",
            ["nome", "preco"],
            [["Polo", "59.90"], ["Meia", "9.90"]],
        ),
        (
            "Dúvidas\npergunta;resposta\nTroca?;Sim, em 7 dias.\n",
            ["pergunta", "resposta"],
            [["Troca?", "Sim, em 7 dias."]],
        ),
        ("a,b\n1,2\n\x1a", ["a", "b"], [["1", "2"]]),
        ("<nome>;<preco>\nPolo;1\nMeia;2\n", ["<nome>", "<preco>"], [["Polo", "1"], ["Meia", "2"]]),
        ("nome;\nPolo;\nMeia;\n", ["nome"], [["Polo"], ["Meia"]]),
        ("sku;nota\n1;\n2;\n3;\n4;boa\n", ["sku", "nota"], [["1", ""], ["2", ""], ["3", ""], ["4", "boa"]]),
        ('sku;dados\n1;"{\n}"\n2;"(P)"\n', ["sku", "dados"], [["1", "{\n}"], ["2", "(P)"]]),
    ],
)
async def test_unusual_tables(pool, text, columns, rows):
    table = (await pool.read_tables(text.encode())).tables[0]
    assert (table.columns, table.rows) == (columns, rows)


async def test_a_note_beside_a_list_is_no_heading(pool):
    data = samples.xlsx({"P": [("Nome",), ("Meia",), ("Luva", "ver estoque"), ("Gorro",)]})
    table = (await pool.read_tables(data)).tables[0]
    assert (table.columns, [row[0] for row in table.rows]) == (["Nome"], ["Meia", "Luva", "Gorro"])


async def test_sep_hint_of_excel_is_no_row(pool):
    found = await pool.read_tables(b"sep=;\r\nNome;Preco\r\nA;1\r\n")
    assert found.tables[0].columns == ["Nome", "Preco"]
    assert found.tables[0].row_numbers == [2]


async def test_every_row_of_a_long_table_is_there_once(pool):
    data = "id;nome\n" + "".join(f"{i};produto {i}\n" for i in range(5000))
    found = await pool.read_tables(data.encode())
    assert [row[0] for row in found.tables[0].rows] == [str(i) for i in range(5000)]
    result = await pool.extract(data.encode(), Chunking(tokens=100, overlap=0))
    assert result.head.rows == 5000
    assert [line for chunk in result.chunks() for line in chunk.text.splitlines()] == result.text.splitlines()


async def test_xlsx_sheets_rows_and_values(pool):
    data = samples.xlsx(
        {
            "Produtos": [*samples.PRODUCTS, (), ("Meia", 5.0, None)],
            "Datas": [("Dia", "Aberto"), (dt.datetime(2026, 1, 31), True)],
            "Custos": [("Segredo",), ("42",)],
        },
        hidden=("Custos",),
    )
    result = await pool.extract(data)
    assert (result.head.format, result.head.sheets, result.head.rows) == ("xlsx", 2, 4)
    assert result.text.splitlines()[:4] == [
        "Produtos",
        "Nome: Camiseta azul; Preço: 59.9; Estoque: 10",
        "Nome: Tênis, branco; Preço: 1234.5; Estoque: 0",
        "Nome: Meia; Preço: 5",
    ]
    assert "Dia: 2026-01-31; Aberto: true" in result.text
    assert "Segredo" not in result.text
    assert [(chunk.sheet, chunk.row_start) for chunk in result.chunks()] == [("Produtos", 2), ("Datas", 2)]


async def test_csv_titles_above_the_heading_are_kept_as_text(pool):
    data = "Tabela de verão\n\nNome;Preço\nChapéu;30\n".encode()
    assert (await pool.extract(data)).text == "Tabela de verão\nNome: Chapéu; Preço: 30"
    assert (await pool.read_tables(data)).tables[0].row_numbers == [4]


@pytest.mark.parametrize("title", ["Tabela de preços, maio de 2026", "Loja da Ana, Rua das Flores, 10"])
async def test_a_title_with_commas_is_no_heading(pool, title):
    data = f"{title}\nNome,Preço,Estoque\nChapéu,30,2\nLuva,9.90,5\n".encode()
    read = (await pool.read_tables(data)).tables[0]
    assert (read.columns, read.row_numbers) == (["Nome", "Preço", "Estoque"], [3, 4])


async def test_semicolons_in_the_last_rows_make_no_titles_of_those_above(pool):
    rows = [["Nome", "Cor", "Nota"], *(["Polo", "Azul", f"boa {number}"] for number in range(7))]
    rows += [["Meia", "Preta", "não lavar; secar"]] * 2
    found = await pool.read_tables("\n".join(map("|".join, rows)).encode())
    assert (found.delimiter, found.tables[0].columns, len(found.tables[0].rows)) == ("|", rows[0], 9)


@pytest.mark.parametrize("cut", [",", ", "])
async def test_a_heading_with_spaces_after_its_commas_stays_one(pool, cut):
    data = f"Nome, Tamanho, Cor\n{cut.join(['Camisa', 'P', 'Azul'])}\n{cut.join(['Meia', '39', 'Preta'])}\n".encode()
    assert (await pool.read_tables(data)).tables[0].columns == ["Nome", "Tamanho", "Cor"]


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-23 12:00:01 INFO started\n2026-11-23 12:00:02 INFO listening\n2026-11-23 12:00:09 WARN slow\n",
        "Nov 23 12:00:01 host app: started\nNov 23 12:00:02 host app: listening\n",
        "INFO started\nINFO listening\nERROR broken\n",
        "\n".join(["o gato subiu no telhado e de la viu toda a cidade que dormia ainda"] * 3),
    ],
)
async def test_a_log_or_prose_without_delimiters_is_no_list(pool, text):
    with pytest.raises(UnsupportedFormat):
        await pool.extract(text.encode())


async def test_a_letterhead_above_the_heading_is_no_column(pool):
    above = ["Loja da Ana", "Rua das Flores, 10", "CNPJ 00.000.000/0001-00", "Tabela de maio"]
    data = "\n".join([*above, "Nome;Preço", "Chapéu;30", "Luva;9,90"]).encode()
    assert (await pool.extract(data)).text.splitlines() == [
        *above,
        "Nome: Chapéu; Preço: 30",
        "Nome: Luva; Preço: 9,90",
    ]
    sheet = samples.xlsx({"P": [*((title,) for title in above), ("Nome", "Preço"), ("Chapéu", 30), ("Luva", 9.9)]})
    assert (await pool.read_tables(sheet)).tables[0].columns == ["Nome", "Preço"]


async def test_xlsx_titles_above_the_heading_are_kept_as_text(pool):
    data = samples.xlsx({"P": [("Tabela de verão",), (), ("Nome", "Preço"), ("Chapéu", 30)]})
    assert (await pool.extract(data)).text == "Tabela de verão\nNome: Chapéu; Preço: 30"
    table = (await pool.read_tables(data)).tables[0]
    assert (table.columns, table.rows, table.row_numbers) == (["Nome", "Preço"], [["Chapéu", "30"]], [4])


async def test_row_references_of_later_chunks(pool):
    data = "nome;nota\n" + "".join(f"p{i};boa\n" for i in range(100))
    chunks = (await pool.extract(data.encode(), Chunking(tokens=70, overlap=14))).chunks()
    for chunk in chunks:
        assert chunk.text.startswith(f"nome: p{chunk.row_start - 2}; nota")
        assert chunk.tokens <= 70
    assert chunks[1].row_start == chunks[0].row_start + 8  # ten rows of seven tokens, two of them repeated


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n" + bytes(100),
        samples.garbage(),
        b"GIF89a" + bytes(50),
        b"just one line of plain text, really",
        b"<html><body>x;y</body></html>",
        b'{"a": [1, 2]}',
        b'[{"a": 1},\n{"a": 2}]',
        samples.old_xls(),
        b"This is a letter.\nIt has several lines, and commas, here and there.\nRegards, me\n",
        b"import os\n\ndef f(a, b):\n    return a, b\n",
        b"Some prose, with commas.\n\n    And an indented line; then more.\nThe end, my friend, is near.\n",
        b"PK\x03\x04" + bytes(60),
        b"import os\nimport sys\n\nx = f(1, 2)\ny = g(3, 4)\nz = h(5, 6)\n",
        b"Oi!\nBom dia, Ana.\nTudo bem, amiga?\nTchau, beijo.\n",
        b"# Sizes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        b"from typing import Any\n\nKey = str | int\nValue = Any | None\nNode = Key | Value\n",
        b'"use strict";\nconst a = 1;\nconst b = 2;\nsum(a, b);\n',
        b'export * from "./rows.js";\nexport * from "./names.js";\n',
        b"INSERT INTO t VALUES (1, 2);\nINSERT INTO t VALUES (3, 4);\n",
        b"-- Sold, and when.\nCREATE TABLE t (\n    id uuid,\n    name text,\n    sku text,\n    cost int\n);\n",
        b"-- One, two.\nINSERT INTO a SELECT b, c FROM d;\nINSERT INTO e SELECT f, g FROM h;\n",
        b":root { --line: red; }\nbody { margin: 0; padding: 1px; }\nnav { gap: 1rem; }\n",
        b'declare const A = "1";\n/** Made from; compared. */\ndeclare const B: Record<{\n    a: 1;\n    b: 2;\n}>;\n',
        b"[server]\nport=80\nname=shop\n",
        b"PORT=80\nNAME=shop\n",
        b"{\n   a => 1,\n   b => 2,\n}\nx ; y\nz ; w\n",
    ],
)
async def test_other_content_is_unsupported(pool, data):
    with pytest.raises(UnsupportedFormat):
        await pool.extract(data)


async def test_other_zip_archives_are_unsupported(pool):
    with pytest.raises(UnsupportedFormat):
        await pool.extract(samples.plain_zip())


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"  \n \n", "no text"),
        (samples.encrypted_xlsx(), "password"),
        (samples.pdf(["x"], password="segredo"), "password"),
        (samples.xlsx({"A": [("a",)]})[:-200], "damaged"),
        (samples.pdf(["x"])[:300], "damaged"),
        (b"%PDF-1.7\n" + samples.garbage(), "damaged"),
        (b'a;b\n1;"' + b"x" * 1_100_000, "line"),
    ],
)
async def test_unreadable_files_say_why(pool, data, word):
    with pytest.raises(UnreadableFile, match=word):
        await pool.extract(data)


async def test_pdf_is_no_table(pool):
    with pytest.raises(UnsupportedFormat):
        await pool.read_tables(samples.pdf(["x"]))


async def test_text_never_holds_what_a_database_refuses(pool):
    result = await pool.extract("nome;nota\nA\ufffe\uffff;b\n".encode())
    assert result.text == "nome: A; nota: b"
