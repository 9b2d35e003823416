"""The single one and its pack, with something and without it: which of them a shopper means."""

import pytest

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.products.alike import without_packs
from app.features.chat.assistant.products.matching import Product, fitting
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHELF = [
    Product(name, name)
    for name in (
        "Refri Lata 350 ml",
        "Refri Lata 350 ml Fardo 12",
        "Caixa 6 Suco Uva 1 L",
        "Suco Uva 1 L",
        "Sabonete Lavanda",
        "Sabonete Lavanda Kit com 3 un",
        "Kit Sabonete Lavanda e Toalha",
    )
]


@pytest.mark.parametrize(
    ("mention", "name"),
    [
        (Mention(("refri",), quantity=6), "Refri Lata 350 ml"),
        (Mention(("refri",), ("latinhas",), quantity=12), "Refri Lata 350 ml"),
        (Mention(("refri",), ("fardos",), quantity=2), "Refri Lata 350 ml Fardo 12"),
        (Mention(("refri",), ("engradado",), quantity=1), "Refri Lata 350 ml Fardo 12"),
        (Mention(("suco", "uva"), quantity=2), "Suco Uva 1 L"),
        (Mention(("suco", "uva"), ("caixas",), quantity=2), "Caixa 6 Suco Uva 1 L"),
    ],
)
def test_a_count_is_of_the_single_one_unless_the_pack_is_said(mention: Mention, name: str):
    assert [one.name for one in without_packs(fitting(SHELF, mention), mention)] == [name]


def test_a_kit_of_several_things_is_no_pack_of_one():
    soap = Mention(("sabonete", "lavanda"), quantity=2)
    assert [one.name for one in without_packs(SHELF[4:], soap)] == [
        "Sabonete Lavanda",
        "Kit Sabonete Lavanda e Toalha",
    ]


def test_what_is_called_with_it_is_not_meant_without_it():
    water = [Product("1", "Água com Gás 500 ml"), Product("2", "Água Mineral 500 ml", "Sem gás.")]
    said = Mention(("agua", "gas"), quantity=3, without=("gas",))
    assert [one.product_id for one in fitting(water, said)] == ["2"]
    assert fitting(water[:1], said) == []


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("2 packs of soap", "2 pack de soap"),
        ("a crate of beer", "1 engradado de beer"),
        ("a bag of ice", "1 ice"),
        ("3 bottles of bleach", "3 bleach"),
    ],
)
def test_what_goods_are_packed_in_is_read_in_english(said: str, read: str):
    assert spelt_out(said) == read


SOLD_BY_PACKING = Catalogue(
    [
        product("Balde com Tampa 10 Litros", 2990) | {"description": "Para ração, de plástico, com alça."},
        product("Caixa Organizadora", 3990) | {"description": "Serve para brinquedo, com rodinhas."},
        product("Vassoura Macia", 1990, Cor="Azul"),
        product("Vassoura Macia", 1990, Cor="Verde"),
        product("Mel Silvestre", 2590),
        product("Sabão de Coco", 790),
    ]
)
BUCKET, BROOM, HONEY, SOAP = "Balde com Tampa 10 Litros", "Vassoura Macia (Azul)", "Mel Silvestre", "Sabão de Coco"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("quero um balde desses de ração", {BUCKET: 1}),
        ("1 caixa pra brinquedo e 2 sabão de coco", {"Caixa Organizadora": 1, SOAP: 2}),
        ("mel silvestre, 3 potes", {HONEY: 3}),
        ("sabão de coco, duas caixas", {SOAP: 2}),
        ("qria 1 balde 1 vasoura azul i 2 sabao", {BUCKET: 1, BROOM: 1, SOAP: 2}),
        ("1 sabao i 1 mel", {SOAP: 1, HONEY: 1}),
        ("boa noiti qria 1 balde 1 vasoura azul i 2 sabao", {BUCKET: 1, BROOM: 1, SOAP: 2}),
        ("1 balde 1 vassoura azul i 2 mel", {BUCKET: 1, BROOM: 1, HONEY: 2}),
    ],
)
def test_what_is_called_as_a_packing_is_goods_and_what_packs_others_counts_them(said: str, held: dict[str, int]):
    assert counts(SOLD_BY_PACKING.talk(said)) == held


