"""`tenants list|export|import|delete`: one company's data handed over, moved or erased, as data-protection laws (LGPD,
GDPR) ask."""

import re
import sys
from pathlib import Path
from typing import BinaryIO

import click

from app.cli.jobs import opened
from app.cli.run import database_dsn, run, settings_or_exit
from app.db.queries import load_queries
from app.features.company.erasure import erase_company
from app.features.company.export import Export, Header, opened_export
from app.features.company.restore import SKIPPED, ImportRefused, import_company, read_header
from app.ops.vault import open_vault
from app.paths import SQL_DIR
from app.settings import Settings

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _company_id(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    if not _ID.fullmatch(value):
        raise click.BadParameter("an id has letters, digits, _ and - only")
    return value


@click.group("tenants")
def tenants_group() -> None:
    """Companies: list them, export one's whole data, load it elsewhere, delete one with every trace."""


@tenants_group.command("list")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 100_000))
def list_command(limit: int) -> None:
    """Companies, newest first, with how much each has."""
    run(_list(limit))


async def _list(limit: int) -> None:
    async with opened() as (db, q):
        for row in await q.tenants.list_tenants(db, limit=limit):
            counts = "  ".join(f"{name}={row[name]}" for name in ("stores", "products", "leads", "orders"))
            made = row["created_at"].strftime("%Y-%m-%d")
            name = "(no company)" if row["name"] is None else row["name"]
            click.echo(f"{row['id']}  {made}  {counts}  {name}")


@tenants_group.command("export")
@click.argument("company_id", callback=_company_id)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="Write here instead of printing.")
def export_command(company_id: str, output: Path | None) -> None:
    """Everything of COMPANY_ID as lines of JSON, in one snapshot, while the service runs.

    The first line says how many rows of each table follow and what is left out: secrets, and what the rest can make.
    """
    rows = run(_export(company_id, output))
    click.echo(f"{rows} rows of {company_id}{f' in {output}' if output else ''}", err=True)


async def _export(company_id: str, output: Path | None) -> int:
    async with opened() as (db, q), opened_export(db.dsn, q, company_id) as export:
        if not export.rows:
            raise click.ClickException(f"nothing is known of {company_id}")
        await q.tenants.note_export(db, company_id=company_id)
        if output is None:
            await _write(export, sys.stdout.buffer)
            return export.rows
        making = output.with_name(output.name + ".part")
        making.touch(mode=0o600)
        with making.open("wb") as file:
            await _write(export, file)
        making.replace(output)
    return export.rows


async def _write(export: Export, file: BinaryIO) -> None:
    file.write(export.header())
    with click.progressbar(length=export.rows, label="exporting", file=sys.stderr) as bar:
        async for page in export.pages():
            file.writelines(page)
            bar.update(len(page))
    file.flush()


@tenants_group.command("import")
@click.argument("file", type=click.File("rb"))
def import_command(file: BinaryIO) -> None:
    """Load FILE, an export of this or another installation, also of v0.1.0. All of it, or nothing.

    The company must be new here, or a user of that id with nothing else. Ids stay as they are.
    """
    header = run(_import(file))
    rows = sum(count for table, count in header.counts.items() if table not in SKIPPED)
    click.echo(f"{rows} rows of {header.company_id}; left out: {', '.join(_left_out(header))}", err=True)


def _left_out(header: Header) -> list[str]:
    """Tables, and columns of tables that came: those as `leads.messages`."""
    names = set(SKIPPED)
    for table, what in header.left_out.items():
        if table not in SKIPPED:
            names |= {table} if isinstance(what, str) else {f"{table}.{column}" for column in what}
    return sorted(names)


async def _import(file: BinaryIO) -> Header:
    async with opened() as (db, q):
        try:
            header = read_header(file)
            file.seek(0)
            with click.progressbar(length=sum(header.counts.values()), label="importing", file=sys.stderr) as bar:
                return await import_company(db, q, file, bar.update)
        except ImportRefused as refused:
            raise click.ClickException(str(refused)) from None


@tenants_group.command("delete")
@click.argument("company_id", callback=_company_id)
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete_command(company_id: str, yes: bool) -> None:
    """Erase COMPANY_ID: user, sessions, stores with everything in them, audit log and files. There is no way back.

    Its subscription ends at the card provider, by a job.
    """
    from app.storefront.uploads import open_file_store

    settings = settings_or_exit()
    files = open_file_store(settings.data_dir)
    counts = run(_count(settings, company_id)) | {"files": files.count(company_id)}
    if not any(counts.values()):
        raise click.ClickException(f"nothing is known of {company_id}")
    for table, count in counts.items():
        if count:
            click.echo(f"{count:>10}  {table}")
    if not yes and click.prompt("Type the id to delete all this for good") != company_id:
        raise click.ClickException("another id: nothing was deleted")
    traces = run(_delete(settings, company_id))
    files.erase(company_id)
    click.echo(f"deleted {company_id}, and {traces} rows that spoke of it")


async def _count(settings: Settings, company_id: str) -> dict[str, int]:
    async with database_dsn(settings) as dsn, opened_export(dsn, load_queries(SQL_DIR), company_id) as export:
        return export.counts


async def _delete(settings: Settings, company_id: str) -> int:
    vault = open_vault(settings)
    async with opened() as (db, q):
        return await erase_company(db, q, vault, company_id)
