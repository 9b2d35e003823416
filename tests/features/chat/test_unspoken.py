"""What a message does not speak of stays in the cart as it was; what was not taken up is asked about."""

import pytest

from tests.features.chat.test_goods_lists import Catalogue, counts

SHOP = Catalogue(
    [
        *(
            {
                "name": "Luva de Couro",
                "price_cents": 7990,
                "stock_quantity": 9,
                "group": "luva",
                "options": {"Tamanho": x},
            }
            for x in ("M", "G", "GG")
        ),
        {"name": "Lixa para Ferro", "price_cents": 490, "stock_quantity": 90},
        {"name": "Aguarrás 900 ml", "price_cents": 2290, "stock_quantity": 9},
        {"name": "Thinner 900 ml", "price_cents": 1990, "stock_quantity": 0},
        {"name": "Saída de Praia", "price_cents": 7990, "stock_quantity": 9},
        {"name": "Churrasqueira Portátil", "price_cents": 22990, "stock_quantity": 9},
        {"name": "Espada de Brinquedo", "price_cents": 1990, "stock_quantity": 9},
        {"name": "Caixa de Presente", "price_cents": 900, "stock_quantity": 9},
    ]
)
GLOVE, BIG, SANDPAPER, DRESS = "Luva de Couro (M)", "Luva de Couro (GG)", "Lixa para Ferro", "Saída de Praia"


@pytest.mark.parametrize(
    ("before", "said", "cart"),
    [
        ("uma luva M", "ai nao, quer saber, coloca a saida de novo", {GLOVE: 1, DRESS: 1}),
        ("uma luva M", "troca pela GG entao, no lugar da M", {BIG: 1}),
        ("2 luvas M", "troca tudo pela GG", {BIG: 2}),
        ("uma luva M", "quero a GG e nao M", {BIG: 1}),
        ("uma luva M", "mais uma da GG", {GLOVE: 1, BIG: 1}),
        ("2 luvas M", "a de tamanho M", {GLOVE: 2}),
        ("3 lixas de ferro", "as 3 lixas de ferro continuam", {SANDPAPER: 3}),
        ("uma luva M", "pera vou medir minha churrasqueira", {GLOVE: 1}),
        ("uma luva M", "hmm tem uma espada tb né, quanto?", {GLOVE: 1}),
        ("uma luva M", "espada eu ja tenho", {GLOVE: 1}),
        ("tem luva de couro?", "uma GG. tenho o cupom COURO10", {BIG: 1}),
        ("tem luva de couro?", "uma GG, tenho um cupom de desconto", {BIG: 1}),
        ("oi", "quero uma espada. eu tenho a lixa", {"Espada de Brinquedo": 1}),
        ("10 lixas de ferro", "as lixas faz quinze em vez de dez", {SANDPAPER: 15}),
        ("2 lixas de ferro", "me deram um cupom LIXA10, coloca ai pfv", {SANDPAPER: 2}),
    ],
)
def test_only_what_is_spoken_of_changes(before: str, said: str, cart: dict[str, int]):
    assert counts(SHOP.talk(before, said)) == cart


def test_what_comes_for_what_is_gone_changes_nothing_else():
    state = SHOP.talk("me ve 2 thinner e 3 lixas de ferro", "ah se nao tem thinner bota aguarras no lugar, 2 tambem")
    assert counts(state) == {SANDPAPER: 3, "Aguarrás 900 ml": 2}


@pytest.mark.parametrize("said", ["a espada vem junto? se nao vier bota uma tb", "o movimento caiu, faz 1 par só"])
def test_what_was_not_taken_up_is_asked_about(said: str):
    state = SHOP.talk("2 luvas M", said)
    assert counts(state) == {GLOVE: 2}
    assert state.dialogue.unread


@pytest.mark.parametrize("asked", ["vcs tem papel de seda?", "voces tem estacionamento?", "do you sell tissue paper?"])
@pytest.mark.parametrize("said", ["otimo, poe uma dessas", "pode incluir, pix", "great, add one of those"])
def test_what_was_not_answered_is_no_more_of_the_cart(asked: str, said: str):
    state = SHOP.talk("uma espada", asked, said)
    assert counts(state) == {"Espada de Brinquedo": 1}
    assert state.dialogue.unread


