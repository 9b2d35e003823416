"""Writers that keep a ledger of what the service acknowledged, and the comparison with what the database holds."""

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from uuid import UUID

import asyncpg
import httpx

from tests.chaos.stage import STOCK, Shop
from tests.servers import Server

WRITERS = 12
TRIES = 4
SETTLE_SECONDS = 20


@dataclass
class Order:
    """An order as its client knows it."""

    key: str
    product_id: str
    quantity: int
    id: str = ""
    confirmed: bool = False


@dataclass
class Ledger:
    """What was asked for (by key), what was acknowledged, and what a client saw that must not be."""

    orders: dict[str, Order] = field(default_factory=dict)
    messages: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    failed_tries: int = 0


class Writers:
    """A write load of orders with their confirmations, and messages. `start`, then `stop`, then `check`."""

    def __init__(self, server: Server, shop: Shop, name: str) -> None:
        self.ledger = Ledger()
        self.shop = shop
        self._name = name
        self._numbers = itertools.count()
        self._client = server.as_actor(shop.actor_id)
        self._client.timeout = httpx.Timeout(15)
        self._tasks: list[asyncio.Task[None]] = []
        self._ending = False

    def start(self) -> None:
        """Begin to write."""
        self._tasks = [asyncio.create_task(self._write(random.Random(n))) for n in range(WRITERS)]

    async def stop(self) -> None:
        """No new records; those begun get their last try."""
        self._ending = True
        await asyncio.gather(*self._tasks)

    async def settle(self) -> None:
        """Ask again for everything without an answer: by its Idempotency-Key it happens once."""
        left = iter(self.ledger.open)
        async with asyncio.timeout(SETTLE_SECONDS):
            await asyncio.gather(*(self._settle(left) for _ in range(WRITERS)))
        await self._client.aclose()

    async def _settle(self, left: Iterator[str]) -> None:
        for key in left:
            done = False
            while not done:
                done = await (self._order(key) if key in self.ledger.orders else self._message(key))

    async def _write(self, random_: random.Random) -> None:
        while not self._ending:
            key = f"{self._name}-{next(self._numbers)}"
            if random_.random() < 0.5:
                product_id = random_.choice(self.shop.product_ids)
                self.ledger.orders[key] = Order(key, product_id, random_.randint(1, 3))
                done = await self._order(key)
            else:
                done = await self._message(key)
            if not done:
                self.ledger.open.append(key)

    async def _order(self, key: str) -> bool:
        """Create the order and confirm it; False when an answer is still missing."""
        order = self.ledger.orders[key]
        body = {
            "store_id": self.shop.store_id,
            "items": [{"product_id": order.product_id, "quantity": order.quantity}],
            "payment_method": "cod",
            "notes": key,
        }
        if not order.id:
            answer = await self._ask("/internal/orders", body, key)
            if answer is None:
                return False
            order.id = answer.json()["id"]
        moved = await self._ask(f"/internal/orders/{order.id}/transition", {"to": "confirmed"}, None)
        order.confirmed = moved is not None
        return order.confirmed

    async def _message(self, key: str) -> bool:
        body = {"role": "user", "content": key, "agent_id": self.shop.agent_id}
        answer = await self._ask("/internal/messages", body, key)
        if answer is not None:
            self.ledger.messages[key] = answer.json()["id"]
        return answer is not None

    async def _ask(self, path: str, body: dict[str, object], key: str | None) -> httpx.Response | None:
        """POST until it is acknowledged, a few times; None: not yet. A move that is there already is a success."""
        headers = {"Idempotency-Key": key} if key else {}
        for number in range(TRIES):
            try:
                answer = await self._client.post(path, json=body, headers=headers)
            except httpx.TransportError:
                self.ledger.failed_tries += 1
            else:
                if answer.status_code in (200, 201):
                    return answer
                if answer.status_code == 409 and key is None and answer.json().get("from") == "confirmed":
                    return answer
                if answer.status_code not in (409, 503, 504):
                    self.ledger.wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")
                self.ledger.failed_tries += 1
            await asyncio.sleep(0.1 * 2**number)
        return None


async def check(writers: Writers, dsn: str) -> list[str]:
    """What the database lacks or has twice, against the ledger of settled writers."""
    ledger, store_id = writers.ledger, UUID(writers.shop.store_id)
    connection = await asyncpg.connect(dsn)
    try:
        orders = await connection.fetch("SELECT id, notes, status FROM orders WHERE store_id = $1", store_id)
        messages = await connection.fetch("SELECT id, content FROM messages_history WHERE store_id = $1", store_id)
        shelves = await connection.fetch("SELECT id, stock_quantity FROM products WHERE store_id = $1", store_id)
        taken = await connection.fetch(
            "SELECT product_id, order_id FROM stock_movements WHERE store_id = $1 AND kind = 'order_decrement'",
            store_id,
        )
    finally:
        await connection.close()
    wrong = list(ledger.wrong)
    wrong += _compare("orders", {o.key: o.id for o in ledger.orders.values()}, [(o["notes"], o["id"]) for o in orders])
    wrong += _compare("messages", ledger.messages, [(m["content"], m["id"]) for m in messages])
    lost = sum(order["status"] != "confirmed" for order in orders)
    wrong += [f"confirmations lost: {lost}"] if lost else []
    doubled = [
        where for where, number in Counter((t["product_id"], t["order_id"]) for t in taken).items() if number > 1
    ]
    wrong += [f"stock taken twice: {len(doubled)}"] if doubled else []
    sold: Counter[str] = Counter()
    for order in ledger.orders.values():
        sold[order.product_id] += order.quantity
    off = [str(s["id"]) for s in shelves if s["stock_quantity"] != STOCK - sold[str(s["id"])]]
    return wrong + ([f"stock does not add up: {len(off)} products"] if off else [])


def _compare(what: str, ledger: dict[str, str], rows: list[tuple[str, UUID]]) -> list[str]:
    stored = {str(row_id) for _, row_id in rows}
    counts = Counter(key for key, _ in rows)
    lost = [key for key, made in ledger.items() if made and made not in stored]
    doubled = [key for key, number in counts.items() if number > 1]
    unknown = [key for key in counts if key not in ledger]
    parts = (("lost", lost), ("doubled", doubled), ("never acknowledged", unknown))
    return [f"{what} {word}: {len(keys)} ({keys[0]})" for word, keys in parts if keys]
