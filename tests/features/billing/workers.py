"""The services that billing's workers need, without the rest of the application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import msgspec

from app.clients.cardprovider import CARD_POLICY, HttpCardProvider
from app.clients.email import OutboxEmail
from app.clients.http import Outbound, open_transport
from app.context import JobCtx
from app.db.pool import Database
from app.db.queries import load_queries
from app.db.resolver import Resolver
from app.features.billing import jobs as _declared  # noqa: F401  (registers them)
from app.jobs import JobQueue, registry
from app.ops.clock import Clock
from app.ops.metrics import Metrics
from app.paths import SQL_DIR
from app.settings import Settings


async def no_wait(_seconds: float) -> None:
    """Tries follow each other at once."""


@asynccontextmanager
async def worker_services(settings: Settings, database: Database, clock: Clock) -> AsyncIterator[Any]:
    """Services as a worker process has them, as far as billing looks at them."""
    transport = open_transport()
    queries = load_queries(SQL_DIR)
    yield SimpleNamespace(
        settings=settings,
        clock=clock,
        db=database,
        q=queries,
        jobs=JobQueue(queries),
        metrics=Metrics(),
        resolver=Resolver(queries),
        cardprovider=HttpCardProvider(
            Outbound(transport, CARD_POLICY, sleep=no_wait),
            base_url=settings.cardprovider_base_url,
            api_key=settings.cardprovider_api_key.reveal(),
            version=settings.cardprovider_api_version,
        ),
        email=OutboxEmail(settings.data_dir / "outbox", sender=settings.email_from),
    )
    await transport.close()


async def run_jobs(services: Any, name: str) -> int:
    """Run the waiting jobs of one name, as the worker would; how many there were."""
    rows = await services.db.fetch("DELETE FROM jobs WHERE name = $1 RETURNING args", name)
    job = registry.get(name)
    for (args,) in rows:
        await job(JobCtx(services, None), msgspec.json.decode(bytes(args), type=job.args))  # type: ignore[arg-type]
    return len(rows)
