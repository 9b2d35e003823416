"""Bodies and answers of the API, made by generate.py from /openapi.json: not edited by hand."""

# ruff: noqa

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType, field

API_VERSION = "0.2.0"


class AcceptInvitation(Struct, kw_only=True):
    """The link's token, and the signed-in user whose address was invited."""

    token: str
    user_id: str


class Account(Struct, kw_only=True):
    """A login method of a user, with the password hash."""

    id: str
    user_id: str
    provider_id: str
    account_id: str
    password: str | None
    access_token: str | None
    refresh_token: str | None
    id_token: str | None
    access_token_expires_at: datetime | None
    refresh_token_expires_at: datetime | None
    scope: str | None
    created_at: datetime
    updated_at: datetime


class AccountWithoutPassword(Struct, kw_only=True):
    """A login method found by its provider: no hash."""

    id: str
    user_id: str
    provider_id: str
    account_id: str
    access_token: str | None
    refresh_token: str | None
    id_token: str | None
    access_token_expires_at: datetime | None
    refresh_token_expires_at: datetime | None
    scope: str | None
    created_at: datetime
    updated_at: datetime


class Agent(Struct, kw_only=True):
    """A conversational agent of a store; `follow_ups` null: what its type says."""

    id: UUID
    store_id: UUID
    name: str
    type: str
    messaging_instance_id: str
    persona: Any
    channels: list[str]
    hours: list[OpeningHours]
    follow_ups: FollowUps | None
    rate_limits: Any
    model: str | None
    active: bool
    created_at: datetime
    updated_at: datetime


class AgentConfig(Struct, kw_only=True):
    """How agents of a type talk. `model` empty: LLM_MODEL."""

    model: str = ""
    temperature: float | None = None
    max_tokens: int = 800
    tools: list[str] | UnsetType = UNSET
    without_tools: list[str] = []
    order_confirmation: str = "summary"
    instructions: str = ""
    rate_limits: RateLimits | UnsetType = UNSET
    follow_ups: FollowUps | UnsetType = UNSET


class AgentPrice(Struct, kw_only=True):
    """What a million tokens of this type's model cost, in cents of BRL."""

    prompt_per_million_cents: float = 0
    completion_per_million_cents: float = 0
    currency: str = "BRL"


class AgentTest(Struct, kw_only=True):
    """A test conversation with its last result; `queued_at`: it waits for a run."""

    id: UUID
    agent_id: UUID
    name: str
    turns: list[str | TestTurn]
    expect: Wanted
    queued_at: datetime | None
    ran_at: datetime | None
    verdict: str | None
    reasons: list[TestReason]
    answers: list[TestAnswer]
    created_at: datetime
    updated_at: datetime


class AgentTypeView(Struct, kw_only=True):
    """A type of the configuration file; `valid` is false when it could not answer as things are set."""

    type: str
    title: str
    title_en: str
    description: str
    description_en: str
    config: AgentConfig
    price: AgentPrice
    valid: bool
    problems: list[str]


class AskShippingQuote(Struct, kw_only=True):
    """Where an order goes, and what its goods cost."""

    subtotal_cents: int
    cep: str | None | UnsetType = UNSET


class AttachProof(Struct, kw_only=True):
    """A picture or PDF that shows a manual PIX payment."""

    proof_url: str
    content_type: Literal["application/pdf", "image/gif", "image/heic", "image/heif", "image/jpeg", "image/png", "image/webp"]
    message_id: str | None | UnsetType = UNSET
    file_name: str | None | UnsetType = UNSET
    size_bytes: int | None | UnsetType = UNSET


class Attendance(Struct, kw_only=True):
    """What wants a person: shoppers that wait, those a person attends, and of these the ones with something new."""

    waiting: int
    human: int
    unread: int


class Attention(Struct, kw_only=True):
    """Something about an order that a person has to look at."""

    kind: str
    since: datetime
    detail: str


class AuditEntry(Struct, kw_only=True):
    """Who changed what: `changes` is `{field: [old, new]}`, secrets as `***`."""

    id: int
    actor_user_id: str | None
    actor_type: str
    action: str
    target_type: str
    target_id: str
    changes: Any
    request_id: str | None
    created_at: datetime


class AuthEventReceipt(Struct, kw_only=True):
    """Whether the audit log has it: an event of nobody known is only logged."""

    recorded: bool


class AuthExtension(Struct, kw_only=True):
    """A row of a plugin's table. `version` grows with each change."""

    id: str
    user_id: str
    model: str
    data: dict[str, Any]
    version: int
    created_at: datetime
    updated_at: datetime


class BestCustomer(Struct, kw_only=True):
    """A lead that bought, and for how much."""

    lead_id: UUID
    name: str | None
    phone: str | None
    orders: int
    revenue_cents: int


class BillingSettings(Struct, kw_only=True):
    """What the company allows itself."""

    cap: int | None
    auto_overage: bool
    alert_pct: int
    updated_at: datetime | None


class BillingSummary(Struct, kw_only=True):
    """Plan, subscription, settings and usage on one page. Without `card_payments` nothing can be bought here."""

    plan: Plan | None
    subscription: Subscription | None
    settings: BillingSettings
    usage: UsageWithDays
    topup_per_million_cents: int
    card_payments: bool
    next_bill: NextBill | None


class Board(Struct, kw_only=True):
    """Orders by their status."""

    lanes: list[Lane]


class CacheStats(Struct, kw_only=True):
    """Numbers of the two look-up caches of this process."""

    users_by_email: dict[str, int | bool]
    sessions_by_token: dict[str, int | bool]


class CardEventReceipt(Struct, kw_only=True):
    """The event is stored with its effect; `duplicate`: it was before, `ignored`: it has none here."""

    received: bool
    status: str


class ChannelRevenue(Struct, kw_only=True):
    """What was sold through a channel; `desk`: orders of no lead."""

    channel: str
    orders: int
    revenue_cents: int


class ChargeOut(Struct, kw_only=True):
    """Money asked of the company's card. `url`: the provider's page that finishes one in `requires_action`."""

    id: UUID
    kind: str
    status: str
    amount_cents: int
    tokens: int
    period: str | None
    payment_intent_id: str | None
    receipt_url: str | None
    url: str | None
    refunded_cents: int
    disputed: bool
    created_at: datetime
    paid_at: datetime | None


class ChatAnswer(Struct, kw_only=True):
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
    state: str | UnsetType = UNSET
    cart: ChatCart | UnsetType = UNSET
    handled_by: str | UnsetType = UNSET
    guarded: list[Guarded] | UnsetType = UNSET
    replayed: bool | UnsetType = UNSET


class ChatCart(Struct, kw_only=True):
    """What the shopper wants so far. While a summary waits for its yes, total_cents is the summary's: with shipping and discount."""

    lines: list[ChatCartLine]
    total_cents: int
    awaiting_confirmation: bool
    payment_method: str | UnsetType = UNSET
    customer_info: dict[str, Any] | UnsetType = UNSET
    shipping_cents: int | UnsetType = UNSET
    shipping_option: str | UnsetType = UNSET
    discount_cents: int | UnsetType = UNSET
    coupon_code: str | UnsetType = UNSET


class ChatCartLine(Struct, kw_only=True):
    """So many of a product."""

    product_id: str
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int


class ChatOrder(Struct, kw_only=True):
    """The order this turn made (or, in a dry run, would have made)."""

    id: UUID | None
    number: int | None
    status: str
    total_cents: int
    payment_method: str
    br_code: str | None = None
    payment_link_url: str | None = None


class ChatQuota(Struct, kw_only=True):
    """Where the store's company stands; `limit` null: none."""

    state: str
    used: int
    limit: int | None


class ChatRequest(Struct, kw_only=True):
    """A shopper's message, and whom it is for."""

    type: str
    message: str
    user_id: str | None | UnsetType = UNSET
    lead_id: UUID | str | None | UnsetType = UNSET
    agent_id: UUID | str | None | UnsetType = UNSET
    store_id: UUID | str | None | UnsetType = UNSET
    conversation_history: list[HistoryMessage] | None | UnsetType = UNSET
    document_ids: list[UUID | str] | None | UnsetType = UNSET
    dry_run: bool | UnsetType = UNSET
    stream: bool | UnsetType = UNSET
    conversation_id: str | None | UnsetType = UNSET
    message_id: str | None | UnsetType = UNSET


class ChatUsage(Struct, kw_only=True):
    """Tokens of this turn's model calls."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    estimated: bool


class CheckoutPage(Struct, kw_only=True):
    """The provider's hosted page."""

    url: str
    expires_at: datetime | None


class Company(Struct, kw_only=True):
    """A company; its id is the user's."""

    id: str
    name: str
    logo: str | None
    slug: str | None
    timezone: str
    tax_id: str | None
    created_at: datetime
    updated_at: datetime


class CompanyMember(Struct, kw_only=True):
    """Somebody who acts for the company; without name and e-mail: a user whom this installation does not have."""

    user_id: str
    name: str | None
    email: str | None
    role: str
    created_at: datetime


class ConsumeRateLimit(Struct, kw_only=True):
    """One more of `key`, of which `limit` may happen within a window that the first one opens."""

    key: str
    limit: int
    window_seconds: int


class ConsumeVerification(Struct, kw_only=True):
    """The pair to take away."""

    identifier: str
    value: str


