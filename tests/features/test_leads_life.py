"""Leads: one person under several ids, search, timeline, archive and merge."""

from tests.problems import assert_problem
from tests.sales import add_product, make_order
from tests.shops import NOBODYS


async def ensure(shop, external_id, **fields):
    body = {"store_id": shop.store_id, "channel": "whatsapp", "external_id": external_id} | fields
    answer = await shop.client.post("/internal/leads/ensure", json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


async def found(shop, **params):
    page = (await shop.client.get("/internal/leads", params={"store_ids": shop.store_id} | params)).json()
    assert page["total"] == len(page["items"])
    return [lead["id"] for lead in page["items"]]


async def test_a_person_is_one_lead_under_every_id(shop):
    lead = await ensure(shop, "5511988887777")
    for form in ("+5511988887777", "551188887777", "5511988887777@s.whatsapp.net", "5511988887777:12@s.whatsapp.net"):
        assert (await ensure(shop, form))["id"] == lead["id"]
    assert (await ensure(shop, "777@lid", phone="+5511988887777"))["id"] == lead["id"]
    assert (await ensure(shop, "777@lid"))["id"] == lead["id"]


async def test_an_opaque_id_and_a_phone_that_turn_out_to_be_one_person_are_merged(shop, database):
    opaque = await ensure(shop, "777@lid", name="Ana")
    order = await make_order(shop, [(await add_product(database, shop.store_id), 1)], lead_id=opaque["id"])
    phone = await ensure(shop, "5511988887777")
    assert opaque["id"] != phone["id"]
    one = await ensure(shop, "777@lid", phone="5511988887777")
    assert (one["id"], one["name"]) == (phone["id"], "Ana")
    assert_problem(await shop.client.get(f"/internal/leads/{opaque['id']}"), 404, "not-found")
    assert (await ensure(shop, "777@lid"))["id"] == phone["id"]
    assert (await shop.client.get(f"/internal/orders/{order['id']}")).json()["lead_id"] == phone["id"]


async def test_a_chat_finds_the_company_by_the_lead_alone(api, shop):
    lead = await ensure(shop, "5511988887777")
    answer = await api.public.post("/chat", json={"type": "vendas", "message": "oi", "lead_id": lead["id"]})
    assert answer.status_code == 200


async def test_ensure_fills_what_a_lead_does_not_know(shop):
    lead = await ensure(shop, "1", custom_attributes={"a": 1})
    after = await ensure(shop, "1", interests=["tênis"], custom_attributes={"a": 2, "b": 3}, name="Ana")
    assert (after["id"], after["interests"], after["custom_attributes"]) == (lead["id"], ["tênis"], {"a": 1, "b": 3})
    assert (await ensure(shop, "1", interests=["bola"], name="Bia"))["interests"] == ["tênis"]


async def test_leads_are_merged_with_all_that_is_theirs(shop, other_shop, database):
    source, target = await shop.lead(name="Ana"), await shop.lead(phone="+5511977776666", interests=["a"])
    order = await make_order(shop, [(await add_product(database, shop.store_id), 1)], lead_id=source["id"])
    await shop.post("messages", lead_id=source["id"], role="user", content="oi")
    await shop.post("messages", lead_id=target["id"], role="user", content="olá")
    await shop.post(f"leads/{source['id']}/event", type="note")
    path = f"/internal/leads/{source['id']}/merge"
    assert_problem(await shop.client.post(path, json={"into": NOBODYS}), 404, "not-found")
    assert_problem(await other_shop.client.post(path, json={"into": target["id"]}), 404, "not-found")
    assert_problem(await shop.client.post(path, json={"into": source["id"]}), 422, "validation", "/into")
    merged = (await shop.client.post(path, json={"into": target["id"]})).json()
    assert (merged["id"], merged["name"], merged["phone"]) == (target["id"], "Ana", "+5511977776666")
    assert_problem(await shop.client.get(f"/internal/leads/{source['id']}"), 404, "not-found")
    assert_problem(await shop.client.post(path, json={"into": target["id"]}), 404, "not-found")
    again = await shop.lead(channel=source["channel"], external_id=source["external_id"])
    assert again["id"] == target["id"]
    page = (await shop.client.get("/internal/messages", params={"lead_id": target["id"]})).json()
    assert (page["total"], len(page["items"])) == (2, 2)
    events = (await shop.client.get(f"/internal/leads/{target['id']}/events")).json()
    assert {event["type"] for event in events["items"]} == {"note", "merged"}
    assert (await shop.client.get(f"/internal/orders/{order['id']}")).json()["lead_id"] == target["id"]
    assert await found(shop) == [target["id"]]


async def test_an_archived_lead_comes_back_when_the_person_writes(shop, other_shop):
    lead = await ensure(shop, "5511988887777")
    path = f"/internal/leads/{lead['id']}"
    assert_problem(await other_shop.client.delete(path), 404, "not-found")
    assert (await shop.client.delete(path)).status_code == 204
    assert_problem(await shop.client.delete(path), 404, "not-found")
    assert_problem(await shop.client.patch(path, json={"name": "x"}), 404, "not-found")
    assert await found(shop) == []
    assert (await ensure(shop, "551188887777"))["id"] == lead["id"]
    await shop.client.delete(path)
    assert (await shop.client.post(f"{path}/restore")).status_code == 200
    assert await found(shop) == [lead["id"]]


async def test_leads_are_found_by_what_people_know(shop):
    ana = await shop.lead(name="Ana Conceição", phone="+5511977776666")
    bia = await shop.lead(name="Bia 100%")
    assert await found(shop, q="conceicao") == [ana["id"]]
    assert await found(shop, q="77776666") == [ana["id"]]
    assert await found(shop, q="0%") == [bia["id"]]
    assert await found(shop, q="x%") == []
    assert await found(shop, sort="name") == [ana["id"], bia["id"]]
    assert await found(shop, sort="-name") == [bia["id"], ana["id"]]
    assert await found(shop, q="a", status="new", sort="created_at") == [ana["id"], bia["id"]]


async def test_the_messages_of_a_lead_are_not_counted_to_list_them(shop, database):
    lead = await shop.lead()
    for number in range(5):
        await shop.post("messages", lead_id=lead["id"], role="user", content=str(number))
    page = (await shop.client.get("/internal/messages", params={"lead_id": lead["id"], "limit": 2})).json()
    assert (page["total"], [message["content"] for message in page["items"]]) == (5, ["4", "3"])
    await database.execute("DELETE FROM messages_history WHERE content = '4'")
    page = (await shop.client.get("/internal/messages", params={"lead_id": lead["id"], "limit": 2})).json()
    assert page["total"] == 4
