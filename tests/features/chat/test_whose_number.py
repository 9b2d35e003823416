"""What a number or a colour is said of: whose size it is, the name it is a part of, what comes in its place."""

import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.documents.by_card import taken_at
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOES = Catalogue(
    [
        product("Tênis Lua", 14990, Cor=colour, Número=size)
        for colour in ("Branco", "Preto", "Cinza")
        for size in ("35", "36", "38")
    ]
    + [product("Bota Café", 19990), product("Espuma Limpa Tênis", 2790), product("Salto Bloco", 9990)]
)
LASAGNA, GNOCCHI, SAUCE = "Lasanha Quatro Queijos", "Nhoque de Batata", "Molho ao Sugo"
SERVES = {"2 pessoas": 3990, "4 pessoas": 7190, "8 pessoas": 13200}
PASTA = Catalogue(
    [
        *(product(LASAGNA, price, Serve=serves) for serves, price in SERVES.items()),
        *(product(name, 1990, Peso="500 g") for name in (GNOCCHI, SAUCE)),
        *(product(name, 3690, Peso="1 kg") for name in (GNOCCHI, SAUCE)),
        product("Parmesão Ralado", 1490),
    ]
)
WHITE = "quero o tênis lua branco 35"


@pytest.mark.parametrize(
    "said",
    [
        "ai desculpa, 35 é da minha filha, o meu é 36 rsrs",
        "35 é o número da minha filha, eu uso 36",
        "o meu é 36, 35 é da minha irmã",
        "opa, o 35 é do meu filho. eu calço 36",
        "sorry, 35 is my daughter, mine is 36",
        "oops 35 is my sister's size, I wear 36",
        "desculpa, o meu é 36",
        "o meu é 36",
    ],
)
def test_a_size_that_is_somebody_elses_is_put_right(said: str) -> None:
    assert counts(SHOES.talk(WHITE, said)) == {"Tênis Lua (Branco, 36)": 1}


def test_a_number_said_of_somebody_counts_nothing() -> None:
    assert counts(SHOES.talk("tem o tênis lua branco 35?", "35 é da minha filha")) == {"Tênis Lua (Branco, 35)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "pera pode ser o cinza? acho q combina mais, msm numero",
        "pode ser o cinza?",
        "posso trocar pelo cinza?",
        "dá pra ser o cinza?",
        "pode ser em cinza",
        "na verdade o cinza, acho que fica melhor",
        "can it be the grey one? I think it looks better",
    ],
)
def test_another_colour_comes_in_the_place_of_the_one_that_was_taken(said: str) -> None:
    assert counts(SHOES.talk(WHITE, said)) == {"Tênis Lua (Cinza, 35)": 1}


@pytest.mark.parametrize(
    ("said", "serves"),
    [
        ("lasanha 4 queijos de 2 pessoas", 2),
        ("uma lasanha quatro queijos pra 2 pessoas", 2),
        ("uma lasanha 4 queijos 8 pessoas", 8),
        ("uma lasanha quatro queijos de 4 pessoas", 4),
        ("1 lasanha 4 queijos de 4 pessoas", 4),
    ],
)
def test_a_number_in_a_name_chooses_no_option(said: str, serves: int) -> None:
    assert counts(PASTA.talk(f"quero {said}")) == {f"Lasanha Quatro Queijos ({serves} pessoas)": 1}


def test_a_number_in_a_name_leaves_the_size_open() -> None:
    assert counts(PASTA.talk("quero 2 lasanhas 4 queijos")) == {}


@pytest.mark.parametrize("asked", ["nhoque de batata qnto o kg", "nhoque de batata quanto o quilo?"])
def test_what_the_price_of_a_kilo_was_asked_of_is_pointed_at(asked: str) -> None:
    state = PASTA.talk(asked, "quero 1kg dele e 1kg de molho ao sugo")
    assert counts(state) == {"Nhoque de Batata (1 kg)": 1, "Molho ao Sugo (1 kg)": 1}


def test_a_measure_of_what_nothing_says_is_asked_about() -> None:
    told = PASTA.talk("quero 1kg dele e 1 parmesão")
    assert counts(told) == {"Parmesão Ralado": 1}
    assert told.dialogue.unread


def test_a_card_is_taken_where_the_shop_leaves_open_how_it_is_paid_there() -> None:
    told = "Pix ou na entrega (dinheiro ou cartão). Quem retira na loja pode pagar no Pix ou na hora da retirada."
    assert taken_at([Passage("Pagamento", told)], "cartao")[0] == {"door", "counter"}


@pytest.mark.parametrize("said", ["espuma de limpar tênis", "espuma pra limpar o tênis", "espuma limpa tênis"])
def test_what_is_named_by_its_deed_is_one_thing(said: str) -> None:
    assert counts(SHOES.talk(f"quero 2 da {said}")) == {"Espuma Limpa Tênis": 2}


@pytest.mark.parametrize("said", ["quero um na cor cinza, número 38", "quero um cinza, tamanho 38"])
def test_a_colour_and_its_size_are_of_one(said: str) -> None:
    assert counts(SHOES.talk("o tênis lua é bom?", said)) == {"Tênis Lua (Cinza, 38)": 1}


@pytest.mark.parametrize("why", ["salto fino me mata kkk", "na vdd o salto me machuca,", "o salto aperta demais,"])
def test_why_something_is_exchanged_orders_none(why: str) -> None:
    state = SHOES.talk("quero o salto bloco", f"{why} troca pela bota café")
    assert counts(state) == {"Bota Café": 1}
    assert not state.dialogue.open


FESTA = Catalogue([product("Bandeirinha de Papel", 690), product("Balão de Papel", 950), product("Chapéu", 1490)])


@pytest.mark.parametrize(
    ("said", "flags", "balloons"),
    [
        ("tira 5 da de papel, deixa só 10", 10, 6),
        ("tira cinco de papel e deixa 10", 10, 6),
        ("tira 2 de papel, deixa 4", 15, 4),
        ("tira 5 da de papel, deixa só 9", 15, 6),
    ],
)
def test_what_comes_out_and_what_stays_tell_which(said: str, flags: int, balloons: int) -> None:
    state = FESTA.talk("quero 15 bandeirinhas de papel e 6 balões de papel", said)
    assert counts(state) == {"Bandeirinha de Papel": flags, "Balão de Papel": balloons}
