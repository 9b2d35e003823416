"""The second reading of a message against the cart: what it finds otherwise, and what it lets pass. Each row is a cart
before and after a message, whoever made it."""

import pytest

from app.features.chat.assistant.acts import Acts
from app.features.chat.assistant.deciding.checking.reckoning import differs
from app.features.chat.assistant.deciding.mind import Mind, Shop
from app.features.chat.assistant.language.goods import BEGINS, NAMES, Goods
from app.features.conversations.state import Cart, CartLine, ConversationState, Dialogue, Listed, Pending

GOODS = Goods(
    places=dict.fromkeys(("scania", "fusca", "cabresto", "colete", "refil", "refis"), BEGINS)
    | dict.fromkeys(("carne", "suave", "fv-100", "gl-300", "mel"), NAMES)
)
WHITE, RED = "Fusca (Branco)", "Fusca (Vermelho)"
SMALL, LARGE = "Kit Spitfire (1:72)", "Kit Spitfire (1:48)"
SALT = "Sal Mineral (25 kg)"
VEST, VEST_XL, JUMPER = "Colete de Tricô (G)", "Colete de Tricô (GG)", "Suéter Gola V (Marinho, G)"
SMALL_C, MEDIUM_C, LARGE_C = (f"Cardigan Cinza ({size})" for size in ("P", "M", "G"))
BLUE, RED_H = "Cabresto de Nylon (Azul)", "Cabresto de Nylon (Vermelho)"
HOT, MILD = "Empanada de Carne Picante", "Empanada de Carne Suave"
WIRE, PLUG = "Cabo Cat6 a Metro", "Conector RJ45 Cat6 (50 unidades)"
CABLE, XLR = "Cabo P10 (Vermelho, 5 m)", "Cabo XLR (5 m)"
SAUCE, FLAKES, MATS = "Molho de Alho", "Pimenta Calabresa", "Porta-Copos de Cortiça"
REFILL = "Refil FV-100"
Held = dict[str, int]


