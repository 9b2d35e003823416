"""Moving between plans over HTTP: paid before counted, previews, downgrades at the period's end, resume, grace."""

import asyncio
from datetime import datetime

import pytest

from app.features.billing.alerts import end_graces
from tests.fakes.cardprovider import CARD_DECLINED
from tests.features.billing.workers import run_jobs
from tests.problems import assert_problem

SUBSCRIPTIONS = "/internal/billing/subscriptions"
MONTH = 30


async def move(company, slug, **more):
    return await company.client.post(SUBSCRIPTIONS, json={"plan_slug": slug} | more)


async def plan(company):
    found = await company.summary()
    return found["plan"]["slug"], found["usage"]["included_tokens"]


@pytest.fixture
async def starter(company, provider):
    """A company that has paid for starter, with a card on file."""
    subscription = await company.subscribe("starter")
    provider.attach_card(await company.customer())
    return subscription


@pytest.fixture
async def pro(company, provider):
    """A company that has paid for pro, with a card on file."""
    subscription = await company.subscribe("pro")
    provider.attach_card(await company.customer())
    return subscription


async def test_an_overdue_company_gets_no_dearer_plan_before_it_has_paid(company, provider):
    subscription = await company.subscribe("starter")
    provider.renew(subscription)
    await company.deliver_all()
    answer = await move(company, "scale")
    assert answer.status_code == 200
    assert answer.json()["url"].startswith("https://invoice.")
    assert await plan(company) == ("starter", 2_000_000)
    provider.pay_subscription(subscription)
    await company.deliver_all()
    assert await plan(company) == ("starter", 2_000_000)


async def test_an_upgrade_without_a_card_waits_for_its_page(company, provider, services):
    subscription = await company.subscribe("starter")
    answer = (await move(company, "scale")).json()
    assert answer["url"].startswith("https://invoice.")
    assert (answer["subscription"]["plan_slug"], answer["subscription"]["next_plan_slug"]) == ("starter", "scale")
    await company.deliver_all()
    await run_jobs(services, "sync_subscription")
    assert await plan(company) == ("starter", 2_000_000)
    provider.pay_subscription(subscription)
    await company.deliver_all()
    assert await plan(company) == ("scale", 50_000_000)


async def test_an_upgrade_whose_card_is_declined_changes_nothing(company, provider):
    await company.subscribe("starter")
    provider.attach_card(await company.customer(), CARD_DECLINED)
    answer = await move(company, "scale")
    assert answer.json()["subscription"]["plan_slug"] == "starter"
    await company.deliver_all()
    assert await plan(company) == ("starter", 2_000_000)


@pytest.mark.usefixtures("starter")
async def test_up_use_and_down_in_an_hour_is_paid_for(company, provider):
    await move(company, "scale")
    await company.post_usage(40_000_000)
    await move(company, "starter")
    await company.deliver_all()
    assert [invoice["amount_paid"] for invoice in provider.invoices.values()] == [9_900, 90_000]
    assert await plan(company) == ("scale", 50_000_000)


async def test_a_downgrade_comes_with_the_end_of_the_period(company, provider, services, pro):
    answer = (await move(company, "starter")).json()["subscription"]
    assert (answer["plan_slug"], answer["next_plan_slug"]) == ("pro", "starter")
    assert answer["next_plan_at"] == answer["current_period_end"]
    await company.deliver_all()
    assert await plan(company) == ("pro", 10_000_000)
    items = [item["price"]["id"] for item in provider.subscriptions[pro]["items"]["data"]]
    # The next invoice is made at the new price; what is used until then still counts at the old one.
    assert items == ["price_starter_monthly", "price_pro_metered"]
    company.api.clock.advance(days=MONTH, seconds=1)
    provider.renew(pro)
    await company.deliver_all()
    assert await plan(company) == ("starter", 2_000_000)
    assert [invoice["amount_due"] for invoice in provider.invoices.values()] == [29_900, 9_900]
    await run_jobs(services, "match_meter")
    items = [item["price"]["id"] for item in provider.subscriptions[pro]["items"]["data"]]
    assert items == ["price_starter_monthly", "price_starter_metered"]


