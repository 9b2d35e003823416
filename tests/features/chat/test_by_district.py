"""What delivery costs to a district that a way of the shop is called by, before a postal code is told. No database."""

import pytest

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.documents.answers import Passage
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue

SHOP = Catalogue([{"name": "Mamadeira Anticólica", "price_cents": 3990, "stock_quantity": 9}])
RULES = (
    ShippingRule("Retirada", "pickup"),
    ShippingRule("Campeche", "cep_range", 1000, cep_from="88063000", cep_to="88066999", days=0),
    ShippingRule("Motoboy Lagoa da Conceição", "cep_range", 500, cep_from="88062000", cep_to="88062999", days=0),
)
DOCUMENTS = (Passage("Entrega", "Entregamos de motoboy no mesmo dia para pedidos até as 19h."),)


def answered(message: str) -> list[Say]:
    """What is said to a message after a bottle was put in."""
    state, says = ConversationState(), []
    for said in ("quero 1 mamadeira", message):
        _, state, says = SHOP.turn(said, state, shipping=RULES, passages=DOCUMENTS)
    return says


@pytest.mark.parametrize(
    ("message", "way", "cents"),
    [
        ("moro no campeche, entrega aqui? qto q é", "Campeche", 1000),
        ("how much is delivery to Campeche?", "Campeche", 1000),
        ("quanto fica a entrega na lagoa da conceição?", "Motoboy Lagoa da Conceição", 500),
    ],
)
def test_the_way_that_is_called_so_is_told(message: str, way: str, cents: int):
    told = [one for said in answered(message) if said.what == "delivery_to" for one in said.options]
    assert [(one.name, one.price_cents) for one in told] == [(way, cents)]


@pytest.mark.parametrize("message", ["entrega na lagoa?", "vocês entregam?", "a entrega é de motoboy?"])
def test_a_part_of_its_name_is_none_of_it(message: str):
    assert not [said for said in answered(message) if said.what == "delivery_to"]
