"""Leads: one person under several ids, search, timeline, archive and merge."""

from uuid import UUID

import pytest

from tests.problems import assert_problem
from tests.sales import add_product, ask_order, make_order
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
    for phone in ("+5511988887777", "5511988887777@s.whatsapp.net", "5511988887777:12@s.whatsapp.net"):
        assert (await ensure(shop, "777@lid", phone=phone))["id"] == lead["id"]
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
    for lead in (source, target):
        # The gateway has delivered one message under both addresses.
        await shop.post("messages", lead_id=lead["id"], role="user", content="twice", external_id="wamid.1")
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
    assert (page["total"], len(page["items"])) == (3, 3)
    events = (await shop.client.get(f"/internal/leads/{target['id']}/events")).json()
    assert {event["type"] for event in events["items"]} == {"note", "merged"}
    assert (await shop.client.get(f"/internal/orders/{order['id']}")).json()["lead_id"] == target["id"]
    assert await found(shop) == [target["id"]]
    for words in ("77776666", "(11) 97777-6666", f"nº {order['number']}"):
        for path in ("orders", "orders/sheets"):
            page = await shop.client.get(f"/internal/{path}", params={"store_ids": shop.store_id, "q": words})
            assert [one["id"] for one in page.json()["items"]] == [order["id"]], (path, words)


async def test_of_messages_with_one_id_a_merge_drops_what_was_delivered_twice(shop):
    source, target = await shop.lead(), await shop.lead()
    agent = await shop.post("agents", store_id=shop.store_id, name="Bia", type="vendas")
    for lead, first in ((source, "oi"), (target, "olá")):
        for number, content in (("1", first), ("2", "twice")):
            message = {"lead_id": lead["id"], "agent_id": agent["id"], "role": "user", "external_id": number}
            await shop.post("messages", content=content, **message)
    await shop.post(f"leads/{source['id']}/merge", into=target["id"])
    page = (await shop.client.get("/internal/messages", params={"lead_id": target["id"]})).json()
    assert sorted(message["content"] for message in page["items"]) == ["oi", "olá", "twice"]


async def test_a_merged_lead_is_nowhere_any_more(api, shop, database):
    source, target = await shop.lead(), await shop.lead()
    product = await add_product(database, shop.store_id)
    await shop.post(f"leads/{source['id']}/merge", into=target["id"])
    gone = {"lead_id": source["id"]}
    chat = {"type": "vendas", "message": "oi", "store_id": shop.store_id}
    for answer in (
        await ask_order(shop, [(product, 1)], **gone),
        await shop.client.post("/internal/messages", json=gone | {"role": "user", "content": "oi"}),
        await shop.client.post(f"/internal/leads/{source['id']}/event", json={"type": "note"}),
        await shop.client.patch(f"/internal/leads/{source['id']}", json={"name": "x"}),
        await api.public.post("/chat", json=chat | gone),
    ):
        assert_problem(answer, 404, "not-found")
    assert (await api.public.post("/chat", json=chat | {"lead_id": target["id"]})).status_code == 200


