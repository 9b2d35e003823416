"""What the job tests share: the queries, a registry of their own, a worker that runs beside the test."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.db import Database
from app.db.queries import Queries, load_queries
from app.jobs import JobQueue, JobRun, Registry, Worker
from tests.waiting import until


@pytest.fixture(scope="session")
def q() -> Queries:
    return load_queries(Path("sql"))


@pytest.fixture
def registry() -> Registry:
    return Registry()


@pytest.fixture
def queue(q: Queries) -> JobQueue:
    return JobQueue(q)


@contextlib.asynccontextmanager
async def working(db: Database, q: Queries, registry: Registry, **options: object) -> AsyncIterator[Worker]:
    """A worker at work; its context is the JobRun."""
    worker = Worker(db, q, registry, lambda run: run, **options)  # type: ignore[arg-type]
    task = asyncio.create_task(worker.run())
    try:
        yield worker
    finally:
        await worker.stop(5)
        await task


__all__ = ["JobRun", "until", "working"]
