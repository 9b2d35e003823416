"""The card provider's client against the stateful fake; every body is checked by the official SDK's types."""

import dataclasses
import time
from datetime import UTC, datetime

import msgspec
import pytest

from app.clients.cardprovider import (
    CARD_POLICY,
    CardError,
    CardRefused,
    HttpCardProvider,
    Payer,
    Payment,
    Prices,
    price_items,
)
from app.clients.cardprovider_api import form
from tests.fakes.cardprovider import CARD_3DS, CARD_DECLINED, GOOD_CARD, FakeCardProvider
from tests.fakes.stripe_params import problems

STARTER = Prices(recurring="price_starter_monthly", metered="price_starter_metered")
ANA = Payer(company_id="ana", email="ana@example.com", name="Ana")
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
PRO = Prices(recurring="price_pro_monthly", metered="price_pro_metered")


@pytest.fixture(params=[False, True], ids=["new shapes", "old shapes"])
def fake(request):
    with FakeCardProvider(old_shapes=request.param) as server:
        server.add_price("price_starter_monthly", 9_900)
        server.add_price("price_starter_metered", 0, metered=True)
        server.add_price("price_pro_monthly", 29_900)
        server.add_price("price_pro_metered", 0, metered=True)
        yield server
        assert [problem for seen in server.seen for problem in problems(seen)] == []


@pytest.fixture
def provider(fake, outbound):
    policy = dataclasses.replace(CARD_POLICY, total_s=2)
    return HttpCardProvider(outbound(policy), base_url=fake.url, api_key="sk_test_1", version="2025-10-29.clover")


@pytest.fixture
async def customer(provider):
    return await provider.create_customer(ANA, key="customer:ana")


async def subscribe(provider, customer, *, key="sub:1"):
    return await provider.create_subscription(customer, STARTER, metadata={"company_id": "ana"}, trial_days=0, key=key)


def payment(customer, *, card=None, cents=3_000):
    return Payment(customer=customer, amount_cents=cents, card=card, metadata={"kind": "topup", "company_id": "ana"})


def test_nested_parameters_become_the_providers_form_keys():
    params = {"a": True, "b": [{"c": 1}, "d"], "e": {"f": "g"}}
    assert list(form(params)) == [("a", "true"), ("b[0][c]", "1"), ("b[1]", "d"), ("e[f]", "g")]


async def test_customer_is_made_once_per_key(provider, fake, customer):
    again = await provider.create_customer(ANA, key="customer:ana")
    assert again == customer
    assert fake.customers[customer]["metadata"] == {"company_id": "ana"}


async def test_subscription_has_two_items_and_waits_for_its_first_payment(provider, fake, customer):
    subscription = await subscribe(provider, customer)
    assert subscription.status == "incomplete"
    assert subscription.client_secret
    assert subscription.recurring_item.price.id == "price_starter_monthly"
    assert subscription.metered_item.price.id == "price_starter_metered"
    assert subscription.period_end > subscription.period_start
    fake.pay_subscription(subscription.id)
    paid = await provider.get_subscription(subscription.id)
    assert (paid.status, paid.client_secret) == ("active", None)


async def paid(provider, fake, customer):
    subscription = await subscribe(provider, customer)
    fake.pay_subscription(subscription.id)
    return await provider.get_subscription(subscription.id)


async def test_upgrade_is_made_when_its_invoice_is_paid_with_the_card_on_file(provider, fake, customer):
    fake.attach_card(customer)
    subscription = await paid(provider, fake, customer)
    preview = await provider.preview_upgrade(subscription, PRO, key="preview:1")
    assert preview.amount_due == 20_000
    moved = await provider.upgrade_subscription(subscription, PRO, key="switch:1")
    assert [item.id for item in moved.items.data] == [item.id for item in subscription.items.data]
    assert (moved.recurring_item.price.id, moved.metered_item.price.id) == ("price_pro_monthly", "price_pro_metered")
    assert (moved.unpaid, moved.pending_update, moved.page) == (False, None, None)


