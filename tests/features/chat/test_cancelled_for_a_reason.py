"""What is said of an order that was made: taken back at the end of a story, and all of it in English. No database."""

import pytest

from app.features.chat.assistant.acts import AfterSale
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState, Made
from tests.features.chat.test_everyday_ways import ways
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


ENGLISH: dict[str, str] = {
    "status": """is it coming? been an hour|where's my order?|has it shipped yet?|how do I know it has shipped?
I still haven't received it|it hasn't arrived yet|did you get my payment?
has my payment gone through?|how much was it in total?|what did I order again?|is my order ready?
any news on my order?|it's late, where is it?|is it on its way?|when will my order arrive?
what's the status?|do you have a tracking number?|still waiting for my order""",
    "alter": """actually I need 2|can I change the size?|can I swap the blue one for a red one?|please take one out
I forgot something, can you add it to my order?|can I pick it up instead?|I ordered the wrong size
actually make it 3|can you deliver it later, after 6?""",
    "complaint": """I ordered 2 and only 1 came|you sent the wrong one|it arrived broken|the box was missing one
it was cold when it arrived|I got the wrong item|one is missing|this isn't what I ordered
I'm very disappointed""",
    "unhappy": """I didn't like it|it doesn't fit|it's too small|it's smaller than I expected""",
    "paid": """I've paid|just paid|payment sent|done, I paid|here's the receipt|I already transferred the money""",
    "resend": """can you send me the pix code again?|I lost the code|the pix code doesn't work|the code expired
how do I pay?|my bank won't accept the code""",
    "cancel": """I want to cancel|please cancel my order|I changed my mind, cancel it|I don't want it anymore
cancel it please|never mind, I don't need it anymore""",
    "glad": """love it, thank you!|it arrived, perfect|great service!|got it, thanks so much""",
    "closed": """that's all, thanks|nothing else|no, that's it""",
    "method": """I'd rather pay in cash|can I pay on delivery?""",
}


@pytest.mark.parametrize(("wanted", "said"), [(act, one) for act, told in ENGLISH.items() for one in ways(told)])
def test_what_is_said_in_english_of_an_order(wanted: str, said: str):
    acts = understand(said, ORDERED)
    assert ("complaint" if acts.complains else acts.after_sale) == wanted


@pytest.mark.parametrize(
    "said",
    ["I want 2 mugs", "is it coming with a lid?", "are they ready to use?", "great, do you have a coffee maker?"],
)
def test_what_is_bought_next_in_english_is_nothing_of_the_order(said: str):
    acts = understand(said, ORDERED, goods=SHOP.knows(said), shelf=SHOP.shelf)
    assert (acts.after_sale, acts.complains) == (None, False)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("oi veio só 1 caneca", "complaint"),
        ("I ordered 2 and only 1 came", "complaint"),
        ("is it on its way? been an hour", "status"),
        ("ainda não chegou", "status"),
        ("how much is it in total?", None),
        ("quero só 1", None),
        ("that's all", None),
    ],
)
def test_what_came_and_where_it_is_are_of_the_order_while_goods_are_spoken_of(said: str, wanted: str | None):
    _, looked, _ = SHOP.turn("tem caneca?", ORDERED)
    acts = understand(said, looked, goods=SHOP.knows(said), shelf=SHOP.shelf)
    assert ("complaint" if acts.complains else acts.after_sale) == wanted
