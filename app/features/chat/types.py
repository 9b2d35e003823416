"""POST /chat: body, answer, events, as contract.md §5 names them."""

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from app.features.agents.hours import OpeningHours
from app.features.billing.rules import QuotaState
from app.features.chat.guards import Guarded
from app.features.conversations.state import Attended
from app.features.orders.types import PaymentMethod
from app.ops.agent_types import FollowUps
from app.web.types import Body, Resource, TextId

UserText = Annotated[str, Meta(min_length=1, max_length=8000)]
ConversationKey = Annotated[str, Meta(min_length=1, max_length=128, pattern=r"^[\x20-\x7e]+(?!\n)$")]
HistoryText = Annotated[str, Meta(max_length=32_000)]


class HistoryMessage(Body):
    """An earlier message of the conversation."""

    role: Literal["user", "assistant"]
    content: HistoryText


class ChatRequest(Body):
    """A shopper's message, and whom it is for."""

    type: Annotated[str, Meta(min_length=1, max_length=64, description="An agent type; GET /agents lists them")]
    message: UserText
    user_id: TextId | None = None
    lead_id: UUID | None = None
    agent_id: UUID | None = None
    store_id: UUID | None = None
    conversation_history: Annotated[list[HistoryMessage], Meta(max_length=100)] | None = None
    document_ids: Annotated[list[UUID], Meta(max_length=50)] | None = None
    dry_run: bool = False
    stream: bool = False
    conversation_id: ConversationKey | None = None
    message_id: ConversationKey | None = None


class ToolRun(Resource):
    """A tool call of this turn: what the model asked and what it got."""

    name: str
    arguments: Any
    ok: bool
    result: Any
    ms: float


class ChatOrder(Resource):
    """The order this turn made (or, in a dry run, would have made)."""

    id: UUID | None
    number: int | None
    status: str
    total_cents: int
    payment_method: str
    br_code: str | None = None
    payment_link_url: str | None = None


class ProductCard(Resource):
    """A product the answer shows; the price comes from the database."""

    product_id: UUID
    name: str
    description: str
    category: str | None
    price_cents: int | None
    in_stock: bool
    image_urls: list[str]


class ChatUsage(Resource):
    """Tokens of this turn's model calls."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    estimated: bool


class ChatQuota(Resource):
    """Where the store's company stands; `limit` null: none."""

    state: QuotaState
    used: int
    limit: int | None


class Timings(Resource):
    """Milliseconds of the turn."""

    total: float
    llm: float
    tools: float


class ChatCartLine(Resource):
    """So many of a product."""

    product_id: str
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int


class ChatCart(Resource):
    """What the shopper wants so far. While a summary waits for its yes, total_cents is the summary's: with shipping and
    discount."""

    lines: list[ChatCartLine]
    total_cents: int
    awaiting_confirmation: bool
    payment_method: PaymentMethod | UnsetType = UNSET
    customer_info: dict[str, Any] | UnsetType = UNSET
    shipping_cents: int | UnsetType = UNSET
    shipping_option: str | UnsetType = UNSET
    discount_cents: int | UnsetType = UNSET
    coupon_code: str | UnsetType = UNSET


class ChatAnswer(Resource, kw_only=True):
    """The answer to the shopper, and what led to it."""

    reply: str
    type: str
    model: str
    iterations: int
    tool_calls: list[ToolRun]
    order: ChatOrder | UnsetType = UNSET
    products: list[ProductCard] | UnsetType = UNSET
    usage: ChatUsage
    quota: ChatQuota | None
    blocked: bool
    dry_run: bool
    timings_ms: Timings
    conversation_id: str | UnsetType = UNSET
    state: Attended | UnsetType = UNSET
    cart: ChatCart | UnsetType = UNSET
    handled_by: Literal["human", "nobody"] | UnsetType = UNSET
    guarded: list[Guarded] | UnsetType = UNSET
    replayed: bool | UnsetType = UNSET


class Delta(Struct):
    """A piece of the reply (SSE `delta`)."""

    text: str


class ToolEvent(Struct):
    """A tool has run (SSE `tool`)."""

    name: str
    arguments: Any
    ok: bool
    ms: float


class ChatAgent(Struct, frozen=True):
    """The agent that answers."""

    id: UUID
    name: str
    type: str
    persona: dict[str, Any]
    model: str | None
    rate_limits: dict[str, int]
    active: bool
    channels: list[str] = []
    hours: list[OpeningHours] = []
    follow_ups: FollowUps | None = None


class ChatLead(Struct, frozen=True):
    """The shopper, as far as the shop knows them."""

    id: UUID
    name: str | None
    interests: list[str]
    profile_summary: str | None
    phone: str | None = None
    address: dict[str, Any] | None = None
    custom_attributes: dict[str, Any] = {}
    channel: str = ""
    status: str = ""
