"""Lists of goods and choices among variants: each that is named is taken, told to be missing or asked about."""

from typing import Any

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts


def goods(*names: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": name, "price_cents": 1990, "stock_quantity": 20, **more} for name in names]


def kinds(name: str, **options: list[str]) -> list[dict[str, Any]]:
    """A thing in each combination of its options."""
    told: list[dict[str, str]] = [{}]
    for key, values in options.items():
        told = [one | {key: value} for one in told for value in values]
    return [goods(name, group=name, options=one)[0] for one in told]


CLEANING = Catalogue(
    [
        *goods(
            "Vassoura de Pelo",
            "Vassoura de Piaçava",
            "Balde 12 Litros",
            "Mop Giratório",
            "Esponja Multiuso",
            "Luva de Borracha",
        ),
        *goods("Caixa de Detergente Neutro com 24"),
        *kinds("Rodo de Alumínio", Largura=["40 cm", "60 cm"]),
        *kinds("Sabão em Pó 1,6 kg", Marca=["Omo", "Tixan"]),
    ]
)
BEACH = Catalogue(
    [
        *kinds("Top Cortininha", Cor=["Preto", "Coral"], Tamanho=["P", "M", "G"]),
        *kinds("Calcinha Lacinho", Cor=["Preto", "Coral"], Tamanho=["P", "M", "G"]),
        *kinds("Camiseta UV Infantil", Cor=["Azul", "Rosa"], Tamanho=["4", "6", "8"]),
        *kinds("Canga Mandala", Cor=["Azul", "Vermelha"]),
        *goods("Sunga Tubarão", "Boné Aba Curva"),
    ]
)
PIZZA = Catalogue(
    [
        *[
            one | {"description": "Molho de tomate, mussarela e calabresa."}
            for one in kinds("Pizza Calabresa", Tamanho=["Média", "Grande"])
        ],
        *kinds("Pizza Mussarela", Tamanho=["Média", "Grande"]),
        *kinds("Coca-Cola", Tamanho=["Lata 350 ml", "2 litros"]),
        *kinds("Coca-Cola Zero", Tamanho=["Lata 350 ml"]),
        *[one | {"stock_quantity": 0} for one in kinds("Guaraná", Tamanho=["2 litros"])],
    ]
)
PHONES = Catalogue(
    [
        *kinds("Capinha Silicone", Cor=["Preta", "Rosa"], Modelo=["Galaxy A15", "iPhone 13"]),
        *kinds("Película de Vidro", Modelo=["Galaxy A15", "iPhone 13"]),
        *goods("Carregador Turbo 20W", "Carregador Veicular 2 Portas"),
    ]
)


@pytest.mark.parametrize("wish", ["quero uma. e o bone tbm", "quero uma, e um bone", "quero uma e o boné também"])
def test_what_was_offered_and_another_thing(wish: str):
    assert counts(BEACH.talk("tem sunga?", wish)) == {"Sunga Tubarão": 1, "Boné Aba Curva": 1}


@pytest.mark.parametrize("wish", ["quero uma de cada", "os dois", "vou levar os dois", "quero um de cada"])
def test_one_of_each_of_what_was_shown_one_after_the_other(wish: str):
    told = CLEANING.talk("tem luva?", "e esponja?", wish)
    assert counts(told) == {"Luva de Borracha": 1, "Esponja Multiuso": 1}


def test_a_list_and_then_one_thing_leave_open_which_two():
    told = CLEANING.talk("tem vassoura?", "e esponja?", "quero os dois")
    assert counts(told) == {}
    assert told.dialogue.pending is not None
    assert len(told.dialogue.pending.options) == 3


def test_each_of_those_that_come_in_sizes_is_asked_about():
    told = BEACH.talk("tem canga?", "tem bone?", "quero os dois")
    assert counts(told) == {"Boné Aba Curva": 1}
    assert told.dialogue.pending is not None


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ("1 vassoura de pelo 1 balde e 2 mop", {"Vassoura de Pelo": 1, "Balde 12 Litros": 1, "Mop Giratório": 2}),
        ("quero uma vassoura de pelo um balde", {"Vassoura de Pelo": 1, "Balde 12 Litros": 1}),
        ("quero 2 rodo de 60 e 1 balde", {"Rodo de Alumínio (60 cm)": 2, "Balde 12 Litros": 1}),
        ("vou de sabao em po tixan, 3 caixas", {"Sabão em Pó 1,6 kg (Tixan)": 3}),
    ],
)
@pytest.mark.parametrize("before", [(), ("tem mop?",)])
def test_every_counted_part_of_a_list(wish: str, taken: dict[str, int], before: tuple[str, ...]):
    assert counts(CLEANING.talk(*before, wish)) == taken


