"""One order at the desk over the real backend: what its forms save, and what they say when they are refused."""

import html
import re
from typing import Any

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


async def ordered(shopkeeper: Shopkeeper, **fields: Any) -> tuple[str, str]:
    """An order of two cups: the path of its page, and the product."""
    cup = await shopkeeper.product(price_cents=4990)
    body = {
        "store_id": shopkeeper.store_id,
        "items": [{"product_id": cup["id"], "quantity": 2}],
        "payment_method": "cod",
    } | fields
    order = await shopkeeper.http.post("/internal/orders", json=body)
    assert order.status_code == 201, order.text
    return f"/orders/{order.json()['id']}", cup["id"]


async def test_editing_an_order_leaves_what_others_changed_meanwhile(shopkeeper: Shopkeeper) -> None:
    path, _ = await ordered(shopkeeper, customer_info={"name": "Bia", "address": "Rua A, 10", "gift": "sim"})
    page = (await shopkeeper.web.get(path)).text
    opened = html.unescape(re.search(r'name="opened" value="([^"]*)"', page)[1])
    await shopkeeper.http.patch(
        f"/internal{path}",
        json={"customer_info": {"name": "Bia", "address": "Rua B, 20", "gift": "sim"}, "notes": "Tocar a campainha"},
    )
    form = {"opened": opened, "name": "Bia Reis", "address": "Rua A, 10", "notes": ""}
    await shopkeeper.submit(f"{path}/edit", form)
    now = (await shopkeeper.http.get(f"/internal{path}")).json()
    assert now["customer_info"] == {"name": "Bia Reis", "address": "Rua B, 20", "gift": "sim"}
    assert now["notes"] == "Tocar a campainha"


async def test_who_bought_is_called_as_they_are_known(shopkeeper: Shopkeeper) -> None:
    ways = {"channel": "whatsapp", "external_id": "5511900001111"}
    body = {"store_id": shopkeeper.store_id, "name": "Bruno Alves"} | ways
    lead = (await shopkeeper.http.post("/internal/leads/ensure", json=body)).json()
    for told, name in (
        ({}, "Visitante"),
        ({"customer_info": {"phone": "+5511988887777"}}, "+5511988887777"),
        ({"lead_id": lead["id"]}, "Bruno Alves"),
        ({"lead_id": lead["id"], "customer_info": {"name": "Bia"}}, "Bia"),
    ):
        path, _ = await ordered(shopkeeper, **told)
        order_id = path.rpartition("/")[2]
        # One page after another: each must say the name of this order, which is its newest.
        for page in (path, "/orders", "/orders?view=list", f"/orders/print?id={order_id}"):
            shown = await shopkeeper.page(page)
            assert re.search(rf">(?:nº \d+ · )?{re.escape(name)}<", shown), (page, name)


async def test_what_comes_back_is_not_more_than_was_sold(shopkeeper: Shopkeeper) -> None:
    path, cup = await ordered(shopkeeper)
    for status in ("confirmed", "shipped", "delivered"):
        await shopkeeper.submit(f"{path}/move", {"to": status})
    form = {"confirmed": "1", "amount": "10,00", f"back-{cup}": "3"}
    refused = await shopkeeper.submit(f"{path}/refunds", form, status=422)
    assert "Voltaram mais unidades do que o pedido tem." in refused.text
    assert "Confira os campos marcados." not in refused.text


async def test_a_discount_above_the_order_is_said_at_its_field(shopkeeper: Shopkeeper) -> None:
    cup = await shopkeeper.product(price_cents=4990)
    form = {f"quantity-{cup['id']}": "1", "payment_method": "cod", "discount": "60,00"}
    told = "O desconto é maior do que o pedido."
    asked = await shopkeeper.submit("/orders/new", form | {"act": "reckon"}, status=200)
    refused = await shopkeeper.submit("/orders", form, status=422)
    assert all(f'id="discount-error">{told}' in page.text for page in (asked, refused))
    assert "R$\u00a049,90" in asked.text


async def test_a_form_sent_again_with_another_order_says_that_it_was_sent(shopkeeper: Shopkeeper) -> None:
    cup = await shopkeeper.product(price_cents=4990)
    form = {"payment_method": "cod", "request_key": "k" * 32}
    await shopkeeper.submit("/orders", form | {f"quantity-{cup['id']}": "1"})
    again = await shopkeeper.submit("/orders", form | {f"quantity-{cup['id']}": "2"}, status=422)
    assert "Isto já foi enviado antes." in again.text


async def test_a_cancelled_order_says_why_and_promises_nothing(shopkeeper: Shopkeeper) -> None:
    path, _ = await ordered(shopkeeper)
    assert "Ainda não baixado: isso acontece ao confirmar." in await shopkeeper.page(path)
    await shopkeeper.submit(f"{path}/move", {"to": "cancelled", "reason": "Desistiu"})
    page = await shopkeeper.page(path)
    assert "Cancelado: Desistiu" in page
    assert "Não foi baixado." in page
    assert "acontece ao confirmar" not in page
