"""Members of a company: who is one, for whom a user may act, and that an end is an end at once and everywhere."""

import asyncio

import asyncpg
import httpx
import pytest

from app.db import Database
from app.features.company.erasure import erase_company
from app.main import Application
from app.settings import Settings
from tests.api import Api, Tenant, TestClock
from tests.nodes import total
from tests.problems import assert_problem
from tests.waiting import until

URL = "/internal/company/members"


@pytest.fixture
async def companies(api: Api, two_tenants: tuple[Tenant, Tenant]) -> tuple[Tenant, Tenant]:
    for tenant, name in zip(two_tenants, ("Aurora", "Boreal"), strict=True):
        assert (await tenant.client.post("/internal/company/ensure", json={"name": name})).status_code == 201
    return two_tenants


async def join(tenant: Tenant, user_id: str, role: str = "attendant") -> httpx.Response:
    return await tenant.client.post(URL, json={"user_id": user_id, "role": role})


async def test_a_member_is_added_changed_and_removed(api: Api, companies: tuple[Tenant, Tenant]) -> None:
    mine, _ = companies
    bia = await api.create_user(name="Bia")
    answer = await join(mine, bia["id"])
    assert answer.status_code == 201
    member = answer.json()
    assert member == {
        "user_id": bia["id"],
        "name": "Bia",
        "email": bia["email"],
        "role": "attendant",
        "created_at": member["created_at"],
    }
    assert (await mine.client.get(URL)).json() == [member]
    as_bia = api.as_actor(mine.id, bia["id"])
    assert_problem(await as_bia.get("/internal/audit"), 403, "forbidden")
    changed = await mine.client.patch(f"{URL}/{bia['id']}", json={"role": "manager"})
    assert (changed.status_code, changed.json()["role"]) == (200, "manager")
    assert (await mine.client.patch(f"{URL}/{bia['id']}", json={})).json()["role"] == "manager"
    assert (await as_bia.get("/internal/audit")).status_code == 200
    assert (await mine.client.delete(f"{URL}/{bia['id']}")).status_code == 204
    assert_problem(await as_bia.get("/internal/company"), 404, "not-found")
    for method in ("PATCH", "DELETE"):
        body = {"json": {"role": "manager"}} if method == "PATCH" else {}
        assert_problem(await mine.client.request(method, f"{URL}/{bia['id']}", **body), 404, "not-found")
    assert (await mine.client.get(URL)).json() == []


async def test_who_cannot_become_a_member(api: Api, companies: tuple[Tenant, Tenant]) -> None:
    mine, theirs = companies
    assert_problem(await join(mine, "nobody"), 404, "not-found")
    assert_problem(await join(mine, mine.id), 409, "conflict")
    assert (await join(mine, theirs.id)).status_code == 201
    assert_problem(await join(mine, theirs.id, "manager"), 409, "conflict")
    assert_problem(await join(mine, theirs.id, "owner"), 422, "validation", "/role")
    homeless = await api.create_user()
    answer = await api.as_actor(homeless["id"]).post(URL, json={"user_id": mine.id, "role": "manager"})
    assert_problem(answer, 409, "conflict")