@pytest.mark.usefixtures("pro")
async def test_a_downgrade_counts_on_time_although_nobody_told(company):
    await move(company, "starter")
    company.api.clock.advance(days=MONTH, seconds=1)
    assert await plan(company) == ("starter", 2_000_000)


async def test_a_downgrade_is_taken_back_for_nothing(company, provider, pro):
    await move(company, "starter")
    answer = (await move(company, "pro")).json()["subscription"]
    assert (answer["plan_slug"], answer["next_plan_slug"], answer["next_plan_at"]) == ("pro", None, None)
    assert provider.subscriptions[pro]["items"]["data"][0]["price"]["id"] == "price_pro_monthly"
    assert len(provider.invoices) == 1
    await company.deliver_all()
    assert await plan(company) == ("pro", 10_000_000)


@pytest.mark.usefixtures("pro")
async def test_an_upgrade_after_a_downgrade_costs_what_it_would_have(company, provider):
    await move(company, "starter")
    preview = (await move(company, "scale", preview=True)).json()["preview"]
    assert preview["amount_due_cents"] == 70_000
    await move(company, "scale")
    assert [invoice["amount_due"] for invoice in provider.invoices.values()] == [29_900, 70_000]


async def test_previews_tell_amounts_and_change_nothing(company, provider, starter):
    seen = len(provider.subscriptions[starter]["items"]["data"])
    up = (await move(company, "pro", preview=True)).json()["preview"]
    assert (up["kind"], up["amount_due_cents"], up["monthly_cents"]) == ("upgrade", 20_000, 29_900)
    same = (await move(company, "starter", preview=True)).json()["preview"]
    assert (same["kind"], same["amount_due_cents"]) == ("same", 0)
    assert len(provider.subscriptions[starter]["items"]["data"]) == seen
    assert len(provider.invoices) == 1
    assert await plan(company) == ("starter", 2_000_000)


async def test_preview_of_a_first_plan_asks_nobody(company, provider):
    answer = await move(company, "pro", preview=True)
    assert (answer.status_code, answer.json()["subscription"]) == (200, None)
    assert answer.json()["preview"]["amount_due_cents"] == 29_900
    assert provider.seen == []


@pytest.mark.usefixtures("pro")
async def test_what_does_not_fit_into_the_smaller_plan_is_named_before(company):
    await company.database.execute("UPDATE plans SET max_stores = 1 WHERE slug = 'starter'")
    for number in range(3):
        answer = await company.client.post("/internal/stores", json={"name": f"Loja {number}"})
        assert answer.status_code == 201, answer.text
    preview = (await move(company, "starter", preview=True)).json()["preview"]
    assert (preview["kind"], preview["amount_due_cents"]) == ("downgrade", 0)
    assert preview["over_limits"] == [{"limit": "max_stores", "allowed": 1, "used": 3}]
    ends = (await company.summary())["subscription"]["current_period_end"]
    assert preview["effective_at"] == ends


async def test_a_cancellation_is_resumed(company, provider, starter):
    assert (await company.client.delete(SUBSCRIPTIONS)).json()["cancel_at_period_end"] is True
    answer = await company.client.post(f"{SUBSCRIPTIONS}/resume")
    assert (answer.status_code, answer.json()["cancel_at_period_end"]) == (200, False)
    assert provider.subscriptions[starter]["cancel_at_period_end"] is False
    again = await company.client.post(f"{SUBSCRIPTIONS}/resume")
    assert (again.status_code, again.json()["cancel_at_period_end"]) == (200, False)


async def test_without_a_subscription_there_is_nothing_to_resume(company):
    assert_problem(await company.client.post(f"{SUBSCRIPTIONS}/resume"), 404, "not-found")


