"""The conversation a turn belongs to: which it is, and what of it the answer tells."""

import hashlib
from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import Raw

from app.clients.llm import Message
from app.context import PublicCtx
from app.db.ids import uuid7
from app.features.caller import Caller
from app.features.chat.assistant.deciding.mind import Coupon, Shop, customer_info, merged
from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.documents.topics import asks_of_arrival
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.codes import as_names, codes_in
from app.features.chat.assistant.language.goods import NAMES, Goods, to_look_up
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.model import RuleBasedAssistant
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.reading.changes.put_back import put_back
from app.features.chat.assistant.reading.details.coupons import drops_coupon, told_coupon
from app.features.chat.assistant.reading.details.told_in_lines import told_in_lines
from app.features.chat.assistant.reading.understand import language_of
from app.features.chat.scope import HISTORY, ChatScope, company_named
from app.features.chat.toolbox import Toolbox, reading
from app.features.chat.types import ChatCart, ChatCartLine, ChatLead, ChatRequest
from app.features.conversations import rules
from app.features.conversations.kept import NamedIds, conversations
from app.features.conversations.state import ConversationState, Known
from app.features.conversations.store import Arrived, ConversationStore, Kept, Whose
from app.features.conversations.summary import reference_in, stands_in
from app.features.coupons.rules import why_not
from app.features.extract_lead.addresses import Address
from app.features.extract_lead.addresses import find as find_address
from app.features.extract_lead.patterns import find_phone, without_others
from app.features.follow_ups.rules import wants_notice
from app.features.orders.offers import read_offer
from app.features.orders.pricing import find_terms
from app.features.orders.rules import words_of
from app.features.products.variants import shared_name, variant_name
from app.features.search.service import list_coded_names, list_goods_words, list_shelf, search_chunks
from app.features.search.types import FoundChunk, OnShelf
from app.web.decode import validation_failed
from app.web.types import UNSET

REHEARSAL = "dry:"
MOST_ON_SHELF = 250
PASSAGES = 5
PASSAGES_FOR_RULES = 10  # they cost no tokens there
"""More goods that a message may mean are not read by."""


def check_key(body: ChatRequest) -> None:
    """Raises ValidationFailed for a rehearsal's key without dry_run: nobody at the desk would see that conversation."""
    if not body.dry_run and (body.conversation_id or "").startswith(REHEARSAL):
        raise validation_failed("/conversation_id", "a rehearsal's; it goes on with dry_run alone")


async def whose_turn(store: ConversationStore, scope: ChatScope, body: ChatRequest) -> Whose:
    """By lead and agent, else by the caller's key, else by the summary that the history ends with, else a new one."""
    agent_id = scope.agent.id if scope.agent else None
    key = body.conversation_id
    if key is None and scope.lead is None and body.conversation_history:
        last = next((said.content for said in reversed(body.conversation_history) if said.role == "assistant"), "")
        reference = reference_in(last)
        if reference is not None:
            whose = (scope.company_id, scope.store_id, reference)
            shown = await store.find_summary(*whose, rehearsed=body.dry_run)
            key = shown[0] if shown and stands_in(shown[1], last) else None
    lead_id = scope.lead.id if scope.lead else None
    if body.dry_run:  # a rehearsal, apart from what is really going on
        key = key if key and key.startswith(REHEARSAL) else f"{REHEARSAL}{lead_id or key or uuid7()}"
        lead_id = None
    channel = "rehearsal" if body.dry_run else scope.lead.channel if scope.lead else "web"
    return Whose(scope.company_id, scope.store_id, agent_id, lead_id, key, channel)


def arrived(body: ChatRequest, whose: Whose) -> Arrived:
    """The message as the conversation keeps it."""
    wants_history = body.conversation_history is None and (whose.lead_id is not None or whose.key is not None)
    return Arrived(body.message, body.message_id, _digest(body), HISTORY if wants_history else 0)


async def first_answer(ctx: PublicCtx, body: ChatRequest) -> Raw | None:
    """What the same message was answered before. Raises Conflict while it runs, IdempotencyKeyReused for another."""
    named = body.conversation_id is not None or body.lead_id is not None
    if body.message_id is None or not named or body.dry_run:
        return None
    company_id = await company_named(ctx, body)
    if company_id is None:
        return None
    ids = NamedIds(company_id, body.store_id, body.agent_id, body.lead_id, body.conversation_id)
    return await conversations(ctx.services).find_repeat(ids, Arrived(body.message, body.message_id, _digest(body)))


def _digest(body: ChatRequest) -> bytes | None:
    return hashlib.sha256(body.message.encode()).digest() if body.message_id is not None else None