class Conversation(Struct, kw_only=True):
    """A conversation with what it is about; `notes` newest first."""

    id: UUID
    store_id: UUID
    agent_id: UUID | None
    lead_id: UUID | None
    key: str | None
    channel: str
    state: str
    waiting_reason: str | None
    unread: int
    last_message: str
    last_message_at: datetime | None
    lead_name: str | None
    created_at: datetime
    updated_at: datetime
    lead: ConversationLead | None
    orders: list[ConversationOrder]
    notes: list[ConversationNote]
    cart: ChatCart | UnsetType = UNSET


class ConversationLead(Struct, kw_only=True):
    """Who writes."""

    id: UUID
    name: str | None
    phone: str | None
    channel: str
    external_id: str
    status: str
    profile_summary: str | None


class ConversationMessage(Struct, kw_only=True):
    """What was said. `turn` stands with the answer, or with a message that got none."""

    id: UUID
    role: str
    content: str
    media_url: str | None
    media_type: str | None
    created_at: datetime
    turn: ConversationTurn | None


class ConversationNote(Struct, kw_only=True):
    """What people at the desk tell each other; no shopper and no model ever sees it."""

    id: UUID
    content: str
    author: str | None
    created_at: datetime


class ConversationOrder(Struct, kw_only=True):
    """An order of the conversation or its lead."""

    id: UUID
    number: int
    status: str
    total_cents: int
    payment_method: str
    created_at: datetime


class ConversationPage(Struct, kw_only=True):
    """One page of a list. `attendance`, when asked for, is of the stores whatever the filters."""

    items: list[ConversationSummary]
    total: int
    limit: int
    offset: int
    attendance: Attendance | UnsetType = UNSET


class ConversationSummary(Struct, kw_only=True):
    """A conversation as lists and live updates show it."""

    id: UUID
    store_id: UUID
    agent_id: UUID | None
    lead_id: UUID | None
    key: str | None
    channel: str
    state: str
    waiting_reason: str | None
    unread: int
    last_message: str
    last_message_at: datetime | None
    lead_name: str | None
    created_at: datetime
    updated_at: datetime


class ConversationTurn(Struct, kw_only=True):
    """How an answer came about. `cost_cents`: what its tokens add to the bill, beyond the included and bought ones."""

    id: UUID
    status: str
    model: str | None
    prompt_tokens: int
    completion_tokens: int
    cost_cents: float
    tools: list[ToolRun]
    error: str | None
    started_at: datetime
    ended_at: datetime | None


class Coupon(Struct, kw_only=True):
    """A coupon; `uses` counts the orders that stand with it."""

    id: UUID
    store_id: UUID
    code: str
    kind: str
    value: int | None
    min_subtotal_cents: int
    max_uses: int | None
    uses: int
    starts_at: datetime | None
    ends_at: datetime | None
    active: bool
    created_at: datetime
    updated_at: datetime


class CreateAccount(Struct, kw_only=True):
    """A new login method; (provider_id, account_id) is unique."""

    user_id: str
    provider_id: str
    account_id: str
    id: str | None | UnsetType = UNSET
    password: str | None | UnsetType = UNSET
    access_token: str | None | UnsetType = UNSET
    refresh_token: str | None | UnsetType = UNSET
    id_token: str | None | UnsetType = UNSET
    access_token_expires_at: datetime | None | UnsetType = UNSET
    refresh_token_expires_at: datetime | None | UnsetType = UNSET
    scope: str | None | UnsetType = UNSET
    created_at: datetime | None | UnsetType = UNSET
    updated_at: datetime | None | UnsetType = UNSET


class CreateAgent(Struct, kw_only=True):
    """A new agent; the backend makes its messaging_instance_id."""

    store_id: UUID | str
    name: str
    type: str
    persona: dict[str, Any] | UnsetType = UNSET
    channels: list[str] | UnsetType = UNSET
    hours: list[OpeningHours] | UnsetType = UNSET
    follow_ups: FollowUps | None | UnsetType = UNSET
    rate_limits: RateLimits | UnsetType = UNSET
    model: str | None | UnsetType = UNSET


class CreateAgentTest(Struct, kw_only=True):
    """A conversation to try an agent with."""

    agent_id: UUID | str
    name: str
    turns: list[str | TestTurn]
    expect: Wanted | UnsetType = UNSET


class CreateAuthEvent(Struct, kw_only=True):
    """What the auth library has seen, for the audit log of the user's company."""

    type: str
    user_id: str | None | UnsetType = UNSET
    ip_address: str | None | UnsetType = UNSET
    user_agent: str | None | UnsetType = UNSET


class CreateAuthExtension(Struct, kw_only=True):
    """A new row of a plugin's table, whose columns are the library's own: the service reads none of `data`."""

    user_id: str
    model: str
    data: dict[str, Any]
    id: str | None | UnsetType = UNSET
    keys: dict[str, str] | UnsetType = UNSET
    created_at: datetime | None | UnsetType = UNSET
    updated_at: datetime | None | UnsetType = UNSET


class CreateCheckout(Struct, kw_only=True):
    """What the page is for: a card on file, a top-up (amount_cents), or a new subscription (plan_id or plan_slug)."""

    kind: Literal["plan", "setup", "topup"]
    amount_cents: int | None | UnsetType = UNSET
    plan_id: UUID | str | None | UnsetType = UNSET
    plan_slug: str | None | UnsetType = UNSET
    return_path: str | None | UnsetType = UNSET


class CreateCoupon(Struct, kw_only=True):
    """A new coupon. percent and fixed need a value."""

    store_id: UUID | str
    code: str
    kind: Literal["fixed", "free_shipping", "percent"]
    value: int | None | UnsetType = UNSET
    min_subtotal_cents: int | UnsetType = UNSET
    max_uses: int | None | UnsetType = UNSET
    starts_at: datetime | None | UnsetType = UNSET
    ends_at: datetime | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class CreateDocument(Struct, kw_only=True):
    """A new document. Its text is chunked and embedded in the background."""

    store_id: UUID | str
    title: str
    content: str | UnsetType = UNSET
    product_id: UUID | str | None | UnsetType = UNSET
    source_type: Literal["file", "manual", "product", "url"] | UnsetType = UNSET
    source_url: str | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET


class CreateEmbeddings(Struct, kw_only=True):
    """`input`: one text or several, or token ids of the model's own tokenizer."""

    input: str | list[str | int | list[int]]
    model: str | UnsetType = UNSET
    encoding_format: Literal["base64", "float"] | UnsetType = UNSET
    dimensions: int | UnsetType = UNSET
    user: str | UnsetType = UNSET


class CreateInvitation(Struct, kw_only=True):
    """Whom to invite; an open invitation of the same address is replaced by this one."""

    email: str
    role: Literal["attendant", "manager"]


class CreateLeadEvent(Struct, kw_only=True):
    """A new entry of a lead's timeline."""

    type: str
    data: dict[str, Any] | UnsetType = UNSET


class CreateMember(Struct, kw_only=True):
    """An existing user becomes a member."""

    user_id: str
    role: Literal["attendant", "manager"]


class CreateMessage(Struct, kw_only=True):
    """A message to record; of a lead, an agent, or both. The same `external_id` again answers the first record."""

    role: Literal["assistant", "system", "tool", "user"]
    content: str
    store_id: UUID | str | None | UnsetType = UNSET
    lead_id: UUID | str | None | UnsetType = UNSET
    agent_id: UUID | str | None | UnsetType = UNSET
    media_url: str | None | UnsetType = UNSET
    media_type: str | None | UnsetType = UNSET
    external_id: str | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET


class CreateNote(Struct, kw_only=True):
    """A note for colleagues; `author` is how the desk names who writes."""

    content: str
    author: str | None | UnsetType = UNSET


class CreateOrder(Struct, kw_only=True):
    """A new order. Prices come from the products."""

    store_id: UUID | str
    items: list[NewItem]
    payment_method: Literal["cod", "manual_pix", "pix"]
    lead_id: UUID | str | None | UnsetType = UNSET
    agent_id: UUID | str | None | UnsetType = UNSET
    customer_info: dict[str, Any] | None | UnsetType = UNSET
    shipping_cents: int | None | UnsetType = UNSET
    discount_cents: int | UnsetType = UNSET
    notes: str | None | UnsetType = UNSET
    coupon_code: str | None | UnsetType = UNSET
    shipping_option: str | None | UnsetType = UNSET
    cep: str | None | UnsetType = UNSET


class CreatePortal(Struct, kw_only=True):
    """Where the page leads back to."""

    return_path: str | None | UnsetType = UNSET


class CreateProduct(Struct, kw_only=True):
    """A new product."""

    external_id: str | None | UnsetType = UNSET
    sku: str | None | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    category: str | None | UnsetType = UNSET
    price_cents: int | None | UnsetType = UNSET
    price: str | None | UnsetType = UNSET
    stock_quantity: int | None | UnsetType = UNSET
    image_urls: list[str] | UnsetType = UNSET
    attributes: dict[str, Any] | UnsetType = UNSET
    active: bool | UnsetType = UNSET
    group: str | None | UnsetType = UNSET
    options: dict[str, str] | UnsetType = UNSET
    name: str
    store_id: UUID | str


class CreateProductFile(Struct, kw_only=True):
    """A file that was uploaded to object storage."""

    filename: str
    content_type: str
    size_bytes: int
    storage_key: str
    url: str | None | UnsetType = UNSET
    sha256: str | None | UnsetType = UNSET


class CreateRefund(Struct, kw_only=True):
    """Money to give back. With `restock` the items named go back on the shelf."""

    amount_cents: int
    reason: str | None | UnsetType = UNSET
    items: list[RefundedItem] | UnsetType = UNSET
    restock: bool | UnsetType = UNSET


