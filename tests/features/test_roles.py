"""What each role may call: every route of the app scope against the contract's words, by declaration and by HTTP."""

import re
from uuid import uuid4

import httpx
import pytest

from app.main import declared_routes
from app.web.roles import Role
from app.web.routing import Route
from app.web.scopes import Scope
from tests.api import APP_TOKEN, Api
from tests.problems import assert_problem

ATTENDANT, MANAGER, OWNER = Role.ATTENDANT, Role.MANAGER, Role.OWNER
# contract.md §8, "Company members", sentence by sentence; the first line that fits a route counts.
CONTRACT = [
    # attendant: conversations, leads, orders (no refunds)
    (ATTENDANT, ".*", "/internal/conversations"),
    (ATTENDANT, ".*", "/internal/leads"),
    (MANAGER, "POST", "/internal/orders/{order_id}/refunds"),
    (MANAGER, ".*", "/internal/orders/store/"),  # payment settings: not settings
    (ATTENDANT, ".*", "/internal/orders"),
    (ATTENDANT, ".*", "/internal/saved-views"),  # of orders
    # reading the catalogue
    (ATTENDANT, "GET", "/internal/(products|product-files|stock-movements|coupons)"),
    (ATTENDANT, "POST", "/internal/stores/{store_id}/shipping-quote"),
    # also reads company, stores, agents, documents, dashboard and messages and may post messages
    (ATTENDANT, "GET", "/internal/company$"),
    (ATTENDANT, "GET", "/internal/(stores|agents|documents|dashboard|numbers|messages)"),
    (ATTENDANT, "POST", "/internal/messages"),
    # webhook endpoints are the owner's to write
    (MANAGER, "GET", "/internal/webhook-endpoints"),
    (OWNER, ".*", "/internal/webhook-endpoints"),
    # deletion of the company, and what comes before it
    (OWNER, "GET", "/internal/company/export"),
    # manager: all but billing, members, secrets and deletion of the company; also reads members
    (OWNER, ".*", "/internal/billing"),
    (MANAGER, "GET", "/internal/company/(members|memberships|invitations)"),
    (OWNER, ".*", "/internal/company/(members|memberships|invitations)"),
    (MANAGER, ".*", "/internal/"),
]
# A manager changes store settings except keys and secrets; the ERP's address is a webhook endpoint's.
SECRETS = {
    "PUT /internal/orders/store/{store_id}/payment-settings": {"pix_api_key", "manual_pix_key", "manual_pix_key_type"},
    "PUT /internal/stock-sync-settings/{store_id}": {
        "outbound_url",
        "outbound_secret",
        "inbound_enabled",
        "roll_inbound_secret",
    },
}
ROUTES = [route for route in declared_routes() if route.scope is Scope.APP]


def promised(route: Route) -> Role:
    """The least role that the contract lets call a route."""
    return next(role for role, method, path in CONTRACT if re.match(method, route.method) and _fits(path, route.path))


def _fits(pattern: str, path: str) -> bool:
    return re.match(pattern.replace("{", r"\{").replace("}", r"\}"), path) is not None


def _name(route: Route) -> str:
    return f"{route.method} {route.path}"


class Company:
    """An owner with one member of each role."""

    def __init__(self, api: Api, owner: str, people: dict[Role, str]) -> None:
        self.api, self.owner, self.people = api, owner, people

    def of(self, role: Role) -> httpx.AsyncClient:
        return self.api.as_actor(self.owner, self.people[role])


@pytest.fixture
async def company(api: Api) -> Company:
    owner = (await api.create_user())["id"]
    client = api.as_actor(owner)
    await client.post("/internal/company/ensure", json={"name": "Loja"})
    people = {OWNER: owner}
    for role in (ATTENDANT, MANAGER):
        people[role] = (await api.create_user())["id"]
        body = {"user_id": people[role], "role": role.name.lower()}
        assert (await client.post("/internal/company/members", json=body)).status_code == 201
    return Company(api, owner, people)


def test_every_route_is_declared_with_the_role_of_the_contract() -> None:
    wrong = {_name(route): route.role.name for route in ROUTES if route.role is not promised(route)}
    assert not wrong


def test_the_owners_fields_are_those_of_the_contract() -> None:
    assert {_name(route): set(route.owner_fields) for route in ROUTES if route.owner_fields} == SECRETS


async def test_each_role_may_call_what_the_contract_says(company: Company) -> None:
    """A parameter that no route knows is a 422, so that nothing is carried out: 403 comes before it."""
    wrong = []
    for role in Role:
        client = company.of(role)
        for route in ROUTES:
            path = re.sub(r"\{\w+(:path)?\}", str(uuid4()), route.path)
            answer = await client.request(route.method, path, params={"no_such_parameter": "1"})
            expected = 422 if role >= promised(route) else 403
            if answer.status_code != expected:
                wrong.append(f"{role.name} {_name(route)}: {answer.status_code}, expected {expected}")
            elif expected == 403:
                assert_problem(answer, 403, "forbidden")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("endpoint", SECRETS)
