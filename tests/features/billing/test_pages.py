"""Hosted pages and the list of charges: cards are entered at the provider alone, and nothing is a dead end."""

import pytest

from app.features.billing.overage import charge_overage
from tests.fakes.cardprovider import CARD_3DS, GOOD_CARD
from tests.features.billing.test_overage import LAST_YEAR, unmetered_company
from tests.features.billing.workers import run_jobs
from tests.problems import assert_problem

BILLING = "/internal/billing"


async def page(company, **body):
    answer = await company.client.post(f"{BILLING}/checkout", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()["url"].rsplit("/", 1)[1]


async def charges(company, **query):
    answer = await company.client.get(f"{BILLING}/charges", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()["items"]


async def test_first_top_up_without_a_card_is_paid_on_a_page(company, provider):
    opened = await page(company, kind="topup", amount_cents=6_000)
    [waiting] = await charges(company)
    assert (waiting["kind"], waiting["status"], waiting["amount_cents"]) == ("topup", "pending", 6_000)
    provider.complete_page(opened)
    await company.deliver_all()
    assert (await company.usage())["topup_remaining"] == 2_000_000
    [paid] = await charges(company)
    assert (paid["id"], paid["status"], paid["tokens"]) == (waiting["id"], "succeeded", 2_000_000)


async def test_card_entered_on_a_page_pays_from_then_on(company, provider):
    provider.complete_page(await page(company, kind="setup"))
    topup = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    assert topup.json()["status"] == "succeeded"


async def test_plan_is_bought_on_a_page(company, provider):
    opened = await page(company, kind="plan", plan_slug="pro", return_path="/welcome?plan=pro")
    asked = provider.pages[opened]["params"]
    assert asked["success_url"] == "http://127.0.0.1:8001/welcome?plan=pro"
    provider.complete_page(opened)
    await company.deliver_all()
    assert (await company.summary())["plan"]["slug"] == "pro"
    again = await company.client.post(f"{BILLING}/checkout", json={"kind": "plan", "plan_slug": "scale"})
    assert_problem(again, 409, "conflict")


async def test_portal_leads_back(company, provider):
    answer = await company.client.post(f"{BILLING}/portal", json={"return_path": "/settings/billing"})
    assert answer.json()["url"].startswith("https://billing.")
    assert provider.seen[-1].params["return_url"] == "http://127.0.0.1:8001/settings/billing"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"kind": "gift"}, "/kind"),
        ({"kind": "topup"}, "/amount_cents"),
        ({"kind": "topup", "amount_cents": 2_999}, "/amount_cents"),
        ({"kind": "topup", "amount_cents": 3_000, "plan_slug": "pro"}, "/plan_slug"),
        ({"kind": "setup", "amount_cents": 3_000}, "/amount_cents"),
        ({"kind": "plan"}, "/plan_id"),
        ({"kind": "setup", "return_path": "//evil.example"}, "/return_path"),
        ({"kind": "setup", "return_path": "https://evil.example"}, "/return_path"),
        ({"kind": "setup", "return_path": "/a\\b"}, None),
    ],
)
async def test_page_names_the_field_that_is_wrong(company, body, pointer):
    answer = await company.client.post(f"{BILLING}/checkout", json=body)
    if pointer is not None:
        assert_problem(answer, 422, "validation", pointer)


async def test_charge_that_needs_its_holder_is_finished_on_a_page(company, provider, services):
    await unmetered_company(company, CARD_3DS)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    [waiting] = await charges(company, status="requires_action")
    assert waiting["url"].startswith("https://checkout.")
    assert [(await charges(company))[0]["url"]] == [waiting["url"]]
    intent = provider.complete_page(waiting["url"].rsplit("/", 1)[1])
    await company.deliver_all()
    [paid] = await charges(company)
    assert (paid["status"], paid["url"], paid["payment_intent_id"]) == ("succeeded", None, intent)
    states = sorted(one["status"] for one in provider.payment_intents.values())
    assert states == ["canceled", "succeeded"]


async def test_a_page_that_ran_out_is_replaced(api, company, provider, services):
    await unmetered_company(company, CARD_3DS)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    [first] = await charges(company)
    api.clock.advance(hours=30)
    [second] = await charges(company)
    assert second["url"] not in (None, first["url"])
    provider.complete_page(second["url"].rsplit("/", 1)[1])
    await company.deliver_all()
    assert [one["status"] for one in await charges(company)] == ["succeeded"]


async def test_top_up_that_needs_its_holder_is_finished_on_a_page(company, provider):
    provider.attach_card(await company.customer(), CARD_3DS)
    asked = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    assert asked.json()["status"] == "requires_action"
    [waiting] = await charges(company, status="requires_action")
    assert waiting["url"].startswith("https://checkout.")
    intent = provider.complete_page(waiting["url"].rsplit("/", 1)[1])
    await company.deliver_all()
    [paid] = await charges(company)
    assert (paid["id"], paid["status"], paid["url"]) == (waiting["id"], "succeeded", None)
    assert paid["payment_intent_id"] == intent
    assert (await company.usage())["topup_remaining"] == 1_000_000
    assert sorted(one["status"] for one in provider.payment_intents.values()) == ["canceled", "succeeded"]


