"""kill -9 of the service and of its database under a write load: nothing acknowledged is lost, nothing doubled."""

import asyncio
import os
import random
import signal
import time
from contextlib import suppress

import httpx

from tests.chaos.ledger import Writers, check
from tests.chaos.stage import Outcome, Stage, open_shop
from tests.servers import Server

KILLS = 5
DATABASE_KILLS = 5


async def kill_the_service(stage: Stage) -> Outcome:
    """kill -9 of the API every few seconds."""
    server = await asyncio.to_thread(stage.server(JOB_CONCURRENCY="2").start)
    writers = Writers(server, await open_shop(server), "api")
    writers.start()
    slowest = 0.0
    for number in range(KILLS):
        await asyncio.sleep(1 + 2 * random.Random(number).random())
        server.kill()
        started = time.monotonic()
        await asyncio.to_thread(server.start)
        slowest = max(slowest, time.monotonic() - started)
    await asyncio.sleep(1)
    return await _verdict(stage, server, writers, f"API killed {KILLS} times", f"up again in ≤ {slowest:.1f} s")


async def kill_the_database(stage: Stage) -> Outcome:
    """kill -9 of the postmaster, and of single backends, in turn; the service stays up and starts it again."""
    server = await asyncio.to_thread(stage.server(JOB_CONCURRENCY="2").start)
    writers = Writers(server, await open_shop(server), "db")
    writers.start()
    slowest = 0.0
    for number in range(DATABASE_KILLS):
        await asyncio.sleep(1.5)
        postmaster, *children = stage.postgres()
        victim = postmaster if number % 2 == 0 else random.Random(number).choice(children)
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        started = time.monotonic()
        await asyncio.sleep(0.2)
        if not await _answers(server, writers.shop.actor_id):
            return Outcome("PostgreSQL killed", "", ["the service does not come back"])
        slowest = max(slowest, time.monotonic() - started)
    await asyncio.sleep(1)
    name = f"PostgreSQL killed {DATABASE_KILLS} times"
    return await _verdict(stage, server, writers, name, f"serving again in ≤ {slowest:.1f} s")


async def _answers(server: Server, actor_id: str) -> bool:
    """True as soon as a request reaches the database, within a minute."""
    deadline = time.monotonic() + 60
    async with server.as_actor(actor_id) as client:
        while time.monotonic() < deadline:
            with suppress(httpx.TransportError):
                if (await client.get("/internal/company")).status_code == 200:
                    return True
            await asyncio.sleep(0.05)
    return False


async def _verdict(stage: Stage, server: Server, writers: Writers, name: str, more: str) -> Outcome:
    await writers.stop()
    wrong: list[str] = []
    try:
        await writers.settle()
    except TimeoutError:
        wrong.append("some keys never got an answer")
    wrong += await check(writers, stage.database.dsn)
    code = await asyncio.to_thread(server.stop)
    wrong += [f"exit code {code} at the end"] if code else []
    ledger = writers.ledger
    total = len(ledger.orders) + len(ledger.messages)
    seen = f"{total} acknowledged writes, {ledger.failed_tries} failed tries, {len(ledger.open)} settled later; {more}"
    return Outcome(name, seen, wrong)
