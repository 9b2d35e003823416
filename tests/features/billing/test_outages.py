"""Errors of the provider in classes: an outage is waited for, an object in error is left to a person."""

import pytest

from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from tests.features.billing.test_overage import LAST_YEAR, unmetered_company

OUTAGES = ["401", "403", "429", "500", "cut", "garbage", "redirect"]


async def statuses(company):
    """Of all batches, else of all charges."""
    rows = await company.database.fetch("SELECT status FROM usage_report_batches ORDER BY created_at, id")
    rows = rows or await company.database.fetch("SELECT status FROM charges ORDER BY created_at, id")
    return [row[0] for row in rows]


async def two_metered(company, companies):
    """Two companies with overage to report."""
    other = await companies.make()
    for each in (company, other):
        await each.subscribe("starter")
        await each.use(40, overage=40)
    return other


async def test_a_rolled_key_loses_nothing(company, companies, provider, services):
    other = await two_metered(company, companies)
    provider.rolled = True
    for _ in range(3):
        assert (await report_usage(services)).waiting == 2
        company.api.clock.advance(hours=30)
    assert await statuses(company) == ["pending", "pending"]
    assert services.metrics.registry.get_sample_value("billing_outages_total", {"queue": "usage"}) == 3
    provider.rolled = False
    assert (await report_usage(services)).sent == 2
    assert [provider.metered(await each.customer()) for each in (company, other)] == [40, 40]


@pytest.mark.parametrize("fault", OUTAGES)
async def test_an_outage_stops_the_report_and_is_waited_for(company, companies, provider, services, fault):
    await two_metered(company, companies)
    provider.fail_always(fault)
    run = await report_usage(services)
    assert (run.sent, run.failed, run.waiting) == (0, 0, 2)
    provider.fail_always(None)
    services.cardprovider._http._breakers.clear()
    assert (await report_usage(services)).sent == 2


async def test_an_error_about_one_batch_ends_that_one_alone(company, companies, provider, services):
    await two_metered(company, companies)
    provider.fail("400", path="/v1/billing/meter_events")
    run = await report_usage(services)
    assert (run.sent, run.failed, run.waiting) == (1, 1, 0)
    assert sorted(await statuses(company)) == ["needs_attention", "sent"]


@pytest.mark.parametrize("fault", OUTAGES)
async def test_an_outage_blames_nobody_for_a_charge(company, provider, services, fault):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    provider.fail_always(fault)
    run = await charge_overage(services)
    assert (run.made, run.failed, run.waiting) == (1, 0, 1)
    assert (await company.client.get("/internal/billing/settings")).json()["auto_overage"] is True
    assert await company.database.fetchval("SELECT count(*) FROM jobs WHERE name = 'send_billing_notice'") == 0
    provider.fail_always(None)
    services.cardprovider._http._breakers.clear()
    assert (await charge_overage(services)).succeeded == 1
    assert [intent["amount"] for intent in provider.payment_intents.values()] == [1_160]


async def test_an_error_about_one_charge_leaves_it_to_a_person_and_tells_nobody(company, provider, services):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    provider.fail("400", path="/v1/customers")
    run = await charge_overage(services)
    assert (run.failed, run.waiting) == (1, 0)
    assert await statuses(company) == ["needs_attention"]
    assert (await company.client.get("/internal/billing/settings")).json()["auto_overage"] is True
