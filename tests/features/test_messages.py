"""The chat log: recorded once, listed by lead or agent."""

import asyncio

import pytest

from tests.problems import assert_problem
from tests.shops import NOBODYS

MESSAGES = "/internal/messages"


async def agent_of(shop):
    return await shop.post("agents", store_id=shop.store_id, name="Ana", type="vendas")


async def send(shop, **fields):
    return await shop.client.post(MESSAGES, json={"role": "user", "content": "Oi"} | fields)


async def test_a_message_is_recorded_and_moves_the_lead(shop, database):
    lead, agent = await shop.lead(), await agent_of(shop)
    answer = await send(shop, lead_id=lead["id"], agent_id=agent["id"], metadata={"lang": "pt"}, external_id="m-1")
    assert answer.status_code == 201
    message = answer.json()
    assert (message["store_id"], message["lead_id"], message["agent_id"]) == (shop.store_id, lead["id"], agent["id"])
    assert (message["role"], message["content"], message["metadata"]) == ("user", "Oi", {"lang": "pt"})
    touched = (await shop.client.get(f"/internal/leads/{lead['id']}")).json()
    assert touched["last_message_at"] == message["created_at"]
    logged = await database.fetchval("SELECT changes::text FROM audit_log WHERE target_type = 'message'")
    assert '"content": [null, "***"]' in logged


async def test_what_is_noted_of_a_message_or_a_document_is_no_file(shop):
    lead, much = await shop.lead(), {"a": "x" * 16_400}
    assert_problem(await send(shop, lead_id=lead["id"], metadata=much), 422, "validation", "/metadata")
    body = {"store_id": shop.store_id, "title": "Trocas", "content": "Em 7 dias.", "metadata": much}
    assert_problem(await shop.client.post("/internal/documents", json=body), 422, "validation", "/metadata")


async def test_a_message_its_audit_row_and_its_leads_count_are_all_or_nothing(shop, database):
    """Also without a key, where no transaction is opened for the request."""
    lead = await shop.lead()
    await database.execute("ALTER TABLE audit_log ADD CONSTRAINT no_message CHECK (target_type <> 'message') NOT VALID")
    assert (await send(shop, lead_id=lead["id"])).status_code >= 400
    assert await database.fetchval("SELECT count(*) FROM messages_history") == 0
    await database.execute("ALTER TABLE audit_log DROP CONSTRAINT no_message")
    for headers in ({}, {"Idempotency-Key": "k"}):
        named = {"X-Request-Id": f"request-{len(headers)}"} | headers
        body = {"role": "user", "content": "Oi", "lead_id": lead["id"]}
        assert (await shop.client.post(MESSAGES, json=body, headers=named)).status_code == 201
    logged = await database.fetch(
        "SELECT actor_user_id, action, request_id FROM audit_log WHERE target_type = 'message' ORDER BY created_at"
    )
    written = [(shop.id, "messages.create_message", f"request-{number}") for number in range(2)]
    assert [tuple(row) for row in logged] == written
    assert await database.fetchval("SELECT messages FROM leads") == 2


async def test_the_gateways_repeated_delivery_is_recorded_once(shop, database):
    lead, agent = await shop.lead(), await agent_of(shop)
    for owner in ({"lead_id": lead["id"]}, {"lead_id": lead["id"], "agent_id": agent["id"]}):
        answers = await asyncio.gather(*(send(shop, external_id="m-1", **owner) for _ in range(10)))
        assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
        assert len({answer.json()["id"] for answer in answers}) == 1
    assert await database.fetchval("SELECT count(*) FROM messages_history") == 2


async def test_an_id_that_two_chats_share_is_a_message_of_each(shop):
    agent = await agent_of(shop)
    for content in ("de Ana", "de Bia"):  # a gateway that counts each chat from 1
        lead = await shop.lead()
        for status in (201, 200):
            answer = await send(shop, lead_id=lead["id"], agent_id=agent["id"], external_id="1", content=content)
            found = answer.json()
            assert (answer.status_code, found["lead_id"], found["content"]) == (status, lead["id"], content)


async def test_the_list_is_newest_first_by_lead_or_agent(shop):
    lead, other, agent = await shop.lead(), await shop.lead(), await agent_of(shop)
    sent = [
        (await send(shop, lead_id=lead["id"], content="1")).json(),
        (await send(shop, lead_id=lead["id"], agent_id=agent["id"], content="2")).json(),
        (await send(shop, lead_id=other["id"], agent_id=agent["id"], content="3")).json(),
    ]

    async def listed(**params):
        page = (await shop.client.get(MESSAGES, params=params)).json()
        return [message["content"] for message in page["items"]], page["total"]

    assert await listed(lead_id=lead["id"]) == (["2", "1"], 2)
    assert await listed(agent_id=agent["id"]) == (["3", "2"], 2)
    assert await listed(agent_id=agent["id"], lead_id=lead["id"]) == (["2"], 1)
    assert await listed(lead_id=lead["id"], limit=1, offset=1) == (["1"], 2)
    assert (await shop.client.get(MESSAGES, params={"lead_id": lead["id"]})).json()["items"][1] == sent[0]


async def test_another_tenants_records_are_not_there(shop, other_shop, database):
    mine, theirs, their_agent = await shop.lead(), await other_shop.lead(), await agent_of(other_shop)
    for owner in (
        {"lead_id": theirs["id"]},
        {"agent_id": their_agent["id"]},
        {"lead_id": mine["id"], "agent_id": their_agent["id"]},
        {"lead_id": mine["id"], "store_id": other_shop.store_id},
        {"lead_id": NOBODYS},
        {"agent_id": NOBODYS, "external_id": "m-1"},
    ):
        assert_problem(await send(shop, **owner), 404, "not-found")
    for params in ({"lead_id": theirs["id"]}, {"agent_id": their_agent["id"]}, {"lead_id": NOBODYS}):
        assert_problem(await shop.client.get(MESSAGES, params=params), 404, "not-found")
    both = {"lead_id": mine["id"], "agent_id": their_agent["id"]}
    assert_problem(await shop.client.get(MESSAGES, params=both), 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM messages_history") == 0


async def test_lead_and_store_must_belong_together(shop):
    lead = await shop.lead()
    second = (await shop.client.post("/internal/stores", json={"name": "Segunda"})).json()["id"]
    assert_problem(await send(shop, lead_id=lead["id"], store_id=second), 404, "not-found")


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({}, "/lead_id"),
        ({"store_id": NOBODYS}, "/lead_id"),
        ({"lead_id": NOBODYS, "role": "boss"}, "/role"),
        ({"lead_id": NOBODYS, "tone": "x"}, "/tone"),
        ({"lead_id": "x"}, "/lead_id"),
        ({"lead_id": NOBODYS, "content": " \n"}, "/content"),
    ],
)
async def test_a_message_that_does_not_fit_is_refused(shop, fields, pointer):
    assert_problem(await send(shop, **fields), 422, "validation", pointer)


async def test_the_list_needs_a_lead_or_an_agent(shop):
    assert_problem(await shop.client.get(MESSAGES), 422, "validation", "/lead_id")


async def test_the_same_key_records_one_message(shop, database):
    lead = await shop.lead()
    body = {"role": "user", "content": "Oi", "lead_id": lead["id"]}
    answers = [await shop.client.post(MESSAGES, json=body, headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[1].headers["idempotency-replayed"] == "true"
    assert await database.fetchval("SELECT count(*) FROM messages_history") == 1
