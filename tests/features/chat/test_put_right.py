"""What is put right, let go, asked or bid for in few words, and the data beside it, in the shops of the demo."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from tests.features.chat.test_goods_lists import Catalogue, catalogue, counts, product

SPORT, HOME = catalogue("aside_demo_esportes"), catalogue("aside_demo_casa")
SHOES = Catalogue([product("Tênis Volt", 29990, Numero=size) for size in ("42", "42,5")])


@pytest.mark.parametrize(
    ("shop", "said", "cart"),
    [
        (HOME, ("caixa", "a de som", "não, a organizadora", "10 l"), {"Caixa Organizadora com Tampa 10 L": 1}),
        (SPORT, ("tênis de corrida", "o pro", "não, o outro, de trilha", "cinza"), {"Trilha X Cinza": 1}),
        (HOME, ("quero uma air fryer", "ops, errei, quero a sanduicheira", "110"), {"Sanduicheira Grill 110 V": 1}),
        (SHOES, ("tênis volt", "42 e meia"), {"Tênis Volt (42,5)": 1}),
    ],
)
def test_what_was_put_right_is_no_choice_that_is_open(shop: Catalogue, said: tuple[str, ...], cart: dict[str, int]):
    state = shop.talk(*said)
    assert {name.removeprefix("Tênis de Corrida "): many for name, many in counts(state).items()} == cart
    assert not state.dialogue.open


@pytest.mark.parametrize(
    ("shop", "said"),
    [
        (HOME, ("minha vizinha quer 2 toalhas brancas mas ela vai pensar",)),
        (HOME, ("meu marido quer a air fryer 110 mas ainda não decidiu",)),
        (HOME, ("my sister wants 2 toalhas brancas but she hasn't decided",)),
        (SPORT, ("tem tênis veloz azul?", "não quero mais", "sim", "ok")),
        (SPORT, ("tem tênis veloz azul?", "i don't want it anymore", "ok")),
    ],
)
def test_nothing_is_put_in_that_is_thought_over_let_go_or_unclear(shop: Catalogue, said: tuple[str, ...]):
    assert counts(shop.talk(*said)) == {}


@pytest.mark.parametrize(
    "bid", ["se fizer por 150 no pix eu fecho agora", "se ficar 150 no pix fecho", "se vocês fizerem por 150 eu levo 2"]
)
def test_a_bid_on_a_condition_reads_the_price(bid: str):
    _, state, says = SPORT.turn(bid, SPORT.talk("jaqueta preta"))
    assert counts(state) == {}
    assert "price_is" in {one.what for one in says}


@pytest.mark.parametrize("asked", ["pagar na entrega pode?", "posso pagar na entrega?", "pix pode?"])
def test_a_way_to_pay_that_is_taken_is_not_called_unknown(asked: str):
    _, _, says = SPORT.turn(asked, SPORT.talk("quero 1 boné preto"))
    assert [one.what for one in says] == ["summary"]


@pytest.mark.parametrize(
    ("told", "name", "address"),
    [
        ("pix, Carla Dias", "Carla Dias", None),
        ("pix Rui Sá rua a 1 Curitiba", "Rui Sá", "rua a, 1, Curitiba"),
        ("Rua B 12, Centro, Campinas, 13010-000", None, "Rua B, 12, Centro, Campinas"),
        ("Lia Souza, rua XV 100, centro, Curitiba, 80025-000", "Lia Souza", "rua XV, 100, centro, Curitiba"),
        ("Íris Leal, rua i 18, Curitiba, 80025-000", "Íris Leal", "rua i, 18, Curitiba"),
    ],
)
def test_lettered_streets_and_names_beside_a_way_to_pay(told: str, name: str | None, address: str | None):
    state = SPORT.talk("quero 1 boné preto", told)
    assert (state.known.name, state.known.address, state.dialogue.language) == (name, address, "pt")


@pytest.mark.parametrize("said", [("camiseta dry fit preta, 2 M",), ("camiseta dry fit preta", "2 M")])
def test_a_count_before_the_size_m_is_no_length(said: tuple[str, ...]):
    state = SPORT.talk(*said)
    assert counts(state) == {"Camiseta Dry Fit Ritmo Preta": 2}
    assert "tamanho M" in (state.cart.notes or "")


WARRANTY = (Passage("Garantia", "Eletroportáteis têm 12 meses de garantia de fábrica."),)


@pytest.mark.parametrize("said", ["quero falar sobre garantia da cafeteira", "tenho uma dúvida sobre a garantia"])
def test_who_wants_to_talk_about_it_reads_what_the_shop_tells(said: str):
    _, state, says = HOME.turn(said, passages=WARRANTY)
    assert counts(state) == {}
    assert "12 meses" in says[0].text
