"""create_order and confirm_shipping: the orders service, called for the agent within the turn's scope.

An order needs a yes to exactly what it is: without one the call answers the summary that the shopper has to see.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from app.db.rows import maybe
from app.features.caller import Caller
from app.features.chat.delivery import Delivery, settle
from app.features.chat.receiver import customer_of, is_sent, receiver
from app.features.chat.toolbox import Toolbox, failure, in_reais
from app.features.chat.types import ChatOrder
from app.features.conversations import rules
from app.features.conversations.cart import with_note
from app.features.conversations.consent import agrees, agrees_to, is_consent
from app.features.conversations.state import Cart, CartLine, Language, Made, Summary
from app.features.conversations.summary import is_of, new_reference, summarize
from app.features.orders import creation, service
from app.features.orders.pricing import find_terms
from app.features.orders.types import CreateOrder, NewItem, Order, OrderItem, PaymentMethod, TransitionOrder
from app.features.products.types import Product
from app.web.decode import validation_failed
from app.web.errors import (
    IdempotencyKeyReused,
    InsufficientStock,
    InvalidTransition,
    NotFound,
    ProviderError,
    ValidationFailed,
)

SHIPPABLE = ("confirmed", "preparing")
_CHARGE_LATER: Mapping[Language, str] = {
    "pt": "O pedido está feito; o código Pix será enviado em instantes.",
    "en": "The order is placed; the Pix code follows in a moment.",
}
Answer = tuple[bool, dict[str, Any]]


class Terms(Struct, frozen=True):
    """What a call asks for beside the goods; what it leaves out is as the conversation has it."""

    shipping_option: str | None = None
    cep: str | None = None
    coupon_code: str | None = None
    notes: str | None = None


async def place_order(
    box: Toolbox,
    items: Sequence[tuple[str, int]],
    payment_method: PaymentMethod,
    customer_info: Mapping[str, Any],
    terms: Terms = Terms(),  # noqa: B008 - frozen
) -> Answer:
    """The new order as the model is told, or the summary to be agreed to. Raises what POST /internal/orders answers."""
    if box.order is not None and box.order.status != "cancelled":
        return False, failure(
            "one-order-a-turn", "an order was made in this turn; the next needs the shopper's next message"
        )
    if (again := _repeated(box, items, payment_method)) is not None:
        return True, {"order": await _told_again(box, again)}
    body = _body(box, items, payment_method, customer_info, terms)
    try:
        draft = await creation.price_order(box.ctx, caller_of(box), body)
    except ValidationFailed as problem:
        if body.coupon_code is None or not any(error["pointer"] == "/coupon_code" for error in problem.errors or ()):
            raise
        return False, await _coupon_refused(box, body.coupon_code, problem.detail)
    cart = box.kept.state.cart
    delivery = settle(
        box.scope.shipping,
        cep=body.cep,
        subtotal_cents=draft.subtotal_cents,
        wish=terms.shipping_option or cart.shipping_option,
    )
    if delivery is not None:
        if delivery.option is None:
            return False, _ask_delivery(delivery)
        body = msgspec.structs.replace(body, shipping_option=delivery.option.name)
        draft = await creation.price_order(box.ctx, caller_of(box), body)
    wanted = _cart(draft, body.notes or "")
    dropped = [item.product_id for item in draft.dropped]
    reference = _agreed(box, wanted, draft.total_cents)
    await _check_stock(box, wanted.lines)
    if reference is None:
        to = receiver(body.customer_info or {}, box.scope.shipping, delivery)
        summary = _show(box, wanted, draft, to, delivery)
        return False, _asked(summary, dropped)
    return True, {"order": await _make(box, body, wanted, draft.total_cents, reference) | {"dropped_items": dropped}}


def _cart(draft: creation.Draft, notes: str) -> Cart:
    lines = tuple(
        CartLine(str(line.product.id), line.product.full_name, line.quantity, line.product.price_cents or 0)
        for line in draft.lines
    )
    return Cart(lines, draft.method, draft.extras.shipping_option, draft.extras.coupon_code, notes)


def _notes(box: Toolbox, given: str | None) -> str:
    """What the summary shows when it is agreed to, however the model words it then; else what the call says, or the
    cart."""
    summary = box.answered
    if summary is not None and is_consent(summary, box.message, box.goods):
        return summary.notes
    return with_note(Cart(), given).notes if given else box.kept.state.cart.notes


async def _coupon_refused(box: Toolbox, code: str, detail: str) -> dict[str, Any]:
    """Why the coupon does not hold; the conversation forgets it."""
    state = box.kept.state
    box.kept.state = rules.with_cart(state, msgspec.structs.replace(state.cart, coupon_code=None))
    terms = await find_terms(box.ctx, box.ctx.db, caller_of(box), box.scope.store_id, code)
    least = {"min_subtotal": in_reais(terms.min_subtotal_cents)} if terms and "at least" in detail else {}
    return failure("coupon-refused", detail, coupon_code=code, **least)


def _ask_delivery(delivery: Delivery) -> dict[str, Any]:
    """What the shopper has to be asked before there can be a summary."""
    return {
        "ok": False,
        "reason": "shipping_required",
        "options": [
            {"name": option.name, "price": in_reais(option.price_cents), "days": option.days}
            for option in delivery.offered
        ],
        "needs_cep": delivery.needs_cep,
        "instruction": "Pergunte ao cliente como ele quer receber"
        + (" e o CEP dele" if delivery.needs_cep else "")
        + "; depois chame create_order com shipping_option e cep.",
    }


def _body(
    box: Toolbox,
    items: Sequence[tuple[str, int]],
    payment_method: PaymentMethod,
    customer_info: Mapping[str, Any],
    terms: Terms,
) -> CreateOrder:
    """Raises ValidationFailed naming the cep."""
    scope, state = box.scope, box.kept.state
    cep = re.sub(r"[\s.-]", "", terms.cep or "") or state.known.cep
    if terms.cep and not re.fullmatch(r"\d{8}", cep or ""):
        raise validation_failed("/cep", "eight digits")
    return CreateOrder(
        scope.store_id,
        [NewItem(product_id, quantity) for product_id, quantity in items],
        payment_method,
        lead_id=scope.lead.id if scope.lead else None,
        agent_id=scope.agent.id if scope.agent else None,
        customer_info=customer_of(state.known, customer_info, box.answered, box.message, box.goods),
        cep=cep,
        coupon_code=(terms.coupon_code or state.cart.coupon_code or "").upper() or None,
        notes=_notes(box, terms.notes) or None,
    )


def _agreed(box: Toolbox, wanted: Cart, total_cents: int) -> str | None:
    """The reference under which the order may be made; None: the shopper has not said yes to it."""
    if not box.asks_consent:
        digest = _digest([(line.product_id, line.quantity) for line in wanted.lines], _method_of(wanted))
        return None if box.kept.state.made_of(digest) else digest
    summary = box.answered
    if summary is None or box.kept.state.made_of(summary.reference) is not None:
        return None
    offers_else = box.kept.state.offers_else
    agreed = is_of(summary, wanted, total_cents) and agrees_to(summary, box.message, box.goods, offers_else=offers_else)
    return summary.reference if agreed else None


def _method_of(cart: Cart) -> PaymentMethod:
    assert cart.payment_method is not None  # noqa: S101 - a priced cart has one
    return cart.payment_method


def _repeated(box: Toolbox, items: Sequence[tuple[str, int]], method: PaymentMethod) -> Made | None:
    """The order the very same yes has made before, when its turn failed and is tried again; never a second one."""
    state = box.kept.state
    if not state.orders:
        return None
    if not box.asks_consent:
        return state.made_of(_digest(items, method))
    summary = state.summary
    if summary is None or not agrees(box.message):
        return None
    same = {line.product_id: line.quantity for line in summary.lines} == dict(items)
    alike = summary.payment_method == method or {summary.payment_method, method} == {"pix", "manual_pix"}
    return state.made_of(summary.reference) if same and alike else None


def _digest(items: Iterable[tuple[str, int]], method: PaymentMethod) -> str:
    """Which order it is where no summary has a reference."""
    known = "pix" if method == "manual_pix" else method
    return hashlib.sha256(f"{sorted(items)}{known}".encode()).hexdigest()[:16]


async def _check_stock(box: Toolbox, lines: Sequence[CartLine]) -> None:
    """Raises InsufficientStock with what there is."""
    short = []
    for line in lines:
        row = await box.ctx.q.products.get_product(
            box.ctx.db, product_id=UUID(line.product_id), actor_id=box.scope.company_id
        )
        product = maybe(row, Product)
        available = product.available if product is not None else 0
        if available is not None and available < line.quantity:
            short.append({"product_id": line.product_id, "requested": line.quantity, "available": max(available, 0)})
    if short:
        raise InsufficientStock("The store does not have that many.", items=short)


def _show(box: Toolbox, wanted: Cart, draft: creation.Draft, to: tuple[str, str], way: Delivery | None) -> Summary:
    """A new summary, which is what the next yes is about; the one that stands when it says the same."""
    kept = box.kept
    standing = kept.state.summary
    same = standing is not None and standing.open and is_of(standing, wanted, draft.total_cents)
    if standing is not None and same and (standing.name, standing.address) == to:
        box.summary_shown = standing
        return standing
    reference = new_reference(kept.id, kept.state.summaries + 1)
    summary = summarize(
        wanted,
        reference,
        shipping_cents=draft.extras.shipping_cents if way is not None else None,
        discount_cents=draft.extras.discount_cents,
        name=to[0],
        address=to[1],
        sent=is_sent(box.scope.shipping, way),
        days=way.option.days if way is not None and way.option is not None else None,
        language=kept.state.dialogue.language,
    )
    kept.state = rules.shown(kept.state, summary)
    box.summary_shown = summary
    return summary


def _asked(summary: Summary, dropped: Sequence[str]) -> dict[str, Any]:
    return {
        "ok": False,
        "reason": "confirmation_required",
        "summary": {
            "reference": summary.reference,
            "text": summary.text,
            "lines": [
                {"product_id": line.product_id, "name": line.name, "quantity": line.quantity,
                 "unit_price": in_reais(line.unit_price_cents), "total": in_reais(line.total_cents)}
                for line in summary.lines
            ],
            "shipping": in_reais(summary.shipping_cents),
            "shipping_option": summary.shipping_option,
            "discount": in_reais(summary.discount_cents),
            "coupon_code": summary.coupon_code,
            "notes": summary.notes,
            "total": in_reais(summary.total_cents),
            "payment_method": summary.payment_method,
        },
        "dropped_items": list(dropped),
        "instruction": "Mostre este resumo ao cliente, palavra por palavra, e espere o sim na próxima mensagem dele.",
    }  # fmt: skip


async def _make(
    box: Toolbox,
    body: CreateOrder,
    wanted: Cart,
    total_cents: int,
    reference: str,
) -> dict[str, Any]:
    kept, method = box.kept, _method_of(wanted)
    if box.dry_run:
        box.order = ChatOrder(None, None, "simulated", total_cents, method)
        kept.state = rules.ordered(kept.state, Made(reference, "", 0, method, cart=wanted, total_cents=total_cents))
        return _simulated(wanted.lines, method, total_cents)
    try:
        order, instructions = await _order_of(box, body, f"chat:{kept.id}:{reference}")
    except ProviderError as error:
        # The order stands, only its charge failed: the shopper hears its number all the same.
        if not isinstance(order_id := error.members.get("order_id"), UUID):
            raise
        order = await service.load_order(box.ctx, box.ctx.db, caller_of(box), order_id)
        instructions = _CHARGE_LATER[kept.state.dialogue.language]
    box.order = summary_of(order)
    made = Made(
        reference, str(order.id), order.number, order.payment_method, cart=wanted, total_cents=order.total_cents
    )
    kept.state = rules.ordered(kept.state, made)
    return told(order) | {"instructions": instructions}


async def _order_of(box: Toolbox, body: CreateOrder, key: str) -> tuple[Order, str | None]:
    """The one order of a reference: an earlier turn may have made it and ended before it could say so."""
    caller, db = caller_of(box), box.ctx.db
    try:
        row = await box.ctx.q.orders.find_repeated_order(
            db, store_id=body.store_id, idempotency_key=key, actor_id=caller.company_id
        )
        if row is not None and row["created_at"] < box.ctx.now() - creation.KEY_LIFE:
            return await service.load_order(box.ctx, db, caller, row["id"]), None
        made = await creation.create_order(box.ctx, caller, body, idempotency_key=key)
    except IdempotencyKeyReused:
        # The reference says what was agreed to; what the shopper told of themselves since is no other order.
        row = await box.ctx.q.orders.find_repeated_order(
            db, store_id=body.store_id, idempotency_key=key, actor_id=caller.company_id
        )
        if row is None:
            raise
        return await service.load_order(box.ctx, db, caller, row["id"]), None
    return made, msgspec.structs.asdict(made).get("payment_instructions")


async def _told_again(box: Toolbox, made: Made) -> dict[str, Any]:
    if not made.order_id:
        return {"simulated": True, "number": None, "status": "simulated", "payment_method": made.payment_method}
    order = await service.load_order(box.ctx, box.ctx.db, caller_of(box), UUID(made.order_id))
    box.order = summary_of(order)
    return told(order)


async def ship_order(box: Toolbox, order_id: UUID) -> dict[str, Any]:
    """Mark an order of this lead as shipped. Raises NotFound (also for another lead's order), InvalidTransition."""
    caller = caller_of(box)
    order = await service.load_order(box.ctx, box.ctx.db, caller, order_id)
    lead = box.scope.lead
    if lead is None or order.store_id != box.scope.store_id or order.lead_id != lead.id:
        raise NotFound("order")
    if order.status not in SHIPPABLE:
        raise InvalidTransition(f"An order that is {order.status} cannot be shipped.", allowed=list(SHIPPABLE))
    if box.dry_run:
        return {"order_id": str(order_id), "number": order.number, "status": "shipped", "simulated": True}
    order = await service.transition(box.ctx, caller, order_id, TransitionOrder("shipped", from_=order.status))
    box.order = summary_of(order)
    return {"order_id": str(order_id), "number": order.number, "status": order.status}


def caller_of(box: Toolbox) -> Caller:
    """On whose behalf the tools act."""
    return Caller(company_id=box.scope.company_id, kind="agent")


def told(order: Order) -> dict[str, Any]:
    """An order as the model is told."""
    lines = msgspec.convert(msgspec.json.decode(_json(order.items)), list[OrderItem])
    return {
        "order_id": str(order.id),
        "number": order.number,
        "status": order.status,
        "payment_method": order.payment_method,
        "shipping": in_reais(order.shipping_cents),
        "discount": in_reais(order.discount_cents),
        "total": in_reais(order.total_cents),
        "items": [
            {"name": line.name, "quantity": line.quantity, "unit_price": in_reais(line.unit_price_cents)}
            for line in lines
        ],
        "br_code": order.br_code,
        "payment_link_url": order.payment_link_url,
    }


def summary_of(order: Order) -> ChatOrder:
    """An order as the chat's answer tells it."""
    return ChatOrder(
        order.id,
        order.number,
        order.status,
        order.total_cents,
        order.payment_method,
        order.br_code,
        order.payment_link_url,
    )


def _json(value: Any) -> bytes:
    """A list that the database built as JSON, or one that was decoded already."""
    return bytes(value) if isinstance(value, msgspec.Raw) else msgspec.json.encode(value)


def _simulated(lines: Sequence[CartLine], method: PaymentMethod, total_cents: int) -> dict[str, Any]:
    """What the order would be: real prices, nothing stored."""
    return {
        "simulated": True,
        "number": None,
        "status": "simulated",
        "payment_method": method,
        "total": in_reais(total_cents),
        "items": [
            {"name": line.name, "quantity": line.quantity, "unit_price": in_reais(line.unit_price_cents)}
            for line in lines
        ],
    }
