"""A dead card provider, PIX provider and ERP at twenty requests a second each: bounded answers, few calls, and what
was asked for happens once when they are back."""

import asyncio
import contextlib
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import httpx

from tests.chaos.stage import Outcome, Shop, Stage, Timed, open_shop, timed
from tests.fakes.cardprovider import FakeCardProvider
from tests.fakes.pixprovider import FakePixProvider
from tests.fakes.receiver import FakeReceiver
from tests.fakes.server import Fault
from tests.servers import Server
from tests.waiting import until

RATE = 20
SECONDS = 30.0
CALLS = 10
ANSWER_S = 25.0  # 15 s are the providers' deadline; then hundreds write down at once that they failed
OTHERS_S = 1.5
BACK_S = 65.0  # a breaker's longest pause, and a moment
PIX_KEY, ERP_SECRET = "app-id-of-the-store", "whsec_" + "QUJD" * 8
NAMES = ("card", "pix", "erp")
Providers = tuple[FakeCardProvider, FakePixProvider, FakeReceiver]


@dataclass
class Play:
    """One service with its three providers, and how its requests ended."""

    server: Server
    dsn: str
    shop: Shop
    providers: Providers
    faults: tuple[Fault | None, ...]
    ends: dict[str, list[httpx.Response | None]] = field(default_factory=dict)
    slowest: float = 0.0
    called: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def says(self, what: str) -> None:
        """Write down what must not be."""
        self.wrong.append(what)


async def lose_the_providers(stage: Stage) -> Outcome:
    """Two services side by side: each provider hangs in one and fails or is gone in the other."""
    with contextlib.ExitStack() as fakes:
        plays = [
            await _open(stage, fakes, "first", ("hang", "500", "hang")),
            await _open(stage, fakes, "second", (None, "hang", "500")),
        ]
        garbage = await _garbage(plays[0])
        others = asyncio.create_task(_others([play.shop for play in plays], plays[0].server))
        await asyncio.gather(*(_dead(play) for play in plays))
        beside = await others
        back = await asyncio.gather(*(_returns(play) for play in plays))
        for play in plays:
            code = await asyncio.to_thread(play.server.stop)
            play.wrong += [f"exit code {code} at the end"] if code else []
    wrong = garbage + [w for play in plays for w in play.wrong]
    slow = max(one.seconds for one in beside)
    wrong += [f"another request took {slow:.1f} s"] if slow > OTHERS_S else []
    wrong += [f"others answered {one.status}" for one in beside if one.status != 200]
    sent = sum(len(ends) for play in plays for ends in play.ends.values())
    called = ", ".join(
        f"{name} {fault or 'gone'} {called}x"
        for play in plays
        for name, fault, called in zip(NAMES, play.faults, play.called, strict=True)
    )
    seen = (
        f"{sent} requests in {SECONDS:.0f} s, each answered in ≤ {max(p.slowest for p in plays):.1f} s; called: "
        f"{called}; others ≤ {slow:.2f} s; {sum(back)} effects once after their return"
    )
    return Outcome("card, PIX, ERP dead", seen, wrong)


async def _open(stage: Stage, fakes: contextlib.ExitStack, name: str, faults: tuple[Fault | None, ...]) -> Play:
    cards, pix, erp = providers = (FakeCardProvider(), FakePixProvider(PIX_KEY), FakeReceiver(ERP_SECRET))
    for one in providers:
        fakes.enter_context(one)
    dsn = await stage.another_database(name)
    server = stage.server(
        dsn,
        CARDPROVIDER_BASE_URL=cards.url,
        CARDPROVIDER_API_KEY="sk_test_fake",
        PIXPROVIDER_BASE_URL=pix.url,
        ALLOW_PRIVATE_OUTBOUND="1",
        JOB_CONCURRENCY="4",
    )
    await asyncio.to_thread(server.start)
    shop = await open_shop(server)
    async with server.as_actor(shop.actor_id) as client:
        link = {"outbound_url": erp.url, "outbound_secret": ERP_SECRET, "outbound_enabled": True}
        for path, body in (
            (f"orders/store/{shop.store_id}/payment-settings", {"pix_api_key": PIX_KEY}),
            (f"stock-sync-settings/{shop.store_id}", link),
        ):
            answer = await client.put(f"/internal/{path}", json=body)
            assert answer.status_code == 200, answer.text
        answer = await client.post("/internal/billing/setup-intent")
        assert answer.status_code == 200, answer.text
    return Play(server, dsn, shop, providers, faults)


def _ask(client: httpx.AsyncClient, shop: Shop, name: str, key: str) -> Any:
    headers = {"Idempotency-Key": key}
    if name == "card":
        return client.post("/internal/billing/topup", json={"amount_cents": 3000}, headers=headers)
    if name == "erp":
        return client.post(f"/internal/stock-sync/test-outbound/{shop.store_id}")
    items = [{"product_id": shop.product_ids[0], "quantity": 1}]
    body = {"store_id": shop.store_id, "items": items, "payment_method": "pix"}
    return client.post("/internal/orders", json=body, headers=headers)


async def _garbage(play: Play) -> list[str]:
    """Answers that are no JSON are a bounded 502 or 503, too; then all is well again."""
    wrong = []
    async with play.server.as_actor(play.shop.actor_id) as client:
        for provider, name in zip(play.providers[:2], NAMES, strict=False):
            provider.fail_always("garbage")
            bad = await _ask(client, play.shop, name, f"garbage-{name}")
            provider.fail_always(None)
            good = await _ask(client, play.shop, name, f"garbage-{name}")
            wrong += _refusals(name, [bad])
            wrong += [f"{name} after garbage: {good.status_code}"] if good.status_code >= 300 else []
    return wrong


