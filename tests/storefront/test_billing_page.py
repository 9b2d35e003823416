"""/settings/billing: every state of a plan has its way on, and nothing is offered that cannot work."""

import httpx
import pytest

from tests.storefront.desk_data import PLANS, USAGE, at
from tests.storefront.desk_reads import page
from tests.storefront.fake_desk import FakeDesk
from tests.storefront.test_desk_forms import writes

SUBSCRIPTIONS = "/internal/billing/subscriptions"
CHECKOUT = "/internal/billing/checkout"
SUMMARY = {
    "plan": PLANS[1],
    "subscription": None,
    "settings": {"cap": 10_000, "auto_overage": True, "alert_pct": 75},
    "usage": USAGE,
    "topup_per_million_cents": 3_000,
    "card_payments": True,
    "next_bill": None,
}
SUBSCRIPTION = {
    "plan_slug": "starter",
    "status": "active",
    "cancel_at_period_end": False,
    "current_period_end": at(-300),
    "grace_until": None,
    "next_plan_slug": None,
    "next_plan_at": None,
}
OPEN_INVOICE = {
    "id": "in_2",
    "number": "F-0002",
    "status": "open",
    "amount_due_cents": 9_900,
    "created_at": at(1),
    "hosted_invoice_url": "https://pay.example/in_2",
}
CHARGE = {
    "id": "1",
    "kind": "overage",
    "status": "requires_action",
    "amount_cents": 5_800,
    "tokens": 2_000_000,
    "period": "2026-11",
    "receipt_url": None,
    "url": "https://checkout.example/cs_1",
    "refunded_cents": 0,
    "disputed": False,
    "created_at": at(2),
}


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


def stands(backend: FakeDesk, *, invoices: list[object] | None = None, **changes: object) -> None:
    """Let the company's billing stand like that."""
    backend.answers["/internal/billing/summary"] = httpx.Response(200, json=SUMMARY | changes)
    if invoices is not None:
        body = {"items": invoices, "has_more": False}
        backend.answers["/internal/billing/invoices"] = httpx.Response(200, json=body)


def asked(backend: FakeDesk, path: str) -> list[object]:
    return [body for body in writes(backend, path) if body is not None]


async def test_without_a_provider_nothing_is_offered_that_would_fail(ana, backend: FakeDesk) -> None:
    stands(backend, card_payments=False)
    shown = (await ana.get("/settings/billing")).text
    assert "não está configurado" in shown
    for action in ("topup", "card", "portal", "cancel"):
        assert f"/settings/billing/{action}" not in shown
    plans = (await ana.get("/settings/billing/plan")).text
    assert "não está configurado" in plans
    assert "?to=" not in plans


@pytest.mark.parametrize("action", ["card", "portal"])
async def test_cards_are_entered_at_the_provider(ana, backend: FakeDesk, action: str) -> None:
    path = CHECKOUT if action == "card" else "/internal/billing/portal"
    backend.answers[path] = httpx.Response(200, json={"url": "https://checkout.example/cs_1", "expires_at": None})
    answer = await ana.post(f"/settings/billing/{action}")
    assert answer.headers["refresh"] == "1; url=https://checkout.example/cs_1"
    assert 'href="https://checkout.example/cs_1"' in answer.text
    (body,) = asked(backend, path)
    assert body["return_path"] == "/settings/billing"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "http://checkout.example/", "https://a.example/\nX: 1", ""])
async def test_only_a_page_that_is_one_is_gone_to(ana, backend: FakeDesk, url: str) -> None:
    backend.answers[CHECKOUT] = httpx.Response(200, json={"url": url, "expires_at": None})
    answer = await ana.post("/settings/billing/card")
    assert answer.status_code == 503
    assert "refresh" not in answer.headers
    assert "javascript:" not in answer.text


