"""Sealed secrets: bound to their row, opened over key rotation, never readable or changeable."""

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.ops.secret_box import SecretBox, SecretBoxError

OLD = b64encode(b"o" * 32).decode()
NEW = b64encode(b"n" * 32).decode()


@given(st.text(), st.text())
def test_sealed_text_opens_again(plain, aad):
    box = SecretBox(OLD)
    assert box.open(box.seal(plain, aad), aad) == plain


def test_value_copied_into_another_row_does_not_open():
    box = SecretBox(OLD)
    with pytest.raises(SecretBoxError):
        box.open(box.seal("re_123", "store:a"), "store:b")


def test_changed_byte_is_noticed_wherever_it_is():
    box = SecretBox(OLD)
    sealed = box.seal("re_123", "row")
    for place in range(len(sealed)):
        changed = bytearray(sealed)
        changed[place] ^= 1
        with pytest.raises(SecretBoxError):
            box.open(bytes(changed), "row")


@pytest.mark.parametrize("cut", [b"", b"\x01", b"\x01" * 20])
def test_short_value_is_refused(cut):
    with pytest.raises(SecretBoxError):
        SecretBox(OLD).open(cut, "row")


def test_newest_key_seals_and_older_ones_still_open():
    sealed = SecretBox(OLD).seal("re_123", "row")
    rotated = SecretBox(f"{NEW}, {OLD}")
    assert rotated.open(sealed, "row") == "re_123"
    assert rotated.needs_resealing(sealed)
    again = rotated.seal("re_123", "row")
    assert not rotated.needs_resealing(again)
    assert SecretBox(NEW).open(again, "row") == "re_123"
    with pytest.raises(SecretBoxError, match="no longer lists"):
        SecretBox(NEW).open(sealed, "row")


def test_same_text_seals_differently_each_time():
    box = SecretBox(OLD)
    assert box.seal("re_123", "row") != box.seal("re_123", "row")


@pytest.mark.parametrize("keys", ["", " , ", "not base64!", b64encode(b"short").decode(), f"{OLD},x"])
def test_unusable_keys_are_named_without_being_shown(keys):
    with pytest.raises(SecretBoxError, match="SECRETS_KEY") as caught:
        SecretBox(keys)
    assert OLD not in str(caught.value)
