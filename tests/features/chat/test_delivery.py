"""Shipping, coupons and variants in the chat: the rules, and what any model meets in the tools."""

from typing import Any

import pytest

from app.db import Database
from app.features.chat.delivery import CHEAPEST, CHEAPEST_SENT, FASTEST, PICKUP, SENT, named_in, settle
from app.features.shipping.types import ShippingRule
from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop

RULES = [
    ShippingRule("Retirada na loja", "pickup"),
    ShippingRule("Motoboy", "cep_range", 1200, cep_from="01000000", cep_to="05999999", days=1),
    ShippingRule("PAC", "cep_range", 2490, 30000, cep_from="01000000", cep_to="99999999", days=8),
]
WIRE = [
    {"name": "Retirada na loja", "kind": "pickup"},
    {"name": "Motoboy", "kind": "cep_range", "price_cents": 1200, "cep_from": "01000-000", "cep_to": "05999-999"},
]
NEAR, FAR = "01310100", "88010000"
PAIR = {"quantity": 2}


@pytest.mark.parametrize(
    ("cep", "wish", "chosen", "offered", "needs_cep"),
    [
        (None, None, None, ["Retirada na loja"], True),
        (None, PICKUP, "Retirada na loja", ["Retirada na loja"], True),
        (None, "motoboy", None, ["Retirada na loja"], True),
        (NEAR, None, None, ["Retirada na loja", "Motoboy", "PAC"], False),
        (NEAR, "de motoboy mesmo", "Motoboy", ["Retirada na loja", "Motoboy", "PAC"], False),
        (FAR, "motoboy", None, ["Retirada na loja", "PAC"], False),
        (FAR, "PAC", "PAC", ["Retirada na loja", "PAC"], False),
        (NEAR, CHEAPEST, "Retirada na loja", ["Retirada na loja", "Motoboy", "PAC"], False),
        (NEAR, CHEAPEST_SENT, "Motoboy", ["Motoboy", "PAC"], False),
        (NEAR, FASTEST, "Motoboy", ["Motoboy", "PAC"], False),
        (NEAR, SENT, "Motoboy", ["Motoboy", "PAC"], False),  # cheaper and sooner
        (FAR, SENT, "PAC", ["PAC"], False),
        (None, CHEAPEST, "Retirada na loja", ["Retirada na loja"], True),
        (None, CHEAPEST_SENT, None, [], True),
        (None, FASTEST, None, [], True),
    ],
)
def test_what_is_settled_and_what_is_asked(cep, wish, chosen, offered, needs_cep):
    found = settle(RULES, cep=cep, subtotal_cents=5000, wish=wish)
    assert found is not None
    assert (found.option.name if found.option else None) == chosen
    assert [option.name for option in found.offered] == offered
    assert found.needs_cep is needs_cep


def test_the_only_way_is_taken_and_without_rules_there_is_nothing_to_settle():
    fixed = [ShippingRule("Correios", "fixed", 1990)]
    found = settle(fixed, cep=None, subtotal_cents=100, wish=None)
    assert found is not None
    assert found.option is not None
    assert found.option.price_cents == 1990
    assert settle([], cep=None, subtotal_cents=100, wish=None) is None


@pytest.mark.parametrize(("said", "name"), [("pode ser pac", "PAC"), ("na loja", None), ("quero um tenis", None)])
def test_a_way_is_named_by_words_of_its_own(said: str, name: str | None):
    assert named_in(RULES, said) == name


@pytest.mark.parametrize(("said", "name"), [("é isso", None), ("e o creme", None), ("manda pro rj", "SP RJ e ES")])
def test_a_word_of_one_letter_names_no_way(said: str, name: str | None):
    states = ShippingRule("SP RJ e ES", "cep_range", 2500, cep_from="01000000", cep_to="29999999")
    assert named_in([*RULES, states], said) == name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("na vdd são 2 canecas", None),
        ("ops, são só 3", None),
        ("achei caro demais", None),
        ("moro em são paulo", "Estado de São Paulo"),
        ("é pra curitiba", "Curitiba e demais regiões do Paraná"),
        ("two of the first and one of the last", None),
        ("the rest stays", None),
        ("send it to the rest of Brazil", "Rest of Brazil"),
    ],
)
def test_a_verb_and_a_word_of_degree_name_no_way(said: str, name: str | None):
    south = ShippingRule("Curitiba e demais regiões do Paraná", "cep_range", 2200)
    state = ShippingRule("Estado de São Paulo", "cep_range", 3900)
    rest = ShippingRule("Rest of Brazil", "fixed", 3500)
    assert named_in([RULES[0], south, state, rest], said) == name


async def put_rules(chat: ChatShop) -> None:
    path = f"/internal/stores/{chat.shop.store_id}/shipping-rules"
    assert (await chat.shop.client.put(path, json={"rules": WIRE})).status_code == 200


