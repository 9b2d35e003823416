"""What is said of an answer before a yes: `serve, pode fechar`. What holds back or asks beside it is no yes."""

import pytest

from app.features.conversations.consent import is_consent, judge
from app.features.conversations.state import CartLine, Summary
from tests.features.chat.test_everyday_ways import ways

SHOWN = Summary(
    "X",
    "…",
    (CartLine("p1", "Caneca de Polímero", 10, 1990), CartLine("p2", "Ímã de Geladeira", 10, 690)),
    "cod",
    26800,
    shipping_option="Retirada na loja",
)

APPROVED = """serve, pode fechar o pedido|serve sim, pode fechar|dá tempo, pode fechar|da tempo sim, fecha o pedido
ah dá tempo então, pode confirmar|dá certo, pode fechar|pra mim serve, pode confirmar|me serve, fecha
chega a tempo, pode fechar|fica pronto a tempo, pode fechar|resolve, pode mandar fazer|atende, pode fechar
tá no prazo, pode confirmar|o prazo tá bom, pode fechar|esse prazo me atende, pode fechar|sem problema, pode fechar
não tem problema, pode fechar|tranquilo, dá tempo. pode fechar|beleza, dá sim, fecha pra mim|serve pode fechar
é o suficiente, pode fechar|tá dentro do prazo, fecha|entendi, pode confirmar|ah entendi, então pode fechar
certo entendi, pode finalizar|bom saber, confirma|obrigada pela informação, pode fechar|combinado, serve sim
ótimo, dá tempo da festa, pode fechar|dá tempo pro aniversário, pode fechar|nossa rápido, pode fechar
works for me, confirm|in time then, please confirm|good enough, confirm it|no problem, go ahead"""
NO_YES = """serve?|se servir, pode fechar|não serve|não dá tempo, cancela|serve|será que serve, fecha depois
vou ver se serve, depois fecho|acho que não dá tempo, pode fechar só a caneca|serve 20, pode fechar
serve o azul, pode fechar|só se chegar a tempo, pode fechar|chega a tempo? então pode fechar|não entendi, pode fechar
da tempo de mudar? pode fechar|tem problema, fecha não|entendi, mas tira a caneca|serve, mas fecha amanhã"""


@pytest.mark.parametrize("said", ways(APPROVED))
def test_what_is_found_of_an_answer_stands_beside_a_yes(said: str):
    assert is_consent(SHOWN, said)


@pytest.mark.parametrize("said", ways(NO_YES))
def test_what_holds_back_beside_it_is_no_yes(said: str):
    assert not is_consent(SHOWN, said)


@pytest.mark.parametrize("said", ["entendi", "bom saber", "ah que bom", "dá tempo sim"])
def test_alone_it_leaves_the_summary_standing(said: str):
    assert judge(SHOWN, said) == "keeps"
