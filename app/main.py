"""Composition root: the list of all groups, and the services of one process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from app.background import work_beside
from app.clients.email import Email, HttpEmail, OutboxEmail
from app.clients.erp import ERP_POLICY, HttpErp
from app.clients.http import Outbound, Policy, open_transport
from app.clients.pixprovider import HttpPixProvider
from app.context import Services
from app.db.listen import Listener
from app.db.pool import Database
from app.db.queries import load_queries
from app.embed import Embedder
from app.faults import explain
from app.features.auth.routes import GROUPS as AUTH_GROUPS
from app.features.process_file.routes import process_file
from app.features.service.routes import service
from app.files import FilePool
from app.jobs import JobQueue
from app.ops.auth_caches import CHANNEL, AuthCaches
from app.ops.clock import Clock, SystemClock
from app.ops.health import DatabaseProbe
from app.ops.log import log, request_id_var
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox
from app.paths import SQL_DIR
from app.settings import Settings, load_settings
from app.unit_of_work import app_write
from app.web import openapi
from app.web.context import RequestContext, RequestInfo
from app.web.kit import Kit
from app.web.replies import encode_json
from app.web.routing import Group, Route
from app.web.scopes import Credentials

# In the order of the specification; /docs and `python -m app routes` show them like this.
GROUPS: tuple[Group, ...] = (*AUTH_GROUPS, process_file, service)


def create_app(settings: Settings | None = None, *, clock: Clock | None = None) -> Kit:
    """The ASGI application. Its lifespan connects to `settings.database_url`, which must be set and migrated."""
    return _Application(settings or load_settings(), clock or SystemClock()).kit


class _Application:
    """One application: the kit, and the services its handlers are given."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings = settings
        self.clock = clock
        self.metrics = Metrics()
        self.services: Services | None = None
        self.kit = Kit(
            GROUPS,
            settings=settings,
            credentials=Credentials(settings),
            make_context=self.make_context,
            around=app_write,
            explain=explain,
            observe=self.observe,
            failed=_log_defect,
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncIterator[None]:
        """Connect, serve, and give everything back in the opposite order."""
        async with open_services(self.settings, self.clock, self.metrics) as services:
            document = encode_json(openapi.document(self.kit.declared))
            services.openapi = lambda: document
            services.ready = True
            self.services = services
            try:
                async with work_beside(services):
                    yield
            finally:
                services.ready = False

    def make_context(self, route: Route, request: RequestInfo) -> RequestContext | None:
        """The handler's `ctx`, of the class its signature names."""
        request_id_var.set(request.request_id)
        if route.context is None:
            return None
        return route.context(self.services, request)  # type: ignore[call-arg]

    def observe(self, route: Route | None, method: str, status: int, seconds: float, request_id: str) -> None:
        """One access line and the request metrics, by route template: paths hold secrets here."""
        template = route.path if route is not None else "unmatched"
        self.metrics.requests.labels(method, template, str(status)).inc()
        self.metrics.latency.labels(template).observe(seconds)
        log.info(
            "request",
            method=method,
            route=template,
            status=status,
            ms=round(seconds * 1000, 2),
            request_id=request_id,
        )


@asynccontextmanager
async def open_services(settings: Settings, clock: Clock, metrics: Metrics) -> AsyncIterator[Services]:
    """The services of one process (API, worker or CLI command)."""
    async with AsyncExitStack() as stack:
        dsn = settings.database_url.reveal()
        db = await Database.connect(dsn, max_size=settings.db_pool_max)
        stack.push_async_callback(db.close)
        probe = DatabaseProbe(dsn)
        stack.push_async_callback(probe.close)
        listener = Listener(dsn)
        auth_caches = AuthCaches()
        listener.on(CHANNEL, auth_caches.heard, auth_caches.listening)
        await listener.start()
        stack.push_async_callback(listener.stop)
        embedder = await asyncio.to_thread(
            Embedder.load, settings.models_dir, settings.embedding_model, threads=settings.embedding_threads
        )
        stack.callback(embedder.close)
        files = FilePool()
        stack.push_async_callback(files.close)
        transport = open_transport()
        stack.push_async_callback(transport.aclose)
        q = load_queries(SQL_DIR)
        yield Services(
            settings=settings,
            clock=clock,
            db=db,
            q=q,
            jobs=JobQueue(q),
            email=_email(settings, Outbound(transport, Policy(name="email"))),
            erp=HttpErp(Outbound(transport, ERP_POLICY), allow_private=settings.allow_private_outbound),
            pixprovider=HttpPixProvider(
                Outbound(transport, Policy(name="pixprovider")), base_url=settings.pixprovider_base_url
            ),
            metrics=metrics,
            secret_box=SecretBox(settings.secrets_key.reveal()),
            database_probe=probe,
            auth_caches=auth_caches,
            embedder=embedder,
            files=files,
        )


def _email(settings: Settings, http: Outbound) -> Email:
    """The e-mail provider, or files in DATA_DIR/outbox while it has no key."""
    if not settings.email_api_key:
        return OutboxEmail(settings.data_dir / "outbox", sender=settings.email_from)
    key = settings.email_api_key.reveal()
    return HttpEmail(http, base_url=settings.email_base_url, api_key=key, sender=settings.email_from)


def _log_defect(error: Exception, request_id: str) -> None:
    log.error("unexpected_error", request_id=request_id, exc_info=error)


def declared_routes() -> list[Route]:
    """Every route of every group, also those a setting hides."""
    return [route for group in GROUPS for route in group.routes]
