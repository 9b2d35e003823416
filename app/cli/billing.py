"""`billing batches|charges list|retry|write-off`, `grant`, `reconcile`: what operators do about money."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Literal, get_args
from uuid import UUID

import click

from app.cli.events import opened_services
from app.cli.jobs import opened
from app.cli.run import run
from app.db.pool import Database, Executor
from app.db.queries import Queries
from app.features.billing.types import BatchStatus, ChargeStatus

Kind = Literal["batch", "charge"]
Action = Literal["retry", "write_off"]
LIMIT = click.IntRange(1, 100_000)
IDS = click.argument("ids", nargs=-1, type=click.UUID, required=True)


@click.group("billing")
def billing_group() -> None:
    """Usage batches, charges, given tokens, and the comparison with the card provider."""


@billing_group.group("batches")
def batches_group() -> None:
    """Batches of metered usage on their way to the card provider."""


@billing_group.group("charges")
def charges_group() -> None:
    """Overage charges and top-ups."""


@batches_group.command("list")
@click.option("--status", type=click.Choice(get_args(BatchStatus)), help="Only those of this status.")
@click.option("--limit", default=50, show_default=True, type=LIMIT)
def list_batches_command(status: str | None, limit: int) -> None:
    """Id, company, status, amount; newest first."""
    run(_list("batch", status, limit))


@charges_group.command("list")
@click.option("--status", type=click.Choice(get_args(ChargeStatus)), help="Only those of this status.")
@click.option("--limit", default=50, show_default=True, type=LIMIT)
def list_charges_command(status: str | None, limit: int) -> None:
    """Id, company, status, amount; newest first."""
    run(_list("charge", status, limit))


@batches_group.command("retry")
@IDS
def retry_batches_command(ids: tuple[UUID, ...]) -> None:
    """Send batches that need attention again."""
    _finish(run(_each("batch", ids, "retry", None)))


@charges_group.command("retry")
@IDS
def retry_charges_command(ids: tuple[UUID, ...]) -> None:
    """Ask for overage charges again that failed, need attention or wait for the card's holder."""
    _finish(run(_each("charge", ids, "retry", None)))


@batches_group.command("write-off")
@IDS
@click.option("--reason", required=True, help="Why, for the audit log.")
def write_off_batches_command(ids: tuple[UUID, ...], reason: str) -> None:
    """Never send these batches: the house pays."""
    _finish(run(_each("batch", ids, "write_off", reason)))


@charges_group.command("write-off")
@IDS
@click.option("--reason", required=True, help="Why, for the audit log.")
def write_off_charges_command(ids: tuple[UUID, ...], reason: str) -> None:
    """Never ask for these charges again: the house pays."""
    _finish(run(_each("charge", ids, "write_off", reason)))


@billing_group.command("grant")
@click.argument("company")
@click.argument("tokens", type=click.IntRange(1, 10**12))
@click.option("--expires", type=click.DateTime(["%Y-%m-%d"]), help="First day (UTC) on which they no longer count.")
def grant_command(company: str, tokens: int, expires: datetime | None) -> None:
    """Give COMPANY this many TOKENS."""
    expires_at = expires.replace(tzinfo=UTC) if expires else None
    if expires_at is not None and expires_at <= datetime.now(UTC):
        raise click.BadParameter("that day has begun: they would never count", param_hint="--expires")
    run(_grant(company, tokens, expires_at))
    click.echo(f"granted {tokens} tokens to {company}")


@billing_group.command("reconcile")
@click.option("--repair", is_flag=True, help="Mend what can be mended.")
@click.option("--company", help="This one alone.")
def reconcile_command(repair: bool, company: str | None) -> None:
    """Compare with the card provider: payments, subscriptions, meter. Exit code 1 when something differed."""
    if run(_reconcile(repair, company)):
        raise SystemExit(1)


