"""Traits told behind whom the goods are for, and what others did already, beside what is taken out."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

PINK = "Tênis Corre-Corre (28, Rosa)"
SHOP = Catalogue(
    [
        {
            "name": "Tênis Corre-Corre", "price_cents": 11990, "stock_quantity": 4, "group": "tenis",
            "options": {"Número": size, "Cor": colour},
        }
        for size, colour in (("26", "Azul"), ("26", "Rosa"), ("28", "Azul"), ("28", "Rosa"))
    ]
    + [
        {"name": name, "price_cents": 1990, "stock_quantity": 9}
        for name in ("Kit 3 Meias Lisas", "Kit 3 Meias Antiderrapantes", "Urso de Pelúcia")
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    "wish",
    [
        "I need sneakers for my daughter, pink, size 28. do you have them?",
        "I'd like sneakers for my niece, in pink, size 28",
        "preciso de um tênis pra minha filha, rosa, tamanho 28",
        "quero um tênis para a minha neta, cor rosa, número 28",
        "quero um tênis rosa pra minha filha, tamanho 28",
    ],
)
def test_traits_behind_whom_they_are_for_tell_which(wish: str):
    assert counts(SHOP.talk(wish)) == {PINK: 1}


@pytest.mark.parametrize("wish", ["one pack of the non-slip socks", "I'll take one pack of nonslip socks as well"])
def test_non_slip_is_antiderrapante(wish: str):
    assert counts(SHOP.talk(wish)) == {"Kit 3 Meias Antiderrapantes": 1}


@pytest.mark.parametrize(
    "told",
    [
        "oh wait, remove the socks please, her grandma already bought some",
        "drop the socks, his godfather already gave him some",
        "tira a meia por favor, o padrinho dele já deu um",
        "pode tirar a meia, a avó já trouxe",
    ],
)
def test_what_others_did_already_is_no_wish(told: str):
    acts, state, says = SHOP.turn(told, SHOP.talk("um urso e um kit de meia antiderrapante"))
    assert [one.kind for one in acts.changes] == ["remove"]
    assert counts(state) == {"Urso de Pelúcia": 1}
    assert not {"nothing", "list", "unread"} & {one.what for one in says}
