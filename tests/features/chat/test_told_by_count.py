"""How many of what, told by whom it is for, by another price, at the end or anew."""

from typing import Any

import pytest

from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts, product


def _goods(name: str, cents: int, description: str = "", **options: str) -> dict[str, Any]:
    known = {"name": name, "price_cents": cents, "stock_quantity": 90, "description": description}
    return known | ({"group": name, "options": options} if options else {})


SHOP = Catalogue(
    [
        _goods("Tomada Simples", 990, "Furo fino.", Amperagem="10A"),
        _goods("Tomada Simples", 1290, "Furo grosso.", Amperagem="20A"),
        _goods("Interruptor Simples", 890, "Uma tecla."),
        _goods("Interruptor Paralelo", 1390, "Acende e apaga a luz de dois lugares, na escada."),
        _goods("Cabo Flexível 2,5 mm por Metro", 290, "Cortado na hora."),
        _goods("Cabo Flexível 2,5 mm Rolo 100 m", 25900, "Fechado."),
        _goods("Fita Isolante 20 metros", 690),
        _goods("Extensão Elétrica 5 metros", 3990),
        _goods("Disjuntor Bipolar 40A", 5490),
        _goods("Pilha Alcalina", 1290, "Pilha pequena.", Tamanho="AA"),
        _goods("Pilha Alcalina", 1290, "Pilha palito.", Tamanho="AAA"),
        _goods("Resistência para Chuveiro", 2490, Voltagem="110V"),
        _goods("Resistência para Chuveiro", 2490, Voltagem="220V"),
        _goods("Chuveiro Elétrico 220V", 9490),
    ]
)
TEN, TWENTY = "Tomada Simples (10A)", "Tomada Simples (20A)"
CABLE, TAPE = "Cabo Flexível 2,5 mm por Metro", "Fita Isolante 20 metros"
SINGLE, BOTH_WAYS = "Interruptor Simples", "Interruptor Paralelo"
AA, AAA = "Pilha Alcalina (AA)", "Pilha Alcalina (AAA)"
LOW, HIGH = "Resistência para Chuveiro (110V)", "Resistência para Chuveiro (220V)"


def cart(*messages: str) -> dict[str, int]:
    return counts(SHOP.talk(*messages))


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["preciso de tomada 10a, 2 pra mim e 3 pra minha mae, tudo no mesmo pedido"], {TEN: 5}),
        (["preciso de tomada 10a. 2 pra mim e 3 pra minha mae"], {TEN: 5}),
        (["5 tomada 10a, 2 pra sala e 3 pro quarto"], {TEN: 5}),
        (["quero interruptor simples, um meu e outro da minha irma"], {SINGLE: 2}),
        (["quero interruptor simples pra mim e pra minha mae, um pra cada"], {SINGLE: 2}),
        (["quero 1 fita isolante pra mim e 2 pro meu pai"], {TAPE: 3}),
        (["me ve fita isolante, eu quero 2 e minha mae quer 3"], {TAPE: 5}),
        (["tem interruptor simples?", "2 minhas e 1 da minha irmã"], {SINGLE: 3}),
        (["tem interruptor simples?", "2 for me and 1 for my mom"], {SINGLE: 3}),
        (
            ["2 tomada 10a e 1 interruptor simples pra minha mae e 3 fita isolante pra mim"],
            {TEN: 2, SINGLE: 1, TAPE: 3},
        ),
        (
            ["pra mim uma tomada 10a, pro meu pai um interruptor simples e fita isolante 1 pra cada um"],
            {TEN: 1, SINGLE: 1, TAPE: 2},
        ),
        (
            ["um interruptor simples pra mim, outro pra minha tia, outro pro meu tio e 2 fitas isolantes pra cada um"],
            {SINGLE: 3, TAPE: 6},
        ),
        (
            ["one tomada 10a for me, one interruptor simples for my mom and one fita isolante each"],
            {TEN: 1, SINGLE: 1, TAPE: 2},
        ),
    ],
)
def test_what_several_get_of_one_thing_is_added_up(said: list[str], held: dict[str, int]):
    assert cart(*said) == held


@pytest.mark.parametrize(
    "said",
    [
        "e 1 daquele de 8,90, o simples", "e 1 daquele de 8,90", "poe 1 de 8,90 tb", "e um interruptor de 8,90",
        "mais um daquele de 8,90",
    ],
)  # fmt: skip
def test_another_price_means_another_thing(said: str):
    assert cart("quero 2 interruptor paralelo", said) == {BOTH_WAYS: 2, SINGLE: 1}


def test_a_price_that_nothing_has_changes_no_count():
    assert cart("quero 2 interruptor paralelo", "e 1 daquele de 7,77") == {BOTH_WAYS: 2}


