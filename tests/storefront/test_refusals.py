"""Bad news in the reader's language: what a conflict is about, why an agent's tool failed, what a call came to."""

import re

import pytest

from app.storefront.refusals import call_message, tool_message
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


async def test_a_conflict_says_what_it_is_about(shopkeeper: Shopkeeper) -> None:
    await shopkeeper.product(sku="A1")
    told = (await shopkeeper.submit("/products", {"name": "Outra", "sku": "A1", "price": "1,00"}, status=409)).text
    assert "Outro produto já tem este SKU." in told
    agent = (await shopkeeper.submit("/agents", {"name": "Lia", "type": "vendas", "channels": ["web"]})).headers[
        "location"
    ]
    test = {"name": "Frete", "turns": "quanto é o frete?"}
    await shopkeeper.submit(f"{agent}/tests", test)
    assert "Já existe um com este nome." in (await shopkeeper.submit(f"{agent}/tests", test, status=409)).text
    coupon = {"code": "VERAO10", "kind": "percent", "value": "10"}
    place = f"/stores/{shopkeeper.store_id}/coupons"
    await shopkeeper.submit(place, coupon)
    shopkeeper.web.headers["Accept-Language"] = "en"
    assert "There is a coupon with this code already." in (await shopkeeper.submit(place, coupon, status=409)).text


async def test_an_order_says_why_a_coupon_or_payment_does_not_hold(shopkeeper: Shopkeeper) -> None:
    cup = await shopkeeper.product(price_cents=1000)
    form = {f"quantity-{cup['id']}": "1", "payment_method": "manual_pix", "name": "Bia"}
    await shopkeeper.submit("/settings/payments", {"manual_pix_enabled": "1", "manual_pix_key": "pix@example.com",
                                                   "manual_pix_name": "Ana", "manual_pix_city": "Recife"})  # fmt: skip
    place = f"/stores/{shopkeeper.store_id}/coupons"
    await shopkeeper.submit(place, {"code": "GRANDE", "kind": "percent", "value": "10", "min_subtotal": "50,00"})
    old = {
        "starts_at": "2020-01-01T00:00:00Z",
        "ends_at": "2021-01-01T00:00:00Z",
        "code": "VELHO",
        "kind": "free_shipping",
    }
    await shopkeeper.http.post("/internal/coupons", json=old | {"store_id": shopkeeper.store_id})
    for code, why in (
        ("GRANDE", "O pedido é menor do que o mínimo deste cupom."),
        ("VELHO", "Este cupom já venceu."),
        ("NENHUM", "Não há cupom com este código nesta loja."),
    ):
        assert why in (await shopkeeper.submit("/orders", form | {"coupon_code": code}, status=422)).text
        assert why in (await shopkeeper.submit("/orders/new", form | {"coupon_code": code}, status=200)).text
    free = (await shopkeeper.submit("/orders", form | {"discount": "10,00"}, status=422)).text
    assert "O total é zero: escolha o pagamento na entrega." in free


async def test_the_erps_address_is_asked_for_before_it_is_called(shopkeeper: Shopkeeper) -> None:
    told = await shopkeeper.submit("/settings/stock/test", status=200)
    assert "Guarde primeiro o endereço do ERP." in told.text


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https:///estoque", "Escreva o endereço inteiro"),
        ("https://ana:x@erp.example.com/", "Tire usuário e senha"),
    ],
)
async def test_what_is_wrong_with_an_address_is_said(shopkeeper: Shopkeeper, address: str, said: str) -> None:
    page = await shopkeeper.submit("/settings/stock", {"outbound_url": address}, status=422)
    assert said in page.text


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("/settings", {"name": "Casa", "slug": "A B"}, "Letras minúsculas sem acento"),
        ("/settings/stock", {"outbound_enabled": "1"}, "Preencha este campo."),
        ("/settings/stock", {"outbound_url": "erp"}, "Escreva o endereço inteiro"),
        (
            "/settings/payments",
            {"manual_pix_key": "111.444.777-36", "manual_pix_key_type": "cpf"},
            "Este CPF não existe.",
        ),
        ("/settings/payments", {"manual_pix_key": "loja"}, "Isto não é uma chave PIX."),
        ("/products", {"name": "Vela", "image_urls": "exemplo.com/vela.jpg"}, "exemplo.com/vela.jpg não é um link."),
        ("/products", {"name": "Vela", "image_urls": "https://a.example/1 " * 21}, "São no máximo 20 links."),
        ("/products", {"name": "Vela", "image_urls": "https://"}, "Escreva o endereço inteiro"),
    ],
)
async def test_a_field_says_what_it_takes(shopkeeper: Shopkeeper, path: str, form: dict[str, str], said: str) -> None:
    page = (await shopkeeper.submit(path, form, status=422)).text
    assert re.search(rf'<span class="error" id="\w+-error">{re.escape(said)}', page)
    assert await shopkeeper.catalogue() == []


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ({"code": "coupon-refused", "message": "expired"}, "O cupom não vale"),
        ({"code": "insufficient-stock", "message": "x"}, "Não há estoque suficiente"),
        ({"code": "never heard of", "message": "x"}, "Não deu certo."),
        ("timeout", "O serviço demorou demais"),
    ],
)
def test_a_tool_that_failed_is_told_in_words(error: object, said: str) -> None:
    assert tool_message(error).startswith(said)


def test_a_receiver_that_is_left_alone_for_a_while_is_said_so() -> None:
    assert "falhou várias vezes" in call_message("not called: it failed too often just now")


def boxes(page: str) -> dict[str, bool]:
    """Each box of a page by name and value, and whether it is ticked."""
    found = re.findall(r'<input type="checkbox" name="([^"]+)" value="([^"]+)"( checked)?', page)
    return {f"{name} {value}": bool(on) for name, value, on in found}


async def test_a_refused_form_leaves_the_boxes_of_the_others_as_they_are(shopkeeper: Shopkeeper) -> None:
    product = await shopkeeper.product(price_cents=1000, stock_quantity=5)
    order = {"store_id": shopkeeper.store_id, "items": [{"product_id": product["id"], "quantity": 1}]}
    await shopkeeper.http.post("/internal/orders", json=order | {"payment_method": "cod"})
    store = f"/stores/{shopkeeper.store_id}"
    refused = await shopkeeper.submit(f"{store}/remove", {"confirmed": "1"}, status=422)
    assert boxes(refused.text) == {"active 1": True}

    agent = {"store_id": shopkeeper.store_id, "name": "Lia", "type": "vendas"}
    agent_id = (await shopkeeper.http.post("/internal/agents", json=agent)).json()["id"]
    made = await shopkeeper.submit("/documents", {"title": "Trocas", "content": "30 dias.", "agent_ids": agent_id})
    refused = await shopkeeper.submit(made.headers["location"], {"title": "", "content": "30 dias."}, status=422)
    assert boxes(refused.text) == {f"agent_ids {agent_id}": True}


async def test_a_refused_form_keeps_its_own_boxes_as_they_were_ticked(shopkeeper: Shopkeeper) -> None:
    store = f"/stores/{shopkeeper.store_id}"
    assert boxes((await shopkeeper.submit(store, {"name": ""}, status=422)).text) == {"active 1": False}
    assert boxes((await shopkeeper.submit(store, {"name": "", "active": "1"}, status=422)).text) == {"active 1": True}
    hook = {"url": "nonsense", "types": ["order.created"]}
    refused = await shopkeeper.submit("/developers", hook, status=422)
    assert [name for name, on in boxes(refused.text).items() if on] == ["types order.created"]
