"""One meaning said in the many ways people say it: wishes, counts, kinds, what comes out, what takes its place, what is
only asked."""

import pytest

from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

CAP, SOCKS, FLASK = "Boné Trucker", "Meia Cano Alto", "Garrafa Térmica 500 ml"
M, G = "Camiseta Básica (M)", "Camiseta Básica (G)"
RULES = (ShippingRule("Retirada na loja", "pickup"), ShippingRule("Motoboy", "fixed", 1000))
SHOP = Catalogue(
    [
        product(CAP, 6990),
        product(SOCKS, 1990),
        *(product("Camiseta Básica", 4990, Tamanho=size) for size in ("M", "G")),
        product(FLASK, 8990),
    ]
)

TWO_CAPS = """quero 2 bonés|me vê 2 bonés|bota 2 bonés|separa 2 bonés pra mim|vou querer 2 bonés|vou de 2 bonés
fico com 2 bonés|pega 2 bonés pra mim|me arruma 2 bonés|tô precisando de 2 bonés|queria encomendar 2 bonés
gostaria de 2 bonés|reserva 2 bonés|boné, 2|boné x2|2x boné|bonés: 2|dois bonés trucker
opa, quero fazer um pedido: 2 bonés|da pra mandar 2 bonés?|qro 2 bone|tem como mandar 2 bonés|vou levar 2 bonés
faz 2 bonés pra mim|anota aí 2 bonés|desce 2 bonés|to querendo 2 bonés|coloca no carrinho 2 bonés
inclui 2 bonés no pedido|i'd like 2 caps|can i get 2 caps|two caps please|put me down for 2 caps|bonés quero 2
desse boné quero 2|do boné trucker me vê dois|do boné 2|do boné trucker eu quero só 2"""
THREE_OF_IT = """na vdd são 3|na verdade quero 3|aumenta pra 3|melhor 3|bota 3|faz 3|são 3|põe mais 2
bota mais dois|mais 2|mais dois iguais|quero mais 2 dele|quero 3 bonés no total|pensando bem, 3|ops, 3|errei, são 3
fecha em 3|3 no total|make it 3|actually 3|3 instead|two more|add two more|2 more|can you make it 3?|i meant 3
não 1, 3|um não, três|aliás 3|passa pra 3"""
WITHOUT_THE_CAP = """tira o boné|sem o boné|não quero mais o boné|esquece o boné|deixa só a meia|só a meia
cancela o boné|o boné não|menos o boné|exclui o boné|pode deixar o boné pra lá|vou deixar o boné pra próxima
o boné fica pra depois|risca o boné|elimina o boné|desconsidera o boné|deixa o boné de fora|o boné pode tirar
não vou querer o boné|o boné eu já tenho|e o boné tb, já tenho um
remove the cap|without the cap|just the socks|drop the cap|leave the cap out|scratch the cap
skip the cap"""
SOCKS_INSTEAD = """troca o boné por uma meia|em vez do boné quero a meia|no lugar do boné, a meia
quero a meia em vez do boné|muda o boné pra meia|não o boné, a meia|boné não, meia
na verdade quero a meia, não o boné|tira o boné e põe a meia|sai o boné, entra a meia
melhor a meia no lugar do boné|prefiro a meia ao boné|em vez do boné a meia|swap the cap for the socks
socks instead of the cap|not the cap, the socks|replace the cap with socks|mudei de ideia, ao invés do boné a meia"""
TWO_AND_THREE = """2 bonés e 3 meias|dois bonés + três meias|2x boné 3x meia|bonés 2 meias 3
2 bonés mais 3 meias|me vê 2 bonés e tb 3 meias|2 bonés e aproveita manda 3 meias|two caps, three pairs of socks
quero 2 bonés. ah e 3 meias|1 boné e 3 meias, aliás 2 bonés|2 boné / 3 meia|3 meias 2 bonés"""
ONE_OF_BOTH_SIZES = """1 camiseta M e 1 G|uma camiseta M e uma G|2 camisetas, uma M e outra G|duas camisetas: M e G
2 camisetas (M e G)|uma camiseta M, outra G|quero camiseta M e G|quero duas camisetas uma M uma G
1 M e 1 G da camiseta|quero a camiseta M e a G|quero uma camiseta M e mais uma G|uma M e uma G de camiseta
one M and one G t-shirt|quero a camiseta nos tamanhos M e G"""
ASKED = """quanto tá o boné?|tem boné?|o boné é bom?|boné tem de que cor|me fala do boné|quanto fica 2 bonés?
2 bonés dá quanto?|se eu levar 2 bonés tem desconto?|posso trocar o boné se não servir?|ainda tem o boné?
how much for 2 caps|what if i take 2 caps|minha amiga comprou um boné aí
comprei um boné aí semana passada e veio rasgado|gostaria de saber se tem boné|talvez eu leve um boné
vou ver se levo o boné|depois eu compro o boné|não quero boné|dois bonés saem por quanto|faz o boné por 50?
só se o boné for azul"""


