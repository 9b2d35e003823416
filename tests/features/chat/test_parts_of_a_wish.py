"""A wish in parts: kinds counted under a name, sizes told behind it, what stays and comes out, what is asked again."""

import pytest

from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts
from tests.features.chat.test_replacing import alone, variants

HOME = Catalogue(
    [
        *alone(
            "Guarda-Sol 2 m", "Luminária de Mesa Cogumelo", "Capa de Almofada de Tricô", "Grelha Inox", "Lâmpada LED"
        ),
        *alone(
            "Infusor de Chá", "Chá Preto Earl Grey", "Ring Light com Tripé", "Ring Light de Mesa", "Caneca Esmaltada"
        ),
        *alone("Coelho de Pelúcia", "Peneira Cata-Folhas", "Clarificante 1 L", "Algicida 1 L", "Caderno Pautado A5"),
        *variants("Cadeira de Praia", "cadeira", "Cor", "Azul", "Listrada"),
        *variants("Vela Aromática", "vela", "Aroma", "Lavanda", "Capim-limão"),
        *variants("Almofada de Linho", "almofada", "Cor", "Mostarda", "Verde-oliva"),
        *variants("Tapete Kilim", "kilim", "Tamanho", "100 x 150 cm", "150 x 200 cm"),
        *variants("Porta-Retrato", "retrato", "Tamanho", "10x15", "15x21"),
        *variants("Urso de Pelúcia", "urso", "Tamanho", "30 cm", "50 cm"),
        *variants("Caneca de Porcelana", "caneca", "Estampa", "Gatinho", "Melhor Pai"),
        *variants("Revelação de Foto", "revelacao", "Tamanho", "10x15", "15x21"),
        *variants("Espeto Inox", "espeto", "Tipo", "Simples", "Duplo"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        # kinds counted under a name, behind other goods, in brackets, in English
        (
            ["quero 1 guarda sol, 2 cadeiras de praia (1 azul e 1 listrada)"],
            {"Guarda-Sol": 1, "(Azul)": 1, "(Listrada)": 1},
        ),
        (["quero 1 guarda sol e 2 cadeiras de praia: uma azul e uma listrada"], {"Guarda": 1, "(Azul)": 1, "(List": 1}),
        (["i want 2 beach chairs, one blue and one striped"], {"(Azul)": 1, "(Listrada)": 1}),
        (
            ["queria 2 velas aromaticas, uma de lavanda e uma de capim limao. e a luminaria de mesa"],
            {"Lavanda": 1, "Capim": 1, "Luminária": 1},
        ),
        # how big it is, told behind the name or in metres
        (["quero o tapete kilim de 1,50 por 2"], {"150 x 200": 1}),
        (
            ["quero o tapete kilim de 1,50 por 2", "medi aqui e nao cabe. troca pelo de 1 metro por 1,50"],
            {"100 x 150": 1},
        ),
        (["quero um porta retrato 10x15", "troca pelo maior, o 15x21"], {"15x21": 1}),
        (["quero um porta retrato 10x15", "troca pelo maior"], {"15x21": 1}),
        (["two teddy bears please, the 30 cm one"], {"30 cm": 2}),
        (["queria um ursinho de pelucia", "50"], {"Urso de Pelúcia (50 cm)": 1}),
        # what stays and what comes out
        (
            ["quero vela de lavanda, vela de capim limao e a luminaria", "vou ficar só com a de capim limão"],
            {"Capim": 1, "Luminária": 1},
        ),
        (["quero 1 grelha, 1 infusor e 1 earl grey", "só a grelha e o earl grey mesmo"], {"Grelha": 1, "Earl": 1}),
        (["quero um earl grey e um infusor", "infusor acho q minha mae ja tem, tira ele"], {"Earl Grey": 1}),
        (["quero 1 grelha e 1 infusor", "o infusor nao precisa, ja tenho"], {"Grelha": 1}),
        (["quero 3 infusores e 2 earl grey", "tira um earl grey, deixa só 1"], {"Infusor": 3, "Earl": 1}),
        (["quero 1 ring light com tripe", "tira o ring light com tripe e poe o de mesa no lugar"], {"de Mesa": 1}),
        (["quero 3 espetos simples", "em vez de 3 espetos poe 5"], {"Espeto": 5}),
        (["a mustard and an olive cushion please", "make it two mustard ones and no olive"], {"Mostarda": 2}),
        (["one earl grey", "no problem, keep the earl grey one then"], {"Earl Grey": 1}),
        (["quero um infusor", "isso, 3 no total"], {"Infusor": 3}),
        (["quero um infusor", "na verdade faz quatro ao todo, minha irmã quer também"], {"Infusor": 4}),
        (["two grills please", "sorry, make it eight in total"], {"Grelha": 8}),
        (["quero 2 infusores e 3 grelhas", "fica 5 no total"], {"Infusor": 2, "Grelha": 3}),
        (["eu e minhas duas irmas vamos aprender, quero um infusor pra cada uma de nós"], {"Infusor": 3}),
        (["quero 4 infusores", "ops, 3 só. um é pra sala e dois pro quarto"], {"Infusor": 3}),
        # one of what was asked about, and a list of what is needed
        (["tem vela aromatica? queria uma de lavanda"], {"Lavanda": 1}),
        (["preciso de clarificante, algicida e peneira"], {"Clarificante": 1, "Algicida": 1, "Peneira": 1}),
        (["im looking for an enamel mug and a lined notebook, one of each"], {"Esmaltada": 1, "Caderno": 1}),
        (["quero duas canecas, uma do gatinho e uma melhor pai"], {"Gatinho": 1, "Melhor Pai": 1}),
        (["quero revelar 4 fotos 15x21"], {"Revelação de Foto (15x21)": 4}),
        # what is asked about, and no wish
        (["quero 4 almofadas mostarda", "é com enchimento ne? nao é só a capa"], {"Mostarda": 4}),
        (["quero 3 infusores", "e lampada led, quantos watts tem?"], {"Infusor": 3}),
        (["separado qto fica 1 grelha e 3 espetos simples?"], {}),
        (
            ["meu vizinho ta querendo um infusor mas ele vai chamar vcs", "pra mim é so a grelha, quero uma"],
            {"Grelha": 1},
        ),
    ],
)
def test_each_part_is_taken_as_it_was_said(said: list[str], cart: dict[str, int]):
    held = counts(HOME.talk(*said))
    assert len(held) == len(cart)
    assert all(any(part in name and held[name] == count for name in held) for part, count in cart.items())


@pytest.mark.parametrize(
    "said",
    [
        "pix ela faz na hora. vou mandar pra ela, nao fecha nada ainda",
        "don't book anything yet, pix is fine",
        "pix, mas nao precisa separar nada",
    ],
)
def test_nothing_is_put_before_who_says_not_to_close(said: str):
    state = HOME.talk("quero um infusor", said)
    assert state.summary is None
    assert state.dialogue.pending is None or state.dialogue.pending.kind != "confirm"
    assert counts(state) == {"Infusor de Chá": 1}


def test_what_was_not_found_beside_other_goods_is_asked_about_before_the_summary():
    state = HOME.talk("quero um infusor e dois coelhos de porcelana azul", "pix")
    assert state.dialogue.pending is not None
    assert state.dialogue.pending.kind != "confirm"


def test_a_word_said_again_and_again_is_read_once():
    state = ConversationState()
    once, _, _ = HOME.turn("quero um infusor", state)
    often, _, _ = HOME.turn("quero " * 300 + "um infusor", state)
    assert often.changes == once.changes


def test_the_way_of_payment_is_changed_for_a_reason():
    acts, state, _ = HOME.turn(
        "muda o pagamento pra dinheiro na entrega, meu pix ta com limite baixo", HOME.talk("infusor")
    )
    assert acts.method == "cod"
    assert not acts.changes
    assert state.cart.payment_method in (None, "cod")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("tenho um cupom, CHA10", "CHA10"),
        ("i have a code from your instagram, LAR10", "LAR10"),
        ("i do have a code somewhere, VERAO10", "VERAO10"),
        ("tem cupom? quero 2 mp3", None),
    ],
)
def test_a_code_is_read_however_it_is_told(said: str, code: str | None):
    acts, _, _ = HOME.turn(said, ConversationState())
    assert acts.coupon == code


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        # another count, told with the one before it
        (["quero 2 espetos simples e 1 grelha", "faz 3 em vez de 2"], {"Espeto": 3, "Grelha": 1}),
        (["quero 2 espetos simples", "aproveita e faz 3 em vez de 2, meu irmão vai junto"], {"Espeto": 3}),
        (["i want 2 simple skewers and 1 grill", "make it 4 instead of 2"], {"Espeto": 4, "Grelha": 1}),
        (
            ["quero 2 espetos simples e 3 grelhas", "faz 4 do espeto em vez de 2 e a grelha pode ser uma só"],
            {"Espeto": 4, "Grelha": 1},
        ),
        (
            ["quero 2 espetos simples e 3 grelhas", "põe cinco espetos no lugar de dois e tira a grelha"],
            {"Espeto": 5},
        ),
        # in the place of what was taken out, and not of what is left
        (
            ["quero 2 grelhas e 1 caderno", "tira o caderno", "coloca um coelho de crochê no lugar", "isso"],
            {"Grelha": 2, "Coelho": 1},
        ),
        (["quero 2 grelhas e 1 caderno", "tira o caderno, grande demais"], {"Grelha": 2}),
        # a way of paying that is let go takes nothing out
        (["quero 2 grelhas", "nao precisa pix"], {"Grelha": 2}),
        (["quero 2 grelhas", "sem pix"], {"Grelha": 2}),
    ],
)
def test_what_is_put_right_leaves_the_rest(said: list[str], cart: dict[str, int]):
    held = counts(HOME.talk(*said))
    assert len(held) == len(cart)
    assert all(any(part in name and many == count for name, count in held.items()) for part, many in cart.items())


