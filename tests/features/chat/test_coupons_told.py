"""A coupon as shoppers tell it: beside the word, behind it, in a question whether it holds."""

import pytest

from app.features.chat.assistant.acts import HAGGLED, Question
from app.features.chat.assistant.deciding.mind import Coupon, Say
from app.features.chat.assistant.deciding.ordering.coupons import coupon_named
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.chat.assistant.reading.details.coupons import drops_coupon, told_coupon, without_coupon
from app.features.conversations.state import Dialogue
from tests.features.chat.test_goods_lists import Catalogue, counts, product


@pytest.mark.parametrize(
    "message",
    [
        "usa o cupom AMIGO15",
        "tenho um cupom, AMIGO15, vale ainda?",
        "recebi o cupom de vocês no insta, amigo15. dá pra usar?",
        "me deram um cupom de desconto. é o AMIGO15",
        "o AMIGO15 ainda tá valendo?",
        "I got a coupon from a friend, it's AMIGO15, is it still valid?",
    ],
)
def test_a_coupon_is_heard_and_nothing_is_left_to_ask(message: str):
    code, rest = told_coupon(message)
    assert (code, rest.strip(" ,")) == ("AMIGO15", "")


@pytest.mark.parametrize(
    "message", ["primeira vez aqui, tenho o AMIGO15", "vi no insta um tal de amigo15, dá pra usar?", "i have AMIGO15"]
)
def test_a_code_alone(message: str):
    assert told_coupon(message)[0] == "AMIGO15"


def test_capitals_that_are_the_coupon():
    assert told_coupon("LOJISTA é o cupom")[0] == "LOJISTA"


@pytest.mark.parametrize(
    "message",
    [
        "tenho um iphone13, serve?",
        "queria um tal de omega3",
        "tenho um cupom mas não lembro o código",
        "vocês têm cupom?",
        "tem cupom pra iphone13?",
        "o código do produto é ABC123, tem?",
        "me manda o código de rastreio BR1234",
    ],
)
def test_what_is_no_coupon(message: str):
    assert told_coupon(message)[0] is None


@pytest.mark.parametrize(
    "message", ["is there any promo code?", "do you have a discount code?", "any promotional codes?"]
)
def test_a_code_is_asked_for_in_english(message: str):
    acts, _, _ = Catalogue([product("Terço de Madeira", 1290)]).turn(message)
    assert [one.topic for one in acts.questions] == ["discount"]
    assert not acts.looks


@pytest.mark.parametrize("asked", ["nem um cupomzinho?", "rola um cuponzinho?", "tem algum cupom?"])
def test_a_small_coupon_is_one(asked: str):
    acts, _, _ = Catalogue([product("Terço de Madeira", 1290)]).turn(asked)
    assert [one.topic for one in acts.questions] == ["discount"]


@pytest.mark.parametrize(
    "wish",
    [
        "então põe mais um igual aí já dá né?",
        "coloca mais um desse que aí passa dos 60, certo?",
        "bota outro pra completar o frete grátis ok?",
        "põe mais um aí já fecha o cupom né",
        "add another one so it gets to 60, right?",
    ],
)
def test_what_one_more_is_to_reach_asks_nothing(wish: str):
    shop = Catalogue([product("Terço de Madeira", 3290), product("Imagem de Gesso", 4990)])
    acts, after, _ = shop.turn(wish, shop.talk("quero um terço"))
    assert counts(after) == {"Terço de Madeira": 2}
    assert (acts.questions, acts.wonders, acts.asks_something) == ((), (), False)


@pytest.mark.parametrize(
    "asked", ["se eu puser mais um já dá o cupom?", "mais um dá quanto?", "com dois já dá frete grátis?"]
)
def test_whether_it_would_reach_it_puts_nothing_in(asked: str):
    shop = Catalogue([product("Terço de Madeira", 3290), product("Imagem de Gesso", 4990)])
    assert shop.cart("quero um terço", asked) == {"Terço de Madeira": 1}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("kkk não custa tentar. tá vai, um pacote então", None),
        ("had to try. ok, one pack then", None),
        ("tenta esse então", "FESTA10"),
        ("let me try it", "FESTA10"),
        ("me vê a preta com esse FESTA10", "FESTA10"),
    ],
)
def test_who_had_to_try_asks_for_no_coupon(message: str, code: str | None):
    assert told_coupon(message, Dialogue(coupon="FESTA10", topic=HAGGLED))[0] == code


@pytest.mark.parametrize(
    ("message", "rest"),
    [
        ("ah então deixa sem cupom mesmo. retiro na loja", "ah então mesmo. retiro na loja"),
        ("deixa sem o desconto, pago no pix", ", pago no pix"),
        ("leave it without the coupon then, pix", "then, pix"),
        ("vai sem cupom, quero 2", "vai , quero 2"),
    ],
)
def test_what_goes_without_a_coupon_is_not_let_go(message: str, rest: str):
    assert drops_coupon(message)
    assert " ".join(without_coupon(message).split()) == rest


@pytest.mark.parametrize(
    "message",
    ["por pouco kkk. põe um terço junto e usa o cupom", "ok, 2 terços, aplica esse cupom", "use that coupon then"],
)
def test_a_coupon_that_needs_more_goods_is_the_one_spoken_of(message: str):
    told = Say("coupon", coupon=Coupon("FESTA10", "percent", 10, 20000))
    assert told_coupon(message, Dialogue(coupon=coupon_named([told])))[0] == "FESTA10"
    assert coupon_named([Say("coupon", coupon=Coupon("FESTA10"))]) == ""


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ("O cupom LAR5 dá 5%. Não fazemos outro desconto, nem no Pix.", "O cupom LAR5 dá 5%. Não fazemos outro"),
        ("Acima de R$ 300,00 há 8% de desconto. Não temos outras promoções.", "Acima de R$ 300,00 há 8% de desconto."),
        ("Não damos desconto.", "Não damos desconto."),
    ],
)
def test_no_other_discount_is_told_behind_the_one_there_is(document: str, told: str):
    answer = answer_to([Passage("Descontos", document)], Question("discount", "tem algum desconto"))
    assert answer is not None
    assert answer.startswith(told)
