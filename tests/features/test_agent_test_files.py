"""Tests of an agent as a file: the format of `chat evaluate`, both ways; what is wrong with one is told by line."""

from pathlib import Path
from typing import Any

import pytest

from app.evaluation.cases import load_cases
from app.features.agent_tests.routes import MOST
from tests.api import ROOT, Api
from tests.features.chat.conftest import ChatShop, open_chat_shop
from tests.problems import assert_problem
from tests.shops import NOBODYS, Shop

PLACE = "/internal/agent-tests"
FILE = """
conversations:
  - name: duas camisetas
    tags: [pedido]
    turns:
      - text: "quero 2 camisetas básicas algodão no pix"
        expect: {no_order: true, reply: {contains: ["79,80", [pix]]}}
      - "sim"
    expect: {order: {lines: [{name: Camiseta Básica Algodão, quantity: 2}], total_cents: 7980, payment_method: pix}}
  - name: só pergunta
    turns:
      - {text: "tem camiseta?", expect: {reply: {contains: ["39,90"], lacks: [Resumo]}, state: waiting}}
      - "obrigada"
    expect: {no_order: true}
"""


@pytest.fixture
async def chat(api: Api, shop: Shop) -> ChatShop:
    return await open_chat_shop(api, shop)


async def send(chat: ChatShop, content: str) -> dict[str, Any]:
    return await chat.shop.post("agent-tests/import", agent_id=chat.agent_id, content=content)


async def listed(chat: ChatShop) -> dict[str, dict[str, Any]]:
    answer = await chat.shop.client.get(PLACE, params={"agent_id": chat.agent_id})
    return {test["name"]: test for test in answer.json()}


async def exported(chat: ChatShop) -> str:
    answer = await chat.shop.client.get(f"{PLACE}/export", params={"agent_id": chat.agent_id})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["content"])


async def test_a_file_is_kept_held_and_written_again(api: Api, chat: ChatShop, tmp_path: Path):
    assert await send(chat, FILE) == {"created": 2, "updated": 0, "errors": []}
    await chat.shop.post("agent-tests/run", agent_id=chat.agent_id)
    await api.run_jobs()
    found = await listed(chat)
    assert list(found) == ["duas camisetas", "só pergunta"]
    assert found["duas camisetas"]["verdict"] == "clean"
    # What is expected of an answer on the way is judged right there.
    assert found["só pergunta"]["verdict"] == "clumsy"
    assert found["só pergunta"]["reasons"] == [
        {"kind": "state", "wanted": "waiting", "got": "bot", "after": "tem camiseta?"}
    ]
    content = await exported(chat)
    (tmp_path / "conversas.yaml").write_text(content, "utf-8")
    case = load_cases(tmp_path / "conversas.yaml")
    assert {product["name"] for product in case.shop.products} == set(chat.products)
    assert [len(conversation.turns) for conversation in case.conversations] == [2, 2]
    # The same once more: nothing changes, and the results stay.
    assert await send(chat, content) == {"created": 0, "updated": 2, "errors": []}
    assert (await listed(chat))["duas camisetas"]["verdict"] == "clean"
    assert await exported(chat) == content
    assert await send(chat, FILE.replace("79,80", "10,00").replace("só pergunta", "outra")) == {
        "created": 1,
        "updated": 1,
        "errors": [],
    }
    assert (await listed(chat))["duas camisetas"]["verdict"] is None
    assert len(await listed(chat)) == 3


HEAD = "conversations:\n  - name: um\n    turns: [oi]\n"


