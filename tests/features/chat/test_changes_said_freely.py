"""What is in the cart or was shown, changed or chosen in whatever words: another kind, another count, what comes out,
one of what is before the shopper, a refusal before a question, an order taken back."""

import pytest

from app.features.chat.assistant.products.values import told_values
from app.features.conversations.consent import agrees_to_cancel
from tests.features.chat.test_goods_lists import Catalogue, counts, product

HOSE, SLIPPERS, TAPE, BUCKET, CHEESE = "Mangueira de Jardim", "Pantufa de Pelúcia", "Trena", "Balde", "Queijo Canastra"
SHOP = Catalogue(
    [
        *(
            product(HOSE, cents, Comprimento=length)
            for length, cents in (("10 m", 4990), ("20 m", 8990), ("30 m", 11990))
        ),
        *(product(SLIPPERS, 4990, Cor=colour, Número=size) for colour in ("Cinza", "Preta") for size in ("36", "38")),
        product(TAPE, 2490),
        product(BUCKET, 1590),
        product(CHEESE, 6800),
    ]
)
SHORT, MIDDLE, LONG = (f"{HOSE} ({length})" for length in ("10 m", "20 m", "30 m"))
GREY_36, GREY_38 = (f"{SLIPPERS} (Cinza, {size})" for size in ("36", "38"))
BLACK_36 = f"{SLIPPERS} (Preta, 36)"

THE_LONG_ONE = """10 não alcança o portão, vê a de 30|10 m is too short, give me the 30 m one
10m é pouco, vou levar a de 30m
medi aqui e precisa ser a de 30|o portão fica longe, então a de 30|troca a de 10 por uma de 30?
muda pra 30 metros fazendo favor
can you switch that to the 30 m one instead?|o pedreiro falou que é 30 m, arruma aí
faz a de 30 m que sai mais em conta
a mangueira vai ser a de 30|era 30 m e não 10|dá pra trocar pela de 30 metros?|no lugar dessa põe a de 30 m"""
IN_38 = """eita meu pé é 38, me enganei|o certo é 38 na verdade|36 fica apertado nela, 38 por favor
desculpa, numero 38
calma! minha filha falou que é 38 o dela, arruma aí|sorry, can I get that in 38 instead?|ops it should be size 38"""
IN_BLACK = """troca a cinza por uma preta?|a cinza suja muito, vai a preta mesmo|mudei de ideia, preta
dá pra trocar a cor pra preta?
ela não gosta de cinza, faz preta|cinza não, preta!|my wife prefers black, can you change the colour?
I said black, not grey
não é cinza, é preta"""
ONE_IN_38 = "um dos dois vc faz 38|uma delas no 38|could one of them be a 38?|metade delas tamanho 38"
NOT_CHANGED = """tem em 38?|meu marido calça 38|não quero a 38|se não servir posso trocar pela 38 depois?
qual a diferença da preta?
a preta é bonita?|quanto é a preta?"""
FIVE_TAPES = """vc entendeu errado, eu falei 5|não são 3, são 5|não é 3 é 5|3 não dá, precisa ser 5
só vai vir 5 peão, então 5 trena tá bom
faltou 2|a trena são 5 na verdade|eram 5|aumenta pra 5|mais duas|make it 5, that's not enough"""
CHANGED = [
    ("pensando bem bota o dobro de cada", {TAPE: 6, BUCKET: 4}),
    ("bota 2 de cada um", {TAPE: 2, BUCKET: 2}),
    ("a trena cê põe 5, o balde tá certo", {TAPE: 5, BUCKET: 2}),
    ("menos uma trena e mais um balde", {TAPE: 2, BUCKET: 3}),
    ("mais uma trena e um balde a menos", {TAPE: 4, BUCKET: 1}),
    ("balde já tenho, pode tirar. a trena me vê 4", {TAPE: 4}),
    ("ih esquece o balde, achei um velho aqui em casa", {TAPE: 3}),
    ("tô vendo que já tenho balde, tira ele, deixa a trena", {TAPE: 3}),
    ("3 trenas é exagero, uma basta", {TAPE: 1, BUCKET: 2}),
    ("vixe me empolguei, deixa uma trena e um balde", {TAPE: 1, BUCKET: 1}),
    ("tira uma trena e um balde", {TAPE: 2, BUCKET: 1}),
    ("não preciso dos baldes, só das trenas", {TAPE: 3}),
    ("leave out the bucket and only one trena", {TAPE: 1}),
    ("a trena reduz pra 1", {TAPE: 1, BUCKET: 2}),
    ("não tira o balde, tira a trena", {BUCKET: 2}),
]
ALL_STAYS = """não tira o balde|não quero tirar o balde|não precisa tirar nada não|don't remove anything
não troca nada
tira uma foto do balde|somos só 5|chego aí em 10 minutos|tenho 2 filhos|se der tira o balde|moro no apartamento 2"""
TAKEN_LONG = """a de 30 compensa mais, quero uma|como o quintal é grande vai a de 30 m|a maior resolve, pode ser
tenho medo de faltar, me vê a mais comprida"""
TAKEN_SHORT = (
    "pode ser a menor que meu quintal é um ovo|moro sozinho né, a menor resolve|10 m já basta pra mim, quero uma"
)
TAKEN_MIDDLE = "a do meio tá boa pra mim, uma só|a do meio tá de bom tamanho pro meu caso, quero ela"
REFUSED = """nossa caro demais, e a trena?|vixe n da pra mim nao 😅 e a trena?|misericórdia kkk não dá não. e a trena?
that's too much for me, how much is the trena?|tá salgado hein, quanto é a trena?"""
CANCELS = """sim, quero cancelar o pedido do mel mesmo
Sim, quero cancelar o pedido da cattleya mesmo. Obrigada e desculpa
sim, minha irmã já comprou|cancela por favor, comprei errado|yes I want to cancel it|pode desfazer|quero desistir sim
confirmo o cancelamento do pedido|yes, please cancel the order for the honey"""
KEEPS = """não quero cancelar|desisti de cancelar|sim, mas só o mel|cancela só um|cancela o outro|sim, quero o mel
ok, entendi
espera, vou ver antes de cancelar|quero saber como cancelar|sim, cancela e faz outro com 2|já não quero mais cancelar
se eu cancelar recebo de volta?|isso, quero uma trena"""


