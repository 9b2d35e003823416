"""What is said shortly of what is spoken of: how many would do, that it is so, a colour that is a name too."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.reading.details.coupons import told_coupon
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        {"name": "Misto Quente", "price_cents": 1000, "stock_quantity": 20},
        *(
            {
                "name": "Lâmpada LED",
                "price_cents": 890,
                "stock_quantity": 30,
                "group": "l",
                "options": {"Cor": "Branca", "Potência": watts},
            }
            for watts in ("9 W", "12 W")
        ),
    ]
)


@pytest.mark.parametrize("said", ["acho que 2 ta bom", "2 é suficiente", "acho que 2 resolve", "i think 2 is enough"])
def test_so_many_would_do(said: str):
    assert counts(SHOP.talk("tem misto quente?", said)) == {"Misto Quente": 2}
    assert counts(SHOP.talk("quero misto quente", said)) == {"Misto Quente": 2}


def test_so_many_are_too_many():
    assert counts(SHOP.talk("quero misto quente", "acho que 2 é muito")) == {"Misto Quente": 1}


@pytest.mark.parametrize("said", ["as de 12 branca tb", "a de 12 também", "branca tb"])
def test_it_is_so_already(said: str):
    taken = {"Lâmpada LED (Branca, 9 W)": 10, "Lâmpada LED (Branca, 12 W)": 2}
    assert counts(SHOP.talk("quero 10 lampada led 9w branca", "e 2 de 12", said)) == taken


@pytest.mark.parametrize(("said", "name"), [("rosa tb", None), ("rosa e azul", None), ("ROSA MARIA", "Rosa Maria")])
def test_a_colour_is_no_name(said: str, name: str | None):
    assert SHOP.talk("quero misto quente", said).known.name == name


LAMPS = {"Lâmpada LED (Branca, 9 W)": 2}


@pytest.mark.parametrize(
    "asked",
    [
        "e se eu pegar um misto quente junto, aí vale?",
        "se eu levar mais um misto quente consigo usar o cupom?",
        "se eu pedir um misto quente tambem o frete sai gratis?",
        "what if I get a misto quente too, does the coupon work then?",
    ],
)
@pytest.mark.parametrize("said", ["pega entao", "ta, soma ai entao", "pode incluir", "ok, add it"])
def test_what_was_only_supposed_is_taken_by_the_next_message(asked: str, said: str):
    supposed = SHOP.talk("quero 2 lampada led 9w", asked)
    assert counts(supposed) == LAMPS
    assert counts(SHOP.turn(said, supposed)[1]) == LAMPS | {"Misto Quente": 1}


@pytest.mark.parametrize(
    "message", ["does the coupon work?", "is the coupon valid today?", "the coupon applies, right?"]
)
def test_what_is_asked_of_a_coupon_is_no_code(message: str):
    assert told_coupon(message)[0] is None


@pytest.mark.parametrize(
    "said", ["minha mae qr 2 misto quente", "ela tb qr 2 misto quente", "a gente qr 2 misto quente"]
)
def test_who_wants_is_told_shortly(said: str):
    assert counts(SHOP.talk(said)) == {"Misto Quente": 2}


@pytest.mark.parametrize("said", ["faz 12 pra mim?", "faz 15 pra nos?"])
def test_a_bid_is_no_size(said: str):
    acts = SHOP.turn(said, SHOP.talk("quanto a lampada led branca de 9w?"))[0]
    assert acts.haggles
    assert acts.traits is None


LIGHTS = Catalogue(
    [
        *(
            {
                "name": "Corda de Luzes",
                "price_cents": 4990,
                "stock_quantity": 9,
                "group": "corda",
                "options": {"Cor": colour},
                "description": f"Jogo com 4 cordas. {use}",
            }
            for colour, use in (("Branca", "Para sala e quarto."), ("Verde", "Para varanda e chuva."))
        ),
        {"name": "Extensão 5 m", "price_cents": 2990, "stock_quantity": 9},
    ]
)


def test_what_the_documents_tell_of_is_spoken_of_and_counted_by_the_set():
    passage = Passage("Luzes", "Corda verde aguenta varanda e chuva; a branca é só pra dentro de casa.")
    begun = LIGHTS.turn("qual corda serve pra varanda aberta?", ConversationState(), passages=(passage,))[1]
    state = LIGHTS.turn("manda 2 jogos dela e 1 extensão", begun, passages=(passage,))[1]
    assert counts(state) == {"Corda de Luzes (Verde)": 2, "Extensão 5 m": 1}


def test_so_many_sets_of_what_comes_in_one():
    assert counts(LIGHTS.talk("tem a corda verde?", "manda 2 jogos")) == {"Corda de Luzes (Verde)": 2}
