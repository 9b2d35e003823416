"""Declaring jobs, and the delays between attempts."""

from datetime import timedelta

import pytest

from app.jobs import Job, NoArgs, Registry


def test_a_name_is_given_once(registry: Registry) -> None:
    @registry.schedule("a", every=timedelta(minutes=1))
    async def first(ctx: object) -> None: ...

    with pytest.raises(ValueError, match="two jobs are named a"):

        @registry.job("a", args=NoArgs)
        async def second(ctx: object, args: NoArgs) -> None: ...


def make(delays: tuple[float, ...] | None) -> Job[NoArgs]:
    async def handler(ctx: object, args: NoArgs) -> None: ...

    return Registry().job("x", args=NoArgs, delays_s=delays)(handler)


def test_delays_double_to_an_hour_with_jitter() -> None:
    job = make(None)
    for attempts, base in [(1, 2), (2, 4), (5, 32), (20, 3600), (500, 3600)]:
        assert all(0.8 * base <= job.delay_after(attempts) <= 1.2 * base for _ in range(50))
    assert len({job.delay_after(3) for _ in range(10)}) > 1


def test_listed_delays_are_followed_and_the_last_one_stays() -> None:
    job = make((5, 300))
    assert 4 <= job.delay_after(1) <= 6
    assert 240 <= job.delay_after(2) <= 360
    assert 240 <= job.delay_after(9) <= 360
