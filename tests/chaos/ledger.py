"""Writers that keep a ledger of what the service acknowledged, and the comparison with what the database holds."""

import random
from collections import Counter
from dataclasses import dataclass
from uuid import UUID

import asyncpg

from tests.chaos.load import Load, differences
from tests.chaos.stage import STOCK, Shop
from tests.servers import Server


@dataclass
class Order:
    """An order as its client knows it."""

    key: str
    product_id: str
    quantity: int
    id: str = ""
    confirmed: bool = False


class Writers(Load):
    """A write load of orders with their confirmations, and messages; `check` when it has settled."""

    def __init__(self, server: Server, shop: Shop, name: str) -> None:
        super().__init__(server, shop.actor_id, name)
        self.shop = shop
        self.orders: dict[str, Order] = {}
        self.messages: dict[str, str] = {}

    @property
    def acknowledged(self) -> int:
        """Orders and messages."""
        return len(self.orders) + len(self.messages)

    def choose(self, key: str, random_: random.Random) -> None:
        """As many orders as messages."""
        if random_.random() < 0.5:
            self.orders[key] = Order(key, random_.choice(self.shop.product_ids), random_.randint(1, 3))

    async def once(self, key: str) -> bool:
        """Make the order and confirm it, or record the message."""
        return await (self._order(self.orders[key]) if key in self.orders else self._message(key))

    async def _order(self, order: Order) -> bool:
        body = {
            "store_id": self.shop.store_id,
            "items": [{"product_id": order.product_id, "quantity": order.quantity}],
            "payment_method": "cod",
            "notes": order.key,
        }
        if not order.id:
            answer = await self.ask("/internal/orders", body, order.key)
            if answer is None:
                return False
            order.id = answer.json()["id"]
        moved = await self.ask(f"/internal/orders/{order.id}/transition", {"to": "confirmed"}, None)
        order.confirmed = moved is not None
        return order.confirmed

    async def _message(self, key: str) -> bool:
        body = {"role": "user", "content": key, "agent_id": self.shop.agent_id}
        answer = await self.ask("/internal/messages", body, key)
        if answer is not None:
            self.messages[key] = answer.json()["id"]
        return answer is not None


async def check(writers: Writers, dsn: str) -> list[str]:
    """What the database lacks or has twice, against the ledger of settled writers."""
    store_id = UUID(writers.shop.store_id)
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
    wrong = list(writers.wrong)
    made = {order.key: order.id for order in writers.orders.values()}
    wrong += differences("orders", made, [(o["notes"], o["id"]) for o in orders])
    wrong += differences("messages", writers.messages, [(m["content"], m["id"]) for m in messages])
    lost = sum(order["status"] != "confirmed" for order in orders)
    wrong += [f"confirmations lost: {lost}"] if lost else []
    doubled = [
        where for where, number in Counter((t["product_id"], t["order_id"]) for t in taken).items() if number > 1
    ]
    wrong += [f"stock taken twice: {len(doubled)}"] if doubled else []
    sold: Counter[str] = Counter()
    for order in writers.orders.values():
        sold[order.product_id] += order.quantity
    off = [str(s["id"]) for s in shelves if s["stock_quantity"] != STOCK - sold[str(s["id"])]]
    return wrong + ([f"stock does not add up: {len(off)} products"] if off else [])
