"""Where a table's heading is, in CSV and in workbooks: below notes, in two rows, on each page again, or nowhere."""

import pytest

from app.files import FilePool, Limits
from tests.files import samples

NOTES = [f"Aviso {number}" for number in range(9)]


def as_csv(text: str) -> bytes:
    return text.encode()


def as_xlsx(text: str) -> bytes:
    rows = [tuple(number(cell) for cell in line.split(";")) for line in text.splitlines()]
    return samples.xlsx({"P": rows})


def number(cell: str) -> str | float | None:
    digits = cell.replace(",", "", 1)
    return float(cell.replace(",", ".")) if digits.isdigit() else cell or None


@pytest.fixture(params=[as_csv, as_xlsx], ids=["csv", "xlsx"])
def tables(pool, request):
    """Reads a table told as text: every table's columns, numbers of its rows, and the first cell of each."""

    async def read(text: str):
        found = (await pool.read_tables(request.param(text))).tables
        return [(one.columns, one.row_numbers, [row[0] for row in one.rows]) for one in found]

    return read


ROWS = "Código;Descrição;Preço;Estoque\nA1;Polo;59,9;3\nA2;Meia;9,9;4\nA3;Luva;8,9;1\n"
COLUMNS = ["Código", "Descrição", "Preço", "Estoque"]


@pytest.mark.parametrize(
    ("above", "rows"),
    [
        ("Relatório;Produtos\nData;23/11/2026\nUsuário;Ana\n\n", [6, 7, 8]),
        ("Filtro: Situação = Ativo; Depósito = Geral\nPeríodo: novembro\n\n", [5, 6, 7]),
        ("Loja:;Ana\nData:;23/11/2026\n", [4, 5, 6]),
        ("\n".join(NOTES) + "\n", [11, 12, 13]),
    ],
)
async def test_what_is_told_above_a_table_is_no_heading(tables, above, rows):
    assert await tables(above + ROWS) == [(COLUMNS, rows, ["A1", "A2", "A3"])]


async def test_what_is_told_above_a_table_is_text(pool):
    text = (await pool.extract(f"Loja;Ana\nData;23/11/2026\n\n{ROWS}".encode())).text
    assert text.splitlines()[:3] == [
        "Loja Ana",
        "Data 23/11/2026",
        "Código: A1; Descrição: Polo; Preço: 59,9; Estoque: 3",
    ]


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("Produto;Preço;;Estoque\n;Varejo;Atacado;\n", ["Produto", "Preço Varejo", "Preço Atacado", "Estoque"]),
        ("Produto;Preço;Peso;Estoque\n;(R$);(kg);(un)\n", ["Produto", "Preço (R$)", "Peso (kg)", "Estoque (un)"]),
        ("Produto;Preço;Peso;Estoque\n;R$;kg;\n", ["Produto", "Preço R$", "Peso kg", "Estoque"]),
        ("Soma de Valor;Mês\nProduto;Jan;Fev;Total\n", ["Produto", "Jan", "Fev", "Total"]),
        ("Dados;Varejo;;Loja\nNome;Preço;Peso;Estoque\n", ["Nome", "Preço", "Peso", "Estoque"]),
        (
            "Dados;Varejo;;Atacado\nNome;Preço;Peso;Preço\n",
            ["Nome", "Varejo Preço", "Peso", "Atacado Preço"],
        ),
    ],
)
async def test_a_heading_may_have_a_second_row(tables, heading, columns):
    assert await tables(heading + "Polo;5,9;4,9;3\nMeia;9,9;7,9;4\n") == [(columns, [3, 4], ["Polo", "Meia"])]


async def test_a_row_without_its_code_is_no_second_heading(tables):
    found = await tables("SKU;Nome;Preço\n;Polo;a consultar\nA2;Meia;9,9\nA3;Luva;8,9\n")
    assert found == [(["SKU", "Nome", "Preço"], [2, 3, 4], ["", "A2", "A3"])]


async def test_a_heading_repeated_on_each_page_is_no_row(tables):
    page = "Relatório\nNome;Preço\n"
    found = await tables(f"{page}Polo;59,9\nMeia;9,9\n\n{page}Luva;8,9\nNome;Preço\nBoné;5,9\n")
    assert found == [(["Nome", "Preço"], [3, 4, 8, 10], ["Polo", "Meia", "Luva", "Boné"])]


