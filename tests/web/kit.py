"""A small application on the kit, without a database, for tests of the kit itself."""

from contextlib import asynccontextmanager
from typing import Annotated, Any, ClassVar
from uuid import UUID

import httpx
from msgspec import Meta
from starlette.applications import Starlette
from starlette.types import ASGIApp

from app.settings import Secret, Settings
from app.web.context import RequestContext, RequestInfo
from app.web.endpoint import Kit
from app.web.errors import Conflict, NotFound
from app.web.incoming import Incoming
from app.web.kit import make_application
from app.web.paging import Page
from app.web.replies import Content, Reply
from app.web.roles import Member
from app.web.routing import Group, Route
from app.web.scopes import Credentials, Scope
from app.web.types import Body, Name, PageQuery, Quantity, Resource

SETTINGS = Settings(
    internal_api_token=Secret("app-token"),
    internal_auth_token=Secret("auth-token"),
    internal_webhook_token=Secret("webhook-token"),
)


LARGE = 32 << 20


class AnyCtx(RequestContext):
    scopes: ClassVar[frozenset[Scope]] = frozenset(Scope)

    def __init__(self, request: RequestInfo) -> None:
        self.request = request


class Line(Body):
    product_id: UUID
    quantity: Quantity


class CreateThing(Body):
    name: Name
    lines: list[Line] = []
    weight: Annotated[float, Meta(ge=0)] | None = None


class Thing(Resource):
    name: str
    actor: str | None = None


class ThingFilter(PageQuery):
    store_ids: list[UUID] = []
    q: str | None = None


things = Group("/internal/things", Scope.APP, tag="things")
auth = Group("/internal/auth/tokens", Scope.AUTH, tag="auth")
open_things = Group("/things", Scope.PUBLIC, tag="public")
hooks = Group("/webhooks", Scope.WEBHOOK, tag="webhooks")
either = Group("/webhooks/either", Scope.APP_OR_WEBHOOK, tag="webhooks")


@things.get("")
async def list_things(ctx: AnyCtx, query: ThingFilter) -> Page[Thing]:
    """Things."""
    return Page([Thing(str(query.q))], len(query.store_ids), query.limit, query.offset)


@things.post("", status=201, errors=(Conflict,), idempotent=True)
async def create_thing(ctx: AnyCtx, body: CreateThing) -> Thing:
    """Create a thing."""
    return Thing(body.name, ctx.request.actor_id)


@things.get("/stats/{thing_id}")
async def get_thing_stats(thing_id: UUID) -> Thing:
    """Stats."""
    return Thing(f"stats {thing_id}")


@things.get("/{thing_id}")
async def get_thing(thing_id: UUID) -> Thing:
    """One thing."""
    return Thing(str(thing_id))


@things.delete("/{thing_id}")
async def delete_thing(thing_id: UUID) -> None:
    """Delete a thing."""


@things.put("/{thing_id}/ensure", statuses=(200, 201))
async def ensure_thing(thing_id: UUID) -> Reply[Thing]:
    """Ensure a thing."""
    return Reply(Thing("made"), status=201, headers={"X-Made": "yes"})


@auth.get("/by-value/{value:path}")
async def get_by_value(value: str) -> Thing:
    """By value."""
    return Thing(value)


@open_things.get("")
async def list_open() -> list[Thing]:
    """Open things."""
    return [Thing("open")]


@open_things.get("/large")
async def large() -> Content:
    """More than the kernel buffers."""
    return Content(bytes(LARGE), "application/octet-stream")


@open_things.post("/boom")
async def boom() -> Thing:
    """Fails unexpectedly."""
    raise RuntimeError("secret detail")


@open_things.post("/raw", body_limit=100)
async def raw(body: bytes) -> Content:
    """Echo the raw body."""
    return Content(body, "application/octet-stream")


@open_things.post("/upload", body_limit=1000)
async def upload(upload: Incoming) -> Thing:
    """Count an upload."""
    size = 0
    async for piece in upload.stream():
        size += len(piece)
    return Thing(str(size))


@hooks.post("/event")
async def event(body: CreateThing) -> Thing:
    """An event."""
    return Thing(body.name)


@either.get("/{name}")
async def get_either(name: str) -> Thing:
    """Either."""
    return Thing(name)


GROUPS = (things, auth, open_things, hooks, either)


def make_kit(**changes: Any) -> Starlette:
    """An application of the groups above; `kit.defects` collects what lay behind its 5xx, `kit.lines` what it saw."""

    @asynccontextmanager
    async def lifespan(_app: object) -> Any:
        yield

    async def around(ctx: Any, run: Any, body: bytes) -> Any:
        return await run(ctx)

    defects: list[Exception] = []
    lines: list[tuple[Any, ...]] = []
    parts: dict[str, Any] = {
        "credentials": Credentials(SETTINGS),
        "make_context": lambda route, request: route.context(request) if route.context else None,
        "around": around,
        "admit": nobody_acts,
    }
    options: dict[str, Any] = {
        "settings": SETTINGS,
        "explain": lambda error: None,
        "observe": lambda *line: lines.append(line),
        "failed": lambda error, problem, scope: defects.append(error),
        "lifespan": lifespan,
    }
    for name, value in changes.items():
        (parts if name in parts else options)[name] = value
    app = make_application(GROUPS, Kit(**parts), **options)
    app.defects, app.lines = defects, lines  # type: ignore[attr-defined]
    return app


async def nobody_acts(route: Route, company_id: str, user_id: str) -> Member:
    """No company has members here."""
    raise NotFound


APP = {"X-Internal-Token": "app-token", "X-Actor-User-Id": "user-1"}
AUTH = {"X-Auth-Token": "auth-token"}
WEBHOOK = {"X-Webhook-Token": "webhook-token"}


def client(kit: ASGIApp, **headers: str) -> httpx.AsyncClient:
    """An HTTP client of the kit, in process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=kit), base_url="http://test", headers=headers)
