"""Kinds that are counted one by one, beside a count of all, `um de cada` or a colour that was told once before them."""

import pytest

from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, product

GIFTS = Catalogue(
    [
        *(product("Copo Térmico", 8990, Cor=colour) for colour in ("Preto", "Azul", "Vermelho")),
        *(
            product("Camiseta de Turma", 4490, Cor=colour, Tamanho=size)
            for colour in ("Branca", "Preta", "Azul-marinho")
            for size in ("P", "M", "G")
        ),
        product("Ecobag", 2790),
    ]
)
HONEY = Catalogue(
    [
        *(product("Mel Silvestre", 2990, Peso=weight) for weight in ("250 g", "500 g", "1 kg")),
        *(product("Mel de Laranjeira", 3490, Peso=weight) for weight in ("250 g", "500 g")),
        *(product("Mel de Eucalipto", 3190, Peso=weight) for weight in ("500 g", "1 kg")),
        *(product("Vela Favo Enrolada", 1290, Cor=colour) for colour in ("Natural", "Vermelha", "Verde")),
        product("Extrato de Própolis Verde", 3390),
        product("Mel Cremoso", 3290),
        product("Pólen Apícola", 2990),
    ]
)
SHOES = Catalogue(
    [
        *(
            product("Rasteirinha Luna", 7990, Cor=colour, Tamanho=size)
            for colour in ("Preta", "Caramelo")
            for size in ("35", "36", "37")
        ),
        *(product("Clutch de Festa", 8990, Cor=colour) for colour in ("Dourada", "Prata")),
    ]
)
BLACK, BLUE, RED = (f"Copo Térmico ({colour})" for colour in ("Preto", "Azul", "Vermelho"))

BLACK_AND_BLUE = """quero 2 copos térmicos um preto e um azul pra entregar
então moça eu queria ver negócio de copo térmico eu quero dois um preto e um azul é presente pros meus dois genros
eu queria uns copos térmicos sabe eu quero dois um preto e um azul
copo térmico eu quero dois, sendo um preto e um azul|i'd like two thermal cups, one black and one blue"""
OF_EACH_COLOUR = """um de cada cor desse copo térmico|quero um de cada cor do copo térmico
copo térmico, quero um de cada cor|copo térmico: um de cada cor|one of each color of the thermal cup
queria um de cada cor daquele copo térmico por favor"""
NO_ORDER = """minha irmã comprou uma de cada cor do copo térmico aí e amou
minha mãe levou dois copos térmicos, um preto e um azul|tô pensando em levar um de cada cor do copo térmico
quanto fica um de cada cor do copo térmico?|quanto custam 2 copos térmicos, um preto e um azul?"""
BLACK_SIZES = """vamos querer a preta: 5 P, 6 M e 3 G|a preta: 5 P 6 M 3 G|quero preta 5P 6M 3G
vou de preta, 5 P, 6 M e 3 G|na cor preta: 5 P, 6 M e 3 G por favor|da preta 5 P, 6 M e 3 G"""
TWO_OF_500 = """Eu queria 2 potes do mel de laranjeira, o de 500 gramas|2 mel de laranjeira (o de 500g)
quero 2 mel de laranjeira, aquele de 500 g|2 mel de laranjeira, o pote de 500 gramas"""
ONE_OF_EACH_HONEY = """quero provar os mel de 500g, um de cada: silvestre, laranjeira e eucalipto
um mel de cada: silvestre, laranjeira e eucalipto, todos de 500g
quero mel de 500 g, um de cada, o silvestre, o de laranjeira e o de eucalipto"""


@pytest.mark.parametrize("said", ways(BLACK_AND_BLUE))
def test_what_is_counted_one_by_one_is_not_counted_once_more(said: str):
    assert GIFTS.cart(said) == {BLACK: 1, BLUE: 1}


@pytest.mark.parametrize("said", ways(OF_EACH_COLOUR))
def test_one_of_each_colour_of_goods_that_are_named_around_it(said: str):
    assert GIFTS.cart(said) == {BLACK: 1, BLUE: 1, RED: 1}


def test_one_of_each_colour_beside_other_goods():
    assert GIFTS.cart("quero uma ecobag e um de cada cor do copo térmico") == {"Ecobag": 1, BLACK: 1, BLUE: 1, RED: 1}


