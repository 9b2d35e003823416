"""Everyday requests while others trouble the service, from a process of their own: `python -m tests.chaos.everyday`.

Arguments: the service's address, an actor and a store. A line for each request, `status seconds`, until it is ended.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from tests.api import APP_TOKEN, ROOT
from tests.chaos.stage import Shop, Timed, timed
from tests.servers import Server

PAUSE_S = 0.1


@asynccontextmanager
async def everyday(server: Server, shop: Shop) -> AsyncIterator[list[Timed]]:
    """While the block runs, requests are made one after the other; the list grows by how each ended."""
    ends: list[Timed] = []
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        server.url,
        shop.actor_id,
        shop.store_id,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    first = await process.stdout.readline()
    reading = asyncio.create_task(_read(process.stdout, ends, first))
    try:
        yield ends
    finally:
        process.terminate()
        await process.wait()
        await reading


async def _read(lines: asyncio.StreamReader, ends: list[Timed], line: bytes) -> None:
    while line:
        status, seconds = line.split()
        ends.append(Timed(int(status), float(seconds)))
        line = await lines.readline()


async def _make(url: str, actor_id: str, store_id: str) -> None:
    """Each on a connection of its own."""
    headers = {"X-Internal-Token": APP_TOKEN, "X-Actor-User-Id": actor_id}
    while True:
        async with httpx.AsyncClient(base_url=url, headers=headers, timeout=30) as client:
            end = await timed(client.get("/internal/products", params={"store_id": store_id}))
        print(end.status, end.seconds, flush=True)
        await asyncio.sleep(PAUSE_S)


if __name__ == "__main__":
    asyncio.run(_make(*sys.argv[1:]))
