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
        ("qria 1 balde 1 vasoura azul i 2 sabao", {BUCKET: 1, SOAP: 2}),
        ("1 sabao i 1 mel", {SOAP: 1, HONEY: 1}),
        ("boa noiti qria 1 balde 1 vasoura azul i 2 sabao", {BUCKET: 1, SOAP: 2}),
        ("1 balde 1 vassoura azul i 2 mel", {BUCKET: 1, BROOM: 1, HONEY: 2}),
    ],
)
def test_what_is_called_as_a_packing_is_goods_and_what_packs_others_counts_them(said: str, held: dict[str, int]):
    assert counts(SOLD_BY_PACKING.talk(said)) == held
