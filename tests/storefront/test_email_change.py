from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.storefront.conftest import ANA
from tests.storefront.fake_desk import FakeDesk

NEW = "new+ana@example.com"


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


async def ask(ana: httpx.AsyncClient, backend: FakeDesk) -> str:
    """Ask for another address as Ana; returns the token that was mailed to it."""
    answer = await ana.post("/account/email", data={"email": "New+Ana@example.com", "email_password": ANA["password"]})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    mail = backend.mails[-1]
    assert (mail["to"], mail["name"]) == (NEW, ANA["name"])
    assert mail["confirm_url"].startswith("http://shop.test/confirm-email?token=")
    return parse_qs(urlsplit(mail["confirm_url"]).query)["token"][0]


async def test_the_address_changes_once_its_mail_was_read(ana, backend: FakeDesk) -> None:
    (user,) = backend.users.values()
    backend.sessions["old"] = {"id": "old", "user_id": user["id"], "token": "o", "expires_at": "2999-01-01T00:00:00Z"}
    token = await ask(ana, backend)
    page = await ana.get("/confirm-email", params={"token": token})
    assert token in page.text
    assert page.headers["referrer-policy"] == "no-referrer"
    assert user["email"] == ANA["email"]  # whoever opens the link (a mail scanner does) has confirmed nothing

    answer = await ana.post("/confirm-email", data={"token": token})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account")
    assert (user["email"], user["email_verified"]) == (NEW, True)
    assert "old" not in backend.sessions
    assert backend.events == [(kind, user["id"]) for kind in ("sign_in", "email_changed", "sessions_revoked")]
    assert (await ana.get("/api/me")).json()["email"] == NEW
    assert (await ana.post("/confirm-email", data={"token": token})).status_code == 400


async def test_it_asks_for_the_password_and_a_free_address(ana, backend: FakeDesk) -> None:
    backend.users["eve"] = {"id": "eve", "email": "eve@example.com", "name": "Eve"}
    refused = await ana.post("/account/email", data={"email": NEW, "email_password": "wrong horse"})
    assert refused.status_code == 422
    taken = await ana.post("/account/email", data={"email": "eve@example.com", "email_password": ANA["password"]})
    assert "Já existe uma conta com este e-mail." in taken.text
    assert backend.mails == []


async def test_an_address_taken_meanwhile_stays_the_others(ana, backend: FakeDesk) -> None:
    (user,) = backend.users.values()
    token = await ask(ana, backend)
    backend.users["eve"] = {"id": "eve", "email": NEW, "name": "Eve"}
    answer = await ana.post("/confirm-email", data={"token": token})
    assert answer.status_code == 409
    assert "Este e-mail já é de outra conta" in answer.text
    assert user["email"] == ANA["email"]


async def test_who_is_signed_in_elsewhere_signs_in_anew(ana, backend: FakeDesk) -> None:
    token = await ask(ana, backend)
    ana.cookies.clear()
    answer = await ana.post("/confirm-email", data={"token": token})
    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert backend.sessions == {}


async def test_a_link_is_good_for_what_it_was_made_for(ana, backend: FakeDesk) -> None:
    token = await ask(ana, backend)
    password = {"token": token, "password": "new password"}
    assert "não vale mais" in (await ana.post("/reset-password", data=password)).text
    await ana.post("/forgot-password", data={"email": ANA["email"]})
    reset = parse_qs(urlsplit(backend.mails[-1]["reset_url"]).query)["token"][0]
    assert (await ana.post("/confirm-email", data={"token": reset})).status_code == 400
    assert (await ana.post("/confirm-email", data={"token": token})).status_code == 303


async def test_a_changed_password_or_address_ends_what_was_mailed_before(ana, backend: FakeDesk) -> None:
    (user,) = backend.users.values()
    theirs = {"identifier": "reset-password:eve", "value": "eves", "expires_at": "2999-01-01T00:00:00Z"}
    backend.verifications.append(theirs)
    await ana.post("/forgot-password", data={"email": ANA["email"]})
    reset = parse_qs(urlsplit(backend.mails[-1]["reset_url"]).query)["token"][0]
    token = await ask(ana, backend)
    form = {"current_password": ANA["password"], "password": "second horse"}
    assert (await ana.post("/account/password", data=form)).status_code == 303
    assert (await ana.post("/confirm-email", data={"token": token})).status_code == 400
    assert (await ana.post("/reset-password", data={"token": reset, "password": "third horse"})).status_code == 400
    assert (user["email"], backend.verifications) == (ANA["email"], [theirs])

    await ana.post("/forgot-password", data={"email": ANA["email"]})
    form = {"email": NEW, "email_password": "second horse"}
    assert (await ana.post("/account/email", data=form)).status_code == 303
    token = parse_qs(urlsplit(backend.mails[-1]["confirm_url"]).query)["token"][0]
    assert (await ana.post("/confirm-email", data={"token": token})).status_code == 303
    assert (user["email"], backend.verifications) == (NEW, [theirs])


async def test_three_mails_an_hour_to_one_address(ana, backend: FakeDesk) -> None:
    form = {"email": NEW, "email_password": ANA["password"]}
    codes = [(await ana.post("/account/email", data=form)).status_code for _ in range(4)]
    assert codes == [303, 303, 303, 422]
