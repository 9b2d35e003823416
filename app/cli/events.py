"""`events list|replay` for what third parties sent, `pushes|resend` for what ERPs and webhook endpoints were sent."""

import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import click

from app.cli.jobs import opened
from app.cli.run import database_dsn, run, settings_or_exit
from app.context import Services, WorkCtx
from app.settings import Secret

PROVIDERS = click.Choice(["cardprovider", "pixprovider", "erp", "messaging"])
STATES = click.Choice(["received", "processed", "ignored", "failed"])
LIMIT = click.IntRange(1, 10_000)


@click.group("events")
def events_group() -> None:
    """Webhook events that came in and pushes that went out: look at them, run them again."""


@events_group.command("list")
@click.option("--provider", type=PROVIDERS)
@click.option("--status", type=STATES)
@click.option("--limit", default=50, show_default=True, type=LIMIT)
def list_command(provider: str | None, status: str | None, limit: int) -> None:
    """Events of the inbox, newest first. Bodies are not shown: they may hold addresses."""
    run(_list(provider, status, limit))


async def _list(provider: str | None, status: str | None, limit: int) -> None:
    async with opened() as (db, q):
        for row in await q.inbox.list_events(db, provider=provider, status=status, limit=limit):
            at = row["received_at"].strftime("%Y-%m-%dT%H:%M:%SZ")
            store = f"  store={row['store_id']}" if row["store_id"] else ""
            error = f"  {row['error']}" if row["error"] else ""
            click.echo(
                f"{row['id']}  {at}  {row['status']:9}  {row['provider']}  {row['type']}  {row['event_id']}"
                f"  attempts={row['attempts']}{store}{error}"
            )


@events_group.command("replay")
@click.argument("ids", nargs=-1, type=int)
@click.option("--provider", type=PROVIDERS, help="All failed events of this provider.")
@click.option("--all", "everything", is_flag=True, help="All failed events.")
def replay_command(ids: tuple[int, ...], provider: str | None, everything: bool) -> None:
    """Run events again that have had no effect yet. What was processed is left alone."""
    if sum((bool(ids), provider is not None, everything)) != 1:
        raise click.UsageError("say which: ids, --provider or --all")
    failed = run(_replay(list(ids) or None, provider))
    if failed:
        raise SystemExit(1)


async def _replay(ids: list[int] | None, provider: str | None) -> int:
    """Oldest first. Answers how many failed again."""
    from app.features.inbox.service import replay

    failed = 0
    async with opened_services() as services:
        rows = await services.q.inbox.list_replayable(services.db, ids=ids, provider=provider)
        for row in rows:
            try:
                await replay(services, row)
            except Exception as error:  # every event has its own try; what went wrong is shown and kept
                failed += 1
                click.echo(f"{row['id']}  failed  {type(error).__name__}: {error}")
            else:
                click.echo(f"{row['id']}  replayed")
    click.echo(f"replayed: {len(rows) - failed}, failed: {failed}")
    return failed


@events_group.command("pushes")
@click.option("--store", "store_id", type=click.UUID)
@click.option("--dead", is_flag=True, help="Only dead letters.")
@click.option("--limit", default=50, show_default=True, type=LIMIT)
def pushes_command(store_id: UUID | None, dead: bool, limit: int) -> None:
    """What ERPs and webhook endpoints were sent, newest first."""
    run(_pushes(store_id, dead, limit))


async def _pushes(store_id: UUID | None, dead: bool, limit: int) -> None:
    async with opened() as (db, q):
        for row in await q.webhook_endpoints.list_sent(db, store_id=store_id, only_dead=dead, limit=limit):
            click.echo(_push_line(row))


def _push_line(row: Any) -> str:
    at = row["created_at"].strftime("%Y-%m-%dT%H:%M:%SZ")
    to_erp = row["type"].startswith("erp.")
    words = [
        row["id"],
        at,
        f"{row['status']:9}",
        row["type"].removeprefix("erp."),
        f"{'store' if to_erp else 'endpoint'}={row['endpoint_id']}",
        f"attempts={row['attempts']}",
    ]
    return "  ".join(str(word) for word in (*words, row["last_error"] or "")).rstrip()


@events_group.command("resend")
@click.argument("ids", nargs=-1, type=click.UUID, required=True)
def resend_command(ids: tuple[UUID, ...]) -> None:
    """Give dead pushes and deliveries a new life, in their old place of the order."""
    woken, failed = run(_resend(list(ids)))
    click.echo(f"woken: {woken}")
    if failed:
        raise click.ClickException(f"those of {', '.join(failed)} could not be woken: run it again")


async def _resend(ids: list[UUID]) -> tuple[int, list[str]]:
    """How many were woken, and companies for which it failed."""
    from app.features.housekeeping import apart

    async with opened_services() as services:
        ctx = WorkCtx(services)
        of_company: dict[str, list[UUID]] = defaultdict(list)
        for company_id, push_id in await services.q.webhook_endpoints.find_dead(services.db, ids=ids):
            of_company[company_id].append(push_id)
        woken, failed = 0, list[str]()
        for company_id, dead in of_company.items():
            with apart(services.metrics, "events_resend", company_id, failed):
                woken += await _revive(ctx, company_id, dead)
        return woken, failed


async def _revive(ctx: WorkCtx, company_id: str, dead: list[UUID]) -> int:
    from app.features.webhook_endpoints.jobs import wake

    queries = ctx.q.webhook_endpoints
    async with ctx.transaction() as tx:
        rows = await queries.revive_deliveries(tx, company_id=company_id, ids=dead, at=ctx.now())
        for row in rows:
            endpoint_id = row["endpoint_id"]
            await queries.release_deliveries(tx, company_id=company_id, endpoint_id=endpoint_id, at=ctx.now())
            await wake(ctx, tx, company_id, endpoint_id)
    return len(rows)


@contextlib.asynccontextmanager
async def opened_services() -> AsyncIterator[Services]:
    """The services of the application, with every feature's replays declared."""
    import app.main  # noqa: F401  (importing the routes declares the replays)
    from app.ops.clock import SystemClock
    from app.ops.metrics import Metrics
    from app.services import open_services

    settings = settings_or_exit()
    async with database_dsn(settings) as dsn:
        ready = replace(settings, database_url=Secret(dsn))
        async with open_services(ready, SystemClock(), Metrics()) as services:
            yield services
