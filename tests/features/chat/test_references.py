"""What a phrase refers to of the goods before the shopper: never to another than the one it tells of."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.chat.assistant.reading.choosing.references import refer
from app.features.chat.assistant.reading.choosing.things import Reference
from app.features.conversations.state import Listed

COLOURS = ("Preto", "Branco", "Azul", "Verde", "Roxo", "Cinza")
LETTERS = ("P", "M", "G", "GG")
KINDS = ("Camiseta", "Regata", "Moletom", "Bermuda", "Jaqueta")
ORDINALS = ("primeiro", "segundo", "terceiro", "quarto", "quinto")
COUNTS = {2: ("2", "duas"), 3: ("3", "tres"), 5: ("5", "cinco"), 30: ("30", "trinta")}


def product(product_id: str, name: str, cents: int = 1000, *, stock: bool = True, **options: str) -> Listed:
    base = name.split(" (")[0] if options else ""
    return Listed(product_id, name, cents, stock, base or None, base, options)


def group(name: str, option: str, values: Sequence[str]) -> Listed:
    kinds = tuple(product(f"{name} {value}", f"{name} ({value})", **{option: value}) for value in values)
    return Listed("", name, 1000, True, name, variants=kinds)


CEMENT = (product("cp", "Cimento CP II 50 kg", 3890), product("branco", "Cimento Branco 1 kg", 990))
MORTAR = (
    product("ac1", "Argamassa AC-I Interna 20 kg", 1490),
    product("ac2", "Argamassa AC-II Externa 20 kg", 2290),
    product("ac3", "Argamassa AC-III Porcelanato 20 kg", 3490),
)
SHOES = (group("Tênis Leve", "Número", ("37", "38", "39", "40")),)
SHAMPOOS = (group("Shampoo Nutritivo", "Volume", ("300 ml", "1 L")), product("lisse", "Shampoo Lisse 300 ml", 2790))
SERUMS = (
    product("gone", "Sérum Niacinamida", 6990, stock=False),
    product("acid", "Sérum Ácido Hialurônico", 7990),
    product("c", "Sérum Vitamina C", 8990),
)
PERFUMES = (
    product("small", "Perfume Lavanda 50 ml", 5990),
    product("large", "Perfume Lavanda 100 ml", 8990),
    product("wood", "Perfume Amadeirado 100 ml", 9990),
)
EACH_LAVENDER = [(("small",), None), (("large",), None)]


@pytest.mark.parametrize(
    ("entries", "text", "meant"),
    [
        (CEMENT, "me ve 10 do saco de 50", [(("cp",), 10)]),
        (CEMENT, "2 do primeiro", [(("cp",), 2)]),
        (CEMENT, "o branco", [(("branco",), None)]),
        (MORTAR, "4 da segunda e 1 da terceira", [(("ac2",), 4), (("ac3",), 1)]),
        (MORTAR, "2 da ac2", [(("ac2",), 2)]),
        (MORTAR, "a do meio", [(("ac2",), None)]),
        (MORTAR, "a de 34,90", [(("ac3",), None)]),
        (MORTAR, "a mais barata", [(("ac1",), None)]),
        (PERFUMES[:2], "o pequeno", [(("small",), None)]),
        (PERFUMES[:2], "i'll take the big one", [(("large",), None)]),
        (MORTAR, "vou ai segunda-feira", None),
        (SHOES, "um 38 e um 39", [(("Tênis Leve 38",), 1), (("Tênis Leve 39",), 1)]),
        (SHOES, "quero 40", [(("Tênis Leve 40",), None)]),
        (SHOES, "2 pares do 37", [(("Tênis Leve 37",), 2)]),
        (SHAMPOOS, "o de 300", [(("Shampoo Nutritivo 300 ml", "lisse"), None)]),
        (SHAMPOOS, "o de 1 litro", [(("Shampoo Nutritivo 1 L",), None)]),
        (SHAMPOOS, "o lise", None),
        (SERUMS, "o mais barato", [(("acid",), None)]),
        (SERUMS, "the second one", [(("acid",), None)]),
        (PERFUMES, "os dois de lavanda", EACH_LAVENDER),
        (PERFUMES, "as duas lavandas", EACH_LAVENDER),
        (PERFUMES, "os dois primeiros", EACH_LAVENDER),
        (PERFUMES, "the first two", EACH_LAVENDER),
        (PERFUMES, "todos menos o amadeirado", EACH_LAVENDER),
        (PERFUMES, "qualquer um menos o amadeirado", [(("small", "large"), 1)]),
        (PERFUMES, "todos", [*EACH_LAVENDER, (("wood",), None)]),
        (PERFUMES, "os dois de 30", None),
        (PERFUMES, "os tres de lavanda", [(("small", "large"), 3)]),
        (PERFUMES, "o barato", [(("small",), None)]),
        (PERFUMES, "o caro", [(("wood",), None)]),
        (PERFUMES, "o mais barato dos dois de 100", [(("large",), None)]),
        (PERFUMES, "2 do menor de 100 lavanda", [(("large",), 2)]),
    ],
)
def test_a_phrase_is_read_by_what_is_there(entries: tuple[Listed, ...], text: str, meant: list[object] | None):
    found = refer(text, entries)
    assert (found and [(one.products, one.quantity) for one in found]) == meant


@pytest.mark.parametrize(
    "text",
    [
        "rua das acacias 210",
        "meu nome e carlos",
        "30 sacos",
        "as 30",
        "2",
        "quero 2",
        "o 41",
        "o branco e um martelo",
        "quanto ta o branco",
        "entrega hoje",
        "pode fechar",
        "",
    ],
)
def test_what_speaks_of_anything_else_chooses_nothing(text: str):
    assert refer(text, CEMENT) is None


@st.composite
def shelves(draw: st.DrawFn) -> tuple[Listed, ...]:
    """A list as a reply shows it: products by themselves and things in several kinds, no two called the same."""
    names = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=4, unique=True))
    entries = []
    for at, name in enumerate(names):
        values = draw(st.lists(st.sampled_from(COLOURS + LETTERS), min_size=1, max_size=4, unique=True))
        if len(values) == 1:
            entries.append(product(f"{name} {values[0]}", f"{name} {values[0]}", 1990 + 1000 * at))
        else:
            entries.append(group(name, "Cor", values))
    return tuple(entries)


def value_of(one: Listed) -> str:
    return one.product_id.split(" ")[1].lower()


def phrase(one: Listed, count: str, *, named: bool) -> str:
    name, value = one.product_id.lower().split(" ")
    told = f"tamanho {value}" if len(value) <= 2 else value
    return " ".join(word for word in (count, name if named else "", told) if word)


def kept(found: list[Reference] | None) -> list[tuple[str, ...]]:
    return [one.products for one in found or []]


@given(shelves(), st.data())
def test_a_product_by_name_and_value_is_that_one(entries: tuple[Listed, ...], data: st.DataObject):
    things = [each for entry in entries for each in entry.each]
    meant = data.draw(st.sampled_from(things))
    count = data.draw(st.sampled_from(sorted(COUNTS)))
    said = data.draw(st.sampled_from(COUNTS[count]))
    found = refer(phrase(meant, said, named=True), entries)
    if len(things) > 1:
        assert found == [Reference((meant.product_id,), count, found[0].told if found else 0)]
    else:
        assert found is None


@given(shelves(), st.data())
def test_a_bare_value_keeps_the_one_that_is_meant(entries: tuple[Listed, ...], data: st.DataObject):
    things = [each for entry in entries for each in entry.each]
    meant = data.draw(st.sampled_from(things))
    alike = {one.product_id for one in things if value_of(one) == value_of(meant)}
    found = kept(refer(phrase(meant, "", named=False), entries))
    if len(alike) < len(things):
        assert [set(one) for one in found] == [alike]
    else:
        assert found == []


@given(shelves(), st.data())
def test_two_by_name_are_those_two(entries: tuple[Listed, ...], data: st.DataObject):
    things = [each for entry in entries for each in entry.each]
    two = (
        data.draw(st.lists(st.sampled_from(things), min_size=2, max_size=2, unique_by=lambda one: one.product_id))
        if len(things) > 1
        else []
    )
    if two:
        text = " e ".join(phrase(one, "uma", named=True) for one in two)
        assert kept(refer(text, entries)) == [(one.product_id,) for one in two]


@given(shelves(), st.data())
def test_a_place_is_what_stands_there(entries: tuple[Listed, ...], data: st.DataObject):
    at = data.draw(st.integers(0, len(entries) - 1))
    count = data.draw(st.sampled_from(sorted(COUNTS)))
    found = refer(f"{count} do {ORDINALS[at]}", entries)
    if len(entries) > 1:
        assert kept(found) == [tuple(one.product_id for one in entries[at].each)]
        assert found is not None
        assert found[0].quantity == count


@given(shelves(), st.text(alphabet="abcdefghijlmnoprstuvz 0123456789,", max_size=40))
def test_nothing_is_meant_that_is_not_there(entries: tuple[Listed, ...], text: str):
    there = {each.product_id for entry in entries for each in entry.each}
    for one in refer(text, entries) or []:
        assert one.products
        assert set(one.products) <= there
