"""Our rows against the provider's: what was lost is found and mended, and a second look finds nothing."""

import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from app.features.billing.overage import charge_overage
from app.features.billing.reconcile import reconcile
from app.features.billing.report import report_usage
from tests.features.billing.test_overage import LAST_YEAR, unmetered_company
from tests.features.billing.workers import run_jobs


async def kinds(services, **options):
    """What is found, and whether it was mended."""
    found = await reconcile(services, **({"repair": True} | options))
    return [(one.kind, one.mended) for one in found]


async def topup(company, cents=3_000):
    company.provider.attach_card(await company.customer())
    answer = await company.client.post("/internal/billing/topup", json={"amount_cents": cents})
    return answer.json()["payment_intent_id"]


async def test_without_differences_there_is_nothing_to_say(company, services):
    await company.subscribe("starter")
    await topup(company)
    await company.deliver_all()
    await company.use(40, overage=40)
    await report_usage(services)
    company.api.clock.advance(hours=2)
    assert await kinds(services) == []


async def test_a_payment_nobody_told_us_of_is_granted(company, services):
    await topup(company, 6_000)
    assert await kinds(services, repair=False) == [("lost_topup", False)]
    assert (await company.usage())["topup_remaining"] == 0
    assert await kinds(services) == [("lost_topup", True)]
    assert (await company.usage())["topup_remaining"] == 2_000_000
    assert await kinds(services) == []
    await company.deliver_all()
    assert (await company.usage())["topup_remaining"] == 2_000_000


async def test_a_paid_invoice_nobody_told_us_of_brings_the_plan(company, provider, services):
    subscription = await company.subscribe("pro", pay=False)
    provider.pay_subscription(subscription)
    provider.events.clear()
    assert await kinds(services) == [("subscription_differs", True)]
    assert (await company.summary())["plan"]["slug"] == "pro"
    assert await kinds(services) == []


async def test_an_end_nobody_told_us_of_ends_the_plan(company, provider, services):
    subscription = await company.subscribe("pro")
    provider._end_subscription({}, subscription)
    provider.events.clear()
    assert await kinds(services) == [("subscription_differs", True)]
    assert (await company.summary())["plan"]["slug"] == "free"
    assert await kinds(services) == []


async def test_a_second_subscription_is_ended(company, provider, services):
    await company.subscribe("starter")
    items = {"0": {"price": "price_pro_monthly", "quantity": "1"}}
    second = provider._create_subscription({"customer": await company.customer(), "items": items})["id"]
    provider.pay_subscription(second)
    provider.events.clear()
    assert await kinds(services) == [("second_subscription", True)]
    await run_jobs(services, "end_subscription")
    provider.events.clear()
    assert await kinds(services) == []


async def test_a_lost_meter_event_is_sent_again(company, provider, services):
    await company.subscribe("starter")
    customer = await company.customer()
    for tokens in (40, 70):
        await company.use(tokens, overage=tokens)
        await report_usage(services)
        company.api.clock.advance(minutes=5)
    del provider.meter_events[next(iter(provider.meter_events))]
    provider.forget_keys()
    company.api.clock.advance(hours=2)
    assert await kinds(services) == [("lost_meter_event", True)]
    assert (await report_usage(services)).sent == 1
    assert provider.metered(customer) == 110
    assert await kinds(services) == []


async def test_what_was_counted_twice_is_said(company, provider, services):
    await company.subscribe("starter")
    await company.use(40, overage=40)
    await report_usage(services)
    [event] = list(provider.meter_events.values())
    provider.meter_events["again"] = event | {"identifier": "again"}
    company.api.clock.advance(hours=2)
    assert await kinds(services) == [("counted_twice", False)]


async def test_a_charge_paid_twice_is_given_back_once(company, provider, services):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    [first] = list(provider.payment_intents.values())
    second = provider._intent(first["customer"], first["amount"], "brl", first["metadata"])
    provider.pay_intent(second["id"])
    provider.events.clear()
    assert await kinds(services) == [("double_charge", True)]
    refunded = [one["latest_charge"]["amount_refunded"] for one in provider.payment_intents.values()]
    assert refunded == [0, 1_160]
    assert await kinds(services) == []


async def test_a_charge_that_was_paid_unheard_is_settled(company, provider, services):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    await company.database.execute("UPDATE charges SET status = 'failed'")
    assert await kinds(services) == [("lost_payment", True)]
    assert await company.database.fetchval("SELECT status FROM charges") == "succeeded"


async def test_refunds_and_disputes_nobody_told_us_of_take_tokens_back(company, provider, services):
    intent = await topup(company)
    await company.deliver_all()
    provider.give_back(intent, 1_500)
    provider.events.clear()
    assert await kinds(services) == [("refund", True)]
    assert (await company.usage())["topup_remaining"] == 500_000
    assert await kinds(services) == []


async def test_a_refund_of_long_ago_takes_back_what_is_left_of_its_tokens(company, provider, services):
    intent = await topup(company)
    await company.deliver_all()
    company.api.clock.advance(days=150)
    provider.give_back(intent, 1_500)
    provider.events.clear()
    assert await kinds(services) == [("refund", True)]
    assert (await company.usage())["topup_remaining"] == 500_000
    assert await kinds(services) == []


async def test_tokens_that_were_bought_long_ago_are_no_lost_payment(company, services):
    await topup(company)
    await company.deliver_all()
    company.api.clock.advance(days=500)
    bought = datetime.now(UTC) - timedelta(days=500)
    await company.database.execute("UPDATE charges SET created_at = $1", bought)
    assert await kinds(services) == []


async def test_an_outage_ends_the_run_and_one_company_does_not(company, companies, provider, services):
    other = await companies.make()
    for each in (company, other):
        await topup(each)
    provider.events.clear()
    provider.fail("400", path="/v1/payment_intents")
    assert sorted(await kinds(services)) == [("lost_topup", True), ("refused", False)]
    provider.rolled = True
    with pytest.raises(Exception, match="api key"):
        await reconcile(services, repair=True)


async def test_each_company_is_compared_once_a_day(company, services):
    await topup(company)
    before = company.api.clock.now()
    assert len(await reconcile(services, repair=True, before=before)) == 1
    await company.database.execute("DELETE FROM token_topups")
    assert await reconcile(services, repair=True, before=before) == []


async def test_what_fails_for_one_company_is_tried_again_behind_all_others(company, companies, provider, services):
    """As in a run that is cut after one."""
    other = await companies.make()
    for each in (company, other):
        await topup(each)
    tried = []
    for _ in range(3):
        provider.fail("400", path="/v1/payment_intents")
        (found,) = [one for one in await reconcile(services, repair=True, most=1) if one.kind == "refused"]
        tried.append(found.company_id)
        company.api.clock.advance(hours=1)
    assert tried[0] != tried[1]
    assert tried[0] == tried[2]


async def test_an_expiring_card_is_written_about_once(company, provider, services):
    provider.attach_card(await company.customer())
    await reconcile(services, repair=True)
    assert await run_jobs(services, "send_billing_notice") == 0
    # The first of a long month is more than thirty days before its end.
    soon = company.api.clock.now() - timedelta(days=1)
    provider.card_expiry = (soon.month, soon.year)
    for _ in range(2):
        await reconcile(services, repair=True)
    assert await run_jobs(services, "send_billing_notice") == 1


@pytest.fixture
def app_settings(app_settings):
    return dataclasses.replace(app_settings, environment="production")
