"""A company that uses tokens and buys more while things break, and the comparison of its bill with what it did."""

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

import asyncpg
import httpx

from tests.chaos.load import SETTLE_SECONDS, Load, differences
from tests.fakes.cardprovider import WEBHOOK_SECRET, FakeCardProvider, SignedEvent
from tests.servers import Server
from tests.waiting import until

PLAN = "starter"
TOPUP_CENTS = 3_000
TOPUP_SHARE = 0.03
REPORT_SECONDS = 1
# Scenarios follow each other on one database.
_first_ids = count(1, 1_000_000)

_BOOKS = """
SELECT (SELECT count(*) FROM token_usage
         WHERE company_id = $1 AND total_tokens <> from_included + from_topup + from_overage + from_absorbed) AS torn,
       (SELECT coalesce(sum(total_tokens), 0)::bigint FROM token_usage WHERE company_id = $1) AS used,
       (SELECT coalesce(sum(from_topup), 0)::bigint FROM token_usage WHERE company_id = $1) AS bought_used,
       (SELECT coalesce(sum(from_overage), 0)::bigint FROM token_usage WHERE company_id = $1) AS overage,
       (SELECT coalesce(sum(used_tokens), 0)::bigint FROM usage_counters WHERE company_id = $1) AS counted,
       (SELECT coalesce(sum(overage_tokens), 0)::bigint FROM usage_counters WHERE company_id = $1) AS counted_overage,
       (SELECT coalesce(sum(tokens_granted - tokens_remaining), 0)::bigint
          FROM token_topups WHERE company_id = $1) AS taken,
       (SELECT count(*) FROM token_topups WHERE company_id = $1) AS topups,
       (SELECT count(*) FROM charges WHERE company_id = $1 AND kind = 'topup' AND status = 'succeeded') AS charged"""

_OVERAGE = "SELECT coalesce(sum(overage_tokens), 0)::bigint FROM usage_counters WHERE company_id = $1"


@contextmanager
def card_provider() -> Iterator[FakeCardProvider]:
    """One with the prices of the plan."""
    with FakeCardProvider(first_id=next(_first_ids)) as provider:
        provider.add_price(f"price_{PLAN}_monthly", 9_900)
        provider.add_price(f"price_{PLAN}_metered", 0, metered=True, per_million=2_900)
        yield provider


def known_to(provider: FakeCardProvider) -> dict[str, str]:
    """What a service must be told to pay there."""
    return {
        "CARDPROVIDER_BASE_URL": provider.url,
        "CARDPROVIDER_API_KEY": "sk_test_1",
        "CARDPROVIDER_WEBHOOK_SECRET": WEBHOOK_SECRET,
    }


