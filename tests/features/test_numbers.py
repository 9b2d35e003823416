"""The numbers of a range: sums of the database, compared with as many days before."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from app.db import Database
from tests.problems import assert_problem
from tests.sales import add_product, make_order, move
from tests.shops import NOBODYS, Shop


async def _numbers(shop: Shop, **params: Any) -> dict[str, Any]:
    answer = await shop.client.get(f"/internal/numbers/{shop.store_id}", params=params)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_orders_count_by_day_channel_and_customer(shop: Shop, database: Database):
    product = await add_product(database, shop.store_id, cents=1000)
    bia = await shop.lead(name="Bia", channel="whatsapp", external_id="5511988887777", interests=["Canecas", "vela"])
    ana = await shop.lead(name="Ana", interests=["canecas"])
    sold = [
        await make_order(shop, [(product, quantity)], lead_id=lead)
        for lead, quantity in ((bia["id"], 3), (bia["id"], 1), (ana["id"], 2), (None, 5))
    ]
    for order in sold:
        assert (await move(shop, order["id"], "confirmed")).status_code == 200
    await make_order(shop, [(product, 9)], lead_id=ana["id"])
    told = await _numbers(shop)
    assert (told["now"]["orders"], told["now"]["sold"], told["now"]["revenue_cents"]) == (5, 4, 11000)
    assert (told["before"]["orders"], told["now"]["new_leads"]) == (0, 2)
    assert told["by_channel"] == [
        {"channel": "desk", "orders": 1, "revenue_cents": 5000},
        {"channel": "whatsapp", "orders": 2, "revenue_cents": 4000},
        {"channel": "web", "orders": 1, "revenue_cents": 2000},
    ]
    assert [(row["name"], row["orders"], row["revenue_cents"]) for row in told["customers"]] == [
        ("Bia", 2, 4000),
        ("Ana", 1, 2000),
    ]
    assert told["interests"] == [{"interest": "canecas", "leads": 2}, {"interest": "vela", "leads": 1}]
    sums = await _numbers(shop, lists="false")
    assert sums == told | {"by_channel": [], "customers": [], "interests": []}
    assert len(told["by_day"]) == 30
    assert (told["by_day"][-1]["orders"], told["by_day"][-1]["revenue_cents"]) == (5, 11000)


async def test_a_range_is_compared_with_the_days_before_it(shop: Shop, database: Database):
    product = await add_product(database, shop.store_id, cents=1000)
    order = await make_order(shop, [(product, 1)])
    await move(shop, order["id"], "confirmed")
    today = date.fromisoformat((await _numbers(shop))["to"])
    later = today + timedelta(days=1)
    assert len((await _numbers(shop, days=7))["by_day"]) == 7
    told = await _numbers(shop, **{"from": later.isoformat(), "to": (later + timedelta(days=1)).isoformat()})
    assert (told["now"]["revenue_cents"], told["before"]["revenue_cents"], told["by_day"][0]["orders"]) == (0, 1000, 0)


async def test_days_are_the_companys(shop: Shop, database: Database):
    product = await add_product(database, shop.store_id, cents=1000)
    order = await make_order(shop, [(product, 1)])
    await move(shop, order["id"], "confirmed")
    for zone, hours in (("Pacific/Kiritimati", 14), ("Pacific/Pago_Pago", -11)):
        await shop.client.patch("/internal/company", json={"timezone": zone})
        made = datetime.fromisoformat(order["created_at"]).astimezone(UTC) + timedelta(hours=hours)
        day = {"from": made.date().isoformat(), "to": made.date().isoformat()}
        told = await _numbers(shop, **day)
        assert (told["timezone"], told["now"]["orders"]) == (zone, 1)


@pytest.mark.parametrize(
    ("first", "last"), [("2026-02-01", "2026-01-31"), ("2024-01-01", "2026-01-01"), ("x", "2026-01-01")]
)
async def test_an_odd_range_is_refused(shop: Shop, first: str, last: str):
    answer = await shop.client.get(f"/internal/numbers/{shop.store_id}", params={"from": first, "to": last})
    assert_problem(answer, 422, "validation")


@pytest.mark.parametrize("day", ["0001-01-01", "1999-12-31", "9000-01-01", "9999-12-31"])
@pytest.mark.parametrize("end", ["from", "to"])
async def test_a_day_at_the_end_of_the_calendar_is_refused_by_its_name(shop: Shop, end: str, day: str):
    answer = await shop.client.get(f"/internal/numbers/{shop.store_id}", params={end: day, "days": 366})
    assert_problem(answer, 422, "validation", f"/{end}")


async def test_another_companys_numbers_are_not_found(shop: Shop, other_shop: Shop):
    for store_id in (shop.store_id, NOBODYS):
        assert_problem(await other_shop.client.get(f"/internal/numbers/{store_id}"), 404, "not-found")
