"""Questions put to all that a shop's documents say, what is told of one's own day beside a wish, and a yes that tells
the payment once more."""

import msgspec
import pytest

from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.documents.most_told import most_told, told_in
from app.features.chat.assistant.products.restricted import restriction
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.consent import judge
from app.features.conversations.state import CartLine, ConversationState, Summary
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts, product

PASSAGES = (
    Passage("Horário", "Segunda a sexta das 9h às 19h. Sábado das 9h às 14h. Domingo fechado."),
    Passage("Endereço", "Rua Fernandes Vieira, 412, Bom Fim, Porto Alegre."),
    Passage("Entrega", "Motoboy em Porto Alegre R$ 15,00. Região metropolitana (Canoas, Viamão) R$ 28,00, em 2 dias."),
    Passage("Conservação", "Na geladeira os caldos duram 3 dias. No congelador, até 2 meses, em pote fechado."),
    Passage("Visita", "Aos sábados às 10h, grátis, com agendamento por telefone."),
    Passage("Trocas", "Troca em até 7 dias, sem uso. Peça customizada não tem troca."),
    Passage("Lavagem", "Lavar até 60 graus. Não usar alvejante."),
    Passage("Mesas", "Temos mesas na varanda, onde cachorro na coleira é bem-vindo."),
    Passage("Pães", "O pão brioche leva leite e ovo. O pão de gergelim não leva leite."),
)
SHIPPING = tuple(
    msgspec.convert(rule, ShippingRule)
    for rule in (
        {"name": "Retirada na loja", "kind": "pickup"},
        {
            "name": "Motoboy",
            "kind": "cep_range",
            "price_cents": 1500,
            "cep_from": "90000-000",
            "cep_to": "91999-999",
            "days": 1,
        },
        {
            "name": "Canoas",
            "kind": "cep_range",
            "price_cents": 2800,
            "cep_from": "92000-000",
            "cep_to": "92999-999",
            "days": 2,
        },
    )
)
SHOP = Catalogue(
    [
        product("Combo Solteiro", 2990),
        product("Binóculo Gavião", 59000) | {"description": "Pesa 600 g."},
        product("Binóculo Pampa", 38900) | {"description": "Bom para a noite. Pesa 780 g."},
        product("Glitter em Pó", 1290) | {"description": "Precisa de cola."},
        product("Suporte de Celular", 8990),
        product("Torta de Frango", 3000) | {"description": "Com frango e leite."},
        product("Torta Verde", 3000) | {"description": "Vegetariana, sem leite."},
        product("Óleo de Neem", 2190) | {"description": "Contra cochonilha e pulgão."},
    ]
)


def told(message: str, *before: str) -> tuple[str, ConversationState]:
    state = SHOP.talk(*before) if before else ConversationState()
    _, after, says = SHOP.turn(message, state, shipping=SHIPPING, passages=PASSAGES)
    return compose(says, after.dialogue.language), after


@pytest.mark.parametrize(
    ("message", "has"),
    [
        ("me passa o endereço certinho da loja pra eu por no gps", "412"),
        ("e congelado?", "2 meses"),
        ("oi, vi no insta que dá pra visitar a defumaria, que dia e hora é?", "10h"),
        ("quanto paga pra visitar?", "grátis"),
        ("hello, can we bring our dog to your place?", "cachorro"),
        ("e o pão de gergelim, leva leite?", "gergelim"),
        ("dá pra lavar em água quente? até quantos graus", "60 graus"),
        ("se eu mandar customizar e não gostar, dá pra trocar?", "customizada"),
        ("moro em Canoas, quanto fica o frete?", "28,00"),
        ("quanto é a entrega no Menino Deus?", "15,00"),
    ],
)
def test_the_sentence_with_most_of_the_question_is_said(message: str, has: str):
    text, after = told(message)
    assert has in text
    assert "Não encontrei" not in text
    assert after.dialogue.pending is None or after.dialogue.pending.kind != "person"


