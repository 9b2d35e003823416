"""A database that stops answering, and a pool with nothing left in it: every request ends, and normal comes back."""

import asyncio
import itertools
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

import asyncpg
import httpx

from tests.chaos.stage import Outcome, Shop, Stage, Timed, back_to_normal, open_shop, timed
from tests.servers import Server

BOUND_S = 10.0
BACK_S = 5.0
HEALTH_S = 3.0
STALL_S = 14.0
SCRAPE_S = 1.5
Ask = Callable[[], Awaitable[httpx.Response]]


async def stall_the_database(stage: Stage) -> Outcome:
    """SIGSTOP of PostgreSQL under load, SIGCONT after a while; the service is not restarted."""
    server = await asyncio.to_thread(stage.server().start)
    shop = await open_shop(server)
    async with server.as_actor(shop.actor_id) as client, server.client() as public:
        await asyncio.gather(*(ask() for ask in _asks(client, shop) * 8))
        stage.signal_postgres(signal.SIGSTOP)
        try:
            load = asyncio.create_task(_load(_asks(client, shop), seconds=STALL_S, width=40))
            degraded = await _until_degraded(public)
            ends = await load
        finally:
            stage.signal_postgres(signal.SIGCONT)
        back = await back_to_normal(lambda: client.get("/internal/company"), within=BACK_S)
        after = await asyncio.gather(*(timed(ask()) for ask in _asks(client, shop) * 5))
    wrong = _unbounded(ends) + _not_in(ends, {503, 504})
    wrong += [f"/health degraded only after {degraded:.1f} s"] if degraded > HEALTH_S else []
    wrong += [f"back to normal only after {back:.1f} s"] if back > BACK_S else []
    wrong += [f"afterwards: {one.status}" for one in after if one.status >= 400 or one.status == 0]
    wrong += await _ended(server)
    seen = f"{_said(ends)}; /health degraded after {degraded:.1f} s; normal {back:.1f} s after SIGCONT"
    return Outcome(f"PostgreSQL stopped for {STALL_S:.0f} s", seen, wrong)


async def empty_the_pool(stage: Stage) -> Outcome:
    """All four connections wait for a lock; sixty callers want one."""
    server = await asyncio.to_thread(stage.server(DB_POOL_MAX="4").start)
    shop = await open_shop(server)
    blocker = await asyncpg.connect(stage.database.dsn)
    async with server.as_actor(shop.actor_id) as client, server.client() as public:
        transaction = blocker.transaction()
        await transaction.start()
        await blocker.execute("LOCK TABLE products IN ACCESS EXCLUSIVE MODE")
        asks: list[Ask] = [lambda: client.get("/internal/products", params={"store_id": shop.store_id})]
        load = asyncio.create_task(_load(asks, seconds=6, width=60))
        await asyncio.sleep(1)
        probes = [await timed(public.get(path)) for path in ("/livez", "/readyz", "/metrics", "/health") * 3]
        ends = await load
        await transaction.rollback()
        back = await back_to_normal(asks[0], within=BACK_S)
    await blocker.close()
    slow = max(one.seconds for one in probes)
    wrong = _unbounded(ends) + _not_in(ends, {503, 504}) + _not_in(probes, {200})
    wrong += [f"a probe took {slow:.1f} s"] if slow > SCRAPE_S else []
    wrong += [f"back to normal only after {back:.1f} s"] if back > BACK_S else []
    wrong += await _ended(server)
    return Outcome("pool empty", f"{_said(ends)}; probes ≤ {slow:.2f} s; normal after {back:.1f} s", wrong)


def _asks(client: httpx.AsyncClient, shop: Shop) -> list[Ask]:
    """Reads and writes that need the database."""
    store = {"store_id": shop.store_id}
    item = {"product_id": shop.product_ids[0], "quantity": 1}
    message = {"role": "user", "content": "oi", "agent_id": shop.agent_id}
    numbers = itertools.count()
    return [
        lambda: client.get("/internal/products", params=store),
        lambda: client.get("/internal/company"),
        lambda: client.post("/internal/messages", json=message),
        lambda: client.post("/internal/orders", json=store | {"items": [item], "payment_method": "cod"}),
        lambda: client.post(
            "/internal/orders",
            json=store | {"items": [item], "payment_method": "cod"},
            headers={"Idempotency-Key": f"stall-{shop.store_id}-{next(numbers)}"},
        ),
        lambda: client.get(f"/internal/dashboard/{shop.store_id}"),
    ]


async def _load(asks: Sequence[Ask], *, seconds: float, width: int) -> list[Timed]:
    """`width` callers ask in turn until the time is over; how every request ended."""
    ends: list[Timed] = []
    deadline = time.monotonic() + seconds

    async def caller(number: int) -> None:
        while time.monotonic() < deadline:
            number += 1
            ends.append(await timed(asks[number % len(asks)]()))

    await asyncio.gather(*(caller(number) for number in range(width)))
    return ends


async def _until_degraded(public: httpx.AsyncClient) -> float:
    started = time.monotonic()
    while time.monotonic() - started < 20:
        answer = await public.get("/health")
        if answer.json()["status"] == "degraded":
            break
        await asyncio.sleep(0.1)
    return time.monotonic() - started


def _unbounded(ends: Sequence[Timed]) -> list[str]:
    slowest = max(one.seconds for one in ends)
    return [f"a request took {slowest:.1f} s"] if slowest > BOUND_S else []


def _not_in(ends: Sequence[Timed], wanted: set[int]) -> list[str]:
    others = Counter(one.status for one in ends if one.status not in wanted)
    return [f"{number} answers were {status or 'broken connections'}" for status, number in others.items()]


def _said(ends: Sequence[Timed]) -> str:
    statuses = sorted(Counter(one.status for one in ends).items())
    counted = ", ".join(f"{number} x {status}" for status, number in statuses)
    return f"{counted} in ≤ {max(one.seconds for one in ends):.1f} s"


async def _ended(server: Server) -> list[str]:
    code = await asyncio.to_thread(server.stop)
    return [f"exit code {code} at the end"] if code else []
