"""What an order may do next, and what it may be made of: pure rules. Tests: tests/features/test_order_rules.py."""

from collections.abc import Mapping, Sequence
from typing import Literal
from uuid import UUID

from msgspec import Struct

from app.features.orders.types import DroppedItem, NewItem, PaymentMethod, Status, StockState

MAX_QUANTITY = 100_000
MAX_CENTS = 10**12

NEXT: Mapping[Status, tuple[Status, ...]] = {
    "pending": ("awaiting_payment", "awaiting_proof", "confirmed", "cancelled"),
    "awaiting_payment": ("confirmed", "awaiting_proof", "expired", "cancelled"),
    "awaiting_proof": ("confirmed", "awaiting_payment", "expired", "cancelled"),
    "confirmed": ("preparing", "shipped", "cancelled"),
    "preparing": ("shipped", "cancelled"),
    "shipped": ("delivered", "cancelled"),
    "delivered": (),
    "expired": ("awaiting_payment", "awaiting_proof", "cancelled"),
    "cancelled": (),
}
PAID: frozenset[Status] = frozenset({"confirmed", "preparing", "shipped", "delivered"})
# Where a payment may still be arranged, or arranged anew.
UNPAID: frozenset[Status] = frozenset({"pending", "awaiting_payment", "awaiting_proof", "expired"})


def allowed_moves(
    status: Status, method: PaymentMethod, stock_state: StockState, *, paid: bool = False
) -> list[Status]:
    """Where this very order may go. `paid`: the provider has confirmed its money.

    Without that, pending leads to confirmed for cash on delivery only. Items that were taken and given back are not
    taken a second time (the ledger holds one movement of a kind), so such an order can no longer be confirmed.
    """
    moves = list(NEXT[status])
    if "confirmed" in moves and (stock_state == "restored" or (status == "pending" and method != "cod" and not paid)):
        moves.remove("confirmed")
    return moves


def stock_effect(to: Status, stock_state: StockState) -> Literal["take", "give", None]:
    """What a move does to the stock: taken once on confirmation, given back once on cancellation."""
    if to == "confirmed" and stock_state == "none":
        return "take"
    if to == "cancelled" and stock_state == "decremented":
        return "give"
    return None


def push_of(status: Status, to: Status) -> Literal["order.confirmed", "order.cancelled", None]:
    """What a move is to the store's ERP: it hears of sales, and of sales that were undone."""
    if to == "confirmed":
        return "order.confirmed"
    if to == "cancelled" and status in PAID:
        return "order.cancelled"
    return None


def method_after(to: Status, method: PaymentMethod) -> PaymentMethod:
    """Waiting for a charge is PIX, waiting for a proof is manual PIX; other moves leave the method."""
    if to == "awaiting_payment":
        return "pix"
    if to == "awaiting_proof":
        return "manual_pix"
    return method


def why_stock_stays(wanted: Literal["take", "give"], status: Status, stock_state: StockState) -> str | None:
    """Why the stock endpoints change nothing for this order; None when they may."""
    if wanted == "take":
        if stock_state != "none":
            return "already_decremented" if stock_state == "decremented" else "already_restored"
        return f"order_{status}" if status in ("cancelled", "expired") else None
    if stock_state != "decremented":
        return "not_decremented" if stock_state == "none" else "already_restored"
    return f"order_{status}" if status in ("shipped", "delivered") else None


class Sellable(Struct, frozen=True):
    """A product of the store as an order copies it."""

    id: UUID
    sku: str | None
    name: str
    price_cents: int | None
    active: bool


class Line(Struct, frozen=True):
    """A line of a new order."""

    product: Sellable
    quantity: int

    @property
    def total_cents(self) -> int:
        """Price times quantity."""
        return (self.product.price_cents or 0) * self.quantity


def product_id_of(item: NewItem) -> UUID | None:
    """The item's product id; None for text that is no id at all, which no product has."""
    try:
        return UUID(item.product_id) if len(item.product_id) == 36 else None
    except ValueError:
        return None


def pick_items(items: Sequence[NewItem], products: Mapping[UUID, Sellable]) -> tuple[list[Line], list[DroppedItem]]:
    """Lines in the order they were asked for, duplicates merged, and what cannot be sold with its reason."""
    wanted: dict[str | UUID, int] = {}
    for item in items:
        key = product_id_of(item) or item.product_id
        wanted[key] = wanted.get(key, 0) + item.quantity
    lines, dropped = [], []
    for key, quantity in wanted.items():
        product = products.get(key) if isinstance(key, UUID) else None
        if product is None:
            dropped.append(DroppedItem(str(key), quantity, "unknown"))
        elif not product.active:
            dropped.append(DroppedItem(str(key), quantity, "inactive"))
        elif product.price_cents is None:
            dropped.append(DroppedItem(str(key), quantity, "no_price"))
        else:
            lines.append(Line(product, quantity))
    return lines, dropped


def available_methods(*, has_api_key: bool, manual_pix: bool, cod: bool) -> list[PaymentMethod]:
    """The payment methods a store can be asked for; `pix` also stands for manual PIX where only that is set up."""
    methods: list[PaymentMethod] = []
    if has_api_key or manual_pix:
        methods.append("pix")
    if manual_pix:
        methods.append("manual_pix")
    if cod:
        methods.append("cod")
    return methods


def first_status(method: PaymentMethod) -> Status:
    """Where an order begins: PIX waits for its charge, manual PIX for a proof, cash for nobody."""
    return "awaiting_proof" if method == "manual_pix" else "pending"
