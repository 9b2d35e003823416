"""When agents answer: the hours by the company's clock, what a shopper is told outside them, and what becomes of it."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.features.agents.hours import OpeningHours, is_open, next_opening, said_outside
from tests.api import Api
from tests.features.chat.conftest import ChatShop, open_chat_shop
from tests.problems import assert_problem
from tests.shops import Shop

ZONE = "America/Sao_Paulo"
WEEK = [
    *(OpeningHours(day, "09:00", "18:00") for day in ("mon", "tue", "wed", "thu")),
    OpeningHours("fri", "09:00", "12:00"),
    OpeningHours("fri", "13:30", "18:00"),
    OpeningHours("sat", "20:00", "02:00"),
]


def at(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of the week from Monday, 2 March 2026, where the company is."""
    return datetime(2026, 3, 1 + day, hour, minute, tzinfo=ZoneInfo(ZONE))


@pytest.mark.parametrize(
    ("moment", "answers"),
    [
        (at(1, 8, 59), False), (at(1, 9), True), (at(1, 17, 59), True), (at(1, 18), False),
        (at(5, 12), False), (at(5, 13, 30), True),
        (at(6, 19), False), (at(6, 23), True), (at(7, 1, 59), True), (at(7, 2), False), (at(7, 20), False),
    ],
)  # fmt: skip
def test_an_agent_answers_within_its_hours(moment: datetime, answers: bool):
    assert is_open(WEEK, moment, ZONE) is answers
    assert is_open(WEEK, moment.astimezone(ZoneInfo("Asia/Tokyo")), ZONE) is answers
    assert is_open([], moment, ZONE)


def test_a_day_from_midnight_to_midnight_is_the_whole_day():
    sunday = [OpeningHours("sun", "00:00", "00:00")]
    assert is_open(sunday, at(7, 0), ZONE)
    assert is_open(sunday, at(7, 23, 59), ZONE)
    assert not is_open(sunday, at(8, 0), ZONE)
    assert next_opening(sunday, at(8, 0), ZONE) == datetime(2026, 3, 15)


@pytest.mark.parametrize(
    ("moment", "portuguese", "english"),
    [
        (at(1, 7), "das 9h hoje", "today at 09:00"),
        (at(1, 18), "das 9h amanhã", "tomorrow at 09:00"),
        (at(5, 12), "das 13h30 hoje", "today at 13:30"),
        (at(4, 18), "das 9h amanhã", "tomorrow at 09:00"),
        (at(7, 2), "das 9h amanhã", "tomorrow at 09:00"),
    ],
)
def test_a_shopper_is_told_when_the_agent_is_back(moment: datetime, portuguese: str, english: str):
    assert portuguese in said_outside(WEEK, moment, ZONE, english=False)
    assert english in said_outside(WEEK, moment, ZONE, english=True)


def test_a_day_further_on_is_called_by_its_name():
    assert "das 20h no sábado" in said_outside(WEEK[-1:], at(1, 8), ZONE, english=False)
    assert "on Saturday at 20:00" in said_outside(WEEK[-1:], at(1, 8), ZONE, english=True)


@pytest.fixture
async def chat(api: Api, shop: Shop) -> ChatShop:
    """A shop whose agent answers in the two hours from tomorrow's noon alone."""
    made = await open_chat_shop(api, shop)
    now = api.clock.now().astimezone(ZoneInfo(ZONE))
    noon = (now + timedelta(days=1)).replace(hour=12, minute=0, second=0)
    day = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")[noon.weekday()]
    hours = [{"day": day, "opens": "12:00", "closes": "14:00"}]
    answer = await shop.client.patch(f"/internal/agents/{made.agent_id}", json={"hours": hours})
    assert answer.json()["hours"] == hours
    api.clock.advance(seconds=(noon - now - timedelta(hours=2)).total_seconds())
    return made


