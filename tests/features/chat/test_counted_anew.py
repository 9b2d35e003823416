"""Counts and kinds of what is in the cart, told anew, and counts of several kinds that are told in one wish."""

import pytest

from app.features.chat.assistant.language.goods import NAMES, Goods, known_as
from app.features.chat.assistant.reading.counts.spoken_counts import counts_apart
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_everyday_ways import RULES, ways
from tests.features.chat.test_goods_lists import Catalogue, counts, product

SALT, SLIPPERS, SHIRT, HALTER, JAM = "Sal Mineral", "Pantufa Forrada", "Camiseta Básica", "Cabresto de Nylon", "Geleia"
KIT, BRUSH, SCRAPER, PEPPER, BOOT = (
    "Kit Spitfire",
    "Escova para Pelo",
    "Rasqueadeira",
    "Pimenta Calabresa",
    "Bota Texana",
)
VEST, GREASE, CANDLE = "Colete de Tricô", "Graxa para Couro", "Vela Aromática"
SHOP = Catalogue(
    [
        *(product(SALT, cents, Peso=size) for size, cents in (("10 kg", 7990), ("25 kg", 16990))),
        *(product(SLIPPERS, 6990, Numeração=size) for size in ("35-36", "37-38")),
        *(product(SHIRT, 4990, Cor=colour, Tamanho=size) for colour in ("Preta", "Azul") for size in ("P", "M", "G")),
        *(product(HALTER, 4990, Cor=colour) for colour in ("Azul", "Vermelho")),
        *(product(JAM, 2490, Sabor=taste) for taste in ("Morango", "Abacaxi", "Uva")),
        *(product(KIT, cents, Escala=size) for size, cents in (("1:72", 8990), ("1:48", 15990))),
        *(product(BOOT, 34990, Cor=colour, Numeração=size) for colour in ("Preta", "Café") for size in ("39", "40")),
        *(product(VEST, 9990, Tamanho=size) for size in ("M", "G", "GG")),
        *(product(CANDLE, 2990, Peso=size) for size in ("100 g", "200 g")),
        product(BRUSH, 2490),
        product(SCRAPER, 1990),
        product(PEPPER, 1290),
        product(GREASE, 2790),
        *(product(f"Empadinha de {filling}", 2790) for filling in ("Frango", "Palmito")),
    ]
)
SACK, WARM, THREE_PEPPERS = "2 sal mineral de 25 kg", "1 pantufa 37-38", "3 pimenta calabresa e 2 escova para pelo"
BLUE, RED = (f"{HALTER} ({colour})" for colour in ("Azul", "Vermelho"))

THREE_SACKS = """faz 3 sacos de 25 então em vez de 2|em vez de 2 sacos quero 3|ao invés de 2 sacos me manda 3 por favor
aliás, que sejam três sacos, por favor, em vez de dois|bota 3 no lugar de 2|make it 3 sacks instead of 2"""
TWO_PEPPERS = """uai tira uma calabresa então deixa só duas o resto tá bão|tira uma pimenta, só duas tá bom
tira 1 calabresa e fica só 2|em vez de 3 pimentas põe 2, o resto continua|drop one calabresa, two is enough"""
TWO_SLIPPERS = """em vez de uma pantufa faz duas, 37-38 as duas, a outra é pra minha irmã|em vez de uma faz duas
no lugar de uma pantufa me manda 2|faz duas em vez de uma, as duas 37-38"""
LEFT_AS_THEY_ARE = "em vez de 2 sacos posso levar 3?|se der faz 3 em vez de 2?|será que em vez de 2 levo 3?"
TWO_BLUE_ONE_RED = """tô precisando de cabresto de nylon queria dois azul e um vermelho|cabresto dois azul e um vermelho
quero cabresto de nylon, dois azul e um vermelho"""
BRUSH_AND_SCRAPER = """quero um de cada: escova e rasqueadeira|me vê um de cada: rasqueadeira, escova
uma de cada: escova e rasqueadeira"""
EACH_TASTE = """quero uma de cada sabor|ai amei, quero um potinho de cada sabor!|me vê um vidro de cada sabor"""
BOTH_IN_BLUE = """quero uma escova e dois cabrestos, os dois azul|uma escova e dois cabrestos, os dois na cor azul"""
ONE_IN_BROWN = """quero a café, 40|quero a café, número 40|a café 40"""
ONLY_THOUGHT_OF = """tava pensando no 1:48, mas qual dos dois é melhor pra iniciante?
eu ia levar o 1:48, mas qual é mais fácil?|i was looking at the 1:48, but which one is easier?"""


