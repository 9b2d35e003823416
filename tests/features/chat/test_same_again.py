"""The same as last time: a new order of the goods of the last one, at today's prices."""

import pytest

from tests.features.chat.conftest import ChatShop


@pytest.mark.parametrize("said", ["me vê o mesmo da última vez", "same as last time please", "repete o pedido, pix"])
async def test_the_same_as_last_time_is_a_new_order_of_the_same_goods_at_todays_price(chat: ChatShop, said: str):
    at = (await chat.say("quero 2 camiseta básica no pix"))["conversation_id"]
    first = await chat.say("sim", conversation_id=at)
    shirt = chat.products["Camiseta Básica Algodão"]["id"]
    answer = await chat.shop.client.patch(f"/internal/products/{shirt}", json={"price_cents": 4500})
    assert answer.status_code == 200, answer.text
    held = await chat.say(said, conversation_id=at)
    assert [(one["name"], one["quantity"]) for one in held["cart"]["lines"]] == [("Camiseta Básica Algodão", 2)]
    if "Resumo" not in held["reply"]:
        held = await chat.say("pix", conversation_id=at)
    assert "R$ 90" in held["reply"]
    second = await chat.say("sim", conversation_id=at)
    assert second["order"]["total_cents"] == 9000
    assert second["order"]["id"] != first["order"]["id"]


async def test_where_nothing_was_ordered_there_is_no_last_time(chat: ChatShop):
    told = await chat.say("quero o mesmo da última vez")
    assert "um pedido seu para repetir" in told["reply"]
    assert (told.get("cart") or {"lines": []})["lines"] == []
