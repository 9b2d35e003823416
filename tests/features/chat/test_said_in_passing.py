"""What is asked without a mark, why something is wished for, who else wants some, and another of the same."""

import pytest

from app.features.chat.assistant.acts import Question
from app.features.chat.assistant.documents.answers import Passage, answer_to
from app.features.chat.assistant.language.words import without_diminutive
from app.features.conversations.consent import judge
from app.features.conversations.state import CartLine, Summary
from app.features.extract_lead import addresses
from tests.features.chat.test_goods_lists import Catalogue, counts


def _kinds(name: str, group: str, cents: int, *kinds: dict[str, str], sold_out: tuple[int, ...] = ()) -> list[dict]:
    return [
        {
            "name": name,
            "price_cents": cents,
            "stock_quantity": 0 if at in sold_out else 9,
            "group": group,
            "options": kind,
        }
        for at, kind in enumerate(kinds)
    ]


def _ground(kind: str, weight: str) -> dict[str, str]:
    return {"Moagem": kind, "Peso": weight}


SHOP = Catalogue(
    [
        *_kinds(
            "Café Mantiqueira", "mantiqueira", 3490,
            *(_ground(kind, weight) for weight in ("250 g", "500 g") for kind in ("Em grão", "Moído")),
        ),
        *_kinds(
            "Café Cerrado", "cerrado", 2990,
            _ground("Em grão", "250 g"), _ground("Moído", "250 g"), sold_out=(0,),
        ),
        *_kinds("Mel de Laranjeira", "mel", 2450, {"Peso": "300 g"}, {"Peso": "500 g"}),
        *_kinds("Filtro de Papel", "filtro", 990, {"Tamanho": "102"}, {"Tamanho": "103"}),
        *_kinds("Prensa Francesa", "prensa", 8990, {"Volume": "350 ml"}, {"Volume": "600 ml"}),
        *(
            {"name": name, "price_cents": 1490, "stock_quantity": 9, "description": description}
            for name, description in (
                ("Café Descafeinado Moído 250 g", ""), ("Coador de Pano", "Algodão cru."), ("Mel Silvestre 300 g", ""),
                ("Granola Tradicional 500 g", ""), ("Castanha de Caju 200 g", ""), ("Moedor Manual de Café", ""),
                ("Chá de Camomila 30 g", "Calmante, para antes de dormir."),
                ("Chá de Hibisco 50 g", "Ácido, bom gelado."),
            )
        ),
    ]
)  # fmt: skip
GRAO, MOIDO = "Café Mantiqueira (Em grão, 250 g)", "Café Mantiqueira (Moído, 250 g)"
CERRADO = "Café Cerrado (Moído, 250 g)"


@pytest.mark.parametrize(
    "asked",
    [
        "e ele serve pra passar no coador ou é mais pra aquelas máquinas",
        "ele funciona no coador de pano ou só dá na prensa",
        "e ele combina com mel ou fica doce demais",
        "esse aguenta a prensa ou não",
    ],
)
def test_a_question_without_its_mark_changes_nothing(asked: str):
    state = SHOP.talk("tem o café mantiqueira moído de 500?", asked)
    assert counts(state) == {}
    state = SHOP.talk(
        "tem o café mantiqueira moído de 500?", asked, "então eu vou querer dois desse e um coador de pano"
    )
    assert counts(state) == {"Café Mantiqueira (Moído, 500 g)": 2, "Coador de Pano": 1}


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("chazinho", "cha"),
        ("cafezinho", "cafe"),
        ("paezinhos", "pao"),
        ("florzinha", "flor"),
        ("sacolinha", "sacola"),
        ("manguinha", "manga"),
        ("aguinha", "agua"),
        ("arrozinho", "arroz"),
        ("ursinho", "urso"),
        ("vinho", None),
    ],
)
def test_a_diminutive_is_its_noun(said: str, plain: str | None):
    assert without_diminutive(said) == plain


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("e aquele chazinho q acalma pra dormir, 2 tb", "Chá de Camomila 30 g"),
        ("quero um cházinho bom pra dormir, 2", "Chá de Camomila 30 g"),
        ("me vê aquele chá que é bom gelado, 2", "Chá de Hibisco 50 g"),
    ],
)
def test_what_is_told_of_it_picks_it_and_the_count_is_its_own(wish: str, name: str):
    state = SHOP.talk("quero 3 granola tradicional", wish)
    assert counts(state) == {"Granola Tradicional 500 g": 3, name: 2}


