"""Subscribe, switch, cancel and take back, over HTTP against the stateful provider."""

import asyncio

import pytest

from app.db.ids import uuid7
from tests.features.billing.workers import run_jobs
from tests.problems import assert_problem

SUBSCRIPTIONS = "/internal/billing/subscriptions"


async def subscribe(company, slug, **headers):
    return await company.client.post(SUBSCRIPTIONS, json={"plan_slug": slug}, headers=headers)


async def summary(company):
    return (await company.client.get("/internal/billing/summary")).json()


async def test_new_subscription_waits_for_its_first_payment(company, companies, provider):
    other = await companies.make()
    answer = await subscribe(company, "starter")
    assert answer.status_code == 201
    started = answer.json()
    assert started["client_secret"]
    assert (started["subscription"]["status"], started["subscription"]["plan_slug"]) == ("incomplete", "starter")
    [made] = provider.subscriptions.values()
    prices = [item["price"]["id"] for item in made["items"]["data"]]
    assert prices == ["price_starter_monthly", "price_starter_metered"]
    assert made["metadata"]["company_id"] == company.id
    assert (await summary(company))["plan"]["slug"] == "free"
    assert (await summary(other))["subscription"] is None


async def test_paid_subscription_brings_its_plan(company):
    await company.subscribe("pro")
    found = await summary(company)
    assert (found["plan"]["slug"], found["subscription"]["status"]) == ("pro", "active")
    assert found["usage"]["included_tokens"] == 10_000_000
    assert found["subscription"]["current_period_end"] > found["subscription"]["current_period_start"]


async def test_plan_can_be_named_by_id(company):
    plans = (await company.client.get("/internal/billing/plans")).json()
    answer = await company.client.post(SUBSCRIPTIONS, json={"plan_id": plans[2]["id"]})
    assert answer.json()["subscription"]["plan_slug"] == "pro"


@pytest.mark.parametrize(
    ("body", "status", "slug"),
    [
        ({}, 422, "validation"),
        ({"plan_slug": "pro", "plan_id": str(uuid7())}, 422, "validation"),
        ({"plan_slug": "Pro!"}, 422, "validation"),
        ({"plan_slug": "pro", "price": 1}, 422, "validation"),
        ({"plan_slug": "unknown"}, 404, "not-found"),
        ({"plan_id": str(uuid7())}, 404, "not-found"),
        ({"plan_slug": "free"}, 409, "conflict"),
    ],
)
async def test_what_is_no_plan_on_sale_is_refused(company, provider, body, status, slug):
    assert_problem(await company.client.post(SUBSCRIPTIONS, json=body), status, slug)
    assert provider.seen == []


async def test_upgrade_is_invoiced_at_once_and_keeps_the_subscription(company, provider):
    subscription = await company.subscribe("starter")
    provider.attach_card(await company.customer())
    answer = await subscribe(company, "pro")
    assert answer.status_code == 200
    assert (answer.json()["subscription"]["plan_slug"], answer.json()["url"]) == ("pro", None)
    assert list(provider.subscriptions) == [subscription]
    assert [(i["amount_due"], i["status"]) for i in provider.invoices.values()] == [(9_900, "paid"), (20_000, "paid")]
    assert (await summary(company))["plan"]["slug"] == "pro"
    await company.deliver_all()
    assert (await summary(company))["plan"]["slug"] == "pro"


async def test_same_plan_again_changes_nothing(company, provider):
    await company.subscribe("starter")
    answer = await subscribe(company, "starter")
    assert (answer.status_code, answer.json()["client_secret"]) == (200, None)
    assert len(provider.invoices) == 1


async def test_cancelled_subscription_runs_on_and_can_be_taken_back_and_cancelled_again(company, provider):
    await company.subscribe("starter")
    for _ in range(2):
        cancelled = (await company.client.delete(SUBSCRIPTIONS)).json()
        assert (cancelled["status"], cancelled["cancel_at_period_end"]) == ("active", True)
        assert (await summary(company))["plan"]["slug"] == "starter"
        back = (await subscribe(company, "starter")).json()["subscription"]
        assert back["cancel_at_period_end"] is False
        [made] = provider.subscriptions.values()
        assert made["cancel_at_period_end"] is False


