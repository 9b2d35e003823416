"""Chats and agents over two real processes: one budget, one active agent, one configuration."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.db import Database
from tests.api import AUTH_TOKEN, ROOT
from tests.fakes.llm import FakeModel, Step
from tests.servers import Server
from tests.waiting import until

BUDGET = 60_000
TYPES = (ROOT / "agent_types.yaml").read_text("utf-8")


@pytest.fixture
async def model():
    async with FakeModel(lambda _: Step("pronto", usage=(1500, 500), delay=0.02)) as fake:
        yield fake


@pytest.fixture
def types_file(tmp_path: Path) -> Path:
    path = tmp_path / "types.yaml"
    path.write_text(TYPES, "utf-8")
    return path


@pytest.fixture
def replicas(dsn: str, tmp_path: Path, model: FakeModel, types_file: Path) -> Iterator[list[Server]]:
    environment = {"LLM_BASE_URL": model.base_url, "LLM_MODEL": "m", "AGENT_TYPES_FILE": str(types_file)}
    servers = [Server(dsn, tmp_path, JOB_CONCURRENCY="0", **environment).start() for _ in range(2)]
    yield servers
    for server in servers:
        with suppress(Exception):
            server.kill()


async def test_two_processes_share_one_budget_one_active_agent_and_one_configuration(
    replicas: list[Server], database: Database, types_file: Path
) -> None:
    async with replicas[0].client(**{"X-Auth-Token": AUTH_TOKEN}) as auth:
        actor = (await auth.post("/internal/auth/users", json={"email": "a@example.com", "name": "Ana"})).json()["id"]
    ways = [server.as_actor(actor) for server in replicas]
    await ways[0].post("/internal/company/ensure", json={})
    store = (await ways[0].post("/internal/stores", json={"name": "Loja"})).json()["id"]
    await database.execute("UPDATE plans SET included_tokens = $1 WHERE slug = 'free'", BUDGET)

    # Sixty turns of 2,000 tokens, all at once, on a budget of thirty.
    body = {"type": "vendas", "store_id": store, "message": "oi"}
    turns = await asyncio.gather(*(ways[n % 2].post("/chat", json=body) for n in range(60)))
    blocked = Counter(turn.json()["blocked"] for turn in turns)
    assert blocked[True] > 0
    assert blocked[False] > 0
    used, reserved = await database.fetchrow("SELECT used_tokens, reserved_tokens FROM usage_counters") or (0, -1)
    assert (used, reserved) == (2000 * blocked[False], 0)
    assert used <= BUDGET

    made = [
        (await ways[0].post("/internal/agents", json={"store_id": store, "name": name, "type": "vendas"})).json()["id"]
        for name in ("Bia", "Ana")
    ]
    moves = await asyncio.gather(
        *(ways[n % 2].post(f"/internal/agents/{made[n // 2 % 2]}/toggle-active") for n in range(40))
    )
    assert {move.status_code for move in moves} == {200}
    # Each agent was toggled an even number of times, but switching one on switches the other off.
    assert await database.fetchval("SELECT count(*) FROM agents WHERE active") <= 1

    renamed = TYPES.replace("title: Vendas", "title: Balcão", 1)
    await asyncio.to_thread(types_file.write_text, renamed, "utf-8")
    assert (await ways[0].post("/agents/reload")).status_code == 200

    async def told_everywhere() -> bool:
        return all([(await way.get("/agents/vendas")).json()["title"] == "Balcão" for way in ways])

    await until(told_everywhere, 2)
