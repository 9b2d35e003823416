"""What an order may do next, and what it may be made of: pure rules. Tests: tests/features/test_order_rules.py."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from app.features.orders.types import (
    AttentionKind,
    DroppedItem,
    NewItem,
    PaymentMethod,
    PaymentStatus,
    Status,
    StockState,
)
from app.features.products.variants import variant_name

MAX_QUANTITY = 100_000
MAX_NAME = 500
# The largest amount that a PIX code can say.
MAX_CENTS = 10**12 - 1

NEXT: Mapping[Status, tuple[Status, ...]] = {
    "pending": ("awaiting_payment", "awaiting_proof", "confirmed", "cancelled"),
    "awaiting_payment": ("confirmed", "awaiting_proof", "expired", "cancelled"),
    "awaiting_proof": ("confirmed", "awaiting_payment", "expired", "cancelled"),
    "confirmed": ("preparing", "shipped", "cancelled"),
    "preparing": ("shipped", "cancelled"),
    "shipped": ("delivered", "cancelled"),
    "delivered": ("returned",),
    "returned": (),
    # Late money or a late proof: a person confirms when the goods are there.
    "expired": ("confirmed", "awaiting_payment", "awaiting_proof", "cancelled"),
    "cancelled": (),
}
PAID: frozenset[Status] = frozenset({"confirmed", "preparing", "shipped", "delivered", "returned"})
# Where a payment may still be arranged, or arranged anew.
UNPAID: frozenset[Status] = frozenset({"pending", "awaiting_payment", "awaiting_proof", "expired"})


def allowed_moves(
    status: Status, method: PaymentMethod, stock_state: StockState, *, paid: bool = False
) -> list[Status]:
    """Where this very order may go. `paid`: the provider has confirmed its money.

    Without that, pending leads to confirmed for cash on delivery only. Nothing is shipped that is still on the shelf.
    """
    moves = list(NEXT[status])
    if status == "pending" and method != "cod" and not paid:
        moves.remove("confirmed")
    if "shipped" in moves and stock_state != "decremented":
        moves.remove("shipped")
    return moves


def why_not(to: Status, status: Status, method: PaymentMethod, stock_state: StockState) -> str:
    """What stands against a move that `allowed_moves` does not have, for whoever asked for it."""
    if to == status:
        return f"This order is {status} already."
    if to == "shipped" and to in NEXT[status] and stock_state != "decremented":
        return "The goods of this order are on the shelf: they are taken out of stock before they are shipped."
    if to == "confirmed" and status == "pending" and method != "cod":
        return f"An order to be paid by {method} is confirmed by its payment or its proof, which it does not await yet."
    return f"An order that is {status} cannot become {to}."


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


def price_has_come(status: Status, total_cents: int, paid_cents: int, refunded_cents: int) -> bool:
    """Whether the price of an order has come in; not when all of it went back before there was a sale."""
    return paid_cents >= total_cents and (status in PAID or refunded_cents < paid_cents)


def collected(
    status: Status, to: Status, method: PaymentMethod, total_cents: int, paid_cents: int, refunded_cents: int
) -> int:
    """What has come in once an order has moved: a person who confirms has seen the price, cash comes on delivery."""
    comes = to == ("delivered" if method == "cod" else "confirmed")
    if not comes or price_has_come(status, total_cents, paid_cents, refunded_cents):
        return paid_cents
    # What went back of a wrong amount was another money.
    return refunded_cents + total_cents


def payment_status(status: Status, total_cents: int, paid_cents: int, refunded_cents: int) -> PaymentStatus:
    """How an order stands with its money. The database says the same (payment_status_of)."""
    if paid_cents == 0:
        # What costs nothing is settled when it is handed over.
        return "paid" if total_cents == 0 and status in ("delivered", "returned") else "unpaid"
    if refunded_cents >= paid_cents:
        return "refunded"
    if status in ("cancelled", "expired"):
        return "refund_due"
    if paid_cents < total_cents:
        return "unpaid"
    # What came beside the price goes back first.
    return "partially_refunded" if paid_cents - refunded_cents < total_cents else "paid"


def found_by(number: int, customer_info: Mapping[str, object], items: Sequence[tuple[str | None, str]]) -> str:
    """The words by which people look for an order: its number, who it is for, what is in it."""
    goods = [text for item in items for text in item if text]
    return " ".join([f"#{number}", words_of(customer_info), *goods])[:20_000]


def words_of(customer_info: Mapping[str, object]) -> str:
    """The words by which people look for whom an order is for; a phone also without its brackets and dashes."""
    told = [str(value)[:200] for value in customer_info.values() if isinstance(value, str | int)]
    digits = [plain for text in told if len(plain := re.sub(r"\D", "", text)) >= 8]
    return " ".join([*told, *digits])


def settled(to: Status) -> frozenset[AttentionKind]:
    """What no longer needs a person once an order has moved."""
    if to == "confirmed":
        return frozenset({"paid_after_close", "out_of_stock", "charge_failed"})
    return frozenset({"charge_failed"}) if to in ("awaiting_payment", "awaiting_proof", "cancelled") else frozenset()


class Sellable(Struct, frozen=True):
    """A product of the store as an order copies it."""

    id: UUID
    sku: str | None
    name: str
    price_cents: int | None
    active: bool
    options: Raw = Raw(b"{}")

    @property
    def full_name(self) -> str:
        """The name with the options it does not tell itself: what an order calls it."""
        options = msgspec.json.decode(self.options, type=dict[str, str])
        return variant_name(self.name, options)[:MAX_NAME] if options else self.name


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
