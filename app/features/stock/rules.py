"""The shelf: what an order holds of it, and what each move does. Pure; tests/features/test_stock_rules.py.

Five moves, and nothing else ever changes a count: reserve, release, decrement, restore, and a count.
A product's `reserved` is the sum over the orders that hold a reservation; what is available is its stock less that.
"""

from collections.abc import Mapping
from typing import Literal
from uuid import UUID

from msgspec import Struct

from app.features.orders.types import Status, StockState

# Confirmed and still here: what was given back by hand can be taken again, and must be before it is shipped.
_SOLD: frozenset[Status] = frozenset({"confirmed", "preparing"})


class Shelf(Struct, frozen=True):
    """A product's stock; None: it is not counted, and there is always enough."""

    stock: int | None
    reserved: int

    @property
    def available(self) -> int | None:
        """What a new order can have. A count below what is reserved leaves nothing."""
        return None if self.stock is None else max(0, self.stock - self.reserved)


class Effect(Struct, frozen=True):
    """What a move of an order does to its goods, in this order, and what the order holds after it."""

    state: StockState
    held: bool
    release: bool = False
    take: bool = False
    give: bool = False
    reserve: bool = False

    @property
    def touches(self) -> bool:
        """Whether any product changes."""
        return self.release or self.take or self.give or self.reserve


def on_move(to: Status, state: StockState, *, held: bool, reserves: bool) -> Effect:
    """What becomes of an order's goods as it moves. held: it has a reservation; reserves: its store makes them."""
    if to == "confirmed" and state != "decremented":
        return Effect("decremented", held=False, release=held, take=True)
    if to in ("cancelled", "expired"):
        # An expired order may be tried again, so its goods count as never taken.
        given: StockState = "restored" if to == "cancelled" else "none"
        after = given if state == "decremented" else state
        return Effect(after, held=False, release=held, give=state == "decremented")
    if to in ("awaiting_payment", "awaiting_proof") and reserves and not held and state == "none":
        return Effect(state, held=True, reserve=True)
    return Effect(state, held=held)


def by_hand(wanted: Literal["take", "give"], status: Status, *, held: bool, reserves: bool) -> Effect:
    """What the stock endpoints do, once `why_stock_stays` has nothing against it."""
    if wanted == "take":
        return Effect("decremented", held=False, release=held, take=True)
    if status in _SOLD:
        return Effect("restored", held=False, give=True)
    return Effect("none", held=reserves, give=True, reserve=reserves)


def why_stock_stays(wanted: Literal["take", "give"], status: Status, state: StockState) -> str | None:
    """Why the stock endpoints change nothing for this order; None when they may."""
    if wanted == "take":
        if state == "decremented" or (state == "restored" and status not in _SOLD):
            return "already_decremented" if state == "decremented" else "already_restored"
        return f"order_{status}" if status in ("cancelled", "expired") else None
    if state != "decremented":
        return "not_decremented" if state == "none" else "already_restored"
    return f"order_{status}" if status in ("shipped", "delivered", "returned") else None


def short(wanted: Mapping[UUID, int], shelves: Mapping[UUID, Shelf], *, held: bool) -> dict[UUID, int]:
    """The products of which there is too little, with what there is of each for this order.

    An order that holds a reservation may have what lies on the shelf; any other only what nobody has reserved.
    """
    missing = {}
    for product_id, quantity in wanted.items():
        shelf = shelves.get(product_id)
        if shelf is None or shelf.stock is None:
            continue
        there = shelf.stock if held else max(0, shelf.stock - shelf.reserved)
        if quantity > there:
            missing[product_id] = there
    return missing