class CreateReply(Struct, kw_only=True):
    """What a person answers."""

    content: str
    media_url: str | None | UnsetType = UNSET
    media_type: str | None | UnsetType = UNSET


class CreateSession(Struct, kw_only=True):
    """A new session."""

    user_id: str
    token: str
    expires_at: datetime
    id: str | None | UnsetType = UNSET
    ip_address: str | None | UnsetType = UNSET
    user_agent: str | None | UnsetType = UNSET
    created_at: datetime | None | UnsetType = UNSET
    updated_at: datetime | None | UnsetType = UNSET


class CreateSignUp(Struct, kw_only=True):
    """A new user with what comes along: all of it, or nothing. `user_id` of both is the id of `user`."""

    user: CreateUser
    account: CreateAccount | None | UnsetType = UNSET
    session: CreateSession | None | UnsetType = UNSET


class CreateStore(Struct, kw_only=True):
    """A new store. Without a slug one is made from the name."""

    name: str
    slug: str | None | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    settings: dict[str, Any] | UnsetType = UNSET


class CreateSubscription(Struct, kw_only=True):
    """One of the first two names the plan; `preview` changes nothing and says what the move would cost."""

    plan_id: UUID | str | None | UnsetType = UNSET
    plan_slug: str | None | UnsetType = UNSET
    preview: bool | UnsetType = UNSET


class CreateTokenUsage(Struct, kw_only=True):
    """Tokens to record. Without a total it is the sum; the same `request_id` again answers the first record."""

    model: str
    operation_type: Literal["chat", "embedding", "extract_lead", "other", "process_file"]
    prompt_tokens: int
    completion_tokens: int | UnsetType = UNSET
    total_tokens: int | None | UnsetType = UNSET
    company_id: str | None | UnsetType = UNSET
    store_id: UUID | str | None | UnsetType = UNSET
    agent_id: UUID | str | None | UnsetType = UNSET
    lead_id: UUID | str | None | UnsetType = UNSET
    request_id: str | None | UnsetType = UNSET


class CreateTopup(Struct, kw_only=True):
    """Tokens to buy."""

    amount_cents: int


class CreateUser(Struct, kw_only=True):
    """A new user. The e-mail is stored in lower case and unique in any case."""

    email: str
    name: str
    id: str | None | UnsetType = UNSET
    email_verified: bool | UnsetType = UNSET
    image: str | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET
    plugin_fields: dict[str, Any] | UnsetType = UNSET
    created_at: datetime | None | UnsetType = UNSET
    updated_at: datetime | None | UnsetType = UNSET


class CreateVerification(Struct, kw_only=True):
    """A new record; duplicates are allowed."""

    identifier: str
    value: str
    expires_at: datetime
    id: str | None | UnsetType = UNSET
    created_at: datetime | None | UnsetType = UNSET
    updated_at: datetime | None | UnsetType = UNSET


class CreateWebhookEndpoint(Struct, kw_only=True):
    """A new endpoint."""

    url: str
    types: list[Literal["conversation.closed", "conversation.waiting", "message.outgoing", "order.attention", "order.cancelled", "order.confirmed", "order.created", "order.expired", "order.shipped", "payment.received", "stock.changed", "usage.alert"]]
    store_id: UUID | str | None | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class CreatedOrder(Struct, kw_only=True):
    """A new order with what was left out and what the customer has to be told."""

    id: UUID
    store_id: UUID
    lead_id: UUID | None
    agent_id: UUID | None
    number: int
    status: str
    payment_method: str
    currency: str
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    customer_info: dict[str, Any]
    br_code: str | None
    payment_link_url: str | None
    payment_external_id: str | None
    payment_expires_at: datetime | None
    proof_url: str | None
    proof_content_type: str | None
    proof_file_name: str | None
    proof_size_bytes: int | None
    proof_message_id: str | None
    proof_received_at: datetime | None
    stock_state: str
    cancel_reason: str | None
    notes: str | None
    version: int
    confirmed_at: datetime | None
    shipped_at: datetime | None
    delivered_at: datetime | None
    cancelled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    paid_cents: int
    refunded_cents: int
    payment_status: str
    attention: list[Attention]
    tracking: Tracking | None
    coupon_code: str | None
    shipping_option: str | None
    cep: str | None
    proof_expires_at: datetime | None
    returned_at: datetime | None
    lead_name: str | None
    items: list[OrderItem]
    events: list[OrderEvent]
    payment_attempts: list[PaymentAttempt]
    refunds: list[RefundEntry]
    dropped_items: list[DroppedItem]
    payment_instructions: str | None


class Dashboard(Struct, kw_only=True):
    """Orders `{total, by_status, revenue_cents, attention, today, last_30_days}`, leads, products, the ten newest chats, whether an agent has documents, and the store shipping rules (`in_use`)."""

    orders: Any
    leads: Any
    products: Any
    recent_conversations: Any
    documents: Any
    shipping: Any


class Document(Struct, kw_only=True):
    """A text agents may quote. `status`: processing until every chunk has its vector."""

    id: UUID
    store_id: UUID
    product_id: UUID | None
    title: str
    content: str
    source_type: str
    source_url: str | None
    metadata: Any
    chunk_count: int
    status: str
    agent_ids: list[UUID]
    created_at: datetime
    updated_at: datetime


class DocumentSummary(Struct, kw_only=True):
    """A document in a list: the first 200 characters instead of the whole text."""

    id: UUID
    store_id: UUID
    product_id: UUID | None
    title: str
    excerpt: str
    source_type: str
    source_url: str | None
    metadata: Any
    chunk_count: int
    status: str
    agent_ids: list[UUID]
    created_at: datetime
    updated_at: datetime


class DroppedItem(Struct, kw_only=True):
    """An item that was left out of a new order, and why."""

    product_id: str
    quantity: int
    reason: str


class DuplicateProduct(Struct, kw_only=True):
    """What the copy is called; without it, as the original with a note."""

    name: str | None | UnsetType = UNSET


class EmbedTexts(Struct, kw_only=True):
    """Exactly one of `text` and `texts`."""

    text: str | UnsetType = UNSET
    texts: list[str] | UnsetType = UNSET
    input_type: Literal["document", "query"] | UnsetType = UNSET
    encoding_format: Literal["base64", "float"] | UnsetType = UNSET


class EmbedUsage(Struct, kw_only=True):
    """Tokens of all texts, as the model counts them."""

    tokens: int


class EmbeddingItem(Struct, kw_only=True):
    """One vector."""

    object: str
    index: int
    embedding: list[float] | str


class EmbeddingList(Struct, kw_only=True):
    """Vectors in the order of the input."""

    object: str
    data: list[EmbeddingItem]
    model: str
    usage: EmbeddingsUsage


class Embeddings(Struct, kw_only=True):
    """One vector of length 1 per text, in order; base64 = little-endian float32. `truncated`: texts that were cut."""

    model: str
    dimension: int
    embeddings: list[list[float] | str]
    usage: EmbedUsage
    truncated: int


class EmbeddingsUsage(Struct, kw_only=True):
    """Both are the tokens of the input."""

    prompt_tokens: int
    total_tokens: int


class EnsureCompany(Struct, kw_only=True):
    """What a new company begins with; ignored when it exists."""

    name: str | None | UnsetType = UNSET
    slug: str | None | UnsetType = UNSET
    logo: str | None | UnsetType = UNSET


class EnsureLead(Struct, kw_only=True):
    """The key of a lead, and what a new one begins with; an existing lead only has gaps filled."""

    store_id: UUID | str
    channel: str
    external_id: str
    name: str | None | UnsetType = UNSET
    phone: str | None | UnsetType = UNSET
    address: dict[str, Any] | None | UnsetType = UNSET
    custom_attributes: dict[str, Any] | UnsetType = UNSET
    interests: list[str] | UnsetType = UNSET
    profile_summary: str | None | UnsetType = UNSET


class ErasedLead(Struct, kw_only=True):
    """What an erasure did. `files`: where proofs and media of the person lie that this service does not keep itself."""

    orders: int
    files: list[str]


class Event(Struct, kw_only=True):
    """Something that has happened; `subject_id` is what it is about, `store_id` null what is about the company."""

    id: UUID
    seq: int
    type: str
    store_id: UUID | None
    subject_id: str
    data: Any
    created_at: datetime


class EventPage(Struct, kw_only=True):
    """Events in their order; ask again after the last one's `seq`."""

    items: list[Event]


class ExtractLead(Struct, kw_only=True):
    """A conversation, and what is known already."""

    messages: list[LeadMessage]
    existing_profile: dict[str, Any] | None | UnsetType = UNSET
    store_context: str | dict[str, Any] | None | UnsetType = UNSET
    min_confidence: float | UnsetType = UNSET


class ExtractUsage(Struct, kw_only=True):
    """Tokens of the extraction."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    estimated: bool


class ExtractedLead(Struct, kw_only=True):
    """What the conversation adds to the profile; nothing has been stored."""

    delta: dict[str, Any]
    model: str
    usage: ExtractUsage
    applied: bool = False


class FileTable(Struct, kw_only=True):
    """A sheet as headings and rows; `row_numbers[i]` is where `rows[i]` stands in the sheet."""

    sheet: str | None
    columns: list[str]
    rows: list[list[str]]
    row_numbers: list[int]


class FileTables(Struct, kw_only=True):
    """Every table of a CSV or XLSX with what was inferred about it."""

    format: str
    encoding: str | None
    delimiter: str | None
    tables: list[FileTable]
    truncated: bool


class Flaw(Struct, kw_only=True):
    """What a reader should know of a result that is not the whole file, and where in the file it is."""

    code: str
    page: int | None = None
    sheet: str | None = None
    row: int | None = None
    detail: str


class FollowUps(Struct, kw_only=True):
    """What agents write first; nothing unless it is named. Hours are the company's own."""

    unpaid_pix_minutes: int | None = None
    abandoned_cart_minutes: int | None = None
    back_in_stock: bool = False
    quiet_from: int = 21
    quiet_until: int = 8


