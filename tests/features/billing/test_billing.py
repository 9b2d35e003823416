"""Plans, settings, usage, top-ups, setup intents and invoices over HTTP."""

import asyncio
from datetime import date

import pytest

from app.features.billing.types import PublicPlan
from tests.fakes.cardprovider import CARD_3DS, CARD_DECLINED
from tests.problems import assert_problem

BILLING = "/internal/billing"
PUBLIC_FIELDS = [
    "id",
    "slug",
    "name",
    "monthly_cents",
    "included_tokens",
    "max_stores",
    "max_agents",
    "max_products",
    "max_documents",
    "max_leads",
    "overage_per_million_cents",
]


async def test_plans_carry_price_ids_for_the_app(company):
    plans = (await company.client.get(f"{BILLING}/plans")).json()
    assert [plan["slug"] for plan in plans] == ["free", "starter", "pro", "scale"]
    assert plans[1]["cardprovider_price_id"] == "price_starter_monthly"
    assert plans[1]["cardprovider_metered_price_id"] == "price_starter_metered"


async def test_public_plans_have_exactly_the_published_fields(api, database):
    await database.execute("UPDATE plans SET active = false WHERE slug = 'scale'")
    plans = (await api.public.get("/billing/plans-public")).json()
    assert [plan["slug"] for plan in plans] == ["free", "starter", "pro"]
    assert all(list(plan) == PUBLIC_FIELDS for plan in plans)
    assert list(PublicPlan.__struct_fields__) == PUBLIC_FIELDS


async def test_settings_have_defaults_and_change_field_by_field(company, companies):
    other = await companies.make()
    assert (await company.client.get(f"{BILLING}/settings")).json() == {
        "cap": None,
        "auto_overage": False,
        "alert_pct": 80,
        "updated_at": None,
    }
    first = await company.client.patch(f"{BILLING}/settings", json={"cap": 5_000, "auto_overage": True})
    assert (first.json()["cap"], first.json()["auto_overage"], first.json()["alert_pct"]) == (5_000, True, 80)
    second = await company.client.patch(f"{BILLING}/settings", json={"cap": None, "alert_pct": 50})
    assert (second.json()["cap"], second.json()["auto_overage"], second.json()["alert_pct"]) == (None, True, 50)
    unchanged = await company.client.patch(f"{BILLING}/settings", json={})
    assert unchanged.status_code == 200
    assert (await other.client.get(f"{BILLING}/settings")).json()["auto_overage"] is False


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"cap": -1}, "/cap"),
        ({"cap": 10**13}, "/cap"),
        ({"alert_pct": 0}, "/alert_pct"),
        ({"alert_pct": 101}, "/alert_pct"),
        ({"auto_overage": None}, "/auto_overage"),
        ({"auto_overage": "yes"}, "/auto_overage"),
        ({"limit": 1}, None),
    ],
)
async def test_settings_refuse_what_they_do_not_know(company, body, pointer):
    assert_problem(await company.client.patch(f"{BILLING}/settings", json=body), 422, "validation", pointer)


async def test_change_of_settings_is_audited(company):
    await company.client.patch(f"{BILLING}/settings", json={"cap": 5_000})
    rows = await company.database.fetch(
        "SELECT action, target_type, changes::text FROM audit_log WHERE company_id = $1", company.id
    )
    assert [(row[0], row[1]) for row in rows] == [("billing.update_billing_settings", "company_billing_settings")]
    assert "5000" in rows[0][2]


@pytest.mark.parametrize("path", ["summary", "settings", "usage-this-month", "invoices"])
async def test_without_a_company_there_is_nothing_to_read(api, path):
    user = await api.create_user()
    assert_problem(await api.as_actor(user["id"]).get(f"{BILLING}/{path}"), 404, "not-found")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "settings", {"cap": 1}),
        ("POST", "topup", {"amount_cents": 3_000}),
        ("POST", "setup-intent", None),
        ("POST", "subscriptions", {"plan_slug": "pro"}),
        ("DELETE", "subscriptions", None),
    ],
)
async def test_without_a_company_nothing_is_bought(api, provider, method, path, body):
    user = await api.create_user()
    answer = await api.as_actor(user["id"]).request(method, f"{BILLING}/{path}", json=body)
    assert_problem(answer, 404, "not-found")
    assert provider.seen == []


