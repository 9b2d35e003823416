"""/api/desk/updates, /api/desk/attention: what happens while a page is open. Script: live.js, tests: test_live.py."""

import asyncio
from collections.abc import AsyncGenerator

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from app.storefront import sse
from app.storefront.desk import open_desk
from app.storefront.site import Site, site_of
from app.storefront.updates import END, shown
from app.web.replies import Streamed

SIGN_OF_LIFE_S = 15.0
# A session that has ended meanwhile is noticed when the browser connects anew.
LONGEST_S = 600.0


async def stream_updates(request: Request) -> Response:
    """Server-sent events `conversation`, `order`, and `reread` when the page should be read again."""
    company_id = str((await open_desk(request)).store["company_id"])
    headers = {"X-Accel-Buffering": "no"}
    return Streamed(_events(site_of(request), company_id), "text/event-stream", headers)


async def _events(site: Site, company_id: str) -> AsyncGenerator[bytes, None]:
    loop = asyncio.get_running_loop()
    ends = loop.time() + LONGEST_S
    async with site.updates.looking(company_id) as queue:
        yield sse.event("reread", {})
        while loop.time() < ends:
            try:
                event = await asyncio.wait_for(queue.get(), SIGN_OF_LIFE_S)
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if event is END:
                return
            yield sse.event("reread", {}) if event is None else sse.event(event.name, shown(event))


async def count_attention(request: Request) -> Response:
    """How many conversations of the chosen store want a person."""
    desk = await open_desk(request)
    if desk.chosen is None:
        return JSONResponse({"waiting": 0, "unread": 0})
    answer = await desk.backend.get("/internal/conversations", store_ids=desk.store_id, attendance=True, limit=1)
    attendance = answer.get("attendance") or {}
    return JSONResponse({"waiting": attendance.get("waiting", 0), "unread": attendance.get("unread", 0)})


routes = [
    Route("/api/desk/updates", stream_updates, methods=["GET"]),
    Route("/api/desk/attention", count_attention, methods=["GET"]),
]
