"""Stock from an ERP: signatures, exactly once, set and delta, a thousand items."""

import asyncio
import hashlib
import hmac
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from app.db import Database, uuid7
from tests.api import Api, Tenant
from tests.features.stock_sync import Store, body, make_store, send, stock
from tests.problems import assert_problem


@pytest.fixture
async def store(database: Database, two_tenants: tuple[Tenant, Tenant]) -> Store:
    return await make_store(database, two_tenants[0])


@pytest.fixture
async def secret(store: Store) -> str:
    return str((await store.put(inbound_enabled=True))["inbound_secret"])


def plain(secret: str, content: bytes) -> dict[str, str]:
    return {"X-Signature-256": "sha256=" + hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()}


class TestSignature:
    async def test_both_forms_are_accepted(self, api: Api, database: Database, store: Store, secret: str) -> None:
        answer = await send(api, store, secret, body({"sku": "sku-0", "quantity": 7}))
        assert answer.json() == {
            "received": True,
            "duplicate": False,
            "updated": 1,
            "stale": 0,
            "unknown": [],
            "clamped": 0,
            "uncounted": 0,
        }
        content = body({"external_id": "ERP-1", "quantity": 8})
        answer = await api.public.post(store.webhook_url, content=content, headers=plain(secret, content))
        assert answer.json()["updated"] == 1
        assert await stock(database, store) == [7, 8, 10]

    async def test_whatever_is_wrong_the_answer_is_the_same(self, api: Api, store: Store, secret: str) -> None:
        content = body({"sku": "SKU-0", "quantity": 7})
        stranger = Store(str(uuid7()), store.tenant, [])
        not_an_id = Store("not-an-id", store.tenant, [])
        wrong = "whsec_" + "A" * 44
        late, early = (datetime.now(UTC) + timedelta(seconds=s) for s in (-301, 302))
        answers = [
            await api.public.post(store.webhook_url, content=content),
            await send(api, store, wrong, content),
            await send(api, store, secret, content, at=late),
            await send(api, store, secret, content, at=early),
            await send(api, stranger, secret, content),
            await send(api, not_an_id, secret, content),
            await api.public.post(store.webhook_url, content=content, headers=plain(wrong, content)),
            await api.public.post(store.webhook_url, content=content + b" ", headers=plain(secret, content)),
            await api.public.post(store.webhook_url, content=content, headers={b"X-Signature-256": b"sha256=\xe9"}),
            await api.public.post(store.webhook_url, content=b"\xff", headers={"webhook-signature": "v1,"}),
        ]
        details = {assert_problem(answer, 401, "invalid-signature")["detail"] for answer in answers}
        assert len(details) == 1

    async def test_a_closed_door_is_told_only_to_who_has_the_key(self, api: Api, store: Store, secret: str) -> None:
        await store.put(inbound_enabled=False)
        content = body({"sku": "SKU-0", "quantity": 7})
        assert_problem(await send(api, store, secret, content), 403, "forbidden")
        assert_problem(await send(api, store, "whsec_" + "A" * 44, content), 401, "invalid-signature")
        await store.put(inbound_enabled=True)
        await store.tenant.client.delete(f"/internal/stores/{store.id}")
        assert_problem(await send(api, store, secret, content), 403, "forbidden")

    async def test_after_a_roll_the_old_secret_is_good_for_a_day(self, api: Api, store: Store, secret: str) -> None:
        fresh = (await store.put(roll_inbound_secret=True))["inbound_secret"]
        assert fresh != secret
        for key in (secret, fresh):
            assert (await send(api, store, key, body({"sku": "SKU-0", "quantity": 7}))).status_code == 200
        api.clock.advance(hours=24, seconds=1)
        now = api.clock.now()
        old = await send(api, store, secret, body({"sku": "SKU-0", "quantity": 7}), at=now)
        assert_problem(old, 401, "invalid-signature")
        assert (await send(api, store, fresh, body({"sku": "SKU-0", "quantity": 7}), at=now)).status_code == 200

    async def test_another_stores_secret_does_not_fit(
        self, api: Api, database: Database, two_tenants: tuple[Tenant, Tenant], store: Store, secret: str
    ) -> None:
        other = await make_store(database, two_tenants[1])
        await other.put(inbound_enabled=True)
        content = body({"sku": "SKU-0", "quantity": 0})
        assert_problem(await send(api, other, secret, content), 401, "invalid-signature")
        assert await stock(database, other) == [10, 10, 10]


