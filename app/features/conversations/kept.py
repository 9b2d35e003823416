"""ConversationStore in the database: a turn is a lease on the conversation, taken by one statement and given back by
another. No connection is held between them. SQL: sql/conversations.sql; tests/features/conversations/test_turns.py.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID
from weakref import WeakValueDictionary

import msgspec
from msgspec import Raw, Struct

from app.clients.llm import Message
from app.context import Services
from app.db.ids import uuid7
from app.db.rows import maybe, one
from app.features.conversations.state import ConversationState, Summary, decode_state, encode_state
from app.features.conversations.store import Arrived, Ended, Kept, Replayed, Whose
from app.ops.log import log
from app.web.errors import Conflict, IdempotencyKeyReused, Problem, Unavailable

# Beyond the model's own time: tools, and a reader of the stream that is slow.
LEASE_MARGIN = timedelta(seconds=120)
# How long a turn waits for one of another process, and how often it looks.
PATIENCE_S = 60.0
FIRST_LOOK_S, SLOWEST_LOOK_S = 0.02, 0.25
ERROR_LENGTH = 300

# Of this process: turns of one conversation queue here, in the order they came.
_queues: "WeakValueDictionary[tuple[object, ...], asyncio.Lock]" = WeakValueDictionary()
_running: set[UUID] = set()
_asked: set[tuple[object, ...]] = set()
_leaving: set[asyncio.Task[None]] = set()
_history = msgspec.json.Decoder(list[Message]).decode
_summary = msgspec.json.Decoder(Summary).decode


class _Entered(Struct, frozen=True):
    outcome: str
    id: UUID
    key: str | None
    data: Raw
    desk_moves: int
    holder: UUID | None
    holder_owner: int | None
    answer: Raw | None
    history: Raw | None


class _Left(NamedTuple):
    settled: bool
    left: bool


class _Repeat(Struct, frozen=True):
    turn_id: UUID
    status: str
    request_sha256: bytes
    answer: Raw | None
    owner: int | None


@dataclass(frozen=True, slots=True)
class _Lease:
    company_id: str
    id: UUID
    turn_id: UUID
    desk_moves: int
    before: ConversationState
    repeatable: bool


class KeptConversations:
    """ConversationStore of all processes."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._q = services.q.conversations
        self._db = services.db

    @asynccontextmanager
    async def turn(self, whose: Whose, arrived: Arrived) -> AsyncIterator[Kept]:
        """See ConversationStore. A turn that fails leaves the state as it was, but for the orders it made."""
        async with _in_order(whose, arrived):
            turn_id = uuid7()
            _running.add(turn_id)
            try:
                entered, state = await self._begin(whose, arrived, turn_id)
                repeatable = arrived.message_id is not None
                lease = _Lease(whose.company_id, entered.id, turn_id, entered.desk_moves, state, repeatable)
                name = whose.key or entered.key or str(entered.id)
                history = _history(entered.history or b"[]")
                kept = Kept(str(entered.id), state, name, history)
                try:
                    yield kept
                    await self._leave(lease, kept, None)
                except BaseException as error:
                    await _surely(self._leave(lease, kept, error))
                    raise
            finally:
                _running.discard(turn_id)

    async def find_summary(
        self, company_id: str, store_id: UUID, reference: str, *, rehearsed: bool
    ) -> tuple[str, Summary] | None:
        """None when another summary has taken its place."""
        row = await self._q.find_summary(
            self._db, company_id=company_id, store_id=store_id, reference=reference, rehearsed=rehearsed
        )
        return (row["key"], _summary(row["summary"])) if row is not None and row["summary"] is not None else None

    async def find_repeat(self, whose: "NamedIds", arrived: Arrived) -> Raw | None:
        """The first answer to a message that comes again. Raises what a turn raises for one that has none yet."""
        row = await self._q.find_repeat(
            self._db,
            company_id=whose.company_id,
            store_id=whose.store_id,
            agent_id=whose.agent_id,
            lead_id=whose.lead_id,
            key=whose.key,
            wanted_id=_uuid(whose.key),
            message_id=arrived.message_id,
            moment=self._services.clock.now(),
        )
        found = maybe(row, _Repeat)
        if found is None:
            return None
        if found.request_sha256 != arrived.digest:
            raise _reused()
        if found.status == "done":
            return found.answer
        if found.owner is not None and not await self._is_gone(found.turn_id, found.owner):
            raise _still_running()
        return None

    async def _begin(self, whose: Whose, arrived: Arrived, turn_id: UUID) -> tuple[_Entered, ConversationState]:
        """Take the conversation and read it. Its lease does not outlive a turn that cannot begin: others would wait."""
        entered: _Entered | None = None
        try:
            entered = await self._enter(whose, arrived, turn_id)
            return entered, decode_state(entered.data)
        except BaseException as error:
            if entered is not None or not isinstance(error, Problem | Replayed):  # else it took nothing
                await _surely(self._give_back(whose, turn_id, error))
            raise

    async def _give_back(self, whose: Whose, turn_id: UUID, error: BaseException) -> None:
        now = self._services.clock.now()
        await self._q.give_back_turn(
            self._db, company_id=whose.company_id, turn_id=turn_id, error=_told(error), moment=now
        )

    async def _enter(self, whose: Whose, arrived: Arrived, turn_id: UUID) -> _Entered:
        """Take the conversation, once nobody else has it."""
        gone: UUID | None = None
        pause, waited = FIRST_LOOK_S, 0.0
        while True:
            entered = await self._try_to_enter(whose, arrived, turn_id, gone)
            match entered.outcome:
                case "begun":
                    return entered
                case "replayed":
                    raise Replayed(entered.answer or Raw(b"null"))
                case "reused":
                    raise _reused()
            holder, owner = entered.holder, entered.holder_owner
            if holder is not None and holder != gone and owner is not None and await self._is_gone(holder, owner):
                gone = holder
                continue
            if entered.outcome == "running":
                raise _still_running()
            if waited > PATIENCE_S:
                raise Unavailable("An earlier message of this conversation is still being answered.", retry_after=1)
            await asyncio.sleep(pause)
            waited += pause
            pause = min(pause * 2, SLOWEST_LOOK_S)

    async def _try_to_enter(self, whose: Whose, arrived: Arrived, turn_id: UUID, gone: UUID | None) -> _Entered:
        now = self._services.clock.now()
        lasts = timedelta(seconds=self._services.settings.llm_timeout_s) + LEASE_MARGIN
        row = await self._q.enter_conversation(
            self._db,
            company_id=whose.company_id,
            store_id=whose.store_id,
            agent_id=whose.agent_id,
            lead_id=whose.lead_id,
            key=whose.key,
            wanted_id=_uuid(whose.key),
            id=uuid7(),
            channel=whose.channel,
            turn_id=turn_id,
            owner=self._services.presence(),
            until=now + lasts,
            moment=now,
            gone=gone,
            message_id=arrived.message_id,
            request_sha256=arrived.digest,
            message_row=uuid7(),
            message=arrived.text,
            history=arrived.history,
        )
        return one(row, _Entered)

    async def _is_gone(self, turn_id: UUID, owner: int) -> bool:
        """The turn's process is gone, or is this one and knows nothing of it."""
        if owner == self._services.presence():
            return turn_id not in _running
        return bool(await self._services.q.idempotency.is_gone(self._db, owner=owner))

    async def _leave(self, lease: _Lease, kept: Kept, error: BaseException | None) -> None:
        arguments = self._leaving(lease, kept, error)
        settles = kept.settles if arguments["outcome"] == "done" else None
        drawn = settles.statement() if settles else None
        settled: bool | None = None
        if drawn is None:
            left = await self._q.leave_conversation(self._db, company_id=lease.company_id, **arguments)
        else:
            settled, left = one(await self._q.end_turn(self._db, **(drawn | arguments)), _Left)
        cost = await settles.settle(at_once=settled) if settles is not None else 0
        if cost:
            await self._q.price_turn(self._db, company_id=lease.company_id, turn_id=lease.turn_id, cost_micros=cost)
        if not left:
            log.warning("conversation_turn_lost", conversation_id=str(lease.id), turn_id=str(lease.turn_id))

    def _leaving(self, lease: _Lease, kept: Kept, error: BaseException | None) -> dict[str, Any]:
        ended = kept.ended
        failed = error is not None or ended is None
        state = msgspec.structs.replace(lease.before, orders=kept.state.orders) if failed else kept.state
        ended = ended or Ended("", None, "", 0, 0, [])
        return {
            "id": lease.id,
            "turn_id": lease.turn_id,
            "desk_moves": lease.desk_moves,
            "data": encode_state(state),
            "state": state.attended,
            "waiting_reason": state.waiting_reason,
            "reference": state.summary.reference if state.summary else None,
            "outcome": "failed" if failed else "done",
            "reply": "" if failed else ended.reply,
            "reply_row": uuid7(),
            "answer": ended.answer if lease.repeatable and not failed else None,
            "model": ended.model,
            "prompt_tokens": ended.prompt_tokens,
            "completion_tokens": ended.completion_tokens,
            "tools": ended.tools,
            "error": _told(error) if error is not None else None,
            "moment": self._services.clock.now(),
        }