SETS = Catalogue(
    [
        {"name": "Taça de Cristal", "price_cents": 12990, "stock_quantity": 9, "description": "Jogo com 6 taças."},
        {"name": "Meia Esportiva", "price_cents": 2990, "stock_quantity": 9, "description": "Kit com 3 meias brancas."},
        {
            "name": "Amortecedor Dianteiro",
            "price_cents": 39900,
            "stock_quantity": 9,
            "description": "Vendido em par (2 amortecedores).",
        },
        {"name": "Prato Raso", "price_cents": 1990, "stock_quantity": 90, "description": "Faz par com 1 prato fundo."},
    ]
)
GLASS, SOCK, DAMPER, PLATE = "Taça de Cristal", "Meia Esportiva", "Amortecedor Dianteiro", "Prato Raso"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("quero 6 taças de cristal", {GLASS: 1}),
        ("preciso de 2 amortecedor dianteiro e 12 taças", {DAMPER: 1, GLASS: 2}),
        ("3 meias esportivas e 4 pratos rasos", {SOCK: 1, PLATE: 4}),
        ("2 jogos de taça e 2 amortecedores", {GLASS: 2, DAMPER: 1}),
        ("dois pares de amortecedor dianteiro", {DAMPER: 2}),
        ("quero 2 kits de meia esportiva", {SOCK: 2}),
        ("quero 4 taças de cristal", {GLASS: 4}),
    ],
)
def test_pieces_of_what_comes_in_sets_are_counted_by_the_set(said: str, cart: dict[str, int]):
    state = SETS.talk(said)
    assert counts(state) == cart
    assert not state.dialogue.unread


BOXED = Catalogue(
    [
        product("Isqueiro", 490),
        product("Vela de Palito", 1490) | {"description": "Caixinha com 10 palitos."},
        product("Prendedor de Roupa", 990) | {"description": "Cartela com 12 prendedores."},
    ]
)
STICKS = "Vela de Palito"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["quero 10 velas de palito"], {}),
        (["10 velas de palito, pix", "dez caixas"], {STICKS: 10}),
        (["10 velas de palito", "são 10 palitos"], {STICKS: 1}),
        (["quero dez caixinhas de vela de palito"], {STICKS: 10}),
        (["10 palitos de vela"], {STICKS: 1}),
        (["quero 3 velas de palito"], {STICKS: 3}),
        (["quero 12 prendedores de roupa"], {"Prendedor de Roupa": 1}),
    ],
)
def test_pieces_or_boxes_of_them_are_told_apart_or_asked(said: list[str], cart: dict[str, int]):
    state = BOXED.talk(*said)
    assert counts(state) == cart
    assert bool(state.dialogue.open) == (not cart)


def test_how_many_a_set_holds_is_told_with_it():
    _, _, says = SETS.turn("quero 6 taças de cristal")
    told = next(one for one in says if one.what == "in_sets")
    assert told.values == {"name": GLASS, "each": "6", "many": "1", "pieces": "6"}


def test_how_many_it_comes_by_is_told():
    state = SETS.talk("quero 12 taças de cristal", "isso vem de 6 em 6 né, então são 2 jogos")
    assert counts(state) == {GLASS: 2}
    assert not state.dialogue.unread


def _of(name: str, *kinds: str) -> list[dict]:
    return [
        {"name": name, "price_cents": 9990, "stock_quantity": 9, "group": name, "options": {"Para": kind}}
        for kind in kinds
    ]


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("jogo de capa de cadeira da tramontina, 1", {"Capa de Cadeira (Tramontina)": 1}),
        ("conjunto de pastilha de freio da biz, 2", {"Pastilha de Freio (Biz)": 2}),
        ("kit de capa de cadeira da madesa. um", {"Capa de Cadeira (Madesa)": 1}),
    ],
)
def test_what_is_packed_keeps_its_kind_before_a_count_behind(said: str, cart: dict[str, int]):
    shop = Catalogue([*_of("Capa de Cadeira", "Tramontina", "Madesa"), *_of("Pastilha de Freio", "Biz", "Titan")])
    assert shop.cart(said) == cart


BY_PIECES = Catalogue(
    [
        *_of("Cueca Boxer", "2 unidades", "4 unidades"),
        *_of("Pilha Recarregável", "4 unidades", "8 unidades"),
        {"name": "Carregador de Pilhas", "price_cents": 8990, "stock_quantity": 9},
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["quero 4 cuecas boxer"], {"Cueca Boxer (4 unidades)": 1}),
        (
            ["quero 8 unidades de pilha recarregável e um carregador"],
            {"Pilha Recarregável (8 unidades)": 1, "Carregador de Pilhas": 1},
        ),
        (["quero 3 pilhas recarregáveis"], {}),
        (["quero cueca boxer", "4 pacotes de 4 unidades"], {"Cueca Boxer (4 unidades)": 4}),
        (["quero cueca boxer", "2 pacotes de 4 unidades"], {"Cueca Boxer (4 unidades)": 2}),
        (["quero 4 pacotes de cueca boxer", "de 4 unidades"], {"Cueca Boxer (4 unidades)": 4}),
        (["quero 4 cuecas boxer", "na verdade 2 unidades"], {"Cueca Boxer (2 unidades)": 1}),
        (["quero 4 cuecas boxer", "isso, 4 unidades"], {"Cueca Boxer (4 unidades)": 1}),
        (["quero 4 cuecas boxer", "12 unidades"], {"Cueca Boxer (4 unidades)": 3}),
        (["quero 4 cuecas boxer", "5 unidades"], {"Cueca Boxer (4 unidades)": 1}),
        (["quero 4 cuecas boxer", "mais 2 unidades"], {"Cueca Boxer (4 unidades)": 1, "Cueca Boxer (2 unidades)": 1}),
    ],
)
def test_so_many_pieces_are_the_pack_that_holds_them(said: list[str], cart: dict[str, int]):
    assert BY_PIECES.cart(*said) == cart