class FoundChunk(Struct, kw_only=True):
    """A passage of a document. `score` is the cosine, or the share of the query's words it holds where that is more."""

    document_id: UUID
    chunk_no: int
    title: str
    content: str
    score: float
    similarity: float | None


class FullAgent(Struct, kw_only=True):
    """An agent with its knowledge base and the number of its conversations."""

    id: UUID
    store_id: UUID
    name: str
    type: str
    messaging_instance_id: str
    persona: Any
    channels: list[str]
    hours: list[OpeningHours]
    follow_ups: FollowUps | None
    rate_limits: Any
    model: str | None
    active: bool
    created_at: datetime
    updated_at: datetime
    knowledge_base: list[KnowledgeLink]
    conversations_count: int
    conversations: list[Thread] | UnsetType = UNSET


class Guarded(Struct, kw_only=True):
    """What was found in a model's text, and what was done about it."""

    kind: str
    action: str


class Health(Struct, kw_only=True):
    """Overall state and its parts; each part has `status` ok | down and says what it is."""

    status: str
    language_model: dict[str, Any]
    database: dict[str, Any]
    embedding: dict[str, Any]
    agents: dict[str, Any]
    disk: dict[str, Any]
    replica: dict[str, Any] | UnsetType = UNSET


class Highlight(Struct, kw_only=True):
    """Where the query's words stand: HTML with them in `<mark>`; null where none of them is."""

    name: str | None
    description: str | None


class HistoryMessage(Struct, kw_only=True):
    """An earlier message of the conversation."""

    role: Literal["assistant", "user"]
    content: str


class ImportAgentTests(Struct, kw_only=True):
    """A file of conversations; its shop is not looked at, the agent's own store is what they are held with."""

    agent_id: UUID | str
    content: str


class ImportedAgentTests(Struct, kw_only=True):
    """What became of a file; one with errors has changed nothing."""

    created: int
    updated: int
    errors: list[TestFileError]


class InstanceAgent(Struct, kw_only=True):
    """An agent as the messaging gateway's webhook needs it."""

    id: UUID
    store_id: UUID
    name: str
    type: str
    messaging_instance_id: str
    persona: Any
    channels: list[str]
    hours: list[OpeningHours]
    follow_ups: FollowUps | None
    rate_limits: Any
    model: str | None
    active: bool
    created_at: datetime
    updated_at: datetime
    company_id: str


class Interest(Struct, kw_only=True):
    """What leads that came in the range are interested in."""

    interest: str
    leads: int


class Invitation(Struct, kw_only=True):
    """An open invitation; its link was mailed. `invited_by` is a user."""

    id: UUID
    email: str
    role: str
    invited_by: str
    expires_at: datetime
    created_at: datetime


class InvoiceOut(Struct, kw_only=True):
    """An invoice with the provider's page for it."""

    id: str
    number: str | None
    status: str | None
    amount_due_cents: int
    amount_paid_cents: int
    currency: str
    created_at: datetime
    period_start: datetime
    period_end: datetime
    hosted_invoice_url: str | None
    invoice_pdf: str | None


class InvoicePage(Struct, kw_only=True):
    """Invoices, newest first."""

    items: list[InvoiceOut]
    has_more: bool


class KnowledgeLink(Struct, kw_only=True):
    """A document the agent answers from."""

    document_id: UUID
    title: str
    status: str
    linked_at: datetime


class Lane(Struct, kw_only=True):
    """The newest orders of a status; `total`: all that stand there."""

    status: str
    total: int
    orders: list[OrderSummary]


class Lead(Struct, kw_only=True):
    """A customer contact of a store, with its profile vector."""

    id: UUID
    store_id: UUID
    channel: str
    external_id: str
    status: str
    name: str | None
    phone: str | None
    address: Any
    custom_attributes: Any
    interests: list[str]
    profile_summary: str | None
    last_message_at: datetime | None
    created_at: datetime
    updated_at: datetime
    profile_embedding: list[float] | None


class LeadEvent(Struct, kw_only=True):
    """An entry of a lead's timeline."""

    id: UUID
    store_id: UUID
    lead_id: UUID
    type: str
    data: Any
    actor_user_id: str | None
    created_at: datetime


class LeadMessage(Struct, kw_only=True):
    """A message of the conversation."""

    role: Literal["assistant", "system", "user"]
    content: str


class LeadSummary(Struct, kw_only=True):
    """A customer contact of a store, as lists show it."""

    id: UUID
    store_id: UUID
    channel: str
    external_id: str
    status: str
    name: str | None
    phone: str | None
    address: Any
    custom_attributes: Any
    interests: list[str]
    profile_summary: str | None
    last_message_at: datetime | None
    created_at: datetime
    updated_at: datetime


class ListedProduct(Struct, kw_only=True):
    """A product of a list. With `q` how it fits: `score` (0.5 divides), `similarity`, `close` when nothing does."""

    id: UUID
    store_id: UUID
    external_id: str | None
    sku: str | None
    name: str
    description: str
    category: str | None
    price_cents: int | None
    currency: str
    stock_quantity: int | None
    image_urls: list[str]
    attributes: Any
    active: bool
    embedding_status: str
    created_at: datetime
    updated_at: datetime
    reserved: int
    available: int | None
    group: str | None
    options: Any
    version: int
    pictures: list[Picture]
    variants: list[Variant] | None | UnsetType = UNSET
    score: float | UnsetType = UNSET
    similarity: float | None | UnsetType = UNSET
    close: bool | UnsetType = UNSET
    highlight: Highlight | UnsetType = UNSET
    group_name: str | None | UnsetType = UNSET


class Liveness(Struct, kw_only=True):
    """The process answers."""

    status: str


class LogPaymentAttempt(Struct, kw_only=True):
    """A try to collect, made by the caller."""

    provider: Literal["cardprovider", "cod", "manual_pix", "pixprovider"]
    status: Literal["created", "expired", "failed", "pending", "refunded", "succeeded"]
    amount_cents: int
    external_id: str | None | UnsetType = UNSET
    error_code: str | None | UnsetType = UNSET
    error_message: str | None | UnsetType = UNSET


class MailAccepted(Struct, kw_only=True):
    """The mail is a job now; `mode` says whether it leaves through the provider or becomes a file in the outbox."""

    accepted: bool
    id: UUID
    mode: str


class Membership(Struct, kw_only=True):
    """A company for which a user may act."""

    company_id: str
    company_name: str
    logo: str | None
    timezone: str
    role: str
    created_at: datetime


class MergeLead(Struct, kw_only=True):
    """The lead that stays."""

    into: UUID | str


class Message(Struct, kw_only=True):
    """A message of a conversation."""

    id: UUID
    store_id: UUID
    lead_id: UUID | None
    agent_id: UUID | None
    role: str
    content: str
    media_url: str | None
    media_type: str | None
    external_id: str | None
    metadata: Any
    created_at: datetime


class ModelUsage(Struct, kw_only=True):
    """Tokens of a model for one kind of call."""

    model: str
    operation_type: str
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    requests: int


class MoveOrderStock(Struct, kw_only=True):
    """The order whose items to take or give back."""

    order_id: UUID | str


class NewItem(Struct, kw_only=True):
    """A product and how many of it; the price is the product's."""

    product_id: str
    quantity: int


class NextBill(Struct, kw_only=True):
    """What the running period will cost when it ends: the plan that follows, and overage that is not billed yet."""

    due_at: datetime | None
    plan_slug: str | None
    plan_cents: int
    overage_cents: int


class Numbers(Struct, kw_only=True):
    """Sums, their comparison with as many days before, and what they are made of."""

    from_: date = field(name="from")
    to: date
    timezone: str
    now: Sums
    before: Sums
    by_day: list[NumbersDay]
    by_channel: list[ChannelRevenue]
    customers: list[BestCustomer]
    interests: list[Interest]


class NumbersDay(Struct, kw_only=True):
    """A day of the range."""

    date: date
    orders: int
    revenue_cents: int


class OpenAIError(Struct, kw_only=True):
    """An answer."""

    error: dict[str, Any]


class OpenAIModel(Struct, kw_only=True):
    """A model that serves; `created` is when its folder was written."""

    id: str
    object: str
    created: int
    owned_by: str


class OpenAIModelList(Struct, kw_only=True):
    """All of them: one."""

    object: str
    data: list[OpenAIModel]


class OpenInvitation(Struct, kw_only=True):
    """What somebody who holds the link is told."""

    id: UUID
    company_id: str
    company_name: str
    email: str
    role: str
    expires_at: datetime


class OpeningHours(Struct, kw_only=True):
    """A time of a weekday at which an agent answers; `closes` at or before `opens` is on the next day."""

    day: str
    opens: str
    closes: str


