"""The actor's company: GET, ensure, PATCH, and the limits of its plan."""

import asyncio
import json

import pytest

from tests.api import APP_TOKEN
from tests.problems import assert_problem
from tests.waiting import until

COMPANY = "/internal/company"


async def test_a_company_is_made_once_and_then_answered(two_tenants):
    mine, _ = two_tenants
    assert_problem(await mine.client.get(COMPANY), 404, "not-found")
    made = await mine.client.post(f"{COMPANY}/ensure", json={"name": "Ateliê", "slug": "atelie"})
    assert made.status_code == 201
    assert made.json()["id"] == mine.id
    assert made.json()["timezone"] == "America/Sao_Paulo"
    again = await mine.client.post(f"{COMPANY}/ensure", json={"name": "Outro", "slug": "outro"})
    assert again.status_code == 200
    assert again.json() == made.json() == (await mine.client.get(COMPANY)).json()


async def test_many_ensures_at_once_make_one_company(two_tenants, database):
    mine, _ = two_tenants
    body = {"name": "Ateliê", "slug": "atelie"}
    answers = await asyncio.gather(*(mine.client.post(f"{COMPANY}/ensure", json=body) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 19 + [201]
    assert await database.fetchval("SELECT count(*) FROM companies") == 1


async def test_an_unknown_user_gets_no_company(api):
    assert_problem(await api.as_actor("nobody").post(f"{COMPANY}/ensure", json={}), 404, "not-found")


async def test_patch_changes_only_the_keys_present(two_tenants):
    mine, theirs = two_tenants
    assert_problem(await mine.client.patch(COMPANY, json={"name": "x"}), 404, "not-found")
    await mine.client.post(f"{COMPANY}/ensure", json={"name": "Ateliê", "slug": "atelie", "logo": "https://x/y.png"})
    await theirs.client.post(f"{COMPANY}/ensure", json={"slug": "outra"})
    changed = await mine.client.patch(COMPANY, json={"name": "Ateliê Azul", "logo": None})
    assert (changed.json()["name"], changed.json()["logo"], changed.json()["slug"]) == ("Ateliê Azul", None, "atelie")
    assert (await mine.client.patch(COMPANY, json={})).json() == changed.json()
    assert_problem(await mine.client.patch(COMPANY, json={"slug": "outra"}), 409, "conflict")
    assert (await theirs.client.get(COMPANY)).json()["slug"] == "outra"


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"nick": "x"}, "/nick"),
        ({"slug": "Não"}, "/slug"),
        ({"name": "x" * 201}, "/name"),
        ({"timezone": "Marte/Olimpo"}, "/timezone"),
        ({"timezone": "../etc/passwd"}, "/timezone"),
        ({"timezone": None}, "/timezone"),
    ],
)
async def test_patch_refuses_what_does_not_fit(shop, body, pointer):
    assert_problem(await shop.client.patch(COMPANY, json=body), 422, "validation", pointer)


async def test_the_change_is_in_the_audit_log(shop, database):
    await shop.client.patch(COMPANY, json={"timezone": "America/Manaus"}, headers={"X-Request-Id": "req-7"})
    row = await database.fetchrow("SELECT * FROM audit_log WHERE request_id = 'req-7'")
    assert (row["company_id"], row["action"], row["target_type"]) == (shop.id, "company.update_company", "company")
    assert bytes(row["changes"]) == b'{"timezone": ["America/Sao_Paulo", "America/Manaus"]}'


async def test_the_owner_takes_everything_along(shop, two_tenants):
    answer = await shop.client.get(f"{COMPANY}/export")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    header, *lines = map(json.loads, answer.text.splitlines())
    assert header["company_id"] == shop.id
    assert sum(header["counts"].values()) == len(lines)
    assert {line["table"] for line in lines} >= {"users", "companies", "stores"}
    other = next(tenant for tenant in two_tenants if tenant.id != shop.id)
    assert other.id not in answer.text
    (noted,) = (await shop.client.get("/internal/audit", params={"action": "company.export_company"})).json()["items"]
    assert (noted["actor_user_id"], noted["target_type"], noted["target_id"]) == (shop.id, "company", shop.id)


async def exports(api, user_id):
    return (await api.as_actor(user_id).get(f"{COMPANY}/export")).status_code == 200


async def test_readers_who_are_slow_keep_no_other_company_from_its_export(api):
    """They stop in the middle of the answer, and one goes away there: nothing of the database is theirs any more."""
    stays, leaves, other = [(await api.create_user())["id"] for _ in range(3)]
    begun, go_on, gone = asyncio.Semaphore(0), asyncio.Event(), asyncio.Event()

    async def receive():
        await gone.wait()
        return {"type": "http.disconnect"}

    async def read(user_id, until_when):
        async def send(message):
            if message.get("body"):
                begun.release()
                await until_when.wait()

        headers = {b"x-internal-token": APP_TOKEN.encode(), b"x-actor-user-id": user_id.encode()}
        scope = {"type": "http", "method": "GET", "path": f"{COMPANY}/export", "query_string": b"", "root_path": ""}
        scope |= {"raw_path": scope["path"].encode(), "scheme": "http", "http_version": "1.1", "state": {}}
        await api.app(scope | {"headers": list(headers.items()), "client": ("127.0.0.1", 1)}, receive, send)

    async with asyncio.TaskGroup() as readers:
        readers.create_task(read(stays, go_on))
        readers.create_task(read(leaves, asyncio.Event()))
        for _ in (stays, leaves):
            await begun.acquire()
        await until(lambda: exports(api, other))
        for each in (stays, leaves):
            assert_problem(await api.as_actor(each).get(f"{COMPANY}/export"), 429, "overloaded")
        go_on.set()
        await until(lambda: exports(api, stays))
        gone.set()
        await until(lambda: exports(api, leaves))


async def test_nobody_takes_along_what_a_deleted_company_left(shop, api):
    assert (await api.auth.delete(f"/internal/auth/users/{shop.id}")).status_code == 204
    assert_problem(await shop.client.get(f"{COMPANY}/export"), 404, "not-found")
    assert_problem(await api.as_actor("nobody").get(f"{COMPANY}/export"), 404, "not-found")
    newcomer = api.as_actor((await api.create_user())["id"])
    assert (await newcomer.get(f"{COMPANY}/export")).status_code == 200


async def test_a_deleted_companys_answers_are_not_given_again(shop, api, database):
    lead = await shop.lead()
    body, key = {"lead_id": lead["id"], "role": "user", "content": "oi"}, {"Idempotency-Key": "key-1"}
    first = await shop.client.post("/internal/messages", json=body, headers=key)
    again = await shop.client.post("/internal/messages", json=body, headers=key)
    assert (first.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert (await api.auth.delete(f"/internal/auth/users/{shop.id}")).status_code == 204
    assert_problem(await shop.client.post("/internal/messages", json=body, headers=key), 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM idempotency_keys") == 0