def opened(
    state: ConversationState, scope: ChatScope, message: str, *, quota_allows: bool, is_open: bool
) -> tuple[ConversationState, Known]:
    """The state as the shopper's message finds it, and what the message tells about the shopper."""
    state = rules.received(state, quota_allows=quota_allows, is_open=is_open)
    state = rules.read_message(state, message)
    if state.cart.coupon_code is not None and drops_coupon(message):  # else the tool takes the cart's
        state = rules.with_cart(state, msgspec.structs.replace(state.cart, coupon_code=None))
    told, _ = told_in_lines(message, state)
    own = _known_of(scope.lead) if scope.lead else Known()
    spoken = language_of(message, state.dialogue.language)  # what a tool shows this turn is in it, too
    return msgspec.structs.replace(
        state,
        known=merged(merged(own, state.known), told),
        dialogue=msgspec.structs.replace(state.dialogue, language=spoken),
    ), told


def _known_of(lead: ChatLead) -> Known:
    """What the shop knows of a lead already."""
    parts = {key: str(value) for key, value in (lead.address or {}).items() if value}
    return Known(lead.name, lead.phone, address=Address(parts).line or None, cep=parts.get("zip"))


async def with_people(ctx: PublicCtx, scope: ChatScope | None, kept: Kept, recorded: list[Message]) -> list[Message]:
    """The lead's messages as the caller recorded them, with what people at the desk and reminders have said between."""
    if not recorded or scope is None or scope.lead is None or ctx.services.llm is None:  # rules read none of them
        return recorded
    rows = await ctx.q.conversations.list_said(
        ctx.db, company_id=scope.company_id, conversation_id=UUID(kept.id), lead_id=scope.lead.id, newest=HISTORY
    )
    return [Message(row["role"], row["content"]) for row in reversed(rows)] or recorded


async def pass_on(ctx: PublicCtx, scope: ChatScope, state: ConversationState, told: Known, message: str) -> None:
    """What the shopper has just told goes to their lead, and to the orders of this conversation that still wait; a
    phone that is said to be somebody else's to these alone."""
    if told == Known():
        return
    found = find_address(message) or find_address(told.address or "")
    parts = (found.parts if found else {}) | ({"zip": told.cep} if told.cep else {})
    if scope.lead is not None:
        phone = told.phone
        if phone is not None and find_phone(message) is not None:
            own = find_phone(without_others(message))
            phone = own.value if own else None
        await ctx.q.leads.learn_about_lead(
            ctx.db, lead_id=scope.lead.id, actor_id=scope.company_id, name=told.name, phone=phone, address=parts
        )
    made = [UUID(order.order_id) for order in state.orders if order.order_id]
    if made:
        info = customer_info(told)
        await ctx.q.orders.complete_customer(
            ctx.db, order_ids=made, actor_id=scope.company_id, customer_info=info, words=words_of(info)
        )


async def note_wish(ctx: PublicCtx, box: Toolbox, reply: str) -> None:
    """What was shown and could not be had, and that the shopper wants to hear when it is back."""
    gone = next((str(card.product_id) for card in reversed(box.cards_in(reply)) if not card.in_stock), None)
    if gone is None and wants_notice(box.message):
        gone = next((one.product_id for one in box.shelf if not one.in_stock and one.name in reply), None)
    if gone is not None:
        box.kept.state = msgspec.structs.replace(box.kept.state, sold_out=gone)
    state = box.kept.state
    if state.sold_out is not None and box.scope.lead is not None and wants_notice(box.message):
        await ctx.q.follow_ups.ask_for_product(
            ctx.db,
            id=uuid7(),
            conversation_id=UUID(box.kept.id),
            company_id=box.scope.company_id,
            product_id=UUID(state.sold_out),
        )


def assistant_of(state: ConversationState, shop: Shop, box: Toolbox | None) -> RuleBasedAssistant:
    """The rule-based assistant of a turn, whose tools know what of the message the shop's goods are called."""
    if box is not None:
        box.goods, box.shelf = shop.goods, shop.shelf
    return RuleBasedAssistant(msgspec.structs.replace(state, orders=state.standing), shop)


def after_assistant(state: ConversationState, assistant: RuleBasedAssistant) -> ConversationState:
    """The tools' state with what the rule-based assistant remembers."""
    mine = assistant.state
    state = rules.with_cart(state, mine.cart)
    return msgspec.structs.replace(state, dialogue=mine.dialogue, known=mine.known)


async def passages_of(ctx: PublicCtx, scope: ChatScope, message: str) -> list[FoundChunk]:
    """What the agent's documents say that is near the message."""
    if not scope.document_ids:
        return []
    where = ctx.services, scope.company_id, scope.store_id
    limit = PASSAGES if ctx.services.llm is not None else PASSAGES_FOR_RULES
    return await search_chunks(*where, scope.document_ids, message, limit=limit, read=reading(ctx.services, scope))


