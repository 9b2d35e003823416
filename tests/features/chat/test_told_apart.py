"""Sizes, numbers, packs and persons by which one of several is meant, in the shop of aside_drogaria."""

import pytest

from app.features.chat.assistant.documents.answers import measured
from app.features.chat.assistant.documents.passages import Passage
from app.features.chat.assistant.reading.clauses import split_clauses
from app.features.conversations.state import ConversationState
from tests.features.chat.test_goods_lists import Catalogue, catalogue, counts, product

SHOP = "aside_drogaria"
NAPPIES, WIPES, SOAP = "Fralda Soninho", "Lenço Umedecido 96 Unidades", "Sabonete em Barra Erva-Doce 90 g"
SUN, SHAMPOO = "Protetor Solar Corporal 120 ml", "Shampoo Cachos Definidos 300 ml"


def shown(*messages: str) -> list[str]:
    """What the last of some messages lists, or tells of."""
    state, says = ConversationState(), []
    for message in messages:
        _, state, says = catalogue(SHOP).turn(message, state)
    return [name for said in says for name in (*(one.name for one in said.listed), *(p.name for p in said.products))]


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (["tem fralda?", "entao me ve 3 pacotes da G e um lenço umedecido"], {f"{NAPPIES} (G)": 3, WIPES: 1}),
        (["tem fralda?", "quero 2 pct tamanho M e 1 sabonete"], {f"{NAPPIES} (M)": 2, SOAP: 1}),
        (["i need diapers size M, 2 packs, and a pack of baby wipes"], {f"{NAPPIES} (M)": 2, WIPES: 1}),
        (["two soaps and wipes, 4 packs please"], {SOAP: 2, WIPES: 4}),
        (["quero 2 kits presente bebê e 1 kit barba"], {"Kit Presente Bebê": 2, "Kit Presente Barba": 1}),
    ],
)
def test_a_packing_counts_what_was_just_named(messages: list[str], cart: dict[str, int]):
    assert catalogue(SHOP).cart(*messages) == cart


@pytest.mark.parametrize(
    ("messages", "names"),
    [
        (["tem perfume?", "e o de 100 ml custa quanto?"], {
            "Perfume Madeira Nobre 100 ml", "Perfume Flor de Cerejeira",
        }),
        (["tem hidratante?", "qual a diferença entre o pequeno e o grande?"], {
            "Hidratante Corporal Aveia (200 ml)", "Hidratante Corporal Aveia (400 ml)",
        }),
        (["tem protetor fps 50?"], {f"{SUN} (FPS 50)"}),
        (["do you have sunscreen spf 50?"], {f"{SUN} (FPS 50)"}),
        (["tem perfume?"], {"Perfume Madeira Nobre 100 ml", "Perfume Flor de Cerejeira"}),
        (["looking for a perfume for my wife"], {"Perfume Flor de Cerejeira"}),
        (["tem shampoo e condicionador pra cabelo cacheado?"], {SHAMPOO, "Condicionador Cachos Definidos 300 ml"}),
        (["tem shampoo?", "algum é sem sulfato?"], {SHAMPOO}),
    ],
)  # fmt: skip
def test_what_is_asked_is_of_what_was_shown_and_named(messages: list[str], names: set[str]):
    assert {name.removesuffix(" (100 ml)") for name in shown(*messages)} == names


@pytest.mark.parametrize(
    ("message", "there", "lacks"),
    [
        ("quero um presente pro meu pai", "Kit Presente Barba", "Kit Presente Bebê"),
        ("to procurando um presente pra minha mae, o q vcs tem ate uns 100 reais?", "Kit Presente Flor de Cerejeira",
         "Kit Presente Barba"),
        ("what do you have as a gift for my husband?", "Kit Presente Barba", "Kit Presente Bebê"),
    ],
)  # fmt: skip
def test_a_gift_is_looked_for_by_whom_it_is_for(message: str, there: str, lacks: str):
    names = shown(message)
    assert there in names
    assert lacks not in names


