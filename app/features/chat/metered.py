"""A turn's model calls under the quota: reserve before each, settle all of them at the end in one statement.

What a call left of its reservation counts for the next one, so most turns reserve little more than once a call.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from app.clients.llm import Completion
from app.context import Services
from app.features.chat.scope import ChatScope
from app.features.quota import service as quota
from app.features.quota.service import Call, Reservation, Standing, UsedBy

LEAST_ANSWER = 64
# Work that outlives its request: a cancelled task cannot wait for its own database call.
_finishing: set[asyncio.Task[None]] = set()


class Blocked(Exception):
    """The company's quota allows no further call."""


class Meter:
    """The model calls of one turn. Without a store there is nobody to charge, and no quota.

    free: the rule-based assistant answers, which uses no tokens; a blocked company is blocked all the same.
    """

    def __init__(self, services: Services, scope: ChatScope | None, *, dry_run: bool, free: bool) -> None:
        self._services = services
        self._scope = scope
        self._dry_run = dry_run
        self._free = free
        self._held: list[Reservation] = []
        self._calls: list[Call] = []
        self.standing: Standing | None = None

    async def reserve(self, prompt_tokens: int, max_tokens: int) -> int:
        """Set the tokens of the next call aside; how long its answer may be. Raises Blocked."""
        if self._scope is None:
            return max_tokens
        if self._free:
            if self.standing is None:
                self.standing = await quota.standing_of(self._services, self._scope.company_id)
            if self.standing.state == "BLOCK":
                raise Blocked
            return max_tokens
        left = sum(held.tokens for held in self._held) - sum(call.usage.total_tokens for call in self._calls)
        left = max(left, 0)
        missing = prompt_tokens + max_tokens - left
        if missing > 0:
            least = prompt_tokens + min(LEAST_ANSWER, max_tokens) - left
            outcome = await quota.reserve(self._services, self._scope.company_id, wanted=missing, least=max(least, 1))
            if not isinstance(outcome, Reservation):
                self.standing = outcome
                raise Blocked
            self._held.append(outcome)
            self.standing = outcome.standing
            left += outcome.tokens
        return max(min(max_tokens, left - prompt_tokens), 1)

    def used(self, completion: Completion) -> None:
        """A call has ended."""
        self._calls.append(Call(completion.model, completion.usage))

    async def settle(self) -> None:
        """Draw what the calls used and give the rest back. A dry run draws nothing."""
        scope, held, calls = self._scope, self._held, self._calls
        self._held, self._calls = [], []
        if scope is None or self.standing is None or not (held or (calls and not self._dry_run)):
            return
        by = UsedBy(
            operation_type="chat",
            store_id=scope.store_id,
            agent_id=scope.agent.id if scope.agent else None,
            lead_id=scope.lead.id if scope.lead else None,
        )
        drawn = [] if self._dry_run else calls
        await quota.settle(self._services, scope.company_id, self.standing, held, drawn, by)

    async def abandon(self) -> None:
        """The turn failed or its client went away: settle even while being cancelled.

        A database that fails now leaves the reservation to the sweeper.
        """
        await _finish(self.settle())


async def _finish(work: Coroutine[Any, Any, None]) -> None:
    task = asyncio.ensure_future(work)
    _finishing.add(task)
    task.add_done_callback(_forget)
    await asyncio.wait({task}, timeout=2)


def _forget(task: "asyncio.Task[None]") -> None:
    _finishing.discard(task)
    if not task.cancelled():
        task.exception()  # read, so that asyncio does not report it again
