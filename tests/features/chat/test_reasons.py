"""Why something is changed, told beside the change: a reason wishes for nothing, and the change is made."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        *(
            {
                "name": "Jogo de Lençol Percal",
                "price_cents": 19990,
                "stock_quantity": 9,
                "group": "p",
                "options": {"Tamanho": "Queen", "Cor": colour},
            }
            for colour in ("Branco", "Cinza")
        ),
        {"name": "Cortina Blackout", "price_cents": 13990, "stock_quantity": 9},
        {"name": "Cortina Voil", "price_cents": 8990, "stock_quantity": 9},
        {"name": "Tapete de Banheiro", "price_cents": 2990, "stock_quantity": 9},
    ]
)
WHITE = {"Jogo de Lençol Percal (Queen, Branco)": 1}


@pytest.mark.parametrize(
    "said",
    [
        "ai nao\no branco combina mais com a cabeceira\ntroca o cinza pelo branco",
        "ai nao\no branco combina mais com a cabeceira, troca",
        "troca o cinza pelo branco, o branco fica melhor no quarto",
        "ai nao\ncinza esquenta muito\ntroca o cinza pelo branco",
        "a cabeceira é branca\ntroca o cinza pelo branco",
        "o banheiro é cinza também\naí não dá contraste\ntroca o cinza pelo branco",
        "cinza suja menos mas o branco é mais bonito\ntroca pelo branco",
        "the white one matches my headboard better\nswap the gray for the white",
    ],
)
def test_a_reason_that_names_a_colour_is_no_wish_beside_the_exchange(said: str):
    asked = ("tem jogo de lençol percal queen?", "o cinza entao\n1 so", said)
    assert counts(SHOP.talk(*asked)) == WHITE


def test_the_thing_that_a_reason_is_about_takes_the_others_place():
    state = SHOP.talk("quero 1 cortina voil e 1 tapete de banheiro", "a blackout escurece mais, troca")
    assert counts(state) == {"Cortina Blackout": 1, "Tapete de Banheiro": 1}


def test_what_is_enough_is_chosen():
    state = SHOP.talk("quero uma cortina blackout", "na vdd a voil ja ta boa, troca")
    assert counts(state) == {"Cortina Voil": 1}


def test_who_was_asked_has_approved():
    state = SHOP.talk(
        "me interessa a cortina voil", "vou mostrar pra minha esposa e ja volto", "ela gostou, pode mandar"
    )
    assert counts(state) == {"Cortina Voil": 1}


def test_what_it_is_for_is_told_behind_it():
    assert counts(SHOP.talk("quero 2 tapetes", "melhor 5 que é pra dar de presente")) == {"Tapete de Banheiro": 5}


@pytest.mark.parametrize(
    ("said", "many"),
    [
        ("pera aí, faz 2 q minha cunhada quer tb", 2),
        ("faz 3 que meu irmão também vai querer", 3),
        ("faz mais 2", 3),
        ("faz mais 2 que minha vizinha quer", 3),
    ],
)
def test_who_wants_one_too_is_why_and_no_more_of_it(said: str, many: int):
    assert counts(SHOP.talk("quero 1 tapete", said)) == {"Tapete de Banheiro": many}


@pytest.mark.parametrize(
    "said",
    [
        "tira o tapete q o banheiro nem tem espaço ne kkk",
        "tira o tapete que essa casa ja tem dois",
        "pode tirar o tapete, né",
        "remove o tapete que aquele piso não escorrega",
    ],
)
def test_what_it_is_not_needed_for_is_told_behind_what_is_taken_out(said: str):
    state = SHOP.talk("quero uma cortina voil e um tapete de banheiro", said)
    assert counts(state) == {"Cortina Voil": 1}


@pytest.mark.parametrize(
    "said",
    [
        "na vdd troca o branco pelo cinza, pano assim é ruim de lavar",
        "troca o branco pelo cinza, claro é difícil de limpar",
        "troca o branco pelo cinza, branco é ruim pra quem tem cachorro",
    ],
)
def test_what_is_bad_about_the_old_one_is_no_wish_beside_the_exchange(said: str):
    _, state, says = SHOP.turn(said, SHOP.talk("tem jogo de lençol percal queen?", "o branco entao, 1"))
    assert counts(state) == {"Jogo de Lençol Percal (Queen, Cinza)": 1}
    assert not {"list", "nothing"} & {one.what for one in says}


@pytest.mark.parametrize(
    "said",
    [
        "hmm actually the ones in the bedroom are still fine, just two please",
        "pera, as do quarto ainda tão boas, só duas então",
        "as da sala ainda estão inteiras. só 2",
    ],
)
def test_what_is_still_good_is_no_wish_beside_the_new_count(said: str):
    assert counts(SHOP.talk("quero 4 cortinas voil", said)) == {"Cortina Voil": 2}


@pytest.mark.parametrize(
    "said",
    [
        "tira o tapete, vi aqui que é pra cortina de banheiro",
        "tira o tapete, lembrei que tenho cortina e tapete em casa",
        "pode tirar o tapete, reparei que só serve com a cortina",
        "take the rug out, i just noticed it's for the curtain set",
    ],
)
def test_what_was_found_out_wishes_for_nothing_beside_what_is_taken_out(said: str):
    state = SHOP.talk("quero 1 cortina voil e 1 tapete de banheiro", said)
    assert counts(state) == {"Cortina Voil": 1}
    assert not state.dialogue.open
