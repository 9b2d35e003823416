"""Which messages are a yes to a summary: only those that say nothing else."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.conversations.consent import is_consent, judge
from app.features.conversations.state import Cart, CartLine
from app.features.conversations.summary import summarize

SHIRT = CartLine("p1", "Camiseta Básica Algodão", 2, 3990)
CAP = CartLine("p2", "Boné Aba Curva", 1, 4990)
ONE = summarize(Cart((SHIRT,), "pix"), "7KX2M9QP")
TWO = summarize(Cart((SHIRT, CAP), "pix"), "7KX2M9QQ")
CASH = summarize(Cart((CAP,), "cod"), "7KX2M9QR")

YES = """great then yes, book it|book it|great, go ahead with the order|please proceed with my order|go ahead with it
sim|Sim!|SIM|s|ss|siiim|simmm|isso|isso mesmo|isso aí|isso ae|é isso|claro|claro que sim|com certeza|pode|pode sim
pode confirmar|pode fechar|pode mandar|pode ser|confirmo|confirmado|confirma aí|confirma por favor|confirmo o pedido
ok
okay|okk|blz|beleza|tá certo|ta bom, pode fechar|perfeito|fechado|fechou|fecha|fecha o pedido|bora|bora fechar|vamos
manda
manda o pix|pode gerar o pix|gera o pix por favor|quero sim|quero|sim quero|sim, por favor|sim obrigada
sim, pode mandar o pix
aham|uhum|positivo|correto|exatamente|tudo certo|tudo certo pode fechar|combinado|show|👍|👍👍|sim 👍|✅|sim, só isso
isso, só isso mesmo|pode finalizar|finaliza pra mim|finaliza a compra|sim, 2|isso, duas|quero as duas camisetas
sim moça
yes|yes please|yep|sure|ok go ahead|confirm|yes, that's all|perfect, place the order|sim, meu telefone é 11 98888-7777
isso, fecha logo pelo amor de deus|ISSO DEUS ABENÇOE|podi manda|ta, pode fechar por esse valor
blz pode mandar ver|isso, pode vir|ok isso|show pode vir moço|sim, amém
tá bom então|então tá bom, pode fechar|uai sim|oxe, pode|looks good|por mim tudo bem|pode ir|sim viu
ok assim dá, pode fechar o pedido|agora dá certinho, pode mandar|pode se sim
maravilha, pode fechar|ok isso mesmo|certo isso aí
pode reservar sim, é isso|pode guardar pra mim
pode mandar q tá todo mundo com sede|manda que as crianças estão com fome|isso agora vai
agora é definitivo, confirma|isso, agora sim vai
melhorou kkk pode fechar|show de bola, confirma aí|confirmado, muito obrigada pela ajuda|isso. brigadão|certo, aguardo
fechado! até amanhã|aí sim hein, pode fechar|isso, arrasou|ufa, agora tá certo. confirma|aleluia kkk sim
lovely, yes please
brilliant, confirm it|all set, confirm|era isso mesmo, pode fechar|agora ficou certo, pode confirmar|ficou ótimo, sim
salgado mas ok, fecha|sim, e capricha hein|eita que rápido, sim|bom demais, fecha aí|sim ué|sim, no aguardo
ok pode emitir o pix|yeah go on then|yes, that's everything|yes, exactly that|yup, cheers|da minha parte tá ok
por mim fechou|pra mim tá bom, sim|prontinho, confirma|pronto sim|mandou bem, confirma|vc é demais, confirma
glória a Deus, sim|até que enfim, sim kkk|adorei o atendimento, confirmo
sim! meu nome é Maria Clara|confirmo, cep 01310-100|sim, ana@exemplo.com""".replace("\n", "|").split("|")

NO = (
    """a book please|go ahead with the cap|go ahead with the order but make it 3
