"""Builds the services of one process and gives them back in the opposite order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from cachetools import LRUCache

from app.archive.metrics import ArchiveCollector
from app.clients.cardprovider import CARD_POLICY, HttpCardProvider
from app.clients.doors import Doors
from app.clients.email import Email, HttpEmail, OutboxEmail
from app.clients.http import Policy
from app.clients.llm import LanguageModel
from app.clients.media_store import open_media
from app.clients.messaging import MESSAGING_POLICY, HttpMessaging, Messaging
from app.clients.object_storage import STORAGE_POLICY, HttpObjectStorage
from app.clients.openai_chat import OpenAIChat
from app.clients.pixprovider import HttpPixProvider
from app.clients.receivers import RECEIVER_POLICY, HttpReceivers
from app.context import Services
from app.db.inline import Inlined
from app.db.listen import Listener
from app.db.pool import Database
from app.db.pooler import missing_limits
from app.db.queries import Queries, load_queries
from app.db.replica import CHANNEL as WRITTEN_CHANNEL
from app.db.replica import Replica
from app.db.resolver import Resolver
from app.embed.choosing import open_embedder, open_previous
from app.embed.embedder import Embedder
from app.embed.metrics import EmbedCollector
from app.features.conversations.updates import CHANNEL as UPDATES_CHANNEL
from app.features.conversations.updates import heard as updates_heard
from app.files import FilePool
from app.jobs import JobQueue
from app.observed import ServiceCollector
from app.ops import tracing
from app.ops.agent_types import CHANNEL as AGENT_TYPES_CHANNEL
from app.ops.agent_types import AgentTypes
from app.ops.auth_caches import CHANNEL as AUTH_CHANNEL
from app.ops.auth_caches import AuthCaches
from app.ops.clock import Clock
from app.ops.health import DatabaseProbe
from app.ops.host import Disk, HostCollector
from app.ops.log import log
from app.ops.metrics import Metrics
from app.ops.secret_box import SecretBox
from app.ops.vault import open_vault
from app.paths import SQL_DIR
from app.settings import Settings

# A lane that is forgotten while it is used only lets its company have another one beside it.
COMPANY_LANES = 1000
PIX_POLICY = Policy(name="pixprovider")
EMAIL_POLICY = Policy(name="email")


@asynccontextmanager
async def open_services(settings: Settings, clock: Clock, metrics: Metrics) -> AsyncIterator[Services]:
    """The services of one process (API, worker or command)."""
    async with AsyncExitStack() as stack:
        queries = load_queries(SQL_DIR)
        db = await _connect(settings, queries)
        db.tell_waits(metrics.pool_wait.observe)
        stack.push_async_callback(db.close)
        listener, auth_caches = Listener(settings.direct_url), AuthCaches()
        probe = DatabaseProbe(settings.database_url.reveal(), listener.hears)
        stack.push_async_callback(probe.close)
        disk = Disk(settings.data_dir)
        metrics.add(HostCollector(settings, disk))
        metrics.add(ArchiveCollector(settings))
        doors = Doors(metrics.count_call)
        stack.push_async_callback(doors.close)
        embedder = await asyncio.to_thread(
            open_embedder,
            settings.models_dir,
            settings.data_dir,
            settings.embedding_model,
            threads=settings.embedding_threads,
            say=lambda text: log.info("embedding_model", text=text),
        )
        stack.callback(embedder.close)
        metrics.add(EmbedCollector(embedder))
        files = FilePool()
        stack.push_async_callback(files.close)
        embedder.previous = await _previous_embedder(settings, db, queries, embedder)
        services = Services(
            settings=settings,
            clock=clock,
            db=db,
            # Chats come in floods and must not starve the rest.
            chat_db=db.lane(max(1, settings.db_pool_max // 2)),
            company_lanes=LRUCache(COMPANY_LANES),
            q=queries,
            resolver=Resolver(queries),
            audit_context=_inlined(queries, "set_audit_context"),
            trace=_inlined(queries, "set_trace"),
            jobs=JobQueue(queries),
            metrics=metrics,
            secret_box=SecretBox(settings.secrets_key.reveal()),
            vault=open_vault(settings),
            embedder=embedder,
            files=files,
            llm=_language_model(settings, doors, metrics),
            agent_types=AgentTypes(settings.agent_types_file),
            cardprovider=HttpCardProvider(
                doors.to(CARD_POLICY),
                base_url=settings.cardprovider_base_url,
                api_key=settings.cardprovider_api_key.reveal(),
                version=settings.cardprovider_api_version,
            ),
            pixprovider=HttpPixProvider(doors.to(PIX_POLICY), base_url=settings.pixprovider_base_url),
            email=_email(settings, doors),
            receivers=HttpReceivers(doors.to(RECEIVER_POLICY), allow_private=settings.allow_private_outbound),
            object_storage=HttpObjectStorage(doors.to(STORAGE_POLICY), allow_private=settings.allow_private_outbound),
            media=open_media(settings),
            messaging=_messaging(settings, doors),
            database_probe=probe,
            doors=doors,
            disk=disk,
            auth_caches=auth_caches,
            presence=listener.presence,
        )
        listener.on(AUTH_CHANNEL, auth_caches.heard, auth_caches.listening)
        listener.on(AGENT_TYPES_CHANNEL, services.agent_types.heard)
        listener.on(UPDATES_CHANNEL, updates_heard)
        if settings.database_read_url:
            services.replica = _replica(settings, services)
            listener.on(WRITTEN_CHANNEL, services.replica.heard, services.replica.listening)
        metrics.add(ServiceCollector(services))
        await listener.start()
        stack.push_async_callback(listener.stop)
        if services.replica is not None:
            await services.replica.start()
            stack.push_async_callback(services.replica.stop)
        yield services


def _inlined(queries: Queries, name: str) -> Inlined:
    return Inlined(next(query.sql for query in queries if query.name == name))


async def _connect(settings: Settings, queries: Queries) -> Database:
    watch = tracing.QuerySpans({query.sql: f"{query.noun}.{query.name}" for query in queries})
    pooled = bool(settings.database_direct_url)
    db = await Database.connect(
        settings.database_url.reveal(),
        max_size=settings.db_pool_max,
        pooled=pooled,
        keep_prepared=settings.database_prepare,
        watch=watch if tracing.on() else None,
    )
    if pooled and (missing := await missing_limits(db)):
        log.warning("role_without_limits", run="; ".join(missing))
    return db


async def _previous_embedder(settings: Settings, db: Database, q: Queries, embedder: Embedder) -> Embedder | None:
    """While the vectors of another model are being made anew: that model, which alone can search them."""
    known = await q.embeddings.get_embedding_model(db)
    if known is not None and known["model"] == embedder.identity and known["previous"] is None:
        return None
    identity = await q.embeddings.find_stale_model(db, model=embedder.identity)
    if identity is None:
        return None
    previous = await asyncio.to_thread(
        open_previous, settings.models_dir, settings.data_dir, identity, threads=settings.embedding_threads
    )
    log.info("embedding_model_changes", before=identity, now=embedder.identity, searched=previous is not None)
    return previous


def _replica(settings: Settings, services: Services) -> Replica:
    return Replica(
        settings.database_read_url.reveal(),
        services.db,
        services.q,
        pool_max=settings.db_pool_max,
        count=lambda outcome: services.metrics.replica_reads.labels(outcome).inc(),
    )


def _messaging(settings: Settings, doors: Doors) -> Messaging | None:
    """The gateway for replies of people; None: they leave as events alone."""
    if not (settings.messaging_base_url and settings.messaging_api_key):
        return None
    return HttpMessaging(
        doors.to(MESSAGING_POLICY),
        base_url=settings.messaging_base_url,
        api_key=settings.messaging_api_key.reveal(),
    )


def _language_model(settings: Settings, doors: Doors, metrics: Metrics) -> LanguageModel | None:
    """The configured model; None: the rule-based assistant answers (features/chat)."""
    if not settings.llm_base_url:
        return None
    model = OpenAIChat(
        doors.flood,
        base_url=settings.llm_base_url,
        api_key=settings.llm_api_key.reveal(),
        model=settings.llm_model,
        timeout_s=settings.llm_timeout_s,
        observe=metrics.observe_model_call,
        meter=doors.meter,
    )
    doors.watch(model.out)
    return model


def _email(settings: Settings, doors: Doors) -> Email:
    """The provider, or without a key the outbox folder."""
    if not settings.email_api_key:
        return OutboxEmail(settings.data_dir / "outbox", sender=settings.email_from)
    return HttpEmail(
        doors.to(EMAIL_POLICY),
        base_url=settings.email_base_url,
        api_key=settings.email_api_key.reveal(),
        sender=settings.email_from,
    )
