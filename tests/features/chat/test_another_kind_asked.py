"""One of another kind that is asked about, what goods measure, and of which colour they are told to be."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        {
            "name": "Toalha de Mesa 6 Lugares",
            "price_cents": 7990,
            "stock_quantity": 9,
            "description": "Retangular, 2,20 m.",
        },
        {
            "name": "Toalha de Mesa 8 Lugares",
            "price_cents": 9990,
            "stock_quantity": 9,
            "description": "Retangular, 2,70 m.",
        },
        {"name": "Tapete de Sala", "price_cents": 18990, "stock_quantity": 9, "description": "2,00 m, bege."},
        {"name": "Tapete de Banheiro", "price_cents": 2990, "stock_quantity": 9, "description": "40 x 60 cm, cinza."},
        {
            "name": "Cortina Blackout",
            "price_cents": 13990,
            "stock_quantity": 9,
            "description": "2,50 m de altura. Medida da largura: 2,80 m. Cor bege.",
        },
    ]
)


@pytest.mark.parametrize("said", ["e a de 8 lugares ta quanto? so pra saber", "quanto é a de 8 lugares?"])
def test_the_one_that_is_asked_about_is_told_of_and_not_the_one_in_the_cart(said: str):
    _, state, says = SHOP.turn(said, SHOP.talk("toalha de mesa 6 lugares tem?", "quero uma dela e um tapete de sala"))
    assert [one.name for say in says for one in say.products] == ["Toalha de Mesa 8 Lugares"]
    assert counts(state) == {"Toalha de Mesa 6 Lugares": 1, "Tapete de Sala": 1}


@pytest.mark.parametrize("said", ["e o de banheiro, q medida tem?", "e o de banheiro, quanto mede?"])
def test_a_question_behind_the_one_it_is_of_is_of_that(said: str):
    _, state, _ = SHOP.turn(said, SHOP.talk("tem tapete de sala?"))
    assert state.dialogue.focus is not None
    assert state.dialogue.focus.name == "Tapete de Banheiro"


def test_which_it_is_asks_for_what_was_named_before():
    acts, _, _ = SHOP.turn("to so vendo a medida pra ele\nqual é?", SHOP.talk("quero 2 cortinas blackout"))
    assert acts.asked == "qual e a medida"


def test_beside_a_colour_that_it_is_not_the_one_it_is_told_to_be_is_said():
    _, _, says = SHOP.turn("e a cor? é cinza?", SHOP.talk("quero 2 cortinas blackout"))
    assert any("bege" in say.text for say in says)


@pytest.mark.parametrize(
    "said", ["vou mostrar pra ele, ele q fala com vcs dps", "é ela que decide", "vou mostrar pra minha esposa"]
)
def test_what_somebody_else_decides_is_left_open(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("quero 2 cortinas blackout"))
    assert acts.hesitates
    assert counts(state) == {"Cortina Blackout": 2}


@pytest.mark.parametrize(
    "said", ["e top preto pra combinar, qto?", "e o top preto, quanto é?", "qual o valor do top preto?"]
)
def test_goods_that_were_not_shown_are_looked_up_though_their_colour_was(said: str):
    goods = [("Legging Alta", "Preta"), ("Legging Alta", "Vinho"), ("Top Nadador", "Preto"), ("Top Nadador", "Branco")]
    shop = Catalogue([product(name, 6490, Cor=colour) for name, colour in goods])
    _, state, _ = shop.turn(said, shop.talk("vcs tem legging preta?"))
    assert state.dialogue.focus.name.startswith("Top Nadador")
