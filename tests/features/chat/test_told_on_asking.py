"""What the shop tells when it is asked: where to and when it sends, what is in a thing, what is free of something."""

import pytest

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.chat.assistant.language.cities import town_pointed_at
from app.features.chat.assistant.saying.phrases import compose
from tests.features.chat.test_everyday_ways import RULES
from tests.features.chat.test_goods_lists import Catalogue, counts, product

PASSAGES = (
    Passage(
        "Entrega",
        "Motoboy na capital R$ 15,00; Osasco e Guarulhos R$ 25,00. Entrega em 1 dia útil. Não entregamos no ABC.",
    ),
    Passage("Endereço", "Rua Santa Ifigênia, 512, a 5 minutos do metrô Luz."),
    Passage("Instalação", "Só vendemos peças e ferramentas. Não fazemos conserto nem instalação."),
    Passage("Lavagem", "Secadora só em temperatura baixa. Não use alvejante em peças coloridas."),
    Passage("Alergias", "A cozinha usa trigo, leite e ovo."),
)
SHOP = Catalogue(
    [
        *(
            product("Cesta de Café da Manhã", cents, Tamanho=size)
            | {"description": "Pães de queijo, bolo, frutas e café em pó."}
            for size, cents in (("Individual", 8900), ("Casal", 14900))
        ),
        product("Bolo de Banana Sem Glúten", 6200) | {"description": "Com farinha de arroz, 900 g."},
        product("Bolo de Cenoura", 5500) | {"description": "Com cobertura de chocolate."},
        product("Tela Galaxy A12", 13990),
        product("Toalha de Banho", 3990),
        *(product("Cerveja Skol", cents, Embalagem=pack) for pack, cents in (("Lata 350 ml", 500), ("Garrafa", 1100))),
    ]
)


def told(said: str, *before: str) -> str:
    says = SHOP.turn(said, SHOP.talk(*before), shipping=RULES, passages=PASSAGES)[2]
    return compose(says, "pt")


@pytest.mark.parametrize(
    ("said", "town"),
    [
        ("aqui é de Porto Alegre, quanto sai a entrega pra cá?", "porto alegre"),
        ("I'm setting up a rental in Florianópolis, do you ship there?", "florianopolis"),
        ("tenho uma pousada em Blumenau, quanto fica o frete pra lá?", "blumenau"),
        ("e pra Guarulhos quanto é a entrega?", "guarulhos"),
        ("minha irmã mora em Curitiba", ""),
        ("quanto é o frete pra cá?", ""),
        ("quero um chá de Natal", ""),
    ],
)
def test_the_town_that_is_pointed_at(said: str, town: str):
    assert town_pointed_at(said) == town


@pytest.mark.parametrize("said", ["demora pra chegar?", "chega em quanto tempo?", "quanto tempo demora a entrega?"])
def test_when_it_comes(said: str):
    assert answer_to(PASSAGES, Question("time", said)) == "Entrega em 1 dia útil."


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("vocês trocam a tela aí na loja ou só vende a peça?", "Não fazemos conserto"),
        ("e secadora, pode?", "Secadora só em temperatura baixa"),
        ("quero uma cesta de café da manhã, o que vem nela?", "Pães de queijo, bolo"),
        ("me vê uma cesta de café, vem com o que?", "Pães de queijo, bolo"),
        ("vocês têm bolo de cenoura? ele é de quê?", "Com cobertura de chocolate"),
        ("vocês vendem cesta de café da manhã? como ela é?", "Pães de queijo, bolo"),
        ("o bolo de cenoura acompanha o que", "Com cobertura de chocolate"),
        ("tem algum bolo sem glúten? minha filha é celíaca", "Bolo de Banana Sem Glúten"),
        ("minha filha casa mês que vem e tô procurando uma cesta de café da manhã, tem em que tamanhos?", "Casal"),
    ],
)
def test_what_is_asked_is_told(said: str, answer: str):
    assert answer in told(said, "oi")


def test_what_somebody_cannot_take_shows_no_goods_by_itself():
    assert "Banana" not in told("minha filha é celíaca, o bolo de cenoura tem glúten?", "oi")


@pytest.mark.parametrize("said", ["12 latinha de skol bem gelada", "12 latinhas de skol", "doze latas de skol"])
def test_a_small_can_is_the_kind_in_cans(said: str):
    assert counts(SHOP.talk(said)) == {"Cerveja Skol (Lata 350 ml)": 12}
