"""A sign-up in one call: all of it, or nothing."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.api import Api
from tests.problems import assert_problem

SOON = (datetime.now(UTC) + timedelta(days=7)).isoformat()
HASH = "0123456789abcdef" * 2 + ":" + "0123456789abcdef" * 8
PATH = "/internal/auth/sign-ups"


def body(user_id: str = "ana", email: str = "Ana@example.com", **parts: dict[str, Any]) -> dict[str, Any]:
    user = {"id": user_id, "email": email, "name": "Ana"}
    account = {"user_id": user_id, "provider_id": "credential", "account_id": user_id, "password": HASH}
    session = {"user_id": user_id, "token": f"token-{user_id}", "expires_at": SOON}
    whole: dict[str, dict[str, Any]] = {"user": user, "account": account, "session": session}
    return {name: part | parts.get(name, {}) for name, part in whole.items()}


async def kept(api: Api) -> list[int]:
    tables = ("users", "accounts", "sessions", "lookups")
    return [await api.services.db.fetchval(f"SELECT count(*) FROM {table}") for table in tables]  # noqa: S608


async def test_user_account_and_session_are_made_at_once(api: Api) -> None:
    answer = await api.auth.post(PATH, json=body())
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert (await api.auth.get("/internal/auth/users/by-email/ana@example.com")).json() == made["user"]
    assert (await api.auth.get("/internal/auth/accounts/password-by-user/ana")).json() == made["account"]
    assert (await api.auth.get("/internal/auth/sessions/by-token/token-ana")).json() == made["session"]
    alone = await api.auth.post(PATH, json={"user": {"email": "bia@example.com", "name": "Bia"}})
    assert alone.status_code == 201
    assert (alone.json()["account"], alone.json()["session"]) == (None, None)


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("user", "email", "a\u200bna@example.com"),
        ("user", "metadata", {"a": "x" * 16_384}),
        ("account", "password", "in clear"),
        ("account", "user_id", "bia"),
        ("session", "user_id", "bia"),
        ("session", "expires_at", "9999-12-31T23:59:59.999999Z"),
        ("session", "odd", 1),
    ],
)
async def test_what_is_wrong_with_a_part_is_told_by_field_and_nothing_is_kept(
    api: Api, part: str, field: str, value: object
) -> None:
    answer = await api.auth.post(PATH, json=body(**{part: {field: value}}))
    assert_problem(answer, 422, "validation", f"/{part}/{field}")
    assert await kept(api) == [0, 0, 0, 0]


async def test_what_is_taken_keeps_nothing_of_the_rest(api: Api) -> None:
    assert (await api.auth.post(PATH, json=body())).status_code == 201
    before = await kept(api)
    for taken in (
        body("bia", "ANA@example.com"),
        body("ana", "bia@example.com"),
        body("bia", "bia@example.com", session={"token": "token-ana"}),
        body("bia", "bia@example.com", account={"account_id": "ana"}),
    ):
        assert_problem(await api.auth.post(PATH, json=taken), 409, "conflict")
    assert await kept(api) == before


async def test_of_many_sign_ups_with_one_address_one_is_made(api: Api) -> None:
    answers = await asyncio.gather(*(api.auth.post(PATH, json=body(f"u{n}")) for n in range(12)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 11
    assert (await kept(api))[:3] == [1, 1, 1]
