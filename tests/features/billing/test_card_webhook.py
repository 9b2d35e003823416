"""The card provider's webhook: signatures, duplicates, order, foreign customers. One effect or none, never two."""

import asyncio
import json
import time

import pytest
import stripe

from app.features.inbox.service import replay
from tests.fakes.cardprovider import FakeCardProvider
from tests.features.billing.workers import run_jobs
from tests.problems import assert_problem

WEBHOOK = "/webhooks/cardprovider"


async def subscription_of(company):
    return (await company.client.get("/internal/billing/summary")).json()["subscription"]


async def topup_remaining(company):
    return (await company.client.get("/internal/billing/usage-this-month")).json()["topup_remaining"]


async def topup(company, cents=3_000):
    answer = await company.client.post("/internal/billing/topup", json={"amount_cents": cents})
    return answer.json()["payment_intent_id"]


def shown(provider: FakeCardProvider, subscription: str, **changes):
    return provider._shown(provider.subscriptions[subscription] | changes)


async def test_paid_topup_grants_its_tokens(company, provider):
    event = provider.pay_intent(await topup(company, 6_000))
    answer = await company.deliver(event)
    assert answer.json() == {"received": True, "status": "processed"}
    assert await topup_remaining(company) == 2_000_000


async def test_fifty_copies_in_parallel_grant_once(company, provider):
    event = provider.pay_intent(await topup(company))
    answers = await asyncio.gather(*(company.deliver(event) for _ in range(50)))
    # A copy that waited too long for the others is told to come again: that is no 2xx without an effect.
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert [answer.json()["status"] for answer in answers if answer.status_code == 200].count("processed") == 1
    assert (await company.deliver(event)).json()["status"] == "duplicate"
    assert await topup_remaining(company) == 1_000_000


async def test_two_events_about_one_payment_grant_once(company, provider):
    intent = await topup(company)
    first = provider.pay_intent(intent)
    second = provider.emit("payment_intent.succeeded", provider.payment_intents[intent])
    await asyncio.gather(company.deliver(first), company.deliver(second))
    assert await topup_remaining(company) == 1_000_000


@pytest.mark.parametrize(
    "change",
    [
        {"currency": "usd"},
        {"amount_received": 1},
        {"amount": 2_999, "amount_received": 2_999},
        {"amount": 500_001, "amount_received": 500_001},
        {"customer": "cus_unknown"},
        {"customer": None},
        {"metadata": {}},
        {"metadata": {"kind": "topup", "company_id": "someone-else", "tokens": "1000000"}},
        {"metadata": {"kind": "topup", "tokens": "-5"}},
        {"metadata": {"kind": "topup", "tokens": "9" * 40}},
        {"metadata": {"kind": "topup"}},
    ],
)
async def test_payment_that_does_not_add_up_grants_nothing(company, provider, change):
    intent = provider.payment_intents[await topup(company)]
    paid = intent | {"status": "succeeded", "amount_received": intent["amount"]} | change
    answer = await company.deliver(provider.emit("payment_intent.succeeded", paid))
    assert answer.json()["status"] == "ignored"
    assert await topup_remaining(company) == 0
    note = await company.database.fetchval("SELECT error FROM webhook_events WHERE type = 'payment_intent.succeeded'")
    assert note


async def test_payment_of_one_companys_customer_never_credits_another(company, companies, provider):
    other = await companies.make()
    intent = provider.payment_intents[await topup(company)]
    theirs = {"customer": await other.customer(), "status": "succeeded", "amount_received": 3_000}
    await company.deliver(provider.emit("payment_intent.succeeded", intent | theirs))
    assert (await topup_remaining(company), await topup_remaining(other)) == (0, 0)


