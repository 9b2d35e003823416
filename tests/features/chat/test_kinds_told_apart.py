"""Goods that are named once, with their kinds, sizes, colours and counts told in the many ways people tell them; what
they are filled in; another kind beside the one that was taken; what was not found and is let go."""

import pytest

from app.features.shipping.types import ShippingRule
from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, counts, product

RULES = (ShippingRule("Retirada na loja", "pickup"), ShippingRule("Motoboy", "fixed", 1000))
COLOURS = ("Amarela", "Azul", "Cru", "Rosa")
SHOP = Catalogue(
    [
        *(product("Linha de Crochê", 1890, Cor=colour) for colour in COLOURS),
        *(product("Agulha de Crochê", 990, Espessura=size) for size in ("2 mm", "2,5 mm", "4 mm")),
        *(
            product("Zíper Invisível", 450, Cor=colour, Comprimento=length)
            for colour in ("Preto", "Branco", "Bege")
            for length in ("20 cm", "50 cm")
        ),
        *(
            product("Camiseta Dry Fit", 4990, Cor=colour, Tamanho=size)
            for colour in ("Azul", "Preta", "Branca")
            for size in ("P", "M", "G", "GG")
        ),
        *(
            product("Sorvete Caseiro", 3900, Sabor=flavour, Tamanho=size)
            for flavour in ("Pistache", "Morango", "Coco")
            for size in ("500 ml", "1 L")
        ),
        *(product("Quimono Trançado", 28900, Cor="Azul", Tamanho=size) for size in ("A1", "A2", "A3")),
        *(product("Cola de Silicone", 750, Tamanho=size) for size in ("60 ml", "100 ml")),
        *(product("Body Splash", 11990, Fragrância=scent) for scent in ("Bare Vanilla", "Love Spell", "Velvet Petals")),
        product("Terebintina", 1790),
        product("Botão de Madeira", 850),
        product("Tesoura de Costura", 3990),
        product("Porção de Batata Frita", 2500),
        product("Fita Métrica", 590),
    ]
)
YELLOW, BLUE, RAW, PINK = (f"Linha de Crochê ({colour})" for colour in COLOURS)
BLACK_M, BLACK_G = "Camiseta Dry Fit (Preta, M)", "Camiseta Dry Fit (Preta, G)"

THREE_YARNS = """quero linha de crochê amarela, cru e rosa, uma de cada|linha de crochê: 1 amarela, 1 cru e 1 rosa
3 linhas de crochê: amarela, cru e rosa|linha de crochê amarela 1 cru 1 rosa 1
linha de croche amarela, cru, rosa - 1 de cada
me vê 3 novelos de linha de crochê, um amarelo, um cru e um rosa|três linhas de crochê (amarela, cru e rosa)
uma linha de crochê amarela, uma cru e outra rosa
linha de crochê: uma amarela pra mim, uma cru pra minha mãe e uma rosa pra minha filha"""
FOUR_AND_TWO = """preciso de linha de crochê: 4 novelos da azul e 2 da rosa|linha de crochê azul 4 rosa 2
linha de crochê: azul (4), rosa (2)|4 linhas de crochê azuis e 2 rosas|linha de crochê azul x4 e rosa x2
linha de crochê, quatro azuis e duas rosa|6 linhas de crochê, 4 azuis e 2 rosas
queria linha de croche, 4 azul e 2 rosa"""
ZIPS = """zíper de 20 cm, um preto e dois brancos|ziper invisivel 20cm: 1 preto, 2 brancos
3 zíperes de 20 cm, um preto e dois brancos
zíper 20cm preto 1 branco 2|queria zíper invisível de 20 cm, um preto e dois branco"""
THREE_SIZES = """camiseta dry fit, 3 azuis, P M e GG|3 camisetas dry fit azuis: P, M e GG
camiseta dry fit azul P M GG uma de cada
camiseta dry fit azul, uma P, uma M e uma GG|três camisetas dry fit azul uma P uma M uma GG
camiseta dry fit azul: P 1, M 1, GG 1|1 camiseta dry fit azul P, 1 M e 1 GG"""
ICE_CREAM = """sorvete de 1 litro, 2 de coco e 1 de morango|3 sorvetes de 1 litro: 2 de coco e 1 de morango
sorvete 1l: 2 coco, 1 morango|me vê sorvete de um litro, dois de coco e um de morango
sorvete de 1 L coco 2 morango 1"""
ONE_LITRE_EACH = """pote 1l pistache e 1l morango de sorvete|sorvete pistache 1l e morango 1l, um de cada
um sorvete de pistache de 1 litro e um de morango de 1 litro|quero sorvete pistache 1 L e morango 1 L"""
KIMONOS = """quero quimono azul, um A1 e um A2, é pros meus gêmeos|dois quimonos azuis, A1 e A2
quimono azul A1 e A2, um de cada
2 quimonos trançados: um A1 e outro A2"""
TWO_GLUES = """cola de silicone de 100ml, 2 tubos|cola de silicone 100 ml 2 bisnagas
2 tubinhos de cola de silicone de cem ml
dois tubos de cola de silicone 100ml|cola de silicone de 100 ml, 2 unidades"""
HELD = """um vidrinho de terebintina|me vê um frasco de terebintina|quero 1 vidro de terebintina
a jar of terebintina please
manda uma garrafinha de terebintina|oxe minha filha me arrume um vidrinho de terebintina visse
tô pintando uma tela aqui em casa aí eu queria um vidrinho de terebintina"""
ALSO_IN_G = """tamanho G também|e no G tb|quero no G também|e uma G|size G as well|and one in G too
and the same in G|also in G please
e outra G|outra igual G|põe uma no G também|mais uma G|G também|one more in G|e mais uma no tamanho G
bota outra dessa G"""
IN_G_INSTEAD = "G|pode ser G|não, a G|na verdade G"
WITHOUT_CHALK = """blz, leva só os botões e a tesoura|pode ser só o resto então|só isso que tem então
then just the rest
ok, só os outros|então só os botões e a tesoura"""