def order_of(chat: ChatShop, **more: Any) -> tuple[str, dict[str, Any]]:
    items = [{"product_id": chat.products["Camiseta Básica Algodão"]["id"], "quantity": 2}]
    return "create_order", {"items": items, "payment_method": "pix"} | more


async def test_any_model_is_told_what_to_ask_and_the_total_is_the_orders(chat: ChatShop, script, database: Database):
    await put_rules(chat)
    with_cep = order_of(chat, cep="01310-100", shipping_option="motoboy")
    fake = await script([Step(calls=[order_of(chat)]), Step("Qual o CEP?"), Step(calls=[with_cep]), Step("Confira.")])
    asked = await chat.say("quero 2 camisetas no pix", conversation_id="c-1")
    assert "Motoboy" in fake.requests[0]["messages"][0]["content"]  # the prompt knows the ways
    result = asked["tool_calls"][0]["result"]
    assert (result["reason"], result["needs_cep"]) == ("shipping_required", True)
    assert [option["name"] for option in result["options"]] == ["Retirada na loja"]
    shown = await chat.say("01310-100, por motoboy", conversation_id="c-1")
    assert "Frete: Motoboy — R$ 12,00" in shown["reply"]
    assert (shown["cart"]["total_cents"], shown["cart"]["shipping_cents"]) == (9180, 1200)
    # The yes needs the option no more: it stands in the summary.
    await script([Step(calls=[order_of(chat)]), Step("Feito.")])
    done = await chat.say("sim", conversation_id="c-1")
    assert done["order"]["total_cents"] == 9180
    row = await database.fetchrow("SELECT shipping_cents, shipping_option, cep FROM orders")
    assert row is not None
    assert tuple(row) == (1200, "Motoboy", "01310100")


async def test_a_bad_cep_is_named(chat: ChatShop, script):
    await put_rules(chat)
    await script([Step(calls=[order_of(chat, cep="123")]), Step("Qual o CEP?")])
    result = (await chat.say("quero 2 camisetas no pix"))["tool_calls"][0]["result"]
    assert result["error"]["problems"][0]["pointer"] == "/cep"


async def test_a_coupon_stands_in_summary_and_order_and_a_false_one_is_refused(chat: ChatShop, script, database):
    coupon = {"store_id": chat.shop.store_id, "code": "VERAO10", "kind": "percent", "value": 10}
    await chat.shop.post("coupons", **coupon)
    await chat.shop.post(
        "coupons", **coupon | {"code": "MENOS", "kind": "fixed", "value": 500, "min_subtotal_cents": 99900}
    )
    false, small = order_of(chat, coupon_code="nada"), order_of(chat, coupon_code="menos")
    await script([Step(calls=[false, small]), Step("Não vale.")])
    first, second = (await chat.say("2 camisetas no pix", conversation_id="c-1"))["tool_calls"]
    assert (first["result"]["error"]["code"], first["result"]["error"]["coupon_code"]) == ("coupon-refused", "NADA")
    assert second["result"]["error"]["min_subtotal"] == 999.0
    order = order_of(chat, coupon_code="verao10")
    await script([Step(calls=[order]), Step("Confira."), Step(calls=[order]), Step("Feito.")])
    shown = await chat.say("tenho o cupom verao10", conversation_id="c-1")
    assert "Cupom VERAO10: −R$ 7,98" in shown["reply"]
    done = await chat.say("sim", conversation_id="c-1")
    assert done["order"]["total_cents"] == 7182
    assert await database.fetchval("SELECT coupon_code FROM orders") == "VERAO10"


async def test_a_coupon_that_ends_between_summary_and_yes_makes_no_order(chat: ChatShop, database: Database):
    coupon = {"store_id": chat.shop.store_id, "code": "VERAO10", "kind": "percent", "value": 10}
    made = await chat.shop.post("coupons", **coupon)
    await chat.say("quero 2 camiseta básica algodão no pix, cupom VERAO10", conversation_id="c-1")
    await chat.shop.client.patch(f"/internal/coupons/{made['id']}", json={"active": False})
    told = await chat.say("sim", conversation_id="c-1")
    assert "VERAO10 não vale" in told["reply"]
    assert "79,80" in told["reply"]
    assert await database.fetchval("SELECT count(*) FROM orders") == 0
    assert (await chat.say("sim", conversation_id="c-1"))["order"]["total_cents"] == 7980


