"""The meter over a change of plan: usage is billed at the price it was used at, whatever a provider makes of it."""

import pytest

from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from tests.features.billing.workers import run_jobs
from tests.problems import assert_problem

MONTH_S = 30 * 86_400
EVERY_WAY = pytest.mark.parametrize("on_swap", ["forgets", "invoices", "reprices"])


async def move(company, slug):
    answer = await company.client.post("/internal/billing/subscriptions", json={"plan_slug": slug})
    assert answer.status_code == 200, answer.text
    await company.deliver_all()


async def renew(company, provider, services, subscription):
    """The period ends, and everybody hears of it."""
    await company.deliver_all()
    company.api.clock.advance(seconds=MONTH_S)
    provider.renew(subscription)
    await company.deliver_all()
    await run_jobs(services, "match_meter")
    await company.deliver_all()


async def overage(company, tokens):
    """Use up what the plan has left, then so many tokens more; the price of these."""
    left = (await company.usage())["included_remaining"]
    if left:
        await company.post_usage(left)
    return (await company.post_usage(tokens))["overage_price"]


def prices(provider, subscription):
    return [item["price"]["id"] for item in provider.subscriptions[subscription]["items"]["data"]]


def charged(provider):
    return sum(i["amount"] for i in provider.payment_intents.values() if i["status"] == "succeeded")


@pytest.fixture
async def starter(company, provider):
    """A company that has paid for starter, allows overage and has a card on file."""
    subscription = await company.subscribe("starter")
    provider.attach_card(await company.customer())
    await company.settings(auto_overage=True)
    return subscription


async def test_upgrade_in_a_period_without_metered_usage_moves_both_prices(company, provider, starter):
    await move(company, "pro")
    assert prices(provider, starter) == ["price_pro_monthly", "price_pro_metered"]


@EVERY_WAY
async def test_what_was_metered_before_an_upgrade_is_billed_at_the_old_price(
    company, provider, services, starter, on_swap
):
    provider.on_swap = on_swap
    customer = await company.customer()
    assert await overage(company, 1_000_000) == 2_900
    await report_usage(services)
    await move(company, "pro")
    await run_jobs(services, "match_meter")
    assert prices(provider, starter) == ["price_pro_monthly", "price_starter_metered"]
    assert await overage(company, 3_000_000) == 2_400
    await report_usage(services)
    await charge_overage(services)
    assert charged(provider) == 7_200
    await renew(company, provider, services, starter)
    assert provider.invoiced(customer) == 2_900
    assert prices(provider, starter) == ["price_pro_monthly", "price_pro_metered"]
    # From here on the meter bills what pro costs.
    assert await overage(company, 1_000_000) == 2_400
    await report_usage(services)
    await renew(company, provider, services, starter)
    assert provider.invoiced(customer) == 2_900 + 2_400
    assert charged(provider) == 7_200


@EVERY_WAY
async def test_what_was_used_but_not_yet_sent_before_an_upgrade_is_charged(
    company, provider, services, starter, on_swap
):
    provider.on_swap = on_swap
    assert await overage(company, 2_000_000) == 2_900
    provider.fail("401", path="/v1/billing/meter_events")
    assert (await report_usage(services)).waiting == 1
    await move(company, "pro")
    assert prices(provider, starter) == ["price_pro_monthly", "price_pro_metered"]
    assert (await report_usage(services)).sent == 0
    assert await company.database.fetchval("SELECT count(*) FROM usage_report_batches") == 0
    await charge_overage(services)
    assert charged(provider) == 5_800
    await renew(company, provider, services, starter)
    assert provider.invoiced(await company.customer()) == 0


async def test_usage_the_meter_hears_of_after_its_period_is_invoiced_with_the_next(
    company, provider, services, starter
):
    customer = await company.customer()
    await overage(company, 1_000_000)
    provider.fail("403", path="/v1/billing/meter_events")
    assert (await report_usage(services)).waiting == 1
    await renew(company, provider, services, starter)
    company.api.clock.advance(hours=2)
    assert (await report_usage(services)).sent == 1
    assert provider.invoiced(customer) == 0
    await renew(company, provider, services, starter)
    assert provider.invoiced(customer) == 2_900


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_batch_that_may_have_arrived_before_its_period_ended_is_looked_for(
    company, provider, services, starter, arrived
):
    customer = await company.customer()
    company.api.clock.advance(seconds=MONTH_S - 3_600)
    await overage(company, 1_000_000)
    provider.fail("half_reply" if arrived else "cut", path="/v1/billing/meter_events")
    assert (await report_usage(services)).waiting == 1
    company.api.clock.advance(hours=1)
    provider.renew(starter)
    await company.deliver_all()
    assert provider.invoiced(customer) == (2_900 if arrived else 0)
    company.api.clock.advance(hours=2)
    assert (await report_usage(services)).sent == 1
    await renew(company, provider, services, starter)
    assert provider.invoiced(customer) == 2_900


async def test_nothing_is_metered_while_an_upgrade_waits_for_its_payment(company, provider, services):
    subscription = await company.subscribe("starter")
    await company.settings(auto_overage=True)
    await move(company, "pro")
    assert await overage(company, 2_000_000) == 2_900
    assert (await report_usage(services)).claimed == 0
    provider.pay_subscription(subscription)
    await company.deliver_all()
    assert prices(provider, subscription) == ["price_pro_monthly", "price_pro_metered"]
    provider.attach_card(await company.customer())
    await charge_overage(services)
    assert charged(provider) == 5_800


async def test_metering_goes_on_after_an_upgrade_that_failed(company, provider, services, starter):
    provider.fail("403", path=f"/v1/subscriptions/{starter}", method="POST")
    answer = await company.client.post("/internal/billing/subscriptions", json={"plan_slug": "pro"})
    assert_problem(answer, 503, "unavailable")
    await run_jobs(services, "sync_subscription")
    await overage(company, 1_000_000)
    await report_usage(services)
    assert provider.metered(await company.customer()) == 1_000_000


async def test_what_is_left_when_a_subscription_ends_is_charged(company, provider, services, starter):
    await overage(company, 2_000_000)
    provider.fail("429", times=3, path="/v1/billing/meter_events")
    assert (await report_usage(services)).waiting == 1
    assert (await company.client.delete("/internal/billing/subscriptions")).status_code == 200
    await company.deliver_all()
    company.api.clock.advance(seconds=MONTH_S)
    provider.renew(starter)
    await company.deliver_all()
    await report_usage(services)
    await charge_overage(services)
    assert (charged(provider), provider.invoiced(await company.customer())) == (5_800, 0)
