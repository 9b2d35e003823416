"""Counts, kinds, exchanges and choices of several things in one message: counts behind goods, lines told one by one,
the kind in a phrase of its own, and what is told anew."""

import pytest

from app.features.chat.assistant.products.weighing import fitting_measure
from tests.features.chat.test_everyday_ways import ways
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_replacing import alone, variants
from tests.features.chat.test_weighing import product as weighed

FOODS = Catalogue(
    [
        *variants("Bombom Recheado", "bombom", "Recheio", "Cachaça", "Cupuaçu", "Café"),
        *variants("Guioza", "guioza", "Recheio", "Porco", "Legumes"),
        *variants("Hot Roll Salmão", "hot", "Porção", "8 unidades", "16 unidades"),
        *variants("Caixa de Trufas", "trufas", "Tamanho", "6 unidades", "12 unidades"),
        *variants("Açaí Puro", "acai", "Peso", "500 g", "1 kg"),
        *variants("Lata de Refrigerante", "lata", "Sabor", "Uva", "Laranja", "Guaraná"),
        *alone("Temaki Skin", "Bolo de Cenoura", "Bolo de Chocolate", "Cookie Tradicional"),
    ]
)
WARES = Catalogue(
    [
        *variants("Resistor", "resistor", "Valor", "220 ohms", "10k ohms"),
        *alone("Potenciômetro 10k", "Carretel para Aparador", "Carretel para Roçadeira", "Pilha Alcalina", "Fonte 12V"),
        *variants("Aparador de Grama", "aparador", "Voltagem", "127 V", "220 V"),
        *(
            product("Fio de Nylon", 2990, Espessura=one, Comprimento=two)
            for one, two in (("2,4 mm", "50 m"), ("3,0 mm", "15 m"))
        ),
        *variants("Fita LED", "fita", "Cor", "Branco Frio", "Branco Quente"),
        *variants("Cinto de Couro", "cinto", "Cor", "Preto", "Marrom"),
        *variants("Gravata Lisa", "gravata", "Cor", "Azul", "Vinho"),
        *(
            product("Bermuda Sarja", 9990, 6, Cor=one, Tamanho=two)
            for one in ("Caqui", "Preta")
            for two in ("42", "44")
        ),
        *(
            product("Roupão Atoalhado", 14990, Cor=one, Tamanho=two)
            for one in ("Branco", "Cinza")
            for two in ("M", "G")
        ),
        *variants("Pijama Ursinho", "ursinho", "Tamanho", "4 anos", "8 anos"),
    ]
)

BONBONS = """bombom recheado de cachaça, 5. de cupuaçu, 3. de café, 2
bombom recheado de cachaça, 5, de cupuaçu, 3, e café 2
bombom recheado: de cachaça umas 5, de cupuaçu só 3 e de café só 2
bombom de cachaça cinco, de cupuaçu três, de café dois
bombom recheado de cachaça, 5. de cupuaçu, 3. de café, 2. quanto fica?"""
CAKES = """vai ser assim ó um bolo de cenoura dois bolo de chocolate e o cookie tradicional quatro
um bolo de cenoura e dois bolo de chocolate e o cookie tradicional quatro
quero um bolo de cenoura, dois bolos de chocolate e o cookie tradicional quatro"""
RESISTORS = """preciso do resistor de 220 ohms dois pacotes e de 10k um pacote
resistor de 220 ohms, dois pacotes, e de 10k, um pacote"""
ONE_OF_EACH_CAN = """3 latas de refrigerante, uma de cada sabor: uva, laranja e guaraná
quero 3 latas de refrigerante, uma de cada: uva, laranja e guaraná"""
LINES_TOLD = """aumenta o guioza de porco pra 4, põe 1 de legumes também e o temaki skin deixa só 2
muda o guioza de porco pra 4. põe 1 de legumes, e o temaki skin deixa 2
o temaki skin deixa só 2 e o guioza de porco deixa 4, e põe 1 guioza de legumes"""
BELT_AND_TIE = """o cinto pode ser marrom, e a gravata põe duas|o cinto troca pelo marrom e a gravata deixa duas
troca o cinto pelo marrom e a gravata faz duas"""
TRIMMER = """descobri que aqui é 127, me troca o aparador pro de 127v e inclui 2 pilhas
quero 2 pilhas também. ah e a tomada é 127, troca o aparador pelo de 127 v
põe 2 pilhas. aqui em casa é 127, troca o aparador pelo de 127"""
ROLL_OF_SIXTEEN = """quero hot roll de salmão então, a porção de 16|quero hot roll de salmão, a de 16
quero hot roll de salmão, porção de 16"""
TRUFFLES = """quero uma caixa de trufas, a de 12 unidades|quero caixa de trufas, a de 12. e tem cartão?"""
BOTH_ROBES = """gostei do atoalhado. pra mim o branco tamanho M e pra ele o cinza tamanho G
pra minha esposa o branco M e pra mim o cinza G"""
TAKEN_BACK = """não minto são cinco quilos que o meu irmão vem também|opa, minto, cinco quilos|digo, são cinco quilos"""


@pytest.mark.parametrize("said", ways(BONBONS))
def test_each_count_behind_its_kind(said: str):
    assert counts(FOODS.talk(said)) == {
        "Bombom Recheado (Cachaça)": 5,
        "Bombom Recheado (Cupuaçu)": 3,
        "Bombom Recheado (Café)": 2,
    }


@pytest.mark.parametrize("said", ways(CAKES))
def test_one_count_behind_beside_those_before_goods(said: str):
    assert counts(FOODS.talk(said)) == {"Bolo de Cenoura": 1, "Bolo de Chocolate": 2, "Cookie Tradicional": 4}


