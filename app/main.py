"""Composition root: the list of all groups, and the services of one process."""

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.background import work_beside
from app.context import AppCtx, Services
from app.faults import explain
from app.features.agents.routes import GROUPS as AGENT_GROUPS
from app.features.audit.routes import audit
from app.features.auth.routes import GROUPS as AUTH_GROUPS
from app.features.billing.routes import GROUPS as BILLING_GROUPS
from app.features.chat.routes import chat
from app.features.company.routes import company
from app.features.dashboard.routes import dashboard
from app.features.documents.routes import documents
from app.features.email.routes import email
from app.features.embed.routes import embed
from app.features.extract_lead.routes import extract_lead
from app.features.leads.routes import leads
from app.features.messages.routes import messages
from app.features.orders.routes import orders
from app.features.process_file.routes import process_file
from app.features.product_files.routes import GROUPS as PRODUCT_FILE_GROUPS
from app.features.products.routes import products
from app.features.service.routes import service
from app.features.stock.routes import stock
from app.features.stock_sync.routes import GROUPS as STOCK_SYNC_GROUPS
from app.features.stores.routes import stores
from app.features.token_usage.routes import token_usage
from app.features.webhooks.cardprovider import card_webhook
from app.features.webhooks.pixprovider import pix_webhook
from app.observed import ServiceCollector
from app.ops.access import access_log
from app.ops.clock import Clock, SystemClock
from app.ops.log import log, request_id_var
from app.ops.metrics import Metrics
from app.services import open_services
from app.settings import Settings, load_settings
from app.unit_of_work import app_write
from app.web import openapi
from app.web.context import RequestContext, RequestInfo
from app.web.kit import Kit, Run
from app.web.replies import Encoded, EventStream, encode_json
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
    dashboard,
    messages,
    audit,
    token_usage,
    stock,
    *AGENT_GROUPS,
    *PRODUCT_FILE_GROUPS,
    *STOCK_SYNC_GROUPS,
    email,
    pix_webhook,
    card_webhook,
    embed,
    chat,
    extract_lead,
    process_file,
    service,
)


def create_app(settings: Settings | None = None, *, clock: Clock | None = None) -> Kit:
    """The ASGI application. Its lifespan connects to `settings.database_url`, which must be set and migrated."""
    return Application(settings or load_settings(), clock or SystemClock()).kit


class Application:
    """One application: the kit, and the services its handlers are given."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        self.say_access = access_log(settings.log_level, settings.log_format)
        self.services: Services | None = None
        self.kit = Kit(
            GROUPS,
            settings=settings,
            credentials=Credentials(settings),
            make_context=self.make_context,
            around=self.write if settings.database_read_url else app_write,
            explain=explain,
            observe=self.observe,
            failed=_log_defect,
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Connect, serve, and give everything back in the opposite order."""
        async with open_services(self.settings, self.clock, self.metrics) as services:
            document = _document(tuple(self.kit.declared))
            services.openapi = lambda: document
            self.metrics.add(ServiceCollector(services))
            services.ready = True
            self.services = services
            try:
                async with self.metrics.sharing(), work_beside(services):
                    yield
            finally:
                services.ready = False

    def make_context(self, route: Route, request: RequestInfo) -> RequestContext | None:
        """The handler's `ctx`, of the class its signature names."""
        request_id_var.set(request.request_id)
        if route.context is None:
            return None
        if route.replica and self.services is not None and self.services.replica is not None:
            reader = self.services.replica.reader(request.actor_id or "")
            return route.context(self.services, request, reader)  # type: ignore[call-arg]
        return route.context(self.services, request)  # type: ignore[call-arg]

    async def write(self, ctx: AppCtx, run: Run, body: bytes) -> Encoded | EventStream:
        """Run an unsafe app-scope handler and say that its actor has written, before the answer leaves."""
        try:
            return await app_write(ctx, run, body)
        finally:
            # Also after an error: a handler with transactions of its own may have committed the first.
            if ctx.services.replica is not None:
                await ctx.services.replica.wrote(ctx.actor_id)

    def observe(self, route: Route | None, method: str, status: int, seconds: float, request_id: str) -> None:
        """One access line and the request metrics, by route template: paths hold secrets here."""
        template = route.path if route is not None else "unmatched"
        self.metrics.count_request(method, template, status, seconds)
        self.say_access(method, template, status, seconds, request_id)


@functools.cache
def _document(routes: tuple[Route, ...]) -> bytes:
    """/openapi.json. Made at the start, because it takes 60 ms, and once for all applications of a process."""
    return encode_json(openapi.document(routes))


def _log_defect(error: Exception, request_id: str) -> None:
    log.error("unexpected_error", request_id=request_id, exc_info=error)


def declared_routes() -> list[Route]:
    """Every route of every group, also those a setting hides."""
    return [route for group in GROUPS for route in group.routes]
