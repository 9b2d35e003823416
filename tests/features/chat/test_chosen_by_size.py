"""Which kind is meant by its size, its length, what it holds, or the age of whom it is for."""

import pytest

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.products.matching import Product, nearly
from tests.features.chat.test_each_of_them import goods, kinds
from tests.features.chat.test_goods_lists import Catalogue, counts, product

LOTS = Catalogue(
    [*kinds("Kit de Cuecas", Quantidade=["3 peças", "6 peças"]), *goods("Cinto de Couro", "Carteira Slim")]
)


@pytest.mark.parametrize(
    ("message", "cart"),
    [
        ("quero kit de cueca de 6 peças", {"Kit de Cuecas (6 peças)": 1}),
        ("quero cueca de 3 peças e um cinto", {"Kit de Cuecas (3 peças)": 1, "Cinto de Couro": 1}),
        ("quero 2 kit de cueca com 6 peças", {"Kit de Cuecas (6 peças)": 2}),
    ],
)
def test_what_a_thing_holds_chooses_it_and_counts_nothing(message: str, cart: dict[str, int]):
    assert LOTS.cart(message) == cart


CABLES = Catalogue([*kinds("Cabo USB-C", Comprimento=["1 m", "2 m"]), *goods("Carregador Turbo", "Capa para Tablet")])


@pytest.mark.parametrize(
    ("asked", "answer", "cart"),
    [
        ("do you have usb-c cables? whats the longest one", "one of those please", {"Cabo USB-C (2 m)": 1}),
        ("qual o cabo usb-c mais comprido?", "quero 2", {"Cabo USB-C (2 m)": 2}),
        ("qual o menor cabo usb-c que vc tem?", "quero um", {"Cabo USB-C (1 m)": 1}),
    ],
)
def test_the_longest_that_was_asked_for_is_the_one_that_is_offered(asked: str, answer: str, cart: dict[str, int]):
    assert CABLES.cart(asked, answer) == cart


RAIN = Catalogue(
    [
        *[
            one | {"description": "Bota de chuva de PVC."}
            for one in kinds("Galocha Pingo", Número=["25", "27"], Cor=["Amarela"])
        ],
        *kinds("Pacote de Meias", Quantidade=["3 pares", "6 pares"]),
        *goods("Guarda-chuva Sapo"),
    ]
)


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (
            ["do you have rain boots in size 25?", "great, one please, plus the 6 pair sock pack"],
            {"Galocha Pingo (25, Amarela)": 1, "Pacote de Meias (6 pares)": 1},
        ),
        (["two 3 pair sock packs please"], {"Pacote de Meias (3 pares)": 2}),
    ],
)
def test_the_size_asked_for_is_the_one_offered(messages: list[str], cart: dict[str, int]):
    assert RAIN.cart(*messages) == cart


SHOES = Catalogue(
    [
        *kinds("Sapatilha Ballet", Número=["33", "34", "35", "36"]),
        *kinds("Sapatilha Jazz", Cor=["Preta", "Bege"], Número=["34", "36"]),
    ]
)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("2 do 33, 3 do 34 e 1 da 35", {"33": 2, "34": 3, "35": 1}),
        ("quero 1 da 34 e 2 da 33", {"34": 1, "33": 2}),
    ],
)
def test_numbers_that_one_thing_comes_in_are_all_of_that_thing(said: str, held: dict[str, int]):
    cart = SHOES.cart("tem sapatilha?", said)
    assert cart == {f"Sapatilha Ballet ({number})": count for number, count in held.items()}


@pytest.mark.parametrize("said", ["2 do 34 e 1 do 36", "1 preta e 2 do 34"])
def test_numbers_that_several_come_in_are_asked_about(said: str):
    assert not any("Ballet" in name for name in SHOES.cart("tem sapatilha?", said))


PLAY = Catalogue(
    [
        *kinds("Fantasia Infantil Pirata", Tamanho=["4 anos", "8 anos"]),
        *[one | {"price_cents": 2990} for one in kinds("Fantasia Pirata", Tamanho=["M", "G"])],
    ]
)
FOUR, EIGHT = "Fantasia Infantil Pirata (4 anos)", "Fantasia Infantil Pirata (8 anos)"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("meu sobrinho tem 8 anos, quero uma infantil pra ele", {EIGHT: 1}),
        ("quero a fantasia infantil pra minha filha, ela faz 4 anos sábado", {FOUR: 1}),
        ("quero uma infantil, meus filhos tem 4 e 8 anos", {}),
        ("quero uma infantil, meu neto tem 6 anos", {}),
    ],
)
def test_the_age_that_is_told_is_the_size(said: str, held: dict[str, int]):
    assert PLAY.cart(said) == held


@pytest.mark.parametrize("said", ["qual fantasia de adulto mais barata?", "tem fantasia pra adulto?"])
def test_of_grown_ups_none_is_for_children(said: str):
    shown = {each.name for one in PLAY.talk(said).dialogue.listed for each in one.each}
    assert shown == {"Fantasia Pirata (M)", "Fantasia Pirata (G)"}


