"""What English-speaking shoppers call the goods of a beekeeper, of a crochet shop and of a shoe shop, and how they talk
to a climbing shop that writes English itself."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from tests.features.chat.test_goods_lists import Catalogue, counts, product

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


CLIMBING = Catalogue(
    [
        *(product("Salomon Sense Ride Running Shoes", 64900, Size=size) for size in ("US 9", "US 10.5")),
        *(product("Hoka Speedgoat Running Shoes", 89900, Size=size) for size in ("US 8", "US 9")),
        *(product("Locking Carabiner", 5900, Color=colour) for colour in ("Blue", "Grey")),
        product("Climbing Harness", 32900),
        product("Quickdraw 12 cm", 8900),
        *(
            product("Energy Gel", 1290, Flavour=flavour) | {"description": f"32 g sachet, {caffeine}."}
            for flavour, caffeine in (("Banana", "no caffeine"), ("Espresso", "50 mg caffeine"))
        ),
        product("Soap of Oats", 1600) | {"description": "For dry skin."},
        product("Soap of Clay", 1600) | {"description": "For oily skin."},
    ]
)
RULES = (Passage("Returns", "Exchange within 30 days, unused. Ropes and harnesses cannot be returned once unsealed."),)
RUNNING, BLUE, DRAW = "Salomon Sense Ride Running Shoes", "Locking Carabiner (Blue)", "Quickdraw 12 cm"
OFFERED = "2 clip quickdraws and 2 blue carabiners"


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (["1 pair of the salomon 10.5"], {f"{RUNNING} (US 10.5)": 1}),
        (["2 pairs of the Salomon in 9"], {f"{RUNNING} (US 9)": 2}),
        (["a pair of blue locking carabiners"], {BLUE: 2}),
        (["a dozen and a half quickdraws and 2 blue locking carabiners"], {DRAW: 18, BLUE: 2}),
        (["two and a half dozen quickdraws"], {DRAW: 30}),
        (["uma dúzia e meia de quickdraw"], {DRAW: 18}),
        ([OFFERED, "yes make it 18"], {BLUE: 2, DRAW: 18}),
        ([OFFERED, "sim, mas 3"], {BLUE: 2, DRAW: 3}),
        ([OFFERED, "yes"], {BLUE: 2, DRAW: 2}),
        (["2 clip quickdraws", "and the harness one, climbing I mean, 3 of them"], {"Climbing Harness": 3}),
    ],
)
def test_what_is_counted_in_pairs_and_dozens_or_agreed_to(messages: list[str], cart: dict[str, int]):
    assert counts(CLIMBING.talk(*messages)) == cart


def test_a_size_in_the_shops_own_scale_is_known():
    acts, _, says = CLIMBING.turn("looking for the speedgoat, I'm a US 9")
    assert not acts.foreign
    assert not any(one.what.startswith("foreign_size") for one in says)


def test_a_maker_that_the_shop_does_not_have_is_told_so():
    for said, head in (("do you have Adidas running shoes?", "nearby"), ("do you have Hoka running shoes?", "found")):
        assert [one.values["head"] for one in CLIMBING.turn(said)[2] if one.what == "list"] == [head]


def test_what_one_kind_alone_is_told_to_be_is_told_of_none():
    says = CLIMBING.turn("do u sell energy gels? which flavours")[2]
    assert not any("caffeine" in one.text for one in says)


def test_what_may_go_back_is_told_with_what_may_not():
    says = CLIMBING.turn("can I return a harness if it doesn't fit?", passages=RULES)[2]
    assert [one.text for one in says if one.what == "text"] == [RULES[0].text]


def test_a_short_word_of_a_need_tells_as_much():
    state = CLIMBING.talk("do you have something for dry skin?")
    assert [one.name for one in state.dialogue.listed] == ["Soap of Oats"]
