"""Ten thousand idle connections, and clients that are slow, endless or do not read: others are served meanwhile."""

import asyncio
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress

from tests.chaos.everyday import everyday
from tests.chaos.memory import MIB, Memory
from tests.chaos.stage import Outcome, Stage, Timed, open_shop
from tests.servers import Server

IDLE = 10_000
AT_ONCE = 200
IDLE_BYTES = 256 * MIB
EACH = 50
MORE_BYTES = 256 * MIB
END_S = 50.0  # a dripping body: 30 s, and a second for each 8 KiB
OTHERS_S = 1.5  # five hundred of them begin in the same moment
GET = b"GET /livez HTTP/1.1\r\nHost: chaos\r\n\r\n"
LARGE = b"GET /openapi.json HTTP/1.1\r\nHost: chaos\r\n\r\n"
POST = b"POST /process-file HTTP/1.1\r\nHost: chaos\r\nContent-Type: multipart/form-data; boundary=XX\r\n"
Wire = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def hold_idle_connections(stage: Stage) -> Outcome:
    """Half of them never say a word, half have had an answer; one process serves them all."""
    server = await asyncio.to_thread(stage.server().start)
    shop = await open_shop(server)
    memory = Memory(server)
    watching = asyncio.create_task(memory.watch())
    started = time.monotonic()
    places = asyncio.Semaphore(AT_ONCE)
    wires = await asyncio.gather(*(_idle(server, places, number % 2 == 0) for number in range(IDLE)))
    opened = time.monotonic() - started
    async with everyday(server, shop) as others:
        await asyncio.sleep(3)
    held = memory.more
    silent = [reader for number, (reader, _) in enumerate(wires) if number % 2]
    async with asyncio.timeout(30):
        await asyncio.gather(*(reader.read() for reader in silent))
    closed = time.monotonic() - started
    async with everyday(server, shop) as after:
        await asyncio.sleep(1)
    others += after
    for _, writer in wires:
        writer.transport.abort()
    watching.cancel()
    wrong = _judged(others, memory, IDLE_BYTES)
    code = await asyncio.to_thread(server.stop)
    wrong += [f"exit code {code} at the end"] if code else []
    seen = (
        f"opened in {opened:.1f} s, {held // MIB} MiB more; the silent ones closed after {closed:.1f} s; "
        f"others ≤ {max(one.seconds for one in others):.2f} s"
    )
    return Outcome(f"{IDLE:,} idle connections", seen, wrong)


async def _idle(server: Server, places: asyncio.Semaphore, speaks: bool) -> Wire:
    async with places:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        if speaks:
            writer.write(GET)
            answer = await reader.readuntil(b"\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200")
        return reader, writer


async def suffer_hostile_clients(stage: Stage) -> Outcome:
    """Fifty of each kind at once; each must come to an end."""
    server = await asyncio.to_thread(stage.server().start)
    shop = await open_shop(server)
    memory = Memory(server)
    watching = asyncio.create_task(memory.watch())
    kinds = {
        "half a head": lambda: _drip(server, GET[:20], b"", 1),
        "endless head": lambda: _drip(server, GET[:-2], b"X-A: 1\r\n", 0.5),
        "1 MB head": lambda: _drip(server, GET[:-2], b"X-A: " + b"a" * MIB, 0),
        "30,000 headers": lambda: _drip(server, GET[:-2] + b"A: 1\r\n" * 30_000, b"", 1),
        "half a body": lambda: _drip(server, POST + b"Content-Length: 1000\r\n\r\n--XX", b"", 1),
        "dripping body": lambda: _drip(server, POST + b"Content-Length: 999999\r\n\r\n", b"x", 2),
        "endless trailers": lambda: _drip(
            server, POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X-A: 1\r\n" * 5000, 0
        ),
        "body after its answer": lambda: _drip(server, b"PUT" + POST[4:] + b"Content-Length: 999999\r\n\r\n", b"x", 1),
        "empty lines": lambda: _drip(server, b"", b"\r\n", 1),
        "pipelining": lambda: _drip(server, b"", GET * 1000, 0),
        "not reading": lambda: _deaf(server, LARGE * 30),
    }
    async with everyday(server, shop) as beside:
        ends = dict(zip(kinds, await asyncio.gather(*(_fifty(kind) for kind in kinds.values())), strict=True))
    watching.cancel()
    wrong = [f"{name}: open after {END_S:.0f} s" for name, seconds in ends.items() if seconds >= END_S]
    wrong += _judged(beside, memory, MORE_BYTES)
    code = await asyncio.to_thread(server.stop)
    wrong += [f"exit code {code} at the end"] if code else []
    seen = (
        ", ".join(f"{name} {seconds:.0f} s" for name, seconds in ends.items())
        + f"; {memory.more // MIB} MiB more; others ≤ {max(one.seconds for one in beside):.2f} s"
    )
    return Outcome(f"{EACH} hostile clients of each kind", seen, wrong)


async def _fifty(kind: Callable[[], Coroutine[None, None, float]]) -> float:
    return max(await asyncio.gather(*(kind() for _ in range(EACH))))


async def _drip(server: Server, start: bytes, piece: bytes, pause: float) -> float:
    """Seconds until the server closes a connection that gets `start`, then `piece` again and again."""
    began = time.monotonic()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    reading = asyncio.create_task(_read_all(reader))
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(END_S):
            writer.write(start)
            while piece and not reading.done():
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
            await reading
    reading.cancel()
    writer.transport.abort()
    return time.monotonic() - began


async def _read_all(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def _deaf(server: Server, text: bytes) -> float:
    """Seconds until the server resets the connection of a client that asks for much and reads nothing."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port)) as raw:
        raw.sendall(text)
        while not raw.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) and time.monotonic() - began < END_S:
            await asyncio.sleep(0.2)
    return time.monotonic() - began


def _judged(others: list[Timed], memory: Memory, most: int) -> list[str]:
    slow = max(one.seconds for one in others)
    wrong = [f"{memory.more // MIB} MiB more"] if memory.more > most else []
    wrong += [f"another request took {slow:.1f} s"] if slow > OTHERS_S else []
    counted = Counter(one.status for one in others if one.status != 200)
    return wrong + [f"others: {number} x {status or 'no answer'}" for status, number in counted.items()]