async def _list(kind: Kind, status: str | None, limit: int) -> None:
    async with opened() as (db, q):
        queries = q.billing_operator
        find = queries.list_batches if kind == "batch" else queries.list_all_charges
        for row in await find(db, status=status, limit=limit):
            cents = row["amount_cents"]
            what = row["identifier"] if kind == "batch" else row["kind"]
            words = [row["id"], row["company_id"], row["status"], f"R$ {cents // 100},{cents % 100:02}", what]
            click.echo("  ".join(str(word) for word in (*words, row["last_error"] or "")).rstrip())


async def _each(kind: Kind, ids: tuple[UUID, ...], action: Action, reason: str | None) -> int:
    """Do it to each id, with its audit row; how many it could not be done to."""
    async with opened() as (db, q):
        queries = q.billing_operator
        find = queries.find_batches if kind == "batch" else queries.find_charges
        found = {row["id"]: row for row in await find(db, ids=list(ids))}
        failed = 0
        for one in ids:
            row = found.get(one)
            try:
                done = row is not None and await _one(db, q, kind, row["company_id"], one, action, reason)
                said = _done(action) if done else _left(kind, action, row)
            except Exception as error:  # whatever it is, the others are done
                told, *_ = str(error).splitlines() or [""]
                done, said = False, f"not done: {type(error).__name__}: {told}"
            click.echo(f"{one}  {said}")
            failed += not done
    return failed


def _done(action: Action) -> str:
    return "retried by the next run" if action == "retry" else "written off"


def _left(kind: Kind, action: Action, row: Any) -> str:
    """Why nothing was done."""
    if row is None:
        return f"there is no {kind} of this id"
    if action == "retry" and row["kind"] == "topup":
        return "left as it is: a top-up, which its buyer repeats"
    return f"left as it is: {row['status']}"


async def _one(db: Database, q: Queries, kind: Kind, company: str, one: UUID, action: str, reason: str | None) -> bool:
    queries: Any = q.billing_operator
    change: Callable[..., Awaitable[UUID | None]] = getattr(queries, f"{action}_{kind}")
    more = {} if reason is None else {"reason": reason}
    async with db.transaction() as tx:
        if await change(tx, company_id=company, id=one, **more) is None:
            return False
        await _audit(tx, q, company, f"billing.{action}_{kind}", kind, str(one), {"reason": [None, reason]})
    return True


async def _audit(
    tx: Executor, q: Queries, company: str, action: str, kind: str, target: str, changes: dict[str, Any]
) -> None:
    await q.billing_operator.write_operator_audit(
        tx, company_id=company, action=action, target_type=kind, target_id=target, changes=changes
    )


async def _grant(company: str, tokens: int, expires_at: datetime | None) -> None:
    from app.features.billing.grants import grant_given

    async with opened() as (db, q):
        await _require_company(db, q, company)
        async with db.transaction() as tx:
            given = await grant_given(q, tx, company, tokens, expires_at=expires_at, moment=datetime.now(UTC))
            await _audit(tx, q, company, "billing.grant", "topup", str(given), {"tokens": [None, tokens]})


async def _reconcile(repair: bool, company: str | None) -> int:
    from app.clients.cardprovider import CardError
    from app.features.billing.reconcile import reconcile

    async with opened_services() as services:
        if company is not None:
            await _require_company(services.db, services.q, company)
        try:
            findings = await reconcile(services, repair=repair, company_id=company)
        except CardError as error:
            raise click.ClickException(f"the card provider cannot be asked: {error}") from error
    for found in findings:
        state = "mended" if found.mended else "found"
        click.echo(f"{state}  {found.company_id}  {found.kind}  {found.subject}  {found.detail}")
    click.echo(f"found: {len(findings)}, mended: {sum(found.mended for found in findings)}")
    return len(findings)


async def _require_company(db: Database, q: Queries, company: str) -> None:
    if not await q.billing_operator.has_company(db, company_id=company):
        raise click.ClickException(f"there is no company {company}")


def _finish(failed: int) -> None:
    if failed:
        raise SystemExit(1)
