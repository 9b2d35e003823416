"""Composition root: the list of all groups, and the services of one process."""

import asyncio
import functools
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from starlette.applications import Starlette
from starlette.types import Scope

from app.background import work_beside
from app.clients.transports import trusted
from app.context import AppCtx, Services
from app.db.queries import load_queries
from app.db.resolver import concerned
from app.db.turns import working_for
from app.faults import cause, explain, is_of_disk
from app.features.agent_tests.routes import agent_tests
from app.features.agents.routes import GROUPS as AGENT_GROUPS
from app.features.audit.routes import audit
from app.features.auth.routes import GROUPS as AUTH_GROUPS
from app.features.billing.routes import GROUPS as BILLING_GROUPS
from app.features.chat.routes import chat
from app.features.company.routes import company
from app.features.conversations.routes import conversations
from app.features.coupons.routes import coupons
from app.features.dashboard.routes import dashboard
from app.features.documents.routes import documents
from app.features.email.routes import email
from app.features.embed.routes import embed
from app.features.events.routes import events
from app.features.extract_lead.routes import extract_lead
from app.features.leads.routes import leads
from app.features.members.admission import admit
from app.features.members.routes import GROUPS as MEMBER_GROUPS
from app.features.messages.routes import messages
from app.features.numbers.routes import numbers
from app.features.openai.routes import openai
from app.features.orders.routes import orders
from app.features.pictures.routes import GROUPS as PICTURE_GROUPS
from app.features.process_file.routes import process_file
from app.features.product_files.routes import GROUPS as PRODUCT_FILE_GROUPS
from app.features.products.routes import products
from app.features.saved_views.routes import saved_views
from app.features.service import health
from app.features.service.routes import service
from app.features.shipping.routes import shipping
from app.features.stock.routes import stock, stock_movements
from app.features.stock_sync.routes import GROUPS as STOCK_SYNC_GROUPS
from app.features.stores.routes import stores
from app.features.token_usage.routes import token_usage
from app.features.webhook_endpoints.routes import webhook_endpoints
from app.features.webhooks.cardprovider import card_webhook
from app.features.webhooks.pixprovider import pix_webhook
from app.ops import tracing
from app.ops.access import Seen, access_log
from app.ops.clock import Clock, SystemClock
from app.ops.expressions import compile_all
from app.ops.log import log, request_id_var
from app.ops.metrics import Metrics
from app.paths import SQL_DIR
from app.services import open_services
from app.settings import Settings, load_settings
from app.unit_of_work import app_write
from app.web import openapi
from app.web.answering import template
from app.web.context import RequestContext, RequestInfo
from app.web.endpoint import Kit, Run
from app.web.errors import Problem
from app.web.kit import make_application, shown
from app.web.replies import Encoded, EventStream, encode_json
from app.web.roles import Member
from app.web.routing import Group, Route
from app.web.scopes import Credentials

# In the order of the specification; /docs and `python -m app routes` show them like this.
GROUPS: tuple[Group, ...] = (
    *AUTH_GROUPS,
    *BILLING_GROUPS,
    orders,
    leads,
    products,
    documents,
    stores,
    company,
    *MEMBER_GROUPS,
    dashboard,
    numbers,
    messages,
    conversations,
    saved_views,
    agent_tests,
    events,
    webhook_endpoints,
    audit,
    token_usage,
    stock,
    stock_movements,
    coupons,
    shipping,
    *AGENT_GROUPS,
    *PRODUCT_FILE_GROUPS,
    *PICTURE_GROUPS,
    *STOCK_SYNC_GROUPS,
    email,
    pix_webhook,
    card_webhook,
    embed,
    openai,
    chat,
    extract_lead,
    process_file,
    service,
)


def create_app(settings: Settings | None = None, *, clock: Clock | None = None) -> Starlette:
    """The ASGI application. Its lifespan connects to `settings.database_url`, which must be set and migrated."""
    return Application(settings or load_settings(), clock or SystemClock()).app


def read_ahead(settings: Settings) -> None:
    """Make what an application of these settings makes once a process and needs no database for.

    Raises QueryError.
    """
    load_queries(SQL_DIR)
    trusted()


