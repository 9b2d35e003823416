"""Months in a zone, the quota's state, alerts, when money is asked for."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.billing.rules import (
    alert_reached,
    month_from,
    month_of,
    next_month,
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
    ("used", "left", "state"), [(0, 1_000, "ALLOW"), (799, 201, "ALLOW"), (800, 200, "WARN"), (1_000, 0, "BLOCK")]
)
def test_alert_is_measured_against_what_is_paid(used, left, state):
    assert quota_state(0, left, used, 1_000, 80) == state


def test_reserved_tokens_count_as_used():
    assert quota_state(200, 400, 600, 1_000, 80) == "WARN"
    assert quota_state(400, 400, 600, 1_000, 80) == "BLOCK"


def test_company_without_a_limit_is_warned_but_never_blocked():
    assert quota_state(10**15, None, 100, 100, 80) == "WARN"


def test_the_highest_threshold_that_is_reached_counts():
    assert [alert_reached(used, 100, 80) for used in (0, 79, 80, 89, 90, 99, 100)] == [0, 0, 80, 80, 90, 90, 100]


def test_a_threshold_of_its_own_above_ninety_is_the_first():
    assert [alert_reached(used, 100, 95) for used in (90, 94, 95, 100)] == [0, 0, 95, 100]


@pytest.mark.parametrize(("price", "tokens"), [(3_000, 1_000_000), (6_000, 500_000), (1, 3_000_000_000)])
def test_price_of_bought_tokens_is_given(price, tokens):
    assert topup_tokens(3_000, price) == tokens


@pytest.mark.parametrize(
    ("cents", "closed", "charged"),
    [(99, True, False), (100, True, True), (4_999, False, False), (5_000, False, True)],
)
def test_small_amounts_wait(cents, closed, charged):
    assert should_charge(cents, month_closed=closed) is charged
