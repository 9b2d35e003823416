"""What use has taught about the chat, each line a test: nobody is sold what they did not agree to, nothing is lost."""

import asyncio

import msgspec
import pytest

from app.features.chat.metered import Blocked, Meter
from tests.fakes.llm import Step
from tests.features.chat.conftest import ChatShop

LEAF, SHIRT = "Tênis Corrida Leve", "Camiseta Básica Algodão"


class Talk:
    """One conversation with the rule-based assistant."""

    def __init__(self, chat: ChatShop, key: str = "c") -> None:
        self.chat = chat
        self.key = key

    async def say(self, *messages: str) -> dict:
        told: dict = {}
        for message in messages:
            told = await self.chat.say(message, conversation_id=self.key)
        return told


async def orders(database) -> int:
    return int(await database.fetchval("SELECT count(*) FROM orders"))


def order_of(chat: ChatShop, quantity: int = 1, name: str = LEAF, **more) -> dict:
    return {"items": [{"product_id": chat.products[name]["id"], "quantity": quantity}], "payment_method": "pix"} | more


@pytest.mark.parametrize(
    "message",
    [
        "o segundo aceita pix?",
        "quanto sai 5 da primeira no pix?",
        "pix?",
        "nao vou pagar no pix não",
        "gostei da primeira mas não vou levar no pix hoje",
        "meu amigo comprou a primeira no pix ano passado",
        "tem camiseta? qual o prazo e aceita pix?",
        "fecha por 10 no pix?",
        "40 no pix e levo",
        "quero por 20",
    ],
)
async def test_questions_refusals_stories_and_haggling_put_nothing_into_the_cart(chat: ChatShop, database, message):
    talk = Talk(chat)
    await talk.say("tem tênis?")
    told = await talk.say(message)
    assert "cart" not in told
    assert "Resumo" not in told["reply"]
    await talk.say("sim")
    assert await orders(database) == 0


async def test_not_the_second_but_the_third_is_one_product(chat: ChatShop):
    talk = Talk(chat)
    listed = await talk.say("tem tênis?")
    told = await talk.say("não quero a segunda, quero a primeira no pix")
    assert [line["name"] for line in told["cart"]["lines"]] == [listed["products"][0]["name"]]


async def test_an_order_is_made_once_whatever_is_said_after_it(chat: ChatShop, database):
    talk = Talk(chat)
    done = await talk.say("quero 2 camiseta básica no pix", "sim")
    assert done["order"]["total_cents"] == 7980
    for message in ("me manda o pix", "ok pix", "pix por favor", "em dinheiro", "sim", "confirmo"):
        told = await talk.say(message)
        assert "Resumo" not in told["reply"]
    assert "000201" in (await talk.say("me manda o pix"))["reply"]
    assert await orders(database) == 1


async def test_a_model_that_fails_after_the_order_tells_it_and_the_repeat_makes_no_second(
    chat: ChatShop, script, database
):
    wanted = order_of(chat)
    await script([Step(calls=[("create_order", wanted)]), Step("feito")])
    await Talk(chat).say("quero o tênis leve no pix")
    await script([Step(calls=[("create_order", wanted)]), Step(status=401)])
    first = await Talk(chat).say("sim")
    assert f"Pedido nº {first['order']['number']}" in first["reply"]
    await script([Step(calls=[("create_order", wanted)]), Step("feito")])
    again = await Talk(chat).say("sim")
    assert again["order"]["id"] == first["order"]["id"]
    assert await orders(database) == 1


async def test_fifty_equal_turns_at_once_make_one_order(chat: ChatShop, database):
    lead = await chat.shop.lead()
    await chat.say("quero 1 camiseta básica no pix", lead_id=lead["id"])
    await asyncio.gather(*[chat.say("sim", lead_id=lead["id"]) for _ in range(50)])
    assert await orders(database) == 1


async def test_who_asks_for_a_person_is_left_to_one(chat: ChatShop):
    talk = Talk(chat)
    told = await talk.say("quero falar com um atendente")
    assert (told["state"], [run["name"] for run in told["tool_calls"]]) == ("waiting", ["transfer_to_human"])
    silent = await talk.say("tem tênis?")
    assert (silent["reply"], silent["handled_by"], silent["iterations"]) == ("", "human", 0)