@pytest.mark.parametrize("age", [301, -301])
async def test_old_and_future_events_are_refused(company, provider, age):
    event = provider.pay_intent(await topup(company))
    header = stripe.WebhookSignature.generate_signature_header(
        event.body.decode(), "whsec_fake", int(time.time()) - age
    )
    answer = await company.api.public.post(WEBHOOK, content=event.body, headers={"Stripe-Signature": header})
    assert_problem(answer, 400, "invalid-signature")
    assert await company.database.fetchval("SELECT count(*) FROM webhook_events") == 0


async def test_wrong_missing_and_repeated_signatures_are_refused(company, provider):
    event = provider.emit("invoice.paid", {"id": "in_1"}, secret="whsec_other")
    client = company.api.public
    assert_problem(await company.deliver(event), 400, "invalid-signature")
    assert_problem(await client.post(WEBHOOK, content=event.body), 400, "invalid-signature")
    good = provider.emit("invoice.paid", {"id": "in_1"})
    twice = [("Stripe-Signature", good.header), ("Stripe-Signature", good.header)]
    assert_problem(await client.post(WEBHOOK, content=good.body, headers=twice), 400, "invalid-signature")
    changed = good.body.replace(b"in_1", b"in_2")
    answer = await client.post(WEBHOOK, content=changed, headers={"Stripe-Signature": good.header})
    assert_problem(answer, 400, "invalid-signature")


async def test_older_secret_counts_while_it_is_rolled(company, provider):
    assert (await company.deliver(provider.emit("ping", {}, secret="whsec_old"))).status_code == 200


@pytest.mark.parametrize("kind", ["customer.created", "invoice.created", "v1.billing.meter.error_report_triggered"])
async def test_other_kinds_are_kept_and_ignored(company, provider, kind):
    answer = await company.deliver(provider.emit(kind, {"id": "x"}))
    assert answer.json()["status"] == "ignored"
    stored = await company.database.fetchrow("SELECT type, status FROM webhook_events")
    assert tuple(stored) == (kind, "ignored")


@pytest.mark.parametrize(
    ("body", "status", "slug"),
    [
        (b"not json", 400, "malformed-json"),
        (b"[]", 422, "validation"),
        (b'{"id":"evt_1","type":"x","created":"now","data":{"object":{}}}', 422, "validation"),
        (b'{"id":"evt_1","type":"x","created":99999999999999,"data":{"object":{}}}', 422, "validation"),
        (b'{"id":"evt_1","type":"x","created":1,"data":{"object":{"a":"\\u0000"}}}', 422, "validation"),
    ],
)
async def test_signed_nonsense_is_refused_and_leaves_nothing(company, body, status, slug):
    header = stripe.WebhookSignature.generate_signature_header(body.decode(), "whsec_fake")
    answer = await company.api.public.post(WEBHOOK, content=body, headers={"Stripe-Signature": header})
    assert_problem(answer, status, slug)
    assert await company.database.fetchval("SELECT count(*) FROM webhook_events") == 0


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("customer.subscription.updated", {"status": "on_holiday"}),
        ("customer.subscription.updated", {"status": None}),
        ("customer.subscription.updated", {"items": None}),
        ("customer.subscription.updated", {"metadata": None}),
        ("customer.subscription.deleted", {"status": "gone"}),
        ("invoice.paid", {"id": 5}),
        ("payment_intent.succeeded", {"metadata": None, "status": "succeeded"}),
    ],
)
async def test_statuses_nobody_knows_and_nulls_are_kept_and_ignored(company, provider, kind, changes):
    subscription = await company.subscribe("starter")
    await company.database.execute("DELETE FROM webhook_events")
    answer = await company.deliver(provider.emit(kind, shown(provider, subscription) | changes))
    assert (answer.status_code, answer.json()["status"]) == (200, "ignored")
    assert await company.database.fetchval("SELECT status FROM webhook_events") == "ignored"
    assert (await subscription_of(company))["status"] == "active"


