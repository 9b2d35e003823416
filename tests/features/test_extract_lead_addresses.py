"""Addresses as shoppers write them: coded streets, sectors, lots, and goods beside them."""

import pytest

from app.features.extract_lead import addresses


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Rua T-37, 1200, apto 501, Setor Bueno, Goiânia, 74230-020",
            {
                "street": "Rua T-37",
                "number": "1200",
                "complement": "apto 501",
                "district": "Setor Bueno",
                "city": "Goiânia",
                "zip": "74230020",
            },
        ),
        ("motoboy, rua b 14, 300, centro", {"street": "rua b 14", "number": "300", "district": "centro"}),
        ("rua t 37 1200 bueno", {"street": "rua t 37", "number": "1200", "district": "bueno"}),
        ("Av T-63 n 1000", {"street": "Av T-63", "number": "1000"}),
        ("rua 15 n 80 centro", {"street": "rua 15", "number": "80", "district": "centro"}),
        ("rua 7 300", {"street": "rua 7", "number": "300"}),
        (
            "Rua 10 qd. 4 lt. 5 n 20, setor sul",
            {"street": "Rua 10", "number": "20", "complement": "quadra 4 lote 5", "district": "setor sul"},
        ),
        (
            "Rua C-140 Qd. 310 Lt. 8, Jardim America",
            {"street": "Rua C-140", "number": "quadra 310 lote 8", "district": "Jardim America"},
        ),
        ("rua 22, qd 3, lt 14", {"street": "rua 22", "number": "quadra 3 lote 14"}),
        (
            "av colombo 1200 zona 7, 87020-000",
            {"street": "av colombo", "number": "1200", "district": "zona 7", "zip": "87020000"},
        ),
        (
            "Rua T-64 550 apt 1203 St. Bueno, 74230-110",
            {
                "street": "Rua T-64",
                "number": "550",
                "complement": "apt 1203",
                "district": "St. Bueno",
                "zip": "74230110",
            },
        ),
        (
            "Av. T-9, 1020, Jardim America, leave at the reception",
            {"street": "Av. T-9", "number": "1020", "district": "Jardim America"},
        ),
        ("rua 7 de setembro 300", {"street": "rua 7 de setembro", "number": "300"}),
        ("av. 24 de outubro 1200 apto 3", {"street": "av. 24 de outubro", "number": "1200", "complement": "apto 3"}),
        (
            "Av. Beira Mar 2500, room 808, Meireles",
            {"street": "Av. Beira Mar", "number": "2500", "complement": "room 808", "district": "Meireles"},
        ),
        (
            "rua das Pedras 12 quarto 7, Centro",
            {"street": "rua das Pedras", "number": "12", "complement": "quarto 7", "district": "Centro"},
        ),
        (
            "manda pra QNA 12 casa 30, Taguatinga, 72110-120",
            {"street": "QNA 12", "number": "30", "district": "Taguatinga", "zip": "72110120"},
        ),
        (
            "QNM 17 conjunto B casa 22, ceilandia, 72215-172",
            {"street": "QNM 17 conjunto B", "number": "22", "district": "ceilandia", "zip": "72215172"},
        ),
        (
            "SQN 210 Bloco C, 305, Asa Norte",
            {"street": "SQN 210 Bloco C", "number": "305", "district": "Asa Norte"},
        ),
        (
            "SQS 308 bloco C apto 201 asa sul",
            {"street": "SQS 308 bloco C", "number": "201", "district": "asa sul"},
        ),
        (
            "rua c 23 qd 12 lt 5, jardim america",
            {"street": "rua c", "number": "23", "complement": "qd 12 lt 5", "district": "jardim america"},
        ),
        ("Rua Ipê qd 12 lt 8, centro", {"street": "Rua Ipê", "number": "quadra 12 lote 8", "district": "centro"}),
        ("rua 15, quadra 3, lote 4", {"street": "rua 15", "number": "quadra 3 lote 4"}),
    ],
)
def test_an_address_is_told_in_its_parts(text: str, parts: dict[str, str]) -> None:
    found = addresses.find(text)
    assert found is not None
    assert found.parts == parts


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("quero 2 sal 500 e 1 lote 3", "quero 2 sal 500 e 1 lote 3"),
        ("rua sao joao 22, 3 shampoos", ", 3 shampoos"),
        ("rua x 22, 2 shampoo e 1 sabonete", ", 2 shampoo e 1 sabonete"),
        ("moro na rua b 22 e quero 3 caixas", "moro na  e quero 3 caixas"),
        ("rua t 37 quero 2 shampoos", " quero 2 shampoos"),
    ],
)
def test_goods_beside_an_address_are_no_part_of_it(text: str, rest: str) -> None:
    found = addresses.find(text)
    left = text if found is None else text[: found.start] + text[found.end :]
    assert left == rest


@pytest.mark.parametrize(
    "text",
    [
        "rua Itajubá 233, Floresta, 31010-360, BH. Renata Coutinho",
        "rua Bahia 1933, Monte Castelo, 79010-240. Lívia Matsumoto",
        "Rua Rio Javari 88, Vieiralves, 69053-110\nSuelen Cardoso",
    ],
)
def test_a_name_behind_the_postal_code_is_no_place(text: str):
    address = addresses.find(text)
    assert address is not None
    assert not {"Coutinho", "Matsumoto", "Cardoso"} & set(address.line.split())


def test_a_city_behind_the_postal_code_is_one():
    address = addresses.find("rua Halfeld 90, Centro, 36010-000. Porto Alegre")
    assert address is not None
    assert address.parts["city"] == "Porto Alegre"


def test_what_is_said_behind_an_address_is_no_part_of_it():
    address = addresses.find("79103-310, rua Santos Dumont 77, Santo Amaro. é entrega")
    assert address is not None
    assert address.line == "rua Santos Dumont, 77, Santo Amaro"


@pytest.mark.parametrize("text", ["rua 1041", "moro na rua 234", "avenida 85"])
def test_a_numbered_street_alone_has_no_house(text: str):
    assert addresses.find(text) is None
