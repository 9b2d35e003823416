"""What is said in passing of voltages, days, spare pieces, counts behind a thing, and of when it is paid."""

import pytest

from app.features.chat.delivery import named_in
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

RULES = (
    ShippingRule("Retirada na loja", "pickup"),
    ShippingRule("Motoboy no mesmo dia", "fixed", 1800),
    ShippingRule("Entrega comum Curitiba", "cep_range", 1200, cep_from="80000000", cep_to="82999999", days=1),
    ShippingRule("Entrega São José", "cep_range", 2000, cep_from="83000000", cep_to="83189999", days=2),
)
BRISA, DUCHA = "Resistência Brisa", "Ducha Brisa"
SHOP = Catalogue(
    [
        *(product(BRISA, 2490, Tensão=one) for one in ("127 V", "220 V")),
        *(product("Resistência Serena", 3990, Tensão=one) for one in ("127 V", "220 V")),
        *(product(DUCHA, 5990, Tensão=one) for one in ("127 V", "220 V")),
        product("Conector de Porcelana", 1290),
        product("Fita Veda Rosca", 650),
    ]
)
GELATO = Catalogue(
    [
        *(
            product("Pote de Gelato", cents, Tamanho=size, Sabor=flavour)
            for size, cents in (("500 ml", 2800), ("1 L", 4900))
            for flavour in ("Chocolate Belga", "Morango", "Doce de Leite")
        ),
        *(product("Picolé Cremoso", 950, Sabor=one) for one in ("Coco", "Chocolate")),
        *(product("Picolé de Fruta", 700, Sabor=one) for one in ("Uva", "Limão")),
        product("Cobertura de Morango", 1490),
        product("Granola Crocante", 1290),
    ]
)
ADDRESSED = "quero 1 granola, pix, motoboy, rua Madre Benvenuta 54, Santa Mônica, cep 88035-000, Gilmar Souza"


def after(shop: Catalogue, *messages: str) -> ConversationState:
    state = ConversationState()
    for message in messages:
        state = shop.turn(message, state)[1]
    return state


def cart_of(shop: Catalogue, *messages: str) -> dict[str, int]:
    return counts(after(shop, *messages))


@pytest.mark.parametrize(
    ("said", "way"),
    [
        ("a de 2 dias", "Entrega São José"),
        ("quero a que chega em 2 dias", "Entrega São José"),
        ("a entrega de 2 dias mesmo", "Entrega São José"),
        ("the 2-day one", "Entrega São José"),
        ("o de 5 dias úteis", None),
        ("quero essa entrega de são josé mesmo", "Entrega São José"),
    ],
)
def test_a_way_is_told_by_its_days(said: str, way: str | None):
    _, state, _ = SHOP.turn("quero 1 fita veda rosca, pago no pix", None, shipping=RULES)
    _, state, _ = SHOP.turn("CEP 83020-000", state, shipping=RULES)
    assert SHOP.turn(said, state, shipping=RULES)[0].way == way


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("essa mesmo", None),
        ("a de 2 dias", None),
        ("no mesmo dia", "Motoboy no mesmo dia"),
        ("são josé mesmo", "Entrega São José"),
    ],
)
def test_days_and_sameness_name_no_way_alone(said: str, name: str | None):
    assert named_in(RULES, said) == name


@pytest.mark.parametrize(
    "said",
    [
        "oi queimou a resistencia da minha ducha brisa, ela é 127",
        "preciso da resistência brisa, a minha é 127",
        "quero a resistencia brisa pq a minha aqui é 110",
    ],
)
def test_what_one_has_tells_the_voltage(said: str):
    assert cart_of(SHOP, said, "quero 2") == {f"{BRISA} (127 V)": 2}


@pytest.mark.parametrize(
    "said",
    [
        "me ve 2, ja fica uma de reserva",
        "quero 2 pra ficar uma de reserva",
        "quero 2, assim ja deixo uma guardada",
        "quero 2, uma pra usar e outra de reserva",
        "quero duas, uma de reserva",
        "I'll take 2, so I have one spare",
    ],
)
def test_one_to_spare_is_of_those_that_were_counted(said: str):
    assert cart_of(SHOP, "tem resistencia brisa 127?", said) == {f"{BRISA} (127 V)": 2}


def test_the_thing_that_was_shown_is_asked_of_by_its_noun():
    listed = after(SHOP, "tem resistência brisa?", "quanto custa a resistência?").dialogue.listed
    assert listed
    assert all(BRISA in one.name for one in listed)


@pytest.mark.parametrize(
    "said",
    [
        "olha meu filho eu queria a ducha brisa de 127 né",
        "minha filha, quero 1 ducha brisa 127",
        "falei com a diretora, quero 1 ducha brisa 127",
        "quero 1 ducha brisa 127, não tenho pressa",
    ],
)
def test_what_surrounds_a_wish_told_aloud_is_no_part_of_it(said: str):
    assert cart_of(SHOP, said) == {f"{DUCHA} (127 V)": 1}