não|nao|n|não quero|nao, obrigada|sim?|pode?|certo?|ok?|é isso mesmo?|sim, mas quero 3|sim mas troca a cor
sim, se o frete for grátis|se chegar amanhã pode confirmar|pode confirmar só depois que eu receber|acho que sim|talvez
sim, quando cair meu salário|amanhã eu confirmo|depois confirmo|vou pensar|ok vou pensar|deixa eu ver com meu marido
ok, vou ver com minha esposa|meu marido disse sim|ele falou que sim|minha amiga confirmou o dela
ontem eu confirmei outro
quero 3|sim, 3|sim, só uma|quero também um boné|sim e adiciona uma meia|sim, tira a camiseta|troca por outra
pode ser no dinheiro?|sim, mas no dinheiro|prefiro pagar na entrega|quero pagar na entrega|cartão|aceita cartão?
claro que não|nem pensar|cancela|desisto|deixa pra lá|quanto fica o frete?|qual o prazo?|ok e o prazo?
ok, qual o prazo
não confirma|nao pode ser|ta caro|muito caro|faz por 70?|faz por 70|fecha por 70 no pix?|fecha por 70|70 e levo
isso é golpe
pode mandar que tá faltando um|não é definitivo|isso, agora vai faltar um|agora vai querer mais
obrigada|valeu|legal|gostei|pix|pix?|entendi|oi|bom dia|👎|❌|🤔|sim 🤔|hmm|certo isso|quero outra|quero ver outra
quero a camiseta preta|quero o boné|sim, o boné|quero a primeira|manda foto|manda mais fotos|manda outra|vamos ver
pode deixar
quero falar com atendente|sim quero falar com uma pessoa|confirma meu endereço antes|confirma se tem na cor azul
pelo amor de deus|deus me livre|viu?|e por esse valor vem o boné junto|vai chover|por mim tanto faz
logo eu vejo|ta bom mas|assim dá quanto|assim não dá|pode se tiver em preto|assim dá?
sim ou não
isso é demais|é caro demais, mas|caro mas tem desconto|ta pronto|ficou caro|foi errado|era azul|era pra ser dois
passa o valor
pode passar amanhã|vou passar ai|confirmo até amanhã|te confirmo até amanhã|até amanhã|fico no aguardo|sim, morango
isso, e uma meia|capricha no desconto|go on, tell me more|lovely but in blue|brilliant, how much is shipping
exactly two more
then add one more|cheers, maybe later|da minha parte falta ver|por mim ok mas minha esposa vai ver|pra mim tá caro
show de bola mas e o frete|mandou errado|amei a azul|gostei mais do azul|ufa, quase, era 3|nossa, tudo isso
rápido demais
troca pela azul|quero atendimento|quero ajuda|pronto, agora quero 3|pronto, coloca mais um|foi mal, era 3
lacrou, leva 3
quero a chave|quero o código|quero o pix|me manda o pix que eu confirmo
vou confirmar com a patroa|confirmo com meu sócio
vou confirmar|já te confirmo|já já confirmo|confirmo logo|me confirma|pode confirmar o valor|confirma o total pra mim
manda o preço|manda o total|ótimo preço|não confirmo nada|sim, assim que meu sócio aprovar|nn
no|no thanks|yes but make it 3|yes if shipping is free|yes?|maybe|not yet|wait|don't|I said yes last time
eu disse sim ontem e não chegou|pode mandar amanhã|confirmo amanhã|só se tiver desconto|com desconto fecho
sim|nao""".replace("sim|nao", "")
    .replace("\n", "|")
    .rstrip("|")
    .split("|")
)


@pytest.mark.parametrize("message", YES)
def test_a_plain_yes_is_consent(message):
    assert is_consent(ONE, message)


@pytest.mark.parametrize("message", NO)
def test_a_change_a_question_a_condition_a_refusal_or_a_story_is_none(message):
    assert not is_consent(ONE, message)


GOES_AHEAD = """pode descer|desce|pode emitir|emite o pedido|pode passar|isso. pode passar|pode lançar|registra
pode anotar
dá andamento|toca o barco|vai nessa|já é|bate o martelo|valendo|tudo conforme|do it|please do|submit it|ring it up"""
GOES_NOWHERE = """desce o preço|desce 2|pode descer mais 2|pode descer o valor?|emite nota|pode emitir em outro nome
pode passar no cartão|pode passar amanhã|passa o pix|lança mais um|anota meu endereço|registra meu cpf
pode marcar um horário
pode encerrar|pode encaminhar pro gerente|pode completar com a meia|já é tarde|vai nessa cor?|do it tomorrow
send it to my office|all good but change the size|quando receber eu confirmo|confirmo quando cair o pix|que isso
when i get paid i'll confirm|segue o endereço: rua A 10|segue o comprovante"""


@pytest.mark.parametrize("message", GOES_AHEAD.replace("\n", "|").split("|"))
def test_a_word_for_going_ahead_agrees_where_nothing_follows_it(message):
    assert is_consent(ONE, message)
    assert is_consent(CASH, message)


