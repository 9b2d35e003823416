"""The auth store against guessing, copying and re-use: sealed rows, counters, events, ids that are not given again."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import pytest

from app.db.errors import DatabaseUnavailable
from app.features.auth import service
from app.web.errors import Overloaded
from tests.api import Api
from tests.nodes import total
from tests.problems import assert_problem
from tests.tenancy.seed import seed_tenant
from tests.waiting import until

SOON = (datetime.now(UTC) + timedelta(days=7)).isoformat()
AUTH = "/internal/auth"


async def session(api: Api, user_id: str, token: str) -> dict[str, Any]:
    body = {"user_id": user_id, "token": token, "expires_at": SOON}
    answer = await api.auth.post(f"{AUTH}/sessions", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def test_no_token_identifier_or_value_lies_readable_in_the_database(api: Api) -> None:
    user = await api.create_user()
    await session(api, user["id"], "token-in-clear")
    pair = {"identifier": "reset-password:identifier-in-clear", "value": "value-in-clear", "expires_at": SOON}
    assert (await api.auth.post(f"{AUTH}/verifications", json=pair)).status_code == 201
    limit = {"key": "key-in-clear", "limit": 5, "window_seconds": 60}
    assert (await api.auth.post(f"{AUTH}/rate-limits/consume", json=limit)).status_code == 200
    rows = [
        str(tuple(row))
        for table in ("sessions", "verifications", "lookups", "auth_rate_limits")
        for row in await api.services.db.fetch(f"SELECT * FROM {table}")  # noqa: S608  (names of tables)
    ]
    assert len(rows) >= 5
    assert not [row for row in rows if "in-clear" in row]
    assert (await api.auth.get(f"{AUTH}/verifications/by-value/value-in-clear")).json()["identifier"] == pair[
        "identifier"
    ]


async def test_one_call_answers_session_and_user(api: Api) -> None:
    user = await api.create_user("ana@example.com")
    mine = await session(api, user["id"], "tok")
    both = await api.auth.get(f"{AUTH}/sessions/by-token/tok", params={"include": "user"})
    assert both.json() == {"session": mine, "user": user}
    assert_problem(await api.auth.get(f"{AUTH}/sessions/by-token/no?include=user"), 404, "not-found")
    wrong = await api.auth.get(f"{AUTH}/sessions/by-token/tok", params={"include": "company"})
    assert_problem(wrong, 422, "validation", "/include")
    await api.auth.patch(f"{AUTH}/users/{user['id']}", json={"name": "Ana Lima"})
    again = await api.auth.get(f"{AUTH}/sessions/by-token/tok", params={"include": "user"})
    assert again.json()["user"]["name"] == "Ana Lima"


async def test_all_sessions_but_one_end(api: Api) -> None:
    user, other = await api.create_user(), await api.create_user()
    for token in ("a", "b/c?", "d"):
        await session(api, user["id"], token)
        await api.auth.get(f"{AUTH}/sessions/by-token/{token.replace('?', '%3F')}")
    await session(api, other["id"], "other")
    answer = await api.auth.delete(f"{AUTH}/sessions/by-user/{user['id']}", params={"except": "b/c?"})
    assert (answer.status_code, answer.headers["x-deleted-count"]) == (204, "2")
    left = (await api.auth.get(f"{AUTH}/sessions/by-user/{user['id']}")).json()
    assert [one["token"] for one in left] == ["b/c?"]
    assert_problem(await api.auth.get(f"{AUTH}/sessions/by-token/a"), 404, "not-found")
    assert (await api.auth.get(f"{AUTH}/sessions/by-token/other")).status_code == 200


async def test_lists_by_user_are_bounded(api: Api) -> None:
    user = await api.create_user()
    for number in range(5):
        await session(api, user["id"], f"t{number}")
    path = f"{AUTH}/sessions/by-user/{user['id']}"
    page = await api.auth.get(path, params={"limit": 2, "offset": 1})
    assert [one["token"] for one in page.json()] == ["t3", "t2"]
    assert_problem(await api.auth.get(path, params={"limit": 1001}), 422, "validation", "/limit")
    assert (await api.auth.get(f"{AUTH}/accounts/by-user/{user['id']}", params={"limit": 1})).json() == []


async def test_a_list_by_user_answers_a_thousand_rows_at_most(api: Api) -> None:
    user = await api.create_user()
    async with api.services.db.transaction() as tx:
        await tx.execute(
            "INSERT INTO accounts (user_id, id, provider_id, account_id)"
            " SELECT $1, 'a' || n, 'google', n::text FROM generate_series(1, 1003) AS n",
            user["id"],
        )
    path = f"{AUTH}/accounts/by-user/{user['id']}"
    assert len((await api.auth.get(path)).json()) == 1000
    assert len((await api.auth.get(path, params={"offset": 1000})).json()) == 3


@pytest.mark.parametrize(
    ("error", "status"),
    [(RuntimeError("a defect"), 500), (DatabaseUnavailable("gone"), 503), (Overloaded("full"), 429)],
)
async def test_what_fails_may_not_be_stored_either(
    api: Api, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(service, "get_session_by_token", fail)
    answer = await api.auth.get(f"{AUTH}/sessions/by-token/t")
    assert (answer.status_code, answer.headers.get_list("cache-control")) == (status, ["no-store"])


async def test_what_is_refused_may_not_be_stored_either(api: Api) -> None:
    user = await api.create_user()
    for content, status in (
        (b"{", 400),
        (b'{"email": "%s", "name": "N"}' % user["email"].encode(), 409),
        (b'{"name": "%s"}' % (b"x" * 2_000_000), 413),
        (b"{}", 422),
    ):
        answer = await api.auth.post(f"{AUTH}/users", content=content)
        assert (answer.status_code, answer.headers.get_list("cache-control")) == (status, ["no-store"])


async def consume(api: Api, key: str = "ip|/sign-in", limit: int = 3, window: int = 10) -> dict[str, Any]:
    body = {"key": key, "limit": limit, "window_seconds": window}
    answer = await api.auth.post(f"{AUTH}/rate-limits/consume", json=body)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


async def test_of_many_attempts_at_once_exactly_the_limit_passes(api: Api) -> None:
    states = await asyncio.gather(*(consume(api, limit=7, window=60) for _ in range(40)))
    assert sum(state["allowed"] for state in states) == 7
    assert sorted(state["remaining"] for state in states if state["allowed"]) == list(range(7))
    refused = [state for state in states if not state["allowed"]]
    assert all(state["remaining"] == 0 and 1 <= state["retry_after"] <= 60 for state in refused)


async def test_a_refusal_does_not_lengthen_the_window_and_keys_are_counted_apart(api: Api) -> None:
    for _ in range(3):
        assert (await consume(api))["allowed"]
    api.clock.advance(seconds=8)
    assert (await consume(api)) == {"allowed": False, "remaining": 0, "retry_after": 2}
    assert (await consume(api, key="another"))["remaining"] == 2
    api.clock.advance(seconds=2)
    assert (await consume(api)) == {"allowed": True, "remaining": 2, "retry_after": 0}
    api.clock.advance(days=3)  # a clock that is ahead, and put back
    assert (await consume(api))["remaining"] == 2
    api.clock.advance(days=-3)
    states = [await consume(api) for _ in range(3)]
    assert not states[-1]["allowed"]
    assert states[-1]["retry_after"] <= 10


async def test_a_refusal_by_a_stricter_limit_frees_no_attempt_of_a_looser_one(api: Api) -> None:
    for _ in range(3):
        assert (await consume(api))["allowed"]
    for _ in range(2):
        assert not (await consume(api, limit=1))["allowed"]
        assert not (await consume(api))["allowed"]
    assert (await consume(api, limit=9))["remaining"] == 4


@pytest.mark.parametrize(("field", "value"), [("limit", 0), ("window_seconds", 2**31), ("key", ""), ("max", 1)])
async def test_odd_limits_are_refused_by_field(api: Api, field: str, value: object) -> None:
    body = {"key": "k", "limit": 2**31 - 1, "window_seconds": 2**31 - 1}
    assert (await api.auth.post(f"{AUTH}/rate-limits/consume", json=body)).status_code == 200
    answer = await api.auth.post(f"{AUTH}/rate-limits/consume", json=body | {field: value})
    assert_problem(answer, 422, "validation", f"/{field}")


async def test_an_event_stands_in_the_companys_audit_log(api: Api) -> None:
    user = await api.create_user()
    event = {"user_id": user["id"], "type": "sign_in_failed", "ip_address": "203.0.113.9", "user_agent": "Firefox"}
    answer = await api.auth.post(f"{AUTH}/events", json=event)
    assert (answer.status_code, answer.json()) == (201, {"recorded": True})
    [entry] = (await api.as_actor(user["id"]).get("/internal/audit")).json()["items"]
    assert (entry["action"], entry["target_type"], entry["target_id"]) == ("auth.sign_in_failed", "user", user["id"])
    assert entry["changes"] == {"ip_address": [None, "203.0.113.9"], "user_agent": [None, "Firefox"]}
    nobody = await api.auth.post(f"{AUTH}/events", json={"type": "sign_in_failed"})
    assert (nobody.status_code, nobody.json()) == (201, {"recorded": False})
    gone = await api.auth.post(f"{AUTH}/events", json={"type": "sign_in", "user_id": "nobody"})
    assert_problem(gone, 422, "validation", "/user_id")
    assert_problem(await api.auth.post(f"{AUTH}/events", json={"type": "Sign In"}), 422, "validation", "/type")


async def test_an_id_whose_audit_log_is_kept_is_not_given_again(api: Api) -> None:
    user = await api.create_user("ana@example.com", id="u-1")
    assert (await api.as_actor("u-1").post("/internal/company/ensure", json={"name": "A"})).status_code == 201
    assert (await api.auth.delete(f"{AUTH}/users/u-1")).status_code == 204
    again = {"id": "u-1", "email": "eve@example.com", "name": "Eve"}
    assert_problem(await api.auth.post(f"{AUTH}/users", json=again), 409, "conflict")
    assert_problem(await api.as_actor("u-1").get("/internal/audit"), 404, "not-found")
    assert (await api.create_user("ana@example.com"))["id"] != user["id"]


async def test_metadata_is_kept_whole_and_bounded(api: Api) -> None:
    user = await api.create_user(metadata={"theme": "dark", "n": {"é": [1, None]}})
    assert user["metadata"] == {"theme": "dark", "n": {"é": [1, None]}}
    assert (await api.create_user())["metadata"] == {}
    path = f"{AUTH}/users/{user['id']}"
    assert (await api.auth.patch(path, json={"metadata": {"a": 1}})).json()["metadata"] == {"a": 1}
    assert (await api.auth.patch(path, json={"name": "x"})).json()["metadata"] == {"a": 1}
    for bad in ({"a": "x" * 16_384}, None, [], "x"):
        assert_problem(await api.auth.patch(path, json={"metadata": bad}), 422, "validation", "/metadata")


@pytest.mark.parametrize(
    "email",
    [
        "n@b.com\n",
        "n\u200b@b.com",
        "n\u202e@b.com",
        "n@b\u00a0c.com",
        "\ufeffn@b.com",
        "n\U000e0101@b.com",
        "e\u0301@b.com",
    ],
)
async def test_an_email_nobody_can_tell_from_another_is_refused(api: Api, email: str) -> None:
    answer = await api.auth.post(f"{AUTH}/users", json={"email": email, "name": "N"})
    assert_problem(answer, 422, "validation", "/email")
    user = await api.create_user("n@b.com")
    assert_problem(
        await api.auth.patch(f"{AUTH}/users/{user['id']}", json={"email": email}), 422, "validation", "/email"
    )


async def test_an_email_that_is_too_long_once_lowered_names_its_field(api: Api) -> None:
    body = {"email": "İ" * 159 + "@b.c", "name": "N"}  # each becomes two characters
    assert_problem(await api.auth.post(f"{AUTH}/users", json=body), 422, "validation", "/email")
    user = await api.create_user()
    changed = await api.auth.patch(f"{AUTH}/users/{user['id']}", json={"email": body["email"]})
    assert_problem(changed, 422, "validation", "/email")


async def test_no_expression_is_shown_to_people(api: Api) -> None:
    answer = await api.auth.post(f"{AUTH}/users", json={"email": "ana"})
    refused = assert_problem(answer, 422, "validation", pointer="/email")
    assert refused["detail"] == "email: not in the form it must have"


async def test_a_password_that_is_no_hash_is_refused(api: Api) -> None:
    user = await api.create_user()
    account = {"user_id": user["id"], "provider_id": "credential", "account_id": user["id"], "password": "plain text"}
    assert_problem(await api.auth.post(f"{AUTH}/accounts", json=account), 422, "validation", "/password")
    assert_problem(
        await api.auth.patch(f"{AUTH}/accounts/x", json={"password": "plain"}), 422, "validation", "/password"
    )


async def test_sessions_survive_that_a_key_of_secrets_is_gone_and_only_their_lists_shrink(api: Api) -> None:
    async with api.services.db.transaction() as tx:
        tenant = await seed_tenant(tx, "ana")
        await tx.execute("UPDATE sessions SET token_enc = '\\x0100'")
    assert (await api.auth.get(f"{AUTH}/sessions/by-token/{tenant.session_token}")).status_code == 200
    assert (await api.auth.get(f"{AUTH}/sessions/by-user/ana")).json() == []
    assert_problem(await api.auth.get(f"{AUTH}/sessions/by-id/session-ana"), 404, "not-found")


@pytest.mark.parametrize(("path", "body"), [
    ("sessions", {"token": "t", "expires_at": SOON}), ("accounts", {"provider_id": "google", "account_id": "1"}),
])  # fmt: skip
async def test_what_races_the_users_deletion_is_told_so_by_field(
    api: Api, nodes: list[asyncpg.Connection], path: str, body: dict[str, Any]
) -> None:
    user = await api.create_user()
    async with api.services.db.transaction() as tx:
        await tx.execute("DELETE FROM users WHERE id = $1", user["id"])
        made = asyncio.create_task(api.auth.post(f"{AUTH}/{path}", json=body | {"user_id": user["id"]}))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
    assert_problem(await made, 422, "validation", pointer="/user_id")


async def test_a_deletion_outlasts_who_writes_for_the_company_meanwhile(
    api: Api, nodes: list[asyncpg.Connection]
) -> None:
    async with api.services.db.transaction() as tx:
        tenant = await seed_tenant(tx, "ana")
    async with api.services.db.transaction() as tx:
        # So that the deletion is who finds the deadlock, and gives way.
        await tx.execute("SET LOCAL deadlock_timeout = '60s'")
        await tx.execute("UPDATE products SET name = 'x' WHERE id = $1", tenant.product_id)
        gone = asyncio.create_task(api.auth.delete(f"{AUTH}/users/ana"))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
        # As what refers to the store does.
        await tx.fetch("SELECT FROM stores WHERE company_id = 'ana' AND id = $1 FOR KEY SHARE", tenant.store_id)
    assert (await gone).status_code == 204
    assert_problem(await api.auth.get(f"{AUTH}/users/by-id/ana"), 404, "not-found")
