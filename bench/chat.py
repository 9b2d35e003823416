"""The chat: CPU of a turn against agent libraries, and two thousand chats at once on the full stack.

Usage: python -m bench.chat [--rounds 5]. Writes bench/results/chat.json and chat.png. Both run against a stub model
(chat_stub.py). Peers take part when bench/.env-chat exists:
`python3 -m venv bench/.env-chat`, then install langgraph, langchain-openai, pydantic-ai-slim[openai] and uvloop in it.
"""

import argparse
import asyncio
import contextlib
import json
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import uvloop

from app.clients.http import open_transport
from app.clients.llm import Message, ModelRequest
from app.clients.openai_chat import OpenAIChat
from app.features.chat.tools import tools_of
from app.ops.agent_types import TOOL_NAMES
from bench.peer_chat import PROMPT, QUESTION, RESULT, measure
from bench.service import service

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "bench" / "results"
PEER_PYTHON = ROOT / "bench" / ".env-chat" / "bin" / "python"
TURNS, CONCURRENT = 320, 32
CHATS, LATENCY_S, COMPANIES = 2000, 2.0, 50
TOKEN = "bench-token-" + "t" * 32


@contextlib.contextmanager
def stub(delay_s: float) -> Iterator[str]:
    """The stub model in a process of its own; gives its base URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "bench.chat_stub", str(port), str(delay_s)], cwd=ROOT)
    try:
        for _ in range(100):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.kill()
        process.wait()


async def our_turn_ms(base_url: str) -> float:
    """CPU milliseconds of our client and loop, with the peers' tools (they answer a constant)."""
    transport = open_transport()
    model = OpenAIChat(transport, base_url=base_url, api_key="x", model="stub", timeout_s=30)
    tools = tools_of(TOOL_NAMES)

    async def turn() -> object:
        messages = [Message("system", PROMPT), Message("user", QUESTION)]
        for _ in range(5):
            reply = await model.complete(ModelRequest(messages=messages, tools=tools))
            if not reply.tool_calls:
                return reply.text
            messages.append(Message("assistant", reply.text or None, reply.tool_calls))
            for call in reply.tool_calls:
                msgspec.json.decode(call.function.arguments)
                messages.append(Message("tool", RESULT, tool_call_id=call.id))
        raise RuntimeError("no text")

    try:
        return await measure(turn, TURNS, CONCURRENT)
    finally:
        await transport.close()