@pytest.mark.parametrize(
    "said",
    [
        "e muda o cabo pra 35 metros", "aumenta o cabo pra 35", "o cabo muda pra 35m", "muda pra 35 metros",
        "bota 35 metros de cabo em vez de 20", "troca os 20 metros de cabo por 35", "aumenta a metragem do cabo pra 35",
    ],
)  # fmt: skip
def test_so_much_of_what_is_sold_by_the_metre_is_another_count(said: str):
    before = ("20 metros de cabo 2,5, 4 fita isolante e 1 disjuntor bipolar", "tira o bipolar")
    assert cart(*before, said) == {CABLE: 35, TAPE: 4}


@pytest.mark.parametrize(
    "said",
    ["quero 3 da AA e 2 da AAA", "da AA quero 3 e da AAA 2", "quero 3 da AA e 2 da palito"],
)
def test_each_count_is_of_its_kind(said: str):
    assert cart("tem pilha?", said) == {AA: 3, AAA: 2}


def test_what_no_kind_is_called_does_not_fall_on_the_one_named_last():
    state = SHOP.talk("tem pilha?", "quero 3 da AA e 2 da quadradinha")
    assert counts(state).get(AA, 3) == 3


def test_what_a_question_about_the_price_is_of_is_not_taken():
    assert cart("tem tomada?", "ah entendi, é a de 20. quanto ela custa?") == {}
    assert cart("tem tomada?", "ah entendi, é a de 20. quanto ela custa?", "quero 2 dessa") == {TWENTY: 2}
    assert cart("tem tomada?", "a de 20 então, quanto tá?") == {}
    assert cart("tem tomada?", "quero uma", "a de 20. quanto fica?") == {TWENTY: 1}


@pytest.mark.parametrize(
    "said",
    ["e da de 10a 3", "e da 10a sao 3", "da 10a quero 3", "e da de 10 tres", "e a de 10 quero 3", "e da de 10, 3"],
)
def test_a_count_may_stand_last(said: str):
    assert cart("tem tomada?", "quero 2 da de 20", said) == {TWENTY: 2, TEN: 3}


def test_what_describes_a_question_is_not_taken_out():
    said = "serve pra escada? q acende embaixo e apaga em cima"
    assert not SHOP.turn(said, SHOP.talk("quero 2 interruptor paralelo"))[0].changes
    assert cart("quero 2 interruptor paralelo", said) == {BOTH_WAYS: 2}
    assert cart("quero 2 tomada 10a e 1 fita isolante", "serve pra cozinha? tira a fita") == {TEN: 2}


@pytest.mark.parametrize(
    "said",
    [
        "sorry, i measured again, make it 4",
        "oh i counted wrong, make it 4",
        "we re-measured the room. make it 4 please",
    ],
)
def test_what_was_measured_again_is_no_goods(said: str):
    assert cart("i'd like 3 fita isolante", said) == {TAPE: 4}


@pytest.mark.parametrize("said", ["deu 15 metros, quero 15", "medi aqui, deu 15 metros", "medi e deu 15"])
def test_what_it_came_to_is_wanted(said: str):
    assert cart("vcs vendem cabo 2,5 por metro?", said) == {CABLE: 15}


@pytest.mark.parametrize(
    "said",
    [
        "nao, espera, uma é 110 e a outra é 220, aqui tem os dois", "na verdade uma de 220 e a outra de 110",
        "uma é 110v e a outra 220v", "wait, one is 110 and the other is 220",
    ],
)  # fmt: skip
def test_the_kinds_of_a_line_are_told_apart(said: str):
    assert cart("quero 2 resistencia de chuveiro 110", "pix", said) == {LOW: 1, HIGH: 1}


def test_as_many_as_are_left_are_the_others():
    before = "quero 5 resistencia de chuveiro 110"
    assert cart(before, "uma é 110 e as outras são 220") == {LOW: 1, HIGH: 4}
    assert cart(before, "uma é 110 e a outra é 220") == {LOW: 5}


def test_letters_of_a_size_are_not_drawn_out():
    told = SHOP.turn("quero 2 camisetas GGG", ConversationState())[0].changes
    assert "ggg" in (*told[0].mention.words, *told[0].mention.soft)


def test_another_kind_is_there_by_its_number_without_the_unit():
    _, state, says = SHOP.turn("e a de 10?", SHOP.talk("tem tomada?", "quero 2 da de 20"))
    assert [one.what for one in says] == ["list"]
    assert [one.name for one in state.dialogue.listed] == [TEN]


