"""The HTTP side of the goods: one call a method, as a merchant, a shopper, an ERP or the provider would make it."""

import asyncio
import contextlib
import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import standardwebhooks

from app.context import JobCtx
from app.db.ids import uuid7
from app.features.orders.jobs import expire_orders
from app.features.webhook_endpoints.dispatch import dispatch_all
from app.features.webhook_endpoints.jobs import DeliverWebhooks, deliver_webhooks
from app.jobs import NoArgs
from app.main import Application
from app.settings import Settings
from tests.api import Api, Tenant, TestClock
from tests.fakes.receiver import FakeReceiver
from tests.fakes.server import Answer, Seen
from tests.features.goods.audit import AUDIT, ORDERS, REVENUE
from tests.features.goods.paper import COUPON_PERCENT, COUPON_USES, PRICE
from tests.sales import MANUAL_PIX
from tests.shops import Shop, open_shop

ERP_SECRET = "whsec_" + "QUJD" * 8


class Erp(FakeReceiver):
    """A store's ERP: what it was told, each message once. It goes by the message's clock, not by the machine's."""

    async def handle(self, request: Seen) -> Answer:
        """Keep a message once per id."""
        at = request.headers["webhook-timestamp"]
        message_id = request.headers["webhook-id"]
        right = standardwebhooks.Webhook(ERP_SECRET).sign(message_id, _moment(at), request.body.decode())
        assert request.headers["webhook-signature"] == right
        if message_id not in {push["id"] for push in self.pushes}:
            self.pushes.append(json.loads(request.body))
        return Answer(200, b"{}")


