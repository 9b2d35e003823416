"""The cart put right in the shopper's own words; what only makes sure of it changes nothing."""

import pytest

from app.features.chat.assistant.language.goods import Goods
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue


def _variants(name: str, group: str, *options: dict[str, str]) -> list[dict[str, object]]:
    return [
        {"name": name, "price_cents": 4990, "stock_quantity": 9, "group": group, "options": each} for each in options
    ]


SHOP = Catalogue(
    [
        *_variants("Top Faixa", "top", *({"Cor": "Preto", "Tamanho": size} for size in "MG")),
        *_variants("Calcinha Fio", "calcinha", *({"Cor": "Preto", "Tamanho": size} for size in "MG")),
        *_variants("Maiô Liso", "maio", {"Cor": "Preto", "Tamanho": "M"}, {"Cor": "Azul", "Tamanho": "M"}),
        *_variants("Canga Lisa", "canga", {"Cor": "Vermelha"}, {"Cor": "Azul"}),
        *_variants("Papel Higiênico Folha Dupla", "papel", {"Pacote": "12 rolos"}, {"Pacote": "Fardo com 64 rolos"}),
        *_variants("Sabão em Pó 1 kg", "sabao", {"Marca": "Limpol"}, {"Marca": "Espuma"}),
        *_variants("Capa Lisa", "lisa", {"Modelo": "Galaxy A15"}, {"Modelo": "iPhone 13"}),
        *_variants("Capa Colorida", "colorida", {"Modelo": "Galaxy A15"}, {"Modelo": "iPhone 13"}),
        *_variants("Pizza Calabresa", "calabresa", {"Tamanho": "Média"}, {"Tamanho": "Grande"}),
        *_variants("Pizza Mussarela", "mussarela", {"Tamanho": "Média"}, {"Tamanho": "Grande"}),
        {"name": "Papel Toalha", "price_cents": 1490, "stock_quantity": 90},
        {"name": "Caixa de Detergente com 24", "price_cents": 6490, "stock_quantity": 90},
        {"name": "Detergente 500 ml", "price_cents": 290, "stock_quantity": 90},
        {"name": "Álcool 1 Litro", "price_cents": 990, "stock_quantity": 90},
        {"name": "Balde 12 Litros", "price_cents": 1690, "stock_quantity": 90},
        {"name": "Regador 5 L", "price_cents": 2990, "stock_quantity": 90},
    ]
)
SAYS = list[str]


def talk(*messages: str) -> tuple[dict[str, int], SAYS]:
    """The cart after some messages, and what was said last."""
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = SHOP.turn(message, state)
    return {line.name: line.quantity for line in state.cart.lines}, [one.what for one in says]


def cart(*messages: str) -> dict[str, int]:
    return talk(*messages)[0]


CANGAS = {"Canga Lisa (Vermelha)": 1, "Canga Lisa (Azul)": 1}


@pytest.mark.parametrize(
    "check",
    ["são 2 cangas então, uma de cada né? qto fica", "2 cangas, certo?", "então deu 2 cangas, uma vermelha e uma azul?",
     "fica 1 vermelha e 1 azul né", "vc colocou 2 cangas?", "ok 2 cangas né?"],
)  # fmt: skip
def test_what_only_makes_sure_changes_nothing(check: str):
    assert talk("quero 1 canga vermelha e 1 azul", check) == (CANGAS, ["cart"])


@pytest.mark.parametrize("check", ["são 3 cangas né?", "ficou 2 azuis, certo?", "são 2 cangas e 1 balde né?"])
def test_a_cart_that_is_otherwise_is_asked_about(check: str):
    assert talk("quero 1 canga vermelha e 1 azul", check) == (CANGAS, ["cart", "is_otherwise"])


def test_a_deed_with_a_tag_is_done():
    assert cart("quero 1 canga vermelha e 1 azul", "troca a azul pela vermelha, certo?") == {"Canga Lisa (Vermelha)": 2}


@pytest.mark.parametrize(
    "wish", ["só 2 alcool tb", "coloca so 2 alcool tb", "alcool so 2 tb", "poe apenas 2 do alcool"]
)
def test_only_so_many_sets_the_count(wish: str):
    assert cart("quero 3 alcool e 1 balde", wish) == {"Álcool 1 Litro": 2, "Balde 12 Litros": 1}


def test_only_so_many_of_something_new_is_put_beside():
    assert cart("quero 1 balde", "coloca só 2 alcool tb") == {"Álcool 1 Litro": 2, "Balde 12 Litros": 1}


def test_an_everyday_word_that_goods_are_called_by_names_them():
    assert cart("quero 3 calcinha preta M", "e 2 top preto M") == {
        "Calcinha Fio (Preto, M)": 3, "Top Faixa (Preto, M)": 2
    }  # fmt: skip


@pytest.mark.parametrize(
    "seen",
    ["hmm na vdd vi aqui q tem azul tb ne, troca pelo azul", "percebi que vcs tem azul tb. troca pelo azul",
     "vi que tem azul, pode trocar?"],
)  # fmt: skip
def test_what_is_seen_is_not_taken_by_that(seen: str):
    assert cart("quero um maio preto M", seen) == {"Maiô Liso (Azul, M)": 1}


@pytest.mark.parametrize(
    "wish",
    ["o limpol ta caro kk vou de espuma, 3 caixas", "limpol ta mto caro, quero 3 caixas do espuma",
     "achei o limpol salgado, me ve o espuma, 3 unidades"],
)  # fmt: skip
def test_what_is_dear_gives_way_to_what_is_wished_for(wish: str):
    assert cart("quais marcas de sabao em po tem?", wish) == {"Sabão em Pó 1 kg (Espuma)": 3}