OF_SO_MANY = Catalogue(
    [
        *({"name": "Parafuso", "price_cents": 100 * n, "stock_quantity": 9, "group": "parafuso",
           "options": {"Pacote": f"{n} unidades"}} for n in (20, 100)),
        *({"name": "Prego", "price_cents": 90 * n, "stock_quantity": 9, "group": "prego",
           "options": {"Pacote": f"{n} unidades"}} for n in (20, 50)),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("2 packs of 20 screws and 1 pack of 50 rubber ducks", {"Parafuso (20 unidades)": 2}),
        ("3 pacotes de 100 parafusos e 1 de 50 pregos", {"Parafuso (100 unidades)": 3, "Prego (50 unidades)": 1}),
        ("2 caixas de 20 pregos e 1 caixa de 30 abraçadeiras", {"Prego (20 unidades)": 2}),
    ],
)  # fmt: skip
def test_packs_of_so_many_that_are_not_sold_count_nothing_else(said: str, held: dict[str, int]):
    assert counts(OF_SO_MANY.talk(said)) == held


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("quero 2 pacotes do de 45", {"Prego (50 unidades)": 2}),
        ("1 pct do de 18 e 3 do de 45", {"Prego (20 unidades)": 1, "Prego (50 unidades)": 3}),
        ("2 caixas do de 44", {}),
    ],
)
def test_so_many_packs_of_the_one_at_that_price(said: str, held: dict[str, int]):
    assert counts(OF_SO_MANY.talk("tem prego?", said)) == held


YOGURT = Catalogue(
    [
        product("Iogurte Grego", 790, Embalagem="Pote 100 g"),
        product("Iogurte Grego", 2990, Embalagem="Pack 4 potes"),
        product("Suco de Uva", 890) | {"description": "Garrafa de 300 ml, 4% de fibra."},
    ]
)
POT, POTS, JUICE = "Iogurte Grego (Pote 100 g)", "Iogurte Grego (Pack 4 potes)", "Suco de Uva"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("I'd like a four-pack of the iogurte grego", {POTS: 1}),
        ("hi, two 4-packs of iogurte grego please", {POTS: 2}),
        ("quero 2 packs de 4 do iogurte grego", {POTS: 2}),
        ("a four pack of suco de uva and a four-pack of the iogurte grego, please", {JUICE: 4, POTS: 1}),
        ("quero 3 packs de 4 do suco de uva", {JUICE: 12}),
    ],
)
def test_a_pack_of_so_many_is_one_where_it_is_sold_and_so_many_where_not(said: str, cart: dict[str, int]):
    assert YOGURT.cart(said) == cart


SWEETS = Catalogue(
    [
        *(product(name, 4500, Quantidade="Meio cento") for name in ("Brigadeiro", "Coxinha")),
        *(product(name, 8500, Quantidade="Cento") for name in ("Brigadeiro", "Coxinha")),
        product("Guardanapo", 590, Pacote="50 unidades"),
        product("Guardanapo", 1990, Pacote="200 unidades"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("quero 100 coxinhas e 50 brigadeiros", {"Coxinha (Cento)": 1, "Brigadeiro (Meio cento)": 1}),
        ("200 brigadeiros por favor", {"Brigadeiro (Cento)": 2}),
        ("600 guardanapos", {}),  # what comes by numbers is asked by which of them
        ("preciso de 150 coxinhas", {}),  # three of fifty, or one of each: that is asked
        ("quero 30 brigadeiros", {}),
    ],
)
def test_so_many_pieces_are_lots_where_they_make_them_up(said: str, cart: dict[str, int]):
    state = SWEETS.talk(said)
    assert (counts(state), state.dialogue.unread) == (cart, "")


BY_SIZE = Catalogue(
    [
        *(product("Corda por Metro", 990, Espessura=f"{n} mm") for n in (6, 8, 10)),
        *(product("Argola de Aço", 350, Tamanho=f"{n} mm") for n in (12, 20)),
        *(product("Travessa Oval", 2900, Tamanho=f"{n} cm") for n in (20, 30)),
    ]
)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("preciso de 10 metros da corda de 10 mm", {"Corda por Metro (10 mm)": 10}),
        ("quero 12 argolas de 12 mm", {"Argola de Aço (12 mm)": 12}),
        ("quero 20 travessas ovais", {}),
        ("quero 12 argolas de aço", {}),
    ],
)
def test_how_big_a_thing_is_is_no_lot_of_it(said: str, held: dict[str, int]):
    assert counts(BY_SIZE.talk(said)) == held
