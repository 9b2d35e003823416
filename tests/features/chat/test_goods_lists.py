"""Lists of goods as shoppers write them, in the shops of tests/data/conversations: the cart holds what was named, so
many of each, or what is missing is asked about. No database: a search by words stands in for that of the shop."""

import re
from collections import defaultdict
from functools import cache, cached_property
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.evaluation.cases import load_cases
from app.features.chat.assistant.acts import Acts, Mention
from app.features.chat.assistant.deciding.decide import decide
from app.features.chat.assistant.deciding.mind import Ask, Done, Say, Shop
from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.language.goods import Goods, to_look_up
from app.features.chat.assistant.language.words import fold, stem
from app.features.chat.assistant.products.matching import Product, fitting
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState
from app.features.products.variants import choices, shared_name, variant_name
from app.features.shipping.types import ShippingRule
from tests.api import ROOT

TOOLS = frozenset({"search_products", "get_product_details", "create_order"})
CATALOGUES = ("aside_obra", "aside_cosmeticos", "aside_papelaria", "aside_brinquedos", "mercado", "moda")
ASKS = {"list", "choose_option", "nothing", "unread", "which", "details", "too_little"}
COUNTED = {1: "um", 2: "dois", 3: "tres", 4: "quatro", 5: "cinco"}
STYLES = {
    "2 x": "{n} {name}",
    "2x x": "{n}x {name}",
    "x x2": "{name} x{n}",
    "x 2 unidades": "{name} {n} unidades",
    "dois x": "{word} {name}",
}


def counts(state: ConversationState) -> dict[str, int]:
    """How many of each the cart has."""
    return {line.name: line.quantity for line in state.cart.lines}


def product(name: str, cents: int, stock: int = 90, **options: str) -> dict[str, Any]:
    """A product of a shop, of a group by its name where it has options."""
    known = {"name": name, "price_cents": cents, "stock_quantity": stock}
    return known | ({"group": name, "options": options} if options else {})