class Driver:
    """A service with a store, restarted at will."""

    def __init__(self, settings: Settings, database: Any, erp: Erp) -> None:
        self.settings, self.database, self.erp = settings, database, erp
        self.clock = TestClock()
        self.stack = contextlib.AsyncExitStack()
        self.owner = self.store_id = self.secret = ""

    async def start(self) -> None:
        """The process begins."""
        application = Application(self.settings, self.clock)
        await self.stack.enter_async_context(application.running())
        self.api = Api(application, self.clock)
        self.stack.push_async_callback(self.api.close)
        if not self.owner:
            user = await self.api.create_user()
            self.shop = await open_shop(Tenant(user["id"], self.api.as_actor(user["id"])))
            self.owner = user["id"]
        self.client = self.api.as_actor(self.owner)

    async def stop(self) -> None:
        """The process ends."""
        await self.stack.aclose()
        self.stack = contextlib.AsyncExitStack()

    async def restart(self) -> None:
        """The process ends, and another begins."""
        await self.stop()
        await self.start()

    async def open(self) -> list[str]:
        """A new store with three products, linked to its ERP, at the beginning of time; gives the products' ids."""
        self.clock.offset = timedelta()
        self.erp.pushes.clear()
        self.erp.fail_always(None)
        shop = Shop(self.owner, self.client, "")
        self.store_id = (await shop.post("stores", name="Loja", slug=f"loja-{uuid7().hex}"))["id"]
        await self._put(f"orders/store/{self.store_id}/payment-settings", **MANUAL_PIX)
        link = {"outbound_url": self.erp.url, "outbound_secret": ERP_SECRET, "outbound_enabled": True}
        linked = await self._put(f"stock-sync-settings/{self.store_id}", **link, inbound_enabled=True)
        self.secret = linked["inbound_secret"]
        products = []
        for stock in (5, 9, None):
            fields = {"name": f"P {stock}", "sku": f"S{stock}", "price_cents": PRICE, "stock_quantity": stock}
            products.append((await shop.post("products", store_id=self.store_id, **fields))["id"])
        return products

    async def _put(self, path: str, **body: Any) -> Any:
        answer = await self.client.put(f"/internal/{path}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def _post(self, path: str, *, key: str | None = None, **body: Any) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        answer = await self.client.post(f"/internal/{path}", json=body, headers=headers)
        while answer.status_code == 503:  # a busy machine's pool: nothing was done, come again
            await asyncio.sleep(float(answer.headers["retry-after"]))
            answer = await self.client.post(f"/internal/{path}", json=body, headers=headers)
        assert answer.status_code in (200, 201, 409, 422), answer.text
        return answer

    # -- Orders and money

    async def place(
        self,
        lines: dict[str, int],
        cash: bool,
        *,
        key: str | None = None,
        preview: bool = False,
        coupon: str | None = None,
    ) -> httpx.Response:
        """An order, or what it would come to."""
        items = [{"product_id": product, "quantity": quantity} for product, quantity in lines.items()]
        path, method = "orders/preview" if preview else "orders", "cod" if cash else "manual_pix"
        body = {"items": items, "payment_method": method, "coupon_code": coupon}
        return await self._post(path, store_id=self.store_id, key=key, **body)

    async def new_coupon(self, code: str) -> httpx.Response:
        """Ten percent off."""
        body = {"code": code, "kind": "percent", "value": COUPON_PERCENT, "max_uses": COUPON_USES}
        return await self._post("coupons", store_id=self.store_id, **body)

    async def rename_coupon(self, coupon: str, code: str) -> httpx.Response:
        """It is called otherwise from now on."""
        return await self.client.patch(f"/internal/coupons/{coupon}", json={"code": code})

    async def drop_coupon(self, coupon: str) -> httpx.Response:
        """It is no more."""
        return await self.client.delete(f"/internal/coupons/{coupon}")

    async def coupons(self) -> dict[str, Any]:
        """Each with its code and uses."""
        found = await self.client.get("/internal/coupons", params={"store_id": self.store_id})
        return {one["id"]: (one["code"], one["uses"]) for one in found.json()}

    async def move(self, order_id: str, to: str) -> httpx.Response:
        """A person moves it."""
        return await self._post(f"orders/{order_id}/transition", to=to)

    async def by_hand(self, order_id: str, verb: str) -> httpx.Response:
        """Its goods are taken or given back without a move."""
        return await self._post(f"stock/{verb}-for-order", order_id=order_id)

    async def charge(self, order_id: str, charge: str) -> httpx.Response:
        """The caller has made a charge of its own."""
        return await self._post(f"orders/{order_id}/checkout-state", br_code="0002", payment_external_id=charge)

    async def pay(self, charge: str, cents: int, event: str) -> httpx.Response:
        """The provider tells that it is paid."""
        told = {"correlationID": charge, "value": cents, "status": "COMPLETED"}
        pix = {"endToEndId": event, "value": cents}
        body = {"event": "OPENPIX:CHARGE_COMPLETED", "charge": told, "pix": pix}
        return await self.api.webhook.post("/webhooks/pixprovider", json=body)

    async def run_out(self, charge: str) -> httpx.Response:
        """The provider tells that it has expired."""
        told = {"correlationID": charge, "status": "EXPIRED"}
        return await self.api.webhook.post(
            "/webhooks/pixprovider", json={"event": "OPENPIX:CHARGE_EXPIRED", "charge": told}
        )

    async def refund(self, order_id: str, cents: int, product: str | None) -> httpx.Response:
        """Money goes back, and with a product one piece of it."""
        items = [{"product_id": product, "quantity": 1}] if product else []
        restock = product is not None
        return await self._post(f"orders/{order_id}/refunds", amount_cents=cents, items=items, restock=restock)

    async def expire(self) -> None:
        """The job that closes what nobody paid."""
        await expire_orders(JobCtx(self.api.services, None), NoArgs())  # type: ignore[arg-type]

    async def order(self, order_id: str) -> dict[str, Any]:
        """As the API shows it."""
        found: dict[str, Any] = (await self.client.get(f"/internal/orders/{order_id}")).json()
        return found

    # -- The catalogue

    async def patch(self, product: str, **fields: Any) -> httpx.Response:
        """A form is saved, or somebody has counted."""
        answer = await self.client.patch(f"/internal/products/{product}", json=fields)
        assert answer.status_code in (200, 409), answer.text
        return answer

    async def bring(self, product: str, **fields: Any) -> httpx.Response:
        """A list is imported."""
        return await self._post("products/batch-upsert", store_id=self.store_id, items=[{"id": product} | fields])

    async def products(self, ids: list[str]) -> dict[str, Any]:
        """What is on the shelves: count, reserved, price, edits."""
        rows = await self.database.fetch(
            "SELECT id, stock_quantity, reserved, price_cents, version FROM products WHERE id = ANY ($1::uuid[])",
            [UUID(one) for one in ids],
        )
        return {str(row["id"]): tuple(row)[1:] for row in rows}

    async def orders(self) -> dict[str, Any]:
        """How all orders stand: number, status, total, held, taken, paid, refunded, of the price, payment status,
        attention.
        """
        rows = await self.database.fetch(
            """
            SELECT id, number, status, total_cents, reserved, stock_state = 'decremented', paid_cents, refunded_cents,
                   (SELECT coalesce(sum(r.amount_cents - r.excess_cents), 0)
                      FROM order_refunds r WHERE r.order_id = orders.id AND r.status <> 'failed'),
                   payment_status_of(status, total_cents, paid_cents, refunded_cents),
                   ARRAY(SELECT a ->> 'kind' FROM jsonb_array_elements(attention) a ORDER BY 1)
              FROM orders WHERE store_id = $1
            """,
            UUID(self.store_id),
        )
        return {str(row["id"]): tuple(row)[1:] for row in rows}

    # -- The ERP

    async def push(self, event: str, at: float, mode: str, *, forged: bool = False, **item: Any) -> httpx.Response:
        """The ERP tells of its stock; a forged message is signed with another key."""
        now = self.clock.now()
        body = {"occurred_at": _moment(str(at)).isoformat(), "mode": mode, "items": [item]}
        text = json.dumps(body)
        secret = "whsec_" + "A" * 44 if forged else self.secret
        headers = {
            "webhook-id": event,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": standardwebhooks.Webhook(secret).sign(event, now, text),
        }
        return await self.api.public.post(f"/webhooks/stock-sync/{self.store_id}", content=text, headers=headers)

    async def deliver(self) -> None:
        """What waits for the ERP is sent, as far as its next try is due."""
        services = self.api.services
        services.receivers._http._breakers.clear()  # type: ignore[attr-defined]
        await dispatch_all(services)
        ctx = JobCtx(services, SimpleNamespace(company_id=self.owner))  # type: ignore[arg-type]
        await deliver_webhooks(ctx, DeliverWebhooks(UUID(self.store_id)))

    async def deliver_all(self) -> None:
        """The ERP is well again, and time passes until nothing waits for it."""
        self.erp.fail_always(None)
        waits = "SELECT count(*) FROM webhook_deliveries WHERE store_id = $1 AND delivered_at IS NULL"
        for _ in range(200):
            await self.deliver()
            if not await self.database.fetchval(waits, UUID(self.store_id)):
                return
            self.clock.advance(hours=9)
        raise AssertionError("the ERP was not told everything")

    # -- What must hold whatever happened

    async def audit(self) -> None:
        """The service's own numbers against SQL that knows none of its rules, and the ERP's book against the ledger."""
        await self.deliver_all()
        store = UUID(self.store_id)
        off = await self.database.fetch(AUDIT, store)
        assert off == [], off
        orders = await self.database.fetch(ORDERS, store)
        assert [row["number"] for row in orders] == list(range(1, len(orders) + 1))
        wrong = [tuple(row) for row in orders if row["wrong"]]
        assert wrong == [], wrong
        ledger = await self.database.fetch(
            "SELECT product_id, delta, quantity_after, order_id FROM stock_movements"
            " WHERE store_id = $1 AND kind NOT IN ('erp_set', 'erp_delta')",
            store,
        )
        told = Counter(
            (item["product_id"], item["delta"], item["quantity_after"], push["data"]["order_id"])
            for push in self.erp.pushes
            for item in push["data"]["items"]
        )
        moved = Counter((str(p), delta, after, order and str(order)) for p, delta, after, order in map(tuple, ledger))
        assert told == moved, (told - moved, moved - told)
        await self._audit_dashboard(len(orders), Counter(row["status"] for row in orders))

    async def _audit_dashboard(self, total: int, by_status: dict[str, int]) -> None:
        told = (await self.client.get(f"/internal/dashboard/{self.store_id}")).json()["orders"]
        days = [tuple(row) for row in await self.database.fetch(REVENUE, UUID(self.store_id))]
        stats = (await self.client.get(f"/internal/orders/stats/{self.store_id}")).json()
        revenue = sum(cents for _, cents in days)
        assert (stats["total"], stats["revenue_cents"]) == (total, revenue), (stats, days)
        assert (told["total"], told["by_status"], told["revenue_cents"]) == (total, by_status, revenue), (told, days)
        shown = {day["date"]: day["revenue_cents"] for day in told["last_30_days"]}
        expected = dict.fromkeys(shown, 0) | {date: cents for date, cents in days if date in shown}
        assert shown == expected, (shown, days)


def _moment(seconds: str) -> datetime:
    return datetime.fromtimestamp(float(seconds), UTC)
