"""The sample store of a first day, over the real backend: made, worked in, removed."""

import contextlib
import html
import re
from collections import Counter

import pytest

from app.storefront import sample
from app.storefront.backend import ApiError
from tests.storefront.conftest import ANA
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


async def sample_of(shop: Shopkeeper) -> str:
    """Make the sample store and work in it; gives its id."""
    made = await shop.submit("/stores/sample")
    store_id: str = re.findall(r"store=([0-9a-f-]{36})", made.headers["location"])[0]
    await shop.web.get(made.headers["location"])
    return store_id


async def test_a_first_day_may_begin_with_a_full_desk(shopkeeper: Shopkeeper) -> None:
    store_id = await sample_of(shopkeeper)
    dashboard = await shopkeeper.page("/dashboard")
    assert "Estes são dados de exemplo." in dashboard
    assert "Receita por dia" in dashboard
    assert "Mochila Urbana" in await shopkeeper.page("/products")
    assert "Davi Rocha" in await shopkeeper.page("/orders")
    inbox = await shopkeeper.page("/inbox", state="all")
    assert all(name in inbox for name in ("Bruno Alves", "Carla Dias", "Davi Rocha")), inbox
    again = await shopkeeper.submit("/stores/sample")
    assert store_id in again.headers["location"]


async def test_every_link_of_a_full_desk_leads_somewhere(shopkeeper: Shopkeeper) -> None:
    await sample_of(shopkeeper)
    seen: set[str] = set()
    alike: Counter[str] = Counter()
    ahead, broken = ["/dashboard"], []
    while ahead:
        path = ahead.pop()
        kind = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+", "N", path)
        if path in seen or path == "/logout" or path.startswith("/static/") or alike[kind] == 5:
            continue
        seen.add(path)
        alike[kind] += 1
        page = await shopkeeper.web.get(path)
        if page.status_code >= 400:
            broken.append(path)
        found = re.findall(r'<a [^>]*href="(/[^"#]*)', page.text)
        ahead += [html.unescape(link) for link in found]
    assert len(seen) > 60
    assert broken == []


async def test_the_sample_goes_with_its_open_orders_and_the_own_store_stays(shopkeeper: Shopkeeper) -> None:
    store_id = await sample_of(shopkeeper)
    assert "Sim, continuar" in (await shopkeeper.submit(f"/stores/{store_id}/remove", status=200)).text
    await shopkeeper.submit(f"/stores/{store_id}/remove", {"confirmed": "1"})
    stores = (await shopkeeper.http.get("/internal/stores")).json()
    assert [store["id"] for store in stores] == [shopkeeper.store_id]
    assert "dados de exemplo" not in await shopkeeper.page("/dashboard")


async def test_a_store_with_open_orders_says_why_it_stays(shopkeeper: Shopkeeper) -> None:
    product = await shopkeeper.product(price_cents=1000, stock_quantity=5)
    order = {"store_id": shopkeeper.store_id, "items": [{"product_id": product["id"], "quantity": 1}]}
    made = await shopkeeper.http.post("/internal/orders", json=order | {"payment_method": "cod", "customer_info": {}})
    assert made.status_code == 201, made.text
    refused = await shopkeeper.submit(f"/stores/{shopkeeper.store_id}/remove", {"confirmed": "1"}, status=422)
    assert "Esta loja tem pedidos em aberto." in refused.text


async def test_a_plan_without_room_has_no_sample(shopkeeper: Shopkeeper) -> None:
    for number in (2, 3):
        await shopkeeper.submit("/stores", {"name": f"Loja {number}"})
    refused = await shopkeeper.web.post("/stores/sample")  # three stores are what the free plan has
    assert refused.status_code == 409, refused.text[:1000]
    assert len((await shopkeeper.http.get("/internal/stores")).json()) == 3


async def test_nothing_half_made_is_left(shopkeeper: Shopkeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise ApiError(503, {"type": "/problems/unavailable"})

    monkeypatch.setattr(sample, "_order", refuse)
    assert (await shopkeeper.web.post("/stores/sample")).status_code == 503
    stores = (await shopkeeper.http.get("/internal/stores")).json()
    assert [store["id"] for store in stores] == [shopkeeper.store_id]


async def test_a_sample_that_was_interrupted_is_made_anew(
    shopkeeper: Shopkeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def killed(*_: object) -> None:
        raise RuntimeError("the process ends here")

    with monkeypatch.context() as patch:
        patch.setattr(sample, "_talk", killed)
        with contextlib.suppress(RuntimeError):
            await shopkeeper.web.post("/stores/sample")
    half = await sample_id(shopkeeper)
    await shopkeeper.page("/dashboard", store=half)
    assert "ficou pela metade" in await shopkeeper.page("/dashboard")
    made = await shopkeeper.submit("/stores/sample")
    whole = await sample_id(shopkeeper)
    assert whole != half
    assert whole in made.headers["location"]
    await shopkeeper.page("/dashboard", store=whole)
    assert "ficou pela metade" not in await shopkeeper.page("/dashboard")
    assert "Bruno Alves" in await shopkeeper.page("/inbox", state="all")


async def sample_id(shop: Shopkeeper) -> str:
    """The one store that is not Ana's own."""
    stores = (await shop.http.get("/internal/stores")).json()
    (found,) = (store["id"] for store in stores if store["id"] != shop.store_id)
    return str(found)


async def test_the_checklist_leads_from_nothing_to_the_first_order(shopkeeper: Shopkeeper) -> None:
    page = await shopkeeper.page("/dashboard")
    titles = re.findall(r'<span class="strong">([^<]+)</span> <span class="muted small">', page)
    assert titles == [
        "Criar a loja", "Importar o catálogo", "Escolher como receber", "Dizer como entrega",
        "Criar e ligar um agente", "Ensinar o que ele responde", "Conversar e fazer o primeiro pedido",
    ]  # fmt: skip
    path = f"/internal/stores/{shopkeeper.store_id}/shipping-rules"
    await shopkeeper.http.put(path, json={"rules": [{"name": "Retirada", "kind": "pickup"}]})
    assert "2 de 7 prontos" in await shopkeeper.page("/dashboard")
    assert ANA["name"].split()[0] in page
    agent = await shopkeeper.http.post(
        "/internal/agents", json={"store_id": shopkeeper.store_id, "name": "Lia", "type": "vendas"}
    )
    document = {"store_id": shopkeeper.store_id, "title": "Trocas", "content": "Sete dias."}
    made = (await shopkeeper.http.post("/internal/documents", json=document)).json()
    agent_id = agent.json()["id"]
    assert f'href="/agents/{agent_id}#knowledge"' in await shopkeeper.page("/dashboard")
    await shopkeeper.submit(f"/agents/{agent_id}/knowledge", {"document_ids": made["id"]})
    assert "3 de 7 prontos" in await shopkeeper.page("/dashboard")
