"""Turns of a conversation: in order, recorded, and answered once per message, whatever becomes of the first try."""

import asyncio
import json
from typing import Any

import pytest

from app.db import Database
from tests.api import Api
from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop
from tests.nodes import change_trigger
from tests.problems import assert_problem

BUYS = "quero 2 camiseta básica algodão, pago com pix"


async def test_the_same_message_again_gets_the_first_answer_and_no_second_order(chat: ChatShop, database: Database):
    lead = await chat.shop.lead()
    await chat.say(BUYS, lead_id=lead["id"])
    done = await chat.say("sim", lead_id=lead["id"], message_id="m-2")
    assert done["order"]["total_cents"] == 7980
    assert "replayed" not in done
    again = await chat.say("sim", lead_id=lead["id"], message_id="m-2")
    assert again == done | {"replayed": True}
    streamed = await chat.post("sim", lead_id=lead["id"], message_id="m-2", stream=True)
    last = streamed.text.split("event: done\ndata: ")[1]
    assert json.loads(last) == again
    assert await database.fetchval("SELECT count(*) FROM orders") == 1
    assert await database.fetchval("SELECT count(*) FROM conversation_turns") == 2


async def test_a_turn_tells_what_it_adds_to_the_bill(chat: ChatShop, script: Any, database: Database):
    company = chat.shop.id
    await database.execute(
        "INSERT INTO subscriptions (id, company_id, plan_id, cardprovider_subscription_id, status)"
        " SELECT gen_random_uuid(), $1, id, 'sub_1', 'active' FROM plans WHERE slug = 'starter'",
        company,
    )
    await database.execute(
        "INSERT INTO company_billing_settings (company_id, auto_overage) VALUES ($1, true)"
        " ON CONFLICT (company_id) DO UPDATE SET auto_overage = true",
        company,
    )
    left = (await chat.shop.client.get("/internal/billing/usage-this-month")).json()["included_remaining"]
    await script([Step("Oi!", usage=(900, 100)), Step("Bom dia!", usage=(1_000, 500))])
    await chat.say("oi", conversation_id="c-1")
    used = {"model": "m", "operation_type": "chat", "prompt_tokens": left - 1_500}
    assert (await chat.shop.client.post("/internal/token-usage", json=used)).status_code == 201
    await chat.say("bom dia", conversation_id="c-1")
    held = await database.fetchval("SELECT id FROM conversations")
    messages = (await chat.shop.client.get(f"/internal/conversations/{held}/messages")).json()["items"]
    price = await database.fetchval("SELECT overage_price FROM token_usage WHERE from_overage > 0")
    costs = [one["turn"]["cost_cents"] for one in messages if one["turn"]]
    assert costs == [pytest.approx(1_000 * price / 1_000_000), 0]


async def test_another_message_under_the_same_id_is_refused(chat: ChatShop):
    await chat.say("oi", conversation_id="c-1", message_id="m-1")
    answer = await chat.post("bom dia", conversation_id="c-1", message_id="m-1")
    assert_problem(answer, 422, "idempotency-key-reused")
    assert "replayed" not in await chat.say("bom dia", conversation_id="c-2", message_id="m-1")


async def test_a_repeat_does_not_count_against_the_limits(chat: ChatShop):
    limits = {"rate_limits": {"messages_per_minute": 2}}
    assert (await chat.shop.client.patch(f"/internal/agents/{chat.agent_id}", json=limits)).status_code == 200
    await chat.say("oi", conversation_id="c-1", message_id="m-1")
    for _ in range(5):
        assert (await chat.say("oi", conversation_id="c-1", message_id="m-1"))["replayed"]
    assert "replayed" not in await chat.say("oi", conversation_id="c-1", message_id="m-2")


