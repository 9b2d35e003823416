"""The ledger's one decision, compared with counting token by token."""

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.billing.ledger import (
    MOST_CAP_CENTS,
    PER_CENT,
    Agreed,
    Parts,
    Priced,
    Standing,
    TopupBalance,
    cents,
    left_to_draw,
    settle,
)

FEW = st.integers(0, 60)
# Prices of up to a cent a token and caps of some cents: so few tokens reach every bound.
PRICES = st.sampled_from([0, 1, 2_900, 333_333, 1_000_000])
PLANS = st.builds(
    Priced,
    included_tokens=FEW,
    overage_per_million_cents=PRICES,
    version=st.integers(1, 3),
    bears_overage=st.booleans(),
)
AGREED = st.builds(Agreed, auto_overage=st.booleans(), cap=st.none() | st.integers(0, 20))
TOPUPS = st.lists(st.integers(0, 20), max_size=4).map(
    lambda left: [TopupBalance(f"t{place}", tokens) for place, tokens in enumerate(left)]
)
STANDINGS = st.builds(Standing, included_used=FEW, overage_micros=st.integers(0, 20 * PER_CENT), topups=TOPUPS)


def one_by_one(tokens: int, standing: Standing, plan: Priced, agreed: Agreed) -> dict[str, object]:
    """The same, as one would say it: each token takes the first place that is free."""
    used, spent = standing.included_used, Fraction(standing.overage_micros, PER_CENT)
    left = {topup.id: topup.remaining for topup in standing.topups}
    counts = {"included": 0, "overage": 0, "absorbed": 0}
    drawn: dict[str, int] = {}
    price = Fraction(plan.overage_per_million_cents, 1_000_000)
    for _ in range(tokens):
        topup = next((name for name, remaining in left.items() if remaining), None)
        if used < plan.included_tokens:
            used += 1
            counts["included"] += 1
        elif topup is not None:
            left[topup] -= 1
            drawn[topup] = drawn.get(topup, 0) + 1
        elif (
            agreed.auto_overage
            and plan.bears_overage
            and (price == 0 or agreed.cap is None or spent + price <= agreed.cap)
        ):
            spent += price
            counts["overage"] += 1
        else:
            counts["absorbed"] += 1
    return counts | {"drawn": drawn}


@given(FEW, STANDINGS, PLANS, AGREED)
def test_parts_are_those_of_counting_token_by_token(tokens, standing, plan, agreed):
    parts = settle(tokens, standing, plan, agreed)
    assert one_by_one(tokens, standing, plan, agreed) == {
        "included": parts.from_included,
        "overage": parts.from_overage,
        "absorbed": parts.from_absorbed,
        "drawn": {part.id: part.remaining for part in parts.from_topups},
    }


def after(standing: Standing, parts: Parts) -> Standing:
    """The standing once these parts are drawn."""
    taken = {part.id: part.remaining for part in parts.from_topups}
    return Standing(
        included_used=standing.included_used + parts.from_included,
        overage_micros=standing.overage_micros + parts.overage_micros,
        topups=[TopupBalance(one.id, one.remaining - taken.get(one.id, 0)) for one in standing.topups],
    )


@given(st.lists(FEW, max_size=6), STANDINGS, PLANS, AGREED)
def test_one_after_the_other_is_the_same_as_all_at_once(calls, standing, plan, agreed):
    now, sums = standing, [0, 0, 0, 0]
    for tokens in calls:
        parts = settle(tokens, now, plan, agreed)
        now = after(now, parts)
        found = (parts.from_included, parts.from_topup, parts.from_overage, parts.from_absorbed)
        sums = [total + part for total, part in zip(sums, found, strict=True)]
    whole = settle(sum(calls), standing, plan, agreed)
    assert sums == [whole.from_included, whole.from_topup, whole.from_overage, whole.from_absorbed]


@given(
    st.integers(0, 10**12),
    st.builds(Standing, included_used=st.integers(0, 10**12), overage_micros=st.integers(0, 10**18)),
    st.builds(
        Priced,
        included_tokens=st.integers(0, 10**12),
        overage_per_million_cents=st.integers(0, 10**7),
        version=st.just(4),
        bears_overage=st.booleans(),
    ),
    st.builds(Agreed, auto_overage=st.booleans(), cap=st.none() | st.integers(0, 10**12)),
)
def test_every_token_is_in_one_part_and_no_amount_passes_the_cap(tokens, standing, plan, agreed):
    parts = settle(tokens, standing, plan, agreed)
    found = (parts.from_included, parts.from_topup, parts.from_overage, parts.from_absorbed)
    assert min(found) >= 0
    assert sum(found) == tokens
    spent = standing.overage_micros + parts.overage_micros
    if parts.overage_micros:
        assert cents(spent) <= (MOST_CAP_CENTS if agreed.cap is None else agreed.cap)
    assert spent < 2**63
    if parts.from_overage:
        assert (parts.overage_price, parts.plan_version) == (plan.overage_per_million_cents, 4)
    else:
        assert (parts.overage_price, parts.plan_version) == (None, None)


@given(FEW, STANDINGS, PLANS, AGREED)
def test_nothing_is_absorbed_while_something_is_left_to_draw(tokens, standing, plan, agreed):
    left = left_to_draw(standing, plan, agreed)
    absorbed = settle(tokens, standing, plan, agreed).from_absorbed
    assert absorbed == (0 if left is None else max(tokens - left, 0))


PAID = Priced(included_tokens=100, overage_per_million_cents=2_900, version=1, bears_overage=True)
OFF = Agreed(auto_overage=False, cap=None)


@pytest.mark.parametrize(
    ("plan", "agreed"),
    [
        (PAID, OFF),
        (PAID, Agreed(auto_overage=True, cap=0)),
        (msgspec.structs.replace(PAID, bears_overage=False), Agreed(auto_overage=True, cap=None)),
    ],
)
def test_what_nobody_agreed_to_pay_is_the_houses(plan, agreed):
    parts = settle(63_000, Standing(), plan, agreed)
    assert (parts.from_included, parts.from_overage, parts.from_absorbed) == (100, 0, 62_900)


def test_cap_of_a_real_bounds_a_call_of_a_million_tokens():
    agreed = Agreed(auto_overage=True, cap=100)
    parts = settle(1_000_000, Standing(included_used=100), PAID, agreed)
    assert (parts.from_overage, parts.from_absorbed) == (34_482, 965_518)
    assert cents(parts.overage_micros) == 100


def test_a_lowered_cap_leaves_no_room_and_takes_nothing_back():
    spent = Standing(included_used=100, overage_micros=500 * PER_CENT)
    parts = settle(1_000, spent, PAID, Agreed(auto_overage=True, cap=100))
    assert (parts.from_overage, parts.from_absorbed) == (0, 1_000)
