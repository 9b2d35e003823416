"""The kit on a real uvicorn with short limits, and raw sockets to it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import uvicorn

from app.cli.serve import uvicorn_options
from app.settings import Settings
from app.web import incoming, protocol
from tests.servers import free_port
from tests.web.kit import make_kit


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Where it listens."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(protocol, "LINGER_SECONDS", 0.6)
    monkeypatch.setattr(protocol, "READ_SECONDS", 0.3)
    monkeypatch.setattr(incoming, "IDLE_SECONDS", 0.3)
    monkeypatch.setattr(incoming, "PATIENCE_SECONDS", 0.5)
    number = free_port()
    options = uvicorn_options(Settings(port=number)) | {"lifespan": "off", "loop": "none"}
    server = uvicorn.Server(uvicorn.Config(make_kit(), **options))
    server.install_signal_handlers = lambda: None
    task = asyncio.create_task(server._serve())
    while not server.started:
        await asyncio.sleep(0.01)
    yield number
    server.should_exit = True
    await task


async def talk(port: int, *pieces: bytes, pause: float = 0.0) -> bytes:
    """Send pieces and read until the peer closes or a response is complete; gives what came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    try:
        for piece in pieces:
            writer.write(piece)
            with contextlib.suppress(ConnectionError):
                await writer.drain()
            await asyncio.sleep(pause)
        async with asyncio.timeout(5):
            return await reader.read(1 << 16)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def talk_to_the_end(port: int, *pieces: bytes, pause: float = 0.0) -> bytes:
    """Send pieces while reading, until the peer closes the connection; gives what came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)

    async def send() -> None:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)

    sending = asyncio.create_task(send())
    came = bytearray()
    try:
        async with asyncio.timeout(5):
            while piece := await reader.read(1 << 16):
                came += piece
    except ConnectionError:
        pass
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        writer.close()
    return bytes(came)