@pytest.mark.parametrize(
    "wish",
    [
        "coloca também um café descafeinado que a minha esposa não pode com cafeína",
        "põe um café descafeinado que aqui em casa ninguém dorme, ela não gosta do normal",
        "e um café descafeinado que minha mãe gosta",
        "add one café descafeinado because my wife can't have caffeine",
    ],
)
def test_why_it_is_wished_for_neither_refuses_nor_ends_it(wish: str):
    state = SHOP.talk("quero 2 castanhas de caju", wish)
    assert counts(state) == {"Castanha de Caju 200 g": 2, "Café Descafeinado Moído 250 g": 1}


@pytest.mark.parametrize(
    "told",
    [
        "até que horas vocês abrem no sábado que às vezes eu passo aí perto",
        "às vezes eu passo aí perto",
        "de vez em quando eu passo aí em frente",
        "qualquer hora passo aí e escolho pessoalmente",
    ],
)
def test_who_is_near_now_and_then_fetches_nothing(told: str):
    acts, _, _ = SHOP.turn(told, SHOP.talk("quero 2 castanhas de caju"))
    assert acts.way is None
    assert acts.changes == ()


def test_an_address_ends_before_the_next_sentence():
    found = addresses.find("rua brasílio itiberê 3100 casa e eu vou pagar no pix")
    assert found is not None
    assert found.line == "rua brasílio itiberê, 3100, casa"


def test_a_question_without_its_mark_leaves_a_summary_standing():
    summary = Summary("X", "…", (CartLine("p1", "Mel Silvestre 300 g", 1, 1490),), "pix", 1490)
    assert judge(summary, "e no sábado vocês ficam abertos até que horas") == "keeps"
    assert judge(summary, "sim mas que horas abre") != "yes"


@pytest.mark.parametrize(
    ("said", "agrees"),
    [
        ("fazer o q né, fecha ai", True), ("é o jeito, pode fechar", True), ("oh well, go ahead", True),
        ("fazer o que, deixa", False), ("oh well, no", False), ("fazer o que né", False),
    ],
)  # fmt: skip
def test_a_sigh_beside_a_yes(said: str, agrees: bool):
    summary = Summary("X", "…", (CartLine("p1", "Mel Silvestre 300 g", 1, 1490),), "pix", 1490)
    assert (judge(summary, said) == "yes") is agrees


@pytest.mark.parametrize(
    ("wish", "cart"),
    [
        ("quero um mantiqueira em grao de 250 e outro igual so q moido", {GRAO: 1, MOIDO: 1}),
        ("quero um mantiqueira moido 250 e o mesmo só que em grão", {GRAO: 1, MOIDO: 1}),
        ("quero um mantiqueira em grão de 250, e mais dois iguais mas moído", {GRAO: 1, MOIDO: 2}),
        (
            "quero um mel de laranjeira de 300 e outro igual só que de 500",
            {"Mel de Laranjeira (300 g)": 1, "Mel de Laranjeira (500 g)": 1},
        ),
        ("quero uma prensa de 350 e mais uma igual", {"Prensa Francesa (350 ml)": 2}),
        ("i'd like one mantiqueira whole bean 250g and another the same but ground", {GRAO: 1, MOIDO: 1}),
    ],
)
def test_another_of_the_same_in_all_but_what_is_said(wish: str, cart: dict[str, int]):
    assert SHOP.cart(wish) == cart


@pytest.mark.parametrize(
    ("wish", "cart"),
    [
        ("minha tia comprou aí o mel silvestre e uma granola e adorou, quero o mesmo pra mim",
         {"Mel Silvestre 300 g": 1, "Granola Tradicional 500 g": 1}),
        ("meu vizinho levou 2 castanha de caju ontem, me ve igual por favor", {"Castanha de Caju 200 g": 2}),
        ("minha mãe pegou o mel de laranjeira, 300, ficou feliz. quero igual só que 500",
         {"Mel de Laranjeira (500 g)": 1}),
        ("my brother bought the granola from you last week and loved it. I'd like the same please",
         {"Granola Tradicional 500 g": 1}),
        ("minha tia comprou aí o mel silvestre e adorou, não quero o mesmo", {}),
        ("minha tia comprou aí o mel silvestre e adorou, o mesmo que eu", {}),
    ],
)  # fmt: skip
def test_the_same_as_somebody_got(wish: str, cart: dict[str, int]):
    assert SHOP.cart(wish) == cart