@pytest.mark.parametrize("message", GOES_NOWHERE.replace("\n", "|").split("|"))
def test_a_word_for_going_ahead_with_something_else_agrees_to_nothing(message):
    assert not any(is_consent(each, message) for each in (ONE, TWO, CASH))


def test_the_code_is_asked_for_beside_a_yes():
    assert is_consent(ONE, "sim, qual a chave?")
    assert judge(ONE, "sim? qual a chave?") != "yes"
    assert judge(ONE, "qual a chave?") == "keeps"


def test_repeating_the_summary_agrees_only_where_it_says_the_same():
    assert is_consent(CASH, "sim, na entrega em dinheiro")
    assert not is_consent(CASH, "sim, no pix")
    assert not is_consent(ONE, "sim, na entrega")
    assert not is_consent(TWO, "sim, o boné")
    assert not is_consent(TWO, "sim, 2")
    assert is_consent(TWO, "sim, pode fechar")


@pytest.mark.parametrize(
    "message", ["isso, só ele", "sim, só o boné mesmo", "yes, just that one", "só esse, pd fechar"]
)
def test_only_this_agrees_to_a_summary_of_one_thing(message):
    assert is_consent(CASH, message)
    assert not is_consent(TWO, message)
    assert not is_consent(ONE, message)  # of two of it


@pytest.mark.parametrize("message", ["sim, só a camiseta", "só ele", "isso, só o azul", "só esse amanhã"])
def test_only_another_thing_agrees_to_nothing(message):
    assert not is_consent(CASH, message)


@pytest.mark.parametrize("message", ["é esse", "e esse mesmo!", "eh essa, obrigada", "that's the one"])
def test_pointing_at_it_agrees_to_a_summary_of_one_thing(message):
    assert is_consent(CASH, message)
    assert not is_consent(TWO, message)


def test_so_many_of_each_only_say_again_what_each_line_has():
    single = summarize(Cart((msgspec.structs.replace(SHIRT, quantity=1), CAP), "pix"), "7KX2M9QT")
    assert is_consent(single, "isso um de cada, pode fechar")
    assert is_consent(single, "yes, one of each")
    assert not is_consent(single, "isso, dois de cada, pode fechar")
    assert not is_consent(TWO, "isso um de cada, pode fechar")
    assert not is_consent(single, "um de cada cor, pode fechar")


@pytest.mark.parametrize("message", ["ss pd mandar", "pd confirmar", "isso, pd ser"])
def test_a_yes_in_short_forms(message):
    assert is_consent(ONE, message)


def test_a_summary_that_is_void_cannot_be_agreed_to():
    assert not is_consent(msgspec.structs.replace(ONE, open=False), "sim")


def test_a_new_postal_code_changes_a_quoted_shipping():
    quoted = summarize(Cart((SHIRT,), "pix"), "7KX2M9QP", shipping_cents=1500)
    assert not is_consent(quoted, "sim, cep 01310-100")
    assert is_consent(quoted, "sim")


@pytest.mark.parametrize(
    "message", ["peraí", "só um minuto", "um momento por favor", "pera ai, ja volto", "hold on a sec"]
)
def test_a_pause_takes_nothing_back(message):
    assert judge(ONE, message) == "keeps"


@pytest.mark.parametrize("message", ["espera, muda o endereço", "pera, sem a camiseta", "calma, são 3"])
def test_a_pause_before_a_change_keeps_nothing(message):
    assert judge(ONE, message) == "voids"


@pytest.mark.parametrize("message", ["qual o prazo?", "e o frete, quanto é?", "meu cpf é 529.982.247-25", "obrigada"])
def test_a_question_data_or_thanks_leave_the_summary_standing(message):
    assert judge(ONE, message) == "keeps"


@pytest.mark.parametrize(
    "message", ["não", "quero 3", "e se eu levar 3?", "troca por outra?", "deixa pra lá", "vou pensar", "no dinheiro"]
)
def test_what_refuses_changes_or_tells_something_else_voids_it(message):
    assert judge(ONE, message) == "voids"


@given(st.sampled_from(YES), st.sampled_from(["não", "mas", "se", "talvez", "depois", "3", "outra", "amanhã", "?"]))
def test_one_word_of_doubt_is_enough(yes, doubt):
    assert not is_consent(ONE, f"{yes} {doubt}")


@given(st.text(max_size=120))
def test_no_text_breaks_it(text):
    assert judge(ONE, text) in ("yes", "keeps", "voids")