async def test_upgrade_without_a_card_waits_on_a_page(provider, fake, customer):
    subscription = await paid(provider, fake, customer)
    waiting = await provider.upgrade_subscription(subscription, PRO, key="switch:1")
    assert (waiting.unpaid, waiting.recurring_item.price.id) == (True, "price_starter_monthly")
    assert waiting.pending_update is not None
    assert waiting.page.startswith("https://invoice.")
    fake.pay_subscription(subscription.id)
    moved = await provider.get_subscription(subscription.id)
    assert (moved.recurring_item.price.id, moved.pending_update) == ("price_pro_monthly", None)


async def test_downgrade_changes_the_next_invoice_alone(provider, fake, customer):
    fake.attach_card(customer)
    subscription = await paid(provider, fake, customer)
    subscription = await provider.upgrade_subscription(subscription, PRO, key="switch:1")
    moved = await provider.downgrade_subscription(subscription, STARTER, key="switch:2")
    assert (moved.recurring_item.price.id, moved.metered_item.price.id) == (
        "price_starter_monthly",
        "price_pro_metered",
    )
    assert len(fake.invoices) == 2
    fake.renew(subscription.id)
    assert [invoice["amount_due"] for invoice in fake.invoices.values()] == [9_900, 20_000, 9_900]


async def test_metered_item_goes_and_comes(provider, fake, customer):
    subscription = await paid(provider, fake, customer)
    without = await provider.set_metered_price(subscription, None, key="meter:1")
    assert (without.metered_item, len(without.items.data)) == (None, 1)
    again = await provider.set_metered_price(without, "price_pro_metered", key="meter:2")
    assert again.metered_item.price.id == "price_pro_metered"
    other = await provider.set_metered_price(again, "price_starter_metered", key="meter:3")
    assert [item.id for item in other.items.data] == [item.id for item in again.items.data]


async def test_trial_begins_without_a_payment(provider, customer):
    begun = await provider.create_subscription(customer, STARTER, metadata={}, trial_days=14, key="sub:1")
    assert (begun.status, begun.unpaid, begun.period_end - begun.period_start) == ("trialing", False, 14 * 86_400)


async def test_subscriptions_of_a_customer_are_found(provider, fake, customer):
    first, second = [await subscribe(provider, customer, key=f"sub:{number}") for number in range(2)]
    await provider.end_subscription(first.id)
    assert (await provider.end_subscription(first.id)).status == "canceled"
    assert [found.id for found in await provider.list_subscriptions(customer)] == [second.id]


async def test_customer_follows_name_address_and_tax_id(provider, fake, customer):
    await provider.update_customer(customer, renamed(ANA, name="Loja da Ana"), key="customer:2")
    assert fake.customers[customer]["name"] == "Loja da Ana"
    for key, tax_id in (("t1", "11144477735"), ("t2", "11222333000181"), ("t3", "11222333000181"), ("t4", None)):
        await provider.set_tax_id(customer, tax_id, key=key)
        known = [(one["type"], one["value"]) for one in fake.customers[customer]["tax_ids"].values()]
        kind = "br_cpf" if key == "t1" else "br_cnpj"
        assert known == ([(kind, tax_id)] if tax_id else [])


def renamed(payer, **changes):
    """A copy with other fields."""
    return msgspec.structs.replace(payer, **changes)


async def test_hosted_pages_have_an_address(provider, fake, customer):
    params = {"mode": "setup", "currency": "brl", "customer": customer, "success_url": "http://a/b"}
    page = await provider.create_checkout(params, key="page:1")
    assert page.url.startswith("https://checkout.")
    params = {
        "mode": "subscription",
        "customer": customer,
        "line_items": price_items(STARTER),
        "success_url": "http://a/",
    }
    page = await provider.create_checkout(params, key="page:2")
    assert fake.complete_page(page.id) in fake.subscriptions
    assert (await provider.create_portal(customer, return_url="http://a/b", key="portal:1")).url.startswith("https://")


