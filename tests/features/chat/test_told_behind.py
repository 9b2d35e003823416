"""Packs counted behind a thing, lists without counts, what is exchanged by what it is, and how it is brought."""

import pytest
from msgspec.structs import replace

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.reading.understand import understand
from app.features.chat.delivery import settle
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product
from tests.features.chat.test_heard_in_passing import after, cart_of

GROCER = Catalogue(
    [
        product("Laranja Pera 2 kg", 1590) | {"description": "Saco de 2 kg, boa para suco."},
        product("Limão Taiti 500 g", 750),
        product("Abacate", 790),
        product("Banana Prata 1 kg", 990),
        product("Alface Crespa", 550),
        product("Alface Americana", 650),
        product("Rúcula Maço", 590),
        product("Tomate Cereja Bandeja 300 g", 990),
        *(product("Cesta de Frutas", cents, Tamanho=size) for size, cents in (("P", 5990), ("G", 8990))),
        *(product("Cesta da Horta", cents, Tamanho=size) for size, cents in (("P", 6990), ("G", 13990))),
    ]
)
CABLES = Catalogue(
    [
        product("Headset Gamer Titan", 19990),
        product("Suporte Veicular Magnético", 4490),
        *(product("Cabo USB para USB-C", 1990, Comprimento=one) for one in ("1 m", "2 m")),
        *(product("Cabo USB-C para USB-C 60W", 2990, Comprimento=one) for one in ("1 m", "2 m")),
        *(product("Cabo Auxiliar P2", 1490, Comprimento=one) for one in ("1 m", "2 m")),
    ]
)
BAGS = Catalogue(
    [
        *(product("Mochila Unicórnio", 12990, Modelo=one) for one in ("Sem rodinhas", "Com rodinhas")),
        *(product("Mochila Dinossauro", 12990, Modelo=one) for one in ("Sem rodinhas", "Com rodinhas")),
        product("Lancheira Unicórnio", 5990),
        product("Lancheira Dinossauro", 5990),
        product("Mochila Saco Esportiva", 2990),
    ]
)
UNICORN = "quero a mochila do unicórnio sem rodinhas e a lancheira do unicórnio"
RULES = [
    ShippingRule("Retirada na loja", "pickup"),
    ShippingRule("Entrega comum Vitória", "cep_range", 1200, cep_from="29000000", cep_to="29099999", days=2),
    ShippingRule("Entrega comum Vila Velha", "cep_range", 1800, cep_from="29100000", cep_to="29139999", days=2),
    ShippingRule("Motoboy expresso", "fixed", 2500),
]


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        (
            "queria laranja pra suco dois sacos daquele de dois quilos e três abacates",
            {"Laranja Pera 2 kg": 2, "Abacate": 3},
        ),
        ("quero laranja 3 sacos desse de 2kg", {"Laranja Pera 2 kg": 3}),
        ("banana prata 3 daquele de um quilo", {"Banana Prata 1 kg": 3}),
        ("limão taiti dois pacotes e 1 abacate", {"Limão Taiti 500 g": 2, "Abacate": 1}),
        ("me vê tomate cereja duas bandejas e 1 rúcula", {"Tomate Cereja Bandeja 300 g": 2, "Rúcula Maço": 1}),
        ("2 sacos de laranja", {"Laranja Pera 2 kg": 2}),
    ],
)
def test_packs_are_counted_behind_their_thing(said: str, cart: dict[str, int]):
    assert cart_of(GROCER, said) == cart


def test_nothing_is_asked_of_packs_told_behind_their_thing():
    assert after(GROCER, "laranja dois sacos").dialogue.unread == ""


@pytest.mark.parametrize(
    "said",
    [
        "pera ela falou q é alface americana, troca as 2",
        "Pera, minha mãe falou que é alface americana, troca",
        "pera, ela disse q era alface americana, troca as duas",
    ],
)
def test_what_it_is_after_all_takes_the_place_of_its_like(said: str):
    assert cart_of(GROCER, "2 alface crespa", "1 rúcula", said) == {"Alface Americana": 2, "Rúcula Maço": 1}


@pytest.mark.parametrize(
    "said",
    [
        "quero headset gamer titan, cabo usb-c pra usb-c de 2m e o suporte veicular",
        "me vê headset gamer titan, cabo usb-c para usb-c 2m e suporte veicular",
        "oi, queria o headset titan, um cabo usb-c pra usb-c de 2m e o suporte veicular",
    ],
)
def test_a_list_without_counts_is_wished_for_and_a_letter_told_twice_chooses(said: str):
    cart = {"Headset Gamer Titan": 1, "Cabo USB-C para USB-C 60W (2 m)": 1, "Suporte Veicular Magnético": 1}
    assert cart_of(CABLES, said) == cart