class Order(Struct, kw_only=True):
    """An order in full. The lists are JSON built by the database (msgspec.Raw at run time)."""

    id: UUID
    store_id: UUID
    lead_id: UUID | None
    agent_id: UUID | None
    number: int
    status: str
    payment_method: str
    currency: str
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    customer_info: dict[str, Any]
    br_code: str | None
    payment_link_url: str | None
    payment_external_id: str | None
    payment_expires_at: datetime | None
    proof_url: str | None
    proof_content_type: str | None
    proof_file_name: str | None
    proof_size_bytes: int | None
    proof_message_id: str | None
    proof_received_at: datetime | None
    stock_state: str
    cancel_reason: str | None
    notes: str | None
    version: int
    confirmed_at: datetime | None
    shipped_at: datetime | None
    delivered_at: datetime | None
    cancelled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    paid_cents: int
    refunded_cents: int
    payment_status: str
    attention: list[Attention]
    tracking: Tracking | None
    coupon_code: str | None
    shipping_option: str | None
    cep: str | None
    proof_expires_at: datetime | None
    returned_at: datetime | None
    lead_name: str | None
    items: list[OrderItem]
    events: list[OrderEvent]
    payment_attempts: list[PaymentAttempt]
    refunds: list[RefundEntry]


class OrderChange(Struct, kw_only=True):
    """An order that changed, as live updates tell it."""

    id: UUID
    store_id: UUID
    number: int
    status: str
    payment_status: str
    total_cents: int
    attention: bool
    created_at: datetime
    updated_at: datetime


class OrderEvent(Struct, kw_only=True):
    """One entry of an order's history."""

    id: UUID
    type: str
    from_status: str | None
    to_status: str | None
    actor_type: str
    actor_user_id: str | None
    data: dict[str, Any]
    created_at: datetime


class OrderItem(Struct, kw_only=True):
    """A line of an order; name, sku and price are copies from the time of the sale."""

    id: UUID
    product_id: UUID | None
    sku: str | None
    name: str
    unit_price_cents: int
    quantity: int
    total_cents: int


class OrderPictures(Struct, kw_only=True):
    """All pictures of the product, in the order they shall have."""

    ids: list[UUID | str]


class OrderPreview(Struct, kw_only=True):
    """What an order would come to, and by what it could be delivered."""

    payment_method: str
    items: list[PreviewLine]
    dropped_items: list[DroppedItem]
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    coupon_code: str | None
    shipping_option: str | None
    shipping_options: list[ShippingOption]


class OrderSheet(Struct, kw_only=True):
    """An order as it is printed and exported."""

    id: UUID
    store_id: UUID
    number: int
    status: str
    payment_method: str
    payment_status: str
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    refunded_cents: int
    customer_info: dict[str, Any]
    coupon_code: str | None
    shipping_option: str | None
    cep: str | None
    tracking: Tracking | None
    notes: str | None
    created_at: datetime
    confirmed_at: datetime | None
    shipped_at: datetime | None
    lead_id: UUID | None
    lead_name: str | None
    items: list[SheetItem]


class OrderSheets(Struct, kw_only=True):
    """Some sheets; `next` is the `after_id` of those that follow, if any do."""

    items: list[OrderSheet]
    next: UUID | None


class OrderStats(Struct, kw_only=True):
    """Sums of a store; revenue counts confirmed, preparing, shipped and delivered orders."""

    total: int
    by_status: dict[str, int]
    revenue_cents: int
    average_cents: int
    today: Today
    attention: int


class OrderSummary(Struct, kw_only=True):
    """An order in a list."""

    id: UUID
    store_id: UUID
    lead_id: UUID | None
    agent_id: UUID | None
    number: int
    status: str
    payment_method: str
    currency: str
    subtotal_cents: int
    shipping_cents: int
    discount_cents: int
    total_cents: int
    customer_info: dict[str, Any]
    br_code: str | None
    payment_link_url: str | None
    payment_external_id: str | None
    payment_expires_at: datetime | None
    proof_url: str | None
    proof_content_type: str | None
    proof_file_name: str | None
    proof_size_bytes: int | None
    proof_message_id: str | None
    proof_received_at: datetime | None
    stock_state: str
    cancel_reason: str | None
    notes: str | None
    version: int
    confirmed_at: datetime | None
    shipped_at: datetime | None
    delivered_at: datetime | None
    cancelled_at: datetime | None
    created_at: datetime
    updated_at: datetime
    paid_cents: int
    refunded_cents: int
    payment_status: str
    attention: list[Attention]
    tracking: Tracking | None
    coupon_code: str | None
    shipping_option: str | None
    cep: str | None
    proof_expires_at: datetime | None
    returned_at: datetime | None
    lead_name: str | None


class OutboundTest(Struct, kw_only=True):
    """What came of a test push."""

    ok: bool
    status_code: int | None
    latency_ms: int
    error: str | None


class OverLimit(Struct, kw_only=True):
    """What a company has more of than the plan allows: nothing is deleted, nothing more can be made."""

    limit: str
    allowed: int
    used: int


class OverageChargeRun(Struct, kw_only=True):
    """What one run of the overage charge did, in charges."""

    made: int
    succeeded: int
    failed: int
    waiting: int


class AuditEntryPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[AuditEntry]
    total: int
    limit: int
    offset: int


class ChargeOutPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[ChargeOut]
    total: int
    limit: int
    offset: int


class ConversationMessagePage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[ConversationMessage]
    total: int
    limit: int
    offset: int


class DocumentSummaryPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[DocumentSummary]
    total: int
    limit: int
    offset: int


class LeadEventPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[LeadEvent]
    total: int
    limit: int
    offset: int


class LeadSummaryPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[LeadSummary]
    total: int
    limit: int
    offset: int


class MessagePage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[Message]
    total: int
    limit: int
    offset: int


class OrderSummaryPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[OrderSummary]
    total: int
    limit: int
    offset: int


class StockMovementPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[StockMovement]
    total: int
    limit: int
    offset: int


class ThreadPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[Thread]
    total: int
    limit: int
    offset: int


