"""What usage costs is decided when it settles, by plan, price and settings of that moment, and never again."""

import pytest

from app.cli.plans import save_plan
from app.clients.llm import Usage
from app.features.billing.overage import charge_overage
from app.features.billing.report import report_usage
from app.features.quota.service import Call, UsedBy, settle, standing_of

CHAT = UsedBy(operation_type="chat")


async def bill(services):
    """Everything the workers take: tokens metered, cents charged."""
    await report_usage(services)
    await charge_overage(services)


async def parts(company):
    """Each usage row's parts, oldest first."""
    rows = await company.database.fetch(
        "SELECT from_included, from_topup, from_overage, from_absorbed, overage_price FROM token_usage ORDER BY id"
    )
    return [tuple(row) for row in rows]


async def test_usage_of_the_free_plan_is_never_billed_after_subscribing(company, provider, services):
    row = await company.post_usage(1_700_000)
    assert (row["from_included"], row["from_overage"], row["from_absorbed"]) == (200_000, 0, 1_500_000)
    await company.subscribe("starter")
    await company.settings(auto_overage=True)
    await bill(services)
    company.api.clock.advance(days=40)
    await bill(services)
    assert (provider.meter_events, provider.payment_intents) == ({}, {})
    usage = await company.usage()
    assert (usage["overage_cents"], usage["overage_tokens"]) == (0, 0)


async def test_first_payment_of_a_subscription_begins_the_included_tokens_anew(company):
    await company.post_usage(1_700_000)
    await company.subscribe("starter")
    usage = await company.usage()
    assert (usage["included_remaining"], usage["used"], usage["absorbed_tokens"]) == (2_000_000, 1_700_000, 1_500_000)
    assert usage["state"] == "ALLOW"
    row = await company.post_usage(2_000_001)
    assert (row["from_included"], row["from_absorbed"]) == (2_000_000, 1)
    assert (await company.usage())["state"] == "BLOCK"


async def test_resubscribing_in_the_month_brings_tokens_again_and_a_repeated_event_does_not(company, provider):
    first = await company.subscribe("starter")
    await company.post_usage(1_900_000)
    provider._end_subscription({}, first)
    await company.deliver_all()
    await company.subscribe("starter")
    assert (await company.usage())["included_remaining"] == 2_000_000
    await company.post_usage(5)
    second = list(provider.subscriptions.values())[-1]
    invoice = provider._shown_invoice(provider.invoices[second["latest_invoice"]])
    await company.deliver(provider.emit("invoice.paid", invoice))
    assert (await company.usage())["included_remaining"] == 1_999_995


async def test_a_cancelled_company_is_not_charged_at_the_old_plans_price(company, provider, services):
    subscription = await company.subscribe("starter")
    provider.attach_card(await company.customer())
    provider._end_subscription({}, subscription)
    await company.deliver_all()
    await company.post_usage(3_000_000)
    assert (await company.usage())["overage_cents"] == 0
    company.api.clock.advance(days=40)
    await bill(services)
    assert (provider.meter_events, provider.payment_intents) == ({}, {})


@pytest.mark.parametrize(
    ("settings", "overage", "cents"),
    [
        ({}, 0, 0),
        ({"auto_overage": False, "cap": 10_000}, 0, 0),
        ({"auto_overage": True, "cap": 100}, 34_482, 100),
        ({"auto_overage": True, "cap": 0}, 0, 0),
        ({"auto_overage": True}, 500_000, 1_450),
    ],
)
async def test_settings_bound_the_bill(company, provider, services, settings, overage, cents):
    await company.subscribe("starter")
    await company.settings(**settings)
    row = await company.post_usage(2_500_000)
    assert (row["from_overage"], row["from_absorbed"]) == (overage, 500_000 - overage)
    assert row["overage_price"] == (2_900 if overage else None)
    usage = await company.usage()
    assert (usage["overage_cents"], usage["absorbed_tokens"]) == (cents, 500_000 - overage)
    await bill(services)
    assert provider.metered(await company.customer()) == overage