@pytest.mark.parametrize("attended", ["source", "target", None])
async def test_what_a_merged_lead_has_said_is_the_targets(api, shop, attended):
    source, target = await shop.lead(name="Ana"), await shop.lead()
    agent = await shop.post("agents", store_id=shop.store_id, name="Bia", type="vendas")
    await shop.post(f"agents/{agent['id']}/toggle-active")

    async def say(lead, message, **whom):
        body = {"type": "vendas", "message": message, "lead_id": lead["id"], "message_id": "m-1"} | whom
        answer = await api.public.post("/chat", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["conversation_id"]

    async def conversations(lead):
        params = {"store_ids": shop.store_id, "lead_id": lead["id"]}
        return (await shop.client.get("/internal/conversations", params=params)).json()["items"]

    alone = await say(source, "a ninguém", store_id=shop.store_id)
    twice = {
        "target": await say(target, "do alvo", agent_id=agent["id"]),
        "source": await say(source, "da fonte", agent_id=agent["id"]),
    }
    if attended:
        await shop.post(f"conversations/{twice[attended]}/take")
    await shop.post(f"conversations/{twice['target']}/notes", content="ligar")
    await shop.post(f"leads/{source['id']}/merge", into=target["id"])
    assert await conversations(source) == []
    after = {one["id"]: one for one in await conversations(target)}
    kept = twice[attended or "source"]
    assert set(after) == {alone, kept}
    assert after[kept]["state"] == ("human" if attended else "bot")
    page = (await shop.client.get(f"/internal/conversations/{kept}/messages")).json()["items"]
    said = [message["content"] for message in page]
    assert {"do alvo", "da fonte"} <= set(said)
    assert len([message for message in page if message["turn"]]) == 2
    shown = (await shop.client.get(f"/internal/conversations/{kept}")).json()
    assert (shown["lead"]["id"], [note["content"] for note in shown["notes"]]) == (target["id"], ["ligar"])


async def test_what_comes_late_to_a_merged_lead_follows_it(api, shop, database):
    product = await add_product(database, shop.store_id)
    source, target, last = [await ensure(shop, f"551198888777{n}") for n in range(3)]
    for lead in (source, target):
        await shop.post("messages", lead_id=lead["id"], role="user", content="antes")
    order = await make_order(shop, [(product, 1)], lead_id=target["id"])
    await shop.post(f"leads/{target['id']}/event", type="visit")
    await shop.post(f"leads/{source['id']}/merge", into=target["id"])
    # As a transaction leaves it that saw the lead before it was merged.
    late = await shop.post("messages", lead_id=target["id"], role="user", content="depois")
    for table in ("orders", "lead_events", "messages_history"):
        statement = f"UPDATE {table} SET lead_id = $1 WHERE lead_id = $2"  # noqa: S608
        own = " AND id = $3" if table == "messages_history" else ""
        ids = (UUID(late["id"]),) if own else ()
        await database.execute(statement + own, UUID(source["id"]), UUID(target["id"]), *ids)
    await database.execute("UPDATE leads SET messages = messages - 1 WHERE id = $1", UUID(target["id"]))
    await shop.post(f"leads/{target['id']}/merge", into=last["id"])
    assert await database.fetchval("SELECT count(*) FROM jobs WHERE name = 'follow_merge'") == 4
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'follow_merge'")
    await api.run_jobs()
    assert (await shop.client.get(f"/internal/orders/{order['id']}")).json()["lead_id"] == last["id"]
    page = (await shop.client.get("/internal/messages", params={"lead_id": last["id"]})).json()
    assert (page["total"], [message["content"] for message in page["items"]]) == (3, ["depois", "antes", "antes"])
    events = (await shop.client.get(f"/internal/leads/{last['id']}/events")).json()["items"]
    assert sorted(event["type"] for event in events) == ["merged", "merged", "visit"]


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


@pytest.mark.parametrize("way", ["chat", "streamed", "message", "delivered before", "keyed"])
async def test_an_archived_lead_is_back_however_the_person_writes(api, shop, database, way):
    lead = await shop.lead()
    path = f"/internal/leads/{lead['id']}"
    message = {"lead_id": lead["id"], "role": "user", "content": "oi", "external_id": "wamid.1"}
    if way == "delivered before":
        await shop.post("messages", **message)
    await shop.client.delete(path)

    async def write():
        if way in ("chat", "streamed"):
            said = {"type": "vendas", "message": "oi", "lead_id": lead["id"], "stream": way == "streamed"}
            return await api.public.post("/chat", json=said)
        headers = {"Idempotency-Key": "k"} if way == "keyed" else {}
        return await shop.client.post("/internal/messages", json=message, headers=headers)

    if way == "delivered before":  # it is no new word of theirs
        assert (await write()).status_code == 200
        assert await found(shop) == []
        return
    await shop.lead()
    await database.execute("UPDATE plans SET max_leads = 1 WHERE slug = 'free'")
    assert_problem(await write(), 409, "plan-limit")
    assert lead["id"] not in await found(shop)
    await database.execute("UPDATE plans SET max_leads = 2 WHERE slug = 'free'")
    assert (await write()).status_code in (200, 201)
    assert lead["id"] in await found(shop)
    rows = await database.fetch("SELECT actor_type FROM audit_log WHERE target_id = $1 ORDER BY id", lead["id"])
    assert [row["actor_type"] for row in rows] == ["user", "user", "agent" if way in ("chat", "streamed") else "user"]


async def test_nobody_else_does_anything_for_an_archived_lead(api, shop, other_shop, database):
    lead = await shop.lead()
    await shop.client.delete(f"/internal/leads/{lead['id']}")
    named, product = {"lead_id": lead["id"]}, await add_product(database, shop.store_id)
    chat = {"type": "vendas", "message": "oi"}
    for answer in (
        await ask_order(shop, [(product, 1)], **named),
        await shop.client.post(f"/internal/leads/{lead['id']}/event", json={"type": "note"}),
        await api.public.post("/chat", json=chat | named | {"dry_run": True}),
        await api.public.post("/chat", json=chat | named | {"store_id": other_shop.store_id}),
        await other_shop.client.post("/internal/messages", json=named | {"role": "user", "content": "oi"}),
    ):
        assert_problem(answer, 404, "not-found")
    assert await found(shop) == []


async def test_leads_are_found_by_what_people_know(shop):
    ana = await shop.lead(name="Ana Conceição", phone="+5511977776666")
    bia = await shop.lead(name="Bia 100%")
    assert await found(shop, q="conceicao") == [ana["id"]]
    assert await found(shop, q="77776666") == [ana["id"]]
    for written in ("(11) 97777-6666", "+55 11 97777.6666", "97777-6666", "11\u00a097777\u00a06666"):
        assert await found(shop, q=written) == [ana["id"]]
    assert await found(shop, q="(11) 97777-6667") == []
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
