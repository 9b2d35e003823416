"""What agents write first: off by default, once each, not by night, and not after `parar`."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.context import JobCtx
from app.db import Database
from app.features.follow_ups import jobs
from app.features.follow_ups.jobs import send_follow_ups
from app.features.follow_ups.rules import is_quiet, stops, wants_notice
from app.jobs import NoArgs
from app.ops.agent_types import FollowUps
from tests.api import ROOT, Api
from tests.features.chat.conftest import ChatShop, open_chat_shop
from tests.problems import assert_problem
from tests.shops import Shop

ON = """
      follow_ups:
        {unpaid_pix_minutes: 60, abandoned_cart_minutes: 120, back_in_stock: true, quiet_from: 22, quiet_until: 8}
"""
NOON = datetime(2026, 3, 10, 12, 0, tzinfo=ZoneInfo("America/Sao_Paulo"))


@pytest.fixture
async def chat(api: Api, shop: Shop) -> ChatShop:
    return await open_chat_shop(api, shop)


@pytest.fixture
def switched_on(api: Api, tmp_path: Any) -> None:
    """Agents of type `vendas` write first."""
    text = (ROOT / "agent_types.yaml").read_text("utf-8")
    path = tmp_path / "types.yaml"
    path.write_text(text.replace("    config:\n", f"    config:{ON}", 1), "utf-8")
    api.services.agent_types._path = path
    api.services.agent_types.reload()


@pytest.fixture
def noon(api: Api) -> None:
    """Twelve o'clock where the company is."""
    now = api.clock.now().astimezone(ZoneInfo("America/Sao_Paulo"))
    until = now.replace(hour=12, minute=0) + timedelta(days=1) - now
    api.clock.advance(seconds=until.total_seconds())


async def follow(api: Api, **later: float) -> None:
    """The job, after a while."""
    api.clock.advance(**later)
    await send_follow_ups(JobCtx(api.services, None), NoArgs())  # type: ignore[arg-type] - it is no job's run


async def written(chat: ChatShop) -> list[str]:
    """What has left as events."""
    events = (await chat.shop.client.get("/internal/events")).json()["items"]
    return [event["data"]["content"] for event in events if event["type"] == "message.outgoing"]


async def left_cart(chat: ChatShop) -> str:
    lead = await chat.shop.lead()
    await chat.say("quero 2 camiseta básica algodão", lead_id=lead["id"])
    return str(lead["id"])


@pytest.mark.usefixtures("noon")
async def test_nothing_is_written_unless_the_type_says_so(api: Api, chat: ChatShop):
    await left_cart(chat)
    await follow(api, hours=3)
    assert await written(chat) == []


@pytest.mark.usefixtures("noon", "switched_on")
async def test_a_cart_left_behind_is_reminded_of_once(api: Api, chat: ChatShop, database: Database):
    lead = await left_cart(chat)
    await follow(api, hours=1)
    assert await written(chat) == []
    await follow(api, hours=2)
    [text] = await written(chat)
    assert "2 × Camiseta Básica Algodão" in text
    assert "PARAR" in text
    await follow(api, hours=1)
    assert len(await written(chat)) == 1
    # It stands in the conversation, and its answer goes on with the cart.
    said = await database.fetch("SELECT role, content FROM conversation_messages ORDER BY created_at, id")
    assert [row["role"] for row in said] == ["user", "assistant", "assistant"]
    assert "Resumo do pedido" in (await chat.say("pix", lead_id=lead))["reply"]


@pytest.mark.usefixtures("noon", "switched_on")
async def test_who_is_archived_is_not_reminded(api: Api, chat: ChatShop):
    await chat.shop.client.delete(f"/internal/leads/{await left_cart(chat)}")
    await follow(api, hours=3)
    assert await written(chat) == []


@pytest.mark.usefixtures("noon", "switched_on")
async def test_a_summary_shown_before_the_reminder_needs_another_yes(api: Api, chat: ChatShop, database: Database):
    lead = await left_cart(chat)
    await chat.say("pix", lead_id=lead)
    await follow(api, hours=3)
    assert len(await written(chat)) == 1
    assert "Resumo do pedido" in (await chat.say("sim", lead_id=lead))["reply"]
    assert await database.fetchval("SELECT count(*) FROM orders") == 0


@pytest.mark.usefixtures("noon", "switched_on")
async def test_an_unpaid_pix_is_reminded_of_before_it_runs_out(api: Api, chat: ChatShop, database: Database):
    lead = await left_cart(chat)
    await chat.say("pix", lead_id=lead)
    order = (await chat.say("sim", lead_id=lead))["order"]
    until = api.clock.now() + timedelta(hours=5)
    await database.execute("UPDATE orders SET proof_expires_at = $1, created_at = $2", until, api.clock.now())
    await follow(api, hours=3)
    assert await written(chat) == []
    await follow(api, hours=1, minutes=30)
    [text] = await written(chat)
    assert f"nº {order['number']}" in text
    assert order["br_code"] in text
    await follow(api, minutes=10)
    assert len(await written(chat)) == 1


