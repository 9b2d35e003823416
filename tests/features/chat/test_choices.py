"""A choice that is open outlives what else is said, is narrowed by what is told of it, and is answered in the end."""

import pytest

from tests.features.chat.conftest import ChatShop

WISH = "quero um tênis corrida"


@pytest.mark.parametrize(
    "aside",
    [
        ["pix"],
        ["oi", "bom dia"],
        ["meu nome é Ana Souza", "moro na Rua das Flores 12, Campinas, 13010-000", "pago no pix"],
        ["qual o prazo de entrega?", "aceita cartão?"],
        ["pix", "me chamo Ana Souza", "boa tarde"],
    ],
)
async def test_a_choice_outlives_what_else_is_said(chat: ChatShop, aside: list[str]):
    assert "Qual deles" in (await chat.say(WISH, conversation_id="c-1"))["reply"]
    for message in aside:
        answer = await chat.say(message, conversation_id="c-1")
        assert answer["state"] == "bot"
        assert "não entendi" not in answer["reply"]
        assert "Resumo" not in answer["reply"]
    answer = await chat.say("o pro", conversation_id="c-1")
    assert {line["name"]: line["quantity"] for line in answer["cart"]["lines"]} == {"Tênis Corrida Pro": 1}


async def test_what_was_told_meanwhile_is_kept(chat: ChatShop):
    for message in (WISH, "pix"):
        answer = await chat.say(message, conversation_id="c-1")
    assert "Pix" in answer["reply"]
    assert "Resumo do pedido" in (await chat.say("o leve", conversation_id="c-1"))["reply"]


async def test_a_choice_that_only_yes_is_said_to_ends_with_a_person(chat: ChatShop):
    for message in (WISH, "sim", "sim"):
        answer = await chat.say(message, conversation_id="c-1")
        assert not (answer.get("cart") or {}).get("lines")
    assert answer["state"] == "waiting"


async def test_so_many_of_one_of_the_list(chat: ChatShop):
    for message in (WISH, "2 do segundo e 1 do primeiro"):
        answer = await chat.say(message, conversation_id="c-1")
    assert sorted(line["quantity"] for line in answer["cart"]["lines"]) == [1, 2]


async def test_several_choices_wait_in_line(chat: ChatShop):
    await chat.say("quero um tênis corrida e uma camiseta", conversation_id="c-1")
    answer = await chat.say("o tênis é o leve", conversation_id="c-1")
    assert "Tênis Corrida Leve" in [line["name"] for line in answer["cart"]["lines"]]
