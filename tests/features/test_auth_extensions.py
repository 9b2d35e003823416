"""Rows of the auth library's plugins: whose they are, how they are found, what two writers do to one."""

import asyncio
from typing import Any

import pytest

from tests.api import Api
from tests.problems import assert_problem
from tests.tenancy.seed import seed_two_tenants

ROWS = "/internal/auth/extensions"
DATA = {"secret": "in-clear", "failedVerificationCount": 0, "lockedUntil": None, "nested": {"é": [1, 2.5, None]}}


async def add(api: Api, user_id: str, model: str = "twoFactor", **fields: Any) -> dict[str, Any]:
    answer = await api.auth.post(ROWS, json={"user_id": user_id, "model": model, "data": DATA} | fields)
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()
    return row


def passkey(credential: str, **fields: Any) -> dict[str, Any]:
    return {"model": "passkey", "keys": {"credentialID": credential}} | fields


def by_key(credential: str) -> dict[str, str]:
    return {"model": "passkey", "field": "credentialID", "value": credential}


async def test_a_row_is_kept_found_changed_and_deleted(api: Api) -> None:
    user = await api.create_user()
    row = await add(api, user["id"], id="r-1")
    assert (row["id"], row["user_id"], row["data"], row["version"]) == ("r-1", user["id"], DATA, 1)
    assert (await api.auth.get(f"{ROWS}/by-id/r-1")).json() == row
    path = f"{ROWS}/r-1"
    assert (await api.auth.patch(path, json={})).json() == row
    changed = (await api.auth.patch(path, json={"data": {"secret": "new", "nested": 1}})).json()
    assert changed["data"] == DATA | {"secret": "new", "nested": 1}
    assert changed["version"] == 2
    assert changed["updated_at"] > row["updated_at"]
    gone = await asyncio.gather(*(api.auth.delete(path) for _ in range(4)))
    assert [answer.status_code for answer in gone] == [204] * 4
    assert sorted(answer.headers["x-deleted-count"] for answer in gone) == ["0", "0", "0", "1"]
    assert_problem(await api.auth.get(f"{ROWS}/by-id/r-1"), 404, "not-found")
    assert_problem(await api.auth.patch(path, json={"data": {}}), 404, "not-found")
    assert (await add(api, user["id"], id="r-1"))["version"] == 1  # an id is free again with its row


async def test_rows_of_a_user_are_listed_and_deleted_by_model(api: Api) -> None:
    ana, bia = await api.create_user(), await api.create_user()
    for credential in ("c1", "c2", "c3"):
        await add(api, ana["id"], **passkey(credential, id=credential))
    await add(api, ana["id"], id="second")
    await add(api, bia["id"], id="bias")
    path = f"{ROWS}/by-user/{ana['id']}"
    assert [row["id"] for row in (await api.auth.get(path)).json()] == ["second", "c3", "c2", "c1"]
    page = await api.auth.get(path, params={"model": "passkey", "limit": 2, "offset": 1})
    assert [row["id"] for row in page.json()] == ["c2", "c1"]
    gone = await api.auth.delete(path, params={"model": "passkey"})
    assert (gone.status_code, gone.headers["x-deleted-count"]) == (204, "3")
    assert_problem(await api.auth.get(f"{ROWS}/by-key", params=by_key("c1")), 404, "not-found")
    assert (await api.auth.delete(path)).headers["x-deleted-count"] == "1"
    assert [row["id"] for row in (await api.auth.get(f"{ROWS}/by-user/{bia['id']}")).json()] == ["bias"]


async def test_a_key_leads_to_its_row_without_the_user_and_is_one_rows_alone(api: Api) -> None:
    ana, bia = await api.create_user(), await api.create_user()
    row = await add(api, ana["id"], **passkey("a b/c?"))
    assert (await api.auth.get(f"{ROWS}/by-key", params=by_key("a b/c?"))).json() == row
    taken = await api.auth.post(ROWS, json={"user_id": bia["id"], "data": {}} | passkey("a b/c?"))
    assert_problem(taken, 409, "conflict")
    # Another model or field is another key: the three parts are told apart.
    await add(api, bia["id"], model="passkey", keys={"other": "a b/c?"})
    for odd in ({"field": "a"}, {"model": "other"}, {"value": "a b"}):
        assert_problem(await api.auth.get(f"{ROWS}/by-key", params=by_key("a b/c?") | odd), 404, "not-found")
    moved = await api.auth.patch(f"{ROWS}/{row['id']}", json={"keys": {"credentialID": "new"}})
    assert moved.status_code == 200
    assert_problem(await api.auth.get(f"{ROWS}/by-key", params=by_key("a b/c?")), 404, "not-found")
    assert (await api.auth.get(f"{ROWS}/by-key", params=by_key("new"))).json()["id"] == row["id"]
    theirs = await add(api, bia["id"], **passkey("a b/c?"))
    stolen = await api.auth.patch(f"{ROWS}/{theirs['id']}", json={"keys": {"credentialID": "new"}, "data": {"x": 1}})
    assert_problem(stolen, 409, "conflict")
    assert (await api.auth.get(f"{ROWS}/by-id/{theirs['id']}")).json() == theirs


