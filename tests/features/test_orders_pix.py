"""PIX charges at the provider, on loopback, with its faults: one order, one charge, whatever breaks in between."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from uuid import uuid4

import msgspec
import pytest

from app.context import JobCtx
from app.features.orders.jobs import expire_orders
from app.jobs import GiveUp, NoArgs, RetryLater, registry
from app.settings import Settings
from tests.fakes.pixprovider import FakePixProvider
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, add_product, ask_order, make_order, move, save_settings
from tests.waiting import until

KEY = "app-id-of-the-store"


@pytest.fixture
def provider() -> Iterator[FakePixProvider]:
    with FakePixProvider(KEY) as server:
        yield server


@pytest.fixture
def app_settings(app_settings: Settings, provider: FakePixProvider) -> Settings:
    """The provider is the fake."""
    return replace(app_settings, pixprovider_base_url=provider.url)


@pytest.fixture
async def product(shop, database):
    await save_settings(shop, pix_api_key=KEY, pix_expires_in=900)
    return await add_product(database, shop.store_id, cents=12_345, stock=5)


async def test_an_order_gets_its_charge(shop, product, provider):
    order = await make_order(shop, [(product, 2)], method="pix")
    assert (order["status"], order["payment_method"], order["total_cents"]) == ("awaiting_payment", "pix", 24_690)
    charge = provider.charges[order["payment_external_id"]]
    assert (charge["value"], charge["expiresIn"], charge["comment"]) == (24_690, 900, "Pedido 1")
    assert (order["br_code"], order["payment_link_url"]) == (charge["brCode"], charge["paymentLinkUrl"])
    assert order["payment_expires_at"]
    assert [(a["status"], a["external_id"]) for a in order["payment_attempts"]] == [
        ("pending", order["payment_external_id"])
    ]
    found = await shop.client.get(f"/internal/orders/by-payment-external-id/{order['payment_external_id']}")
    assert found.json()["id"] == order["id"]


@pytest.mark.parametrize("fault", ["500", "429", "lost_reply"])
async def test_a_short_fault_is_not_noticed_and_makes_one_charge(shop, product, provider, fault):
    provider.fail(fault)
    order = await make_order(shop, [(product, 1)], method="pix")
    assert list(provider.charges) == [order["payment_external_id"]]


async def test_a_failing_provider_leaves_the_order_pending_and_the_key_tries_again(shop, product, provider, database):
    provider.fail_always("garbage")
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix", key="k"), 502, "provider-error")
    order = (await shop.client.get(f"/internal/orders/{problem['order_id']}")).json()
    assert (order["status"], order["br_code"]) == ("pending", None)
    assert [(a["status"], a["error_code"]) for a in order["payment_attempts"]] == [("failed", "provider_unreachable")]
    assert order["events"][-1]["type"] == "payment_failed"
    assert_problem(await ask_order(shop, [(product, 1)], method="pix", key="k"), 502, "provider-error")
    assert_problem(await ask_order(shop, [(product, 2)], method="pix", key="k"), 422, "idempotency-key-reused")
    provider.fail_always(None)
    again = await ask_order(shop, [(product, 1)], method="pix", key="k")
    assert again.status_code == 201, again.text
    assert (again.json()["id"], again.json()["status"]) == (order["id"], "awaiting_payment")
    assert (await ask_order(shop, [(product, 1)], method="pix", key="k")).json() == again.json()
    assert len(provider.charges) == 1
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_a_key_that_could_not_be_given_up_is_given_up_when_the_database_lets_us(
    shop, product, provider, database
):
    """As when a company's node goes down while it is served: the process lives, so nobody may take the key over."""
    provider.fail_always("garbage")
    claims = "SELECT key FROM idempotency_keys WHERE company_id = $1 AND response_status IS NULL FOR UPDATE"
    asking = asyncio.create_task(ask_order(shop, [(product, 1)], method="pix", key="k"))
    while True:
        async with database.transaction() as tx:
            if await tx.fetchval(claims, shop.id):
                assert_problem(await asking, 502, "provider-error")
                break
    provider.fail_always(None)

    async def works():
        return (await ask_order(shop, [(product, 1)], method="pix", key="k")).status_code == 201

    await until(works)
    assert len(provider.charges) == 1


