"""A clear word to close is a yes, whatever is told beside it; a wish, a change or a delay in it is none."""

import pytest

from app.features.chat.assistant.language.goods import Goods, to_look_up
from app.features.chat.assistant.language.words import stem, words
from app.features.conversations.consent import agrees_to, is_consent, judge
from app.features.conversations.state import Cart, CartLine, Summary
from app.features.conversations.summary import summarize
from tests.features.chat.test_everyday_ways import ways

HAT = CartLine("p1", "Chapéu de Feltro (Bege)", 1, 24990)
SPUR = CartLine("p2", "Espora Inox", 1, 9990)
SOLD = ("Chapéu de Feltro Bege Preto Marrom", "Espora Inox", "Cinto Trançado 90 110", "Bota Texana", "Meia Cano Alto G")
SENT = summarize(
    Cart((HAT, SPUR), "pix", "Entrega Uberaba"),
    "7KX2M9QP",
    shipping_cents=0,
    name="Leandro Fonseca",
    address="Rua Tristão de Castro, 1004, São Benedito, Uberaba",
)
FETCHED = summarize(Cart((HAT,), "cod", "Retirada na loja"), "7KX2M9QR", shipping_cents=0, name="Nair")

MIXED = summarize(
    Cart((CartLine("p1", "Boné (Preto)", 1, 100), CartLine("p2", "Camiseta (Branca)", 1, 100)), "pix"),
    "7KX2M9QS",
    name="Rosa",
)

YES = """mas claro, pode fechar, vivente|dá tempo então. pode fechar o pedido do chapéu
agora tá bão demais, pode confirmar com o bege|isso, tudo certo. pode fechar que ela tá ansiosa
confere aqui. pode fechar|confere. pode fechar sim|uai, tá certim, pode fechar sô
isso mesmo querida, pode fechar. obrigada viu, beijo|isso visse, pode fechar
fechou, meu sogro vai adorar, pode confirmar|confere sim, pode fechar que é aniversário dele
manda bala que a fome tá braba|opa, pode mandar, tamo esperando|ok ok, fecha logo que a aula começa segunda
então tá, pode fechar no valor que deu|o chapéu bege mesmo, pode fechar|tri legal, fecha então guri
pode fechar que o rodeio já começa amanhã|sim sim, tá no meu nome certinho, confirma
yeah that's all correct, you can close it, thanks so much
perfect, please confirm, my dad is going to love it"""
YES_SENT = """é esse endereço mesmo, pode fechar|isso mesmo, no pix, pode fechar que já faço o pagamento
pode fechar, o chapéu bege e a espora|pode mandar, no pix como combinado|deu 349,80 né, tá certo, pode fechar"""
YES_FETCHED = """beleza, fecha pra mim que vou aí buscar|blz pode fazer o pedido q eu passo aí
pode fechar, pago em dinheiro mesmo"""
NO = """pode fechar mas tira a espora|fecha se couber|não fecha não|ainda não, pode deixar que eu fecho depois
pode fechar com o preto|o preto é mais bonito, pode fechar|o preto ficou lindo, pode fechar
pode fechar e a bota vai junto|pode fechar e põe um cinto|pode fechar, um cinto|pode fechar com duas
fecha dois chapéus|pode fechar que o marrom combina|fecha duas de cada
pode fechar no nome da minha esposa Marta|pode fechar e mandar pra casa da minha mãe
pode fechar pra entregar no meu trabalho|pode confirmar pra rua das flores 20|fecha e embrulha pra presente
pode fechar com cartão de mensagem|pode fechar que eu pago no cartão|tá tudo certo, amanhã eu fecho
pode fechar semana que vem|quando eu chegar pode fechar|depois que cair o pagamento pode fechar
minha esposa pode confirmar|ela que vai confirmar|diz pro zé que pode fechar|quem pode fechar isso aí
acho que pode fechar|pode confirmar com meu marido|confirm with my wife first|pode fechar por 300
fecha por 300 conto|pode fechar, G|a bota, pode fechar|pode mandar o link|confirma se tem garantia
confirma que é de couro
pode confirmar o horário de vocês|pode mandar sem a fita|fecha que horas|sim, minha cabeça é grande
please confirm the size|go ahead and add a belt|you can place it tomorrow|my husband will confirm
place it under the name Mark|go ahead with the black one|fechado, mas vou pagar na entrega
será que pode fechar"""
NO_SENT = """pode fechar o chapéu|fecha só a espora|vou buscar aí, pode fechar|as esporas, pode fechar
pode fechar, pago na entrega"""
NO_FETCHED = """no pix mesmo, pode fechar|pode fechar e mandar pra minha casa|pode fechar e trazer aqui"""


def carried(message: str) -> Goods:
    """What the shop tells of a message's words."""
    known = {stem(word) for name in SOLD for word in words(name)}
    asked = to_look_up(message)
    return Goods(frozenset(asked), {word: 2 for word, base in asked.items() if base in known})


def agrees(summary: Summary, message: str) -> bool:
    return is_consent(summary, message, carried(message))


@pytest.mark.parametrize("said", ways(YES))
def test_a_word_to_close_agrees_whatever_is_told_beside_it(said: str):
    assert agrees(SENT, said)
    assert agrees(FETCHED, said)


@pytest.mark.parametrize(
    ("summary", "said"), [(SENT, one) for one in ways(YES_SENT)] + [(FETCHED, one) for one in ways(YES_FETCHED)]
)
def test_what_repeats_the_way_the_method_the_goods_or_the_total_is_no_change(summary: Summary, said: str):
    assert agrees(summary, said)


@pytest.mark.parametrize("said", ways(NO))
def test_a_wish_a_change_a_delay_or_somebody_else_in_it_is_no_yes(said: str):
    assert not agrees(SENT, said)
    assert not agrees(FETCHED, said)


@pytest.mark.parametrize(
    ("summary", "said"), [(SENT, one) for one in ways(NO_SENT)] + [(FETCHED, one) for one in ways(NO_FETCHED)]
)
def test_another_way_another_method_or_some_of_the_lines_alone_is_no_yes(summary: Summary, said: str):
    assert not agrees(summary, said)


def test_the_words_of_several_lines_joined_as_none_has_them_are_no_yes():
    assert agrees(MIXED, "o boné preto e a camiseta branca, pode fechar")
    assert not agrees(MIXED, "o boné branco e a camiseta preta, pode fechar")
    assert not agrees(MIXED, "pode fechar com o boné branco")
    assert not agrees(MIXED, "pode fechar com a rosa")
    assert not agrees(MIXED, "manda camizeta")


def test_where_the_goods_are_not_known_the_summary_is_left_standing():
    assert judge(SENT, "mas claro, pode fechar, vivente") == "keeps"
    assert judge(SENT, "pode fechar com o preto") == "voids"


def test_after_other_goods_were_offered_it_has_to_name_the_order():
    said = "mas claro, pode fechar, vivente"
    assert not agrees_to(SENT, said, carried(said), offers_else=True)
