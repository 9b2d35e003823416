"""What each of several people wants, and what takes its place when one of them wants another."""

import pytest
from msgspec.structs import replace

from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_said_in_passing import SHOP as PANTRY

MORNING, AFTERNOON = "Combo Café da Manhã", "Combo Lanche da Tarde"
SHOP = Catalogue(
    [
        {"name": name, "price_cents": 700, "stock_quantity": 50}
        for name in (MORNING, AFTERNOON, "Café com Leite", "Café Coado", "Pão de Queijo", "Sonho de Creme")
    ]
)


@pytest.mark.parametrize(
    ("wish", "cart"),
    [
        ("eu quero um combo café da manhã, a Bruna quer o combo lanche da tarde e o Fê só um café coado",
         {MORNING: 1, AFTERNOON: 1, "Café Coado": 1}),
        ("eu quero um café coado, o Zé um café com leite e a Nanda um pão de queijo",
         {"Café Coado": 1, "Café com Leite": 1, "Pão de Queijo": 1}),
        ("minha mãe quer um café coado e o meu pai 2 sonhos de creme", {"Café Coado": 1, "Sonho de Creme": 2}),
        ("a Lu quer um café coado, o Ju apenas um café coado", {"Café Coado": 2}),
        ("a Lu quer um café coado e um pão de queijo", {"Café Coado": 1, "Pão de Queijo": 1}),
        ("são meus dois netos: o mais velho quer um sonho de creme e um café coado, a menor quer o pão de queijo",
         {"Sonho de Creme": 1, "Café Coado": 1, "Pão de Queijo": 1}),
        ("minha filha mais nova quer o café com leite e o mais velho quer um café coado",
         {"Café com Leite": 1, "Café Coado": 1}),
        ("the older one wants a café coado, the younger one wants a pão de queijo",
         {"Café Coado": 1, "Pão de Queijo": 1}),
        ("eu quero 1 café coado e ela 2 sonhos de creme", {"Café Coado": 1, "Sonho de Creme": 2}),
        ("eu quero um pão de queijo, ele quer 3 sonhos", {"Pão de Queijo": 1, "Sonho de Creme": 3}),
        ("I want a café coado and she 2 sonho de creme", {"Café Coado": 1, "Sonho de Creme": 2}),
    ],
)  # fmt: skip
def test_who_wants_what(wish: str, cart: dict[str, int]):
    assert counts(SHOP.talk(wish)) == cart


@pytest.mark.parametrize(
    "whom", ["são pros meus dois netos", "é para as minhas 3 filhas", "é pros meus dois sobrinhos"]
)
def test_for_how_many_it_is_counts_nothing_though_the_shop_says_the_number(whom: str):
    wish = f"{whom}: o mais velho quer o sonho de creme, a menor quer um café coado"
    goods = SHOP.knows(wish)
    told = replace(goods, places={**goods.places, "dois": 1, "3": 1})
    acts = understand(wish, ConversationState(), (), told)
    assert [one.mention.words for one in acts.changes] == [("sonho", "creme"), ("cafe", "coado")]


@pytest.mark.parametrize(
    ("change", "cart"),
    [
        ("a bruna mudou de ideia, quer o da manhã tb em vez do lanche da tarde", {MORNING: 2, "Café Coado": 1}),
        ("a Bruna mudou de ideia, quer o combo café da manhã", {MORNING: 2, "Café Coado": 1}),
        ("agora o Fê quer café com leite no lugar do coado", {MORNING: 1, AFTERNOON: 1, "Café com Leite": 1}),
        ("o Fê mudou de ideia, agora quer um pão de queijo", {MORNING: 1, AFTERNOON: 1, "Pão de Queijo": 1}),
    ],
)
def test_one_of_them_wants_another(change: str, cart: dict[str, int]):
    first = "eu quero um combo café da manhã, a Bruna quer o combo lanche da tarde e o Fê só um café coado"
    _, state, says = SHOP.turn(change, SHOP.talk(first))
    assert counts(state) == cart
    assert "whose" not in {one.what for one in says}


def test_only_their_own_is_replaced():
    first = "a Bruna quer um combo lanche da tarde, o Ju um combo lanche da tarde"
    state = SHOP.talk(first, "a bruna mudou de ideia, quer o combo café da manhã")
    assert counts(state) == {MORNING: 1, AFTERNOON: 1}


def test_com_of_a_name_divides_no_exchange():
    assert counts(SHOP.talk("quero um café com leite", "troca o café com leite por café coado")) == {"Café Coado": 1}


@pytest.mark.parametrize(
    "said",
    [
        "opa, o pessoal falou que são 4 lá. muda pra 4",
        "minha mulher disse que tem mais um lá em casa, põe 4",
        "my wife says we are four, make it 4",
    ],
)
def test_what_somebody_said_is_told_and_names_no_goods(said: str):
    acts, after, _ = SHOP.turn(said, SHOP.talk("3 cafés coados"))
    assert counts(after) == {"Café Coado": 4}
    assert not acts.unread


@pytest.mark.parametrize(
    "said",
    [
        "ela não quer mais o pão de queijo",
        "meu marido não vai querer o pão de queijo",
        "my wife doesn't want the pão de queijo anymore",
        "ela quer o café coado e não quer mais o pão de queijo",
    ],
)
def test_what_somebody_wants_no_more_is_taken_out(said: str):
    assert counts(SHOP.talk("um café coado e um pão de queijo", said)) == {"Café Coado": 1}


