"""The auth scope by contract.md §3: users, sessions, accounts, verifications."""

import asyncio
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import httpx
import pytest

from tests.problems import assert_problem

SOON = (datetime.now(UTC) + timedelta(days=7)).isoformat()
PAST = "2020-01-01T00:00:00Z"
HASH = "$2b$12$" + "abcdefghijklmnopqrstuuKq3F1oVtY2qXn0q0b0l9m6h1sU5iW2e"
NEW_HASH = "0123456789abcdef" * 2 + ":" + "0123456789abcdef" * 8


def at(path: str, value: str) -> httpx.URL:
    """A path whose last value is percent-encoded throughout."""
    return httpx.URL("http://test", raw_path=f"/internal/auth/{path}/{quote(value, safe='')}".encode())


async def create_session(api, user_id: str, token: str = "tok", **fields):
    body = {"user_id": user_id, "token": token, "expires_at": SOON} | fields
    return await api.auth.post("/internal/auth/sessions", json=body)


async def test_a_user_is_created_read_changed_and_deleted(api):
    created = await api.auth.post("/internal/auth/users", json={"id": "u-1", "email": "Ana@Example.COM", "name": "Ana"})
    assert created.status_code == 201
    assert created.headers["cache-control"] == "no-store"
    user = created.json()
    assert user["email"] == "ana@example.com"
    assert user["email_verified"] is False
    assert user["created_at"].endswith("Z")
    assert (await api.auth.get("/internal/auth/users/by-id/u-1")).json() == user
    assert (await api.auth.get(at("users/by-email", "ANA@example.com"))).json() == user
    changed = await api.auth.patch("/internal/auth/users/u-1", json={"name": "Ana Lima", "image": "https://x/y.png"})
    assert changed.status_code == 200
    assert changed.json()["image"] == "https://x/y.png"
    assert changed.json()["updated_at"] > user["updated_at"]
    same = await api.auth.patch("/internal/auth/users/u-1", json={})
    assert same.json() == changed.json()
    assert (await api.auth.patch("/internal/auth/users/u-1", json={"image": None})).json()["image"] is None
    assert_problem(await api.auth.patch("/internal/auth/users/u-1", json={"name": None}), 422, "validation", "/name")
    assert (await api.auth.delete("/internal/auth/users/u-1")).status_code == 204
    assert (await api.auth.delete("/internal/auth/users/u-1")).status_code == 204
    assert_problem(await api.auth.get("/internal/auth/users/by-id/u-1"), 404, "not-found")
    assert_problem(await api.auth.patch("/internal/auth/users/u-1", json={"name": "x"}), 404, "not-found")
    assert_problem(await api.auth.get(at("users/by-email", "ana@example.com")), 404, "not-found")


async def test_a_changed_email_is_found_at_once_under_the_new_and_not_the_old_address(api):
    user = await api.create_user("old@example.com")
    await api.auth.get(at("users/by-email", "old@example.com"))
    await api.auth.patch(f"/internal/auth/users/{user['id']}", json={"email": "NEW@example.com"})
    assert_problem(await api.auth.get(at("users/by-email", "old@example.com")), 404, "not-found")
    assert (await api.auth.get(at("users/by-email", "new@example.com"))).json()["id"] == user["id"]


@pytest.mark.parametrize(
    "email", ["a/b@example.com", "a+b@example.com", "joão@exämple.com", "a%2Fb@example.com", "?#@x.y"]
)
async def test_any_email_can_be_looked_up(api, email):
    user = await api.create_user(email)
    assert (await api.auth.get(at("users/by-email", email.upper()))).json()["id"] == user["id"]


async def test_emails_and_ids_are_unique_in_any_case_under_concurrency(api):
    async def create(number: int):
        email = "One@Example.com" if number % 2 else "one@example.com"
        return await api.auth.post("/internal/auth/users", json={"email": email, "name": str(number)})

    statuses = [answer.status_code for answer in await asyncio.gather(*(create(n) for n in range(20)))]
    assert sorted(statuses) == [201] + [409] * 19
    await api.create_user("two@example.com", id="same")
    answer = await api.auth.post("/internal/auth/users", json={"id": "same", "email": "x@y.z", "name": "x"})
    assert_problem(answer, 409, "conflict")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"email": "a@b.c"}, "/name"),
        ({"email": "nope", "name": "x"}, "/email"),
        ({"email": "a@b.c", "name": "x", "id": "a/b"}, "/id"),
        ({"email": "a@b.c", "name": "x", "id": "a\n"}, "/id"),
        ({"email": "a@b.c", "name": "x" * 257}, "/name"),
        ({"email": "a" * 320 + "@b.c", "name": "x"}, "/email"),
        ({"email": "a@b.c", "name": "x", "role": "admin"}, "/role"),
        ({"email": "a@b.c", "name": "x", "created_at": "2026-01-01T00:00:00"}, "/created_at"),
        ({"email": "a@b.c", "name": "x\u0000"}, "/name"),
    ],
)
async def test_bad_users_are_refused_by_field(api, body, pointer):
    assert_problem(await api.auth.post("/internal/auth/users", json=body), 422, "validation", pointer)


