"""What English-speaking shoppers call the goods of a beekeeper, of a crochet shop and of a shoe shop."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, product

SHOP = Catalogue(
    [
        *(product("Macacão de Apicultor", 18990, Tamanho=size) for size in ("M", "G")),
        product("Fumigador Inox", 11990, Tamanho="Médio"),
        product("Fumigador Inox", 14990, Tamanho="Grande"),
        *(product("Gorro de Tricô", 5900, Cor=colour) for colour in ("Cinza", "Vinho")),
        *(product("Scarpin Clássico", 17990, Cor="Preto", Número=size) for size in ("36", "37")),
        *(product("Sapatilha Bico Redondo", 9990, Cor="Preta", Tamanho=size) for size in ("36", "37")),
        product("Formão de Apicultor", 3490),
        product("Geleia Real", 4490),
        product("Pólen Apícola", 2990),
        product("Pegador de Mel de Madeira", 890),
        product("Chapéu com Véu", 5490),
        product("Chaveiro Cacto", 2490),
        product("Passadeira de Cozinha", 12900),
        product("Spray Impermeabilizante", 2990),
        product("Palmilha de Gel", 1990),
    ]
)
SUIT, SMOKER, BEANIE = "Macacão de Apicultor (M)", "Fumigador Inox (Grande)", "Gorro de Tricô"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("one beekeeper suit size M and one smoker (fumigador), the large one", {SUIT: 1, SMOKER: 1}),
        ("I'd like a beekeeper's suit, size M, and a hat with veil", {SUIT: 1, "Chapéu com Véu": 1}),
        ("I need a large smoker and a hive tool", {SMOKER: 1, "Formão de Apicultor": 1}),
        ("one royal jelly, 2 bee pollen and one honey dipper", None),
        ("two knit beanies, one gray and one wine", {f"{BEANIE} (Cinza)": 1, f"{BEANIE} (Vinho)": 1}),
        ("2 cactus keyrings and a kitchen runner", {"Chaveiro Cacto": 2, "Passadeira de Cozinha": 1}),
        ("one pair of classic pumps, black, 37", {"Scarpin Clássico (Preto, 37)": 1}),
        ("one pair of ballet flats, black, 36", {"Sapatilha Bico Redondo (Preta, 36)": 1}),
        ("waterproofing spray and 2 gel insoles", {"Spray Impermeabilizante": 1, "Palmilha de Gel": 2}),
    ],
)
def test_english_names_of_their_goods(said: str, cart: dict[str, int] | None):
    assert SHOP.cart(said) == (cart or {"Geleia Real": 1, "Pólen Apícola": 2, "Pegador de Mel de Madeira": 1})
