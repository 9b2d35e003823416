"""What a message and a persona may cost and hold."""

import pytest

from app.features.chat.assistant import model
from app.features.chat.assistant.reading import accounting, understand
from app.features.conversations.state import Cart, CartLine, ConversationState
from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop


async def test_a_very_long_message_is_read_no_further_than_a_long_one(chat: ChatShop, monkeypatch):
    read: list[int] = []
    original = accounting.read

    def counted(reading, clause) -> None:
        read[-1] += 1
        original(reading, clause)

    monkeypatch.setattr(accounting, "read", counted)
    line = "quero 2 camisetas pretas e 3 meias brancas, tem tênis? "
    for length in (model.MAX_CHARACTERS, 8000):
        read.append(0)
        answer = await chat.say((line * 200)[:length])
        assert len(answer["tool_calls"]) <= understand.MAX_CHANGES + 5
    assert read[0] == read[1] > 0


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