@pytest.mark.parametrize(
    "said",
    [
        ("quero, pix",), ("levo, no pix",), ("vou querer",), ("isso, pix",), ("quero esse então",),
        ("I'll take it, pix",),
        ("vocês abrem sábado?", "quero, pix"), ("vocês abrem sábado?", "levo, no pix"),
        ("do you open sunday?", "vou querer"),
    ],
)  # fmt: skip
def test_as_many_are_taken_as_were_asked_about(said: tuple[str, ...]):
    assert cart("3 fita isolante fica quanto?", *said) == {TAPE: 3}


def test_one_is_taken_of_what_was_asked_about_before_something_else():
    assert cart("3 fita isolante fica quanto?", "tem extensão?", "quero, pix") == {"Extensão Elétrica 5 metros": 1}


CUPS = Catalogue(
    [
        _goods("Copo de Papel", 1890, Pacote="10 unidades"),
        _goods("Copo de Papel", 7990, Pacote="50 unidades"),
        _goods("Guardanapo", 590),
    ]
)


@pytest.mark.parametrize(
    "message",
    [
        "umas 30... 50 é mto pra mim. vou de 3 pacotes de 10",
        "o pacote de 50 é muito, quero 3 de 10",
        "acho que 50 é demais, manda 3 pacotes de 10",
        "50 is way too many for me, I'll take 3 packs of 10",
    ],
)
def test_what_is_too_much_is_not_taken(message: str):
    assert counts(CUPS.talk("quanto é o copo de papel?", message)) == {"Copo de Papel (10 unidades)": 3}


def test_too_much_alone_takes_nothing():
    assert counts(CUPS.talk("quanto é o copo de papel?", "50 é muito")) == {}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("ta dificil kkk entao só meio cento de empada", {"Empada (Meio cento)": 1}),
        ("só meio cento de empada pra sexta", {"Empada (Meio cento)": 1}),
        ("me vê a empada de 90", {"Empada (Cento)": 1}),
        ("quero o bolo de 45 reais", {"Bolo (Inteiro)": 1}),
        ("separa aquele bolo de 8", {"Bolo (Fatia)": 1}),
        ("um bolo inteiro p eu levar pro trabalho", {"Bolo (Inteiro)": 1}),
    ],
)
def test_lots_and_prices_tell_which(said: str, held: dict[str, int]):
    lots = [product("Empada", price, Quantidade=lot) for lot, price in (("Meio cento", 5000), ("Cento", 9000))]
    cakes = [product("Bolo", price, Tamanho=size) for size, price in (("Inteiro", 4500), ("Fatia", 800))]
    state = Catalogue([*lots, *cakes]).talk(said)
    assert counts(state) == held
    assert "tamanho" not in (state.cart.notes or "")


@pytest.mark.parametrize(
    "said", ["me vê o porta-joias de 49 e a caneca de 29", "quero o porta joias de 49 reais e a caneca de 29"]
)
def test_the_price_of_one_thing_is_no_size_of_it(said: str):
    state = Catalogue([product("Porta-joias", 4990), product("Caneca", 2900)]).talk(said)
    assert counts(state) == {"Porta-joias": 1, "Caneca": 1}
    assert not state.cart.notes


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (["quero 100 empadas"], {"Empada (Cento)": 1}),
        (
            ["vou precisar de 200 empadas e 50 empadas de palmito"],
            {"Empada (Cento)": 2, "Empada de Palmito (Meio cento)": 1},
        ),
        (["quero 30 empadas"], {"Empada (Unidade)": 30}),
        (["quero 150 empadas"], {}),
        (["quero meio cento de empada de palmito", "e mais 10 empadas, avulsas"],
         {"Empada de Palmito (Meio cento)": 1, "Empada (Unidade)": 10}),
        (["quero 12 empadas, avulsas"], {"Empada (Unidade)": 12}),
    ],
)  # fmt: skip
def test_lots_stand_beside_single_ones(said: list[str], held: dict[str, int]):
    lots = [product("Empada", 100, Quantidade=lot) for lot in ("Unidade", "Meio cento", "Cento")]
    others = [product("Empada de Palmito", 100, Quantidade=lot) for lot in ("Meio cento", "Cento")]
    goods = [{**one, "stock_quantity": 300} for one in (*lots, *others)]
    assert counts(Catalogue(goods).talk(*said)) == held


@pytest.mark.parametrize(
    ("asked", "wish", "held"),
    [
        ("tem interruptor?", "quero dois, mas é o paralelo, não o simples", {BOTH_WAYS: 2}),
        ("tem pilha?", "vou levar três, só que eh a palito, não a pequena", {AAA: 3}),
        ("do you have interruptor?", "i want two, but the paralelo, not the simples", {BOTH_WAYS: 2}),
    ],
)
def test_which_is_meant_may_stand_behind_the_count(asked: str, wish: str, held: dict[str, int]):
    assert cart(asked, wish) == held
