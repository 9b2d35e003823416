"""English names in a query, as a store's catalogue has them. No database."""

import pytest

from app.features.search.english import as_sold, named_in, to_look_up


@pytest.mark.parametrize(
    ("query", "carried", "sold", "alike"),
    [
        ("glue", {"cola"}, "cola", [["cola"]]),
        ("AA batteries", {"pilha"}, "aa pilha", [["pilha"]]),
        ("batteries", {"pilha", "bateria"}, "pilha", [["pilha", "bateria"]]),
        ("spark plug", {"vela", "ignicao"}, "vela de ignicao", [["vela de ignicao"]]),
        ("spark plug", {"vela"}, "spark plug", []),
        ("glue", {"glue", "cola"}, "glue", []),
        ("glue", set(), "glue", []),
    ],
)
def test_a_name_becomes_what_the_store_has(query, carried, sold, alike, monkeypatch):
    monkeypatch.setattr("app.features.search.english.is_listed", lambda phrase: phrase == "aa")
    named = named_in(query)
    assert carried - {"glue"} <= set(to_look_up(named))
    assert as_sold(named, carried) == (sold, alike)


@pytest.mark.parametrize("query", ["pasta de dente", "cover e fish", "réd", "fan", "mouse", "cola", "K-042"])
def test_portuguese_and_what_the_list_of_goods_knows_are_left_alone(query):
    assert named_in(query) == []