async def test_keys_secrets_and_where_sales_are_told_are_the_owners_to_set(company: Company, endpoint: str) -> None:
    method, path = endpoint.split(" ")
    store = (await company.of(OWNER).post("/internal/stores", json={"name": "Loja"})).json()
    path = path.replace("{store_id}", store["id"])
    for field in SECRETS[endpoint]:
        # Whatever is wrong with the rest of the body.
        answer = await company.of(MANAGER).request(method, path, json={field: None, "no_such_field": 1})
        assert_problem(answer, 403, "forbidden")
        assert field in answer.json()["detail"]
        assert_problem(await company.of(OWNER).request(method, path, json={"no_such_field": 1}), 422, "validation")
    assert (await company.of(MANAGER).request(method, path, json={})).status_code == 200
    assert_problem(await company.of(MANAGER).request(method, path, content=b"{"), 400, "malformed-json")


async def test_a_manager_changes_the_other_settings(company: Company) -> None:
    store = (await company.of(MANAGER).post("/internal/stores", json={"name": "Loja"})).json()
    path = f"/internal/orders/store/{store['id']}/payment-settings"
    answer = await company.of(MANAGER).put(path, json={"cod_instructions": "Troco"})
    assert (answer.status_code, answer.json()["cod_instructions"]) == (200, "Troco")


async def test_a_secret_is_made_for_the_owner_alone(company: Company) -> None:
    store = (await company.of(OWNER).post("/internal/stores", json={"name": "Loja"})).json()
    path = f"/internal/stock-sync-settings/{store['id']}"
    assert (await company.of(OWNER).put(path, json={"outbound_url": "https://93.184.215.14/push"})).status_code == 200
    assert_problem(await company.of(MANAGER).put(path, json={"outbound_enabled": True}), 403, "forbidden")
    assert (await company.of(OWNER).put(path, json={"outbound_enabled": True})).json()["outbound_secret"]
    for enabled in (False, True):
        answer = await company.of(MANAGER).put(path, json={"outbound_enabled": enabled})
        assert (answer.status_code, "outbound_secret" in answer.json()) == (200, False)


@pytest.mark.parametrize("person", ["", "nobody", "a/b", "é", "x" * 65])
async def test_who_is_no_member_finds_nothing(company: Company, person: str) -> None:
    headers = [("X-Acting-User-Id", person.encode())]
    client = company.of(OWNER)
    del client.headers["X-Acting-User-Id"]
    assert (await client.get("/internal/company")).status_code == 200
    for path in ("/internal/company", "/internal/billing/plans"):
        assert_problem(await client.get(path, headers=headers), 404, "not-found")


async def test_another_companys_member_and_owner_are_no_members(company: Company, api: Api) -> None:
    other = (await api.create_user())["id"]
    await api.as_actor(other).post("/internal/company/ensure", json={})
    for company_id, person in ((company.owner, other), (other, company.owner), (other, company.people[MANAGER])):
        assert_problem(await api.as_actor(company_id, person).get("/internal/company"), 404, "not-found")


async def test_the_owners_own_id_counts_as_absent_and_two_headers_as_none_of_ours(company: Company, api: Api) -> None:
    assert (await company.of(OWNER).get("/internal/billing/settings")).status_code == 200
    transport = httpx.ASGITransport(app=api.app)
    pairs = [(b"X-Internal-Token", APP_TOKEN.encode()), (b"X-Actor-User-Id", company.owner.encode())]
    for second in (company.owner, company.people[MANAGER]):
        twice = [(b"X-Acting-User-Id", company.owner.encode()), (b"X-Acting-User-Id", second.encode())]
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            assert_problem(await client.get("/internal/company", headers=pairs + twice), 401, "unauthorized")


async def test_the_audit_log_and_histories_name_the_person(company: Company) -> None:
    attendant = company.of(ATTENDANT)
    store = (await company.of(OWNER).post("/internal/stores", json={"name": "Loja"})).json()["id"]
    lead = (
        await attendant.post(
            "/internal/leads/ensure", json={"store_id": store, "channel": "web", "external_id": "v1", "name": "Bia"}
        )
    ).json()
    event = await attendant.post(f"/internal/leads/{lead['id']}/event", json={"type": "call"})
    assert event.json()["actor_user_id"] == company.people[ATTENDANT]
    rows = (
        await company.of(MANAGER).get("/internal/audit", params={"actor_user_id": company.people[ATTENDANT]})
    ).json()
    assert {row["target_type"] for row in rows["items"]} == {"lead", "lead_event"}
    assert {row["actor_type"] for row in rows["items"]} == {"user"}
    assert_problem(await attendant.get("/internal/audit"), 403, "forbidden")
