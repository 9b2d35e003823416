"""Twenty uploads of a gigabyte at once, and twenty just below the limit: how much memory the service takes more."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx

from tests.chaos.memory import MIB, Memory
from tests.chaos.stage import Outcome, Stage, Timed, open_shop, timed
from tests.servers import Server

UPLOADS = 20
MORE_BYTES = 256 * MIB
OTHERS_S = 1.5
HEAD = b'--XX\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nnome;texto\r\n'
ROW = b"Tenis;" + b"macio e leve, para correr " * 1000 + b"\r\n"
BLOCK = ROW * (MIB // len(ROW))
# A quote that never ends: refused as soon as it is looked at. Whole tables take the parsers seconds each.
ENDLESS = b'"' + b"x" * (len(BLOCK) - 1)


@dataclass(frozen=True)
class Kind:
    """Uploads of one size; the first `tables` of them are whole tables. `wanted`: what they may be answered."""

    name: str
    size: int
    announced: bool
    tables: int
    wanted: frozenset[int]


KINDS = (
    Kind("1 GiB announced", 1024 * MIB, True, UPLOADS, frozenset({413})),
    Kind("1 GiB in chunks", 1024 * MIB, False, UPLOADS, frozenset({413})),
    Kind("49 MiB", 49 * MIB, True, 4, frozenset({200, 422, 429})),
)


async def upload_gigabytes(stage: Stage) -> Outcome:
    """Announced gigabytes, gigabytes in chunks, and 49 MiB; other requests beside them."""
    server = await asyncio.to_thread(stage.server().start)
    shop = await open_shop(server)
    async with server.client() as warm:
        await _upload(warm, [BLOCK], announced=True)
    memory = Memory(server)
    watching = asyncio.create_task(memory.watch())
    wrong: list[str] = []
    said: list[str] = []
    others: list[Timed] = []
    async with server.as_actor(shop.actor_id) as client:
        for kind in KINDS:
            started = time.monotonic()
            uploads = asyncio.gather(*(_one(server, kind, number) for number in range(UPLOADS)))
            while not uploads.done():
                others.append(await timed(client.get("/internal/products", params={"store_id": shop.store_id})))
                await asyncio.sleep(0.1)
            counted = Counter(await uploads)
            answers = ", ".join(f"{number} x {status}" for status, number in sorted(counted.items()))
            said.append(f"{kind.name}: {answers} in {time.monotonic() - started:.1f} s")
            wrong += [f"{kind.name}: {n} x {status}" for status, n in counted.items() if status not in kind.wanted]
    watching.cancel()
    slow = max(one.seconds for one in others)
    wrong += [f"{memory.more // MIB} MiB more"] if memory.more > MORE_BYTES else []
    wrong += [f"another request took {slow:.1f} s"] if slow > OTHERS_S else []
    wrong += [f"others answered {one.status}" for one in others if one.status != 200]
    code = await asyncio.to_thread(server.stop)
    wrong += [f"exit code {code} at the end"] if code else []
    took = f"{memory.more // MIB} MiB more in the service, parsers {memory.children // MIB} MiB"
    return Outcome(f"{UPLOADS} large uploads at once", f"{'; '.join(said)}; {took}; others ≤ {slow:.2f} s", wrong)


async def _one(server: Server, kind: Kind, number: int) -> int:
    first, rest = (BLOCK, BLOCK) if number < kind.tables else (ENDLESS, ENDLESS[1:])
    blocks = [first] + [rest] * (kind.size // len(BLOCK) - 1)
    async with server.client() as public:
        public.timeout = httpx.Timeout(120)
        try:
            return await _upload(public, blocks, announced=kind.announced)
        except httpx.HTTPError:
            return 0


async def _upload(public: httpx.AsyncClient, blocks: list[bytes], *, announced: bool) -> int:
    headers = {"Content-Type": "multipart/form-data; boundary=XX"}
    end = b"\r\n--XX--\r\n"

    async def body() -> AsyncIterator[bytes]:
        yield HEAD
        for block in blocks:
            yield block
        yield end

    if announced:
        headers["Content-Length"] = str(len(HEAD) + sum(map(len, blocks)) + len(end))
    return (await public.post("/process-file", content=body(), headers=headers)).status_code
