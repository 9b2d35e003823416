"""The alert at alert_pct: one mail and one audit row a month, at the company's own threshold."""

import asyncio
import email
import email.policy
import json

from app.features.billing.alerts import raise_alerts
from tests.features.billing.workers import run_jobs


async def test_alert_is_raised_once_a_month(company, services):
    await company.use(159_999)
    assert await raise_alerts(services) == 0
    await company.use(1)
    assert await raise_alerts(services) == 1
    await company.use(10_000)
    assert await raise_alerts(services) == 0
    assert await run_jobs(services, "send_billing_notice") == 1
    [file] = (services.settings.data_dir / "outbox").glob("*.eml")
    mail = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
    assert mail["To"].endswith("@example.com")
    text = mail.get_body(("plain",)).get_content()
    assert "160.000 dos 200.000" in text
    assert "(80%)" in text
    audited = await company.database.fetch("SELECT action, target_id FROM audit_log WHERE actor_type = 'worker'")
    assert [tuple(row) for row in audited] == [("billing.usage_alert", company.id)]


async def test_threshold_is_the_companys_and_topups_count_as_paid(company, provider, services):
    await company.client.patch("/internal/billing/settings", json={"alert_pct": 50})
    await company.post_usage(100_000)
    topup = (await company.client.post("/internal/billing/topup", json={"amount_cents": 3_000})).json()
    await company.deliver(provider.pay_intent(topup["payment_intent_id"]))
    assert await raise_alerts(services) == 0
    await company.post_usage(500_000)
    assert await raise_alerts(services) == 1


async def test_several_percentages_and_the_end_are_each_written_about_once(company, services):
    told = []
    for tokens in (150_000, 10_000, 20_000, 10_000, 10_000, 10_000):
        await company.post_usage(tokens)
        await raise_alerts(services)
        await run_jobs(services, "send_billing_notice")
        told.append(sorted(path.name for path in (services.settings.data_dir / "outbox").glob("*.eml")))
    kinds = [[name.rsplit("-", 1)[0] for name in names] for names in told]
    assert [len(names) for names in told] == [0, 1, 2, 2, 3, 3]
    assert kinds[-1] == ["blocked", "usage-alert", "usage-alert"]


async def told(company, services):
    """The alerts the worker writes now, by the keys of their mails."""
    await raise_alerts(services)
    rows = await company.database.fetch("DELETE FROM jobs WHERE name = 'send_billing_notice' RETURNING args::text")
    mails = [json.loads(args) for (args,) in rows]
    return [mail["key"] for mail in mails if mail["notice"]["kind"] in ("usage-alert", "blocked")]


def kinds(keys):
    return [key.partition("/")[0] for key in keys]


async def test_a_plan_that_was_bought_since_has_alerts_of_its_own(company, services):
    await company.post_usage(200_000)
    keys = await told(company, services)
    assert kinds(keys) == ["blocked"]
    await company.subscribe("starter")
    assert await told(company, services) == []
    steps = ((1_500_000, []), (100_000, ["usage-alert"]), (399_999, ["usage-alert"]), (1, ["blocked"]))
    for tokens, expected in steps:
        await company.post_usage(tokens)
        new = await told(company, services)
        assert kinds(new) == expected
        assert await told(company, services) == []
        keys += new
    # The mail provider drops what comes with a key it has seen.
    assert len(set(keys)) == 4


async def test_what_was_bought_since_the_end_ends_again(company, provider, services):
    await company.post_usage(200_000)
    assert kinds(await told(company, services)) == ["blocked"]
    topup = (await company.client.post("/internal/billing/topup", json={"amount_cents": 3_000})).json()
    await company.deliver(provider.pay_intent(topup["payment_intent_id"]))
    assert await told(company, services) == []
    await company.post_usage(10**9)
    assert kinds(await told(company, services)) == ["blocked"]


async def test_overage_that_was_agreed_to_since_the_end_ends_again(company, services):
    await company.subscribe("starter")
    await company.post_usage(2_000_000)
    assert kinds(await told(company, services)) == ["blocked"]
    await company.settings(auto_overage=True, cap=2_900)
    await company.post_usage(500_000)
    assert await told(company, services) == []
    await company.post_usage(10**9)
    assert kinds(await told(company, services)) == ["blocked"]
    assert await told(company, services) == []


async def test_overage_that_is_allowed_is_no_end(company, services):
    await company.subscribe("starter")
    await company.settings(auto_overage=True)
    await company.post_usage(3_000_000)
    await raise_alerts(services)
    rows = await company.database.fetch("SELECT action FROM audit_log WHERE actor_type = 'worker'")
    assert [row[0] for row in rows] == ["billing.usage_alert"]


async def test_machines_at_the_same_time_alert_once(company, companies, services):
    other = await companies.make()
    for each in (company, other):
        await each.use(200_000)
    raised = await asyncio.gather(*(raise_alerts(services) for _ in range(4)))
    assert sum(raised) == 2
    assert await company.database.fetchval("SELECT count(*) FROM jobs WHERE name = 'send_billing_notice'") == 2


async def test_company_that_is_gone_gets_no_mail(company, services):
    await company.use(200_000)
    await raise_alerts(services)
    await company.database.execute("DELETE FROM users WHERE id = $1", company.id)
    await run_jobs(services, "send_billing_notice")
    assert not (services.settings.data_dir / "outbox").exists()
