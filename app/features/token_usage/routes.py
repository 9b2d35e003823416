"""Token usage. SQL: sql/token_usage.sql; tests/features/test_token_usage.py."""

from app.context import AppCtx
from app.features.token_usage import service
from app.features.token_usage.types import (
    CreateTokenUsage,
    TokenUsage,
    TokenUsageFilter,
    TokenUsageMonth,
    TokenUsageSummary,
)
from app.web.errors import NotFound
from app.web.replies import JsonStream, Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

token_usage = Group("/internal/token-usage", Scope.APP, tag="token-usage", reads=Role.MANAGER, writes=Role.MANAGER)


@token_usage.post("", statuses=(201, 200), errors=(NotFound,), idempotent=True)
async def create_token_usage(ctx: AppCtx, body: CreateTokenUsage) -> Reply[TokenUsage]:
    """Record the tokens of a model call; 200 when the request_id was recorded before."""
    usage, is_new = await service.create_token_usage(ctx, body)
    return Reply(usage, status=201 if is_new else 200)


@token_usage.get("", errors=(NotFound,))
async def list_token_usage(ctx: AppCtx, query: TokenUsageFilter) -> list[TokenUsage] | JsonStream:
    """Usage of the days or the time asked for, newest first; without a limit the whole list."""
    return await service.list_token_usage(ctx, query)


@token_usage.get("/summary", errors=(NotFound,))
async def summarise_token_usage(ctx: AppCtx, query: TokenUsageMonth) -> TokenUsageSummary:
    """A month's tokens by model and kind of call."""
    return await service.summarise(ctx, query)