def test_a_packing_behind_a_wish_counts_it_unless_that_comes_so():
    assert cart("quero papel toalha, 3 caixas") == {"Papel Toalha": 3}
    assert cart("quero detergente, 2 caixas") == {"Caixa de Detergente com 24": 2}
    assert cart("quero 1 regador", "e 2 alcool e 1 balde") == {
        "Regador 5 L": 1, "Álcool 1 Litro": 2, "Balde 12 Litros": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    "wish",
    [
        "pera, o papel higienico melhor o fardo de 64",
        "papel higienico prefiro o fardo",
        "melhor o papel higienico de 64",
    ],
)
def test_what_is_rather_wanted_takes_the_place_of_what_is_named(wish: str):
    assert cart("manda 1 papel higienico de 12 rolos e 2 papel toalha", wish) == {
        "Papel Higiênico Folha Dupla (Fardo com 64 rolos)": 1, "Papel Toalha": 2
    }  # fmt: skip


@pytest.mark.parametrize(
    "wish",
    ["e 1 balde... nao, deixa o balde", "e um balde, esquece o balde", "poe um balde, ah não, deixa",
     "e um balde... melhor não"],
)  # fmt: skip
def test_what_is_taken_back_in_one_breath_stays_out(wish: str):
    assert cart("quero 3 regador", wish) == {"Regador 5 L": 3}


@pytest.mark.parametrize(
    "why",
    ["acho q é mta coisa", "é muita coisa", "pq vai sobrar", "ta caro", "acho que é água demais, vai sobrar água"],
)
def test_a_reason_names_no_goods(why: str):
    after, says = talk("quero 3 alcool e 1 balde", f"tira 1 alcool, {why}")
    assert after == {"Álcool 1 Litro": 2, "Balde 12 Litros": 1}
    assert "list" not in says
    assert "nothing" not in says


@pytest.mark.parametrize(
    "wish", ["desculpa, é iphone 13 o dela, o a15 é o meu", "ops, era iphone 13", "então quero só a do iphone 13 msm"]
)
def test_another_model_of_what_was_taken(wish: str):
    assert cart("quero a capa lisa do a15", wish) == {"Capa Lisa (iPhone 13)": 1}


def test_a_colour_is_no_town():
    rules = (ShippingRule("Motoboy Ribeirão Preto", "fixed", 1000), ShippingRule("Retirada", "pickup"))
    state = ConversationState(cart=Cart(lines=(CartLine("p1", "Canga Lisa (Azul)", 1, 4990),)))
    acts = understand("na vdd a preta, é pro meu marido", state, rules, Goods())
    assert acts.way is None
    assert [(one.mention.words, one.corrects) for one in acts.changes] == [(("preta",), True)]
    assert understand("entrega em ribeirao preto", state, rules, Goods()).way == "Motoboy Ribeirão Preto"


def test_a_doubt_before_a_wish_is_none():
    acts = SHOP.turn("deixa eu ver... uma canga azul")[0]
    assert (acts.hesitates, len(acts.changes)) == (False, 1)
    assert SHOP.turn("quero uma canga azul... deixa eu pensar")[0].hesitates


def test_a_swap_without_a_cart_is_a_wish():
    assert cart("tem canga vermelha?", "troca por canga azul") == {"Canga Lisa (Azul)": 1}


def test_a_trait_that_it_has_wishes_for_no_more():
    assert cart("quero uma canga azul", "azul tb") == {"Canga Lisa (Azul)": 1}
    assert cart("quero uma canga azul", "vermelha tb") == CANGAS


@pytest.mark.parametrize(
    ("wish", "count"),
    [("put 5 more watering cans", 8), ("coloca 5, na verdade", 5), ("coloca 5 regadores, na verdade", 5)],
)
def test_more_and_instead_are_told_apart(wish: str, count: int):
    first = "I'd like 3 watering cans" if wish.startswith("put") else "quero 3 regadores"
    assert cart(first, wish) == {"Regador 5 L": count}


@pytest.mark.parametrize("wish", ["o limpol ta caro, vou de espuma", "achei o limpol caro, prefiro o espuma"])
def test_what_is_in_the_cart_and_dear_is_exchanged(wish: str):
    assert cart("quero 2 sabao em po limpol e 1 balde", wish) == {
        "Sabão em Pó 1 kg (Espuma)": 2, "Balde 12 Litros": 1
    }  # fmt: skip


def test_a_count_behind_a_line_is_of_that_line():
    assert cart("quero 2 regador e 1 balde", "o regador ta caro, quero 1 só") == {
        "Regador 5 L": 1, "Balde 12 Litros": 1
    }  # fmt: skip


PIZZAS = {"Pizza Calabresa (Grande)": 1, "Pizza Mussarela (Grande)": 1}


@pytest.mark.parametrize(
    "wish", ["a calabresa melhor grande", "ah não, a calabresa é grande", "a calabresa prefiro grande"]
)
def test_another_size_is_of_the_same_thing(wish: str):
    assert cart("quero uma calabresa media e uma mussarela grande", wish) == PIZZAS


@pytest.mark.parametrize("wish", ["opa, e uma calabresa grande", "desculpa, e 1 calabresa grande também"])
def test_what_joins_takes_no_place(wish: str):
    assert cart("quero uma mussarela grande", wish) == PIZZAS