async def test_without_a_subscription_there_is_nothing_to_cancel(company, companies):
    other = await companies.make()
    await other.subscribe("starter")
    assert_problem(await company.client.delete(SUBSCRIPTIONS), 404, "not-found")
    assert (await summary(other))["subscription"]["cancel_at_period_end"] is False


async def test_open_first_payment_is_offered_again(company, provider):
    first = (await subscribe(company, "starter")).json()
    again = await subscribe(company, "starter")
    assert again.status_code == 200
    assert again.json()["client_secret"] == first["client_secret"]
    assert len(provider.subscriptions) == 1


async def test_unpaid_subscription_gives_way_to_another_plan(company, provider):
    await subscribe(company, "starter")
    answer = await subscribe(company, "pro")
    assert answer.status_code == 201
    assert [made["status"] for made in provider.subscriptions.values()] == ["canceled", "incomplete"]
    assert (await summary(company))["subscription"]["plan_slug"] == "pro"
    await company.deliver_all()
    assert (await summary(company))["subscription"]["plan_slug"] == "pro"


async def test_cancelling_an_unpaid_subscription_ends_it_at_once(company):
    await subscribe(company, "starter")
    assert (await company.client.delete(SUBSCRIPTIONS)).json()["status"] == "canceled"
    assert (await summary(company))["subscription"] is None


async def test_subscription_that_ended_unnoticed_gives_way_to_a_new_one(company, provider):
    gone = await company.subscribe("starter")
    provider.subscriptions[gone]["status"] = "canceled"
    answer = await subscribe(company, "pro")
    assert answer.status_code == 201
    assert (await summary(company))["subscription"]["plan_slug"] == "pro"


async def test_of_two_requests_at_once_one_subscribes(company, provider, services):
    answers = await asyncio.gather(subscribe(company, "starter"), subscribe(company, "pro"))
    assert sorted(answer.status_code for answer in answers) in ([201, 409], [200, 201], [201, 201])
    await run_jobs(services, "end_subscription")
    live = [made for made in provider.subscriptions.values() if made["status"] != "canceled"]
    assert len(live) == 1
    stored = await company.database.fetch(
        "SELECT cardprovider_subscription_id FROM subscriptions WHERE status <> 'canceled'"
    )
    assert [row[0] for row in stored] == [live[0]["id"]]


async def test_repeated_key_subscribes_once(company, provider):
    first = await subscribe(company, "starter", **{"Idempotency-Key": "k"})
    again = await subscribe(company, "starter", **{"Idempotency-Key": "k"})
    assert again.status_code == 201
    assert again.json() == first.json()
    assert len(provider.subscriptions) == 1


async def test_lost_answer_is_subscribed_once_when_it_is_repeated(company, provider):
    provider.fail("half_reply", path="/v1/subscriptions")
    headers = {"Idempotency-Key": "k"}
    assert_problem(await subscribe(company, "starter", **headers), 503, "unavailable")
    assert (await subscribe(company, "starter", **headers)).status_code == 201
    assert len(provider.subscriptions) == 1


async def test_provider_that_is_down_changes_nothing(company, provider):
    await company.subscribe("starter")
    provider.fail_always("500")
    assert_problem(await subscribe(company, "pro"), 503, "unavailable")
    assert_problem(await company.client.delete(SUBSCRIPTIONS), 503, "unavailable")
    provider.fail_always(None)
    assert (await summary(company))["subscription"]["plan_slug"] == "starter"


async def test_change_is_audited(company):
    await subscribe(company, "starter")
    actions = await company.database.fetch("SELECT action, target_type FROM audit_log ORDER BY id")
    assert ("billing.create_subscription", "subscription") in [tuple(row) for row in actions]


async def test_deleted_user_pays_no_longer(company, companies, provider, services):
    other = await companies.make()
    mine, theirs = await company.subscribe("starter"), await other.subscribe("starter")
    assert (await company.api.auth.delete(f"/internal/auth/users/{company.id}")).status_code == 204
    assert await run_jobs(services, "end_subscription") == 1
    assert (provider.subscriptions[mine]["status"], provider.subscriptions[theirs]["status"]) == ("canceled", "active")
    assert (await company.api.auth.delete(f"/internal/auth/users/{company.id}")).status_code == 204
    assert await run_jobs(services, "end_subscription") == 0