def test_rare_words_and_the_form_of_an_answer_tell_which_sentence_is_meant():
    found = most_told(PASSAGES, "quanto paga pra visitar")
    assert found is not None
    assert found.in_form
    assert found.text.startswith("Aos sábados")
    assert most_told(PASSAGES, "voces tem violao") is None
    question = "o pao de gergelim leva leite"
    assert told_in(PASSAGES, question, "O pão de gergelim não leva leite.") > told_in(
        PASSAGES, question, "O pão brioche leva leite e ovo."
    )


@pytest.mark.parametrize("message", ["vocês abrem sábado? até que horas", "until what time are you open on saturday?"])
def test_hours_are_told_as_before(message: str):
    assert "14h" in told(message)[0]


@pytest.mark.parametrize(
    ("message", "has"),
    [
        ("minhas plantas estão cheias de cochonilha, o que vcs tem pra isso?", "Neem"),
        ("não como carne, tem alguma torta pra mim?", "Torta Verde"),
        ("minha filha não pode com leite, tem alguma torta pra ela?", "Torta Verde"),
    ],
)
def test_what_suits_a_need_is_shown(message: str, has: str):
    text, after = told(message)
    assert has in text
    assert "Torta de Frango" not in text
    assert not after.cart.lines


@pytest.mark.parametrize(
    ("said", "what"),
    [
        ("eu nao como carne", "vegetariano"),
        ("minha mae e celiaca", "gluten"),
        ("ele nao pode com leite", "leite"),
        ("i can't eat eggs", "ovo"),
        ("nao posso hoje", ""),
        ("nao tomo cafe", ""),
    ],
)
def test_what_somebody_must_not_have_restricts(said: str, what: str):
    assert restriction(said) == what


@pytest.mark.parametrize(
    "message",
    [
        "boa noite, somos 4 no plantão da farmácia. quero 4 combos solteiro",
        "recebo visitas de São Paulo, quero 4 combos solteiro",
        "me mudei pra cá faz um mês. quero 4 combos solteiro",
        "I'm visiting Recife with friends. 4 combo solteiro please",
        "trabalho no posto aqui do lado, me vê 4 combos solteiro",
    ],
)
def test_what_is_told_of_the_day_wishes_for_nothing(message: str):
    text, after = told(message)
    assert counts(after) == {"Combo Solteiro": 4}
    assert "Não encontrei" not in text
    assert "couldn't find" not in text


@pytest.mark.parametrize(
    ("taken", "message"),
    [
        ("quero 1 glitter em pó", "e pra tirar o glitter depois, faz como?"),
        ("quero 1 glitter em pó", "e pra tirar ele da pele, como que faz?"),
        ("quero 1 binóculo gavião", "qual a diferença dele pro pampa? quero usar de noite também"),
        ("quero 1 binóculo gavião", "gosto de observar passarinho, ele pesa quanto?"),
    ],
)
def test_a_question_changes_no_cart(taken: str, message: str):
    assert told(message, taken)[1].cart.lines == SHOP.talk(taken).cart.lines


def test_a_purpose_takes_nothing_out():
    after = told("quero 1 binóculo gavião + 1 suporte de celular pra tirar foto da lua")[1]
    assert counts(after) == {"Binóculo Gavião": 1, "Suporte de Celular": 1}


@pytest.mark.parametrize(
    "message",
    ["ah tá, vou procurar um chaveiro então, valeu viu", "ok vou ver a regra da cia aérea antes. obg",
     "Thanks, that's all I wanted to know for now", "show, sábado eu apareço aí então, vlw"],
)  # fmt: skip
def test_who_takes_leave_is_shown_nothing(message: str):
    text, after = told(message)
    assert not any(shrug in text for shrug in ("Não encontrei", "couldn't find", "Qual produto", "não entendi"))
    assert not after.cart.lines


