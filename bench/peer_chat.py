"""A chat turn (3 model calls, 2 tools) written with other libraries, against the same stub. Run by bench/chat.py.

Usage: PYTHON bench/peer_chat.py openai|langgraph|pydantic-ai BASE_URL TURNS CONCURRENT. For every line on stdin one
measurement: CPU milliseconds a turn on stdout. Or: PYTHON bench/peer_chat.py httpx BASE_URL CHATS WITHIN_S, once: the
chats all at once with a plain httpx loop, how many were answered in that time and the seconds each took.
"""

import asyncio
import json
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

PROMPT = "Você é um assistente de vendas."
QUESTION = "quero um tênis de corrida até 300 reais"
RESULT = '{"products":[]}'
Turn = Callable[[], Awaitable[object]]


def with_openai(base_url: str) -> Turn:
    """The loop by hand around the official client."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=base_url, api_key="x")
    tools: Any = [
        {"type": "function", "function": {"name": name, "description": "d", "parameters": {"type": "object"}}}
        for name in ("search_products", "filter_products_by_price")
    ]

    async def turn() -> object:
        messages: list[Any] = [{"role": "system", "content": PROMPT}, {"role": "user", "content": QUESTION}]
        for _ in range(5):
            reply = await client.chat.completions.create(model="stub", messages=messages, tools=tools)
            message = reply.choices[0].message
            if not message.tool_calls:
                return message.content
            messages.append(message)
            for call in message.tool_calls:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": RESULT})
        raise RuntimeError("no text")

    return turn


def with_langgraph(base_url: str) -> Turn:
    """langgraph's prebuilt agent."""
    from langchain_core.tools import tool
    from langchain_openai import ChatOpenAI
    from langgraph.prebuilt import create_react_agent

    @tool
    async def search_products(query: str, limit: int = 5) -> str:
        """Search."""
        return RESULT

    @tool
    async def filter_products_by_price(max_price: float, limit: int = 5) -> str:
        """Filter."""
        return RESULT

    model = ChatOpenAI(base_url=base_url, api_key="x", model="stub")
    agent = create_react_agent(model, [search_products, filter_products_by_price], prompt=PROMPT)
    return lambda: agent.ainvoke({"messages": [("user", QUESTION)]})


def with_pydantic_ai(base_url: str) -> Turn:
    """pydantic-ai's agent."""
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    agent = Agent(
        OpenAIChatModel("stub", provider=OpenAIProvider(base_url=base_url, api_key="x")), system_prompt=PROMPT
    )

    @agent.tool_plain
    async def search_products(query: str, limit: int = 5) -> str:
        """Search."""
        return RESULT

    @agent.tool_plain
    async def filter_products_by_price(max_price: float, limit: int = 5) -> str:
        """Filter."""
        return RESULT

    return lambda: agent.run(QUESTION)


PEERS = {"openai": with_openai, "langgraph": with_langgraph, "pydantic-ai": with_pydantic_ai}


async def httpx_flood(base_url: str, chats: int, within_s: float) -> None:
    """All chats at once, one model call each, with httpx as it comes and without its limits and time-outs."""
    import httpx

    seconds: list[float] = []
    failed = 0
    body = {"model": "stub", "messages": [{"role": "system", "content": PROMPT}, {"role": "user", "content": QUESTION}]}
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)

    def report() -> None:
        print(json.dumps({"seconds": seconds, "failed": failed, "cpu_ms": time.process_time() * 1000}), flush=True)
        os._exit(0)

    async def chat(client: httpx.AsyncClient) -> None:
        nonlocal failed
        started = time.perf_counter()
        try:
            (await client.post(f"{base_url}/chat/completions", json=body)).raise_for_status()
            seconds.append(time.perf_counter() - started)
        except httpx.HTTPError:
            failed += 1

    # A thread, because the loop itself may be stuck by then.
    timer = threading.Timer(within_s, report)
    timer.start()
    client = httpx.AsyncClient(timeout=None, limits=limits)  # noqa: S113 - bounded by the timer
    await asyncio.gather(*[chat(client) for _ in range(chats)])
    report()


async def measure(turn: Turn, turns: int, concurrent: int) -> float:
    """CPU milliseconds a turn of this process."""

    async def worker(count: int) -> None:
        for _ in range(count):
            await turn()

    started = time.process_time()
    await asyncio.gather(*[worker(turns // concurrent) for _ in range(concurrent)])
    return (time.process_time() - started) * 1000 / (turns // concurrent * concurrent)


async def measure_on_demand(turn: Turn, turns: int, concurrent: int) -> None:
    """Warm up, then one measurement for every line on stdin."""
    await measure(turn, concurrent, concurrent)
    while await asyncio.to_thread(sys.stdin.readline):
        print(await measure(turn, turns, concurrent), flush=True)


if __name__ == "__main__":
    import uvloop

    name, url, number, width = sys.argv[1:5]
    if name == "httpx":
        uvloop.run(httpx_flood(url, int(number), float(width)))
    else:
        uvloop.run(measure_on_demand(PEERS[name](url), int(number), int(width)))
