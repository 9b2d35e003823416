"""Slow and endless request heads end; ordinary and long ones are served. Raw sockets against a real uvicorn."""

import asyncio
import contextlib

import pytest
import uvicorn

from app.cli.serve import uvicorn_options
from app.settings import Settings
from app.web import protocol
from tests.servers import free_port
from tests.web.kit import AUTH, make_kit


@pytest.fixture
async def port(monkeypatch):
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.3)
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


async def talk(port, *pieces, pause=0.0):
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


async def test_an_ordinary_request_is_served(port):
    assert (await talk(port, b"GET /things HTTP/1.1\r\nHost: x\r\n\r\n")).startswith(b"HTTP/1.1 200")


async def test_a_head_of_60_kib_is_served(port):
    path = b"/internal/auth/tokens/by-value/" + b"v" * 60_000
    head = b"GET " + path + b" HTTP/1.1\r\nHost: x\r\nX-Auth-Token: " + AUTH["X-Auth-Token"].encode() + b"\r\n\r\n"
    assert (await talk(port, head)).startswith(b"HTTP/1.1 200")


async def test_silent_and_slow_heads_are_closed(port):
    assert await talk(port) == b""
    assert await talk(port, b"GET /things HTT") == b""
    dripping = [b"X-A: 1\r\n"] * 20
    assert await talk(port, b"GET /things HTTP/1.1\r\n", *dripping, pause=0.05) == b""


@pytest.mark.parametrize("piece", [b"X-Header: " + b"v" * 1000 + b"\r\n", b"v" * 1000])
async def test_endless_heads_are_refused(port, piece):
    answer = await talk(port, b"GET /things HTTP/1.1\r\nX-First: ", *([piece] * 400))
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")


async def test_a_second_request_on_the_connection_is_bounded_too(port):
    request = b"GET /things HTTP/1.1\r\nHost: x\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(2):
        writer.write(request)
        assert (await reader.readuntil(b"]")).startswith(b"HTTP/1.1 200")
        await asyncio.sleep(0.4)
    writer.write(request[:10])
    async with asyncio.timeout(3):
        assert await reader.read() == b""
    writer.close()