def test_what_each_of_them_wants_and_who_gives_up():
    each = "eu quero 1 café cerrado moido de 250, a Paula quer 2 desse mesmo e o Jonas quer 1 mantiqueira moido 250"
    assert SHOP.cart(each) == {CERRADO: 3, MOIDO: 1}
    assert SHOP.cart(each, "o Jonas desistiu, tira o dele") == {CERRADO: 3}
    assert SHOP.cart(each, "a Paula não quer mais") == {CERRADO: 1, MOIDO: 1}
    assert SHOP.cart(each, "o Beto desistiu, tira o dele") == {CERRADO: 3, MOIDO: 1}
    assert SHOP.cart("quero 1 granola tradicional e minha mãe quer 1 mel silvestre", "minha mãe desistiu") == {
        "Granola Tradicional 500 g": 1
    }
    assert SHOP.cart("i want one chamomile tea, Paul wants two of those") == {"Chá de Camomila 30 g": 3}


@pytest.mark.parametrize(
    "wish",
    [
        "levo o moedor e os 2 filtros 102 no preço normal msm",
        "quero 2 filtros de papel 102 no preço cheio e 1 moedor manual",
    ],
)
def test_the_number_behind_a_counted_name_is_its_kind(wish: str):
    assert SHOP.cart(wish) == {"Moedor Manual de Café": 1, "Filtro de Papel (102)": 2}


def test_the_goods_of_a_kitchen_in_english():
    acts, _, _ = SHOP.turn("hi! sorry my portuguese is bad, can i write in english?")
    assert (acts.language, acts.notes, acts.looks, acts.greets) == ("en", (), (), True)
    assert SHOP.cart("ok, one Mantiqueira whole bean 250g please, and one french press, the small one") == {
        GRAO: 1,
        "Prensa Francesa (350 ml)": 1,
    }
    assert SHOP.cart("i'd like 2 hibiscus teas and a cloth filter") == {"Chá de Hibisco 50 g": 2, "Coador de Pano": 1}


@pytest.mark.parametrize(
    "told", ["o nome dele é Osni Dutra", "quem recebe é meu irmão, o nome dele é Osni Dutra", "his name is Osni Dutra"]
)
def test_the_name_of_who_gets_it(told: str):
    state = SHOP.talk("quero 1 mel silvestre", f"{told}, rua Itupava 1299 ap 603, cep 80045-140")
    assert state.known.name == "Osni Dutra"


def test_a_name_that_is_known_stays_beside_who_gets_it():
    state = SHOP.talk(
        "quero 1 mel silvestre", "meu nome é Ana Lima", "quem recebe é meu irmão, o nome dele é Osni Dutra"
    )
    assert state.known.name == "Ana Lima"


@pytest.mark.parametrize("first", ["nao, espera! ", "opa! ", ""])
def test_another_kind_behind_an_exclamation(first: str):
    cart = SHOP.cart("quero um mel de laranjeira de 300 e uma granola tradicional", f"{first}o mel é o de 500")
    assert cart == {"Mel de Laranjeira (500 g)": 1, "Granola Tradicional 500 g": 1}


def test_the_price_with_its_freight_is_of_the_goods_too():
    acts, state, _ = SHOP.turn("quanto fica 1 cerrado moido de 250 com entrega no cep 81200-100")
    assert [one.words for one in acts.about] == [("cerrado", "moido")]
    assert counts(state) == {}


def test_nothing_is_taken_out_of_an_empty_cart():
    acts, state, says = SHOP.turn("nao precisa separar nada, depois eu vejo", SHOP.talk("o moedor manual ta quanto?"))
    assert acts.changes == ()
    assert counts(state) == {}
    assert "taken_out" not in {said.what for said in says}


def test_what_somebody_wanted_once_is_no_wish():
    assert SHOP.cart("a Paula pediu 2 chás de camomila semana passada e adorou") == {}


def test_a_short_name_gives_up_only_its_own():
    each = "quero 1 granola tradicional, a Ju quer 2 chás de camomila e a Bia quer 1 mel silvestre"
    assert SHOP.cart(each, "a Ju desistiu") == {"Granola Tradicional 500 g": 1, "Mel Silvestre 300 g": 1}


def test_when_the_shop_does_something_is_not_when_an_order_comes():
    told = (
        Passage("Entrega", "Entregamos em 2 dias úteis."),
        Passage("Torra", "Torramos toda terça-feira."),
    )
    assert answer_to(told, Question("time", "que dia voces torram")) == "Torramos toda terça-feira."
    assert answer_to(told, Question("time", "que dia voces entregam")) == "Entregamos em 2 dias úteis."


def test_a_price_that_is_a_condition_is_answered_with_the_price():
    _, state, says = SHOP.turn("ela disse que se for menos de 10 reais ela quer 2", SHOP.talk("tem castanha de caju?"))
    assert counts(state) == {}
    assert [said.what for said in says] == ["price_is", "conditional"]


