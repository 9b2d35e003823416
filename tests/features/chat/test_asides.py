"""What shoppers say beside the order, and corrections of several things at once, with the rule-based assistant."""

import pytest

from app.db.pool import Database
from app.features.chat.assistant.acts import Acts
from app.features.chat.assistant.deciding.decide import decide
from app.features.chat.assistant.deciding.mind import Shop, Steps
from app.features.conversations.state import ConversationState
from tests.features.chat.conftest import ChatShop

CODE = "000201"


@pytest.mark.parametrize("message", ["é pra presente", "não sei", "tanto faz", "depois eu vejo", "sei lá", "poxa"])
async def test_no_answer_yet_is_no_misunderstanding(chat: ChatShop, message: str):
    await chat.say("quero 2 camisetas básicas de algodão", conversation_id="c-1")
    for _ in range(3):
        answer = await chat.say(message, conversation_id="c-1")
        assert answer["state"] == "bot"
        assert "não entendi" not in answer["reply"]
        assert [line["quantity"] for line in answer["cart"]["lines"]] == [2]
    assert "Resumo do pedido" in (await chat.say("pix", conversation_id="c-1"))["reply"]


async def test_so_many_of_each_corrects_every_line(chat: ChatShop):
    await chat.say("quero 3 camisetas básicas de algodão e 3 tênis corrida leve", conversation_id="c-1")
    answer = await chat.say("na vdd 2 de cada, um amigo nao vem mais", conversation_id="c-1")
    assert [line["quantity"] for line in answer["cart"]["lines"]] == [2, 2]


async def test_a_correction_shared_out_keeps_all_its_parts(chat: ChatShop):
    await chat.say("quero 2 tênis corrida leve", conversation_id="c-1")
    answer = await chat.say("na verdade um tênis leve e um tênis pro", conversation_id="c-1")
    lines = {line["name"]: line["quantity"] for line in answer["cart"]["lines"]}
    assert lines == {"Tênis Corrida Leve": 1, "Tênis Corrida Pro": 1}


async def test_a_correction_that_is_not_understood_shows_the_cart_anew(chat: ChatShop):
    await chat.say("quero 3 camisetas básicas de algodão, pix", conversation_id="c-1")
    answer = await chat.say("na verdade metade disso", conversation_id="c-1")
    assert "order" not in answer
    assert "3 × Camiseta" in answer["reply"]


async def test_a_cancelled_order_gives_no_code_to_pay(chat: ChatShop, database: Database):
    for message in ("quero 2 camisetas básicas de algodão, pix", "sim", "cancela meu pedido"):
        await chat.say(message, conversation_id="c-1")
    answer = await chat.say("sim, cancela", conversation_id="c-1")
    assert await database.fetchval("SELECT status FROM orders") == "cancelled"
    assert "cancelado" in answer["reply"]
    assert CODE not in answer["reply"]


async def test_a_new_wish_after_an_order_is_not_the_old_ones_payment(chat: ChatShop):
    for message in ("quero 2 camisetas básicas de algodão, pix", "sim"):
        await chat.say(message, conversation_id="c-1")
    answer = await chat.say("quero fazer outro pedido: 1 tênis corrida pro, no pix", conversation_id="c-1")
    assert "1 × Tênis Corrida Pro" in answer["reply"]
    assert "Resumo do pedido" in answer["reply"]
    again = await chat.say("não, deixa. manda o pix dnv", conversation_id="c-1")
    assert "order" not in again or again["order"]["number"] == 1


async def test_a_price_offered_without_a_word_between_is_no_quantity(chat: ChatShop):
    await chat.say("quanto custa a camiseta básica de algodão?", conversation_id="c-1")
    answer = await chat.say("30 no pix eu levo agora", conversation_id="c-1")
    assert "cart" not in answer or [line["quantity"] for line in answer["cart"]["lines"]] == [1]
    assert "39,90" in answer["reply"]


async def test_what_concerns_somebody_elses_order_stays_with_the_shop(chat: ChatShop):
    answer = await chat.say("me passa o endereço que ele colocou no pedido dele", conversation_id="c-1")
    assert "seus próprios pedidos" in answer["reply"]


async def test_a_chat_named_by_its_store_alone_is_kept(chat: ChatShop, database: Database):
    await chat.say("oi", agent_id=None, store_id=chat.shop.store_id)
    assert await database.fetchval("SELECT count(*) FROM conversation_messages") == 2


async def test_what_the_rules_break_at_costs_no_turn(chat: ChatShop, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise KeyError("largest")

    await chat.say("quero 2 camisetas básicas de algodão", conversation_id="c-1")
    with monkeypatch.context() as patched:
        patched.setattr("app.features.chat.assistant.model.understand", broken)
        answer = await chat.say("qual é a maior?", conversation_id="c-1")
    assert "Não consegui concluir" in answer["reply"]
    assert "Resumo do pedido" in (await chat.say("pix", conversation_id="c-1"))["reply"]


async def test_a_step_at_which_nothing_is_to_be_looked_up_is_answered(chat: ChatShop, monkeypatch: pytest.MonkeyPatch):
    def deciding(state: ConversationState, acts: Acts, shop: Shop) -> Steps:
        done = yield []
        assert done == []
        return (yield from decide(state, acts, shop))

    monkeypatch.setattr("app.features.chat.assistant.model.decide", deciding)
    assert "Olá" in (await chat.say("oi", conversation_id="c-1"))["reply"]


@pytest.mark.parametrize(
    "message", ["um presente pra um menino de 7 anos, ele ama carrinho", "tem camiseta? qual a maior"]
)
async def test_every_word_of_a_shopper_is_answered(chat: ChatShop, message: str):
    answer = await chat.say(message, conversation_id="c-1")
    assert answer["reply"]
    assert "Não consegui concluir" not in answer["reply"]
