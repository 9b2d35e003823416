"""What is said with a second thought: nothing is closed yet, and something is to be another way; nothing else goes."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        *(
            {"name": "Bolsa Mini", "price_cents": 7990, "stock_quantity": 9, "group": "b", "options": {"Cor": colour}}
            for colour in ("Preta", "Caramelo")
        ),
        {"name": "Necessaire de Viagem", "price_cents": 3490, "stock_quantity": 9},
        {"name": "Porta-cartões Slim", "price_cents": 2990, "stock_quantity": 9},
        {"name": "Suco de Uva", "price_cents": 1790, "stock_quantity": 9},
        {"name": "Refrigerante Cola", "price_cents": 999, "stock_quantity": 9},
    ]
)  # fmt: skip
BAGS = "quero uma bolsa mini preta e uma necessaire"


@pytest.mark.parametrize("hold", ["hmm nao, espera, nao fecha. ", "pera, ainda nao fecha, ", "não confirma ainda! "])
def test_what_is_to_be_changed_is_changed_though_nothing_is_closed(hold: str):
    state = SHOP.talk(BAGS, "pix", f"{hold}troca a bolsa preta pela caramelo e tira a necessaire")
    assert counts(state) == {"Bolsa Mini (Caramelo)": 1}


@pytest.mark.parametrize("said", ["pera, nao fecha. vou ver com minha mae", "espera, nao fecha"])
def test_a_hold_alone_changes_nothing(said: str):
    assert counts(SHOP.talk(BAGS, "pix", said)) == {"Bolsa Mini (Preta)": 1, "Necessaire de Viagem": 1}


@pytest.mark.parametrize("said", ["em vez de pix vou pagar em dinheiro", "e no lugar do pix pago em dinheiro"])
def test_one_way_of_paying_takes_the_other_ones_place(said: str):
    assert SHOP.talk(BAGS, "pix", said).cart.payment_method == "cod"


def test_what_cards_are_kept_in_is_no_way_of_paying():
    state = SHOP.talk("quero 2 porta cartoes", "alias sao 3 porta cartoes, esqueci do meu irmao")
    assert counts(state) == {"Porta-cartões Slim": 3}


@pytest.mark.parametrize("said", ["ah nao, tira o refri, deixa so o suco", "tira o refri e deixa só o suco"])
def test_what_nobody_named_stays_where_something_is_taken_out_by_name(said: str):
    state = SHOP.talk("quero uma necessaire, 2 suco de uva e um refrigerante", said)
    assert counts(state) == {"Necessaire de Viagem": 1, "Suco de Uva": 2}


def test_only_this_by_itself_leaves_nothing_else():
    assert counts(SHOP.talk(BAGS, "deixa só a bolsa")) == {"Bolsa Mini (Preta)": 1}


SNACKS = Catalogue(
    [
        product("Esfiha de Carne com Queijo", 800),
        product("Esfiha de Queijo", 700),
        product("Vaso de Barro", 1900),
        product("Coca-Cola Lata", 700, Versão="Normal"),
        product("Coca-Cola Lata", 700, Versão="Zero"),
        product("Sashimi Salmão", 2490, Porção="5 fatias"),
        product("Sashimi Salmão", 4490, 0, Porção="10 fatias"),
        product("Hot Roll", 2990, Porção="10 unidades"),
        product("Hot Roll", 5290, Porção="20 unidades"),
        product("Cesta Premium", 28900),
        product("Balão Metalizado", 1800, Modelo="Coração"),
        product("Balão Metalizado", 1800, Modelo="Estrela"),
    ]
)
ESFIHAS = "2 esfihas de carne com queijo, 2 esfihas de queijo e 3 vasos"


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("opa, de queijo é só 1", (2, 1, 3)),
        ("esfiha de queijo é só 1", (2, 1, 3)),
        ("o de carne com queijo é só 1", (1, 2, 3)),
        ("e vaso deixa um só", (2, 2, 1)),
        ("de vaso deixa só um", (2, 2, 1)),
    ],
)
def test_so_many_there_are_to_be_and_no_more(said: str, counted: tuple[int, int, int]):
    state = counts(SNACKS.talk(ESFIHAS, said))
    assert tuple(state.values()) == counted


@pytest.mark.parametrize("said", ["opa, coca zero não, a normal", "troca a coca zero pela normal"])
def test_the_normal_one_takes_the_place_of_the_other(said: str):
    assert counts(SNACKS.talk("quero 1 coca zero lata", said)) == {"Coca-Cola Lata (Normal)": 1}


@pytest.mark.parametrize(
    ("asked", "said", "held"),
    [
        ("tem sashimi de salmão de uns 25 reais?", "quero esse de 25 então", {"Sashimi Salmão (5 fatias)": 1}),
        ("tem sashimi?", "quero esse de 24", {"Sashimi Salmão (5 fatias)": 1}),
        ("oi", "ok one hot roll, the 10 piece one", {"Hot Roll (10 unidades)": 1}),
        ("oi", "uma premium com um balão de coração", {"Cesta Premium": 1, "Balão Metalizado (Coração)": 1}),
    ],
)
def test_what_tells_which_and_what_comes_with_it(asked: str, said: str, held: dict[str, int]):
    assert counts(SNACKS.talk(asked, said)) == held


SALON = Catalogue(
    [
        *(product("Esmalte em Gel", 2490, Cor=colour) for colour in ("Nude", "Rosa Bebê", "Vermelho")),
        product("Vela", 3990, Tamanho="100 g"),
        product("Vela", 5990, Tamanho="200 g"),
        product("Escova", 990),
    ]
)
NUDE, PINK = "Esmalte em Gel (Nude)", "Esmalte em Gel (Rosa Bebê)"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (["quanto é a vela?", "ah.. então pega duas da de 100"], {"Vela (100 g)": 2}),
        (["pega 3 escovas pra mim"], {"Escova": 3}),
        (["me separa três escovas? retiro hj"], {"Escova": 3}),
        (["me vê duas escovas?"], {"Escova": 2}),
        (["me vê uma foto da escova?"], {}),
        (["2 esmaltes em gel rosa bebê e 3 nude", "inverti kkk é 2 nude e 3 rosa bebê"], {NUDE: 2, PINK: 3}),
        (["2 esmaltes em gel rosa bebê e 3 nude", "troquei, era dois nude e três rosa bebê"], {NUDE: 2, PINK: 3}),
        (["quero 2 escovas", "ah não, 12 de motoboy"], {"Escova": 2}),
        (["quero 2 escovas", "nossa, 20 de sedex..."], {"Escova": 2}),
    ],
)
def test_what_a_verb_or_a_regret_asks_for(said: list[str], cart: dict[str, int]):
    assert counts(SALON.talk(*said)) == cart


@pytest.mark.parametrize(
    "said", ["no pix à vista", "vai no pix então, já q vcs n parcelam", "pix então já que não aceita cartão"]
)
def test_pix_with_a_reason_is_pix(said: str):
    acts, state, says = SALON.turn(said, SALON.talk("quero 2 escovas"))
    assert (state.cart.payment_method, acts.card, acts.looks) == ("pix", False, ())
    assert not {"nothing", "unread"} & {one.what for one in says}


ERRANDS = "quero 2 suco de uva, 3 refrigerantes, uma necessaire e um porta cartões"


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("fica assim: 4 sucos de uva e a necessaire", {"Suco de Uva": 4, "Necessaire de Viagem": 1}),
        (
            "então fica assim: a necessaire, 1 suco e no lugar do porta cartões quero uma bolsa mini caramelo",
            {"Suco de Uva": 1, "Necessaire de Viagem": 1, "Bolsa Mini (Caramelo)": 1},
        ),
        ("vai ficar assim então: o suco de uva e o porta cartões", {"Suco de Uva": 2, "Porta-cartões Slim": 1}),
    ],
)
def test_what_is_told_as_the_whole_order_is_all_of_it(said: str, cart: dict[str, int]):
    assert counts(SHOP.talk(ERRANDS, said)) == cart


@pytest.mark.parametrize("said", ["fica assim mesmo", "fica assim, e põe mais um suco e uma necessaire"])
def test_what_stays_as_it_is_loses_nothing(said: str):
    assert counts(SHOP.talk(ERRANDS, said)).keys() == counts(SHOP.talk(ERRANDS)).keys()


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("no lugar do refrigerante quero o suco de uva, 1 só", 1),
        ("troca os refrigerantes pelo suco de uva, só 2 que já dá", 2),
        ("em vez do refrigerante põe o suco de uva, uma só q ja rende", 1),
        ("no lugar do refrigerante quero suco de uva", 3),
    ],
)
def test_a_count_behind_what_takes_a_place_is_of_that(said: str, count: int):
    assert counts(SHOP.talk("quero 3 refrigerantes e uma necessaire", said)) == {
        "Suco de Uva": count,
        "Necessaire de Viagem": 1,
    }


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("na verdade é só o suco e uma bolsa mini caramelo", {"Suco de Uva": 2, "Bolsa Mini (Caramelo)": 1}),
        ("quero só 3 sucos e uma bolsa mini preta", {"Suco de Uva": 3, "Bolsa Mini (Preta)": 1}),
        (
            "então pra mim é só a bolsa caramelo, a necessaire e o suco, um de cada",
            {"Bolsa Mini (Caramelo)": 1, "Necessaire de Viagem": 1, "Suco de Uva": 1},
        ),
    ],
)
def test_only_these_may_be_new_or_there_already(said: str, cart: dict[str, int]):
    assert counts(SHOP.talk(ERRANDS, said)) == cart


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("quero só 2 pinças, e a chaira lisa", {"Pinça": 2, "Chaira Lisa": 1}),
        ("just 2 pinça, and the chaira lisa", {"Pinça": 2, "Chaira Lisa": 1}),
        ("quero só 2 pinças e mais a chaira lisa", {"Pinça": 2, "Chaira Lisa": 2}),
        ("só 2 pinças e 3 chaira lisa", {"Pinça": 2, "Chaira Lisa": 3}),
    ],
)
def test_what_is_there_and_named_beside_a_new_count_stays(said: str, cart: dict[str, int]):
    kitchen = Catalogue([product("Pinça", 3990), product("Chaira Lisa", 8490)])
    assert counts(kitchen.talk("quero 3 pinças e 1 chaira lisa", said)) == cart


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("quero só as bolsas", {"Bolsa Mini (Preta)": 1, "Bolsa Mini (Rosa)": 1}),
        ("só as duas bolsas mesmo", {"Bolsa Mini (Preta)": 1, "Bolsa Mini (Rosa)": 1}),
        ("só a bolsa rosa", {"Bolsa Mini (Rosa)": 1}),
    ],
)
def test_only_such_keeps_all_that_are_called_so(said: str, kept: dict[str, int]):
    bags = [product("Bolsa Mini", 7990, Cor=colour) for colour in ("Preta", "Rosa", "Azul")]
    shop = Catalogue([*bags, product("Cinto", 3990)])
    assert counts(shop.talk("quero uma bolsa mini preta, uma bolsa mini rosa e 2 cintos", said)) == kept


@pytest.mark.parametrize(
    "said",
    [
        "caramelo!! errei kkkk tava olhando a da minha irmã",
        "era caramelo, me confundi",
        "errei, estava olhando a lista da minha mãe. é caramelo",
        "caramelo! my mistake, i was looking at my sister's",
    ],
)
def test_what_was_meant_may_stand_before_its_regret(said: str):
    state = SHOP.talk("quero 2 bolsas mini pretas e uma necessaire", said)
    assert counts(state) == {"Bolsa Mini (Caramelo)": 2, "Necessaire de Viagem": 1}


def test_what_was_looked_at_is_no_mistake_by_itself():
    state = SHOP.talk(BAGS, "tava olhando a bolsa caramelo, quanto é?")
    assert counts(state) == {"Bolsa Mini (Preta)": 1, "Necessaire de Viagem": 1}