async def test_usage_counts_the_month_of_the_companys_zone(company):
    await company.use(1_000)
    await company.use(500, period=date(2020, 1, 1))
    usage = (await company.client.get(f"{BILLING}/usage-this-month")).json()
    assert (usage["used"], usage["included_tokens"], usage["included_remaining"]) == (1_000, 200_000, 199_000)
    assert (usage["topup_remaining"], usage["overage_tokens"], usage["overage_cents"]) == (0, 0, 0)
    assert (usage["cap"], usage["state"]) == (None, "ALLOW")
    assert usage["period_start"].startswith(usage["period"])
    assert usage["period_start"].endswith("T03:00:00Z")


async def test_usage_beyond_the_plan_is_blocked_and_shows_its_price(company):
    await company.subscribe("starter")
    await company.use(2_000_000 + 1_500_000, overage=1_500_000)
    usage = (await company.client.get(f"{BILLING}/usage-this-month")).json()
    assert (usage["state"], usage["overage_cents"], usage["included_remaining"]) == ("BLOCK", 4_350, 0)
    await company.client.patch(f"{BILLING}/settings", json={"auto_overage": True})
    assert (await company.client.get(f"{BILLING}/usage-this-month")).json()["state"] == "WARN"


async def test_summary_shows_plan_settings_and_each_day(company, companies):
    other = await companies.make()
    await other.use(77)
    await company.use(1_000)
    summary = (await company.client.get(f"{BILLING}/summary")).json()
    assert (summary["plan"]["slug"], summary["subscription"]) == ("free", None)
    assert summary["settings"]["alert_pct"] == 80
    days = summary["usage"]["by_day"]
    assert days[0]["date"].endswith("-01")
    assert sum(day["tokens"] for day in days) == summary["usage"]["used"] == 1_000


async def test_setup_intent_makes_one_customer_however_many_ask(company, provider):
    answers = await asyncio.gather(*(company.client.post(f"{BILLING}/setup-intent") for _ in range(5)))
    assert all(answer.json()["client_secret"] for answer in answers)
    assert len(provider.customers) == 1
    [customer] = provider.customers.values()
    assert customer["metadata"]["company_id"] == company.id


async def test_topup_without_a_card_is_completed_by_the_shopper(company):
    topup = (await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})).json()
    assert topup["status"] == "requires_payment_method"
    assert topup["client_secret"]
    assert topup["amount_cents"] == 3_000


async def test_topup_with_a_card_is_charged_and_grants_only_through_the_webhook(company, provider):
    provider.attach_card(await company.customer())
    topup = (await company.client.post(f"{BILLING}/topup", json={"amount_cents": 6_000})).json()
    assert (topup["status"], topup["client_secret"]) == ("succeeded", None)
    assert (await company.client.get(f"{BILLING}/usage-this-month")).json()["topup_remaining"] == 0
    await company.deliver_all()
    assert (await company.client.get(f"{BILLING}/usage-this-month")).json()["topup_remaining"] == 2_000_000


async def test_card_that_needs_its_holder_answers_requires_action(company, provider):
    provider.attach_card(await company.customer(), CARD_3DS)
    answer = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    assert answer.status_code == 200
    assert answer.json()["status"] == "requires_action"
    assert answer.json()["client_secret"]


async def test_declined_card_answers_402_with_the_reason(company, provider):
    provider.attach_card(await company.customer(), CARD_DECLINED)
    answer = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000})
    assert assert_problem(answer, 402, "card-declined")["decline_code"] == "insufficient_funds"


@pytest.mark.parametrize("cents", [2_999, 500_001, 0, -1, 3000.5, "3000", None])
async def test_topup_outside_30_to_5000_reais_is_refused(company, cents):
    answer = await company.client.post(f"{BILLING}/topup", json={"amount_cents": cents})
    assert_problem(answer, 422, "validation", "/amount_cents")