def ways(text: str) -> list[str]:
    return text.replace("\n", "|").split("|")


def after(said: str, *before: str) -> dict[str, int]:
    return counts(SHOP.turn(said, SHOP.talk(*before), shipping=RULES)[1])


@pytest.mark.parametrize("said", ways(TWO_CAPS))
def test_two_of_one_thing(said: str):
    assert after(said, "oi") == {CAP: 2}


@pytest.mark.parametrize("said", ways(THREE_OF_IT))
def test_three_of_what_is_there_once(said: str):
    assert after(said, "1 boné") == {CAP: 3}


@pytest.mark.parametrize("said", ways(WITHOUT_THE_CAP))
def test_one_of_two_comes_out(said: str):
    assert after(said, "1 boné e 1 meia") == {SOCKS: 1}


@pytest.mark.parametrize("said", ways(SOCKS_INSTEAD))
def test_another_takes_its_place(said: str):
    assert after(said, "1 boné") == {SOCKS: 1}


@pytest.mark.parametrize("said", ways(TWO_AND_THREE))
def test_so_many_of_two_things(said: str):
    assert after(said, "oi") == {CAP: 2, SOCKS: 3}


@pytest.mark.parametrize("said", ways(ONE_OF_BOTH_SIZES))
def test_one_of_each_kind_that_is_named_behind_the_thing(said: str):
    assert after(said, "oi") == {M: 1, G: 1}


@pytest.mark.parametrize("said", ways(ASKED))
def test_a_question_or_a_doubt_takes_nothing(said: str):
    assert after(said, "oi") == {}


LAMP = Catalogue(
    [
        *(product("Luminária de Mesa", 8900, Voltagem=volts) for volts in ("110 V", "220 V")),
        product("Vinho Tinto Merlot", 4900),
        *(product("Bala de Goma", 900, Sabor=taste) for taste in ("Morango", "Uva", "Limão")),
        *(product("Sandália Rasteira", 5900, Número=str(size)) for size in (38, 39, 40)),
        *(product("Caneca Lisa", 2900, Cor=colour) for colour in ("Preta", "Branca", "Preta e Branca")),
    ]
)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("duas luminárias: 110 e 220", {"Luminária de Mesa (110 V)": 1, "Luminária de Mesa (220 V)": 1}),
        ("quero duas sandálias uma 38 uma 40", {"Sandália Rasteira (38)": 1, "Sandália Rasteira (40)": 1}),
        ("2 balas (de morango e de uva)", {"Bala de Goma (Morango)": 1, "Bala de Goma (Uva)": 1}),
        ("3 balas: 2 de uva e 1 de limão", {"Bala de Goma (Uva)": 2, "Bala de Goma (Limão)": 1}),
        ("1 bala de uva e 1 merlot", {"Bala de Goma (Uva)": 1, "Vinho Tinto Merlot": 1}),
        (
            "2 sandálias (38 e 40), 2 luminárias tb 110 e 220",
            {
                "Sandália Rasteira (38)": 1,
                "Sandália Rasteira (40)": 1,
                "Luminária de Mesa (110 V)": 1,
                "Luminária de Mesa (220 V)": 1,
            },
        ),
        ("uma caneca preta e branca", {"Caneca Lisa (Preta e Branca)": 1}),
    ],
)
def test_kinds_of_one_thing_are_so_many_as_are_told(said: str, held: dict[str, int]):
    assert counts(LAMP.talk(said)) == held


def test_a_place_that_a_name_has_chooses_no_way():
    shop = Catalogue([product("Camiseta Café Primeiro", 5990), product("Boné Café Primeiro", 5490)])
    state = None
    for said in ("a camiseta café primeiro no pix", "e o boné do café primeiro tbm"):
        state = shop.turn(said, state, shipping=RULES)[1]
    assert counts(state) == {"Camiseta Café Primeiro": 1, "Boné Café Primeiro": 1}
    assert state.cart.shipping_option is None
    assert shop.turn("a primeira", state, shipping=RULES)[1].cart.shipping_option == "Retirada na loja"
