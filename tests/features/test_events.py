"""GET /internal/events: what has happened, in order, from where the reader stopped; nobody else's."""

from tests.features.chat.conftest import ChatShop, chat, other_chat  # noqa: F401 (fixtures)
from tests.problems import assert_problem

PLACE = "/internal/events"


async def _after(shop: ChatShop, seq: int, limit: int = 50) -> list[dict]:
    answer = await shop.shop.client.get(PLACE, params={"after": seq, "limit": limit})
    assert answer.status_code == 200, answer.text
    items: list[dict] = answer.json()["items"]
    return items


async def _place(shop: ChatShop) -> int:
    """Where to read on from, behind what made the shop."""
    return (await _after(shop, 0))[-1]["seq"]


async def test_what_happens_in_a_conversation_is_read_in_order_and_once(chat: ChatShop, other_chat: ChatShop):  # noqa: F811
    lead, start = await chat.shop.lead(), await _place(chat)
    await chat.say("quero falar com um atendente", lead_id=lead["id"])
    await chat.say("oi?", lead_id=lead["id"])
    (waiting,) = await _after(chat, start)
    store = {"store_id": chat.shop.store_id}
    about = store | {"conversation_id": waiting["subject_id"], "agent_id": chat.agent_id, "lead_id": lead["id"]}
    assert (waiting["type"], waiting["store_id"]) == ("conversation.waiting", chat.shop.store_id)
    assert waiting["data"] == about | {"key": None, "channel": "web", "reason": "asked"}
    place = f"conversations/{waiting['subject_id']}"
    said = await chat.shop.post(f"{place}/reply", content="Oi, sou a Ana.")
    for _ in range(2):
        await chat.shop.post(f"{place}/close")
    told = await _after(chat, waiting["seq"])
    assert [event["type"] for event in told] == ["message.outgoing", "conversation.closed"]
    assert (told[0]["data"]["message_id"], told[0]["data"]["content"]) == (said["id"], "Oi, sou a Ana.")
    assert await _after(chat, waiting["seq"], 1) == told[:1]
    assert await _after(chat, told[1]["seq"]) == []
    theirs = {event["store_id"] for event in await _after(other_chat, 0)}
    assert theirs == {other_chat.shop.store_id}


async def test_a_reply_names_the_chat_as_its_channel_does(chat: ChatShop):  # noqa: F811
    await chat.say("quero falar com um atendente", conversation_id="site-17")
    (waiting,) = await _after(chat, await _place(chat) - 1)
    assert (waiting["type"], waiting["data"]["key"]) == ("conversation.waiting", "site-17")
    await chat.shop.post(f"conversations/{waiting['subject_id']}/reply", content="Oi, sou a Ana.")
    (outgoing,) = await _after(chat, waiting["seq"])
    assert (outgoing["type"], outgoing["data"]["key"]) == ("message.outgoing", "site-17")


async def test_who_has_no_company_has_no_events(two_tenants):
    answer = await two_tenants[0].client.get(PLACE)
    assert (answer.status_code, answer.json()) == (200, {"items": []})


async def test_a_rehearsal_tells_nothing_and_a_place_is_a_number(chat: ChatShop):  # noqa: F811
    start = await _place(chat)
    await chat.say("quero falar com um atendente", dry_run=True)
    assert await _after(chat, start) == []
    assert_problem(await chat.shop.client.get(PLACE, params={"after": "x"}), 422, "validation")


async def test_events_are_read_backwards_too(chat: ChatShop):  # noqa: F811
    for key in ("c-1", "c-2", "c-3"):
        await chat.say("quero falar com um atendente", conversation_id=key)
    first, *told, last = await _after(chat, 0)
    assert len(told) > 1
    answer = await chat.shop.client.get(PLACE, params={"before": last["seq"], "limit": 2})
    assert answer.json()["items"] == told[:-3:-1]
    answer = await chat.shop.client.get(PLACE, params={"after": first["seq"], "before": last["seq"]})
    assert answer.json()["items"] == told[::-1]
    assert_problem(await chat.shop.client.get(PLACE, params={"before": -1}), 422, "validation")