async def work(api, database):
    """Run the waiting charge jobs now; gives how each one ended. A failed one waits again."""
    outcomes = []
    rows = await database.fetch(
        "SELECT id, name, args::text FROM jobs WHERE name IN ('charge_order', 'withdraw_charge')"
    )
    for job_id, name, args in rows:
        kind = registry.get(name)
        try:
            await kind(JobCtx(api.services, SimpleNamespace(attempts=1)), msgspec.json.decode(args, type=kind.args))
        except (GiveUp, RetryLater) as error:
            outcomes.append((name, type(error).__name__))
        else:
            await database.execute("DELETE FROM jobs WHERE id = $1", job_id)
            outcomes.append((name, "done"))
    return outcomes


async def test_a_failed_charge_is_made_later_without_anybody_asking(api, shop, product, provider, database):
    provider.fail_always("garbage")
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")
    assert await database.fetchval("SELECT run_at > now() FROM jobs WHERE name = 'charge_order'")
    assert await work(api, database) == [("charge_order", "RetryLater")]
    provider.fail_always(None)
    assert await work(api, database) == [("charge_order", "done")]
    order = (await shop.client.get(f"/internal/orders/{problem['order_id']}")).json()
    assert order["status"] == "awaiting_payment"
    assert [a["status"] for a in order["payment_attempts"]] == ["failed", "pending"]
    assert list(provider.charges) == [order["payment_external_id"]]


async def test_an_order_that_is_moved_while_its_charge_waits_gets_it(api, shop, product, provider, database):
    provider.fail_always("garbage")
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")
    assert (await move(shop, problem["order_id"], "awaiting_payment")).status_code == 200
    provider.fail_always(None)
    assert ("charge_order", "done") in await work(api, database)
    after = (await shop.client.get(f"/internal/orders/{problem['order_id']}")).json()
    assert list(provider.charges) == [after["payment_external_id"]]
    assert after["br_code"] is not None


async def test_an_order_that_got_its_charge_in_time_stays_open(api, shop, product, provider, database):
    provider.fail_always("garbage")
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")
    assert await database.fetchval("SELECT run_at > now() + interval '59 min' FROM jobs WHERE name = 'close_uncharged'")
    provider.fail_always(None)
    await database.execute("UPDATE jobs SET run_at = now()")
    await work(api, database)
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{problem['order_id']}")).json()
    assert (after["status"], after["br_code"] is not None) == ("awaiting_payment", True)


async def test_a_new_charge_has_an_hour_of_its_own(api, shop, product, provider, database):
    provider.fail_always("garbage")
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")
    await database.execute("UPDATE orders SET status = 'expired'")
    assert (await move(shop, problem["order_id"], "awaiting_payment")).status_code == 200
    await work(api, database)
    hours = "SELECT run_at > now() + interval '59 min' FROM jobs WHERE name = 'close_uncharged'"
    assert [row[0] for row in await database.fetch(hours)] == [True, True]
    first = "(SELECT min(id::text)::uuid FROM jobs WHERE name = 'close_uncharged')"
    await database.execute(f"UPDATE jobs SET run_at = now() WHERE id = {first}")  # noqa: S608
    await api.run_jobs()
    assert await database.fetchval("SELECT status FROM orders") == "awaiting_payment"


async def test_an_expired_order_gets_a_new_charge(api, shop, product, provider, database):
    order = await make_order(shop, [(product, 1)], method="pix")
    await database.execute("UPDATE orders SET status = 'expired', payment_expires_at = now() - interval '1 hour'")
    moved = (await move(shop, order["id"], "awaiting_payment")).json()
    assert (moved["br_code"], moved["payment_expires_at"]) == (None, None)
    assert moved["payment_external_id"] != order["payment_external_id"]
    assert sorted(await work(api, database)) == [("charge_order", "done"), ("withdraw_charge", "done")]
    again = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert again["status"] == "awaiting_payment"
    assert again["br_code"] == provider.charges[again["payment_external_id"]]["brCode"]
    assert len(again["payment_attempts"]) == 2
    old = await shop.client.get(f"/internal/orders/by-payment-external-id/{order['payment_external_id']}")
    assert old.json()["id"] == order["id"]


