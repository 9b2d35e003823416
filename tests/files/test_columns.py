"""Tables of PDFs that were drawn column by column."""

import pytest

from tests.files import samples

NAMES = ["Caneca", "Prato fundo", "Copo", "Jarra"]
PRICES = ["R$ 34,90", "R$ 12,00", "R$ 9,90", "R$ 51,00"]


SIZES = [["Tam", "Busto", "Est"], ["P", "84", "3"], ["M", "90", "0"], ["G", "96", "7"], ["U", "102", "-"]]
CLOTHES = [["Camisa azul", "P", "39,90", "3"], ["Camisa verde", "M", "41,90", "12"], ["Saia", "G", "50,00", "1"]]
# Where text that is turned by this many degrees begins, and its matrix.
TURNS = {0: "1 0 0 1 0 0", 90: "0 1 -1 0 595 0", 180: "-1 0 0 -1 595 842", 270: "0 -1 1 0 0 842"}


def _drawn(cells: list[tuple[int, int, str]], turned: int = 0) -> bytes:
    """A page with each text where it says, drawn in this order."""
    shown = " ".join(f"1 0 0 1 {x} {y} Tm ({text}) Tj" for x, y, text in cells)
    return samples.pdf_drawn(f"{TURNS[turned]} cm BT /F 12 Tf {shown} ET".encode("latin-1"), turned)


def _column(x: int, texts: list[str], top: int = 700) -> list[tuple[int, int, str]]:
    return [(x, top - 20 * row, text) for row, text in enumerate(texts) if text]


async def test_columns_of_a_table_are_read_as_rows(pool):
    cells = [(50, 760, "Lista"), *_column(50, ["Produto", *NAMES]), *_column(250, ["Cx", "6", "12", "6", "1"])]
    cells += [*_column(400, ["Valor", *PRICES]), (50, 500, "Frete por conta do cliente")]
    assert (await pool.extract(_drawn(cells))).text.splitlines() == [
        "Lista", "Produto Cx Valor", "Caneca 6 R$ 34,90", "Prato fundo 12 R$ 12,00", "Copo 6 R$ 9,90",
        "Jarra 1 R$ 51,00", "Frete por conta do cliente",
    ]  # fmt: skip


async def test_an_empty_cell_moves_no_other(pool):
    cells = [*_column(50, NAMES), *_column(400, [PRICES[0], "", *PRICES[2:]])]
    text = (await pool.extract(_drawn(cells))).text
    assert text.splitlines() == ["Caneca R$ 34,90", "Prato fundo", "Copo R$ 9,90", "Jarra R$ 51,00"]


@pytest.mark.parametrize("turned", TURNS)
@pytest.mark.parametrize("apart", [15, 40])
@pytest.mark.parametrize("by_column", [False, True], ids=["by-row", "by-column"])
@pytest.mark.parametrize("rows", [SIZES, SIZES[1:], CLOTHES], ids=["sizes", "no-heading", "clothes"])
async def test_cells_of_one_letter_stay_in_their_rows(pool, rows, by_column, apart, turned):
    cells = [(50 + 120 * at, 500 - apart * row, cell) for row, line in enumerate(rows) for at, cell in enumerate(line)]
    if by_column:
        cells.sort(key=lambda cell: cell[0])
    text = (await pool.extract(_drawn(cells, turned))).text
    assert text.splitlines() == [" ".join(line) for line in rows]


async def test_two_lists_side_by_side_are_read_with_their_own_prices(pool):
    cells = [*_column(50, NAMES[:3]), *_column(150, PRICES[:3]), *_column(300, ["Faca", "Garfo", "Colher"])]
    cells += _column(450, ["5,00", "6,00", "7,00"])
    assert (await pool.extract(_drawn(cells))).text.splitlines() == [
        "Caneca R$ 34,90 Faca 5,00", "Prato fundo R$ 12,00 Garfo 6,00", "Copo R$ 9,90 Colher 7,00",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "columns",
    [
        [["Produto", *NAMES], ["Cor", "Azul", "Verde", "Branco", "Incolor"]],
        [
            ["Nome", "Ana", "Bia"],
            ["Fone", "(11) 98765-4321", "(21) 91234-5678"],
            ["Cidade", "Santos", "Rio de Janeiro"],
        ],
        [["Recurso", "Entrega", "Troca"], ["Loja", "Sim", "Sim"], ["Site", "Nada", "Sim"]],
        [["Medida", "80 x 120 cm", "70 x 210 cm"], ["Item", "Mesa", "Porta de madeira"]],
        [["Dia", "Segunda", "Domingo"], ["Aberto", "8h as 18h", "fechado"]],
        [["Item", "Caneca", "Prato"], ["Nota", "Caneca de porcelana branca", "Prato fundo"]],
    ],
)
async def test_a_table_of_words_is_read_as_rows(pool, columns):
    cells = [cell for at, column in enumerate(columns) for cell in _column(50 + 150 * at, column)]
    text = (await pool.extract(_drawn(cells))).text
    assert text.splitlines() == [" ".join(row) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize(
    "columns",
    [
        [
            ["Trocamos em ate", "sete dias uteis", "com nota fiscal"],
            ["O frete sai por", "conta da loja em", "todo o pais"],
        ],
        [
            ["Inicio", "Produtos", "Contato"],
            ["Trocamos em ate sete dias uteis", "com nota e sem uso", "em toda a rede"],
        ],
        [["Menu", "Loja", "Fale"], ["Trocamos em", "sete dias com", "nota fiscal e"]],
        [["10,00", "20,00", "30,00"], [], ["Passo um", "Passo dois", "Passo tres"]],
    ],
    ids=["prose", "beside-words", "narrow-prose", "below"],
)
async def test_what_is_no_table_stays_in_its_order(pool, columns):
    tops = [700, 700, 500]
    cells = [cell for at, column in enumerate(columns) for cell in _column(50 + 250 * at, column, tops[at])]
    text = (await pool.extract(_drawn(cells))).text
    assert text.splitlines() == [line for column in columns for line in column]
