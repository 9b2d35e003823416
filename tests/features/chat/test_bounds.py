"""What a message and a persona may cost and hold."""

from app.features.chat.assistant import model
from app.features.chat.assistant.reading import accounting, understand
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
