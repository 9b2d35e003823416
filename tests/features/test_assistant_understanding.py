"""What shoppers write and what the rule-based assistant makes of it: one line per sentence."""

import pytest

from app.clients.llm import Message
from app.features.chat.assistant.memory import Memory, recall
from app.features.chat.assistant.understand import understand

LIST = (
    "Encontrei estas opções:\n\n1. Tênis Corrida Leve — R$ 199,90\n2. Tênis Casual Urbano — R$ 149,90\n"
    "3. Meia Esportiva — R$ 19,90 (esgotado)\n\nQuer detalhes?"
)
DETAILS = "Tênis Corrida Leve — R$ 199,90\n\nMacio e leve.\n\nQuer levar?"
PENDING = "Anotei:\n2 × Tênis Corrida Leve — R$ 199,90\n\nComo você prefere pagar: Pix ou na entrega?"
PLACED = (
    "Pedido nº 7 criado! 🎉\n2 × Tênis Corrida Leve — R$ 199,90\nTotal: R$ 399,80\n\nPara a entrega, me passe seu nome."
)
ORDER = "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000"
RUN, CASUAL, SOCK = "Tênis Corrida Leve", "Tênis Casual Urbano", "Meia Esportiva"

MEMORIES = {
    "new": Memory(),
    "list": recall([Message("user", "quero ver tênis"), Message("assistant", LIST)]),
    "details": recall([Message("user", "mais do primeiro"), Message("assistant", DETAILS)]),
    "ordered": recall([Message("user", "pix"), Message("assistant", PLACED)]),
    "pending": recall(
        [Message("assistant", LIST), Message("user", "quero 2 do primeiro"), Message("assistant", PENDING)]
    ),
}

SMALL_TALK = [
    ("oi", "greet"), ("Olá!", "greet"), ("bom dia", "greet"), ("Boa tarde, tudo bem?", "greet"), ("oii", "greet"),
    ("boa noite", "greet"), ("e aí, beleza?", "greet"), ("Hello", "greet"), ("hi, good morning", "greet"),
    ("opa", "greet"), ("ola tudo bem", "greet"),
    ("obrigado", "thanks"), ("Obrigada!", "thanks"), ("muito obrigado", "thanks"), ("valeu", "thanks"),
    ("brigado", "thanks"), ("obrigdo", "thanks"), ("thanks!", "thanks"), ("thank you", "thanks"), ("vlw", "thanks"),
    ("tchau", "goodbye"), ("bye", "goodbye"), ("falou, tchau", "goodbye"),
    ("quero falar com um atendente", "human"), ("tem algum humano aí?", "human"),
    ("me passa pra um vendedor", "human"),
    ("quero falar com uma pessoa", "human"), ("can I talk to a person?", "human"), ("I want a human", "human"),
    ("atendnte por favor", "human"), ("preciso de suporte", "human"), ("falar com o gerente", "human"),
    ("não, obrigado", "thanks"), ("não", "no"), ("deixa", "no"), ("no", "no"),
]  # fmt: skip

SERVICES = [
    ("qual o valor do frete?", "shipping"), ("vocês entregam em Recife?", "shipping"),
    ("qual o prazo de entrega", "shipping"),
    ("quanto fica o frete pra 01310-100", "shipping"), ("quanto tempo demora pra chegar a entrega?", "shipping"),
    ("enviam pelos correios?", "shipping"), ("do you deliver to Rio?", "shipping"),
    ("how much is shipping?", "shipping"),
    ("tem sedex?", "shipping"), ("qual o fretee", "shipping"), ("posso retirar na loja?", "shipping"),
    ("posso trocar se não servir?", "policy"), ("qual a garantia?", "policy"),
    ("qual o horário de funcionamento?", "policy"), ("como faço a devolução?", "policy"),
    ("what is your return policy?", "policy"), ("onde fica o endereço de vocês?", "policy"),
    ("tem desconto?", "policy"),
    ("quais as formas de pagamento?", "payment_question"), ("aceita pix?", "payment_question"),
    ("como posso pagar?", "payment_question"), ("what payment methods do you accept?", "payment_question"),
]  # fmt: skip

