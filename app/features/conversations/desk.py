"""What a person does with conversations: looks, takes, answers, gives back. SQL: sql/conversations.sql;
tests/features/conversations/test_desk.py."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from app.context import AppCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many, one
from app.features.chat.talk import cart_of
from app.features.conversations import rules
from app.features.conversations.jobs import SendReplies, send_replies
from app.features.conversations.state import ConversationState, decode_state, encode_state
from app.features.conversations.types import (
    Attendance,
    Conversation,
    ConversationFilter,
    ConversationLead,
    ConversationMessage,
    ConversationNote,
    ConversationOrder,
    ConversationPage,
    ConversationSummary,
    ConversationTurn,
    CreateNote,
    CreateReply,
    MessageRow,
)
from app.features.searching import sought
from app.features.webhook_endpoints.types import WebhookType
from app.web.errors import NotFound
from app.web.paging import Page
from app.web.types import UNSET, PageQuery, UnsetType


class _Held(Struct, frozen=True):
    """A conversation until the transaction ends."""

    id: UUID
    store_id: UUID
    agent_id: UUID | None
    lead_id: UUID | None
    key: str | None
    channel: str
    state: ConversationState


_WIDTH = len(ConversationSummary.__struct_fields__)
_turn = msgspec.json.Decoder(ConversationTurn).decode
_lead = msgspec.json.Decoder(ConversationLead).decode
_orders = msgspec.json.Decoder(list[ConversationOrder]).decode
_notes = msgspec.json.Decoder(list[ConversationNote]).decode


async def list_conversations(ctx: AppCtx, query: ConversationFilter) -> ConversationPage:
    """A page of the given stores. Raises NotFound."""
    wanted: dict[str, Any] = {
        "store_ids": list(dict.fromkeys(query.store_ids)),
        "actor_id": ctx.actor_id,
        "state": query.state,
        "unread": query.unread,
        "agent_id": query.agent_id,
        "lead_id": query.lead_id,
        "q": sought(query.q),
    }
    queries = ctx.q.conversations

    async def look(db: Executor) -> ConversationPage:
        counted = await queries.count_conversations(db, **wanted)
        if counted is None:
            raise NotFound("store")
        rows = await queries.list_conversations(db, **wanted, limit=query.limit, offset=query.offset)
        attendance: Attendance | UnsetType = UNSET
        if query.attendance:
            attended = await queries.count_attended(db, store_ids=wanted["store_ids"], actor_id=ctx.actor_id)
            attendance = one(attended, Attendance)
        return ConversationPage(many(rows, ConversationSummary), counted, query.limit, query.offset, attendance)

    return await ctx.look_up(look)


async def get_conversation(ctx: AppCtx, conversation_id: UUID) -> Conversation:
    """With cart, lead, orders and notes. Raises NotFound."""
    row = await ctx.q.conversations.get_conversation(ctx.db, conversation_id=conversation_id, actor_id=ctx.actor_id)
    if row is None:
        raise NotFound("conversation")
    data, lead, orders, notes = row[_WIDTH:]
    return Conversation(
        *row[:_WIDTH],
        lead=_lead(lead) if lead is not None else None,
        orders=_orders(orders),
        notes=_notes(notes),
        cart=cart_of(decode_state(data)) or UNSET,
    )


async def list_messages(ctx: AppCtx, conversation_id: UUID, query: PageQuery) -> Page[ConversationMessage]:
    """What was said, newest first. Raises NotFound."""
    named: dict[str, Any] = {"conversation_id": conversation_id, "actor_id": ctx.actor_id}
    counted = await ctx.q.conversations.count_messages(ctx.db, **named)
    if counted is None:
        raise NotFound("conversation")
    rows = await ctx.q.conversations.list_messages(ctx.db, **named, limit=query.limit, offset=query.offset)
    return Page([_message(one(row, MessageRow)) for row in rows], counted["total"], query.limit, query.offset)


async def take(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """A person attends it. Raises NotFound."""
    return await _move(ctx, conversation_id, rules.taken)


async def release(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """The assistant attends it again. Raises NotFound."""
    return await _move(ctx, conversation_id, rules.released)


async def close(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """Nobody attends it until the next message. Raises NotFound."""
    held = await _locked(ctx, conversation_id)
    moved = await _save(ctx, conversation_id, rules.closed(held.state))
    if held.state.attended != "closed":
        await _publish(ctx, held, "conversation.closed", {})
    await _tell(ctx)
    return moved


async def mark_read(ctx: AppCtx, conversation_id: UUID) -> ConversationSummary:
    """Its messages have been seen. Raises NotFound."""
    row = await ctx.q.conversations.mark_read(ctx.db, conversation_id=conversation_id, actor_id=ctx.actor_id)
    await _tell(ctx)
    return one(row, ConversationSummary, "conversation")


async def reply(ctx: AppCtx, conversation_id: UUID, body: CreateReply) -> ConversationMessage:
    """A person's message; whoever answers a shopper that waits, or opens a closed conversation, attends it.

    Raises NotFound.
    """
    held = await _locked(ctx, conversation_id)
    if held.state.attended in ("waiting", "closed"):
        await _save(ctx, conversation_id, rules.taken(held.state))
    at = ctx.now()
    row = await ctx.q.conversations.create_reply(
        ctx.db,
        id=uuid7(),
        conversation_id=conversation_id,
        actor_id=ctx.actor_id,
        content=body.content,
        media_url=body.media_url,
        media_type=body.media_type,
        outgoing=sends_itself(ctx),
        at=at,
    )
    await ctx.q.conversations.note_reply(
        ctx.db, conversation_id=conversation_id, actor_id=ctx.actor_id, content=body.content, at=at
    )
    if sends_itself(ctx):
        await ctx.jobs.enqueue(
            ctx.db,
            send_replies,
            SendReplies(conversation_id),
            company_id=ctx.actor_id,
            unique_key=str(conversation_id),
        )
    message = _message(one(row, MessageRow))
    said = {"message_id": message.id, "content": body.content, "media_url": body.media_url}
    await _publish(ctx, held, "message.outgoing", said | {"media_type": body.media_type})
    await _tell(ctx)
    return message


async def add_note(ctx: AppCtx, conversation_id: UUID, body: CreateNote) -> ConversationNote:
    """Keep a note for colleagues. Raises NotFound."""
    row = await ctx.q.conversations.create_note(
        ctx.db,
        id=uuid7(),
        conversation_id=conversation_id,
        actor_id=ctx.actor_id,
        content=body.content,
        author=body.author,
    )
    if row is None:
        raise NotFound("conversation")
    return one(row, ConversationNote)


async def delete_note(ctx: AppCtx, conversation_id: UUID, note_id: UUID) -> None:
    """Take a note away. Raises NotFound."""
    gone = await ctx.q.conversations.delete_note(
        ctx.db, conversation_id=conversation_id, note_id=note_id, actor_id=ctx.actor_id
    )
    if gone is None:
        raise NotFound("note")


def sends_itself(ctx: AppCtx) -> bool:
    """Whether replies leave by the messaging gateway."""
    return ctx.services.messaging is not None


async def _move(
    ctx: AppCtx, conversation_id: UUID, rule: Callable[[ConversationState], ConversationState]
) -> ConversationSummary:
    held = await _locked(ctx, conversation_id)
    moved = await _save(ctx, conversation_id, rule(held.state))
    await _tell(ctx)
    return moved


async def _locked(ctx: AppCtx, conversation_id: UUID) -> _Held:
    row = await ctx.q.conversations.lock_conversation(ctx.db, conversation_id=conversation_id, actor_id=ctx.actor_id)
    if row is None:
        raise NotFound("conversation")
    named = {name: row[name] for name in ("id", "store_id", "agent_id", "lead_id", "key", "channel")}
    return _Held(**named, state=decode_state(row["data"]))


async def _publish(ctx: AppCtx, held: _Held, kind: WebhookType, more: dict[str, Any]) -> None:
    about = {name: getattr(held, name) for name in ("store_id", "agent_id", "lead_id", "key", "channel")}
    await ctx.q.events.add_event(
        ctx.db,
        company_id=ctx.actor_id,
        store_id=held.store_id,
        type=kind,
        subject_id=str(held.id),
        data={"conversation_id": held.id} | about | more,
    )


async def _save(ctx: AppCtx, conversation_id: UUID, state: ConversationState) -> ConversationSummary:
    row = await ctx.q.conversations.move_conversation(
        ctx.db,
        conversation_id=conversation_id,
        actor_id=ctx.actor_id,
        data=encode_state(state),
        to_state=state.attended,
        waiting_reason=state.waiting_reason,
    )
    return one(row, ConversationSummary, "conversation")


async def _tell(ctx: AppCtx) -> None:
    """Whoever reads the company's updates hears of it once this transaction has committed."""
    await ctx.q.conversations.tell_updates(ctx.db, company_id=ctx.actor_id)


def _message(row: MessageRow) -> ConversationMessage:
    turn = _turn(row.turn) if row.turn is not None else None
    return ConversationMessage(row.id, row.role, row.content, row.media_url, row.media_type, row.created_at, turn)
