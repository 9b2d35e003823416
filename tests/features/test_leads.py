"""Leads: ensure under concurrency, detail, list over owned stores, PATCH, events."""

import asyncio

import pytest

from tests.nodes import total
from tests.problems import assert_problem
from tests.shops import NOBODYS
from tests.waiting import until

LEADS = "/internal/leads"
JID = "5511988887777@s.whatsapp.net"
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


async def test_ensure_makes_a_lead_once(shop):
    body = {"store_id": shop.store_id, "channel": "whatsapp", "external_id": JID, "name": "Bia"}
    made = await shop.client.post(f"{LEADS}/ensure", json=body)
    assert made.status_code == 201
    lead = made.json()
    assert (lead["external_id"], lead["status"], lead["name"]) == ("5511988887777", "new", "Bia")
    assert (lead["custom_attributes"], lead["interests"], lead["profile_embedding"]) == ({}, [], None)
    again = await shop.client.post(f"{LEADS}/ensure", json=body | {"external_id": "551188887777", "name": "Beatriz"})
    assert again.status_code == 200
    assert again.json() == lead == (await shop.client.get(f"{LEADS}/{lead['id']}")).json()


async def test_ensure_fills_only_what_was_not_known(shop):
    lead = await shop.lead(external_id="v-1")
    filled = await shop.lead(external_id="v-1", name="Bia", phone="+5511988887777")
    assert (filled["id"], filled["name"], filled["phone"]) == (lead["id"], "Bia", "+5511988887777")
    assert (await shop.lead(external_id="v-1", name="Ana"))["name"] == "Bia"


async def test_a_hundred_ensures_at_once_make_one_lead(shop, database):
    body = {"store_id": shop.store_id, "channel": "whatsapp", "external_id": JID}
    answers = await asyncio.gather(*(shop.client.post(f"{LEADS}/ensure", json=body) for _ in range(100)))
    assert sorted(answer.status_code for answer in answers) == [200] * 99 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert await database.fetchval("SELECT count(*) FROM leads") == 1


async def test_what_several_tell_of_a_lead_at_once_is_all_kept(shop):
    lead = await shop.lead(external_id="v-1")
    for n in range(5):
        told = ({f"{n}-{k}": k} for k in range(4))
        await asyncio.gather(*(shop.lead(external_id="v-1", custom_attributes=attributes) for attributes in told))
    known = (await shop.client.get(f"{LEADS}/{lead['id']}")).json()["custom_attributes"]
    assert len(known) == 20


async def test_a_gap_that_a_person_fills_meanwhile_is_theirs(shop, database, nodes):
    lead = await shop.lead(external_id="v-1", custom_attributes={"a": 1})
    async with database.transaction() as tx:
        written = (
            """UPDATE leads SET name = 'Maria', interests = '{chá}', custom_attributes = '{"a": 2, "vip": true}'"""
        )
        await tx.execute(written)
        told = {"name": "Palpite", "interests": ["café"], "custom_attributes": {"vip": False, "b": 3}}
        filling = asyncio.create_task(shop.lead(external_id="v-1", **told))
        await until(lambda: total(nodes, WAITING))
    filled = await filling
    assert (filled["id"], filled["name"], filled["interests"]) == (lead["id"], "Maria", ["chá"])
    assert filled["custom_attributes"] == {"a": 2, "vip": True, "b": 3}


async def test_a_lead_that_is_archived_meanwhile_comes_back(shop, database, nodes):
    lead = await shop.lead(external_id="v-1")
    async with database.transaction() as tx:
        await tx.execute("UPDATE leads SET deleted_at = now()")
        filling = asyncio.create_task(shop.lead(external_id="v-1", name="Bia"))
        await until(lambda: total(nodes, WAITING))
    filled = await filling
    assert (filled["id"], filled["name"]) == (lead["id"], "Bia")


async def test_whoever_ensures_a_lead_beside_its_merging_finds_the_one_that_stays(shop):
    for n in range(12):
        source, target = await shop.lead(external_id=f"s-{n}"), await shop.lead(external_id=f"t-{n}")
        ensures = (shop.lead(external_id=f"s-{n}", name="Bia") for _ in range(6))
        merged = shop.post(f"leads/{source['id']}/merge", into=target["id"])
        ids = {lead["id"] for lead in await asyncio.gather(merged, *ensures)}
        assert ids <= {source["id"], target["id"]}
        assert (await shop.lead(external_id=f"s-{n}"))["id"] == target["id"]