def check(text: str, before: Held, after: Held, *shown: str, asked: Pending | None = None) -> str:
    listed = tuple(Listed(name, name, 1000) for name in shown)

    def cart(held: Held) -> Cart:
        return Cart(tuple(CartLine(name, name, many, 1000) for name, many in held.items()))

    state = ConversationState(cart=cart(before), dialogue=Dialogue(listed=listed, pending=asked))
    return differs(Mind(state, Acts(text=text), Shop(goods=GOODS), cart(after), (), None, "", 0))


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("em vez de um colete faz dois", {VEST: 1}, {VEST: 1}),
        ("ótimo, põe um molho. e em vez de um colete faz dois", {VEST: 1}, {VEST: 1, SAUCE: 1}),
        ("ele prefere grafite. troca o suéter. o colete fica G", {JUMPER: 1, VEST: 1}, {JUMPER: 1, VEST_XL: 1}),
        ("troca o suéter pra mim? o colete fica", {JUMPER: 1, VEST: 1}, {JUMPER: 1, VEST_XL: 1}),
        ("swap the suéter please", {JUMPER: 1}, {JUMPER: 1}),
        ("tira a calabresa por favor", {FLAKES: 3, SAUCE: 1}, {FLAKES: 3, SAUCE: 1}),
        ("troca o scania vermelho pelo branco", {RED: 1}, {WHITE: 1}),
        ("queria dois azul e um vermelho", {}, {BLUE: 1, RED_H: 1}),
        ("põe mais dois cabrestos azuis de reserva", {BLUE: 1}, {BLUE: 5}),
        ("quero 2 kits spitfire 1:72, um pra mim", {LARGE: 1}, {LARGE: 2}),
        ("quero um cardigan P e um G, um pra mim e outro pra ela", {}, {SMALL_C: 1, MEDIUM_C: 1, LARGE_C: 1}),
        ("uai tira uma calabresa, deixa só duas", {SAUCE: 2, FLAKES: 3}, {SAUCE: 2}),
        ("tira 1 calabresa", {SAUCE: 2, FLAKES: 3}, {SAUCE: 2}),
        ("então faz 3 sacos de 25 em vez de 2", {SALT: 2}, {SALT: 2}),
        ("deixa só dois", {BLUE: 3}, {BLUE: 3}),
        ("melhor: 3 azuis, o vermelho fica 1 mesmo", {BLUE: 1, RED_H: 1}, {BLUE: 1, RED_H: 1}),
        ("então faz 20 de carne suave e 5 molhos", {}, {HOT: 20, SAUCE: 5}),
        ("quero 3 refis gl-300", {}, {REFILL: 3}),
        ("2 cabrestos azuis, 2 mel de lata e 1 coca... quer dizer, 1 refil", {}, {BLUE: 2, REFILL: 1}),
        ("one kit 1:72 for 6 people and 2 packs of salt", {}, {SMALL: 1, SALT: 12}),
        ("qual a diferença dele pro verde? quero usar de noite tb", {RED: 1}, {RED: 2}),
        ("isso, pode fechar", {RED: 1}, {RED: 2}),
        ("corta quarenta metros do cabo cat6 a metro e me vê um conector rj45 cat6", {WIRE: 1}, {WIRE: 1, PLUG: 1}),
        ("vou levar o p10 vermelho de 5 m e mais 2 cabos xlr de 5 m", {CABLE: 1}, {CABLE: 2, XLR: 2}),
        ("I need two of them: one in blue and one in red", {}, {BLUE: 2, RED_H: 1}),
        ("então pode incluir 3 molhos, um em cada prato", {SAUCE: 3}, {SAUCE: 6}),
        ("pra mim o fusca branco e pra ele o vermelho, e um colete M", {}, {WHITE: 1, VEST: 1}),
        ("pra mim o cardigan M e pra ela o G", {}, {MEDIUM_C: 1}),
        ("muda o kit 1:72 pra 3 em vez de 2", {SMALL: 2}, {LARGE: 2}),
        ("põe 2 coletes e o molho deixa só 1", {SAUCE: 2}, {SAUCE: 3, VEST: 2}),
        ("é presente: um fusca branco, um cabresto e um molho", {}, {WHITE: 1, SAUCE: 1}),
        ("quero um fusca branco e um cabresto", {}, {WHITE: 1}),
        ("e pra tirar o molho da roupa, faz como?", {SAUCE: 1, VEST: 1}, {VEST: 1}),
    ],
)
def test_what_the_cart_does_not_show_is_found(text: str, before: Held, after: Held):
    assert check(text, before, after)


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("em vez de um colete faz dois", {VEST: 1}, {VEST: 2}),
        ("troca o fusca vermelho pelo branco", {RED: 1}, {WHITE: 1}),
        ("vocês trocam o fusca? tem branco?", {RED: 1}, {RED: 1}),
        ("em vez de retirar prefiro que entregue, rua Eduardo Sprada 2285 casa 3", {VEST: 2}, {VEST: 2}),
        ("pode tirar o porta-copos, fica só o colete e o molho", {VEST: 1, SAUCE: 1, MATS: 1}, {VEST: 1, SAUCE: 1}),
        ("tira tudo menos o colete", {VEST: 1, SAUCE: 2}, {VEST: 1}),
        ("me tira uma dúvida do cabresto", {BLUE: 1}, {BLUE: 1}),
        ("dinheiro, troco pra 50, o cabresto eu pego aí", {BLUE: 1}, {BLUE: 1}),
        ("queria dois azul e um vermelho", {}, {BLUE: 2, RED_H: 1}),
        ("meia dúzia de cabresto azul, ou 2 azuis por cavalo", {}, {BLUE: 6}),
        ("a Bruna quer 2 cabrestos azuis, o Caio 1", {}, {BLUE: 3}),
        ("2 cabrestos azuis. aliás três", {}, {BLUE: 3}),
        ("quero 3 refis fv-100 pra compensar o frete", {}, {REFILL: 3}),
        ("azul 5, vermelho 3", {}, {BLUE: 5, RED_H: 3}),
        ("minha irmã comprou 20 cabrestos azuis. eu quero 4", {}, {BLUE: 4}),
        ('ele mandou "pega 2 cabrestos azuis", mas eu quero 1', {}, {BLUE: 1}),
        ("eu e minhas duas irmãs vamos usar o colete, um pra cada", {}, {VEST: 3}),
        ("quero 2 kits spitfire 1:72", {}, {SMALL: 2}),
        ("meu irmão comprou o colete G. quero igual, só que GG", {}, {VEST_XL: 1}),
        ("um cardigan de cada: P, M e G", {}, {SMALL_C: 1, MEDIUM_C: 1, LARGE_C: 1}),
        ("tira uma calabresa, deixa só duas", {SAUCE: 2, FLAKES: 3}, {SAUCE: 2, FLAKES: 2}),
        ("meu cavalo faz 4 anos, quero um cabresto azul", {}, {BLUE: 1}),
        ("então faz 3 sacos de 25 em vez de 2", {SALT: 2}, {SALT: 3}),
        ("troca 1 por 2 cabrestos azuis", {BLUE: 1}, {BLUE: 2}),
        ("o colete ficou pequeno, troca pra GG por favor", {VEST: 1}, {VEST_XL: 1}),
        ("20 de carne suave", {}, {MILD: 20}),
        ("três unidades de carne suave", {}, {MILD: 3}),
        ("meu irmão queria um cabresto mas desistiu, quero um fusca branco", {}, {WHITE: 1}),
        ("faz dois, um branco e um vermelho", {RED: 1}, {RED: 1, WHITE: 1}),
        ("3 molhos… não espera, 4 molhos", {}, {SAUCE: 4}),
        ("um fusca branco com faixa vermelha", {}, {WHITE: 1}),
        ("cardigan P ou M, tanto faz", {}, {SMALL_C: 1}),
        ("troca o fusca branco por um vermelho", {WHITE: 1}, {RED: 1}),
        ("uma corda de 1,20 branca e um fusca branco", {}, {WHITE: 1}),
        ("põe mais 3 molhos", {SAUCE: 3}, {SAUCE: 6}),
        ("corta 40 metros do cabo cat6 a metro", {}, {WIRE: 40}),
        ("vou levar o p10 vermelho e mais 2 cabos xlr de 5 m", {CABLE: 1}, {CABLE: 1, XLR: 2}),
        ("põe mais um do p10 vermelho de 5 m", {CABLE: 1}, {CABLE: 2}),
        ("two of them: one in blue and one in red", {}, {BLUE: 1, RED_H: 1}),
        ("6kg malte pale ale\n1kg malte chocolate", {}, {"Malte Pale Ale": 6, "Malte Chocolate (1 kg)": 1}),
        ("dá pra tirar o molho?", {SAUCE: 1, VEST: 1}, {VEST: 1}),
        ("põe mais um fusca vermelho", {RED: 1}, {RED: 2}),
        ("sal mineral, 50 kg", {}, {SALT: 2}),
        ("2 pra mim e 3 pro meu pai, do molho", {}, {SAUCE: 5}),
        ("troca o vermelho pelo branco", {RED: 1, WHITE: 1}, {WHITE: 2}),
        ("não quero 2 mel não, só um cabresto azul", {}, {BLUE: 1}),
    ],
)
def test_what_the_cart_shows_is_let_pass(text: str, before: Held, after: Held):
    assert not check(text, before, after)


def test_each_of_what_was_shown_is_no_thing_alone():
    assert check("1 de cada, e também 1 molho", {}, {SAUCE: 1}, WHITE, RED)
    assert not check("1 de cada, e também 1 molho", {}, {WHITE: 1, RED: 1, SAUCE: 1}, WHITE, RED)


def test_as_many_as_were_asked_about_are_known():
    assert check("o branco", {}, {WHITE: 3})
    assert not check("o branco", {}, {WHITE: 3}, asked=Pending("choose", quantity=3))
