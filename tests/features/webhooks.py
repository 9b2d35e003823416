"""What the tests of webhook endpoints share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.db import Database
from tests.fakes.receiver import FakeReceiver
from tests.shops import Shop

PLACE = "/internal/webhook-endpoints"


@dataclass
class Endpoint:
    """An endpoint of a shop, and the receiver behind it."""

    id: str
    shop: Shop
    receiver: FakeReceiver

    @property
    def place(self) -> str:
        """Its path."""
        return f"{PLACE}/{self.id}"

    async def deliveries(self, **params: Any) -> list[dict[str, Any]]:
        """What it was sent, oldest first."""
        answer = await self.shop.client.get(f"{self.place}/deliveries", params={"limit": 200} | params)
        assert answer.status_code == 200, answer.text
        items: list[dict[str, Any]] = answer.json()["items"]
        return items[::-1]

    def told(self, *types: str) -> list[dict[str, Any]]:
        """What has arrived, of these types."""
        return [push for push in self.receiver.pushes if not types or push["type"] in types]


@contextmanager
def receiving() -> Iterator[FakeReceiver]:
    """A receiver that learns its secret from the endpoint."""
    with FakeReceiver("whsec_" + "QUJD" * 8) as receiver:
        yield receiver


async def listen(shop: Shop, receiver: FakeReceiver, *types: str, **fields: Any) -> Endpoint:
    """An endpoint of the shop's company that leads to the receiver."""
    made = await shop.post("webhook-endpoints", url=receiver.url, types=list(types), **fields)
    receiver.secret = made["secret"]
    return Endpoint(made["id"], shop, receiver)


async def hurry(database: Database) -> None:
    """Make what waits for its next try due, and the jobs that look for it: not by the clock, which signatures carry."""
    await database.execute(
        "UPDATE webhook_deliveries SET next_at = now() WHERE attempts > 0 AND next_at < 'infinity' AND next_at > now()"
    )
    await database.execute("UPDATE jobs SET run_at = now() WHERE NOT claimed AND run_at > now()")
    await database.execute("SELECT pg_notify('jobs', '')")
