"""What shoppers tell about themselves, without a cue and anew."""

import msgspec
import pytest

from app.features.chat.assistant.language.goods import Goods, known_as
from app.features.chat.assistant.reading.details.people import told_about_oneself
from app.features.conversations.state import Cart, CartLine, ConversationState, Known
from app.features.extract_lead import addresses

GOODS = Goods(frozenset({"pizza", "calabresa"}), {"pizza": 3, "calabresa": 3})
BUYS = ConversationState(cart=Cart((CartLine("1", "Pizza", 1, 100),)))
KNOWN = msgspec.structs.replace(
    BUYS, known=Known(name="Ana Souza", cep="89200100", address="rua sao paulo, 1200, ap 12, centro")
)


def told(message: str, state: ConversationState = BUYS) -> Known:
    with known_as(GOODS):
        return told_about_oneself(message, state)[0]


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("rua amador bueno 415", "rua amador bueno, 415"),
        ("rua Milton 45", "rua Milton, 45"),
        ("rua Juno 12", "rua Juno, 12"),
        ("rua Camelote 15", "rua Camelote, 15"),
        ("rua dr. Elpídio Milano 77 fundos", "rua dr. Elpídio Milano, 77, fundos"),
        ("rua coronel Caetano, 88, Blumenau", "rua coronel Caetano, 88, Blumenau"),
        ("rua Tupi 45, Andaraí", "rua Tupi, 45, Andaraí"),
        ("rua Tupi 45, Torres/RS", "rua Tupi, 45, Torres/RS"),
        ("rua Tupi 45, Casa Verde", "rua Tupi, 45, Casa Verde"),
        ("rua Tupi no. 45 ap 302 bloco B", "rua Tupi, 45, ap 302, bloco B"),
        ("rua tupy 300 casa 2, vila nova, 89237-050", "rua tupy, 300, casa 2, vila nova"),
        ("rua sete 99, em nome de Ana", "rua sete, 99"),
    ],
)
def test_no_words_end_is_cut_off_an_address(said: str, line: str):
    found = addresses.find(said)
    assert found is not None
    assert found.line == line


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("entregar na rua das palmeiras 1020 america 89204-310 Juliana Prado. pago em dinheiro", "Juliana Prado"),
        ("entrega em casa: Bruna Alves, rua benjamin constant 1500, gloria, 89217-000", "Bruna Alves"),
        ("manda entregar: Joana D'arc Ribeiro, av perimetral 900, 37203-000", "Joana D'arc Ribeiro"),
        ("manda pra Ana Souza, rua tupi 30, 89200-000", "Ana Souza"),
        ("entregar para Marcos Vinicius na rua tupi 300, vila nova, 89237-050, dinheiro", "Marcos Vinicius"),
        ("entrega em casa: Keitiane Abreu, rua benjamin constant 1500, gloria, 89217-000", "Keitiane Abreu"),
        ("rua tupi 45, centro, 89200-000, aos cuidados de Roberto Nogueira, pix", "Roberto Nogueira"),
        ("rua barao de jaguara 1100 sala 5, Diego Martins, msm cep", "Diego Martins"),
        ("pix, Rui Costa, rua b 20 santos", "Rui Costa"),
        ("Lucas Reis, Varginha MG", "Lucas Reis"),
        ("manda pra mim, Sofia Ramos, na rua tupi 45", "Sofia Ramos"),
        ("ship to Rua Tupi 7, Curitiba 80010-050, for Jim Beam", "Jim Beam"),
    ],
)  # fmt: skip
def test_names_without_a_cue(said: str, name: str):
    found = told(said)
    assert found.name == name
    assert name.split()[0] not in (found.address or "")


@pytest.mark.parametrize(
    "said",
    [
        "Calabresa Grande, rua tupi 45, 89200-000",
        "rua tupi 45, 89200-000. Deixar na Portaria",
        "Boa Noite, rua tupi 45, 89200-000",
        "rua tupi 45, Santa Felicidade, Curitiba",
        "rua tupi 45, Vila Esperança, 89200-000",
        "entrega na rua tupi 45, Setor Marista, 89200-000",
    ],
)
def test_what_is_no_name(said: str):
    assert told(said).name is None


@pytest.mark.parametrize(
    "said",
    [
        "opa o numero da casa é 1220, errei",
        "opa o numero da casa é 1220, digitei errado",
        "errei o numero, é 1220",
        "digitei o numero errado, é 1220",
        "número 1220 na verdade",
        "desculpa, é 1220 o número",
        "my house number is 1220, typo",
    ],
)
def test_another_number(said: str):
    assert told(said, KNOWN).address == "rua sao paulo, 1220, ap 12, centro"


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("o apto é 13", "rua sao paulo, 1200, apto 13, centro"),
        ("bloco B", "rua sao paulo, 1200, ap 12, bloco B, centro"),
        ("o bairro é america, me enganei", "rua sao paulo, 1200, ap 12, america"),
        ("errei a rua, é rua são pedro", "rua são pedro, 1200, ap 12, centro"),
        ("não é rua sao paulo, é rua sao pedro", "rua sao pedro, 1200, ap 12, centro"),
    ],
)
def test_another_piece_of_the_address(said: str, line: str):
    assert told(said, KNOWN).address == line


@pytest.mark.parametrize(
    "said",
    ["na verdade o nome é Keitiane Lima", "errei meu nome, é Keitiane Lima", "pode trocar o nome pra Keitiane Lima"],
)
def test_another_name(said: str):
    assert told(said, KNOWN).name == "Keitiane Lima"


@pytest.mark.parametrize("said", ["manda na rua barão de são joão 300, msm cep", "rua tupi 30, o cep é o mesmo"])
def test_the_postal_code_that_is_known_stays(said: str):
    found = told(said, KNOWN)
    assert found.cep == "89200100"
    assert "cep" not in (found.address or "")


@pytest.mark.parametrize("said", ["a rua é sem saída", "o bairro é perigoso", "a casa é amarela", "na verdade quero 2"])
def test_what_it_is_like_corrects_nothing(said: str):
    assert told(said, KNOWN).address in (None, KNOWN.known.address)
