"""Every app endpoint, every place for an id: another tenant's record and one that does not exist answer alike.

The places are read from the route declarations (slots.py): a new endpoint is covered by being declared, and fails here
until its ids are mapped (values.OWNED) and it has a request that works (requests.py).
"""

import re
from typing import Any

import httpx
import pytest

from app.db import Database
from app.main import declared_routes
from app.web.routing import Route
from app.web.scopes import Scope
from tests.api import Api
from tests.tenancy import requests, values
from tests.tenancy.seed import Tenant, seed_tenant, seed_two_tenants
from tests.tenancy.slots import MEANS, Slot, endpoint, put, slots_of

ROUTES = [route for route in declared_routes() if route.scope is Scope.APP and slots_of(route)]
SLOTS = [slot for route in ROUTES for slot in slots_of(route)]
NOBODYS = Tenant(actor_id="nobody")
# A digest of every row of every table, so that no change anywhere goes unseen.
FINGERPRINT = """
CREATE FUNCTION fingerprint() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    one text;
    found text := '';
    named text;
BEGIN
    FOR named IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1 LOOP
        EXECUTE format('SELECT md5(string_agg(md5(t::text), '''' ORDER BY md5(t::text))) FROM %I t', named) INTO one;
        found := found || coalesce(one, '-');
    END LOOP;
    RETURN md5(found);
END
$$
"""


@pytest.fixture
async def tenants(api: Api, database: Database) -> tuple[Tenant, Tenant]:
    async with database.transaction() as tx:
        pair = await seed_two_tenants(tx)
    await database.execute(FINGERPRINT)
    return pair


def test_every_id_slot_is_mapped() -> None:
    names = {slot.pointer.rsplit("/", 1)[-1]: str(slot) for slot in SLOTS}
    unmapped = [where for name, where in names.items() if MEANS.get(name, name) not in values.OWNED]
    assert not unmapped, f"add them to values.OWNED: {unmapped}"


def test_every_endpoint_with_an_id_has_a_request_that_works() -> None:
    missing = [
        endpoint(route)
        for route in ROUTES
        if route.body is not None and endpoint(route) not in requests.BODIES and endpoint(route) not in requests.NOT_RUN
    ]
    assert not missing, f"add them to requests.BODIES: {missing}"


async def test_foreign_and_unknown_ids_answer_alike_and_change_nothing(
    api: Api, database: Database, tenants: tuple[Tenant, Tenant]
) -> None:
    mine, theirs = tenants
    client = api.as_actor(mine.actor_id)
    # Nothing else may be told first, not even that the plan is full.
    await database.execute(
        "UPDATE plans SET max_stores = 1, max_agents = 1, max_products = 1, max_documents = 1, max_leads = 1"
    )
    before = await database.fetchval("SELECT fingerprint()")
    wrong: list[str] = []
    for slot in SLOTS:
        foreign = await _send(client, slot.route, mine, (slot, slot.of(theirs)))
        unknown = await _send(client, slot.route, mine, (slot, slot.of(NOBODYS)))
        expected = requests.ANSWERS.get(str(slot), 404)
        if _answer(foreign, slot.of(theirs)) != _answer(unknown, slot.of(NOBODYS)):
            wrong.append(f"{slot}: {foreign.status_code} {foreign.text} is not {unknown.status_code} {unknown.text}")
        elif foreign.status_code != expected:
            wrong.append(f"{slot}: {foreign.status_code} {foreign.text}, expected {expected}")
        elif await database.fetchval("SELECT fingerprint()") != before:
            wrong.append(f"{slot}: something changed")
            before = await database.fetchval("SELECT fingerprint()")
    assert not wrong, "\n".join(wrong)


async def test_own_ids_work(api: Api, database: Database) -> None:
    """Otherwise the 404s above could have any other cause. A fresh tenant for each: some requests take records away."""
    failed: list[str] = []
    for number, route in enumerate(ROUTES):
        if endpoint(route) in requests.NOT_RUN:
            continue
        async with database.transaction() as tx:
            tenant = await seed_tenant(tx, f"tenant-{number}")
            # The seed's sealed secrets are no real ones.
            await tx.execute("UPDATE store_payment_settings SET pix_provider_api_key_enc = NULL")
            await tx.execute(
                "UPDATE store_stock_sync_settings SET outbound_secret_enc = NULL, inbound_secret_enc = NULL"
            )
        answer = await _send(api.as_actor(tenant.actor_id), route, tenant, None)
        if answer.status_code not in (200, 201, 204):
            failed.append(f"{endpoint(route)}: {answer.status_code} {answer.text}")
    assert not failed, "\n".join(failed)


async def _send(
    client: httpx.AsyncClient, route: Route, tenant: Tenant, replaced: tuple[Slot, Any] | None
) -> httpx.Response:
    """The endpoint's working request, with one slot replaced."""
    name = endpoint(route)
    path_values = {slot.pointer: slot.of(tenant) for slot in slots_of(route) if slot.place == "path"}
    query = requests.QUERIES.get(name, lambda _: {})(tenant)
    body = requests.BODIES.get(name, lambda _: {})(tenant) if route.body is not None else None
    if replaced is not None:
        slot, value = replaced
        if slot.place == "path":
            path_values[slot.pointer] = value
        elif slot.place == "query":
            query[slot.pointer] = value
        else:
            body = put(body or {}, slot.pointer, value)
    path = re.sub(r"\{(\w+)(:path)?\}", lambda match: str(path_values[match[1]]), route.path)
    return await client.request(route.method, path, params=query, json=body, files=requests.FILES.get(name))


def _answer(answer: httpx.Response, sent: Any) -> tuple[int, str]:
    """Status and body, without the request id and the id that the caller sent (an order lists what it dropped)."""
    text = re.sub(r'"request_id":"[^"]*"', "", answer.text)
    return answer.status_code, text.replace(sent[0] if isinstance(sent, list) else sent, "the id sent")