async def test_fifty_equal_turns_at_once_make_one_order(chat: ChatShop, database: Database):
    await chat.say(BUYS, conversation_id="c-1")
    answers = await asyncio.gather(*(chat.post("sim", conversation_id="c-1", message_id="m-2") for _ in range(50)))
    assert {answer.status_code for answer in answers} <= {200, 409}
    for answer in answers:
        if answer.status_code == 409:
            assert_problem(answer, 409, "conflict")
            assert answer.headers["retry-after"] == "1"
    orders = {answer.json()["order"]["id"] for answer in answers if answer.status_code == 200}
    assert len(orders) == 1
    assert await database.fetchval("SELECT count(*) FROM orders") == 1


async def test_a_turn_that_failed_is_tried_again_and_its_order_is_the_same(
    chat: ChatShop, script: Any, database: Database
):
    product = chat.products["Camiseta Básica Algodão"]["id"]
    order = ("create_order", {"items": [{"product_id": product, "quantity": 2}], "payment_method": "pix"})
    await script([Step(calls=[order]), Step("Confira o resumo.")])
    await chat.say(BUYS, conversation_id="c-1", message_id="m-1")
    await script([Step(calls=[order]), Step("Feito.")])
    async with database.acquire() as connection:
        await change_trigger(
            connection,
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$",
            "CREATE TRIGGER refuse BEFORE INSERT ON token_usage FOR EACH ROW EXECUTE FUNCTION refuse()",
        )
    failed = await chat.post("sim", conversation_id="c-1", message_id="m-2")
    assert failed.status_code >= 500
    async with database.acquire() as connection:
        await change_trigger(connection, "DROP TRIGGER refuse ON token_usage")
    assert await database.fetchval("SELECT count(*) FROM orders") == 1
    assert (
        await database.fetchval("SELECT status FROM conversation_turns ORDER BY started_at DESC, id DESC") == "failed"
    )
    await script([Step(calls=[order]), Step("Feito.")])
    done = await chat.say("sim", conversation_id="c-1", message_id="m-2")
    assert done["order"]["id"] == str(await database.fetchval("SELECT id FROM orders"))
    assert "replayed" not in done
    users = "SELECT count(*) FROM conversation_messages WHERE role = 'user'"
    assert await database.fetchval(users) == 2


async def test_a_turn_of_a_process_that_is_gone_does_not_hold_the_conversation(chat: ChatShop, database: Database):
    await chat.say(BUYS, conversation_id="c-1")
    # What a process leaves behind that was killed while it answered `sim`: its lease, owned by a number nobody locks.
    await database.execute(
        """
        WITH turn AS (
            INSERT INTO conversation_turns (company_id, id, conversation_id, message_id, request_sha256, started_at)
            SELECT c.company_id, gen_random_uuid(), c.id, 'm-2', sha256('sim'), now() FROM conversations c
            RETURNING id)
        UPDATE conversations SET turn_id = turn.id, turn_owner = 77, turn_until = now() + interval '1 day' FROM turn
        """
    )
    done = await chat.say("sim", conversation_id="c-1", message_id="m-2")
    assert done["order"]["total_cents"] == 7980
    statuses = await database.fetch("SELECT status, message_id FROM conversation_turns ORDER BY started_at, id")
    assert sorted((row["status"], row["message_id"]) for row in statuses[1:]) == [("done", "m-2"), ("failed", None)]


async def test_a_conversation_that_a_newer_release_went_on_with_is_gone_on_with_or_left_to_it(
    chat: ChatShop, database: Database
):
    await chat.say(BUYS, conversation_id="c-1")
    await database.execute("""UPDATE conversations SET data = data || '{"dialogue": {"pending": {"kind": "next"}}}'""")
    cart = (await chat.say("oi", conversation_id="c-1"))["cart"]["lines"]
    assert [line["quantity"] for line in cart] == [2]

    known = await database.fetchval("SELECT data FROM conversations")
    await database.execute("""UPDATE conversations SET data = data || '{"attended": "next"}'""")
    failed = await chat.post("sim", conversation_id="c-1", message_id="m-2")
    assert_problem(failed, 503, "unavailable")
    assert failed.headers["retry-after"] == "1"
    assert await database.fetchval("SELECT turn_until FROM conversations") is None, "other processes would wait for it"
    await database.execute("UPDATE conversations SET data = $1", known)
    assert (await chat.say("sim", conversation_id="c-1", message_id="m-2"))["order"]["total_cents"] == 7980