async def test_without_an_api_key_nothing_is_called(fake, outbound):
    unset = HttpCardProvider(outbound(CARD_POLICY), base_url=fake.url, api_key="", version="1")
    with pytest.raises(CardError) as caught:
        await unset.default_card("cus_1")
    assert caught.value.kind == "unconfigured"
    assert fake.seen == []


async def test_cancelled_subscription_runs_to_the_end_of_its_period_and_can_be_taken_back(provider, fake, customer):
    subscription = await subscribe(provider, customer)
    cancelled = await provider.cancel_subscription(subscription.id, key="cancel:1")
    assert (cancelled.cancel_at_period_end, cancelled.status) == (True, "incomplete")
    back = await provider.resume_subscription(cancelled.id, key="resume:1")
    assert not back.cancel_at_period_end


async def test_setup_intent_gives_a_client_secret(provider, customer):
    assert await provider.create_setup_intent(customer, company_id="ana", key="setup:1")


async def test_default_card_is_the_customers_choice_else_the_newest(provider, fake, customer):
    assert await provider.default_card(customer) is None
    fake.attach_card(customer, "pm_a")
    assert await provider.default_card(customer) == "pm_a"
    fake.customers[customer]["invoice_settings"]["default_payment_method"] = None
    assert await provider.default_card(customer) == "pm_a"


async def test_card_on_file_is_charged_at_once(provider, fake, customer):
    fake.attach_card(customer)
    intent = await provider.pay(payment(customer, card="pm_good"), key="topup:1")
    assert (intent.status, intent.amount, intent.currency) == ("succeeded", 3_000, "brl")
    assert fake.events[-1].kind == "payment_intent.succeeded"


async def test_without_a_card_the_shopper_completes_the_payment(provider, customer):
    intent = await provider.pay(payment(customer), key="topup:1")
    assert intent.status == "requires_payment_method"
    assert intent.client_secret


async def test_card_that_needs_its_holder_is_no_error(provider, fake, customer):
    fake.attach_card(customer, CARD_3DS)
    intent = await provider.pay(payment(customer, card=CARD_3DS), key="topup:1")
    assert intent.status == "requires_action"
    assert intent.client_secret


async def test_declined_card_says_why(provider, fake, customer):
    fake.attach_card(customer, CARD_DECLINED)
    with pytest.raises(CardRefused) as caught:
        await provider.pay(payment(customer, card=CARD_DECLINED), key="topup:1")
    assert (caught.value.decline_code, caught.value.retry) == ("insufficient_funds", False)


async def test_answer_that_breaks_off_is_safe_to_ask_for_again(provider, fake, customer):
    fake.attach_card(customer)
    fake.fail("cut")
    with pytest.raises(CardError) as caught:
        await provider.pay(payment(customer, card="pm_good"), key="topup:1")
    assert caught.value.retry
    intent = await provider.pay(payment(customer, card="pm_good"), key="topup:1")
    assert list(fake.payment_intents) == [intent.id]


@pytest.mark.parametrize("fault", ["500", "429", "lost_reply"])
async def test_fault_in_between_charges_once(provider, fake, customer, fault):
    fake.attach_card(customer)
    fake.fail(fault, times=2)
    intent = await provider.pay(payment(customer, card="pm_good"), key="topup:1")
    assert list(fake.payment_intents) == [intent.id]
    assert len({seen.headers["idempotency-key"] for seen in fake.seen[-3:]}) == 1


OUTAGES = ["500", "401", "403", "429", "cut", "garbage", "hang", "huge", "redirect"]


@pytest.mark.parametrize("fault", OUTAGES)
async def test_fault_of_the_provider_or_of_our_access_is_worth_another_try(provider, fake, customer, fault):
    fake.fail_always(fault)
    with pytest.raises(CardError) as caught:
        await provider.pay(payment(customer), key="topup:1")
    assert caught.value.retry
    assert caught.value.untouched is (fault in ("401", "403", "429"))


