"""Test conversations of an agent: kept, held as rehearsals by a job, judged, and nobody else's."""

from typing import Any

from app.features.agent_tests.routes import MOST
from tests.api import Api
from tests.features.chat.conftest import ChatShop, open_chat_shop
from tests.problems import assert_problem
from tests.shops import NOBODYS, Shop

PLACE = "/internal/agent-tests"
SHIRT = ["quero 2 camisetas básicas algodão no pix", "sim"]
AGREED = {"lines": [{"name": "Camiseta Básica Algodão", "quantity": 2}], "total_cents": 7980, "payment_method": "pix"}


async def keep(chat: ChatShop, name: str, turns: list[str], **expect: Any) -> str:
    made = await chat.shop.post("agent-tests", agent_id=chat.agent_id, name=name, turns=turns, expect=expect)
    assert (made["queued_at"], made["verdict"], made["answers"]) == (None, None, [])
    return str(made["id"])


async def listed(chat: ChatShop) -> dict[str, dict[str, Any]]:
    answer = await chat.shop.client.get(PLACE, params={"agent_id": chat.agent_id})
    return {test["name"]: test for test in answer.json()}


async def run(api: Api, chat: ChatShop, **body: Any) -> int:
    told = await chat.shop.post("agent-tests/run", agent_id=chat.agent_id, **body)
    await api.run_jobs()
    return int(told["queued"])


async def test_tests_are_held_with_the_agent_as_it_is_and_leave_nothing(api: Api, shop: Shop):
    chat = await open_chat_shop(api, shop)
    await keep(chat, "pedido", SHIRT, order=AGREED)
    await keep(chat, "outro total", SHIRT, order=AGREED | {"total_cents": 100})
    await keep(chat, "sem pedido", SHIRT, no_order=True)
    await keep(chat, "pessoa", ["quero falar com uma pessoa"], state="waiting")
    await keep(
        chat, "resposta", ["tem camiseta?"], reply={"contains": ["39,90", ["azul", "algodão"]], "lacks": ["esgotad"]}
    )
    await keep(chat, "preço", ["tem camiseta?"], reply={"contains": ["10,00"]}, tools=["search_products"])
    assert await run(api, chat) == 6
    found = await listed(chat)
    assert {name: test["verdict"] for name, test in found.items()} == {
        "pedido": "clean", "outro total": "harmful", "sem pedido": "harmful", "pessoa": "clean", "resposta": "clean",
        "preço": "wrong",
    }  # fmt: skip
    assert found["outro total"]["reasons"] == [{"kind": "total", "wanted": "100", "got": "7980"}]
    assert found["preço"]["reasons"][0] == {"kind": "not_said", "wanted": "10,00"}
    told = found["pedido"]["answers"]
    assert [answer["text"] for answer in told] == SHIRT
    assert "create_order" in told[1]["tools"]
    assert all(test["queued_at"] is None and test["ran_at"] for test in found.values())
    for place in ("orders", "conversations"):
        assert (await shop.client.get(f"/internal/{place}", params={"store_ids": shop.store_id})).json()["total"] == 0


async def test_one_is_run_alone_and_a_change_forgets_its_result(api: Api, shop: Shop):
    chat = await open_chat_shop(api, shop)
    one, other = await keep(chat, "a", ["oi"]), await keep(chat, "b", ["oi"])
    assert await run(api, chat, test_ids=[one]) == 1
    found = await listed(chat)
    assert (found["a"]["verdict"], found["b"]["verdict"]) == ("clean", None)
    changed = (await shop.client.patch(f"{PLACE}/{one}", json={"turns": ["olá"]})).json()
    assert (changed["turns"], changed["verdict"], changed["answers"], changed["name"]) == (["olá"], None, [], "a")
    assert (await shop.client.delete(f"{PLACE}/{other}")).status_code == 204
    assert list(await listed(chat)) == ["a"]


async def test_an_agent_that_is_off_is_tried_too(api: Api, shop: Shop):
    chat = await open_chat_shop(api, shop)
    await shop.post(f"agents/{chat.agent_id}/toggle-active")
    await keep(chat, "a", ["tem camiseta?"], reply={"contains": ["camiseta"]})
    await run(api, chat)
    assert (await listed(chat))["a"]["verdict"] == "clean"


async def test_a_test_takes_nothing_of_the_agents_message_limit(api: Api, shop: Shop):
    chat = await open_chat_shop(api, shop)
    await shop.client.patch(f"/internal/agents/{chat.agent_id}", json={"rate_limits": {"messages_per_minute": 1}})
    await keep(chat, "a", ["oi", "tem camiseta?"])
    await run(api, chat)
    assert (await listed(chat))["a"]["verdict"] == "clean"
    await chat.say("oi")


async def test_other_companies_and_missing_agents_get_404(api: Api, shop: Shop, other_shop: Shop):
    chat = await open_chat_shop(api, shop)
    made = await keep(chat, "a", ["oi"])
    for agent_id, client in ((chat.agent_id, other_shop.client), (NOBODYS, shop.client)):
        assert_problem(await client.get(PLACE, params={"agent_id": agent_id}), 404, "not-found")
        body = {"agent_id": agent_id, "name": "b", "turns": ["oi"]}
        assert_problem(await client.post(PLACE, json=body), 404, "not-found")
        assert_problem(await client.post(f"{PLACE}/run", json={"agent_id": agent_id}), 404, "not-found")
    assert_problem(await other_shop.client.patch(f"{PLACE}/{made}", json={"name": "b"}), 404, "not-found")
    assert_problem(await other_shop.client.delete(f"{PLACE}/{made}"), 404, "not-found")
    assert list(await listed(chat)) == ["a"]


async def test_odd_tests_are_refused_and_there_is_a_most(api: Api, shop: Shop):
    chat = await open_chat_shop(api, shop)
    good = {"agent_id": chat.agent_id, "name": "a", "turns": ["oi"]}
    for bad in ({"turns": []}, {"turns": [""]}, {"name": ""}, {"expect": {"state": "asleep"}}, {"expect": {"more": 1}}):
        assert_problem(await shop.client.post(PLACE, json=good | bad), 422, "validation")
    for number in range(MOST):
        await shop.post("agent-tests", **(good | {"name": f"teste {number}"}))
    assert_problem(await shop.client.post(PLACE, json=good), 409, "conflict")
