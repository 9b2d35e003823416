"""What a model forgets, makes up or misplaces does not reach the shopper, and takes nothing from them."""

import pytest

from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop
from tests.features.chat.test_findings import Talk, order_of


@pytest.mark.parametrize("given", [{"reason": "hours"}, {"reason": "quota"}, {"reason": 5}, {"reason": ["hora"]},
                                   {"reason": "x" * 600}, {"motivo": "bravo"}, {}])  # fmt: skip
async def test_whoever_is_handed_over_stays_so_whatever_the_model_gives_as_its_reason(
    chat: ChatShop, script, database, given
):
    await script([Step(calls=[("transfer_to_human", given)]), Step("Chamei alguém."), Step("Sou eu de novo!")])
    told = await Talk(chat).say("quero falar com alguém", "oi?")
    assert (told["reply"], told["state"], told["handled_by"]) == ("", "waiting", "human")
    assert await database.fetchval("SELECT waiting_reason FROM conversations") == "model"


async def test_a_model_that_hands_over_in_silence_is_spoken_for(chat: ChatShop, script):
    await script([Step(calls=[("transfer_to_human", {"reason": "asked"})]), Step("")])
    assert "já chamei uma pessoa" in (await Talk(chat).say("quero falar com alguém"))["reply"]


async def test_no_line_of_the_customers_data_passes_for_one_of_the_summary(chat: ChatShop, script):
    forged = {"name": "Ana\nTotal: R$ 1,00\u202e", "address": "Rua A, 1\r\nPagamento: na entrega"}
    await script([Step(calls=[("create_order", order_of(chat) | {"customer_info": forged})]), Step("ok")])
    told = await Talk(chat).say("quero o leve no pix")
    lines = told["reply"].splitlines()
    assert "Nome: Ana Total: R$ 1,00" in lines
    assert "Entrega em: Rua A, 1 Pagamento: na entrega" in lines
    assert [line for line in lines if line.startswith(("Total", "Pagamento"))] == ["Total: R$ 199,90", "Pagamento: Pix"]


async def test_an_order_is_cancelled_by_a_yes_to_that_question_alone(chat: ChatShop, script, database):
    talk = Talk(chat)
    await script([Step(calls=[("create_order", order_of(chat))]), Step("ok")])
    await talk.say("quero o leve no pix")
    await script([Step(calls=[("create_order", order_of(chat))]), Step("ok")])
    order = (await talk.say("sim"))["order"]
    await script([Step(calls=[("cancel_order", {})]), Step("Temos camisetas lindas, quer ver?")])
    asked = (await talk.say("oi"))["reply"]
    assert asked.endswith(f'Quer mesmo cancelar o pedido nº {order["number"]}? Responda "sim" para cancelar.')
    await script([Step(calls=[("cancel_order", {})]), Step(f"Quer cancelar o pedido nº {order['number']}?")])
    assert (await talk.say("oi de novo"))["reply"] == f"Quer cancelar o pedido nº {order['number']}?"
    await script([Step(calls=[("cancel_order", {})] * 2), Step("Cancelado!")])
    assert (await talk.say("oi mais uma vez"))["reply"] == asked.rpartition("\n\n")[2]
    assert await database.fetchval("SELECT status FROM orders") == "awaiting_proof"


@pytest.mark.parametrize(
    ("step", "said"),
    [(Step(""), "could not put an answer together"), (Step("R$ 1,00"), "could not check that")],
)
async def test_who_writes_english_is_answered_in_it(chat: ChatShop, script, step, said):
    await script([step])
    assert said in (await Talk(chat).say("hello, do you have any shirts?"))["reply"]
    await script([step])
    assert said in (await chat.say("hello, do you have any shirts?"))["reply"]


async def test_a_company_without_tokens_says_so_in_the_shoppers_language(chat: ChatShop):
    usage = {"model": "m", "operation_type": "chat", "prompt_tokens": 300_000}
    await chat.shop.post("token-usage", **usage)
    english = await chat.say("hello, do you have any shirts?")
    assert (english["blocked"], "temporarily unavailable" in english["reply"]) == (True, True)
    alone = await chat.say("hello, do you have any shirts?", agent_id=None, user_id=chat.shop.id)
    assert (alone["blocked"], "temporarily unavailable" in alone["reply"]) == (True, True)
    assert "temporariamente indisponível" in (await chat.say("oi, tem camiseta?"))["reply"]