@dataclass(frozen=True, slots=True)
class NamedIds:
    """What a call names a conversation by, before it is known whether the ids belong together."""

    company_id: str
    store_id: UUID | None
    agent_id: UUID | None
    lead_id: UUID | None
    key: str | None


def conversations(services: Services) -> KeptConversations:
    """The store in use."""
    return KeptConversations(services)


def _in_order(whose: Whose, arrived: Arrived) -> AbstractAsyncContextManager[None]:
    """One turn of a conversation after another; one that nobody has a name for yet has no other turn."""
    if whose.lead_id is not None:
        return _queued((whose.company_id, whose.store_id, whose.lead_id, whose.agent_id), arrived.message_id)
    if whose.key is not None:
        return _queued((whose.company_id, whose.store_id, whose.key), arrived.message_id)
    return nullcontext()


@asynccontextmanager
async def _queued(place: tuple[object, ...], message_id: str | None) -> AsyncIterator[None]:
    """Behind the turns that wait at this place. Raises Conflict for a message that waits or runs here already."""
    asked = (*place, message_id)
    if message_id is not None:
        if asked in _asked:
            raise _still_running()
        _asked.add(asked)
    try:
        queue = _queues.setdefault(place, asyncio.Lock())
        async with queue:
            yield
    finally:
        _asked.discard(asked)


async def _surely(work: Coroutine[Any, Any, None]) -> None:
    """Also while being cancelled: a cancelled task cannot wait for its own database call. Nothing it raises is new."""
    task = asyncio.ensure_future(work)
    _leaving.add(task)
    task.add_done_callback(_forget)
    await asyncio.wait({task}, timeout=2)


def _forget(task: "asyncio.Task[None]") -> None:
    _leaving.discard(task)
    if not task.cancelled():
        task.exception()  # read, so that asyncio does not report it again


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:ERROR_LENGTH]


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text) if text is not None else None
    except ValueError:
        return None


def _still_running() -> Conflict:
    return Conflict("This message is still being answered.", headers={"Retry-After": "1"})


def _reused() -> IdempotencyKeyReused:
    return IdempotencyKeyReused("message_id: another message of this conversation had it.")