@pytest.mark.usefixtures("noon", "switched_on")
async def test_what_is_paid_is_not_reminded_of(api: Api, chat: ChatShop, database: Database):
    lead = await left_cart(chat)
    await chat.say("pix", lead_id=lead)
    order = (await chat.say("sim", lead_id=lead))["order"]
    until = api.clock.now() + timedelta(hours=2)
    await database.execute("UPDATE orders SET proof_expires_at = $1, created_at = $2", until, api.clock.now())
    moved = await chat.shop.client.post(f"/internal/orders/{order['id']}/transition", json={"to": "confirmed"})
    assert moved.status_code == 200, moved.text
    await follow(api, hours=1, minutes=30)
    assert await written(chat) == []


@pytest.mark.usefixtures("noon", "switched_on")
async def test_who_asked_hears_when_it_is_back(api: Api, chat: ChatShop):
    lead = (await chat.shop.lead())["id"]
    await chat.say("tem mochila trilha?", lead_id=lead)
    assert "aviso" in (await chat.say("me avisa quando chegar?", lead_id=lead))["reply"]
    await follow(api, minutes=10)
    assert await written(chat) == []
    product = chat.products["Mochila Trilha 30L"]["id"]
    changed = await chat.shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 4})
    assert changed.status_code == 200, changed.text
    await follow(api, minutes=10)
    [text] = await written(chat)
    assert "Mochila Trilha 30L" in text
    await follow(api, minutes=10)
    assert len(await written(chat)) == 1
    assert "1 × Mochila Trilha 30L" in (await chat.say("quero", lead_id=lead))["reply"]


@pytest.mark.usefixtures("noon", "switched_on")
async def test_who_asks_by_name_at_once_hears_too(api: Api, chat: ChatShop):
    lead = (await chat.shop.lead())["id"]
    reply = (await chat.say("me avisa quando a mochila trilha chegar", lead_id=lead))["reply"]
    assert "Mochila Trilha 30L" in reply
    product = chat.products["Mochila Trilha 30L"]["id"]
    await chat.shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 4})
    await follow(api, minutes=10)
    [text] = await written(chat)
    assert "Mochila Trilha 30L" in text


@pytest.mark.usefixtures("noon", "switched_on")
async def test_parar_ends_them(api: Api, chat: ChatShop):
    lead = await left_cart(chat)
    assert "lembretes" in (await chat.say("PARAR", lead_id=lead))["reply"]
    await follow(api, hours=3)
    assert await written(chat) == []


@pytest.mark.usefixtures("switched_on")
async def test_parar_leaves_the_cart_and_what_is_known(chat: ChatShop):
    lead = (await chat.shop.lead())["id"]
    await chat.say("meu nome é Maria Souza", lead_id=lead)
    before = (await chat.say("quero 2 camiseta básica algodão", lead_id=lead))["cart"]
    assert (await chat.say("parar", lead_id=lead))["cart"] == before
    assert before["customer_info"] == {"name": "Maria Souza"}
    assert "2 × Camiseta Básica Algodão" in (await chat.say("pix", lead_id=lead))["reply"]


@pytest.mark.usefixtures("noon", "switched_on")
async def test_parar_counts_while_a_person_attends_too(api: Api, chat: ChatShop):
    lead = await left_cart(chat)
    found = (await chat.shop.client.get(f"/internal/conversations?store_ids={chat.shop.store_id}")).json()["items"]
    path = f"/internal/conversations/{found[0]['id']}"
    await chat.shop.client.post(f"{path}/take")
    assert (await chat.say("parar", lead_id=lead))["handled_by"] == "human"
    await chat.shop.client.post(f"{path}/release")
    await follow(api, hours=3)
    assert await written(chat) == []


@pytest.mark.usefixtures("noon", "switched_on")
async def test_nobody_is_written_to_at_night_or_while_a_person_attends(api: Api, chat: ChatShop):
    await left_cart(chat)
    await follow(api, hours=12)
    assert await written(chat) == []
    found = (await chat.shop.client.get(f"/internal/conversations?store_ids={chat.shop.store_id}")).json()["items"]
    await chat.shop.client.post(f"/internal/conversations/{found[0]['id']}/take")
    await follow(api, hours=10)
    assert await written(chat) == []


@pytest.mark.usefixtures("noon", "switched_on")
async def test_one_companys_follow_ups_are_its_own(api: Api, chat: ChatShop, other_shop: Shop):
    other = await open_chat_shop(api, other_shop)
    await left_cart(chat)
    await left_cart(other)
    await follow(api, hours=3)
    assert len(await written(chat)) == len(await written(other)) == 1


async def wants_it_back(chat: ChatShop) -> str:
    lead = (await chat.shop.lead())["id"]
    await chat.say("tem mochila trilha?", lead_id=lead)
    await chat.say("me avisa quando chegar?", lead_id=lead)
    return str(lead)


async def waits_for_pix(chat: ChatShop) -> str:
    lead = await left_cart(chat)
    await chat.say("pix", lead_id=lead)
    assert "order" in await chat.say("sim", lead_id=lead)
    return lead


