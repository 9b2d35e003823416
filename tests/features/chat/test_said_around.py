"""What is said around goods and wishes for none, and kinds that other goods are called by, too."""

import pytest

from app.features.chat.assistant.reading.details.coupons import told_coupon
from app.features.extract_lead.patterns import find_name
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SHOP = Catalogue(
    [
        product("Esfiha", 700, Sabor="Carne"),
        product("Esfiha", 700, Sabor="Queijo"),
        product("Esfiha", 900, 0, Sabor="Palmito"),
        product("Queijo Minas Frescal", 2900),
        product("Torta de Limão", 1200, Tamanho="Fatia"),
        product("Torta de Limão", 8900, Tamanho="Inteira"),
        product("Torta de Morango", 9900, Tamanho="Inteira"),
        product("Suco de Caju", 800),
        product("Guia Retrátil", 4900, 4, Tamanho="P", Cor="Roxa"),
        product("Guia Retrátil", 5900, 0, Tamanho="M", Cor="Roxa"),
        product("Guia Retrátil", 5900, 4, Tamanho="M", Cor="Verde"),
    ]
)
MEAT, CHEESE, JUICE = "Esfiha (Carne)", "Esfiha (Queijo)", "Suco de Caju"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("6 esfihas de carne e 4 de queijo", {MEAT: 6, CHEESE: 4}),
        ("quero 3 esfihas de queijo e 2 de carne e 1 suco", {CHEESE: 3, MEAT: 2, JUICE: 1}),
        ("2 esfihas de carne e 1 queijo minas", {MEAT: 2, "Queijo Minas Frescal": 1}),
    ],
)
def test_a_kind_counted_behind_its_noun_is_no_other_goods(said: str, held: dict[str, int]):
    assert counts(SHOP.talk(said)) == held


@pytest.mark.parametrize(
    "said",
    [
        "bota 2 esfihas de carne e 2 de queijo pra não ter briga e um suco",
        "quero 2 esfihas de carne, 2 de queijo pra nao faltar e 1 suco de caju",
        "2 esfihas de carne e 2 de queijo pra que ninguém reclame, e mais um suco",
    ],
)
def test_what_is_to_be_prevented_refuses_nothing(said: str):
    assert counts(SHOP.talk(said)) == {MEAT: 2, CHEESE: 2, JUICE: 1}


def test_what_is_not_to_be_sent_is_refused():
    assert counts(SHOP.talk("é pra não mandar o suco")) == {}


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("então deixa as fatias e faz a inteira", {MEAT: 2, "Torta de Limão (Inteira)": 1}),
        ("ah melhor, esquece as fatias e manda um suco", {MEAT: 2, JUICE: 1}),
        ("pode deixar as fatias e manda um suco também", {MEAT: 2, "Torta de Limão (Fatia)": 5, JUICE: 1}),
        ("melhor, põe também um suco", {MEAT: 2, "Torta de Limão (Fatia)": 5, JUICE: 1}),
    ],
)
def test_what_is_left_for_something_goes_and_nothing_else(said: str, held: dict[str, int]):
    assert counts(SHOP.talk("me vê 2 esfihas de carne e 5 fatias de torta de limão", said)) == held


@pytest.mark.parametrize("said", ["hoje é quarta", "amanhã é segunda", "é p quinta"])
def test_a_day_is_no_place_of_a_list(said: str):
    state = SHOP.talk("o que vocês têm de torta, suco, queijo e guia?", "1 suco de caju", f"chega hoje? {said}")
    assert counts(state) == {JUICE: 1}


@pytest.mark.parametrize(
    "said",
    [
        "quero uma guia roxa, o pescoço dele deu 38cm na fita. qual tamanho?",
        "quero uma guia roxa, qual o tamanho?",
        "I want a purple guia, which size?",
    ],
)
def test_the_only_size_that_is_there_is_not_taken_where_the_size_is_asked(said: str):
    state = SHOP.talk(said)
    assert counts(state) == {}
    assert state.dialogue.open


@pytest.mark.parametrize("said", ["o Bidu tem 15 quilos e a Lola uns 8", "a cintura dela deu 80 cm"])
def test_whoever_is_measured_is_not_looked_for(said: str):
    acts, _, _ = SHOP.turn(said, SHOP.talk())
    assert (acts.looks, acts.changes) == ((), ())


