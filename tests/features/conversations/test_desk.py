"""The desk: people look into conversations, take them, answer, and give them back."""

from typing import Any

import pytest

from app.clients.messaging import MessagingError, TextMessage
from app.context import JobCtx
from app.db import Database
from app.features.conversations import jobs
from app.jobs import NoArgs
from tests.api import Api
from tests.features.chat.conftest import ChatShop
from tests.problems import assert_problem
from tests.shops import NOBODYS

BUYS = "quero 2 camiseta básica algodão, pago com pix"
PLACE = "/internal/conversations"


async def _only(chat: ChatShop, **filters: Any) -> list[dict[str, Any]]:
    answer = await chat.shop.client.get(PLACE, params={"store_ids": chat.shop.store_id} | filters)
    assert answer.status_code == 200, answer.text
    page = answer.json()
    assert page["total"] == len(page["items"])
    items: list[dict[str, Any]] = page["items"]
    return items


async def _get(chat: ChatShop, path: str) -> dict[str, Any]:
    answer = await chat.shop.client.get(f"{PLACE}/{path}")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_a_conversation_shows_its_cart_its_lead_and_its_orders(chat: ChatShop):
    lead = await chat.shop.lead(name="Bia", channel="whatsapp", external_id="5511988887777")
    await chat.say(BUYS, lead_id=lead["id"])
    (listed,) = await _only(chat, lead_id=lead["id"], agent_id=chat.agent_id, state="bot", q="bia")
    assert await _only(chat, q="(11) 98888-7777") == [listed]
    assert (listed["channel"], listed["lead_name"], listed["unread"]) == ("whatsapp", "Bia", 1)
    shown = await _get(chat, listed["id"])
    assert shown["cart"]["total_cents"] == 7980
    assert (shown["lead"]["id"], shown["orders"]) == (lead["id"], [])
    done = await chat.say("sim", lead_id=lead["id"])
    shown = await _get(chat, listed["id"])
    assert [order["id"] for order in shown["orders"]] == [done["order"]["id"]]
    assert "cart" not in shown
    for nothing in ({"q": "zé"}, {"q": "(11) 90000-0000"}, {"state": "human"}, {"lead_id": NOBODYS}):
        assert await _only(chat, **nothing) == []


async def test_messages_come_with_the_turn_that_answered_them(chat: ChatShop):
    told = await chat.say("quero um tênis de corrida", conversation_id="c-1")
    (listed,) = await _only(chat)
    page = await _get(chat, f"{listed['id']}/messages")
    assert [(item["role"], item["content"]) for item in page["items"]] == [
        ("assistant", told["reply"]),
        ("user", "quero um tênis de corrida"),
    ]
    answer, asked = page["items"]
    assert asked["turn"] is None
    assert (answer["turn"]["status"], answer["turn"]["model"]) == ("done", "offline-rules")
    assert [tool["name"] for tool in answer["turn"]["tools"]] == [tool["name"] for tool in told["tool_calls"]]
    assert answer["turn"]["tools"][0]["result"] == told["tool_calls"][0]["result"]


async def test_a_taken_conversation_is_silent_until_it_is_released(chat: ChatShop):
    await chat.say(BUYS, conversation_id="c-1")
    (listed,) = await _only(chat)
    taken = await chat.shop.post(f"conversations/{listed['id']}/take")
    assert taken["state"] == "human"
    silent = await chat.say("sim", conversation_id="c-1")
    assert (silent["reply"], silent["handled_by"], silent["state"]) == ("", "human", "human")
    assert "order" not in silent
    assert (await _get(chat, f"{listed['id']}/messages"))["items"][0]["content"] == "sim"
    released = await chat.shop.post(f"conversations/{listed['id']}/release")
    assert released["state"] == "bot"
    # What a person has been at is no summary to agree to any more.
    assert "order" not in await chat.say("sim", conversation_id="c-1")


