"""The load generator, in a process of its own: `python -m bench.crud_load`, one JSON order a line on stdin.

Order: {"port", "connections", "requests": [base64 of a whole HTTP request, ...]}; every request is sent once, each
connection has one in flight. Answer: {"seconds", "statuses": {"200": n}} a line on stdout; requests without an answer
after LIMIT_S are missing from it.
"""

import asyncio
import base64
import contextlib
import json
import sys
import time
from collections import Counter
from typing import Any

import httptools
import uvloop

# No turn takes this long; a server that leaves a request without an answer ends the run, not the day.
LIMIT_S = 60


class _Connection(asyncio.Protocol):
    """Sends the next request when the answer before is complete."""

    def __init__(self, run: "_Run") -> None:
        self.run = run

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.next()

    def next(self) -> None:
        request = next(self.run.requests, None)
        if request is None:
            self.transport.close()
            return
        self.parser = httptools.HttpResponseParser(self)
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.parser.feed_data(data)

    def on_message_complete(self) -> None:
        self.run.statuses[self.parser.get_status_code()] += 1
        self.next()

    def connection_lost(self, exc: Exception | None) -> None:
        self.run.open -= 1
        if not self.run.open:
            self.run.done.set_result(None)


class _Run:
    def __init__(self, requests: list[bytes], connections: int) -> None:
        self.requests = iter(requests)
        self.statuses: Counter[int] = Counter()
        self.open = connections
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()


async def load(order: dict[str, Any]) -> dict[str, Any]:
    """Send all; seconds and how many of each status."""
    run = _Run([base64.b64decode(text) for text in order["requests"]], order["connections"])
    loop = asyncio.get_running_loop()
    started = time.perf_counter()
    for _ in range(order["connections"]):
        await loop.create_connection(lambda: _Connection(run), "127.0.0.1", order["port"])
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LIMIT_S):
            await run.done
    return {"seconds": time.perf_counter() - started, "statuses": run.statuses}


def main() -> None:
    """Work off orders until stdin ends."""
    for line in sys.stdin:
        print(json.dumps(uvloop.run(load(json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
