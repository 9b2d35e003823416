"""In what a thing is to be had, with the price where it hangs on one option."""

from app.features.chat.assistant.products.matching import of_listed, together
from app.features.chat.assistant.saying.kinds import told_kinds
from app.features.conversations.state import Listed


def _variants(*kinds: tuple[dict[str, str], int | None]) -> list[Listed]:
    return [Listed(f"{at}", "Item", cents, options=options) for at, (options, cents) in enumerate(kinds)]


def test_prices_stand_beside_the_values_that_make_them_differ():
    lots = _variants(({"Quantidade": "100"}, 6990), ({"Quantidade": "500"}, 11990), ({"Quantidade": "1000"}, 11990))
    assert told_kinds(lots, "pt") == ["Quantidade: 100 por R$ 69,90, 500 e 1000 por R$ 119,90"]
    shirts = _variants(
        *(
            ({"Cor": colour, "Tamanho": size}, 5490 if size == "GG" else 4990)
            for colour in ("Branca", "Preta")
            for size in ("P", "M", "GG")
        )
    )
    assert told_kinds(shirts, "en") == ["Colour: Branca, Preta", "Size: P and M for R$ 49.90, GG for R$ 54.90"]


def test_each_is_told_where_two_options_make_the_price_and_none_where_it_is_not_known():
    both = _variants(
        ({"Cor": "Azul", "Tamanho": "P"}, 100),
        ({"Cor": "Azul", "Tamanho": "M"}, 200),
        ({"Cor": "Rosa", "Tamanho": "P"}, 300),
    )
    assert told_kinds(both, "pt") == ["Azul, P por R$ 1,00; Azul, M por R$ 2,00; Rosa, P por R$ 3,00"]
    assert told_kinds(_variants(({"Cor": "Azul"}, None), ({"Cor": "Rosa"}, 100)), "pt") == ["Cor: Azul, Rosa"]
    assert told_kinds(_variants(({"Cor": "Azul"}, 100), ({"Cor": "Rosa"}, 100)), "pt") == ["Cor: Azul, Rosa"]


def test_a_group_is_offered_from_the_price_of_what_is_there():
    gone = Listed("1", "Cartão", 100, in_stock=False, group="g", base="Cartão", options={"Lote": "100"})
    there = Listed("2", "Cartão", 300, group="g", base="Cartão", options={"Lote": "500"})
    assert together([of_listed(gone), of_listed(there)])[0].price_cents == 300
