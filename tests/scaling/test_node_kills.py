"""A cluster that loses a node: its companies are told to wait, nobody else notices, and nothing is lost or doubled.

Skipped where there is no cluster (tests/scaling/citus.py says what is looked for).
"""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from app.db import Database
from app.db.ids import uuid7
from app.settings import Secret, Settings
from tests.api import Api, make_settings
from tests.api import Tenant as Company
from tests.chaos.bills import Payers, card_provider, check_bill, keep_reporting, known_to, reported
from tests.chaos.ledger import Writers, check
from tests.chaos.load import Load
from tests.chaos.stage import open_shop as open_busy_shop
from tests.fakes.cardprovider import WEBHOOK_SECRET, FakeCardProvider
from tests.fakes.pixprovider import FakePixProvider
from tests.sales import ask_order, save_settings
from tests.scaling.citus import MISSING, CitusCluster, CitusMaker, available
from tests.servers import Server
from tests.shops import Shop, open_shop

pytestmark = pytest.mark.skipif(not available(), reason=MISSING)

KEY = "app-id-of-the-store"
SOON = (datetime.now(UTC) + timedelta(days=7)).isoformat()
# Of a company's user, where its rows are.
NODE_OF = (
    "SELECT groupid FROM pg_dist_placement WHERE shardid = get_shard_id_for_distribution_column('users', $1::text)"
)
FIRST = 1


@pytest.fixture
def dsn(citus_maker: CitusMaker) -> Iterator[str]:
    """The application's database, on a cluster of our own."""
    if citus_maker.cluster.folder is None:
        pytest.skip("the cluster of CITUS_URL is not ours to kill")
    name = citus_maker.take()
    yield citus_maker.dsn(name)
    citus_maker.drop(name)


@pytest.fixture
def card() -> Iterator[FakeCardProvider]:
    with FakeCardProvider(webhook_secret=WEBHOOK_SECRET) as provider:
        yield provider


@pytest.fixture
def pix() -> Iterator[FakePixProvider]:
    with FakePixProvider(KEY) as provider:
        yield provider


@pytest.fixture
def app_settings(dsn: str, tmp_path: Path, card: FakeCardProvider, pix: FakePixProvider) -> Settings:
    """The providers are the fakes."""
    return replace(
        make_settings(dsn, tmp_path),
        pixprovider_base_url=pix.url,
        cardprovider_base_url=card.url,
        cardprovider_api_key=Secret("sk_test_1"),
        cardprovider_webhook_secret=Secret(WEBHOOK_SECRET),
    )


@contextlib.contextmanager
def dead(cluster: CitusCluster, node: int) -> Iterator[None]:
    """A node that was killed, for as long as the block runs."""
    pids = cluster.pids(node)
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    while any(os.path.exists(f"/proc/{pid}") for pid in pids):
        time.sleep(0.01)
    try:
        yield
    finally:
        cluster.start(node)


async def test_a_dead_node_stops_its_own_companies_alone(
    api: Api, database: Database, citus_maker: CitusMaker, card: FakeCardProvider, pix: FakePixProvider
) -> None:
    found: dict[int, Seller] = {}
    while len(found) < 2:
        user = await api.create_user()
        group = await database.fetchval(NODE_OF, user["id"])
        if group not in found:
            shop = await open_shop(Company(user["id"], api.as_actor(user["id"])))
            found[group] = await Seller(api, shop, card, pix).open(database)
    unlucky, other = found[FIRST], found[FIRST + 1]
    for seller in (unlucky, other):
        assert await seller.work(0) == GOOD
    with dead(citus_maker.cluster, FIRST):
        started = time.monotonic()
        answers = [answer for _, answer in await unlucky.ask(1)]
        assert [answer.status_code for answer in answers] == [503] * len(answers)
        assert all(int(answer.headers["Retry-After"]) >= 1 for answer in answers)
        assert time.monotonic() - started < 10.5
        assert await other.work(1) == GOOD
        assert await _sign_up(api, database, FIRST) == 503
        assert await _sign_up(api, database, FIRST + 1) == 201
    assert await unlucky.work(1) == GOOD
    for seller in (unlucky, other):
        assert await seller.kept() == (4, 2, 2_000_000)


# What each of a seller's requests is answered with, when all is well.
GOOD = dict.fromkeys(("products", "chat", "paid", "topup", "payment_intent.succeeded"), 200) | dict.fromkeys(
    ("lead", "order", "session", "pix"), 201
)