async def test_a_turn_that_used_more_than_it_reserved_costs_the_house(company, database, services):
    await company.subscribe("starter")
    await company.post_usage(1_990_000)
    before = await standing_of(company.api.services, company.id)
    await settle(company.api.services, company.id, before, [], [Call("m", Usage(60_000, 3_000, 63_000))], CHAT)
    assert (await parts(company))[-1] == (10_000, 0, 0, 53_000, None)
    await bill(services)
    assert await database.fetchval("SELECT count(*) FROM usage_report_batches") == 0


async def test_a_new_price_counts_from_then_on_and_each_token_is_billed_at_its_own(company, provider, services):
    customer = await unlimited(company, provider)
    await company.post_usage(3_000_000)
    await save_plan(services.db, services.q, "starter", {"overage_per_million_cents": 5_800})
    assert (await company.usage())["overage_cents"] == 2_900
    await company.post_usage(1_000_000)
    assert (await company.usage())["overage_cents"] == 2_900 + 5_800
    versions = await company.database.fetch("SELECT plan_version FROM token_usage ORDER BY id")
    assert versions[1][0] == versions[0][0] + 1
    await bill(services)
    # The provider's metered price bills what it always did; the dearer tokens are charged directly.
    assert provider.metered(customer) == 1_000_000
    assert [intent["amount"] for intent in provider.payment_intents.values()] == [5_800]


async def unlimited(company, provider):
    await company.subscribe("starter")
    customer = await company.customer()
    provider.attach_card(customer)
    await company.settings(auto_overage=True)
    return customer


async def test_a_move_to_another_plan_changes_no_earlier_row(company, provider, services):
    customer = await unlimited(company, provider)
    await company.post_usage(4_000_000)
    assert (await company.client.post("/internal/billing/subscriptions", json={"plan_slug": "pro"})).status_code == 200
    await company.deliver_all()
    assert (await company.usage())["overage_cents"] == 5_800
    await company.post_usage(9_000_000)
    assert [row[4] for row in await parts(company)] == [2_900, 2_400]
    await bill(services)
    # Pro includes 10 million, of which 2 were used as a starter: 8 of the 9 million are included.
    assert provider.metered(customer) == 1_000_000
    assert [intent["amount"] for intent in provider.payment_intents.values()] == [5_800]


async def test_charges_of_a_month_never_pass_the_cap_together(company, provider, services):
    await company.database.execute("UPDATE plans SET cardprovider_metered_price_id = NULL WHERE slug = 'starter'")
    await unlimited(company, provider)
    await company.settings(cap=12_345)
    await company.post_usage(2_000_000)
    for _ in range(4):
        await company.post_usage(1_777_777)
        await charge_overage(services)
    company.api.clock.advance(days=40)
    await charge_overage(services)
    charged = [intent["amount"] for intent in provider.payment_intents.values()]
    assert len(charged) >= 2
    assert sum(charged) == 12_345 == await company.database.fetchval("SELECT sum(amount_cents) FROM charges")


async def test_an_overdue_company_makes_no_overage(company, provider):
    subscription = await company.subscribe("starter")
    await company.settings(auto_overage=True)
    provider.renew(subscription)
    await company.deliver_all()
    assert (await company.summary())["subscription"]["status"] == "past_due"
    row = await company.post_usage(2_000_100)
    assert (row["from_included"], row["from_overage"], row["from_absorbed"]) == (2_000_000, 0, 100)


async def test_price_of_bought_tokens_is_data(company, services):
    await services.q.billing.set_topup_price(services.db, per_million_cents=6_000)
    assert (await company.summary())["topup_per_million_cents"] == 6_000
    await company.client.post("/internal/billing/topup", json={"amount_cents": 6_000})
    [intent] = company.provider.payment_intents
    await company.deliver(company.provider.pay_intent(intent))
    assert (await company.usage())["topup_remaining"] == 1_000_000
