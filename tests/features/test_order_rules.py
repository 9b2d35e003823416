"""Every pair of the state machine, and the pure rules around it."""

from typing import get_args
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.orders import rules
from app.features.orders.rules import Sellable
from app.features.orders.types import NewItem, PaymentMethod, Status, StockState

STATUSES: tuple[Status, ...] = get_args(Status)
# Written down a second time, by hand, from the table of the domain: a slip in the rules must differ from this.
ALLOWED = {
    ("pending", "awaiting_payment"),
    ("pending", "awaiting_proof"),
    ("pending", "confirmed"),
    ("pending", "cancelled"),
    ("awaiting_payment", "confirmed"),
    ("awaiting_payment", "awaiting_proof"),
    ("awaiting_payment", "expired"),
    ("awaiting_payment", "cancelled"),
    ("awaiting_proof", "confirmed"),
    ("awaiting_proof", "awaiting_payment"),
    ("awaiting_proof", "expired"),
    ("awaiting_proof", "cancelled"),
    ("confirmed", "preparing"),
    ("confirmed", "shipped"),
    ("confirmed", "cancelled"),
    ("preparing", "shipped"),
    ("preparing", "cancelled"),
    ("shipped", "delivered"),
    ("shipped", "cancelled"),
    ("delivered", "returned"),
    ("expired", "confirmed"),
    ("expired", "awaiting_payment"),
    ("expired", "awaiting_proof"),
    ("expired", "cancelled"),
}


@pytest.mark.parametrize("method", get_args(PaymentMethod))
@pytest.mark.parametrize("to", STATUSES)
@pytest.mark.parametrize("status", STATUSES)
def test_every_pair(status: Status, to: Status, method: PaymentMethod) -> None:
    expected = (status, to) in ALLOWED and not ((status, to) == ("pending", "confirmed") and method != "cod")
    assert (to in rules.allowed_moves(status, method, "decremented")) is expected


def test_a_paid_order_may_be_confirmed_before_its_charge_is_saved() -> None:
    assert "confirmed" not in rules.allowed_moves("pending", "pix", "none")
    assert "confirmed" in rules.allowed_moves("pending", "pix", "none", paid=True)
    assert "confirmed" not in rules.allowed_moves("cancelled", "pix", "none", paid=True)


@pytest.mark.parametrize("stock_state", ["none", "restored"])
@pytest.mark.parametrize("status", ["confirmed", "preparing"])
def test_nothing_is_shipped_that_is_still_on_the_shelf(status: Status, stock_state: StockState) -> None:
    assert "shipped" not in rules.allowed_moves(status, "pix", stock_state)
    assert "shipped" in rules.allowed_moves(status, "pix", "decremented")


@pytest.mark.parametrize(
    ("status", "paid", "refunded", "expected"),
    [
        ("confirmed", 0, 0, "unpaid"),
        ("cancelled", 0, 0, "unpaid"),
        ("confirmed", 100, 0, "paid"),
        ("awaiting_payment", 100, 0, "paid"),
        ("awaiting_payment", 60, 0, "unpaid"),
        ("delivered", 100, 40, "partially_refunded"),
        ("delivered", 120, 20, "paid"),
        ("delivered", 120, 30, "partially_refunded"),
        ("awaiting_payment", 60, 20, "unpaid"),
        ("returned", 100, 100, "refunded"),
        ("cancelled", 100, 0, "refund_due"),
        ("cancelled", 100, 40, "refund_due"),
        ("expired", 60, 0, "refund_due"),
        ("cancelled", 100, 100, "refunded"),
    ],
)
def test_how_an_order_stands_with_its_money(status, paid, refunded, expected) -> None:
    assert rules.payment_status(status, 100, paid, refunded) == expected


@pytest.mark.parametrize(("status", "expected"), [("confirmed", "unpaid"), ("delivered", "paid"), ("returned", "paid")])
def test_what_costs_nothing_is_paid_once_it_is_handed_over(status, expected) -> None:
    assert rules.payment_status(status, 0, 0, 0) == expected


def test_cash_comes_on_delivery_and_any_other_money_by_confirmation() -> None:
    assert rules.collected("pending", "confirmed", "cod", 100, 0, 0) == 0
    assert rules.collected("shipped", "delivered", "cod", 100, 0, 0) == 100
    assert rules.collected("awaiting_proof", "confirmed", "manual_pix", 100, 0, 0) == 100
    assert rules.collected("expired", "confirmed", "pix", 100, 150, 0) == 150
    assert rules.collected("expired", "cancelled", "pix", 100, 0, 0) == 0


@pytest.mark.parametrize(
    ("status", "to", "method", "paid", "refunded", "expected"),
    [
        ("awaiting_payment", "confirmed", "pix", 60, 0, 100),
        ("awaiting_payment", "confirmed", "pix", 60, 60, 160),
        ("expired", "confirmed", "pix", 100, 100, 200),
        ("expired", "confirmed", "pix", 100, 30, 100),
        ("shipped", "delivered", "cod", 50, 50, 150),
        ("shipped", "delivered", "cod", 100, 100, 100),
    ],
)
def test_the_price_comes_beside_what_went_back_of_another_amount(
    status: Status, to: Status, method: PaymentMethod, paid: int, refunded: int, expected: int
) -> None:
    assert rules.collected(status, to, method, 100, paid, refunded) == expected


def test_duplicates_are_merged_in_the_order_they_were_first_named() -> None:
    first, second = [Sellable(uuid4(), None, name, 10, True) for name in "ab"]
    products: dict[UUID, Sellable] = {first.id: first, second.id: second}
    wanted = [NewItem(str(first.id), 1), NewItem(str(second.id), 2), NewItem(str(first.id).upper(), 3)]
    lines, dropped = rules.pick_items(wanted, products)
    assert [(line.product.name, line.quantity, line.total_cents) for line in lines] == [("a", 4, 40), ("b", 2, 20)]
    assert dropped == []


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.integers(1, 1000), st.sampled_from(["id", "ID", "none", "text"])), max_size=12
    )
)
def test_every_item_is_sold_or_dropped_once_and_the_money_adds_up(wanted) -> None:
    products = [Sellable(uuid4(), None, f"p{n}", price, True) for n, price in enumerate((0, 1, 4990, 10**9))]
    items = []
    for at, quantity, form in wanted:
        text = str(products[at].id if at < len(products) else uuid4())
        written = {"id": text, "ID": text.upper(), "none": str(uuid4()), "text": "Tenis"}[form]
        items.append(NewItem(product_id=written, quantity=quantity))
    lines, dropped = rules.pick_items(items, {product.id: product for product in products})
    assert sum(line.quantity for line in lines) + sum(one.quantity for one in dropped) == sum(q for _, q, _ in wanted)
    assert len({line.product.id for line in lines}) == len(lines)
    sold = sum(
        quantity * (products[at].price_cents or 0)
        for at, quantity, form in wanted
        if at < len(products) and form in ("id", "ID")
    )
    assert sum(line.total_cents for line in lines) == sold
