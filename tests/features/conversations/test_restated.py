"""A yes that says the summary's lines once more, and what only looks like one."""

import pytest

from app.features.conversations.consent import judge
from app.features.conversations.state import Cart, CartLine
from app.features.conversations.summary import summarize

BEERS = summarize(
    Cart(
        (
            CartLine("p1", "Porção de Isca de Tilápia", 1, 4200),
            CartLine("p2", "Cerveja Spaten", 2, 850),
            CartLine("p3", "Cerveja Heineken Zero", 2, 900),
        ),
        "pix",
    ),
    "7KX2M9QP",
)
IRON = summarize(
    Cart((CartLine("p1", "Ferro de Solda 60W (127 V)", 1, 5990), CartLine("p2", "Sugador de Solda", 1, 2790)), "pix"),
    "7KX2M9QQ",
)

OF_BEERS = """Sim, 2 spaten e 2 zero. Pode fechar|isso, 2 spaten, 2 heineken zero e a tilápia, fecha
sim, duas spaten e duas zero|sim, a tilápia, as spaten e as heineken|são 2 spaten e 2 zero, confirmo
ok, uma tilápia, duas spaten e duas zero, pode mandar|yes, 2 spaten and 2 heineken zero, go ahead
confirmo: 1 tilápia + 2 spaten + 2 heineken zero|sim 2 spaten e 2 zero"""
NOT_OF_BEERS = """sim, só 2 spaten e 2 zero|sim, 2 spaten e 3 zero|sim, mais 2 spaten e 2 zero|sim, 2 spaten
sim sem 2 spaten e 2 zero|tira 2 spaten e 2 zero, pode fechar|sim, 2 cervejas e 2 zero|isso, 4 cervejas
sim e 2 skol e 2 zero|2 spaten e 2 zero?|sim, outras 2 spaten e 2 zero|2 spaten e 2 zero"""
OF_IRON = """isso, ferro 127 e o sugador. pode fechar|isso, ferro 127v e sugador, fecha|sim, ferro e sugador
o ferro de 127 e o sugador, isso mesmo, pode confirmar|sim, só o ferro e o sugador|yes, the ferro and the sugador
exato, um ferro e um sugador, fechado"""
NOT_OF_IRON = """sim, ferro 220 e sugador|sim, só o ferro|sim, 2 ferros e o sugador|isso, o ferro, pode fechar
sim, manda o ferro e depois o sugador|sim, o ferro ou o sugador|sim, troca o ferro e o sugador"""


def ways(text: str) -> list[str]:
    return text.replace("\n", "|").split("|")


@pytest.mark.parametrize("said", ways(OF_BEERS))
def test_lines_in_their_counts_change_no_yes(said: str):
    assert judge(BEERS, said) == "yes"


@pytest.mark.parametrize("said", ways(NOT_OF_BEERS))
def test_other_counts_goods_or_fewer_lines_are_no_yes(said: str):
    assert judge(BEERS, said) != "yes"


@pytest.mark.parametrize("said", ways(OF_IRON))
def test_all_lines_are_named_without_counts(said: str):
    assert judge(IRON, said) == "yes"


@pytest.mark.parametrize("said", ways(NOT_OF_IRON))
def test_another_kind_or_one_line_alone_is_no_yes(said: str):
    assert judge(IRON, said) != "yes"


@pytest.mark.parametrize(
    "said", ways("dboa, pode mandar|de boas, pode ir|demorô, manda|jaé, pode mandar|pô, pode fechar")
)
def test_yes_as_the_young_say_it(said: str):
    assert judge(IRON, said) == "yes"
