"""An order that is taken back at the end of a story is cancelled after one question. No database."""

import pytest

from app.features.chat.assistant.acts import AfterSale
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState, Made
from tests.features.chat.test_goods_lists import Catalogue, counts

ORDERED = ConversationState(orders=(Made("R", "0" * 32, 7, "pix"),))
SHOP = Catalogue(
    [{"name": "Cafeteira", "price_cents": 11990, "stock_quantity": 9}, {"name": "Caneca", "price_cents": 1990}]
)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("vixe, minha mulher ja tinha comprado uma kkkk cancela pra mim por favor", "cancel"),
        ("putz minha mulher ja tinha comprado os 2 kkkk cancela o pedido por favor", "cancel"),
        ("meu filho ja trouxe um do trabalho cancela ai", "cancel"),
        ("ih, lembrei que ja tenho uma em casa. cancela pra mim", "cancel"),
        ("oh no, my wife already bought one, cancel it please", "cancel"),
        ("my husband had bought one lol cancel the order please", "cancel"),
        ("cancelaaa meu namorado ja comprou no mercado", "cancel"),
        ("cancel please my sister already has one, she found it at home", "cancel"),
        ("o evento foi cancelado, cancela o pedido por favor", "cancel"),
        ("minha mulher ja comprou uma kkkk", None),
        ("nao cancela nao, era brincadeira", None),
    ],
)
def test_a_story_that_ends_in_cancelling(said: str, wanted: AfterSale | None):
    told = understand(said, ORDERED).after_sale
    assert told == wanted if wanted else told != "cancel"


@pytest.mark.parametrize("said", ["minha mulher ja comprou uma kkkk cancela", "ja tenho kkkk cancela tudo"])
def test_so_ends_a_cart(said: str):
    assert counts(SHOP.talk("quero uma cafeteira e uma caneca", said)) == {}
    assert counts(SHOP.talk("quero uma cafeteira e uma caneca", "kkkk adorei")) == {"Cafeteira": 1, "Caneca": 1}


@pytest.mark.parametrize(
    "said",
    [
        "moça desculpa, o almoço aqui foi cancelado. pode cancelar meu pedido?",
        "nossa viagem foi cancelada, dá pra cancelar o pedido?",
        "meu pedido foi cancelado?",
    ],
)
def test_what_was_cancelled_elsewhere_is_why(said: str):
    assert understand(said, ORDERED).after_sale == ("status" if said.startswith("meu") else "cancel")
