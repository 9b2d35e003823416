"""Several things that one message names: each is found, or open, and no name of one is lost in another's."""

from typing import Any

import pytest

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, in_portuguese, stem, words
from app.features.chat.assistant.products.makers import by_maker
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.reading.details.coupons import told_coupon
from app.features.conversations.state import Dialogue
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_replacing import GARDEN, alone, variants


class OfAllWords(Catalogue):
    """One that finds what has all the words, and the rest only where nothing has."""

    def find(self, query: str) -> list[dict[str, Any]]:
        """What has all of the query's words, if anything has."""
        wanted, found = [stem(word) for word in words(fold(query))], super().find(query)
        names = [" ".join(each["name"] for each in (one, *one.get("variants", ()))) for one in found]
        told = [f"{name} {one['description']}" for name, one in zip(names, found, strict=True)]
        said = [{stem(word) for word in words(fold(text))} for text in told]
        return [one for one, own in zip(found, said, strict=True) if own.issuperset(wanted)] or found


TOOLS = OfAllWords(
    [
        *variants("Rolo de Pintura", "rolo", "Largura", "9 cm", "23 cm"),
        {
            "name": "Bandeja para Pintura",
            "price_cents": 1490,
            "stock_quantity": 9,
            "description": "Plástica, para rolo de 23 ou de 9.",
        },
        *alone("Martelo"),
    ]
)
BOOKS = Catalogue(
    [
        {"name": name, "price_cents": 4990, "stock_quantity": 9, "description": told}
        for name, told in (
            ("1984", "George Orwell. Tradução integral, 416 páginas."),
            ("A Revolução dos Bichos", "George Orwell. 152 páginas."),
            ("É Assim que Acaba", "Colleen Hoover. Primeiro livro da história de Lily."),
            ("É Assim que Começa", "Colleen Hoover. Continuação de É Assim que Acaba."),
            ("Livro de Banho Patinho", "Para bebês. De plástico macio."),
        )
    ]
)
CLEANING = Catalogue(
    [
        *(
            one | {"options": {**one["options"], "Tipo": kind}}
            for one, kind in zip(
                variants("Detergente", "det", "Marca", "Ypê", "Ypê", "Minuano"),
                ("Neutro", "Coco", "Neutro"),
                strict=True,
            )
        ),
        *alone("Caixa de Detergente Ypê Neutro com 24"),
    ]
)


@pytest.mark.parametrize(
    "wish",
    [
        "quero um rolo de 23 uma bandeja e um martelo",
        "um rolo de 23 uma bandeja um martelo",
        "um martelo um rolo de 23 uma bandeja",
    ],
)
def test_what_is_counted_by_itself_is_no_part_of_a_description(wish: str):
    assert counts(TOOLS.talk(wish)) == {"Rolo de Pintura (23 cm)": 1, "Bandeja para Pintura": 1, "Martelo": 1}


@pytest.mark.parametrize("more", ["meia duzia de ype coco", "6 ype coco", "6 de coco ype"])
def test_options_of_what_stands_before_are_found_though_no_name_has_them(more: str):
    state = CLEANING.talk(f"qro 12 detergente minuano e {more}")
    assert counts(state) == {"Detergente (Minuano, Neutro)": 12, "Detergente (Ypê, Coco)": 6}


@pytest.mark.parametrize(
    ("named", "found"),
    [
        (("livros", "orwell"), ["1984", "A Revolução dos Bichos"]),
        (("books", "colleen", "hoover"), ["É Assim que Acaba", "É Assim que Começa"]),
        (("colleen", "hoover"), ["É Assim que Acaba", "É Assim que Começa"]),
        (("livro", "plastico"), []),
        (("livro", "paulo", "coelho"), []),
        (("caneca", "assim", "acaba"), []),
    ],
)
def test_all_that_is_by_who_is_named(named: tuple[str, ...], found: list[str]):
    goods = [Product(one["product_id"], one["name"], one["description"]) for one in BOOKS.goods]
    assert [one.name for one in by_maker(goods, Mention(named))] == found


@pytest.mark.parametrize("asked", ["vc tem os livros da colleen hoover?", "do you have any books by colleen hoover?"])
@pytest.mark.parametrize("between", [[], ["qual q vem primeiro?"]])
def test_both_of_them_are_taken(asked: str, between: list[str]):
    state = BOOKS.talk(asked, *between, "vou querer os dois")
    assert counts(state) == {"É Assim que Acaba": 1, "É Assim que Começa": 1}


def test_a_doubt_does_not_let_go_of_what_is_open():
    state = GARDEN.talk("1 lavanda e 1 luva de jardinagem", "pera, e se fosse entregar ficava quanto?")
    assert [asked.query for asked in state.dialogue.open] == ["luva jardinagem"]


@pytest.mark.parametrize(
    "wish", ["I need pruning shears and a pair of gloves", "preciso de tesoura de poda e uma luva de jardinagem"]
)
def test_a_list_of_goods_of_which_one_is_counted_is_wished_for(wish: str):
    state = GARDEN.talk(wish, "size M for the gloves" if "need" in wish else "a luva M")
    assert counts(state) == {"Tesoura de Poda": 1, "Luva de Jardinagem (M)": 1}


def test_pots_are_for_plants_too():
    assert {"vaso", "panela"} <= set(in_portuguese("pots"))
    state = GARDEN.talk("hello, how much are the clay pots?", "I'd like 2 of the 20 cm and 1 of the 30 cm")
    assert counts(state) == {"Vaso de Barro 20 cm": 2, "Vaso de Barro 30 cm": 1}