# sentence, query, lowest price, highest price
SEARCHES = [
    ("quero um tênis de corrida até 300 reais", "tenis corrida", None, 300),
    ("tem camiseta?", "camiseta", None, None),
    ("vocês têm caneca de café?", "caneca cafe", None, None),
    ("procuro mochila impermeável", "mochila impermeavel", None, None),
    ("camiseta até R$ 100", "camiseta", None, 100),
    ("mochila por menos de 150", "mochila", None, 150),
    ("camisa entre 50 e 80", "camisa", 50, 80),
    ("algo de 50 a 80 reais", "", 50, 80),
    ("fone acima de R$ 200", "fone", 200, None),
    ("relógio a partir de 1.000", "relogio", 1000, None),
    ("notebook até 2 mil", "notebook", None, 2000),
    ("notebook até R$ 2.499,90", "notebook", None, 2499.9),
    ("tênis no máximo 250", "tenis", None, 250),
    ("tênis com no máximo R$250,00", "tenis", None, 250),
    ("bolsa abaixo de cem reais", "bolsa", None, 100),
    ("quero gastar até 50 conto numa caneca", "caneca", None, 50),
    ("presente em torno de R$ 100", "", 75, 125),
    ("oi, tem meia?", "meia", None, None),
    ("bom dia, quero uma jaqueta", "jaqueta", None, None),
    ("boa noite! vocês vendem garrafa térmica?", "garrafa termica", None, None),
    ("o que vocês vendem?", "", None, None),
    ("quais produtos vocês têm?", "", None, None),
    ("me mostra o catálogo", "", None, None),
    ("tenis", "tenis", None, None),
    ("tênis número 42", "tenis numero 42", None, None),
    ("quero comprar um tênis", "tenis", None, None),
    ("preciso de uma blusa frente única", "blusa frente unica", None, None),
    ("camisa preta ou branca", "camisa preta branca", None, None),
    ("tem algo até 50?", "", None, 50),
    ("o mais barato até 30 reais", "", None, 30),
    ("do you have running shoes under 100?", "running shoes", None, 100),
    ("I'm looking for a backpack between 50 and 80", "backpack", 50, 80),
    ("show me mugs", "mugs", None, None),
    ("t-shirts over 20", "t-shirts", 20, None),
    ("what do you sell?", "", None, None),
    ("quero 2 camisetas até 60 reais", "camisetas", None, 60),
    ("kit de 3 meias", "kit 3 meias", None, None),
    ("garrafa de 750 ml", "garrafa 750 ml", None, None),
]  # fmt: skip

# memory, sentence, picks, payment
ORDERS = [
    ("list", "quero 2 do primeiro, pagamento por pix, meu nome é Ana, Rua das Flores 10", [(2, RUN)], "pix"),
    ("list", "quero o segundo", [(1, CASUAL)], None),
    ("list", "quero a primeira", [(1, RUN)], None),
    ("list", "vou levar o 2", [(1, CASUAL)], None),
    ("list", "me vê 3 do segundo no pix", [(3, CASUAL)], "pix"),
    ("list", "manda dois do primeiro e um do terceiro", [(2, RUN), (1, SOCK)], None),
    ("list", "2 do 1 e 1 do 3", [(2, RUN), (1, SOCK)], None),
    ("list", "quero o último", [(1, SOCK)], None),
    ("list", "quero o item 2", [(1, CASUAL)], None),
    ("list", "fico com a opção 3, pago na entrega", [(1, SOCK)], "cod"),
    ("list", "quero comprar o 1º", [(1, RUN)], None),
    ("list", "quero a meia esportiva", [(1, SOCK)], None),
    ("list", "quero 2 tênis corrida leve e 3 meias esportivas no pix", [(2, RUN), (3, SOCK)], "pix"),
    ("list", "separa 4 meias esportivas, pagamento na entrega", [(4, SOCK)], "cod"),
    ("list", "tênis casual urbano, pix", [(1, CASUAL)], "pix"),
    ("list", "quero o tênis casual", [(1, CASUAL)], None),
    ("list", "quero 2 do primero, pix", None, "pix"),
    ("list", "vou querer duas unidades da primeira, pagamento em dinheiro na entrega", [(2, RUN)], "cod"),
    ("list", "pode separar 1 par do segundo, pago com pix manual", [(1, CASUAL)], "manual_pix"),
    ("list", "I'll take two of the first, cash on delivery", [(2, RUN)], "cod"),
    ("list", "I want the second one, pix please", [(1, CASUAL)], "pix"),
    ("list", "buy 3 of the first", [(3, RUN)], None),
    ("details", "quero", [(1, RUN)], None),
    ("details", "quero 2", [(2, RUN)], None),
    ("details", "sim", [(1, RUN)], None),
    ("details", "vou levar", [(1, RUN)], None),
    ("details", "3 unidades, pix", [(3, RUN)], "pix"),
    ("details", "pode ser 2 no pix", [(2, RUN)], "pix"),
    ("details", "quero dois, na entrega em dinheiro", [(2, RUN)], "cod"),
    ("details", "yes please", [(1, RUN)], None),
    ("details", "quero ela, uma só", [(1, RUN)], None),
    ("details", "eu vou querer esse aí por favor", [(1, RUN)], None),
    ("pending", "pix", [(2, RUN)], "pix"),
    ("pending", "no pix", [(2, RUN)], "pix"),
    ("pending", "pode ser pix", [(2, RUN)], "pix"),
    ("pending", "na entrega", [(2, RUN)], "cod"),
    ("pending", "prefiro pagar na entrega", [(2, RUN)], "cod"),
    ("pending", "em dinheiro", [(2, RUN)], "cod"),
    ("pending", "contra entrega", [(2, RUN)], "cod"),
    ("pending", "cash on delivery", [(2, RUN)], "cod"),
    ("pending", "Pix! meu nome é Ana Souza e moro na Rua A, 12", [(2, RUN)], "pix"),
    ("pending", "muda para 3 do segundo, pix", [(3, CASUAL)], "pix"),
]  # fmt: skip