async def test_a_closed_conversation_opens_with_the_next_message(chat: ChatShop):
    await chat.say(BUYS, conversation_id="c-1")
    (listed,) = await _only(chat)
    closed = await chat.shop.post(f"conversations/{listed['id']}/close")
    assert closed["state"] == "closed"
    assert "cart" not in await _get(chat, listed["id"])
    told = await chat.say("oi", conversation_id="c-1")
    assert told["state"] == "bot"
    assert told["reply"]


async def test_a_reply_attends_a_shopper_that_waits(chat: ChatShop, database: Database):
    waiting = await chat.say("quero falar com um atendente", conversation_id="c-1")
    assert waiting["state"] == "waiting"
    (listed,) = await _only(chat, state="waiting")
    assert listed["waiting_reason"] == "asked"
    made = await chat.shop.post(f"conversations/{listed['id']}/reply", content="Oi, sou a Ana.")
    assert (made["role"], made["content"], made["turn"]) == ("human", "Oi, sou a Ana.", None)
    (listed,) = await _only(chat)
    assert (listed["state"], listed["unread"], listed["last_message"]) == ("human", 0, "Oi, sou a Ana.")
    actions = await database.fetch("SELECT action FROM audit_log WHERE action LIKE 'conversations.%'")
    assert {row["action"] for row in actions} == {"conversations.reply_in_conversation"}


async def test_a_reply_opens_a_closed_conversation_and_attends_it(chat: ChatShop):
    await chat.say("oi", conversation_id="c-1")
    (listed,) = await _only(chat)
    await chat.shop.post(f"conversations/{listed['id']}/close")
    await chat.shop.post(f"conversations/{listed['id']}/reply", content="Seu pedido chegou bem?")
    (listed,) = await _only(chat, state="human")
    assert listed["last_message"] == "Seu pedido chegou bem?"
    assert (await chat.say("chegou!", conversation_id="c-1"))["handled_by"] == "human"


async def test_unread_counts_until_somebody_has_read(chat: ChatShop):
    await chat.say("oi", conversation_id="c-1")
    await chat.say("tem tênis?", conversation_id="c-1")
    (listed,) = await _only(chat)
    assert listed["unread"] == 2
    assert (await chat.shop.post(f"conversations/{listed['id']}/read"))["unread"] == 0


async def test_notes_are_for_colleagues_alone(chat: ChatShop, other_chat: ChatShop):
    await chat.say("oi", conversation_id="c-1")
    (listed,) = await _only(chat)
    path = f"{PLACE}/{listed['id']}/notes"
    made = await chat.shop.post(f"conversations/{listed['id']}/notes", content="Prometi desconto.", author="Ana")
    assert (made["content"], made["author"]) == ("Prometi desconto.", "Ana")
    assert (await _get(chat, listed["id"]))["notes"] == [made]
    assert "desconto" not in (await chat.say("oi de novo", conversation_id="c-1"))["reply"]
    said = (await _get(chat, f"{listed['id']}/messages"))["items"]
    assert all("desconto" not in message["content"] for message in said)
    theirs = other_chat.shop.client
    assert_problem(await theirs.post(path, json={"content": "x"}), 404, "not-found")
    assert_problem(await theirs.delete(f"{path}/{made['id']}"), 404, "not-found")
    assert_problem(await chat.shop.client.post(path, json={"content": ""}), 422, "validation")
    assert (await chat.shop.client.delete(f"{path}/{made['id']}")).status_code == 204
    assert_problem(await chat.shop.client.delete(f"{path}/{made['id']}"), 404, "not-found")
    assert (await _get(chat, listed["id"]))["notes"] == []