class WebhookDeliveryPage(Struct, kw_only=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: list[WebhookDelivery]
    total: int
    limit: int
    offset: int


class PaymentAttempt(Struct, kw_only=True):
    """One try to collect an order's money."""

    id: UUID
    order_id: UUID
    provider: str
    status: str
    amount_cents: int
    external_id: str | None
    error_code: str | None
    error_message: str | None
    created_at: datetime


class PaymentSettings(Struct, kw_only=True):
    """How a store takes money. The API key is write-only."""

    store_id: UUID
    pix_api_key_set: bool
    pix_api_key_last4: str | None
    pix_expires_in: int
    proof_expires_in: int
    reserve_stock: bool
    cod_enabled: bool
    cod_instructions: str | None
    manual_pix_enabled: bool
    manual_pix_key: str | None
    manual_pix_key_type: str | None
    manual_pix_name: str | None
    manual_pix_city: str | None
    updated_at: datetime | None


class PerformanceMetrics(Struct, kw_only=True):
    """What the work took, measured where it was done."""

    bytes: int
    chars: int
    pages: int | None
    read_ms: float
    extract_ms: float
    chunk_ms: float
    embed_ms: float | UnsetType = UNSET
    total_ms: float


class Picture(Struct, kw_only=True):
    """A picture of a product; position 0 comes first. Both URLs are paths of this service and never change."""

    id: UUID
    url: str
    thumbnail_url: str
    position: int


class PictureForm(Struct, kw_only=True):
    """A JPEG, PNG or WebP, told by its content."""

    file: str


class PixReceipt(Struct, kw_only=True):
    """What a notification of the PIX provider did to its order; no order: the charge is none of ours."""

    received: bool
    order_id: UUID | None
    status: str | None
    result: str


class Plan(Struct, kw_only=True):
    """A plan with the ids its prices have at the card provider."""

    id: UUID
    slug: str
    name: str
    monthly_cents: int
    included_tokens: int
    max_stores: int | None
    max_agents: int | None
    max_products: int | None
    max_documents: int | None
    max_leads: int | None
    overage_per_million_cents: int
    cardprovider_price_id: str | None
    cardprovider_metered_price_id: str | None
    trial_days: int
    version: int
    active: bool
    sort_order: int
    created_at: datetime
    updated_at: datetime


class PlanPreview(Struct, kw_only=True):
    """What a move to the plan would cost now and mean."""

    plan_slug: str
    kind: str
    amount_due_cents: int
    monthly_cents: int
    included_tokens: int
    effective_at: datetime
    over_limits: list[OverLimit]


class PortalPage(Struct, kw_only=True):
    """The provider's hosted page."""

    url: str


class PreviewLine(Struct, kw_only=True):
    """A line of an order that is not made yet."""

    product_id: UUID
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int


class PriceChange(Struct, kw_only=True):
    """A product whose price a batch would change; null: no price is known."""

    index: int
    id: UUID
    sku: str | None
    name: str
    from_cents: int | None
    to_cents: int | None


class ProcessFileForm(Struct, kw_only=True):
    """The multipart form of POST /process-file."""

    file: str
    chunk_tokens: int | UnsetType = UNSET
    overlap_tokens: int | None | UnsetType = UNSET
    embed: bool | UnsetType = UNSET
    tables: bool | UnsetType = UNSET


class ProcessedChunk(Struct, kw_only=True):
    """A piece of the text with its page, or its sheet and first row (the heading is row 1)."""

    index: int
    text: str
    tokens: int
    page: int | None = None
    sheet: str | None = None
    row_start: int | None = None
    embedding: list[float] | None = None


class ProcessedFile(Struct, kw_only=True):
    """Text and chunks of an upload. `rows` counts data rows, without headings; `warnings` names at most 100 flaws."""

    filename: str
    format: str
    text: str
    pages: int | None = None
    sheets: int | None = None
    rows: int | None = None
    chunks: list[ProcessedChunk]
    tables: FileTables | None = None
    truncated: bool
    warnings: list[Flaw]
    performance_metrics: PerformanceMetrics


class Product(Struct, kw_only=True):
    """A catalogue item. `price_cents` null: no price is known; `stock_quantity` null: not counted."""

    id: UUID
    store_id: UUID
    external_id: str | None
    sku: str | None
    name: str
    description: str
    category: str | None
    price_cents: int | None
    currency: str
    stock_quantity: int | None
    image_urls: list[str]
    attributes: Any
    active: bool
    embedding_status: str
    created_at: datetime
    updated_at: datetime
    reserved: int
    available: int | None
    group: str | None
    options: Any
    version: int
    pictures: list[Picture]


class ProductCard(Struct, kw_only=True):
    """A product the answer shows; the price comes from the database."""

    product_id: UUID
    name: str
    description: str
    category: str | None
    price_cents: int | None
    in_stock: bool
    image_urls: list[str]


class ProductFile(Struct, kw_only=True):
    """The record of a file that lies in object storage. warnings: what its reader left out or is not sure of."""

    file_id: UUID
    product_id: UUID
    store_id: UUID
    filename: str
    content_type: str
    size_bytes: int
    storage_key: str
    url: str | None
    sha256: str | None
    status: str
    error_message: str | None
    warnings: list[Flaw]
    document_id: UUID | None
    created_at: datetime
    updated_at: datetime


class ProductPage(Struct, kw_only=True):
    """One page of a list. `facets`, when asked for: how many of all that match are in each category."""

    items: list[ListedProduct]
    total: int
    limit: int
    offset: int
    facets: dict[str, dict[str, int]] | UnsetType = UNSET


class ProductStats(Struct, kw_only=True):
    """Numbers of a store's catalogue."""

    total: int
    active: int
    out_of_stock: int
    without_price: int
    by_category: Any
    embedding: Any


class PublicPlan(Struct, kw_only=True):
    """A plan as anybody may see it."""

    id: UUID
    slug: str
    name: str
    monthly_cents: int
    included_tokens: int
    max_stores: int | None
    max_agents: int | None
    max_products: int | None
    max_documents: int | None
    max_leads: int | None
    overage_per_million_cents: int


class Queued(Struct, kw_only=True):
    """How many tests wait for their run."""

    queued: int


class RateLimitState(Struct, kw_only=True):
    """Whether it may happen; if not, the seconds until the window ends."""

    allowed: bool
    remaining: int
    retry_after: int


class RateLimits(Struct, kw_only=True):
    """Most messages of one lead (of the agent, where there is no lead); None: no limit."""

    messages_per_minute: int | None = None
    messages_per_day: int | None = None


class Refund(Struct, kw_only=True):
    """A refund, and where its order stands after it."""

    id: UUID
    order_id: UUID
    amount_cents: int
    reason: str | None
    items: list[RefundedItem]
    restock: bool
    status: str
    provider: str | None
    error_message: str | None
    created_at: datetime
    refunded_cents: int
    payment_status: str


class RefundEntry(Struct, kw_only=True):
    """Money that went back; `pending` until the PIX provider has answered."""

    id: UUID
    order_id: UUID
    amount_cents: int
    reason: str | None
    items: list[RefundedItem]
    restock: bool
    status: str
    provider: str | None
    error_message: str | None
    created_at: datetime


class RefundedItem(Struct, kw_only=True):
    """Goods of the order that came back."""

    product_id: UUID
    quantity: int


class Reloaded(Struct, kw_only=True):
    """The types now in force."""

    reloaded: bool
    types: list[str]


class ReplaceDocumentAgents(Struct, kw_only=True):
    """The agents that may use the document; all of its store. Replaces the links."""

    agent_ids: list[UUID | str]


class ReplaceKnowledge(Struct, kw_only=True):
    """The documents the agent is to answer from, all of its store."""

    document_ids: list[UUID | str]


class ReplaceShippingRules(Struct, kw_only=True):
    """All rules of a store, in the order they are offered; names differ."""

    rules: list[ShippingRule]


class ReplaceSynonyms(Struct, kw_only=True):
    """All groups of the store; those it had are replaced."""

    groups: list[list[str]]


class ResolveAttention(Struct, kw_only=True):
    """What a person has dealt with."""

    kind: Literal["amount_mismatch", "charge_failed", "out_of_stock", "paid_after_close", "refund_due", "refund_unsettled"]
    note: str | None | UnsetType = UNSET


class RowError(Struct, kw_only=True):
    """Why a row was left out; `index` counts from 0, `field` is null where no single one is to blame."""

    index: int
    sku: str | None = None
    name: str | None = None
    field: str | None
    detail: str


class RunAgentTests(Struct, kw_only=True):
    """Which tests to run: all of the agent, or those named."""

    agent_id: UUID | str
    test_ids: list[UUID | str] | None | UnsetType = UNSET


class SaveCheckout(Struct, kw_only=True):
    """What the caller's own charge at the PIX provider gave; only the keys present."""

    br_code: str | None | UnsetType = UNSET
    payment_link_url: str | None | UnsetType = UNSET
    payment_external_id: str | None | UnsetType = UNSET
    expires_at: datetime | None | UnsetType = UNSET


class SaveView(Struct, kw_only=True):
    """A view to keep; one of the same page and name takes its query."""

    page: str
    name: str
    query: str


class SavedView(Struct, kw_only=True):
    """A list somebody comes back to."""

    id: UUID
    page: str
    name: str
    query: str
    created_at: datetime


class SendConfirmEmail(Struct, kw_only=True):
    """Somebody wants to sign in with another address: the mail that shows it is theirs."""

    to: str
    confirm_url: str
    name: str | None | UnsetType = UNSET


class SendResetPassword(Struct, kw_only=True):
    """The frontend's auth library asks for a reset mail."""

    to: str
    reset_url: str
    name: str | None | UnsetType = UNSET


class ServiceInfo(Struct, kw_only=True):
    """Name, version and where to go next."""

    name: str
    version: str
    links: dict[str, str]


class Session(Struct, kw_only=True):
    """A session of a user."""

    id: str
    token: str
    user_id: str
    expires_at: datetime
    ip_address: str | None
    user_agent: str | None
    created_at: datetime
    updated_at: datetime


class SessionAndUser(Struct, kw_only=True):
    """A session with whom it belongs to."""

    session: Session
    user: User


class SessionAndWork(Struct, kw_only=True):
    """A session with whom it belongs to, and where they work."""

    session: Session
    user: User
    companies: list[Workplace]


class SetProductFileStatus(Struct, kw_only=True):
    """What became of the file. A message belongs to the status error; `document_id`: where its text was put."""

    status: Literal["completed", "error", "processing"]
    error_message: str | None | UnsetType = UNSET
    document_id: UUID | str | None | UnsetType = UNSET


class SetupIntent(Struct, kw_only=True):
    """What the card form needs to put a card on file."""

    client_secret: str


class SheetItem(Struct, kw_only=True):
    """A line to pick."""

    sku: str | None
    name: str
    quantity: int
    unit_price_cents: int
    total_cents: int


class ShippingOption(Struct, kw_only=True):
    """A way to get an order, at its price."""

    name: str
    price_cents: int
    days: int | None


class ShippingQuote(Struct, kw_only=True):
    """What a store offers for this order."""

    options: list[ShippingOption]


class ShippingRule(Struct, kw_only=True):
    """One way to get an order. fixed and cep_range need a price; free_above needs above_cents; cep_range both ends."""

    name: str
    kind: str
    price_cents: int | None = None
    above_cents: int | None = None
    cep_from: str | None = None
    cep_to: str | None = None
    days: int | None = None


class ShippingRules(Struct, kw_only=True):
    """The rules of a store."""

    rules: list[ShippingRule]


class SignUp(Struct, kw_only=True):
    """What a sign-up has made."""

    user: User
    account: Account | None
    session: Session | None


class SlugAvailability(Struct, kw_only=True):
    """Whether an address is free, and one that is."""

    slug: str
    available: bool
    suggestion: str | None


class StockItem(Struct, kw_only=True):
    """One product, by id, else external id, else SKU."""

    quantity: int
    product_id: UUID | str | None | UnsetType = UNSET
    external_id: str | None | UnsetType = UNSET
    sku: str | None | UnsetType = UNSET
    price_cents: int | None | UnsetType = UNSET


class StockMove(Struct, kw_only=True):
    """What one product's stock did: `delta` is negative when items were taken."""

    product_id: UUID
    external_id: str | None
    sku: str | None
    delta: int
    quantity_after: int


class StockMoved(Struct, kw_only=True):
    """Whether anything was done; `reason` says why not."""

    order_id: UUID
    applied: bool
    stock_state: str
    items: list[StockMove]
    reason: str | None


class StockMovement(Struct, kw_only=True):
    """One change of a product's stock; `quantity_after` null: it is no longer counted."""

    id: UUID
    product_id: UUID
    order_id: UUID | None
    kind: str
    delta: int
    quantity_after: int | None
    actor_type: str
    created_at: datetime


class StockPush(Struct, kw_only=True):
    """What an ERP sends."""

    occurred_at: datetime
    mode: Literal["delta", "set"]
    items: list[StockItem]
    event_id: str | None | UnsetType = UNSET


class StockReceived(Struct, kw_only=True):
    """What a push changed. `unknown` holds the references that fit no product of the store."""

    received: bool
    duplicate: bool
    updated: int = 0
    stale: int = 0
    unknown: list[str] = []
    clamped: int = 0
    uncounted: int = 0


class StockSyncSettings(Struct, kw_only=True):
    """The link as it is. A secret is shown in the answer that made it; later only its last four characters."""

    store_id: UUID
    outbound_enabled: bool
    outbound_url: str | None
    outbound_secret_set: bool
    outbound_secret_last4: str | None
    outbound_prev_expires_at: datetime | None
    inbound_enabled: bool
    inbound_secret_set: bool
    inbound_secret_last4: str | None
    inbound_prev_expires_at: datetime | None
    last_test_at: datetime | None
    last_test_status: int | None
    last_error: str | None
    updated_at: datetime | None
    inbound_secret: str | UnsetType = UNSET
    outbound_secret: str | UnsetType = UNSET


class Store(Struct, kw_only=True):
    """A store of a company."""

    id: UUID
    company_id: str
    name: str
    slug: str
    description: str | None
    currency: str
    settings: Any
    active: bool
    created_at: datetime
    updated_at: datetime


class Subscription(Struct, kw_only=True):
    """A company's subscription, as the provider last told us."""

    id: UUID
    plan_id: UUID
    plan_slug: str
    cardprovider_subscription_id: str
    status: str
    cancel_at_period_end: bool
    current_period_start: datetime | None
    current_period_end: datetime | None
    ended_at: datetime | None
    grace_until: datetime | None
    next_plan_slug: str | None
    next_plan_at: datetime | None
    created_at: datetime
    updated_at: datetime


class SubscriptionStarted(Struct, kw_only=True):
    """`client_secret` completes the payment in a card form, `url` is the provider's page; null: nothing to pay."""

    subscription: Subscription | None
    client_secret: str | None
    url: str | None = None
    preview: PlanPreview | None = None


class Sums(Struct, kw_only=True):
    """A range in sums. Revenue is by the day of confirmation, less the refunds of the day they were made."""

    orders: int
    revenue_cents: int
    sold: int
    conversations: int
    ordering: int
    agent_answers: int
    human_answers: int
    attended: int
    new_leads: int


class SupportedFormat(Struct, kw_only=True):
    """A format /process-file accepts."""

    format: str
    name: str
    extensions: list[str]
    content_types: list[str]
    notes: str


class SupportedFormats(Struct, kw_only=True):
    """All formats and the limits of one upload."""

    formats: list[SupportedFormat]
    max_bytes: int
    max_pages: int
    max_rows: int
    max_chars: int
    detected_by: str


class Synonyms(Struct, kw_only=True):
    """Words that the store calls alike, group by group; search uses them in both directions."""

    groups: list[list[str]]


class TestAnswer(Struct, kw_only=True):
    """What the agent said to a message, and with which tools."""

    text: str
    reply: str
    tools: list[str]
    state: str | None
    error: str | None


class TestFile(Struct, kw_only=True):
    """An agent's tests in YAML, as `chat evaluate` reads them, with its shop."""

    content: str


class TestFileError(Struct, kw_only=True):
    """What is wrong with a file, and where: `name` is the conversation's, `field` a path inside it."""

    line: int
    name: str
    field: str
    detail: str


class TestReason(Struct, kw_only=True):
    """Why a test is not clean: what was wanted, what came, after which message (absent: at the end)."""

    kind: str
    wanted: str | UnsetType = UNSET
    got: str | UnsetType = UNSET
    after: str | UnsetType = UNSET


class TestTurn(Struct, kw_only=True):
    """A message, and what its answer has to be like."""

    text: str
    expect: WantedAfter | UnsetType = UNSET


class Thread(Struct, kw_only=True):
    """An agent's messages with one lead (null: without a lead)."""

    lead_id: UUID | None
    lead: ThreadLead | None
    last_message: ThreadMessage
    messages_count: int
    user_messages_count: int
    first_message_at: datetime
    last_message_at: datetime


class ThreadLead(Struct, kw_only=True):
    """Whom a conversation is with."""

    id: UUID
    channel: str
    external_id: str
    name: str | None
    phone: str | None
    status: str


class ThreadMessage(Struct, kw_only=True):
    """The latest message of a conversation."""

    id: UUID
    role: str
    content: str
    created_at: datetime


class Timings(Struct, kw_only=True):
    """Milliseconds of the turn."""

    total: float
    llm: float
    tools: float


class Today(Struct, kw_only=True):
    """Orders of the company's current day."""

    count: int
    revenue_cents: int


class TokenUsage(Struct, kw_only=True):
    """Tokens of one model call; the from_… say what paid for them (absorbed: the house), the price is of a million."""

    id: int
    company_id: str
    store_id: UUID | None
    agent_id: UUID | None
    lead_id: UUID | None
    period: date
    model: str
    operation_type: str
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    from_included: int
    from_topup: int
    from_overage: int
    from_absorbed: int
    overage_price: int | None
    request_id: str | None
    created_at: datetime


class TokenUsageSummary(Struct, kw_only=True):
    """A month's tokens, by model and kind of call, and by the days that had any."""

    period: str
    total_tokens: int
    items: list[ModelUsage]
    by_day: list[UsedOn]


class ToolRun(Struct, kw_only=True):
    """A tool call of this turn: what the model asked and what it got."""

    name: str
    arguments: Any
    ok: bool
    result: Any
    ms: float


class Topup(Struct, kw_only=True):
    """The payment of a top-up; its tokens arrive with the provider's webhook."""

    payment_intent_id: str
    status: str
    client_secret: str | None
    amount_cents: int


class Tracking(Struct, kw_only=True):
    """How a parcel is followed."""

    carrier: str | None = None
    code: str | None = None
    url: str | None = None


class TransitionOrder(Struct, kw_only=True):
    """The wanted status. `from` guards against a move by somebody else meanwhile."""

    to: Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"]
    from_: Literal["awaiting_payment", "awaiting_proof", "cancelled", "confirmed", "delivered", "expired", "pending", "preparing", "returned", "shipped"] | None | UnsetType = field(default=UNSET, name="from")
    reason: str | None | UnsetType = UNSET


class UpdateAccount(Struct, kw_only=True):
    """Changes of a login method; only the keys present."""

    password: str | None | UnsetType = UNSET
    access_token: str | None | UnsetType = UNSET
    refresh_token: str | None | UnsetType = UNSET
    id_token: str | None | UnsetType = UNSET
    access_token_expires_at: datetime | None | UnsetType = UNSET
    refresh_token_expires_at: datetime | None | UnsetType = UNSET
    scope: str | None | UnsetType = UNSET
    updated_at: datetime | UnsetType = UNSET


class UpdateAgent(Struct, kw_only=True):
    """Changes of an agent; only the keys present. `knowledge_base` replaces the linked documents."""

    name: str | UnsetType = UNSET
    type: str | UnsetType = UNSET
    persona: dict[str, Any] | UnsetType = UNSET
    channels: list[str] | UnsetType = UNSET
    hours: list[OpeningHours] | UnsetType = UNSET
    follow_ups: FollowUps | None | UnsetType = UNSET
    knowledge_base: list[UUID | str] | UnsetType = UNSET
    rate_limits: RateLimits | UnsetType = UNSET
    model: str | None | UnsetType = UNSET


class UpdateAgentTest(Struct, kw_only=True):
    """Changes of a test; its last result goes."""

    name: str | UnsetType = UNSET
    turns: list[str | TestTurn] | UnsetType = UNSET
    expect: Wanted | UnsetType = UNSET


class UpdateAuthExtension(Struct, kw_only=True):
    """Changes of a row: `data` key by key, `keys` as a whole. With `version` only if that is still the row's."""

    data: dict[str, Any] | UnsetType = UNSET
    keys: dict[str, str] | UnsetType = UNSET
    version: int | None | UnsetType = UNSET
    updated_at: datetime | UnsetType = UNSET


class UpdateBillingSettings(Struct, kw_only=True):
    """Only the fields present change; `cap: null` lifts the cap."""

    cap: int | None | UnsetType = UNSET
    auto_overage: bool | UnsetType = UNSET
    alert_pct: int | UnsetType = UNSET


class UpdateCompany(Struct, kw_only=True):
    """Changes of the company; only the keys present."""

    name: str | UnsetType = UNSET
    logo: str | None | UnsetType = UNSET
    slug: str | None | UnsetType = UNSET
    timezone: str | UnsetType = UNSET
    tax_id: str | None | UnsetType = UNSET


class UpdateCoupon(Struct, kw_only=True):
    """Changes of a coupon; only the keys present."""

    code: str | UnsetType = UNSET
    kind: Literal["fixed", "free_shipping", "percent"] | UnsetType = UNSET
    value: int | None | UnsetType = UNSET
    min_subtotal_cents: int | UnsetType = UNSET
    max_uses: int | None | UnsetType = UNSET
    starts_at: datetime | None | UnsetType = UNSET
    ends_at: datetime | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class UpdateDocument(Struct, kw_only=True):
    """Changes of a document; only the keys present. A changed title or text is embedded again."""

    title: str | UnsetType = UNSET
    content: str | UnsetType = UNSET
    product_id: UUID | str | None | UnsetType = UNSET
    source_type: Literal["file", "manual", "product", "url"] | UnsetType = UNSET
    source_url: str | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET


class UpdateLead(Struct, kw_only=True):
    """Changes of a lead; only the keys present."""

    name: str | None | UnsetType = UNSET
    phone: str | None | UnsetType = UNSET
    address: dict[str, Any] | None | UnsetType = UNSET
    custom_attributes: dict[str, Any] | UnsetType = UNSET
    interests: list[str] | UnsetType = UNSET
    profile_summary: str | None | UnsetType = UNSET
    profile_embedding: list[float] | None | UnsetType = UNSET
    status: Literal["blocked", "customer", "engaged", "lost", "new", "qualified"] | UnsetType = UNSET


class UpdateMember(Struct, kw_only=True):
    """A member's other role."""

    role: Literal["attendant", "manager"] | UnsetType = UNSET


class UpdateOrder(Struct, kw_only=True):
    """Changes of an order; only the keys present."""

    customer_info: dict[str, Any] | UnsetType = UNSET
    notes: str | None | UnsetType = UNSET
    tracking: Tracking | None | UnsetType = UNSET


class UpdatePaymentSettings(Struct, kw_only=True):
    """Changes of a store's payment settings; only the keys present, null clears."""

    pix_api_key: str | None | UnsetType = UNSET
    pix_expires_in: int | UnsetType = UNSET
    proof_expires_in: int | UnsetType = UNSET
    reserve_stock: bool | UnsetType = UNSET
    cod_enabled: bool | UnsetType = UNSET
    cod_instructions: str | None | UnsetType = UNSET
    manual_pix_enabled: bool | UnsetType = UNSET
    manual_pix_key: str | None | UnsetType = UNSET
    manual_pix_key_type: Literal["cnpj", "cpf", "email", "evp", "phone"] | None | UnsetType = UNSET
    manual_pix_name: str | None | UnsetType = UNSET
    manual_pix_city: str | None | UnsetType = UNSET


class UpdateProduct(Struct, kw_only=True):
    """Changes of a product. `version` is the one the form was filled from: written since: 409."""

    external_id: str | None | UnsetType = UNSET
    sku: str | None | UnsetType = UNSET
    name: str | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    category: str | None | UnsetType = UNSET
    price_cents: int | None | UnsetType = UNSET
    price: str | None | UnsetType = UNSET
    stock_quantity: int | None | UnsetType = UNSET
    image_urls: list[str] | UnsetType = UNSET
    attributes: dict[str, Any] | UnsetType = UNSET
    active: bool | UnsetType = UNSET
    group: str | None | UnsetType = UNSET
    options: dict[str, str] | UnsetType = UNSET
    version: int | UnsetType = UNSET
    expected_stock_quantity: int | None | UnsetType = UNSET


class UpdateSession(Struct, kw_only=True):
    """Changes of a session; only the keys present."""

    expires_at: datetime | UnsetType = UNSET
    token: str | UnsetType = UNSET
    ip_address: str | None | UnsetType = UNSET
    user_agent: str | None | UnsetType = UNSET
    updated_at: datetime | UnsetType = UNSET


class UpdateStockSyncSettings(Struct, kw_only=True):
    """Only the given fields change; null clears the URL or the secret."""

    outbound_enabled: bool | UnsetType = UNSET
    outbound_url: str | None | UnsetType = UNSET
    outbound_secret: str | None | UnsetType = UNSET
    inbound_enabled: bool | UnsetType = UNSET
    roll_inbound_secret: bool | UnsetType = UNSET


class UpdateStore(Struct, kw_only=True):
    """Changes of a store; only the keys present."""

    name: str | UnsetType = UNSET
    slug: str | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    settings: dict[str, Any] | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class UpdateUser(Struct, kw_only=True):
    """Changes of a user; only the keys present. `metadata` is replaced, `plugin_fields` key by key."""

    email: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    email_verified: bool | UnsetType = UNSET
    image: str | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET
    plugin_fields: dict[str, Any] | UnsetType = UNSET
    updated_at: datetime | UnsetType = UNSET


class UpdateVerification(Struct, kw_only=True):
    """Changes of a live record; only the keys present. With `if_value` only if that is still its value."""

    identifier: str | UnsetType = UNSET
    value: str | UnsetType = UNSET
    expires_at: datetime | UnsetType = UNSET
    updated_at: datetime | UnsetType = UNSET
    if_value: str | None | UnsetType = UNSET


class UpdateWebhookEndpoint(Struct, kw_only=True):
    """Only the given fields change; null clears store and description."""

    url: str | UnsetType = UNSET
    types: list[Literal["conversation.closed", "conversation.waiting", "message.outgoing", "order.attention", "order.cancelled", "order.confirmed", "order.created", "order.expired", "order.shipped", "payment.received", "stock.changed", "usage.alert"]] | UnsetType = UNSET
    store_id: UUID | str | None | UnsetType = UNSET
    description: str | None | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class UpsertProductDocument(Struct, kw_only=True):
    """The one document of a product; the title defaults to the product's name."""

    product_id: UUID | str
    content: str
    title: str | None | UnsetType = UNSET
    metadata: dict[str, Any] | UnsetType = UNSET


class UpsertProducts(Struct, kw_only=True):
    """Rows to insert or update, each by itself: a bad row is reported and the good ones are kept."""

    store_id: UUID | str
    items: list[Any]
    dry_run: bool | UnsetType = UNSET


class UpsertResult(Struct, kw_only=True):
    """What became of a batch, or with `dry_run` would become of it."""

    created: int
    updated: int
    unchanged: int
    errors: list[RowError]
    dry_run: bool = False
    price_changes: list[PriceChange] = []


class Usage(Struct, kw_only=True):
    """The running month."""

    period: str
    period_start: datetime
    period_end: datetime
    included_tokens: int
    used: int
    included_remaining: int
    topup_remaining: int
    overage_tokens: int
    overage_cents: int
    absorbed_tokens: int
    cap: int | None
    state: str


class UsageDay(Struct, kw_only=True):
    """Tokens of one day in the company's zone."""

    date: date
    tokens: int


class UsageReportRun(Struct, kw_only=True):
    """What one run of the usage report did, in batches."""

    claimed: int
    sent: int
    failed: int
    waiting: int


class UsageWithDays(Struct, kw_only=True):
    """The running month, with its days until today."""

    period: str
    period_start: datetime
    period_end: datetime
    included_tokens: int
    used: int
    included_remaining: int
    topup_remaining: int
    overage_tokens: int
    overage_cents: int
    absorbed_tokens: int
    cap: int | None
    state: str
    by_day: list[UsageDay]


class UsedOn(Struct, kw_only=True):
    """Tokens of one day in the company's zone."""

    date: date
    tokens: int


class User(Struct, kw_only=True):
    """A user; the id is also the company's. `metadata` and `plugin_fields` are JSON of the database (msgspec.Raw)."""

    id: str
    email: str
    name: str
    email_verified: bool
    image: str | None
    metadata: dict[str, Any]
    plugin_fields: dict[str, Any]
    created_at: datetime
    updated_at: datetime


class Variant(Struct, kw_only=True):
    """One of a group's products, beside the one that stands for all in a list."""

    id: UUID
    name: str
    options: dict[str, str]
    price_cents: int | None
    stock_quantity: int | None
    active: bool


class Verification(Struct, kw_only=True):
    """A record of a running flow (PKCE, password reset, e-mail verification)."""

    id: str
    identifier: str
    value: str
    expires_at: datetime
    created_at: datetime
    updated_at: datetime


class Wanted(Struct, kw_only=True):
    """What has to hold at the conversation's end. `orders`: how many."""

    no_order: bool = False
    reply: WantedReply | None = None
    tools: list[str] = []
    state: str | None = None
    order: WantedOrder | None = None
    orders: int | None = None


class WantedAfter(Struct, kw_only=True):
    """What has to hold right after a message."""

    no_order: bool = False
    reply: WantedReply | None = None
    tools: list[str] = []
    state: str | None = None


class WantedLine(Struct, kw_only=True):
    """A line the order must have."""

    name: str
    quantity: int = 1


class WantedOrder(Struct, kw_only=True):
    """The one order of the conversation; what is not named may be anything."""

    lines: list[WantedLine] | None = None
    total_cents: int | None = None
    payment_method: str | None = None


class WantedReply(Struct, kw_only=True):
    """Facts the last reply must name or must not. A list inside `contains`: one of them."""

    contains: list[str | list[str]] = []
    lacks: list[str] = []


class WebhookDelivery(Struct, kw_only=True):
    """An event on its way to an endpoint. The receiver knows it as `event_id`, on each try."""

    id: UUID
    type: str
    status: str
    attempts: int
    last_status: int | None
    last_error: str | None
    next_at: datetime | None
    event_id: UUID
    subject_id: str
    delivered_at: datetime | None
    created_at: datetime


class WebhookEndpoint(Struct, kw_only=True):
    """An endpoint; without `store_id` it hears of the whole company. `secret` is in the answer that made it alone."""

    id: UUID
    store_id: UUID | None
    url: str
    types: list[str]
    description: str | None
    active: bool
    last_error: str | None
    secret_set: bool
    secret_last4: str | None
    secret_prev_expires_at: datetime | None
    created_at: datetime
    updated_at: datetime
    secret: str | UnsetType = UNSET


class WebhookTest(Struct, kw_only=True):
    """What came of a test; nothing of the receiver's answer but its status."""

    ok: bool
    status_code: int | None
    latency_ms: int
    error: str | None


class Workplace(Struct, kw_only=True):
    """A company for which a user may act, with its stores."""

    company_id: str
    company_name: str
    logo: str | None
    timezone: str
    role: str
    created_at: datetime
    stores: list[Store]