@pytest.mark.parametrize("blank", ["", "\n"])
async def test_sections_with_the_same_heading_are_one_table(pool, tables, blank):
    text = (
        f"Camisas\nNome;Preço\nPolo;59,9\n{blank}Meias\nNome;Preço\nCurta;9,9\n{blank}Bonés\nNome;Preço\nTrucker;5,9\n"
    )
    [(columns, _, firsts)] = await tables(text)
    assert (columns, firsts) == (["Nome", "Preço"], ["Polo", "Curta", "Trucker"])
    assert (await pool.extract(text.encode())).text.splitlines() == [
        "Camisas",
        "Nome: Polo; Preço: 59,9",
        "Meias",
        "Nome: Curta; Preço: 9,9",
        "Bonés",
        "Nome: Trucker; Preço: 5,9",
    ]


async def test_a_table_beyond_the_limit_is_cut_once():
    files = FilePool(size=1, limits=Limits(max_rows=2))
    text = "Nome;Preço\n" + "".join(f"P{number};{number}\n" for number in range(60))
    [table] = (await files.read_tables(text.encode())).tables
    result = await files.extract(text.encode())
    await files.close()
    assert (table.row_numbers, result.text.splitlines()) == ([2, 3], ["Nome: P0; Preço: 0", "Nome: P1; Preço: 1"])
    assert [(flaw.code, flaw.row) for flaw in result.head.warnings] == [("rows-cut", 4)]


async def test_values_are_no_names(tables):
    [(columns, _, firsts)] = await tables("ana@x.com;Ana\nbia@x.com;Bia\n")
    assert (columns, firsts) == (["", ""], ["ana@x.com", "bia@x.com"])


async def test_a_row_like_a_title_stays_a_row(tables):
    assert await tables("Camisas\nNome;Preço\nPolo;59,9\nCamisas;\nMeia;9,9\n") == [
        (["Nome", "Preço"], [3, 4, 5], ["Polo", "Camisas", "Meia"])
    ]


@pytest.mark.parametrize("between", ["\n\n", "\nFornecedores\n", "\nFornecedores\n\n"])
async def test_tables_one_below_the_other_have_their_own_headings(tables, between):
    found = await tables(f"Nome;Preço\nPolo;59,9\nMeia;9,9\n{between}Empresa;Prazo\nMalhas SA;10\nFios ME;15\n")
    assert [(columns, firsts) for columns, _, firsts in found] == [
        (["Nome", "Preço"], ["Polo", "Meia"]),
        (["Empresa", "Prazo"], ["Malhas SA", "Fios ME"]),
    ]
    assert found[1][1] == [5 + between.count("\n"), 6 + between.count("\n")]


@pytest.mark.parametrize("between", ["\n\n", "\nClientes\n"])
async def test_usual_names_begin_a_table_of_words(tables, between):
    found = await tables(f"Nome;Preço\nPolo;59,9\nMeia;9,9\n{between}Cliente;Cidade\nAna;Curitiba\n")
    assert [(columns, firsts) for columns, _, firsts in found] == [
        (["Nome", "Preço"], ["Polo", "Meia"]),
        (["Cliente", "Cidade"], ["Ana"]),
    ]


async def test_the_text_of_the_second_table_has_its_own_names(pool):
    text = "Nome;Preço\nPolo;59,9\nMeia;9,9\n\nFornecedores\nEmpresa;Prazo\nMalhas SA;10\nFios ME;15\n"
    result = await pool.extract(text.encode())
    assert result.text.splitlines() == [
        "Nome: Polo; Preço: 59,9",
        "Nome: Meia; Preço: 9,9",
        "Fornecedores",
        "Empresa: Malhas SA; Prazo: 10",
        "Empresa: Fios ME; Prazo: 15",
    ]
    assert result.head.rows == 4


@pytest.mark.parametrize("blank", ["\n", "\n\n"])
async def test_a_table_beside_and_below_the_other_is_another(tables, blank):
    found = await tables(f"Nome;Preço;;\nPolo;59,9;;\nMeia;9,9;;\n{blank};;Frete;Valor\n;;SP;10\n;;RJ;15\n")
    assert [trimmed for columns, _, _ in found if (trimmed := [*filter(None, columns)])] == [
        ["Nome", "Preço"],
        ["Frete", "Valor"],
    ]


