"""`backup` and `restore`: one file with everything in the database, made by PostgreSQL's own tools."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
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
        await asyncio.to_thread(_load, settings, dsn, file, replace)


def _load(settings: Settings, dsn: str, file: Path, replace: bool) -> None:
    """Read the backup as SQL into one transaction: whatever fails, what was there stays.

    Not pg_restore's own --clean: it knows only what the backup has, and stumbles over what a newer release has added.
    """
    clear = ["--command=DROP SCHEMA public CASCADE; CREATE SCHEMA public"] if replace else []
    options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", *clear, "--file=-"]
    read = [str(_program(settings, "pg_restore")), "--no-owner", "--no-privileges", "--file=-", str(file)]
    write = [str(_program(settings, "psql")), *options]
    with (
        tempfile.TemporaryFile() as said,
        subprocess.Popen(read, stdout=subprocess.PIPE, stderr=said, env=_environment(dsn)) as reader,
        subprocess.Popen(
            write, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=said, env=_environment(dsn)
        ) as writer,
    ):
        assert reader.stdout is not None  # noqa: S101  (PIPE)
        assert writer.stdin is not None  # noqa: S101  (PIPE)
        with contextlib.suppress(BrokenPipeError):  # it says itself why it ended
            shutil.copyfileobj(reader.stdout, writer.stdin)
        reader.stdout.close()
        if reader.wait() != 0:
            writer.kill()  # at the end of its input it would commit half a backup
        with contextlib.suppress(BrokenPipeError):
            writer.stdin.close()
        if writer.wait() != 0:
            said.seek(0)
            raise click.ClickException(f"nothing was restored: {said.read().decode(errors='replace').strip()[-500:]}")


async def _has_tables(dsn: str) -> bool:
    connection = await asyncpg.connect(dsn)
    try:
        return bool(await connection.fetchval("SELECT to_regclass('public.users') IS NOT NULL"))
    finally:
        await connection.close()


def _tool(settings: Settings, name: str, dsn: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs to its end."""
    command = [str(_program(settings, name)), *arguments]
    done = subprocess.run(command, env=_environment(dsn), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise click.ClickException(f"{name}: {done.stderr.strip()[-500:]}")


def _program(settings: Settings, name: str) -> Path:
    return find_engine(choose_account(), settings.app_pg_bin).bin / name


def _environment(dsn: str) -> dict[str, str]:
    """The database's address; the password travels in the environment, not in the process list."""
    parts = urlsplit(dsn)
    query = {key: values[0] for key, values in parse_qs(parts.query).items()}
    return {
        "PATH": os.environ.get("PATH", ""),
        "PGHOST": query.get("host", parts.hostname or "localhost"),
        "PGPORT": query.get("port", str(parts.port or 5432)),
        "PGUSER": unquote(parts.username or ""),
        "PGPASSWORD": unquote(parts.password or ""),
        "PGDATABASE": unquote(parts.path.lstrip("/")),
        "PGSSLMODE": query.get("sslmode", "prefer"),
        "PGOPTIONS": "-c client_min_messages=warning",
    }