def after(said: str, *before: str) -> dict[str, int]:
    return counts(SHOP.turn(said, SHOP.talk(*before), shipping=RULES)[1])


@pytest.mark.parametrize("said", ways(THREE_SACKS))
def test_so_many_instead_of_so_many(said: str):
    assert after(said, SACK) == {f"{SALT} (25 kg)": 3}


def test_how_it_is_paid_is_read_beside_a_count():
    acts, state, _ = SHOP.turn("faz 3 sacos em vez de 2. eu retiro e pago no pix", SHOP.talk(SACK), shipping=RULES)
    assert (acts.way, acts.method) == ("pickup", "pix")
    assert counts(state) == {f"{SALT} (25 kg)": 3}


@pytest.mark.parametrize("said", ways(LEFT_AS_THEY_ARE))
def test_a_question_or_a_condition_counts_nothing(said: str):
    assert after(said, SACK) == {f"{SALT} (25 kg)": 2}


@pytest.mark.parametrize("said", ways(TWO_PEPPERS))
def test_so_many_come_out_and_so_many_stay(said: str):
    assert after(said, THREE_PEPPERS) == {PEPPER: 2, BRUSH: 2}


@pytest.mark.parametrize("said", ways(TWO_SLIPPERS))
def test_another_of_the_same(said: str):
    assert after(said, WARM) == {f"{SLIPPERS} (37-38)": 2}


def test_other_goods_in_the_place_of_some_are_an_exchange():
    assert after("em vez de 2 escovas põe 2 rasqueadeiras", "2 escova para pelo") == {SCRAPER: 2}


@pytest.mark.parametrize("said", ways(TWO_BLUE_ONE_RED))
def test_each_kind_has_its_own_count(said: str):
    assert after(said, "oi") == {BLUE: 2, RED: 1}


@pytest.mark.parametrize("said", ways(BRUSH_AND_SCRAPER))
def test_one_of_each_thing_that_is_listed(said: str):
    assert after(said, "oi") == {BRUSH: 1, SCRAPER: 1}


@pytest.mark.parametrize("said", ways(EACH_TASTE))
def test_one_in_each_of_what_it_comes_in(said: str):
    assert after(said, "tem geleia?") == {f"{JAM} ({taste})": 1 for taste in ("Morango", "Abacaxi", "Uva")}


@pytest.mark.parametrize("said", ways(BOTH_IN_BLUE))
def test_a_kind_is_told_of_those_that_are_so_many(said: str):
    assert after(said, "oi") == {BRUSH: 1, BLUE: 2}


@pytest.mark.parametrize("said", ways(ONE_IN_BROWN))
def test_a_size_behind_a_kind_is_of_it(said: str):
    assert after(said, "tem bota texana?") == {f"{BOOT} (Café, 40)": 1}


@pytest.mark.parametrize("said", ways(ONLY_THOUGHT_OF))
def test_what_was_only_thought_of_is_not_put_in(said: str):
    assert after(said, "tem kit spitfire?") == {}


def test_another_scale_is_another_thing():
    said = "então quero 2 kits spitfire 1:72, um pra mim e um pro meu filho"
    assert after(said, "1 kit spitfire 1:48") == {f"{KIT} (1:48)": 1, f"{KIT} (1:72)": 2}


def test_for_whom_each_of_two_is_counts_nothing():
    said = "quero uma camiseta azul P e uma G então, uma pra mim e outra pra minha sogra"
    assert after(said, "oi") == {f"{SHIRT} (Azul, P)": 1, f"{SHIRT} (Azul, G)": 1}


def test_what_somebody_prefers_takes_the_place_of_the_line_that_is_named():
    said = "ai desculpa, ele prefere a azul, e G porque gosta folgado. troca a camiseta pra mim? o colete fica G mesmo"
    assert after(said, "1 camiseta preta M", "1 colete G") == {f"{SHIRT} (Azul, G)": 1, f"{VEST} (G)": 1}


@pytest.mark.parametrize(
    "said", ways("a vela faz a de 200 g, a graxa tá ok|a vela tem que ser a de 200 g, a graxa fica")
)
def test_a_line_is_told_to_be_the_other_one(said: str):
    assert after(said, "1 vela aromática 100 g", "1 graxa") == {f"{CANDLE} (200 g)": 1, GREASE: 1}


def test_a_line_that_stays_in_its_size_is_not_counted_by_it():
    assert after("a bota troca pra café, o número fica 40", "1 bota preta 40", "1 graxa") == {
        f"{BOOT} (Café, 40)": 1,
        GREASE: 1,
    }


