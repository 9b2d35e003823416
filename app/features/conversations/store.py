"""Where conversations are kept between turns: the Protocol the chat uses. kept.py keeps them in the database."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol
from uuid import UUID

from msgspec import Raw

from app.clients.llm import Message
from app.features.conversations.state import ConversationState, Summary


@dataclass(frozen=True, slots=True)
class Whose:
    """What names a conversation: a lead with its agent, else the caller's key; with neither it is a new one."""

    company_id: str
    store_id: UUID
    agent_id: UUID | None = None
    lead_id: UUID | None = None
    key: str | None = None
    channel: str = "web"


@dataclass(frozen=True, slots=True)
class Arrived:
    """The shopper's message. `message_id`: the caller's own, which makes the turn repeatable; `digest`: its text's."""

    text: str
    message_id: str | None = None
    digest: bytes | None = None
    history: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """How a turn came about, for the record. `answer` is what a repeat is answered with."""

    reply: str
    answer: Any
    model: str
    prompt_tokens: int
    completion_tokens: int
    tools: list[Any]


class Settles(Protocol):
    """What a turn used, to be settled with its end."""

    def statement(self) -> dict[str, Any] | None:
        """Arguments of end_turn; None: it is settled apart."""

    async def settle(self, *, at_once: bool | None = None) -> int:
        """Settle, but for what end_turn has settled: then `at_once` is true. What it costs, in millionths of a cent."""


@dataclass(slots=True)
class Kept:
    """A conversation while a turn has it; whoever has it may replace its state. `name`: what the caller calls it."""

    id: str
    state: ConversationState = ConversationState()
    name: str = ""
    history: list[Message] = field(default_factory=list)
    ended: Ended | None = None
    settles: Settles | None = None


class Replayed(Exception):
    """The message had its answer before."""

    def __init__(self, answer: Raw) -> None:
        super().__init__()
        self.answer = answer


class ConversationStore(Protocol):
    """Conversations of all stores. Raises nothing for one that is not known: it begins."""

    def turn(self, whose: Whose, arrived: Arrived) -> AbstractAsyncContextManager[Kept]:
        """The conversation for one turn, after every turn before it; state and record are saved when the turn ends.

        Raises Replayed, Conflict (the same message is still being answered), IdempotencyKeyReused, Unavailable.
        """

    async def find_summary(
        self, company_id: str, store_id: UUID, reference: str, *, rehearsed: bool
    ) -> tuple[str, Summary] | None:
        """A summary that was shown, in a rehearsal or not, and the key of the conversation that showed it last."""
