"""The team, the link of an invitation, and one's own account."""

import json

import httpx
import pytest

from tests.storefront.conftest import ANA
from tests.storefront.desk_data import DOCUMENT, uid
from tests.storefront.fake_desk import FakeDesk

TOKEN = "ab12" * 24
INVITED = {
    "id": "1",
    "company_id": "dona",
    "company_name": "Casa <Figueira>",
    "email": "ana@example.com",
    "role": "manager",
}


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


@pytest.fixture
async def ana(ana: httpx.AsyncClient, backend: FakeDesk) -> httpx.AsyncClient:
    """Signed up, which is not what these tests look at."""
    backend.sent.clear()
    return ana


async def test_the_owner_invites_changes_and_removes(ana, backend: FakeDesk) -> None:
    for path, form in (
        ("/settings/members", {"email": " Caio@Example.com ", "role": "attendant"}),
        ("/settings/members/bia/role", {"role": "manager"}),
        ("/settings/members/bia/remove", {"confirmed": "1"}),
        (f"/settings/members/invitations/{uid(31)}/withdraw", {}),
    ):
        answer = await ana.post(path, data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, "/settings/members")
    assert backend.sent == [
        ("POST", "/internal/company/invitations", {"email": "caio@example.com", "role": "attendant"}),
        ("PATCH", "/internal/company/members/bia", {"role": "manager"}),
        ("DELETE", "/internal/company/members/bia", None),
        ("DELETE", f"/internal/company/invitations/{uid(31)}", None),
    ]


@pytest.mark.parametrize("form", [{"email": "caio", "role": "manager"}, {"email": "c@example.com", "role": "owner"}])
async def test_a_bad_invitation_never_reaches_the_backend(ana, backend: FakeDesk, form: dict[str, str]) -> None:
    assert (await ana.post("/settings/members", data=form)).status_code == 422
    assert backend.sent == []


@pytest.mark.parametrize(
    "path", ["/settings/members/bia/remove", f"/documents/{DOCUMENT}/delete", "/settings/billing/cancel"]
)
async def test_what_takes_something_away_is_asked_for_without_scripts(ana, backend: FakeDesk, path: str) -> None:
    asked = await ana.post(path, data={"kept": "as typed"}, headers={"Referer": "http://shop.test/documents"})
    assert asked.status_code == 200
    assert "Tem certeza?" in asked.text
    assert 'name="kept" value="as typed"' in asked.text
    assert backend.sent == []
    assert (await ana.post(path, data={"kept": "as typed", "confirmed": "1"})).status_code == 303
    assert [method for method, _, _ in backend.sent] == ["DELETE"]


async def test_an_unknown_address_signs_up_first(browser, backend: FakeDesk) -> None:
    backend.invitations[TOKEN] = INVITED
    page = await browser.get(f"/invitations/{TOKEN}")
    assert "Casa &lt;Figueira&gt;" in page.text
    assert "Criar conta e aceitar" in page.text
    assert page.headers["referrer-policy"] == "no-referrer"
    bad = await browser.post(f"/invitations/{TOKEN}", data={"name": "Ana", "password": "short"})
    assert bad.status_code == 422
    assert backend.users == {}
    answer = await browser.post(f"/invitations/{TOKEN}", data={"name": "Ana", "password": "correct horse"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/dashboard?company=dona")
    (user,) = backend.users.values()
    assert (user["email"], user["email_verified"]) == ("ana@example.com", True)
    # No company of their own: they land in the one that has invited them.
    assert backend.companies == set()
    assert "Gerente" not in (await browser.get("/orders")).text
    assert {company for company, _ in backend.named} == {"dona"}


async def test_a_known_address_signs_in_and_accepts(ana, backend: FakeDesk) -> None:
    backend.invitations[TOKEN] = INVITED
    cookies = dict(ana.cookies)
    ana.cookies.clear()
    page = await ana.get(f"/invitations/{TOKEN}")
    assert f'href="/login?redirect=/invitations/{TOKEN}"' in page.text
    form = {"email": ANA["email"], "password": ANA["password"], "redirect": f"/invitations/{TOKEN}"}
    assert (await ana.post("/login", data=form)).headers["location"] == f"/invitations/{TOKEN}"
    assert "Aceitar o convite" in (await ana.get(f"/invitations/{TOKEN}")).text
    assert (await ana.post(f"/invitations/{TOKEN}")).headers["location"] == "/dashboard?company=dona"
    assert cookies
    again = await ana.get(f"/invitations/{TOKEN}")
    assert again.status_code == 404
    assert "Este convite não vale mais" in again.text


async def test_somebody_else_is_told_whom_it_is_for(ana, backend: FakeDesk) -> None:
    backend.invitations[TOKEN] = INVITED | {"email": "bia@example.com"}
    page = (await ana.get(f"/invitations/{TOKEN}")).text
    assert "O convite é para bia@example.com" in page
    assert "Aceitar o convite" not in page
    assert (await ana.post(f"/invitations/{TOKEN}")).status_code == 409


@pytest.mark.parametrize("token", ["x", "../x", "a" * 600, "%00"])
async def test_no_link_of_ours(browser, token: str) -> None:
    assert (await browser.get(f"/invitations/{token}")).status_code == 404


async def test_language_and_time_zone_are_ones_own(ana, backend: FakeDesk) -> None:
    (user,) = backend.users.values()
    user["metadata"] = {"kept": 1}
    form = {"name": "Ana Souza", "language": "en", "timezone": "Asia/Tokyo"}
    assert (await ana.post("/account", data=form)).status_code == 303
    assert user["metadata"] == {"kept": 1, "language": "en", "timezone": "Asia/Tokyo"}
    assert user["name"] == "Ana Souza"
    page = await ana.get("/settings/members", headers={"Accept-Language": "pt-BR"})
    assert "Who works here" in page.text
    assert "Jan 01, 2030 09:00" in page.text  # 00:00 UTC
    for bad in ({"timezone": "Marte/Olimpo"}, {"language": "xx"}, {"name": ""}):
        assert (await ana.post("/account", data=form | bad)).status_code == 422


async def test_an_account_is_deleted_by_password_and_a_word(ana, backend: FakeDesk) -> None:
    page = await ana.get("/account/delete")
    assert 'href="/account/export"' in page.text
    for form in ({"current_password": ANA["password"]}, {"understood": "1", "current_password": "wrong horse"}):
        assert (await ana.post("/account/delete", data=form)).status_code == 422
        assert len(backend.users) == 1
    answer = await ana.post("/account/delete", data={"understood": "1", "current_password": ANA["password"]})
    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert backend.users == {}
    assert (await ana.get("/account")).status_code == 303


async def test_the_export_comes_as_a_file(ana, backend: FakeDesk) -> None:
    lines = b'{"format": 2}\n{"table": "users", "row": {}}\n'
    backend.answers["/internal/company/export"] = httpx.Response(200, content=lines)
    answer = await ana.get("/account/export")
    assert answer.content == lines
    assert answer.headers["content-disposition"].startswith("attachment")
    assert [json.loads(line) for line in answer.text.splitlines()]
