"""`serve`: database, migrations, demo data on request, the API and its storefront. `worker`, `storefront`."""

import asyncio
import ctypes
import gc
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from app.cli.listening import expect_free
from app.cli.run import (
    database_dsn,
    expect_temporary_folder,
    expect_usable,
    in_one_line,
    lift_open_files,
    on_database,
    run,
    settings_or_exit,
)
from app.settings import REQUIRED_SECRETS, Settings, load_settings

if TYPE_CHECKING:
    from starlette.applications import Starlette

GRACE_SECONDS = 25
TAKE_IN_SECONDS = 0.2
# A process that imports on a busy machine is slow, not dead.
HEALTHCHECK_SECONDS = 30
# Who has waited for the start is answered first; a process that ends before has no use for the rest.
SETTLED_SECONDS = 15


@click.command("serve")
@click.option("--demo", is_flag=True, help="Seed the demo when the database is empty.")
@click.option("--with-storefront", is_flag=True, help="Serve the storefront beside it, on STOREFRONT_PORT.")
@click.option("--port", type=int, help="Instead of PORT.")
def serve_command(demo: bool, with_storefront: bool, port: int | None) -> None:
    """Start the database if it is ours, migrate, and serve the API."""
    lift_open_files()
    settings = settings_or_exit()
    if port is not None:
        settings = replace(settings, port=port)
    expect_free(settings.host, settings.port, "PORT")
    if with_storefront:
        expect_free(settings.host, settings.storefront_port, "STOREFRONT_PORT")
    expect_usable(settings)
    if settings.workers > 1:
        _serve_processes(settings, demo=demo, with_storefront=with_storefront)
    else:
        with suppress(asyncio.CancelledError):  # ended while it started
            run(_serve_here(settings, demo=demo, with_storefront=with_storefront), fast_loop=True)


@asynccontextmanager
async def _prepared(settings: Settings, *, demo: bool, with_storefront: bool) -> AsyncIterator[Settings]:
    """Database, migrations, demo and storefront; the settings with the database's address."""
    from app.db.distribution import bring_up_to_date
    from app.ops.log import configure_logging, log

    configure_logging(settings.log_level, settings.log_format)
    # Beside the database: a first start takes seconds for each, and neither needs the other.
    model = asyncio.create_task(asyncio.to_thread(_prepare_model, settings))
    async with database_dsn(settings, serving=True) as dsn:
        ready = on_database(settings, dsn)
        # It imports while this process does, and says that the backend is not there until it is.
        storefront = _start_storefront(ready) if with_storefront else None
        try:
            await bring_up_to_date(dsn, progress=lambda text: log.info("migration", text=text))
            await model
            if demo:
                from app.demo import seed_demo

                # In a task of its own: with it ends its context, which has the last request's id.
                await asyncio.create_task(seed_demo(settings, dsn, only_if_empty=True))
            _say_where(settings, with_storefront)
            yield ready
        finally:
            if storefront is not None:
                storefront.terminate()
                storefront.wait(GRACE_SECONDS)


def _prepare_model(settings: Settings) -> None:
    """Build the default model now, with a line about it, and refuse a wrong model.yaml before anything is loaded.

    If building fails, each process says what serves instead. Raises ModelError.
    """
    from app.embed.config import ModelError, load_config
    from app.embed.hybrid.presence import find_folder, prepare
    from app.ops.log import log

    def say(text: str) -> None:
        if settings.development:
            click.echo(text, err=True)
        else:
            log.info("embedding_model", text=text)

    places = settings.models_dir, settings.data_dir, settings.embedding_model
    with suppress(ModelError):
        prepare(*places, say=say)
    folder = find_folder(*places)
    if folder.exists():
        load_config(folder)


def _say_where(settings: Settings, with_storefront: bool) -> None:
    """For a person at a terminal; elsewhere stderr has lines of the log and nothing else."""
    from app.ops.log import log

    base = f"http://{settings.host}:{settings.port}"
    storefront = f"http://{settings.host}:{settings.storefront_port}" if with_storefront else None
    if not settings.development:
        log.info("serving", api=base, storefront=storefront)
        return
    click.echo(f"API        {base}  (docs: {base}/docs)", err=True)
    if storefront:
        click.echo(f"Storefront {storefront}", err=True)
    click.echo(f"Tokens     {settings.data_dir / 'dev.env'}", err=True)


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """How uvicorn serves the API: uvloop, bounded request heads, our own access line, 25 s to end at SIGTERM."""
    return {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": "app.web.protocol:BoundedHttpProtocol",
        "ws": "none",
        "lifespan": "on",
        "access_log": False,
        "server_header": False,
        # The API asks nobody's address; the storefront reads a proxy's word for it itself.
        "proxy_headers": False,
        "log_config": None,
        "backlog": 4096,
        "timeout_keep_alive": 30,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }


def _read_ahead(settings: Settings) -> None:
    """A second of the interpreter's work that needs no database: done while one is made or started."""
    from app.main import read_ahead

    read_ahead(settings)


