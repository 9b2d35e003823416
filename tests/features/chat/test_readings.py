"""What is put into other words before a message is read: days, short numbers, the model that is spoken of."""

import pytest

from app.features.chat.assistant.language.goods import Goods, known_as
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import with_days
from app.features.chat.assistant.products.alike import of_the_model
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.reading.counts.thousands import in_full
from app.features.chat.assistant.reading.kinds.by_model import by_model
from app.features.conversations.state import ConversationState, Dialogue, Listed

BANKS = (Listed("20", "Power Bank 20000 mAh", 18990, True), Listed("10", "Power Bank 10000 mAh", 11990, True))
FILMS = [Product(name, f"Película de Vidro {name}") for name in ("iPhone 13", "iPhone 14", "Galaxy A54")]
TUBES = [Product(name, f"Câmara de Ar {name}") for name in ("Aro 20", "Aro 26", "Aro 29")]
DROPS = [Product(name, f"Colírio {name}") for name in ("10 ml", "20 ml")]


@pytest.mark.parametrize(
    "text", ["vou ai segunda", "passo sexta", "busco na quarta", "quinta eu retiro", "ate segunda"]
)
def test_a_day_is_no_place_of_a_list(text: str):
    assert "-feira" in with_days(text)


@pytest.mark.parametrize("text", ["quero a segunda", "segunda", "2 da quarta", "vou na quinta", "a sexta e a segunda"])
def test_a_place_of_a_list_is_no_day(text: str):
    assert with_days(text) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("o de 20", "o de 20000"),
        ("quero 2 do de 10k", "quero 2 do de 10000"),
        ("o de 20 mil", "o de 20000"),
        ("quero 20", "quero 20"),
        ("o 2", "o 2"),
        ("o de 30", "o de 30"),
        ("faz por 20 mil reais", "faz por 20 mil reais"),
    ],
)
def test_a_number_without_its_noughts_is_that_of_the_goods(text: str, read: str):
    assert in_full(text, ConversationState(dialogue=Dialogue(listed=BANKS))) == read


@pytest.mark.parametrize(
    ("known", "asked", "meant"),
    [
        (["Capinha de Silicone iPhone 13 (Preta)"], FILMS, ["iPhone 13"]),
        (["Capinha Anti-Impacto Galaxy A54"], FILMS, ["Galaxy A54"]),
        (["Bicicleta MTB Aro 29"], TUBES, ["Aro 29"]),
        (["Capinha iPhone 13", "Capinha iPhone 14"], FILMS, ["iPhone 13", "iPhone 14", "Galaxy A54"]),
        (["Capinha iPhone 12"], FILMS, ["iPhone 13", "iPhone 14", "Galaxy A54"]),
        (["Soro 10 ml"], DROPS, ["10 ml", "20 ml"]),
        ([], TUBES, ["Aro 20", "Aro 26", "Aro 29"]),
    ],
)
def test_what_goes_with_a_thing_is_for_its_model(known: list[str], asked: list[Product], meant: list[str]):
    assert [one.product_id for one in of_the_model(asked, [Product(name, name) for name in known])] == meant


@pytest.mark.parametrize("text", ["valeu, ate mais", "ate logo", "obrigada ate mais", "ok, see you later!"])
def test_a_farewell_asks_for_no_more(text: str):
    assert "tchau" in spelt_out(text)


@pytest.mark.parametrize("text", ["quero ate mais 2", "ate mais barato tem"])
def test_more_is_no_farewell(text: str):
    assert spelt_out(text) == text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("uma pelicula pro iphone 13 e outra pro 14", "uma pelicula pro iphone 13 e 1 pelicula pro iphone 14"),
        ("2 camara do aro 26 e 1 do aro 29", "2 camara do aro 26 e 1 camara do aro 29"),
        (
            "pelicula do a54, uma do s23 e capinha pros dois",
            "pelicula do a54, uma pelicula do s23 e capinha do a54, capinha do s23",
        ),
        ("uma pelicula pros dois", "uma pelicula pros dois"),
        ("2 pelicula do iphone 13 e um cabo", "2 pelicula do iphone 13 e um cabo"),
    ],
)
def test_each_thing_is_named_with_its_model(text: str, read: str):
    with known_as(Goods(frozenset(), {"pelicula": 3, "camara": 3, "capinha": 3, "cabo": 3})):
        assert by_model(text, ()) == read