def test_a_grown_up_takes_none_for_children():
    assert PLAY.cart("quero uma fantasia de adulto M") == {"Fantasia Pirata (M)": 1}


# The dearest of all is in another size than the one that is told.
SIZED = Catalogue(
    [
        product("Pneu Andante", 25000, Medida="90/90 R18"),
        product("Pneu Andante", 21000, Medida="90/90 R19"),
        product("Pneu Veloz", 30000, Medida="90/90 R18"),
        product("Pneu Veloz", 19000, Medida="90/90 R19"),
        product("Blusa de Tricô", 9000, Tamanho="P"),
        product("Blusa de Tricô", 8000, Tamanho="G"),
        product("Blusa de Linho", 7000, Tamanho="P"),
        product("Blusa de Linho", 12000, Tamanho="G"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["tem pneu 90 90 19?", "2 do veloz"], {"Pneu Veloz (90/90 R19)": 2}),
        (["pneu 90 90 quanto ta", "aro 19, o veloz"], {"Pneu Veloz (90/90 R19)": 1}),
        (["pneu 90 90 quanto ta", "aro 19. o mais caro, dois"], {"Pneu Andante (90/90 R19)": 2}),
        (["tem blusa?", "tamanho P. a mais cara"], {"Blusa de Tricô (P)": 1}),
    ],
)
def test_the_size_that_was_told_holds_for_what_is_chosen_then(said: list[str], cart: dict[str, int]):
    assert counts(SIZED.talk(*said)) == cart


JACKETS = Catalogue(
    [
        *kinds("Jaqueta 3 em 1", Cor=["Preta", "Verde"], Tamanho=["M", "G"]),
        *kinds("Jaqueta Corta-vento", Cor=["Preta", "Verde"], Tamanho=["M", "G"]),
        *kinds("Jaqueta Puffer", Cor=["Preta", "Verde"], Tamanho=["M", "G"]),
    ]
)


@pytest.mark.parametrize(
    ("asked", "answer", "cart"),
    [
        ("do you have jackets?", "the 3 in 1 in black, size M then. just one", {"Jaqueta 3 em 1 (Preta, M)": 1}),
        ("do you have jackets?", "two of the 3-in-1 in green, size G", {"Jaqueta 3 em 1 (Verde, G)": 2}),
        ("tem jaqueta?", "a 3 em 1 preta, tamanho M então. só uma", {"Jaqueta 3 em 1 (Preta, M)": 1}),
        ("tem jaqueta?", "3 em 1 em verde, tamanho G", {"Jaqueta 3 em 1 (Verde, G)": 1}),
        ("tem jaqueta?", "2 da 3 em 1 verde. tamanho G", {"Jaqueta 3 em 1 (Verde, G)": 2}),
    ],
)
def test_how_many_in_one_is_a_name_and_the_size_behind_chooses(asked: str, answer: str, cart: dict[str, int]):
    assert JACKETS.cart(asked, answer) == cart


HOUSE = Catalogue(
    [
        *kinds("Barra de Alumínio", Comprimento=["1,00 m", "1,50 m", "3,00 m"]),
        *kinds("Prateleira de Pinus", Medida=["0,60 x 0,20 m", "1,20 x 0,30 m"]),
        *kinds("Cabo de Rede", Comprimento=["50 cm", "150 cm", "10 m"]),
        *kinds("Galão Térmico", Capacidade=["0,5 L", "1,5 L"]),
        *goods("Parafuso"),
    ]
)


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (["quero uma barra de alumínio de 3 metros"], {"Barra de Alumínio (3,00 m)": 1}),
        (["quero 2 barra de 3m e 1 de 1,5m"], {"Barra de Alumínio (3,00 m)": 2, "Barra de Alumínio (1,50 m)": 1}),
        (["tem barra de alumínio de 1,50?", "quero 2"], {"Barra de Alumínio (1,50 m)": 2}),
        (["quero um cabo de rede de 1,5 m"], {"Cabo de Rede (150 cm)": 1}),
        (["quero um galão térmico de 500 ml"], {"Galão Térmico (0,5 L)": 1}),
        (["quero prateleira com 60 cm de largura por 20 cm de fundo"], {"Prateleira de Pinus (0,60 x 0,20 m)": 1}),
        (
            ["preciso de uma barra de alumínio, 3 metros, e 2 parafusos"],
            {"Barra de Alumínio (3,00 m)": 1, "Parafuso": 2},
        ),
        (
            ["do you have pine shelves, 1.20 m wide by 0.30 deep?", "i'll take two"],
            {"Prateleira de Pinus (1,20 x 0,30 m)": 2},
        ),
    ],
)
def test_a_measure_chooses_however_it_is_written(messages: list[str], cart: dict[str, int]):
    assert HOUSE.cart(*messages) == cart