async def test_a_company_without_tokens_is_blocked_by_its_name_too(chat: ChatShop, script, database):
    await script([Step("oi", usage=(100, 20)), Step("oi", usage=(150_000, 20_000)), Step("oi", usage=(90_000, 9_000))])
    states = [(await chat.say("oi"))["quota"]["state"] for _ in range(3)]
    assert states == ["ALLOW", "WARN", "BLOCK"]  # each as it stands behind the turn, the one that went over, too
    told = await chat.say("oi", agent_id=None, user_id=chat.shop.id)
    assert (told["blocked"], told["quota"]["state"]) == (True, "BLOCK")


async def test_a_user_alone_is_metered_and_has_no_shop_tools(chat: ChatShop, script, database):
    await script([Step("oi", usage=(70, 7))])
    told = await chat.say("oi", agent_id=None, user_id=chat.shop.id)
    assert told["quota"]["used"] == 77
    assert (
        await database.fetchval("SELECT sum(total_tokens) FROM token_usage WHERE company_id = $1", chat.shop.id) == 77
    )


@pytest.mark.parametrize(
    ("messages", "lines"),
    [
        (["quero 2 camiseta básica", "pix"], {SHIRT: 2}),
        (["quero um tênis corrida leve", "adiciona 2 camiseta básica", "pix"], {LEAF: 1, SHIRT: 2}),
        (["quero um tênis corrida leve e 1 camiseta básica", "tira a camiseta", "pix"], {LEAF: 1}),
        (["quero 2 camiseta básica", "na verdade quero 3", "pix"], {SHIRT: 3}),
        (["quero 2 camiseta básica", "pix, mas quero 4"], {SHIRT: 4}),
        (["quero meia dúzia de camiseta básica no pix"], {SHIRT: 6}),
        (["quero duas dúzias de camiseta básica no pix"], {SHIRT: 24}),
    ],
)
async def test_neither_quantity_nor_product_is_lost_before_the_payment(chat: ChatShop, messages, lines):
    items = [{"name": SHIRT, "stock_quantity": 50}]
    await chat.shop.post("products/batch-upsert", store_id=chat.shop.store_id, items=items)
    told = await Talk(chat).say(*messages)
    assert {line["name"]: line["quantity"] for line in told["cart"]["lines"]} == lines
    assert told["cart"]["awaiting_confirmation"]


async def test_data_sent_in_pieces_reach_the_order_and_the_lead(chat: ChatShop):
    lead = await chat.shop.lead()
    done: dict = {}
    for message in (
        "quero 1 camiseta básica no pix",
        "maria clara",
        "sim",
        "rua das flores 120",
        "01310-100",
        "11 98888-7777",
    ):
        told = await chat.say(message, lead_id=lead["id"])
        assert "Não encontrei" not in told["reply"]
        done = told.get("order") or done
    stored = (await chat.shop.client.get(f"/internal/orders/{done['id']}")).json()["customer_info"]
    assert stored["name"] == "Maria Clara"
    assert stored["phone"] == "+5511988887777"
    assert "rua das flores, 120" in stored["address"] or "CEP 01310-100" in stored["address"]
    kept = (await chat.shop.client.get(f"/internal/leads/{lead['id']}")).json()
    assert (kept["name"], kept["phone"]) == ("Maria Clara", "+5511988887777")
    assert kept["address"] == {"street": "rua das flores", "number": "120", "zip": "01310100"}


async def test_a_lead_that_is_known_is_not_asked_again(chat: ChatShop):
    address = {"street": "Rua A", "number": "5", "zip": "01310100"}
    lead = await chat.shop.lead(name="Ana Souza", address=address)
    for message in ("quero 1 camiseta básica no pix", "sim"):
        told = await chat.say(message, lead_id=lead["id"])
    assert "me passe" not in told["reply"]
    stored = (await chat.shop.client.get(f"/internal/orders/{told['order']['id']}")).json()["customer_info"]
    assert stored == {"name": "Ana Souza", "address": "Rua A, 5, CEP 01310-100"}