async def test_a_top_up_goes_to_the_providers_page(ana, backend: FakeDesk) -> None:
    backend.answers[CHECKOUT] = httpx.Response(200, json={"url": "https://checkout.example/cs_1"})
    answer = await ana.post("/settings/billing/topup", data={"amount": "50,00"})
    assert "https://checkout.example/cs_1" in answer.headers["refresh"]
    assert asked(backend, CHECKOUT) == [{"kind": "topup", "amount_cents": 5_000, "return_path": "/settings/billing"}]
    assert writes(backend, "/internal/billing/topup") == []


@pytest.mark.parametrize(
    ("status", "goes_on"),
    [("succeeded", False), ("processing", False), ("requires_action", True), ("requires_payment_method", True)],
)
async def test_a_saved_card_pays_at_once_or_on_the_page(ana, backend: FakeDesk, status: str, goes_on: bool) -> None:
    backend.answers["/internal/billing/topup"] = httpx.Response(200, json={"status": status})
    backend.answers[CHECKOUT] = httpx.Response(200, json={"url": "https://checkout.example/cs_1"})
    answer = await ana.post("/settings/billing/topup", data={"amount": "50,00", "saved_card": "1"})
    assert answer.status_code == (200 if goes_on else 303)
    assert ("refresh" in answer.headers) is goes_on


async def test_a_declined_card_is_said(ana, backend: FakeDesk) -> None:
    backend.answers["/internal/billing/topup"] = httpx.Response(402, json={"type": "/problems/card-declined"})
    answer = await ana.post("/settings/billing/topup", data={"amount": "50,00", "saved_card": "1"})
    assert answer.status_code == 402
    assert "O cartão foi recusado." in answer.text


async def test_a_first_plan_is_paid_at_the_provider(ana, backend: FakeDesk) -> None:
    stands(backend, plan=PLANS[0])
    backend.answers[CHECKOUT] = httpx.Response(200, json={"url": "https://checkout.example/cs_1"})
    answer = await ana.post("/settings/billing/plan", data={"plan_slug": "starter"})
    assert "refresh" in answer.headers
    (body,) = asked(backend, CHECKOUT)
    assert (body["kind"], body["plan_slug"]) == ("plan", "starter")


async def test_a_move_shows_first_what_it_costs_and_means(ana, backend: FakeDesk) -> None:
    stands(backend, subscription=SUBSCRIPTION)
    preview = {
        "plan_slug": "pro",
        "kind": "downgrade",
        "amount_due_cents": 0,
        "monthly_cents": 9_900,
        "included_tokens": 2_000_000,
        "effective_at": at(-300),
        "over_limits": [{"limit": "max_stores", "allowed": 1, "used": 3}],
    }
    backend.answers[SUBSCRIPTIONS] = httpx.Response(200, json={"subscription": None, "preview": preview})
    shown = (await ana.get(f"/settings/billing/plan?to={PLANS[0]['slug']}")).text
    assert writes(backend, SUBSCRIPTIONS) == [{"plan_slug": PLANS[0]["slug"], "preview": True}]
    assert "Mudar no fim do período" in shown
    assert "você usa 3 e o plano permite 1" in shown


async def test_a_move_that_needs_the_cards_holder_goes_on_at_the_provider(ana, backend: FakeDesk) -> None:
    stands(backend, subscription=SUBSCRIPTION)
    moved = {"subscription": SUBSCRIPTION | {"next_plan_slug": "pro"}, "url": "https://invoice.example/in_1"}
    backend.answers[SUBSCRIPTIONS] = httpx.Response(200, json=moved)
    answer = await ana.post("/settings/billing/plan", data={"plan_slug": "pro"})
    assert answer.headers["refresh"].endswith("https://invoice.example/in_1")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"status": "incomplete"}, "espera o primeiro pagamento"),
        ({"status": "past_due", "grace_until": at(-24)}, "O plano continua até"),
        ({"next_plan_slug": "pro"}, "A mudança para o plano Pro espera o pagamento."),
    ],
)
async def test_what_is_open_can_be_paid_from_here(ana, backend: FakeDesk, changes: object, words: str) -> None:
    stands(backend, invoices=[OPEN_INVOICE], subscription=SUBSCRIPTION | changes)
    shown = (await ana.get("/settings/billing")).text
    assert words in shown
    assert '<a href="https://pay.example/in_2"' in shown
    assert "Pagar R$\u00a099,00 agora" in shown


