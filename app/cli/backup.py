"""`backup` and `restore`: one file with everything in the database, made by PostgreSQL's own tools."""

import asyncio
import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg
import click

from app.cli.archive import restore_until
from app.cli.run import NOT_OURS, database_dsn, run, settings_or_exit
from app.cli.verify import differences
from app.db.engine import choose_account, find_engine
from app.db.migrate import EXTENSIONS, dba_statements
from app.settings import Settings

CLEAR = Path(__file__).parents[1] / "db" / "clear_public.sql"
_EXTENSION = re.compile(r"^\d+; \d+ \d+ (COMMENT - )?EXTENSION ")
_PLAIN = ("--no-owner", "--no-privileges")
# What an address may say of its encryption and its server, beside who and where.
_CARRIED = ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile", "target_session_attrs")


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--verify", is_flag=True, help="Restore it into a scratch server and compare.")
def backup_command(file: Path, verify: bool) -> None:
    """Write a consistent backup of the database to FILE, while the service runs."""
    if file.exists() and not file.is_file():
        raise click.UsageError(f"{file} is no file that could be replaced.")
    run(_backup(settings_or_exit(), file, verify))
    click.echo(
        f"{file}: {file.stat().st_size:,} bytes{', verified' if verify else ''}."
        " Keep SECRETS_KEY with it: sealed secrets open with no other key."
    )


async def _backup(settings: Settings, file: Path, verify: bool) -> None:
    async with database_dsn(settings) as dsn:
        if not await _has_tables(dsn):  # as where the settings are not the service's
            raise click.ClickException(NOT_OURS)
        making = file.with_name(file.name + ".part")
        try:
            await asyncio.to_thread(_dump, settings, dsn, making)
            if verify:
                different = await differences(settings, making, restore=_load, dump=_dump, data=_data)
                if different:
                    raise click.ClickException(
                        f"{file} would not restore to what it was made of: {', '.join(different)}"
                    )
            making.replace(file)
        finally:
            making.unlink(missing_ok=True)


def _dump(settings: Settings, dsn: str, file: Path) -> None:
    _tool(settings, "pg_dump", dsn, "--format=custom", *_PLAIN, f"--file={file}")
    file.chmod(0o600)


def _data(settings: Settings, dsn: str, file: Path) -> Iterator[bytes]:
    command = [str(_program(settings, "pg_restore")), "--data-only", "--file=-", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=_environment(dsn)) as reader:
        assert reader.stdout is not None  # noqa: S101  (PIPE)
        yield from reader.stdout
    if reader.returncode != 0:
        raise click.ClickException(f"pg_restore ended with {reader.returncode}")


@click.command("restore")
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--until", metavar="TIME", help="Not a file: the embedded database as it was then, or `latest`.")
@click.option(
    "--of", default="", metavar="SERVER", help="With --until: the server whose archive it is (see `archive`)."
)
@click.option("--replace", is_flag=True, help="Replace what is in the database now.")
def restore_command(file: Path | None, until: str | None, of: str, replace: bool) -> None:
    """Bring the database to the state in FILE, or to that of a moment. Stop the service first."""
    settings = settings_or_exit()
    if (file is None) == (until is None):
        raise click.UsageError("either FILE or --until TIME")
    if until is not None:
        restore_until(settings, until, replace, of)
    elif file is not None:
        run(_restore(settings, file.resolve(), replace))
    click.echo("restored; `python -m app migrate` brings an older state up to date")


async def _restore(settings: Settings, file: Path, replace: bool) -> None:
    async with database_dsn(settings) as dsn:
        if not replace and await _has_tables(dsn):
            raise click.ClickException("the database is not empty; --replace drops what is in it")
        await asyncio.to_thread(_load, settings, dsn, file, replace)