@pytest.mark.parametrize(
    "said",
    [
        "o batizado dele é dia 3 de maio",
        "a festa da minha filha vai ser sábado",
        "the wedding is on June 20th",
        "her birthday is next Friday",
    ],
)
def test_the_day_of_what_they_are_for_is_no_goods(said: str):
    state = SHOP.talk("tem suco de caju?", f"quero 25. {said}")
    assert (counts(state), state.dialogue.open, state.dialogue.unread) == ({JUICE: 25}, (), "")


def test_what_is_beyond_the_purse_is_understood():
    state = SHOP.talk("quero 6 esfihas de carne", "nossa, estoura o orçamento. vou querer só as 6 esfihas de carne")
    assert (counts(state), state.dialogue.unread) == ({MEAT: 6}, "")


def test_one_kind_that_is_gone_stays_open_beside_another_of_it():
    state = SHOP.talk("quero 1 esfiha de carne e 1 esfiha de palmito")
    assert counts(state) == {MEAT: 1}
    assert [asked.query for asked in state.dialogue.open] == ["Esfiha (Palmito)"]


def test_how_many_a_thing_holds_is_asked_of_it_and_its_price_too():
    acts, _, _ = SHOP.turn("a torta de limão inteira rende quantas fatias e qual o valor?", SHOP.talk())
    assert [one.words for one in acts.wonders] == [("torta", "limao", "inteira")]
    assert "valor" in acts.asked


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("meu nome é osvaldo lima eu moro na rua Tupi 12", "Osvaldo Lima"),
        ("pode anotar, nome é Geraldo do Sítio", "Geraldo do Sítio"),
        ("o nome do produto é Caneca", None),
    ],
)
def test_a_name_ends_where_the_sentence_goes_on(said: str, name: str | None):
    found = find_name(said)
    assert (found.value if found else None) == name


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("quero ele e mais 2 esfihas de carne", {JUICE: 1, MEAT: 2}),
        ("linda! vou levar esse e também uma esfiha de queijo", {JUICE: 1, CHEESE: 1}),
        ("I'll take it and also an esfiha de carne", {JUICE: 1, MEAT: 1}),
    ],
)
def test_what_is_spoken_of_is_taken_beside_more(said: str, held: dict[str, int]):
    assert counts(SHOP.talk("tem suco de caju?", said)) == held


@pytest.mark.parametrize(
    "said",
    [
        "oi! separa pra mim 2 esfihas de carne e 1 de queijo?",
        "então é o seguinte eu tô querendo aquela esfiha de carne que vocês postaram ontem, 2, e 1 esfiha de queijo",
    ],
)
def test_a_wish_that_is_put_as_a_question_or_a_story_is_one(said: str):
    assert counts(SHOP.talk(said)) == {MEAT: 2, CHEESE: 1}


def test_a_number_beside_an_address_counts_nothing():
    zones = (ShippingRule("Centro e Zonas 01 a 07", "cep_range", 700, cep_from="87010000", cep_to="87019999"),)
    state = SHOP.talk("3 esfihas de carne e 1 suco")
    _, state, _ = SHOP.turn("rua vaz caminha 270 zona 2 87010-420 Isabela", state, shipping=zones)
    assert counts(state) == {MEAT: 3, JUICE: 1}


@pytest.mark.parametrize("said", ["2 esfihas de carne. usa o cupom aí", "um de cada e bota também 2 esfihas de carne"])
def test_what_can_be_of_nothing_is_asked_about_before_anything_is_closed(said: str):
    state = SHOP.talk(said)
    assert counts(state) == {MEAT: 2}
    assert state.dialogue.unread
    _, _, says = SHOP.turn("retiro, pix", state)
    assert "summary" not in {one.what for one in says}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("vi no insta o cupom PRIMEIRA. funciona?", "PRIMEIRA"),
        ("me falaram que tem cupom de volta as aulas, é VOLTAAULAS?", "VOLTAAULAS"),
        ("tem cupom? pago no PIX", None),
    ],
)
def test_a_coupon_may_be_a_word_in_capitals(said: str, code: str | None):
    assert told_coupon(said)[0] == code


def test_what_is_told_beside_a_new_address_is_no_wish():
    state = SHOP.talk("1 suco", "rua Vaz Caminha 270, 87010-420")
    acts, _, _ = SHOP.turn("pera, mudou o rolê. vai ser na casa do leo: rua das Orquídeas 312, 87047-220", state)
    assert (acts.changes, acts.known.cep) == ((), "87047220")
    acts, _, _ = SHOP.turn("quero um blorgo, rua das Orquídeas 312, 87047-220", state)
    assert [one.mention.words for one in acts.changes] == [("blorgo",)]