class TestBody:
    @pytest.mark.parametrize(
        ("content", "status", "pointer"),
        [
            (b"{", 400, None),
            (body({"sku": "SKU-0", "quantity": 1, "depot": 2}), 422, "/items/0/depot"),
            (body({"sku": "SKU-0", "quantity": 1}, extra=1), 422, "/extra"),
            (body({"quantity": 1}), 422, "/items/0"),
            (body(), 422, "/items"),
            (body(*[{"sku": "S", "quantity": 1}] * 1001), 422, "/items"),
            (body({"sku": "SKU-0", "quantity": 1}, mode="add"), 422, "/mode"),
            (body({"sku": "SKU-0", "quantity": 1.5}), 422, "/items/0/quantity"),
            (body({"sku": "SKU-0", "quantity": 2**31}), 422, "/items/0/quantity"),
            (body({"sku": "SKU-0", "quantity": 10**30}), 422, None),
            (body({"sku": "a\0b", "quantity": 1}), 422, "/items/0/sku"),
            (body({"sku": "SKU-0", "quantity": 1}, occurred_at="2026-11-20T22:00:00"), 422, "/occurred_at"),
            (body({"sku": "SKU-0", "quantity": 1}, occurred_at="2999-01-01T00:00:00Z"), 422, "/occurred_at"),
        ],
        # The bodies hold the current time, and test ids must be the same in every worker process.
        ids=range(13),
    )
    async def test_a_signed_body_that_does_not_fit_is_refused(
        self, api: Api, database: Database, store: Store, secret: str, content: bytes, status: int, pointer: str | None
    ) -> None:
        answer = await send(api, store, secret, content)
        assert_problem(answer, status, "malformed-json" if status == 400 else "validation", pointer)
        assert await database.fetchval("SELECT count(*) FROM webhook_events") == 0

    async def test_a_difference_needs_an_event_id(self, api: Api, store: Store, secret: str) -> None:
        content = body({"sku": "SKU-0", "quantity": -1}, mode="delta")
        answer = await api.public.post(store.webhook_url, content=content, headers=plain(secret, content))
        assert_problem(answer, 422, "validation", "/event_id")


