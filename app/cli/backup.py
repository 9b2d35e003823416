"""`backup` and `restore`: one file with everything in the database, made by PostgreSQL's own tools."""

import os
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import click

from app.cli.run import database_dsn, run, settings_or_exit
from app.db.engine import choose_account, find_engine
from app.settings import Settings


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def backup_command(file: Path) -> None:
    """Write a consistent backup of the database to FILE, while the service runs."""
    run(_backup(settings_or_exit(), file))
    click.echo(
        f"{file}: {file.stat().st_size:,} bytes. Keep SECRETS_KEY with it: sealed secrets open with no other key."
    )


async def _backup(settings: Settings, file: Path) -> None:
    async with database_dsn(settings) as dsn:
        making = file.with_name(file.name + ".part")
        _tool(settings, "pg_dump", dsn, "--format=custom", "--no-owner", "--no-privileges", f"--file={making}")
        making.chmod(0o600)
        making.replace(file)


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace what is in the database now.")
def restore_command(file: Path, replace: bool) -> None:
    """Bring the database to the state in FILE. Stop the service first."""
    run(_restore(settings_or_exit(), file.resolve(), replace))
    click.echo("restored; `python -m app migrate` brings an older backup up to date")


async def _restore(settings: Settings, file: Path, replace: bool) -> None:
    async with database_dsn(settings) as dsn:
        if not replace and await _has_tables(dsn):
            raise click.ClickException("the database is not empty; --replace drops what is in it")
        options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
        clean = ["--clean", "--if-exists"] if replace else []
        database = urlsplit(dsn).path.lstrip("/")
        _tool(settings, "pg_restore", dsn, *options, *clean, f"--dbname={unquote(database)}", str(file))


async def _has_tables(dsn: str) -> bool:
    connection = await asyncpg.connect(dsn)
    try:
        return bool(await connection.fetchval("SELECT to_regclass('public.users') IS NOT NULL"))
    finally:
        await connection.close()


def _tool(settings: Settings, name: str, dsn: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs; the password travels in the environment, not in the process list."""
    program = find_engine(choose_account(), settings.app_pg_bin).bin / name
    parts = urlsplit(dsn)
    query = {key: values[0] for key, values in parse_qs(parts.query).items()}
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "PGHOST": query.get("host", parts.hostname or "localhost"),
        "PGPORT": query.get("port", str(parts.port or 5432)),
        "PGUSER": unquote(parts.username or ""),
        "PGPASSWORD": unquote(parts.password or ""),
        "PGDATABASE": unquote(parts.path.lstrip("/")),
        "PGSSLMODE": query.get("sslmode", "prefer"),
    }
    done = subprocess.run([str(program), *arguments], env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise click.ClickException(f"{name}: {done.stderr.strip()[-500:]}")