@pytest.mark.parametrize(
    ("unread", "left"),
    [
        ("cabo auxiliar p2 de 2m e o suporte veicular", "cabo auxiliar p2 de 2m"),
        ("o suporte veicular", ""),
    ],
)
def test_what_is_let_go_of_a_part_leaves_the_rest_of_it_open(unread: str, left: str):
    state = after(CABLES, "quero o headset gamer titan")
    state = replace(state, dialogue=replace(state.dialogue, unread=unread))
    assert CABLES.turn("tira o suporte, já tenho", state)[1].dialogue.unread == left


@pytest.mark.parametrize(
    ("said", "model"),
    [
        ("ai pensando bem troca a mochila pela de rodinhas, ela carrega muito peso", "Com rodinhas"),
        ("troca a mochila pela com rodinhas", "Com rodinhas"),
    ],
)
def test_what_is_without_is_exchanged_for_what_has_it(said: str, model: str):
    assert cart_of(BAGS, UNICORN, said) == {f"Mochila Unicórnio ({model})": 1, "Lancheira Unicórnio": 1}


@pytest.mark.parametrize(
    "said",
    [
        "Queria uma mochila do dinossauro, aquela de rodinhas, para o meu neto, e a lancheira do dinossauro também. "
        "Obrigada, Deus abençoe",
        "quero uma mochila do dinossauro, aquela com rodinhas, e a lancheira do dinossauro",
    ],
)
def test_that_one_tells_which_and_is_no_other(said: str):
    state = after(BAGS, said)
    assert counts(state) == {"Mochila Dinossauro (Com rodinhas)": 1, "Lancheira Dinossauro": 1}
    assert not state.dialogue.open
    assert state.dialogue.pending is None or state.dialogue.pending.kind != "choose"


@pytest.mark.parametrize(
    ("said", "many"),
    [
        ("opa contei de novo, são 12 alunos. coloca 12", 12),
        ("contei errado, faz 8", 8),
        ("contei de novo, são 12", 12),
    ],
)
def test_counted_anew_there_are_so_many(said: str, many: int):
    assert cart_of(BAGS, "10 mochila saco", said) == {"Mochila Saco Esportiva": many}


def test_sizes_are_compared_of_the_thing_that_is_asked_about():
    state = after(
        GROCER, "cesta da horta", "queria uma cesta de frutas", "qual a diferença da P pra G?", "vou de G, uma"
    )
    assert counts(state) == {"Cesta de Frutas (G)": 1}


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("entrega comum", "Entrega comum Vitória"),
        ("entrega normal", "Entrega comum Vitória"),
        ("standard delivery", "Entrega comum Vitória"),
    ],
)
def test_the_postal_code_tells_which_of_the_plain_ways(said: str, option: str):
    state = after(BAGS, "1 mochila saco, pix")
    message = f"{said}, rua Aleixo Netto 540, Praia do Canto, cep 29055-145"
    wish = understand(message, state, RULES, BAGS.knows(message)).way
    found = settle(RULES, cep="29055145", subtotal_cents=1000, wish=wish)
    assert found is not None
    assert found.option is not None
    assert found.option.name == option
    asks = settle(RULES, cep=None, subtotal_cents=1000, wish=wish)
    assert asks is not None
    assert asks.option is None
    assert asks.needs_cep


SENDS = Passage(
    "Entrega",
    "Entregamos em Campinas às terças, R$ 9,00. Em Valinhos e Vinhedo só às quintas-feiras, R$ 15,00.",
)
CERTIFIED = Passage("Certificação", "Todos os produtos são orgânicos certificados pelo IBD, com selo do SisOrg.")


def test_what_sending_costs_is_of_the_town_that_was_spoken_of():
    _, state, _ = GROCER.turn("que dia vcs entregam em vinhedo", passages=(SENDS,))
    _, _, says = GROCER.turn("e quanto é o frete pra la?", state, passages=(SENDS,))
    assert any("R$ 15,00" in one.text for one in says)


def test_a_short_word_that_no_goods_have_is_looked_up_in_the_documents():
    _, _, says = GROCER.turn("tem algum selo, quem certifica?", passages=(SENDS, CERTIFIED))
    assert any("IBD" in one.text for one in says)
