"""Codes in a chat: a SKU is the goods it stands for, a code of a document is answered by its row."""

import pytest

from app.features.chat.assistant.language.codes import as_names, codes_in, lettered_codes
from tests.features.chat.conftest import ChatShop

CODED = [
    {"sku": "ESP-037-3", "name": "Corda de Pular Speed", "price_cents": 4990, "stock_quantity": 9},
    {"sku": "XJ-900/B", "name": "Furadeira de Impacto", "price_cents": 39990, "stock_quantity": 4},
    {"sku": "MT01", "name": "Martelo Unha", "price_cents": 3590, "stock_quantity": 8, "group": "martelo",
     "options": {"Cabo": "Madeira"}},
    {"sku": "MT02", "name": "Martelo Unha", "price_cents": 4590, "stock_quantity": 8, "group": "martelo",
     "options": {"Cabo": "Fibra"}},
]  # fmt: skip


@pytest.fixture
async def coded(chat: ChatShop) -> ChatShop:
    """The shop with coded goods and a price list of 300 rows that are none of its goods."""
    await chat.shop.post("products/batch-upsert", store_id=chat.shop.store_id, items=CODED)
    rows = "\n".join(f"Código: K{at:03}; Produto: Peça {at}; Preço: {at},13" for at in range(1, 301))
    made = await chat.shop.post("documents", store_id=chat.shop.store_id, title="Tabela", content=rows)
    linked = {"document_ids": [made["id"]]}
    await chat.shop.client.put(f"/internal/agents/{chat.agent_id}/knowledge-base", json=linked)
    await chat.api.run_jobs()
    return chat


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("quanto custa o ESP-037-3?", ("Corda de Pular Speed", "49,90")),
        ("tem o esp-037-3?", ("Corda de Pular Speed",)),
        ("ESP-037-3", ("Corda de Pular Speed",)),
        ("XJ-900/B", ("Furadeira de Impacto",)),
        ("qual o preço do xj-900/b", ("399,90",)),
        ("quanto tá o MT02?", ("45,90", "Fibra")),
        ("how much is the XJ-900/B?", ("399",)),
    ],
)
async def test_a_sku_is_the_goods_it_stands_for(coded: ChatShop, message: str, told: tuple[str, ...]):
    reply = (await coded.say(message))["reply"]
    assert all(one in reply for one in told), reply
    assert "Não encontrei" not in reply


async def test_goods_are_ordered_by_their_codes(coded: ChatShop):
    answer = await coded.say("quero 2 ESP-037-3 e 1 MT01, no pix", conversation_id="c-1")
    assert {line["name"]: line["quantity"] for line in answer["cart"]["lines"]} == {
        "Corda de Pular Speed": 2,
        "Martelo Unha (Madeira)": 1,
    }


@pytest.mark.parametrize(
    "message",
    [
        "quanto custa o K042?", "preço do K042", "qual o valor do item K042?", "quanto tá o K042", "K042",
        "K042 quanto é?", "what is the price of K042", "how much is K042?", "quero saber o preco do K-042",
        "tem o código K042?",
    ],
)  # fmt: skip
async def test_a_code_of_a_document_is_answered_by_its_row(coded: ChatShop, message: str):
    answer = await coded.say(message)
    assert "42,13" in answer["reply"]
    assert "Não encontrei" not in answer["reply"]
    assert "41,13" not in answer["reply"]


async def test_each_code_has_its_row(coded: ChatShop):
    reply = (await coded.say("quanto custam o K010 e o K020?"))["reply"]
    assert "10,13" in reply
    assert "20,13" in reply


async def test_another_companys_code_is_unknown(coded: ChatShop, other_chat: ChatShop):
    reply = (await other_chat.say("quanto custa o ESP-037-3?"))["reply"]
    assert "Corda" not in reply


def test_what_may_be_a_code():
    assert codes_in("quero 2 do Xj-900/b") == ["Xj-900/b", "XJ-900/B", "xj-900/b"]
    assert codes_in("2 do 38, 12x de 10,90") == ["12x", "12X"]
    assert codes_in("7891234567895") == ["7891234567895"]
    assert lettered_codes("500ml g5 k042 tg-500 rua 12") == ["k042", "tg-500"]
    assert as_names("2 do xj-900/b.", {"XJ-900/B": "Furadeira (110 V)"}) == "2 do Furadeira 110 V."