def test_a_kind_that_is_preferred_is_counted_where_it_is_wished_for():
    said = "prefiro o de 25. quero a escova e mais dois sacos de sal mineral de 25"
    assert after(said, "tem sal mineral?") == {BRUSH: 1, f"{SALT} (25 kg)": 2}


def test_what_follows_a_count_and_names_no_goods_is_why():
    said = "e coloca 22 pimentas em vez de 20, chegaram mais dois alunos"
    assert after(said, "20 pimenta calabresa", "1 graxa") == {PEPPER: 22, GREASE: 1}


def test_one_comes_out_and_the_other_is_left():
    assert after("a graxa pode tirar e a escova fica", "1 graxa e 1 escova para pelo") == {BRUSH: 1}


@pytest.mark.parametrize(
    "said", ways("meu vizinho trocou as dele por azul e gostou|pensei na azul, mas fica essa mesmo")
)
def test_what_was_thought_of_or_is_told_of_others_changes_nothing(said: str):
    assert after(said, "1 camiseta preta M") == {f"{SHIRT} (Preta, M)": 1}


def test_goods_by_another_name_are_not_the_ones_of_that_colour():
    assert after("troca o cabresto azul pelo vermelho", "1 camiseta azul M", "1 graxa").get(f"{SHIRT} (Azul, M)") == 1


def test_two_kinds_in_a_correction_are_two():
    assert after("um azul e um vermelho na verdade", "2 cabresto azul") == {BLUE: 1, RED: 1}


def test_goods_that_are_asked_for_and_wished_for_are_put_in():
    assert after("e tem também rasqueadeira né que eu quero uma", "1 graxa") == {GREASE: 1, SCRAPER: 1}


def test_a_pack_of_each_of_what_is_called_so():
    told = after("quero um pacote de cada empadinha", "quais empadinhas vocês têm?")
    assert told == {"Empadinha de Frango": 1, "Empadinha de Palmito": 1}


@pytest.mark.parametrize("said", ways("pode ser a opção 3 por favor|pode ser a 3|pode ser o 3 mesmo|pode ser 3"))
def test_a_way_that_is_picked_by_its_number_counts_nothing(said: str):
    shipping = (*RULES, ShippingRule("Expresso", "fixed", 1500))
    before = SHOP.turn("1 graxa, pago no pix", SHOP.talk(), shipping=shipping)[1]
    acts, state, _ = SHOP.turn(said, before, shipping=shipping)
    assert acts.way == "Expresso"
    assert counts(state) == {GREASE: 1}


def test_so_many_of_them_in_what_is_shown_is_more_than_a_way():
    assert after("pode ser 3 graxas", "1 graxa") == {GREASE: 3}


@pytest.mark.parametrize(
    "said",
    ways("azul!! errei kkk tava olhando o do meu primo. e faz 25 em vez de 20|na verdade azul. e bota 25 em vez de 20"),
)
def test_so_many_are_as_many_in_the_kind_that_takes_their_place(said: str):
    assert after(said, "20 cabresto vermelho") == {BLUE: 25}


def test_why_so_many_are_others_changes_nothing():
    said = "pera, contei errado as baias. bota 6 escovas em vez de 4"
    assert after(said, "1 graxa e 4 escova para pelo") == {GREASE: 1, BRUSH: 6}


@pytest.mark.parametrize(
    "said", ways("nope, wrong size, should be 8|wrong size, should be 8|no, wrong size, should be 40")
)
def test_a_wrong_size_is_no_name(said: str):
    polos = Catalogue([product("Polo Escolar", 5490, Tamanho=size) for size in ("8", "10", "40")])
    state = polos.turn(said, polos.talk("1 polo escolar 10, pickup, pix"))[1]
    assert counts(state) == {f"Polo Escolar ({said.rpartition(' ')[2]})": 1}


def test_a_word_to_wish_with_is_not_the_goods_that_are_called_alike():
    said = "quero 2 da cafe primeiro e 1 da vovo querida"
    with known_as(Goods(frozenset({"quero"}), {"quero": NAMES})):
        assert counts_apart(said, ConversationState()) == said


@pytest.mark.parametrize(("verb", "brushes"), [("bota", 1), ("bota mais", 2)])
def test_as_many_as_were_put_in_last_are_agreed_to_beside_another_line(verb: str, brushes: int):
    before = ("2 cabresto azul e 1 cabresto vermelho", "me vê a escova também. serve pra cavalo?")
    said = f"{verb} 1 escova. e tira um dos azuis que fica muito, só um chega"
    assert after(said, *before) == {BLUE: 1, RED: 1, BRUSH: brushes}


def test_one_more_wish_for_the_same_is_for_another():
    assert after("bota 1 escova", "1 escova para pelo") == {BRUSH: 2}