class Payers(Load):
    """Clients that tell tokens used and buy more, on a paid plan with overage; `check_bill` when it has settled.

    The provider's events come when they come, each twice at once, and again until they are taken.
    """

    def __init__(self, server: Server, actor_id: str, name: str, provider: FakeCardProvider) -> None:
        super().__init__(server, actor_id, name)
        self.customer = ""
        self.used: dict[str, int] = {}
        self.recorded: dict[str, str] = {}
        self.bought: dict[str, str] = {}
        self._provider = provider
        self._public = server.client()
        self._deliveries: set[asyncio.Task[None]] = set()

    async def subscribe(self) -> "Payers":
        """On the plan, with a card on file, and overage without a cap."""
        known = set(self._provider.customers)
        assert await self.ask("/internal/billing/setup-intent", {}, None)
        (self.customer,) = set(self._provider.customers) - known
        self._provider.attach_card(self.customer)
        assert await self.ask("/internal/billing/subscriptions", {"plan_slug": PLAN}, None)
        self.deliver()
        await self.delivered()
        settings = {"auto_overage": True, "cap": None}
        assert (await self._client.patch("/internal/billing/settings", json=settings)).status_code == 200
        return self

    @property
    def acknowledged(self) -> int:
        """Usage and top-ups."""
        return len(self.recorded) + len(self.bought)

    def choose(self, key: str, random_: random.Random) -> None:
        """Usage mostly, a top-up now and then."""
        if random_.random() > TOPUP_SHARE:
            self.used[key] = random_.randint(20_000, 200_000)

    async def once(self, key: str) -> bool:
        """Tell usage, or buy."""
        if key in self.used:
            body = {"model": "m", "operation_type": "chat", "prompt_tokens": self.used[key], "request_id": key}
            answer = await self.ask("/internal/token-usage", body, key)
            if answer is not None:
                self.recorded[key] = str(answer.json()["id"])
        else:
            answer = await self.ask("/internal/billing/topup", {"amount_cents": TOPUP_CENTS}, key)
            if answer is not None:
                self.bought[key] = answer.json()["payment_intent_id"]
            self.deliver()
        return answer is not None

    def deliver(self) -> None:
        """Begin to tell what the provider has sent of this company."""
        for event in list(self._provider.events):
            if json.loads(event.body)["data"]["object"].get("customer") == self.customer:
                self._provider.events.remove(event)
                task = asyncio.create_task(self._deliver(event))
                self._deliveries.add(task)
                task.add_done_callback(self._deliveries.discard)

    async def delivered(self) -> None:
        """Wait until all that was sent is taken. Raises TimeoutError."""
        async with asyncio.timeout(SETTLE_SECONDS):
            while self._deliveries:
                await asyncio.wait(self._deliveries)
                self.deliver()

    async def _deliver(self, event: SignedEvent) -> None:
        await asyncio.gather(self._tell(event), self._tell(event))

    async def _tell(self, event: SignedEvent) -> None:
        headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
        while True:
            with suppress(httpx.TransportError):
                answer = await self._public.post("/webhooks/cardprovider", content=event.body, headers=headers)
                if answer.status_code == 200:
                    return
                if answer.status_code != 503:
                    self.wrong.append(f"webhook: {answer.status_code} {answer.text[:200]}")
            await asyncio.sleep(0.2)

    async def settle(self) -> None:
        """Nothing is without an answer, and every event is taken."""
        await super().settle()
        self.deliver()
        await self.delivered()
        await self._public.aclose()


async def keep_reporting(dsn: str) -> None:
    """Have the worker report usage much more often than it would, until cancelled."""
    while True:
        with suppress(asyncpg.PostgresError, OSError):
            await _report_soon(dsn)
        await asyncio.sleep(REPORT_SECONDS)


async def _report_soon(dsn: str) -> None:
    connection = await asyncpg.connect(dsn, timeout=5)
    try:
        await connection.execute("UPDATE job_schedules SET next_run_at = now() WHERE name = 'report_usage'")
    finally:
        await connection.close()


async def check_bill(payers: Payers, provider: FakeCardProvider, dsn: str) -> list[str]:
    """What the books have wrong, against the ledger of settled payers and what the provider has."""
    connection = await asyncpg.connect(dsn)
    try:
        usage = await connection.fetch("SELECT request_id, id FROM token_usage WHERE company_id = $1", payers.actor_id)
        books = await connection.fetchrow(_BOOKS, payers.actor_id)
    finally:
        await connection.close()
    assert books is not None
    paid = [i for i in provider.payment_intents.values() if i["customer"] == payers.customer]
    paid = [i for i in paid if i["status"] == "succeeded" and i["metadata"].get("kind") == "topup"]
    wrong = payers.wrong + differences("usage", payers.recorded, [(row["request_id"], row["id"]) for row in usage])
    same = {
        "tokens told": (sum(payers.used.values()), books["used"], books["counted"]),
        "rows in parts that do not add up": (0, books["torn"]),
        "overage": (books["overage"], books["counted_overage"], provider.metered(payers.customer)),
        "bought tokens used": (books["bought_used"], books["taken"]),
        "top-ups": (len(set(payers.bought.values())), len(payers.bought), len(paid), books["topups"], books["charged"]),
    }
    return wrong + [f"{what}: {' is not '.join(map(str, seen))}" for what, seen in same.items() if len(set(seen)) > 1]


async def reported(payers: Payers, provider: FakeCardProvider, dsn: str) -> None:
    """Wait until all overage is reported, as long as settling may take; `check_bill` says when it was not."""

    async def done() -> bool:
        connection = await asyncpg.connect(dsn)
        try:
            return bool(await connection.fetchval(_OVERAGE, payers.actor_id) == provider.metered(payers.customer))
        finally:
            await connection.close()

    with suppress(TimeoutError):
        await until(done, SETTLE_SECONDS)