async def test_topup_refuses_unknown_fields(company):
    answer = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000, "currency": "usd"})
    assert_problem(answer, 422, "validation")


async def test_repeated_topup_key_charges_once_and_two_companies_may_choose_the_same(company, companies, provider):
    other = await companies.make()
    for each in (company, other):
        provider.attach_card(await each.customer())
    headers = {"Idempotency-Key": "my-key"}
    body = {"amount_cents": 3_000}
    first = await company.client.post(f"{BILLING}/topup", json=body, headers=headers)
    again = await company.client.post(f"{BILLING}/topup", json=body, headers=headers)
    theirs = await other.client.post(f"{BILLING}/topup", json=body, headers=headers)
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"
    assert theirs.json()["payment_intent_id"] != first.json()["payment_intent_id"]
    assert len(provider.payment_intents) == 2
    more = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 4_000}, headers=headers)
    assert_problem(more, 422, "idempotency-key-reused")


async def test_lost_answer_of_a_topup_is_charged_once_when_it_is_repeated(company, provider):
    provider.attach_card(await company.customer())
    provider.fail("half_reply", path="/v1/payment_intents")
    headers = {"Idempotency-Key": "my-key"}
    lost = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000}, headers=headers)
    assert_problem(lost, 503, "unavailable")
    assert lost.headers["retry-after"]
    again = await company.client.post(f"{BILLING}/topup", json={"amount_cents": 3_000}, headers=headers)
    assert again.json()["status"] == "succeeded"
    assert len(provider.payment_intents) == 1


@pytest.mark.parametrize("nonsense", ["garbage", "misshapen"])
async def test_provider_that_talks_nonsense_is_a_502(company, provider, nonsense):
    await company.customer()
    provider.fail_always(nonsense)
    assert_problem(await company.client.get(f"{BILLING}/invoices"), 502, "provider-error")
    provider.fail_always(None)


async def test_invoices_carry_the_hosted_page_and_are_the_companys_own(company, companies):
    other = await companies.make()
    assert (await company.client.get(f"{BILLING}/invoices")).json() == {"items": [], "has_more": False}
    await company.subscribe("starter")
    await other.subscribe("pro")
    page = (await company.client.get(f"{BILLING}/invoices")).json()
    [invoice] = page["items"]
    assert invoice["amount_due_cents"] == 9_900
    assert invoice["hosted_invoice_url"].startswith("https://")
    assert invoice["currency"] == "BRL"
    assert page["has_more"] is False
    rest = await company.client.get(f"{BILLING}/invoices", params={"starting_after": invoice["id"]})
    assert rest.json()["items"] == []


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "starting_after=a/b"])
async def test_invoices_refuse_wrong_queries(company, query):
    assert_problem(await company.client.get(f"{BILLING}/invoices?{query}"), 422, "validation")


async def test_a_page_after_an_invoice_that_is_not_the_companys_names_the_field(company, companies):
    other = await companies.make()
    await company.subscribe("starter")
    await other.subscribe("pro")
    [theirs] = (await other.client.get(f"{BILLING}/invoices")).json()["items"]
    for after in (theirs["id"], "null"):
        answer = await company.client.get(f"{BILLING}/invoices", params={"starting_after": after})
        assert assert_problem(answer, 422, "validation")["errors"][0]["pointer"] == "/starting_after"


async def test_hanging_provider_holds_up_nobody_else(company, companies, provider):
    other = await companies.make()
    await company.customer()
    provider.fail_always("hang")
    body = {"amount_cents": 3_000}
    waiting = [asyncio.create_task(company.client.post(f"{BILLING}/topup", json=body)) for _ in range(20)]
    async with asyncio.timeout(5):
        while len(provider.seen) < 2:
            await asyncio.sleep(0.01)
        answers = await asyncio.gather(*(other.client.get(f"{BILLING}/usage-this-month") for _ in range(20)))
    assert {answer.status_code for answer in answers} == {200}
    assert not any(task.done() for task in waiting)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    provider.fail_always(None)