@pytest.mark.parametrize(
    "message", ["tem embalagem de presente?", "não quero presente nenhum", "meu pai ganhou um presente"]
)
def test_no_gift_is_looked_for(message: str):
    assert "Kit Presente Barba" not in shown(message)


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (["quero 1 shampoo de cachos e 1 sabonete", "mas bota 2 shampoo entao"], {SHAMPOO: 2, SOAP: 1}),
        (["quero 1 shampoo de cachos e 1 sabonete", "bota mais 2 shampoo entao"], {SHAMPOO: 3, SOAP: 1}),
        (["quero 3 roll on", "entao troca os rollon pelo aerosol, mas só 2"], {
            "Desodorante Aerosol Sem Perfume 150 ml": 2,
        }),
    ],
)  # fmt: skip
def test_how_many_it_is_to_be(messages: list[str], cart: dict[str, int]):
    assert catalogue(SHOP).cart(*messages) == cart


@pytest.mark.parametrize(("message", "haggles"), [("o de 100 faz por 120?", True), ("o de 100 dura quanto?", False)])
def test_a_size_beside_a_price(message: str, haggles: bool):
    _, state, _ = catalogue(SHOP).turn("tem perfume flor de cerejeira?")
    assert catalogue(SHOP).turn(message, state)[0].haggles is haggles


@pytest.mark.parametrize(
    ("message", "noted"),
    [
        ("entao quero embrulhado. retiro e pago no pix", True),
        ("can you gift wrap it?", True),
        ("vcs embrulham?", False),
        ("quanto custa embrulhar?", False),
    ],
)
def test_that_it_is_to_be_wrapped_is_noted(message: str, noted: bool):
    _, state, _ = catalogue(SHOP).turn("quero 1 kit barba")
    assert bool(catalogue(SHOP).turn(message, state)[0].notes) is noted


def test_a_code_that_one_has_is_a_coupon():
    _, state, _ = catalogue(SHOP).turn("quero 1 kit barba")
    assert catalogue(SHOP).turn("i have a code BEMVINDO10", state)[0].coupon == "BEMVINDO10"


SIZES = Passage("Tamanhos de fralda", "P veste de 3 a 6 kg, M de 5 a 9,5 kg e G de 9 a 12,5 kg.")


@pytest.mark.parametrize(
    ("text", "about", "told"),
    [
        ("meu filho pesa 8kg, qual eu levo?", "Fralda Soninho", True),
        ("meu filho pesa 8kg, qual eu levo?", "Perfume Madeira Nobre", False),
        ("quero 5, qual compensa?", "Fralda Soninho", False),
    ],
)
def test_a_measure_is_of_what_is_spoken_of_in_its_unit(text: str, about: str, told: bool):
    assert (measured([SIZES], text, about) is not None) is told


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("meu bebe ta com 10 kg qual tamanho serve", ["meu bebe ta com 10 kg", "qual tamanho serve"]),
        ("ele calca 39 qual numero levo", ["ele calca 39", "qual numero levo"]),
        ("eu ainda nao sei qual tamanho levo", ["eu ainda nao sei qual tamanho levo"]),
    ],
)
def test_a_question_may_follow_without_a_pause(text: str, clauses: list[str]):
    assert [clause.text for clause in split_clauses(text)] == clauses


def test_a_gift_costs_no_more_than_is_told():
    world = catalogue("moda")
    _, _, says = world.turn("preciso de um presente pra minha mae ate 150", ConversationState())
    prices = [one.price_cents or 0 for said in says for one in said.listed]
    assert prices
    assert max(prices) <= 15000


@pytest.mark.parametrize("third", ["imprime 3 foto 10x15 tb", "3 fotos 10x15", "mais 3 foto 10x15"])
def test_what_else_is_counted_beside_kinds_of_what_was_shown_is_taken(third: str):
    cart = catalogue("aside_grafica").cart(
        "tem porta retrato p foto 10x15? de madeira", f"quero 2 de madeira e 1 branco e {third}"
    )
    frame = "Porta-Retrato 10x15"
    assert cart == {f"{frame} (Madeira)": 2, f"{frame} (Branca)": 1, "Foto 10x15": 3}


@pytest.mark.parametrize(
    ("said", "taken"),
    [("vou levar a segunda", "Vela de Soja (Canela)"), ("quero 1 da primeira", "Vela de Soja (Lavanda)")],
)
def test_of_two_kinds_of_a_thing_that_were_compared_each_has_a_place(said: str, taken: str):
    kinds = [product("Vela de Soja", cents, Aroma=kind) for kind, cents in (("Lavanda", 4990), ("Canela", 5990))]
    shop = Catalogue([*kinds, product("Difusor", 8990)])
    assert counts(shop.talk("qual a diferença entre a vela de lavanda e a de canela?", said)) == {taken: 1}
