"""Messages to a drugstore and a snack bar: why so many are wanted, whom they are for, in what they come, which of a
kind, and what is asked of goods that were just named. No database: a search by words stands in for that of the shop."""

import pytest

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.deciding.ordering.checkout import goes_on
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.chat.assistant.documents.passages import brought_when
from app.features.chat.assistant.documents.topics import topics_of
from app.features.chat.delivery import named_in
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts


def _kinds(name: str, group: str, option: str, *kinds: tuple[str, int, str]) -> list[dict]:
    return [
        {
            "name": name,
            "price_cents": cents,
            "stock_quantity": 9,
            "group": group,
            "options": {option: value},
            "description": description,
        }
        for value, cents, description in kinds
    ]


def _plain(name: str, description: str = "", stock: int = 9, category: str = "") -> dict:
    return {
        "name": name,
        "price_cents": 1490,
        "stock_quantity": stock,
        "description": description,
        "category": category,
    }


DRUGSTORE = Catalogue(
    [
        *_kinds(
            "Fralda Soninho", "fralda", "Tamanho",
            ("M", 4590, "Pacote com 36 fraldas, para bebês de 6 a 10 kg."),
            ("G", 4990, "Pacote com 32 fraldas, para bebês de 10 a 13 kg."),
        ),
        *_kinds(
            "Pomada para Assadura", "pomada", "Bisnaga",
            ("45 g", 1890, "Para usar a cada troca de fralda."), ("90 g", 3290, "Para usar a cada troca de fralda."),
        ),
        *_kinds("Mamadeira Anticólica", "mamadeira", "Capacidade", ("150 ml", 3490, ""), ("240 ml", 3990, "")),
        _plain("Tintura Preta"), _plain("Shampoo Nutre Fios 325 ml"), _plain("Condicionador Nutre Fios 325 ml"),
        _plain("Hidratante de Amêndoas 400 ml"), _plain("Água Micelar 200 ml"), _plain("Lenço Umedecido"),
        _plain("Vitamina C Efervescente", "Tubo com 10 comprimidos de 1 g."), _plain("Soro Fisiológico 500 ml", "", 0),
    ]
)  # fmt: skip
SNACKS = Catalogue(
    [
        *_kinds("Coxinha de Frango", "coxinha", "Tamanho", ("Pequena", 500, ""), ("Grande", 900, "")),
        *_kinds("Suco de Maracujá", "maracuja", "Tamanho", ("300 ml", 1000, ""), ("500 ml", 1450, "")),
        _plain("Esfiha de Carne"), _plain("Esfiha de Queijo"), _plain("Esfiha de Calabresa", "", 0),
        _plain("Pão de Queijo"), _plain("Misto Quente"), _plain("X-Salada"), _plain("Coca Lata"),
        _plain("Guaraná Lata"), _plain("Combo Estudante"),
    ]
)  # fmt: skip
DYE, SHAMPOO, ALMOND = "Tintura Preta", "Shampoo Nutre Fios 325 ml", "Hidratante de Amêndoas 400 ml"


@pytest.mark.parametrize(
    ("wish", "count"),
    [
        ("quero 2 q meu cabelo é comprido", 2),
        ("me vê 3 que a família é grande", 3),
        ("quero uma que meu cabelo é curto", 1),
        ("vou levar 2 porque o cabelo dela é enorme", 2),
        ("I'll take two because my hair is really long", 2),
        ("quero 2 desse", 2),
    ],
)
def test_how_something_of_ones_own_is_counts_and_names_no_goods(wish: str, count: int):
    assert counts(DRUGSTORE.talk("tem tintura preta?", wish)) == {DYE: count}


def test_a_line_is_counted_anew_whatever_the_reason():
    state = DRUGSTORE.talk("2 black dyes and 1 shampoo nutre fios", "actually just one dye, my hair is short lol")
    assert counts(state) == {DYE: 1, SHAMPOO: 1}


@pytest.mark.parametrize(
    "wish",
    [
        "queria levar umas coisinhas, pensei em 2 pacotes de fralda G e a pomada de assadura grande, tem aí?",
        "I was thinking of 2 packs of diapers size G and a big tube of the diaper rash cream, do you have them?",
    ],
)
def test_what_was_thought_of_is_wished_for(wish: str):
    state = DRUGSTORE.talk(wish, "isso, pode por")
    assert counts(state) == {"Fralda Soninho (G)": 2, "Pomada para Assadura (90 g)": 1}


def test_pode_por_puts_in_and_bids_nothing():
    assert counts(DRUGSTORE.talk("tem tintura preta?", "pode por 2")) == {DYE: 2}
    assert counts(DRUGSTORE.talk("tem tintura preta?", "pode por 10 reais?")) == {}


