from datetime import UTC, datetime, timedelta

import httpx
import pytest

from app.storefront import cookies
from app.storefront.security import PUBLIC_PATHS
from tests.storefront.conftest import ANA, SECRET
from tests.storefront.fake_backend import FakeBackend

NAME = "better-auth.session_token"


async def test_sign_up_makes_user_account_session_and_company(ana: httpx.AsyncClient, backend: FakeBackend) -> None:
    (user,) = backend.users.values()
    (account,) = backend.accounts.values()
    (session,) = backend.sessions.values()
    assert user["email"] == "ana@example.com"
    assert (account["provider_id"], account["account_id"]) == ("credential", user["id"])
    assert account["password"].startswith("$2b$")
    assert backend.companies == {user["id"]}
    assert cookies.open_value(ana.cookies[NAME], SECRET) == session["token"]
    made = [call for call in backend.calls if call[0] == "POST"]
    assert [path.rpartition("/")[2] for _, path in made] == ["sign-ups", "events", "ensure"]


async def test_a_taken_email_is_said_and_changes_nothing(ana: httpx.AsyncClient, backend: FakeBackend) -> None:
    ana.cookies.clear()
    answer = await ana.post("/register", data=ANA | {"email": "ANA@example.com"})
    assert answer.status_code == 422
    assert "Já existe uma conta" in answer.text
    assert "correct horse" not in answer.text
    assert len(backend.users) == len(backend.sessions) == 1


@pytest.mark.parametrize(
    "change", [{"password": "short"}, {"password": "é" * 37}, {"email": "nobody"}, {"email": "a b@c.d"}, {"name": " "}]
)
async def test_bad_sign_ups_never_reach_the_backend(browser, backend: FakeBackend, change: dict[str, str]) -> None:
    answer = await browser.post("/register", data=ANA | change)
    assert answer.status_code == 422
    assert backend.calls == []


async def test_a_sign_up_that_failed_sets_no_cookie(browser, backend: FakeBackend) -> None:
    backend.refuse[("POST", "/internal/auth/sign-ups")] = 503
    answer = await browser.post("/register", data=ANA)
    assert answer.status_code == 503
    assert NAME not in answer.headers.get("set-cookie", "")


async def test_login_sets_the_cookie_and_goes_where_it_was_sent(ana, backend: FakeBackend) -> None:
    ana.cookies.clear()
    form = {"email": " Ana@Example.com ", "password": ANA["password"], "redirect": "/orders/7"}
    answer = await ana.post("/login", data=form)
    assert (answer.status_code, answer.headers["location"]) == (303, "/orders/7")
    assert answer.headers["set-cookie"].endswith("Max-Age=604800; Path=/; HttpOnly; SameSite=Lax")
    assert answer.headers["cache-control"] == "no-store"
    assert len(backend.sessions) == 2


@pytest.mark.parametrize("target", ["//evil.test", "https://evil.test", "/\\evil.test", "/%2f/evil.test"])
async def test_login_never_leaves_the_site(ana, target: str) -> None:
    ana.cookies.clear()
    form = {"email": ANA["email"], "password": ANA["password"], "redirect": target}
    assert (await ana.post("/login", data=form)).headers["location"] == "/dashboard"
    answer = await ana.get("/login", params={"redirect": target})
    assert answer.headers["location"] == "/dashboard"


async def test_wrong_password_and_unknown_email_read_alike(ana, backend: FakeBackend) -> None:
    ana.cookies.clear()
    texts = []
    for email in (ANA["email"], "eve@example.com"):
        backend.calls.clear()
        answer = await ana.post("/login", data={"email": email, "password": "wrong horse"})
        assert answer.status_code == 401
        assert "set-cookie" not in answer.headers
        texts.append((answer.text.replace(email, ""), len(backend.calls)))
    assert texts[0] == texts[1]


