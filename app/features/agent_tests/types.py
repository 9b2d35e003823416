"""Test conversations of an agent: what the shopper writes, what has to come of it, and what came of it last."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta, Raw, field

from app.evaluation.judge import ReasonKind, Verdict
from app.features.conversations.state import Attended
from app.features.orders.types import PaymentMethod
from app.web.types import LINE, UNSET, Body, Cents, Quantity, Query, Resource, UnsetType

TestName = Annotated[str, Meta(min_length=1, max_length=120, extra=LINE)]
TurnText = Annotated[str, Meta(min_length=1, max_length=2000)]
Fact = Annotated[str, Meta(min_length=1, max_length=200)]
OneOf = Annotated[list[Fact], Meta(max_length=20)]
Facts = Annotated[list[Fact | OneOf], Meta(max_length=20)]


class WantedLine(Body):
    """A line the order must have."""

    name: Annotated[str, Meta(min_length=1, max_length=300, extra=LINE)]
    quantity: Quantity = 1


class WantedOrder(Body):
    """The one order of the conversation; what is not named may be anything."""

    lines: Annotated[list[WantedLine], Meta(max_length=50)] | None = None
    total_cents: Cents | None = None
    payment_method: PaymentMethod | None = None


class WantedReply(Body):
    """Facts the last reply must name or must not. A list inside `contains`: one of them."""

    contains: Facts = []
    lacks: Annotated[list[Fact], Meta(max_length=20)] = []


class WantedAfter(Body):
    """What has to hold right after a message."""

    no_order: bool = False
    reply: WantedReply | None = None
    tools: Annotated[list[Fact], Meta(max_length=20)] = []
    state: Attended | None = None


class Wanted(WantedAfter):
    """What has to hold at the conversation's end. `orders`: how many."""

    order: WantedOrder | None = None
    orders: Annotated[int, Meta(ge=0, le=30)] | None = None


class TestTurn(Body):
    """A message, and what its answer has to be like."""

    text: TurnText
    expect: WantedAfter = field(default_factory=WantedAfter)


Turns = Annotated[list[TurnText | TestTurn], Meta(min_length=1, max_length=30)]


class TestReason(Resource):
    """Why a test is not clean: what was wanted, what came, after which message (absent: at the end)."""

    kind: ReasonKind
    wanted: str | UnsetType = UNSET
    got: str | UnsetType = UNSET
    after: str | UnsetType = UNSET


class TestAnswer(Resource):
    """What the agent said to a message, and with which tools."""

    text: str
    reply: str
    tools: list[str]
    state: str | None
    error: str | None


class AgentTest(Resource):
    """A test conversation with its last result; `queued_at`: it waits for a run."""

    id: UUID
    agent_id: UUID
    name: str
    turns: list[str | TestTurn]
    expect: Wanted
    queued_at: datetime | None
    ran_at: datetime | None
    verdict: Verdict | None
    reasons: list[TestReason]
    answers: list[TestAnswer]
    created_at: datetime
    updated_at: datetime


class TestFilter(Query):
    """Whose tests."""

    agent_id: UUID


class CreateAgentTest(Body):
    """A conversation to try an agent with."""

    agent_id: UUID
    name: TestName
    turns: Turns
    expect: Wanted = field(default_factory=Wanted)


class UpdateAgentTest(Body):
    """Changes of a test; its last result goes."""

    name: TestName | UnsetType = UNSET
    turns: Turns | UnsetType = UNSET
    expect: Wanted | UnsetType = UNSET


class RunAgentTests(Body):
    """Which tests to run: all of the agent, or those named."""

    agent_id: UUID
    test_ids: Annotated[list[UUID], Meta(max_length=50)] | None = None


class TestFile(Resource):
    """An agent's tests in YAML, as `chat evaluate` reads them, with its shop."""

    content: str


class FileTest(Body):
    """A conversation of a file; its tags are not kept."""

    name: TestName
    turns: Turns
    expect: Wanted = field(default_factory=Wanted)
    tags: list[str] = []


class ImportAgentTests(Body):
    """A file of conversations; its shop is not looked at, the agent's own store is what they are held with."""

    agent_id: UUID
    content: Annotated[str, Meta(min_length=1, max_length=500_000)]


class TestFileError(Resource):
    """What is wrong with a file, and where: `name` is the conversation's, `field` a path inside it."""

    line: int
    name: str
    field: str
    detail: str


class ImportedAgentTests(Resource):
    """What became of a file; one with errors has changed nothing."""

    created: int
    updated: int
    errors: list[TestFileError]


class Queued(Resource):
    """How many tests wait for their run."""

    queued: int


class QueuedTest(Resource):
    """A test that is to be run, as the job needs it."""

    agent_id: UUID
    type: str
    name: str
    turns: Raw
    expect: Raw