def test_what_has_only_the_measure_is_not_offered():
    bars = [Product("p1", "Barra de Alumínio (3,00 m)"), Product("p2", "Parafuso")]
    assert nearly(bars, Mention(("corredor", "3m"))) == []
    assert nearly(bars, Mention(("perfil", "aluminio", "3m"))) == bars[:1]


PAPER = Catalogue(
    [
        *kinds("Papel de Parede Liso", Cor=["Bege", "Cinza"], Medida=["0,50 x 3,00 m", "0,50 x 5,00 m"]),
        *kinds("Papel de Parede Liso Vinílico", Cor=["Bege"], Medida=["0,50 x 5,00 m"]),
        *kinds("Papel de Parede Floral", Cor=["Bege", "Rosa"], Medida=["0,50 x 3,00 m", "0,50 x 5,00 m"]),
        *kinds("Passadeira Sisal", Comprimento=["1,50 m", "2,50 m"]),
        *kinds("Passadeira Juta", Comprimento=["1,50 m", "2,50 m"]),
    ]
)


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (
            ["quero papel de parede liso bege de 0,50 x 5", "e um floral rosa do mesmo tamanho"],
            {"Papel de Parede Liso (Bege, 0,50 x 5,00 m)": 1, "Papel de Parede Floral (Rosa, 0,50 x 5,00 m)": 1},
        ),
        (
            ["quero a passadeira sisal de 2,50", "e uma de juta do mesmo comprimento"],
            {"Passadeira Sisal (2,50 m)": 1, "Passadeira Juta (2,50 m)": 1},
        ),
        (
            ["quero a passadeira sisal de 1,5 m", "não, me confundi, é a de juta que eu quero, mesma medida"],
            {"Passadeira Juta (1,50 m)": 1},
        ),
        (
            [
                "minha irmã comprou aí um papel de parede liso bege de 0,50 x 5, ficou lindo",
                "pra mim eu queria o cinza desse mesmo tamanho, e uma passadeira sisal de 1,50",
            ],
            {"Papel de Parede Liso (Cinza, 0,50 x 5,00 m)": 1, "Passadeira Sisal (1,50 m)": 1},
        ),
    ],
)
def test_the_same_measure_is_that_of_what_was_taken(messages: list[str], cart: dict[str, int]):
    assert PAPER.cart(*messages) == cart


@pytest.mark.parametrize(
    ("asked", "cart"),
    [
        ("tem cabo de rede? quanto é o de 10 m?", {"Cabo de Rede (10 m)": 2}),
        ("vocês têm galão térmico? e quanto custa o de 1,5 litro?", {"Galão Térmico (1,5 L)": 2}),
        ("hi, do you have pine shelves? how much is the 120x30 one?", {"Prateleira de Pinus (1,20 x 0,30 m)": 2}),
    ],
)
def test_what_a_size_costs_is_asked_of_the_thing_just_asked_for(asked: str, cart: dict[str, int]):
    assert HOUSE.cart(asked, "quero 2") == cart


FIG, GRAPE = "Geleia (Figo, 300 g)", "Geleia (Uva, 300 g)"
IN_SIZES = Catalogue(
    [
        *(product("Geleia", 1200 + n, Sabor=flavour, Pote=f"{n} g") for flavour in ("Figo", "Uva") for n in (150, 300)),
        *(product("Azeite", 2000 + n, Tipo="Extravirgem", Volume=f"{n} ml") for n in (250, 500)),
        product("Torrada", 900),
    ]
)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (("quais geleias vcs tem?", "uma de figo e duas de uva, as de 300 g"), {FIG: 1, GRAPE: 2}),
        (("what geleias do you have?", "one fig and one grape please, the big 300 g ones"), {FIG: 1, GRAPE: 1}),
        (("1 geleia de figo e 2 de uva, todas de 300g",), {FIG: 1, GRAPE: 2}),
        (("uma geleia de figo de 300 g e um azeite, o de 500 ml",), {FIG: 1, "Azeite (Extravirgem, 500 ml)": 1}),
        (("2 torradas e 2 azeites, os de 500 ml",), {"Torrada": 2, "Azeite (Extravirgem, 500 ml)": 2}),
    ],
)
def test_the_size_of_several_that_is_told_behind_them(said: tuple[str, ...], held: dict[str, int]):
    assert counts(IN_SIZES.talk(*said)) == held


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (("uma geleia de uva de 300 g e o menor azeite",), {GRAPE: 1, "Azeite (Extravirgem, 250 ml)": 1}),
        (("geleia de figo de 300 g e o menor azeite, um de cada",), {FIG: 1, "Azeite (Extravirgem, 250 ml)": 1}),
        (("the largest azeite and a geleia de uva 300 g, one each",), {GRAPE: 1, "Azeite (Extravirgem, 500 ml)": 1}),
    ],
)
def test_the_smallest_of_one_of_several_tells_nothing_of_the_others(said: tuple[str, ...], held: dict[str, int]):
    assert counts(IN_SIZES.talk(*said)) == held
