import asyncio
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import httpx

from tests.storefront.conftest import ANA
from tests.storefront.fake_backend import FakeBackend


async def ask(browser: httpx.AsyncClient, backend: FakeBackend) -> str:
    """Ask for a reset link as Ana; returns its token."""
    answer = await browser.post("/forgot-password", data={"email": ANA["email"]})
    assert answer.status_code == 200
    return parse_qs(urlsplit(backend.mails[-1]["reset_url"]).query)["token"][0]


async def test_the_link_is_stored_for_an_hour_and_mailed(ana, backend: FakeBackend) -> None:
    token = await ask(ana, backend)
    (user,) = backend.users.values()
    (record,) = backend.verifications
    assert (record["identifier"], record["value"]) == (f"reset-password:{user['id']}", token)
    left = datetime.fromisoformat(record["expires_at"]) - datetime.now(UTC)
    assert timedelta(seconds=3590) < left <= timedelta(seconds=3600)
    mail = backend.mails[0]
    assert (mail["to"], mail["name"]) == (ANA["email"], ANA["name"])
    assert mail["reset_url"].startswith("http://shop.test/reset-password?token=")


async def test_unknown_addresses_get_the_same_page_and_no_mail(ana, backend: FakeBackend) -> None:
    known = await ana.post("/forgot-password", data={"email": ANA["email"]})
    unknown = await ana.post("/forgot-password", data={"email": "eve@example.com"})
    assert known.text == unknown.text
    assert len(backend.mails) == 1


async def test_a_failing_backend_tells_nothing(ana, backend: FakeBackend) -> None:
    backend.refuse[("POST", "/internal/email/send-reset-password")] = 503
    assert (await ana.post("/forgot-password", data={"email": ANA["email"]})).status_code == 200


async def test_three_mails_an_hour(ana, backend: FakeBackend) -> None:
    codes = [(await ana.post("/forgot-password", data={"email": ANA["email"]})).status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]


async def test_reset_sets_every_credential_and_ends_every_session(ana, backend: FakeBackend) -> None:
    (user,) = backend.users.values()
    for provider in ("credential", "google"):
        backend.accounts[provider] = {"id": provider, "user_id": user["id"], "provider_id": provider, "password": "old"}
    token = await ask(ana, backend)
    answer = await ana.post("/reset-password", data={"token": token, "password": "new password"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    hashes = {a["password"] for a in backend.accounts.values() if a["provider_id"] == "credential"}
    assert len(hashes) == 1
    assert hashes.pop().startswith("$2b$")
    assert backend.accounts["google"]["password"] == "old"
    assert backend.sessions == {}
    assert backend.events[1:] == [("password_changed", user["id"]), ("sessions_revoked", user["id"])]
    assert backend.verifications == []
    del backend.accounts["credential"]
    ana.cookies.clear()
    assert (await ana.post("/login", data=ANA)).status_code == 401
    assert (await ana.post("/login", data=ANA | {"password": "new password"})).status_code == 303


async def test_a_refused_password_consumes_nothing(ana, backend: FakeBackend) -> None:
    token = await ask(ana, backend)
    for password in ("short", "x" * 73):
        backend.calls.clear()
        answer = await ana.post("/reset-password", data={"token": token, "password": password})
        assert answer.status_code == 422
        assert token in answer.text
        assert ("POST", "/internal/auth/verifications/consume") not in backend.calls
    assert len(backend.verifications) == 1


async def test_a_link_works_once(ana, backend: FakeBackend) -> None:
    token = await ask(ana, backend)
    form = {"token": token, "password": "new password"}
    answers = await asyncio.gather(*(ana.post("/reset-password", data=form) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [303, 400, 400, 400, 400]


async def test_the_first_link_that_is_used_ends_the_others(ana, backend: FakeBackend) -> None:
    first, second = await ask(ana, backend), await ask(ana, backend)
    used = await ana.post("/reset-password", data={"token": first, "password": "new password"})
    again = await ana.post("/reset-password", data={"token": second, "password": "other password"})
    assert (used.status_code, again.status_code, backend.verifications) == (303, 400, [])


async def test_an_old_or_foreign_token_does_nothing(ana, backend: FakeBackend) -> None:
    token = await ask(ana, backend)
    backend.verifications[0]["expires_at"] = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
    backend.verifications.append(
        {"identifier": "email-verification:1", "value": "other", "expires_at": "2999-01-01T00:00:00+00:00"}
    )
    for bad in (token, "other", "", "x" * 600, "a/b?c"):
        answer = await ana.post("/reset-password", data={"token": bad, "password": "new password"})
        assert answer.status_code == 400
    assert len(backend.sessions) == 1


async def test_the_reset_page_sends_no_referrer(browser) -> None:
    answer = await browser.get("/reset-password", params={"token": '"><b>'})
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert '"><b>' not in answer.text


async def test_its_form_comes_with_a_null_origin(ana, backend: FakeBackend) -> None:
    token = await ask(ana, backend)
    form = {"token": token, "password": "new password"}
    answer = await ana.post("/reset-password", data=form, headers={"Origin": "null"})
    assert answer.status_code == 403
    headers = {"Origin": "null", "Sec-Fetch-Site": "same-origin"}
    assert (await ana.post("/reset-password", data=form, headers=headers)).status_code == 303