async def test_event_without_a_time_is_the_newest(company, provider):
    subscription = await company.subscribe("starter")
    event = provider.emit("customer.subscription.updated", shown(provider, subscription, status="past_due"))
    body = json.dumps(json.loads(event.body) | {"created": None}).encode()
    header = stripe.WebhookSignature.generate_signature_header(body.decode(), "whsec_fake")
    answer = await company.api.public.post(WEBHOOK, content=body, headers={"Stripe-Signature": header})
    assert answer.json()["status"] == "processed"
    assert (await subscription_of(company))["status"] == "past_due"


async def test_small_invoice_paid_while_the_periods_is_open_clears_nothing(company, provider, services):
    subscription = await company.subscribe("starter")
    [first] = provider.invoices.values()
    now = int(time.time())
    failed = provider._shown_invoice(first | {"id": "in_cycle", "status": "open", "amount_due": 9_900})
    small = provider._shown_invoice(first | {"id": "in_small", "status": "paid", "amount_paid": 100})
    provider.subscriptions[subscription]["status"] = "past_due"
    await company.deliver(provider.emit("invoice.payment_failed", failed, created=now + 1))
    await company.deliver(provider.emit("invoice.paid", small, created=now + 2))
    await run_jobs(services, "sync_subscription")
    assert (await subscription_of(company))["status"] == "past_due"
    provider.subscriptions[subscription]["status"] = "active"
    await company.deliver(provider.emit("invoice.paid", failed | {"status": "paid"}, created=now + 3))
    assert (await subscription_of(company))["status"] == "active"


async def test_six_kinds_move_the_subscription(company, provider):
    subscription = await company.subscribe("starter")
    invoice = provider._shown_invoice(next(iter(provider.invoices.values())))
    now = int(time.time())
    await company.deliver(provider.emit("invoice.payment_failed", invoice, created=now + 1))
    assert (await subscription_of(company))["status"] == "past_due"
    assert (await company.client.get("/internal/billing/summary")).json()["plan"]["slug"] == "starter"
    await company.deliver(provider.emit("invoice.paid", invoice, created=now + 2))
    assert (await subscription_of(company))["status"] == "active"
    ended = shown(provider, subscription, status="canceled", ended_at=now + 3)
    await company.deliver(provider.emit("customer.subscription.deleted", ended, created=now + 3))
    assert await subscription_of(company) is None
    assert (await company.client.get("/internal/billing/summary")).json()["plan"]["slug"] == "free"


async def test_older_event_after_a_newer_one_changes_nothing(company, provider):
    subscription = await company.subscribe("starter")
    now = int(time.time())
    newer = shown(provider, subscription, status="active", cancel_at_period_end=True)
    older = shown(provider, subscription, status="past_due")
    await company.deliver(provider.emit("customer.subscription.updated", newer, created=now + 10))
    await company.deliver(provider.emit("customer.subscription.updated", older, created=now + 5))
    found = await subscription_of(company)
    assert (found["status"], found["cancel_at_period_end"]) == ("active", True)


async def test_update_in_the_second_of_the_creation_counts_at_once(company, provider, services):
    customer = await company.customer()
    prices = [{"id": f"si_{kind}", "price": provider.prices[f"price_pro_{kind}"]} for kind in ("metered", "monthly")]
    made = {"id": "sub_1", "customer": customer, "status": "incomplete", "items": {"data": prices}}
    at = int(time.time())
    created = provider.emit("customer.subscription.created", made, created=at)
    updated = provider.emit("customer.subscription.updated", made | {"status": "active"}, created=at)
    for event in (created, updated, created):
        await company.deliver(event)
    assert (await subscription_of(company))["status"] == "active"
    assert await run_jobs(services, "sync_subscription") == 0


async def test_creation_after_the_update_of_the_same_second_changes_nothing(company, provider):
    await company.client.post("/internal/billing/subscriptions", json={"plan_slug": "starter"})
    [created] = provider.events
    body = json.loads(created.body)
    paid = body["data"]["object"] | {"status": "active"}
    await company.deliver(provider.emit("customer.subscription.updated", paid, created=body["created"]))
    await company.deliver(created)
    assert (await subscription_of(company))["status"] == "active"