async def _serve_here(settings: Settings, *, demo: bool, with_storefront: bool) -> None:
    """Raises CancelledError at a SIGTERM that comes before it serves: the database is left, or ended, as ever."""
    start = asyncio.current_task()
    assert start is not None  # noqa: S101  (this coroutine runs in it)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, start.cancel)
    ahead = asyncio.create_task(asyncio.to_thread(_read_ahead, settings))
    async with _prepared(settings, demo=demo, with_storefront=with_storefront) as ready:
        await ahead
        import uvicorn

        from app.main import create_app

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                """Ready to answer; what the first answers need not wait for comes after them."""
                await super().startup(sockets)
                self.finishing = asyncio.create_task(_finish_once_settled(ready))

            @contextmanager
            def capture_signals(self) -> Iterator[None]:
                """Stop gracefully and exit with 0; uvicorn's own raises the signal again at the end."""
                loop = asyncio.get_running_loop()
                for number in (signal.SIGTERM, signal.SIGINT):
                    loop.add_signal_handler(number, self.handle_exit, number, None)
                yield

            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                """Take in what the kernel has accepted for us: closing the listener would cut it off."""
                await asyncio.sleep(TAKE_IN_SECONDS)
                await super().shutdown(sockets)

        server = Server(uvicorn.Config(create_app(ready), **uvicorn_options(ready)))
        await server.serve()
        if not server.started:
            raise click.ClickException(f"cannot listen on {settings.host}:{settings.port}")


async def _finish_once_settled(settings: Settings) -> None:
    await asyncio.sleep(SETTLED_SECONDS)
    await asyncio.to_thread(_finish, settings)


def _finish(settings: Settings) -> None:
    from app.main import finish_reading

    finish_reading(settings)
    spare_what_stays()


def spare_what_stays() -> None:
    """Modules, routes and queries are never garbage: looking at all of them again and again cost 7 % of a look-up."""
    gc.collect()
    gc.freeze()
    # What seeding and loading took goes back to the system: 100 MB after a first start. Only glibc has it.
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
    # A thousand chats that wait for their model are a quarter of a million objects, all alive. Walking them after every
    # ten thousand was a tenth of the work and held up everybody, for 80 ms at a time; what is garbage waits longer now.
    gc.set_threshold(100_000, 10, 10)


def _serve_processes(settings: Settings, *, demo: bool, with_storefront: bool) -> None:
    """uvicorn's supervisor wants the main thread for its signals, so the database is kept by a loop beside it."""
    import uvicorn
    from anyio.from_thread import start_blocking_portal

    from app.ops.shared_metrics import FOLDER_VARIABLE

    # Until uvicorn has its own: what has been started beside is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with tempfile.TemporaryDirectory(prefix="storefront-metrics-") as numbers, start_blocking_portal() as portal:
        prepared = _prepared(settings, demo=demo, with_storefront=with_storefront)
        with in_one_line(), portal.wrap_async_context_manager(prepared) as ready:
            os.environ.update(_environment(ready) | {FOLDER_VARIABLE: numbers})
            uvicorn.run(
                "app.cli.serve:worker_app",
                factory=True,
                workers=ready.workers,
                timeout_worker_healthcheck=HEALTHCHECK_SECONDS,
                **uvicorn_options(ready),
            )


def worker_app() -> "Starlette":
    """The application of one of several API processes, which begin with nothing configured."""
    from app.main import create_app
    from app.ops.log import configure_logging

    settings = load_settings()
    configure_logging(settings.log_level, settings.log_format)
    app = create_app(settings)
    _finish(settings)
    return app


def _environment(settings: Settings) -> dict[str, str]:
    """What child processes must know that is not in their environment yet: the running database and made secrets."""
    made = {name.upper(): getattr(settings, name).reveal() for name in REQUIRED_SECRETS}
    return made | {"DATABASE_URL": settings.database_url.reveal(), "PORT": str(settings.port)}


def _start_storefront(settings: Settings) -> "subprocess.Popen[bytes]":
    backend = f"http://{settings.host}:{settings.port}"
    environment = os.environ | _environment(settings) | {"BACKEND_URL": backend}
    command = [sys.executable, "-m", "app", "storefront", "--beside", str(os.getpid())]
    return subprocess.Popen(command, env=environment)


@click.command("storefront")
@click.option("--beside", type=int, hidden=True, help="End when this parent process is gone.")
def storefront_command(beside: int | None) -> None:
    """Serve the storefront alone; it finds the backend at BACKEND_URL."""
    import uvicorn

    from app.ops.log import configure_logging
    from app.storefront import create_storefront

    settings = settings_or_exit()
    expect_free(settings.host, settings.storefront_port, "STOREFRONT_PORT")
    expect_temporary_folder()
    configure_logging(settings.log_level, settings.log_format)
    if beside is not None:
        threading.Thread(target=_end_with_parent, args=(beside,), daemon=True).start()
    options = uvicorn_options(settings) | {"port": settings.storefront_port}
    storefront = create_storefront(settings)

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Open pages listen to a stream that would hold the process for as long as it may."""
            storefront.state.site.updates.close()
            await super().shutdown(sockets)

    Server(uvicorn.Config(storefront, **options)).run()


def _end_with_parent(parent: int) -> None:
    """A `serve` that was killed cannot end its storefront, which would keep the port."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