def after(said: str, *before: str) -> dict[str, int]:
    return counts(SHOP.turn(said, SHOP.talk(*before), shipping=RULES)[1])


@pytest.mark.parametrize("said", ways(THREE_YARNS))
def test_one_of_each_colour(said: str):
    assert after(said) == {YELLOW: 1, RAW: 1, PINK: 1}


@pytest.mark.parametrize("said", ways(FOUR_AND_TWO))
def test_so_many_of_each_colour(said: str):
    assert after(said) == {BLUE: 4, PINK: 2}


@pytest.mark.parametrize("said", ways(ZIPS))
def test_colours_of_what_has_one_length(said: str):
    assert after(said) == {"Zíper Invisível (Preto, 20 cm)": 1, "Zíper Invisível (Branco, 20 cm)": 2}


@pytest.mark.parametrize("said", ways(THREE_SIZES))
def test_sizes_of_what_has_one_colour(said: str):
    assert after(said) == {f"Camiseta Dry Fit (Azul, {size})": 1 for size in ("P", "M", "GG")}


@pytest.mark.parametrize("said", ways(ICE_CREAM))
def test_flavours_of_what_has_one_size(said: str):
    assert after(said) == {"Sorvete Caseiro (Coco, 1 L)": 2, "Sorvete Caseiro (Morango, 1 L)": 1}


@pytest.mark.parametrize("said", ways(ONE_LITRE_EACH))
def test_flavours_each_with_its_size(said: str):
    assert after(said) == {"Sorvete Caseiro (Pistache, 1 L)": 1, "Sorvete Caseiro (Morango, 1 L)": 1}


@pytest.mark.parametrize("said", ways(KIMONOS))
def test_sizes_that_are_codes(said: str):
    assert after(said) == {"Quimono Trançado (Azul, A1)": 1, "Quimono Trançado (Azul, A2)": 1}


@pytest.mark.parametrize("said", ways(TWO_GLUES))
def test_counted_by_what_it_is_filled_in(said: str):
    assert after(said) == {"Cola de Silicone (100 ml)": 2}


@pytest.mark.parametrize("said", ways(HELD))
def test_named_with_what_it_is_filled_in(said: str):
    assert after(said) == {"Terebintina": 1}