async def test_failed_invoice_that_comes_after_its_payment_changes_nothing(company, provider):
    await company.subscribe("starter")
    invoice = provider._shown_invoice(next(iter(provider.invoices.values())))
    now = int(time.time())
    await company.deliver(provider.emit("invoice.paid", invoice, created=now + 20))
    await company.deliver(provider.emit("invoice.payment_failed", invoice, created=now + 10))
    assert (await subscription_of(company))["status"] == "active"


async def test_paid_invoice_does_not_hide_an_older_change_of_the_plan(company, provider):
    subscription = await company.subscribe("starter")
    invoice = provider._shown_invoice(next(iter(provider.invoices.values())))
    now = int(time.time())
    switched = shown(provider, subscription, status="past_due")
    switched["items"]["data"][0]["price"] = provider.prices["price_pro_monthly"]
    await company.deliver(provider.emit("invoice.paid", invoice, created=now + 20))
    await company.deliver(provider.emit("customer.subscription.updated", switched, created=now + 10))
    found = await subscription_of(company)
    assert (found["plan_slug"], found["status"]) == ("pro", "active")


async def test_end_and_failed_payment_need_no_customer_in_the_event(company, provider):
    subscription = await company.subscribe("starter")
    failed = {"id": "in_9", "subscription": subscription, "attempt_count": 1, "next_payment_attempt": None}
    later = int(time.time()) + 5
    await company.deliver(provider.emit("invoice.payment_failed", failed, created=later))
    assert (await subscription_of(company))["status"] == "past_due"
    ended = {"id": subscription, "status": "canceled", "ended_at": later}
    await company.deliver(provider.emit("customer.subscription.deleted", ended, created=later))
    assert await subscription_of(company) is None


async def test_end_told_for_another_companys_customer_ends_nothing(company, companies, provider):
    other = await companies.make()
    subscription = await company.subscribe("starter")
    stolen = {"id": subscription, "status": "canceled", "customer": await other.customer()}
    answer = await company.deliver(provider.emit("customer.subscription.deleted", stolen))
    assert answer.json()["status"] == "ignored"
    assert (await subscription_of(company))["status"] == "active"


async def test_two_events_in_one_second_end_as_the_provider_has_it(company, provider, services):
    subscription = await company.subscribe("starter")
    at = int(time.time()) + 10
    first = shown(provider, subscription, status="past_due")
    provider.subscriptions[subscription]["status"] = "unpaid"
    last = shown(provider, subscription)
    await company.deliver(provider.emit("customer.subscription.updated", last, created=at))
    await company.deliver(provider.emit("customer.subscription.updated", first, created=at))
    await run_jobs(services, "sync_subscription")
    assert (await subscription_of(company))["status"] == "unpaid"


async def test_end_stays_the_end_whatever_comes_later(company, provider, services):
    subscription = await company.subscribe("starter")
    now = int(time.time())
    ended = shown(provider, subscription, status="canceled", ended_at=now)
    alive = shown(provider, subscription)
    await company.deliver(provider.emit("customer.subscription.deleted", ended, created=now - 100))
    await company.deliver(provider.emit("customer.subscription.updated", alive, created=now + 100))
    await run_jobs(services, "sync_subscription")
    assert await subscription_of(company) is None


async def test_events_before_the_answer_of_our_own_call_are_not_undone_by_it(company, provider):
    answer = await company.client.post("/internal/billing/subscriptions", json={"plan_slug": "starter"})
    subscription = answer.json()["subscription"]["cardprovider_subscription_id"]
    provider.pay_subscription(subscription)
    for event in reversed(provider.events):
        assert (await company.deliver(event)).status_code == 200
    assert (await subscription_of(company))["status"] == "active"


