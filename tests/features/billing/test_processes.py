"""Payments told to two processes at once."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.db import Database
from tests.fakes.cardprovider import FakeCardProvider
from tests.features.billing.conftest import WEBHOOK_SECRET
from tests.servers import Server


@pytest.fixture
def replicas(dsn: str, tmp_path: Path, provider: FakeCardProvider) -> Iterator[list[Server]]:
    """Two API processes whose card provider is the fake."""
    environment = {
        "CARDPROVIDER_BASE_URL": provider.url,
        "CARDPROVIDER_API_KEY": "sk_test_1",
        "CARDPROVIDER_WEBHOOK_SECRET": WEBHOOK_SECRET,
    }
    with ExitStack() as stack:
        servers = [Server(dsn, tmp_path, **environment) for _ in range(2)]
        for server in servers:
            stack.callback(server.stop)
            server.start()
        yield servers


async def test_fifty_copies_over_two_processes_grant_once(
    replicas: list[Server], provider: FakeCardProvider, database: Database
) -> None:
    async with replicas[0].auth() as auth, replicas[0].client() as one, replicas[1].client() as other:
        user = (await auth.post("/internal/auth/users", json={"email": "a@example.com", "name": "Ana"})).json()["id"]
        async with replicas[0].as_actor(user) as client:
            assert (await client.post("/internal/company/ensure", json={})).status_code == 201
            topup = (await client.post("/internal/billing/topup", json={"amount_cents": 3000})).json()
        event = provider.pay_intent(topup["payment_intent_id"])
        headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
        answers = await asyncio.gather(
            *(
                (one, other)[number % 2].post("/webhooks/cardprovider", content=event.body, headers=headers)
                for number in range(50)
            )
        )
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert [answer.json()["status"] for answer in answers if answer.status_code == 200].count("processed") == 1
    granted = await database.fetch("SELECT tokens_granted, tokens_remaining FROM token_topups")
    assert [tuple(row) for row in granted] == [(1_000_000, 1_000_000)]
