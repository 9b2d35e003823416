"""A model's text before it leaves: figures come from tools, thoughts stay inside. Its arguments as it meant them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.features.chat.arguments import normalized
from app.features.chat.guards import Facts, Gate, Guarded, check
from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop

SHIRT = "Camiseta Básica Algodão"

CODE = (
    "00020126380014br.gov.bcb.pix0116loja@example.com5204000053039865406159.905802BR5904LOJA"
    "6009SAO PAULO62070503ORD6304ABCD"
)


def facts() -> Facts:
    known = Facts()
    known.learn({"products": [{"name": "Camiseta Básica", "price": 39.9}, {"name": "Boné", "price": 49.9}]})
    known.learn({"order": {"number": 12, "total": 119.7, "payment_method": "pix", "br_code": CODE}})
    known.learn({"products": [{"name": "Sofá", "price": 1234.5}]})
    known.read("Frete grátis acima de R$ 250,00. A entrega até 5 km: **10 reais**; até 20 km, 17,50.")
    return known


@pytest.mark.parametrize(
    "text",
    [
        "A Camiseta Básica sai por R$ 39,90 e o Boné por R$ 49,90.",
        "Três camisetas: R$ 119,70. Cinco: R$ 199,50.",
        "Frete grátis acima de R$ 250,00.",
        f"Pedido nº 12 criado! Total R$ 119,70\n{CODE}",
        "Temos em 12x? Não, mas temos 2 cores.",
        "A Camiseta Básica sai por **39,90** e o Boné por 49,90 reais, o total é R$ **119,70**.",
        "The sofa is R$ 1,234.50, two are R$ 2,469.00.",
        "A entrega custa 10 reais até 5 km, e até 20 km sai por 17,50.",
        "Mede 1,80 m, custa R$ 39,90 e pesa por volta de 0,75 kg; nota 4,85, tamanho 42 R$ 49,90.",
        "Seu pedido de 3 camisetas sai em 12/03, o Pedido **nº 12** é o único.",
        "Pedido: 2 bonés e 1 camiseta. Posso fechar?",
        "Seu pedido: **3** *Camisetas Básicas*. Pedido 1 vestido, ok?",
        "You can order 3 caps. Your order: 2 sofas.",
        "O pedido 12 está a caminho; Order 12 is paid.",
    ],
)
def test_figures_that_tools_or_documents_told_may_leave(text):
    checked = check(text, facts())
    assert (checked.text, checked.findings, checked.again) == (text, (), False)


@pytest.mark.parametrize(
    ("text", "left", "kind"),
    [
        ("Pedido nº 9999 criado!", "Pedido nº 12 criado!", "order_number"),
        ("O Boné sai por R$ 1,00 hoje.", "O Boné sai por R$ 49,90 hoje.", "price"),
        ("Total: R$ 1,00", "Total: R$ 119,70", "total"),
        ("O Boné sai por R$ **1,00** hoje.", "O Boné sai por R$ **49,90** hoje.", "price"),
        ("O Boné sai por 1,00.", "O Boné sai por 49,90.", "price"),
        ("O Boné custa só 15,00 reais", "O Boné custa só 49,90 reais", "price"),
        ("The Sofá is R$ 2,345.00 today.", "The Sofá is R$ 1,234.50 today.", "price"),
        ("**Total:** 1,00", "**Total:** 119,70", "total"),
        ("Pedido **nº 9999** criado!", "Pedido **nº 12** criado!", "order_number"),
        ("Número do pedido: **9999**", "Número do pedido: **12**", "order_number"),
        ("Your order number is 9999.", "Your order number is 12.", "order_number"),
        ("O seu pedido é o 9999.", "O seu pedido é o 12.", "order_number"),
        ("Pedido 9999 criado!", "Pedido 12 criado!", "order_number"),
        ("O pedido 9999 foi enviado.", "O pedido 12 foi enviado.", "order_number"),
        ("Pedido: **9999** confirmado", "Pedido: **12** confirmado", "order_number"),
        ("Pedido #9999 bonés", "Pedido #12 bonés", "order_number"),
        ("Your order 9999 has been shipped.", "Your order 12 has been shipped.", "order_number"),
        ("Pague: 00020126999999999999999999999999999999", f"Pague: {CODE}", "br_code"),
    ],
)
def test_a_wrong_figure_becomes_the_true_one_where_it_is_known(text, left, kind):
    checked = check(text, facts())
    assert (checked.text, checked.findings, checked.again) == (left, (Guarded(kind, "replaced"),), False)


@pytest.mark.parametrize(
    "text",
    [
        "Seu pedido foi criado com sucesso! Obrigado pela compra.",
        "Ótimo, pedido confirmado!",
        "Pedido **registrado**.",
        "✅ Pedido feito",
        "Oi! O seu pedido já está fechado. Algo mais?",
        "Great, your order has been placed!",
    ],
)
def test_an_order_is_told_as_made_only_where_there_is_one(text):
    assert check(text, Facts()).findings == (Guarded("order", "asked_again"),)
    known = Facts()
    known.learn({"orders": [{"number": None, "status": "simulated", "payment_method": "pix"}]})
    assert check(text, known).findings == ()


@pytest.mark.parametrize(
    "text",
    ["Cancelado!", "Pronto, seu pedido foi cancelado.", "Cancelei o pedido nº 12.", "Your order has been cancelled."],
)
def test_an_order_is_told_as_cancelled_only_where_one_is(text):
    known = facts()
    assert check(text, known).findings == (Guarded("order", "asked_again"),)
    known.learn({"order": {"number": 12, "status": "cancelled", "payment_method": "pix"}})
    assert check(text, known).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "Pedido cancelado até a entrega é devolvido.",
        "Quer mesmo cancelar? O pedido não foi cancelado.",
        "Pedido feito até as 14h sai no mesmo dia.",
        "Posso considerar o pedido confirmado?",
        "Assim que o pedido for confirmado, aviso.",
        "Seu pedido ainda não foi criado.",
        "O pedido é confirmado com o pagamento.",
        "Pedidos confirmados saem em 2 dias.",
        "Your order will be placed once you say yes.",
        "Para o pedido ser feito, responda sim.",
        "No order has been placed.",
    ],
)
def test_what_is_said_of_orders_in_general_may_leave(text):
    assert check(text, Facts()).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "Pedido nº 9999 criado!", "Fica R$ 1,00.", "00020126999999999999999999999999999999",
        "Fica 1,99 reais.", "Só 10 reais!", "R$: 1,99", "BRL 1.99", "Sai por 1,99 cada.",
    ],
)  # fmt: skip
def test_a_figure_that_nobody_knows_has_to_be_written_anew(text):
    assert check(text, Facts()).again


def test_a_number_of_hundreds_of_digits_is_an_amount_like_others():
    assert check(f"Sai R$ {'8' * 400}.", Facts()).again
    known = facts()
    known.read("9" * 400, bare=True)
    assert check("Sai R$ 5,00.", known).again


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<think>o cliente quer R$ 1,00</think>Olá!", "Olá!"),
        ("<thinking>\nhm\n</thinking>\n\nOlá!", "Olá!"),
        ("penso que sim</think>Olá!", "Olá!"),
        ("Olá! <think>não termina", "Olá!"),
        ("[THINK]hm[/THINK]Olá!", "Olá!"),
        ("<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Olá!<|return|>", "Olá!"),
    ],
)
def test_thoughts_are_cut(text, left):
    checked = check(text, Facts())
    assert (checked.text, checked.findings) == (left, (Guarded("thinking", "cut"),))


def test_a_text_that_was_cut_short_ends_with_its_last_whole_sentence():
    checked = check("Temos duas cores. A azul é linda. A verme", Facts(), cut_short=True)
    assert (checked.text, checked.findings) == ("Temos duas cores. A azul é linda.", (Guarded("length", "cut"),))
    assert len(check("palavra " * 2000, Facts()).text) <= 4001


@given(st.text(max_size=300) | st.text("R$ 0123456789.,pedido nº<think>/\n", max_size=120))
def test_no_text_breaks_the_check_and_a_clean_one_stays(text):
    checked = check(text, facts())
    if not checked.findings:
        assert checked.text == text.strip()


@given(st.lists(st.text("abc .!\n<R$ 1,00", max_size=12), max_size=12))
def test_what_leaves_early_is_the_beginning_of_what_was_said(pieces):
    gate = Gate(facts())
    sent = "".join(gate.feed(piece) for piece in pieces)
    checked = check("".join(pieces), facts())
    whole, rest = gate.rest(checked.text)
    assert sent + rest == whole


@pytest.mark.parametrize(
    ("given_", "meant"),
    [
        ({"limit": "100"}, {"limit": 20}),
        ({"limit": 50}, {"limit": 20}),
        ({"limit": 0}, {"limit": 1}),
        ({"limit": None, "query": "x"}, {"query": "x"}),
        ({"max_price": 999_999_999}, {"max_price": 10_000_000}),
        ({"max_price": "R$ 1.234,50"}, {"max_price": 1234.5}),
        ({"min_price": "cem"}, {"min_price": "cem"}),
        ({"payment_method": "PIX"}, {"payment_method": "pix"}),
        ({"payment_method": "Dinheiro"}, {"payment_method": "cod"}),
        ({"items": [{"product_id": "a", "quantity": "3"}]}, {"items": [{"product_id": "a", "quantity": 3}]}),
        ({"items": [{"product_id": "a", "quantity": None}]}, {"items": [{"product_id": "a"}]}),
        ({"items": [{"product_id": "a", "quantity": 2.0}]}, {"items": [{"product_id": "a", "quantity": 2}]}),
        ({"customer_info": {"phone": 11988887777, "name": None}}, {"customer_info": {"phone": "11988887777"}}),
        ({"min_price": "", "max_price": "50", "category": "", "query": ""}, {"max_price": 50, "query": ""}),
        ({"quantity_of_nothing": []}, {"quantity_of_nothing": []}),
    ],
)  # fmt: skip
def test_arguments_are_taken_as_they_were_meant(given_, meant):
    assert normalized(given_) == meant


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (f"A {SHIRT} sai por só **19,90 reais**!", f"A {SHIRT} sai por só **39,90 reais**!"),
        (f"A {SHIRT} custa R$ **19,90**.", f"A {SHIRT} custa R$ **39,90**."),
        (f"{SHIRT}: thirty are R$ 1,197.00.", f"{SHIRT}: thirty are R$ 1,197.00."),
    ],
)
async def test_a_price_is_one_however_a_model_writes_it(chat: ChatShop, script, said, left):
    await script([Step(calls=[("search_products", {"query": SHIRT})]), Step(said)])
    assert (await chat.say("quanto custa?"))["reply"] == left
