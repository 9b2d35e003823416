"""More of the many ways people say one thing: what is only thought of, what takes another's place, sizes and counts."""

import pytest

from tests.features.chat.test_everyday_ways import CAP, FLASK, RULES, SHOP, SOCKS, G, M, after, ways
from tests.features.chat.test_goods_lists import counts

THOUGHT_OF = """quero uma informação sobre o boné|to pensando em levar o boné|tô pensando em comprar 2 bonés
mês que vem compro o boné|mes q vem compro 2 bones|tô na dúvida se levo o boné|se sobrar dinheiro levo o boné
qualquer coisa levo um boné|acho que vou querer um boné, mas vou pensar|amanha eu peco 2 bones
um dia eu compro esse boné
no fim do mês compro 2 bonés|ano que vem eu compro um boné|pensei em dar um boné de presente, o que acha?
provavelmente vou querer 2 bonés|qualquer dia compro um boné|quero entender como comprar o boné
se meu irmão quiser, levo 2 bonés|dependendo do preço levo 2 bonés|quando cair o salário eu compro o boné
vou comprar o boné mês que vem|to pensando em levar o boné, quanto é?|vou falar com meu marido e volto
next month i'll buy the cap|i'd like to know about the cap|i'll buy the cap tomorrow
i was going to buy a cap but it's too expensive|i'm thinking about getting the cap|i'd probably get 2 caps"""
WISHED_FOR = """quero 2 bonés, semana que vem eu busco|quero 2 bonés pra semana que vem
vou levar 2 bonés, amanhã eu pago
hoje quero 2 bonés, mês que vem compro a meia|amanhã quero 2 bonés|pensei em 2 bonés|se der, manda 2 bonés
vou querer 2 bonés, qualquer coisa eu aviso|pensei e vou levar 2 bonés|quero uma informação e 2 bonés"""
LEFT_AT_ONE = """to pensando em levar o boné|mês que vem levo o boné tb|se sobrar dinheiro levo o boné
pensando em pegar mais uma|semana que vem eu pego 2|se der eu levo mais uma|i'll get another one next week"""
SOCKS_NOW = """deixa o boné, quero a meia|me enganei, queria a meia|queria dizer meia|quis dizer meia e não boné
ops, meia, não boné|larga o boné, vou de meia|cancela o boné e me manda a meia|invés do boné, a meia
inves de bone quero meia
sem o boné, com a meia|sai boné entra meia|pode trocar o boné pela meia?|dá pra trocar o boné pela meia?
não quero mais o boné, quero uma meia|no cap, socks|i meant socks, not the cap|i meant the socks|i'd prefer the socks
leave the cap, i want the socks"""
BESIDE_IT = """deixa o boné e põe a meia|desculpa, quero uma meia também|ops, esqueci, quero a meia também
deixa o boné, quero a meia também|leave the cap, and add the socks|desculpa a demora, quero a meia"""
NOW_IN_G = """G em vez de M|G no lugar da M|acho que M vai ficar pequena, põe G|quero a maior|a M não, a G
a G em vez da M
põe G|bota G|faz G|ops é G|o tamanho é G|o tamanho certo é G|correção: G|M é pequena, quero G|quero uma maior
um tamanho maior|a maior|tem maior? se tiver troca|sai a M entra a G|uso G|eu uso G|visto G|meu tamanho é G|o meu é G
i meant G|G instead of M|not M, G|the bigger one|sorry, G|M is too small, make it G"""
BOTH_IN_G = """G em vez de M|as duas em G|ambas G|põe G nas duas|i meant G|make them G|both in G
acho que M vai ficar pequena, põe G|o tamanho é G"""
ONE_IN_G = """troca uma M por uma G|faz uma G|uma das duas em G|só uma M, a outra G|a outra G|one of them in G"""
STAYS_IN_M = """M fica apertada?|tem maior?|fica a M|é M mesmo|uso M|a maior é qual?|qual a diferença da M pra G?"""
ONE_OF_EACH = """camiseta M e camiseta G|uma de cada tamanho da camiseta|camiseta, uma de cada tamanho|camisetas 1M 1G
camiseta 1M e 1G|me vê uma camiseta M. e uma G tb|camiseta M, camiseta G|camiseta tamanho M e camiseta tamanho G
camiseta - M (1) G (1)|camisetas: M 1, G 1|camiseta 1x M 1x G|camiseta M + camiseta G|camiseta: M e G
uma camiseta M pra mim e uma G pro meu marido|quero a camiseta nos dois tamanhos|quero camiseta tanto M quanto G
me manda a camiseta M e tb a G|t-shirt M and t-shirt G|um de cada tamanho da camiseta"""
TWO_M_ONE_G = """camisetas 2M 1G|camiseta M 2, G 1|camiseta G e 2 camisetas M|camiseta: G (1), M (2)
3 camisetas, uma delas G e as outras M|3 camisetas M, M e G|3 camisetas, duas M e o resto G|camiseta M x2 e G x1"""
TWO_M = """2 camisetas, as duas M|quero duas M da camiseta|2 camisetas, ambas M|2 camisetas. tamanho M"""