async def test_variants_are_one_entry_with_their_ids_and_the_order_names_the_one(chat: ChatShop, script, database):
    sizes = [
        {"sku": f"CP-{size}", "name": "Camisa Polo", "price_cents": 8990, "stock_quantity": stock, "group": "polo",
         "options": {"Cor": "Azul", "Tamanho": size}}
        for size, stock in (("P", 3), ("M", 3), ("G", 0))
    ]  # fmt: skip
    await chat.shop.post("products/batch-upsert", store_id=chat.shop.store_id, items=sizes)
    await script([Step(calls=[("search_products", {"query": "camisa polo"})]), Step("Qual tamanho?")])
    [run] = (await chat.say("tem camisa polo?", conversation_id="c-1"))["tool_calls"]
    [found] = [product for product in run["result"]["products"] if product["name"] == "Camisa Polo"]
    assert "product_id" not in found
    assert found["options"] == {"Tamanho": ["P", "M", "G"]}
    names = {variant["name"]: variant for variant in found["variants"]}
    assert list(names) == ["Camisa Polo (Azul, P)", "Camisa Polo (Azul, M)", "Camisa Polo (Azul, G)"]
    assert [variant["in_stock"] for variant in names.values()] == [True, True, False]
    chosen = names["Camisa Polo (Azul, M)"]["product_id"]
    details = ("get_product_details", {"product_id": chosen})
    order = ("create_order", {"items": [{"product_id": chosen} | PAIR], "payment_method": "pix"})
    await script([Step(calls=[details, order]), Step("Confira."), Step(calls=[order]), Step("Feito.")])
    shown = await chat.say("2 da M no pix", conversation_id="c-1")
    assert shown["tool_calls"][0]["result"]["product"]["name"] == "Camisa Polo (Azul, M)"
    assert "2 × Camisa Polo (Azul, M)" in shown["reply"]
    assert (await chat.say("sim", conversation_id="c-1"))["order"]["total_cents"] == 17980
    assert await database.fetchval("SELECT name FROM order_items") == "Camisa Polo (Azul, M)"


async def test_goods_that_are_not_counted_are_sold(chat: ChatShop, script, database: Database):
    cakes = [
        {"name": "Bolo de Fubá", "price_cents": 2990},
        {"name": "Torta de Maçã", "price_cents": 4990, "group": "torta", "options": {"Tamanho": "P"}},
        {"name": "Torta de Maçã", "price_cents": 7990, "group": "torta", "options": {"Tamanho": "G"}},
    ]
    for cake in cakes:
        await chat.shop.post("products", store_id=chat.shop.store_id, **cake)
    await chat.say("quero 2 bolo de fubá no pix", conversation_id="c-1")
    assert (await chat.say("sim", conversation_id="c-1"))["order"]["total_cents"] == 5980
    searches = [("search_products", {"query": query}) for query in ("bolo de fubá", "torta de maçã")]
    await script([Step(calls=searches), Step("Temos.")])
    runs = (await chat.say("tem bolo e torta?"))["tool_calls"]
    cake, tart = [run["result"]["products"][0] for run in runs]
    assert (cake["name"], cake["in_stock"], "available" in cake) == ("Bolo de Fubá", True, False)
    assert [(one["in_stock"], "available" in one) for one in tart["variants"]] == [(True, False)] * 2


async def test_a_stored_address_is_shown_before_it_is_used_and_a_model_cannot_send_it_elsewhere(
    chat: ChatShop, script, database: Database
):
    await put_rules(chat)
    parts = {"street": "Rua das Flores", "number": "120", "zip": "01310100"}
    lead = await chat.shop.lead(name="Joana", address=parts)
    await script([Step(calls=[order_of(chat, shipping_option="motoboy")]), Step("Confira.")])
    shown = await chat.say("quero 2 camisetas no pix por motoboy", lead_id=lead["id"])
    assert "Nome: Joana\nEntrega em: Rua das Flores, 120, CEP 01310-100" in shown["reply"]
    elsewhere = order_of(chat, customer_info={"name": "Joana", "address": "Rua Errada, 9"})
    await script([Step(calls=[elsewhere]), Step("Feito.")])
    assert (await chat.say("sim", lead_id=lead["id"]))["order"]["total_cents"] == 9180
    kept = await database.fetchval("SELECT customer_info ->> 'address' FROM orders")
    assert kept == "Rua das Flores, 120, CEP 01310-100"


async def test_an_order_is_found_by_what_is_told_after_it_was_made(chat: ChatShop):
    messages = (
        "quero 1 camiseta",
        "pix",
        "sim, pode fechar",
        "meu nome é Zoroastro Quixote",
        "meu telefone é 11 97654-3210",
    )
    for message in messages:
        await chat.say(message, conversation_id="c-1")
    for q in ("zoroastro", "97654", "camiseta"):
        params = {"store_ids": chat.shop.store_id, "q": q}
        found = (await chat.shop.client.get("/internal/orders", params=params)).json()["items"]
        assert [order["customer_info"]["name"] for order in found] == ["Zoroastro Quixote"], q
