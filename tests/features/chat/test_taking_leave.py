"""Who goes without ordering has nothing in the cart (app/features/chat/assistant/reading/asides/taking_leave.py)."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue([product("Caixa de Pesca", 8990), product("Massa para Pacu", 1290), product("Barraca Iglu", 39990)])
ASKED = "quanto custa a caixa de pesca?"


@pytest.mark.parametrize(
    "said",
    [
        "tá bom, era só pra saber mesmo. meu pai depois passa aí",
        "beleza vou conversar com a patroa primeiro, obrigado",
        "Então não vou levar não, compro lá. Obrigado de qualquer forma",
        "ah não, então vou dar uma olhada no calçadão primeiro. qualquer coisa eu volto, obrigada",
        "então deixa, vou comprar lá. obrigado",
        "beleza, passo aí na loja então. obrigado",
        "vlw vou passar ai olhar as caixas",
        "Great, I'd rather see it in person first. Thanks!",
        "Lovely, we'll stop by and have a look. Thank you!",
    ],
)
def test_nothing_is_taken(said: str):
    state = SHOP.talk(ASKED, said)
    assert counts(state) == {}
    assert state.cart.shipping_option is None


@pytest.mark.parametrize(
    "said", ["beleza, quero uma. passo aí na loja então", "tá bom, vou levar", "vou levar 2, passo aí na loja"]
)
def test_who_wishes_takes_it(said: str):
    assert sum(counts(SHOP.talk(ASKED, said)).values()) == (2 if "2" in said else 1)


def test_who_has_chosen_only_comes_by():
    assert counts(SHOP.talk("quero uma caixa de pesca", "beleza, passo aí na loja então")) == {"Caixa de Pesca": 1}
