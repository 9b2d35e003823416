"""`migrate`, `distribute` and `queries`: schema, its place on a cluster, and query types."""

from pathlib import Path

import asyncpg
import click

from app.cli.run import database_dsn, run, settings_or_exit
from app.db import stubs
from app.db.distribution import bring_up_to_date, distribute
from app.db.loader import load_queries
from app.db.migrate import migrate
from app.settings import Settings


@click.command("migrate")
@click.option("--check", is_flag=True, help="Change nothing; exit 1 when a migration is pending.")
@click.option("--dry-run", is_flag=True, help="Run the pending migrations and roll them back.")
def migrate_command(check: bool, dry_run: bool) -> None:
    """Bring the database's schema up to date."""
    pending = run(_migrate(settings_or_exit(), check, dry_run))
    if check and pending:
        raise SystemExit(1)


async def _migrate(settings: Settings, check: bool, dry_run: bool) -> list[str]:
    async with database_dsn(settings) as dsn:
        try:
            if check or dry_run:
                report = await migrate(dsn, check=check, dry_run=dry_run, progress=click.echo)
            else:
                report = await bring_up_to_date(dsn, progress=click.echo)
        except asyncpg.PostgresError as error:
            notes = " ".join(getattr(error, "__notes__", []))
            raise click.ClickException(f"{error} {notes}") from error
    if check:
        for name in report.pending:
            click.echo(f"pending: {name}")
    if not report.pending and not report.applied:
        click.echo("the schema is up to date")
    return report.pending


@click.command("distribute")
@click.option("--dry-run", is_flag=True, help="Say what would be done.")
def distribute_command(dry_run: bool) -> None:
    """Put each table in its place on a Citus cluster; what is there already stays."""
    if not run(_distribute(settings_or_exit(), dry_run)):
        click.echo("everything is in its place")


async def _distribute(settings: Settings, dry_run: bool) -> bool:
    async with database_dsn(settings) as dsn:
        plan = await distribute(dsn, dry_run=dry_run, progress=click.echo)
    return bool(plan.tables or plan.functions or plan.of_one_plan)


@click.command("queries")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 when queries.pyi is stale.")
def queries_command(check: bool) -> None:
    """Write app/db/queries.pyi from sql/*.sql and the migrated schema."""
    text = run(_render(settings_or_exit()))
    if check and stubs.stale(text):
        raise click.ClickException("app/db/queries.pyi is stale: run `python -m app queries`")
    if not check:
        stubs.write(text)


async def _render(settings: Settings) -> str:
    """Types come from a migrated scratch database, so an old local schema cannot lead them astray."""
    async with database_dsn(settings) as dsn:
        return await stubs.render_from_migrations(dsn, load_queries(Path("sql")), Path("migrations"))