async def test_a_name_without_a_letter_is_a_gap(shop):
    lead = await shop.lead(external_id="v-1", name="", profile_summary="")
    assert (await shop.lead(external_id="v-1", name="Bia", profile_summary="Quer chá."))["name"] == "Bia"
    nameless = await shop.lead(external_id="v-2", name="")
    merged = await shop.post(f"leads/{lead['id']}/merge", into=nameless["id"])
    assert (merged["name"], merged["profile_summary"]) == ("Bia", "Quer chá.")


@pytest.mark.parametrize("field", ["custom_attributes", "address"])
async def test_what_is_noted_of_a_lead_is_no_file(shop, field):
    much = {"a": "x" * 16_400}
    body = {"store_id": shop.store_id, "channel": "web", "external_id": "v-1", field: much}
    assert_problem(await shop.client.post(f"{LEADS}/ensure", json=body), 422, "validation", f"/{field}")
    path = f"{LEADS}/{(await shop.lead())['id']}"
    assert_problem(await shop.client.patch(path, json={field: much}), 422, "validation", f"/{field}")
    assert_problem(
        await shop.client.post(f"{path}/event", json={"type": "x", "data": much}), 422, "validation", "/data"
    )


async def test_another_tenants_store_and_lead_are_not_there(shop, other_shop, database):
    theirs = await other_shop.lead()
    for store_id in (other_shop.store_id, NOBODYS):
        body = {"store_id": store_id, "channel": "web", "external_id": theirs["external_id"]}
        assert_problem(await shop.client.post(f"{LEADS}/ensure", json=body), 404, "not-found")
    for lead_id in (theirs["id"], NOBODYS, "x"):
        assert_problem(await shop.client.get(f"{LEADS}/{lead_id}"), 404, "not-found")
        assert_problem(await shop.client.patch(f"{LEADS}/{lead_id}", json={"name": "x"}), 404, "not-found")
        assert_problem(await shop.client.post(f"{LEADS}/{lead_id}/event", json={"type": "x"}), 404, "not-found")
    assert (await other_shop.client.get(f"{LEADS}/{theirs['id']}")).json() == theirs
    assert await database.fetchval("SELECT count(*) FROM lead_events") == 0


async def test_the_list_is_filtered_paged_and_newest_first(shop):
    second = (await shop.client.post("/internal/stores", json={"name": "Segunda"})).json()["id"]
    made = [await shop.lead(channel=channel) for channel in ("web", "whatsapp", "web")]
    made.append(await shop.post("leads/ensure", store_id=second, channel="web", external_id="z"))
    ids = [lead["id"] for lead in reversed(made)]
    both = {"store_ids": f"{shop.store_id},{second}"}
    page = (await shop.client.get(LEADS, params=both)).json()
    assert ([lead["id"] for lead in page["items"]], page["total"], page["limit"], page["offset"]) == (ids, 4, 50, 0)
    page = (await shop.client.get(LEADS, params=both | {"limit": 2, "offset": 1})).json()
    assert ([lead["id"] for lead in page["items"]], page["total"]) == (ids[1:3], 4)
    page = (await shop.client.get(LEADS, params=both | {"channel": "whatsapp"})).json()
    assert [lead["id"] for lead in page["items"]] == [made[1]["id"]]
    await shop.client.patch(f"{LEADS}/{made[0]['id']}", json={"status": "customer"})
    page = (
        await shop.client.get(LEADS, params={"store_ids": [shop.store_id, shop.store_id], "status": "customer"})
    ).json()
    assert ([lead["id"] for lead in page["items"]], page["total"]) == ([made[0]["id"]], 1)
    page = (await shop.client.get(LEADS, params=both | {"offset": 100})).json()
    assert (page["items"], page["total"]) == ([], 4)