async def test_the_list_says_how_many_want_a_person(chat: ChatShop):
    await chat.say("oi", conversation_id="c-1")
    await chat.say("quero falar com um atendente", conversation_id="c-2")
    await chat.say("quero falar com um atendente", conversation_id="c-3")
    taken = (await _only(chat, state="waiting"))[0]
    await chat.shop.post(f"conversations/{taken['id']}/take")
    params = {"store_ids": chat.shop.store_id, "attendance": True, "state": "bot"}
    page = (await chat.shop.client.get(PLACE, params=params)).json()
    assert page["attendance"] == {"waiting": 1, "human": 1, "unread": 1}
    assert page["total"] == 1
    await chat.shop.post(f"conversations/{taken['id']}/read")
    page = (await chat.shop.client.get(PLACE, params=params)).json()
    assert page["attendance"] == {"waiting": 1, "human": 1, "unread": 0}
    assert "attendance" not in (await chat.shop.client.get(PLACE, params={"store_ids": chat.shop.store_id})).json()
    assert {item["state"] for item in await _only(chat, unread=True)} == {"bot", "waiting"}
    assert [item["id"] for item in await _only(chat, unread=False)] == [taken["id"]]


async def test_another_company_sees_and_moves_nothing(chat: ChatShop, other_chat: ChatShop):
    await chat.say("oi", conversation_id="c-1")
    (listed,) = await _only(chat)
    theirs = other_chat.shop.client
    for conversation in (listed["id"], NOBODYS):
        assert_problem(await theirs.get(f"{PLACE}/{conversation}"), 404, "not-found")
        assert_problem(await theirs.post(f"{PLACE}/{conversation}/take"), 404, "not-found")
        assert_problem(await theirs.post(f"{PLACE}/{conversation}/reply", json={"content": "x"}), 404, "not-found")
    assert_problem(await theirs.get(PLACE, params={"store_ids": chat.shop.store_id}), 404, "not-found")
    assert_problem(await theirs.get(PLACE), 422, "validation")


async def test_a_rehearsal_is_nobodys_conversation(chat: ChatShop):
    key = (await chat.say("oi", dry_run=True))["conversation_id"]
    assert (await chat.say("oi", dry_run=True, conversation_id=key))["conversation_id"] == key
    assert await _only(chat) == []


async def test_a_rehearsal_does_not_go_on_in_earnest(chat: ChatShop, database: Database):
    key = (await chat.say(BUYS, dry_run=True))["conversation_id"]
    for more in ({}, {"stream": True}):
        refused = await chat.post("sim", conversation_id=key, **more)
        assert_problem(refused, 422, "validation", "/conversation_id")
    assert await database.fetchval("SELECT count(*) FROM orders") == 0


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"content": " \n "}, "/content"), ({"content": "Oi", "media_type": " \t"}, "/media_type")],
)
async def test_a_reply_of_blanks_is_refused(chat: ChatShop, body: dict[str, str], pointer: str):
    await chat.say("oi", conversation_id="c-1")
    (listed,) = await _only(chat)
    answer = await chat.shop.client.post(f"{PLACE}/{listed['id']}/reply", json=body)
    assert_problem(answer, 422, "validation", pointer)


class _Gateway:
    def __init__(self) -> None:
        self.sent: list[TextMessage] = []
        self.down = False

    async def send(self, message: TextMessage) -> None:
        if self.down:
            raise MessagingError("down", permanent=False)
        if "refused" in message.text:
            raise MessagingError("messaging gateway answered 400", permanent=True)
        self.sent.append(message)


async def test_replies_leave_by_the_gateway_in_their_order(chat: ChatShop, api: Api, database: Database):
    gateway = api.services.messaging = _Gateway()
    instance = await database.fetchval("SELECT messaging_instance_id FROM agents")
    lead = await chat.shop.lead(channel="whatsapp", external_id="5511988887777")
    await chat.say("oi", lead_id=lead["id"])
    (listed,) = await _only(chat)
    await chat.shop.post(f"conversations/{listed['id']}/reply", content="Um")
    media = {"media_url": "https://files.example.com/a.png", "media_type": "image/png"}
    await chat.shop.post(f"conversations/{listed['id']}/reply", content="Dois", **media)
    await api.run_jobs()
    assert gateway.sent == [
        TextMessage(instance, "5511988887777", "Um"),
        TextMessage(instance, "5511988887777", "Dois\nhttps://files.example.com/a.png"),
    ]