@pytest.mark.parametrize("said", ["otimo, poe mais uma dessas", "add another one of those"])
def test_more_of_the_cart_is_told(said: str):
    assert counts(SHOP.talk("uma espada", "vcs tem papel de seda?", said)) == {"Espada de Brinquedo": 2}


@pytest.mark.parametrize("asked", ["vcs embrulham pra presente?", "do you do gift wrapping?"])
@pytest.mark.parametrize("said", ["pode incluir", "great, add one of those"])
def test_what_a_gift_is_wrapped_in_is_sold(asked: str, said: str):
    held = {"Espada de Brinquedo": 1, "Caixa de Presente": 1}
    assert counts(SHOP.talk("uma espada", asked, said)) == held


@pytest.mark.parametrize(
    "said", ["que bom, quero ela. a churrasqueira combina? quanto é?", "I'll take it. is the churrasqueira heavy?"]
)
def test_what_is_asked_behind_a_wish_takes_nothing_from_it(said: str):
    assert counts(SHOP.talk("tem espada?", said)) == {"Espada de Brinquedo": 1}


def test_what_was_asked_behind_a_wish_is_offered():
    asked = "que bom, quero ela. a churrasqueira combina? quanto é?"
    held = {"Espada de Brinquedo": 1, "Churrasqueira Portátil": 1}
    assert counts(SHOP.talk("tem espada?", asked, "pode incluir")) == held


@pytest.mark.parametrize("asked", ["vc poe numa caixinha de presente bonita?", "vai numa sacola de presente?"])
def test_a_count_beside_a_question_is_of_that_or_asked_about(asked: str):
    before, said = "uma espada e uma saida de praia", f"{asked} 1 só pros dois"
    held = {"Espada de Brinquedo": 1, DRESS: 1}
    assert counts(SHOP.talk(before, said)) == held | {"Caixa de Presente": 1}
    state = Catalogue(
        [{"name": name, "price_cents": 1990, "stock_quantity": 9} for name in ("Espada de Brinquedo", DRESS)]
    ).talk(before, said)
    assert counts(state) == held
    assert state.dialogue.unread


@pytest.mark.parametrize("said", ["tenho 110 de cintura", "uma espada, serve em mim? tenho 98 de quadril"])
def test_a_measure_of_the_body_counts_nothing(said: str):
    goods = [{"name": name, "price_cents": 1990, "stock_quantity": 300} for name in ("Legging Cintura Alta", "Espada")]
    shop = Catalogue([*goods, {"name": "Faixa de Quadril", "price_cents": 990, "stock_quantity": 300}])
    assert set(counts(shop.talk("uma espada", said))) == {"Espada"}


@pytest.mark.parametrize("said", ["entao poe uma espada no lugar", "add an espada instead"])
def test_what_comes_in_the_place_of_what_is_asked_about_settles_it(said: str):
    goods = [
        {
            "name": "Luva",
            "price_cents": 1990,
            "stock_quantity": 0 if x == "Rosa" else 9,
            "group": "l",
            "options": {"Cor": x},
        }
        for x in ("Preta", "Bege", "Rosa")
    ]
    shop = Catalogue([*goods, {"name": "Espada", "price_cents": 990, "stock_quantity": 9}])
    state = shop.talk("uma luva preta", "tem a rosa? se tiver quero", "quero a rosa", said)
    assert counts(state) == {"Luva (Preta)": 1, "Espada": 1}
    assert not state.dialogue.open


@pytest.mark.parametrize("said", ["1 blusa branca G3 e 1 preta G2", "uma blusa branca G3 e uma preta G2 pra minha mae"])
def test_a_colour_and_a_large_size_are_another_kind_of_what_was_named(said: str):
    blouses = [
        {
            "name": "Blusa Lisa",
            "price_cents": 7900,
            "stock_quantity": 9,
            "group": "b",
            "options": {"Cor": x, "Tamanho": y},
        }
        for x, y in (("Branca", "G3"), ("Preta", "G2"))
    ]
    other = {
        "name": "Calça Preta",
        "price_cents": 8900,
        "stock_quantity": 9,
        "group": "c",
        "options": {"Tamanho": "G2"},
    }
    assert counts(Catalogue([*blouses, other]).talk(said)) == {
        "Blusa Lisa (Branca, G3)": 1,
        "Blusa Lisa (Preta, G2)": 1,
    }
