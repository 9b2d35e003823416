"""What shoppers ask before they choose: a brand that is not there, prices of several goods, how the kinds of a thing
differ, paying in parts; and what pieces of goods come to that are sold by the kilo. No database."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts, product


def _kinds(name: str, description: str, cents: dict[str, int], option: str, **others: list[str]) -> list[dict]:
    """A thing whose price hangs on one option, in each value of the others."""
    (other, values), *_ = [*others.items(), ("", [""])]
    return [
        product(name, price, **{option: value}, **({other: each} if other else {})) | {"description": description}
        for value, price in cents.items()
        for each in values
    ]


BASKETS = (("P", 5990, "4 frutas da semana."), ("G", 8990, "7 frutas da semana."))
SHOP = Catalogue(
    [
        *_kinds("Camiseta Básica", "Algodão fio 30.", dict.fromkeys("PMG", 4990), "Tamanho", Cor=["Branca", "Preta"]),
        *_kinds("Cama Pet", "P 45 cm, M 60 cm.", {"P": 11990, "M": 15990, "G": 19990}, "Tamanho", Cor=["Rosa"]),
        *_kinds("Tubo PVC", "Barra de 6 metros.", {"25 mm": 3290, "32 mm": 5690}, "Bitola"),
        product("Leite Integral Itambé 1 L", 599),
        product("Leite Desnatado Itambé 1 L", 619),
        product("Bolo de Cenoura", 4500) | {"description": "Serve 12 pessoas."},
        product("Bolo de Fubá", 2800) | {"description": "Serve 8 pessoas."},
        product("Pão Francês (kg)", 1890),
        product("Pão de Queijo (kg)", 4490),
        product("Queijo Minas 500 g", 2490),
        product("Açúcar União 1 kg", 549),
        product("Ração Golden Adulto 15 kg", 18990),
        product("Areia Lavada (m³)", 14000),
        product("Queijo Muçarela 200 g", 1390),
        product("Furadeira de Impacto", 28990, Voltagem="127 V"),
        product("Furadeira de Impacto", 28990, Voltagem="220 V"),
        product("Antipulgas 10 a 20 kg", 23990),
        product("Antipulgas 20 a 40 kg", 25990),
        *_kinds("Ração Gatos", "Castrados.", {"1,5 kg": 6990, "7 kg": 24990}, "Peso", Sabor=["Frango", "Salmão"]),
        *({**product("Cesta", cents, Tamanho=size), "description": told} for size, cents, told in BASKETS),
    ]
)  # fmt: skip
IN_PARTS = (
    Passage("Pagamento", "Pix com 5% de desconto, e cartão em até 6x sem juros. Parcela mínima de R$ 50,00."),
    Passage("Horário", "De segunda a sexta das 9h às 18h."),
)


def said(*messages: str, passages: tuple[Passage, ...] = ()) -> str:
    """What the last of some messages is answered."""
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = SHOP.turn(message, state, passages=passages)
    return compose(says, state.dialogue.language)


@pytest.mark.parametrize(
    ("message", "lacks", "offers"),
    [
        ("tem camiseta da hering?", "hering", "(Tamanho: P, M, G; Cor: Branca, Preta)"),
        ("vcs tem leite piracanjuba?", "piracanjuba", "Leite Integral"),
        ("quero um leite parmalat", "parmalat", "Leite Desnatado"),
        ("oi, tem ração royal canin pra cachorro adulto?", "royal canin", "Golden"),
    ],
)
def test_a_brand_that_is_not_there_is_said_before_what_is(message: str, lacks: str, offers: str):
    told = said(message)
    assert lacks in told.partition("1. ")[0]
    assert offers in told


@pytest.mark.parametrize(
    "message",
    ["tem leite itambé?", "tem camiseta bonita?", "tem camiseta pra academia?", "camiseta tem em quais estampas?"],
)
def test_what_is_there_or_tells_no_kind_is_not_denied(message: str):
    assert "Não encontrei" not in said(message)


@pytest.mark.parametrize(
    ("message", "prices"),
    [
        ("quanto é o bolo de cenoura? e o de fubá?", ("45,00", "28,00")),
        ("quanto ta o kg do pao frances? e o de queijo?", ("18,90", "44,90")),
        ("quanto é o leite integral? e o desnatado?", ("5,99", "6,19")),
        ("quanto é o tubo de 25? e o de 32?", ("32,90", "56,90")),
        ("qual o preço da cama P? e da G?", ("119,90", "199,90")),
        ("golden adulto 15kg, quanto é? faz parcelado?", ("189,90", "6x")),
    ],
)
def test_each_price_that_is_asked_for_is_told(message: str, prices: tuple[str, ...]):
    told = said(message, passages=IN_PARTS)
    assert [price for price in prices if price not in told] == []
    assert "Minas" not in told


@pytest.mark.parametrize(
    ("messages", "differs", "tells"),
    [
        (["qual a diferença da cama M pra G?"], "tamanho, preço.", "2. Cama Pet (G, Rosa) — R$ 199,90"),
        (["qual a diferença da camiseta branca pra preta?"], "cor.", "Algodão fio 30."),
        (["tem camiseta?", "qual a diferença da branca pra preta?"], "cor.", "Algodão fio 30."),
        (["qual a diferença da ração de gatos de frango pra de salmão?"], "sabor.", "Castrados."),
        (["tem tubo?", "qual a diferença entre eles?"], "bitola, preço.", "Barra de 6 metros."),
        (["what's the difference between the bed in M and in G?"], "size, price.", "2. Cama Pet (G, Rosa) — R$ 199.90"),
    ],
)
def test_how_the_kinds_of_a_thing_differ_is_told(messages: list[str], differs: str, tells: str):
    head, _, rest = said(*messages).partition("\n")
    assert head.endswith(differs)
    assert tells in rest
    assert "3. " not in rest


@pytest.mark.parametrize(
    "message", ["em quantas vezes?", "vcs parcelam?", "quantas parcelas vcs fazem?", "da pra parcelar?"]
)
def test_in_how_many_parts_is_told_before_the_least_of_one(message: str):
    assert "6x" in said(message, passages=IN_PARTS)
    assert "Sobre cartão" in said(message)  # no document tells


def test_the_least_of_a_part_is_told_where_that_is_asked():
    assert said("qual a parcela mínima?", passages=IN_PARTS) == "Parcela mínima de R$ 50,00."


@pytest.mark.parametrize(
    ("message", "kilos"),
    [
        ("quero 8 pães franceses e 1 bolo de fubá", "8 são 8 kg"),
        ("quero 2 kg de pão francês", ""),
        ("quero dois quilos de pão francês", ""),
        ("quero 2 bolos de fubá", ""),
        ("quero 2 camisetas brancas G", ""),
    ],
)
def test_pieces_of_what_is_sold_by_the_kilo_are_told_to_be_kilos(message: str, kilos: str):
    told = said(message)
    assert (kilos in told) if kilos else (" são " not in told)


@pytest.mark.parametrize("then", ["1 kg então", "1 kg", "então me vê 1kg"])
def test_so_much_by_itself_is_of_what_is_in_the_cart(then: str):
    assert counts(SHOP.talk("quero 10 pães de queijo", then)) == {"Pão de Queijo (kg)": 1}


@pytest.mark.parametrize("sand", ["3 metros de areia", "quero 3 m3 de areia", "preciso de 3 metros cúbicos de areia"])
def test_metres_of_what_is_sold_by_the_cubic_metre_are_so_many(sand: str):
    assert SHOP.cart(sand) == {"Areia Lavada (m³)": 3}


@pytest.mark.parametrize("said_so", ["quero 400g de queijo mussarela", "400 g de queijo mozarela por favor"])
def test_goods_are_known_however_they_are_spelt(said_so: str):
    assert SHOP.cart(said_so) == {"Queijo Muçarela 200 g": 2}


def test_which_option_is_asked_with_the_price():
    assert "Furadeira de Impacto — R$ 289,90: qual voltagem você quer?" in said("quero uma furadeira")


def test_a_number_that_goods_come_in_is_no_count_behind_a_question():
    assert SHOP.cart("furadeira boa pra concreto tem? 220", "quero") == {"Furadeira de Impacto (220 V)": 1}


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (["tem muçarela?", "sim, e vcs entregam em santos?"], {"Queijo Muçarela 200 g": 1}),
        (["tem muçarela?", "pode ser! em quantas vezes?"], {"Queijo Muçarela 200 g": 1}),
        (["do you have sand?", "yes, do you deliver to Santos?"], {"Areia Lavada (m³)": 1}),
        (
            ["quanto é o bolo de fubá e a muçarela?", "sim, e quanto é o frete?"],
            {"Bolo de Fubá": 1, "Queijo Muçarela 200 g": 1},
        ),
        (["quanto é 3 bolos de fubá?", "sim. vcs entregam?"], {"Bolo de Fubá": 3}),
        (["tem muçarela?", "sim, mas vcs entregam em santos?"], {}),
        (["tem muçarela?", "sim, tem light?"], {}),
    ],
)
def test_a_yes_before_a_question_to_the_shop_takes_what_was_offered(messages: list[str], cart: dict[str, int]):
    assert SHOP.cart(*messages) == cart


def test_a_question_that_the_answer_to_another_passes_over_is_told_to_be_open():
    passages = (Passage("Garantia", "A furadeira tem garantia de 1 ano."),)
    told = said("a furadeira tem garantia? e vocês instalam na parede?", passages=passages)
    assert "1 ano" in told
    assert 'Sobre "vocês instalam na parede" não tenho informação' in told
    assert "Sobre" not in said("a furadeira tem garantia? é paga?", passages=passages)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("antipulgas pra 25kg quanto é?", "20 a 40 kg"),
        ("tem antipulgas pra cachorro de 12 kg?", "10 a 20 kg"),
        ("meu cachorro pesa 12 kg, qual antipulgas eu levo?", "10 a 20 kg"),
    ],
)
def test_what_is_called_by_a_stretch_is_for_each_weight_within(message: str, told: str):
    answer = said(message)
    assert told in answer
    assert "2. " not in answer


def test_what_is_asked_for_last_and_is_not_there_is_told_too():
    told = said("quanto é a furadeira? e prego?")
    assert "289,90" in told
    assert 'Não encontrei "prego"' in told


@pytest.mark.parametrize("message", ["tem pão de queijo? quero 2kg", "quanto é o pão de queijo? me vê 2 kg"])
def test_so_much_behind_a_question_is_of_what_it_asks_for(message: str):
    assert SHOP.cart(message) == {"Pão de Queijo (kg)": 2}
