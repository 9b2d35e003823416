"""What stands beside a wish and is none, and what tells which of two alike is meant."""

import pytest

from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import Cart, CartLine, ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts
from tests.features.chat.test_replacing import alone, variants

GAMES = Catalogue(
    [
        *alone("Controle Vórtex com Fio", "Sleeves Protetores de Cartas", "Cuscuz Explosivo", "Mascates - Expansão"),
        *variants("Controle Vórtex sem Fio", "controle", "Cor", "Preto", "Azul"),
        *variants("Vila Estelar", "vila", "Plataforma", "PS4", "Switch"),
        *variants("Camiseta Dado", "dado", "Tamanho", "P", "M", "G"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        # another of what was told of, and not that one as well
        (["meu irmao comprou um controle sem fio azul", "eu queria um tb mas preto"], {"sem Fio (Preto)": 1}),
        # in case, some day
        (["quero 3 sleeves", "4 pacotes, vai q eu compro uma expansao mais pra frente"], {"Sleeves": 4}),
        (["quero 3 sleeves", "quero mais 1 pacote vai que falta"], {"Sleeves": 4}),
        (["quero 3 sleeves", "one more just in case"], {"Sleeves": 4}),
        # who they are for
        (["quero o cuscuz explosivo", "hmm somos 8 la em casa"], {"Cuscuz": 1}),
        # a count chooses no colour
        (["quero o controle sem fio", "um so, eh pra mim msm"], {}),
        (["quero o controle sem fio", "um so, eh pra mim msm", "o azul"], {"sem Fio (Azul)": 1}),
        # with and without
        (["quero o controle com fio", "não, o sem fio preto", "na verdade o com fio"], {"com Fio": 1}),
        # of two for less the price is asked, and 10 is one
        (["quanto ta o cuscuz explosivo?", "se eu levar 2 vc faz 18?", "quero so 1 no preço normal"], {"Cuscuz": 1}),
        (
            ["qual a diferença do controle com fio pro sem fio?", "10 no sem fio ta caro p mim", "o com fio"],
            {"com Fio": 1},
        ),
        # a console is no deed, and a gift no wish
        (["do you have vila estelar?", "great, one for Switch please"], {"Vila Estelar (Switch)": 1}),
        (["quero um cuscuz explosivo", "actually make it 2, one's a gift"], {"Cuscuz": 2}),
        # what says that something was said wrongly names nothing
        (
            ["quero a camiseta dado G", "nao, o tamanho ta errado, é M. falei errado. a cor ta certa"],
            {"Camiseta Dado (M)": 1},
        ),
    ],
)
def test_only_what_was_wished_for_is_taken(said: list[str], cart: dict[str, int]):
    state = ConversationState()
    for message in said:
        _, state, _ = GAMES.turn(message, state)
    held = counts(state)
    assert len(held) == len(cart)
    assert all(any(part in name and held[name] == count for name in held) for part, count in cart.items())


def test_a_card_game_is_no_way_to_pay():
    line = CartLine("p", "Cuscuz Explosivo", 1, 5990)
    acts = understand("make it 2 of the card game", ConversationState(cart=Cart((line,))))
    assert not acts.card
    assert acts.questions == ()
    assert acts.changes[0].mention.quantity == 2