def summary(method: str, coupon: str | None = None) -> Summary:
    lines = (CartLine("1", "Linguiça Campeira", 3, 3990), CartLine("2", "Linguiça de Pernil", 2, 2490))
    return Summary("AB12", "…", lines, method, 16950, shipping_option="Motoboy", coupon_code=coupon)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "message", "judged"),
    [
        ("pix", "Sim, pode confirmar com pix", "yes"),
        ("cod", "isso, cartão na entrega. pode fechar sim", "yes"),
        ("cod", "yes, cash on delivery is fine", "yes"),
        ("pix", "suave, só as linguiças msm então, pode fechar", "yes"),
        ("pix", "Está correto, pode fechar o pedido com o cupom. Obrigada.", "yes"),
        ("pix", "sim, no cartão", "voids"),
        ("cod", "sim, no pix", "voids"),
        ("pix", "só a campeira então, pode fechar", "voids"),
        ("pix", "sim e 2 de frango no pix", "voids"),
        ("pix", "no pix fica quanto?", "keeps"),
    ],
)
def test_a_yes_may_tell_the_terms_once_more(method: str, message: str, judged: str):
    assert judge(summary(method, "LAR10"), message) == judged


BOARDS = Catalogue([product("Prancha de Surf Softboard", 119000), product("Leash de Surf", 9990)])
LESSONS = (Passage("Aulas", "Aulas de surf custam R$ 180 por pessoa, às 8h. Trocas de pranchas em até 7 dias."),)


@pytest.mark.parametrize(
    "asked", ["quanto é a aula de surf?", "tem aula de surf?", "how much is a surf lesson?", "any surf lessons?"]
)
def test_what_is_no_goods_is_told_by_the_document_before_goods_with_a_word_of_it(asked: str):
    says = BOARDS.turn(asked, passages=LESSONS)[2]
    assert [(one.what, one.text[:13]) for one in says] == [("text", "Aulas de surf")]


@pytest.mark.parametrize("asked", ["tem prancha de surf?", "quanto é a prancha de surf?", "do you have surf boards?"])
def test_goods_are_still_told_where_the_shop_sells_them(asked: str):
    says = BOARDS.turn(asked, passages=LESSONS)[2]
    assert says[0].what in ("list", "details")


RULES = (
    Passage("Garantia", "1 ano nos binóculos, 90 dias no resto."),
    Passage("Troca", "Até 7 dias na embalagem. Peça customizada não tem troca."),
    Passage("Pagamento", "Pix com desconto não existe mais. Pix, cartão ou dinheiro na retirada."),
    Passage("Entrega", "Porto Alegre por R$ 15,00. Não enviamos para o exterior."),
    Passage("Idade", "Só vendemos bebida para maiores de 18 anos."),
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("qual a garantia?", "1 ano nos binóculos, 90 dias no resto."),
        ("posso trocar se não servir?", "Até 7 dias na embalagem. Peça customizada não tem troca."),
        ("peça customizada tem troca?", "Peça customizada não tem troca."),
        ("vocês aceitam pix?", "Pix, cartão ou dinheiro na retirada."),
        ("o combo solteiro aceita pix", "Pix, cartão ou dinheiro na retirada."),
        ("do you ship to the US?", "Não enviamos para o exterior."),
        ("vocês mandam pra Portugal?", "Não enviamos para o exterior."),
        ("could you post one to Germany?", "Não enviamos para o exterior."),
        ("I'm 16, can I buy a combo?", "Só vendemos bebida para maiores de 18 anos."),
    ],
)
def test_a_rule_is_told_whole_and_a_title_tells_what_its_text_is_of(asked: str, told: str):
    says = SHOP.turn(asked, passages=RULES)[2]
    assert [one.text for one in says if one.what == "text"] == [told]
    assert all(one.cart is None or not one.cart.lines for one in says)


