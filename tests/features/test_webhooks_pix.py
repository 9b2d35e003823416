"""The PIX provider's notifications over HTTP: amounts, duplicates, late payments, empty shelves, a lying relay."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import httpx
import pytest

from app.db import Database
from app.settings import Settings
from tests.api import Api
from tests.fakes.pixprovider import FakePixProvider
from tests.fakes.receiver import FakeReceiver
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, add_product, make_order, move, save_settings, stock_of
from tests.shops import Shop

URL = "/webhooks/pixprovider"
KEY = "app-id-of-the-store"
CHARGE = "charge-1"
SECRET = "whsec_" + "QUJD" * 8


def completed(charge: str = CHARGE, cents: int = 4990, event: str = "OPENPIX:CHARGE_COMPLETED", **pix: Any) -> Any:
    """The provider's body, with fields nobody here knows."""
    return {
        "event": event,
        "charge": {"correlationID": charge, "value": cents, "status": "COMPLETED", "customer": {"name": "Bia"}},
        "pix": {"endToEndId": "E1", "value": cents, "time": "2026-11-20T12:00:00Z"} | pix,
        "company": {"id": "c"},
        "account": {},
    }


async def notify(api: Api, body: Any = None) -> httpx.Response:
    return await api.webhook.post(URL, json=completed() if body is None else body)


async def read(shop: Shop, order: dict[str, Any]) -> Any:
    return (await shop.client.get(f"/internal/orders/{order['id']}")).json()


class TestWithoutAKey:
    """The store made its charge elsewhere; the relay's word is all there is."""

    @pytest.fixture
    async def product(self, shop: Shop, database: Database) -> str:
        await save_settings(shop, **MANUAL_PIX)
        return await add_product(database, shop.store_id, stock=1)

    @pytest.fixture
    async def order(self, shop: Shop, product: str) -> dict[str, Any]:
        made = await make_order(shop, [(product, 1)], method="manual_pix")
        body = {"br_code": "000201", "payment_external_id": CHARGE}
        assert (await shop.client.post(f"/internal/orders/{made['id']}/checkout-state", json=body)).status_code == 200
        assert (await move(shop, made["id"], "awaiting_payment")).status_code == 200
        return made

    async def test_a_payment_confirms_its_order_once(
        self, api: Api, shop: Shop, order: dict[str, Any], product: str, database: Database
    ) -> None:
        answers = await asyncio.gather(*(notify(api) for _ in range(50)))
        assert {answer.status_code for answer in answers} == {200}
        results = [answer.json()["result"] for answer in answers]
        assert sorted(results) == ["already_confirmed"] * 49 + ["confirmed"]
        assert answers[0].json() | {"result": ""} == {
            "received": True,
            "order_id": order["id"],
            "status": "confirmed",
            "result": "",
        }
        assert await stock_of(database, product) == 0
        assert await database.fetchval("SELECT count(*) FROM webhook_events WHERE status = 'processed'") == 1

    @pytest.mark.parametrize("event", ["OPENPIX:CHARGE_COMPLETED", "woovi:charge_completed", "CHARGE_COMPLETED"])
    async def test_the_events_prefix_does_not_matter(self, api: Api, order: dict[str, Any], event: str) -> None:
        assert (await notify(api, completed(event=event))).json()["result"] == "confirmed"

    @pytest.mark.parametrize("status", ["ACTIVE", "EXPIRED", "active"])
    async def test_a_charge_that_is_not_completed_confirms_nothing_whatever_the_event_is_named(
        self, api: Api, shop: Shop, order: dict[str, Any], status: str
    ) -> None:
        body = completed()
        body["charge"]["status"] = status
        answer = await notify(api, body)
        assert (answer.status_code, answer.json()["result"]) == (200, "ignored")
        assert (await read(shop, order))["status"] == "awaiting_payment"
        assert (await notify(api)).json()["result"] == "confirmed"

    async def test_a_wrong_amount_is_kept_for_a_person_and_blocks_nothing(
        self, api: Api, shop: Shop, order: dict[str, Any]
    ) -> None:
        for _ in range(2):
            answer = await notify(api, completed(cents=4989))
            assert (answer.json()["result"], answer.json()["status"]) == ("amount_mismatch", "awaiting_payment")
        after = await read(shop, order)
        assert [event["type"] for event in after["events"]].count("payment_amount_mismatch") == 1
        assert (await notify(api)).json()["result"] == "confirmed"
        for _ in range(2):
            await notify(api, completed(cents=4989))
            await notify(api)
        after = await read(shop, order)
        assert (after["paid_cents"], after["payment_status"]) == (4989 + 4990, "paid")

    async def test_money_for_a_cancelled_order_confirms_nothing(
        self, api: Api, shop: Shop, order: dict[str, Any], database: Database, product: str
    ) -> None:
        await move(shop, order["id"], "cancelled")
        for _ in range(2):
            answer = await notify(api)
            assert (answer.json()["result"], answer.json()["status"]) == ("ignored", "cancelled")
        after = await read(shop, order)
        assert [event["type"] for event in after["events"]].count("paid_after_close") == 1
        assert [attempt["status"] for attempt in after["payment_attempts"]] == ["succeeded"]
        assert await stock_of(database, product) == 1

    async def test_money_for_sold_out_goods_waits_and_the_next_notification_finds_them(
        self, api: Api, shop: Shop, order: dict[str, Any], database: Database
    ) -> None:
        await database.execute("UPDATE products SET stock_quantity = 0")
        for _ in range(2):
            answer = await notify(api)
            assert (answer.json()["result"], answer.json()["status"]) == ("out_of_stock", "awaiting_payment")
        after = await read(shop, order)
        assert [event["type"] for event in after["events"]].count("paid_but_out_of_stock") == 1
        await database.execute("UPDATE products SET stock_quantity = 1")
        assert (await notify(api)).json()["result"] == "confirmed"

    async def test_an_expired_charge_closes_its_order_and_no_other(
        self, api: Api, shop: Shop, order: dict[str, Any]
    ) -> None:
        expired = {"event": "OPENPIX:CHARGE_EXPIRED", "charge": {"correlationID": CHARGE, "status": "EXPIRED"}}
        body = {"payment_external_id": "charge-2"}
        await shop.client.post(f"/internal/orders/{order['id']}/checkout-state", json=body)
        assert (await notify(api, expired)).json()["result"] == "ignored"
        assert (await read(shop, order))["status"] == "awaiting_payment"
        expired["charge"]["correlationID"] = "charge-2"  # type: ignore[index]
        answer = await notify(api, expired)
        assert (answer.json()["result"], answer.json()["status"]) == ("ignored", "expired")

    @pytest.mark.parametrize(
        "body",
        [
            completed(charge="nobodys"),
            completed(charge=str(uuid4())),
            {"evento": "teste_webhook"},
            {"event": "OPENPIX:CHARGE_CREATED", "charge": {"correlationID": CHARGE}},
            {"event": "OPENPIX:CHARGE_COMPLETED", "charge": {"correlationID": CHARGE}},
            {"event": "OPENPIX:CHARGE_COMPLETED"},
            {},
            completed(charge="x" * 5000),
        ],
    )
    async def test_what_says_nothing_of_a_payment_changes_nothing(
        self, api: Api, shop: Shop, order: dict[str, Any], body: Any
    ) -> None:
        answer = await notify(api, body)
        assert answer.status_code == 200
        assert answer.json()["result"] == "ignored"
        assert (await read(shop, order))["status"] == "awaiting_payment"

    @pytest.mark.parametrize("value", [2**70, "4990", 49.9])
    async def test_an_amount_that_is_none_is_refused(self, api: Api, order: dict[str, Any], value: Any) -> None:
        assert_problem(await notify(api, completed(value=value)), 422, "validation")

    async def test_only_the_relay_may_tell(self, api: Api, shop: Shop, order: dict[str, Any]) -> None:
        for client in (api.public, api.auth, shop.client):
            assert_problem(await client.post(URL, json=completed()), 401, "unauthorized")
        assert_problem(await api.webhook.post(URL, content=b"{"), 400, "malformed-json")
        assert (await read(shop, order))["status"] == "awaiting_payment"