async def test_a_store_that_has_lost_its_key_awaits_no_charge_that_ran_out(shop, product, provider, database):
    order = await make_order(shop, [(product, 1)], method="pix")
    await database.execute("UPDATE orders SET status = 'expired', payment_expires_at = now() - interval '1 hour'")
    await save_settings(shop, pix_api_key=None)
    assert_problem(await move(shop, order["id"], "awaiting_payment"), 409, "payment-method-unavailable")


async def test_a_charge_saved_before_the_move_is_kept(api, shop, product, provider, database):
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="manual_pix")
    mine = {"br_code": "000201mine", "payment_external_id": "mine", "expires_at": "2099-01-01T00:00:00Z"}
    await shop.client.post(f"/internal/orders/{order['id']}/checkout-state", json=mine)
    moved = (await move(shop, order["id"], "awaiting_payment")).json()
    assert (moved["br_code"], moved["payment_external_id"]) == ("000201mine", "mine")
    assert await work(api, database) == []


async def test_switching_to_manual_pix_shows_the_stores_own_code(shop, product, provider):
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="pix")
    moved = (await move(shop, order["id"], "awaiting_proof")).json()
    assert (moved["payment_method"], moved["payment_link_url"]) == ("manual_pix", None)
    assert "ORD1" in moved["br_code"]
    assert moved["payment_external_id"] == order["payment_external_id"]


async def test_a_charge_that_another_takes_the_place_of_is_taken_back(api, shop, product, provider):
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="pix")
    for to in ("awaiting_proof", "awaiting_payment"):
        await move(shop, order["id"], to)
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert after["payment_external_id"] != order["payment_external_id"]
    assert list(provider.charges) == [after["payment_external_id"]]


@pytest.mark.parametrize("way", [["confirmed"], ["awaiting_proof", "confirmed"]])
async def test_the_charge_of_an_order_that_a_person_confirms_is_taken_back(api, shop, product, provider, way):
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="pix")
    for to in way:
        assert (await move(shop, order["id"], to)).status_code == 200
    await api.run_jobs()
    assert provider.charges == {}


async def test_a_cancelled_orders_charge_is_taken_back(api, shop, product, provider, database):
    order = await make_order(shop, [(product, 1)], method="pix")
    await move(shop, order["id"], "cancelled")
    assert await work(api, database) == [("withdraw_charge", "done")]
    assert provider.charges == {}


async def test_a_wrong_key_says_so(shop, database):
    await save_settings(shop, pix_api_key="another-app-id")
    product = await add_product(database, shop.store_id)
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix"), 502, "provider-error")
    assert problem["error_code"] == "api_key_refused"
    assert "another-app-id" not in str(problem)


class Crash(BaseException):
    """The process is killed."""


async def break_off(shop, product, monkeypatch):
    """An order with the key `k` whose request ends after the charge and gives nothing back."""
    from app.features.orders import charges

    async def killed(*_args):
        raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(charges, "_charged", killed)
        with pytest.raises(Crash):
            await ask_order(shop, [(product, 1)], method="pix", key="k")
    assert_problem(await ask_order(shop, [(product, 1)], method="pix", key="k"), 409, "conflict")


