"""Bad news in the reader's language: what a conflict is about, why an agent's tool failed, what a call came to."""

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


async def test_the_erps_address_is_asked_for_before_it_is_called(shopkeeper: Shopkeeper) -> None:
    told = await shopkeeper.submit("/settings/stock/test", status=200)
    assert "Guarde primeiro o endereço do ERP." in told.text


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