class TestWithAKey:
    """The charge was made here; the provider is asked before anything is believed."""

    @pytest.fixture
    def provider(self) -> Iterator[FakePixProvider]:
        with FakePixProvider(KEY) as server:
            yield server

    @pytest.fixture
    def app_settings(self, app_settings: Settings, provider: FakePixProvider) -> Settings:
        return replace(app_settings, pixprovider_base_url=provider.url, allow_private_outbound=True)

    @pytest.fixture
    async def order(self, shop: Shop, database: Database, provider: FakePixProvider) -> dict[str, Any]:
        await save_settings(shop, pix_api_key=KEY)
        product = await add_product(database, shop.store_id, stock=1)
        return await make_order(shop, [(product, 1)], method="pix")

    async def test_a_real_payment_confirms(self, api: Api, order: dict[str, Any], provider: FakePixProvider) -> None:
        answer = await notify(api, provider.pay(order["payment_external_id"]))
        assert answer.json()["result"] == "confirmed"

    async def test_a_payment_the_provider_does_not_know_of_confirms_nothing(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        answer = await notify(api, completed(charge=order["payment_external_id"]))
        assert (answer.json()["result"], answer.json()["status"]) == ("ignored", "awaiting_payment")
        assert (await notify(api, provider.pay(order["payment_external_id"]))).json()["result"] == "confirmed"

    async def test_the_providers_own_amount_counts_not_the_relays(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        charge = order["payment_external_id"]
        told = provider.pay(charge, cents=1)
        told["charge"]["value"] = told["pix"]["value"] = order["total_cents"]
        assert (await notify(api, told)).json()["result"] == "amount_mismatch"
        assert (await read(shop, order))["status"] == "awaiting_payment"

    async def test_when_status_and_kind_disagree_the_provider_is_asked(
        self, api: Api, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        told = provider.pay(order["payment_external_id"])
        told["charge"]["status"] = "ACTIVE"
        assert (await notify(api, told)).json()["result"] == "confirmed"

    @pytest.mark.parametrize("status", ["COMPLETED", "ACTIVE"])
    async def test_money_nobody_paid_is_not_counted_on_an_order_that_a_person_confirmed(
        self, api: Api, shop: Shop, order: dict[str, Any], status: str
    ) -> None:
        await move(shop, order["id"], "confirmed")
        told = completed(charge=order["payment_external_id"])
        told["charge"]["status"] = status
        assert (await notify(api, told)).json()["result"] == "ignored"
        after = await read(shop, order)
        assert (after["paid_cents"], after["attention"], after["payment_status"]) == (4990, [], "paid")

    @pytest.mark.parametrize("closed", [False, True])
    async def test_money_that_a_person_saw_before_the_provider_told_of_it_came_once(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider, closed: bool
    ) -> None:
        charge = order["payment_external_id"]
        told = provider.pay(charge)
        await move(shop, order["id"], "confirmed")
        if closed:
            await move(shop, order["id"], "cancelled")
        await api.run_jobs()
        for _ in range(2):
            assert (await notify(api, told)).json()["result"] == ("ignored" if closed else "already_confirmed")
        after = await read(shop, order)
        assert (after["paid_cents"], after["payment_status"]) == (4990, "refund_due" if closed else "paid")
        if not closed:
            assert (after["attention"], after["events"][-1]["type"]) == ([], "payment_received")
        await shop.client.post(f"/internal/orders/{order['id']}/refunds", json={"amount_cents": 4990})
        await api.run_jobs()
        assert [refund["value"] for refund in provider.charges[charge]["refunds"]] == [4990]

    async def test_another_amount_of_a_charge_is_the_providers_to_tell(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        charge = order["payment_external_id"]
        await notify(api, provider.pay(charge))
        assert (await notify(api, completed(charge=charge, cents=1))).json()["result"] == "already_confirmed"
        after = await read(shop, order)
        assert (after["paid_cents"], after["attention"], after["payment_status"]) == (4990, [], "paid")

    async def test_money_of_a_wrong_amount_can_be_given_back(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        charge = order["payment_external_id"]
        told = provider.pay(charge, cents=1000)
        for _ in range(2):
            assert (await notify(api, told)).json()["result"] == "amount_mismatch"
        after = await read(shop, order)
        assert (after["paid_cents"], after["payment_status"]) == (1000, "unpaid")
        assert [(a["status"], a["amount_cents"]) for a in after["payment_attempts"]][1:] == [("succeeded", 1000)]
        assert (await move(shop, order["id"], "cancelled")).json()["payment_status"] == "refund_due"
        refund = await shop.client.post(f"/internal/orders/{order['id']}/refunds", json={"amount_cents": 1000})
        assert (refund.status_code, refund.json()["payment_status"]) == (201, "refunded")
        await api.run_jobs()
        assert [refund["value"] for refund in provider.charges[charge]["refunds"]] == [1000]
        assert (await read(shop, order))["attention"] == []

    async def test_a_provider_that_cannot_be_asked_makes_the_relay_try_again(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        body = provider.pay(order["payment_external_id"])
        provider.fail_always("500")
        assert_problem(await notify(api, body), 502, "provider-error")
        assert (await read(shop, order))["status"] == "awaiting_payment"
        provider.fail_always(None)
        assert (await notify(api, body)).json()["result"] == "confirmed"

    async def test_the_stores_erp_hears_of_the_order(
        self, api: Api, shop: Shop, order: dict[str, Any], provider: FakePixProvider
    ) -> None:
        with FakeReceiver(SECRET) as erp:
            settings = {"outbound_enabled": True, "outbound_url": erp.url, "outbound_secret": SECRET}
            url = f"/internal/stock-sync-settings/{shop.store_id}"
            assert (await shop.client.put(url, json=settings)).status_code == 200
            await notify(api, provider.pay(order["payment_external_id"]))
            await move(shop, order["id"], "cancelled")
            await api.run_jobs()
        assert [push["type"] for push in erp.pushes] == ["order.confirmed", "order.cancelled"]
        item = {"product_id": order["items"][0]["product_id"], "external_id": None, "sku": order["items"][0]["sku"]}
        assert [push["data"]["items"] for push in erp.pushes] == [
            [item | {"delta": -1, "quantity_after": 0}],
            [item | {"delta": 1, "quantity_after": 1}],
        ]
        assert {push["data"]["order_id"] for push in erp.pushes} == {order["id"]}
