"""The overage charge: at month close and over the threshold, once, and what follows when nobody pays."""

import asyncio
from datetime import UTC, date, datetime

import pytest

from app.features.billing.ledger import cents
from app.features.billing.overage import charge_overage
from tests.fakes.cardprovider import CARD_3DS, CARD_DECLINED, GOOD_CARD
from tests.features.billing.killed_report import killed
from tests.features.billing.workers import run_jobs

LAST_YEAR = date(2025, 12, 1)


async def charges(company):
    rows = await company.database.fetch(
        "SELECT period, seq, tokens, amount_cents, status FROM charges WHERE kind = 'overage' ORDER BY 1, 2"
    )
    return [tuple(row) for row in rows]


async def unmetered_company(company, card=GOOD_CARD):
    """On the starter plan (R$29 per million) without its metered price, with a card on file."""
    await company.database.execute("UPDATE plans SET cardprovider_metered_price_id = NULL WHERE slug = 'starter'")
    await company.subscribe("starter")
    await company.client.patch("/internal/billing/settings", json={"auto_overage": True})
    if card:
        company.provider.attach_card(await company.customer(), card)
    company.provider.events.clear()
    await company.database.execute("DELETE FROM jobs")


async def auto_overage(company):
    return (await company.client.get("/internal/billing/settings")).json()["auto_overage"]


def mails(services):
    return sorted(path.name.rsplit("-", 1)[0] for path in (services.settings.data_dir / "outbox").glob("*.eml"))


async def test_closed_month_is_charged_once(company, provider, services):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    run = await charge_overage(services)
    assert (run.made, run.succeeded) == (1, 1)
    assert await charges(company) == [(LAST_YEAR, 1, 400_000, 1_160, "succeeded")]
    [intent] = provider.payment_intents.values()
    assert (intent["amount"], intent["metadata"]["kind"]) == (1_160, "overage")
    assert (await charge_overage(services)).made == 0
    await company.deliver_all()
    assert len(provider.payment_intents) == 1


async def test_running_month_waits_for_the_threshold(company, services):
    await unmetered_company(company)
    await company.use(1_700_000, overage=1_700_000)
    assert (await charge_overage(services)).made == 0
    await company.use(30_000, overage=30_000)
    assert (await charge_overage(services)).made == 1
    [charge] = await charges(company)
    assert charge[2:] == (1_730_000, 5_017, "succeeded")


async def test_less_than_a_real_is_carried_into_the_next_month(company, services):
    await unmetered_company(company)
    await company.use(10_000, overage=10_000, period=LAST_YEAR)
    assert (await charge_overage(services)).made == 0
    await company.use(30_000, overage=30_000, period=date(2026, 1, 1))
    assert (await charge_overage(services)).made == 1
    [charge] = await charges(company)
    assert charge == (date(2026, 1, 1), 1, 40_000, 116, "succeeded")


async def test_month_closes_at_midnight_of_the_companys_zone(company, companies, services):
    tokyo = await companies.make("Asia/Tokyo")
    for each in (company, tokyo):
        await unmetered_company(each)
        await each.use(100_000, overage=100_000, period=date(2026, 11, 1))
    # 2026-11-30 20:00 UTC: December in Tokyo, November in São Paulo.
    company.api.clock.offset = _until(2026, 11, 30, 20)
    await charge_overage(services)
    paid = await company.database.fetch("SELECT company_id FROM charges")
    assert [row[0] for row in paid] == [tokyo.id]
    company.api.clock.advance(hours=8)
    await charge_overage(services)
    assert len(await charges(company)) == 2


def _until(*moment):
    return datetime(*moment, tzinfo=UTC) - datetime.now(UTC)


async def test_amount_in_sql_is_that_of_the_rules(company, services):
    await unmetered_company(company)
    for month, tokens in enumerate((34_483, 1_000_001, 99_999_999), 1):
        await company.use(tokens, overage=tokens, period=date(2025, month, 1))
        await charge_overage(services)
    assert [row[3] for row in await charges(company)] == [
        cents(tokens * 2_900) for tokens in (34_483, 1_000_001, 99_999_999)
    ]


@pytest.mark.parametrize(
    ("card", "status", "kind"),
    [
        (CARD_DECLINED, "failed", "overage-failed"),
        (CARD_3DS, "requires_action", "overage-action"),
        (None, "failed", "overage-failed"),
    ],
)
async def test_company_that_does_not_pay_makes_no_more_debt_and_is_told(company, services, card, status, kind):
    await unmetered_company(company, card)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    run = await charge_overage(services)
    assert (run.made, run.failed) == (1, 1)
    assert (await charges(company))[0][4] == status
    assert await auto_overage(company) is False
    assert await run_jobs(services, "send_billing_notice") == 1
    assert mails(services) == [kind]
    audited = await company.database.fetchrow("SELECT actor_type, action FROM audit_log WHERE actor_type = 'worker'")
    assert tuple(audited) == ("worker", "billing.overage_failed")
    assert (await charge_overage(services)).failed == 0


