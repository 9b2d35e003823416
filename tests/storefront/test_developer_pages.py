"""/developers over the real backend: endpoints, the secret that is shown once, deliveries and their replay."""

import html
import re

from app.features.webhook_endpoints.dispatch import dispatch_all
from app.features.webhook_endpoints.types import WebhookType
from app.storefront.pages import developers
from tests.storefront.shopkeeper import shopkeeper

__all__ = ["shopkeeper"]
HOOK = {
    "url": "https://93.184.216.34/hooks",
    "description": "ERP da matriz",
    "types": ["order.created", "stock.changed"],
}


def test_every_event_can_be_chosen():
    assert set(developers.TYPES) == set(WebhookType.__args__)


async def test_an_endpoint_is_made_and_its_secret_shown_once(shopkeeper):
    assert "Nenhum endereço" in await shopkeeper.page("/developers")
    made = await shopkeeper.submit("/developers", HOOK, status=200)
    [secret] = re.findall(r"whsec_[A-Za-z0-9+/=]{20,}", made.text)
    assert made.headers["cache-control"] == "no-store"
    [endpoint] = (await shopkeeper.http.get("/internal/webhook-endpoints")).json()
    assert endpoint["types"] == HOOK["types"]
    listed = await shopkeeper.page("/developers")
    detail = await shopkeeper.page(f"/developers/{endpoint['id']}")
    assert "ERP da matriz" in listed
    assert "Nada enviado ainda" in detail
    assert secret not in listed + detail
    rolled = await shopkeeper.submit(f"/developers/{endpoint['id']}/secret", {"confirmed": "1"}, status=200)
    assert "whsec_" in rolled.text
    assert secret not in rolled.text
    assert "ainda assina junto" in rolled.text


async def test_a_refused_form_keeps_what_was_typed(shopkeeper):
    refused = await shopkeeper.submit("/developers", HOOK | {"url": "http://127.0.0.1/x"}, status=422)
    assert 'value="http://127.0.0.1/x"' in refused.text
    nothing = await shopkeeper.submit("/developers", HOOK | {"types": []}, status=422)
    assert "Escolha ao menos um aviso." in nothing.text
    assert (await shopkeeper.http.get("/internal/webhook-endpoints")).json() == []


async def test_an_endpoint_is_changed_switched_off_and_removed_after_a_question(shopkeeper):
    await shopkeeper.submit("/developers", HOOK, status=200)
    [endpoint] = (await shopkeeper.http.get("/internal/webhook-endpoints")).json()
    path = f"/developers/{endpoint['id']}"
    await shopkeeper.submit(path, HOOK | {"types": ["usage.alert"], "store_id": shopkeeper.store_id})
    [changed] = (await shopkeeper.http.get("/internal/webhook-endpoints")).json()
    assert (changed["types"], changed["store_id"], changed["active"]) == (["usage.alert"], shopkeeper.store_id, False)
    asked = await shopkeeper.submit(f"{path}/delete", status=200)
    assert "Remover este endereço?" in asked.text
    await shopkeeper.submit(f"{path}/delete", {"confirmed": "1"})
    assert (await shopkeeper.http.get("/internal/webhook-endpoints")).json() == []


async def test_what_was_sent_is_told_and_sent_again(shopkeeper, database):
    await shopkeeper.submit("/developers", HOOK, status=200)
    [endpoint] = (await shopkeeper.http.get("/internal/webhook-endpoints")).json()
    path = f"/developers/{endpoint['id']}"
    await shopkeeper.product(stock_quantity=3)
    await dispatch_all(shopkeeper.api.services)
    assert "Estoque mudou" in await shopkeeper.page(path)
    await database.execute("UPDATE webhook_deliveries SET dead_at = now(), attempts = 9, last_status = 500")
    assert "Desistimos" in await shopkeeper.page(path, status="dead")
    [delivery] = (await shopkeeper.http.get(f"/internal/webhook-endpoints/{endpoint['id']}/deliveries")).json()["items"]
    await shopkeeper.submit(f"{path}/deliveries/{delivery['id']}/replay")
    assert "Nada enviado ainda" in await shopkeeper.page(path, status="dead")
    assert "A enviar" in await shopkeeper.page(path, status="pending")


async def test_events_are_told_from_the_latest_on_and_lead_to_what_they_are_about(shopkeeper):
    product = await shopkeeper.product(stock_quantity=3, price_cents=4990)
    body = {"store_id": shopkeeper.store_id, "items": [{"product_id": product["id"], "quantity": 1}]}
    order = (await shopkeeper.http.post("/internal/orders", json=body | {"payment_method": "cod"})).json()
    await dispatch_all(shopkeeper.api.services)
    told = await shopkeeper.page("/developers/api")
    assert told.index("order.created") < told.index("stock.changed")
    assert f'href="/orders/{order["id"]}">Pedido criado' in told
    assert f'href="/products/{product["id"]}">Estoque mudou' in told
    first = re.search(r"stock\.changed · (\d+)", told)
    assert "Nada aconteceu ainda" in await shopkeeper.page("/developers/api", before=first[1])


async def test_the_page_says_whose_key_it_is_and_its_command_answers_the_company(shopkeeper):
    told = html.unescape(await shopkeeper.page("/developers/api"))
    assert "Não há chave por empresa" in told
    [company] = re.findall(r'-H "X-Actor-User-Id: ([^"]+)"', told)
    assert company == shopkeeper.http.headers["X-Actor-User-Id"]
    [path] = re.findall(r'"https?://[^/"]+(/internal/[^"]+)"', told)
    assert (await shopkeeper.http.get(path)).status_code == 200
