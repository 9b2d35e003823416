"""Several things named together: none is lost, and each gets what is said of it."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product


def _goods(name: str, **options: list[str]) -> list[dict[str, object]]:
    key, values = next(iter(options.items()), ("", [""]))
    return [
        {
            "name": name,
            "price_cents": 1000,
            "stock_quantity": 20,
            "group": name if key else None,
            "options": {key: value} if key else {},
        }
        for value in values
    ]


SHOP = Catalogue(
    [
        *_goods("Suco Natural", Sabor=["Laranja", "Abacaxi"]),
        *_goods("Luva de Jardim", Tamanho=["M", "G"]),
        *_goods("Água Sanitária", Tamanho=["1 litro", "5 litros"]),
        *_goods("Saco de Lixo", Tamanho=["50 litros", "100 litros"]),
        *_goods("Tesoura de Poda"),
        *_goods("Coxinha"),
        *_goods("Misto Quente"),
    ]
)


def test_what_is_needed_besides_is_asked_about():
    state = SHOP.talk("preciso de tesoura e luva", "M a luva")
    assert counts(state) == {"Luva de Jardim (M)": 1}
    assert [one.query for one in state.dialogue.open] == ["tesoura"]
    both = {"Luva de Jardim (M)": 1, "Tesoura de Poda": 1}
    assert counts(SHOP.talk("preciso de tesoura e luva", "M a luva", "sim")) == both
    assert counts(SHOP.talk("preciso de tesoura e luva", "M a luva", "deixa a tesoura")) == {"Luva de Jardim (M)": 1}


def test_a_question_wants_nothing_yet():
    assert SHOP.talk("tem tesoura e luva?").dialogue.open == ()


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ("agua sanitaria de 1 litro ta cara, me da 2 de 5", {"Água Sanitária (5 litros)": 2}),
        ("o saco de lixo de 100 litros ta caro, quero um de 50", {"Saco de Lixo (50 litros)": 1}),
        ("a agua sanitaria de 1 litro ta cara, quero uma coxinha", {"Coxinha": 1}),
    ],
)
def test_instead_of_what_is_dear(wish: str, taken: dict[str, int]):
    assert counts(SHOP.talk(wish)) == taken


@pytest.mark.parametrize(
    "swap", ["actually make it 1 orange and 1 pineapple juice", "make it 1 orange and 1 pineapple juice"]
)
def test_the_noun_behind_both(swap: str):
    assert counts(SHOP.talk("2 orange juices please", swap)) == {
        "Suco Natural (Laranja)": 1,
        "Suco Natural (Abacaxi)": 1,
    }


def test_one_for_two():
    state = SHOP.talk("quero um misto e uma luva M", "troca o misto por 1 coxinha e 2 tesouras")
    assert counts(state) == {"Luva de Jardim (M)": 1, "Coxinha": 1, "Tesoura de Poda": 2}


PAIRED = Catalogue(
    [
        *_goods("Geleia", Sabor=["Morango e Hortelã", "Figo"]),
        *_goods("Bolo de Morango"),
        *_goods("Chá de Hortelã"),
        *_goods("Sanduíche", Recheio=["Peito de Peru e Ricota", "Atum"]),
        *_goods("Ricota Fresca"),
        *_goods("Toalha", Cor=["Preto e Branco", "Azul"]),
        *_goods("Tinta Preta"),
        *_goods("Arroz"),
        *_goods("Feijão"),
        *_goods("Marmita de Arroz e Feijão"),
    ]
)


@pytest.mark.parametrize(
    ("first", "then", "held"),
    [
        ("quero uma geleia de figo", "não, a de morango e hortelã", {"Geleia (Morango e Hortelã)": 1}),
        ("um sanduíche de atum", "na verdade o de peito de peru e ricota", {"Sanduíche (Peito de Peru e Ricota)": 1}),
        ("uma geleia de figo", "no, the strawberry and mint one", {"Geleia (Morango e Hortelã)": 1}),
        ("um arroz", "coloca uma geleia de morango e hortelã", {"Arroz": 1, "Geleia (Morango e Hortelã)": 1}),
        ("uma geleia de figo", "quero arroz e feijão", {"Geleia (Figo)": 1, "Arroz": 1, "Feijão": 1}),
    ],
)
def test_the_and_of_a_name_ties_no_two_goods(first: str, then: str, held: dict[str, int]):
    assert counts(PAIRED.talk(first, then)) == held


DIVING = Catalogue(
    [
        product("Cinto de Lastro", 8990),
        product("Lastro de Chumbo 1 kg", 3490),
        product("Caixa para Ovos", 1500),
        product("Ovo de Chocolate", 2900),
        product("Suporte de Vela", 2500),
        product("Vela de Cera", 900),
    ]
)
BELT, LEAD = "Cinto de Lastro", "Lastro de Chumbo 1 kg"


@pytest.mark.parametrize(
    ("asked", "wish", "held"),
    [
        ("quanto é cinto de lastro e lastro de 1kg?", "quero o cinto e os quatro lastros", {BELT: 1, LEAD: 4}),
        ("quanto é cinto de lastro e lastro de 1kg?", "só quero o cinto e os quatro lastros", {BELT: 1, LEAD: 4}),
        ("oi", "só quero os quatro lastros de chumbo", {LEAD: 4}),
        (
            "tem suporte de vela e vela de cera?",
            "quero o suporte e as 3 velas",
            {"Suporte de Vela": 1, "Vela de Cera": 3},
        ),
        (
            "tem suporte de vela e vela de cera?",
            "quero só 1 suporte e 6 velas",
            {"Suporte de Vela": 1, "Vela de Cera": 6},
        ),
    ],
)
def test_what_is_counted_is_not_what_another_is_called_for(asked: str, wish: str, held: dict[str, int]):
    assert counts(DIVING.talk(asked, wish)) == held


SKIRTS = Catalogue(
    [product("Saia Jeans", 12900, Cor=c, Tamanho=n) for c in ("Clara", "Escura") for n in ("40", "42", "44")]
)


@pytest.mark.parametrize(
    "said",
    [
        "saia jeans clara 44 e 42, uma de cada",
        "saia jeans clara 44 e 42, uma de cada, a 42 é da minha filha",
        "quero saia jeans clara 42 e 44, uma de cada. a 44 é pra mim",
    ],
)
def test_one_of_each_size(said: str):
    assert counts(SKIRTS.talk(said)) == {"Saia Jeans (Clara, 42)": 1, "Saia Jeans (Clara, 44)": 1}
