"""ERP signatures: checked both ways against the independent `standardwebhooks` package."""

from datetime import UTC, datetime

import pytest
import standardwebhooks
from hypothesis import given
from hypothesis import strategies as st

from app.clients.standard_webhooks import BadSignature, make_secret, sign, sign_plain, verify, verify_plain

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"items":[{"sku":"A1","quantity":3}]}'
NOW = 1_790_000_000


def check(headers, *, secrets=(SECRET,), body=BODY, now=NOW):
    verify(
        secrets,
        message_id=headers["webhook-id"],
        timestamp=headers["webhook-timestamp"],
        signature=headers["webhook-signature"],
        body=body,
        now=now,
    )


def test_our_signature_is_the_published_one():
    theirs = standardwebhooks.Webhook(SECRET).sign("msg_1", datetime.fromtimestamp(NOW, UTC), BODY.decode())
    assert sign([SECRET], "msg_1", NOW, BODY)["webhook-signature"] == theirs


def test_the_independent_package_accepts_what_we_sign():
    secret = make_secret()
    now = int(datetime.now(UTC).timestamp())
    standardwebhooks.Webhook(secret).verify(BODY, sign([secret], "msg_2", now, BODY))


@given(st.binary(), st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1))
def test_what_is_signed_verifies(body, message_id):
    check(sign([SECRET], message_id, NOW, body), body=body)


@pytest.mark.parametrize("shift", [-300, 0, 300])
def test_clock_may_differ_by_five_minutes(shift):
    check(sign([SECRET], "msg", NOW + shift, BODY))


@pytest.mark.parametrize("shift", [-301, 301])
def test_replayed_and_future_messages_are_refused(shift):
    with pytest.raises(BadSignature, match="tolerance"):
        check(sign([SECRET], "msg", NOW + shift, BODY))


def test_any_of_several_signatures_and_secrets_may_match():
    headers = sign([SECRET], "msg", NOW, BODY)
    headers["webhook-signature"] = "v1a,abc v1,AAAA " + headers["webhook-signature"]
    check(headers, secrets=(make_secret(), SECRET))


@pytest.mark.parametrize(
    "change",
    [
        {"webhook-id": "other"},
        {"webhook-id": ""},
        {"webhook-timestamp": "x"},
        {"webhook-timestamp": "١٧٩٠٠٠٠٠٠٠"},
        {"webhook-timestamp": "9" * 40},
        {"webhook-timestamp": ""},
        {"webhook-signature": ""},
        {"webhook-signature": "v1,é"},
        {"webhook-signature": "v2,AAAA"},
    ],
)
def test_changed_header_is_refused(change):
    with pytest.raises(BadSignature):
        check(sign([SECRET], "msg", NOW, BODY) | change)


@pytest.mark.parametrize("secrets", [(), ("",), ("whsec_",), (make_secret(),)])
def test_missing_empty_or_other_secret_matches_nothing(secrets):
    with pytest.raises(BadSignature):
        check(sign([SECRET], "msg", NOW, BODY), secrets=secrets)
    with pytest.raises(BadSignature):
        check(sign([""], "msg", NOW, BODY), secrets=secrets)
    with pytest.raises(BadSignature):
        verify_plain(secrets, signature=sign_plain("", BODY), body=BODY)


def test_plain_form_takes_the_secret_as_it_is_shown():
    # printf '{}' | openssl dgst -sha256 -hmac segredo
    made_by_openssl = "fb628fffaa33657454b42caedf691bd6a3ecb2b2f1e32a33d1f916632fa09b20"
    assert sign_plain("segredo", b"{}") == f"sha256={made_by_openssl}"
    verify_plain((SECRET,), signature=sign_plain(SECRET, BODY).upper().replace("SHA256", "sha256"), body=BODY)


@pytest.mark.parametrize("signature", ["", "sha256=", "sha1=abc", "sha256=é", sign_plain(SECRET, b"other")])
def test_wrong_plain_signature_is_refused(signature):
    with pytest.raises(BadSignature):
        verify_plain((SECRET,), signature=signature, body=BODY)
