"""The whole cart given up in any words, and who it is for, where it goes and how it is paid told in one go."""

import msgspec
import pytest

from app.features.extract_lead.patterns import bare_name, find_address
from tests.features.chat.test_everyday_ways import CAP, RULES, SHOP, SOCKS, after, ways

BOTH = "quero 1 boné trucker e 1 meia cano alto"
NOTHING_LEFT = """não fecha não, pode cancelar tudo|não, o boné também não precisa. pode cancelar tudo, desculpa aí
nah forget the whole thing|no, please scrap the whole order|ai não, esquece o pedido todo
não fecha, cancela tudo por favor"""
SOMETHING_LEFT = """cancela tudo e me manda só o boné|não cancela tudo, só a meia|cancela tudo menos o boné
posso cancelar tudo?|cancela tudo, quero só o boné|cancel everything, just a cap|cancela tudo, só a meia"""
FETCHED_AND_PAID = """vou colar aí buscar, pago em dinheiro na hora|vou encostar aí hoje pra pegar, pago em dinheiro
I'm staying close by so I can pick it up at the shop and pay cash there"""
PLACES = {
    "Wesley Camargo, rua 227 num 540 setor universitario goiania": "rua 227, 540, setor universitario goiania",
    "rua das flores num 540 bairro floresta": "rua das flores, 540, floresta",
    "aqui no costa e silva rua inambu número 2330 apartamento 302": "rua inambu, 2330, apartamento 302, costa e silva",
    "moro no bairro Aparecida, rua A 30": "rua A, 30, Aparecida",
    "Conjunto Maguari, alameda 5, casa 12, Coqueiro, Belém": "Conjunto Maguari, alameda 5, 12, Coqueiro, Belém",
    "Loteamento Europa, quadra 22 lote 9, Canoas": "quadra 22, lote 9, Loteamento Europa, Canoas",
    "entrega aqui na casa da vó, rua A 30": "rua A, 30",
    "aqui na loja rua A 30": "rua A, 30",
}


@pytest.mark.parametrize("said", ways(NOTHING_LEFT))
def test_all_of_it_is_given_up(said: str):
    assert after(said, BOTH) == {}


@pytest.mark.parametrize("said", ways(SOMETHING_LEFT))
def test_some_of_it_is_kept(said: str):
    assert CAP in after(said, BOTH) or SOCKS in after(said, BOTH)


@pytest.mark.parametrize("said", ways(FETCHED_AND_PAID))
def test_who_comes_and_pays_there_is_told_in_one_breath(said: str):
    cart = SHOP.turn(said, SHOP.talk(BOTH), shipping=RULES)[1].cart
    assert (cart.shipping_option, cart.payment_method) == ("pickup", "cod")
    assert len(cart.lines) == 2


@pytest.mark.parametrize(("said", "line"), PLACES.items())
def test_no_part_of_an_address_is_lost(said: str, line: str):
    found = find_address(said)
    assert found is not None
    assert found.value == line


@pytest.mark.parametrize("said", ["Confere", "confere aqui", "Conferido", "fechou", "Perfeito"])
def test_a_word_to_agree_is_no_name(said: str):
    assert bare_name(said) is None


@pytest.mark.parametrize(
    ("messages", "address"),
    [
        (["na entrega, Curitiba, rua XV 200. Ana"], "rua XV, 200, Curitiba"),
        (["pix, moro em Araucária na rua XV 200"], "rua XV, 200, Araucária"),
        (["pago em dinheiro, rua XV 200"], "rua XV, 200"),
        (["na entrega, rua XV 200. Ana", "falta a cidade, é Pinhais"], "rua XV, 200, Pinhais"),
        (["na entrega, rua XV 200. Ana", "a cidade é Pinhais"], "rua XV, 200, Pinhais"),
    ],
)
def test_the_town_is_part_of_the_address_wherever_it_is_told(messages: list[str], address: str):
    before = SHOP.talk("quero 1 boné trucker", *messages[:-1])
    once = SHOP.turn(messages[-1], before)[1].known
    assert once.address == address
    assert SHOP.turn(messages[-1], msgspec.structs.replace(before, known=once))[1].known == once  # it is read twice
