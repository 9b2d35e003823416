"""The usage report: every overage token reaches the provider's meter exactly once, whatever happens in between."""

import asyncio
from datetime import date

import pytest

from app.features.billing.report import report_usage
from tests.features.billing.killed_report import killed
from tests.problems import assert_problem


async def batches(company):
    rows = await company.database.fetch(
        "SELECT identifier, tokens, status, attempts FROM usage_report_batches ORDER BY created_at, id"
    )
    return [tuple(row) for row in rows]


async def metered_company(company, *tokens):
    """A company on a plan with a metered price and with that much overage."""
    await company.subscribe("starter")
    for count in tokens:
        await company.use(count, overage=count)
    return await company.customer()


async def test_overage_is_reported_once_and_the_rest_is_not(company, provider, services):
    customer = await metered_company(company, 300, 200)
    await company.use(1_000)
    run = await report_usage(services)
    assert (run.claimed, run.sent, run.failed, run.waiting) == (1, 1, 0, 0)
    assert provider.metered(customer) == 500
    low, high = await company.database.fetchrow("SELECT min(id), max(id) FROM token_usage WHERE from_overage > 0")
    assert await batches(company) == [(f"{company.id}:{low}:{high}", 500, "sent", 1)]
    await report_usage(services)
    assert provider.metered(customer) == 500
    [event] = provider.meter_events.values()
    assert event["event_name"] == "tokens"


async def test_row_that_commits_late_with_a_lower_id_is_not_lost(company, provider, services):
    customer = await metered_company(company)
    late = """INSERT INTO token_usage (company_id, period, model, operation_type, total_tokens, from_overage, plan_id,
                                       plan_version, overage_price)
              SELECT $1, $2, 'test', 'chat', 7, 7, p.id, p.version, 2900 FROM plans p WHERE p.slug = 'starter'"""
    async with company.database.transaction() as slow:
        await slow.execute(late, company.id, date.today().replace(day=1))
        await company.use(100, overage=100)
        await report_usage(services)
        assert provider.metered(customer) == 100
    await report_usage(services)
    assert provider.metered(customer) == 107


async def test_each_company_and_month_has_its_own_batch(company, companies, provider, services):
    other = await companies.make()
    mine, theirs = await metered_company(company, 10), await metered_company(other, 20)
    await company.use(5, overage=5, period=date(2026, 1, 1))
    run = await report_usage(services)
    assert run.claimed == 3
    assert (provider.metered(mine), provider.metered(theirs)) == (15, 20)


async def test_reports_at_the_same_time_count_once(company, provider, services):
    customer = await metered_company(company, *([10] * 20))
    await asyncio.gather(*(report_usage(services) for _ in range(5)))
    await report_usage(services)
    assert provider.metered(customer) == 200
    assert {status for _, _, status, _ in await batches(company)} == {"sent"}


@pytest.mark.parametrize("fault", ["500", "401", "403", "429", "cut", "half_reply"])
async def test_provider_that_fails_gets_the_same_batch_again(company, provider, services, fault):
    customer = await metered_company(company, 40)
    provider.fail(fault, times=3, path="/v1/billing/meter_events")
    first = await report_usage(services)
    assert first.waiting == 1
    identifier = (await batches(company))[0][0]
    while (await report_usage(services)).waiting:
        assert len(await batches(company)) == 1
    assert (await batches(company))[0][0] == identifier
    assert provider.metered(customer) == 40


async def test_batch_nobody_answered_for_a_day_is_looked_for_at_the_meter(company, provider, services):
    customer = await metered_company(company, 40)
    provider.fail("cut", path="/v1/billing/meter_events")
    assert (await report_usage(services)).waiting == 1
    company.api.clock.advance(hours=24)
    assert (await report_usage(services)).sent == 1
    assert provider.metered(customer) == 40


async def test_batch_the_meter_has_is_not_counted_again_when_the_provider_forgot_its_identifier(
    company, provider, services
):
    customer = await metered_company(company, 40)
    provider.fail("half_reply", path="/v1/billing/meter_events")
    assert (await report_usage(services)).waiting == 1
    company.api.clock.advance(hours=24)
    provider.forget_keys()
    sent = [seen.path for seen in provider.seen].count("/v1/billing/meter_events")
    assert (await report_usage(services)).sent == 1
    assert [seen.path for seen in provider.seen].count("/v1/billing/meter_events") == sent
    assert provider.metered(customer) == 40


@pytest.mark.timeout(300)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_kill_9_at_any_step_neither_loses_nor_doubles_a_token(company, provider, services, when):
    customer = await metered_company(company)
    expected, steps = 0, 0
    for step in range(1, 40):
        await company.use(step, overage=step)
        expected += step
        if not await killed("report", company.database.dsn, provider.url, step, when):
            break
        steps = step
        if step % 2:
            # Every other time a healthy run comes in between; else the next victim finds what two have left.
            await report_usage(services)
            assert provider.metered(customer) == expected
    assert steps >= 6
    await report_usage(services)
    assert provider.metered(customer) == expected
    assert {status for _, _, status, _ in await batches(company)} == {"sent"}
    claimed = await company.database.fetchval("SELECT sum(tokens) FROM usage_report_batches")
    assert claimed == expected


async def test_trigger_runs_the_report_in_development(company, provider):
    customer = await metered_company(company, 40)
    answer = await company.client.post("/internal/billing/_trigger-usage-report")
    assert answer.json() == {"claimed": 1, "sent": 1, "failed": 0, "waiting": 0}
    assert provider.metered(customer) == 40


async def test_trigger_needs_the_app_token(api):
    assert_problem(await api.public.post("/internal/billing/_trigger-usage-report"), 401, "unauthorized")
