"""What commands share: settings, a database to talk to, and errors as one line instead of a traceback."""

import asyncio
import contextlib
import resource
import socket
import ssl
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from dataclasses import replace
from typing import Any, TypeVar

import asyncpg
import click
import uvloop

from app.archive import ArchiveError
from app.archive.ship import keep_archive
from app.db.connections import UNREACHABLE
from app.db.distribution import DistributionError
from app.db.embedded import EmbeddedServer, InUse
from app.db.engine import EmbeddedError
from app.db.errors import DatabaseUnavailable, QueryTimeout, classify
from app.db.loader import QueryError
from app.db.migrate import MigrationError
from app.db.version import ServerTooOld
from app.ops.log import log
from app.settings import Secret, Settings, SettingsError, load_settings

T = TypeVar("T")
OPEN_FILES = 65_536
DATABASE_WAIT_S = 30.0
NOT_OURS = "this database lacks the schema of this release: are DATABASE_URL and DATA_DIR the service's? else `migrate`"
EXPECTED = (
    ArchiveError,
    DistributionError,
    EmbeddedError,
    InUse,
    DatabaseUnavailable,
    QueryError,
    MigrationError,
    ServerTooOld,
    SettingsError,
)


def settings_or_exit() -> Settings:
    """The settings; a wrong configuration ends the command with its message."""
    with in_one_line():
        return load_settings()


@contextlib.contextmanager
def in_one_line() -> Iterator[None]:
    """What is expected to go wrong in the block, also a file or folder that cannot be used, ends the command so."""
    try:
        yield
    except EXPECTED as error:
        raise click.ClickException(str(error)) from error
    except (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError, asyncpg.UndefinedFunctionError) as error:
        raise click.ClickException(f"{NOT_OURS} ({error})") from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError, QueryTimeout) as error:
        fault = classify(error)
        if fault is None or fault.kind not in ("unavailable", "timeout"):
            raise
        raise click.ClickException(f"PostgreSQL: {str(error) or 'no answer in time'}") from error
    except OSError as error:
        if error.filename is None:
            raise
        raise click.ClickException(f"{error.filename}: {error.strerror}") from error


def expect_usable(settings: Settings) -> None:
    """Before the database is started for nothing: what a service needs beside it, or a line that names the setting."""
    from app.ops.agent_types import AgentTypesError, load_agent_types
    from app.ops.secret_box import SecretBox, SecretBoxError

    expect_temporary_folder()
    try:
        SecretBox(settings.secrets_key.reveal())
        load_agent_types(settings.agent_types_file)
    except SecretBoxError as error:
        raise click.ClickException(str(error)) from error
    except AgentTypesError as error:
        raise click.ClickException(f"AGENT_TYPES_FILE: {error}") from error


def expect_temporary_folder() -> None:
    """Somewhere to write for a while, uploads first of all; a read-only system has TMPDIR set to it."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError as error:
        raise click.ClickException(f"TMPDIR: {error.strerror}") from error


def lift_open_files() -> None:
    """Allow this process and its children as many open files as may be: each client is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(soft, OPEN_FILES) if hard == resource.RLIM_INFINITY else hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run(work: Coroutine[Any, Any, T], *, fast_loop: bool = False) -> T:
    """Run a command's coroutine, on uvloop if wanted; expected errors become one line on stderr and exit code 1."""
    with in_one_line(), asyncio.Runner(loop_factory=uvloop.new_event_loop if fast_loop else None) as runner:
        return runner.run(work)


def on_database(settings: Settings, dsn: str) -> Settings:
    """The settings of a service on this database: a configured DATABASE_URL stays, since it may be a pooler's."""
    return settings if settings.database_url else replace(settings, database_url=Secret(dsn))


def _in_our_words(error: ssl.SSLError | ValueError) -> str:
    """What is wrong with an address or its TLS; else not in the error's words, which may be a part of the password."""
    if isinstance(error, ssl.SSLError):
        why = getattr(error, "verify_message", None) or error.reason or "no common protocol"
        return f"TLS to PostgreSQL fails ({why}): sslmode or sslrootcert do not fit it"
    if isinstance(error, asyncpg.ClientConfigurationError) and str(error).startswith("root certificate"):
        return f"DATABASE_URL, or DATABASE_DIRECT_URL: {str(error).splitlines()[0]}"
    return "DATABASE_URL, or DATABASE_DIRECT_URL, cannot be read as an address"


async def _wait_for(dsn: str) -> None:
    """Until the database lets us in: it may be starting, or ending before it starts again.

    Raises DatabaseUnavailable after DATABASE_WAIT_S, and at once for what waiting does not mend: a wrong name, login or
    database.
    """
    ends = time.monotonic() + DATABASE_WAIT_S
    told = False
    while True:
        try:
            connection = await asyncpg.connect(dsn, timeout=5, statement_cache_size=0)
        except (ssl.SSLError, ValueError) as error:
            raise DatabaseUnavailable(_in_our_words(error)) from error
        except socket.gaierror as error:
            raise DatabaseUnavailable(f"DATABASE_URL names a host that does not resolve: {error.strerror}") from error
        except (*UNREACHABLE, TimeoutError) as error:
            if time.monotonic() >= ends:
                why = f"{type(error).__name__}: {error}".rstrip(": ")
                raise DatabaseUnavailable(f"no connection to PostgreSQL in {DATABASE_WAIT_S:.0f} s ({why})") from error
            if not told:
                log.warning("waiting_for_database", error=type(error).__name__)
                told = True
            await asyncio.sleep(0.25)
        except asyncpg.PostgresError as error:
            raise DatabaseUnavailable(f"PostgreSQL refuses the connection: {error}") from error
        else:
            await connection.close(timeout=5)
            return


@contextlib.asynccontextmanager
async def database_dsn(settings: Settings, *, serving: bool = False) -> AsyncIterator[str]:
    """PostgreSQL's own address (DATABASE_DIRECT_URL, else DATABASE_URL), or the embedded server's while the block runs.

    Should the embedded server die, it is started again. Those that are `serving` keep its archive.
    """
    if settings.database_url:
        if serving and settings.wal_archive_dir:
            log.warning("wal_archive_unused", why="DATABASE_URL is set: archiving is that server's")
        await _wait_for(settings.direct_url)
        if serving and settings.database_direct_url:
            await _wait_for(settings.database_url.reveal())  # the pooler
        yield settings.direct_url
        return
    archive = bool(settings.wal_archive_dir)
    async with EmbeddedServer(settings.data_dir, pg_bin=settings.app_pg_bin, archive=archive) as server:
        if server.joined and serving and not settings.development:
            log.info("database_joined", folder=str(settings.data_dir.resolve()))
        elif server.joined:
            click.echo(f"Database   joined the one that runs in {settings.data_dir.resolve()}", err=True)
        beside = [asyncio.create_task(server.watch(), name="embedded-database")]
        try:
            # One that another process was just ending is gone by now, and started again by the watch.
            await _wait_for(server.dsn)
            if archive and serving:
                beside.append(asyncio.create_task(keep_archive(settings, server.cluster), name="archive"))
            yield server.dsn
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