async def test_turns_of_one_conversation_run_in_the_order_they_came(chat: ChatShop, script: Any, database: Database):
    fake = await script(lambda _: Step("certo", delay=0.02))
    await chat.say("zero", conversation_id="c-1")
    await asyncio.gather(*(chat.say(f"m{n}", conversation_id="c-1") for n in range(5)))
    said = await database.fetch("SELECT role FROM conversation_messages ORDER BY id")
    assert [row["role"] for row in said] == ["user", "assistant"] * 6
    histories = [len(request["messages"]) for request in fake.requests]
    assert histories == sorted(histories)
    assert len(set(histories)) == 6


async def test_the_conversation_itself_is_the_context_where_the_caller_keeps_none(chat: ChatShop, script: Any):
    fake = await script([Step("Temos a Básica."), Step("Anotado.")])
    await chat.say("quero uma camiseta", conversation_id="c-1")
    await chat.say("quero 3", conversation_id="c-1")
    sent = [(message["role"], message["content"]) for message in fake.requests[1]["messages"][1:]]
    assert sent == [("user", "quero uma camiseta"), ("assistant", "Temos a Básica."), ("user", "quero 3")]


async def test_a_model_knows_what_people_and_reminders_said_where_the_caller_records(
    chat: ChatShop, api: Api, script: Any, database: Database
):
    fake = await script([Step("Olá!"), Step("Certo.")])
    lead = (await chat.shop.lead())["id"]

    async def bridge(text: str) -> None:
        told = {"lead_id": lead, "agent_id": chat.agent_id}
        await chat.shop.post("messages", role="user", content=text, **told)
        api.clock.advance(seconds=1)
        if reply := (await chat.say(text, lead_id=lead))["reply"]:
            await chat.shop.post("messages", role="assistant", content=reply, **told)

    await bridge("oi")
    conversation_id = await database.fetchval("SELECT id FROM conversations")
    place = f"conversations/{conversation_id}"
    await chat.shop.post(f"{place}/take")
    await bridge("faz desconto?")
    for content in ("Fecho por 10%, pode ser?", "Já gravado"):
        await chat.shop.post(f"{place}/reply", content=content)
    await chat.shop.post("messages", role="assistant", content="Já gravado", lead_id=lead, agent_id=chat.agent_id)
    # The clock of the test and that of the database, which stamps what the caller records, are not the same.
    now = await database.fetchval("SELECT clock_timestamp()")
    await database.execute("UPDATE conversation_messages SET created_at = $1 WHERE role = 'human'", now)
    await chat.shop.post(f"{place}/release")
    await bridge("pode sim")
    sent = [(message["role"], message["content"]) for message in fake.requests[1]["messages"][1:]]
    assert ("assistant", "Fecho por 10%, pode ser?") in sent
    assert [text for _, text in sent].count("Já gravado") == 1
    assert [text for _, text in sent][:3] == ["oi", "Olá!", "faz desconto?"]
    assert sent[-1] == ("user", "pode sim")


async def test_a_conversation_is_found_by_the_callers_key_and_by_ours(chat: ChatShop, api: Api, database: Database):
    first = await chat.say(BUYS)
    assert first["conversation_id"]
    again = await chat.say("sim", conversation_id=first["conversation_id"])
    assert again["order"]["total_cents"] == 7980
    named = await chat.say("oi", conversation_id="visitor 7")
    assert named["conversation_id"] == "visitor 7"
    assert await database.fetchval("SELECT count(*) FROM conversations") == 2
