"""What a message and a persona may cost and hold."""

import re

import pytest

from app.features.chat import talk
from app.features.chat.assistant import model
from app.features.chat.assistant.reading import accounting, understand
from app.features.conversations.heard import MOST_HEARD
from app.features.conversations.state import Cart, CartLine, ConversationState
from app.ops.time_limit import TookTooLong, limited
from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop


async def test_a_very_long_message_is_read_no_further_than_a_long_one(chat: ChatShop, monkeypatch):
    read: list[int] = []
    original = accounting.read

    def counted(reading, clause) -> None:
        read[-1] += 1
        original(reading, clause)

    monkeypatch.setattr(accounting, "read", counted)
    line = "".join(f"quero {n} camisetas pretas e {n + 1} meias brancas, tem tênis? " for n in range(2, 160))
    for length in (MOST_HEARD + 1, 8000):
        read.append(0)
        answer = await chat.say(line[:length])
        assert "só li o começo" in answer["reply"]
        assert len(answer["tool_calls"]) <= understand.MAX_CHANGES + 5
    assert read[0] == read[1] > 0


async def test_a_message_of_which_the_end_is_not_read_is_no_yes(chat: ChatShop, script, database):
    await chat.say("quero 2 camiseta básica no pix", conversation_id="c")
    more = "".join(f" e a prima {n} manda um beijo," for n in range(90))
    told = await chat.say("sim, pode fechar!" + more + " mas troca tudo por meia", conversation_id="c")
    assert "order" not in told
    assert "só li o começo" in told["reply"]
    assert await database.fetchval("SELECT count(*) FROM orders") == 0


@pytest.mark.parametrize(
    "sign", ["\n", " ", "\t", ",", ", ", ".", "! ", "1 ", "e ", "a", "😀 ", "oi, ", "12, 7 e 35 ", "(", "<"]
)
async def test_what_is_said_over_and_over_costs_no_more_than_once(chat: ChatShop, sign: str):
    """Of 8,000 line ends each once cost minutes of the process that all companies share."""
    for key, begins in (("a", "oi"), ("b", "quero 2 camiseta básica no pix")):
        await chat.say(begins, conversation_id=key)
        assert (await chat.say(sign * (7999 // len(sign)) + "x", conversation_id=key))["reply"]


def test_a_reading_ends_when_its_time_is_over():
    with pytest.raises(TookTooLong), limited(0.05):
        re.fullmatch(r"(a+)+b", "a" * 60)
    with limited(0.05):
        pass


async def test_a_message_that_cannot_be_read_in_time_is_answered(chat: ChatShop, monkeypatch):
    def stuck(*_args, **_more) -> None:
        raise TookTooLong

    await chat.say("quero 2 camiseta básica no pix", conversation_id="c")
    monkeypatch.setattr(model, "understand", stuck)
    told = await chat.say("sim", conversation_id="c")
    assert "Não consegui concluir" in told["reply"]
    monkeypatch.undo()
    read = talk.opened
    monkeypatch.setattr(
        talk, "opened", lambda state, scope, said, **more: stuck() if said else read(state, scope, said, **more)
    )
    told = await chat.say("sim", conversation_id="c")
    assert told["reply"]
    assert "order" not in told


async def test_every_key_of_a_persona_reaches_the_model(chat: ChatShop, script):
    persona = {"tone": "leve", "Bordão": "Bora!", "idade": 30, "temas": ["moda", "corrida"], "vazio": ""}
    await chat.shop.client.patch(f"/internal/agents/{chat.agent_id}", json={"persona": persona})
    fake = await script([Step("ok")])
    await chat.say("oi")
    system = fake.requests[0]["messages"][0]["content"]
    assert "Tom: leve" in system
    assert "Bordão: Bora!" in system
    assert "idade: 30" in system
    assert "moda, corrida" in system
    assert "vazio" not in system


@pytest.mark.parametrize(
    "said",
    [
        "a ", "que ", "sim ", "ai ", "ah ", "e ", "e so ", "voce ", "apt ", "complemento e , ", ", ", "e fechou ",
        "cafe, azul, ", "2 pra mim e ", "aquele que faz e ", "de de ", "falei com ela ",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "begins",
    ["", "pra ", "so que nao seja ", "1 real ", "casa 1 ", "presente pra minha mae ", "cupom ABCD1 ta ",
     "sqn 1 conj a ", "can you make it a blue "],
)  # fmt: skip
def test_no_word_said_over_and_over_is_tried_in_all_the_ways_it_can_be_parted(begins: str, said: str):
    """Each of these once took longer than anybody waits: two pieces of an expression fitted the same word."""
    lines = (CartLine("p", "Café Mantiqueira (500 g)", 2, 6290),)
    for state in (ConversationState(), ConversationState(cart=Cart(lines, "pix"))):
        understand.understand(begins + said * 40, state)