def test_both_of_which_only_one_is_known_are_not_two_of_it():
    assert counts(SHOP.talk("tem suco de caju?", "então bora, os dois")) == {}


def test_what_is_pointed_at_and_passed_over_is_asked_about():
    state = SHOP.talk(
        "quero um suco de caju. dá pra pôr um cartãozinho?", "a de queijo, ela merece, e da pra por um cartaozinho?"
    )
    assert counts(state) == {JUICE: 1}
    assert state.dialogue.unread or state.dialogue.open


HOME = Catalogue(
    [
        product("Jogo de Copos", 4900, Peças="4 peças"),
        product("Jogo de Copos", 6900, Peças="6 peças"),
        product("Luminária de Mesa", 8900, Cor="Fumê"),
        product("Luminária de Mesa", 8900, Cor="Incolor"),
        product("Colcha de Casal", 15900, Cor="Cru"),
        product("Colcha de Casal", 15900, Cor="Azul"),
        product("Colcha de Solteiro", 9900),
        product("Avental de Brim", 3900),
        product("Touca Descartável", 500),
        product("Tapete Redondo", 12900),
    ]
)
APRON, CAP, RUG, SIX = "Avental de Brim", "Touca Descartável", "Tapete Redondo", "Jogo de Copos (6 peças)"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        (
            "tô abrindo uma cozinha aí eu queria três avental e três touca um de cada pra cada menina",
            {APRON: 3, CAP: 3},
        ),
        ("quero 3 aventais e 3 toucas, um de cada pra cada funcionária", {APRON: 3, CAP: 3}),
        ("I want 2 aventais and 2 toucas, one of each for each girl", {APRON: 2, CAP: 2}),
        ("quero avental e touca, um de cada", {APRON: 1, CAP: 1}),
        ("vi o tapete redondo no insta e amei aí queria dois daquele e um avental", {RUG: 2, APRON: 1}),
        ("oi boa tarde amei o tapete redondo, queria dois e uma touca", {RUG: 2, CAP: 1}),
        ("queria um jogo de copos o de seis peças", {SIX: 1}),
        ("manda dois tapetes e um jogo de copos, o de 6 peças", {RUG: 2, SIX: 1}),
    ],
)
def test_what_is_spoken_in_one_breath(said: str, held: dict[str, int]):
    assert HOME.cart(said) == held


def test_how_it_is_paid_behind_how_it_is_fetched():
    fetched = (ShippingRule("Retirada", "pickup"),)
    acts, _, _ = HOME.turn("queria um avental e eu mesmo passo aí na loja pra pegar e faço o pix", shipping=fetched)
    assert (acts.way, acts.method) == ("pickup", "pix")


@pytest.mark.parametrize(
    ("said", "way", "method"),
    [
        ("nem precisa, minha filha trabalha aí, ela busca pra mim", "pickup", None),
        ("meu genro retira pra gente, pix", "pickup", "pix"),
        ("quem pega é minha tia mas o pix eu mesmo faço", "pickup", "pix"),
        ("quem retira é o João e o pix sou eu que mando", "pickup", "pix"),
    ],
)
def test_somebody_else_fetches_it(said: str, way: str, method: str | None):
    acts, _, _ = HOME.turn(said, HOME.talk("quero 2 tapetes"), shipping=(ShippingRule("Retirada", "pickup"),))
    assert (acts.way, acts.method) == (way, method)


def test_a_sigh_over_the_price_names_nothing():
    assert HOME.cart("e se eu levar 3 tapetes?", "puxado hein kkk tá bom, então leva só 1") == {RUG: 1}


@pytest.mark.parametrize("said", ["pode me passar pra ela?", "can you put me through to him?"])
def test_who_was_told_of_is_asked_for(said: str):
    assert HOME.turn(said)[0].wants_person


@pytest.mark.parametrize(
    "said", ["entendi, somos só 6 por enquanto. obrigado", "ah, somos apenas 3", "ok thanks, maybe I'll drop by"]
)
def test_who_is_there_and_may_come_by_takes_nothing(said: str):
    acts, state, _ = HOME.turn(said, HOME.talk("quero 1 avental"), shipping=(ShippingRule("Retirada", "pickup"),))
    assert (acts.way, counts(state)) == (None, {APRON: 1})