@pytest.mark.parametrize("asked", ["e a menor? é de quantos ml", "and the smaller one?"])
def test_the_smaller_one_is_of_the_thing_that_is_spoken_of(asked: str):
    state = DRUGSTORE.talk("quanto tá a mamadeira anticólica de 240 ml?", asked)
    assert [each.name for one in state.dialogue.listed for each in one.each] == [
        "Mamadeira Anticólica (150 ml)", "Mamadeira Anticólica (240 ml)",
    ]  # fmt: skip
    _, state, _ = DRUGSTORE.turn("quero uma de cada", state)
    assert counts(state) == {"Mamadeira Anticólica (150 ml)": 1, "Mamadeira Anticólica (240 ml)": 1}


@pytest.mark.parametrize(
    ("wish", "size"),
    [
        ("quero aquela pomada de assadura, a pequena mesmo", "45 g"),
        ("quero uma pomada de assadura, a grande, e um lenço", "90 g"),
        ("1 rash cream, the small one please", "45 g"),
    ],
)
def test_which_of_its_sizes_is_told_behind_the_thing(wish: str, size: str):
    assert counts(DRUGSTORE.talk(wish))[f"Pomada para Assadura ({size})"] == 1


@pytest.mark.parametrize(
    "told",
    ["a M ta apertando ja, ele ta com 11kg. troca pela G", "meu filho já pesa 11 quilos. troca a fralda pela G"],
)
def test_what_somebody_weighs_counts_nothing(told: str):
    state = DRUGSTORE.talk("1 fralda M e 1 pomada de assadura de 45g", told)
    assert counts(state) == {"Fralda Soninho (G)": 1, "Pomada para Assadura (45 g)": 1}


def test_what_somebody_weighs_chooses_nothing():
    state = DRUGSTORE.talk("1 pomada de assadura de 45g", "ela ta com 12", "she weighs 12 kg")
    assert counts(state) == {"Pomada para Assadura (45 g)": 1}


@pytest.mark.parametrize(
    "asked", ["a fralda G é até quantos quilos? ela ta com 12", "how many kilos does the diaper G go up to?"]
)
def test_a_question_that_names_goods_is_not_of_what_was_spoken_of(asked: str):
    _, state, says = DRUGSTORE.turn(asked, DRUGSTORE.talk("1 fralda G e 1 pomada de assadura de 45g"))
    assert any("10 a 13 kg" in said.text for said in says)
    assert counts(state) == {"Fralda Soninho (G)": 1, "Pomada para Assadura (45 g)": 1}


@pytest.mark.parametrize("asked", ["e aquela vitamina c q dissolve na agua, vem quantos no tubo?"])
def test_what_is_asked_behind_goods_is_of_them(asked: str):
    _, state, says = DRUGSTORE.turn(asked, DRUGSTORE.talk("tem soro fisiológico de 500?"))
    assert any("10 comprimidos" in said.text for said in says)
    assert state.dialogue.focus is not None
    assert state.dialogue.focus.name == "Vitamina C Efervescente"


def test_how_many_are_in_the_pack_is_told_beside_what_is_shown():
    _, _, says = DRUGSTORE.turn("vcs tem fralda M? vem quantas no pacote")
    assert {"list", "text"} <= {said.what for said in says}
    assert any("36 fraldas" in said.text for said in says)


@pytest.mark.parametrize(
    "asked",
    [
        "tirei foto do hidratante q eu uso, é um de amendoas, vcs tem?",
        "I took a photo of the lotion I use, it's an almond one, do you have it?",
    ],
)
def test_a_thing_that_is_told_of_is_asked_for_and_not_taken(asked: str):
    state = DRUGSTORE.talk(asked)
    assert counts(state) == {}
    assert [one.name for one in state.dialogue.listed] == [ALMOND]
    state = DRUGSTORE.talk(asked, "é o de 400 ml mesmo. quanto tá?", "tá, então só 2. e 1 água micelar")
    assert counts(state) == {ALMOND: 2, "Água Micelar 200 ml": 1}


@pytest.mark.parametrize(("wish", "count"), [("então me vê 3 tubo", 3), ("3 tubes please", 3), ("quero 2 bisnagas", 2)])
def test_what_it_comes_in_counts_it(wish: str, count: int):
    assert counts(DRUGSTORE.talk("tem vitamina c?", wish)) == {"Vitamina C Efervescente": count}


@pytest.mark.parametrize("wish", ["quero 2 comprimidos", "quero 3 sabonetes"])
def test_what_it_holds_and_other_goods_count_nothing(wish: str):
    assert counts(DRUGSTORE.talk("tem vitamina c?", wish)) == {}


@pytest.mark.parametrize("wish", ["eita. manda 5 de queijo então", "5 de queijo"])
def test_another_of_the_kind_that_is_spoken_of(wish: str):
    assert counts(SNACKS.talk("tem esfiha de calabresa?", wish)) == {"Esfiha de Queijo": 5}


def test_what_there_is_of_no_such_kind_is_another_thing():
    state = SNACKS.talk("tem esfiha de carne?", "quero 2 de frango", "grande")
    assert counts(state) == {"Coxinha de Frango (Grande)": 2}


