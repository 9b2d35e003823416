"""Orders, stock and money over HTTP against a shop on paper, in any order, twice, and several at once.

GOODS_STEPS sets how many steps are played (2,000 unless told).
"""

import asyncio
import os
from collections.abc import Coroutine
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from app.context import JobCtx
from app.db.ids import uuid7
from app.features.orders.jobs import expire_orders
from app.jobs import NoArgs
from tests.api import Api
from tests.goods_model import NEXT, PRICE, Shelf, Shop
from tests.sales import MANUAL_PIX

STEPS = int(os.environ.get("GOODS_STEPS", "2000"))
PER_EXAMPLE = 50
STATUSES = sorted(set(NEXT) - {"pending", "expired"})
baskets = st.dictionaries(st.integers(0, 2), st.integers(1, 3), min_size=1, max_size=3)
which = st.integers(0, 30)


class Driver:
    """The HTTP side: one call a method, each as a merchant, a shopper, an ERP or the provider would make it."""

    def __init__(self, api: Api, database: Any, shop: Any) -> None:
        self.api, self.database, self.shop = api, database, shop
        self.client = shop.client
        self.store_id = ""

    async def open(self) -> list[str]:
        """A new store with three products; gives their ids."""
        store = await self.shop.post("stores", name="Loja", slug=f"loja-{uuid7().hex}")
        self.store_id = store["id"]
        path = f"/internal/orders/store/{self.store_id}/payment-settings"
        assert (await self.client.put(path, json=MANUAL_PIX)).status_code == 200
        products = []
        for stock in (5, 9, None):
            made = await self.shop.post(
                "products",
                store_id=self.store_id,
                name=f"P {stock}",
                sku=f"S{stock}",
                price_cents=PRICE,
                stock_quantity=stock,
            )
            products.append(made["id"])
        return products

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.client.post(f"/internal/{path}", json=body)
        assert answer.status_code in (200, 201, 409, 422), answer.text
        return answer

    async def place(self, lines: dict[str, int], cash: bool) -> Any:
        items = [{"product_id": product, "quantity": quantity} for product, quantity in lines.items()]
        method = "cod" if cash else "manual_pix"
        return await self.post("orders", store_id=self.store_id, items=items, payment_method=method)

    async def move(self, order_id: str, to: str) -> Any:
        return await self.post(f"orders/{order_id}/transition", to=to)

    async def by_hand(self, order_id: str, verb: str) -> Any:
        return await self.post(f"stock/{verb}-for-order", order_id=order_id)

    async def charge(self, order_id: str, charge: str) -> Any:
        return await self.post(f"orders/{order_id}/checkout-state", br_code="0002", payment_external_id=charge)

    async def pay(self, charge: str, cents: int) -> Any:
        event = {"correlationID": charge, "value": cents, "status": "COMPLETED"}
        pix = {"endToEndId": uuid7().hex, "value": cents}
        body = {"event": "OPENPIX:CHARGE_COMPLETED", "charge": event, "pix": pix}
        return await self.api.webhook.post("/webhooks/pixprovider", json=body)

    async def refund(self, order_id: str, cents: int, product: str | None) -> Any:
        items = [{"product_id": product, "quantity": 1}] if product else []
        return await self.post(
            f"orders/{order_id}/refunds", amount_cents=cents, items=items, restock=product is not None
        )

    async def import_price(self, product: str, cents: int) -> Any:
        return await self.post(
            "products/batch-upsert", store_id=self.store_id, items=[{"id": product, "price_cents": cents}]
        )

    async def count(self, product: str, stock: int | None) -> Any:
        answer = await self.client.patch(f"/internal/products/{product}", json={"stock_quantity": stock})
        assert answer.status_code == 200, answer.text
        return answer

    async def expire(self) -> None:
        self.api.clock.advance(hours=49)
        await expire_orders(JobCtx(self.api.services, None), NoArgs())

    async def products(self, ids: list[str]) -> dict[str, tuple[int | None, int]]:
        rows = await self.database.fetch(
            "SELECT id, stock_quantity, reserved FROM products WHERE id = ANY ($1::uuid[])", [UUID(i) for i in ids]
        )
        return {str(row["id"]): (row["stock_quantity"], row["reserved"]) for row in rows}

    async def order(self, order_id: str) -> dict[str, Any]:
        found: dict[str, Any] = (await self.client.get(f"/internal/orders/{order_id}")).json()
        return found

    async def audit(self) -> None:
        """What must hold whatever happened: the service's own numbers against SQL that knows none of its rules."""
        store = UUID(self.store_id)
        wrong = await self.database.fetch(
            """
            SELECT p.id FROM products p
             WHERE p.store_id = $1
               AND (p.stock_quantity < 0
                    OR coalesce(p.stock_quantity, 0) <> (SELECT coalesce(sum(m.delta), 0) FROM stock_movements m
                                                          WHERE m.company_id = p.company_id AND m.product_id = p.id)
                    OR p.reserved <> (SELECT coalesce(sum(i.quantity), 0)
                                        FROM order_items i
                                        JOIN orders o ON o.company_id = i.company_id AND o.id = i.order_id
                                       WHERE i.company_id = p.company_id AND i.product_id = p.id AND o.reserved))
            """,
            store,
        )
        assert wrong == []
        orders = await self.database.fetch(
            """
            SELECT o.id, o.number, o.status, o.total_cents, o.paid_cents, o.refunded_cents, o.reserved, o.stock_state
              FROM orders o WHERE o.store_id = $1 ORDER BY o.number
            """,
            store,
        )
        assert [row["number"] for row in orders] == list(range(1, len(orders) + 1))
        for row in orders:
            assert 0 <= row["refunded_cents"] <= row["paid_cents"]
            assert not (row["reserved"] and row["status"] not in ("pending", "awaiting_proof", "awaiting_payment"))
            assert not (row["reserved"] and row["stock_state"] == "decremented")
        sold = [
            row for row in orders if row["status"] in ("confirmed", "preparing", "shipped", "delivered", "returned")
        ]
        revenue = sum(row["total_cents"] - row["refunded_cents"] for row in sold)
        stats = (await self.client.get(f"/internal/orders/stats/{self.store_id}")).json()
        assert (stats["total"], stats["revenue_cents"]) == (len(orders), revenue)