@pytest.mark.parametrize(
    ("said", "method"),
    [
        ("pago em dinheiro na hora q retirar, nao precisa pix", "cod"),
        ("pago quando for buscar", "cod"),
        ("não precisa do pix, pago em dinheiro", "cod"),
    ],
)
def test_how_it_is_paid_where_another_way_is_let_go(said: str, method: str):
    acts, _, _ = HOME.turn(said, HOME.talk("quero 2 grelhas"))
    assert (acts.method, acts.refused) == (method, None)


def test_a_question_behind_wait_is_answered():
    acts, _, _ = HOME.turn("wait how long does delivery take?", ConversationState())
    assert not acts.hesitates
    assert acts.questions


@pytest.mark.parametrize("said", ["poxa nem 75 no pix?", "vi um de 80 na outra loja"])
def test_a_price_of_another_shop_is_bargained_with_and_not_looked_for(said: str):
    acts, _, _ = HOME.turn(said, HOME.talk("tem grelha?"))
    assert acts.haggles
    assert not acts.looks


BABY = Catalogue(
    [
        *alone("Kit Lenços Umedecidos", "Fralda de Pano", "Kit Absorventes Laváveis para Seios", "Mamadeira", "Bola"),
        *variants("Almofada de Amamentação", "almofada", "Estampa", "Nuvens", "Lua"),
        *alone("Azeite Extra Virgem", "Caixa de Papel Toalha", "Lata de Leite em Pó", "Broca para Concreto"),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        # what an `of` leads to is one thing, however much is told of it before its name
        (["one kit of the washable breast pads"], {"Kit Absorventes": 1}),
        (["a bottle, how much?", "great, 2 of those and one kit of the washable nursing pads"], {"Mam": 2, "Kit A": 1}),
        (["I'd like 2 cans of the powdered milk"], {"Lata de Leite": 2}),
        # a name in English that is no sum of its words is there where what it stands for is
        (["one bottle and two drill bits"], {"Mamadeira": 1, "Broca": 2}),
        (["do you have a ball?", "nice, two of those and one olive oil"], {"Bola": 2, "Azeite": 1}),
    ],
)
def test_names_in_english_are_taken_whole(said: list[str], cart: dict[str, int]):
    state = BABY.talk(*said)
    held = counts(state)
    assert len(held) == len(cart)
    assert all(any(name.startswith(part) and held[name] == many for name in held) for part, many in cart.items())
    assert state.dialogue.unread == ""
