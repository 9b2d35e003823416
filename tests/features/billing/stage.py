"""The real service on a real database, with a fake card provider and a fake model, for the state machine.

Time stands still between steps and begins anew with each walk, so that a walk is the same whenever it is made.
"""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from app.cli.plans import save_plan
from app.clients.http import open_transport
from app.clients.openai_chat import OpenAIChat
from app.features.billing.overage import charge_overage
from app.features.billing.reconcile import reconcile
from app.features.billing.report import report_usage
from app.features.billing.unfinished import end_unfinished
from app.main import Application
from app.settings import Secret
from tests.api import Api, make_settings
from tests.fakes.cardprovider import WEBHOOK_SECRET, FakeCardProvider
from tests.fakes.llm import FakeModel, Step
from tests.features.billing.workers import no_wait, run_jobs

T = TypeVar("T")
BILLING = "/internal/billing"
PLANS = {"free": (0, 200_000, 0), "starter": (9_900, 2_000_000, 2_900), "pro": (29_900, 10_000_000, 2_400)}
BEGINNING = datetime(2026, 3, 3, 12, tzinfo=UTC)
HASTY_S = 0.2
JOBS = ("sync_subscription", "match_meter", "end_subscription", "check_payment", "follow_customer")


class StillClock:
    """Time that goes on by `advance` alone."""

    def __init__(self) -> None:
        self.time = BEGINNING

    def now(self) -> datetime:
        """As it was set."""
        return self.time

    def advance(self, **units: float) -> None:
        """Move time by timedelta's units."""
        self.time += timedelta(**units)


