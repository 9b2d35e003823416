"""What happens reaches open pages: one reader a company, however many look, and none when nobody does."""

import asyncio
import json
from collections.abc import AsyncIterator

import httpx
import pytest

from app.storefront.backend import ApiError, Backend
from app.storefront.sse import event
from app.storefront.updates import END, PATHS, Updates, shown
from clients.python.storefront_client import ServerEvent
from clients.python.storefront_client.events import UpdateReader
from tests.waiting import until


class Feed(Backend):
    """A backend of which only the streams are asked: each call takes the next script of its path."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, str, str | None]] = []
        self.closed = 0
        self.sent: dict[str, asyncio.Queue[ServerEvent | ApiError | None]] = {path: asyncio.Queue() for path in PATHS}

    async def follow(  # type: ignore[override]
        self, user_id: str, path: str, last_event_id: str | None
    ) -> AsyncIterator[ServerEvent]:
        self.opened.append((user_id, path, last_event_id))
        try:
            while (item := await self.sent[path].get()) is not None:
                if isinstance(item, ApiError):
                    raise item
                yield item
        finally:
            self.closed += 1


def said(number: int) -> ServerEvent:
    return ServerEvent(str(number), "conversation", {"id": str(number), "unread": 1, "phone": "secret"})


async def test_everybody_who_looks_hears_it_over_one_reader() -> None:
    feed = Feed()
    updates = Updates(feed)
    async with asyncio.timeout(30), updates.looking("ana") as one, updates.looking("ana") as two:
        await feed.sent[PATHS[0]].put(said(1))
        assert [(await queue.get()) for queue in (one, two)] == [said(1), said(1)]
        assert [(user, path) for user, path, _ in feed.opened] == [("ana", path) for path in PATHS]
    await until(lambda: feed.closed == len(PATHS))


async def test_another_company_hears_nothing() -> None:
    feed = Feed()
    updates = Updates(feed)
    async with asyncio.timeout(30), updates.looking("ana") as ana, updates.looking("bia") as bia:
        await until(lambda: len(feed.opened) == 2 * len(PATHS))
        # Both read the same script here; the first reader that asks for it gets it.
        await feed.sent[PATHS[0]].put(said(1))
        await until(lambda: ana.qsize() + bia.qsize() == 1)
        assert (ana.qsize(), bia.qsize()) == (1, 0)


async def test_a_stream_that_ends_or_fails_is_read_on_from_its_last_event() -> None:
    feed = Feed()
    updates = Updates(feed)
    async with asyncio.timeout(30), updates.looking("ana") as queue:
        await feed.sent[PATHS[0]].put(said(7))
        assert await queue.get() == said(7)
        await feed.sent[PATHS[0]].put(ApiError(503, {"type": "/problems/unavailable"}))
        await feed.sent[PATHS[0]].put(said(8))
        assert await queue.get() == said(8)
    assert ("ana", PATHS[0], "7") in feed.opened


async def test_who_falls_behind_is_told_to_read_again() -> None:
    feed = Feed()
    updates = Updates(feed)
    async with asyncio.timeout(30), updates.looking("ana") as queue:
        for number in range(queue.maxsize + 1):
            await feed.sent[PATHS[0]].put(said(number))
        await until(lambda: feed.sent[PATHS[0]].empty() and queue.qsize() < queue.maxsize)
        assert await queue.get() is None


async def test_the_end_of_the_process_ends_every_stream() -> None:
    updates = Updates(Feed())
    async with asyncio.timeout(30), updates.looking("ana") as queue:
        updates.close()
        assert await queue.get() is END


def test_a_browser_is_told_no_more_than_it_shows() -> None:
    assert shown(said(1)) == {"id": "1", "unread": 1}
    assert shown(ServerEvent("", "odd", ["x"])) == {}


def test_updates_are_read_line_by_line() -> None:
    reader = UpdateReader()
    lines = [": ready", "", "id: a", "event: order", 'data: {"id": "1"}', "", ": still here", "", 'data: "x"', ""]
    found = [each for line in lines for each in reader.feed(line)]
    assert found == [ServerEvent("a", "order", {"id": "1"}), ServerEvent("a", "message", "x")]


def test_an_event_is_one_block() -> None:
    name, data = event("order", {"a": "x\ny"}).decode().split("\n", 1)
    assert (name, json.loads(data.removeprefix("data: ").strip())) == ("event: order", {"a": "x\ny"})


@pytest.mark.parametrize("path", ["/api/desk/updates", "/api/desk/attention"])
async def test_updates_need_a_session(browser: httpx.AsyncClient, path: str) -> None:
    assert (await browser.get(path)).status_code == 401
