"""The receiver's data as they are told: in pieces, put right, asked for; and what the summary shows of them."""

import pytest
from msgspec.structs import replace

from app.features.chat.assistant.deciding.mind import merged
from app.features.chat.assistant.reading.details.disputed import disputed_data
from app.features.chat.assistant.reading.details.people import asked_data, told_about_oneself
from app.features.chat.assistant.reading.details.places import lacks_number
from app.features.chat.delivery import settle
from app.features.chat.receiver import customer_of, receiver
from app.features.conversations.consent import judge
from app.features.conversations.state import Cart, CartLine, ConversationState, Dialogue, Known, Listed, Pending
from app.features.conversations.summary import summarize
from app.features.extract_lead import addresses
from tests.features.chat.test_delivery import RULES
from tests.features.chat.test_goods_lists import Catalogue, counts, product

PLAIN = Catalogue([product("Boné Trucker", 6990), product("Meia Cano Alto", 1990)])
CART = Cart((CartLine("p1", "Boné Trucker", 1, 6990),), "pix", "Motoboy")
SUMMARY = summarize(
    CART, "ABCDEFGH", shipping_cents=1200, name="Joana Prado", address="Rua das Flores, 120, CEP 01310-100"
)


def buying(address: str | None = None, **more: object) -> ConversationState:
    dialogue = Dialogue(half_street=lacks_number(address), **more)  # type: ignore[arg-type]
    return ConversationState(cart=CART, known=Known(address=address, cep="01310100"), dialogue=dialogue)


@pytest.mark.parametrize(
    ("known", "message", "then"),
    [
        (None, "rua das flores", "rua das flores"),
        (None, "moro na rua das flores", "rua das flores"),
        ("rua das flores", "120", "rua das flores, 120"),
        (None, "rua 15", "rua 15"),
        (None, "moro na avenida T-9", "avenida T-9"),
        ("rua 15", "12", "rua 15, 12"),
        (None, "rua 1041", "rua 1041"),
        ("rua 1041", "numero 230 qd 94 lt 15", "rua 1041, 230, qd 94 lt 15"),
        ("rua 15, 12", "qd 3 lt 9", "rua 15, 12, qd 3 lt 9"),
        ("rua das flores", "numero 120, setor bueno", "rua das flores, 120, setor bueno"),
        ("rua 15, 12", "jd das palmeiras", "rua 15, 12, jd das palmeiras"),
        ("rua das flores", "o número é 120", "rua das flores, 120"),
        ("rua das flores", "120 ap 32", "rua das flores, 120, ap 32"),
        ("rua das flores", "sem número", "rua das flores, S/N"),
        ("rua das flores, 120", "ap 32", "rua das flores, 120, ap 32"),
        ("rua das flores, 120", "bairro centro", "rua das flores, 120, centro"),
        ("rua das flores, 110", "é 100 não 110", "rua das flores, 100"),
        ("rua das flores, 110", "não é 110, é 100", "rua das flores, 100"),
        ("rua das flores, 110", "o número tá errado, é 100", "rua das flores, 100"),
        ("rua das flores, 110", "o numero da casa ta errado, digitei trocado. é 101", "rua das flores, 101"),
        ("rua das flores, 110", "acho que errei o endereço, é número 550", "rua das flores, 550"),
        ("rua das flores, 110", "the address is wrong, it's number 550", "rua das flores, 550"),
        ("rua das flores, 110", "can you send it to a different address? Av. Paulista 900", "Av. Paulista, 900"),
        ("rua das flores, 120, ap 32", "ap 23, não 32", "rua das flores, 120, ap 23"),
        ("rua das flores, 120, centro", "o bairro é liberdade, não centro", "rua das flores, 120, liberdade"),
        ("rua das flores, 120", "perto da padaria do zé", "rua das flores, 120, perto da padaria do zé"),
    ],
)
def test_a_piece_makes_the_address_and_a_second_reading_leaves_it(known: str | None, message: str, then: str):
    state = buying(known)
    told, rest = told_about_oneself(message, state)
    assert (told.address, rest) == (then, "")
    again, rest = told_about_oneself(message, replace(state, known=merged(state.known, told)))
    assert (again.address, rest) == (then, "")


@pytest.mark.parametrize("message", ["2", "120", "quero 2", "qual rua?", "rua das flores fica perto?"])
def test_a_count_or_a_question_is_no_piece(message: str):
    told, rest = told_about_oneself(message, buying("rua das flores, 90"))
    assert told.address is None
    assert rest == message


def test_a_number_that_may_be_the_place_of_an_offer_is_no_house():
    asked = Pending("delivery", (Listed("", "Motoboy"), Listed("", "PAC")))
    assert told_about_oneself("2", buying("rua das flores", pending=asked))[0].address is None
    assert told_about_oneself("20", buying("rua das flores", pending=asked))[0].address == "rua das flores, 20"