@pytest.mark.parametrize(
    ("content", "line", "name", "field", "detail"),
    [
        ("{", 1, "", "", "YAML"),
        ("conversations:\n  - name: [\n", 3, "", "", "YAML"),
        ("a: &x [1]\nb: *x\n", 2, "", "", "YAML"),
        (HEAD + "  - name: 'a\x01'\n", 4, "", "", "YAML"),
        ("conversations: !!map [a]\n", 1, "", "", "YAML"),
        (HEAD + "    expect: !!bool talvez\n", 4, "", "", "YAML"),
        ("oi", 1, "", "conversations", "required"),
        ("shop: {}\nconversations: []\n", 2, "", "conversations", "required"),
        (HEAD + "more: 1\n", 4, "", "more", "unknown field"),
        (HEAD + "    turn: 1\n", 4, "um", "turn", "unknown field"),
        (HEAD + "    name: dois\n", 4, "", "", "twice"),
        (HEAD + "  - name: dois\n", 4, "dois", "turns", "required"),
        (HEAD + "  - turns: [oi]\n", 4, "", "name", "required"),
        (HEAD + "  - name: um\n    turns: [oi]\n", 2, "um", "name", "several"),
        (HEAD + "  - name: dois\n    turns:\n      - oi\n      - 2\n", 7, "dois", "turns.1", "Expected `str"),
        (HEAD + "    expect:\n      reply:\n        contains: x\n", 6, "um", "expect.reply.contains", "array"),
        (HEAD + "    expect: {cancelled: 1}\n", 4, "um", "expect.cancelled", "unknown field"),
        (
            HEAD + "  - name: dois\n    turns:\n      - text: oi\n        expect:\n          order: {}\n",
            8, "dois", "turns.0.expect.order", "unknown field",
        ),
        (HEAD + '  - name: dois\n    turns: ["\\0"]\n', 5, "dois", "turns.0", "NUL"),
        (HEAD + '  - name: dois\n    turns: ["\\ud800"]\n', 4, "dois", "", "a value"),
    ],
)  # fmt: skip
async def test_what_is_wrong_is_told_by_line_and_field_and_nothing_is_kept(
    chat: ChatShop, content: str, line: int, name: str, field: str, detail: str
):
    told = await send(chat, content)
    assert (told["created"], told["updated"]) == (0, 0)
    first = told["errors"][0]
    assert (first["line"], first["name"], first["field"]) == (line, name, field), told
    assert detail in first["detail"]
    assert await listed(chat) == {}


async def test_every_conversation_that_is_wrong_is_told(chat: ChatShop):
    told = await send(chat, "conversations:\n  - {name: a}\n  - {name: b, turns: [oi]}\n  - {name: c, turns: []}\n")
    assert [(error["line"], error["name"]) for error in told["errors"]] == [(2, "a"), (4, "c")]


async def test_a_file_takes_no_agent_above_its_most(chat: ChatShop):
    rows = "".join(f"  - {{name: teste {number}, turns: [oi]}}\n" for number in range(MOST))
    assert (await send(chat, "conversations:\n" + rows))["created"] == MOST
    [error] = (await send(chat, "conversations:\n  - {name: mais, turns: [oi]}\n"))["errors"]
    assert "at most" in error["detail"]
    assert len(await listed(chat)) == MOST


async def test_the_houses_own_files_are_taken(chat: ChatShop):
    content = (ROOT / "tests/data/conversations/mercado.yaml").read_text("utf-8")
    told = await send(chat, content)
    assert all("cancelled" in error["field"] or "at most" in error["detail"] for error in told["errors"]), told


async def test_a_name_is_one_tests_alone(chat: ChatShop):
    body = {"agent_id": chat.agent_id, "name": "a", "turns": ["oi"]}
    assert (await chat.shop.client.post(PLACE, json=body)).status_code == 201
    assert_problem(await chat.shop.client.post(PLACE, json=body), 409, "conflict")


async def test_files_are_their_companys(chat: ChatShop, other_shop: Shop):
    for agent_id, client in ((chat.agent_id, other_shop.client), (NOBODYS, chat.shop.client)):
        assert_problem(await client.get(f"{PLACE}/export", params={"agent_id": agent_id}), 404, "not-found")
        body = {"agent_id": agent_id, "content": FILE}
        assert_problem(await client.post(f"{PLACE}/import", json=body), 404, "not-found")
