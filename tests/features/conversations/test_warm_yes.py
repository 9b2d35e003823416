"""A yes in warm and regional words is a yes; with a condition, a doubt, a change or a question it is none."""

import pytest

from app.features.conversations.consent import is_consent
from app.features.conversations.state import Cart, CartLine
from app.features.conversations.summary import summarize

ONE = summarize(Cart((CartLine("p1", "Boné Preto", 1, 4000),), "pix"), "7KX2M9QP")

YES = """tá bão demais, fecha aí|pode fechar daí|tá certo meu filho pode mandar|sim, tá tudo certinho
daí fechou, pode tocar|pai d'égua, pode mandar ver|corretíssimo, fica com Deus|isso mesmo menina, pode mandar
arretado, pode fechar|oxe, tá certo demais, feche|tri bom, pode fechar|massa véi, fecha aí|égua, tá certo, manda
tudo em ordem, pode fazer|tá nos conformes|nos trinques, pode fechar|perfeitinho, manda|positivo e operante
mete bronca|mete ficha|pode passar a régua|encerra o pedido pra mim|pode liberar|se deus quiser, pode fechar
fechadíssimo|isso, obrigada viu fia|sem dúvida, pode fechar|tá direitinho|conferi aqui e tá tudo certo
olhei aqui, tá tudo certo, pode mandar|tá tudo como eu pedi|é isso que eu pedi, pode fechar|é isso né, fecha
pode botar pra frente|segue o jogo|pode dar sequência|tdo certo pode fecha|assim tá bom|tá do jeito que eu queria
os dados estão corretos, pode seguir|endereço certo, pode mandar|pode fechar que já faço o pix|tô dentro
pode considerar fechado|sim meu lindo, pode fechar|fechou meu rei|pode fechar minha flor, deus abençoe
tá tudo certinho graças a deus|trem bão, pode fechar|beleza pura, pode mandar|confirmo todos os dados|perfeitamente
lgtm|great, order it please|that works for me|yes ma'am|you got it right, go ahead|spot on, go ahead|yes indeed
good to go|happy with that, go ahead"""
NO = """tá bom demais pra ser verdade|se deus quiser eu compro|tá certo meu filho, mas muda o endereço
meu filho quer outro|meu bem, não fecha|gostei demais|não tá como eu pedi|não é do jeito que eu queria
quase do jeito que eu queria|libera o desconto|toca aqui|passa a régua e me diz o total|conferi e faltou um
olhei aqui e tá faltando a meia|já vi|o endereço tá certo|os dados estão certos?|que legal|bacana|fica com deus
obrigada meu filho|tá em ordem?|fecha a conta pra eu ver|dá o ok depois|vai em frente não|tô dentro se tiver desconto
sem dúvida é caro|tenho uma dúvida|pode mandar o menino|minha mãe que vai ver|deixa meu velho ver|pode fechar azul
pode fechar daí com a meia|tá bão demais mas sem o boné|pode fechar se chegar hoje|pode fechar menos o boné
happy with that, but in red|good to go if it is free|order it in blue|you got it right, but make it two"""


@pytest.mark.parametrize("message", YES.replace("\n", "|").split("|"))
def test_a_warm_yes_is_consent(message: str):
    assert is_consent(ONE, message)


@pytest.mark.parametrize("message", NO.replace("\n", "|").split("|"))
def test_warm_words_around_anything_else_are_none(message: str):
    assert not is_consent(ONE, message)
