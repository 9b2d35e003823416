"""What the desk offers to whom: the table, and every page of it as each role sees it."""

import re
from html import unescape

import httpx
import pytest

from app.storefront import roles
from tests.storefront.conftest import ANA
from tests.storefront.fake_backend import membership
from tests.storefront.fake_desk import FakeDesk
from tests.storefront.test_desk_pages import PAGES

LINK = re.compile(r'<a [^>]*?href="(/[^"#]*)"')
FORM = re.compile(r'<form [^>]*?method="(get|post)" action="(/[^"]*)"')
FORBIDDEN = re.compile(r"^/internal/(billing|audit|token-usage|stock-sync|events)|payment-settings")


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


async def work_as(browser: httpx.AsyncClient, backend: FakeDesk, role: str) -> httpx.AsyncClient:
    """Ana, who has no company of her own and works at the fake desk's."""
    await browser.post("/register", data=ANA)
    (ana,) = backend.users
    backend.companies.clear()
    backend.memberships[ana] = [membership("dona", "Casa Figueira", role)]
    for kept in (backend.calls, backend.sent, backend.named):
        kept.clear()
    return browser


@pytest.mark.parametrize(
    ("role", "method", "path", "offered"),
    [
        ("attendant", "GET", "/orders", True),
        ("attendant", "POST", "/orders/1/move", True),
        ("attendant", "POST", "/orders/1/stock", False),
        ("attendant", "GET", "/products", True),
        ("attendant", "GET", "/products/new", False),
        ("attendant", "GET", "/products/import/abc", False),
        ("attendant", "POST", "/products/1", False),
        ("attendant", "GET", "/settings", False),
        ("attendant", "GET", "/account", True),
        ("attendant", "POST", "/account/delete", True),
        ("manager", "GET", "/settings/payments", True),
        ("manager", "POST", "/settings/payments", True),
        ("manager", "GET", "/settings/members", True),
        ("manager", "POST", "/settings/members/x/role", False),
        ("manager", "GET", "/settings/billing?x=1", False),
        ("manager", "POST", "/something-new", True),
        ("attendant", "POST", "/something-new", False),
        ("owner", "POST", "/settings/billing/plan", True),
    ],
)
def test_the_table(role: roles.Role, method: str, path: str, offered: bool) -> None:
    assert roles.may(role, method, path) is offered


@pytest.mark.parametrize("role", ["attendant", "manager"])
async def test_what_a_role_may_not_do_is_not_offered(browser, backend: FakeDesk, role: roles.Role) -> None:
    """On no page is there a link or a form that would be refused, and none asks the backend for more than it gets."""
    desk = await work_as(browser, backend, role)
    wrong = []
    for path in PAGES:
        answer = await desk.get(path)
        allowed = roles.may(role, "GET", path)
        if answer.status_code != (200 if allowed else 403):
            wrong.append(f"{path}: {answer.status_code}")
        html = unescape(answer.text)
        wrong += [f"{path}: link to {link}" for link in LINK.findall(html) if not roles.may(role, "GET", link)]
        wrong += [
            f"{path}: form to {action}"
            for method, action in FORM.findall(html)
            if not roles.may(role, method.upper(), action)
        ]
    assert not wrong, "\n".join(wrong)
    if role == "attendant":
        assert not [path for _, path in backend.calls if FORBIDDEN.search(path)]
    assert not [path for _, path in backend.calls if path.startswith("/internal/billing")]


@pytest.mark.parametrize("role", ["attendant", "manager"])
async def test_a_form_that_is_not_for_the_role_is_refused_before_the_backend_is_asked(
    browser, backend: FakeDesk, role: roles.Role
) -> None:
    desk = await work_as(browser, backend, role)
    answer = await desk.post("/settings/members", data={"email": "caio@example.com", "role": "manager"})
    assert answer.status_code == 403
    assert "Seu papel não inclui esta página" in answer.text
    assert backend.sent == []


@pytest.mark.parametrize("role", ["manager", "owner"])
async def test_where_money_goes_and_sales_are_told_is_the_owners_to_say(browser, backend: FakeDesk, role: str) -> None:
    desk = await work_as(browser, backend, role)
    for path, name in (("/settings/payments", "manual_pix_key"), ("/settings/stock", "outbound_url")):
        shown = await desk.get(path)
        field = re.search(rf'<input id="{name}"[^>]*>', shown.text)
        assert field is not None
        assert (" disabled" in field[0]) is (role == "manager"), field[0]
        await desk.post(path, data={name: "https://erp.example.com/"})
        (_, _, body) = backend.sent[-1]
        assert (name in body) is (role == "owner"), body


async def test_every_call_for_a_company_names_its_member(browser, backend: FakeDesk) -> None:
    desk = await work_as(browser, backend, "manager")
    await desk.get("/dashboard")
    await desk.post("/leads/" + "0" * 8 + "-0000-7000-8000-000000000001", data={"name": "Bia"})
    (ana,) = backend.users
    assert set(backend.named) == {("dona", ana)}


async def test_the_owner_is_named_by_the_company_alone(ana, backend: FakeDesk) -> None:
    await ana.get("/dashboard")
    assert {person for _, person in backend.named} == {None}


async def test_a_refusal_of_the_backend_is_told_as_one(browser, backend: FakeDesk) -> None:
    desk = await work_as(browser, backend, "manager")
    refused = httpx.Response(403, json={"type": "/problems/forbidden", "status": 403, "detail": "x"})
    backend.answers["/internal/company/members"] = refused
    answer = await desk.get("/settings/members")
    assert answer.status_code == 403
    assert "Seu papel não inclui esta página" in answer.text


async def test_with_several_companies_there_is_a_switch(ana, backend: FakeDesk) -> None:
    (user_id,) = backend.users
    backend.companies.add(user_id)
    backend.memberships[user_id] = [membership("dona", "Casa Figueira", "attendant")]
    page = (await ana.get("/dashboard")).text
    assert 'id="company-switch"' in page
    assert {company for company, _ in backend.named} == {user_id}
    backend.named.clear()
    assert "Atendente" in (await ana.get("/dashboard?company=dona")).text
    await ana.get("/orders")
    assert set(backend.named) == {("dona", user_id)}
    # A membership that has ended leads back to one's own.
    backend.memberships.clear()
    backend.named.clear()
    assert 'id="company-switch"' not in (await ana.get("/orders")).text
    assert {company for company, _ in backend.named} == {user_id}
