"""The shelf's rules: what each move of an order does to its goods, and that nothing is lost in any sequence."""

from typing import get_args
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.orders.rules import NEXT
from app.features.orders.types import Status, StockState
from app.features.stock.rules import Effect, Shelf, by_hand, on_move, short, why_stock_stays

STATUSES: tuple[Status, ...] = get_args(Status)
STATES: tuple[StockState, ...] = get_args(StockState)
A, B = UUID(int=1), UUID(int=2)


def test_a_reservation_becomes_the_decrement_and_ends_with_cancellation_or_expiry():
    assert on_move("confirmed", "none", held=True, reserves=True) == Effect(
        "decremented", False, release=True, take=True
    )
    for to in ("cancelled", "expired"):
        assert on_move(to, "none", held=True, reserves=True) == Effect("none", held=False, release=True)
    assert on_move("cancelled", "decremented", held=False, reserves=True) == Effect("restored", False, give=True)
    assert on_move("expired", "decremented", held=False, reserves=True) == Effect("none", held=False, give=True)


def test_an_expired_order_that_is_tried_again_reserves_again():
    assert on_move("awaiting_payment", "none", held=False, reserves=True) == Effect("none", held=True, reserve=True)
    assert not on_move("awaiting_payment", "none", held=False, reserves=False).touches
    assert not on_move("awaiting_proof", "none", held=True, reserves=True).touches


@pytest.mark.parametrize("to", ["preparing", "shipped", "delivered", "returned"])
def test_later_moves_touch_no_stock(to):
    assert not on_move(to, "decremented", held=False, reserves=True).touches


def test_what_was_taken_and_given_back_by_hand_can_be_confirmed():
    taken = by_hand("take", "pending", held=True, reserves=True)
    given = by_hand("give", "pending", held=taken.held, reserves=True)
    assert (given.state, given.held) == ("none", True)
    assert on_move("confirmed", given.state, held=given.held, reserves=True).take


@pytest.mark.parametrize(
    ("wanted", "status", "state", "reason"),
    [
        ("take", "pending", "none", None),
        ("take", "confirmed", "none", None),
        ("take", "confirmed", "restored", None),
        ("take", "pending", "decremented", "already_decremented"),
        ("take", "cancelled", "restored", "already_restored"),
        ("take", "cancelled", "none", "order_cancelled"),
        ("take", "expired", "none", "order_expired"),
        ("give", "pending", "none", "not_decremented"),
        ("give", "confirmed", "decremented", None),
        ("give", "shipped", "decremented", "order_shipped"),
        ("give", "delivered", "decremented", "order_delivered"),
        ("give", "returned", "decremented", "order_returned"),
    ],
)
def test_the_stock_endpoints_say_why_nothing_happens(wanted, status, state, reason):
    assert why_stock_stays(wanted, status, state) == reason


def test_an_order_has_what_it_reserved_and_others_what_is_left():
    shelves = {A: Shelf(5, 5), B: Shelf(None, 9)}
    assert short({A: 3, B: 1000}, shelves, held=True) == {}
    assert short({A: 1}, shelves, held=False) == {A: 0}
    assert short({A: 6}, shelves, held=True) == {A: 5}
    assert (Shelf(2, 5).available, Shelf(None, 5).available, Shelf(7, 5).available) == (0, None, 2)


moves = st.lists(
    st.tuples(st.sampled_from(["move", "take", "give"]), st.sampled_from(STATUSES), st.booleans()), max_size=20
)


@given(moves, st.booleans())
def test_no_sequence_takes_twice_or_forgets_what_it_holds(sequence, reserves_first):
    status: Status = "pending"
    state, held = "none", reserves_first
    taken, reserved = 0, int(reserves_first)
    for kind, to, reserves in sequence:
        if kind == "move":
            if to not in NEXT[status]:
                continue
            effect, status = on_move(to, state, held=held, reserves=reserves), to
        elif why_stock_stays(kind, status, state) is None:
            effect = by_hand(kind, status, held=held, reserves=reserves)
        else:
            continue
        reserved += effect.reserve - effect.release
        taken += effect.take - effect.give
        state, held = effect.state, effect.held
        assert (reserved, taken) == (int(held), int(state == "decremented"))
        assert not (held and status in ("cancelled", "expired", "shipped", "delivered", "returned"))
