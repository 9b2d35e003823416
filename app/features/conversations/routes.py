"""Conversations at the desk. SQL: sql/conversations.sql; tests/features/conversations/test_desk.py."""

from uuid import UUID

from app.context import AppCtx
from app.features import live
from app.features.conversations import desk, updates
from app.features.conversations.types import (
    Conversation,
    ConversationFilter,
    ConversationMessage,
    ConversationNote,
    ConversationPage,
    ConversationSummary,
    CreateNote,
    CreateReply,
)
from app.web.errors import NotFound
from app.web.paging import Page
from app.web.replies import EventStream
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope
from app.web.types import PageQuery

conversations = Group(
    "/internal/conversations", Scope.APP, tag="conversations", reads=Role.ATTENDANT, writes=Role.ATTENDANT
)


@conversations.get("", errors=(NotFound,), replica=True)
async def list_conversations(ctx: AppCtx, query: ConversationFilter) -> ConversationPage:
    """Conversations of the given stores, what changed last first.

    `attendance=true` adds how many of the stores' conversations want a person.
    """
    return await desk.list_conversations(ctx, query)


@conversations.get("/updates")
async def follow_conversations(ctx: AppCtx) -> ConversationSummary | EventStream:
    """Server-sent events `conversation`: each change of one, as the list shows it; `Last-Event-ID` resumes."""
    return EventStream(updates.follow(ctx, live.resumed_from(ctx)))


@conversations.get("/{conversation_id}")
async def get_conversation(ctx: AppCtx, conversation_id: UUID) -> Conversation:
    """A conversation with its cart, its lead, the orders of both, and the notes of the desk."""
    return await desk.get_conversation(ctx, conversation_id)


@conversations.get("/{conversation_id}/messages")
async def list_conversation_messages(ctx: AppCtx, conversation_id: UUID, query: PageQuery) -> Page[ConversationMessage]:
    """What was said, newest first, and how each answer came about."""
    return await desk.list_messages(ctx, conversation_id, query)


@conversations.post("/{conversation_id}/take")
async def take_conversation(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """A person attends it: the assistant is silent until it is released."""
    return await desk.take(ctx, conversation_id)


@conversations.post("/{conversation_id}/release")
async def release_conversation(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """The assistant attends it again."""
    return await desk.release(ctx, conversation_id)


@conversations.post("/{conversation_id}/close")
async def close_conversation(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """Nobody attends it; the shopper's next message opens it again."""
    return await desk.close(ctx, conversation_id)


@conversations.post("/{conversation_id}/read")
async def read_conversation(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """Its messages have been seen."""
    return await desk.mark_read(ctx, conversation_id)


@conversations.post("/{conversation_id}/reply", status=201, idempotent=True)
async def reply_in_conversation(ctx: AppCtx, conversation_id: UUID, body: CreateReply) -> ConversationMessage:
    """Answer the shopper as a person; by the messaging gateway where one is set.

    Who answers one that waits, or in a closed conversation, attends it.
    """
    return await desk.reply(ctx, conversation_id, body)


@conversations.post("/{conversation_id}/notes", status=201, idempotent=True)
async def create_conversation_note(ctx: AppCtx, conversation_id: UUID, body: CreateNote) -> ConversationNote:
    """Keep a note for colleagues: no shopper and no model ever sees it."""
    return await desk.add_note(ctx, conversation_id, body)


@conversations.delete("/{conversation_id}/notes/{note_id}")
async def delete_conversation_note(ctx: AppCtx, conversation_id: UUID, note_id: UUID) -> None:
    """Take a note away."""
    await desk.delete_note(ctx, conversation_id, note_id)
