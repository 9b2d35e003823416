"""What the desk's screens ask of orders: the board, sheets, a preview of what an order would come to, live updates."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.db import Database
from tests.api import AUTH_TOKEN
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, add_product, make_order, move, save_settings, stock_of
from tests.servers import Server
from tests.shops import NOBODYS, Shop


@pytest.fixture
async def product(shop: Shop, database: Database) -> str:
    await save_settings(shop, **MANUAL_PIX)
    return await add_product(database, shop.store_id, stock=10)


async def _get(shop: Shop, path: str, **params: Any) -> dict[str, Any]:
    answer = await shop.client.get(f"/internal/orders/{path}", params=params)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_the_board_gives_the_newest_of_each_status_and_how_many_stand_there(shop: Shop, product: str):
    pending = [await make_order(shop, [(product, 1)]) for _ in range(3)]
    proof = await make_order(shop, [(product, 1)], method="manual_pix")
    board = await _get(shop, "board", store_id=shop.store_id, status="pending,awaiting_proof,shipped", per_status=2)
    lanes = {lane["status"]: (lane["total"], [order["id"] for order in lane["orders"]]) for lane in board["lanes"]}
    assert lanes == {
        "pending": (3, [pending[2]["id"], pending[1]["id"]]),
        "awaiting_proof": (1, [proof["id"]]),
        "shipped": (0, []),
    }
    assert len((await _get(shop, "board", store_id=shop.store_id))["lanes"]) == 10


async def test_a_foreign_store_has_no_board_and_no_sheets(shop: Shop, other_shop: Shop, product: str):
    order = await make_order(shop, [(product, 1)])
    for store_id in (shop.store_id, NOBODYS):
        answer = await other_shop.client.get("/internal/orders/board", params={"store_id": store_id})
        assert_problem(answer, 404, "not-found")
        answer = await other_shop.client.get("/internal/orders/sheets", params={"store_ids": store_id})
        assert_problem(answer, 404, "not-found")
    mine = {"store_ids": other_shop.store_id, "order_ids": order["id"]}
    assert (await other_shop.client.get("/internal/orders/sheets", params=mine)).json()["items"] == []


async def test_sheets_go_on_where_the_page_before_ended(shop: Shop, product: str):
    made = [await make_order(shop, [(product, number)]) for number in (1, 2, 3)]
    first = await _get(shop, "sheets", store_ids=shop.store_id, limit=2)
    assert [sheet["id"] for sheet in first["items"]] == [made[2]["id"], made[1]["id"]]
    assert first["items"][0]["items"][0]["quantity"] == 3
    rest = await _get(shop, "sheets", store_ids=shop.store_id, limit=2, after_id=first["next"])
    assert ([sheet["id"] for sheet in rest["items"]], rest["next"]) == ([made[0]["id"]], None)
    chosen = await _get(shop, "sheets", store_ids=shop.store_id, order_ids=made[1]["id"])
    assert [sheet["number"] for sheet in chosen["items"]] == [made[1]["number"]]
    assert (await _get(shop, "sheets", store_ids=shop.store_id, status="shipped"))["items"] == []


async def test_a_preview_says_what_the_order_comes_to_and_keeps_nothing(shop: Shop, product: str, database: Database):
    rules = {"rules": [{"name": "Motoboy", "kind": "fixed", "price_cents": 1200}]}
    await shop.client.put(f"/internal/stores/{shop.store_id}/shipping-rules", json=rules)
    await shop.post("coupons", store_id=shop.store_id, code="DEZ", kind="percent", value=10, max_uses=1)
    body = {
        "store_id": shop.store_id,
        "items": [{"product_id": product, "quantity": 2}, {"product_id": NOBODYS, "quantity": 1}],
        "payment_method": "pix",
        "shipping_option": "Motoboy",
        "coupon_code": "dez",
    }
    told = await shop.post("orders/preview", **body)
    assert (told["subtotal_cents"], told["shipping_cents"], told["discount_cents"], told["total_cents"]) == (
        9980,
        1200,
        998,
        10182,
    )
    assert (told["payment_method"], told["coupon_code"]) == ("manual_pix", "DEZ")
    assert [line["quantity"] for line in told["items"]] == [2]
    variant = await shop.post("products", store_id=shop.store_id, name="Polo", price_cents=1, options={"Cor": "Azul"})
    named = await shop.post("orders/preview", **body | {"items": [{"product_id": variant["id"], "quantity": 1}]})
    assert named["items"][0]["name"] == "Polo (Azul)"
    assert [line["reason"] for line in told["dropped_items"]] == ["unknown"]
    assert await stock_of(database, product) == 10
    assert (await shop.client.get(f"/internal/products/{product}")).json()["reserved"] == 0
    assert (await _get(shop, "sheets", store_ids=shop.store_id))["items"] == []
    # What creating would refuse, the preview refuses; and the coupon's one use is still there.
    refused = await shop.client.post("/internal/orders/preview", json=body | {"coupon_code": "NADA"})
    assert_problem(refused, 422, "validation")
    short = {"items": [{"product_id": product, "quantity": 11}]}
    assert_problem(await shop.client.post("/internal/orders/preview", json=body | short), 409, "insufficient-stock")
    made = await shop.client.post("/internal/orders", json=body)
    assert (made.status_code, made.json()["total_cents"]) == (201, 10182)


async def test_changes_of_orders_arrive_while_somebody_listens(server: Server):
    async with server.client(**{"X-Auth-Token": AUTH_TOKEN}) as auth:
        users = [
            (await auth.post("/internal/auth/users", json={"email": f"{name}@example.com", "name": name})).json()["id"]
            for name in ("ana", "bia")
        ]
    shops = []
    for user in users:
        client = server.as_actor(user)
        await client.post("/internal/company/ensure", json={})
        store = (await client.post("/internal/stores", json={"name": "Loja"})).json()["id"]
        shops.append(Shop(user, client, store))
    products = [await each.product(name="Caneca", price_cents=4990) for each in shops]
    async with asyncio.timeout(30):
        async with shops[0].client.stream("GET", "/internal/orders/updates") as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            await make_order(shops[1], [(products[1]["id"], 1)])
            mine = await make_order(shops[0], [(products[0]["id"], 1)])
            events = _events(answer)
            told = await anext(events)
            assert (told["id"], told["store_id"], told["status"]) == (mine["id"], shops[0].store_id, "pending")
            await move(shops[0], mine["id"], "confirmed")
            assert (await anext(events))["status"] == "confirmed"


async def _events(answer: httpx.Response) -> AsyncIterator[dict[str, Any]]:
    async for line in answer.aiter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))