def test_a_postal_code_in_two_messages():
    assert told_about_oneself("cep 01310", buying())[0].cep is None
    assert told_about_oneself("-100", buying(half_cep="01310"))[0].cep == "01310100"


def test_the_postal_code_of_another_street_does_not_stay():
    known = Known(address="rua das flores, 120", cep="01310100")
    assert merged(known, Known(address="rua das palmeiras, 50")).cep is None
    assert merged(known, Known(address="rua das flores, 122")).cep == "01310100"
    assert merged(Known(cep="01310100"), Known(address="rua das flores, 120")).cep == "01310100"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ship it to 12 Rua das Flores, zip 01310-100", "Rua das Flores, 12"),
        ("my address is 45 Paulista Avenue", "Paulista Avenue, 45"),
        ("rua das flores 120, motoboy", "rua das flores, 120"),
        ("deliver to Rua 9 number 450, Setor Oeste", "Rua 9, 450, Setor Oeste"),
    ],
)
def test_an_address_in_english_and_one_before_the_way(text: str, line: str):
    found = addresses.find(text)
    assert found is not None
    assert found.line == line


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("pra qual endereço vai?", "address"),
        ("vai pra onde?", "address"),
        ("where is it going?", "address"),
        ("o endereço tá certo?", "address"),
        ("é pra rua das flores 120 né?", "address"),
        ("pode entregar na rua das palmeiras 50?", None),
        ("tá no nome de quem?", "name"),
        ("qual cep ficou?", "cep"),
        ("qual o endereço da loja?", None),
        ("o frete é caro?", None),
    ],
)
def test_what_is_asked_of_the_data(message: str, kind: str | None):
    state = replace(buying("rua das flores, 120"), summary=SUMMARY)
    assert asked_data(message, state) == kind


def test_an_address_that_is_told_as_a_question_is_told():
    assert asked_data("pode entregar na rua das flores 120?", buying("rua das flores, 120")) is None


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("o cep tá errado", "cep"),
        ("o endereço está errado", "address"),
        ("quero trocar o endereço", "address"),
        ("o cpf é outro", "cpf"),
        ("the name is wrong", "name"),
        ("acho que passei o CEP errado", "cep"),
        ("I gave you the wrong address", "address"),
        ("errei o número da casa", "address"),
        ("quero trocar a cor", None),
    ],
)
def test_what_is_to_be_told_anew(message: str, kind: str | None):
    assert disputed_data(message, buying("rua das flores, 120")) == kind


def test_in_the_name_of_somebody():
    assert told_about_oneself("é no nome da minha mãe, Ana", buying())[0].name == "Ana"


def test_the_summary_shows_for_whom_it_is_and_where_it_goes():
    assert "\nNome: Joana Prado\nEntrega em: Rua das Flores, 120, CEP 01310-100\n" in SUMMARY.text
    assert "Deliver to: Rua B, 2" in summarize(CART, "ABCDEFGH", address="Rua B, 2", language="en").text


@pytest.mark.parametrize(
    ("message", "judged"),
    [
        ("sim", "yes"),
        ("sim, rua das flores, 120", "yes"),
        ("sim, rua das palmeiras, 50", "voids"),
        ("sim, no nome de Ana", "voids"),
        ("sim, cep 02020-000", "voids"),
        ("pra qual endereço vai?", "keeps"),
    ],
)
def test_a_yes_beside_other_data_than_those_shown_is_none(message: str, judged: str):
    assert judge(SUMMARY, message) == judged


def test_an_order_has_the_address_that_was_shown_however_a_call_words_it():
    state = ConversationState(summary=SUMMARY, known=Known(phone="+5511988776655"))
    given = {"address": "R. Flores 999"}
    assert customer_of(state.known, given, state.summary, "sim")["address"] == "Rua das Flores, 120, CEP 01310-100"
    assert customer_of(state.known, given, state.summary, "quanto fica?")["address"] == "R. Flores 999"


def test_what_is_fetched_goes_nowhere():
    info = {"name": "Joana", "address": "Rua B, 2"}
    fetched = settle(RULES, cep=None, subtotal_cents=1, wish="pickup")
    assert receiver(info, RULES, fetched) == ("Joana", "")
    assert receiver(info, (), None) == ("Joana", "Rua B, 2")


@pytest.mark.parametrize("district", ["lourdes", "aparecida", "santana"])
def test_a_small_word_right_behind_the_flat_is_a_district(district: str):
    known, rest = told_about_oneself(f"rua da bahia 1900 ap 12 {district}", buying())
    assert (known.name, rest) == (None, "")
    assert known.address is not None
    assert known.address.endswith(district)


