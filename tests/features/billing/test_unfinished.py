"""Top-ups that were begun and not finished: they end, and money that comes all the same counts once."""

import pytest

from app.features.billing.unfinished import end_unfinished
from tests.fakes.cardprovider import CARD_3DS
from tests.features.billing.test_pages import BILLING, charges, page


async def begun(company):
    """A payment that its buyer was to complete; its id."""
    answer = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    assert answer.json()["status"] == "requires_payment_method"
    return answer.json()["payment_intent_id"]


async def test_a_top_up_that_nobody_finished_ends_here_and_at_the_provider(api, company, provider, services):
    intent = await begun(company)
    api.clock.advance(hours=24)
    assert await end_unfinished(services) == 0
    api.clock.advance(hours=2)
    assert [await end_unfinished(services) for _ in range(2)] == [1, 0]
    assert provider.payment_intents[intent]["status"] == "canceled"
    assert [one["status"] for one in await charges(company)] == ["canceled"]


async def test_money_that_comes_after_the_end_counts_once(api, company, provider, services):
    intent = await begun(company)
    api.clock.advance(hours=26)
    await end_unfinished(services)
    event = provider.pay_intent(intent)
    assert [(await company.deliver(event)).status_code for _ in range(2)] == [200, 200]
    assert await end_unfinished(services) == 0
    assert (await company.usage())["topup_remaining"] == 1_000_000
    assert [(one["status"], one["tokens"]) for one in await charges(company)] == [("succeeded", 1_000_000)]


async def test_a_payment_nobody_told_of_is_found_and_counts_once(api, company, provider, services):
    intent = await begun(company)
    provider.pay_intent(intent)
    api.clock.advance(hours=26)
    assert await end_unfinished(services) == 0
    assert (await company.usage())["topup_remaining"] == 1_000_000
    assert (await company.deliver(provider.pay_intent(intent))).status_code == 200
    assert (await company.usage())["topup_remaining"] == 1_000_000
    assert [one["status"] for one in await charges(company)] == ["succeeded"]


async def test_a_payment_whose_answer_got_lost_is_given_up(api, company, provider, services):
    provider.fail("half_reply", path="/v1/payment_intents")
    assert (await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})).status_code == 503
    api.clock.advance(hours=26)
    assert await end_unfinished(services) == 1
    assert [one["status"] for one in provider.payment_intents.values()] == ["canceled"]
    assert [one["status"] for one in await charges(company)] == ["canceled"]


@pytest.mark.parametrize("paid", [True, False])
async def test_a_page_is_waited_for_while_it_is_open(api, company, provider, services, paid):
    opened = await page(company, kind="topup", amount_cents=3_000)
    api.clock.advance(hours=24.5)
    assert await end_unfinished(services) == 0
    if paid:
        provider.complete_page(opened)
    api.clock.advance(hours=2)
    assert await end_unfinished(services) == (not paid)
    assert [one["status"] for one in await charges(company)] == ["succeeded" if paid else "canceled"]


async def test_a_page_opened_later_has_its_own_time(api, company, provider, services):
    provider.attach_card(await company.customer(), CARD_3DS)
    await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    api.clock.advance(hours=20)
    [waiting] = await charges(company)
    api.clock.advance(hours=20)
    assert await end_unfinished(services) == 0
    provider.complete_page(waiting["url"].rsplit("/", 1)[1])
    await company.deliver_all()
    assert [one["status"] for one in await charges(company)] == ["succeeded"]


async def test_what_the_provider_still_works_on_is_waited_for(api, company, provider, services):
    intent = await begun(company)
    provider.payment_intents[intent]["status"] = "processing"
    api.clock.advance(hours=26)
    assert await end_unfinished(services) == 0
    assert [one["status"] for one in await charges(company)] == ["requires_payment_method"]


async def test_an_outage_and_one_companys_failure_only_put_it_off(api, company, companies, provider, services):
    other = await companies.make()
    for each in (company, other):
        await begun(each)
    api.clock.advance(hours=26)
    provider.fail_always("500")
    assert await end_unfinished(services) == 0
    provider.fail_always(None)
    await company.database.execute(
        "ALTER TABLE charges ADD CONSTRAINT broken CHECK (status <> 'canceled' OR company_id <> '%s')" % company.id  # noqa: UP031
    )
    assert await end_unfinished(services) == 1
    await company.database.execute("ALTER TABLE charges DROP CONSTRAINT broken")
    assert await end_unfinished(services) == 1