async def test_too_many_tries_wait(ana, backend: FakeBackend) -> None:
    ana.cookies.clear()
    form = {"email": ANA["email"], "password": "wrong horse"}
    codes = [(await ana.post("/login", data=form)).status_code for _ in range(11)]
    assert codes == [401] * 10 + [429]
    answer = await ana.post("/login", data=form)
    assert int(answer.headers["retry-after"]) > 0


async def test_logout_ends_this_session_only(ana, backend: FakeBackend) -> None:
    first = ana.cookies[NAME]
    ana.cookies.clear()
    await ana.post("/login", data=ANA)
    answer = await ana.post("/logout")
    assert answer.headers["location"] == "/login"
    assert "Max-Age=0" in next(c for c in answer.headers.get_list("set-cookie") if c.startswith(NAME))
    assert len(backend.sessions) == 1
    ana.cookies.set(NAME, first)
    assert (await ana.get("/api/me")).status_code == 200


async def test_logout_everywhere_ends_all(ana, backend: FakeBackend) -> None:
    old = ana.cookies[NAME]
    await ana.post("/login", data=ANA)
    assert (await ana.post("/logout/everywhere")).status_code == 303
    assert backend.sessions == {}
    ana.cookies.set(NAME, old)
    assert (await ana.get("/dashboard")).headers["location"] == "/login?redirect=/dashboard"


async def test_require_user_is_401_for_strangers(browser) -> None:
    answer = await browser.get("/api/me")
    assert (answer.status_code, answer.json()["type"]) == (401, "/problems/unauthorized")
    assert (await browser.post("/logout/everywhere")).status_code == 401


async def test_me_is_the_user(ana) -> None:
    assert (await ana.get("/api/me")).json()["email"] == "ana@example.com"


@pytest.mark.parametrize("path", PUBLIC_PATHS)
async def test_public_pages_open(browser, path: str) -> None:
    answer = await browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "<script>" not in answer.text
    assert " style=" not in answer.text


async def test_english_by_accept_language(browser) -> None:
    answer = await browser.get("/login", headers={"Accept-Language": "en-GB,en;q=0.9,pt;q=0.8"})
    assert '<html lang="en">' in answer.text
    assert (await browser.get("/login", headers={"Accept-Language": "fr"})).text.count('lang="pt-BR"') == 1


async def test_forged_cookie_is_anonymous(browser, backend: FakeBackend) -> None:
    browser.cookies.set(NAME, "abcdefghijklmnopqrstuvwxyzABCDEF.AAAA")
    assert (await browser.get("/dashboard")).status_code == 303
    assert backend.calls == []


async def test_an_old_session_is_lengthened_once_a_day(ana, backend: FakeBackend) -> None:
    (session,) = backend.sessions.values()
    assert "set-cookie" not in (await ana.get("/api/me")).headers
    session["expires_at"] = (datetime.now(UTC) + timedelta(days=5)).isoformat()
    answer = await ana.get("/api/me")
    assert "Max-Age=604800" in answer.headers["set-cookie"]
    assert session["expires_at"] > (datetime.now(UTC) + timedelta(days=6)).isoformat()


async def test_the_audit_log_is_told_who_came_and_went(ana, backend: FakeBackend) -> None:
    (user_id,) = backend.users
    await ana.post("/logout")
    await ana.post("/login", data={"email": ANA["email"], "password": "wrong horse"})
    await ana.post("/login", data={"email": "eve@example.com", "password": "wrong horse"})
    await ana.post("/login", data=ANA)
    await ana.post("/logout/everywhere")
    assert backend.events == [
        ("sign_in", user_id), ("session_revoked", user_id), ("sign_in_failed", user_id), ("sign_in_failed", None),
        ("sign_in", user_id), ("sessions_revoked", user_id),
    ]  # fmt: skip


async def test_an_audit_log_that_cannot_be_told_keeps_nobody_out(ana, backend: FakeBackend) -> None:
    ana.cookies.clear()
    backend.refuse["POST", "/internal/auth/events"] = 503
    answer = await ana.post("/login", data=ANA)
    assert (answer.status_code, NAME in ana.cookies) == (303, True)
