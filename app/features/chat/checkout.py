"""create_order and confirm_shipping: the orders service, called for the agent within the turn's scope."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from app.db.rows import maybe
from app.features.caller import Caller
from app.features.chat.toolbox import Toolbox, in_reais
from app.features.chat.types import ChatOrder
from app.features.orders import creation, service
from app.features.orders.types import CreateOrder, NewItem, Order, OrderItem, PaymentMethod, TransitionOrder
from app.features.products.types import Product
from app.web.errors import InvalidTransition, NotFound, NoValidItems, ProviderError

SHIPPABLE = ("confirmed", "preparing")
_CHARGE_LATER = "O pedido está feito; o código Pix será enviado em instantes."


async def place_order(
    box: Toolbox, items: Sequence[tuple[str, int]], payment_method: PaymentMethod, customer_info: Mapping[str, Any]
) -> dict[str, Any]:
    """The new order as the model is told. Raises what POST /internal/orders answers."""
    if box.dry_run:
        return await _simulated(box, items, payment_method)
    scope = box.scope
    body = CreateOrder(
        scope.store_id,
        [NewItem(product_id, quantity) for product_id, quantity in items],
        payment_method,
        lead_id=scope.lead.id if scope.lead else None,
        agent_id=scope.agent.id if scope.agent else None,
        customer_info=dict(customer_info),
    )
    caller = _caller(box)
    # A model that asks for the same order twice in a turn gets the one order.
    digest = hashlib.sha256(msgspec.json.encode(body)).hexdigest()[:32]
    key = f"chat:{box.turn_id}:{digest}"
    dropped: list[str] = []
    instructions: str | None
    try:
        order: Order = await creation.create_order(box.ctx, caller, body, idempotency_key=key)
    except ProviderError as error:
        # The order stands, only its charge failed: the shopper hears its number all the same.
        if not isinstance(order_id := error.members.get("order_id"), UUID):
            raise
        order, instructions = await service.load_order(box.ctx, box.ctx.db, caller, order_id), _CHARGE_LATER
    else:
        made = msgspec.structs.asdict(order)
        dropped = [item.product_id for item in made.get("dropped_items") or ()]
        instructions = made.get("payment_instructions")
    box.order = _summary(order)
    return {**_told(order), "dropped_items": dropped, "instructions": instructions}


async def ship_order(box: Toolbox, order_id: UUID) -> dict[str, Any]:
    """Mark an order of this lead as shipped. Raises NotFound (also for another lead's order), InvalidTransition."""
    caller = _caller(box)
    order = await service.load_order(box.ctx, box.ctx.db, caller, order_id)
    lead = box.scope.lead
    if lead is None or order.store_id != box.scope.store_id or order.lead_id != lead.id:
        raise NotFound("order")
    if order.status not in SHIPPABLE:
        raise InvalidTransition(f"An order that is {order.status} cannot be shipped.", allowed=list(SHIPPABLE))
    if box.dry_run:
        return {"order_id": str(order_id), "number": order.number, "status": "shipped", "simulated": True}
    order = await service.transition(box.ctx, caller, order_id, TransitionOrder("shipped", from_=order.status))
    box.order = _summary(order)
    return {"order_id": str(order_id), "number": order.number, "status": order.status}


def _caller(box: Toolbox) -> Caller:
    return Caller(company_id=box.scope.company_id, kind="agent")


def _told(order: Order) -> dict[str, Any]:
    lines = msgspec.convert(msgspec.json.decode(_json(order.items)), list[OrderItem])
    return {
        "order_id": str(order.id),
        "number": order.number,
        "status": order.status,
        "payment_method": order.payment_method,
        "total": in_reais(order.total_cents),
        "items": [
            {"name": line.name, "quantity": line.quantity, "unit_price": in_reais(line.unit_price_cents)}
            for line in lines
        ],
        "br_code": order.br_code,
        "payment_link_url": order.payment_link_url,
    }


def _json(value: Any) -> bytes:
    """A list that the database built as JSON, or one that was decoded already."""
    return bytes(value) if isinstance(value, msgspec.Raw) else msgspec.json.encode(value)


def _summary(order: Order) -> ChatOrder:
    return ChatOrder(
        order.id,
        order.number,
        order.status,
        order.total_cents,
        order.payment_method,
        order.br_code,
        order.payment_link_url,
    )


async def _simulated(box: Toolbox, items: Sequence[tuple[str, int]], payment_method: PaymentMethod) -> dict[str, Any]:
    """What the order would be: real prices, nothing stored."""
    lines, dropped, total_cents = [], [], 0
    for product_id, quantity in items:
        product = await _sellable(box, product_id)
        if product is None or product.price_cents is None:
            dropped.append(product_id)
            continue
        total_cents += product.price_cents * quantity
        lines.append({"name": product.name, "quantity": quantity, "unit_price": in_reais(product.price_cents)})
    if not lines:
        raise NoValidItems(dropped_items=dropped)
    box.order = ChatOrder(None, None, "simulated", total_cents, payment_method)
    return {
        "simulated": True,
        "number": None,
        "status": "simulated",
        "payment_method": payment_method,
        "total": in_reais(total_cents),
        "items": lines,
        "dropped_items": dropped,
    }


async def _sellable(box: Toolbox, product_id: str) -> Product | None:
    try:
        wanted = UUID(product_id)
    except ValueError:
        return None
    row = await box.ctx.q.products.get_product(box.ctx.db, product_id=wanted, actor_id=box.scope.company_id)
    product = maybe(row, Product)
    usable = product is not None and product.active and product.store_id == box.scope.store_id
    return product if usable else None
