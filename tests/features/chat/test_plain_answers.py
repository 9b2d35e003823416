"""Plain answers to what the assistant asks, whether to call a person or which one, and what an order then tells."""

import msgspec
import pytest

from app.features.chat.assistant.deciding.mind import Say
from app.features.chat.assistant.documents.answers import Passage
from app.features.chat.assistant.saying.phrases import compose
from app.features.conversations.consent import is_consent
from app.features.conversations.state import Cart, CartLine, ConversationState, Made, Pending, Summary
from app.features.conversations.summary import summarize
from app.features.shipping.types import ShippingRule
from tests.features.chat.conftest import ChatShop
from tests.features.chat.test_goods_lists import Catalogue, product

GATE = [product("Esmerilhadeira", 25990, Voltagem="127 V"), product("Esmerilhadeira", 25990, 0, Voltagem="220 V")]
SHOP = Catalogue(
    [
        *GATE,
        product("Escada 5 degraus", 19990) | {"description": "Dobrável, suporta até 120 kg."},
        product("Escada 7 degraus", 27990) | {"description": "Dobrável, suporta até 120 kg, pés de borracha."},
        product("Caixa de Ferramentas", 8990) | {"description": "Com bandeja removível, suporta 12 kg."},
        product("Nível a Laser", 18990) | {"description": "Alcance de 15 m. Não acompanha tripé."},
        product("Disco de Corte", 590),
        product("Batom Matte", 3490, Cor="Vermelho"),
        product("Batom Matte", 3490, Cor="Nude"),
        product("Luva", 990, Tamanho="G"),
        product("Luva", 990, Tamanho="M"),
    ]
)
RULES = (
    ShippingRule(name="Retirar na loja", kind="pickup"),
    ShippingRule(
        name="Motoboy Campinas", kind="cep_range", price_cents=1500, cep_from="13010-000", cep_to="13140-999", days=1
    ),
    ShippingRule(name="Correios", kind="fixed", price_cents=3000, days=7),
)


def answers(*messages: str, shipping: tuple[ShippingRule, ...] = (), passages: tuple[Passage, ...] = ()) -> list[Say]:
    """What the last of some messages is answered."""
    state, says = ConversationState(), list[Say]()
    for message in messages:
        _, state, says = SHOP.turn(message, state, shipping=shipping, passages=passages)
    return says


def reply(*messages: str, shipping: tuple[ShippingRule, ...] = (), passages: tuple[Passage, ...] = ()) -> str:
    """The same, as it is read."""
    return compose(answers(*messages, shipping=shipping, passages=passages), "pt")


@pytest.mark.parametrize(
    "said", ["sim, pergunta", "pode perguntar sim", "eu disse que sim, é pra perguntar pra pessoa da equipe"]
)
def test_a_person_that_was_offered_is_called(said: str):
    asked = ["quero a esmerilhadeira 220", "quando chega a 220?"]
    assert any(one.what == "restock_unknown" for one in answers(*asked))
    assert [one.what for one in answers(*asked, said)] == ["no_person"]  # none can be called here


def test_a_no_to_a_person_does_not_lose_what_is_wanted_instead():
    said = ["quero a esmerilhadeira 220", "quando chega a 220?", "não, deixa. quero 2 batom nude e 1 batom vermelho"]
    assert SHOP.cart(*said) == {"Batom Matte (Nude)": 2, "Batom Matte (Vermelho)": 1}


@pytest.mark.parametrize("said", ["sim, siga sem ela", "pode seguir", "segue sem"])
def test_it_goes_on_without_what_was_not_understood(said: str):
    state = SHOP.turn("quero 2 luva G")[1]
    asked = msgspec.structs.replace(state.dialogue, pending=Pending("unread"), unread="3 xpto")
    _, state, says = SHOP.turn(said, msgspec.structs.replace(state, dialogue=asked))
    assert [one.what for one in says] == ["cart"]
    assert state.dialogue.unread == ""


def test_the_name_of_what_is_near_with_a_yes_takes_it():
    state = SHOP.turn("do you have a laser level?")[1]
    state = SHOP.turn("I want a laser level", state)[1]
    state = SHOP.turn("yes, the laser level", state)[1]
    assert [line.name for line in state.cart.lines] == ["Nível a Laser"]


def _summary(name: str = "") -> Summary:
    cart = Cart((CartLine("p", "Nível a Laser", 1, 18990),), "pix", "Retirar na loja")
    return summarize(cart, "ABCDEFGH", shipping_cents=0, name=name)


