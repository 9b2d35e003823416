"""What handlers and jobs are given: the process's services and, per scope, who is calling."""

from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, TypeVar

from app.clients.cardprovider import CardProvider
from app.clients.doors import Doors
from app.clients.email import Email
from app.clients.llm import LanguageModel
from app.clients.media_store import MediaStore
from app.clients.messaging import Messaging
from app.clients.object_storage import ObjectStorage
from app.clients.pixprovider import PixProvider
from app.clients.receivers import Receivers
from app.db.pool import CUSTOM_PLANS, Database, Executor
from app.db.queries import Queries
from app.db.replica import Reader, Replica
from app.db.resolver import Resolver
from app.embed.embedder import Embedder
from app.files import FilePool
from app.jobs import JobQueue, JobRun
from app.ops import tracing
from app.ops.agent_types import AgentTypes
from app.ops.auth_caches import AuthCaches
from app.ops.clock import Clock
from app.ops.health import DatabaseProbe
from app.ops.host import Disk
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox
from app.ops.vault import Vault
from app.settings import Settings
from app.web.context import RequestContext, RequestInfo
from app.web.roles import Member
from app.web.routing import UNSAFE
from app.web.scopes import Scope

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Services:
    """Everything built once per process (`app.services`)."""

    settings: Settings
    clock: Clock
    db: Database
    chat_db: Database
    # By company, made when it first writes.
    company_lanes: MutableMapping[str, Database]
    q: Queries
    resolver: Resolver
    jobs: JobQueue
    metrics: Metrics
    secret_box: SecretBox
    vault: Vault
    embedder: Embedder
    files: FilePool
    llm: LanguageModel | None
    agent_types: AgentTypes
    cardprovider: CardProvider
    pixprovider: PixProvider
    email: Email
    receivers: Receivers
    object_storage: ObjectStorage
    media: MediaStore
    database_probe: DatabaseProbe
    doors: Doors
    disk: Disk
    auth_caches: AuthCaches
    # The advisory lock that the database holds while this process is alive (app/db/listen.py).
    presence: Callable[[], int]
    audit_context: Callable[[str, str, str], str]
    trace: Callable[[str], str]
    messaging: Messaging | None = None
    replica: Replica | None = None
    openapi: Callable[[], bytes] = bytes
    ready: bool = False


class WorkCtx:
    """The service itself is at work, without a caller: a job, or a webhook event that is run again."""

    __slots__ = ("db", "q", "services")

    def __init__(self, services: Services) -> None:
        self.services = services
        self.q = services.q
        self.db: Executor = services.db

    @property
    def settings(self) -> Settings:
        """The process's settings."""
        return self.services.settings

    @property
    def jobs(self) -> JobQueue:
        """Where work goes that follows a change: enqueue it in the change's transaction."""
        return self.services.jobs

    @property
    def clock(self) -> Clock:
        """The time; never ask the machine's directly."""
        return self.services.clock

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return self.services.clock.now()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Executor]:
        """A transaction of its own. Never hold it across a call to a third party."""
        async with self.services.db.transaction() as connection:
            yield connection


class Ctx(WorkCtx, RequestContext):
    """Base of a request's contexts. `db` is the pool, or the running transaction's connection."""

    __slots__ = ("request",)

    def __init__(self, services: Services, request: RequestInfo, db: Executor | None = None) -> None:
        super().__init__(services)
        self.request = request
        if db is not None:
            self.db = db


class AuthCtx(Ctx):
    """The frontend's auth adapter is calling."""

    scopes: ClassVar[frozenset[Scope]] = frozenset({Scope.AUTH})


class WebhookCtx(Ctx):
    """The relay with the webhook token is calling."""

    scopes: ClassVar[frozenset[Scope]] = frozenset({Scope.WEBHOOK, Scope.APP_OR_WEBHOOK})


class PublicCtx(Ctx):
    """Anybody behind the firewall is calling; there is no actor."""

    scopes: ClassVar[frozenset[Scope]] = frozenset({Scope.PUBLIC})


class AppCtx(Ctx):
    """The frontend's server is calling for a company: `actor_id` = company id = its owner's user id."""

    scopes: ClassVar[frozenset[Scope]] = frozenset({Scope.APP})
    __slots__ = ("actor_id", "idempotency_key")

    def __init__(self, services: Services, request: RequestInfo, db: Executor | None = None) -> None:
        super().__init__(services, request, db)
        assert request.actor_id is not None  # noqa: S101 (the kit has checked the credential)
        self.actor_id: str = request.actor_id
        self.idempotency_key: str | None = None

    @property
    def member(self) -> Member | None:
        """The member of the company who is behind the call; None: its owner."""
        return self.request.member

    @property
    def person_id(self) -> str:
        """The user behind the call, whom histories name."""
        return self.actor_id if self.member is None else self.member.user_id

    async def look_up(self, work: Callable[[Executor], Awaitable[T]]) -> T:
        """Run reads whose plans are to fit their very values (CUSTOM_PLANS), on the replica where it may be asked."""

        async def planned(db: Database) -> T:
            async with db.transaction(CUSTOM_PLANS) as tx:
                return await work(tx)

        return await (self.db.run(planned) if isinstance(self.db, Reader) else planned(self.services.db))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Executor]:
        """The kit's transaction when one runs, else a new one that carries the audit context."""
        if not isinstance(self.db, Database):
            yield self.db
            return
        async with self.lane().transaction(self._audit_context()) as connection:
            yield connection

    def lane(self) -> Database:
        """The company's own queue for writes: however many it sends, they wait here and leave connections to others."""
        lanes = self.services.company_lanes
        lane = lanes.get(self.actor_id)
        if lane is None:
            lane = lanes[self.actor_id] = self.services.db.lane(max(2, self.settings.db_pool_max // 2))
        return lane

    def who(self) -> dict[str, Any]:
        """Who changes what, as the parameters of a statement that takes its audit context itself."""
        route = self.request.route
        return {
            "person_id": self.person_id,
            "action": f"{route.tag}.{route.name}",
            "request_id": self.request.request_id,
        }

    def _audit_context(self) -> str:
        """Who changes what, for the audit triggers: a statement that travels with BEGIN, saving a round trip."""
        if self.request.route.method not in UNSAFE:
            return ""
        said = self.services.audit_context(*self.who().values())
        parent = tracing.traceparent()
        return said if parent is None else f"{said.rstrip(';')}; {self.services.trace(parent)}"


class JobCtx(WorkCtx):
    """A background job is running."""

    __slots__ = ("run",)

    def __init__(self, services: Services, run: JobRun) -> None:
        super().__init__(services)
        self.run = run

    async def finish(self, tx: Executor) -> None:
        """Remove this job in the transaction of its effect, which then happens once. Raises LeaseLost."""
        await self.run.finish(tx)
