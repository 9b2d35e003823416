"""What is said with a second thought: nothing is closed yet, and something is to be another way; nothing else goes."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        *(
            {"name": "Bolsa Mini", "price_cents": 7990, "stock_quantity": 9, "group": "b", "options": {"Cor": colour}}
            for colour in ("Preta", "Caramelo")
        ),
        {"name": "Necessaire de Viagem", "price_cents": 3490, "stock_quantity": 9},
        {"name": "Porta-cartões Slim", "price_cents": 2990, "stock_quantity": 9},
        {"name": "Suco de Uva", "price_cents": 1790, "stock_quantity": 9},
        {"name": "Refrigerante Cola", "price_cents": 999, "stock_quantity": 9},
    ]
)  # fmt: skip
BAGS = "quero uma bolsa mini preta e uma necessaire"


@pytest.mark.parametrize("hold", ["hmm nao, espera, nao fecha. ", "pera, ainda nao fecha, ", "não confirma ainda! "])
def test_what_is_to_be_changed_is_changed_though_nothing_is_closed(hold: str):
    state = SHOP.talk(BAGS, "pix", f"{hold}troca a bolsa preta pela caramelo e tira a necessaire")
    assert counts(state) == {"Bolsa Mini (Caramelo)": 1}


@pytest.mark.parametrize("said", ["pera, nao fecha. vou ver com minha mae", "espera, nao fecha"])
def test_a_hold_alone_changes_nothing(said: str):
    assert counts(SHOP.talk(BAGS, "pix", said)) == {"Bolsa Mini (Preta)": 1, "Necessaire de Viagem": 1}


@pytest.mark.parametrize("said", ["em vez de pix vou pagar em dinheiro", "e no lugar do pix pago em dinheiro"])
def test_one_way_of_paying_takes_the_other_ones_place(said: str):
    assert SHOP.talk(BAGS, "pix", said).cart.payment_method == "cod"


def test_what_cards_are_kept_in_is_no_way_of_paying():
    state = SHOP.talk("quero 2 porta cartoes", "alias sao 3 porta cartoes, esqueci do meu irmao")
    assert counts(state) == {"Porta-cartões Slim": 3}


@pytest.mark.parametrize("said", ["ah nao, tira o refri, deixa so o suco", "tira o refri e deixa só o suco"])
def test_what_nobody_named_stays_where_something_is_taken_out_by_name(said: str):
    state = SHOP.talk("quero uma necessaire, 2 suco de uva e um refrigerante", said)
    assert counts(state) == {"Necessaire de Viagem": 1, "Suco de Uva": 2}


def test_only_this_by_itself_leaves_nothing_else():
    assert counts(SHOP.talk(BAGS, "deixa só a bolsa")) == {"Bolsa Mini (Preta)": 1}
