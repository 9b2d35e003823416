import hmac
import re
from hashlib import sha256
from html import unescape

from app.storefront.pages.relay import relay_path
from tests.storefront.conftest import ORIGIN, SECRET
from tests.storefront.fake_backend import HOOK_TOKEN, FakeBackend
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


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


async def test_an_erp_sends_its_stock_to_the_address_that_the_desk_shows(shopkeeper: Shopkeeper) -> None:
    product = await shopkeeper.product(sku="CAN-1", stock_quantity=5)
    answer = await shopkeeper.submit("/settings/stock", {"inbound_enabled": "1"}, status=200)
    (address,) = re.findall(r'id="inbound">([^<]+)<', answer.text)
    (secret,) = re.findall(r'<code id="secret-1">([^<]+)<', answer.text)
    assert address == f"{ORIGIN}/api/webhooks/stock-sync/{shopkeeper.store_id}"
    body = b'{"occurred_at": "2026-01-02T03:04:05Z", "event_id": "e-1", "mode": "set",'
    body += b' "items": [{"sku": "CAN-1", "quantity": 12}]}'
    signature = hmac.new(unescape(secret).encode(), body, sha256).hexdigest()
    erp = {"Origin": "", "Cookie": ""}
    refused = await shopkeeper.web.post(address, content=body, headers=erp | {"X-Signature-256": "sha256=" + "0" * 64})
    assert refused.status_code == 401
    assert refused.json()["type"] == "/problems/invalid-signature"
    taken = await shopkeeper.web.post(address, content=body, headers=erp | {"X-Signature-256": f"sha256={signature}"})
    assert taken.status_code == 200, taken.text
    assert taken.json()["updated"] == 1
    assert (await shopkeeper.now(product["id"]))["stock_quantity"] == 12
