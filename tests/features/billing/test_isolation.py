"""A job over all companies fails for one alone."""

import pytest

from app.features.billing import alerts
from app.features.billing.alerts import end_graces, raise_alerts
from app.features.billing.overage import charge_overage
from app.features.billing.reconcile import reconcile
from app.features.billing.report import report_usage
from tests.features.billing.test_overage import LAST_YEAR, unmetered_company
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
    assert services.metrics.registry.get_sample_value("company_failures_total", {"name": "alerts"}) == 1


async def test_an_alert_reaches_a_company_behind_any_number_that_stay_on_the_list(
    company, companies, services, monkeypatch
):
    monkeypatch.setattr(alerts, "PAGE", 1)
    steady, broken, last = [await companies.make(zone) for zone in ("UTC", "localtime", "UTC")]
    for each in (company, steady, broken):
        await each.use(160_000)
    assert await raise_alerts(services) == 2
    await last.use(160_000)
    assert await raise_alerts(services) == 1
    assert await run_jobs(services, "send_billing_notice") == 3


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


async def break_settling(database, table, company):
    await database.execute(
        f"ALTER TABLE {table} ADD CONSTRAINT broken CHECK (status = 'pending' OR company_id <> '{company}')"
    )


async def test_one_companys_batch_that_cannot_be_settled_stops_no_other_report(company, companies, provider, services):
    """Its own is the older one, so it comes first."""
    other = await companies.make()
    for each in (company, other):
        await each.subscribe("starter")
        await each.use(40, overage=40)
        provider.fail_always("401")
        await report_usage(services)
        provider.fail_always(None)
    await break_settling(company.database, "usage_report_batches", company.id)
    assert (await report_usage(services)).sent == 1
    assert provider.metered(await other.customer()) == 40
    assert services.metrics.registry.get_sample_value("company_failures_total", {"name": "usage"}) == 1
    await company.database.execute("ALTER TABLE usage_report_batches DROP CONSTRAINT broken")
    assert (await report_usage(services)).sent == 1
    assert provider.metered(await company.customer()) == 40


async def with_open_charges(companies, provider):
    for each in companies:
        await unmetered_company(each)
        await each.use(400_000, overage=400_000, period=LAST_YEAR)


async def test_one_companys_charge_that_cannot_be_settled_stops_no_other(company, companies, provider, services):
    """It has paid, and pays no second time."""
    other = await companies.make()
    await with_open_charges((company, other), provider)
    await break_settling(company.database, "charges", company.id)
    assert (await charge_overage(services)).succeeded == 1
    await company.database.execute("ALTER TABLE charges DROP CONSTRAINT broken")
    assert (await charge_overage(services)).succeeded == 1
    paid = [intent["customer"] for intent in provider.payment_intents.values()]
    assert sorted(paid) == sorted([await company.customer(), await other.customer()])


async def test_an_object_of_another_shape_stops_no_other_company(company, companies, provider, services):
    """Not an outage: the provider answers, and what it has of the next company is as ever."""
    other = await companies.make()
    await with_open_charges((company, other), provider)
    provider.fail("misshapen", path="/v1/payment_intents")
    assert (await charge_overage(services)).succeeded == 1
    assert (await charge_overage(services)).succeeded == 1
    provider.fail("misshapen", path="/v1/payment_intents")
    found = await reconcile(services, repair=True)
    assert [each.kind for each in found if each.kind != "lost_payment"] == ["refused"]
    rows = await company.database.fetch("SELECT reconciled_at IS NULL FROM billing_customers")
    assert sorted(row[0] for row in rows) == [False, True]


async def test_a_batch_is_sent_though_the_provider_answered_the_one_before_strangely(
    company, companies, provider, services
):
    other = await companies.make()
    for each in (company, other):
        await each.subscribe("starter")
        await each.use(40, overage=40)
        provider.fail("half_reply", path="/v1/billing/meter_events")
        await report_usage(services)
    company.api.clock.advance(hours=24)
    provider.fail("misshapen", path="/v1/billing/meters")
    assert (await report_usage(services)).sent == 1
    assert (await report_usage(services)).sent == 1
    assert provider.metered(await company.customer()) == provider.metered(await other.customer()) == 40


async def test_a_providers_words_with_a_nul_are_kept(company, provider, services):
    await company.subscribe("starter")
    await company.use(40, overage=40)
    provider.fail("nul", path="/v1/billing/meter_events")
    assert (await report_usage(services)).failed == 1
    assert await company.database.fetchval("SELECT last_error FROM usage_report_batches") == "no ?"


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
