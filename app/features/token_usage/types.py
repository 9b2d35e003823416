"""Token usage, as contract.md §4 names it."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from app.web.types import Body, Day, Query, Resource, TextId

OperationType = Literal["chat", "embedding", "extract_lead", "process_file", "other"]
Tokens = Annotated[int, Meta(ge=0, le=10**12)]
ModelName = Annotated[str, Meta(min_length=1, max_length=200)]
RequestKey = Annotated[str, Meta(min_length=1, max_length=255, description="De-duplicates")]
DayOrTime = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}([Tt ][0-9:.]{5,15}([Zz]|[+-][0-9]{2}:[0-9]{2}))?(?!\n)$",
        description="YYYY-MM-DD, or RFC 3339 with zone",
    ),
]
Month = Annotated[str, Meta(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])(?!\n)$", description="YYYY-MM")]


class TokenUsage(Resource):
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


class CreateTokenUsage(Body):
    """Tokens to record. Without a total it is the sum; the same `request_id` again answers the first record."""

    model: ModelName
    operation_type: OperationType
    prompt_tokens: Tokens
    completion_tokens: Tokens = 0
    total_tokens: Tokens | None = None
    company_id: TextId | None = None
    store_id: UUID | None = None
    agent_id: UUID | None = None
    lead_id: UUID | None = None
    request_id: RequestKey | None = None


class TokenUsageFilter(Query):
    """Days of the company's zone, or times: the start is in, the end is out. Without them, the running month."""

    company_id: TextId | None = None
    period_start: DayOrTime | None = None
    period_end: DayOrTime | None = None
    limit: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class TokenUsageMonth(Query):
    """A month; without it, the running one."""

    company_id: TextId | None = None
    period: Month | None = None


class ModelUsage(Resource):
    """Tokens of a model for one kind of call."""

    model: str
    operation_type: str
    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    requests: int


class UsedOn(Resource):
    """Tokens of one day in the company's zone."""

    date: Day
    tokens: int


class TokenUsageSummary(Resource):
    """A month's tokens, by model and kind of call, and by the days that had any."""

    period: str
    total_tokens: int
    items: list[ModelUsage]
    by_day: list[UsedOn]