@pytest.mark.parametrize("said", ways(RESISTORS))
def test_packs_behind_are_of_the_same_thing(said: str):
    assert counts(WARES.talk(said)) == {"Resistor (220 ohms)": 2, "Resistor (10k ohms)": 1}


@pytest.mark.parametrize("said", ways(ONE_OF_EACH_CAN))
def test_so_many_in_all_and_one_of_each(said: str):
    assert counts(FOODS.talk(said)) == {f"Lata de Refrigerante ({one})": 1 for one in ("Uva", "Laranja", "Guaraná")}


@pytest.mark.parametrize("said", ways(LINES_TOLD))
def test_lines_that_are_told_one_by_one(said: str):
    cart = {"Guioza (Porco)": 4, "Guioza (Legumes)": 1, "Temaki Skin": 2}
    assert counts(FOODS.talk("quero 2 guioza de porco e 3 temaki skin", said)) == cart


@pytest.mark.parametrize("said", ways(BELT_AND_TIE))
def test_another_kind_of_one_line_and_so_many_of_another(said: str):
    cart = {"Cinto de Couro (Marrom)": 1, "Gravata Lisa (Azul)": 2}
    assert counts(WARES.talk("1 cinto de couro preto e 1 gravata azul", said)) == cart


@pytest.mark.parametrize("said", ways(TRIMMER))
def test_what_is_wanted_beside_another_voltage(said: str):
    cart = {"Aparador de Grama (127 V)": 1, "Pilha Alcalina": 2}
    assert counts(WARES.talk("quero um aparador de grama de 220", said)) == cart


@pytest.mark.parametrize("said", ways(ROLL_OF_SIXTEEN))
def test_which_portion_behind_a_pause(said: str):
    assert counts(FOODS.talk(said)) == {"Hot Roll Salmão (16 unidades)": 1}


@pytest.mark.parametrize("said", ways(TRUFFLES))
def test_which_box_behind_a_pause(said: str):
    assert counts(FOODS.talk(said)) == {"Caixa de Trufas (12 unidades)": 1}


@pytest.mark.parametrize("said", ways(BOTH_ROBES))
def test_whose_each_is_before_it(said: str):
    cart = {"Roupão Atoalhado (Branco, M)": 1, "Roupão Atoalhado (Cinza, G)": 1}
    assert counts(WARES.talk("tem roupão atoalhado?", said)) == cart


def test_whose_age_each_is_for():
    state = WARES.talk("do you have pijama ursinho?", "I'd like one for a 4 year old and one for an 8 year old")
    assert counts(state) == {"Pijama Ursinho (4 anos)": 1, "Pijama Ursinho (8 anos)": 1}


@pytest.mark.parametrize("said", ways(TAKEN_BACK))
def test_what_is_told_anew_takes_nothing_out(said: str):
    assert counts(FOODS.talk("quero quatro quilos de açaí", said)) == {"Açaí Puro (1 kg)": 5}


def test_two_kinds_with_their_numbers_are_no_count():
    state = WARES.talk("tem bermuda sarja?", "vou levar duas: a caqui 42 e a preta 44")
    assert counts(state) == {"Bermuda Sarja (Caqui, 42)": 1, "Bermuda Sarja (Preta, 44)": 1}


def test_a_comma_within_a_measure_ends_nothing():
    two = "quero 2 rolos do fio de nylon 2,4 de 50 m, e 2 carretel pra roçadeira"
    assert counts(WARES.talk(two)) == {"Fio de Nylon (2,4 mm, 50 m)": 2, "Carretel para Roçadeira": 2}
    three = WARES.talk(two, "muda ali o fio 2,4 de 50 m pra 3 rolos em vez de 2, já deixo de reserva")
    assert counts(three) == {"Fio de Nylon (2,4 mm, 50 m)": 3, "Carretel para Roçadeira": 2}


def test_what_ran_out_counts_nothing():
    state = WARES.talk("tem bermuda sarja?", "ah acabou a caqui 42... vai a preta 44 então")
    assert counts(state) == {"Bermuda Sarja (Preta, 44)": 1}


@pytest.mark.parametrize("said", ways("sem a de 12 eu pego duas de 6|melhor não, sem a de 12 eu levo duas de 6"))
def test_so_many_of_another_kind_for_what_there_is_not(said: str):
    before = "quero uma caixa de trufas de 12"
    assert counts(FOODS.talk(before, said)) == {"Caixa de Trufas (6 unidades)": 2}


def test_two_things_for_each_of_so_many():
    each = WARES.talk("one pilha alcalina and one fonte each for my two kids")
    assert counts(each) == {"Pilha Alcalina": 2, "Fonte 12V": 2}


def test_where_each_goes_at_home_is_no_wish():
    said = "quero a fita de led branco quente, 2 rolos, e 2 fontes 12v, cada rolo vai num quarto"
    assert counts(WARES.talk(said)) == {"Fita LED (Branco Quente)": 2, "Fonte 12V": 2}


def test_whole_kilos_are_as_many_of_one():
    half, one, five = weighed("Açaí 500 g"), weighed("Açaí 1 kg"), weighed("Açaí 5 kg")
    assert fitting_measure([half, one], "3kg") == ([one], 3)
    assert fitting_measure([half, one, five], "10kg")[1] is None


NOT_SO = "não quero bombom de cachaça, 5. nem de cupuaçu, 3|quanto fica bombom de cachaça cinco e de cupuaçu três?"


@pytest.mark.parametrize("said", ways(NOT_SO))
def test_what_is_denied_asked_or_supposed_is_not_taken(said: str):
    assert counts(FOODS.talk(said)) == {}