A_PAIR_OF_CAPS = """um par de bonés|a pair of caps|couple caps please
boné (2)|boné qtd 2|bonés:2un|2 (dois) bonés|2 bonés iguais
quero um boné e mais um boné|um boné e outro boné|quero bonés, no total 2|bonés, ao todo 2
2 bonés sendo um de presente"""
THREE_IN_ALL = """ao todo 3|total de 3|let's do 3|let's make it 3|muda a quantidade pra 3|qtd 3|quantidade: 3|serão 3
pode colocar 3
aumenta 2|mais um par|no final 3|no fim são 3|correção: 3|precisava de 3|quis dizer 3|triplica|vamos de 3|3 not 1
no lugar de 1 põe 3|plus 2|two extra|bump it to 3|three altogether"""
ONE_LEFT = "um só basta|take two off|pra 1|cancela 2|corta 2|corta pra 1"
ONE_AND_A_FLASK = """um só e uma garrafa|só um e uma garrafa|só 1 e 1 garrafa|quero só um e mais uma garrafa
just one and a flask
make it one and add a flask|one only, and a flask|apenas um, e uma garrafa tb"""
THREE_AND_A_FLASK = "3 e uma garrafa|make it 3 and add a flask|ao todo 3 e uma garrafa|na verdade 3 e uma garrafa"
ONLY_A_FLASK_MORE = "só mais uma garrafa|só uma garrafa também|mais uma garrafa|e 1 garrafa tb"

WITHOUT_THE_CAP = """corta o boné|abre mão do boné|no cap|o boné já tenho um igual|boné eu já tenho|o boné dispenso
deleta o boné
sai fora o boné|vou ficar sem o boné|dá pra tirar o boné?|fico só com a meia|mantém só a meia|boné fica pra outra hora
o boné depois eu vejo|o boné pode esquecer|o boné achei caro, tira|não gostei do boné, tira|boné muito caro, não quero
boné foi engano|coloquei o boné por engano|o boné não vai mais|boné: 0|0 bonés|nenhum boné|tira o primeiro
tira o mais caro
don't need the cap|cut the cap|no more cap|not the cap|cap not needed|keep only the socks|tudo menos o boné"""
BOTH_STAY = """o boné tá caro|sem desconto no boné|tira uma foto do boné|cancela a entrega|vou retirar o boné e a meia
o boné depois eu busco|deixa o boné separado|só o boné e a meia|corta a etiqueta do boné|sai hoje o boné?"""
ONLY_G_STAYS = """corta a M|cancela a M|a M pode tirar|só a G|menos a M|a M foi engano|deleta a camiseta M
tira a primeira"""

