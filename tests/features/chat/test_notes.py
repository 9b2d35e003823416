"""What a shopper asks of an order beside its goods: on the order, in the summary, covered by the yes."""

import pytest

from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop

SHIRT = "Camiseta Básica Algodão"


async def notes_of(chat: ChatShop, order_id: str) -> str | None:
    whole = (await chat.shop.client.get(f"/internal/orders/{order_id}")).json()
    return whole["notes"]


@pytest.mark.parametrize(
    "note",
    [
        "é pra presente",
        "toca a campainha quando chegar",
        "deixa na portaria com o porteiro",
        "entrega depois das 18h",
        "escreve parabéns Ana no cartão",
        "leave it with the doorman",
    ],
)
async def test_a_note_stands_in_the_summary_and_on_the_order(chat: ChatShop, note: str):
    await chat.say("quero 2 camisetas básicas de algodão, pix", conversation_id="c")
    shown = await chat.say(note, conversation_id="c")
    assert "order" not in shown
    assert f"{note}\n" in shown["reply"]
    assert [line["quantity"] for line in shown["cart"]["lines"]] == [2]
    done = await chat.say("sim", conversation_id="c")
    assert await notes_of(chat, done["order"]["id"]) == note


async def test_notes_add_up_and_a_yes_with_a_note_is_asked_again(chat: ChatShop):
    await chat.say("quero 1 camiseta básica, é presente, pix", conversation_id="c")
    shown = await chat.say("sim, deixa na portaria", conversation_id="c")
    assert "order" not in shown
    done = await chat.say("sim", conversation_id="c")
    assert await notes_of(chat, done["order"]["id"]) == "é presente; deixa na portaria"


async def test_change_for_a_banknote_is_no_exchange(chat: ChatShop):
    settings = {"cod_enabled": True}
    await chat.shop.client.put(f"/internal/orders/store/{chat.shop.store_id}/payment-settings", json=settings)
    await chat.say("quero 1 camiseta básica, pago em dinheiro", conversation_id="c")
    shown = await chat.say("troco pra 100", conversation_id="c")
    assert [line["name"] for line in shown["cart"]["lines"]] == [SHIRT]
    done = await chat.say("sim", conversation_id="c")
    assert await notes_of(chat, done["order"]["id"]) == "troco pra 100"


async def test_a_models_notes_are_shown_before_they_are_kept(chat: ChatShop, script):
    items = [{"product_id": chat.products[SHIRT]["id"], "quantity": 1}]
    wanted = {"items": items, "payment_method": "pix", "notes": "é presente"}
    await script([Step(calls=[("create_order", wanted)]), Step("ok")])
    assert "Observações: é presente" in (await chat.say("quero", conversation_id="c"))["reply"]
    again = wanted | {"notes": "e um presente!"}  # the yes is to what was shown
    await script([Step(calls=[("create_order", again)]), Step("ok")])
    done = await chat.say("sim", conversation_id="c")
    assert await notes_of(chat, done["order"]["id"]) == "é presente"


@pytest.mark.parametrize("said", ["quero 1 x-burger sem cebola", "me vê um x-burger sem cebola, pix"])
async def test_how_it_is_to_be_made_is_a_note(chat: ChatShop, said: str):
    burger = {"name": "X-Burger Artesanal", "price_cents": 2500, "description": "Pão, carne, queijo e cebola roxa."}
    await chat.shop.client.post("/internal/products", json={"store_id": chat.shop.store_id} | burger)
    await chat.say(said, conversation_id="c")
    assert "Observações: sem cebola" in (await chat.say("no pix", conversation_id="c"))["reply"]
    done = await chat.say("sim", conversation_id="c")
    assert await notes_of(chat, done["order"]["id"]) == "sem cebola"


async def test_a_shop_without_cash_offers_none(chat: ChatShop):
    settings = {"cod_enabled": False}
    await chat.shop.client.put(f"/internal/orders/store/{chat.shop.store_id}/payment-settings", json=settings)
    assert "entrega" not in (await chat.say("como posso pagar?", conversation_id="c"))["reply"]
    shown = await chat.say("quero 1 camiseta básica de algodão", conversation_id="c")
    assert "Pagamento: Pix" in shown["reply"]