@pytest.mark.parametrize("said", ways(ALSO_IN_G))
def test_another_size_beside_the_one_that_was_taken(said: str):
    assert after(said, "uma camiseta dry fit preta M") == {BLACK_M: 1, BLACK_G: 1}


@pytest.mark.parametrize("said", ways(IN_G_INSTEAD))
def test_another_size_in_place_of_the_one_that_was_taken(said: str):
    assert after(said, "uma camiseta dry fit preta M") == {BLACK_G: 1}


@pytest.mark.parametrize("said", ways(WITHOUT_CHALK))
def test_what_was_not_found_is_let_go(said: str):
    state = SHOP.talk("2 botões de madeira, 1 tesoura de costura e 1 giz de alfaiate", said)
    assert counts(state) == {"Botão de Madeira": 2, "Tesoura de Costura": 1}
    assert not state.dialogue.unread


EACH_SCENT = """ai quero um de cada desses: bare vanilla, love spell e velvet petals
bare vanilla, love spell e velvet petals, um de cada
quero bare vanilla, love spell e velvet petals, 1 de cada|one of each: bare vanilla, love spell and velvet petals"""
ONE_GOES = """tira o velvet petals e deixa 2 do love spell|tira o velvet petals, deixa 2 do love spell
remove o velvet petals e fica 2 love spell"""


@pytest.mark.parametrize("said", ways(EACH_SCENT))
def test_one_of_each_that_is_called_by_its_own_name(said: str):
    scents = ("Bare Vanilla", "Love Spell", "Velvet Petals")
    assert after(said, "quais fragrâncias de body splash vocês têm?") == {
        f"Body Splash ({scent})": 1 for scent in scents
    }


@pytest.mark.parametrize("said", ways(ONE_GOES))
def test_one_goes_and_another_is_left_at_so_many(said: str):
    held = "1 body splash bare vanilla, 1 body splash love spell e 1 body splash velvet petals"
    assert after(said, held) == {"Body Splash (Bare Vanilla)": 1, "Body Splash (Love Spell)": 2}


@pytest.mark.parametrize(
    "said",
    ["uma linha de crochê de cada: amarela e rosa", "one of each crochet yarn please: yellow and pink"],
)
def test_each_is_told_before_the_kinds(said: str):
    assert after(said) == {YELLOW: 1, PINK: 1}


@pytest.mark.parametrize(
    "said",
    [
        "a linha azul eu já tenho, quero só a rosa",
        "gostei da linha azul mas quero a rosa",
        "quero uma linha de crochê rosa (o novelo inteiro)",
    ],
)
def test_the_other_kind_is_wished_for(said: str):
    assert after(said) == {PINK: 1}


@pytest.mark.parametrize(
    "said",
    [
        "minha filha quer a linha rosa e eu quero a linha azul",
        "minha filha quer uma linha rosa e eu quero uma azul",
        "vou levar a linha azul e quero a rosa também",
    ],
)
def test_what_is_wished_for_before_stays_a_wish(said: str):
    assert after(said) == {BLUE: 1, PINK: 1}


@pytest.mark.parametrize(
    ("said", "many"),
    [
        ("eu e meu marido, a gente quer uma porção de batata pra cada um", 2),
        ("eu, minha mãe e minha irmã, quero uma porção de batata pra cada uma", 3),
        ("somos 4, uma porção de batata pra cada", 4),
        ("me and my wife, i want a portion of french fries", 1),
    ],
)
def test_one_for_each_of_the_people_who_are_named(said: str, many: int):
    assert after(said) == {"Porção de Batata Frita": many}


def test_one_for_each_of_people_nobody_has_counted_is_asked_about():
    state = SHOP.talk("uma porção de batata pra cada um")
    assert state.dialogue.unread == "pra cada um"


@pytest.mark.parametrize(
    "said",
    [
        "tenho duas linhas, uma azul e uma rosa, em casa",
        "ontem comprei linha de crochê, 2 azuis e 1 rosa",
        "não quero linha azul nem rosa",
        "vocês têm linha de crochê azul e rosa?",
        "se tiver desconto eu levo linha de crochê, 2 azuis e 1 rosa",
    ],
)
def test_what_is_told_or_asked_is_not_taken(said: str):
    assert after(said) == {}
