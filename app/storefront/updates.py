"""Live updates on their way to browsers: one reader a company and kind, however many tabs look on.

A browser that missed something reads its page again when it is connected anew, so nothing is kept here.
Tests: test_live.py.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import structlog

from app.storefront.backend import ApiError, Backend
from clients.python.storefront_client import ServerEvent

log = structlog.get_logger("storefront")

PATHS = ("/internal/conversations/updates", "/internal/orders/updates")
_HELD = 500
_SHORTEST_S, _LONGEST_S = 0.5, 15.0

END = ServerEvent(id="", name="end", data=None)
Queue = asyncio.Queue[ServerEvent | None]


class Updates:
    """Who looks on, by company. None in a queue: too much came at once, read everything again."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._queues: dict[str, set[Queue]] = {}
        self._readers: dict[str, list[asyncio.Task[None]]] = {}

    @asynccontextmanager
    async def looking(self, company_id: str) -> AsyncIterator[Queue]:
        """The company's events from now on; the first who looks starts the readers, the last one ends them."""
        queue: Queue = asyncio.Queue(_HELD)
        queues = self._queues.setdefault(company_id, set())
        queues.add(queue)
        if company_id not in self._readers:
            self._readers[company_id] = [asyncio.create_task(self._read(company_id, path)) for path in PATHS]
        try:
            yield queue
        finally:
            queues.discard(queue)
            if not queues:
                del self._queues[company_id]
                for task in self._readers.pop(company_id):
                    task.cancel()

    def close(self) -> None:
        """End all readers, and every stream that a browser has open: the process is about to go."""
        for tasks in self._readers.values():
            for task in tasks:
                task.cancel()
        for company_id in self._queues:
            self._tell(company_id, END)

    async def _read(self, company_id: str, path: str) -> None:
        last: str | None = None
        pause = _SHORTEST_S
        while True:
            try:
                async with aclosing(self._backend.follow(company_id, path, last)) as events:
                    async for event in events:
                        last, pause = event.id or last, _SHORTEST_S
                        self._tell(company_id, event)
            except ApiError as error:
                log.info("updates_interrupted", status=error.status)
                pause = min(2 * pause, _LONGEST_S)
            await asyncio.sleep(pause)

    def _tell(self, company_id: str, event: ServerEvent) -> None:
        for queue in self._queues.get(company_id, ()):
            if queue.full():
                while not queue.empty():
                    queue.get_nowait()
                queue.put_nowait(None)
            else:
                queue.put_nowait(event)


def shown(event: ServerEvent) -> dict[str, Any]:
    """What a browser is told of an event: what it needs to say that something has happened."""
    data = event.data if isinstance(event.data, dict) else {}
    names = ("id", "store_id", "state", "unread", "lead_name", "last_message", "number", "status", "attention")
    return {name: data[name] for name in names if name in data}
