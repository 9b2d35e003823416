"""What several pages need: calls made at once, paging, days of a chart, one try too many."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.storefront.backend import ApiError, Json
from app.storefront.rendering import language_of, render, text
from app.storefront.site import site_of

UUID_TEXT = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
PAGE_SIZE = 25


async def together(*calls: Coroutine[Any, Any, Any]) -> list[Any]:
    """The answers of calls made at once, in their order; the first refusal is raised as it is."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(call) for call in calls]
    except BaseExceptionGroup as errors:
        raise errors.exceptions[0] from errors
    return [task.result() for task in tasks]


def address_of(request: Request) -> str:
    """The visitor's network, as a key of the rate limits: one IPv6 customer owns a whole /64."""
    host = request.client.host if request.client else "unknown"
    try:
        return str(ip_network(f"{host}/64", strict=False)) if ":" in host else host
    except ValueError:
        return host


def too_many(request: Request, wait: float, view: str, **context: object) -> Response:
    """The answer to one try too many: the form again, with 429 and Retry-After."""
    message = text(request, "Muitas tentativas. Tente de novo em %(n)s min.", n=max(1, round(wait / 60)))
    response = render(request, view, status=429, notice=message, **context)
    response.headers["Retry-After"] = str(max(1, round(wait)))
    return response


def record_id(request: Request, name: str = "id") -> str:
    """The id of the record in the path. Raises ApiError 404 when it cannot be one."""
    value = str(request.path_params[name])
    if not UUID_TEXT.fullmatch(value):
        raise ApiError(404, {"type": "/problems/not-found"})
    return value


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list of the backend."""

    rows: list[Json]
    total: int
    limit: int
    offset: int


def page_of(answer: Json) -> Page:
    """A list answer of the backend; a bare array is one whole page."""
    if isinstance(answer, list):
        return Page(answer, len(answer), max(1, len(answer)), 0)
    return Page(answer["items"], answer["total"], answer["limit"], answer["offset"])


def offset_of(request: Request) -> int:
    """The `offset` of the query, bounded."""
    text = request.query_params.get("offset", "0")
    return min(int(text), 1_000_000) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def link_base(path: str, **params: str | None) -> str:
    """A URL that ends where another parameter can be appended."""
    query = urlencode({key: value for key, value in params.items() if value})
    return f"{path}?{query}&" if query else f"{path}?"


async def agent_types(request: Request) -> list[Json]:
    """The kinds of agent there are, their titles and descriptions in the reader's language where the file has them."""
    types: list[Json] = await site_of(request).backend.public.get("/agents")
    if language_of(request) == "pt":
        return types
    return [
        kind
        | {
            "title": kind.get("title_en") or kind["title"],
            "description": kind.get("description_en") or kind["description"],
        }
        for kind in types
    ]


def leads_to(path: str) -> Callable[[Request], Awaitable[Response]]:
    """A handler that goes on to a page: for the address of a form that would else be taken for a record's."""

    async def go(request: Request) -> Response:
        return RedirectResponse(path, status_code=303)

    return go
