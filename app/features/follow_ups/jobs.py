"""Follow-ups on their way. SQL: sql/follow_ups.sql; tests/features/test_follow_ups.py."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from app.context import JobCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.rows import many, maybe
from app.features.agents.hours import decode_hours, is_open
from app.features.conversations import rules as conversations
from app.features.conversations.jobs import SendReplies, send_replies
from app.features.conversations.state import ConversationState, Listed, Pending, decode_state, encode_state
from app.features.follow_ups import rules
from app.features.follow_ups.rules import Kind
from app.features.housekeeping import apart
from app.features.products.variants import variant_name
from app.jobs import schedule
from app.ops.agent_types import FollowUps

BATCH = 500
_decode = msgspec.json.Decoder(FollowUps).decode
# A cart is reminded of on the day it was left, not when the function is switched on weeks later.
CARTS_FOR = timedelta(days=1)
# The longest wait an agent or type may name.
LONGEST = timedelta(minutes=10_080)


class Candidate(Struct, frozen=True):
    """Whom a follow-up may be for. cursor: where the list goes on behind it."""

    company_id: str
    conversation_id: UUID
    subject_id: UUID
    cursor: UUID


class _Held(Struct, frozen=True):
    """A conversation until the transaction ends."""

    id: UUID
    store_id: UUID
    agent_id: UUID
    lead_id: UUID
    channel: str
    data: msgspec.Raw
    type: str
    hours: msgspec.Raw
    follow_ups: msgspec.Raw | None
    timezone: str


@schedule("send_follow_ups", every=timedelta(minutes=5), timeout_s=280)
async def send_follow_ups(ctx: JobCtx) -> None:
    """Write to shoppers whose PIX runs out, who left a cart, or who asked for what is back; where agents have it on."""
    kinds: tuple[Kind, ...] = ("unpaid_pix", "abandoned_cart", "back_in_stock")
    for kind in kinds:
        after, full = UUID(int=0), True
        while full:  # those who may not be written to stay in the list: nobody waits behind them
            page = await _candidates(ctx, kind, after)
            for found in page:
                with apart(ctx.services.metrics, "follow_ups", found.company_id):
                    await _follow_up(ctx, kind, found)
            full = len(page) == BATCH
            after = page[-1].cursor if page else after


async def _candidates(ctx: JobCtx, kind: Kind, after: UUID) -> list[Candidate]:
    types = {key: each.config.follow_ups for key, each in ctx.services.agent_types.all().items()}
    on = [key for key, config in types.items() if rules.allows(config, kind)]
    if not on and not await ctx.q.follow_ups.find_own(ctx.db):
        return []
    common: dict[str, Any] = {"types": on, "after": after, "batch": BATCH}
    if kind == "unpaid_pix":
        rows = await ctx.q.follow_ups.list_unpaid(
            ctx.db, minutes=[types[key].unpaid_pix_minutes or 0 for key in on], moment=ctx.now(), **common
        )
    elif kind == "abandoned_cart":
        minutes = [types[key].abandoned_cart_minutes or 0 for key in on]
        rows = await ctx.q.follow_ups.list_abandoned(
            ctx.db,
            minutes=minutes,
            moment=ctx.now(),
            carts_for=CARTS_FOR,
            since=ctx.now() - CARTS_FOR - LONGEST,
            **common,
        )
    else:
        rows = await ctx.q.follow_ups.list_back_in_stock(ctx.db, **common)
    return many(rows, Candidate)


async def _follow_up(ctx: JobCtx, kind: Kind, found: Candidate) -> None:
    """Write it, once, unless something has happened since it was found."""
    async with ctx.transaction() as tx:
        row = await ctx.q.follow_ups.lock_quiet_conversation(
            tx, conversation_id=found.conversation_id, company_id=found.company_id, moment=ctx.now()
        )
        held = maybe(row, _Held)
        kind_of_agent = ctx.services.agent_types.get(held.type) if held is not None else None
        if held is None or kind_of_agent is None:
            return
        own = None if held.follow_ups is None else _decode(held.follow_ups)
        config = kind_of_agent.config.follow_ups.unless(own)
        if not rules.allows(config, kind) or rules.is_quiet(config, ctx.now(), held.timezone):
            return
        if not is_open(decode_hours(held.hours), ctx.now(), held.timezone):  # its answer would find nobody
            return
        written = await _write(ctx, tx, kind, found, held)
        if written is None:
            return
        text, state = written
        claimed = await ctx.q.follow_ups.claim_follow_up(
            tx,
            id=uuid7(),
            conversation_id=held.id,
            company_id=found.company_id,
            kind=kind,
            subject_id=found.subject_id,
            moment=ctx.now(),
        )
        if claimed is not None:
            await _send(ctx, tx, found.company_id, held, text, state)


async def _write(
    ctx: JobCtx, tx: Executor, kind: Kind, found: Candidate, held: _Held
) -> tuple[str, ConversationState] | None:
    """The text, and the state in which its answer is read; None: there is nothing to say any more."""
    state = conversations.voided(decode_state(bytes(held.data)))
    language = state.dialogue.language
    if kind == "abandoned_cart":
        return (rules.of_cart(state.cart, language), state) if state.cart.lines else None
    if kind == "unpaid_pix":
        order = await ctx.q.follow_ups.get_unpaid(
            tx, order_id=found.subject_id, company_id=found.company_id, moment=ctx.now()
        )
        if order is None:
            return None
        number, total, code, until = order["number"], order["total_cents"], order["br_code"], order["expires_at"]
        return rules.of_unpaid(number, total, code, until, held.timezone, language), state
    product = await ctx.q.follow_ups.get_back_in_stock(tx, product_id=found.subject_id, company_id=found.company_id)
    if product is None:
        return None
    name = variant_name(product["name"], msgspec.json.decode(product["options"], type=dict[str, str]))
    shown = Listed(str(product["id"]), name, product["price_cents"])
    dialogue = msgspec.structs.replace(
        state.dialogue, listed=(shown,), focus=shown, pending=Pending("quantity", (shown,)), misunderstood=0
    )
    return rules.of_product(name, product["price_cents"], language), msgspec.structs.replace(state, dialogue=dialogue)


async def _send(ctx: JobCtx, tx: Executor, company_id: str, held: _Held, text: str, state: ConversationState) -> None:
    """As a person's reply leaves: an event, and the gateway where there is one."""
    gateway = ctx.services.messaging is not None
    message_id = uuid7()
    named: dict[str, Any] = {"conversation_id": held.id, "company_id": company_id, "moment": ctx.now()}
    await ctx.q.follow_ups.add_message(tx, id=message_id, content=text, outgoing=gateway, **named)
    await ctx.q.follow_ups.note_message(tx, data=encode_state(state), content=text, **named)
    if gateway:
        await ctx.jobs.enqueue(tx, send_replies, SendReplies(held.id), company_id=company_id, unique_key=str(held.id))
    about = {"agent_id": held.agent_id, "lead_id": held.lead_id, "channel": held.channel}
    said = {"message_id": message_id, "content": text, "media_url": None, "media_type": None}
    await ctx.q.events.add_event(
        tx,
        company_id=company_id,
        store_id=held.store_id,
        type="message.outgoing",
        subject_id=str(held.id),
        data={"conversation_id": held.id, "store_id": held.store_id} | about | said,
    )
    await ctx.q.conversations.tell_updates(tx, company_id=company_id)