async def test_one_foreign_store_in_the_list_hides_it_whole(shop, other_shop):
    await shop.lead()
    for foreign in (other_shop.store_id, NOBODYS):
        answer = await shop.client.get(LEADS, params={"store_ids": f"{shop.store_id},{foreign}"})
        assert_problem(answer, 404, "not-found")


@pytest.mark.parametrize(
    "params", [{}, {"store_ids": "x"}, {"store_ids": ",".join([NOBODYS] * 51)}, {"store_ids": NOBODYS, "limit": 201}]
)
async def test_the_list_refuses_what_does_not_fit(shop, params):
    assert_problem(await shop.client.get(LEADS, params=params), 422, "validation")


async def test_patch_changes_every_field_and_null_clears(shop, database):
    lead = await shop.lead(name="Bia")
    body = {
        "name": "Beatriz",
        "phone": "+5511988887777",
        "address": {"city": "São Paulo", "zip": "01001000"},
        "custom_attributes": {"tamanho": "M"},
        "interests": ["camisetas"],
        "profile_summary": "Gosta de azul.",
        "status": "qualified",
        "profile_embedding": [0.5] * 1024,
    }
    changed = await shop.client.patch(f"{LEADS}/{lead['id']}", json=body)
    assert changed.status_code == 200
    assert {name: changed.json()[name] for name in body} == body
    assert (await shop.client.get(f"{LEADS}/{lead['id']}")).json() == changed.json()
    cleared = await shop.client.patch(f"{LEADS}/{lead['id']}", json={"phone": None, "profile_embedding": None})
    assert cleared.json()["phone"] is cleared.json()["profile_embedding"] is None
    assert cleared.json()["name"] == "Beatriz"
    same = await shop.client.patch(f"{LEADS}/{lead['id']}", json={})
    assert same.json()["address"] == body["address"]
    logged = await database.fetchval(
        "SELECT changes::text FROM audit_log WHERE target_type = 'lead' ORDER BY id DESC LIMIT 1"
    )
    assert '"profile_embedding": ["***", null]' in logged


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"nick": "x"}, "/nick"),
        ({"store_id": NOBODYS}, "/store_id"),
        ({"phone": "ligue já"}, "/phone"),
        ({"status": "vip"}, "/status"),
        ({"profile_embedding": [0.1] * 1023}, "/profile_embedding"),
        ({"profile_embedding": [1e300] * 1024}, "/profile_embedding/0"),
        ({"custom_attributes": None}, "/custom_attributes"),
        ({"address": "Rua A"}, "/address"),
    ],
)
async def test_patch_refuses_what_does_not_fit(shop, body, pointer):
    lead = await shop.lead()
    assert_problem(await shop.client.patch(f"{LEADS}/{lead['id']}", json=body), 422, "validation", pointer)


async def test_an_event_is_added_once_per_key(shop, database):
    lead = await shop.lead()
    for expected in (None, "true"):
        answer = await shop.client.post(
            f"{LEADS}/{lead['id']}/event",
            json={"type": "visited", "data": {"page": "/x"}},
            headers={"Idempotency-Key": "k-1"},
        )
        assert answer.status_code == 201
        assert answer.headers.get("idempotency-replayed") == expected
    event = answer.json()
    assert (event["lead_id"], event["type"], event["data"]) == (lead["id"], "visited", {"page": "/x"})
    assert event["actor_user_id"] == shop.id
    assert await database.fetchval("SELECT count(*) FROM lead_events") == 1
    assert_problem(
        await shop.client.post(f"{LEADS}/{lead['id']}/event", json={"type": "x", "more": 1}), 422, "validation", "/more"
    )


async def test_the_plans_limit_holds(shop, database):
    await database.execute("UPDATE plans SET max_leads = 2 WHERE slug = 'free'")
    bodies = [{"store_id": shop.store_id, "channel": "web", "external_id": str(n)} for n in range(6)]
    answers = await asyncio.gather(*(shop.client.post(f"{LEADS}/ensure", json=body) for body in bodies))
    assert sorted(answer.status_code for answer in answers) == [201, 201, 409, 409, 409, 409]
    refused = next(answer for answer in answers if answer.status_code == 409)
    assert assert_problem(refused, 409, "plan-limit")["limit"] == 2
