from dataclasses import replace

import pytest

from app.storefront.mapping import build_items, guess, keep_rest, problem
from app.storefront.sheets import Sheet


def sheet(columns: list[str], rows: list[list[str]], *, exact: bool = False) -> Sheet:
    return Sheet(columns, rows, list(range(2, 2 + len(rows))), exact, False, "x")


def test_usual_columns_are_recognised() -> None:
    columns = ["Código ERP", "SKU", "Nome", "Descrição", "Categoria", "Preço", "Estoque", "Foto", "Ativo", "Cor"]
    fields = [
        "external_id",
        "sku",
        "name",
        "description",
        "category",
        "price",
        "stock_quantity",
        "image_urls",
        "active",
    ]
    assert guess(columns) == [*fields, ""]
    assert guess(["name", "price", "stock", "image_url"]) == ["name", "price", "stock_quantity", "image_urls"]


def test_a_field_is_guessed_once() -> None:
    assert guess(["Nome", "Produto"]) == ["name", ""]


@pytest.mark.parametrize(
    ("fields", "fine"),
    [(["name"], True), (["sku"], False), (["name", "name"], False), (["name", "attribute", "attribute", "", ""], True)],
)
def test_a_mapping_needs_one_name(fields: list[str], fine: bool) -> None:
    assert (problem(fields) is None) is fine


def test_rows_become_items_and_bad_rows_say_why() -> None:
    columns = ["Nome", "Preço", "Estoque", "Cor", "Ativo", "Fotos"]
    fields = ["name", "price", "stock_quantity", "attribute", "active", "image_urls"]
    rows = [
        ["Caneca", "R$ 49,90", "1.200", "azul", "não", "https://a/1.png, https://a/2.png x"],
        ["Vela", "89.90", "7", "", "sim", ""],
        ["", "1", "1", "", "", ""],
        ["Copo", "", "meia dúzia", "", "", ""],
    ]
    items, errors = build_items(sheet(columns, rows), fields)
    assert items == [
        (2, {"name": "Caneca", "price": "R$ 49,90", "stock_quantity": 1200, "active": False,
             "image_urls": ["https://a/1.png", "https://a/2.png"], "attributes": {"Cor": "azul"}}),
        (3, {"name": "Vela", "price": "89.90", "stock_quantity": 7, "active": True}),
    ]  # fmt: skip
    assert [(bad.row, bad.reason) for bad in errors] == [
        (4, "Sem nome."),
        (5, "O estoque precisa ser um número inteiro."),
    ]


def test_workbook_prices_are_exact() -> None:
    items, _ = build_items(
        sheet(["n", "p"], [["a", "19.99"], ["b", "0.29"], ["c", "1234.5"]], exact=True), ["name", "price"]
    )
    assert [item["price_cents"] for _, item in items] == [1999, 29, 123450]


@pytest.mark.parametrize(
    ("row", "fine"),
    [
        (["", "Total", "1.299,00", "43"], False),
        (["", "TOTAL GERAL:", "R$ 10,00", ""], False),
        (["", "Subtotal", "", "43"], False),
        (["T1", "Total", "10", "3"], False),
        (["", "Limpador Total", "10", "3"], True),
        (["", "Total", "10", "caixa"], True),
    ],
)
def test_a_row_of_sums_is_no_product(row: list[str], fine: bool) -> None:
    items, errors = build_items(sheet(["SKU", "Nome", "Preço", "Obs"], [row]), ["sku", "name", "price", "attribute"])
    assert (len(items), len(errors)) == ((1, 0) if fine else (0, 1))
    assert [error.reason for error in errors] == ["Parece a linha de totais, não um produto."] * len(errors)


@pytest.mark.parametrize(
    "columns",
    [
        ("Handle", "Title", "Body (HTML)", "Option1 Name", "Option1 Value", "Variant SKU", "Price", "Image Src"),
        ("Identificador URL", "Nome", "Texto", "Nome da variação 1", "Valor da variação 1", "SKU", "Preço", "Fotos"),
    ],
)
def test_variants_come_in_as_other_shops_export_them(columns: tuple[str, ...]) -> None:
    rows = [
        [
            "camiseta",
            "Camiseta",
            "<p>Malha &amp; <b>lã</b></p><p>P < M</p>",
            "Tamanho",
            "P",
            "CAM-P",
            "59.90",
            "https://x/1.jpg",
        ],
        ["camiseta", "", "", "", "M", "CAM-M", "59.90", ""],
        ["camiseta", "", "", "", "", "", "", "https://x/2.jpg"],
        ["caneca", "Caneca", "", "", "", "CAN", "20.00", ""],
    ]
    fields = keep_rest(columns, guess(columns), rows[0])
    items, errors = build_items(sheet(list(columns), rows), fields)
    assert errors == []
    shirt = {"group": "camiseta", "name": "Camiseta", "description": "Malha & lã\nP < M", "price": "59.90"}
    assert [item for _, item in items] == [
        shirt | {"sku": "CAM-P", "image_urls": ["https://x/1.jpg"], "options": {"Tamanho": "P"}},
        shirt | {"sku": "CAM-M", "image_urls": ["https://x/2.jpg"], "options": {"Tamanho": "M"}},
        {"group": "caneca", "name": "Caneca", "sku": "CAN", "price": "20.00"},
    ]


@pytest.mark.parametrize(
    ("below", "refused"),
    [
        ([(4, "* Preços sujeitos a alteração"), (5, "Frete por conta do cliente")], [4, 5]),
        ([(6, "Pedido mínimo 200 reais")], [6]),
        ([(4, "OBS: só no atacado")], [4]),
        ([(4, "Entrega em todo o Brasil.")], [4]),
        ([(4, "Caneca azul")], []),
    ],
)
def test_a_remark_below_the_goods_is_no_product(below: list[tuple[int, str]], refused: list[int]) -> None:
    rows = [["A", "Caneca", "10,00"], ["B", "Copo", "8,00"], *([text, "", ""] for _, text in below)]
    read = replace(sheet(["Nome", "SKU", "Preço"], rows), row_numbers=[2, 3, *(number for number, _ in below)])
    items, errors = build_items(read, ["name", "sku", "price"])
    assert [error.row for error in errors] == refused
    assert len(items) == len(rows) - len(refused)


def test_a_title_among_the_goods_is_no_product() -> None:
    rows = [["BEBIDAS", ""], *([f"Suco {i}", "5,00"] for i in range(4)), ["DOCES", ""], *([["Bala", "1,00"]] * 4)]
    items, errors = build_items(sheet(["Nome", "Preço"], rows), ["name", "price"])
    assert [(error.row, error.reason) for error in errors] == [
        (row, "Parece um título ou uma observação, não um produto.") for row in (2, 7)
    ]
    assert len(items) == 8
    shouted = [["CANECA", ""], *([["COPO", "8,00"]] * 4), ["PRATO", ""], *([["BULE", "20,00"]] * 4)]
    assert len(build_items(sheet(["Nome", "Preço"], shouted), ["name", "price"])[0]) == 10


def test_a_count_is_read_with_its_thousands():
    counts = {"1.000": 1000, "10.000": 10_000, "1.500": 1500, "1.000,00": 1000, "1,000.00": 1000, "1,000": 1, "7.0": 7,
              "1 200": 1200, "0.000": 0}  # fmt: skip
    rows = [["Caneca", count] for count in counts]
    items, errors = build_items(sheet(["Nome", "Estoque"], rows), ["name", "stock_quantity"])
    assert [item["stock_quantity"] for _, item in items] == list(counts.values())
    assert errors == []
