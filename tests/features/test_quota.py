"""The quota under concurrency: never overspent, settled once, drawn in order, given back after a crash."""

import asyncio

import pytest

from app.clients.llm import Usage
from app.context import JobCtx
from app.db.ids import uuid7
from app.features.quota import jobs
from app.features.quota.jobs import sweep_quota_reservations
from app.features.quota.service import (
    Call,
    Reservation,
    Standing,
    UsedBy,
    record,
    release,
    reserve,
    settle,
    standing_of,
)
from app.jobs import NoArgs

CHAT = UsedBy(operation_type="chat")


@pytest.fixture
def allow(database):
    async def set_included(tokens: int) -> None:
        await database.execute("UPDATE plans SET included_tokens = $1 WHERE slug = 'free'", tokens)

    return set_included


async def test_three_hundred_reservations_at_once_never_exceed_the_budget(shop, api, allow, database):
    await allow(100_000)
    outcomes = await asyncio.gather(*[reserve(api.services, shop.id, wanted=1000, least=1000) for _ in range(300)])
    held = [outcome for outcome in outcomes if isinstance(outcome, Reservation)]
    assert len(held) == 100
    assert {outcome.state for outcome in outcomes if isinstance(outcome, Standing)} == {"BLOCK"}
    call = Call("m", Usage(500, 200, 700))
    for first in range(0, 100, 10):
        await asyncio.gather(
            *[settle(api.services, shop.id, one.standing, [one], [call], CHAT) for one in held[first : first + 10]]
        )
    counters = await database.fetchrow("SELECT used_tokens, reserved_tokens, included_used FROM usage_counters")
    assert tuple(counters) == (70_000, 0, 70_000)
    assert await database.fetchval("SELECT sum(total_tokens) FROM token_usage") == 70_000


async def test_what_is_left_is_reserved_when_the_wish_does_not_fit(shop, api, allow):
    await allow(1000)
    first = await reserve(api.services, shop.id, wanted=900, least=100)
    assert isinstance(first, Reservation)
    second = await reserve(api.services, shop.id, wanted=900, least=50)
    assert isinstance(second, Reservation)
    assert second.tokens == 100
    third = await reserve(api.services, shop.id, wanted=900, least=50)
    assert isinstance(third, Standing)
    await release(api.services, first)
    assert isinstance(await reserve(api.services, shop.id, wanted=900, least=50), Reservation)


async def test_tokens_are_drawn_from_plan_then_topups_by_expiry_and_the_rest_is_the_houses(shop, api, allow, database):
    await allow(100)
    for days, tokens in ((None, 50), (5, 30), (-1, 999)):
        await database.execute(
            "INSERT INTO token_topups (id, company_id, payment_intent_id, amount_cents, tokens_granted,"
            " tokens_remaining, expires_at) VALUES ($1, $2, $3, 3000, $4, $4, now() + make_interval(days => $5))",
            uuid7(), shop.id, f"pi_{uuid7().hex}", tokens, days,
        )  # fmt: skip
    held = await reserve(api.services, shop.id, wanted=150, least=1)
    assert isinstance(held, Reservation)
    assert (held.standing.limit, held.standing.state) == (180, "WARN")
    await settle(api.services, shop.id, held.standing, [held], [Call("m", Usage(100, 60, 160))], CHAT)
    row = await database.fetchrow("SELECT from_included, from_topup, from_overage FROM token_usage")
    assert tuple(row) == (100, 60, 0)
    left = await database.fetch("SELECT tokens_remaining FROM token_topups ORDER BY expires_at NULLS LAST")
    assert [one[0] for one in left] == [999, 0, 20]
    async with api.services.db.transaction() as tx:
        await record(api.services, tx, shop.id, Usage(30, 0, 30), "m", CHAT)
    row = await database.fetchrow("SELECT from_included, from_topup, from_absorbed FROM token_usage ORDER BY id DESC")
    assert tuple(row) == (0, 20, 10)
    assert (await standing_of(api.services, shop.id)).state == "BLOCK"


async def test_a_request_id_counts_once(shop, api, database):
    by = UsedBy(operation_type="other", request_id="r-1")
    for _ in range(2):
        async with api.services.db.transaction() as tx:
            await record(api.services, tx, shop.id, Usage(10, 0, 10), "m", by)
    assert await database.fetchval("SELECT used_tokens FROM usage_counters") == 10
    assert await database.fetchval("SELECT count(*) FROM token_usage") == 1


async def test_a_crash_gives_its_reservation_back_after_two_minutes(shop, api, database):
    held = await reserve(api.services, shop.id, wanted=1000, least=1)
    assert isinstance(held, Reservation)
    job = JobCtx(api.services, None)  # type: ignore[arg-type]
    await sweep_quota_reservations(job, NoArgs())
    assert await database.fetchval("SELECT reserved_tokens FROM usage_counters") == 1000
    api.clock.advance(seconds=121)
    await sweep_quota_reservations(job, NoArgs())
    assert await database.fetchval("SELECT reserved_tokens FROM usage_counters") == 0
    await settle(api.services, shop.id, held.standing, [held], [Call("m", Usage(5, 5, 10))], CHAT)
    counters = await database.fetchrow("SELECT used_tokens, reserved_tokens FROM usage_counters")
    assert tuple(counters) == (10, 0)


async def test_one_companys_failure_keeps_no_others_reservation(shop, other_shop, api, database, monkeypatch):
    """The failing one's is the older one, and fills the first batch."""
    monkeypatch.setattr(jobs, "_BATCH", 1)
    held = [await reserve(api.services, each.id, wanted=1000, least=1) for each in (shop, other_shop)]
    assert all(isinstance(one, Reservation) for one in held)
    api.clock.advance(seconds=121)
    await database.execute(
        f"ALTER TABLE usage_counters ADD CONSTRAINT broken CHECK (reserved_tokens > 0 OR company_id <> '{shop.id}')"
    )
    await sweep_quota_reservations(JobCtx(api.services, None), NoArgs())  # type: ignore[arg-type]
    left = await database.fetch("SELECT company_id FROM usage_counters WHERE reserved_tokens > 0")
    assert [row["company_id"] for row in left] == [shop.id]