PAID_ON_ARRIVAL = """quando receber eu pago|quando chegar eu pago|na hora que chegar|acerto na hora
acerto com o entregador
pago na porta|pago em mãos|pago ao receber|pago lá|when it arrives|pay when i get it|pago depois que receber
na hora que eu buscar"""
PAID_NOW = "qual a chave pix? vou pagar agora|manda a chave que eu pago|me passa a chave pix"
FETCHED = "mando um uber buscar|apareço aí mais tarde|vou mandar buscar|mando alguém buscar|retiro|busco aí"
BROUGHT = """traz aqui|pode trazer|entrega no trabalho|home delivery|leva até mim|tele-entrega|manda pra cá
quero entrega
deixa na portaria|manda pra minha casa"""

HOW_MUCH_IT_IS = """quanto eu pago?|quanto tenho que pagar?|o que eu pedi mesmo?|o que já coloquei?|qual meu pedido?
lista o que eu peguei|what have i ordered?"""
A_PERSON = """não quero falar com robô|quero falar com gente|tem alguém aí de verdade?|me liga por favor|human please
preciso de ajuda de uma pessoa"""
THANKS = "muito obrigada|valeuzão|gratidão|cheers|deus te abençoe|fui|abraço|boa noite, até amanhã|tchauzinho"
HAGGLES = """faz por menos?|faz um preço melhor|baixa o preço|aceita 100?|arredonda pra 100|tira os quebrados|puxado
quebra um galho no preço|vi mais barato em outro lugar|qual seu último preço?|can you do better?|i'll give you 100"""


@pytest.mark.parametrize("said", ways(THOUGHT_OF))
def test_what_is_only_thought_of_is_not_taken(said: str):
    assert after(said, "oi") == {}


@pytest.mark.parametrize("said", ways(WISHED_FOR))
def test_a_wish_beside_a_thought_is_taken(said: str):
    assert after(said, "oi") == {CAP: 2}


@pytest.mark.parametrize("said", ways(LEFT_AT_ONE))
def test_no_more_is_taken_while_it_is_thought_of(said: str):
    assert after(said, "1 meia") == {SOCKS: 1}


@pytest.mark.parametrize("said", ways(SOCKS_NOW))
def test_goods_that_take_the_place_of_others(said: str):
    assert after(said, "1 boné") == {SOCKS: 1}


@pytest.mark.parametrize("said", ways(BESIDE_IT))
def test_goods_that_come_beside_others(said: str):
    assert after(said, "1 boné") == {CAP: 1, SOCKS: 1}


@pytest.mark.parametrize("said", ways(NOW_IN_G))
def test_a_size_that_takes_the_place_of_another(said: str):
    assert after(said, "1 camiseta M") == {G: 1}


@pytest.mark.parametrize("said", ways(BOTH_IN_G))
def test_a_size_that_takes_the_place_of_two(said: str):
    assert after(said, "2 camisetas M") == {G: 2}


@pytest.mark.parametrize("said", [*ways(ONE_IN_G), "uma delas G"])
def test_a_size_that_takes_the_place_of_one_of_two(said: str):
    assert after(said, "2 camisetas M") == {M: 1, G: 1}


@pytest.mark.parametrize("said", ways(STAYS_IN_M))
def test_a_size_that_is_asked_about_or_had_already(said: str):
    assert after(said, "1 camiseta M") == {M: 1}


@pytest.mark.parametrize("said", ways(ONE_OF_EACH))
def test_one_of_each_size(said: str):
    assert after(said, "oi") == {M: 1, G: 1}


@pytest.mark.parametrize("said", ways(TWO_M_ONE_G))
def test_so_many_of_each_size(said: str):
    assert after(said, "oi") == {M: 2, G: 1}


@pytest.mark.parametrize("said", ways(TWO_M))
def test_all_of_one_size(said: str):
    assert after(said, "oi") == {M: 2}


@pytest.mark.parametrize("said", ways(A_PAIR_OF_CAPS))
def test_two_of_one_thing_however_they_are_counted(said: str):
    assert after(said, "oi") == {CAP: 2}


@pytest.mark.parametrize("said", ways("um par de meias|a pair of socks|one pair of socks"))
def test_what_is_a_pair_itself_is_one(said: str):
    assert after(said, "oi") == {SOCKS: 1}


