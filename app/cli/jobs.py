"""`worker`, and `jobs list|requeue|drop` for operators."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from uuid import UUID

import click

from app.cli.listening import expect_free, probes_served
from app.cli.run import database_dsn, expect_usable, on_database, run, settings_or_exit
from app.db.pool import Database
from app.db.queries import Queries, load_queries
from app.paths import SQL_DIR
from app.settings import Settings

STATES = ("waiting", "retrying", "running", "dead")


@click.command("worker")
def worker_command() -> None:
    """Run background jobs alone; set JOB_CONCURRENCY=0 on the API processes to have them run only here."""
    settings = settings_or_exit()
    if settings.worker_port:
        expect_free(settings.host, settings.worker_port, "WORKER_PORT")
    expect_usable(settings)
    run(_work(settings))


async def _work(settings: Settings) -> None:
    from app.background import Background
    from app.db.distribution import bring_up_to_date
    from app.ops import tracing
    from app.ops.clock import SystemClock
    from app.ops.log import configure_logging, log
    from app.ops.metrics import Metrics
    from app.services import open_services

    configure_logging(settings.log_level, settings.log_format)
    ended = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with database_dsn(settings, serving=True) as dsn:
        await bring_up_to_date(dsn, progress=lambda text: log.info("migration", text=text))
        metrics = Metrics()
        tracing.start(settings)
        async with open_services(on_database(settings, dsn), SystemClock(), metrics) as services:
            background = Background(services)
            await background.start()
            services.ready = True
            async with probes_served(settings, metrics, lambda: services.ready):
                log.info("worker_started", concurrency=settings.job_concurrency or 8, port=settings.worker_port)
                await ended.wait()
                services.ready = False
                await background.stop()
        await asyncio.to_thread(tracing.stop)


@click.group("jobs")
def jobs_group() -> None:
    """Background jobs: look at them, run dead ones again, drop them."""


@jobs_group.command("list")
@click.option("--state", type=click.Choice(STATES))
@click.option("--name", help="Only jobs of this name.")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 10_000))
def list_command(state: str | None, name: str | None, limit: int) -> None:
    """Jobs in the queue, oldest first. Arguments are not shown: they may hold addresses."""
    run(_list(state, name, limit))


async def _list(state: str | None, name: str | None, limit: int) -> None:
    async with opened() as (db, q):
        rows = await q.jobs.list_jobs(db, state=state, name=name, limit=limit)
        for row in rows:
            error = f"  {row['last_error']}" if row["last_error"] else ""
            due = row["run_at"].strftime("%Y-%m-%dT%H:%M:%SZ")
            click.echo(f"{row['id']}  {row['state']:8}  {row['name']}  attempts={row['attempts']}  due={due}{error}")
        counts = await q.jobs.count_jobs(db)
        click.echo(f"{len(rows)} shown; dead in all: {sum(row['dead'] for row in counts)}", err=True)


@jobs_group.command("requeue")
@click.argument("ids", nargs=-1, type=click.UUID)
@click.option("--name", help="All dead jobs of this name.")
@click.option("--all", "everything", is_flag=True, help="All dead jobs.")
def requeue_command(ids: tuple[UUID, ...], name: str | None, everything: bool) -> None:
    """Give dead jobs a new life, from their first attempt."""
    _need_a_choice(ids, name, everything)
    count = run(_requeue(list(ids) or None, name))
    click.echo(f"requeued: {count}")


async def _requeue(ids: list[UUID] | None, name: str | None) -> int:
    async with opened() as (db, q):
        return await q.jobs.requeue_jobs(db, ids=ids, name=name)


@jobs_group.command("drop")
@click.argument("ids", nargs=-1, type=click.UUID)
@click.option("--name", help="All dead jobs of this name.")
@click.option("--all", "everything", is_flag=True, help="All dead jobs.")
def drop_command(ids: tuple[UUID, ...], name: str | None, everything: bool) -> None:
    """Remove jobs for good: the ones given, whatever their state, or dead ones."""
    _need_a_choice(ids, name, everything)
    count = run(_drop(list(ids) or None, name))
    click.echo(f"dropped: {count}")


async def _drop(ids: list[UUID] | None, name: str | None) -> int:
    async with opened() as (db, q):
        return await q.jobs.drop_jobs(db, ids=ids, name=name, only_dead=ids is None)


def _need_a_choice(ids: tuple[UUID, ...], name: str | None, everything: bool) -> None:
    if sum((bool(ids), name is not None, everything)) != 1:
        raise click.UsageError("say which: ids, --name or --all")


@contextlib.asynccontextmanager
async def opened() -> AsyncIterator[tuple[Database, Queries]]:
    """The configured database and the queries, for a command."""
    async with database_dsn(settings_or_exit()) as dsn:
        db = await Database.connect(dsn, max_size=2)
        try:
            yield db, load_queries(SQL_DIR)
        finally:
            await db.close()
