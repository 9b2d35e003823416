import pytest
from starlette.requests import Request

from app.storefront.limits import RateLimiter, SignInLimits
from app.storefront.pages.auth import address_of


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_window_slides() -> None:
    clock = Clock()
    limiter = RateLimiter(2, 10.0, clock=clock)
    assert [limiter.hit("a"), limiter.hit("a")] == [0.0, 0.0]
    assert limiter.hit("a") == 10.0
    assert limiter.hit("b") == 0.0
    clock.now = 10.5
    assert limiter.hit("a") == 0.0


def test_refused_tries_do_not_prolong_the_wait() -> None:
    clock = Clock()
    limiter = RateLimiter(1, 10.0, clock=clock)
    limiter.hit("a")
    clock.now = 9.0
    assert limiter.hit("a") == 1.0


def test_the_number_of_keys_is_bounded() -> None:
    limiter = RateLimiter(1, 10.0, max_keys=3)
    for index in range(10):
        limiter.hit(str(index))
    assert len(limiter._hits) == 3


def test_one_address_cannot_lock_an_account_for_another() -> None:
    limits = SignInLimits(Clock())
    for _ in range(40):
        limits.login("ana", "stranger")
    assert limits.login("ana", "stranger") > 0
    assert limits.login("ana", "home") == 0.0


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        (":x", ":x"),
    ],
)
def test_an_ipv6_customer_counts_as_one(host: str, key: str) -> None:
    assert address_of(Request({"type": "http", "client": (host, 1)})) == key
