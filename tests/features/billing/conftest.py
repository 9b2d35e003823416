"""A running application whose card provider is the stateful fake, and companies that can be billed."""

import dataclasses
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import httpx
import pytest

from app.db.pool import Database
from app.settings import Secret, Settings
from tests.api import Api, make_settings
from tests.fakes.cardprovider import FakeCardProvider, SignedEvent
from tests.fakes.stripe_params import problems
from tests.features.billing.workers import worker_services

WEBHOOK_SECRET = "whsec_fake"


@pytest.fixture
def provider() -> Iterator[FakeCardProvider]:
    """The card provider; at the end every call it got is checked against the official SDK's types."""
    with FakeCardProvider(webhook_secret=WEBHOOK_SECRET) as fake:
        for slug, cents, overage in (("starter", 9_900, 2_900), ("pro", 29_900, 2_400), ("scale", 99_900, 1_900)):
            fake.add_price(f"price_{slug}_monthly", cents)
            fake.add_price(f"price_{slug}_metered", 0, metered=True, per_million=overage)
        yield fake
        assert [problem for seen in fake.seen for problem in problems(seen)] == []


@pytest.fixture
def app_settings(dsn: str, tmp_path: Any, provider: FakeCardProvider) -> Settings:
    """Settings that name the fake."""
    return dataclasses.replace(
        make_settings(dsn, tmp_path),
        cardprovider_base_url=provider.url,
        cardprovider_api_key=Secret("sk_test_1"),
        cardprovider_webhook_secret=Secret(f"whsec_old, {WEBHOOK_SECRET}"),
    )


@dataclass
class Company:
    """A company, a client acting for it, and shortcuts of the tests."""

    id: str
    client: httpx.AsyncClient
    api: Api
    database: Database
    provider: FakeCardProvider

    async def customer(self) -> str:
        """Its id at the provider, made by asking for a setup intent."""
        assert (await self.client.post("/internal/billing/setup-intent")).status_code == 200
        found = await self.database.fetchval(
            "SELECT cardprovider_customer_id FROM billing_customers WHERE company_id = $1", self.id
        )
        return str(found)

    async def subscribe(self, slug: str = "starter", *, pay: bool = True) -> str:
        """A subscription, paid unless told otherwise; its id at the provider."""
        answer = await self.client.post("/internal/billing/subscriptions", json={"plan_slug": slug})
        assert answer.status_code == 201, answer.text
        subscription = str(answer.json()["subscription"]["cardprovider_subscription_id"])
        if pay and self.provider.subscriptions[subscription]["status"] == "incomplete":
            self.provider.pay_subscription(subscription)
        await self.deliver_all()
        return subscription

    async def deliver(self, event: SignedEvent) -> httpx.Response:
        """One event to the webhook."""
        headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
        return await self.api.public.post("/webhooks/cardprovider", content=event.body, headers=headers)

    async def deliver_all(self) -> None:
        """Everything the provider has sent until now, in order."""
        for event in self.provider.events:
            assert (await self.deliver(event)).status_code == 200
        self.provider.events.clear()

    async def use(self, tokens: int, *, overage: int = 0, period: date | None = None, plan: str = "starter") -> None:
        """Tokens used in the running (or given) month as they stand once settled; overage at that plan's price."""
        zone = ZoneInfo(await self.database.fetchval("SELECT timezone FROM companies WHERE id = $1", self.id))
        period = period or self.api.clock.now().astimezone(zone).date().replace(day=1)
        async with self.database.transaction() as tx:
            micros = await tx.fetchval(
                """INSERT INTO token_usage (company_id, period, model, operation_type, total_tokens, from_included,
                                            from_overage, overage_price, plan_id, plan_version, created_at)
                   SELECT $1, $2, 'test', 'chat', $3::bigint, $3::bigint - $4::bigint, $4::bigint,
                          CASE WHEN $4 > 0 THEN p.overage_per_million_cents END,
                          CASE WHEN $4 > 0 THEN p.id END, CASE WHEN $4 > 0 THEN p.version END, $5
                     FROM plans p
                    WHERE p.slug = $6
                   RETURNING coalesce(from_overage * overage_price, 0)""",
                self.id,
                period,
                tokens,
                overage,
                self.api.clock.now(),
                plan,
            )
            await tx.execute(
                """INSERT INTO usage_counters AS u (company_id, period, used_tokens, included_used, overage_tokens,
                                                    overage_micros)
                   VALUES ($1, $2, $3::bigint, $3::bigint - $4::bigint, $4::bigint, $5)
                   ON CONFLICT (company_id, period) DO UPDATE
                   SET used_tokens = u.used_tokens + EXCLUDED.used_tokens,
                       included_used = u.included_used + EXCLUDED.included_used,
                       overage_tokens = u.overage_tokens + EXCLUDED.overage_tokens,
                       overage_micros = u.overage_micros + EXCLUDED.overage_micros""",
                self.id,
                period,
                tokens,
                overage,
                micros,
            )

    async def post_usage(self, tokens: int, **fields: Any) -> dict[str, Any]:
        """Tokens used, told by HTTP; the usage row."""
        body = {"model": "m", "operation_type": "chat", "prompt_tokens": tokens} | fields
        answer = await self.client.post("/internal/token-usage", json=body)
        assert answer.status_code == 201, answer.text
        row: dict[str, Any] = answer.json()
        return row

    async def usage(self) -> dict[str, Any]:
        """The running month."""
        found: dict[str, Any] = (await self.client.get("/internal/billing/usage-this-month")).json()
        return found

    async def summary(self) -> dict[str, Any]:
        """Plan, subscription, settings, usage."""
        found: dict[str, Any] = (await self.client.get("/internal/billing/summary")).json()
        return found

    async def settings(self, **fields: Any) -> None:
        """Change the billing settings."""
        assert (await self.client.patch("/internal/billing/settings", json=fields)).status_code == 200


class Companies:
    """Makes companies."""

    def __init__(self, api: Api, database: Database, provider: FakeCardProvider) -> None:
        self.parts = (api, database, provider)

    async def make(self, timezone: str = "America/Sao_Paulo") -> Company:
        """A company of a new user."""
        api, database, _ = self.parts
        user = await api.create_user(id=f"company-{uuid4().hex[:8]}")
        await database.execute(
            "INSERT INTO companies (id, name, timezone) VALUES ($1, 'Loja', $2)", user["id"], timezone
        )
        return Company(user["id"], api.as_actor(user["id"]), *self.parts)


@pytest.fixture
def companies(api: Api, database: Database, provider: FakeCardProvider) -> Companies:
    """Where companies come from. The provider lives in the application's time."""
    provider.now = lambda: api.clock.now().timestamp()
    return Companies(api, database, provider)


@pytest.fixture
async def company(companies: Companies) -> Company:
    """One company in São Paulo."""
    return await companies.make()


@pytest.fixture
async def services(app_settings: Settings, database: Database, api: Api) -> AsyncIterator[Any]:
    """What the workers are given, with the application's clock."""
    async with worker_services(app_settings, database, api.clock) as made:
        yield made