@pytest.mark.parametrize("said", ["rua da bahia 1900 ap 12, Lourdes Reis", "rua da bahia 1900 ap 12\nLourdes Reis"])
def test_a_name_that_a_comma_or_line_parts_from_the_flat_is_one(said: str):
    assert told_about_oneself(said, buying())[0].name == "Lourdes Reis"


@pytest.mark.parametrize("name", ["Valdir", "Geraldo", "iracema", "Joaquim"])
def test_a_rarer_name_alone_is_one_where_only_that_is_missing(name: str):
    assert told_about_oneself(name, buying("rua 15, 12"))[0].name == name.title()
    assert told_about_oneself(name, buying())[0].name is None


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("87000-000, Bia", "Bia"),
        ("av brasil 300 zona 2 87000-000 Duda", "Duda"),
        ("pode colocar no nome do meu pai, Aristeu. ele que recebe", "Aristeu"),
        ("pode deixar no nome da minha filha, Helena", "Helena"),
    ],
)
def test_whose_it_is_beside_other_words(message: str, name: str):
    known, rest = told_about_oneself(message, buying())
    assert known.name == name
    assert not any(word in rest for word in ("coloca", "deixar", "nome"))


@pytest.mark.parametrize(
    "message",
    ["jd nova italia", "setor bueno", "zona 7", "e pro vl operaria", "moro no jd alvorada", "entrega no st. Marista"],
)
def test_a_district_alone_is_nothing_that_is_sold(message: str):
    acts, after, says = PLAIN.turn(message, PLAIN.talk("1 boné"), shipping=RULES)
    assert (acts.changes, acts.looks) == ((), ())
    assert {line.name for line in after.cart.lines} == {"Boné Trucker"}
    assert "nothing" not in {one.what for one in says}


def test_a_district_behind_goods_is_none_of_them():
    assert counts(PLAIN.talk("2 bonés e 1 meia, jd america")) == {"Boné Trucker": 2, "Meia Cano Alto": 1}
    assert counts(PLAIN.talk("3 meias pra entregar no st. bueno")) == {"Meia Cano Alto": 3}


def test_a_name_of_several_words_is_one_though_goods_have_its_last():
    shop = Catalogue([product("Vela de 7 Dias", 1190)])
    acts, _, _ = shop.turn(
        "Rua XV de Novembro 800, centro, Curitiba PR, 80060-000, Paulo Henrique Dias", shop.talk("1 vela")
    )
    assert acts.known.name == "Paulo Henrique Dias"
    assert not acts.looks


SAYINGS = [
    "retiro, pix, {}", "pego na loja no sabado, pix. {}", "retiro no balcão - pix - {}", "retirada / pix / {}",
    "vou buscar hj as 15h, {}", "pix {}", "pode fechar, retiro e pago no pix\n{}", "{} aqui, retiro, pix",
    "retiro, pix, no nome de {}",
]  # fmt: skip


@pytest.mark.parametrize("said", SAYINGS)
@pytest.mark.parametrize("name", ["Edilene", "Rosivaldo", "Rosemberg", "Kethelyn Souza", "edilene", "gerlane souza"])
def test_a_rare_name_beside_how_it_is_got_and_paid(said: str, name: str):
    acts, _, says = PLAIN.turn(said.format(name), PLAIN.talk("1 boné"), shipping=RULES)
    assert acts.known.name == name.title()
    assert "nothing" not in {one.what for one in says}


@pytest.mark.parametrize("said", ["meu nome {}", "nome: {}", "sou a {}", "aqui é a {}"])
@pytest.mark.parametrize("name", ["edilene", "ana", "rosilda prates", "bia"])
def test_a_name_that_is_said_to_be_one_in_small_letters(said: str, name: str):
    assert told_about_oneself(said.format(name), buying())[0].name == name.title()


@pytest.mark.parametrize(
    "word",
    ["Abraço", "Retirada", "Parabéns", "Combinado", "Nubank", "Portaria", "coberto", "embrulhado", "Meias", "bone"],
)
@pytest.mark.parametrize("said", ["retiro, pix, {}", "rua tupi 45, maringá, 87000-000, {}"])
def test_what_stands_there_and_is_no_name(said: str, word: str):
    acts, _, _ = PLAIN.turn(said.format(word), PLAIN.talk("1 boné"), shipping=RULES)
    assert acts.known.name is None


def test_a_name_behind_the_address_is_one_though_goods_are_called_like_it():
    shop = Catalogue([product("Tela Costurada", 1190), product("Fita", 900)])
    said = "quero 1 fita, entregar na Av. 85, 1440, Setor Marista, cep 74160-010, Goiânia. Bruna Teles. pix"
    acts, state, _ = shop.turn(said)
    assert acts.known.name == "Bruna Teles"
    assert counts(state) == {"Fita": 1}
