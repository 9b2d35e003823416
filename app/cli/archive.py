"""`archive`: what WAL_ARCHIVE_DIR has; and `restore --until`, which goes back to a moment of it."""

import asyncio
from datetime import UTC, datetime

import click

from app.archive import open_store
from app.archive.base import Base, list_bases, make_base
from app.archive.recover import recover
from app.archive.tools import identifier
from app.cli.run import database_dsn, run, settings_or_exit
from app.db.embedded import locate, stopped
from app.settings import Settings

LATEST = "latest"


@click.command("archive")
@click.option("--base", is_flag=True, help="Make a base copy now, verified.")
def archive_command(base: bool) -> None:
    """What the archive of the embedded database can be recovered to."""
    settings = settings_or_exit()
    _expect_embedded(settings)
    if base:
        made = run(_make(settings))
        click.echo(f"{made.name}: verified. Keep SECRETS_KEY apart from it: sealed secrets open with no other key.")
        return
    run(_list(settings))


async def _make(settings: Settings) -> Base:
    store = open_store(settings)
    async with database_dsn(settings):
        cluster = await asyncio.to_thread(locate, settings.data_dir, settings.app_pg_bin)
        return await asyncio.to_thread(
            lambda: make_base(store, identifier(cluster), cluster, keep=settings.backup_keep)
        )


async def _list(settings: Settings) -> None:
    store = open_store(settings)
    cluster = await asyncio.to_thread(locate, settings.data_dir, settings.app_pg_bin)
    here = await asyncio.to_thread(identifier, cluster) if cluster.data.exists() else ""
    for system in sorted({name.split("/")[0] for name in store.names("")}):
        click.echo(f"server {system}{' (this one)' if system == here else ''}")
        for base in list_bases(store, system, cluster.home):
            click.echo(f"  base from {datetime.fromtimestamp(base.finished_at, UTC).isoformat(timespec='seconds')}")


def _expect_embedded(settings: Settings) -> None:
    if settings.database_url:
        raise click.ClickException("WAL_ARCHIVE_DIR is of the embedded database; DATABASE_URL leads to another one")


def restore_until(settings: Settings, until: str, replace: bool, of: str) -> None:
    """Bring the embedded database to a moment. Raises ClickException, having changed nothing."""
    _expect_embedded(settings)
    moment = _moment(until)
    run(_recover(settings, moment, replace, of))


def _moment(text: str) -> datetime | None:
    """None: as far as the archive goes."""
    if text == LATEST:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            "expected a time like 2026-11-22T10:00:00-03:00, or `latest`", param_hint="--until"
        ) from None
    if moment.tzinfo is None:
        raise click.BadParameter("a time needs its zone: 2026-11-22T10:00:00-03:00, or …Z", param_hint="--until")
    if moment > datetime.now(UTC):
        raise click.BadParameter("that time is still to come", param_hint="--until")
    return moment


async def _recover(settings: Settings, moment: datetime | None, replace: bool, of: str) -> None:
    store = open_store(settings)
    async with stopped(settings.data_dir, settings.app_pg_bin) as cluster:
        if cluster.data.exists() and not replace:
            raise click.ClickException("there is a database here; --replace puts the recovered one in its place")
        done = await recover(store, cluster, moment, of)
    click.echo(f"recovered from the base {done.base.name}")
    if done.before is not None:
        click.echo(f"what was there is in {done.before} until the next recovery; it takes room")
