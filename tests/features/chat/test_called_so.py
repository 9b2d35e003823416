"""What is called by a word goes before what only has it in its name, and a part with a count is a thing of its own."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        {"name": "Suculenta Echeveria", "price_cents": 1290, "stock_quantity": 40, "category": "Plantas"},
        {"name": "Substrato para Suculentas 2 kg", "price_cents": 1490, "stock_quantity": 20, "category": "Terra"},
        {"name": "Húmus de Minhoca 2 kg", "price_cents": 1690, "stock_quantity": 16, "category": "Terra"},
        {"name": "Vaso de Barro 15 cm", "price_cents": 1490, "stock_quantity": 20, "category": "Vasos"},
        {"name": "Vaso de Barro 20 cm", "price_cents": 2290, "stock_quantity": 18, "category": "Vasos"},
        {"name": "Prato para Vaso 20 cm", "price_cents": 690, "stock_quantity": 25, "category": "Vasos"},
    ]
)
HUMUS, PLANT, SOIL = "Húmus de Minhoca 2 kg", "Suculenta Echeveria", "Substrato para Suculentas 2 kg"


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ("quero 1 humus e 4 suculentas", {HUMUS: 1, PLANT: 4}),
        ("quero 4 suculentas e 1 humus", {HUMUS: 1, PLANT: 4}),
        ("quero 1 substrato e 4 suculentas", {SOIL: 1, PLANT: 4}),
        ("quero 4 suculentas", {PLANT: 4}),
        ("quero 2 substratos para suculentas", {SOIL: 2}),
    ],
)
def test_what_is_called_so_goes_before_what_is_for_it(wish: str, taken: dict[str, int]):
    assert counts(SHOP.talk(wish)) == taken


def test_a_part_with_a_count_is_no_kind_of_the_one_before():
    state = SHOP.talk("quero 1 prato e 4 vasos")
    assert counts(state) == {"Prato para Vaso 20 cm": 1}
    assert [asked.quantity for asked in state.dialogue.open] == [4]


PANTRY = Catalogue(
    [
        product("Chocolate 200 g", 1990, Tipo="Ao Leite"),
        product("Chocolate 200 g", 2190, Tipo="Amargo"),
        product("Forma de Coração", 1290),
        product("Granulado Colorido", 990),
        product("Doce de Leite", 2200, Pote="400 g"),
        product("Doce de Leite", 3900, Pote="800 g"),
        product("Queijo Coalho", 8900, Tamanho="Peça inteira"),
        product("Queijo Coalho", 4700, Tamanho="Meia peça"),
        product("Suco de Uva", 1400, Venda="Unidade"),
        product("Suco de Uva", 14900, Venda="Caixa com 12"),
        product("Palmito em Conserva", 2400),
        product("Pão de Queijo Congelado", 2900),
        product("Molho à Bolonhesa", 1900),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("2 dark chocolates and a heart mold please", {"Chocolate 200 g (Amargo)": 2, "Forma de Coração": 1}),
        ("a jar of dulce de leche, the small one", {"Doce de Leite (400 g)": 1}),
        ("hi, I'd like half a coalho please", {"Queijo Coalho (Meia peça)": 1}),
        ("1 sprinkles please", {"Granulado Colorido": 1}),
        ("2 jars of palm hearts", {"Palmito em Conserva": 2}),
        ("I'd like a pack of frozen cheese bread", {"Pão de Queijo Congelado": 1}),
        ("one bolognese sauce and a heart mold", {"Molho à Bolonhesa": 1, "Forma de Coração": 1}),
    ],
)
def test_goods_of_a_kitchen_called_in_english(said: str, cart: dict[str, int]):
    assert counts(PANTRY.talk(said)) == cart


@pytest.mark.parametrize(
    "said",
    [
        ("hi, how do you sell suco de uva?", "one sealed case please"),
        ("quero 1 caixa fechada de suco de uva",),
        ("suco de uva quanto é?", "me vê uma caixa fechada"),
    ],
)
def test_a_sealed_case(said: tuple[str, ...]):
    assert counts(PANTRY.talk(*said)) == {"Suco de Uva (Caixa com 12)": 1}


BAKERY = Catalogue(
    [
        product("Trufa", 390, Sabor="Ao Leite"),
        product("Trufa", 390, Sabor="Amarga"),
        product("Leite Condensado", 690),
        product("Camarão", 4900, Preparo="Ao Alho"),
        product("Camarão", 4500, Preparo="Empanado"),
        product("Alho Descascado", 990),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (("2 trufas amargas", "põe mais uma ao leite"), {"Trufa (Amarga)": 2, "Trufa (Ao Leite)": 1}),
        (("1 camarão empanado", "e mais um ao alho"), {"Camarão (Empanado)": 1, "Camarão (Ao Alho)": 1}),
    ],
)
def test_another_kind_by_how_it_is_made(said: tuple[str, ...], cart: dict[str, int]):
    assert counts(BAKERY.talk(*said)) == cart


@pytest.mark.parametrize(
    "said",
    [
        ("qual o doce de leite mais barato?", "põe 1 desse"),
        ("de doce de leite qual o mais em conta?", "quero um"),
        ("what's your cheapest doce de leite?", "I'll take it"),
    ],
)
def test_the_cheapest_kind_of_a_thing_is_the_one_that_is_taken(said: tuple[str, ...]):
    assert counts(PANTRY.talk(*said)) == {"Doce de Leite (400 g)": 1}


@pytest.mark.parametrize(
    ("names", "size", "wish"),
    [
        (("Muda Espada-de-São-Jorge", "Muda Zamioculca Verde"), "", "quero uma muda"),
        (("Pôster Botânico Costela-de-Adão", "Pôster Ponte Hercílio Luz"), "A4", "me vê um pôster A4"),
        (("Doce Pé-de-Moleque", "Doce Leite Condensado"), "500 g", "2 doces"),
    ],
)
def test_a_name_of_three_tied_words_is_not_the_plain_thing(names: tuple[str, str], size: str, wish: str):
    options = {"Tamanho": size} if size else {}
    state = Catalogue([product(name, 2490, **options) for name in names]).talk(wish)
    assert counts(state) == {}
    assert state.dialogue.pending is not None


FLAVOURS = Catalogue(
    [
        product("Esfiha de Carne", 700),
        product("Esfiha de Carne com Queijo", 800),
        product("Esfiha de Queijo", 700),
        product("Vela Lavanda", 2900),
        product("Vela Lavanda e Mel", 3400),
        product("Sabonete Mel e Aveia", 900),
        product("Sabonete Mel", 900),
        product("Molho de Mel", 900),
    ]
)


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ("quero 2 de carne e 1 de queijo", {"Esfiha de Carne": 2, "Esfiha de Queijo": 1}),
        ("me vê 2 de carne com queijo e 2 de queijo", {"Esfiha de Carne com Queijo": 2, "Esfiha de Queijo": 2}),
        ("quero 3 de lavanda", {"Vela Lavanda": 3}),
        ("two lavender candles please", {"Vela Lavanda": 2}),
        ("quero 3 de mel", {}),  # of things that are called otherwise it is asked which
    ],
)
def test_a_flavour_that_is_all_of_a_name_goes_before_one_that_holds_it(wish: str, taken: dict[str, int]):
    assert counts(FLAVOURS.talk(wish)) == taken


def test_it_does_so_beside_the_one_that_was_asked_about():
    state = FLAVOURS.talk("quanto tá a esfiha de carne?", "quero 2 de carne e 1 de queijo")
    assert counts(state) == {"Esfiha de Carne": 2, "Esfiha de Queijo": 1}


BASKETS = Catalogue(
    [
        {**product("Mini Cesta Café", 7900), "category": "Cestas"},
        {**product("Cesta Nobre", 28900), "category": "Cestas", "description": "Croissants, queijos e café."},
        {**product("Cesta de Chocolates", 13900), "category": "Cestas", "description": "Bombons e trufas."},
        {**product("Mini Buquê Rosas", 3900), "category": "Buquês"},
        {**product("Buquê Clássico", 8900), "category": "Buquês", "description": "12 rosas vermelhas."},
    ]
)


@pytest.mark.parametrize(
    "wish", ["quero uma cesta de café", "queria mandar uma cesta de café", "quero um buquê de rosas"]
)
def test_what_a_whole_category_is_called_is_asked_about(wish: str):
    state = BASKETS.talk(wish)
    assert (counts(state), len(state.dialogue.open)) == ({}, 1)


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ("quero uma mini cesta de café", {"Mini Cesta Café": 1}),
        ("quero uma cesta de chocolate", {"Cesta de Chocolates": 1}),
        ("me vê um mini buquê de rosas", {"Mini Buquê Rosas": 1}),
    ],
)
def test_what_only_one_of_it_is_called_is_taken(wish: str, taken: dict[str, int]):
    assert counts(BASKETS.talk(wish)) == taken


SUSHI = Catalogue(
    [
        {**product("Temaki Salmão", 2890), "description": "Salmão cru e arroz. Não leva cream cheese."},
        {**product("Temaki Salmão com Cream Cheese", 3290), "description": "Salmão cru, cream cheese e arroz."},
        {**product("Temaki Hot Salmão", 3490), "description": "Frito, com salmão, cream cheese e tarê."},
        {**product("X-Burger", 1890), "description": "Pão, carne, queijo e cebola roxa."},
        {**product("X-Burger Duplo", 2890), "description": "Pão, duas carnes e queijo."},
    ]
)


@pytest.mark.parametrize(
    ("wish", "taken", "notes"),
    [
        ("quero 4 temaki de salmão, o simples sem cream cheese", {"Temaki Salmão": 4}, ""),
        ("4 temaki de salmão sem cream cheese", {"Temaki Salmão": 4}, ""),
        ("2 salmon temakis, the ones without cream cheese", {"Temaki Salmão": 2}, ""),
        ("quero 1 x-burger sem cebola roxa", {"X-Burger": 1}, "sem cebola roxa"),
    ],
)
def test_without_something_is_the_one_that_has_none(wish: str, taken: dict[str, int], notes: str):
    state = SUSHI.talk(wish)
    assert (counts(state), state.cart.notes or "", state.dialogue.open) == (taken, notes, ())


WITHOUT = Catalogue(
    [product(name, 2790) for name in ("Primer Ácido", "Primer sem Ácido", "Fita com Cola", "Fita sem Cola")]
    + [product(name, 990) for name in ("Rede para Coque", "Kit Coque", "Caixa Lembrança", "Laço para Lembrança")]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["quero 1 primer sem acido"], {"Primer sem Ácido": 1}),
        (["2 primer ácido e uma fita sem cola"], {"Primer Ácido": 2, "Fita sem Cola": 1}),
        (["quanto é o primer sem ácido?", "quero 2"], {"Primer sem Ácido": 2}),
    ],
)
def test_of_two_called_alike_the_one_without(said: list[str], cart: dict[str, int]):
    assert counts(WITHOUT.talk(*said)) == cart


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["4 redes de coque", "põe um kit coque também"], {"Rede para Coque": 4, "Kit Coque": 1}),
        (["4 redes de coque", "opa 4 não, 2 só. e põe um kit coque tbm"], {"Rede para Coque": 2, "Kit Coque": 1}),
        (["3 laços para lembrança", "mais 5 caixas lembrança"], {"Laço para Lembrança": 3, "Caixa Lembrança": 5}),
        (["3 laços para lembrança", "põe mais 2 pacotes de laço"], {"Laço para Lembrança": 5}),
    ],
)
def test_what_a_packing_begins_is_another_thing(said: list[str], cart: dict[str, int]):
    assert counts(WITHOUT.talk(*said)) == cart