@pytest.mark.usefixtures("noon", "switched_on")
@pytest.mark.parametrize("begin", [left_cart, wants_it_back, waits_for_pix])
async def test_nobody_waits_behind_those_who_may_not_be_written_to(
    api: Api, chat: ChatShop, other_shop: Shop, database: Database, monkeypatch: pytest.MonkeyPatch, begin: Any
):
    monkeypatch.setattr(jobs, "BATCH", 1)
    other = await open_chat_shop(api, other_shop)
    for one in (chat, chat, other):
        lead = await begin(one)
        if one is chat:
            await chat.say("parar", lead_id=lead)
    await database.execute("UPDATE products SET stock_quantity = 9")
    await database.execute("UPDATE orders SET proof_expires_at = $1", api.clock.now() + timedelta(hours=3, minutes=30))
    await follow(api, hours=3)
    assert await written(chat) == []
    assert len(await written(other)) == 1


async def choose(chat: ChatShop, chosen: dict[str, Any] | None) -> None:
    answer = await chat.shop.client.patch(f"/internal/agents/{chat.agent_id}", json={"follow_ups": chosen})
    assert answer.status_code == 200, answer.text
    assert answer.json()["follow_ups"] == chosen


@pytest.mark.usefixtures("noon")
async def test_an_agents_own_choice_counts_where_its_type_says_nothing(api: Api, chat: ChatShop):
    await choose(chat, {"abandoned_cart_minutes": 30, "quiet_from": 15})
    lead = await left_cart(chat)
    await follow(api, minutes=20)
    assert await written(chat) == []
    await follow(api, minutes=20)
    assert len(await written(chat)) == 1
    await left_cart(chat)
    await follow(api, hours=3)  # from three o'clock on nobody is written to
    assert len(await written(chat)) == 1
    assert "lembretes" in (await chat.say("parar", lead_id=lead))["reply"]


@pytest.mark.usefixtures("noon")
async def test_an_agent_of_its_own_choice_reminds_of_a_pix_and_of_what_is_back(
    api: Api, chat: ChatShop, database: Database
):
    await choose(chat, {"unpaid_pix_minutes": 60, "back_in_stock": True})
    lead = await left_cart(chat)
    await chat.say("pix", lead_id=lead)
    await chat.say("sim", lead_id=lead)
    until = api.clock.now() + timedelta(hours=2)
    await database.execute("UPDATE orders SET proof_expires_at = $1, created_at = $2", until, api.clock.now())
    other = (await chat.shop.lead())["id"]
    await chat.say("tem mochila trilha?", lead_id=other)
    assert "aviso" in (await chat.say("me avisa quando chegar?", lead_id=other))["reply"]
    product = chat.products["Mochila Trilha 30L"]["id"]
    await chat.shop.client.patch(f"/internal/products/{product}", json={"stock_quantity": 4})
    await follow(api, hours=1, minutes=30)
    assert sorted("Pix" in text for text in await written(chat)) == [False, True]


@pytest.mark.usefixtures("noon", "switched_on")
async def test_an_agent_may_choose_nothing_though_its_type_writes(api: Api, chat: ChatShop):
    await choose(chat, {})
    lead = await left_cart(chat)
    await follow(api, hours=3)
    assert await written(chat) == []
    assert "lembretes" not in (await chat.say("parar", lead_id=lead))["reply"]
    await choose(chat, None)
    await left_cart(chat)
    await follow(api, hours=3)
    assert len(await written(chat)) >= 1


@pytest.mark.parametrize(
    "chosen",
    [{"unpaid_pix_minutes": 1}, {"abandoned_cart_minutes": 5}, {"quiet_from": 24}, {"by_night": True}, [], "on"],
)
async def test_odd_choices_are_refused(chat: ChatShop, chosen: Any):
    place = f"/internal/agents/{chat.agent_id}"
    assert_problem(await chat.shop.client.patch(place, json={"follow_ups": chosen}), 422, "validation")


@pytest.mark.parametrize("said", ["parar", "PARAR", "Parar!", "pare", "sair", "stop", "não me mande mais mensagens"])
def test_a_stop(said: str):
    assert stops(said)


@pytest.mark.parametrize("said", ["vou parar de fumar", "parar na loja?", "não quero parar", "para 2 pessoas", "sim"])
def test_no_stop(said: str):
    assert not stops(said)


@pytest.mark.parametrize("said", ["me avisa quando chegar", "avise se voltar por favor", "let me know when it's back"])
def test_a_wish_to_hear(said: str):
    assert wants_notice(said)


@pytest.mark.parametrize("said", ["quando chega?", "quero avisar minha mãe", "me chama no zap"])
def test_no_wish_to_hear(said: str):
    assert not wants_notice(said)


def test_quiet_hours_go_over_midnight_in_the_companys_zone():
    config = FollowUps(back_in_stock=True, quiet_from=21, quiet_until=8)
    quiet = [hour for hour in range(24) if is_quiet(config, NOON.replace(hour=hour), "America/Sao_Paulo")]
    assert quiet == [0, 1, 2, 3, 4, 5, 6, 7, 21, 22, 23]
    assert is_quiet(config, NOON, "Asia/Tokyo")