@pytest.mark.parametrize("before", [(), ("o que vem na calabresa?",), ("quanto ta a calabresa?",)])
def test_both_of_two_flavours_though_one_is_made_of_the_other(before: tuple[str, ...]):
    told = PIZZA.talk(*before, "faz uma calabresa media e uma mussarela media")
    assert counts(told) == {"Pizza Calabresa (Média)": 1, "Pizza Mussarela (Média)": 1}


@pytest.mark.parametrize("wish", ["e 2 coca lata", "quero 2 latas de coca", "2 cans of coke please"])
def test_the_plain_name_is_the_plain_thing(wish: str):
    assert counts(PIZZA.talk(wish)) == {"Coca-Cola (Lata 350 ml)": 2}


def test_what_is_called_by_more_is_not_asked_about():
    told = PIZZA.talk("quero uma coca")
    assert told.dialogue.pending is not None
    assert {one.base for one in told.dialogue.pending.options} == {"Coca-Cola"}


def test_a_yes_lets_no_goods_go():
    told = PIZZA.talk("quero uma coca lata", "e uma mussarela", "retiro, pix", "pode fechar")
    assert told.summary is None
    assert told.dialogue.open
    assert counts(PIZZA.talk("quero uma coca lata", "e uma mussarela", "pix", "pode fechar", "a media")) == {
        "Coca-Cola (Lata 350 ml)": 1,
        "Pizza Mussarela (Média)": 1,
    }


def test_what_is_let_go_by_its_name_though_another_has_a_word_of_it():
    told = PIZZA.talk("quero uma calabresa grande", "e uma pizza de mussarela", "deixa a pizza de mussarela")
    assert told.dialogue.open == ()
    assert counts(told) == {"Pizza Calabresa (Grande)": 1}


@pytest.mark.parametrize("wish", ["quero os dois coral. top M e calcinha G", "os dois em coral, top M, calcinha G"])
def test_a_colour_of_both_and_a_size_of_each(wish: str):
    told = BEACH.talk("quanto é o top e a calcinha?", wish)
    assert counts(told) == {"Top Cortininha (Coral, M)": 1, "Calcinha Lacinho (Coral, G)": 1}


def test_each_of_two_choices_by_its_own_name():
    told = BEACH.talk("quanto é o top e a calcinha?", "quero os dois coral", "top M e calcinha G")
    assert counts(told) == {"Top Cortininha (Coral, M)": 1, "Calcinha Lacinho (Coral, G)": 1}


@pytest.mark.parametrize("wish", ["quero 2 camisetas uv azul, uma 4 e uma 6", "2 camisetas uv azul 4 e 6"])
def test_a_colour_told_once_and_sizes_by_number(wish: str):
    assert counts(BEACH.talk(wish)) == {"Camiseta UV Infantil (Azul, 4)": 1, "Camiseta UV Infantil (Azul, 6)": 1}


def test_an_everyday_word_that_goods_are_called_by():
    told = BEACH.talk("quero 3 calcinha preta M", "e 2 top preto M")
    assert counts(told) == {"Calcinha Lacinho (Preto, M)": 3, "Top Cortininha (Preto, M)": 2}


def test_as_many_of_it_and_no_more():
    told = BEACH.talk("quero 3 calcinha preta M e 2 top preto M", "calcinha so 2 tb")
    assert counts(told) == {"Calcinha Lacinho (Preto, M)": 2, "Top Cortininha (Preto, M)": 2}


@pytest.mark.parametrize("check", ["sao 2 cangas entao, uma de cada ne? qto fica", "ficaram 2 cangas certo?"])
def test_asking_to_be_sure_changes_nothing(check: str):
    told = BEACH.talk("quero 1 canga vermelha", "coloca mais uma azul", check)
    assert counts(told) == {"Canga Mandala (Vermelha)": 1, "Canga Mandala (Azul)": 1}


@pytest.mark.parametrize("wish", ["e a pelicula do msm modelo", "e uma pelicula", "quero a película pro mesmo celular"])
def test_the_model_of_what_was_taken_is_an_option(wish: str):
    told = PHONES.talk("quero capinha silicone rosa a15", wish)
    assert counts(told) == {"Capinha Silicone (Rosa, Galaxy A15)": 1, "Película de Vidro (Galaxy A15)": 1}


def test_what_a_thing_is_for_as_its_name_tells_it():
    assert counts(PHONES.talk("mais 2 carregador de carro")) == {"Carregador Veicular 2 Portas": 2}


