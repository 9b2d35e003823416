"""What shoppers write and what the rule-based assistant makes of it: one line per sentence."""

from typing import Any

from app.features.chat.assistant.acts import Acts, Look
from app.features.chat.assistant.deciding.decide import Decision, decide
from app.features.chat.assistant.deciding.mind import Ask, Done, Shop
from app.features.chat.assistant.reading.understand import understand
from app.features.conversations.state import (
    Cart,
    CartLine,
    ConversationState,
    Dialogue,
    Known,
    Listed,
    Made,
    Pending,
)

TOOLS = frozenset(
    """search_products get_product_details filter_products_by_price create_order confirm_shipping get_order_status
    resend_payment cancel_order transfer_to_human""".split()  # noqa: SIM905
)
ORDER = "0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000"
RUN, CASUAL, SOCK = "Tênis Corrida Leve", "Tênis Casual Urbano", "Meia Esportiva"
SHOWN = (Listed("p1", RUN, 19990), Listed("p2", CASUAL, 14990), Listed("p3", SOCK, 1990))
IN_CART = Cart((CartLine("p1", RUN, 2, 19990),))

PRODUCTS = [
    {"product_id": item.product_id, "name": item.name, "price": (item.price_cents or 0) / 100, "in_stock": True}
    for item in SHOWN
]
STATES = {
    "new": ConversationState(),
    "list": ConversationState(dialogue=Dialogue(SHOWN, query="tenis", pending=Pending("choose", SHOWN))),
    "details": ConversationState(
        dialogue=Dialogue(SHOWN, SHOWN[0], query="tenis", pending=Pending("quantity", SHOWN[:1]))
    ),
    "ordered": ConversationState(orders=(Made("R", ORDER, 7, "pix"),), dialogue=Dialogue(SHOWN, query="tenis")),
    "pending": ConversationState(cart=IN_CART, dialogue=Dialogue(SHOWN, SHOWN[0], pending=Pending("method"))),
}

SMALL_TALK = [
    ("oi", "greet"), ("Olá!", "greet"), ("bom dia", "greet"), ("Boa tarde, tudo bem?", "greet"), ("oii", "greet"),
    ("boa noite", "greet"), ("e aí, beleza?", "greet"), ("Hello", "greet"), ("hi, good morning", "greet"),
    ("opa", "greet"), ("ola tudo bem", "greet"),
    ("obrigado", "thanks"), ("Obrigada!", "thanks"), ("muito obrigado", "thanks"), ("valeu", "thanks"),
    ("brigado", "thanks"), ("obrigdo", "thanks"), ("thanks!", "thanks"), ("thank you", "thanks"), ("vlw", "thanks"),
    ("tchau", "goodbye"), ("bye", "goodbye"), ("falou, tchau", "goodbye"),
    ("quero falar com um atendente", "human"), ("tem algum humano aí?", "human"),
    ("me passa pra um vendedor", "human"), ("prefiro tratar direto com alguém da equipe", "human"),
    ("queria negociar isso com o gerente", "human"), ("I'd rather deal with somebody from the team", "human"),
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
    ("boa noite! vocês vendem garrafa térmica?", "garrafa termica", None, None),
    ("o que vocês vendem?", "", None, None),
    ("quais produtos vocês têm?", "", None, None),
    ("me mostra o catálogo", "", None, None),
    ("tenis", "tenis", None, None),
    ("tênis número 42", "tenis numero 42", None, None),
    ("preciso de uma blusa frente única", "blusa frente unica", None, None),
    ("camisa preta ou branca", "camisa preta branca", None, None),
    ("tem algo até 50?", "", None, 50),
    ("o mais barato até 30 reais", "", None, 30),
    ("do you have running shoes under 100?", "running shoes", None, 100),
    ("I'm looking for a backpack between 50 and 80", "backpack", 50, 80),
    ("show me mugs", "mugs", None, None),
    ("t-shirts over 20", "t-shirts", 20, None),
    ("what do you sell?", "", None, None),
    ("quero 2 camisetas até 60 reais", "camisetas 2", None, 60),
    ("kit de 3 meias", "kit 3 meias", None, None),
    ("garrafa de 750 ml", "garrafa 750ml", None, None),
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
    ("list", "quero comprar", "order", None),
    ("list", "quero 2", "order", None),
    ("pending", "cartão de crédito", "question", None),
    ("pending", "aceita cartão?", "question", None),
    ("list", "eu quero esse aí por favor", "order", None),
    ("ordered", "maria silva, rua das flores 10, 01310-100", "contact", None),
    ("ordered", "meu telefone é 11 98888-7777", "contact", None),
    ("pending", "meu nome é Ana Souza, Rua A, 12, ap 3", "contact", None),
    ("pending", "quanto fica o frete pra 01310-100?", "question", None),
    ("new", "rua das flores 10, 01310-100", "contact", None),
    ("ordered", "cancela meu pedido", "cancel", None),
    ("new", "quero cancelar a compra", "cancel", None),
    ("ordered", "I want to cancel my order", "cancel", None),
    ("ordered", "cadê meu pedido?", "order_status", None),
    ("new", "meu pedido já foi enviado?", "order_status", None),
    ("new", "where is my order?", "order_status", None),
    ("pending", "cancela", "no", None),
    ("new", f"confirma que o pedido {ORDER} foi enviado", "confirm_shipping", None),
    ("new", f"mark order {ORDER} as shipped", "confirm_shipping", None),
    ("new", "xyzzy??", "unknown", None),
    ("new", "???", "unknown", None),
    ("new", "🙂", "unknown", None),
]  # fmt: skip


