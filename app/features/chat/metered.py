"""A turn's model calls under the quota: reserve before each, settle all of them at the end in one statement.

The statement that opens a turn reserves for its first call, and what a call left of its reservation counts for the
next one, so most turns reserve once. The messages are kept by the statement that settles.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from app.clients.llm import Completion
from app.context import Services
from app.db.ids import uuid7
from app.features.billing.rules import QuotaState
from app.features.chat.scope import Opened
from app.features.quota import service as quota
from app.features.quota.service import Call, Reservation, Standing, UsedBy

LEAST_ANSWER = 64
# Work that outlives its request: a cancelled task cannot wait for its own database call.
_finishing: set[asyncio.Task[int]] = set()


class Blocked(Exception):
    """The company's quota allows no further call."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the messages of the store's log keep of a turn."""

    message: str
    reply: str
    notes: dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Ending:
    """What is left to settle when no more calls come."""

    held: list[Reservation]
    calls: list[Call]
    said: Said | None


class Meter:
    """The model calls of one turn. Without a store there is nobody to charge, and no quota.

    free: the rule-based assistant answers, which uses no tokens; a blocked company is blocked all the same.
    """

    def __init__(self, services: Services, opened: Opened | None, *, dry_run: bool, free: bool) -> None:
        self._services = services
        self._company_id = opened.company_id if opened else None
        self._scope = opened.scope if opened else None
        self._dry_run = dry_run
        self._free = free
        self._held: list[Reservation] = [opened.held] if opened and opened.held else []
        self._calls: list[Call] = []
        self.standing: Standing | None = opened.standing if opened else None
        self._own = 0
        self._drawn = 0
        self._ending: _Ending | None = None
        self._stated = False

    @property
    def used_tokens(self) -> int:
        """What the company has used after this turn; what the turn had reserved does not count."""
        return self.standing.used - self._own + self._drawn if self.standing else 0

    @property
    def state(self) -> QuotaState:
        """Where the company stands after this turn: BLOCK where the next one will find no tokens."""
        if self.standing is None or self.standing.state == "BLOCK":
            return "ALLOW" if self.standing is None else "BLOCK"
        return quota.state_after(self.standing, own=self._own, drawn=self._drawn)

    async def reserve(self, prompt_tokens: int, max_tokens: int) -> int:
        """Set the tokens of the next call aside; how long its answer may be. Raises Blocked."""
        if self._company_id is None or self.standing is None:
            return max_tokens
        if self._free:
            if self.standing.state == "BLOCK":
                raise Blocked
            return max_tokens
        left = sum(held.tokens for held in self._held) - sum(call.usage.total_tokens for call in self._calls)
        left = max(left, 0)
        missing = prompt_tokens + max_tokens - left
        if missing > 0:
            least = max(prompt_tokens + min(LEAST_ANSWER, max_tokens) - left, 1)
            outcome = await quota.reserve(
                self._services, self._company_id, wanted=missing, least=least, known=self.standing
            )
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

    def end(self, said: Said | None) -> None:
        """No more calls: what they used is known; `said` is kept with it. A rehearsal's tokens are used like any."""
        held, calls = self._held, self._calls
        self._held, self._calls = [], []
        if self._company_id is None or self.standing is None:
            return
        if self._dry_run:
            calls = [call for call in calls if call.usage.total_tokens]
        self._own += sum(one.tokens for one in held)
        self._drawn += sum(call.usage.total_tokens for call in calls)
        self._ending = _Ending(held, calls, said)

    def statement(self) -> dict[str, Any] | None:
        """The arguments of end_turn or finish_turn, for the common case: the plan's own tokens suffice.

        Asked once: a statement whose outcome is not known is not sent again.
        """
        ending, standing, scope = self._ending, self.standing, self._scope
        if ending is None or standing is None or not ending.calls:
            return None
        self._stated = True
        said = ending.said
        return {
            "actor_id": self._company_id,
            "period": standing.usage.period,
            "included_tokens": standing.usage.included_tokens,
            "reservation_ids": [one.id for one in ending.held],
            "store_id": scope.store_id if scope else None,
            "agent_id": scope.agent.id if scope and scope.agent else None,
            "lead_id": scope.lead.id if scope and scope.lead else None,
            "models": [call.model_label for call in ending.calls],
            "prompts": [call.usage.prompt_tokens for call in ending.calls],
            "completions": [call.usage.completion_tokens for call in ending.calls],
            "totals": [call.usage.total_tokens for call in ending.calls],
            "message_ids": [uuid7(), uuid7()] if said else [],
            "message": said.message if said else None,
            "reply": said.reply if said else None,
            "metadata": said.notes if said else {},
        }

    async def settle(self, *, at_once: bool | None = None) -> int:
        """Draw what the calls used, give the rest back, keep what was said.

        at_once: whether the `statement` has done it already, which it only can where nothing is billed; None: it was
        not tried. Returns what is added to the bill, in millionths of a cent.
        """
        if at_once is None and not self._stated and (arguments := self.statement()) is not None:
            at_once = bool(await self._services.q.chat.finish_turn(self._services.db, **arguments))
        ending, self._ending = self._ending, None
        if ending is None or at_once or self._company_id is None or self.standing is None:
            return 0
        scope, micros = self._scope, 0
        if ending.held or ending.calls:
            by = UsedBy(
                operation_type="chat",
                store_id=scope.store_id if scope else None,
                agent_id=scope.agent.id if scope and scope.agent else None,
                lead_id=scope.lead.id if scope and scope.lead else None,
            )
            micros = await quota.settle(self._services, self._company_id, self.standing, ending.held, ending.calls, by)
        if ending.said is not None and scope is not None and scope.agent is not None:
            await self._services.q.chat.save_turn(
                self._services.db,
                id=uuid7(),
                new_id=uuid7(),
                store_id=scope.store_id,
                agent_id=scope.agent.id,
                actor_id=scope.company_id,
                message=ending.said.message,
                reply=ending.said.reply,
                metadata=ending.said.notes,
            )
        return micros

    async def abandon(self) -> None:
        """The turn failed or its client went away: settle even while being cancelled.

        A database that fails now leaves the reservation to the sweeper.
        """
        if self._stated:
            return
        if self._ending is None:
            self.end(None)
        await _finish(self.settle())


async def _finish(work: Coroutine[Any, Any, int]) -> None:
    task = asyncio.ensure_future(work)
    _finishing.add(task)
    task.add_done_callback(_forget)
    await asyncio.wait({task}, timeout=2)


def _forget(task: "asyncio.Task[int]") -> None:
    _finishing.discard(task)
    if not task.cancelled():
        task.exception()  # read, so that asyncio does not report it again
