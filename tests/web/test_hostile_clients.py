"""What a client may send or not read to hold a connection, grow our memory or slip a second request past a proxy."""

import asyncio
import socket

import pytest

from app.web import protocol
from tests.web.kit import LARGE
from tests.web.wire import port, talk, talk_to_the_end

__all__ = ["port"]

GET = b"GET /things HTTP/1.1\r\nHost: x\r\n\r\n"
UPLOAD = b"POST /things/upload HTTP/1.1\r\nHost: x\r\n"
CHUNKED = UPLOAD + b"Transfer-Encoding: chunked\r\n\r\n"
UNKNOWN = b"POST /nothing HTTP/1.1\r\nHost: x\r\n"
AMBIGUOUS = (
    UPLOAD + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    UPLOAD + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    UPLOAD + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
    UPLOAD + b"Content-Length: 4, 4\r\n\r\nabcd",
    UPLOAD + b"Content-Length: +4\r\n\r\nabcd",
    UPLOAD + b"Content-Length: -4\r\n\r\nabcd",
    UPLOAD + b"Content-Length: 0x4\r\n\r\nabcd",
    UPLOAD + b"Content-Length: 99999999999999999999\r\n\r\nabcd",
    UPLOAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    UPLOAD + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    UPLOAD + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    UPLOAD + b" Content-Length: 4\r\n\r\nabcd",
    b"GET /things HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n",
    b"GET /things HTTP/1.1\nHost: x\n\n",
    CHUNKED + b"zz\r\nabcd\r\n0\r\n\r\n",
    CHUNKED + b"-1\r\nabcd\r\n0\r\n\r\n",
    CHUNKED + b"FFFFFFFFFFFFFFFFFFFF\r\nabcd\r\n0\r\n\r\n",
    CHUNKED + b"4\r\nabcdef\r\n0\r\n\r\n",
    CHUNKED + b"0x4\r\nabcd\r\n0\r\n\r\n",
)


async def test_a_request_that_can_be_read_in_two_ways_is_refused_and_nothing_after_it_is_served(port):
    for request in AMBIGUOUS:
        answer = await talk_to_the_end(port, request + GET)
        assert b" 200 " not in answer, request
        assert answer.count(b"HTTP/1.1 ") <= 1, request


async def test_pipelined_requests_are_answered_in_order(port):
    answer = await talk_to_the_end(port, GET * 9 + GET.replace(b"Host", b"Connection: close\r\nHost"))
    assert answer.count(b"HTTP/1.1 200") == 10


async def test_a_flood_of_pipelined_requests_is_cut(port):
    answer = await talk_to_the_end(port, GET * 20_000)
    assert answer.count(b"HTTP/1.1") < 100


async def test_more_headers_than_anybody_needs_are_refused(port):
    head = GET[:-2] + b"A: 1\r\n" * 20_000
    assert (await talk_to_the_end(port, head)).startswith(b"HTTP/1.1 400")
    assert (await talk_to_the_end(port, head + b"\r\n")).startswith(b"HTTP/1.1 400")


async def test_trailers_and_chunk_extensions_without_end_are_cut(port):
    for endless in (b"4;" + b"x" * 200_000, b"0\r\nX: " + b"y" * 200_000, b"0\r\n" + b"X: y\r\n" * 40_000):
        answer = await talk_to_the_end(port, CHUNKED, endless, b"z" * 200_000, pause=0.05)
        assert answer == b"" or answer.startswith(b"HTTP/1.1 400"), endless[:20]


async def test_chunks_of_one_byte_are_a_body_like_any_other(port):
    answer = await talk(port, CHUNKED + b"1\r\nx\r\n" * 900 + b"0\r\n\r\n")
    assert b"900" in answer


async def test_a_body_that_stops_or_drips_is_a_408(port):
    assert (await talk_to_the_end(port, UPLOAD + b"Content-Length: 9\r\n\r\nabc")).startswith(b"HTTP/1.1 408")
    dripping = [b"1\r\nx\r\n"] * 200
    assert (await talk_to_the_end(port, CHUNKED, *dripping, pause=0.05)).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("announced", [True, False])
async def test_a_client_that_sends_its_whole_body_first_gets_the_413(port, announced):
    piece = b"x" * 100_000
    sent = piece if announced else b"%x\r\n%b\r\n" % (len(piece), piece)
    head = b"Content-Length: 10000000\r\n\r\n" if announced else b"Transfer-Encoding: chunked\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(UPLOAD + head)
    for _ in range(100):
        writer.write(sent)
        await writer.drain()
    async with asyncio.timeout(3):
        assert (await reader.readline()).startswith(b"HTTP/1.1 413")
    writer.close()


@pytest.mark.parametrize("piece", [b"x", b"\r\n"])
async def test_bytes_that_nobody_waits_for_do_not_keep_a_connection(port, piece):
    """The rest of a body that was answered already; empty lines instead of a request."""
    start = UNKNOWN + b"Content-Length: 100000\r\n\r\nabc" if piece == b"x" else b"\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(start)
    async with asyncio.timeout(3):
        while not reader.at_eof():
            writer.write(piece)
            await asyncio.sleep(0.05)
            try:
                await asyncio.wait_for(reader.read(1000), 0.01)
            except TimeoutError:
                continue
            except ConnectionError:
                break
    writer.close()


@pytest.mark.parametrize("ending", [b"", b"Connection: close\r\n"])
async def test_a_client_that_does_not_read_its_answer_is_cut(port, ending):
    raw = _slow_reader(port)
    raw.sendall(b"GET /things/large HTTP/1.1\r\nHost: x\r\n" + ending + b"\r\n")
    await asyncio.sleep(1.2)
    assert await asyncio.to_thread(_all_of, raw) < LARGE


async def test_a_client_that_reads_slowly_gets_everything(port, monkeypatch):
    monkeypatch.setattr(protocol, "READ_BYTES", 1000)
    raw = _slow_reader(port)
    raw.sendall(b"GET /things/large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    got = 0
    for _ in range(30):
        await asyncio.sleep(0.05)
        got += len(await asyncio.to_thread(raw.recv, 1 << 20))
    assert got + await asyncio.to_thread(_all_of, raw) > LARGE


def _slow_reader(port: int) -> socket.socket:
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 10)
    raw.connect(("127.0.0.1", port))
    raw.settimeout(5)
    return raw


def _all_of(raw: socket.socket) -> int:
    """Bytes until the end, whichever end."""
    size = 0
    with raw:
        while True:
            try:
                piece = raw.recv(1 << 20)
            except ConnectionError:
                return size
            if not piece:
                return size
            size += len(piece)