@pytest.mark.parametrize(
    ("before", "said", "what"),
    [
        ("", "do you ship to the US?", "abroad_unknown"),
        ("", "vocês enviam pro exterior?", "abroad_unknown"),
        ("", "do you have the mobile holder? I wear a US 9", "foreign_size_alone"),
        ("tem combo solteiro?", "too rich for me haha. bye", "goodbye"),
        ("tem combo solteiro?", "faz 20 aí", "price_stands"),
        ("tem combo solteiro?", "25 cada e levo", "price_stands"),
        ("tem suporte de celular?", "tá, leva os 90 então", "price_stands"),
        ("tem glitter em pó?", "to só vendo preço, ainda não fechei nada", "looking"),
    ],
)
def test_what_nothing_tells_is_not_denied_and_a_price_counts_nothing(before: str, said: str, what: str):
    state = SHOP.talk(before) if before else ConversationState()
    _, state, says = SHOP.turn(said, state)
    assert what in [one.what for one in says]
    assert counts(state) == {}


@pytest.mark.parametrize(
    ("messages", "cart"),
    [
        (["quero 2 combos solteiro e nada do glitter"], {"Combo Solteiro": 2}),
        (["2 combos solteiro e nenhum binóculo"], {"Combo Solteiro": 2}),
        (["how much is the glitter em pó?", "I'll take a bottle"], {"Glitter em Pó": 1}),
        (["how much is the glitter em pó?", "I'll take one, pickup tomorrow"], {"Glitter em Pó": 1}),
        (["quero 2 combos solteiro", "o binóculo gavião não precisa"], {"Combo Solteiro": 2}),
        (["quero 1 torta verde e 1 glitter", "a torta de frango não precisa"], {"Torta Verde": 1, "Glitter em Pó": 1}),
        (["binóculo gavião em até 3x"], {}),
        (["a Ju quer 1 glitter em pó e eu 2 combos solteiro"], {"Glitter em Pó": 1, "Combo Solteiro": 2}),
        (["please send us 2 combos solteiro"], {"Combo Solteiro": 2}),
        (["1 torta verde", "e nada de glitter tb hein"], {"Torta Verde": 1}),
        (["2 combos solteiro and 1 glitter em pó", "skip the combos please"], {"Glitter em Pó": 1}),
        (["2 combos solteiro", "and forget the pump"], {"Combo Solteiro": 2}),
        (["can I have two combos solteiro, three more friends joined"], {"Combo Solteiro": 2}),
    ],
)
def test_what_is_denied_or_told_beside_counts_nothing(messages: list[str], cart: dict[str, int]):
    assert counts(SHOP.talk(*messages)) == cart


CASES = (
    Passage("Entrega", "Outras cidades por transportadora, R$ 32,00, de 2 a 4 dias úteis."),
    Passage("Prazo", "Peças sem gravação saem no mesmo dia. Com gravação o prazo é de 3 dias úteis."),
    Passage("Trocas", "Peça gravada não tem troca. Peça sem gravação troca em 7 dias."),
    Passage("Quebras", "Peça quebrada é cobrada: prato R$ 15,00, copo R$ 10,00."),
    Passage("Garantia", "Corda que não afinar em 60 dias a gente repõe. Palheta não tem garantia."),
    Passage("Cancelamento", "Até 3 dias antes devolvemos tudo; depois disso fica crédito."),
)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("quanto tempo fica pronto?", CASES[1].text),
        ("quando fica pronta a peça?", CASES[1].text),
        ("quero 2 cordas, quanto tempo fica pronto?", CASES[1].text),
        ("peça gravada troca?", CASES[2].text),
        ("se quebrar um prato quanto é?", CASES[3].text),
        ("qual a garantia das cordas?", CASES[4].text),
    ],
)
def test_what_holds_in_one_case_is_told_with_the_other(asked: str, told: str):
    assert told in [one.text for one in SHOP.turn(asked, passages=CASES)[2]]
