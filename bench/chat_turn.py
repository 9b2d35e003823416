"""Our side of the turn's CPU, run by bench/chat.py in a process of its own like each peer.

Usage: python -m bench.chat_turn client|turn BASE_URL TURNS CONCURRENT; see peer_chat.py. `client`: our model client in
a hand-written loop. `turn`: the service's own Turn, with its prompt, checked arguments, quota and answer; its tools
answer a constant and its statements are not sent. Garbage is collected as in a process that serves.
"""

import dataclasses
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import date
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
import uvloop
from msgspec import Raw

from app.cli.serve import spare_what_stays
from app.clients.http import open_flood_transport
from app.clients.llm import LanguageModel, Message, ModelRequest
from app.clients.openai_chat import OpenAIChat
from app.context import PublicCtx
from app.db.ids import uuid7
from app.features.billing.rows import UsageRow
from app.features.chat import tools
from app.features.chat.scope import ChatScope, Opened
from app.features.chat.service import Turn, answer
from app.features.chat.types import ChatAgent, ChatRequest
from app.features.quota import service as quota
from app.ops.agent_types import AgentConfig, AgentType
from app.ops.clock import SystemClock
from app.ops.metrics import Metrics
from bench.peer_chat import PROMPT, QUESTION, RESULT, measure_on_demand

NAMES = ("search_products", "filter_products_by_price")
KIND = AgentType(title="Plain", config=AgentConfig(tools=NAMES))
PLENTY = 1_000_000_000
MONTH = UsageRow(
    "UTC", date(2026, 11, 1), uuid7(), 1, PLENTY, 0, False, False, None, 80, 0, 0, 0, 0, 0, 0, 0, 0
)  # fmt: skip


@asynccontextmanager
async def our_model(base_url: str) -> AsyncIterator[LanguageModel]:
    """Our client of the stub."""
    transport = open_flood_transport()
    try:
        yield OpenAIChat(transport, base_url=base_url, api_key="x", model="stub", timeout_s=30)
    finally:
        await transport.close()


def bare_loop(model: LanguageModel) -> Callable[[], Awaitable[object]]:
    """What somebody would write around the client; the arguments are decoded, not checked."""
    offered = tools.tools_of(NAMES)

    async def turn() -> object:
        messages = [Message("system", PROMPT), Message("user", QUESTION)]
        for _ in range(5):
            reply = await model.complete(ModelRequest(messages=messages, tools=offered))
            if not reply.tool_calls:
                return reply.text
            messages.append(Message("assistant", reply.text or None, reply.tool_calls))
            for call in reply.tool_calls:
                msgspec.json.decode(call.function.arguments)
                messages.append(Message("tool", RESULT, tool_call_id=call.id))
        raise RuntimeError("no text")

    return turn


def whole_turn(model: LanguageModel) -> Callable[[], Awaitable[object]]:
    """The Turn of POST /chat as it is, from its opened scope to the encoded answer."""

    async def written(*_: object, **__: object) -> tuple[bool, bool]:
        return True, True

    async def entered(*_: object, **__: object) -> tuple[object, ...]:
        return ("begun", uuid7(), None, Raw(b"{}"), 0, None, None, None, None)

    kept = SimpleNamespace(enter_conversation=entered, end_turn=written)
    services: Any = SimpleNamespace(
        llm=model, metrics=Metrics(), agent_types={"plain": KIND}, replica=None, db=None, clock=SystemClock(),
        settings=SimpleNamespace(llm_timeout_s=30.0), presence=lambda: 1,
        q=SimpleNamespace(conversations=kept),
    )  # fmt: skip
    agent = ChatAgent(uuid7(), "Bia", "plain", {}, None, {}, True)
    scope = ChatScope(
        store_id=uuid7(), company_id="bench", store_name="Loja", store_description=None, agent=agent, lead=None,
        document_ids=[],
    )  # fmt: skip

    async def turn() -> object:
        ctx = PublicCtx(services, None, services.db)  # type: ignore[arg-type]
        held = quota.reserved(uuid7(), "bench", MONTH, 20_000, 20_000)
        body = ChatRequest(type="plain", message=QUESTION, agent_id=agent.id)
        found = await answer(Turn(ctx, body, Opened("bench", scope, [], held.standing, held), KIND))
        if found.iterations != 3 or not all(run.ok for run in found.tool_calls):
            raise RuntimeError(f"not the turn to measure: {found}")
        return msgspec.json.encode(found)

    return turn


async def _constant(_box: object, _given: object) -> tuple[bool, dict[str, Any]]:
    return True, {"products": [{"name": "Tênis Corrida Leve", "price": 199.9}]}  # as the stub's text says


async def main() -> None:
    """Measure one of the two."""
    kind, base_url, turns, concurrent = sys.argv[1:5]
    spare_what_stays()
    async with our_model(base_url) as model:
        with mock.patch.object(tools, "_TOOLS", _stubbed()):
            make = {"client": bare_loop, "turn": whole_turn}[kind]
            await measure_on_demand(make(model), int(turns), int(concurrent))


def _stubbed() -> dict[str, Any]:
    """The two tools with their names, schemas and argument checks; what they do is left out."""
    return {name: dataclasses.replace(tools._TOOLS[name], run=_constant) for name in NAMES}


if __name__ == "__main__":
    uvloop.run(main())
