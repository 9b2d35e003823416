"""Values that are sealed and still found."""

from app.ops.secret_box import SecretBox
from app.ops.vault import Vault
from tests.api import AUTH_SECRET, SECRETS_KEY, VAULT

OTHER_KEY = "YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWY="


def test_a_hash_is_the_same_after_a_rotation_of_the_sealing_key_and_another_with_another_secret() -> None:
    rotated = Vault(SecretBox(f"{OTHER_KEY},{SECRETS_KEY}"), AUTH_SECRET)
    assert rotated.hash("session_token", "é") == VAULT.hash("session_token", "é")
    assert rotated.hash("session_token", "é") != VAULT.hash("verification_value", "é")
    assert Vault(SecretBox(SECRETS_KEY), "another").hash("session_token", "é") != VAULT.hash("session_token", "é")


def test_what_no_key_opens_or_another_row_holds_is_as_if_it_were_not_there() -> None:
    sealed = VAULT.seal("token", "session:u:s")
    assert VAULT.open(sealed, "session:u:s") == "token"
    assert VAULT.open(sealed, "session:u:other") is None
    assert Vault(SecretBox(OTHER_KEY), AUTH_SECRET).open(sealed, "session:u:s") is None
