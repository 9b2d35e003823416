"""What goods come to with their delivery, what is missing to free delivery, and which one is in the cart."""

import pytest

from app.features.chat.assistant.deciding.decide import decide
from app.features.chat.assistant.deciding.mind import Shop
from app.features.chat.assistant.reading.counts.ellipses import filled
from app.features.chat.assistant.reading.understand import understand
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.state import Cart, CartLine, ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_said_in_passing import SHOP as PANTRY

RULES = (ShippingRule("Retirada", "pickup"), ShippingRule("Entrega", "free_above", 500, 6000, days=0))


def answer(message: str, cents: int) -> str:
    state = ConversationState(cart=Cart((CartLine("p1", "Arroz 5 kg", 1, cents),) if cents else ()))
    try:
        next(decide(state, understand(message, state, RULES), Shop(shipping=RULES)))
    except StopIteration as end:
        new, says = end.value
        return compose(says, new.dialogue.language)
    raise AssertionError("it asked for a tool")


def test_the_sum_with_delivery_and_what_is_missing_are_told():
    told = answer("quanto fica com a entrega?", 2790)
    assert "R$ 32,90" in told
    assert "faltam R$ 32,10" in told
    assert "R$ 70.00" in answer("how much is it with delivery?", 7000)
    assert "a partir de R$ 60,00" in answer("a entrega é grátis?", 0)


def test_what_a_list_is_for_is_none_of_it():
    assert filled("preciso de umas coisas de limpeza: 1 sabao e 2 esponjas") == "quero 1 sabao e 2 esponjas"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("ta bom, levo por 14,90 então", {"Castanha de Caju 200 g": 1}),
        ("não custa tentar rs. levo pelos 14,90", {"Castanha de Caju 200 g": 1}),
        ("fecho por 12", {}),
        ("quero 2 por 14,90", {}),
    ],
)
def test_at_the_price_it_has_it_is_taken_and_at_no_other(said: str, held: dict[str, int]):
    assert counts(PANTRY.talk("quanto tá a castanha de caju? faz por 10?", said)) == held


@pytest.mark.parametrize(
    "asked",
    [
        "meu pai mandou essa lista:\n- 2 pregos\n- 1 serrote\n- rolo de pintura\nvcs tem tudo isso?",
        "2 pregos, 1 serrote e 1 rolo de pintura. tem tudo da lista?",
        "my dad sent me this list: 2 pregos, 1 serrote, 1 rolo de pintura. do you have all of this?",
    ],
)
def test_whether_everything_of_a_list_is_there_is_asked_and_orders_none_of_it(asked: str):
    shop = Catalogue([product("Prego", 100), product("Serrote", 3990), product("Rolo de Pintura", 1990)])
    assert shop.cart(asked) == {}
    assert shop.cart(asked, "sim, pode colocar tudo").keys() == {"Prego", "Serrote", "Rolo de Pintura"}
    assert shop.cart(asked, "por enquanto ele só quer o serrote. 3 dele") == {"Serrote": 3}
    assert shop.cart("quero 2 pregos e 1 serrote, vcs têm tudo isso?") == {"Prego": 2, "Serrote": 1}
    assert shop.cart("preciso do seguinte: 2 pregos e 1 serrote. tem tudo?") == {"Prego": 2, "Serrote": 1}


@pytest.mark.parametrize(
    "told",
    [
        "minha amiga mandou a lista do que comprou aí: 2 castanhas de caju, 1 granola e 1 coador. hj isso dá quanto?",
        "uma colega me mostrou o pedido dela: '2 castanhas de caju, uma granola, 1 coador de pano'. isso dá quanto??",
        "oi! meu vizinho comprou duas castanhas de caju, 1 granola e 1 coador com vcs, quanto fica isso tudo?",
        "my sister showed me her order: 2 castanha de caju, 1 granola and 1 coador de pano. how much is all that?",
    ],
)
def test_what_somebody_else_has_bought_is_only_priced(told: str):
    _, state, says = PANTRY.turn(told, ConversationState())
    assert counts(state) == {}
    assert "59,60" in compose(says, "pt").replace(".", ",")
    state = PANTRY.turn("nossa. eu só quero a granola mesmo, uma", state)[1]
    assert counts(state) == {"Granola Tradicional 500 g": 1}


@pytest.mark.parametrize(
    ("asked", "cents", "told"),
    [
        ("quanto falta agora?", 2790, "faltam R$ 32,10"),
        ("e agora falta quanto?", 2790, "faltam R$ 32,10"),
        ("how much more do I need?", 2790, "R$ 32.10 to go"),
        ("quanto falta agora?", 7000, "já passou de R$ 60,00"),
        ("do I get free delivery now?", 7000, "above R$ 60.00 already"),
    ],
)
def test_what_is_missing_to_free_delivery_is_told_without_a_word_for_it(asked: str, cents: int, told: str):
    assert told in answer(asked, cents)