@pytest.mark.parametrize("said", ways(NO_ORDER))
def test_a_story_or_question_of_several_kinds_is_no_order(said: str):
    assert GIFTS.cart(said) == {}


@pytest.mark.parametrize("said", ways(BLACK_SIZES))
def test_a_colour_told_first_is_that_of_each_size(said: str):
    shirts = {f"Camiseta de Turma (Preta, {size})": many for size, many in (("P", 5), ("M", 6), ("G", 3))}
    assert GIFTS.cart("tem camiseta de turma?", said) == shirts


@pytest.mark.parametrize(
    "said",
    [
        "branca: 2 P e 1 M, preta: 3 G",
        "da branca 2 P e 1 M e da preta: 3 G",
        "camisetas de turma: branca 2 P e 1 M; preta 3 G",
    ],
)
def test_each_colour_has_the_sizes_behind_it(said: str):
    told = [("Branca, P", 2), ("Branca, M", 1), ("Preta, G", 3)]
    assert GIFTS.cart("tem camiseta de turma?", said) == {f"Camiseta de Turma ({kind})": many for kind, many in told}


@pytest.mark.parametrize(
    "said", ["quero uma de cada, a dourada e a prata", "lindas!! quero uma de cada: dourada e prata"]
)
def test_one_of_each_that_is_named_is_no_third(said: str):
    assert SHOES.cart("tem clutch de festa?", said) == {"Clutch de Festa (Dourada)": 1, "Clutch de Festa (Prata)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "olha eu quero duas rasteirinha luna uma preta 37 e uma caramelo 36 pra entregar aqui em casa",
        "duas rasteirinhas luna, a saber: uma preta 37 e uma caramelo 36",
    ],
)
def test_kinds_with_sizes_are_counted_once(said: str):
    assert SHOES.cart(said) == {"Rasteirinha Luna (Preta, 37)": 1, "Rasteirinha Luna (Caramelo, 36)": 1}


def test_a_size_that_there_is_not_is_no_other_size():
    told = SHOES.cart("tem rasteirinha luna?", "quero uma preta 36 e uma caramelo 38")
    assert told == {"Rasteirinha Luna (Preta, 36)": 1}


@pytest.mark.parametrize("said", ways(TWO_OF_500))
def test_the_measure_behind_goods_tells_which_of_them(said: str):
    assert HONEY.cart(said) == {"Mel de Laranjeira (500 g)": 2}


def test_two_measures_behind_goods_are_two_wishes():
    told = HONEY.cart("quero um mel silvestre, o de 500 g e o de 1 kg")
    assert told == {"Mel Silvestre (500 g)": 1, "Mel Silvestre (1 kg)": 1}


@pytest.mark.parametrize("said", ways(ONE_OF_EACH_HONEY))
def test_one_of_each_kind_in_the_measure_of_all(said: str):
    assert HONEY.cart(said) == {f"Mel {kind} (500 g)": 1 for kind in ("Silvestre", "de Laranjeira", "de Eucalipto")}


@pytest.mark.parametrize(
    "said",
    [
        "oi tudo bem então eu tô precisando de umas velas daquela favo enrolada sabe eu queria uma de cada cor "
        "uma natural uma vermelha e uma verde é pra um altarzinho que minha mãe tem em casa",
        "quero 3 velas favo enrolada uma natural uma vermelha e uma verde pra minha mãe",
        "eu queria velas favo enrolada, uma de cada, uma natural, uma vermelha e uma verde",
    ],
)
def test_kinds_spoken_without_a_pause(said: str):
    assert HONEY.cart(said) == {f"Vela Favo Enrolada ({colour})": 1 for colour in ("Natural", "Vermelha", "Verde")}


def test_what_is_counted_beside_other_goods_stays():
    told = HONEY.cart("quero 2 mel silvestre de 500 g, um mel cremoso e um pólen")
    assert told == {"Mel Silvestre (500 g)": 2, "Mel Cremoso": 1, "Pólen Apícola": 1}


def test_as_many_of_other_goods_as_of_the_first_are_beside_it():
    told = HONEY.cart("quero 2 mel de laranjeira de 500 g, 1 de eucalipto de 500 g e 1 de silvestre de 1 kg")
    assert told.get("Mel de Laranjeira (500 g)") == 2
