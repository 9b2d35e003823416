"""Sends the calls and collects objections, each kind once."""

import dataclasses
import json
import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.db import Database
from app.db.pool import Executor
from tests.api import Api
from tests.fuzz.calls import Answer, Call, send
from tests.fuzz.generator import Operation, operations
from tests.fuzz.judge import Judge
from tests.tenancy.seed import Tenant, seed_tenant


@dataclass
class Report:
    """How many calls were made, and the objections by operation and kind."""

    calls: int = 0
    statuses: dict[int, int] = field(default_factory=dict)
    objections: dict[tuple[str, str], str] = field(default_factory=dict)

    def lines(self) -> list[str]:
        """One line for each kind of objection."""
        return [f"{where}: {what}\n    by {how}" for (where, what), how in self.objections.items()]


async def unseal(tx: Executor) -> None:
    """Remove the seed's sealed secrets, which are no real ones."""
    await tx.execute("UPDATE store_payment_settings SET pix_provider_api_key_enc = NULL")
    await tx.execute("UPDATE store_stock_sync_settings SET outbound_secret_enc = NULL, inbound_secret_enc = NULL")


class Fuzzer:
    """One application under fire. Each operation starts with a tenant of its own: some calls take records away."""

    def __init__(self, api: Api, database: Database) -> None:
        self._api = api
        self._database = database
        self._made = 0
        self.document = json.loads(api.services.openapi())
        self._judge = Judge(self.document)
        self.report = Report()

    async def sweep(self, every: int = 1) -> None:
        """All odd values in all places, or each `every`-th of them; the credentials in any case."""
        for number in range(len(operations(self.document, Tenant(actor_id="x")))):
            operation = await self._fresh(number)
            calls = list(operation.sweep())
            chosen = [c for n, c in enumerate(calls) if n % every == number % every or c.name.startswith("credential ")]
            await self._send_all(number, chosen)

    async def random(self, rounds: int, seed: int) -> None:
        """`rounds` calls of each operation with several odd things at once."""
        dice = random.Random(seed)
        for number in range(len(operations(self.document, Tenant(actor_id="x")))):
            operation = await self._fresh(number)
            await self._send_all(number, [operation.random(dice) for _ in range(rounds)])

    async def _fresh(self, number: int) -> Operation:
        self._made += 1
        async with self._database.transaction() as tx:
            tenant = await seed_tenant(tx, f"fuzz-{self._made}")
            await unseal(tx)
        return operations(self.document, tenant)[number]

    async def _send_all(self, number: int, calls: Iterable[Call]) -> None:
        operation = operations(self.document, Tenant(actor_id="x"))[number]
        for call in calls:
            self.report.calls += 1
            try:
                answer = await send(self._api.app, call)
            except Exception as error:
                self._object(operation, call, f"{type(error).__name__}: {error}")
                continue
            self.report.statuses[answer.status] = self.report.statuses.get(answer.status, 0) + 1
            for objection in self._objections(operation, call, answer):
                self._object(operation, call, objection)

    def _objections(self, operation: Operation, call: Call, answer: Answer) -> list[str]:
        if call.name.startswith("credential "):
            # A webhook route that also takes the app token, asked with that one.
            wrong = answer.status != 401 or b"/problems/unauthorized" not in answer.body
            return [f"{answer.status} without a valid credential"] if wrong else []
        if answer.status in (404, 405) and call.path != operation.works().path:
            return []  # the odd path led to no operation, or to another one
        if call.name.startswith("path") and answer.status < 500:
            return []
        return self._judge.objections(operation.method, operation.path, answer)

    def _object(self, operation: Operation, call: Call, objection: str) -> None:
        shown = dataclasses.replace(call, headers=[], body=call.body[:300])
        self.report.objections.setdefault((operation.name, objection[:160]), f"{call.name}: {shown}"[:700])
