"""A job over all companies fails for one alone."""

import pytest

from app.features.billing.alerts import end_graces, raise_alerts
from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from tests.features.billing.workers import run_jobs
from tests.problems import assert_problem


@pytest.mark.parametrize("zone", ["localtime", "posixrules", "right/UTC", "Nowhere/None", "FOO+3", ""])
async def test_a_zone_the_database_does_not_know_is_refused(company, zone):
    answer = await company.client.patch("/internal/company", json={"timezone": zone})
    assert_problem(answer, 422, "validation", "/timezone")


@pytest.mark.parametrize("zone", ["America/Sao_Paulo", "UTC", "Asia/Kathmandu", "Europe/Lisbon"])
async def test_zones_both_know_are_taken_and_the_month_is_readable(company, zone):
    assert (await company.client.patch("/internal/company", json={"timezone": zone})).status_code == 200
    assert (await company.client.get("/internal/billing/summary")).status_code == 200


async def test_one_companys_broken_zone_stops_no_other_alert(company, companies, services):
    """As if it had come in before zones were checked."""
    broken = await companies.make("localtime")
    for each in (company, broken):
        await each.use(200_000)
    assert await raise_alerts(services) == 1
    assert await run_jobs(services, "send_billing_notice") == 1
    assert services.metrics.registry.get_sample_value("company_failures_total", {"job": "alerts"}) == 1


async def test_one_companys_broken_zone_stops_no_other_bill(company, companies, provider, services):
    broken = await companies.make()
    for each in (company, broken):
        await each.subscribe("starter")
        await each.use(40, overage=40)
    await company.database.execute(
        """ALTER TABLE usage_report_batches ADD CONSTRAINT broken CHECK (company_id <> '%s')""" % broken.id  # noqa: UP031
    )
    assert (await report_usage(services)).sent == 1
    await charge_overage(services)
    assert provider.metered(await company.customer()) == 40
    await company.database.execute("ALTER TABLE usage_report_batches DROP CONSTRAINT broken")
    assert (await report_usage(services)).sent == 1


async def test_one_companys_failure_stops_no_others_end_of_grace(company, companies, provider, services):
    broken = await companies.make()
    for each in (company, broken):
        provider.renew(await each.subscribe("starter"))
        await each.deliver_all()
    company.api.clock.advance(days=8)
    await company.database.execute(
        "ALTER TABLE subscriptions ADD CONSTRAINT broken CHECK (NOT grace_over OR company_id <> '%s')" % broken.id  # noqa: UP031
    )
    assert await end_graces(services) == 1
    await company.database.execute("ALTER TABLE subscriptions DROP CONSTRAINT broken")
    assert await end_graces(services) == 1


async def test_triggers_work_for_the_actors_company_alone(company, companies, provider):
    other = await companies.make()
    for each in (company, other):
        await each.subscribe("starter")
        await each.use(40, overage=40)
    answer = await company.client.post("/internal/billing/_trigger-usage-report")
    assert answer.json() == {"claimed": 1, "sent": 1, "failed": 0, "waiting": 0}
    assert provider.metered(await other.customer()) == 0
    assert (await company.client.post("/internal/billing/_trigger-overage-charge")).status_code == 200