def _load(settings: Settings, dsn: str, file: Path, replace: bool = False) -> None:
    """Read the backup as SQL into one transaction: whatever fails, what was there stays.

    Not pg_restore's own --clean: it knows only what the backup has, and stumbles over what a newer release has added.
    Extensions are made where they are missing, and otherwise left alone: with an ordinary role they are a DBA's.
    """
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        contents = Path(folder) / "contents"
        try:
            listed = _tool(settings, "pg_restore", dsn, "--list", str(file)).splitlines(keepends=True)
        except click.ClickException as error:
            raise click.ClickException(f"nothing was restored: {error.message}") from error
        contents.write_text("".join(line for line in listed if not _EXTENSION.search(line)), "utf-8")
        prelude = "".join(f"CREATE EXTENSION IF NOT EXISTS {name};\n" for name in EXTENSIONS)
        prelude += CLEAR.read_text("utf-8") if replace else ""
        read = [str(_program(settings, "pg_restore")), *_PLAIN, f"--use-list={contents}", "--file=-", str(file)]
        options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction", "--file=-"]
        with (
            subprocess.Popen(read, stdout=subprocess.PIPE, stderr=said, env=_environment(dsn)) as reader,
            subprocess.Popen(
                [str(_program(settings, "psql")), *options],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env=_environment(dsn),
            ) as writer,
        ):
            assert reader.stdout is not None  # noqa: S101  (PIPE)
            assert writer.stdin is not None  # noqa: S101  (PIPE)
            with contextlib.suppress(BrokenPipeError):  # it says itself why it ended
                writer.stdin.write(prelude.encode())
                shutil.copyfileobj(reader.stdout, writer.stdin)
            reader.stdout.close()
            if reader.wait() != 0:
                writer.kill()  # at the end of its input it would commit half a backup
            with contextlib.suppress(BrokenPipeError):
                writer.stdin.close()
            if writer.wait() != 0:
                said.seek(0)
                told = said.read().decode(errors="replace").strip()[-500:]
                raise click.ClickException(f"nothing was restored: {told}{_advice(told)}")


def _advice(told: str) -> str:
    if "SSL support is not compiled in" in told:
        return "\nset APP_PG_BIN to the folder of a PostgreSQL's own programs, as new as the server's"
    return f"\n{dba_statements()}" if "permission denied" in told or "must be owner" in told else ""


async def _has_tables(dsn: str) -> bool:
    connection = await asyncpg.connect(dsn)
    try:
        return bool(await connection.fetchval("SELECT to_regclass('public.users') IS NOT NULL"))
    finally:
        await connection.close()


def _tool(settings: Settings, name: str, dsn: str, *arguments: str) -> str:
    """Run one of PostgreSQL's programs to its end; what it said."""
    command = [str(_program(settings, name)), *arguments]
    done = subprocess.run(command, env=_environment(dsn), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        told = done.stderr.strip()[-500:]
        raise click.ClickException(f"{name} failed: {told}{_advice(told)}")
    return done.stdout


def _program(settings: Settings, name: str) -> Path:
    if not (settings.database_url and settings.app_pg_bin):
        return find_engine(choose_account(), settings.app_pg_bin).bin / name
    program = Path(settings.app_pg_bin) / name  # for a server elsewhere its clients are enough
    if not program.exists():
        raise click.ClickException(f"APP_PG_BIN has no {name}")
    return program


def _environment(dsn: str) -> dict[str, str]:
    """The database's address; the password travels in the environment, not in the process list."""
    parts = urlsplit(dsn)
    query = {key: values[0] for key, values in parse_qs(parts.query).items()}
    # Several, of which `target_session_attrs` chooses: the primary, wherever a failover has put it.
    places = [urlsplit(f"//{place}") for place in parts.netloc.rpartition("@")[2].split(",")]
    return {
        "PATH": os.environ.get("PATH", ""),
        "PGHOST": query.get("host", ",".join(place.hostname or "localhost" for place in places)),
        "PGPORT": query.get("port", ",".join(str(place.port or 5432) for place in places)),
        "PGUSER": unquote(parts.username or ""),
        "PGPASSWORD": unquote(parts.password or ""),
        "PGDATABASE": unquote(parts.path.lstrip("/")),
        **{f"PG{key.upper().replace('_', '')}": query[key] for key in _CARRIED if key in query},
        "PGOPTIONS": "-c client_min_messages=warning",
    }
