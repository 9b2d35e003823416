from app.storefront.pages.relay import relay_path
from tests.storefront.conftest import SECRET
from tests.storefront.fake_backend import HOOK_TOKEN, FakeBackend


async def test_a_notification_is_relayed_as_it_came(browser, backend: FakeBackend) -> None:
    body = b'{"event":"OPENPIX:CHARGE_COMPLETED",  "charge":{}}'
    headers = {"x-webhook-signature": "sig", "Origin": "", "Cookie": "a=b", "x-webhook-token": "forged"}
    answer = await browser.post(relay_path(SECRET), content=body, headers=headers)
    assert answer.json() == {"received": True, "result": "ignored"}
    ((sent, sent_headers),) = backend.relayed
    assert sent == body
    assert sent_headers["x-webhook-token"] == HOOK_TOKEN
    assert sent_headers["x-webhook-signature"] == "sig"
    assert "cookie" not in sent_headers


async def test_large_notifications_are_refused(browser, backend: FakeBackend) -> None:
    assert (await browser.post(relay_path(SECRET), content=b"x" * 70_000)).status_code == 413
    assert backend.relayed == []


async def test_other_addresses_relay_nothing(browser, backend: FakeBackend) -> None:
    for key in ("0" * 32, "x", "é"):
        assert (await browser.post(f"/api/webhooks/pixprovider/{key}", content=b"{}")).status_code == 404
    assert (await browser.post("/api/webhooks/pixprovider", content=b"{}")).status_code == 404
    assert backend.relayed == []