HOME = Catalogue(
    [
        {"name": "Ferro a Vapor", "price_cents": 9990, "stock_quantity": 9},
        {"name": "Ventilador de Mesa", "price_cents": 15990, "stock_quantity": 9},
        {"name": "Café da Casa 500 g", "price_cents": 3400, "stock_quantity": 9, "description": "Em grãos."},
        {"name": "Café Bourbon 250 g", "price_cents": 3200, "stock_quantity": 9, "description": "Em grãos."},
        {"name": "Prensa Francesa", "price_cents": 11900, "stock_quantity": 9},
    ]
)


@pytest.mark.parametrize(
    "said",
    [
        "quero um ferro, e ja aproveita e me ve um ventilador tambem",
        "me ve um ferro e aproveitando, um ventilador",
        "aproveita e poe um ferro e um ventilador",
        "I want an iron, and while you're at it a fan too",
    ],
)
def test_what_only_leads_to_a_wish_names_nothing(said: str):
    _, state, says = HOME.turn(said)
    assert counts(state) == {"Ferro a Vapor": 1, "Ventilador de Mesa": 1}
    assert not any(one.what == "nothing" for one in says)


def test_what_comes_along_only_with_something_is_no_wish_by_itself():
    assert counts(HOME.talk("se tiver tapete eu levo 4 e aproveito e levo 2 ferro")) == {}


@pytest.mark.parametrize("said", ["minha mae ta precisando de um ferro q o dela queimou", "my mom needs an iron"])
def test_what_somebody_needs_is_shown(said: str):
    _, state, says = HOME.turn(said)
    assert not state.cart.lines
    assert any(item.name == "Ferro a Vapor" for one in says for item in one.listed)


@pytest.mark.parametrize("said", ["quero a prensa francesa e 1 cafe da casa", "1 cafe da casa, 1 prensa francesa"])
def test_of_several_wishes_each_is_known_by_its_own_words(said: str):
    assert counts(HOME.talk(said)) == {"Prensa Francesa": 1, "Café da Casa 500 g": 1}
    assert "Café da Casa 500 g" not in counts(HOME.talk("quero a prensa francesa e 1 cafe"))


@pytest.mark.parametrize(
    "said",
    [
        "um presente pra um amigo q ama cafe, tem ventilador?",
        "tem ventilador? sou doida por cafe kkk",
        "my dad loves coffee, do you have a fan?",
    ],
)
def test_what_somebody_likes_is_not_looked_for_beside_what_is_asked_for(said: str):
    _, state, says = HOME.turn(said)
    assert [item.name for one in says for item in one.listed] == ["Ventilador de Mesa"]
    assert state.dialogue.focus is not None


def test_alone_it_is():
    _, _, says = HOME.turn("meu pai adora cafe")
    assert any("Café" in item.name for one in says for item in one.listed)


@pytest.mark.parametrize(
    ("wish", "cart"),
    [
        ("quero uma granola, a gnt se vira", {"Granola Tradicional 500 g": 1}),
        ("quero uma granola, o povo daqui me cobra", {"Granola Tradicional 500 g": 1}),
        ("i'll take a granola, the grandkids love it", {"Granola Tradicional 500 g": 1}),
        ("i'd like two granolas, we need it for saturday", {"Granola Tradicional 500 g": 2}),
        ("quero uma granola e uma castanha. no room in my bag for more", None),
    ],
)
def test_a_sentence_is_no_wish(wish: str, cart: dict[str, int] | None):
    _, after, says = SHOP.turn(wish)
    assert not {"nothing", "unread"} & {said.what for said in says}
    assert cart is None or counts(after) == cart


def test_what_is_not_there_is_told_all_the_same():
    assert [one.what for one in SHOP.turn("quero uma granola, mochila")[2] if one.what == "nothing"] == ["nothing"]
    _, after, says = SHOP.turn("quero uma granola, a turma toda usa")
    assert "nothing" in {said.what for said in says}
    assert not after.dialogue.unread


@pytest.mark.parametrize(
    "said",
    [
        "minha esposa disse que prefere o de 500, troca por favor",
        "minha mãe falou que quer o de 500, pode trocar",
        "my wife says she'd rather have the 500, change it please",
        "my husband thinks he would prefer a 500, swap it please",
    ],
)
def test_what_somebody_would_rather_have(said: str):
    assert SHOP.cart("quero um mel de laranjeira de 300", said) == {"Mel de Laranjeira (500 g)": 1}


def test_left_out_for_a_reason():
    begun = "i'd like a granola and a castanha de caju"
    assert SHOP.cart(begun, "leave the granola out, no space in my suitcase") == {"Castanha de Caju 200 g": 1}