async def test_a_reply_that_the_gateway_refuses_holds_up_none_behind_it(chat: ChatShop, api: Api, database: Database):
    gateway = api.services.messaging = _Gateway()
    lead = await chat.shop.lead(channel="whatsapp", external_id="5511988887777")
    await chat.say("oi", lead_id=lead["id"])
    (listed,) = await _only(chat)
    for content in ("Um", "refused", "Dois"):
        await chat.shop.post(f"conversations/{listed['id']}/reply", content=content)
    await api.run_jobs()
    assert [message.text for message in gateway.sent] == ["Um", "Dois"]
    dead = await database.fetch("SELECT name, last_error FROM jobs WHERE dead_at IS NOT NULL")
    assert [row["name"] for row in dead] == ["send_replies"]
    assert "answered 400" in dead[0]["last_error"]
    await chat.shop.post(f"conversations/{listed['id']}/reply", content="Três")
    await api.run_jobs()
    assert [message.text for message in gateway.sent] == ["Um", "Dois", "Três"]


@pytest.mark.parametrize(
    ("fields", "numbers"),
    [
        # The phone that a shopper tells may be somebody else's: the answer goes to where they write from.
        ({"channel": "whatsapp", "external_id": "5541988880001@s.whatsapp.net"}, ["5541988880001"]),
        ({"channel": "whatsapp", "external_id": "98765432101234@lid"}, ["5511977776666"]),
        ({"channel": "whatsapp", "external_id": "120363021234567890@g.us"}, []),
        ({"channel": "web", "external_id": "visitor-4601094-5661"}, []),
        ({"channel": "instagram", "external_id": "17841400000000012"}, []),
    ],
)
async def test_the_gateway_gets_numbers_of_whatsapp_alone(
    chat: ChatShop, api: Api, fields: dict[str, Any], numbers: list[str]
):
    gateway = api.services.messaging = _Gateway()
    place = f"/internal/agents/{chat.agent_id}"
    await chat.shop.client.patch(place, json={"channels": ["whatsapp", "web", "instagram"]})
    lead = await chat.shop.lead(**fields)
    await chat.say("qualquer coisa liga no telefone 11 97777-6666", lead_id=lead["id"])
    (listed,) = await _only(chat)
    await chat.shop.post(f"conversations/{listed['id']}/reply", content="Oi")
    await api.run_jobs()
    assert [message.number for message in gateway.sent] == numbers


@pytest.mark.parametrize(("days", "left"), [(364, 1), (366, 0)])
async def test_old_conversations_are_purged(chat: ChatShop, api: Api, database: Database, days: int, left: int):
    await chat.say("oi", conversation_id="c-1")
    await database.execute("UPDATE conversations SET updated_at = now() - make_interval(days => $1)", days)
    await jobs.purge_conversations(JobCtx(api.services, None), NoArgs())  # type: ignore[arg-type]
    assert await database.fetchval("SELECT count(*) FROM conversations") == left
    assert await database.fetchval("SELECT count(*) FROM conversation_messages") == 2 * left
    assert await database.fetchval("SELECT count(*) FROM conversation_turns") == left


async def test_the_numbers_count_orders_made_in_conversations_and_who_answered(chat: ChatShop):
    await chat.say("quero 2 camiseta básica algodão, pago com pix", conversation_id="c-1")
    await chat.say("sim", conversation_id="c-1")
    await chat.say("quero falar com um atendente", conversation_id="c-2")
    (waiting,) = await _only(chat, state="waiting")
    for text in ("Oi, sou a Ana.", "Como posso ajudar?"):
        await chat.shop.post(f"conversations/{waiting['id']}/reply", content=text)
    now = (await chat.shop.client.get(f"/internal/numbers/{chat.shop.store_id}")).json()["now"]
    assert (now["conversations"], now["ordering"], now["attended"]) == (2, 1, 1)
    assert (now["agent_answers"], now["human_answers"]) == (3, 2)
