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
    ("expired", "awaiting_payment"),
    ("expired", "awaiting_proof"),
    ("expired", "cancelled"),
}


@pytest.mark.parametrize("method", get_args(PaymentMethod))
@pytest.mark.parametrize("to", STATUSES)
@pytest.mark.parametrize("status", STATUSES)
def test_every_pair(status: Status, to: Status, method: PaymentMethod) -> None:
    expected = (status, to) in ALLOWED and not ((status, to) == ("pending", "confirmed") and method != "cod")
    assert (to in rules.allowed_moves(status, method, "none")) is expected


def test_a_paid_order_may_be_confirmed_before_its_charge_is_saved() -> None:
    assert "confirmed" not in rules.allowed_moves("pending", "pix", "none")
    assert "confirmed" in rules.allowed_moves("pending", "pix", "none", paid=True)
    assert "confirmed" not in rules.allowed_moves("cancelled", "pix", "none", paid=True)


@pytest.mark.parametrize("status", ["pending", "awaiting_payment", "awaiting_proof"])
def test_an_order_whose_stock_was_given_back_is_not_confirmed(status: Status) -> None:
    assert "confirmed" not in rules.allowed_moves(status, "cod", "restored")
    assert "confirmed" in rules.allowed_moves(status, "cod", "decremented")


@pytest.mark.parametrize("stock_state", get_args(StockState))
@pytest.mark.parametrize("to", STATUSES)
def test_stock_moves_on_confirmation_and_cancellation_only(to: Status, stock_state: StockState) -> None:
    expected = {("confirmed", "none"): "take", ("cancelled", "decremented"): "give"}.get((to, stock_state))
    assert rules.stock_effect(to, stock_state) == expected


@pytest.mark.parametrize(
    ("wanted", "status", "stock_state", "reason"),
    [
        ("take", "pending", "none", None),
        ("take", "shipped", "none", None),
        ("take", "cancelled", "none", "order_cancelled"),
        ("take", "expired", "none", "order_expired"),
        ("take", "confirmed", "decremented", "already_decremented"),
        ("take", "pending", "restored", "already_restored"),
        ("give", "confirmed", "decremented", None),
        ("give", "cancelled", "decremented", None),
        ("give", "shipped", "decremented", "order_shipped"),
        ("give", "delivered", "decremented", "order_delivered"),
        ("give", "pending", "none", "not_decremented"),
        ("give", "cancelled", "restored", "already_restored"),
    ],
)
def test_why_the_stock_endpoints_do_nothing(wanted, status, stock_state, reason) -> None:
    assert rules.why_stock_stays(wanted, status, stock_state) == reason


def test_duplicates_are_merged_in_the_order_they_were_first_named() -> None:
    first, second = [Sellable(uuid4(), None, name, 10, True) for name in "ab"]
    products: dict[UUID, Sellable] = {first.id: first, second.id: second}
    wanted = [NewItem(str(first.id), 1), NewItem(str(second.id), 2), NewItem(str(first.id).upper(), 3)]
    lines, dropped = rules.pick_items(wanted, products)
    assert [(line.product.name, line.quantity, line.total_cents) for line in lines] == [("a", 4, 40), ("b", 2, 20)]
    assert dropped == []


@given(st.sampled_from(get_args(PaymentMethod)), st.lists(st.integers(0, 10), max_size=12))
def test_no_walk_through_the_states_takes_stock_twice_or_gives_back_what_was_not_taken(method, choices) -> None:
    status: Status = "pending"
    stock_state: StockState = "none"
    effects: list[str] = []
    for choice in choices:
        moves = rules.allowed_moves(status, method, stock_state)
        if not moves:
            break
        status = moves[choice % len(moves)]
        method = rules.method_after(status, method)
        if effect := rules.stock_effect(status, stock_state):
            effects.append(effect)
            stock_state = "decremented" if effect == "take" else "restored"
    assert effects in ([], ["take"], ["take", "give"])
    assert (stock_state == "decremented") == (status in rules.PAID)


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