@pytest.mark.parametrize("asked", ["e o de 6?", "o de 6 quanto é?"])
def test_the_one_of_so_much_is_asked_about(asked: str):
    state = HOME.talk("tem jogo de copos?", asked)
    assert state.dialogue.focus is not None
    assert state.dialogue.focus.name == SIX


def test_the_one_of_two_is_no_second_place():
    glue = Catalogue([product("Cola", 900, Peso="2 kg"), product("Cola", 500, Peso="1 kg")])
    state = glue.talk("quero uma cola", "e a de 1?")
    assert state.dialogue.focus is not None
    assert state.dialogue.focus.name == "Cola (1 kg)"


def test_what_is_wished_for_stays_with_what_it_is_of():
    acts, _, _ = HOME.turn("ela é apaixonada naquele tapete redondo aí eu queria o grandão vocês têm aí")
    assert [one.mention.words for one in acts.changes if not one.mention.words] == []


@pytest.mark.parametrize("hello", ["oi tudo bem?", "e aí blz?"])
def test_a_greeting_that_asks_asks_nothing(hello: str):
    acts, _, _ = HOME.turn(f"{hello} me separa 2 tapetes")
    assert not acts.asks_something


@pytest.mark.parametrize(
    ("supposed", "said", "held"),
    [
        ("se minha sogra quiser eu levo 2 tapetes, mas ela não respondeu", "por enquanto só 1 mesmo", {RUG: 1}),
        ("if my boss agrees I'll take 3 toucas", "for now just one", {CAP: 1}),
        ("se o chefe deixar eu levo 4 tapetes", "por enquanto quero 1 avental", {APRON: 1}),
        ("se o chefe deixar eu levo 4 tapetes", "sim", {}),
    ],
)
def test_what_was_supposed_is_spoken_of_and_not_taken(supposed: str, said: str, held: dict[str, int]):
    assert HOME.cart(supposed) == {}
    assert HOME.cart(supposed, said) == held


@pytest.mark.parametrize(
    ("asked", "said", "held"),
    [
        (
            "do you have dark lamps?",
            "2 dark and 3 clear",
            {"Luminária de Mesa (Fumê)": 2, "Luminária de Mesa (Incolor)": 3},
        ),
        ("how much is a double bedspread?", "one in the raw colour please", {"Colcha de Casal (Cru)": 1}),
        ("how much is a double bedspread?", "one in blue color", {"Colcha de Casal (Azul)": 1}),
        ("quanto é a colcha de casal?", "uma crua", {"Colcha de Casal (Cru)": 1}),
    ],
)
def test_how_the_kinds_are_called_in_english_and_of_either_gender(asked: str, said: str, held: dict[str, int]):
    assert HOME.cart(asked, said) == held


@pytest.mark.parametrize("asked", ["esse tapete de vcs segura poeira?", "o avental de vocês segura gordura quente?"])
def test_what_the_shops_goods_hold_is_asked_of_them(asked: str):
    acts, state, _ = HOME.turn(asked)
    assert not acts.questions
    assert state.dialogue.focus is not None


def test_why_it_is_wanted_for_somebody():
    cart = HOME.cart("quanto é o tapete redondo?", "quero um pra ela que hoje ela usa um velho")
    assert cart == {RUG: 1}


ABROAD = Catalogue(
    [
        product("Kit Mate Iniciante", 12900),
        product("Erva-Mate Suave", 1490, Peso="500 g"),
        product("Erva-Mate Suave", 2490, Peso="1 kg"),
        product("Cuia de Coité", 5500, Tamanho="Média"),
        product("Cuia de Coité", 6900, Tamanho="Grande"),
        product("Rede para Coque", 690),
        product("Kit Alongamento", 19900),
        product("Cabine UV", 12900, Potência="24 W"),
        product("Cabine UV", 18900, Potência="48 W"),
    ]
)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("one beginner kit plus an extra 500g bag of the suave yerba", {"Kit Mate": 1, "Erva-Mate Suave (500 g)": 1}),
        ("I'd like one medium gourd and two bun nets", {"Cuia de Coité (Média)": 1, "Rede": 2}),
        ("i want the extension kit and the 48W lamp", {"Kit Alongamento": 1, "Cabine UV (48 W)": 1}),
    ],
)
def test_what_english_calls_them(said: str, held: dict[str, int]):
    cart = counts(ABROAD.talk(said))
    assert len(cart) == len(held)
    assert all(any(name.startswith(part) and many == cart[name] for name in cart) for part, many in held.items())