def test_what_was_advised_and_is_put_in_is_one_wish():
    said = "o rapaz que vai instalar falou pra pegar também um conector de porcelana então põe um conector aí"
    assert cart_of(SHOP, said) == {"Conector de Porcelana": 1}


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("picole cremoso 6 coco 6 chocolate", {"Picolé Cremoso (Coco)": 6, "Picolé Cremoso (Chocolate)": 6}),
        ("quero picolé de fruta 3 uva 2 limão", {"Picolé de Fruta (Uva)": 3, "Picolé de Fruta (Limão)": 2}),
        ("picole cremoso 4 coco e uma granola", {"Picolé Cremoso (Coco)": 4, "Granola Crocante": 1}),
        ("picole de coco 3 e de chocolate 2", {"Picolé Cremoso (Coco)": 3, "Picolé Cremoso (Chocolate)": 2}),
        (
            "I'd like two 500 ml tubs: one Belgian chocolate and one strawberry",
            {"Pote de Gelato (500 ml, Chocolate Belga)": 1, "Pote de Gelato (500 ml, Morango)": 1},
        ),
        (
            "Domingo vem os netos aqui e gostaria de encomendar 2 potes de 1 litro de doce de leite",
            {"Pote de Gelato (1 L, Doce de Leite)": 2},
        ),
    ],
)
def test_kinds_are_counted_behind_the_thing(said: str, lines: dict[str, int]):
    assert cart_of(GELATO, said) == lines


@pytest.mark.parametrize(
    "said",
    [
        "pago na hora que chegar",
        "eu pago na hora em dinheiro",
        "eu pago o moço quando ele chegar",
        "pago pro rapaz na hora",
        "eu pago na hora que chegar em dinheiro não precisa de troco",
    ],
)
def test_paid_when_it_comes_is_paid_on_delivery(said: str):
    state = after(GELATO, "quero 1 granola")
    assert GELATO.turn(said, state)[0].method == "cod"


@pytest.mark.parametrize("said", ["Name is Chloe Martin, pagamento no pix", "I'll do the pagamento no pix please"])
def test_no_before_pix_is_portuguese_behind_its_noun(said: str):
    state = after(GELATO, "I want 1 granola please")
    acts = GELATO.turn(said, state)[0]
    assert (acts.method, acts.refused) == ("pix", None)


@pytest.mark.parametrize(
    "said",
    [
        "ih moça falei errado o número é 45, quarenta e cinco",
        "o número é 45, quarenta e cinco",
        "ixi disse errado, o numero da casa é 45 viu",
        "falei errado, o número é quarenta e cinco",
    ],
)
def test_the_house_number_is_told_anew(said: str):
    rules = (ShippingRule("Motoboy", "fixed", 1000),)
    state = GELATO.turn(ADDRESSED, None, shipping=rules)[1]
    known = GELATO.turn(said, state, shipping=rules)[0].known
    assert known.address is not None
    assert ", 45," in known.address


@pytest.mark.parametrize("said", ["o que que ta no meu carrinho?", "q q tem no carrinho", "o que ficou no carrinho?"])
def test_what_is_in_the_cart_is_asked(said: str):
    state = after(GELATO, "quero 1 granola")
    assert GELATO.turn(said, state)[0].total


def test_what_a_question_likens_is_looked_for_by_nobody():
    acts = GELATO.turn("a cobertura de morango endurece? tipo aquela que faz picolé", None)[0]
    assert acts.wonders
    assert not acts.looks


def test_the_price_of_two_sizes_is_of_both():
    acts = GELATO.turn("quanto custa o pote de morango de 1 litro e o de 500 ml?", None)[0]
    assert [("1l" in one.words, "500ml" in one.words) for one in acts.about] == [(True, False), (False, True)]


def test_everything_in_a_colour_is_told_of_what_is_named_in_it():
    shop = Catalogue(
        [
            *(product("Cortina Estrelinha", 12900, Cor=one) for one in ("Rosa", "Azul")),
            *(product("Tapete Nuvem", 14900, Cor=one) for one in ("Rosa", "Cinza")),
        ]
    )
    said = "eu queria tudo rosa daí eu vi aí a cortina estrelinha rosa queria uma e o tapete nuvem rosa"
    assert cart_of(shop, said) == {"Cortina Estrelinha (Rosa)": 1, "Tapete Nuvem (Rosa)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "na verdade os dois em 220",
        "os dois 220v",
        "troca os dois pra 220",
        "põe os dois em 220",
        "tudo 220v",
        "muda pra 220",
        "make both 220v",
    ],
)
def test_both_are_wanted_in_one_voltage(said: str):
    cart = cart_of(SHOP, "quero 1 ducha brisa 220v e 1 resistência serena 127v", said)
    assert cart == {f"{DUCHA} (220 V)": 1, "Resistência Serena (220 V)": 1}


def test_a_house_number_is_no_voltage():
    acts = SHOP.turn("220", after(SHOP, "quero 1 fita veda rosca"))[0]
    assert not acts.changes or acts.changes[0].mention.words != ("220v",)


def test_two_deeds_need_no_comma():
    cart = cart_of(GELATO, "quero 1 granola e 2 picolé de uva", "tira granola poe cobertura de morango")
    assert cart == {"Picolé de Fruta (Uva)": 2, "Cobertura de Morango": 1}


def test_so_many_of_a_kind_there_are_to_be():
    cart = cart_of(GELATO, "quero 3 picole cremoso de coco e 2 de chocolate", "os de coco bota 5")
    assert cart == {"Picolé Cremoso (Coco)": 5, "Picolé Cremoso (Chocolate)": 2}
