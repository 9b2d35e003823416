import bcrypt
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


@pytest.mark.parametrize("stored", [None, "scrypt:abc", "$2b$04$short"])
async def test_accounts_that_cannot_match_cost_one_hash_too(stored: str | None, monkeypatch) -> None:
    passwords = Passwords(5)
    hashed = await passwords.hash("correct horse")
    work: list[bytes] = []
    real = bcrypt.checkpw

    def counted(candidate: bytes, against: bytes) -> bool:
        fits = real(candidate, against)
        work.append(against[:7])
        return fits

    monkeypatch.setattr(bcrypt, "checkpw", counted)
    await passwords.matches("wrong horse", hashed)
    await passwords.matches("wrong horse", stored)
    assert work == [b"$2b$05$", b"$2b$05$"]