@pytest.mark.parametrize("said", ["sim, Fernanda Couto", "isso, jorge matias", "Pode confirmar. Ana Paula Reis"])
def test_a_yes_with_a_name_under_it_is_one(said: str):
    assert is_consent(_summary(), said)
    assert not is_consent(_summary("Bruno Reis"), said)


@pytest.mark.parametrize("said", ["sim, Rosa", "sim, Rosa Claro", "não, Fernanda Couto", "sim, mais dois"])
def test_no_other_word_behind_a_yes_is_a_name(said: str):
    assert not is_consent(_summary(), said)


def test_the_name_behind_the_yes_is_kept():
    state = SHOP.turn("quero 1 nível a laser", None, shipping=RULES)[1]
    assert SHOP.turn("sim, Fernanda Couto", state, shipping=RULES)[1].known.name == "Fernanda Couto"


ORDER = {
    "order": {
        "number": 7,
        "total": 63.0,
        "shipping": 15.0,
        "discount": 2.0,
        "payment_method": "cod",
        "instructions": "Pague ao entregador em dinheiro ou cartão.",
        "items": [{"name": "Luva (G)", "quantity": 5, "unit_price": 10.0}],
    }
}


def test_an_order_tells_what_its_total_is_made_of():
    text = compose([Say("order", {"address": "x", "name": "y", "fetched": ""}, result=ORDER)], "pt")
    assert "5 × Luva (G) — R$ 10,00 cada = R$ 50,00" in text
    assert "Frete: R$ 15,00" in text
    assert "Desconto: −R$ 2,00" in text
    assert "Pague ao entregador" in text


def test_who_fetches_an_order_pays_no_courier_and_is_asked_for_a_name():
    fetched = {"address": "Retirar na loja", "name": "", "fetched": "Retirar na loja"}
    text = compose([Say("order", fetched, result=ORDER)], "pt")
    assert "entregador" not in text
    assert "O pagamento é feito na retirada." in text
    assert text.endswith("Em que nome fica a retirada?")
    assert "Em que nome" not in compose([Say("order", fetched | {"name": "Ana"}, result=ORDER)], "pt")


def test_other_ways_are_told_of_before_the_postal_code_is_known():
    text = reply("quero 1 batom nude", "pix", shipping=RULES)
    assert "Para outras entregas, conforme a sua região, me diga o CEP." in text


def test_how_long_the_order_takes_is_of_the_way_it_goes():
    cart = Cart((CartLine("p", "Luva", 1, 990),), "pix", "Motoboy Campinas")
    state = SHOP.turn("meu cep é 13025-000")[1]
    made = Made("ABCDEFGH", "1", 1, "manual_pix", cart=cart, total_cents=2490)
    terms = (Passage("Frete", "Nordeste em 4 a 7 dias úteis, demais regiões em 6 a 10 dias úteis."),)
    state = msgspec.structs.replace(state, orders=(made,))
    _, _, says = SHOP.turn("que dia chega?", state, shipping=RULES, passages=terms)
    assert "Motoboy Campinas" in compose(says, "pt")


def test_what_was_bought_and_stopped_working_is_a_complaint():
    said = "comprei uma esmerilhadeira com vcs semana passada e ela já parou de funcionar!! quero resolver isso"
    assert [one.what for one in answers(said)] == ["no_person"]


def test_a_second_question_behind_and_if_is_answered():
    terms = (Passage("Garantia", "Ferramentas têm 12 meses de garantia."),)
    text = reply("Gostaria de saber qual a garantia do nível a laser e se acompanha tripé.", passages=terms)
    assert "12 meses" in text
    assert "Não acompanha tripé" in text
    assert "Não fechei nada" not in text


def test_what_it_bears_is_told_and_nothing_that_bears_less_is_offered():
    assert "suporta 12 kg" in reply("quero 1 caixa de ferramentas", "peraí, aguenta quantos kilos?")
    assert "Sem pressa" not in reply("quero 1 caixa de ferramentas", "peraí, aguenta quantos kilos?")
    assert "Nenhum deles é para tanto" in reply("tem escada que aguente 130kg?")
    assert "Nenhum deles é para tanto" not in reply("tem escada que aguente 100kg?")


