"""Webhook endpoints of a company: made, changed, tried, rolled, removed; nobody else's."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import standardwebhooks

from app.db import Database
from app.features.webhook_endpoints.service import MOST_ENDPOINTS
from app.settings import Settings
from tests.api import Api
from tests.fakes.receiver import FakeReceiver
from tests.features.webhooks import PLACE, listen, receiving
from tests.problems import assert_problem
from tests.shops import NOBODYS, Shop

PUBLIC_URL = "https://93.184.216.34/hooks"


@pytest.fixture
def app_settings(app_settings: Settings) -> Settings:
    return replace(app_settings, allow_private_outbound=True)


@pytest.fixture
def receiver() -> Iterator[FakeReceiver]:
    with receiving() as fake:
        yield fake


async def test_the_secret_is_shown_once_and_lies_sealed(shop: Shop, database: Database) -> None:
    made = await shop.post("webhook-endpoints", url=PUBLIC_URL, types=["order.created", "order.created"])
    secret = made.pop("secret")
    assert secret.startswith("whsec_")
    assert made["types"] == ["order.created"]
    assert (made["active"], made["store_id"], made["secret_set"]) == (True, None, True)
    assert made["secret_last4"] == secret[-4:]
    assert (await shop.client.get(f"{PLACE}/{made['id']}")).json() == made
    assert (await shop.client.get(PLACE)).json() == [made]
    sealed = await database.fetchval("SELECT secret_enc FROM webhook_endpoints")
    assert secret.encode() not in sealed
    shown = await database.fetchval("SELECT changes::text FROM audit_log WHERE target_type = 'webhook_endpoint'")
    assert "***" in shown
    assert secret not in shown


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"url": PUBLIC_URL}, ""),
        ({"url": PUBLIC_URL, "types": []}, "/types"),
        ({"url": PUBLIC_URL, "types": ["order.lost"]}, "/types/0"),
        ({"url": "ftp://example.com/x", "types": ["order.created"]}, "/url"),
        ({"url": "https://user:pass@example.com/", "types": ["order.created"]}, "/url"),
        ({"url": PUBLIC_URL, "types": ["order.created"], "secret": "mine"}, ""),
    ],
)
async def test_what_is_no_endpoint_is_refused_by_its_field(shop: Shop, body: dict[str, Any], pointer: str) -> None:
    answer = await shop.client.post(PLACE, json=body)
    assert_problem(answer, 422, "validation")
    assert any(error["pointer"].startswith(pointer) for error in answer.json()["errors"])
    assert (await shop.client.get(PLACE)).json() == []


class TestGuarded:
    @pytest.fixture
    def app_settings(self, app_settings: Settings) -> Settings:
        return replace(app_settings, allow_private_outbound=False)

    async def test_an_address_of_the_inner_network_is_refused_when_saved_and_when_changed(self, shop: Shop) -> None:
        for url in ("http://127.0.0.1/x", "http://169.254.169.254/latest", "http://[::1]/", "http://10.0.0.1/"):
            body = {"url": url, "types": ["order.created"]}
            assert_problem(await shop.client.post(PLACE, json=body), 422, "validation")
        made = await shop.post("webhook-endpoints", url=PUBLIC_URL, types=["order.created"])
        answer = await shop.client.patch(f"{PLACE}/{made['id']}", json={"url": "http://127.0.0.1/x"})
        assert_problem(answer, 422, "validation")
        assert (await shop.client.get(f"{PLACE}/{made['id']}")).json()["url"] == PUBLIC_URL


async def test_only_what_is_given_changes(shop: Shop) -> None:
    made = await shop.post("webhook-endpoints", url=PUBLIC_URL, types=["order.created"], description="ERP")
    place = f"{PLACE}/{made['id']}"
    unchanged = (await shop.client.patch(place, json={})).json()
    assert {**unchanged, "secret": made["secret"]} == made
    changed = (await shop.client.patch(place, json={"store_id": shop.store_id, "description": None})).json()
    assert (changed["store_id"], changed["description"]) == (shop.store_id, None)
    assert (changed["url"], changed["types"], changed["active"]) == (PUBLIC_URL, ["order.created"], True)
    assert (await shop.client.patch(place, json={"store_id": None})).json()["store_id"] is None
    assert_problem(await shop.client.patch(place, json={"store_id": NOBODYS}), 404, "not-found")
    assert_problem(await shop.client.patch(place, json={"secret": "x"}), 422, "validation")


async def test_a_company_has_so_many_and_no_more(shop: Shop) -> None:
    for number in range(MOST_ENDPOINTS):
        await shop.post("webhook-endpoints", url=f"{PUBLIC_URL}/{number}", types=["stock.changed"])
    body = {"url": PUBLIC_URL, "types": ["stock.changed"]}
    assert_problem(await shop.client.post(PLACE, json=body), 409, "conflict")


async def test_without_a_company_there_is_no_endpoint(two_tenants: Any) -> None:
    body = {"url": PUBLIC_URL, "types": ["stock.changed"]}
    assert_problem(await two_tenants[0].client.post(PLACE, json=body), 409, "conflict")


async def test_another_companys_endpoint_is_not_found(shop: Shop, other_shop: Shop) -> None:
    theirs = await other_shop.post("webhook-endpoints", url=PUBLIC_URL, types=["order.created"])
    place = f"{PLACE}/{theirs['id']}"
    for answer in (
        await shop.client.get(place),
        await shop.client.patch(place, json={"active": False}),
        await shop.client.delete(place),
        await shop.client.post(f"{place}/roll-secret"),
        await shop.client.post(f"{place}/test"),
        await shop.client.get(f"{place}/deliveries"),
        await shop.client.post(f"{place}/deliveries/{NOBODYS}/replay"),
        await shop.client.post(
            PLACE, json={"url": PUBLIC_URL, "types": ["order.created"], "store_id": other_shop.store_id}
        ),
    ):
        assert_problem(answer, 404, "not-found")
    assert (await shop.client.get(PLACE)).json() == []


async def test_the_old_secret_signs_along_for_a_day(api: Api, shop: Shop, receiver: FakeReceiver) -> None:
    endpoint = await listen(shop, receiver, "order.created")
    old = receiver.secret
    rolled = (await shop.client.post(f"{endpoint.place}/roll-secret")).json()
    new = rolled["secret"]
    assert new != old
    assert rolled["secret_prev_expires_at"] is not None
    assert (await shop.client.post(f"{endpoint.place}/test")).json()["ok"] is True
    receiver.secret = new
    assert (await shop.client.post(f"{endpoint.place}/test")).json()["ok"] is True
    message = receiver.seen[-1]
    for secret in (old, new):
        standardwebhooks.Webhook(secret).verify(message.body, message.headers)
    api.clock.advance(hours=25)
    await shop.client.post(f"{endpoint.place}/test")
    assert len(receiver.seen[-1].headers["webhook-signature"].split()) == 1


async def test_a_test_says_what_came_of_it_and_nothing_of_the_answer(shop: Shop, receiver: FakeReceiver) -> None:
    endpoint = await listen(shop, receiver, "order.created")
    said = (await shop.client.post(f"{endpoint.place}/test")).json()
    assert (said["ok"], said["status_code"], said["error"]) == (True, 200, None)
    assert receiver.pushes[0]["type"] == "ping"
    receiver.status = 500
    said = (await shop.client.post(f"{endpoint.place}/test")).json()
    assert (said["ok"], said["status_code"], said["error"]) == (False, 500, "status 500")
    assert await endpoint.deliveries() == []


async def test_what_cannot_be_signed_says_so(shop: Shop, receiver: FakeReceiver, database: Database) -> None:
    endpoint = await listen(shop, receiver, "order.created")
    await database.execute("UPDATE webhook_endpoints SET secret_enc = NULL")
    said = (await shop.client.post(f"{endpoint.place}/test")).json()
    assert (said["ok"], said["error"]) == (False, "the secret is not set")
    assert (await shop.client.get(endpoint.place)).json()["secret_set"] is False
    rolled = (await shop.client.post(f"{endpoint.place}/roll-secret")).json()
    assert rolled["secret_prev_expires_at"] is None
    receiver.secret = rolled["secret"]
    assert (await shop.client.post(f"{endpoint.place}/test")).json()["ok"] is True


async def test_a_deleted_endpoint_takes_its_deliveries_along(
    shop: Shop, receiver: FakeReceiver, database: Database
) -> None:
    endpoint = await listen(shop, receiver, "stock.changed")
    await shop.product(stock_quantity=3)
    # Reading the events lays them out.
    await shop.client.get("/internal/events")
    assert len(await endpoint.deliveries()) == 1
    assert (await shop.client.delete(endpoint.place)).status_code == 204
    assert_problem(await shop.client.delete(endpoint.place), 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM webhook_deliveries") == 0
