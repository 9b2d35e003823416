"""SIGTERM with two hundred requests in flight, in one process and in two: all are answered, exit code 0."""

import asyncio
import json
import re
import time
from collections import Counter
from typing import Any

import psutil

from tests.api import APP_TOKEN
from tests.chaos.stage import Outcome, Shop, Stage, open_shop
from tests.fakes.llm import FakeModel, Step
from tests.servers import Server

REQUESTS = 200
CHATS = 40
END_S = 25.0
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def end_one_process(stage: Stage) -> Outcome:
    """SIGTERM while 40 chats wait for their model and 160 writes are on the way."""
    async with FakeModel(lambda _: Step("pronto", delay=1.5)) as model:
        server = stage.server(LLM_BASE_URL=model.base_url, LLM_MODEL="m")
        return await _end(stage, server, "SIGTERM, 200 requests in flight", 1)


async def end_two_processes(stage: Stage) -> Outcome:
    """The same with WORKERS=2, after both have served."""
    async with FakeModel(lambda _: Step("pronto", delay=1.5)) as model:
        server = stage.server(LLM_BASE_URL=model.base_url, LLM_MODEL="m", WORKERS="2", JOB_CONCURRENCY="2")
        return await _end(stage, server, "the same with WORKERS=2", 2)


async def _end(stage: Stage, server: Server, name: str, workers: int) -> Outcome:
    await asyncio.to_thread(server.start)
    shop = await open_shop(server)
    wrong: list[str] = []
    # Connections first: what is measured is requests in flight, not handshakes. A process that has only just begun to
    # listen may be late for all of them.
    wires = await _connections(server)
    for _ in range(20):
        if _processes(server) >= workers:
            break
        for _, writer in wires:
            writer.transport.abort()
        await asyncio.sleep(0.5)
        wires = await _connections(server)
    for number, (_, writer) in enumerate(wires):
        writer.write(_request(shop, number))
    await asyncio.gather(*(writer.drain() for _, writer in wires))
    await asyncio.sleep(0.05)
    if _processes(server) < workers:
        wrong.append("one process took every connection")
    started = time.monotonic()
    assert server.process is not None
    server.process.terminate()
    answers = await asyncio.gather(*(_status(reader) for reader, _ in wires))
    code = await asyncio.to_thread(server.process.wait, 40)
    seconds = time.monotonic() - started
    counted = Counter(answers)
    wrong += [f"{number} x {status or 'no answer'}" for status, number in counted.items() if status not in (200, 201)]
    wrong += [f"exit code {code}"] if code else []
    wrong += [f"it took {seconds:.1f} s to end"] if seconds > END_S else []
    made = ", ".join(f"{number} x {status}" for status, number in counted.items())
    return Outcome(name, f"{made}; ended in {seconds:.1f} s with exit code {code}", wrong)


async def _connections(server: Server) -> list[Wire]:
    return await asyncio.gather(*(asyncio.open_connection("127.0.0.1", server.port) for _ in range(REQUESTS)))


def _request(shop: Shop, number: int) -> bytes:
    body: dict[str, Any]
    if number < CHATS:
        path, body = "/chat", {"type": "vendas", "message": "oi", "agent_id": shop.agent_id}
    else:
        items = [{"product_id": shop.product_ids[0], "quantity": 1}]
        path, body = "/internal/orders", {"store_id": shop.store_id, "items": items, "payment_method": "cod"}
    text = json.dumps(body)
    head = [
        f"POST {path} HTTP/1.1",
        "Host: chaos",
        f"X-Internal-Token: {APP_TOKEN}",
        f"X-Actor-User-Id: {shop.actor_id}",
        f"Content-Length: {len(text)}",
    ]
    return ("\r\n".join(head) + "\r\n\r\n" + text).encode()


async def _status(reader: asyncio.StreamReader) -> int:
    """Status of one whole answer, 0 for none or half of one."""
    try:
        async with asyncio.timeout(35):
            text = await reader.read()
    except (OSError, TimeoutError):
        return 0
    head, _, body = text.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return int(head[9:12]) if length and len(body) == int(length[1]) else 0


def _processes(server: Server) -> int:
    """How many processes hold a connection of ours."""
    assert server.process is not None
    main = psutil.Process(server.process.pid)
    held = [one.net_connections("tcp") for one in (main, *main.children(recursive=True))]
    return sum(any(c.status == "ESTABLISHED" and c.laddr.port == server.port for c in some) for some in held)