class Goods(RuleBasedStateMachine):
    """One story of a store; its driver and loop are set by the test."""

    driver: Driver
    loop: asyncio.AbstractEventLoop

    def __init__(self) -> None:
        super().__init__()
        self.products = self.run(self.driver.open())
        self.model = Shop()
        for product, (stock, _) in self.run(self.driver.products(self.products)).items():
            self.model.shelves[product] = Shelf(stock)
        self.orders: list[str] = []

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do it on the application's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    def pick(self, number: int) -> str:
        """One of the orders."""
        return self.orders[number % len(self.orders)]

    @rule(basket=baskets, cash=st.booleans())
    def place(self, basket: dict[int, int], cash: bool) -> None:
        lines = {self.products[n]: quantity for n, quantity in basket.items()}
        possible = self.model.can_place(lines)
        answer = self.run(self.driver.place(lines, cash))
        assert answer.status_code == (201 if possible else 409), answer.text
        if possible:
            made = answer.json()
            self.model.place(made["id"], lines, cash)
            self.orders.append(made["id"])
            assert made["number"] == self.model.numbers

    @precondition(lambda self: self.orders)
    @rule(order=which, to=st.sampled_from(STATUSES))
    def move(self, order: int, to: str) -> None:
        order_id = self.pick(order)
        before = self.model.sales[order_id].status
        answer = self.run(self.driver.move(order_id, to))
        assert (answer.status_code == 200) == self.model.move(order_id, to), (before, to, answer.text)

    @precondition(lambda self: self.orders)
    @rule(order=which, verb=st.sampled_from(["decrement", "restore"]))
    def by_hand(self, order: int, verb: str) -> None:
        order_id = self.pick(order)
        answer = self.run(self.driver.by_hand(order_id, verb))
        expected = getattr(self.model, verb)(order_id)
        assert answer.status_code == (409 if expected is False else 200)
        if answer.status_code == 200:
            assert answer.json()["applied"] is (expected is True), answer.text

    @precondition(lambda self: self.orders)
    @rule(order=which)
    def charge(self, order: int) -> None:
        order_id = self.pick(order)
        sale, charge = self.model.sales[order_id], f"c-{uuid7().hex}"
        answer = self.run(self.driver.charge(order_id, charge))
        if answer.status_code == 200:
            sale.charge = charge
            if sale.status == "expired" and not sale.cash:
                assert self.model.move(order_id, "awaiting_payment")
            elif sale.status == "pending" and not sale.cash:
                sale.status = "awaiting_payment"
        else:
            assert sale.status not in ("pending", "awaiting_proof", "awaiting_payment")
            assert sale.status != "expired" or not self.model.can_place(sale.lines)

    @precondition(lambda self: any(sale.charge for sale in self.model.sales.values()))
    @rule(order=which, wrong=st.sampled_from([0, 0, 0, 1]), twice=st.booleans())
    def pay(self, order: int, wrong: int, twice: bool) -> None:
        order_id = self.pick(order)
        sale = self.model.sales[order_id]
        if sale.charge is None:
            return
        for _ in range(1 + twice):
            answer = self.run(self.driver.pay(sale.charge, sale.total + wrong))
            assert answer.json()["result"] == self.model.pay(order_id, sale.charge, sale.total + wrong), answer.text

    @precondition(lambda self: self.orders)
    @rule(order=which, cents=st.sampled_from([1, 500, PRICE, 3 * PRICE]), piece=st.none() | st.integers(0, 2))
    def refund(self, order: int, cents: int, piece: int | None) -> None:
        order_id = self.pick(order)
        product = None if piece is None else self.products[piece]
        answer = self.run(self.driver.refund(order_id, cents, product))
        assert (answer.status_code == 201) == self.model.refund(order_id, cents, product), answer.text

    @rule(product=st.integers(0, 1), stock=st.integers(0, 9))
    def count(self, product: int, stock: int) -> None:
        self.run(self.driver.count(self.products[product], stock))
        self.model.count(self.products[product], stock)

    @rule(product=st.integers(0, 2))
    def import_price(self, product: int) -> None:
        assert self.run(self.driver.import_price(self.products[product], PRICE)).json()["errors"] == []

    @precondition(lambda self: self.orders)
    @rule()
    def expire(self) -> None:
        self.run(self.driver.expire())
        self.model.expire()

    @precondition(lambda self: self.orders)
    @rule(
        verbs=st.lists(
            st.tuples(which, st.sampled_from(["confirmed", "cancelled", "decrement", "restore", "import", "place"])),
            min_size=2,
            max_size=6,
        )
    )
    def at_once(self, verbs: list[tuple[int, str]]) -> None:
        """Several clients at the same moment: any order of them may win, so the paper copies what came of it."""
        self.run(self._together(verbs))

    async def _together(self, verbs: list[tuple[int, str]]) -> None:
        def one(number: int, verb: str) -> Coroutine[Any, Any, Any]:
            order_id = self.orders[number % len(self.orders)]
            if verb == "import":
                return self.driver.import_price(self.products[number % 3], PRICE)
            if verb == "place":
                return self.driver.place({self.products[number % 3]: 1}, cash=True)
            if verb in ("decrement", "restore"):
                return self.driver.by_hand(order_id, verb)
            return self.driver.move(order_id, verb)

        answers = await asyncio.gather(*(one(number, verb) for number, verb in verbs))
        for (_, verb), answer in zip(verbs, answers, strict=True):
            if verb == "place" and answer.status_code == 201:
                made = answer.json()
                self.model.place(made["id"], {item["product_id"]: item["quantity"] for item in made["items"]}, True)
                self.orders.append(made["id"])
        rows = await self.driver.database.fetch(
            "SELECT id, number, status, reserved, stock_state, paid_cents, payment_method FROM orders"
            " WHERE store_id = $1",
            UUID(self.driver.store_id),
        )
        for row in rows:
            sale = self.model.sales[str(row["id"])]
            if row["stock_state"] == "decremented" and not sale.taken:
                sale.counted = {p for p in sale.lines if self.model.shelves[p].stock is not None}
            sale.number, sale.status, sale.held = row["number"], row["status"], row["reserved"]
            sale.taken, sale.given_back = row["stock_state"] == "decremented", row["stock_state"] == "restored"
            sale.paid = row["paid_cents"]
        for product, (stock, reserved) in (await self.driver.products(self.products)).items():
            self.model.shelves[product].stock, self.model.shelves[product].reserved = stock, reserved

    @invariant()
    def the_shelves_agree(self) -> None:
        found = self.run(self.driver.products(self.products))
        assert found == {product: (shelf.stock, shelf.reserved) for product, shelf in self.model.shelves.items()}

    @precondition(lambda self: self.orders)
    @invariant()
    def the_last_orders_agree(self) -> None:
        for order_id in self.orders[-2:]:
            found, sale = self.run(self.driver.order(order_id)), self.model.sales[order_id]
            assert (found["status"], found["paid_cents"], found["refunded_cents"], found["payment_status"]) == (
                sale.status,
                sale.paid,
                sale.refunded,
                self.model.payment_status(sale),
            )
            assert (found["stock_state"] == "decremented") is sale.taken

    def teardown(self) -> None:
        self.run(self.driver.audit())
        for order_id, sale in self.model.sales.items():
            assert self.run(self.driver.order(order_id))["number"] == sale.number


@pytest.mark.timeout(900)
async def test_orders_stock_and_money_agree_with_the_shop_on_paper(api, shop, database):
    await database.execute("UPDATE plans SET max_stores = NULL, max_products = NULL")
    Goods.driver, Goods.loop = Driver(api, database, shop), asyncio.get_running_loop()
    played = settings(
        max_examples=max(1, STEPS // PER_EXAMPLE),
        stateful_step_count=PER_EXAMPLE,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink) if STEPS <= 5000 else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    await asyncio.to_thread(run_state_machine_as_test, Goods, settings=played)