class TestStock:
    async def test_a_set_of_an_earlier_moment_is_stale(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        now = datetime.now(UTC)
        await send(api, store, secret, body({"sku": "SKU-0", "quantity": 5, "price_cents": 4990}, at=now))
        for at in (now - timedelta(seconds=1), now):
            stale = body({"sku": "SKU-0", "quantity": 0, "price_cents": 1}, {"sku": "SKU-1", "quantity": 3}, at=at)
            assert (await send(api, store, secret, stale)).json()["stale"] >= 1
        assert await stock(database, store) == [5, 3, 10]
        assert await database.fetchval("SELECT price_cents FROM products WHERE sku = 'SKU-0'") == 4990

    async def test_a_price_that_comes_late_does_not_replace_a_newer_one(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        now = datetime.now(UTC)
        for mode, seconds, price in (("delta", 20, 400), ("delta", 30, 300), ("set", 10, 500), ("delta", 15, 450)):
            item = {"sku": "SKU-0", "quantity": 1, "price_cents": price}
            push = body(item, mode=mode, at=now - timedelta(seconds=seconds), event_id=f"e-{seconds}")
            assert (await send(api, store, secret, push)).json()["updated"] == 1
        assert await database.fetchval("SELECT price_cents FROM products WHERE sku = 'SKU-0'") == 500
        assert (await stock(database, store))[0] == 2  # a difference counts whenever it comes

    async def test_a_form_that_shows_another_price_is_stale(self, api: Api, store: Store, secret: str) -> None:
        path = f"/internal/products/{store.products[0]}"
        opened = (await store.tenant.client.get(path)).json()
        await send(api, store, secret, body({"sku": "SKU-0", "quantity": 5}))
        form = {"name": "Outro", "version": opened["version"]}
        saved = await store.tenant.client.patch(path, json=form)
        assert saved.status_code == 200
        await send(api, store, secret, body({"sku": "SKU-0", "quantity": 5, "price_cents": 4990}))
        form = {"price_cents": 1000, "version": saved.json()["version"]}
        assert_problem(await store.tenant.client.patch(path, json=form), 409, "conflict")

    async def test_a_delta_is_applied_once_and_clamped_at_zero(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        content = body({"sku": "SKU-0", "quantity": -4}, {"external_id": "ERP-1", "quantity": -40}, mode="delta")
        first = await send(api, store, secret, content, message_id="event-1")
        assert (first.json()["updated"], first.json()["clamped"]) == (2, 1)
        again = await send(api, store, secret, content, message_id="event-1")
        assert again.json() == first.json() | {"duplicate": True, "updated": 0, "clamped": 0}
        assert await stock(database, store) == [6, 0, 10]
        rows = await database.fetch(
            "SELECT kind, delta, quantity_after, source_event_id FROM stock_movements"
            " WHERE kind <> 'manual' ORDER BY quantity_after DESC"
        )
        assert [tuple(row) for row in rows] == [("erp_delta", -4, 6, "event-1"), ("erp_delta", -10, 0, "event-1")]

    async def test_fifty_copies_at_once_have_one_effect(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        content = body({"sku": "SKU-0", "quantity": -1}, mode="delta", event_id="e-1")
        posts = (api.public.post(store.webhook_url, content=content, headers=plain(secret, content)) for _ in range(50))
        answers = await asyncio.gather(*posts)
        assert {answer.status_code for answer in answers} == {200}
        assert [answer.json()["duplicate"] for answer in answers].count(False) == 1
        assert await stock(database, store) == [9, 10, 10]

    async def test_differences_of_many_events_at_once_add_up(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        skus = ["SKU-0", "SKU-1", "SKU-2"]
        contents = [
            body(*({"sku": sku, "quantity": 1} for sku in skus[n % 3 :] + skus[: n % 3]), mode="delta", event_id=str(n))
            for n in range(40)
        ]
        answers = await asyncio.gather(
            *(api.public.post(store.webhook_url, content=c, headers=plain(secret, c)) for c in contents)
        )
        assert {answer.status_code for answer in answers} == {200}
        assert await stock(database, store) == [50, 50, 50]
        ledger = await database.fetchval("SELECT sum(delta) FROM stock_movements WHERE kind <> 'manual'")
        assert ledger == 120

    async def test_unknown_and_foreign_products_are_reported_and_untouched(
        self, api: Api, database: Database, two_tenants: tuple[Tenant, Tenant], store: Store, secret: str
    ) -> None:
        other = await make_store(database, two_tenants[1])
        content = body(
            {"sku": "SKU9", "quantity": 1},
            {"product_id": str(other.products[0]), "quantity": 1},
            {"product_id": str(store.products[2]), "quantity": 1},
        )
        answer = (await send(api, store, secret, content)).json()
        assert answer["unknown"] == ["SKU9", str(other.products[0])]
        assert answer["updated"] == 1
        assert await stock(database, other) == [10, 10, 10]

    async def test_an_external_id_that_nobody_has_leaves_the_sku_to_find_the_product(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        await database.execute("UPDATE products SET external_id = NULL WHERE sku = 'SKU-0'")
        content = body(
            {"external_id": "NEW", "sku": "SKU-0", "quantity": 1},
            {"external_id": "NEW", "sku": "SKU-1", "quantity": 2},
            {"external_id": "ERP-2", "sku": "SKU-1", "quantity": 3},
        )
        answer = (await send(api, store, secret, content)).json()
        assert (answer["updated"], answer["unknown"]) == (2, ["NEW"])
        assert await stock(database, store) == [1, 10, 3]

    async def test_a_product_named_twice_gets_the_last_value_or_the_sum(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        await send(api, store, secret, body({"sku": "SKU-0", "quantity": 3}, {"external_id": "ERP-0", "quantity": 4}))
        twice = body({"sku": "SKU-1", "quantity": 3}, {"external_id": "ERP-1", "quantity": 4}, mode="delta")
        await send(api, store, secret, twice)
        assert await stock(database, store) == [4, 17, 10]

    async def test_uncounted_products_are_counted_by_a_set_only(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        await database.execute("UPDATE products SET stock_quantity = NULL")
        delta = await send(api, store, secret, body({"sku": "SKU-0", "quantity": 3}, mode="delta"))
        assert (delta.json()["updated"], delta.json()["uncounted"]) == (0, 1)
        await send(api, store, secret, body({"sku": "SKU-0", "quantity": 3}, {"sku": "SKU-1", "quantity": -3}))
        assert await stock(database, store) == [3, 0, None]
        priced = body({"sku": "SKU-2", "quantity": 3, "price_cents": 777}, mode="delta")
        assert (await send(api, store, secret, priced)).json()["uncounted"] == 1
        row = await database.fetchrow("SELECT stock_quantity, price_cents FROM products WHERE sku = 'SKU-2'")
        assert tuple(row) == (None, 777)

    async def test_a_thousand_items_are_one_statement(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        await database.execute(
            "INSERT INTO products (company_id, id, store_id, sku, name, stock_quantity)"
            " SELECT $1, gen_random_uuid(), $2, 'BULK-' || n, 'Bulk ' || n, 0 FROM generate_series(1, 1000) n",
            store.tenant.id,
            UUID(store.id),
        )
        content = body(*({"sku": f"BULK-{n}", "quantity": n} for n in range(1, 1001)))
        started = asyncio.get_running_loop().time()
        answer = await send(api, store, secret, content)
        assert answer.json()["updated"] == 1000
        assert asyncio.get_running_loop().time() - started < 2
        assert await database.fetchval("SELECT sum(stock_quantity) FROM products WHERE sku LIKE 'BULK-%'") == 500_500

    async def test_nothing_goes_back_to_the_erp_it_came_from(
        self, api: Api, database: Database, store: Store, secret: str
    ) -> None:
        await store.put(outbound_enabled=True, outbound_url="https://erp.example.invalid/hook")
        await send(api, store, secret, body({"sku": "SKU-0", "quantity": 3}))
        assert await database.fetchval("SELECT count(*) FROM events WHERE starts_with(type, 'erp.')") == 0