@pytest.mark.parametrize(
    ("wish", "taken"),
    [
        ("se n tiver guarana de 2l manda 2 latas de coca", {"Coca-Cola (Lata 350 ml)": 2}),
        ("quero um guarana, se nao tiver quero uma coca lata", {"Coca-Cola (Lata 350 ml)": 1}),
        ("quero uma coca lata, se nao tiver manda 2 guarana", {"Coca-Cola (Lata 350 ml)": 1}),
        ("if you don't have guarana 2l send 2 cans of coke", {"Coca-Cola (Lata 350 ml)": 2}),
    ],
)
def test_what_is_wanted_if_there_is_none(wish: str, taken: dict[str, int]):
    assert counts(PIZZA.talk(wish)) == taken


def test_of_two_names_the_one_that_is_sold():
    told = PIZZA.talk("one large pepperoni or calabresa, whatever it's called")
    assert counts(told) == {"Pizza Calabresa (Grande)": 1}


@pytest.mark.parametrize(
    "wish", ["two of the large spicy pies (pizza calabresa)", "i'd like two large round things (pizza calabresa)"]
)
def test_the_shops_own_name_stands_in_brackets(wish: str):
    assert counts(PIZZA.talk(wish)) == {"Pizza Calabresa (Grande)": 2}


@pytest.mark.parametrize("said", ["q pena, ia querer uns 5 tops. valeu", "I was going to buy 2 tops. thanks anyway"])
def test_what_would_have_been_wanted(said: str):
    told = BEACH.talk(said)
    assert counts(told) == {}
    assert told.dialogue.pending is None


GIFTS = Catalogue(
    [
        *kinds("Pulseira de Couro", Cor=["Preta", "Marrom", "Azul"]),
        *kinds("Refrigerante Lata", Tipo=["Com açúcar", "Sem açúcar"]),
        *kinds("Água Mineral 500 ml", Tipo=["Sem gás", "Com gás"]),
        *goods("Caneca de Porcelana", "Imagem de Gesso", "Chaveiro de Metal"),
    ]
)


@pytest.mark.parametrize(
    ("first", "then", "cart"),
    [
        ("uma pulseira preta e uma marrom", "põe as 2 azuis", {"Pulseira de Couro (Azul)": 2}),
        (
            "uma pulseira preta e uma azul",
            "a tia prefere azul tb, coloca as duas azul",
            {"Pulseira de Couro (Azul)": 2},
        ),
        ("uma pulseira preta e uma azul", "vai tudo azul", {"Pulseira de Couro (Azul)": 2}),
        ("one black bracelet and one blue bracelet", "actually make both blue", {"Pulseira de Couro (Azul)": 2}),
        (
            "1 refrigerante sem açúcar e 2 com açúcar",
            "muda todos pra sem açúcar",
            {"Refrigerante Lata (Sem açúcar)": 3},
        ),
    ],
)
def test_all_of_them_in_one_kind_exchanges_the_others(first: str, then: str, cart: dict[str, int]):
    assert counts(GIFTS.talk(first, then)) == cart


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (
            ("how much is still water?", "can I get 4", "sorry, make that 2 still and 2 sparkling"),
            {"Água Mineral 500 ml (Sem gás)": 2, "Água Mineral 500 ml (Com gás)": 2},
        ),
        (
            ("quero 3 agua sem gas", "muda pra 2 sem gas e 1 com gas"),
            {"Água Mineral 500 ml (Sem gás)": 2, "Água Mineral 500 ml (Com gás)": 1},
        ),
    ],
)
def test_so_many_are_to_be_of_another_kind(messages: tuple[str, ...], cart: dict[str, int]):
    assert counts(GIFTS.talk(*messages)) == cart


@pytest.mark.parametrize(
    ("message", "cart"),
    [
        (
            "uma pulseira pra cada, preta pra mae e marrom pro pai",
            {"Pulseira de Couro (Preta)": 1, "Pulseira de Couro (Marrom)": 1},
        ),
        (
            "2 pulseiras de couro pra cada filha: azul pra Ana e preta pra Bia",
            {"Pulseira de Couro (Azul)": 2, "Pulseira de Couro (Preta)": 2},
        ),
        ("é pra minha mãe e pra minha tia. uma caneca pra cada", {"Caneca de Porcelana": 2}),
        ("é pro meu pai, pra minha mãe e pra mim, 2 chaveiros pra cada", {"Chaveiro de Metal": 6}),
    ],
)
def test_what_each_of_them_gets(message: str, cart: dict[str, int]):
    assert counts(GIFTS.talk(message)) == cart


@pytest.mark.parametrize("message", ["quero uma imagem de gesso", "me manda 1 imagem de gesso", "uma imagem, de gesso"])
def test_an_image_that_is_sold_is_no_picture_to_look_at(message: str):
    acts, after, _ = GIFTS.turn(message)
    assert counts(after) == {"Imagem de Gesso": 1}
    assert not acts.asks_picture