async def test_a_cancelled_plan_can_be_kept(ana, backend: FakeDesk) -> None:
    stands(backend, subscription=SUBSCRIPTION | {"cancel_at_period_end": True})
    shown = (await ana.get("/settings/billing")).text
    assert "/settings/billing/resume" in shown
    assert "/settings/billing/cancel" not in shown
    assert (await ana.post("/settings/billing/resume")).status_code == 303
    assert ("POST", f"{SUBSCRIPTIONS}/resume") in [(method, path) for method, path, _ in backend.sent]


async def test_a_coming_change_can_be_taken_back(ana, backend: FakeDesk) -> None:
    stands(backend, subscription=SUBSCRIPTION | {"next_plan_slug": "free", "next_plan_at": at(-300)})
    shown = (await ana.get("/settings/billing")).text
    assert "Desistir da mudança" in shown
    assert 'name="plan_slug" value="starter"' in shown


async def test_charges_have_receipts_and_the_page_that_finishes_them(ana, backend: FakeDesk) -> None:
    paid = CHARGE | {"kind": "topup", "status": "succeeded", "url": None, "receipt_url": "https://receipt.example/1"}
    given_back = paid | {"refunded_cents": 1_000, "disputed": True, "receipt_url": "javascript:alert(1)"}
    backend.answers["/internal/billing/charges"] = httpx.Response(200, json=page([CHARGE, paid, given_back]))
    shown = (await ana.get("/settings/billing")).text
    assert '<a href="https://checkout.example/cs_1"' in shown
    assert '<a href="https://receipt.example/1"' in shown
    assert "devolvido: R$\u00a010,00" in shown
    assert "javascript:" not in shown


async def test_the_next_bill_is_told(ana, backend: FakeDesk) -> None:
    bill = {"due_at": at(-300), "plan_slug": "starter", "plan_cents": 9_900, "overage_cents": 2_950}
    stands(backend, subscription=SUBSCRIPTION, next_bill=bill)
    shown = (await ana.get("/settings/billing")).text
    assert "R$\u00a0128,50" in shown
    assert "Excedente até agora: R$\u00a029,50" in shown


async def test_a_provider_that_is_down_hides_its_invoices_alone(ana, backend: FakeDesk) -> None:
    backend.answers["/internal/billing/invoices"] = httpx.Response(503, json={"type": "/problems/unavailable"})
    backend.answers[SUBSCRIPTIONS] = httpx.Response(503, json={"type": "/problems/unavailable"})
    shown = await ana.get("/settings/billing")
    assert (shown.status_code, "O provedor de cartão não respondeu" in shown.text) == (200, True)
    preview = await ana.get("/settings/billing/plan?to=starter")
    assert (preview.status_code, "O provedor de cartão não respondeu" in preview.text) == (200, True)
    assert "Continuar para o pagamento" not in preview.text


@pytest.mark.parametrize("path", ["/settings/billing", "/settings/billing/plan", "/token-usage"])
async def test_without_a_company_the_way_to_one_is_shown(ana, backend: FakeDesk, path: str) -> None:
    for name in ("billing/summary", "billing/charges", "billing/invoices", "token-usage/summary"):
        backend.answers[f"/internal/{name}"] = httpx.Response(404, json={"type": "/problems/not-found"})
    shown = await ana.get(path)
    assert (shown.status_code, "/stores/new" in shown.text) == (200, True)


async def test_a_past_months_days_come_from_sums(ana) -> None:
    shown = await ana.get("/token-usage?period=2026-11")
    assert "03/11: 83.211" in shown.text
