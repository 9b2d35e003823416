import time

import pytest

from app.storefront.passwords import Passwords, password_problem


@pytest.mark.parametrize(
    ("password", "fine"),
    [("x" * 7, False), ("x" * 8, True), ("x" * 72, True), ("x" * 73, False), ("é" * 37, False), ("é" * 36, True),
     ("\0" * 9, False), ("", False)],
)  # fmt: skip
def test_bounds(password: str, fine: bool) -> None:
    assert (password_problem(password) is None) is fine


async def test_hash_is_bcrypt_and_matches() -> None:
    passwords = Passwords(4)
    hashed = await passwords.hash("correct horse")
    assert hashed.startswith("$2b$04$")
    assert await passwords.matches("correct horse", hashed)
    assert not await passwords.matches("wrong horse", hashed)


@pytest.mark.parametrize("stored", [None, "", "scrypt:abc", "$2b$04$short"])
async def test_nothing_matches_without_a_bcrypt_hash(stored: str | None) -> None:
    assert not await Passwords(4).matches("correct horse", stored)


async def test_a_longer_password_does_not_match_by_its_first_72_bytes() -> None:
    passwords = Passwords(4)
    assert not await passwords.matches("x" * 73, await passwords.hash("x" * 72))


async def test_unknown_accounts_cost_the_same_work() -> None:
    passwords = Passwords(10)
    hashed = await passwords.hash("correct horse")

    async def cost(stored: str | None) -> float:
        best = 9.0
        for _ in range(3):
            started = time.perf_counter()
            await passwords.matches("wrong horse", stored)
            best = min(best, time.perf_counter() - started)
        return best

    known, unknown = await cost(hashed), await cost(None)
    assert 0.4 < known / unknown < 2.5