async def test_a_crash_before_the_charge_is_saved_is_mended_by_the_key(shop, product, provider, database, monkeypatch):
    await break_off(shop, product, monkeypatch)
    assert len(provider.charges) == 1
    await database.execute("UPDATE idempotency_keys SET created_at = now() - interval '2 minutes'")
    order = (await ask_order(shop, [(product, 1)], method="pix", key="k")).json()
    assert order["status"] == "awaiting_payment"
    assert list(provider.charges) == [order["payment_external_id"]]
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_a_key_claimed_before_the_database_was_lost_is_free_again(shop, product, database, monkeypatch):
    await break_off(shop, product, monkeypatch)
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listener'"
    assert await database.fetchval(f"{ended} AND datname = current_database()")

    async def made() -> bool:
        return (await ask_order(shop, [(product, 1)], method="pix", key="k")).status_code == 201

    await until(made, 5)
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_no_connection_is_held_while_the_provider_hangs(api, shop, product, provider):
    await save_settings(shop, reserve_stock=False)
    provider.fail_always("hang")
    waiting = [asyncio.create_task(ask_order(shop, [(product, 1)], method="pix")) for _ in range(9)]
    await until(lambda: len(provider.seen) >= 8 and api.services.db.usage()[0] == 0)
    assert (await shop.client.get("/internal/stores")).status_code == 200
    assert not any(task.done() for task in waiting)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


@pytest.mark.parametrize("what", ["cancelled", "awaiting_proof", "theirs"])
async def test_a_charge_that_comes_too_late_cannot_be_paid(shop, product, provider, monkeypatch, what):
    """The order is cancelled, to be paid in another way, or has a charge of the caller's when ours is made."""
    from app.clients.pixprovider import HttpPixProvider

    await save_settings(shop, **MANUAL_PIX)
    create = HttpPixProvider.create_charge

    async def slow(self, api_key, charge):
        made = await create(self, api_key, charge)
        listed = (await shop.client.get("/internal/orders", params={"store_ids": shop.store_id})).json()["items"]
        path = f"/internal/orders/{listed[0]['id']}"
        if what == "theirs":
            answer = await shop.client.post(f"{path}/checkout-state", json={"payment_external_id": "theirs"})
        else:
            answer = await move(shop, listed[0]["id"], what)
        assert answer.status_code == 200
        return made

    monkeypatch.setattr(HttpPixProvider, "create_charge", slow)
    order = await make_order(shop, [(product, 1)], method="pix")
    assert (order["status"], order["payment_external_id"] == "theirs") == (
        "awaiting_payment" if what == "theirs" else what,
        what == "theirs",
    )
    assert provider.charges == {}


async def test_a_callers_charge_takes_the_place_of_ours(api, shop, product, provider):
    order = await make_order(shop, [(product, 1)], method="pix")
    ours = order["payment_external_id"]
    body = {"br_code": "000201", "payment_external_id": "theirs-1"}
    after = (await shop.client.post(f"/internal/orders/{order['id']}/checkout-state", json=body)).json()
    assert (after["status"], after["payment_expires_at"]) == ("awaiting_payment", None)
    assert (after["br_code"], after["payment_link_url"], after["payment_external_id"]) == ("000201", None, "theirs-1")
    await api.run_jobs()
    assert ours not in provider.charges
    api.clock.advance(days=2)
    await expire_orders(JobCtx(api.services, None), NoArgs())
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert after["status"] == "awaiting_payment"


@pytest.mark.parametrize("again", ["key", "job"])
async def test_a_callers_charge_without_a_code_is_not_made_once_more(api, shop, product, provider, database, again):
    theirs = str(uuid4())
    provider.fail_always("garbage")
    problem = assert_problem(await ask_order(shop, [(product, 1)], method="pix", key="k"), 502, "provider-error")
    path = f"/internal/orders/{problem['order_id']}"
    saved = await shop.client.post(f"{path}/checkout-state", json={"payment_external_id": theirs})
    assert saved.json()["status"] == "awaiting_payment"
    provider.fail_always(None)
    if again == "key":
        answer = await ask_order(shop, [(product, 1)], method="pix", key="k")
        assert (answer.status_code, answer.json()["payment_external_id"]) == (201, theirs)
    else:
        await database.execute("UPDATE jobs SET run_at = now()")
        await api.run_jobs()
    after = (await shop.client.get(path)).json()
    assert (after["status"], after["payment_external_id"], after["br_code"]) == ("awaiting_payment", theirs, None)
    assert provider.charges == {}