@pytest.mark.parametrize(
    ("message", "cart"),
    [
        (
            "meu menino veste 6 e a menina 8. quero a camiseta uv azul pra ele e a rosa pra ela",
            {"Camiseta UV Infantil (Azul, 6)": 1, "Camiseta UV Infantil (Rosa, 8)": 1},
        ),
        (
            "my son wears 4 and my daughter 6. I want the blue uv camiseta for him and the pink one for her",
            {"Camiseta UV Infantil (Azul, 4)": 1, "Camiseta UV Infantil (Rosa, 6)": 1},
        ),
        (
            "eu uso G e minha irmã usa M, quero o top cortininha preto pra mim e o coral pra ela",
            {"Top Cortininha (Preto, G)": 1, "Top Cortininha (Coral, M)": 1},
        ),
        (
            "quero 2 camiseta uv azul, o joão usa 4 e a bia 8",
            {"Camiseta UV Infantil (Azul, 4)": 1, "Camiseta UV Infantil (Azul, 8)": 1},
        ),
        ("meu filho usa 4 e meu sobrinho 8, quero a camiseta uv azul pra ele", {}),
        ("a ana usa P e a bia usa G, quero o top preto", {}),
    ],
)
def test_each_gets_the_size_of_whom_it_is_for(message: str, cart: dict[str, int]):
    assert BEACH.cart(message) == cart


@pytest.mark.parametrize(
    ("before", "message", "cart"),
    [
        (["quero o mop giratorio"], "2 dele, um pra cada filha", {"Mop Giratório": 2}),
        (["quero a vassoura de pelo"], "3 dela, uma pra cada loja", {"Vassoura de Pelo": 3}),
        ([], "quero 3 esponja multiuso, uma pra cada banheiro", {"Esponja Multiuso": 3}),
        ([], "I want 2 mop giratorio, one for each house", {"Mop Giratório": 2}),
    ],
)
def test_whom_each_of_so_many_is_for_is_no_other(before: list[str], message: str, cart: dict[str, int]):
    assert CLEANING.cart(*before, message) == cart


@pytest.mark.parametrize(
    ("message", "cart"),
    [
        (
            "2 capinha preta, uma do galaxy a15 e uma do iphone 13",
            {"Capinha Silicone (Preta, Galaxy A15)": 1, "Capinha Silicone (Preta, iPhone 13)": 1},
        ),
        (
            "quero 3 capinhas rosa: 2 pro iphone 13 e 1 pro galaxy a15",
            {"Capinha Silicone (Rosa, iPhone 13)": 2, "Capinha Silicone (Rosa, Galaxy A15)": 1},
        ),
        (
            "I need 2 pink cases, one for the galaxy a15 and one for the iphone 13",
            {"Capinha Silicone (Rosa, Galaxy A15)": 1, "Capinha Silicone (Rosa, iPhone 13)": 1},
        ),
    ],
)
def test_so_many_in_all_are_what_each_model_comes_to(message: str, cart: dict[str, int]):
    assert PHONES.cart(message) == cart


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("do you have screen protectors?", "cool. then one for the galaxy a15 plus a black case for it"),
        ("tem película de vidro?", "quero uma pro galaxy a15 mais a capinha preta do galaxy a15"),
        ("tem película de vidro?", "quero uma pro galaxy a15 e a capinha preta do galaxy a15"),
    ],
)
def test_an_article_begins_another_thing(before: str, message: str):
    assert PHONES.cart(before, message) == {
        "Película de Vidro (Galaxy A15)": 1,
        "Capinha Silicone (Preta, Galaxy A15)": 1,
    }


@pytest.mark.parametrize(
    ("said", "many"),
    [
        ("tenho 3 sobrinhos, de 8, 10 e 12 anos, queria um boné aba curva pra cada um", 3),
        ("tenho dois filhos, um de 3 e um de 5 anos, me ve um boné pra cada", 2),
        ("temos 4 afilhados, um boné pra cada um", 4),
        ("somos 5, um boné pra cada", 5),
    ],
)
def test_one_for_each_of_so_many_and_their_ages_count_nothing(said: str, many: int):
    state = BEACH.talk(said)
    assert counts(state) == {"Boné Aba Curva": many}
    assert not state.dialogue.open


@pytest.mark.parametrize(
    "said",
    [
        "aquele top cortininha preto eu queria dois M e um G o G é pra minha irmã",
        "queria top cortininha preto dois M e um G, o G é pra minha irmã",
    ],
)
def test_whose_the_last_of_them_is_counts_nothing(said: str):
    assert counts(BEACH.talk(said)) == {"Top Cortininha (Preto, M)": 2, "Top Cortininha (Preto, G)": 1}
