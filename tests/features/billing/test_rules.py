"""Billing arithmetic: months in a zone, limits, the order in which tokens are drawn, amounts."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.billing.rules import (
    Allowance,
    TopupBalance,
    draw,
    month_from,
    month_of,
    next_month,
    overage_cents,
    quota_state,
    should_charge,
    topup_tokens,
)

SAO_PAULO = "America/Sao_Paulo"
ZONES = st.sampled_from([SAO_PAULO, "UTC", "America/Manaus", "America/Noronha", "Asia/Tokyo", "Europe/London"])


def test_month_turns_at_midnight_of_the_companys_zone():
    before = datetime(2026, 12, 1, 2, 59, 59, tzinfo=UTC)
    assert month_of(before, SAO_PAULO).label == "2026-11"
    assert month_of(before + timedelta(seconds=1), SAO_PAULO).label == "2026-12"
    assert month_of(before, "UTC").label == "2026-12"


def test_december_is_followed_by_january():
    period = month_from(date(2026, 12, 1), SAO_PAULO)
    assert period.start == datetime(2026, 12, 1, 3, tzinfo=UTC)
    assert period.end == datetime(2027, 1, 1, 3, tzinfo=UTC)


@given(st.datetimes(datetime(2015, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC)), ZONES)
def test_every_moment_lies_in_exactly_one_month(moment, zone):
    period = month_of(moment, zone)
    assert period.start <= moment < period.end
    assert period.end == month_from(next_month(period.first), zone).start


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        ({}, 1_500),
        ({"auto_overage": True}, 1_500),
        ({"auto_overage": True, "status": "active"}, None),
        ({"auto_overage": True, "status": "active", "cap": 0}, 1_500),
        ({"auto_overage": True, "status": "active", "cap": 10}, 1_500 + 5_000),
        ({"auto_overage": True, "status": "past_due", "cap": 10}, 1_500),
        ({"auto_overage": True, "status": "active", "cap": 10, "overage_per_million_cents": 0}, None),
    ],
)
def test_limit_is_prepaid_plus_the_overage_the_company_agreed_to(settings, limit):
    base = {
        "included_tokens": 1_000,
        "topup_remaining": 300,
        "topup_used": 200,
        "overage_per_million_cents": 2_000,
    }
    assert Allowance(**base | settings).limit == limit


@pytest.mark.parametrize(("committed", "state"), [(0, "ALLOW"), (799, "ALLOW"), (800, "WARN"), (1_000, "BLOCK")])
def test_alert_is_measured_against_what_is_paid(committed, state):
    assert quota_state(committed, Allowance(included_tokens=1_000), 80) == state


def test_company_with_unlimited_overage_is_warned_but_never_blocked():
    allowance = Allowance(included_tokens=100, auto_overage=True, status="active", overage_per_million_cents=1)
    assert quota_state(10**15, allowance, 80) == "WARN"


def test_tokens_are_drawn_from_included_then_topups_then_overage():
    parts = draw(100, 30, [TopupBalance("a", 20), TopupBalance("b", 0), TopupBalance("c", 10)])
    assert parts.from_included == 30
    assert parts.from_topups == (TopupBalance("a", 20), TopupBalance("c", 10))
    assert parts.from_overage == 40


@given(
    st.integers(0, 10**12),
    st.integers(-(10**12), 10**12),
    st.lists(st.builds(TopupBalance, st.uuids().map(str), st.integers(0, 10**12)), max_size=6),
)
def test_parts_add_up_and_overdraw_nothing(tokens, included_left, topups):
    parts = draw(tokens, included_left, topups)
    assert parts.from_included + parts.from_topup + parts.from_overage == tokens
    assert parts.from_included <= max(included_left, 0)
    left = {topup.id: topup.remaining for topup in topups}
    assert all(part.remaining <= left[part.id] for part in parts.from_topups)
    if parts.from_overage:
        assert parts.from_topup == sum(left.values())


@given(st.integers(0, 10**12), st.integers(0, 10**6))
def test_overage_is_rounded_up_by_less_than_a_cent(tokens, price):
    cents = overage_cents(tokens, price)
    assert 0 <= cents * 1_000_000 - tokens * price < 1_000_000


def test_one_overage_token_costs_a_cent():
    assert overage_cents(1, 2_000) == 1
    assert overage_cents(0, 2_000) == 0


def test_smallest_topup_buys_a_million_tokens():
    assert topup_tokens(3_000) == 1_000_000


@pytest.mark.parametrize(
    ("cents", "closed", "charged"),
    [(99, True, False), (100, True, True), (4_999, False, False), (5_000, False, True)],
)
def test_small_amounts_wait(cents, closed, charged):
    assert should_charge(cents, month_closed=closed) is charged