async def test_invoice_before_its_subscription_makes_the_provider_be_asked(company, provider, services):
    started = await company.client.post("/internal/billing/subscriptions", json={"plan_slug": "starter"})
    provider.pay_subscription(started.json()["subscription"]["cardprovider_subscription_id"])
    await company.database.execute("DELETE FROM subscriptions")
    [paid] = [event for event in provider.events if event.kind == "invoice.paid"]
    assert (await company.deliver(paid)).status_code == 200
    assert await run_jobs(services, "sync_subscription") == 1
    assert (await subscription_of(company))["status"] == "active"
    await company.deliver_all()
    await run_jobs(services, "sync_subscription")
    assert (await subscription_of(company))["status"] == "active"


async def test_subscription_with_another_companys_customer_is_ignored(company, companies, provider):
    other = await companies.make()
    subscription = await company.subscribe("starter")
    stolen = shown(provider, subscription, customer=await other.customer(), status="canceled")
    answer = await company.deliver(provider.emit("customer.subscription.updated", stolen, created=int(time.time()) + 9))
    assert answer.json()["status"] == "ignored"
    assert (await subscription_of(company))["status"] == "active"
    assert await subscription_of(other) is None


async def test_price_of_no_plan_is_delivered_again_until_the_plan_is_there(company, provider):
    customer = await company.customer()
    provider.add_price("price_new_monthly", 19_900)
    made = {
        "id": "sub_by_hand",
        "customer": customer,
        "status": "active",
        "items": {"data": [{"id": "si_1", "price": provider.prices["price_new_monthly"]}]},
    }
    event = provider.emit("customer.subscription.created", made)
    assert_problem(await company.deliver(event), 409, "conflict")
    assert await company.database.fetchval("SELECT status FROM webhook_events") == "failed"
    await company.database.execute("UPDATE plans SET cardprovider_price_id = 'price_new_monthly' WHERE slug = 'pro'")
    assert (await company.deliver(event)).json()["status"] == "processed"
    assert (await subscription_of(company))["plan_slug"] == "pro"


@pytest.mark.parametrize("old_shapes", [True, False])
async def test_both_generations_of_payloads_are_read(company, provider, old_shapes):
    provider.old_shapes = old_shapes
    await company.subscribe("starter")
    found = await subscription_of(company)
    assert found["status"] == "active"
    assert found["current_period_end"] is not None
    invoice = provider._shown_invoice(next(iter(provider.invoices.values())))
    await company.deliver(provider.emit("invoice.payment_failed", invoice, created=int(time.time()) + 1))
    assert (await subscription_of(company))["status"] == "past_due"


async def test_event_and_effect_are_one_transaction(company, provider):
    event = provider.pay_intent(await topup(company))
    await company.database.execute("ALTER TABLE token_topups ADD CONSTRAINT broken CHECK (false)")
    assert (await company.deliver(event)).status_code >= 400
    assert await company.database.fetchval("SELECT status FROM webhook_events") == "failed"
    await company.database.execute("ALTER TABLE token_topups DROP CONSTRAINT broken")
    assert (await company.deliver(event)).json()["status"] == "processed"
    assert await topup_remaining(company) == 1_000_000


async def test_payload_is_kept_as_it_came(company, provider):
    event = provider.emit("customer.created", {"id": "cus_9", "name": "Ação"})
    await company.deliver(event)
    stored = await company.database.fetchval("SELECT payload FROM webhook_events")
    assert json.loads(bytes(stored))["data"]["object"]["name"] == "Ação"


async def test_failed_event_is_replayed_from_the_inbox(company, provider, services):
    customer = await company.customer()
    provider.add_price("price_new_monthly", 19_900)
    item = {"id": "si_1", "price": provider.prices["price_new_monthly"]}
    made = {"id": "sub_by_hand", "customer": customer, "status": "active", "items": {"data": [item]}}
    await company.deliver(provider.emit("customer.subscription.created", made))
    await company.database.execute("UPDATE plans SET cardprovider_price_id = 'price_new_monthly' WHERE slug = 'pro'")
    [row] = await services.q.inbox.list_replayable(services.db, ids=None, provider="cardprovider")
    await replay(services, row)
    assert (await subscription_of(company))["plan_slug"] == "pro"
