"""Half a dozen of what comes by the dozen and the half, a formal wish, and Pix behind the way."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

HALF, DOZEN = "Ovo Caipira Azul (Meia dúzia)", "Ovo Caipira Azul (Dúzia)"
GREEN, BLUE = "Patinete 3 Rodas (Verde)", "Patinete 3 Rodas (Azul)"
SHOP = Catalogue(
    [
        product("Ovo Caipira Azul", 1290, Embalagem="Meia dúzia"),
        product("Ovo Caipira Azul", 2390, Embalagem="Dúzia"),
        product("Patinete 3 Rodas", 19990, Cor="Verde"),
        product("Patinete 3 Rodas", 19990, Cor="Azul"),
        product("Óleo Vegetal de Amêndoas", 2990),
        product("Sapatinho de Batizado", 5990, Cor="Branco"),
        product("Sapatinho de Batizado", 5990, Cor="Off-white"),
        product("Cardigan com Botões", 13990, Tamanho="P"),
        product("Cardigan com Botões", 13990, Tamanho="M"),
        product("Cardigan com Botões", 13990, Tamanho="G"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (("me vê meia dúzia do ovo azul",), {HALF: 1}),
        (("quero uma dúzia de ovo azul",), {DOZEN: 1}),
        (("one dozen of the blue eggs please",), {DOZEN: 1}),
        (("quero um patinete verde", "Ponha também um azul, por favor"), {GREEN: 1, BLUE: 1}),
        (("manda junto um sapatinho branco",), {"Sapatinho de Batizado (Branco)": 1}),
        (
            ("quero um cardigan P e um G", "ai, a sogra é M na real!! troca o G por um M"),
            {"Cardigan com Botões (P)": 1, "Cardigan com Botões (M)": 1},
        ),
        (("tem patinete verde?", "poxa, e o azul vcs tem?"), {}),
        (("e um óleo vegetal de amêndoas pra diluir",), {"Óleo Vegetal de Amêndoas": 1}),
    ],
)
def test_it_is_what_was_wished_for(said: tuple[str, ...], cart: dict[str, int]):
    assert counts(SHOP.talk(*said)) == cart


@pytest.mark.parametrize("said", ["passo aí pra pegar e faço pix", "passo aí e faço um pix", "retiro e faço pix"])
def test_pix_is_told_behind_the_way(said: str):
    state = SHOP.talk("quero um patinete verde", said)
    assert state.cart.payment_method == "pix"