async def test_outside_its_hours_it_says_so_once_and_answers_again_within(chat: ChatShop, api: Api):
    lead = await chat.shop.lead()
    told = await chat.say("tem camiseta?", lead_id=lead["id"])
    assert "fora do horário" in told["reply"]
    assert "12h hoje" in told["reply"]
    assert (told["state"], told["tool_calls"], "handled_by" in told) == ("waiting", [], False)
    again = await chat.say("oi?", lead_id=lead["id"])
    assert (again["reply"], again["handled_by"], again["state"]) == ("", "human", "waiting")
    found = (
        await chat.shop.client.get(
            "/internal/conversations", params={"store_ids": chat.shop.store_id, "state": "waiting"}
        )
    ).json()["items"]
    assert [one["waiting_reason"] for one in found] == ["hours"]
    api.clock.advance(hours=2, minutes=1)
    within = await chat.say("tem camiseta?", lead_id=lead["id"])
    assert within["state"] == "bot"
    assert "Camiseta" in within["reply"]


async def test_what_was_in_the_cart_is_there_when_the_agent_is_back(chat: ChatShop, api: Api):
    lead = (await chat.shop.lead())["id"]
    api.clock.advance(hours=3)
    before = (await chat.say("meu nome é Maria Souza, quero 2 camiseta básica algodão", lead_id=lead))["cart"]
    api.clock.advance(hours=3)
    outside = await chat.say("posso pagar no pix?", lead_id=lead)
    assert "fora do horário" in outside["reply"]
    assert outside["cart"] == before
    api.clock.advance(days=6, hours=21)
    assert "2 × Camiseta Básica Algodão" in (await chat.say("pix", lead_id=lead))["reply"]


async def test_whoever_a_person_attends_is_not_told_the_hours(chat: ChatShop):
    lead = await chat.shop.lead()
    await chat.say("oi", lead_id=lead["id"])
    (one,) = (await chat.shop.client.get("/internal/conversations", params={"store_ids": chat.shop.store_id})).json()[
        "items"
    ]
    assert (await chat.shop.client.post(f"/internal/conversations/{one['id']}/take")).status_code == 200
    told = await chat.say("alguém?", lead_id=lead["id"])
    assert (told["reply"], told["state"]) == ("", "human")


async def test_a_rehearsal_is_held_at_any_hour(chat: ChatShop):
    told = await chat.say("tem camiseta?", dry_run=True)
    assert told["state"] == "bot"
    assert "Camiseta" in told["reply"]


async def test_hours_come_and_go_with_the_agent(shop: Shop):
    hours = [{"day": "mon", "opens": "08:00", "closes": "12:00"}, {"day": "mon", "opens": "13:00", "closes": "17:00"}]
    made = await shop.post("agents", store_id=shop.store_id, name="Bia", type="vendas", hours=hours)
    assert made["hours"] == hours
    place = f"/internal/agents/{made['id']}"
    assert (await shop.client.patch(place, json={"name": "Lia"})).json()["hours"] == hours
    assert (await shop.client.patch(place, json={"hours": []})).json()["hours"] == []


@pytest.mark.parametrize(
    ("hours", "pointer"),
    [
        ([{"day": "mon", "opens": "9h", "closes": "18:00"}], "/hours/0/opens"),
        ([{"day": "segunda", "opens": "09:00", "closes": "18:00"}], "/hours/0/day"),
        ([{"day": "mon", "opens": "09:00"}], "/hours/0/closes"),
        ([{"day": "mon", "opens": "24:00", "closes": "18:00"}], "/hours/0/opens"),
        ([{"day": "mon", "opens": f"0{hour}:00", "closes": "18:00"} for hour in range(3)], "/hours"),
    ],
)
async def test_hours_that_are_none_are_refused(shop: Shop, hours: list[dict[str, str]], pointer: str):
    body = {"store_id": shop.store_id, "name": "Bia", "type": "vendas", "hours": hours}
    assert_problem(await shop.client.post("/internal/agents", json=body), 422, "validation", pointer)
