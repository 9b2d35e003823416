"""Model calls under the quota: reserve, call, settle; released when the call fails or the client goes away."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from app.clients.llm import Completion
from app.context import Services
from app.features.chat.scope import ChatScope
from app.features.quota import service as quota
from app.features.quota.service import Reservation, Standing, UsedBy

LEAST_ANSWER = 64
# Releases that outlive their request: a cancelled task cannot wait for its own database call.
_releasing: set[asyncio.Task[None]] = set()


class Blocked(Exception):
    """The company's quota allows no further call."""


@dataclass(slots=True)
class Metered:
    """One call: how long its answer may be, and what it used."""

    max_tokens: int
    used: Completion | None = None


class Meter:
    """The model calls of one turn. Without a store there is nobody to charge, and no quota."""

    def __init__(self, services: Services, scope: ChatScope | None, *, dry_run: bool) -> None:
        self._services = services
        self._scope = scope
        self._dry_run = dry_run
        self.standing: Standing | None = None

    @asynccontextmanager
    async def call(self, prompt_tokens: int, max_tokens: int) -> AsyncIterator[Metered]:
        """Reserve for one call, and settle what it used. Raises Blocked before anything is called."""
        scope = self._scope
        if scope is None:
            yield Metered(max_tokens)
            return
        outcome = await quota.reserve(
            self._services,
            scope.company_id,
            wanted=prompt_tokens + max_tokens,
            least=prompt_tokens + min(LEAST_ANSWER, max_tokens),
        )
        if not isinstance(outcome, Reservation):
            self.standing = outcome
            raise Blocked
        self.standing = outcome.standing
        metered = Metered(min(max_tokens, outcome.tokens - prompt_tokens))
        try:
            yield metered
            if metered.used is not None and not self._dry_run:
                await self._settle(scope, outcome, metered.used)
                return
        except BaseException:
            await _finish(quota.release(self._services, outcome))
            raise
        await quota.release(self._services, outcome)

    async def _settle(self, scope: ChatScope, held: Reservation, used: Completion) -> None:
        by = UsedBy(
            operation_type="chat",
            store_id=scope.store_id,
            agent_id=scope.agent.id if scope.agent else None,
            lead_id=scope.lead.id if scope.lead else None,
        )
        await quota.settle(self._services, held, used.usage, used.model, by)


async def _finish(work: Coroutine[Any, Any, None]) -> None:
    """Do it even when the surrounding task is being cancelled; a database that fails leaves it to the sweeper."""
    task = asyncio.ensure_future(work)
    _releasing.add(task)
    task.add_done_callback(_forget)
    await asyncio.wait({asyncio.ensure_future(asyncio.shield(task))}, timeout=2)


def _forget(task: "asyncio.Task[None]") -> None:
    _releasing.discard(task)
    if not task.cancelled():
        task.exception()  # read, so that asyncio does not report it again