@pytest.mark.parametrize(
    "message", ["try the coupon again. I'll pick it up", "tenta o cupom de novo", "usa o cupom agora"]
)
def test_again_is_no_code(message: str):
    assert told_coupon(message, Dialogue(coupon="PRIMAVERA10"))[0] == "PRIMAVERA10"
    assert told_coupon(message)[0] is None


SCREWS = Catalogue(variants("Parafuso Caixa com 100", "par", "Medida", "3,5 x 25 mm", "4,0 x 40 mm", "5,0 x 50 mm"))
TOWELS = Catalogue(alone("Toalha Rosto 50 x 70 cm", "Toalha Banho 70x140cm", "Foto 15x21", "Foto 10x15"))


@pytest.mark.parametrize(
    ("shop", "wishes", "name", "count"),
    [
        (SCREWS, ["quero uma cx de parafuso 5x50"], "Parafuso Caixa com 100 (5,0 x 50 mm)", 1),
        (SCREWS, ["tem parafuso 4x40?", "me ve 3 caixas desse"], "Parafuso Caixa com 100 (4,0 x 40 mm)", 3),
        (SCREWS, ["tem parafuso?", "2 do 4x40"], "Parafuso Caixa com 100 (4,0 x 40 mm)", 2),
        (SCREWS, ["2 caixas de parafuso 3,5x25 mm"], "Parafuso Caixa com 100 (3,5 x 25 mm)", 2),
        (SCREWS, ["I need 2 boxes of 4.0x40 screws"], "Parafuso Caixa com 100 (4,0 x 40 mm)", 2),
        (TOWELS, ["2 toalha 50x70"], "Toalha Rosto 50 x 70 cm", 2),
        (TOWELS, ["2 toalhas 70x140"], "Toalha Banho 70x140cm", 2),
        (TOWELS, ["5 fotos 15x21cm"], "Foto 15x21", 5),
    ],
)
def test_what_it_measures_each_way_is_written_in_many_ways(
    shop: Catalogue, wishes: list[str], name: str, count: int
) -> None:
    assert counts(shop.talk(*wishes)) == {name: count}


BOWLS = Catalogue(
    [
        *variants("Açaí na Tigela", "tigela", "Tamanho", "300 ml", "500 ml", "700 ml"),
        *variants("Suco Natural", "suco", "Sabor", "Laranja", "Limão"),
        *alone("Adicional de Nutella", "Adicional de Granola", "Adicional de Leite em Pó"),
    ]
)


@pytest.mark.parametrize(
    ("wish", "bowl", "others"),
    [
        ("quero um de 700 com nutella", "Açaí na Tigela (700 ml)", ["Adicional de Nutella"]),
        ("o de 500 com granola e nutella", "Açaí na Tigela (500 ml)", ["Adicional de Granola", "Adicional de Nutella"]),
        ("um de 300 ml com leite em pó", "Açaí na Tigela (300 ml)", ["Adicional de Leite em Pó"]),
        ("o de 500 e um suco de laranja", "Açaí na Tigela (500 ml)", ["Suco Natural (Laranja)"]),
        (
            "o tradicional na tigela msm. quero um de 500 com granola",
            "Açaí na Tigela (500 ml)",
            ["Adicional de Granola"],
        ),
    ],
)
def test_what_goes_with_the_one_that_is_chosen_is_taken_too(wish: str, bowl: str, others: list[str]) -> None:
    state = BOWLS.talk("tem açai na tigela?", wish)
    assert counts(state) == dict.fromkeys([bowl, *others], 1)


def test_a_set_is_called_so_in_english_too() -> None:
    tools = Catalogue(alone("Jogo de Brocas com 6 Peças", "Trena 5 m", "Furadeira"))
    state = tools.talk("I want a tape measure, a drill and 2 sets of drill bits")
    assert counts(state) == {"Trena 5 m": 1, "Furadeira": 1, "Jogo de Brocas com 6 Peças": 2}


DANCE = Catalogue(
    [
        product("Kit Coque", 1990),
        product("Rede para Coque", 690),
        product("Meia-calça", 2490, Tamanho="Infantil"),
        product("Meia-calça", 2990, Tamanho="Adulto"),
        product("Garrafa Esportiva", 3990),
        product("Toalha de Rosto", 1990, Cor="Azul"),
        product("Toalha de Rosto", 1990, Cor="Branca"),
    ]
)


@pytest.mark.parametrize(
    "said",
    [
        ["tem kit coque, rede e meia calça?", "quero os três, a meia é a infantil"],
        ["tem kit coque, rede e meia calça?", "levo os três. a meia infantil"],
        ["quanto é a garrafa e a toalha de rosto?", "quero as duas. a toalha azul"],
        ["how much is the garrafa, the toalha and the rede?", "i'll take all three. the toalha azul"],
    ],
)
def test_all_of_so_many_are_no_fewer(said: list[str]):
    state = DANCE.talk(*said)
    wanted = 2 if "duas" in said[1] else 3
    asked = state.dialogue.unread or state.dialogue.open or state.dialogue.pending
    assert sum(counts(state).values()) == wanted or asked
    closed = DANCE.talk(*said, "retiro, pix, Ana Lima")
    held = sum(counts(closed).values())
    assert held == wanted or closed.dialogue.pending is None or closed.dialogue.pending.kind != "confirm"