# memory, sentence, intent, name of the product meant
OTHERS = [
    ("list", "me fala mais do segundo", "details", CASUAL),
    ("list", "quero saber mais sobre o primeiro", "details", RUN),
    ("list", "detalhes da meia esportiva", "details", SOCK),
    ("list", "qual o material do primeiro?", "details", RUN),
    ("list", "quanto custa o segundo?", "details", CASUAL),
    ("list", "o primeiro tem em estoque?", "details", RUN),
    ("list", "tell me about the second", "details", CASUAL),
    ("list", "how much is the first?", "details", RUN),
    ("details", "quanto custa?", "details", RUN),
    ("details", "tem mais detalhes?", "details", RUN),
    ("list", "tem mais?", "more", None),
    ("list", "mostra outros", "more", None),
    ("list", "show me more", "more", None),
    ("list", "quero comprar", "which", None),
    ("list", "quero 2", "which", None),
    ("pending", "cartão de crédito", "card", None),
    ("pending", "aceita cartão?", "card", None),
    ("list", "eu quero esse aí por favor", "which", None),
    ("ordered", "maria silva, rua das flores 10, 01310-100", "contact", None),
    ("ordered", "meu telefone é 11 98888-7777", "contact", None),
    ("pending", "meu nome é Ana Souza, Rua A, 12, ap 3", "contact", None),
    ("pending", "quanto fica o frete pra 01310-100?", "shipping", None),
    ("new", "rua das flores 10, 01310-100", "search", None),
    ("ordered", "cancela meu pedido", "cancel", None),
    ("new", "quero cancelar a compra", "cancel", None),
    ("ordered", "I want to cancel my order", "cancel", None),
    ("ordered", "cadê meu pedido?", "order_status", None),
    ("new", "meu pedido já foi enviado?", "order_status", None),
    ("new", "where is my order?", "order_status", None),
    ("pending", "cancela", "no", None),
    ("new", f"confirma que o pedido {ORDER} foi enviado", "confirm_shipping", None),
    ("new", f"mark order {ORDER} as shipped", "confirm_shipping", None),
    ("new", "xyzzy??", "search", None),
    ("new", "???", "unknown", None),
    ("new", "🙂", "unknown", None),
]  # fmt: skip


def test_there_are_enough_sentences():
    assert len(SMALL_TALK) + len(SERVICES) + len(SEARCHES) + len(ORDERS) + len(OTHERS) >= 120


@pytest.mark.parametrize(("sentence", "intent"), SMALL_TALK + SERVICES)
def test_small_talk_and_questions_to_the_shop(sentence, intent):
    assert understand(sentence, MEMORIES["new"]).intent == intent


@pytest.mark.parametrize(("sentence", "query", "low", "high"), SEARCHES)
def test_searches(sentence, query, low, high):
    for memory in (MEMORIES["new"], MEMORIES["list"]):
        found = understand(sentence, memory)
        assert found.intent == "search"
        if memory is MEMORIES["new"]:
            assert (found.query, found.min_price, found.max_price) == (query, low, high)


@pytest.mark.parametrize(("memory", "sentence", "picks", "payment"), ORDERS)
def test_orders(memory, sentence, picks, payment):
    found = understand(sentence, MEMORIES[memory])
    assert (found.intent, found.payment) == ("order", payment)
    if picks is not None:
        assert [(pick.quantity, pick.name) for pick in found.picks] == picks


@pytest.mark.parametrize(("memory", "sentence", "intent", "name"), OTHERS)
def test_what_else_shoppers_say(memory, sentence, intent, name):
    found = understand(sentence, MEMORIES[memory])
    assert found.intent == intent
    if name is not None:
        assert [pick.name for pick in found.picks] == [name]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [("do you have shoes?", "en"), ("tem sapato?", "pt"), ("hello", "en"), ("oi", "pt"), ("pix", "pt")],
)
def test_the_language_of_the_answer(sentence, language):
    assert understand(sentence, MEMORIES["new"]).language == language


def test_a_price_alone_keeps_the_product_asked_for_before():
    found = understand("e até 150?", MEMORIES["list"])
    assert (found.intent, found.query, found.max_price) == ("search", "tenis", 150)


@pytest.mark.parametrize(
    ("memory", "sentence", "query", "order"),
    [
        ("list", "qual o mais barato?", "tenis", "cheapest"),
        ("list", "e o mais caro?", "tenis", "dearest"),
        ("new", "qual a camiseta mais barata?", "camiseta", "cheapest"),
        ("list", "which is the cheapest?", "tenis", "cheapest"),
    ],
)
def test_the_order_of_prices_asked_for(memory, sentence, query, order):
    found = understand(sentence, MEMORIES[memory])
    assert (found.intent, found.query, found.by_price) == ("search", query, order)


def test_a_size_alone_is_asked_of_what_was_shown():
    assert understand("tem tamanho 42?", MEMORIES["list"]).query == "tenis tamanho 42"
