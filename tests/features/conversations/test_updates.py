"""GET conversations/updates: changes arrive as they happen, and a client that was away gets what it missed."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx

from app.features.live import BATCH
from tests.api import AUTH_TOKEN
from tests.problems import assert_problem
from tests.servers import Server

UPDATES = "/internal/conversations/updates"


async def _events(answer: httpx.Response) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """Pairs of id and data."""
    named = ""
    async for line in answer.aiter_lines():
        if line.startswith("id: "):
            named = line.removeprefix("id: ")
        if line.startswith("data: "):
            yield named, json.loads(line.removeprefix("data: "))


async def _until(answer: httpx.Response, key: str) -> tuple[str, dict[str, Any]]:
    async for named, data in _events(answer):
        if data["key"] == key:
            return named, data
    raise AssertionError("the stream ended")


async def test_changes_arrive_as_they_happen_and_a_resumed_stream_misses_none(server: Server):
    async with server.client(**{"X-Auth-Token": AUTH_TOKEN}) as auth:
        users = [
            (await auth.post("/internal/auth/users", json={"email": f"{name}@example.com", "name": name})).json()["id"]
            for name in ("ana", "bia")
        ]
    mine, theirs = server.as_actor(users[0]), server.as_actor(users[1])
    stores = []
    for way in (mine, theirs):
        await way.post("/internal/company/ensure", json={})
        stores.append((await way.post("/internal/stores", json={"name": "Loja"})).json()["id"])

    async def say(store: int, key: str) -> None:
        body = {"type": "vendas", "store_id": stores[store], "message": "oi", "conversation_id": key}
        assert (await mine.post("/chat", json=body)).status_code == 200

    async with asyncio.timeout(20):
        async with mine.stream("GET", UPDATES) as answer:
            assert answer.headers["content-type"].startswith("text/event-stream")
            await say(1, "theirs")
            await say(0, "first")
            last, told = await _until(answer, "first")
            assert (told["store_id"], told["state"], told["last_message"] != "") == (stores[0], "bot", True)
        await say(0, "second")
        await say(0, "third")
        async with mine.stream("GET", UPDATES, headers={"Last-Event-ID": last}) as answer:
            seen, events = set(), _events(answer)
            async for _, data in events:
                seen.add(data["key"])
                if {"second", "third"} <= seen:
                    break
            assert "theirs" not in seen
            # A move at the desk is told, too.
            assert (await mine.post(f"/internal/conversations/{told['id']}/take")).status_code == 200
            async for _, data in events:
                if (data["key"], data["state"]) == ("first", "human"):
                    break
        # The stamp of a clock that was ahead and has been put back since.
        async with mine.stream("GET", UPDATES, headers={"Last-Event-ID": "2099-01-01T00:00:00+00:00"}) as answer:
            await say(0, "afterwards")
            await _until(answer, "afterwards")
    for odd in ("yesterday", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+14:00", "2026-01-01T00:00:00"):
        refused = await mine.get(UPDATES, headers={"Last-Event-ID": odd})
        assert_problem(refused, 422, "validation", "/Last-Event-ID")


async def test_more_changes_at_once_than_one_look_holds_stop_nothing(server: Server, database):
    async with server.client(**{"X-Auth-Token": AUTH_TOKEN}) as auth:
        user = (await auth.post("/internal/auth/users", json={"email": "c@example.com", "name": "Caio"})).json()["id"]
    mine = server.as_actor(user)
    await mine.post("/internal/company/ensure", json={})
    store = (await mine.post("/internal/stores", json={"name": "Loja"})).json()["id"]

    async def say(key: str) -> None:
        body = {"type": "vendas", "store_id": store, "message": "oi", "conversation_id": key}
        assert (await mine.post("/chat", json=body)).status_code == 200

    await say("first")
    async with asyncio.timeout(20), mine.stream("GET", UPDATES) as answer:
        events = _events(answer)
        await database.execute(
            "INSERT INTO conversations (company_id, id, store_id, key, channel, data, created_at, updated_at)"
            " SELECT company_id, gen_random_uuid(), store_id, 'k' || n, channel, data, created_at, clock_timestamp()"
            " FROM conversations, generate_series(1, $2) n WHERE company_id = $1",
            user,
            BATCH + 1,
        )
        await say("last")
        seen: set[str] = set()
        async for _, data in events:
            seen.add(data["key"])
            if "last" in seen:
                break
    assert {f"k{n}" for n in range(1, BATCH + 2)} <= seen
