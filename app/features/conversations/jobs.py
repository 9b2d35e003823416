"""Replies on their way to the messaging gateway, and the end of old conversations."""

from datetime import timedelta
from functools import partial
from uuid import UUID

import msgspec

from app.clients.messaging import MessagingError, TextMessage
from app.context import JobCtx
from app.features.housekeeping import purge
from app.jobs import GiveUp, RetryLater, job, schedule
from app.ops.log import log

BATCH = 1_000
KEEP_REHEARSALS = timedelta(days=1)


class SendReplies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose replies to send."""

    conversation_id: UUID


@job("send_replies", args=SendReplies, max_attempts=12, timeout_s=60)
async def send_replies(ctx: JobCtx, args: SendReplies) -> None:
    """Hand the replies of a conversation over, one after another."""
    queries, company_id, gateway = ctx.q.conversations, ctx.run.company_id, ctx.services.messaging
    while gateway is not None:
        row = await queries.next_outgoing(ctx.db, company_id=company_id, conversation_id=args.conversation_id)
        if row is None:
            return
        number = "".join(filter(str.isdigit, row["number"] or ""))
        if row["instance"] and number:
            text = "\n".join(filter(None, (row["content"], row["media_url"])))
            try:
                await gateway.send(TextMessage(row["instance"], number, text))
            except MessagingError as error:
                raise (GiveUp if error.permanent else RetryLater)(str(error)) from error
        else:
            log.info("reply_without_gateway", conversation_id=str(args.conversation_id))
        await queries.mark_sent(ctx.db, id=row["id"], company_id=company_id, at=ctx.now())


@schedule("purge_conversations", every=timedelta(hours=6))
async def purge_conversations(ctx: JobCtx) -> None:
    """Delete conversations nobody has written in for CONVERSATIONS_KEPT_DAYS, and yesterday's rehearsals."""
    now, queries = ctx.now(), ctx.q.conversations
    find = partial(queries.list_purgeable, rehearsed_before=now - KEEP_REHEARSALS)
    before = now - timedelta(days=ctx.settings.conversations_kept_days)
    await purge(ctx, "purge_conversations", find, queries.purge_conversations, before, batch=BATCH)