@pytest.mark.parametrize(
    "wish",
    ["2 misto quente e pra beber 2 coca e 3 guaraná", "2 misto quente and to drink 2 coca and 3 guaraná"],
)
def test_what_is_to_be_drunk_is_counted_like_the_rest(wish: str):
    assert counts(SNACKS.talk(wish)) == {"Misto Quente": 2, "Coca Lata": 2, "Guaraná Lata": 3}


@pytest.mark.parametrize(
    ("said", "left"),
    [("ah o Fábio desistiu do misto, é um misto só", 1), ("ah o Fábio desistiu do misto", None)],
)
def test_who_gives_up_leaves_as_many_as_are_told(said: str, left: int | None):
    state = SNACKS.talk("3 x-salada e 2 misto quente", said)
    assert counts(state).get("Misto Quente") == left
    assert counts(state)["X-Salada"] == 3


@pytest.mark.parametrize(
    ("said", "cart"),
    [
        ("oh make it 6 coxinhas and swap the juice for a coke", {"Coxinha de Frango (Pequena)": 6, "Coca Lata": 1}),
        ("troca o suco por uma coca", {"Coxinha de Frango (Pequena)": 4, "Coca Lata": 1}),
    ],
)
def test_a_coke_in_the_place_of_the_juice(said: str, cart: dict[str, int]):
    state = SNACKS.talk("4 small chicken coxinhas and 1 passion fruit juice 300ml", said)
    assert counts(state) == cart


@pytest.mark.parametrize(
    "said", ["ta, vou passar ai mais tarde e ja vejo isso, obrigada", "ok, I'll drop by later and have a look, thanks"]
)
def test_who_looks_in_later_orders_nothing(said: str):
    state = DRUGSTORE.talk("vcs tem vitamina c?", said)
    assert counts(state) == {}
    assert state.cart.notes == ""


def test_who_fetches_some_later_orders_them():
    assert counts(DRUGSTORE.talk("vcs tem vitamina c?", "quero 2, vou passar ai mais tarde")) == {
        "Vitamina C Efervescente": 2
    }


@pytest.mark.parametrize("said", ["ja abri ne, usei 1 vez so", "I already opened it"])
def test_that_it_was_opened_is_asked_of_the_terms(said: str):
    before = DRUGSTORE.talk("comprei um hidratante, vcs trocam?")
    assert before.dialogue.topic == "exchange"
    acts, state, _ = DRUGSTORE.turn(said, before)
    assert [one.topic for one in acts.questions] == ["exchange"]
    assert counts(state) == {}


def test_how_the_dish_of_the_cart_is_made_is_noted():
    state = SNACKS.talk("1 x-salada e 1 misto quente", "o misto sem presunto por favor")
    assert counts(state) == {"X-Salada": 1, "Misto Quente": 1}
    assert state.cart.notes == "sem presunto"


KEPT = (
    Passage("Retirada", "O pedido fica separado no balcão por 2 dias."),
    Passage("Desconto", "O cupom BEBE10 dá 10% de desconto. Não damos desconto por quantidade."),
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("se eu so conseguir ir amanha voces guardam", "2 dias"),
        ("can you hold it until tomorrow", "2 dias"),
        ("levando 3 faz um descontinho", "por quantidade"),
        ("tem desconto", "10%"),
    ],
)
def test_the_documents_answer(asked: str, told: str):
    found = answer_to(KEPT, Question(topics_of(asked)[0], asked))
    assert found is not None
    assert told in found


BROUGHT = (
    Passage("Troca", "Mande uma foto em até 1 hora depois da entrega."),
    Passage("Entrega", "Leva cerca de 40 minutos. Último pedido para entrega às 21h30."),
)


def test_until_when_is_brought_is_an_hour_of_the_day():
    assert brought_when(BROUGHT, "entrega ate que horas") == "Último pedido para entrega às 21h30."


RULES = (
    ShippingRule(name="Retirada", kind="pickup", price_cents=0),
    ShippingRule(name="Motoboy Campo Grande", kind="fixed", price_cents=900),
)


@pytest.mark.parametrize(("said", "way"), [("troca por a grande", None), ("campo grande", "Motoboy Campo Grande")])
def test_a_size_of_goods_is_no_way_to_get_them(said: str, way: str | None):
    assert named_in(RULES, said) == way


def test_one_in_the_place_of_what_was_taken():
    state = SNACKS.talk("1 coxinha de frango pequena", "quero a grande no lugar")
    assert counts(state) == {"Coxinha de Frango (Grande)": 1}


@pytest.mark.parametrize("said", ["show, entao pode fechar", "pode seguir", "ok, go ahead", "great, you can go on"])
def test_who_goes_on_calls_nobody(said: str):
    assert goes_on(said)


@pytest.mark.parametrize("said", ["sim", "pode chamar", "yes please", "show"])
def test_a_yes_to_a_person_does_not_go_on(said: str):
    assert not goes_on(said)
