"""Thousands of chats on the full stack: the service in one process, its database, the stub model, the load generator.

Each is a process of its own (chat_load.py, chat_stub.py), and each one's CPU time is read from /proc.
"""

import asyncio
import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psutil

from bench.peer_chat import QUESTION
from bench.service import service

ROOT = Path(__file__).parents[1]
LATENCY_S, COMPANIES = 2.0, 50
TOKEN = "bench-token-" + "t" * 32
TYPES = """
types:
  plain:
    title: Plain
    config: {tools: []}
  shop:
    title: Shop
    config: {tools: [search_products, filter_products_by_price]}
  rules:
    title: Rules
    config: {tools: [search_products, get_product_details, filter_products_by_price, create_order]}
"""


@dataclass
class Stage:
    """What takes part in a flood."""

    port: int
    processes: dict[str, list[psutil.Process]]
    load: "subprocess.Popen[str]"
    agents: dict[str, list[str]] = field(default_factory=dict)

    def flood(
        self,
        chats: int,
        *,
        kind: str = "plain",
        message: str = QUESTION,
        within: str = "",
        over_s: float = 0,
        together: int = 0,
    ) -> dict[str, Any]:
        """Run that many chats: seconds of each, CPU milliseconds a chat by process, memory of the service.

        within: what the ids of the conversations begin with that the messages belong to; "": each begins a new one.
        """
        agents = itertools.islice(itertools.cycle(self.agents[kind]), chats)
        bodies = [
            json.dumps(
                {"type": kind, "message": message, "agent_id": agent}
                | ({"conversation_id": f"{within}-{number}"} if within else {})
            )
            for number, agent in enumerate(agents)
        ]
        order = {"port": self.port, "bodies": bodies, "over_s": over_s, "together": together}
        before = self._cpu_ms()
        assert self.load.stdin is not None
        assert self.load.stdout is not None
        with _peak(self.processes["service"][0]) as memory:
            self.load.stdin.write(json.dumps(order) + "\n")
            self.load.stdin.flush()
            told: dict[str, Any] = json.loads(self.load.stdout.readline())
        after = self._cpu_ms()
        cpu = {name: (after[name] - before[name]) / chats for name in before}
        return told | {"cpu": cpu | {"load generator": told.pop("cpu_ms") / chats}, "memory": memory[0]}

    def _cpu_ms(self) -> dict[str, float]:
        return {name: sum(_cpu_ms(one) for one in group) for name, group in self.processes.items()}

    def connections_in_use(self) -> int:
        """Database connections that the service holds at this moment, by its own metrics."""
        line_of = 'db_pool_connections{state="in_use"}'
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return next(int(float(line.split()[-1])) for line in lines if line.startswith(line_of))


@contextlib.contextmanager
def stage(base_url: str = "", stub_pid: int | None = None) -> Iterator[Stage]:
    """The service with COMPANIES companies, and the load generator, while the block runs; no model: its own rules."""
    with tempfile.TemporaryDirectory() as folder:
        types = Path(folder) / "agent_types.yaml"
        types.write_text(TYPES)
        variables = {
            "LLM_BASE_URL": base_url, "LLM_MODEL": "stub", "AGENT_TYPES_FILE": str(types), "JOB_CONCURRENCY": "1",
            "INTERNAL_API_TOKEN": TOKEN, "INTERNAL_AUTH_TOKEN": TOKEN, "LOG_LEVEL": "info", "LOG_FORMAT": "json",
        }  # fmt: skip
        with open(Path(folder) / "log", "wb") as log, service(log, **variables) as address:
            load = subprocess.Popen(
                [sys.executable, "-m", "bench.chat_load"],
                cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            try:
                yield _made(address, stub_pid, load)
            finally:
                load.kill()
                load.wait()


def _made(address: str, stub_pid: int | None, load: "subprocess.Popen[str]") -> Stage:
    children = psutil.Process().children(recursive=True)
    serving = next(one for one in children if one.cmdline()[-2:] == ["app", "serve"])
    folder = serving.environ()["DATA_DIR"]
    every = [one for one in psutil.process_iter(["cmdline", "name"]) if one.info["name"] == "postgres"]
    head = [one for one in every if folder in " ".join(one.info["cmdline"] or ())]
    made = Stage(
        int(address.rsplit(":", 1)[1]),
        {"service": [serving], "database": head, "stub model": [psutil.Process(stub_pid)] if stub_pid else []},
        load,
    )
    made.agents = asyncio.run(_shops(address))
    made.flood(COMPANIES * 4, together=32)  # statements are prepared on every connection
    return made


def _cpu_ms(process: psutil.Process) -> float:
    """CPU of a process with its threads and its children, ended ones included."""
    with contextlib.suppress(psutil.NoSuchProcess):
        own = process.cpu_times()
        below = (
            [child.cpu_times() for child in process.children(recursive=True)] if process.name() == "postgres" else []
        )
        ended = own.children_user + own.children_system if below else 0
        return float(own.user + own.system + ended + sum(one.user + one.system for one in below)) * 1000
    return 0.0


@contextlib.contextmanager
def _peak(process: psutil.Process) -> Iterator[list[int]]:
    """The largest resident memory while the block runs, bytes."""
    found, ended = [process.memory_info().rss], threading.Event()

    def watch() -> None:
        while not ended.wait(0.1):
            found[0] = max(found[0], process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield found
    finally:
        ended.set()
        watcher.join()


async def _shops(address: str) -> dict[str, list[str]]:
    """Agents that answer, one a company: `plain` without tools or products, `shop` and `rules` with both."""
    counts = {"plain": COMPANIES, "shop": 8, "rules": 8}
    async with aiohttp.ClientSession(address) as http:
        return {kind: [await _shop(http, time.time_ns(), kind) for _ in range(count)] for kind, count in counts.items()}


async def _shop(http: aiohttp.ClientSession, number: int, kind: str) -> str:
    """A company with a store, products and an active agent; the agent's id."""
    user = {"email": f"bench{number}@example.com", "name": "Bench"}
    made = await _post(http, "/internal/auth/users", user, {"X-Auth-Token": TOKEN})
    own = {"X-Internal-Token": TOKEN, "X-Actor-User-Id": str(made["id"])}
    await _post(http, "/internal/company/ensure", {"name": "Bench"}, own)
    store = await _post(http, "/internal/stores", {"name": f"Loja {number}"}, own)
    if kind != "plain":
        items = [{"name": f"Tênis Corrida Leve {n}", "price_cents": 19_990, "stock_quantity": 999} for n in range(200)]
        await _post(http, "/internal/products/batch-upsert", {"store_id": store["id"], "items": items}, own)
        await _embedded(http, f"/internal/products/stats/{store['id']}", own)
    agent = await _post(http, "/internal/agents", {"store_id": store["id"], "name": "Bia", "type": kind}, own)
    await _post(http, f"/internal/agents/{agent['id']}/toggle-active", {}, own)
    return str(agent["id"])


async def _embedded(http: aiohttp.ClientSession, path: str, headers: dict[str, str]) -> None:
    """Wait until the store's products have their vectors."""
    for _ in range(300):
        async with http.get(path, headers=headers) as answer:
            if not (await answer.json())["embedding"]["pending"]:
                return
        await asyncio.sleep(0.1)
    raise RuntimeError("the products were not embedded in half a minute")


async def _post(http: aiohttp.ClientSession, path: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
    data = json.dumps(body) if body else None
    async with http.post(path, data=data, headers=headers | {"Content-Type": "application/json"}) as answer:
        answer.raise_for_status()
        made: dict[str, Any] = await answer.json()
        return made