@pytest.mark.parametrize("said", ["ela não quer mais o pão de mel", "você não quer tirar o pão de queijo?"])
def test_nothing_else_is_taken_out(said: str):
    assert counts(SHOP.talk("um café coado e um pão de queijo", said)) == {"Café Coado": 1, "Pão de Queijo": 1}


@pytest.mark.parametrize(
    "said", ["e o meu pão de queijo são 6, não 5", "e o pão de queijo são 6 e não 5", "e o pão de queijo são 6"]
)
def test_how_many_it_is_to_be_of_what_is_there(said: str):
    assert counts(SHOP.talk("um sonho e 5 pão de queijo", said)) == {"Sonho de Creme": 1, "Pão de Queijo": 6}


SWEETS = Catalogue(
    [
        *(
            {"name": name, "price_cents": 450, "stock_quantity": 90, "group": name, "options": {"Sabor": kind}}
            for name in ("Brigadeiro Gourmet", "Cupcake")
            for kind in ("Pistache", "Limão")
        ),
        *({"name": name, "price_cents": 990, "stock_quantity": 90} for name in ("Fita 48 mm", "Fita 24 mm", "Tesoura")),
    ]
)
LEMON = "Brigadeiro Gourmet (Limão)"


@pytest.mark.parametrize(
    "said",
    [
        "minha irmã pegou 30 brigadeiros de limão aí e todo mundo amou, foi em 60 pessoas kkk. eu quero só 6",
        "minha prima comprou 30 brigadeiros de limão e adorou. quero só 6",
        "meu vizinho levou 30 brigadeiros de limão, eu vou querer 6",
    ],
)
@pytest.mark.parametrize("then", ["de limão tb, igual ao dela", "de limão tb"])
def test_so_many_of_what_somebody_else_got(said: str, then: str):
    state = SWEETS.talk(said)
    assert counts(state) == {LEMON: 6}
    assert counts(SWEETS.turn(then, state)[1]) == {LEMON: 6}


@pytest.mark.parametrize("more", ["e 4 de pistache tb", "coloca mais 4 de pistache", "and 4 pistachio ones too"])
def test_another_kind_too_is_one_more(more: str):
    assert counts(SWEETS.talk("quero 6 brigadeiros de limão", more)) == {
        LEMON: 6,
        "Brigadeiro Gourmet (Pistache)": 4,
    }


@pytest.mark.parametrize(
    "said",
    [
        "meu amigo me mandou assim: 'pega 2 fitas 48 e 2 tesouras'. mas pra mim é só 1 da 48, tesoura não preciso",
        'minha mãe falou "compra 5 tesouras", mas quero só 1 fita 48',
        "my son texted me: 'get 3 scissors', but I just want 1 fita 48",
    ],
)
def test_the_words_of_somebody_else_that_are_objected_to_are_no_wish(said: str):
    assert counts(SWEETS.talk(said)) == {"Fita 48 mm": 1}


@pytest.mark.parametrize("said", ["tesoura não preciso", "não preciso de tesoura", "tesoura eu não preciso"])
def test_what_is_not_needed_is_no_wish(said: str):
    assert counts(SWEETS.talk(f"quero 1 fita 48, {said}")) == {"Fita 48 mm": 1}
    assert counts(SWEETS.talk(said)) == {}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ('minha mãe mandou no grupo: "2 granola, 1 mel silvestre" mas ela ainda vai mudar. tem castanha?', {}),
        (
            'oi, minha tia mandou a lista dela: "2 granola". mas isso é com ela, eu quero 1 castanha',
            {"Castanha de Caju 200 g": 1},
        ),
        (
            "hi, my sister sent a list in the chat: '2 granola, 1 coador' but i just want one castanha",
            {"Castanha de Caju 200 g": 1},
        ),
        ("quero garantir uma castanha de caju já", {"Castanha de Caju 200 g": 1}),
    ],
)
def test_the_list_of_another_that_is_objected_to_wants_nothing(said: str, held: dict[str, int]):
    assert counts(PANTRY.talk(said)) == held


COLOURS = Catalogue(
    [
        *(product("Tapete Sisal", 8990, Cor=colour) for colour in ("Branco", "Cinza", "Azul")),
        *(product("Camisa Polo", 7990, Cor=colour, Tamanho="M") for colour in ("Branca", "Cinza")),
    ]
)


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("peraí, minha esposa quer o cinza. e só 2", {"Tapete Sisal (Cinza)": 2}),
        ("na verdade meu marido quer o azul", {"Tapete Sisal (Azul)": 3}),
        ("espera, minha mãe prefere o azul mesmo, só 1", {"Tapete Sisal (Azul)": 1}),
        ("wait, my wife wants the grey one. and only 2", {"Tapete Sisal (Cinza)": 2}),
        ("minha esposa quer o cinza tb", {"Tapete Sisal (Branco)": 3, "Tapete Sisal (Cinza)": 1}),
    ],
)
def test_another_colour_that_somebody_wants_takes_the_place_of_the_first(said: str, cart: dict[str, int]):
    assert counts(COLOURS.talk("3 tapetes sisal branco", said)) == cart