async def test_rolled_key_is_an_outage_and_a_wrong_object_is_not(provider, fake, customer):
    fake.rolled = True
    with pytest.raises(CardError) as caught:
        await provider.default_card(customer)
    assert (caught.value.retry, caught.value.untouched) == (True, True)
    fake.rolled = False
    for fault in ("400", None):
        if fault:
            fake.fail(fault)
        with pytest.raises(CardError) as caught:
            await provider.get_payment("pi_unknown")
        assert (caught.value.retry, caught.value.untouched) == (False, True)


async def test_same_key_with_another_amount_is_refused(provider, customer):
    await provider.pay(payment(customer), key="topup:1")
    with pytest.raises(CardError) as caught:
        await provider.pay(payment(customer, cents=4_000), key="topup:1")
    assert caught.value.kind == "idempotency_error"


async def test_payments_are_listed_over_all_pages_with_what_was_given_back(provider, fake, customer):
    fake.attach_card(customer)
    made = [await provider.pay(payment(customer, card=GOOD_CARD), key=f"topup:{number}") for number in range(103)]
    fake.give_back(made[0].id, 1_000)
    fake.dispute(made[1].id)
    found = await provider.list_payments(customer, since=LONG_AGO)
    assert [one.id for one in found] == [one.id for one in reversed(made)]
    assert (found[-1].charge.amount_refunded, found[-2].charge.disputed) == (1_000, True)
    assert found[0].charge.receipt_url.startswith("https://receipt.")
    assert await provider.list_payments(customer, since=datetime(2100, 1, 1, tzinfo=UTC)) == []


async def test_payment_is_given_back_whole_and_one_that_is_open_is_given_up(provider, fake, customer):
    fake.attach_card(customer)
    done = await provider.pay(payment(customer, card=GOOD_CARD), key="topup:1")
    await provider.refund(done.id, key="refund:1")
    assert (await provider.get_payment(done.id)).charge.amount_refunded == 3_000
    open_one = await provider.pay(payment(customer), key="topup:2")
    assert (await provider.cancel_payment(open_one.id, key="cancel:1")).status == "canceled"
    with pytest.raises(CardError) as caught:
        await provider.cancel_payment(done.id, key="cancel:2")
    assert caught.value.code == "payment_intent_unexpected_state"


async def test_invoices_are_paged_and_carry_their_page(provider, customer):
    for number in range(3):
        await subscribe(provider, customer, key=f"sub:{number}")
    first = await provider.list_invoices(customer, limit=2, starting_after=None)
    assert (len(first.data), first.has_more) == (2, True)
    assert first.data[0].hosted_invoice_url.startswith("https://")
    assert first.data[0].subscription_id
    rest = await provider.list_invoices(customer, limit=2, starting_after=first.data[-1].id)
    assert (len(rest.data), rest.has_more) == (1, False)


@pytest.mark.parametrize("as_error", [False, True])
async def test_repeated_meter_event_counts_once_and_means_sent(provider, fake, customer, as_error):
    fake.repeated_meter_event_is_an_error = as_error
    event = {"event_name": "tokens", "customer": customer, "value": 7, "identifier": "ana:1:9", "at": int(time.time())}
    assert await provider.send_meter_event(**event) == "sent"
    assert await provider.send_meter_event(**event) == "sent"  # The provider replays by the key.
    fake.forget_keys()  # More than a day later it has forgotten the key, but not the identifier.
    assert await provider.send_meter_event(**event) == ("known" if as_error else "sent")
    assert fake.metered(customer) == 7
    at = event["at"]
    assert await provider.metered(event_name="tokens", customer=customer, start=at, end=at + 1) == 7
    assert await provider.metered(event_name="tokens", customer=customer, start=at + 60, end=at + 120) == 0
    with pytest.raises(CardError) as caught:
        await provider.metered(event_name="others", customer=customer, start=at, end=at + 1)
    assert caught.value.kind == "unconfigured"


async def test_refusal_keeps_the_providers_code(provider):
    with pytest.raises(CardError) as caught:
        await provider.get_subscription("sub_unknown")
    assert (caught.value.code, caught.value.retry) == ("resource_missing", False)
