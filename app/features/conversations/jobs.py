"""Replies on their way to the messaging gateway, and the end of old conversations."""

from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import msgspec

from app.clients.messaging import MessagingError, TextMessage
from app.context import JobCtx
from app.features.housekeeping import purge
from app.features.leads.rules import whatsapp_number
from app.jobs import GiveUp, RetryLater, job, schedule
from app.ops.log import log

BATCH = 1_000
KEEP_REHEARSALS = timedelta(days=1)


class SendReplies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose replies to send."""

    conversation_id: UUID


@job("send_replies", args=SendReplies, max_attempts=12, timeout_s=60)
async def send_replies(ctx: JobCtx, args: SendReplies) -> None:
    """Hand the replies of a conversation over, one after another. One that the gateway refuses for good holds up none
    behind it, and is told by the dead job."""
    queries, company_id, gateway = ctx.q.conversations, ctx.run.company_id, ctx.services.messaging
    refused = ""
    while gateway is not None:
        row = await queries.next_outgoing(ctx.db, company_id=company_id, conversation_id=args.conversation_id)
        if row is None:
            break
        message = _text_of(row)
        if message is None:
            log.info("reply_without_gateway", conversation_id=str(args.conversation_id))
        else:
            try:
                await gateway.send(message)
            except MessagingError as error:
                if not error.permanent:
                    raise RetryLater(str(error)) from error
                refused = f"{error}: message {row['id']}"
                log.error("reply_refused", conversation_id=str(args.conversation_id), message_id=str(row["id"]))
                await queries.give_up_reply(ctx.db, id=row["id"], company_id=company_id)
                continue
        await queries.mark_sent(ctx.db, id=row["id"], company_id=company_id, at=ctx.now())
    if refused:
        raise GiveUp(refused)


def _text_of(row: Any) -> TextMessage | None:
    """The reply for the gateway; None: nobody there has such a number."""
    number = whatsapp_number(row["channel"], row["external_id"], row["phone"]) if row["channel"] else None
    if not row["instance"] or number is None:
        return None
    return TextMessage(row["instance"], number, "\n".join(filter(None, (row["content"], row["media_url"]))))


@schedule("purge_conversations", every=timedelta(hours=6))
async def purge_conversations(ctx: JobCtx) -> None:
    """Delete conversations nobody has written in for CONVERSATIONS_KEPT_DAYS, and yesterday's rehearsals."""
    now, queries = ctx.now(), ctx.q.conversations
    find = partial(queries.list_purgeable, rehearsed_before=now - KEEP_REHEARSALS)
    before = now - timedelta(days=ctx.settings.conversations_kept_days)
    await purge(ctx, "purge_conversations", find, queries.purge_conversations, before, batch=BATCH)