async def test_page_and_the_next_try_never_both_pay(company, provider, services):
    await unmetered_company(company, CARD_3DS)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    await charge_overage(services)
    [waiting] = await charges(company)
    provider.attach_card(await company.customer(), GOOD_CARD)
    await company.settings(auto_overage=True)
    assert (await charge_overage(services)).succeeded == 1
    assert provider.complete_page(waiting["url"].rsplit("/", 1)[1]) is None
    assert [one["status"] for one in provider.payment_intents.values()] == ["canceled", "succeeded"]


async def test_charges_are_the_companys_own_and_paged(company, companies, provider):
    other = await companies.make()
    for each in (company, other):
        provider.attach_card(await each.customer())
        await each.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    await company.deliver_all()
    answer = (await company.client.get(f"{BILLING}/charges", params={"limit": 1})).json()
    assert (answer["total"], answer["limit"], answer["offset"]) == (1, 1, 0)
    assert (await charges(company, kind="overage"), len(await charges(company, kind="topup"))) == ([], 1)
    assert_problem(await company.client.get(f"{BILLING}/charges", params={"kind": "x"}), 422, "validation")


async def test_top_up_repeated_after_a_card_was_added_is_the_same_payment(company, provider):
    provider.fail("half_reply", path="/v1/payment_intents")
    key = {"Idempotency-Key": "k"}
    assert (await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000}, headers=key)).status_code == 503
    provider.attach_card(await company.customer())
    again = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000}, headers=key)
    assert (again.status_code, again.json()["status"]) == (200, "requires_payment_method")
    assert len(provider.payment_intents) == 1


@pytest.mark.parametrize("cents", [3_000, 6_000])
async def test_a_key_of_yesterday_buys_anew(api, company, provider, cents):
    provider.attach_card(await company.customer())
    key = {"Idempotency-Key": "monthly"}
    for amount in (3_000, cents):
        answer = await company.client.post(f"{BILLING}/topup", json={"amount_cents": amount}, headers=key)
        assert (answer.status_code, answer.json()["status"]) == (200, "succeeded"), answer.text
        await company.deliver_all()
        api.clock.advance(hours=25)
        await company.database.execute("DELETE FROM idempotency_keys")
    assert [one["amount_cents"] for one in await charges(company)] == [cents, 3_000]
    assert {one["payment_intent_id"] for one in await charges(company)} == set(provider.payment_intents)
    assert (await company.usage())["topup_remaining"] == (3_000 + cents) * 1_000_000 // 3_000


async def test_refunded_top_up_takes_its_unused_tokens_back(company, provider, services):
    provider.attach_card(await company.customer())
    intent = (await company.client.post(f"{BILLING}/topup", json={"amount_cents": 6_000})).json()["payment_intent_id"]
    await company.deliver_all()
    await company.post_usage(200_000 + 500_000)
    answer = await company.deliver(provider.give_back(intent, 3_000))
    assert answer.json()["status"] == "ignored"
    assert await run_jobs(services, "check_payment") == 1
    assert (await company.usage())["topup_remaining"] == 500_000
    await company.deliver(provider.give_back(intent, 3_000))
    await run_jobs(services, "check_payment")
    assert (await company.usage())["topup_remaining"] == 0
    [charge] = await charges(company)
    assert (charge["refunded_cents"], charge["receipt_url"][:16]) == (6_000, "https://receipt.")


async def test_what_is_paid_has_its_receipt_at_once(company, provider, services):
    await unmetered_company(company, GOOD_CARD)
    await company.use(400_000, overage=400_000, period=LAST_YEAR)
    assert (await charge_overage(services)).succeeded == 1
    await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    await company.deliver_all()
    assert await run_jobs(services, "check_payment") == 2
    assert [(one["kind"], one["receipt_url"][:16]) for one in await charges(company)] == [
        ("topup", "https://receipt."),
        ("overage", "https://receipt."),
    ]


async def test_disputed_top_up_takes_all_unused_tokens_back(company, provider, services):
    provider.attach_card(await company.customer())
    intent = (await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})).json()["payment_intent_id"]
    await company.deliver_all()
    await company.deliver(provider.dispute(intent))
    for _ in range(2):
        await run_jobs(services, "check_payment")
    assert (await company.usage())["topup_remaining"] == 0
    assert (await charges(company))[0]["disputed"] is True


async def test_customer_follows_name_mail_and_tax_id(company, provider, services):
    customer = await company.customer()
    await company.client.patch("/internal/company", json={"name": "Casa Nova", "tax_id": "11.222.333/0001-81"})
    await company.api.auth.patch(f"/internal/auth/users/{company.id}", json={"email": f"{company.id}@new.example"})
    assert await run_jobs(services, "follow_customer") == 1
    found = provider.customers[customer]
    assert (found["name"], found["email"]) == ("Casa Nova", f"{company.id}@new.example")
    assert [one["value"] for one in found["tax_ids"].values()] == ["11222333000181"]
    await company.client.patch("/internal/company", json={"tax_id": None})
    await run_jobs(services, "follow_customer")
    assert found["tax_ids"] == {}


async def test_wrong_tax_id_is_named(company):
    answer = await company.client.patch("/internal/company", json={"tax_id": "11.222.333/0001-80"})
    assert_problem(answer, 422, "validation", "/tax_id")
