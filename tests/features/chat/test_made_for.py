"""What goods are ground or cut for is a note, and what one has is not wanted. No database."""

import pytest

from app.features.chat.assistant.reading.details.made_for import made_for
from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        *(
            {
                "name": "Café Catuaí",
                "price_cents": 2800,
                "stock_quantity": 400,
                "group": "c",
                "options": {"Moagem": ground, "Tamanho": of},
            }
            for ground in ("Em grãos", "Moído")
            for of in ("250 g", "1 kg")
        ),
        {"name": "Prensa Francesa", "price_cents": 11900, "stock_quantity": 400},
    ]
)
GROUND = {"Café Catuaí (Moído, 250 g)": 1}


@pytest.mark.parametrize(
    ("said", "note"),
    [
        ("quero 1 catuai de 250 moido pra prensa francesa", "moido pra prensa francesa"),
        ("1 cafe catuai 250g moído para espresso", "moído para espresso"),
        ("one 250 g catuai ground for a french press please", "ground for a french press"),
    ],
)
def test_what_it_is_made_for_is_noted(said: str, note: str):
    state = SHOP.talk(said)
    assert counts(state) == GROUND
    assert state.cart.notes == note
    _, state, _ = SHOP.turn("a prensa eu ja tenho tá, é so o cafe msm", state)
    assert counts(state) == GROUND
    assert not state.dialogue.open


@pytest.mark.parametrize("said", ["catuai moido pra minha mae", "quero moido pra amanha", "moido pra mim", "2 canecas"])
def test_for_whom_and_when_is_no_use(said: str):
    assert made_for(said) == ((), said)


def test_a_press_is_still_wanted():
    assert counts(SHOP.talk("quero 1 catuai moido de 250 g e 1 prensa francesa")) == GROUND | {"Prensa Francesa": 1}
