"""Size charts in documents, and measures as shoppers tell them: the size that somebody takes. No database."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.documents.size_charts import size_for
from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts, product

NAPPIES = "P veste de 3 a 6 kg, M de 5 a 9,5 kg, G de 9 a 12,5 kg e XG de 12 a 15 kg."
SHOES = "Comprimento do pé: até 14,5 cm use 24; até 15,2 cm use 25; até 16,0 cm use 26."
INSOLES = "Medida da palmilha: 26 = 16,5 cm; 27 = 17,2 cm; 28 = 18 cm. Escolha pelo menos 0,5 cm maior que o pé."
HELMETS = "Meça a volta da cabeça: 55 a 56 cm usa 56, 57 a 58 cm usa 58, 59 a 60 cm usa 60."
SHIRTS = "Tórax: P até 96 cm, M até 102 cm, G até 108 cm."
HEIGHTS = "Pela altura da criança: 2 anos de 85 a 93 cm; 4 anos de 99 a 108 cm; 6 anos de 109 a 118 cm."
LEOTARDS = "Tamanho 6 veste até 1,16 m de altura, tamanho 8 até 1,28 m e tamanho 10 até 1,40 m."
SKIRTS = "Saia: tamanho 8 veste cintura de até 60 cm, 10 até 64 cm, 12 até 68 cm."
DRESSES = "G1: busto 108 a 114 cm, quadril 114 a 122 cm. G2: busto 115 a 121 cm, quadril 123 a 128 cm."
BABIES = "RN é recém-nascido, P veste de 0 a 3 meses, M de 3 a 6 meses."
PAIRS = (
    "Chinelos: pé até 23,5 cm = 35/36; até 25 cm = 37/38; até 28 cm = 41/42. Sandálias: até 24 cm = 37, até 25 cm = 38."
)
RINGS = "Aro 16 = 5,6 cm, aro 18 = 5,8 cm, aro 20 = 6 cm."


@pytest.mark.parametrize(
    ("chart", "said", "size"),
    [
        (NAPPIES, "meu bebê tá com 11kg, q tamanho serve?", "g"),
        (NAPPIES, "ele pesa 4,5 quilos", "p"),
        (NAPPIES, "she weighs about 14 kg", "xg"),
        (NAPPIES, "ele tá com 9,2 kg", ""),  # fits two
        (NAPPIES, "ele pesa 20 kg", ""),
        (SHOES, "o pezinho dela mediu 15,8 cm", "26"),
        (SHOES, "deu 14 cm o pé", "24"),
        (SHOES, "o pé dele deu 17 cm", ""),
        (INSOLES, "o pezinho da minha filha deu 17,3 cm, qual numero?", "28"),
        (INSOLES, "o pé tem 16 cm", "26"),
        (HELMETS, "medi minha cabeça e deu 57 cm", "58"),
        (SHIRTS, "qual serve em quem tem 107 de tórax", "g"),
        (SHIRTS, "tenho 95 cm de cintura", ""),  # of the chest alone
        (HEIGHTS, "meu filho é grandão, tá com 1,14", "6"),
        (HEIGHTS, "ela mede 90 cm", "2"),
        (LEOTARDS, "ela tem 1,25 de altura", "8"),
        (LEOTARDS, "ela tem 1 metro e 25", "8"),
        (LEOTARDS, "she is 1m14", "6"),
        (BABIES, "a menina tem 2 meses e o menino tem 5", ""),  # whose is open
        (SKIRTS, "deu 62 de cintura, qual tamanho serve?", "10"),
        (DRESSES, "tenho 112 cm de busto", "g1"),
        (DRESSES, "meço 125 cm de quadril", "g2"),
        (BABIES, "ela fez 2 meses", "p"),
        (PAIRS, "my foot is 27 cm long", "41/42"),
        (PAIRS, "meu pé mede 22 cm, quero chinelo", ""),  # the other chart has it, too
        (RINGS, "a volta do dedo deu 5,7 cm", "18"),
        (NAPPIES, "quero fralda e 2 lenços, meu bebê pesa 11 kg", "g"),
        (SHIRTS, "tenho 1,80 e 107 cm de tórax", "g"),
        # What is no measure of anybody.
        (NAPPIES, "quero ração e 11 kg de areia", ""),
        (NAPPIES, "um saco com 11 kg", ""),
        (NAPPIES, "quero 2 pacotes de fralda de 10 kg", ""),
        (NAPPIES, "tem 10 unidades?", ""),
        (SHIRTS, "tenho 100 reais", ""),
        # What is no chart.
        ("Rolinho de 30 cm, cabo de 50 cm.", "a parede tem 45 cm", ""),
        ("Entregamos em até 3 dias. Pesos de 2 kg e 5 kg.", "eu peso 4 kg", ""),
    ],
)
def test_a_measure_tells_the_size(chart: str, said: str, size: str):
    found = size_for([Passage("Tamanhos", chart)], fold(said))
    assert (found[0] if found else "") == size


@pytest.mark.parametrize(
    ("named", "size"), [(("chinelo",), "37/38"), (("sandalias", "couro"), "38"), (("bota",), ""), ((), "")]
)
def test_the_chart_of_what_is_named_goes_before_others(named: tuple[str, ...], size: str):
    found = size_for([Passage("Tamanhos", PAIRS)], "meu pe tem 24,5 cm", (), named)
    assert (found[0] if found else "") == size


SHOP = Catalogue(
    [
        *(product("Tênis Passo", 8990, Cor="Azul", Número=size) for size in ("24", "25", "26")),
        *(product("Tênis Passo", 8990, Cor="Rosa", Número=size) for size in ("24", "25", "26")),
        product("Cadarço Elástico", 1290),
    ]
)
DOCUMENTS = (Passage("Numeração", SHOES),)


@pytest.mark.parametrize(
    ("asked", "wished", "cart"),
    [
        ("o pé do meu filho deu 15,8 cm, que número de tênis passo eu levo?", "quero o azul nesse número", "Azul, 26"),
        ("tem tênis passo? o pezinho mede 15 cm", "1 rosa", "Rosa, 25"),
        ("quero um tênis passo azul, o pé dela mediu 14 cm", "retiro aí, pix", "Azul, 24"),
    ],
)
def test_what_is_wanted_then_is_meant_in_that_size(asked: str, wished: str, cart: str):
    state = ConversationState()
    _, state, says = SHOP.turn(asked, state, passages=DOCUMENTS)
    assert [one.values["size"] for one in says if one.what == "size_by_chart"] == [cart.partition(", ")[2]]
    _, state, _ = SHOP.turn(wished, state, passages=DOCUMENTS)
    assert counts(state) == {f"Tênis Passo ({cart})": 1}


def test_another_size_that_is_named_goes_before_the_chart():
    said = "o pé dele deu 15,8 cm mas quero o tênis passo azul 25"
    _, state, _ = SHOP.turn(said, ConversationState(), passages=DOCUMENTS)
    assert counts(state) == {"Tênis Passo (Azul, 25)": 1}


@pytest.mark.parametrize(
    "said",
    ["quero chinelo praia preto, meu pé tem 27 cm", "I want flip flops but I don't know your sizes, my foot is 27 cm"],
)
def test_two_numbers_that_are_one_size_are_meant_together(said: str):
    sandals = Catalogue([product("Chinelo Praia", 2990, Cor="Preto", Número=size) for size in ("37/38", "41/42")])
    _, state, _ = sandals.turn(said, ConversationState(), passages=(Passage("Numeração", PAIRS),))
    assert counts(state) == {"Chinelo Praia (Preto, 41/42)": 1}


RANGES = Catalogue(
    [
        *(product("Bravecto Cães", 20990, Peso=size) for size in ("2 a 4,5 kg", "4,5 a 10 kg", "10 a 20 kg")),
        *(product("Coleira Seresto", 21900, Peso=size) for size in ("até 8 kg", "acima de 8 kg")),
        product("Ração Filhote 3 kg", 8900),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["quero um bravecto, meu cachorro pesa 12 kg"], {"Bravecto Cães (10 a 20 kg)": 1}),
        (["quero um bravecto", "10 a 20 kg"], {"Bravecto Cães (10 a 20 kg)": 1}),
        (["quero 2 bravecto pro meu cachorro de 8kg"], {"Bravecto Cães (4,5 a 10 kg)": 2}),
        (["quero um bravecto", "ele tem 3 quilos"], {"Bravecto Cães (2 a 4,5 kg)": 1}),
        (["preciso de bravecto pra 2 cachorros um de 3kg e outro de 15"],
         {"Bravecto Cães (2 a 4,5 kg)": 1, "Bravecto Cães (10 a 20 kg)": 1}),
        (["quero uma coleira seresto até 8 kg"], {"Coleira Seresto (até 8 kg)": 1}),
        (["quero uma coleira seresto, o Thor pesa 22 kg"], {"Coleira Seresto (acima de 8 kg)": 1}),
        (["quero um bravecto, meu cachorro pesa 10 kg"], {}),  # in two of them
        (["quero 2 ração filhote de 3 kg"], {"Ração Filhote 3 kg": 2}),
    ],
)  # fmt: skip
def test_a_weight_in_the_range_that_goods_come_in(said: list[str], cart: dict[str, int]):
    assert RANGES.cart(*said) == cart