@pytest.mark.parametrize("card", [CARD_DECLINED, CARD_3DS, None])
async def test_allowing_overage_again_pays_what_is_owed_with_the_new_card_once(company, provider, services, card):
    await unmetered_company(company, card)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    provider.attach_card(await company.customer(), GOOD_CARD)
    await company.client.patch("/internal/billing/settings", json={"auto_overage": True})
    assert (await charge_overage(services)).succeeded == 1
    assert [intent["status"] for intent in provider.payment_intents.values()] == ["succeeded"]
    assert [charge[4] for charge in await charges(company)] == ["succeeded"]


async def test_retries_at_the_same_time_pay_once_and_nobody_is_blamed(company, provider, services):
    await unmetered_company(company, CARD_DECLINED)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    provider.attach_card(await company.customer(), GOOD_CARD)
    await company.client.patch("/internal/billing/settings", json={"auto_overage": True})
    runs = await asyncio.gather(*(charge_overage(services) for _ in range(4)))
    assert sum(run.failed for run in runs) == 0
    assert [charge[4] for charge in await charges(company)] == ["succeeded"]
    assert await auto_overage(company) is True
    assert [event.kind for event in provider.events].count("payment_intent.succeeded") == 1


async def test_payment_the_holder_confirms_later_settles_the_charge(company, provider, services):
    await unmetered_company(company, CARD_3DS)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    [intent] = provider.payment_intents
    await company.deliver(provider.pay_intent(intent))
    assert (await charges(company))[0][4] == "succeeded"


async def test_webhook_of_another_company_settles_nothing(company, companies, provider, services):
    other = await companies.make()
    await unmetered_company(company, CARD_3DS)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    [intent] = provider.payment_intents.values()
    forged = intent | {"customer": await other.customer(), "status": "succeeded", "amount_received": 1}
    forged["metadata"] = intent["metadata"] | {"company_id": other.id}
    await company.deliver(provider.emit("payment_intent.succeeded", forged))
    assert (await charges(company))[0][4] == "requires_action"


async def test_metered_overage_is_left_to_the_meter(company, provider, services):
    await company.subscribe("starter")
    await company.use(5_000_000, overage=5_000_000, period=LAST_YEAR)
    assert (await charge_overage(services)).made == 0
    assert provider.payment_intents == {}


async def test_charges_at_the_same_time_pay_once(company, provider, services):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await asyncio.gather(*(charge_overage(services) for _ in range(5)), return_exceptions=True)
    await charge_overage(services)
    assert len(provider.payment_intents) == 1
    assert [charge[4] for charge in await charges(company)] == ["succeeded"]


@pytest.mark.parametrize("fault", ["500", "half_reply"])
async def test_lost_answer_is_paid_once(company, provider, services, fault):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    provider.fail(fault, times=3 if fault == "500" else 1, path="/v1/payment_intents")
    assert (await charge_overage(services)).waiting == 1
    assert (await charge_overage(services)).succeeded == 1
    assert len(provider.payment_intents) == 1


async def test_forgotten_key_is_no_second_payment(company, provider, services):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    # As if the process had died before it wrote the answer down, and days had passed at the provider.
    await company.database.execute("UPDATE charges SET status = 'pending'")
    provider._saved.clear()
    assert (await charge_overage(services)).succeeded == 1
    assert len(provider.payment_intents) == 1


@pytest.mark.timeout(300)
@pytest.mark.parametrize("when", ["before", "after"])
async def test_kill_9_at_any_step_charges_each_token_once(company, provider, services, when):
    await unmetered_company(company)
    expected, steps = 0, 0
    for step in range(1, 40):
        tokens = 400_000 + step
        await company.use(tokens, overage=tokens, period=LAST_YEAR)
        expected += tokens
        if not await killed("charge", company.database.dsn, provider.url, step, when):
            break
        steps = step
        await charge_overage(services)
    assert steps >= 8
    await charge_overage(services)
    made = await charges(company)
    assert sum(charge[2] for charge in made) == expected
    assert {charge[4] for charge in made} == {"succeeded"}
    assert sum(intent["amount"] for intent in provider.payment_intents.values()) == sum(charge[3] for charge in made)


async def test_trigger_runs_the_charge_in_development(company):
    await unmetered_company(company)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    answer = await company.client.post("/internal/billing/_trigger-overage-charge")
    assert answer.json() == {"made": 1, "succeeded": 1, "failed": 0, "waiting": 0}
