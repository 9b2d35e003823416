"""What somebody told the shopper to get, what the rest of a line is exchanged for, and what is told of goods by a
measure, a colour or a name that is to stand on them."""

import pytest

from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, counts, product

GLOVE, KNEE, VALVE = "Luva Soldável", "Joelho 90 Soldável", "Registro de Gaveta"
PLASTIC, METAL = "Torneira de Jardim Plástica", "Torneira de Jardim Metal"
HARDWARE = Catalogue(
    [
        *(product(GLOVE, 160, Bitola=size) for size in ("20 mm", "25 mm")),
        *(product(KNEE, 180, Bitola=size) for size in ("20 mm", "25 mm")),
        *(product("Tê Soldável", 190, Bitola=size) for size in ("20 mm", "25 mm")),
        *(product("Registro de Esfera Soldável", 1790, Bitola=size) for size in ("20 mm", "25 mm")),
        *(product("Cola para PVC", 990, Peso=size) for size in ("75 g", "175 g")),
        product("Tubo Marrom Barra 6 m", 2690),
        product("Lixa para PVC", 250),
        product(PLASTIC, 1490),
        product(METAL, 3990),
        product(VALVE, 5490),
    ]
)
PRINTS = Catalogue(
    [
        *(
            product("Camiseta Bicicleta", 6490, Tamanho=size, Cor=colour)
            for size in ("P", "M", "G", "GG")
            for colour in ("Azul", "Branco")
        ),
        *(product("Boné Café Primeiro", 5490, Cor=colour) for colour in ("Preto", "Bege")),
        product("Caneca Professora", 3490),
        product("Caneca Gato", 3490),
    ]
)
TOLD_TO_GET = """o pedreiro falou pra eu comprar duas luvas de 25 uma barra de tubo marrom e uma lixa
o encanador disse que eu preciso de 2 luvas de 25, uma barra de tubo marrom e uma lixa
meu pai mandou comprar 2 luvas de 25, 1 tubo marrom e 1 lixa|ele pediu pra levar 2 luvas de 25, 1 tubo marrom e 1 lixa
estourou aqui em casa aí o pedreiro falou pra pegar duas luvas de 25, um tubo marrom e uma lixa"""
ONE_OF_METAL = """melhor: uma de plástico só, e a outra troca pela de metal|troca uma pela de metal
deixa uma de plástico e troca a outra pela de metal|uma fica assim e a outra troca por uma de metal
keep one plastic and swap the other for the metal one|swap one for the metal one"""
ALL_IN_25 = """troca tudo pra 25|troca os dois pelos de 25 mm|muda tudo pra 25, as mesmas quantidades
change them all to 25|medi de novo e é 25, troca tudo por 25|pera, fui medir aqui e meu cano é 25. troca tudo pra 25"""
NO_PIX = """não me entendo com esse Pix. Prefiro pagar na entrega|não me dou bem com pix, pago na entrega
eu não gosto muito desse pix não. pago na entrega|não sei mexer com pix, pago na entrega"""
THREE_BLUE = """3 azuis: uma P, uma M e uma GG. e 1 branca G|3 azuis (1 P, 1 M e 1 GG) e 1 branca G"""
MARLENE = """então quero 1 com o nome Marlene|quero uma com nome Marlene|I'll take one with the name Marlene"""


@pytest.mark.parametrize("said", ways(TOLD_TO_GET))
def test_a_counted_list_that_somebody_said_to_get_is_wanted(said: str):
    held = counts(HARDWARE.talk(said))

    assert held == {f"{GLOVE} (25 mm)": 2, "Tubo Marrom Barra 6 m": 1, "Lixa para PVC": 1}


def test_what_somebody_said_and_is_doubted_is_not_taken():
    assert not counts(HARDWARE.talk("o pedreiro falou pra comprar 2 luvas de 25 e 1 lixa mas acho que é muito"))


@pytest.mark.parametrize("said", ways(ONE_OF_METAL))
def test_the_rest_of_a_line_is_exchanged_and_the_other_stays(said: str):
    assert counts(HARDWARE.talk("quero 2 torneiras de jardim de plástico", said)) == {PLASTIC: 1, METAL: 1}


@pytest.mark.parametrize("said", ways(ALL_IN_25))
def test_all_is_wanted_by_another_measure_and_not_counted_so(said: str):
    held = counts(HARDWARE.talk("quero 5 joelhos 90 de 20 e 2 luvas de 20", said))

    assert held == {f"{KNEE} (25 mm)": 5, f"{GLOVE} (25 mm)": 2}


def test_a_name_of_two_letters_is_counted():
    held = counts(HARDWARE.talk("me separa 5 joelho 90 de 20 e 2 tê de 20"))

    assert held == {f"{KNEE} (20 mm)": 5, "Tê Soldável (20 mm)": 2}


@pytest.mark.parametrize("said", ["quero uma luva de 25 milímetros", "quero uma luva de 25 mm"])
def test_millimetres_are_a_measure(said: str):
    assert counts(HARDWARE.talk(said)) == {f"{GLOVE} (25 mm)": 1}


@pytest.mark.parametrize("said", ["quero uma cola daquela pequena de 75 gramas", "quero uma cola dessa menor de 75 g"])
def test_a_measure_tells_which_is_small(said: str):
    assert counts(HARDWARE.talk(said)) == {"Cola para PVC (75 g)": 1}


@pytest.mark.parametrize("said", ways(NO_PIX))
def test_who_does_not_get_on_with_pix_refuses_no_goods(said: str):
    acts, _, _ = HARDWARE.turn(said, HARDWARE.talk("quero um registro de gaveta"))

    assert (acts.no, acts.refused, acts.method) == (False, "pix", "cod")


@pytest.mark.parametrize("said", ways(THREE_BLUE))
def test_a_colour_of_several_is_counted_over_their_sizes(said: str):
    held = counts(PRINTS.talk("queremos as camisetas da bicicleta", said))

    assert held == {
        **{f"Camiseta Bicicleta ({size}, Azul)": 1 for size in ("P", "M", "GG")},
        "Camiseta Bicicleta (G, Branco)": 1,
    }


def test_an_ordinal_in_a_name_tells_no_place():
    held = counts(PRINTS.talk("tem caneca?", "quero o boné café primeiro preto"))

    assert held == {"Boné Café Primeiro (Preto)": 1}


@pytest.mark.parametrize("said", ways(MARLENE))
def test_a_name_that_is_to_stand_on_goods_names_none(said: str):
    acts, state, _ = PRINTS.turn(said, PRINTS.talk("tem caneca de professora?"))

    assert counts(state) == {"Caneca Professora": 1}
    assert "Marlene" in " ".join(acts.notes)


@pytest.mark.parametrize(
    "said",
    [
        "quero a caneca gato e a camiseta bicicleta azul que é pro meu marido ele usa GG",
        "eu queria aquela caneca gato e também a camiseta bicicleta azul que é pro meu marido ele usa GG então é uma "
        "caneca gato e uma camiseta GG aí eu passo pra buscar",
    ],
)
def test_whom_it_is_for_tells_the_size_and_a_sum_tells_nothing_new(said: str):
    assert counts(PRINTS.talk(said)) == {"Caneca Gato": 1, "Camiseta Bicicleta (GG, Azul)": 1}


def test_how_much_is_needed_beside_a_service_asked_about_names_no_goods():
    acts, _, _ = HARDWARE.turn("vocês cortam o tubo? só preciso de 2 metros", None)

    assert not acts.changes