class Catalogue:
    """The goods of one of the files, found by their words."""

    def __init__(self, products: list[dict[str, Any]]) -> None:
        self.goods: list[dict[str, Any]] = []
        self.groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for at, product in enumerate(products):
            options = {key: str(value) for key, value in (product.get("options") or {}).items()}
            known = {
                "product_id": f"p{at}",
                "base": product["name"],
                "name": variant_name(product["name"], options),
                "options": options,
                "group": product.get("group"),
                "price": product["price_cents"] / 100,
                "in_stock": product.get("stock_quantity") != 0,
                "available": product.get("stock_quantity"),
                "category": product.get("category"),
                "description": product.get("description") or "",
            }
            self.goods.append(known)
            if known["group"]:
                self.groups[known["group"]].append(known)
        for members in self.groups.values():
            shared = shared_name([one["base"] for one in members])
            for one in members:
                one["base"] = shared if one["base"].startswith(shared) else one["base"]

    def talk(self, *messages: str) -> ConversationState:
        """The state after some messages."""
        state = ConversationState()
        for message in messages:
            _, state, _ = self.turn(message, state)
        return state

    @property
    def sold(self) -> list[dict[str, Any]]:
        """What can be had in the numbers of the tests; a name with a list in it cannot be told from two."""
        return [
            one
            for one in self.goods
            if one["in_stock"] and (one["available"] is None or one["available"] >= 5) and " e " not in one["name"]
        ]

    @cached_property
    def _carried(self) -> tuple[set[str], set[str], list[str]]:
        """Stems of names and categories, of what else is told of the goods, and the names as they begin."""
        names = {one for product in self.goods for one in _stems(f"{product['base']} {product['category'] or ''}")}
        others = {
            one for each in self.goods for one in _stems(f"{each['description']} {' '.join(each['options'].values())}")
        }
        return names, others, [fold(product["base"]) for product in self.goods]

    def knows(self, message: str) -> Goods:
        """What goods_words of migrations/0031_search.sql would tell of a message."""
        asked = to_look_up(message)
        names, others, heads = self._carried
        places: dict[str, int] = {}
        for word, base in asked.items():
            begins = re.compile(rf"{re.escape(base)}[a-z]{{0,2}}\b")
            if any(map(begins.match, heads)):
                places[word] = 3
            elif base in names:
                places[word] = 2
            elif base in others:
                places[word] = 1
        return Goods(frozenset(asked), places)

    @cached_property
    def shelf(self) -> tuple[Product, ...]:
        """What list_shelf of sql/search.sql tells of a small shop."""
        return tuple(msgspec.convert(one, Product) for one in self.goods)

    def find(self, query: str) -> list[dict[str, Any]]:
        """The goods with most of the query's words first, variants of a group together, as the tools answer them."""
        wanted = set(_stems(query))
        ranked = [
            (len(wanted & set(_stems(f"{one['base']} {one['description']} {' '.join(one['options'].values())}"))), one)
            for one in self.goods
        ]
        found: list[dict[str, Any]] = []
        groups: set[str] = set()
        for count, one in sorted(ranked, key=lambda pair: -pair[0]):
            members = self.groups.get(one["group"] or "", [])
            if count == 0 or one["group"] in groups:
                continue
            if len(members) > 1:
                groups.add(one["group"])
                own = ["product_id", "name", "options", "price", "in_stock", "available"]
                own += ["description"] if len({member["description"] for member in members}) > 1 else []
                variants = [{key: member[key] for key in own} for member in members]
                options = choices([member["options"] for member in members])
                shared = {key: one[key] for key in ("description", "category", "group")} | {"name": one["base"]}
                found.append(shared | {"options": options, "variants": variants})
            else:
                found.append({key: value for key, value in one.items() if key not in ("base", "options")})
        return found[:20]

    def answer(self, ask: Ask) -> Done:
        """What a tool answers."""
        if ask.name == "search_products":
            return Done(ask.name, {"products": self.find(ask.arguments["query"])})
        if ask.name == "create_order":
            return Done(ask.name, {"ok": False, "reason": "confirmation_required"})
        return Done(
            ask.name, {"product": next(x for x in self.goods if x["product_id"] == ask.arguments["product_id"])}
        )

    def turn(
        self,
        message: str,
        state: ConversationState | None = None,
        *,
        shipping: tuple[ShippingRule, ...] = (),
        passages: tuple[Passage, ...] = (),
    ) -> tuple[Acts, ConversationState, list[Say]]:
        """One message, from a conversation's state to the next."""
        before = state or ConversationState()
        goods = self.knows(message)
        acts = understand(message, before, shipping, goods, self.shelf)
        shop = Shop(tools=TOOLS, goods=goods, shelf=self.shelf, shipping=shipping, passages=passages)
        decision = decide(before, acts, shop)
        try:
            asks = next(decision)
            while True:
                asks = decision.send([self.answer(ask) for ask in asks])
        except StopIteration as end:
            after, says = end.value
            return acts, after, says

    def cart(self, *messages: str) -> dict[str, int]:
        """The cart after some messages."""
        state = ConversationState()
        for message in messages:
            state = self.turn(message, state)[1]
        return {line.name: line.quantity for line in state.cart.lines}


def _stems(text: str) -> list[str]:
    return [stem(word) for word in re.findall(r"[a-z0-9]+", fold(text))]


@cache
def catalogue(name: str) -> Catalogue:
    """The goods of a file."""
    return Catalogue(load_cases(ROOT / "tests" / "data" / "conversations" / f"{name}.yaml").shop.products)


@st.composite
def lists(draw: st.DrawFn) -> tuple[str, str, dict[str, int]]:
    """A shop, a message with a list of its goods, and what it says."""
    shop = draw(st.sampled_from(CATALOGUES))
    goods = draw(st.lists(st.sampled_from(catalogue(shop).sold), min_size=1, max_size=4, unique_by=lambda x: x["name"]))
    counts = [draw(st.integers(1, 5)) for _ in goods]
    style = STYLES[draw(st.sampled_from(sorted(STYLES)))]
    parts = [
        style.format(n=count, word=COUNTED[count], name=re.sub(r"[()]|,(?!\d)", " ", fold(one["name"])))
        for one, count in zip(goods, counts, strict=True)
    ]
    lead = draw(
        st.sampled_from(["", "quero ", "oi, me vê ", "boa tarde, preciso de ", "segue a lista:\n", "vou levar "])
    )
    joint = draw(st.sampled_from([", ", "\n", "\n- ", " e ", " + "]))
    tail = draw(st.sampled_from(["", " por favor", ", obrigada", " blz?", " pra hoje", " e me diz o total"]))
    return shop, f"{lead}{joint.join(parts)}{tail}", {x["product_id"]: n for x, n in zip(goods, counts, strict=True)}