async def shop_of(
    ctx: PublicCtx,
    scope: ChatScope | None,
    chunks: Sequence[FoundChunk],
    message: str,
    state: ConversationState,
    *,
    notifies: bool = False,
) -> Shop:
    """What the rule-based assistant may say of the shop in answer to a message; the coupon is the message's or the
    cart's."""
    if scope is None:
        return Shop()
    code = told_coupon(message, state.dialogue)[0] or state.cart.coupon_code
    coupon = await _coupon(ctx, scope, code) if code is not None else None
    where = ctx.services, scope.company_id, scope.store_id
    read = reading(ctx.services, scope)
    names = await list_coded_names(*where, codes_in(message), read)
    asked = to_look_up(put_back(as_names(message, names), state))
    places = await list_goods_words(*where, asked, read)
    shelf = await list_shelf(*where, [word for word, place in places.items() if place >= NAMES], MOST_ON_SHELF, read)
    greeting = scope.agent.persona.get("greeting") if scope.agent else None
    on_delivery = await _on_delivery(ctx, scope, message)
    passages = (*(Passage(chunk.title, chunk.content) for chunk in chunks), *on_delivery)
    if scope.store_description:
        passages += (Passage(scope.store_name, scope.store_description),)
    text = greeting.strip() if isinstance(greeting, str) else ""
    return Shop(
        scope.store_name,
        text,
        passages,
        shipping=tuple(scope.shipping),
        notifies=notifies,
        coupon=coupon,
        methods=tuple(scope.methods),
        goods=Goods(frozenset(asked), places),
        shelf=_on_shelf(shelf),
        coded=names,
    )


def _on_shelf(shelf: Sequence[OnShelf]) -> tuple[Product, ...]:
    """The goods; variants with what their names have in common, also where each name tells its own options."""
    names: dict[str, list[str]] = {}
    for one in shelf:
        if one.group is not None:
            names.setdefault(one.group, []).append(one.name)
    shared = {group: shared_name(each) for group, each in names.items()}
    return tuple(_product(one, shared.get(one.group or "", one.name)) for one in shelf)


def _product(one: OnShelf, shared: str) -> Product:
    options = msgspec.json.decode(one.options, type=dict[str, str])
    return Product(
        str(one.id),
        variant_name(one.name, options),
        one.description,
        one.category,
        price=None if one.price_cents is None else one.price_cents / 100,
        in_stock=one.available is None or one.available > 0,
        available=one.available,
        group=one.group,
        base=shared if one.name.startswith(shared) else one.name,
        options=options,
    )


async def _on_delivery(ctx: PublicCtx, scope: ChatScope, message: str) -> tuple[Passage, ...]:
    """How is paid when the goods come, as the payment settings tell it, where the message asks that or names a card."""
    said = spelt_out(fold(message))
    by_card = signs.CARD.search(said) is not None
    if "cod" not in scope.methods or not (asks_of_arrival(said) or by_card):
        return ()
    offer = await read_offer(ctx, ctx.db, Caller(company_id=scope.company_id, kind="agent"), scope.store_id)
    return (Passage("Pagamento na entrega", offer.cod_instructions),) if offer.cod_instructions else ()


async def _coupon(ctx: PublicCtx, scope: ChatScope, code: str) -> Coupon:
    """The coupon as it stands in the store; how much has to be bought for it is told apart."""
    terms = await find_terms(ctx, ctx.db, Caller(company_id=scope.company_id, kind="agent"), scope.store_id, code)
    if terms is None or why_not(terms, subtotal_cents=terms.min_subtotal_cents, now=ctx.now()) is not None:
        return Coupon(code)
    return Coupon(code, terms.kind, terms.value or 0, terms.min_subtotal_cents)


def cart_of(state: ConversationState) -> ChatCart | None:
    """The cart as the answer tells it; None when it is empty."""
    cart = state.cart
    if not cart.lines:
        return None
    lines = [
        ChatCartLine(line.product_id, line.name, line.quantity, line.unit_price_cents, line.total_cents)
        for line in cart.lines
    ]
    info = {key: value for key, value in msgspec.structs.asdict(state.known).items() if value}
    shown = state.summary if state.awaiting_confirmation else None
    return ChatCart(
        lines,
        shown.total_cents if shown else cart.total_cents,
        shown is not None,
        cart.payment_method or UNSET,
        info or UNSET,
        shown.shipping_cents if shown and shown.shipping_cents is not None else UNSET,
        shown.shipping_option or UNSET if shown else UNSET,
        shown.discount_cents or UNSET if shown else UNSET,
        cart.coupon_code or UNSET,
    )