async def test_of_writers_with_one_version_one_wins(api: Api) -> None:
    user = await api.create_user()
    row = await add(api, user["id"])
    path = f"{ROWS}/{row['id']}"
    tries = [api.auth.patch(path, json={"data": {"by": n}, "version": 1}) for n in range(8)]
    answers = await asyncio.gather(*tries)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    [winner] = [answer.json() for answer in answers if answer.status_code == 200]
    assert (await api.auth.get(f"{ROWS}/by-id/{row['id']}")).json() == winner
    # Without a version every change counts, and none is lost.
    await asyncio.gather(*(api.auth.patch(path, json={"data": {f"n{n}": n}}) for n in range(8)))
    found = (await api.auth.get(f"{ROWS}/by-id/{row['id']}")).json()
    assert {found["data"][f"n{n}"] for n in range(8)} == set(range(8))
    assert found["version"] == 10


async def test_nothing_of_a_row_lies_readable_in_the_database(api: Api) -> None:
    user = await api.create_user()
    await add(api, user["id"], **passkey("credential-in-clear"))
    rows = [
        str(tuple(row))
        for table in ("auth_extensions", "lookups")
        for row in await api.services.db.fetch(f"SELECT * FROM {table}")  # noqa: S608  (names of tables)
    ]
    assert len(rows) >= 3
    assert not [row for row in rows if "in-clear" in row]


async def test_a_row_goes_with_its_user_and_its_names_are_free(api: Api) -> None:
    ana, bia = await api.create_user(), await api.create_user()
    await add(api, ana["id"], **passkey("c1", id="r-1"))
    assert (await api.auth.delete(f"/internal/auth/users/{ana['id']}")).status_code == 204
    assert_problem(await api.auth.get(f"{ROWS}/by-id/r-1"), 404, "not-found")
    assert await api.services.db.fetchval("SELECT count(*) FROM auth_extensions") == 0
    await add(api, bia["id"], **passkey("c1", id="r-1"))


async def test_number_and_size_are_bounded(api: Api) -> None:
    user = await api.create_user()
    body = {"user_id": user["id"], "model": "passkey", "data": {}}
    for _ in range(95):
        assert (await api.auth.post(ROWS, json=body)).status_code == 201
    statuses = [
        answer.status_code for answer in await asyncio.gather(*(api.auth.post(ROWS, json=body) for _ in range(9)))
    ]
    assert sorted(statuses) == [201] * 5 + [409] * 4
    other = await api.create_user()
    big = await add(api, other["id"], data={"a": "x" * 10_000})
    grown = await api.auth.patch(f"{ROWS}/{big['id']}", json={"data": {"b": "x" * 10_000}})
    assert_problem(grown, 422, "validation", "/data")
    assert (await api.auth.get(f"{ROWS}/by-id/{big['id']}")).json() == big


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("user_id", "nobody"),
        ("user_id", "a b"),
        ("model", "two factor"),
        ("model", "passkey\n"),
        ("model", "pass\u200bkey"),
        ("data", {"a": "x" * 16_384}),
        ("data", []),
        ("keys", {"credentialID": ""}),
        ("keys", {"credential id": "x"}),
        ("keys", {f"k{n}": "x" for n in range(9)}),
        ("id", "a/b"),
        ("created_at", "9999-12-31T23:59:59.999999Z"),
        ("secret", "x"),
    ],
)
async def test_odd_input_is_refused_by_field(api: Api, field: str, value: object) -> None:
    user = await api.create_user()
    body = {"user_id": user["id"], "model": "passkey", "data": {}, "keys": {}} | {field: value}
    answer = await api.auth.post(ROWS, json=body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"].startswith(f"/{field}")


async def test_what_plugins_keep_on_a_user_is_apart_from_metadata_and_merged(api: Api) -> None:
    user = await api.create_user(plugin_fields={"twoFactorEnabled": False}, metadata={"theme": "dark"})
    assert user["plugin_fields"] == {"twoFactorEnabled": False}
    assert (await api.create_user())["plugin_fields"] == {}
    path = f"/internal/auth/users/{user['id']}"
    changes = [{"twoFactorEnabled": True}, {"phone": None}, {"locale": "pt"}]
    await asyncio.gather(*(api.auth.patch(path, json={"plugin_fields": change}) for change in changes))
    replaced = (await api.auth.patch(path, json={"metadata": {}})).json()
    assert replaced["metadata"] == {}
    assert replaced["plugin_fields"] == {"twoFactorEnabled": True, "phone": None, "locale": "pt"}
    big = {"a": "x" * 16_384}
    assert_problem(await api.auth.patch(path, json={"plugin_fields": big}), 422, "validation", "/plugin_fields")
    for n in range(4):
        await api.auth.patch(path, json={"plugin_fields": {f"f{n}": "x" * 16_000}})
    full = await api.auth.patch(path, json={"plugin_fields": {"f4": "x" * 16_000}})
    assert_problem(full, 422, "validation")
    assert "plugin fields" in full.json()["detail"]


async def test_the_scope_is_the_auth_tokens_alone(api: Api) -> None:
    async with api.services.db.transaction() as tx:
        mine, _ = await seed_two_tenants(tx)
    for call in (api.as_actor(mine.actor_id), api.public):
        assert_problem(await call.get(f"{ROWS}/by-user/{mine.actor_id}"), 401, "unauthorized")
