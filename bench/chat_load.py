"""The chat's load generator, in a process of its own: `python -m bench.chat_load`, one JSON order a line on stdin.

Order: {"port", "bodies": [JSON of a POST /chat, ...], "over_s", "together"}; chat n begins at n / len(bodies) of
`over_s` on a connection of its own, at most `together` at a time (0: as many as begin). Answer, a line on stdout:
{"seconds": [duration of each, -1 for one that failed], "took", "cpu_ms": of this process}.
"""

import asyncio
import json
import sys
import time
from typing import Any

import httptools
import uvloop


class _Chat(asyncio.Protocol):
    """One request on one connection; `done` becomes whether it was answered with 200."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.parser = httptools.HttpResponseParser(self)

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.parser.feed_data(data)

    def on_message_complete(self) -> None:
        self._end(self.parser.get_status_code() == 200)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(False)

    def _end(self, good: bool) -> None:
        if not self.done.done():
            self.done.set_result(good)


def _request(body: str) -> bytes:
    data = body.encode()
    return b"POST /chat HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (
        len(data),
        data,
    )


async def load(order: dict[str, Any]) -> dict[str, Any]:
    """Send all; how long each took."""
    loop = asyncio.get_running_loop()
    requests = [_request(body) for body in order["bodies"]]
    room = asyncio.Semaphore(order["together"] or len(requests))

    async def one(number: int) -> float:
        await asyncio.sleep(order["over_s"] * number / len(requests))
        async with room:
            started = time.perf_counter()
            _, chat = await loop.create_connection(lambda: _Chat(requests[number]), "127.0.0.1", order["port"])
            good = await chat.done
            return time.perf_counter() - started if good else -1.0

    started, used = time.perf_counter(), time.process_time()
    seconds = await asyncio.gather(*[one(number) for number in range(len(requests))])
    return {
        "seconds": seconds,
        "took": time.perf_counter() - started,
        "cpu_ms": (time.process_time() - used) * 1000,
    }


def main() -> None:
    """Work off orders until stdin ends."""
    for line in sys.stdin:
        print(json.dumps(uvloop.run(load(json.loads(line)))), flush=True)


if __name__ == "__main__":
    main()
