"""How much is wanted, as how many of a thing; and the questions what so much comes to."""

import pytest

from app.features.chat.assistant.language.goods import Goods, known_as
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.products.weighing import fitting_measure, in_lots, measured, step_of
from app.features.chat.assistant.reading.counts.sums import as_sum
from app.features.chat.assistant.reading.kinds.merging import each_of_size

GOODS = Goods(places={"queijo": 3, "presunto": 3, "suco": 3, "soda": 3, "cebola": 3, "pera": 2})


def product(name: str, description: str = "") -> Product:
    return Product(name, name, description)


@pytest.mark.parametrize(
    ("name", "measure", "count"),
    [
        ("Cebola kg", "2kg", 2),
        ("Cebola kg", "1,5kg", None),
        ("Cebola kg", "500g", None),
        ("Queijo Fatiado 100 g", "300g", 3),
        ("Queijo Fatiado 100 g", "1kg", 10),
        ("Queijo Fatiado 100 g", "250g", None),
        ("Arroz 5 kg", "10kg", 2),
        ("Suco (300 ml)", "600ml", 2),
        ("Ovos (Dúzia)", "24un", 2),
        ("Ovos (30 unidades)", "60un", 2),
        ("Ovos (Dúzia)", "6un", None),
        ("Alface", "2kg", None),
    ],
)
def test_so_much_is_so_many_of_what_one_holds(name: str, measure: str, count: int | None):
    assert measured(product(name), measure) == count


def test_what_is_said_to_be_sold_by_the_kilo_is():
    assert measured(product("Batata", "Lavada, vendida por quilo."), "3kg") == 3


@pytest.mark.parametrize(
    ("description", "measure", "count"),
    [
        ("Preço do quilo, só quilo inteiro.", "2kg", 2),
        ("Preço do metro, poliéster trançado.", "7m", 7),
        ("Preço da dúzia: pacote com 12, para fritar.", "36un", 3),
        ("Vendidas por dúzia.", "24un", 2),
        ("Pacote com 12.", "24un", None),
    ],
)
def test_what_its_price_is_of_is_what_one_holds(description: str, measure: str, count: int | None):
    assert measured(product("Empada Congelada", description), measure) == count


def test_the_one_that_holds_just_so_much_goes_before_those_it_takes_several_of():
    small, large = product("Arroz 1 kg"), product("Arroz 5 kg")
    assert fitting_measure([small, large], "5kg") == ([large], 1)
    assert fitting_measure([small, large], "3kg") == ([small], 3)
    assert fitting_measure([small, large], "10kg") == ([small, large], None)
    assert fitting_measure([large], "7kg") == ([], None)


def test_pieces_are_measured_only_where_dozens_are_sold():
    assert in_lots([product("Ovos (Dúzia)")], 6, "") == "6un"
    assert in_lots([product("Ovos (Dúzia)")], 2, "") == ""
    assert in_lots([product("Pão de Alho 5 unidades")], 10, "") == ""
    assert in_lots([product("Ovos Caipira 12 un")], 6, "meia duzia de ovo") == "6un"


def test_by_what_it_is_sold_is_told_as_people_write_it():
    assert [step_of(product(name), "200g") for name in ("Cebola kg", "Queijo 100 g", "Alface")] == ["1 kg", "100 g", ""]


@pytest.mark.parametrize(
    ("said", "read"),
    [("1kg e meio", "1,5 kg"), ("um quilo e meio", "1,5 quilo"), ("dois e meio quilos", "2,5 quilos"),
     ("meio kilo", "500g"), ("half a kilo", "500g"), ("meio litro", "500ml"), ("meio metro", "meio metro")],
)  # fmt: skip
def test_halves_are_read_as_measures(said: str, read: str):
    assert spelt_out(said) == read


def test_what_is_said_once_of_several_goods_is_said_of_each():
    with known_as(GOODS):
        assert each_of_size("2 suco e 2 soda, tudo de 350 ml") == "2 suco de 350 ml e 2 soda de 350 ml"
        assert each_of_size("2 suco, tudo de 350 ml") == "2 suco, tudo de 350 ml"


def test_a_sum_that_is_asked_in_any_way_asks_what_the_goods_come_to():
    with known_as(GOODS):
        for said in (
            "se eu pegasse 5 kg de cebola e 2 de pera dava quanto?",
            "5 kg de cebola e 2 de pera da quanto?",
            "me faz a conta: 5 kg de cebola e 2 de pera",
        ):
            assert as_sum(said).startswith("quanto fica 5 kg de cebola e 2 de pera?")
        assert as_sum("se eu levar amanha da quanto?") == "se eu levar amanha da quanto?"
