"""How it is paid, who comes for the goods, and name and address told aloud, in the many ways people say it."""

import pytest

from app.features.chat.delivery import PICKUP, SENT
from tests.features.chat.test_everyday_ways import CAP, RULES, SHOP, SOCKS, ways
from tests.features.chat.test_goods_lists import counts

BY_PIX = """via px|piquis|prefiro transferir, tem pix?|transfiro agora|faço uma transferência
pix que dinheiro eu não tenho aqui|minha filha faz a transferência pra vocês|vou fazer o pix
manda a chave que eu pago agora
pix copia e cola, manda aí|meu marido faz o pix|o pix quem faz é minha nora|cartão não, vai ser pix
i'll do the pix now"""
WHEN_HANDED_OVER = """pago pro rapaz da entrega|quando o rapaz chegar eu pago ele
só pago quando tiver com o produto na mão|a vizinha recebe e paga pra mim em espécie|minha mãe paga o motoboy
levo o dinheirinho trocado|pix eu não quero, pago lá na loja mesmo|pode deixar que pago na retirada
acerto com vocês aí|acerto quando for buscar|meu pai paga quando passar aí|pago em dinheiro pro moço que trouxer
quem paga é meu esposo na entrega em dinheiro|num mexo com pix, pago em dinheiro|dou o dinheiro pro motoboy
i'll pay the driver|i'd rather pay cash when it comes|no pix, cash please"""
BY_CARD = """posso passar o cartão com o entregador? prefiro assim|cartaozinho de débito|traz a maquininha
can i just tap my card at the door? i'd rather do that|passo o cartão na maquininha"""
HOW_IS_OPEN = """aceita cartão?|tem pix?|parcela em quantas vezes?|não sei ainda como pago|meu cartão tá bloqueado
esqueci o cartão|posso pagar depois?|pago mês que vem|quanto fica no pix?|tô sem dinheiro|não tenho dinheiro agora
se tiver desconto no pix eu pago no pix|i forgot my card|if there's a discount i'll pay by pix
não vou pagar no pix|não quero pagar por pix|I won't pay by pix|não vou pagar com dinheiro"""
FETCHED = """a friend of mine will swing by and grab it|frete tá caro, prefiro ir aí|vou mandar meu filho aí
meu marido trabalha aí perto, ele pega|minha vizinha tá indo aí perto e pega pra mim|meu irmão que vai aí
tô perto, busco agora|na volta do serviço pego|o uber vai buscar|i'll get it at the store|posso buscar? moro pertinho
dá pra eu pegar aí? é caminho meu|a gente passa e pega|moro aqui do lado, desço aí e pego"""
NOT_FETCHED = """entrega na minha portaria que meu marido retira|manda pro meu trabalho que eu pego aqui
até que horas posso buscar?|não sei se busco ou se peço entrega|se a entrega for cara eu busco|onde fica a loja?"""
SENT_HOME = """quero receber aqui|na minha casa, entrega|leva lá em casa|entrega em domicílio|traz pra mim
quero que entregue|have it delivered|bring it to my place|i need it delivered|home delivery"""
TOLD_ALOUD = """ana souza rua chile mil e duzentos apartamento três centro cep oito zero meia dez zero zero zero
irene kowalski rua chile mil e duzentos centro oitenta mil seiscentos e dez zero zero zero
anota aí irene kowalski moro na rua chile número mil e duzentos bairro centro cep oito zero meia um zero zero zero zero
nome irene kowalski endereço rua chile 1200 bairro centro cep 80610000 fone 41 988776655
oi é a Irene Kowalski, moro na rua chile, 1200, cep: 80610-000
it's for Irene Kowalski, Rua Chile 1200, Centro, postcode 80610000
Irene Kowalski / Rua Chile 1200 / Centro / 80610-000
a rua é Chile, o número é 1200, o bairro é Centro e o cep 80610000. Irene Kowalski
moro na rua chile 1200, o cep daqui é 80610000, me chamo Irene Kowalski
nome: irene kowalski end: rua chile 1200 cep: 80610000"""


@pytest.mark.parametrize("said", ways(BY_PIX))
def test_it_is_paid_by_pix(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert (acts.method, counts(state)) == ("pix", {CAP: 1})


@pytest.mark.parametrize("said", ways(WHEN_HANDED_OVER))
def test_it_is_paid_when_it_is_handed_over(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert (acts.method, counts(state)) == ("cod", {CAP: 1})


@pytest.mark.parametrize("said", ways(BY_CARD))
def test_it_is_paid_by_card_there(said: str):
    acts, _, _ = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert acts.card


@pytest.mark.parametrize("said", ways(HOW_IS_OPEN))
def test_how_it_is_paid_stays_open(said: str):
    _, state, _ = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert (state.cart.payment_method, counts(state)) == (None, {CAP: 1})


@pytest.mark.parametrize("said", ways(FETCHED))
def test_somebody_comes_for_it(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("1 boné, pago no pix"), shipping=RULES)
    assert (acts.way, counts(state)) == (PICKUP, {CAP: 1})


@pytest.mark.parametrize("said", ways(NOT_FETCHED))
def test_nobody_comes_for_it_yet(said: str):
    acts, _, _ = SHOP.turn(said, SHOP.talk("1 boné, pago no pix"), shipping=RULES)
    assert acts.way != PICKUP


@pytest.mark.parametrize("said", ways(SENT_HOME))
def test_it_is_to_be_brought(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert (acts.way, counts(state)) == (SENT, {CAP: 1})


@pytest.mark.parametrize("said", ways(TOLD_ALOUD))
def test_name_street_and_postal_code_are_told_in_one_breath(said: str):
    known = SHOP.turn(said, SHOP.talk("1 boné, entrega, pago no pix"), shipping=RULES)[0].known
    assert known.name in ("Irene Kowalski", "Ana Souza")
    assert (known.cep, (known.address or "").lower().startswith("rua chile, 1200")) == ("80610000", True)


def test_goods_way_name_and_means_are_told_in_one_breath():
    said = "queria dois bonés aí meu filho busca o nome dele é rafael moreira e eu já faço o pix"
    acts, state, _ = SHOP.turn(said, SHOP.talk("oi"), shipping=RULES)
    assert (counts(state), acts.way, acts.method) == ({CAP: 2}, PICKUP, "pix")
    assert acts.known.name == "Rafael Moreira"


def test_what_is_fetched_and_paid_is_both():
    acts, _, _ = SHOP.turn("Retiro na loja e pago no pix", SHOP.talk("1 boné"), shipping=RULES)
    assert (acts.way, acts.method) == (PICKUP, "pix")


@pytest.mark.parametrize("said", ["retirada e pix", "pix e retiro na loja", "pix retirada", "pickup and pix"])
def test_the_way_beside_the_means_is_not_lost(said: str):
    acts, _, _ = SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)
    assert (acts.way is not None, acts.method) == (True, "pix")


def test_by_whom_it_is_brought_stays():
    acts, _, _ = SHOP.turn("entrega por motoboy e pago na hora em dinheiro", SHOP.talk("1 boné"), shipping=RULES)
    assert (acts.way, acts.method) == ("Motoboy", "cod")


def test_a_code_is_no_way_to_pay():
    assert SHOP.turn("I have a code, FOTO10", SHOP.talk("1 cap"), shipping=RULES)[0].method is None


@pytest.mark.parametrize("said", ["quero o boné e a meia um de cada", "queria um boné e uma meia um de cada"])
def test_one_of_each_is_told_without_a_pause(said: str):
    assert counts(SHOP.talk(said)) == {CAP: 1, SOCKS: 1}
