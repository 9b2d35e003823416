"""What is told behind several goods, of all of them: a size, a colour, for whom each of them is."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, product

JEANS = Catalogue(
    [
        *(
            product("Calça Masculina Reta", 11990, Tamanho=size, Lavagem=wash)
            for size in ("42", "44")
            for wash in ("Escura", "Stone")
        ),
        *(product("Jaqueta Jeans", 17990, Tamanho=size) for size in ("M", "G")),
        *(product("Cinto de Couro Masculino", 6990, Cor=colour) for colour in ("Preto", "Marrom")),
        product("Boné Jeans", 3490),
    ]
)
DARK_44, STONE_42, STONE_44 = (f"Calça Masculina Reta ({kind})" for kind in ("44, Escura", "42, Stone", "44, Stone"))


@pytest.mark.parametrize(
    "said",
    [
        "vou querer 2 da escura, 44 as duas",
        "quero 2 escuras, as duas 44",
        "quero 2 da escura, ambas 44",
        "2 da escura, as duas no 44",
        "2 escuras, tudo 44",
        "quero duas, as duas 44 e escuras",
        "2 escuras no 44, as duas iguais",
        "I'll take 2 dark ones, both 44",
    ],
)
def test_a_size_behind_so_many_of_one_is_no_other_thing(said: str):
    assert JEANS.cart("vcs tem calça masculina reta no 44?", said) == {DARK_44: 2}


@pytest.mark.parametrize(
    "said",
    [
        "quero 3 calças retas, 2 no 42 e 1 no 44, tudo stone",
        "3 calças retas masculinas, 2 no 42 e 1 no 44, todas stone",
        "quero três calça masculina reta pra trabalhar, duas no 42 e uma no 44 tudo na lavagem stone",
    ],
)
def test_a_kind_behind_several_sizes_is_of_each(said: str):
    assert JEANS.cart(said) == {STONE_42: 2, STONE_44: 1}


def test_several_goods_are_all_in_the_size_behind_them():
    assert JEANS.cart("quero 2 jaquetas jeans, as duas G") == {"Jaqueta Jeans (G)": 2}


@pytest.mark.parametrize(
    "said",
    [
        "na vdd 2 bonés, um é pra minha amg",
        "quero 2 bonés, um pra mim e outro pra minha amiga",
        "2 bonés, um é do meu irmão",
        "quero 2 bonés, um é pro meu pai",
        "2 caps, one is for my friend",
    ],
)
def test_for_whom_one_of_them_is_counts_nothing(said: str):
    assert JEANS.cart("quero um boné jeans", said) == {"Boné Jeans": 2}


@pytest.mark.parametrize(
    "said",
    [
        "I need 2 men's leather belts, one black and one brown",
        "2 men's leather belts please, one black and one brown",
        "quero 2 cintos de couro masculino, um preto e um marrom",
    ],
)
def test_whose_goods_are_keeps_them_together(said: str):
    assert JEANS.cart(said) == {"Cinto de Couro Masculino (Preto)": 1, "Cinto de Couro Masculino (Marrom)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "quero 2 reta 42, uma escura e uma stone",
        "quero 2 reta 42: uma escura e outra stone",
        "quero 2 calças retas 42, uma escura e uma stone",
    ],
)
def test_a_kind_of_the_thing_stands_for_it_before_its_colours(said: str):
    assert JEANS.cart(said) == {"Calça Masculina Reta (42, Escura)": 1, STONE_42: 1}


@pytest.mark.parametrize("said", ["aliás as duas", "na verdade quero as duas", "as duas então", "both actually"])
def test_both_of_two_kinds_are_no_exchange(said: str):
    assert JEANS.cart("quero uma reta 44", "escura", said) == {DARK_44: 1, STONE_44: 1}
