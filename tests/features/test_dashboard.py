"""The dashboard: right numbers, the company's day, and the same cost with 200,000 orders."""

import asyncio
import contextlib
import json
import time
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from tests.problems import assert_problem
from tests.shops import NOBODYS

PAID = ("confirmed", "preparing", "shipped", "delivered")


async def see(shop):
    answer = await shop.client.get(f"/internal/dashboard/{shop.store_id}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def put_orders(database, shop, rows):
    await database.executemany(
        "INSERT INTO orders (company_id, id, store_id, number, payment_method, status, subtotal_cents, total_cents,"
        " created_at) VALUES ($1, gen_random_uuid(), $2, $3, 'cod', $4, $5, $5, $6)",
        [(shop.id, shop.store_id, number, *row) for number, row in enumerate(rows, 1)],
    )


async def test_an_empty_store_has_zeros(shop):
    board = await see(shop)
    assert board["orders"]["by_status"] == {}
    assert board["orders"]["today"] == {"count": 0, "revenue_cents": 0}
    assert len(board["orders"]["last_30_days"]) == 30
    assert board["leads"] == {"total": 0, "by_status": {}, "today": 0}
    assert board["products"] == {"total": 0, "active": 0, "out_of_stock": 0, "without_price": 0}
    assert board["recent_conversations"] == []


async def test_the_numbers_are_the_stores(shop, other_shop, database):
    now = datetime.now(UTC)
    today = (now - timedelta(hours=3)).date()
    rows = [("pending", 1000, now), ("confirmed", 2000, now), ("delivered", 4000, now - timedelta(days=2))]
    await put_orders(database, shop, [*rows, ("shipped", 8000, now - timedelta(days=40))])
    await put_orders(database, other_shop, [("confirmed", 99, now)])
    lead = await shop.lead(name="Bia")
    await shop.lead()
    message = {"role": "user", "content": "x" * 300, "lead_id": lead["id"]}
    assert (await shop.client.post("/internal/messages", json=message)).status_code == 201
    await shop.product(stock_quantity=0)
    board = await see(shop)
    assert board["orders"]["by_status"] == {"pending": 1, "confirmed": 1, "delivered": 1, "shipped": 1}
    assert (board["orders"]["total"], board["orders"]["revenue_cents"]) == (4, 14000)
    assert board["orders"]["today"] == {"count": 2, "revenue_cents": 2000}
    days = {day["date"]: (day["count"], day["revenue_cents"]) for day in board["orders"]["last_30_days"]}
    assert list(days) == [str(today - timedelta(days=n)) for n in range(29, -1, -1)]
    assert (days[str(today)], days[str(today - timedelta(days=2))]) == ((2, 2000), (1, 4000))
    assert board["leads"] == {"total": 2, "by_status": {"new": 2}, "today": 2}
    assert board["products"] == {"total": 1, "active": 1, "out_of_stock": 1, "without_price": 1}
    (conversation,) = board["recent_conversations"]
    assert (conversation["lead_id"], conversation["name"]) == (lead["id"], "Bia")
    assert len(conversation["last_message"]["content"]) == 200


async def test_totals_follow_every_move_and_deletion(shop, database):
    now = datetime.now(UTC)
    await put_orders(database, shop, [("pending", 100, now), ("pending", 200, now), ("pending", 400, now)])
    await database.execute("UPDATE orders SET status = 'confirmed' WHERE number <= 2")
    await database.execute("UPDATE orders SET status = 'cancelled' WHERE number = 1")
    await database.execute("UPDATE orders SET notes = 'x'")
    await database.execute("DELETE FROM orders WHERE number = 3")
    orders = (await see(shop))["orders"]
    assert orders["by_status"] == {"cancelled": 1, "confirmed": 1}
    assert orders["revenue_cents"] == orders["today"]["revenue_cents"] == 200


COUNTED = """
    SELECT (SELECT jsonb_object_agg(g.status, g.n)
              FROM (SELECT l.status, count(*) AS n FROM leads l WHERE l.store_id = $1 GROUP BY 1) g)::text,
           (SELECT jsonb_build_object('total', count(*), 'active', count(*) FILTER (WHERE p.active),
                                      'out_of_stock', count(*) FILTER (WHERE p.stock_quantity = 0),
                                      'without_price', count(*) FILTER (WHERE p.price_cents IS NULL))
              FROM products p WHERE p.store_id = $1 AND p.deleted_at IS NULL)::text
"""


async def test_lead_and_product_totals_stay_exact_under_concurrent_writes(shop, database):
    """Whatever runs side by side, a rolled back statement included: the totals are what a count would give."""
    statuses = ("new", "engaged", "lost")

    async def lead(number):
        made = await shop.lead(external_id=f"v{number % 30}")
        await shop.client.patch(f"/internal/leads/{made['id']}", json={"status": statuses[number % 3]})

    async def upsert(number):
        items = [
            {"sku": f"S{n}", "name": f"Meia {n}", "active": bool((n + number) % 3), "stock_quantity": (n + number) % 2}
            | ({"price_cents": 100} if (n + number) % 4 else {"price_cents": None})
            for n in range(number % 4, 60)
        ]
        await shop.post("products/batch-upsert", store_id=shop.store_id, items=items)

    async def remove(number):
        sql = "UPDATE products SET deleted_at = now() WHERE company_id = $1 AND sku = $2 AND deleted_at IS NULL"
        await database.execute(sql, shop.id, f"S{number}")

    async def give_up(number):
        with contextlib.suppress(asyncpg.DivisionByZeroError):
            async with database.transaction() as tx:
                await tx.execute(
                    "UPDATE products SET active = NOT active, price_cents = NULL WHERE company_id = $1 AND sku = 'S59'",
                    shop.id,
                )
                await tx.execute("SELECT 1 / 0")

    await asyncio.gather(*(work(n) for n in range(12) for work in (lead, upsert, remove, give_up)))
    leads, products = [json.loads(text) for text in await database.fetchrow(COUNTED, shop.store_id)]
    board = await see(shop)
    assert (board["leads"]["by_status"], board["leads"]["total"]) == (leads, 12)
    assert board["products"] == products
    assert 0 < products["active"] < products["total"]
    await database.execute("DELETE FROM products WHERE store_id = $1 AND sku = 'S50'", shop.store_id)
    await database.execute("DELETE FROM leads WHERE store_id = $1 AND status = 'new'", shop.store_id)
    board = await see(shop)
    assert board["products"]["total"] == products["total"] - 1
    assert board["leads"]["by_status"] == {status: leads[status] for status in leads if status != "new"}
    listed = await shop.client.get("/internal/leads", params={"store_ids": shop.store_id, "limit": 1})
    assert listed.json()["total"] == 12 - leads["new"]


async def test_a_sale_that_moves_no_count_waits_for_nobody(shop, database):
    product = await shop.product(stock_quantity=5)
    async with database.transaction() as other:
        await other.execute(
            "SELECT 1 FROM product_totals WHERE company_id = $1 AND store_id = $2 FOR UPDATE", shop.id, shop.store_id
        )
        sell = "UPDATE products SET stock_quantity = $3 WHERE company_id = $1 AND id = $2"
        await database.execute(sell, shop.id, product["id"], 4)
        with pytest.raises(asyncpg.LockNotAvailableError):
            await database.execute(sell, shop.id, product["id"], 0)


async def test_another_tenants_store_is_not_there(shop, other_shop):
    for store_id in (other_shop.store_id, NOBODYS, "x"):
        assert_problem(await shop.client.get(f"/internal/dashboard/{store_id}"), 404, "not-found")


async def test_two_hundred_thousand_orders_cost_no_more(shop, database):
    """Freshly loaded and never vacuumed: the worst moment. The bound is generous for a busy machine."""
    async with database.acquire() as connection:
        await connection.execute("SET statement_timeout = '60s'")
        await connection.fetchval(
            "WITH made AS (INSERT INTO orders (company_id, id, store_id, number, payment_method, status,"
            " subtotal_cents, total_cents, created_at)"
            " SELECT $1, gen_random_uuid(), $2, n, 'cod', ($3::text[])[1 + n % 4], n, n,"
            " now() - n * interval '40 seconds' FROM generate_series(1, 200000) n RETURNING 1)"
            " SELECT count(*) FROM made",
            shop.id,
            shop.store_id,
            list(PAID),
            timeout=60,
        )
    await see(shop)
    taken = []
    for _ in range(5):
        started = time.perf_counter()
        board = await see(shop)
        taken.append(time.perf_counter() - started)
    assert board["orders"]["total"] == 200_000
    assert min(taken) < 0.05, taken


@pytest.mark.parametrize(
    "zone", ["Asia/Kolkata", "Asia/Kathmandu", "America/St_Johns", "Australia/Eucla", "Pacific/Chatham"]
)
async def test_days_are_right_in_zones_of_half_and_quarter_hours(shop, database, zone):
    assert (await shop.client.patch("/internal/company", json={"timezone": zone})).status_code == 200
    now = datetime.now(UTC)
    # Orders all around the clock, among them just before and after each zone's midnight.
    times = [now - timedelta(minutes=7 * n) for n in range(1, 900)]
    await database.executemany(
        "INSERT INTO orders (company_id, id, store_id, number, payment_method, status, subtotal_cents, total_cents,"
        " created_at, confirmed_at) VALUES ($1, gen_random_uuid(), $2, $3, 'cod', 'confirmed', $3, $3, $4, $5)",
        [(shop.id, shop.store_id, n, at, at + timedelta(minutes=5)) for n, at in enumerate(times, 1)],
    )
    rows = await database.fetch(
        """
        SELECT d.day::text,
               (SELECT count(*) FROM orders o
                 WHERE o.company_id = $2 AND (o.created_at AT TIME ZONE $1)::date = d.day) AS count,
               (SELECT coalesce(sum(o.total_cents), 0)::bigint FROM orders o
                 WHERE o.company_id = $2 AND (o.confirmed_at AT TIME ZONE $1)::date = d.day) AS cents
          FROM (SELECT DISTINCT (o.created_at AT TIME ZONE $1)::date AS day
                  FROM orders o
                 WHERE o.company_id = $2) d
        """,
        zone,
        shop.id,
    )
    days = {day["date"]: (day["count"], day["revenue_cents"]) for day in (await see(shop))["orders"]["last_30_days"]}
    assert {row["day"]: (row["count"], row["cents"]) for row in rows} == {
        day: numbers for day, numbers in days.items() if numbers[0]
    }