async def test_sessions(api):
    user = await api.create_user()
    created = await create_session(api, user["id"], "t/1+x", user_agent="u" * 3000, ip_address="::1")
    assert created.status_code == 201
    session = created.json()
    assert len(session["user_agent"]) == 2048
    assert (await api.auth.get(at("sessions/by-token", "t/1+x"))).json() == session
    assert (await api.auth.get(f"/internal/auth/sessions/by-id/{session['id']}")).json() == session
    assert_problem(await create_session(api, user["id"], "t/1+x"), 409, "conflict")
    assert_problem(await create_session(api, "nobody", "t2"), 422, "validation", "/user_id")
    assert_problem(await create_session(api, user["id"], "t" * 513), 422, "validation", "/token")
    changed = await api.auth.patch(f"/internal/auth/sessions/{session['id']}", json={"token": "t2", "ip_address": None})
    assert changed.json()["ip_address"] is None
    assert_problem(await api.auth.get(at("sessions/by-token", "t/1+x")), 404, "not-found")
    assert (await api.auth.get(at("sessions/by-token", "t2"))).status_code == 200
    assert (await api.auth.delete(f"/internal/auth/sessions/{session['id']}")).status_code == 204
    assert (await api.auth.delete(f"/internal/auth/sessions/{session['id']}")).status_code == 204
    assert_problem(await api.auth.get(at("sessions/by-token", "t2")), 404, "not-found")


async def test_an_expired_session_is_found_by_id_only_also_when_cached(api):
    user = await api.create_user()
    soon = (api.clock.now() + timedelta(seconds=60)).isoformat()
    session = (await create_session(api, user["id"], "tok", expires_at=soon)).json()
    assert (await api.auth.get(at("sessions/by-token", "tok"))).status_code == 200
    api.clock.advance(seconds=61)
    assert_problem(await api.auth.get(at("sessions/by-token", "tok")), 404, "not-found")
    assert (await api.auth.get(f"/internal/auth/sessions/by-id/{session['id']}")).status_code == 200


async def test_logout_everywhere(api):
    user, other = await api.create_user(), await api.create_user()
    for number in range(3):
        await create_session(api, user["id"], f"t{number}")
        await api.auth.get(at("sessions/by-token", f"t{number}"))
    await create_session(api, other["id"], "other")
    listed = (await api.auth.get(f"/internal/auth/sessions/by-user/{user['id']}")).json()
    assert [session["token"] for session in listed] == ["t2", "t1", "t0"]
    answer = await api.auth.delete(f"/internal/auth/sessions/by-user/{user['id']}")
    assert (answer.status_code, answer.headers["x-deleted-count"]) == (204, "3")
    assert_problem(await api.auth.get(at("sessions/by-token", "t1")), 404, "not-found")
    assert (await api.auth.get(at("sessions/by-token", "other"))).status_code == 200
    assert (await api.auth.get("/internal/auth/sessions/by-user/nobody")).json() == []