@pytest.mark.parametrize(
    "more",
    [
        "\n\nLuva;a consultar\nBoné;5,9\nGorro;6,9\n",
        "\nLuva;a consultar\nBoné;5,9\nGorro;6,9\n",
        "\n\nTotal;69,8\n",
        "\n\nfim\n",
    ],
)
async def test_rows_below_a_blank_one_belong_to_the_table(tables, more):
    [(columns, _, firsts)] = await tables(f"Nome;Preço\nPolo;59,9\nMeia;9,9\n{more}")
    assert (columns, firsts[:2], len(firsts)) == (["Nome", "Preço"], ["Polo", "Meia"], 2 + more.strip().count("\n") + 1)


async def test_a_numbered_name_of_goods_is_no_name_of_a_column(tables):
    assert await tables("Item 1;1\nItem 2;2\nItem 3;3\n") == [(["", ""], [1, 2, 3], ["Item 1", "Item 2", "Item 3"])]


async def test_a_table_without_a_heading_loses_no_row(pool, tables):
    text = "Polo;59,90;10\nMeia;9,90;20\nLuva;19,90;30\n"
    assert await tables(text) == [(["", "", ""], [1, 2, 3], ["Polo", "Meia", "Luva"])]
    result = await pool.extract(text.encode())
    assert result.text == "Polo; 59,90; 10\nMeia; 9,90; 20\nLuva; 19,90; 30"
    assert [(flaw.code, flaw.row) for flaw in result.head.warnings] == [("no-heading", 1)]
    assert not result.head.truncated


async def test_no_amount_breaks_the_reader(tables):
    found = await tables("Polo;R$ 1.2.3;R$ 1.,\nMeia;R$ 1.2.4;9.9\nLuva;R$ 5;8.9\n")
    assert [row for _, _, firsts in found for row in firsts] == ["Polo", "Meia", "Luva"]


@pytest.mark.parametrize("heading", ["Produto;36;37;38", "Diâmetro;0,5;9,95;10,5", "Produto;2025;2026;Total"])
async def test_numbers_may_be_names(tables, heading):
    [(columns, _, firsts)] = await tables(f"{heading}\nTênis;1;2;3\nBota;4;5;6\n")
    assert (len(columns), columns[0], firsts) == (4, heading.split(";")[0], ["Tênis", "Bota"])


async def test_a_row_wider_than_the_heading_is_told(pool):
    text = "Pergunta;Resposta\nTroca?;Sim; em 7 dias\nFrete?;Grátis;\nPrazo?;3 dias\n"
    result = await pool.extract(text.encode())
    assert result.text.splitlines()[0] == "Pergunta: Troca?; Resposta: Sim; em 7 dias"
    assert [(flaw.code, flaw.row) for flaw in result.head.warnings] == [("wider-than-heading", 2)]
    assert not result.head.truncated


@pytest.mark.parametrize(
    "text",
    ["arroz\nfeijão\nmacarrão\n", "1;2;3\n4;5;6\n7;8;9\n", "Rua A, 10, Centro\nRua B, 20, Jardim\nRua C, 30, Vila\n"],
)
async def test_a_list_without_a_heading_keeps_its_first_row(pool, text):
    result = await pool.extract(text.encode())
    assert (result.head.rows, [flaw.code for flaw in result.head.warnings]) == (3, ["no-heading"])
    assert ": " not in result.text


@pytest.mark.parametrize("heading", ["bairro;x", "Loja;2024", "Produto;36"])
async def test_numbers_may_be_names_of_columns(pool, heading):
    table = (await pool.read_tables(f"{heading}\nCentro;10\nVila;20\n".encode())).tables[0]
    assert table.columns == heading.split(";")


async def test_many_lines_may_stand_above_a_table(pool):
    above = "".join(f"Linha de aviso {number}\n" for number in range(14))
    table = (await pool.read_tables((above + "Código;Preço\nK1;10,00\nK2;5,00\n").encode())).tables[0]
    assert (table.columns, table.row_numbers) == (["Código", "Preço"], [16, 17])
