"""kill -9 of the service and of its database under a write load: nothing acknowledged is lost, nothing doubled."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import httpx

from tests.chaos.bills import Payers, card_provider, check_bill, keep_reporting, known_to, reported
from tests.chaos.ledger import Writers, check
from tests.chaos.load import Load
from tests.chaos.stage import Outcome, Stage, open_shop
from tests.servers import Server

KILLS = 5
DATABASE_KILLS = 5


async def kill_the_service(stage: Stage) -> Outcome:
    """kill -9 of the API every few seconds."""
    slowest = 0.0
    async with _busy(stage, "api") as busy:
        for number in range(KILLS):
            await asyncio.sleep(1 + 2 * random.Random(number).random())
            busy.server.kill()
            started = time.monotonic()
            await asyncio.to_thread(busy.server.start)
            slowest = max(slowest, time.monotonic() - started)
        await asyncio.sleep(1)
    return busy.outcome(f"API killed {KILLS} times", f"up again in ≤ {slowest:.1f} s")


async def kill_the_database(stage: Stage) -> Outcome:
    """kill -9 of the postmaster, and of single backends, in turn; the service stays up and starts it again."""
    slowest = 0.0
    async with _busy(stage, "db") as busy:
        for number in range(DATABASE_KILLS):
            await asyncio.sleep(1.5)
            postmaster, *children = stage.postgres()
            victim = postmaster if number % 2 == 0 else random.Random(number).choice(children)
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
            started = time.monotonic()
            await asyncio.sleep(0.2)
            if not await _answers(busy.server, busy.loads[0].actor_id):
                return Outcome("PostgreSQL killed", "", ["the service does not come back"])
            slowest = max(slowest, time.monotonic() - started)
        await asyncio.sleep(1)
    return busy.outcome(f"PostgreSQL killed {DATABASE_KILLS} times", f"serving again in ≤ {slowest:.1f} s")


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


class _Busy:
    """A service under two loads, of one company that sells and pays; what was wrong in the end."""

    def __init__(self, server: Server, writers: Writers, payers: Payers) -> None:
        self.server = server
        self.loads: list[Load] = [writers, payers]
        self.bought = payers.bought
        self.wrong: list[str] = []

    def outcome(self, name: str, more: str) -> Outcome:
        """The line of the table."""
        writes = sum(load.acknowledged for load in self.loads)
        failed = sum(load.failed_tries for load in self.loads)
        settled = sum(len(load.unanswered) for load in self.loads)
        seen = f"{writes} acknowledged writes, {len(self.bought)} of them top-ups, {failed} failed tries"
        return Outcome(name, f"{seen}, {settled} settled later; {more}", self.wrong)


@asynccontextmanager
async def _busy(stage: Stage, name: str) -> AsyncIterator[_Busy]:
    """Both loads for as long as the block runs; then they settle and the books are compared."""
    dsn = stage.database.dsn
    with card_provider() as provider:
        server = await asyncio.to_thread(stage.server(JOB_CONCURRENCY="2", **known_to(provider)).start)
        shop = await open_shop(server)
        writers, payers = Writers(server, shop, name), await Payers(server, shop.actor_id, name, provider).subscribe()
        busy = _Busy(server, writers, payers)
        reporting = asyncio.create_task(keep_reporting(dsn))
        for load in busy.loads:
            load.start()
        yield busy
        for load in busy.loads:
            await load.stop()
        try:
            for load in busy.loads:
                await load.settle()
        except TimeoutError:
            busy.wrong.append("some keys or events never got an answer")
        await reported(payers, provider, dsn)
        reporting.cancel()
        busy.wrong += await check(writers, dsn)
        busy.wrong += await check_bill(payers, provider, dsn)
        code = await asyncio.to_thread(server.stop)
        busy.wrong += [f"exit code {code} at the end"] if code else []
