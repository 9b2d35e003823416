"""A size told by two sides is the same however it is written."""

import pytest

from app.features.chat.assistant.products.matching import shares
from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        {
            "name": "Parafuso Chipboard",
            "price_cents": 1990,
            "stock_quantity": 9,
            "group": "p",
            "options": {"Medida": size},
        }
        for size in ("3,5 x 25 mm", "4,0 x 40 mm", "5,0 x 50 mm")
    ]
)


@pytest.mark.parametrize("size", ["4x40", "4,0x40", "4.0 x 40", "4 x 40", "4x40mm"])
def test_a_decimal_zero_tells_no_other_size(size: str):
    assert counts(SHOP.talk("quero parafuso chipboard", size)) == {"Parafuso Chipboard (4,0 x 40 mm)": 1}


@pytest.mark.parametrize("size", ["4x40", "4,0x40", "4x40mm"])
def test_it_is_found_by_name(size: str):
    assert counts(SHOP.talk(f"quero 3 parafuso chipboard {size}")) == {"Parafuso Chipboard (4,0 x 40 mm)": 3}


def test_a_longer_side_is_another():
    assert not shares(["5x5"], "Parafuso 5,0 x 50 mm")
    assert shares(["5x50"], "Parafuso 5,0 x 50 mm")