def peer_turn_ms(name: str, base_url: str) -> float | None:
    """CPU milliseconds of a peer in its own environment; None when that is missing."""
    if not PEER_PYTHON.exists():
        return None
    command = [str(PEER_PYTHON), str(ROOT / "bench" / "peer_chat.py"), name, base_url, str(TURNS), str(CONCURRENT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        print(f"{name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return float(done.stdout.split()[-1])


def compare(rounds: int) -> dict[str, Any]:
    """Interleaved rounds: ours, then each peer."""
    times: dict[str, list[float]] = {}
    with stub(0) as base_url:
        for _ in range(rounds):
            times.setdefault("ours", []).append(uvloop.run(our_turn_ms(base_url)))
            for name in ("openai", "langgraph", "pydantic-ai"):
                if (value := peer_turn_ms(name, base_url)) is not None:
                    times.setdefault(name, []).append(value)
    ours = times["ours"]
    result: dict[str, Any] = {"turn CPU ms": {name: _spread(values) for name, values in times.items()}}
    result["peer / ours"] = {
        name: _spread([peer / own for peer, own in zip(values, ours, strict=True)])
        for name, values in times.items()
        if name != "ours" and len(values) == len(ours)
    }
    return result


def _spread(values: list[float]) -> dict[str, Any]:
    return {"median": statistics.median(values), "range": [min(values), max(values)]}


async def _shop(http: aiohttp.ClientSession, number: int) -> str:
    """A company with a store, products and an active agent; the agent's id."""
    user = {"email": f"bench{number}@example.com", "name": "Bench"}
    made = await _post(http, "/internal/auth/users", user, {"X-Auth-Token": TOKEN})
    own = {"X-Internal-Token": TOKEN, "X-Actor-User-Id": str(made["id"])}
    await _post(http, "/internal/company/ensure", {"name": "Bench"}, own)
    store = await _post(http, "/internal/stores", {"name": f"Loja {number}"}, own)
    items = [{"name": f"Tênis Corrida {n}", "price_cents": 9990 + n * 500, "stock_quantity": 9} for n in range(30)]
    await _post(http, "/internal/products/batch-upsert", {"store_id": store["id"], "items": items}, own)
    agent = await _post(http, "/internal/agents", {"store_id": store["id"], "name": "Bia", "type": "plain"}, own)
    await _post(http, f"/internal/agents/{agent['id']}/toggle-active", {}, own)
    return str(agent["id"])


async def _post(http: aiohttp.ClientSession, path: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
    data = json.dumps(body) if body else None
    async with http.post(path, data=data, headers=headers | {"Content-Type": "application/json"}) as answer:
        answer.raise_for_status()
        made: dict[str, Any] = await answer.json()
        return made


async def flood(address: str, over_s: float) -> dict[str, Any]:
    """CHATS chats that begin within `over_s` seconds: overhead over the model's latency, and what failed."""
    async with aiohttp.ClientSession(address, connector=aiohttp.TCPConnector(limit=0)) as http:
        agents = [await _shop(http, time.time_ns() + number) for number in range(COMPANIES)]

        async def one(number: int) -> tuple[int, float]:
            await asyncio.sleep(over_s * number / CHATS)
            started = time.perf_counter()
            body = {"type": "plain", "message": QUESTION, "agent_id": agents[number % COMPANIES]}
            async with http.post("/chat", json=body) as answer:
                await answer.read()
                return answer.status, time.perf_counter() - started - LATENCY_S

        done = await asyncio.gather(*[one(number) for number in range(CHATS)])
    overheads = sorted(overhead for _, overhead in done)
    return {
        "failed": sum(status != 200 for status, _ in done),
        "overhead p50 ms": overheads[CHATS // 2] * 1000,
        "overhead p95 ms": overheads[int(CHATS * 0.95)] * 1000,
    }


def full_stack(rounds: int) -> dict[str, Any]:
    """The service with its database, quota and log; one model call of two seconds a chat."""
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, stub(LATENCY_S) as base_url:
        types = Path(folder) / "agent_types.yaml"
        types.write_text("types:\n  plain:\n    title: Plain\n    config: {tools: []}\n")
        variables = {
            "LLM_BASE_URL": base_url, "LLM_MODEL": "stub", "AGENT_TYPES_FILE": str(types),
            "INTERNAL_API_TOKEN": TOKEN, "INTERNAL_AUTH_TOKEN": TOKEN,
        }  # fmt: skip
        for title, over_s in (("all at once", 0.0), ("within 20 s", 20.0)):
            with service(**variables) as address:
                runs = [uvloop.run(flood(address, over_s)) for _ in range(rounds)]
            results[f"{CHATS} chats of {LATENCY_S:.0f} s, {title}"] = {
                name: _spread([run[name] for run in runs]) for name in runs[0]
            }
    return results


def plot(turns: dict[str, Any]) -> None:
    """Bars of the turn's CPU."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = list(turns)
    pyplot.figure(figsize=(6, 3.2))
    pyplot.bar(names, [turns[name]["median"] for name in names])
    pyplot.ylabel("CPU ms per turn (3 model calls, 2 tools)")
    pyplot.tight_layout()
    pyplot.savefig(RESULTS / "chat.png", dpi=120)


def main() -> None:
    """Run both and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    RESULTS.mkdir(parents=True, exist_ok=True)
    result = compare(rounds) | full_stack(max(1, rounds // 2))
    (RESULTS / "chat.json").write_text(json.dumps(result, indent=2), "utf-8")
    plot(result["turn CPU ms"])
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