async def test_an_overdue_plan_is_kept_until_grace_ends(company, provider, services):
    subscription = await company.subscribe("pro")
    provider.renew(subscription)
    await company.deliver_all()
    found = (await company.summary())["subscription"]
    assert found["status"] == "past_due"
    since = datetime.fromisoformat(found["grace_until"]) - company.api.clock.now()
    assert 6.9 < since.total_seconds() / 86_400 < 7.1
    company.api.clock.advance(days=6, hours=23)
    assert await plan(company) == ("pro", 10_000_000)
    company.api.clock.advance(hours=2)
    assert await plan(company) == ("free", 200_000)
    await company.database.execute("DELETE FROM jobs")
    for _ in range(2):
        await end_graces(services)
    assert await run_jobs(services, "send_billing_notice") == 1
    provider.pay_subscription(subscription)
    await company.deliver_all()
    assert await plan(company) == ("pro", 10_000_000)
    # The next time is told of like the first.
    provider.renew(subscription)
    await company.deliver_all()
    company.api.clock.advance(days=8)
    await company.database.execute("DELETE FROM jobs")
    for _ in range(2):
        await end_graces(services)
    assert await run_jobs(services, "send_billing_notice") == 1


async def test_a_trial_is_given_once(company, provider):
    await company.database.execute("UPDATE plans SET trial_days = 14 WHERE slug = 'starter'")
    subscription = await company.subscribe("starter")
    assert provider.subscriptions[subscription]["status"] == "trialing"
    assert await plan(company) == ("starter", 2_000_000)
    provider._end_subscription({}, subscription)
    await company.deliver_all()
    again = await company.subscribe("starter", pay=False)
    assert provider.subscriptions[again]["status"] == "incomplete"


async def test_racing_subscriptions_end_as_one_although_the_clean_up_fails(company, provider, services, monkeypatch):
    """The second one's DELETE meets an outage: a job ends it later. Both are made at once, on slow machines too."""
    await company.customer()
    both, handle = asyncio.Barrier(2), provider.handle

    async def at_once(request):
        if (request.method, request.path) == ("POST", "/v1/subscriptions"):
            await both.wait()
        return await handle(request)

    monkeypatch.setattr(provider, "handle", at_once)
    answers = await asyncio.gather(move(company, "starter"), move(company, "pro"))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    live = [one for one in provider.subscriptions.values() if one["status"] != "canceled"]
    assert len(live) == 2
    assert await run_jobs(services, "end_subscription") == 1
    live = [one["id"] for one in provider.subscriptions.values() if one["status"] != "canceled"]
    kept = await company.database.fetchval(
        "SELECT cardprovider_subscription_id FROM subscriptions WHERE status <> 'canceled'"
    )
    assert live == [kept]


async def test_a_second_subscription_the_provider_tells_of_is_ended(company, provider, services):
    first = await company.subscribe("starter")
    customer = await company.customer()
    items = {"0": {"price": "price_pro_monthly", "quantity": "1"}}
    second = provider._create_subscription({"customer": customer, "items": items})["id"]
    provider.pay_subscription(second)
    await company.deliver_all()
    assert await run_jobs(services, "end_subscription") == 1
    states = {one: provider.subscriptions[one]["status"] for one in (first, second)}
    assert states == {first: "active", second: "canceled"}
    assert await plan(company) == ("starter", 2_000_000)


async def test_a_paid_subscription_takes_the_place_of_one_that_was_only_begun(company, provider, services):
    begun = await company.subscribe("starter", pay=False)
    items = {"0": {"price": "price_pro_monthly", "quantity": "1"}}
    paid = provider._create_subscription({"customer": await company.customer(), "items": items})["id"]
    provider.events.clear()
    provider.pay_subscription(paid)
    await company.deliver_all()
    assert await run_jobs(services, "end_subscription") == 1
    assert provider.subscriptions[begun]["status"] == "canceled"
    await company.deliver_all()
    assert await plan(company) == ("pro", 10_000_000)