async def test_no_order_goes_beyond_the_stock(chat: ChatShop, database):
    items = [{"name": SHIRT, "stock_quantity": 3}]
    await chat.shop.post("products/batch-upsert", store_id=chat.shop.store_id, items=items)
    told = await Talk(chat).say("quero 10 camiseta básica no pix")
    assert "3 em estoque" in told["reply"]
    assert await orders(database) == 0
    done = await Talk(chat).say("então 3", "sim")
    assert done["order"]["total_cents"] == 3 * 3990


async def test_an_order_is_told_even_when_the_quota_ends_with_it(chat: ChatShop, script, monkeypatch):
    reserve = Meter.reserve

    async def once(meter: Meter, prompt_tokens: int, max_tokens: int) -> int:
        if meter._calls:
            raise Blocked
        return await reserve(meter, prompt_tokens, max_tokens)

    wanted = order_of(chat)
    await script([Step(calls=[("create_order", wanted)]), Step("ok")])
    await Talk(chat).say("quero")
    await script([Step(calls=[("create_order", wanted)]), Step("nunca")])
    monkeypatch.setattr(Meter, "reserve", once)
    told = await Talk(chat).say("sim")
    assert told["blocked"]
    assert told["order"]["br_code"] in told["reply"]


@pytest.mark.parametrize(
    ("message", "asked"), [("quero", (1, 1)), ("sim, no pix", (1, 1)), ("pode fechar", (1, 1)), ("tudo", range(1, 9))]
)
async def test_a_summary_is_not_agreed_to_by_the_message_it_answers(chat: ChatShop, script, database, message, asked):
    await script([Step(calls=[("create_order", order_of(chat, quantity)) for quantity in asked])])  # in each round
    told = await Talk(chat).say(message)
    assert told["reply"].startswith("Resumo do pedido (ref. ")
    assert await orders(database) == 0
    await Talk(chat).say("sim")
    assert await orders(database) == (1 if asked == (1, 1) else 0)


async def test_the_same_items_with_a_fuller_customer_are_not_a_second_order(chat: ChatShop, script, database):
    await script([Step(calls=[("create_order", order_of(chat))]), Step("ok")])
    await Talk(chat).say("quero")
    fuller = order_of(chat, customer_info={"name": "Ana"})
    await script([Step(calls=[("create_order", order_of(chat)), ("create_order", fuller)]), Step("ok")])
    await Talk(chat).say("sim")
    await script([Step(calls=[("create_order", fuller)]), Step("ok")])
    await Talk(chat).say("sim")
    assert await orders(database) == 1


async def test_unknown_keys_of_the_customer_are_refused_by_name(chat: ChatShop, script):
    wanted = order_of(chat, customer_info={"nome": "Ana", "endereço": "Rua A, 1"})
    await script([Step(calls=[("create_order", wanted)]), Step("ok")])
    run = (await chat.say("quero"))["tool_calls"][0]
    assert (run["ok"], run["result"]["error"]["code"]) == (False, "validation")
    assert "nome" in str(run["result"]["error"])


async def test_an_agent_whose_type_has_left_the_file_keeps_no_shop_tools(chat: ChatShop, script, monkeypatch):
    types = chat.api.services.agent_types
    others = {key: value for key, value in types.all().items() if key != "vendas"}
    monkeypatch.setattr(types, "_types", others)
    fake = await script([Step(calls=[("create_order", order_of(chat))]), Step("ok")])
    told = await chat.say("quero", type="atendimento")
    assert told["tool_calls"][0]["result"]["error"]["code"] == "unknown-tool"
    offered = {tool["function"]["name"] for tool in fake.requests[0]["tools"]}
    assert offered == {"get_order_status", "resend_payment", "cancel_order", "transfer_to_human"}


async def test_the_model_knows_the_profile(chat: ChatShop, script):
    lead = await chat.shop.lead(profile_summary="Corre maratonas", custom_attributes={"calça": "42"})
    fake = await script([Step("ok")])
    await chat.say("oi", lead_id=lead["id"])
    system = fake.requests[0]["messages"][0]["content"]
    assert "Corre maratonas" in system
    assert "42" in system


