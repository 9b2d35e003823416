"""A chat turn (3 model calls, 2 tools) written with other libraries, against the same stub. Run by bench/chat.py.

Usage: PYTHON bench/peer_chat.py openai|langgraph|pydantic-ai BASE_URL TURNS CONCURRENT. Prints CPU milliseconds a turn.
"""

import asyncio
import sys
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


async def measure(turn: Turn, turns: int, concurrent: int) -> float:
    """CPU milliseconds a turn of this process."""

    async def worker(count: int) -> None:
        for _ in range(count):
            await turn()

    await asyncio.gather(*[worker(1) for _ in range(concurrent)])
    started = time.process_time()
    await asyncio.gather(*[worker(turns // concurrent) for _ in range(concurrent)])
    return (time.process_time() - started) * 1000 / (turns // concurrent * concurrent)


if __name__ == "__main__":
    import uvloop

    name, url, number, width = sys.argv[1:5]

    async def main() -> None:
        """Measure one peer."""
        print(await measure(PEERS[name](url), int(number), int(width)))

    uvloop.run(main())
