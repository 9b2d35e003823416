"""How many are enough of what is in the cart, and a number that tells which: `protetor só 1 tá bom`, `a de 6`."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        {"name": name, "price_cents": 7990, "stock_quantity": 9}
        for name in (
            "Travesseiro Nasa",
            "Protetor de Travesseiro",
            "Toalha de Mesa 6 Lugares",
            "Toalha de Mesa 8 Lugares",
            "Jogo Americano",
        )
    ]
)
PILLOWS = "quero 2 travesseiros nasa e 2 protetor de travesseiro"
TABLE = "quero 2 toalha de mesa 6 lugares e 1 jogo americano"


@pytest.mark.parametrize(
    "said",
    [
        "perai, protetor so 1 ta bom",
        "de protetor 1 basta",
        "protetor 1 já chega",
        "de protetor só precisa de 1",
        "pensando bem um protetor basta",
        "protetor pode ser 1 só",
        "just 1 protetor is enough",
    ],
)
def test_so_many_are_enough_of_what_is_in_the_cart(said: str):
    assert counts(SHOP.talk(PILLOWS, said)) == {"Travesseiro Nasa": 2, "Protetor de Travesseiro": 1}


@pytest.mark.parametrize("said", ["travesseiro só 1", "travesseiro é só 1", "quero só 1 travesseiro"])
def test_what_goods_begin_with_tells_them_from_what_is_for_them(said: str):
    assert counts(SHOP.talk(PILLOWS, said)) == {"Travesseiro Nasa": 1, "Protetor de Travesseiro": 2}


def test_a_question_of_how_many_changes_nothing():
    assert counts(SHOP.talk(PILLOWS, "protetor só 1?")) == {"Travesseiro Nasa": 2, "Protetor de Travesseiro": 2}


@pytest.mark.parametrize(
    "said",
    ["nao nao, fica a de 6 mesmo", "fica a de 6", "deixa a de 6", "mantem a de 6 lugares mesmo", "keep the 6 one"],
)
def test_a_number_in_a_name_tells_which_it_is_and_counts_nothing(said: str):
    held = {"Toalha de Mesa 6 Lugares": 2, "Jogo Americano": 1}
    assert counts(SHOP.talk(TABLE, said)) == held
    assert counts(SHOP.talk(TABLE, "e a de 8 lugares ta quanto? so pra saber", said)) == held


@pytest.mark.parametrize("said", ["fica a de 3 mesmo", "prefiro a de 3 kg mesmo", "não, deixa a de 3"])
def test_nothing_of_another_name_takes_its_place(said: str):
    shop = Catalogue(
        [
            {"name": name, "price_cents": 6990, "stock_quantity": 9}
            for name in ("Ração Golden 3 kg", "Ração Golden 15 kg", "Arranhador 3 Andares")
        ]
    )
    assert counts(shop.talk("quero 1 ração golden 3 kg", said)) == {"Ração Golden 3 kg": 1}


def test_another_kind_by_its_number_takes_the_ones_place():
    assert counts(SHOP.talk(TABLE, "então fica com a de 8")) == {"Toalha de Mesa 8 Lugares": 2, "Jogo Americano": 1}


TENTS = Catalogue(
    [
        product("Barraca de Camping", 29990, Lugares="4 pessoas"),
        product("Barraca de Camping", 49990, Lugares="8 pessoas"),
    ]
)


@pytest.mark.parametrize(
    "said",
    [
        "somos em 7 entao acho q a de 8 ne",
        "somos 6 pessoas, quero a de 8",
        "a gente é em casal com filhos, somos 5, a maior",
    ],
)
def test_how_many_people_there_are_counts_none_of_what_is_for_so_many(said: str):
    assert counts(TENTS.talk("vcs tem barraca de camping?", said)) == {"Barraca de Camping (8 pessoas)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "opa inverti kkk é 1 de toalha e 2 de jogo americano",
        "troquei as quantidades, são 1 toalha e 2 jogo americano",
        "i mixed them up, it's 1 toalha and 2 jogo americano",
    ],
)
def test_counts_that_were_told_the_other_way_round(said: str):
    assert counts(SHOP.talk(TABLE, said)) == {"Toalha de Mesa 6 Lugares": 1, "Jogo Americano": 2}


@pytest.mark.parametrize(
    "said", ["a Bia voltou atrás, vai sim. deixa em cinco msm", "fica em 5 então", "leave it at 5"]
)
def test_left_at_so_many_of_the_one_thing(said: str):
    assert counts(SHOP.talk("quero 4 jogos americanos", said)) == {"Jogo Americano": 5}


@pytest.mark.parametrize("said", ["pix. e não esquece do cupom hein", "n esquece do troco", "don't forget the coupon"])
def test_not_to_be_forgotten_is_not_let_go(said: str):
    assert counts(SHOP.talk(PILLOWS, said)) == {"Travesseiro Nasa": 2, "Protetor de Travesseiro": 2}


BOXES = Catalogue([product("Tinta", 2900, Volume=size) for size in ("900 ml", "3,6 l")] + [product("Rolo", 900)])


@pytest.mark.parametrize(
    "said",
    ["me faz duas de 3,6 l da mesma", "entao voce me faz duas de 3,6 litros", "bota 2 de 3,6 l", "faz 2 de 3,6 l"],
)
def test_so_many_of_such_a_measure(said: str):
    assert counts(BOXES.talk("tem tinta?", said)) == {"Tinta (3,6 l)": 2}
