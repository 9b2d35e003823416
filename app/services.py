"""Builds the services of one process and gives them back in the opposite order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from app.clients.cardprovider import CARD_POLICY, HttpCardProvider
from app.clients.email import Email, HttpEmail, OutboxEmail
from app.clients.erp import ERP_POLICY, HttpErp
from app.clients.http import Outbound, Policy, Transport, open_transport
from app.clients.llm import LanguageModel
from app.clients.object_storage import STORAGE_POLICY, HttpObjectStorage
from app.clients.openai_chat import OpenAIChat
from app.clients.pixprovider import HttpPixProvider
from app.context import Services
from app.db.inline import Inlined
from app.db.listen import Listener
from app.db.pool import Database
from app.db.pooler import missing_limits
from app.db.queries import load_queries
from app.db.replica import CHANNEL as WRITTEN_CHANNEL
from app.db.replica import Replica
from app.embed import Embedder
from app.embed.metrics import EmbedCollector
from app.files import FilePool
from app.jobs import JobQueue
from app.ops.agent_types import CHANNEL as AGENT_TYPES_CHANNEL
from app.ops.agent_types import AgentTypes
from app.ops.auth_caches import CHANNEL as AUTH_CHANNEL
from app.ops.auth_caches import AuthCaches
from app.ops.clock import Clock
from app.ops.health import DatabaseProbe
from app.ops.log import log
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox
from app.paths import SQL_DIR
from app.settings import Settings

PIX_POLICY = Policy(name="pixprovider")
EMAIL_POLICY = Policy(name="email")


@asynccontextmanager
async def open_services(settings: Settings, clock: Clock, metrics: Metrics) -> AsyncIterator[Services]:
    """The services of one process (API, worker or command)."""
    async with AsyncExitStack() as stack:
        dsn = settings.database_url.reveal()
        db = await _connect(settings)
        stack.push_async_callback(db.close)
        probe = DatabaseProbe(dsn)
        stack.push_async_callback(probe.close)
        transport = open_transport()
        stack.push_async_callback(transport.close)
        embedder = await asyncio.to_thread(
            Embedder.load, settings.models_dir, settings.embedding_model, threads=settings.embedding_threads
        )
        stack.callback(embedder.close)
        metrics.add(EmbedCollector(embedder))
        files = FilePool()
        stack.push_async_callback(files.close)
        queries = load_queries(SQL_DIR)
        listener, auth_caches = Listener(settings.direct_url), AuthCaches()
        services = Services(
            settings=settings,
            clock=clock,
            db=db,
            # Chats come in floods and must not starve the rest.
            chat_db=db.lane(max(1, settings.db_pool_max // 2)),
            q=queries,
            audit_context=Inlined(next(query.sql for query in queries if query.name == "set_audit_context")),
            jobs=JobQueue(queries),
            metrics=metrics,
            secret_box=SecretBox(settings.secrets_key.reveal()),
            embedder=embedder,
            files=files,
            llm=_language_model(settings, transport),
            agent_types=AgentTypes(settings.agent_types_file),
            cardprovider=HttpCardProvider(
                Outbound(transport, CARD_POLICY),
                base_url=settings.cardprovider_base_url,
                api_key=settings.cardprovider_api_key.reveal(),
                version=settings.cardprovider_api_version,
            ),
            pixprovider=HttpPixProvider(Outbound(transport, PIX_POLICY), base_url=settings.pixprovider_base_url),
            email=_email(settings, transport),
            erp=HttpErp(Outbound(transport, ERP_POLICY), allow_private=settings.allow_private_outbound),
            object_storage=HttpObjectStorage(
                Outbound(transport, STORAGE_POLICY), allow_private=settings.allow_private_outbound
            ),
            database_probe=probe,
            auth_caches=auth_caches,
            presence=listener.presence,
        )
        listener.on(AUTH_CHANNEL, auth_caches.heard, auth_caches.listening)
        listener.on(AGENT_TYPES_CHANNEL, services.agent_types.heard)
        if settings.database_read_url:
            services.replica = _replica(settings, services)
            listener.on(WRITTEN_CHANNEL, services.replica.heard, services.replica.listening)
        await listener.start()
        stack.push_async_callback(listener.stop)
        if services.replica is not None:
            await services.replica.start()
            stack.push_async_callback(services.replica.stop)
        yield services


async def _connect(settings: Settings) -> Database:
    pooled = bool(settings.database_direct_url)
    db = await Database.connect(
        settings.database_url.reveal(),
        max_size=settings.db_pool_max,
        pooled=pooled,
        keep_prepared=settings.database_prepare,
    )
    if pooled and (missing := await missing_limits(db)):
        log.warning("role_without_limits", run="; ".join(missing))
    return db


def _replica(settings: Settings, services: Services) -> Replica:
    return Replica(
        settings.database_read_url.reveal(),
        services.db,
        services.q,
        pool_max=settings.db_pool_max,
        count=lambda outcome: services.metrics.replica_reads.labels(outcome).inc(),
    )


def _language_model(settings: Settings, transport: Transport) -> LanguageModel | None:
    """The configured model; None: the rule-based assistant answers (features/chat)."""
    if not settings.llm_base_url:
        return None
    return OpenAIChat(
        transport,
        base_url=settings.llm_base_url,
        api_key=settings.llm_api_key.reveal(),
        model=settings.llm_model,
        timeout_s=settings.llm_timeout_s,
    )


def _email(settings: Settings, transport: Transport) -> Email:
    """The provider, or without a key the outbox folder."""
    if not settings.email_api_key:
        return OutboxEmail(settings.data_dir / "outbox", sender=settings.email_from)
    return HttpEmail(
        Outbound(transport, EMAIL_POLICY),
        base_url=settings.email_base_url,
        api_key=settings.email_api_key.reveal(),
        sender=settings.email_from,
    )
