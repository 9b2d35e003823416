"""E-mails that can be seen, password hashes that are known."""

import bcrypt
import pytest

from app.features.auth.rules import is_password_hash
from app.web.text import is_visible


@pytest.mark.parametrize("email", ["ana@example.com", "joão@exämple.com", "a+b/c%2F@x.y", "名前@example.com", "é@x.y"])
def test_letters_of_any_script_are_visible(email: str) -> None:
    assert is_visible(email)


@pytest.mark.parametrize(
    "code", [0x0A, 0x20, 0x7F, 0xA0, 0xAD, 0x200B, 0x200D, 0x202E, 0x2028, 0x2060, 0x3164, 0xFE0F, 0xFEFF, 0xE0001]
)
def test_what_nobody_sees_is_not(code: int) -> None:
    assert not is_visible(f"n{chr(code)}@b.com")


def test_hashes_of_bcrypt_argon2_and_scrypt_are_known_and_passwords_are_not() -> None:
    assert is_password_hash(bcrypt.hashpw(b"password", bcrypt.gensalt(4)).decode())
    assert is_password_hash("$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b4dWRWJTmaaKObG")
    assert is_password_hash("0123456789abcdef" * 2 + ":" + "0123456789abcdef" * 8)
    for text in (
        "plain text",
        "$2b$12$short",
        "a:b",
        "5f4dcc3b5aa765d61d8327deb882cf99",
        "",
        "$2b$04$" + "a" * 53 + "\n",
    ):
        assert not is_password_hash(text)
