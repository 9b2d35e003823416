"""The card provider's client against the stateful fake; every body is checked by the official SDK's types."""

import dataclasses

import pytest

from app.clients.cardprovider import CARD_POLICY, CardError, CardRefused, HttpCardProvider, Payment, Prices, form
from tests.fakes.cardprovider import CARD_3DS, CARD_DECLINED, FakeCardProvider
from tests.fakes.stripe_params import problems

STARTER = Prices(recurring="price_starter_monthly", metered="price_starter_metered")
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
    return await provider.create_customer(company_id="ana", email="ana@example.com", name="Ana", key="customer:ana")


async def subscribe(provider, customer, *, key="sub:1"):
    return await provider.create_subscription(customer, STARTER, metadata={"company_id": "ana"}, key=key)


def payment(customer, *, card=None, cents=3_000):
    return Payment(customer=customer, amount_cents=cents, card=card, metadata={"kind": "topup", "company_id": "ana"})


def test_nested_parameters_become_the_providers_form_keys():
    params = {"a": True, "b": [{"c": 1}, "d"], "e": {"f": "g"}}
    assert list(form(params)) == [("a", "true"), ("b[0][c]", "1"), ("b[1]", "d"), ("e[f]", "g")]


async def test_customer_is_made_once_per_key(provider, fake, customer):
    again = await provider.create_customer(company_id="ana", email="ana@example.com", name="Ana", key="customer:ana")
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


async def test_switch_keeps_the_items_and_prorates(provider, fake, customer):
    subscription = await subscribe(provider, customer)
    switched = await provider.switch_subscription(subscription, PRO, metadata={"plan_id": "2"}, key="switch:1")
    assert [item.id for item in switched.items.data] == [item.id for item in subscription.items.data]
    assert switched.recurring_item.price.id == "price_pro_monthly"
    assert [item["amount"] for item in fake.pending_items] == [-9_900, 29_900]


async def test_metered_item_goes_and_comes_with_the_plans_metered_price(provider, customer):
    subscription = await subscribe(provider, customer)
    plain = Prices(recurring="price_pro_monthly", metered=None)
    without = await provider.switch_subscription(subscription, plain, metadata={}, key="switch:1")
    assert (without.metered_item, len(without.items.data)) == (None, 1)
    again = await provider.switch_subscription(without, STARTER, metadata={}, key="switch:2")
    assert again.metered_item.price.id == "price_starter_metered"


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
    back = await provider.switch_subscription(cancelled, STARTER, metadata={}, key="switch:2")
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


@pytest.mark.parametrize("fault", ["500", "429", "cut", "garbage", "hang", "huge", "redirect"])
async def test_lasting_fault_is_an_error_worth_retrying_or_not_but_always_ours(provider, fake, customer, fault):
    fake.fail_always(fault)
    with pytest.raises(CardError) as caught:
        await provider.pay(payment(customer), key="topup:1")
    assert caught.value.retry is (fault not in ("garbage", "redirect"))


async def test_same_key_with_another_amount_is_refused(provider, customer):
    await provider.pay(payment(customer), key="topup:1")
    with pytest.raises(CardError) as caught:
        await provider.pay(payment(customer, cents=4_000), key="topup:1")
    assert caught.value.kind == "idempotency_error"


async def test_payment_is_found_by_its_metadata(provider, customer):
    made = await provider.pay(payment(customer), key="topup:1")
    assert (await provider.find_payment(customer, name="kind", value="topup")).id == made.id
    assert await provider.find_payment(customer, name="kind", value="overage") is None


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
    event = {"event_name": "tokens", "customer": customer, "value": 7, "identifier": "ana:1:9", "at": 1_790_000_000}
    assert await provider.send_meter_event(**event) == "sent"
    assert await provider.send_meter_event(**event) == "sent"  # The provider replays by the key.
    fake._saved.clear()  # More than a day later it has forgotten the key, but not the identifier.
    assert await provider.send_meter_event(**event) == ("known" if as_error else "sent")
    assert fake.metered(customer) == 7


async def test_refusal_keeps_the_providers_code(provider):
    with pytest.raises(CardError) as caught:
        await provider.get_subscription("sub_unknown")
    assert (caught.value.code, caught.value.retry) == ("resource_missing", False)
