"""A table whose delimiter is the comma of its decimals, too."""

import pytest


async def read(pool, text: str):
    table = (await pool.read_tables(text.encode())).tables[0]
    return table.columns, table.rows


async def test_a_price_is_put_together_and_told(pool):
    text = "nome,preço,estoque\nPolo,59,90,3\nMeia,9,90,40\nBota,1.299,00,12\n"
    rows = [["Polo", "59,90", "3"], ["Meia", "9,90", "40"], ["Bota", "1.299,00", "12"]]
    assert await read(pool, text) == (["nome", "preço", "estoque"], rows)
    result = await pool.extract(text.encode())
    assert result.text.splitlines()[0] == "nome: Polo; preço: 59,90; estoque: 3"
    [flaw] = result.head.warnings
    assert (flaw.code, flaw.row, flaw.detail[-22:]) == ("decimal-commas", 2, "in preço: row 2, 3, 4.")


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("sku,nome,custo,preco,qtd\n1,Polo,20,00,59,90,3\n2,Meia,3,10,9,90,4\n", ["1", "Polo", "20,00", "59,90", "3"]),
        ("nome,peso,tipo\nPolo,0,2,azul\nMeia,1,25,preta\n", ["Polo", "0,2", "azul"]),
        ("nome,preço,estoque\nPolo,R$ 59,90,3\nMeia,R$ 9,90,4\n", ["Polo", "R$ 59,90", "3"]),
        ("Tabela de maio\n\nnome,preço,estoque\nPolo,59,90,3\nMeia,9,90,4\n", ["Polo", "59,90", "3"]),
        ("nome,preço\nPolo,59,90\nMeia,10\nLuva,9,90\n", ["Polo", "59,90"]),
    ],
    ids=["two-columns", "weights", "signs", "below-a-title", "some-without-decimals"],
)
async def test_whatever_numbers_have_decimals(pool, text, row):
    assert (await read(pool, text))[1][0] == row


@pytest.mark.parametrize(
    ("text", "row"),
    [
        # 59 and 90,3, or 59,90 and 3: no name says which.
        ("nome,a,b\nPolo,59,90,3\nMeia,9,90,4\n", ["Polo", "59", "90", "3"]),
        ('nome,preço,nota\nPolo,"59,90",3\nMeia,"9,90",4\n', ["Polo", "59,90", "3"]),
        ("nome;preço;estoque\nPolo;59,90;3\nMeia;9,90;4\n", ["Polo", "59,90", "3"]),
        ("nome,preço,nota\nPolo,59,fina, leve\nMeia,9,curta, azul\n", ["Polo", "59", "fina", "leve"]),
        ("nome,preço,estoque\nPolo,59,3\nMeia,9,4\nLuva,1,90,4\n", ["Polo", "59", "3"]),
    ],
    ids=["either", "quoted", "semicolon", "texts", "few"],
)
async def test_what_is_not_sure_stays(pool, text, row):
    assert [cell.strip() for cell in (await read(pool, text))[1][0] if cell] == row