async def test_accounts(api):
    user = await api.create_user()
    body = {"user_id": user["id"], "provider_id": "credential", "account_id": user["id"], "password": HASH}
    created = await api.auth.post("/internal/auth/accounts", json=body)
    assert created.status_code == 201
    account = created.json()
    assert account["password"] == HASH
    assert_problem(await api.auth.post("/internal/auth/accounts", json=body), 409, "conflict")
    bad = body | {"user_id": "nobody", "account_id": "z"}
    assert_problem(await api.auth.post("/internal/auth/accounts", json=bad), 422, "validation", "/user_id")
    assert (await api.auth.get(f"/internal/auth/accounts/by-user/{user['id']}")).json() == [account]
    assert (await api.auth.get(f"/internal/auth/accounts/password-by-user/{user['id']}")).json() == account
    found = await api.auth.get(
        "/internal/auth/accounts/by-provider", params={"provider_id": "credential", "account_id": user["id"]}
    )
    assert "password" not in found.json()
    assert found.json()["id"] == account["id"]
    missing = await api.auth.get("/internal/auth/accounts/by-provider", params={"provider_id": "credential"})
    assert_problem(missing, 422, "validation", "/account_id")
    changed = await api.auth.patch(
        f"/internal/auth/accounts/{account['id']}", json={"password": NEW_HASH, "scope": "a"}
    )
    assert (changed.json()["password"], changed.json()["scope"]) == (NEW_HASH, "a")
    assert (await api.auth.delete(f"/internal/auth/accounts/{account['id']}")).status_code == 204
    assert_problem(await api.auth.get(f"/internal/auth/accounts/password-by-user/{user['id']}"), 404, "not-found")
    assert_problem(await api.auth.patch("/internal/auth/accounts/none", json={"scope": "a"}), 404, "not-found")