class Seller:
    """A shop with an agent, both ways to pay, and a card on file."""

    def __init__(self, api: Api, shop: Shop, card: FakeCardProvider, pix: FakePixProvider) -> None:
        self.api = api
        self.shop = shop
        self.card = card
        self.pix = pix
        self.agent_id = self.product_id = ""

    async def open(self, database: Database) -> "Seller":
        """Ready to sell."""
        await save_settings(self.shop, pix_api_key=KEY, pix_expires_in=900)
        agent = await self.shop.post("agents", store_id=self.shop.store_id, name="Ana", type="vendas")
        await self.shop.post(f"agents/{agent['id']}/toggle-active")
        self.agent_id = agent["id"]
        self.product_id = (await self.shop.product(name="Caneca", price_cents=1000))["id"]
        assert (await self.shop.client.post("/internal/billing/setup-intent")).status_code == 200
        known = "SELECT cardprovider_customer_id FROM billing_customers WHERE company_id = $1"
        self.card.attach_card(await database.fetchval(known, self.shop.id))
        return self

    async def ask(self, number: int) -> list[tuple[str, httpx.Response]]:
        """What shoppers, the frontend and the company ask for, one after the other."""
        shop, client = self.shop, self.shop.client
        visitor = {"store_id": shop.store_id, "channel": "web", "external_id": f"visitor-{number}"}
        talk = {"type": "vendas", "agent_id": self.agent_id, "message": "quero uma caneca"}
        session = {"user_id": shop.id, "token": f"{shop.id}-{number}", "expires_at": SOON}
        return [
            ("lead", await client.post("/internal/leads/ensure", json=visitor)),
            ("products", await client.get("/internal/products", params={"store_id": shop.store_id})),
            ("order", await ask_order(shop, [(self.product_id, 1)])),
            ("chat", await self.api.public.post("/chat", json=talk)),
            ("session", await self.api.auth.post("/internal/auth/sessions", json=session)),
            ("pix", await ask_order(shop, [(self.product_id, 1)], method="pix")),
            ("topup", await client.post("/internal/billing/topup", json={"amount_cents": 3000})),
        ]

    async def work(self, number: int) -> dict[str, int]:
        """Ask for everything, and hear of both payments: the statuses."""
        answers = dict(await self.ask(number))
        charge = answers["pix"].json()["payment_external_id"]
        answers["paid"] = await self.api.webhook.post("/webhooks/pixprovider", json=self.pix.pay(charge))
        events, self.card.events = self.card.events, []
        for event in events:
            headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
            answers[event.kind] = await self.api.public.post(
                "/webhooks/cardprovider", content=event.body, headers=headers
            )
        return {name: answer.status_code for name, answer in answers.items()}

    async def kept(self) -> tuple[int, int, int]:
        """Orders, those of them that were paid, and tokens bought."""
        orders = (await self.shop.client.get("/internal/orders", params={"store_ids": self.shop.store_id})).json()
        paid = sum(order["payment_status"] == "paid" for order in orders["items"])
        usage = (await self.shop.client.get("/internal/billing/usage-this-month")).json()
        return orders["total"], paid, usage["topup_remaining"]


async def _sign_up(api: Api, database: Database, node: int) -> int:
    """A new user whose id falls to a node: the status."""
    while True:
        user_id = uuid7().hex
        if await database.fetchval(NODE_OF, user_id) == node:
            body = {"id": user_id, "email": f"{user_id}@example.com", "name": "Bia"}
            return (await api.auth.post("/internal/auth/users", json=body)).status_code


async def test_a_node_killed_under_load_loses_and_doubles_nothing(
    dsn: str, database: Database, tmp_path: Path, citus_maker: CitusMaker
) -> None:
    """The loads of `make chaos`, of two companies: confirmed orders, messages, tokens used and bought."""
    with card_provider() as provider:
        server = await asyncio.to_thread(Server(dsn, tmp_path, JOB_CONCURRENCY="2", **known_to(provider)).start)
        reporting = asyncio.create_task(keep_reporting(dsn))
        try:
            busy = {}
            while len(busy) < 2:
                shop = await open_busy_shop(server)
                busy.setdefault(await database.fetchval(NODE_OF, shop.actor_id), shop)
            writers = [Writers(server, busy[node], f"node-{node}") for node in (FIRST, FIRST + 1)]
            payers = [await Payers(server, one.actor_id, one.name, provider).subscribe() for one in writers]
            loads: list[Load] = [*writers, *payers]
            for load in loads:
                load.start()
            await asyncio.sleep(2)
            with dead(citus_maker.cluster, FIRST):
                await asyncio.sleep(5)
            await asyncio.sleep(2)
            for load in loads:
                await load.stop()
            for load in loads:
                await load.settle()
            for unlucky, other in (writers, payers):
                assert unlucky.failed_tries > 0
                assert (other.failed_tries, other.unanswered) == (0, [])
            assert [await check(one, dsn) for one in writers] == [[], []]
            for one in payers:
                await reported(one, provider, dsn)
            assert [await check_bill(one, provider, dsn) for one in payers] == [[], []]
        finally:
            reporting.cancel()
            await asyncio.to_thread(server.stop)