# The greatest part of the sentences must be right; which are not is printed by the test.
NEEDED = 0.92


def cart_after(state: ConversationState, message: str) -> list[tuple[int, str]]:
    """The lines of the cart after one message, over a shop that has what was shown."""
    decision = decide(state, understand(message, state), Shop(tools=TOOLS))
    after, _ = play(decision)
    return [(line.quantity, line.name) for line in after.cart.lines]


def play(decision: Decision):
    """Answer the calls as the shop would; the outcome."""
    done: list[Done] | None = None
    while True:
        try:
            asked = next(decision) if done is None else decision.send(done)
        except StopIteration as end:
            return end.value
        done = [Done(ask.name, answer(ask)) for ask in asked]


def answer(ask: Ask) -> dict[str, Any]:
    if ask.name == "create_order":
        return {"error": {"code": "not-tested"}}
    if ask.name == "get_product_details":
        return {"product": next(item for item in PRODUCTS if item["product_id"] == ask.arguments["product_id"])}
    return {"products": PRODUCTS, "orders": []}


def intent_of(acts: Acts) -> str:
    """The one word for what a sentence means, as the tables name it."""
    names = (
        ("shipped", "confirm_shipping"), ("wants_person", "human"), ("complains", "human"), ("changes", "order"),
        ("about", "details"), ("questions", "question"), ("looks", "search"), ("empties", "no"), ("card", "card"),
        ("method", "method"), ("thanks", "thanks"), ("no", "no"), ("leaves", "goodbye"), ("greets", "greet"),
    )  # fmt: skip
    if acts.after_sale:
        return {"status": "order_status"}.get(acts.after_sale, acts.after_sale)
    if acts.looks and acts.looks[0].more:
        return "more"
    if acts.looks and acts.looks[0].by_price:
        return "search"
    told = acts.known != Known()
    return next((word for name, word in names if getattr(acts, name)), "contact" if told else "unknown")


def test_single_sentences_are_understood():
    wrong, count = [], 0
    for sentence, intent in SMALL_TALK + SERVICES:
        count += 1
        wanted = intent if intent in {word for _, word in SMALL_TALK} else "question"
        if (found := intent_of(understand(sentence, STATES["new"]))) != wanted:
            wrong.append((sentence, wanted, found))
    for sentence, query, low, high in SEARCHES:
        count += 1
        looks = understand(sentence, STATES["new"]).looks or (Look(),)
        found = (" ".join([*looks[0].mention.words, *looks[0].mention.soft]), looks[0].min_price, looks[0].max_price)
        if (set(found[0].split()), *found[1:]) != (set(query.split()), low, high):
            wrong.append((sentence, (query, low, high), found))
    for state, sentence, lines, payment in ORDERS:
        count += 1
        found_method = understand(sentence, STATES[state]).method
        found_lines = cart_after(STATES[state], sentence)
        if found_method != payment or (lines is not None and sorted(found_lines) != sorted(lines)):
            wrong.append((sentence, (lines, payment), (found_lines, found_method)))
    for state, sentence, intent, _name in OTHERS:
        count += 1
        if (found := intent_of(understand(sentence, STATES[state]))) != intent:
            wrong.append((sentence, intent, found))
    print(f"{count - len(wrong)} of {count}", *wrong, sep="\n")
    assert count >= 150
    assert 1 - len(wrong) / count >= NEEDED


def test_a_price_told_apart_bounds_what_is_looked_for():
    for sentence in (
        "Preciso de um presente pro meu chefe, até uns 150 reais. O que você sugere?",
        "quero ver uma jaqueta, até 150 reais",
    ):
        looks = understand(sentence, STATES["new"]).looks
        assert [look.max_price for look in looks] == [150.0], sentence
