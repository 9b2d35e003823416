"""Slow and endless request heads end; ordinary and long ones are served. Raw sockets against a real uvicorn."""

import asyncio

import pytest

from tests.web.kit import AUTH
from tests.web.wire import port, talk

__all__ = ["port"]


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
