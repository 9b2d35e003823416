"""Questions about goods and about the shop as people ask them: inside stories, several at once, beside a wish, in the
middle of an order. Each is answered by the sentence that answers; none puts anything in the cart."""

from pathlib import Path

import msgspec
import pytest

from app.evaluation.cases import load_cases
from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.state import ConversationState
from app.features.shipping.types import ShippingRule
from tests.features.chat.test_goods_lists import Catalogue, counts

DATA = Path(__file__).parents[2] / "data" / "conversations"


class Asked:
    """One of the shops of the data, with its documents."""

    def __init__(self, file: str) -> None:
        shop = load_cases(DATA / file).shop
        self.goods = Catalogue(shop.products)
        self.rules = tuple(msgspec.convert(rule, ShippingRule) for rule in shop.shipping_rules)
        self.passages = tuple(Passage(title, text) for title, text in shop.documents.items())

    def reply(self, *messages: str) -> tuple[str, dict[str, int]]:
        """The reply to the last message, and the cart after it."""
        state, text = ConversationState(), ""
        for message in messages:
            _, state, says = self.goods.turn(message, state, shipping=self.rules, passages=self.passages)
            text = compose(says, state.dialogue.language)
        return text, counts(state)


CLOTHES, FOOD, HOUSE = Asked("perguntas_2.yaml"), Asked("perguntas_3.yaml"), Asked("perguntas_4.yaml")

OF_CLOTHES = """o blazer de linho é muito quente? trabalho na rua e Recife tá um forno :: fresco
do que que é feita a pantalona hein :: Crepe
uso 42, q tamanho eu pego do vestido midi? :: 40 a 42
a bolsa de palha é grande? tenho q levar notebook e marmita :: 35 x 28
escorrega essa rasteira? minha mãe tem 78 anos e já caiu uma vez :: antiderrapante
eu queria saber se a calça pantalona tem bolso porque preciso guardar o celular :: dois bolsos
o chapéu dá pra dobrar e jogar na mala? vou viajar semana que vem :: dobrável
o blazer de linho posso botar na máquina ou tem q lavar na mão :: lavar à mão
qual dos blazers é mais fresquinho, o de linho ou o de alfaiataria :: fresco
o que combina mais com calor, blazer de linho ou alfaiataria :: fresco
qual blazer não amassa? :: Não amassa
o blazer de alfaiataria precisa passar? :: Não amassa
que tecido é o vestido? é daqueles que pinica? :: Viscose
I usually wear a brazilian 40, which size of the floral dress should I get? :: 40 a 42
como eu faço pra chegar aí? vou de ônibus :: Rua da Aurora
me diz se o chapéu tem proteção uv que eu levo 1 :: UV 50
alguém sabe me dizer se a camisa é de algodão :: 100% algodão
minha mãe quer saber se a pantalona tem bolso :: dois bolsos
boa noite, vi no insta a bolsa de palha, ela é forrada? :: forrada
onde é q fica a loja, tem onde parar o carro? :: vaga
a partir de quanto o frete sai de graça? :: 250,00
hey are you guys open on saturdays? till what time :: 14h""".splitlines()
OF_FOOD = """quantos dias dura o brigadeiro, a festa é só sábado e eu queria pegar antes :: Dura 5 dias
as coxinhas chegam quentes? :: quentinha
a coxinha é de quê? tem catupiry de verdade :: frango com catupiry
brigadeiro aguenta no calor ou derrete :: Dura 5 dias
boa tarde minha filha me fala onde que é a loja que eu vou passar aí de carro :: Rua 15
qnt tempo de forno esse pão de queijo congelado? meu forno é veio :: 25 minutos
esse pão de queijo é feito com polvilho doce ou azedo :: polvilho
se eu comprar bastante vcs nao cobram a entrega? :: 300,00
what's inside the empadão? my husband doesn't eat pork :: linguiça
does the juice have sugar? my mom is diabetic :: sem açúcar
posso encomendar pra amanhã? :: antecedência""".splitlines()
OF_THE_HOUSE = """esse edredom esquenta mesmo piá? o inverno aqui é de lascar :: quentinho
meu colchão é alto, tem 28 cm, o jogo de lençol serve nele? :: até 30 cm
a jarra do liqui é de vidro ou plástico :: vidro
e se a airfryer pifar, onde levo pra arrumar? :: João Negrão
how long does the thermos keep coffee hot? :: 12 horas
quanto tempo a garrafa segura gelado? vou pra praia :: 24 horas
queria saber se o edredom pode lavar na máquina ou se tem que levar na lavanderia :: Lava na máquina
qtos fios é o lençol? é algodao msm :: 200 fios
trabalho de madrugada e durmo de dia, a cortina escurece tudo mesmo? :: bloqueia 100%
o ventilador é muito pesado? quero levar pra chácara :: Pesa 3 kg
a manta solta pelo? tenho gato :: Algodão reciclado""".splitlines()
SEARCHES = ("Não encontrei", "couldn't find")