def ways(text: str) -> list[str]:
    return text.replace("\n", "|").split("|")


def after(said: str, *before: str) -> dict[str, int]:
    return counts(SHOP.talk(*before, said))


@pytest.mark.parametrize("said", ways(THE_LONG_ONE))
def test_another_length_takes_the_place_of_what_is_there(said: str):
    assert after(said, "quero 1 mangueira de jardim 10 m") == {LONG: 1}


@pytest.mark.parametrize("said", ways(IN_38))
def test_another_size_does(said: str):
    assert after(said, "quero 1 pantufa de pelúcia cinza 36") == {GREY_38: 1}


@pytest.mark.parametrize("said", ways(IN_BLACK))
def test_another_colour_does(said: str):
    assert after(said, "quero 1 pantufa de pelúcia cinza 36") == {BLACK_36: 1}


@pytest.mark.parametrize("said", ways(ONE_IN_38))
def test_one_of_two_is_wanted_of_another_kind(said: str):
    assert after(said, "quero 2 pantufa de pelúcia cinza 36") == {GREY_36: 1, GREY_38: 1}


@pytest.mark.parametrize("said", ways(NOT_CHANGED))
def test_what_only_asks_or_tells_of_another_kind_changes_nothing(said: str):
    assert after(said, "quero 1 pantufa de pelúcia cinza 36") == {GREY_36: 1}


@pytest.mark.parametrize("said", ways(FIVE_TAPES))
def test_so_many_of_the_one_line(said: str):
    assert after(said, "quero 3 trenas") == {TAPE: 5}


@pytest.mark.parametrize(("said", "held"), CHANGED)
def test_each_piece_counts_or_takes_out_the_line_it_names(said: str, held: dict[str, int]):
    assert after(said, "quero 3 trenas e 2 baldes") == held


@pytest.mark.parametrize("said", ways(ALL_STAYS))
def test_what_is_not_to_go_or_tells_something_else_stays(said: str):
    assert after(said, "quero 3 trenas e 2 baldes") == {TAPE: 3, BUCKET: 2}


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        (said, name)
        for text, name in ((TAKEN_LONG, LONG), (TAKEN_SHORT, SHORT), (TAKEN_MIDDLE, MIDDLE))
        for said in ways(text)
    ],
)
def test_one_of_the_kinds_that_were_shown_is_chosen_among_reasons(said: str, taken: str):
    assert after(said, "tem mangueira de jardim?") == {taken: 1}


def test_a_kind_that_is_told_why_not_is_not_taken():
    assert after("36 não cabe, a outra", "tem pantufa preta?") == {f"{SLIPPERS} (Preta, 38)": 1}
    assert after("a de 30 é ótima mas vou pensar", "tem mangueira de jardim?") == {}


@pytest.mark.parametrize("said", ways(REFUSED))
def test_what_is_asked_behind_a_refusal_is_what_is_spoken_of(said: str):
    assert after("essa eu quero, 1", "quanto é o queijo canastra?", said) == {TAPE: 1}


@pytest.mark.parametrize("said", ways(CANCELS))
def test_a_yes_to_cancelling_may_be_a_sentence(said: str):
    assert agrees_to_cancel(said)


@pytest.mark.parametrize("said", ways(KEEPS))
def test_what_holds_back_or_wants_else_cancels_nothing(said: str):
    assert not agrees_to_cancel(said)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("g, nao m", [("G", False), ("M", True)]),
        ("a m nao serve, quero g", [("M", True), ("G", False)]),
        ("nao gosto de g", [("G", True)]),
        ("2 reais a mais e 15 minutos", []),
    ],
)
def test_values_are_found_with_what_denies_them(text: str, told: list[tuple[str, bool]]):
    found = told_values(text, {("Tamanho", "M"), ("Tamanho", "G"), ("Potência", "15 W")})
    assert [(one.value, one.denied) for one in found] == told