async def test_an_agent_answers_only_on_its_channels_and_nobody_who_is_blocked(chat: ChatShop):
    await chat.shop.client.patch(f"/internal/agents/{chat.agent_id}", json={"channels": ["instagram"]})
    lead = await chat.shop.lead()
    told = await chat.say("oi", lead_id=lead["id"])
    assert (told["reply"], told["handled_by"]) == ("", "nobody")
    friend = await chat.shop.lead(channel="instagram")
    assert (await chat.say("oi", lead_id=friend["id"]))["reply"]
    await chat.shop.client.patch(f"/internal/leads/{friend['id']}", json={"status": "blocked"})
    assert (await chat.say("oi", lead_id=friend["id"]))["handled_by"] == "nobody"


async def test_a_switched_off_agent_can_be_rehearsed_with(chat: ChatShop):
    await chat.shop.post(f"agents/{chat.agent_id}/toggle-active")
    assert (await chat.say("tem camiseta?", dry_run=True))["reply"]
    assert (await chat.post("tem camiseta?")).status_code == 409


async def test_thoughts_and_invented_figures_do_not_leave(chat: ChatShop, script):
    fake = await script([Step("<think>R$ 1,00?</think>Pedido nº 9999 criado! Total R$ 1,00")])
    told = await chat.say("quero")
    assert len(fake.requests) == 2
    assert "9999" not in told["reply"]
    assert "R$ 1,00" not in told["reply"]
    assert {one["kind"] for one in told["guarded"]} == {"thinking", "order_number", "total"}
    await script([Step("Pedido nº 9999 enviado!"), Step("Qual é o número do seu pedido?")])
    told = await chat.say("quero")
    assert told["reply"] == "Qual é o número do seu pedido?"
    assert told["guarded"] == [{"kind": "order_number", "action": "asked_again"}]
    await script(
        [Step(calls=[("search_products", {"query": SHIRT})]), Step("A Camiseta Básica Algodão custa R$ 19,90.")]
    )
    told = await chat.say("quanto custa?")
    assert told["reply"] == "A Camiseta Básica Algodão custa R$ 39,90."
    assert told["guarded"] == [{"kind": "price", "action": "replaced"}]


async def test_the_summary_reaches_the_shopper_when_the_model_forgets_it(chat: ChatShop, script):
    await script([Step(calls=[("create_order", order_of(chat))]), Step("Ótima escolha!")])
    told = await Talk(chat).say("quero o leve no pix")
    assert told["reply"].startswith("Ótima escolha!\n\nResumo do pedido (ref. ")
    await script([Step(calls=[("create_order", order_of(chat, 2))]), Step("Feito!")])
    changed = await Talk(chat).say("sim")
    assert "order" not in changed
    assert "2 × Tênis Corrida Leve" in changed["reply"]


@pytest.mark.parametrize("message", ["quero meu dinheiro de volta", "paguei", "qual a capital da frança?"])
async def test_what_is_no_product_is_not_searched_for(chat: ChatShop, message):
    told = await Talk(chat).say(message)
    assert "products" not in told
    assert 'Não encontrei "' not in told["reply"]


async def test_the_documents_answer_with_the_one_sentence(chat: ChatShop):
    texts = {
        "Pagamento": "No Pix o desconto é de 5%. No cartão parcelamos em 6x sem juros.",
        "Loja": "A loja abre das 9h às 18h. A garantia é de 90 dias. O frete custa R$ 10,00.",
    }
    made = [
        (await chat.shop.post("documents", store_id=chat.shop.store_id, title=title, content=text))["id"]
        for title, text in texts.items()
    ]
    await chat.shop.client.put(f"/internal/agents/{chat.agent_id}/knowledge-base", json={"document_ids": made})
    await chat.api.run_jobs()
    for question, sentence in {
        "parcela no cartão?": "No cartão parcelamos em 6x sem juros.",
        "tem desconto no pix?": "No Pix o desconto é de 5%.",
        "que horas abre?": "A loja abre das 9h às 18h.",
        "qual a garantia?": "A garantia é de 90 dias.",
        "quanto é o frete?": "O frete custa R$ 10,00.",
    }.items():
        assert (await chat.say(question))["reply"] == sentence, question