@pytest.mark.parametrize(
    ("shop", "line"),
    [(shop, line) for shop, lines in ((CLOTHES, OF_CLOTHES), (FOOD, OF_FOOD), (HOUSE, OF_THE_HOUSE)) for line in lines],
)
def test_it_is_answered_and_nothing_is_searched_or_put_in(shop: Asked, line: str):
    message, answer = line.split(" :: ")
    reply, cart = shop.reply(message)
    assert answer in reply
    assert not any(one in reply for one in SEARCHES)
    assert cart == {}


@pytest.mark.parametrize(
    ("shop", "message", "answers"),
    [
        (CLOTHES, "qual o tamanho da bolsa de palha? será q cabe meu tablet", ["35 x 28", "Cabe tablet"]),
        (HOUSE, "essa frigideira serve no meu fogão de indução e vem com tampa?", ["fundo de indução", "tampa"]),
        (HOUSE, "can I machine wash the comforter? and is it warm enough?", ["Lava na máquina", "quentinho"]),
        (HOUSE, "what are the dimensions of the rug and what does it cost?", ["2,00 x 1,50", "239.90"]),
    ],
)
def test_each_of_several_questions_is_answered(shop: Asked, message: str, answers: list[str]):
    reply, _ = shop.reply(message)
    assert all(one in reply for one in answers)


@pytest.mark.parametrize(
    ("shop", "message", "answer", "cart"),
    [
        (CLOTHES, "quero 1 cinto trançado e 1 lenço. o cinto dá pra regular?", "regulável", 2),
        (HOUSE, "vou querer 1 cortina blackout, qual a largura e vcs abrem sábado?", "2,80 x 2,30", 1),
        (FOOD, "me vê 1 pão de queijo de 1kg, quantos vem nele?", "40 unidades", 1),
        (FOOD, "quero 1 suco de caju, o suco é adoçado?", "sem açúcar", 1),
        (CLOTHES, "me vê 1 camisa branca, ela encolhe?", "não tenho", 1),
        (FOOD, "quero 1 cento de quibe. ele tem lactose?", "não tenho", 1),
        (CLOTHES, "quero 1 cinto trançado. e o chapéu, dá pra dobrar?", "dobrável", 1),
        (CLOTHES, "quero 1 cinto trançado. a bolsa, ela fecha?", "fecha com zíper", 1),
        (CLOTHES, "eu queria 1 bolsa mas não sei se cabe meu tablet", "Cabe tablet", 1),
    ],
)
def test_a_wish_and_the_question_beside_it_are_both_served(shop: Asked, message: str, answer: str, cart: int):
    reply, taken = shop.reply(message)
    assert answer in reply
    assert len(taken) == cart
    assert set(taken.values()) == {1}


@pytest.mark.parametrize(
    ("shop", "wish", "question", "answer"),
    [
        (FOOD, "quero 1 cento de coxinha", "dá pra esquentar no microondas?", "fica mole"),
        (FOOD, "quero 1 bolo prestígio", "se eu precisar desmarcar, até quando posso cancelar?", "véspera"),
        (FOOD, "quero 1 empadão goiano", "e tem camarão? sou alérgica", "alergia"),
        (HOUSE, "quero 2 toalhas de banho", "se eu for buscar fica pronto em quanto tempo?", "2 horas"),
    ],
)
def test_a_question_in_the_middle_leaves_the_cart_as_it_was(shop: Asked, wish: str, question: str, answer: str):
    before = shop.reply(wish)[1]
    reply, cart = shop.reply(wish, question)
    assert answer in reply
    assert cart == before != {}


def test_a_yes_behind_an_answer_takes_no_kind_that_nobody_chose():
    assert HOUSE.reply("o edredom lava na máquina?", "quero 1")[1] == {}


@pytest.mark.parametrize("message", ["vocês têm pantalona?", "pantalona, tem?", "tem chapéu de palha?"])
def test_goods_that_are_looked_for_are_listed(message: str):
    assert "1. " in CLOTHES.reply(message)[0]
