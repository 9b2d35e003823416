"""The chat log. SQL: sql/messages.sql; tests/features/test_messages.py."""

from app.context import AppCtx
from app.features.messages import service
from app.features.messages.types import CreateMessage, Message, MessageFilter
from app.web.errors import NotFound, PlanLimit
from app.web.paging import Page
from app.web.replies import Reply
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

messages = Group("/internal/messages", Scope.APP, tag="messages", reads=Role.ATTENDANT, writes=Role.ATTENDANT)


@messages.post("", statuses=(201, 200), errors=(NotFound, PlanLimit), one_statement=True, idempotent=True)
async def create_message(ctx: AppCtx, body: CreateMessage) -> Reply[Message]:
    """Record a message; 200 when the gateway has delivered it before."""
    message, is_new = await service.create_message(ctx, body)
    return Reply(message, status=201 if is_new else 200)


@messages.get("", errors=(NotFound,), replica=True)
async def list_messages(ctx: AppCtx, query: MessageFilter) -> Page[Message]:
    """Messages of a lead or an agent, newest first."""
    return await service.list_messages(ctx, query)
