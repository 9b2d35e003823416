"""Token usage: recorded once, drawn in order, listed by day, summed by model."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from tests.problems import assert_problem
from tests.shops import NOBODYS

USAGE = "/internal/token-usage"
CALL = {"model": "m-1", "operation_type": "chat", "prompt_tokens": 10, "completion_tokens": 5}


async def record(shop, **fields):
    return await shop.client.post(USAGE, json=CALL | fields)


async def test_a_call_is_recorded_and_listed(shop):
    lead = await shop.lead()
    answer = await record(shop, lead_id=lead["id"], company_id=shop.id)
    assert answer.status_code == 201
    usage = answer.json()
    assert (usage["total_tokens"], usage["from_included"], usage["from_overage"]) == (15, 15, 0)
    assert (usage["company_id"], usage["store_id"], usage["lead_id"]) == (shop.id, shop.store_id, lead["id"])
    assert (await shop.client.get(USAGE)).json() == [usage]
    today = (datetime.now(UTC) - timedelta(hours=3)).date()
    for start, end, rows in (
        (today, today + timedelta(days=1), 1),
        (today + timedelta(days=1), today + timedelta(days=2), 0),
    ):
        params = {"company_id": shop.id, "period_start": str(start), "period_end": str(end)}
        assert len((await shop.client.get(USAGE, params=params)).json()) == rows


async def test_tokens_are_drawn_from_plan_then_topups_and_the_rest_is_the_houses(shop, database):
    await database.execute("UPDATE plans SET included_tokens = 100 WHERE slug = 'free'")
    for number, (tokens, expires) in enumerate(((30, None), (20, "2999-01-01"), (50, "2001-01-01"))):
        await database.execute(
            "INSERT INTO token_topups (id, company_id, payment_intent_id, amount_cents, tokens_granted,"
            " tokens_remaining, expires_at) VALUES (gen_random_uuid(), $1, $2, 3000, $3, $3, $4::text::timestamptz)",
            shop.id,
            f"pi_{number}",
            tokens,
            expires,
        )
    split = []
    for total in (90, 25, 100):
        usage = (await record(shop, total_tokens=total)).json()
        split.append((usage["from_included"], usage["from_topup"], usage["from_absorbed"]))
    assert split == [(90, 0, 0), (10, 15, 0), (0, 35, 65)]
    # The soonest to expire went first, and the expired one not at all.
    left = await database.fetch("SELECT tokens_remaining FROM token_topups ORDER BY payment_intent_id")
    assert [row[0] for row in left] == [0, 0, 50]
    counter = await database.fetchrow(
        "SELECT used_tokens, included_used, topup_used, absorbed_tokens FROM usage_counters"
    )
    assert tuple(counter) == (215, 100, 50, 65)


async def test_embeddings_are_counted_but_cost_nothing(shop, database):
    usage = (await record(shop, operation_type="embedding")).json()
    assert (usage["total_tokens"], usage["from_included"]) == (15, 0)
    assert await database.fetchval("SELECT count(*) FROM usage_counters") == 0


async def test_a_request_id_is_recorded_once(shop, database):
    answers = await asyncio.gather(*(record(shop, request_id="r-1") for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert await database.fetchval("SELECT used_tokens FROM usage_counters") == 15


async def test_concurrent_calls_are_all_counted(shop, database):
    assert {answer.status_code for answer in await asyncio.gather(*(record(shop) for _ in range(30)))} == {201}
    assert await database.fetchval("SELECT used_tokens FROM usage_counters") == 450
    assert await database.fetchval("SELECT sum(from_included) FROM token_usage") == 450


async def test_the_summary_adds_by_model_and_operation(shop, other_shop):
    await record(other_shop)
    for fields in ({}, {}, {"model": "m-2", "prompt_tokens": 100}, {"operation_type": "extract_lead"}):
        await record(shop, **fields)
    month = f"{datetime.now(UTC) - timedelta(hours=3):%Y-%m}"
    summary = (await shop.client.get(f"{USAGE}/summary", params={"company_id": shop.id, "period": month})).json()
    assert (summary["period"], summary["total_tokens"]) == (month, 150)
    keys = ("model", "operation_type", "prompt_tokens", "completion_tokens", "total_tokens", "requests")
    assert [tuple(item[key] for key in keys) for item in summary["items"]] == [
        ("m-2", "chat", 100, 5, 105, 1),
        ("m-1", "chat", 20, 10, 30, 2),
        ("m-1", "extract_lead", 10, 5, 15, 1),
    ]
    assert {day["date"][:7] for day in summary["by_day"]} == {month}
    assert sum(day["tokens"] for day in summary["by_day"]) == 150
    old = (await shop.client.get(f"{USAGE}/summary", params={"period": "2020-02"})).json()
    assert old == {"period": "2020-02", "total_tokens": 0, "items": [], "by_day": []}


async def test_another_tenants_records_are_not_there(shop, other_shop, database):
    lead, mine = await other_shop.lead(), await shop.lead()
    for fields in (
        {"company_id": other_shop.id},
        {"store_id": other_shop.store_id},
        {"lead_id": lead["id"]},
        {"lead_id": mine["id"], "store_id": other_shop.store_id},
        {"agent_id": NOBODYS},
    ):
        assert_problem(await record(shop, **fields), 404, "not-found")
    for path in (USAGE, f"{USAGE}/summary"):
        assert_problem(await shop.client.get(path, params={"company_id": other_shop.id}), 404, "not-found")
    # Nothing was drawn for what was refused.
    assert await database.fetchval("SELECT count(*) FROM usage_counters WHERE used_tokens > 0") == 0


async def test_a_user_without_company_has_no_usage(two_tenants):
    client = two_tenants[0].client
    assert_problem(await client.post(USAGE, json=CALL), 404, "not-found")
    assert_problem(await client.get(USAGE), 404, "not-found")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"operation_type": "dance"}, "/operation_type"),
        ({"prompt_tokens": -1}, "/prompt_tokens"),
        ({"total_tokens": 2**63}, "/total_tokens"),
        ({"batch_id": NOBODYS}, "/batch_id"),
    ],
)
async def test_a_call_that_does_not_fit_is_refused(shop, fields, pointer):
    assert_problem(await record(shop, **fields), 422, "validation", pointer)


async def test_any_day_of_the_calendar_can_be_asked_for(shop):
    await record(shop)
    for day, rows in (("0001-01-01", 1), ("9999-12-31", 0)):
        assert len((await shop.client.get(USAGE, params={"period_start": day})).json()) == rows
    for month in ("0001-01", "9999-12"):
        answer = await shop.client.get(f"{USAGE}/summary", params={"period": month})
        assert (answer.json()["period"], answer.json()["items"]) == (month, [])


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("", {"period_start": "yesterday"}),
        ("", {"period_end": "2026-02-30"}),
        ("", {"period_start": "2026-02-02", "period_end": "2026-02-01"}),
        ("", {"period_start": "2026-02-01T01:00:00Z", "period_end": "2026-02-01T00:00:00Z"}),
        ("", {"period_start": "2026-02-03", "period_end": "2026-02-01T00:00:00Z"}),
        ("", {"period_end": "2020-01-01"}),
        ("/summary", {"period": "2026-13"}),
        ("/summary", {"period": "0000-01"}),
    ],
)
async def test_a_period_that_does_not_fit_is_refused(shop, path, params):
    assert_problem(await shop.client.get(f"{USAGE}{path}", params=params), 422, "validation")


async def test_a_long_list_is_streamed_whole(shop, database, monkeypatch):
    monkeypatch.setattr("app.features.token_usage.service.PAGE", 3)
    for _ in range(7):
        await record(shop)
    rows = await shop.client.get(USAGE)
    assert rows.headers["content-type"] == "application/json"
    ids = [row["id"] for row in rows.json()]
    assert (len(ids), ids) == (7, sorted(ids, reverse=True))
    assert [row["id"] for row in (await shop.client.get(USAGE, params={"limit": 2})).json()] == ids[:2]


async def test_usage_is_listed_between_times(shop):
    await record(shop)
    (row,) = (await shop.client.get(USAGE)).json()
    at = row["created_at"]
    assert len((await shop.client.get(USAGE, params={"period_start": at})).json()) == 1
    assert (await shop.client.get(USAGE, params={"period_start": "2020-01-01", "period_end": at})).json() == []
    answer = await shop.client.get(USAGE, params={"period_start": "2026-01-01T00:00:00"})
    assert_problem(answer, 422, "validation", "/period_start")


async def test_a_total_below_its_parts_is_refused(shop):
    answer = await record(shop, prompt_tokens=10, completion_tokens=5, total_tokens=1)
    assert_problem(answer, 422, "validation", "/total_tokens")