async def test_one_of_many_who_add_the_same_user_at_once_does(api: Api, companies: tuple[Tenant, Tenant]) -> None:
    mine, theirs = companies
    answers = await asyncio.gather(*(join(mine, theirs.id) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7


async def test_for_whom_a_user_may_act(api: Api, companies: tuple[Tenant, Tenant]) -> None:
    mine, theirs = companies
    bia = (await api.create_user())["id"]
    await join(mine, bia)
    await join(theirs, bia, "manager")
    await join(theirs, mine.id, "manager")
    of_bia = (await api.auth.get(f"/internal/auth/users/{bia}/companies")).json()
    assert {(one["company_id"], one["company_name"], one["role"]) for one in of_bia} == {
        (mine.id, "Aurora", "attendant"),
        (theirs.id, "Boreal", "manager"),
    }
    of_owner = (await api.auth.get(f"/internal/auth/users/{mine.id}/companies")).json()
    assert [(one["company_name"], one["role"]) for one in of_owner] == [("Aurora", "owner"), ("Boreal", "manager")]
    own = await api.as_actor(bia).get("/internal/company/memberships", params={"user_id": bia})
    assert own.json() == of_bia
    assert_problem(await api.auth.get("/internal/auth/users/nobody/companies"), 404, "not-found")


async def test_a_session_tells_where_its_user_works_and_with_which_stores(
    api: Api, companies: tuple[Tenant, Tenant]
) -> None:
    mine, _ = companies
    store = (await mine.client.post("/internal/stores", json={"name": "Casa"})).json()
    bia = await api.create_user(name="Bia")
    await join(mine, bia["id"])
    body = {"user_id": bia["id"], "token": "tok-of-bia", "expires_at": "2099-01-01T00:00:00Z"}
    assert (await api.auth.post("/internal/auth/sessions", json=body)).status_code == 201
    place = "/internal/auth/sessions/by-token/tok-of-bia"
    told = (await api.auth.get(place, params={"include": "companies"})).json()
    assert told["session"]["user_id"] == told["user"]["id"] == bia["id"]
    [company] = told["companies"]
    assert (company["company_id"], company["role"], company["stores"]) == (mine.id, "attendant", [store])
    assert (await mine.client.delete(f"{URL}/{bia['id']}")).status_code == 204
    assert (await api.auth.get(place, params={"include": "companies"})).json()["companies"] == []
    missing = await api.auth.get(f"{place}-no", params={"include": "companies"})
    assert_problem(missing, 404, "not-found")


async def test_a_company_learns_nothing_of_its_members_other_companies(
    api: Api, companies: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = companies
    bia = (await api.create_user())["id"]
    await join(mine, bia)
    await join(theirs, bia)
    for asking in (mine.client, api.as_actor(theirs.id)):
        seen = (await asking.get("/internal/company/memberships", params={"user_id": bia})).json()
        assert len(seen) == 1
    seen = (await mine.client.get("/internal/company/memberships", params={"user_id": bia})).json()
    assert seen[0]["company_id"] == mine.id
    assert (await mine.client.get("/internal/company/memberships", params={"user_id": theirs.id})).json() == []
    assert_problem(await mine.client.get("/internal/company/memberships"), 422, "validation")


async def test_a_role_that_ends_ends_in_every_process(
    api: Api, app_settings: Settings, companies: tuple[Tenant, Tenant]
) -> None:
    mine, _ = companies
    bia = (await api.create_user())["id"]
    await join(mine, bia, "manager")
    second = Application(app_settings, TestClock())
    async with second.running():
        other = Api(second, TestClock())
        client = other.as_actor(mine.id, bia)
        roles = other.services.auth_caches.member_roles
        await until(lambda: roles.enabled)

        async def kept() -> bool:
            assert (await client.get("/internal/audit")).status_code == 200
            return roles.hits > 0

        await until(kept)
        seen = roles.invalidations
        await mine.client.patch(f"{URL}/{bia}", json={"role": "attendant"})
        await until(lambda: roles.invalidations > seen)
        assert_problem(await client.get("/internal/audit"), 403, "forbidden")
        seen = roles.invalidations
        await mine.client.delete(f"{URL}/{bia}")
        await until(lambda: roles.invalidations > seen)
        assert_problem(await client.get("/internal/company"), 404, "not-found")
        await other.close()


async def test_live_updates_end_with_the_membership(api: Api, companies: tuple[Tenant, Tenant]) -> None:
    mine, _ = companies
    bia = (await api.create_user())["id"]
    await join(mine, bia)

    async def follow() -> None:
        async with api.as_actor(mine.id, bia).stream("GET", "/internal/conversations/updates") as answer:
            assert answer.status_code == 200
            async for _ in answer.aiter_lines():
                pass

    following = asyncio.create_task(follow())
    roles = api.services.auth_caches.member_roles
    await until(lambda: roles.hits + roles.misses >= 2)
    await mine.client.delete(f"{URL}/{bia}")
    await asyncio.wait_for(following, 60)


async def test_the_memberships_of_a_deleted_user_end_by_a_job(
    api: Api, database: Database, companies: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = companies
    bia = (await api.create_user())["id"]
    await join(mine, bia)
    await join(theirs, bia)
    assert (await api.auth.delete(f"/internal/auth/users/{bia}")).status_code == 204
    assert_problem(await api.auth.get(f"/internal/auth/users/{bia}/companies"), 404, "not-found")
    await api.run_jobs()
    for tenant in (mine, theirs):
        assert (await tenant.client.get(URL)).json() == []
        rows = (await tenant.client.get("/internal/audit", params={"target_id": bia})).json()["items"]
        assert rows[0]["actor_type"] == "worker"
    assert await database.fetchval("SELECT count(*) FROM lookups WHERE kind = 'member'") == 0


async def test_a_deleted_companys_members_are_none_any_more(
    api: Api, database: Database, companies: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = companies
    await join(mine, theirs.id)
    assert (await api.auth.delete(f"/internal/auth/users/{mine.id}")).status_code == 204
    companies_left = (await api.auth.get(f"/internal/auth/users/{theirs.id}/companies")).json()
    assert [one["company_name"] for one in companies_left] == ["Boreal"]
    assert_problem(await api.as_actor(mine.id, theirs.id).get("/internal/company"), 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM lookups WHERE kind = 'member'") == 0


async def test_nobody_becomes_a_member_who_is_being_deleted(
    api: Api, database: Database, companies: tuple[Tenant, Tenant], nodes: list[asyncpg.Connection]
) -> None:
    mine, _ = companies
    bia = (await api.create_user())["id"]
    async with database.transaction() as tx:
        await tx.execute("SELECT FROM users WHERE id = $1 FOR KEY SHARE", bia)
        deleting = asyncio.create_task(api.auth.delete(f"/internal/auth/users/{bia}"))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
        joining = asyncio.create_task(join(mine, bia))
    answers = await asyncio.gather(deleting, joining)
    assert answers[0].status_code == 204
    await api.run_jobs()
    assert (await mine.client.get(URL)).json() == []


async def test_erasing_a_company_ends_its_users_memberships_elsewhere(
    api: Api, database: Database, companies: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = companies
    await join(mine, theirs.id)
    services = api.services
    await erase_company(services.db, services.q, services.vault, theirs.id)
    await api.run_jobs()
    assert (await mine.client.get(URL)).json() == []
    assert await database.fetchval("SELECT count(*) FROM lookups WHERE kind = 'member'") == 0