async def create_verification(api, identifier="id", value="v", expires_at=SOON):
    body = {"identifier": identifier, "value": value, "expires_at": expires_at}
    answer = await api.auth.post("/internal/auth/verifications", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_verifications_are_found_newest_and_live_only(api):
    state = "s" * 3500 + "/é+%"
    await create_verification(api, "oauth", state, PAST)
    assert_problem(await api.auth.get(at("verifications/by-value", state)), 404, "not-found")
    await create_verification(api, "oauth", state)
    newest = await create_verification(api, "oauth", state)
    assert (await api.auth.get(at("verifications/by-value", state))).json() == newest
    assert (await api.auth.get(at("verifications/by-identifier", "oauth"))).json() == newest
    answer = await api.auth.delete(at("verifications/by-identifier", "oauth"))
    assert (answer.status_code, answer.headers["x-deleted-count"]) == (204, "3")
    body = {"identifier": "x", "value": "é" * 40_000, "expires_at": SOON}
    assert_problem(await api.auth.post("/internal/auth/verifications", json=body), 422, "validation", "/value")


async def test_consume_takes_all_of_a_pair_and_expired_ones_unseen(api):
    pair = {"identifier": "reset-password:u", "value": "token"}
    await create_verification(api, **pair)
    newest = await create_verification(api, **pair)
    await create_verification(api, pair["identifier"], "other")
    assert (await api.auth.post("/internal/auth/verifications/consume", json=pair)).json() == newest
    assert_problem(await api.auth.post("/internal/auth/verifications/consume", json=pair), 404, "not-found")
    await create_verification(api, **pair, expires_at=PAST)
    assert_problem(await api.auth.post("/internal/auth/verifications/consume", json=pair), 404, "not-found")
    assert (await api.auth.get(at("verifications/by-identifier", pair["identifier"]))).json()["value"] == "other"


async def test_a_verification_is_changed_in_one_call_and_found_by_what_it_is_now(api):
    made = await create_verification(api, "otp", "123456:0")
    path = f"/internal/auth/verifications/{made['id']}"
    later = "2100-01-01T00:00:00Z"
    changed = await api.auth.patch(path, json={"value": "123456:1", "expires_at": later, "if_value": "123456:0"})
    assert changed.status_code == 200
    assert changed.json() | {"updated_at": made["updated_at"]} == made | {"value": "123456:1", "expires_at": later}
    assert changed.json()["updated_at"] > made["updated_at"]
    assert (await api.auth.get(at("verifications/by-value", "123456:1"))).json() == changed.json()
    assert (await api.auth.get(f"/internal/auth/verifications/by-id/{made['id']}")).json() == changed.json()
    assert_problem(await api.auth.get(at("verifications/by-value", "123456:0")), 404, "not-found")
    for body in ({"value": "x", "if_value": "123456:0"}, {"if_value": "123456:0"}):
        assert_problem(await api.auth.patch(path, json=body), 404, "not-found")
    for body in ({}, {"if_value": "123456:1"}):
        assert (await api.auth.patch(path, json=body)).json() == changed.json()
    assert_problem(await api.auth.patch(path, json={"value": None}), 422, "validation", "/value")
    assert_problem(await api.auth.patch(path, json={"value": "é" * 40_000}), 422, "validation", "/value")
    assert_problem(await api.auth.patch("/internal/auth/verifications/none", json={"value": "x"}), 404, "not-found")


async def test_an_expired_verification_is_read_by_id_and_not_changed(api):
    made = await create_verification(api, "otp", "v", PAST)
    path = f"/internal/auth/verifications/{made['id']}"
    for body in ({}, {"expires_at": SOON}):
        assert_problem(await api.auth.patch(path, json=body), 404, "not-found")
    assert (await api.auth.get(f"/internal/auth/verifications/by-id/{made['id']}")).json() == made
    assert_problem(await api.auth.get("/internal/auth/verifications/by-id/none"), 404, "not-found")


async def test_a_verification_that_becomes_a_reset_record_goes_with_its_user(api):
    user = await api.create_user()
    made = await create_verification(api, "something else", user["id"])
    body = {"identifier": "reset-password:token"}
    assert (await api.auth.patch(f"/internal/auth/verifications/{made['id']}", json=body)).status_code == 200
    assert (await api.auth.get(at("verifications/by-identifier", "reset-password:token"))).status_code == 200
    assert (await api.auth.delete(f"/internal/auth/users/{user['id']}")).status_code == 204
    assert_problem(await api.auth.get(f"/internal/auth/verifications/by-id/{made['id']}"), 404, "not-found")


@pytest.mark.parametrize("changed", ["password", "address"])
async def test_a_new_password_or_address_ends_the_reset_links_that_are_still_out(api, changed):
    user, other = await api.create_user(), await api.create_user()
    body = {"user_id": user["id"], "provider_id": "credential", "account_id": user["id"], "password": HASH}
    account = (await api.auth.post("/internal/auth/accounts", json=body)).json()
    pairs = [(f"reset-password:{user['id']}", "token-1"), ("reset-password:token-2", user["id"])]
    left = [("reset-password:token-3", other["id"]), ("email-verification", user["id"])]
    for pair in pairs + left:
        await create_verification(api, *pair)
    path = f"/internal/auth/accounts/{account['id']}"
    users_path = f"/internal/auth/users/{user['id']}"
    assert (await api.auth.patch(path, json={"scope": "x"})).status_code == 200
    assert (await api.auth.patch(users_path, json={"name": "x", "email": user["email"]})).status_code == 200
    for identifier, _ in pairs + left:
        assert (await api.auth.get(at("verifications/by-identifier", identifier))).status_code == 200
    if changed == "password":
        assert (await api.auth.patch(path, json={"password": HASH})).status_code == 200
    else:
        assert (await api.auth.patch(users_path, json={"email": "new@example.com"})).status_code == 200
    for identifier, _ in pairs:
        assert_problem(await api.auth.get(at("verifications/by-identifier", identifier)), 404, "not-found")
    for identifier, _ in left:
        assert (await api.auth.get(at("verifications/by-identifier", identifier))).status_code == 200


async def test_deleting_a_user_takes_sessions_accounts_and_both_forms_of_reset_records(api):
    user, other = await api.create_user(), await api.create_user()
    await create_session(api, user["id"], "tok")
    await api.auth.get(at("sessions/by-token", "tok"))
    await create_verification(api, f"reset-password:{user['id']}", "token-1")
    await create_verification(api, "reset-password:token-2", user["id"])
    await create_verification(api, f"reset-password:{other['id']}", "token-3")
    await create_verification(api, "email-otp", user["id"])
    assert (await api.auth.delete(f"/internal/auth/users/{user['id']}")).status_code == 204
    assert_problem(await api.auth.get(at("sessions/by-token", "tok")), 404, "not-found")
    assert_problem(await api.auth.get(at("verifications/by-value", "token-1")), 404, "not-found")
    assert_problem(await api.auth.get(at("verifications/by-identifier", "reset-password:token-2")), 404, "not-found")
    assert (await api.auth.get(at("verifications/by-value", "token-3"))).status_code == 200
    assert (await api.auth.get(at("verifications/by-identifier", "email-otp"))).status_code == 200


async def test_cache_stats_count_hits(api):
    await api.create_user("ana@example.com")
    for _ in range(3):
        await api.auth.get(at("users/by-email", "ana@example.com"))
    stats = (await api.auth.get("/internal/auth/_cache-stats")).json()
    assert stats["users_by_email"]["hits"] == 2
    assert stats["users_by_email"]["size"] == 1
    assert stats["sessions_by_token"]["enabled"] is True