async def _dead(play: Play) -> None:
    """Requests at a steady rate while the providers are dead."""
    _switch(play)
    async with _many(play) as client:
        ending = asyncio.gather(*(_steady(play, client, name) for name in NAMES))
        await asyncio.sleep(SECONDS)
        play.called = [len(provider.seen) for provider in play.providers]
        await ending
    for name, fault, called in zip(NAMES, play.faults, play.called, strict=True):
        if called > CALLS:
            play.says(f"{name}, {fault}: called {called} times in {SECONDS:.0f} s")
        play.wrong += _refusals(f"{name}, {fault or 'gone'}", play.ends[name]) if name != "erp" else []
    told = {answer.json().get("ok", answer.status_code) for answer in play.ends["erp"] if answer}
    if told != {False}:
        play.says(f"of a dead ERP was told: {told}")
    if play.slowest > ANSWER_S:
        play.says(f"an answer took {play.slowest:.1f} s")


def _switch(play: Play) -> None:
    for fault, provider in zip(play.faults, play.providers, strict=True):
        provider.seen.clear()
        if fault is None:
            provider.port = int(provider.url.rsplit(":", 1)[1])
            provider.__exit__()
        else:
            provider.fail_always(fault)


async def _steady(play: Play, client: httpx.AsyncClient, name: str) -> None:
    ends = play.ends[name] = []

    async def one(number: int) -> None:
        started = time.monotonic()
        try:
            ends.append(await _ask(client, play.shop, name, f"{name}-{number}"))
        except httpx.HTTPError:
            ends.append(None)
        play.slowest = max(play.slowest, time.monotonic() - started)

    started = time.monotonic()
    async with asyncio.TaskGroup() as group:
        for number in range(int(RATE * SECONDS)):
            await asyncio.sleep(max(0.0, started + number / RATE - time.monotonic()))
            group.create_task(one(number))


def _refusals(name: str, answers: list[httpx.Response | None]) -> list[str]:
    statuses = Counter(answer.status_code if answer else 0 for answer in answers)
    wrong = [f"{name}: {number} x {status}" for status, number in statuses.items() if status not in (502, 503)]
    if any(answer and answer.status_code in (502, 503) and "retry-after" not in answer.headers for answer in answers):
        wrong.append(f"{name}: no Retry-After")
    return wrong


def _many(play: Play) -> httpx.AsyncClient:
    """A client that keeps nothing waiting on its own side."""
    client = play.server.as_actor(play.shop.actor_id)
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=100)
    return httpx.AsyncClient(base_url=client.base_url, headers=client.headers, timeout=60, limits=limits)


async def _others(shops: list[Shop], server: Server) -> list[Timed]:
    """Another company's everyday requests meanwhile."""
    ends: list[Timed] = []
    shop = await open_shop(server)
    async with server.as_actor(shop.actor_id) as client:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            ends.append(await timed(client.get("/internal/products", params={"store_id": shop.store_id})))
            await asyncio.sleep(0.2)
    return ends


async def _returns(play: Play) -> int:
    """The providers are back: the orders that stand get their charges, a key its payment, each once."""
    cards, pix, _ = play.providers
    for fault, provider in zip(play.faults, play.providers, strict=True):
        provider.fail_always(None)
        if fault is None:
            provider.__enter__()
    before = len(cards.payment_intents)
    async with play.server.as_actor(play.shop.actor_id) as client:
        await asyncio.gather(*(_until_good(client, play, name) for name in NAMES[:2]))
        again = [(await _ask(client, play.shop, "card", "card-1")).json() for _ in range(3)]
    if len(cards.payment_intents) - before != 1 or any(one != again[0] for one in again):
        play.says(f"a repeated top-up made {len(cards.payment_intents) - before} payments")
    connection = await asyncpg.connect(play.dsn)
    try:
        await until(lambda: _all_charged(connection, play), 60)
    except TimeoutError:
        play.says("some orders never got their charge")
    made = await connection.fetch("SELECT payment_external_id FROM orders WHERE store_id = $1", play.shop.store_id)
    await connection.close()
    if {row[0] for row in made} != set(pix.charges):
        play.says(f"{len(made)} orders, {len(pix.charges)} charges")
    return len(made) + 1


async def _until_good(client: httpx.AsyncClient, play: Play, name: str) -> None:
    deadline = time.monotonic() + BACK_S
    while (await _ask(client, play.shop, name, f"{name}-1")).status_code >= 300:
        if time.monotonic() > deadline:
            return play.says(f"{name}: not asked again within {BACK_S:.0f} s")
        await asyncio.sleep(0.5)
    return None


async def _all_charged(connection: asyncpg.Connection, play: Play) -> bool:
    """Whether no order lacks its charge; the hours that jobs wait pass quickly."""
    query = "SELECT count(*) FROM orders WHERE store_id = $1 AND br_code IS NULL"
    if not await connection.fetchval(query, play.shop.store_id):
        return True
    await connection.execute("UPDATE jobs SET run_at = now() WHERE NOT claimed AND name = 'charge_order'")
    await connection.execute("SELECT pg_notify('jobs', '')")
    await asyncio.sleep(2)
    return False