def finish_reading(settings: Settings) -> None:
    """Make what else is made at its first use, once a service has begun to answer."""
    _document(tuple(shown(GROUPS, settings)))
    compile_all()


class Application:
    """One application: its Starlette, and the services its handlers are given."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        self.say_access = access_log(settings.log_level, settings.log_format)
        self.services: Services | None = None
        around = self.write if settings.database_read_url else app_write
        self.app = make_application(
            GROUPS,
            Kit(Credentials(settings), self.make_context, around, self.admit),
            settings=settings,
            explain=explain,
            observe=self.observe,
            failed=self.say_cause,
            lifespan=self.lifespan,
        )
        if settings.otel_exporter_otlp_endpoint:
            tracing.start(settings)
        if tracing.on():
            self.app.add_middleware(tracing.Traced)

    def running(self) -> AbstractAsyncContextManager[None]:
        """The lifespan as a block, for tests and commands that call the application in process."""
        return self.lifespan(self.app)

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Connect, serve, and give everything back in the opposite order."""
        async with open_services(self.settings, self.clock, self.metrics) as services:
            services.openapi = functools.partial(_document, tuple(shown(GROUPS, self.settings)))
            services.ready = True
            self.services = services
            watching = asyncio.create_task(health.watch(services), name="health")
            try:
                async with self.metrics.sharing(), work_beside(services):
                    yield
            finally:
                services.ready = False
                watching.cancel()
                if self.settings.otel_exporter_otlp_endpoint:
                    await asyncio.to_thread(tracing.stop)

    def make_context(self, route: Route, request: RequestInfo) -> RequestContext | None:
        """The handler's `ctx`, of the class its signature names."""
        request_id_var.set(request.request_id)
        working_for.set(request.actor_id or "")
        concerned.set(None if request.actor_id else [])
        if route.context is None:
            return None
        if route.replica and self.services is not None and self.services.replica is not None:
            reader = self.services.replica.reader(request.actor_id or "")
            return route.context(self.services, request, reader)  # type: ignore[call-arg]
        return route.context(self.services, request)  # type: ignore[call-arg]

    async def admit(self, route: Route, company_id: str, user_id: str) -> Member:
        """The member behind an app-scope call that names one."""
        assert self.services is not None  # noqa: S101 (requests come while the lifespan runs)
        return await admit(self.services, route, company_id, user_id)

    async def write(self, ctx: AppCtx, run: Run, body: bytes) -> Encoded | EventStream:
        """Run an unsafe app-scope handler and say that its actor has written, before the answer leaves."""
        try:
            return await app_write(ctx, run, body)
        finally:
            # Also after an error: a handler with transactions of its own may have committed the first.
            if ctx.services.replica is not None:
                await ctx.services.replica.wrote(ctx.actor_id)

    def observe(self, scope: Scope, status: int, seconds: float, size: int) -> None:
        """One access line and the request metrics, by route template: paths hold secrets here."""
        method, route = scope["method"], template(scope)
        self.metrics.count_request(method, route, status, seconds)
        client = scope.get("client")
        self.say_access(
            # By position: naming them costs as much as encoding the line.
            Seen(
                method,
                route,
                status,
                round(seconds * 1000, 2),
                size,
                scope.get("actor_id") or next(iter(concerned.get() or ()), None),
                client[0] if client else None,
                scope["request_id"],
            )
        )

    def say_cause(self, error: Exception, problem: Problem, scope: Scope) -> None:
        """What lies behind a 5xx: a defect with its trace, a failure of what we lean on in its own words."""
        said = {"method": scope["method"], "route": template(scope), "request_id": scope["request_id"]}
        if problem.status == Problem.status:
            log.error("unexpected_error", **said, exc_info=error)
            return
        if self.services is not None and is_of_disk(error):
            self.services.disk.refused()
        log.warning("request_failed", **said, status=problem.status, detail=problem.detail, **cause(error))


@functools.cache
def _document(routes: tuple[Route, ...]) -> bytes:
    """/openapi.json. Made once for all applications of a process, because it takes a tenth of a second."""
    return encode_json(openapi.document(routes))


def declared_routes() -> list[Route]:
    """Every route of every group, also those a setting hides."""
    return [route for group in GROUPS for route in group.routes]