@pytest.mark.parametrize("said", ways(THREE_IN_ALL))
def test_so_many_in_all(said: str):
    assert after(said, "1 boné") == {CAP: 3}


@pytest.mark.parametrize("said", ways(ONE_LEFT))
def test_one_is_left(said: str):
    assert after(said, "3 bonés") == {CAP: 1}


@pytest.mark.parametrize("said", ways(ONE_AND_A_FLASK))
def test_as_many_as_are_told_and_something_else(said: str):
    assert after(said, "3 bonés") == {CAP: 1, FLASK: 1}


@pytest.mark.parametrize("said", ways(THREE_AND_A_FLASK))
def test_more_of_it_and_something_else(said: str):
    assert after(said, "1 boné") == {CAP: 3, FLASK: 1}


@pytest.mark.parametrize("said", ways(ONLY_A_FLASK_MORE))
def test_only_something_else(said: str):
    assert after(said, "2 bonés") == {CAP: 2, FLASK: 1}


@pytest.mark.parametrize("said", ways(WITHOUT_THE_CAP))
def test_one_of_two_is_let_go(said: str):
    assert after(said, "1 boné e 1 meia") == {SOCKS: 1}


@pytest.mark.parametrize("said", ways(BOTH_STAY))
def test_what_is_said_of_one_of_two_and_lets_none_go(said: str):
    assert after(said, "1 boné e 1 meia") == {CAP: 1, SOCKS: 1}


@pytest.mark.parametrize("said", ways(ONLY_G_STAYS))
def test_one_of_two_sizes_is_let_go(said: str):
    assert after(said, "1 camiseta M e 1 camiseta G") == {G: 1}


@pytest.mark.parametrize("said", ways("tira ele|exclui ele|começa do zero"))
def test_the_only_one_is_let_go(said: str):
    assert after(said, "1 boné") == {}


@pytest.mark.parametrize("said", ways(PAID_ON_ARRIVAL))
def test_it_is_paid_when_it_comes(said: str):
    assert SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)[0].method == "cod"


@pytest.mark.parametrize("said", ways(PAID_NOW))
def test_it_is_paid_now(said: str):
    assert SHOP.turn(said, SHOP.talk("1 boné"), shipping=RULES)[0].method == "pix"


def _asked_how_it_comes():
    state = SHOP.turn("1 boné", shipping=RULES)[1]
    return SHOP.turn("pix", state, shipping=RULES)[1]


@pytest.mark.parametrize("said", ways(FETCHED))
def test_it_is_fetched(said: str):
    assert SHOP.turn(said, _asked_how_it_comes(), shipping=RULES)[0].way == "pickup"


@pytest.mark.parametrize("said", ways(BROUGHT))
def test_it_is_brought(said: str):
    assert SHOP.turn(said, _asked_how_it_comes(), shipping=RULES)[0].way in ("delivery", "Motoboy")


@pytest.mark.parametrize("said", ways(HOW_MUCH_IT_IS))
def test_the_order_so_far_is_asked_for(said: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("2 bonés"), shipping=RULES)
    assert acts.total
    assert counts(state) == {CAP: 2}


@pytest.mark.parametrize(
    ("said", "act"),
    [
        *((said, "wants_person") for said in ways(A_PERSON)),
        *((said, "haggles") for said in ways(HAGGLES)),
        *((said, "thanks") for said in ways(THANKS)),
    ],
)
def test_what_is_said_around_an_order_leaves_it_as_it_is(said: str, act: str):
    acts, state, _ = SHOP.turn(said, SHOP.talk("2 bonés"), shipping=RULES)
    assert getattr(acts, act) or (act == "thanks" and acts.leaves)
    assert counts(state) == {CAP: 2}


def test_one_of_each_size_of_what_was_shown():
    assert counts(SHOP.talk("tem camiseta?", "1M 1G")) == {M: 1, G: 1}
    assert counts(SHOP.talk("tem camiseta?", "nos dois tamanhos")) == {M: 1, G: 1}
    assert FLASK not in counts(SHOP.talk("tem camiseta?", "quero uma em cada tamanho"))
