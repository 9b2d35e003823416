"""Ports that commands listen on."""

import asyncio
import contextlib
import errno
import socket
from collections.abc import AsyncIterator, Callable, Iterator

import click
import uvicorn
from starlette.applications import Starlette

from app.ops.metrics import Metrics
from app.ops.probes import probe_routes
from app.settings import Settings


def expect_free(host: str, port: int, name: str) -> None:
    """Before the database is started for nothing: one line that names the setting, instead of a trace."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            raise click.ClickException(f"{host}:{port} {reason}; set {name} to another port.") from None


class _Quiet(uvicorn.Server):
    """A server inside a process that has signals of its own."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them alone."""
        yield


@contextlib.asynccontextmanager
async def probes_served(settings: Settings, metrics: Metrics, ready: Callable[[], bool]) -> AsyncIterator[None]:
    """/livez, /readyz and /metrics of a worker on WORKER_PORT while the block runs."""
    if not settings.worker_port:
        yield
        return
    app = Starlette(routes=probe_routes(metrics, ready))
    server = _Quiet(
        uvicorn.Config(
            app,
            host=settings.host,
            port=settings.worker_port,
            http="app.web.protocol:BoundedHttpProtocol",
            ws="none",
            lifespan="off",
            access_log=False,
            server_header=False,
            log_config=None,
        )
    )
    task = asyncio.create_task(server.serve(), name="probes")
    try:
        yield
    finally:
        server.should_exit = True
        await task