class Stage:
    """One service, restarted at will; all calls run on one loop of its own."""

    def __init__(self, dsn: str, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.clock = StillClock()
        self.provider = FakeCardProvider(webhook_secret=WEBHOOK_SECRET)
        self.provider.now = lambda: self.clock.now().timestamp()
        self.provider.__enter__()
        for slug, (cents, _, overage) in PLANS.items():
            self.provider.add_price(f"price_{slug}_monthly", cents)
            self.provider.add_price(f"price_{slug}_metered", 0, metered=True, per_million=overage)
        self.settings = dataclasses.replace(
            make_settings(dsn, folder),
            log_level="error",
            cardprovider_base_url=self.provider.url,
            cardprovider_api_key=Secret("sk_test_1"),
            cardprovider_webhook_secret=Secret(WEBHOOK_SECRET),
        )
        self.tokens = (1, 1)
        self.steps = 0
        self.deaf = False
        self.stack = contextlib.AsyncExitStack()
        self.outer = contextlib.AsyncExitStack()
        self.model = self.run(self.outer.enter_async_context(FakeModel(lambda _: Step("Olá!", usage=self.tokens))))
        self.api = self.run(self._start())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for it."""
        return self.loop.run_until_complete(work)

    async def _start(self) -> Api:
        application = Application(self.settings, self.clock)
        await self.stack.enter_async_context(application.running())
        api = Api(application, self.clock)  # type: ignore[arg-type]
        transport = open_transport()
        self.stack.push_async_callback(transport.close)
        self.stack.push_async_callback(api.close)
        assert application.services is not None
        # Tries follow each other at once.
        application.services.cardprovider._http._sleep = no_wait  # type: ignore[attr-defined]
        application.services.llm = OpenAIChat(
            transport, base_url=self.model.base_url, api_key="sk", model="fake-1", timeout_s=5
        )
        return api

    def restart(self) -> None:
        """The process ends, and another begins."""
        self.run(self.stack.aclose())
        self.stack = contextlib.AsyncExitStack()
        self.api = self.run(self._start())

    def begin(self) -> None:
        """Nobody is here yet, and time begins."""
        self.clock.time = BEGINNING
        self.deaf = False
        for known in ("subscriptions", "invoices", "payment_intents", "meter_events", "customers", "rated", "held"):
            getattr(self.provider, known).clear()
        self.provider.events.clear()
        self.provider.seen.clear()
        self.provider.forget_keys()
        self.provider.calm()
        self.run(self.api.services.db.execute("TRUNCATE users, companies, jobs CASCADE"))

    def close(self) -> None:
        """End it all."""
        self.run(self.stack.aclose())
        self.run(self.outer.aclose())
        self.provider.__exit__()
        self.loop.close()

    @property
    def now(self) -> datetime:
        """The service's time."""
        return self.clock.now()

    def fetch(self, sql: str, *args: Any) -> list[Any]:
        """Rows of the database."""
        return self.run(self.api.services.db.fetch(sql, *args))

    def price(self, slug: str, cents: int) -> None:
        """Change what a plan's overage costs."""
        services = self.api.services
        self.run(save_plan(services.db, services.q, slug, {"overage_per_million_cents": cents}))

    def work(self, fault: str | None = None) -> None:
        """Both workers, during a fault of the provider or without one; then the jobs that are due."""
        services = self.api.services
        with self.trouble(fault):
            self.run(report_usage(services))
            self.run(charge_overage(services))
            self.run(end_unfinished(services))
        self.settle()

    @contextlib.contextmanager
    def trouble(self, fault: str | None) -> Iterator[None]:
        """The provider is out of order in this way."""
        http = self.api.services.cardprovider._http  # type: ignore[attr-defined]
        policy = http.policy
        http._breakers.clear()
        self.provider.calm()
        self.provider.rolled = fault == "rolled"
        if fault not in (None, "rolled"):
            self.provider.fail_always(fault)  # type: ignore[arg-type]
        if fault == "hang":
            http.policy = dataclasses.replace(policy, total_s=HASTY_S)
        yield
        http.policy = policy
        self.provider.rolled = False
        self.provider.fail_always(None)
        http._breakers.clear()

    def settle(self) -> None:
        """Deliver the provider's events, the last one twice, and run what follows from them; when deaf, ask instead."""
        while True:
            events, self.provider.events = self.provider.events, []
            if self.deaf and events:
                self.run(reconcile(self.api.services, repair=True))
                events = []
            for event in [*events, *events[-1:]]:
                headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
                answer = self.run(self.api.public.post("/webhooks/cardprovider", content=event.body, headers=headers))
                assert answer.status_code == 200, answer.text
            ran = sum(self.run(run_jobs(self.api.services, name)) for name in JOBS)
            if not events and not ran and not self.provider.events:
                return

    def company(self, zone: str) -> "Client":
        """A company with a store, in that zone."""
        user = self.run(self.api.create_user(id=f"c-{uuid4().hex[:10]}"))["id"]
        made = Client(self, user)
        assert made.call("POST", "/internal/company/ensure", {"name": "Loja"}).status_code == 201
        assert made.call("PATCH", "/internal/company", {"timezone": zone}).status_code == 200
        made.store = made.call("POST", "/internal/stores", {"name": f"Loja {user}"}).json()["id"]
        made.customer = ""
        return made


class Client:
    """A company, over HTTP."""

    def __init__(self, stage: Stage, company: str) -> None:
        self.stage = stage
        self.id = company
        self.store = ""
        self.customer = ""

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One request as this company."""
        client = self.stage.api.as_actor(self.id)
        return self.stage.run(client.request(method, path, json=body))

    def use(self, tokens: int) -> None:
        """Tokens told by HTTP."""
        body = {"model": "m", "operation_type": "other", "prompt_tokens": tokens}
        assert self.call("POST", "/internal/token-usage", body).status_code == 201

    def chat(self, tokens: int) -> bool:
        """A turn that uses so many tokens; False when it was blocked."""
        self.stage.tokens = (tokens, 0)
        body = {"type": "vendas", "message": "oi", "store_id": self.store}
        answer = self.stage.run(self.stage.api.public.post("/chat", json=body))
        assert answer.status_code == 200, answer.text
        return not answer.json()["blocked"]

    def rows(self, sql: str, *args: Any) -> list[Any]:
        """Of the database, with the company as $1."""
        return self.stage.fetch(sql, self.id, *args)

    def usage(self) -> dict[str, Any]:
        """The running month."""
        found: dict[str, Any] = json.loads(self.call("GET", f"{BILLING}/usage-this-month").content)
        return found

    def known_customer(self) -> str:
        """Its id at the provider, made on first use."""
        if not self.customer:
            assert self.call("POST", f"{BILLING}/setup-intent").status_code == 200
            self.customer = self.rows("SELECT cardprovider_customer_id FROM billing_customers WHERE company_id = $1")[
                0
            ][0]
        return self.customer