async def test_instalments_are_no_price_and_a_limit_that_nothing_keeps_is_said(chat: ChatShop):
    assert "R$ 1,00" not in (await chat.say("tênis em até 12x"))["reply"]
    told = await chat.say("presente até 10 reais")
    assert "199,90" not in told["reply"]


async def test_the_quota_told_does_not_count_the_turns_own_reservation(chat: ChatShop, script):
    await script([Step("oi", usage=(100, 20))])
    assert (await chat.say("oi"))["quota"]["used"] == 120
    assert (await chat.say("oi"))["quota"]["used"] == 240


async def test_a_limit_and_a_price_beyond_all_are_taken_as_meant(chat: ChatShop, script):
    call = ("filter_products_by_price", {"max_price": 999_999_999, "limit": 50, "category": None})
    await script([Step(calls=[call]), Step("ok")])
    run = (await chat.say("tênis"))["tool_calls"][0]
    assert run["ok"]


async def test_a_very_long_message_in_the_history_leaves_the_others(chat: ChatShop, script):
    fake = await script([Step("ok")])
    history = [{"role": "user", "content": "primeira"}, {"role": "assistant", "content": "x" * 30_000}]
    await chat.say("oi", conversation_history=history)
    sent = [message["content"] for message in fake.requests[0]["messages"][1:]]
    assert sent[0] == "primeira"
    assert len(sent[1]) == 8_000


async def test_cards_are_shown_whatever_case_the_model_writes_a_name_in(chat: ChatShop, script):
    await script([Step(calls=[("search_products", {"query": SHIRT})]), Step("Temos a CAMISETA BÁSICA ALGODÃO.")])
    assert [card["name"] for card in (await chat.say("tem?"))["products"]] == [SHIRT]


async def test_only_looking_is_answered_in_portuguese_and_a_bare_number_chooses(chat: ChatShop):
    assert "vontade" in (await Talk(chat).say("só to olhando"))["reply"]
    listed = await Talk(chat).say("tem tênis?")
    told = await Talk(chat).say("2")
    assert [line["name"] for line in told["cart"]["lines"]] == [listed["products"][1]["name"]]


async def test_an_order_can_be_cancelled_after_a_yes_by_whose_it_is(chat: ChatShop, script, database):
    done = await Talk(chat).say("quero 1 camiseta básica no pix", "sim")
    order_id = done["order"]["id"]
    await script([Step(calls=[("cancel_order", {"order_id": order_id})]), Step("ok")])
    other = await Talk(chat, "another").say("cancela")
    assert other["tool_calls"][0]["result"]["error"]["code"] == "not-found"
    chat.api.services.llm = None
    asked = await Talk(chat).say("cancela meu pedido")
    assert "quer mesmo cancelar" in asked["reply"]
    assert "continua" in (await Talk(chat).say("não, deixa"))["reply"]
    gone = await Talk(chat).say("cancela meu pedido", "sim")
    assert "cancelado" in gone["reply"]
    assert await database.fetchval("SELECT status FROM orders") == "cancelled"


async def test_a_type_may_order_without_a_summary_but_never_the_same_twice(
    chat: ChatShop, script, database, monkeypatch
):
    types = chat.api.services.agent_types
    kind = types["vendas"]
    config = msgspec.structs.replace(kind.config, order_confirmation="none")
    monkeypatch.setattr(types, "_types", dict(types.all()) | {"vendas": msgspec.structs.replace(kind, config=config)})
    await script([Step(calls=[("create_order", order_of(chat))]), Step("ok")])
    first = await Talk(chat).say("quero o leve no pix")
    await script([Step(calls=[("create_order", order_of(chat))]), Step("ok")])
    again = await Talk(chat).say("quero o leve no pix")
    assert first["order"]["id"] == again["order"]["id"]
    assert await orders(database) == 1
