"""When a delivery is tried again: soon at first, then rarely, and not for ever."""

from datetime import UTC, datetime, timedelta

import pytest

from app.features.webhook_endpoints.rules import DELAYS_S, next_try

AT = datetime(2026, 11, 22, 12, tzinfo=UTC)
THREE_DAYS = timedelta(days=3)


@pytest.mark.parametrize(("tries", "most_s"), [(1, 5), (2, 30), (3, 120), (len(DELAYS_S), 28_800), (100, 28_800)])
def test_each_wait_is_as_long_as_the_table_says_and_a_little_shorter(tries: int, most_s: int) -> None:
    for _ in range(50):
        again = next_try(tries, AT, AT, THREE_DAYS)
        assert again is not None
        assert most_s * 0.8 <= (again - AT).total_seconds() <= most_s


def test_the_last_try_is_at_the_end_of_its_time_and_none_comes_after() -> None:
    ends = AT + THREE_DAYS
    assert next_try(9, AT, ends - timedelta(minutes=1), THREE_DAYS) == ends
    assert next_try(10, AT, ends, THREE_DAYS) is None


def test_what_waited_too_long_behind_another_one_has_one_try() -> None:
    assert next_try(1, AT, AT + timedelta(days=4), THREE_DAYS) is None


def test_a_receiver_that_stays_away_is_asked_some_twenty_times() -> None:
    now, tries = AT, 0
    while True:
        tries += 1
        again = next_try(tries, AT, now, THREE_DAYS)
        if again is None:
            break
        now = again
    assert now == AT + THREE_DAYS
    assert 15 <= tries <= 20