@settings(max_examples=300, deadline=None)
@given(lists())
def test_a_list_is_taken_as_it_is_said_or_asked_about(told: tuple[str, str, dict[str, int]]):
    shop, message, wanted = told
    _, after, says = catalogue(shop).turn(message)
    got = {line.product_id: line.quantity for line in after.cart.lines}
    assert got.items() <= wanted.items(), (message, got)
    assert got == wanted or ASKS & {said.what for said in says}, (message, got)


@pytest.mark.parametrize(
    ("shop", "message", "cart"),
    [
        ("aside_obra", "cimento cp 3, tijolo 200 unidades", {"Cimento CP II 50 kg": 3, "Tijolo Baiano 8 Furos": 200}),
        ("aside_obra", "2 argamassa ac2 e 1 argamassa ac 3", {
            "Argamassa AC-II Externa 20 kg": 2, "Argamassa AC-III Porcelanato 20 kg": 1,
        }),
        ("aside_obra", "1 carrinho de mão e 2 rolo", {"Rolo de Lã 23 cm": 2}),
        ("aside_cosmeticos", "3 esmalte rosa cha e 2 preto", {
            "Esmalte Cremoso Bela Cor (Rosa Chá)": 3, "Esmalte Cremoso Bela Cor (Preto)": 2,
        }),
        ("aside_papelaria", "uma duzia de caneta preta e meia duzia de azul", {
            "Caneta Esferográfica Preta": 12, "Caneta Esferográfica Azul": 6,
        }),
        ("aside_cosmeticos", "gloss 2\nbatom nude 1", {
            "Gloss Labial Bela Cor": 2, "Batom Matte Bela Cor (Nude)": 1,
        }),
    ],
)  # fmt: skip
def test_what_is_counted_is_known_by_the_shops_words(shop: str, message: str, cart: dict[str, int]):
    got = catalogue(shop).cart(message)
    assert {name: got.get(name) for name in cart} == cart


def test_instalments_are_no_count():
    told = "a moça disse que 3x sem juros no cartão a riviera dourada sai 60 reais"
    assert catalogue("aside_semijoias").cart(told) == {}
    assert not catalogue("aside_semijoias").turn(told)[0].changes


def test_goods_in_a_story_are_shown_where_nothing_else_is_said():
    told = "minha filha faz quinze anos sábado e a madrinha dela falou que vocês têm um kit de banho, quanto que tá ele"
    _, after, _ = catalogue("aside_cosmeticos").turn(told)
    assert [item.name for item in after.dialogue.listed] == ["Kit Banho Flor de Algodão"]


def test_what_was_not_read_is_quoted_and_no_summary_is_shown():
    shop = catalogue("aside_obra")
    state = shop.turn("quero 2 rolo de lã, pix")[1]
    acts, _, says = shop.turn("mais 1 pincel, vi no site a torneira de jardim", state)
    assert acts.unread
    assert "unread" in {said.what for said in says}
    assert "summary" not in {said.what for said in says}


def test_of_two_that_were_named_in_one_breath_none_takes_the_others_count():
    cart = catalogue("aside_hamburgueria").cart("4x coca-cola zero lata e 1x coca-cola lata")
    assert cart.get("Coca-Cola Zero Lata 350 ml") == 4


def test_what_has_digits_is_one_model_and_no_other():
    processors = [Product("a", "Processador Ryzen 5 5600"), Product("b", "Processador Ryzen 5 5600G")]
    for said, meant in (("5600g", "b"), ("5600", "a")):
        assert [one.product_id for one in fitting(processors, Mention(("ryzen", said)))] == [meant]
