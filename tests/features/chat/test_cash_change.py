"""Change for a banknote: noted without anybody's leave, put right, and told what it comes to."""

import pytest

from app.features.chat.assistant.reading.details.change import banknote, is_change, needs_change
from tests.features.chat.conftest import ChatShop


@pytest.mark.parametrize(
    ("note", "cents"),
    [
        ("troco pra 100", 10000),
        ("vou dar uma nota de 50", 5000),
        ("tenho só nota de 200", 20000),
        ("pago com 100 reais", 10000),
        ("I only have a 200 bill", 20000),
        ("I'll have a 100 bill", 10000),
        ("i'll give him a 50 note", 5000),
        ("não precisa de troco", None),
    ],
)
def test_the_banknote_of_a_note(note: str, cents: int | None):
    assert is_change(note)
    assert banknote([note]) == cents
    assert needs_change(note) is (cents is not None)


@pytest.mark.parametrize("note", ["troco o boné por uma camiseta", "deixa na portaria", "pago com pix"])
def test_what_is_about_no_change(note: str):
    assert not is_change(note)


async def test_what_comes_back_is_told_and_the_summary_still_waits(chat: ChatShop):
    for message in ("quero 2 camisetas básicas de algodão", "dinheiro, troco pra 500", "na vdd troco pra 200"):
        answer = await chat.say(message, conversation_id="c")
    assert "Anotei para o pedido: troco pra 200." in answer["reply"]
    assert "500" not in answer["reply"]
    total = answer["cart"]["total_cents"]
    answer = await chat.say("quanto vem de troco?", conversation_id="c")
    assert f"{(20000 - total) / 100:.2f}".replace(".", ",") in answer["reply"]
    assert "order" in await chat.say("fechou", conversation_id="c")