def test_what_is_told_of_all_shown_takes_none_of_them():
    assert SHOP.cart("tem escada?", "todas são de 120 kg, então não serve pra mim. obrigado") == {}
    assert SHOP.cart("tem escada?", "quero todas") == {"Escada 5 degraus": 1, "Escada 7 degraus": 1}


def test_none_of_what_was_shown_is_not_shown_once_more():
    assert [one.what for one in answers("tem escada?", "não quero nenhuma! a escada não aguenta meu peso")] == ["no"]


def test_not_only_that_is_no_wish_for_it_alone():
    assert SHOP.cart("tem batom?", "não quero só o disco de corte né") == {}


def test_so_many_asked_about_are_as_many_with_what_it_costs_to_send_them():
    text = reply("quanto sai 20 discos de corte?", "entrega no 20040-000 quanto fica?", shipping=RULES)
    assert "R$ 148,00" in text


def test_a_company_s_number_stands_in_the_summary():
    state = SHOP.turn("quero 2 luva G", None, shipping=RULES)[1]
    _, state, says = SHOP.turn("quero a nota no CNPJ 11.222.333/0001-81, anota aí", state, shipping=RULES)
    assert state.cart.notes == "CNPJ 11.222.333/0001-81"
    assert all(one.what != "nothing" for one in says)


def test_where_the_shop_is():
    terms = (Passage("Horário", "Segunda a sábado das 10h às 20h. Loja no Shopping Barra, piso L2, Salvador."),)
    assert reply("e o endereço da loja?", passages=terms) == "Loja no Shopping Barra, piso L2, Salvador."


def test_a_town_where_somebody_lives_is_where_it_goes():
    terms = (Passage("Frete", "Campinas: entrega no dia seguinte por R$ 15,00 com Motoboy Campinas."),)
    text = reply("minha mãe mora em Recife, vocês mandam direto pra ela?", shipping=RULES, passages=terms)
    assert "recife" in text
    assert "Campinas" not in text


def test_who_is_named_behind_a_district_and_a_postal_code_is_no_part_of_the_address():
    state = SHOP.turn("quero 1 batom nude", None, shipping=RULES)[1]
    state = SHOP.turn("rua airosa galvão 25 barra, 40140-180, ana beatriz", state, shipping=RULES)[1]
    assert state.known.name == "Ana Beatriz"
    assert "ana" not in (state.known.address or "")


GIFTS = Catalogue([product("Embalagem para Presente", 890), product("Kit Presente Banho", 11990)])


def test_a_gift_is_not_what_one_is_wrapped_in():
    _, _, says = GIFTS.turn("preciso de um presente pra minha esposa, o que você indica?")
    assert "Embalagem" not in compose(says, "pt")
    assert "Kit Presente Banho" in compose(says, "pt")


async def test_where_is_paid_on_delivery_is_told_before_how(chat: ChatShop):
    store = chat.shop.store_id
    settings = {"cod_enabled": True, "cod_instructions": "Pague ao entregador em dinheiro ou cartão."}
    await chat.shop.client.put(f"/internal/orders/store/{store}/payment-settings", json=settings)
    terms = "Pagamento na entrega em dinheiro ou cartão, só em Campinas."
    made = await chat.shop.post("documents", store_id=store, title="Pagamento", content=terms)
    await chat.shop.client.put(f"/internal/agents/{chat.agent_id}/knowledge-base", json={"document_ids": [made["id"]]})
    await chat.api.run_jobs()
    assert (await chat.say("dá pra pagar no cartão na entrega?"))["reply"] == terms


@pytest.mark.parametrize(
    "said",
    [
        "e se for 3 disco de corte quanto da",
        "quanto fica se eu levar 3 discos",
        "how much if I take 3 of them",
        "se eu levar 3 fica quanto",
    ],
)
def test_what_so_many_would_cost_is_told_and_nothing_is_missed(said: str):
    held = SHOP.turn("quero 1 disco de corte")[1]
    _, state, says = SHOP.turn(said, held)
    assert [(one.what, one.quantity) for one in says] == [("details", 3)]
    assert state.cart == held.cart
    assert state.dialogue.unread == ""


async def test_an_order_without_shipping_rules_says_that_freight_is_to_be_agreed(chat: ChatShop):
    at = (await chat.say("quero 1 camiseta básica no pix"))["conversation_id"]
    placed = await chat.say("sim", conversation_id=at)
    assert "nº 1 criado" in placed["reply"]
    assert "Frete: a combinar" in placed["reply"]
