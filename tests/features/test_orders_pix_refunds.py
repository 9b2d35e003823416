"""Money that goes back through the PIX provider that took it, on loopback."""

import pytest

from app.context import JobCtx
from app.features.orders.jobs import settle_refunds
from app.jobs import NoArgs
from tests.features.test_orders_pix import app_settings, product, provider
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, make_order, move, save_settings

__all__ = ["app_settings", "product", "provider"]


async def test_a_refund_goes_back_through_the_provider_that_took_the_money(api, shop, product, provider):
    order = await make_order(shop, [(product, 1)], method="pix")
    charge = order["payment_external_id"]
    paid = await api.webhook.post("/webhooks/pixprovider", json=provider.pay(charge))
    assert paid.json()["result"] == "confirmed"
    path = f"/internal/orders/{order['id']}/refunds"
    refund = (await shop.client.post(path, json={"amount_cents": 2345, "reason": "defeito"})).json()
    assert (refund["status"], refund["provider"], refund["refunded_cents"]) == ("pending", "pixprovider", 2345)
    await api.run_jobs()
    assert provider.charges[charge]["refunds"] == [
        {"correlationID": refund["id"], "value": 2345, "status": "IN_PROCESSING"}
    ]
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert (after["refunds"][0]["status"], after["payment_status"]) == ("succeeded", "partially_refunded")


async def test_a_refund_that_the_provider_refuses_waits_for_a_person(api, shop, product, provider):
    order = await make_order(shop, [(product, 1)], method="pix")
    charge = order["payment_external_id"]
    await api.webhook.post("/webhooks/pixprovider", json=provider.pay(charge))
    provider.charges[charge]["refunds"] = [{"correlationID": "by hand", "value": 12_345}]
    await shop.client.post(f"/internal/orders/{order['id']}/refunds", json={"amount_cents": 100})
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert (after["refunds"][0]["status"], after["refunded_cents"], after["payment_status"]) == ("failed", 0, "paid")
    assert [entry["kind"] for entry in after["attention"]] == ["refund_due"]


@pytest.fixture
async def stuck(api, shop, product, provider, database):
    """The path of an order whose refund has used up its tries in an error that was none of the provider's."""
    order = await make_order(shop, [(product, 1)], method="pix")
    path = f"/internal/orders/{order['id']}"
    await api.webhook.post("/webhooks/pixprovider", json=provider.pay(order["payment_external_id"]))
    await shop.client.post(f"{path}/refunds", json={"amount_cents": 100})
    await database.execute("ALTER TABLE order_refunds ADD CONSTRAINT broken CHECK (status = 'pending')")
    await database.execute("UPDATE jobs SET attempts = 7 WHERE name = 'refund_charge'")
    await api.run_jobs()
    await database.execute("ALTER TABLE order_refunds DROP CONSTRAINT broken")
    api.clock.advance(hours=4)
    await settle_refunds(JobCtx(api.services, None), NoArgs())  # type: ignore[arg-type]
    after = (await shop.client.get(path)).json()
    assert (after["refunds"][0]["status"], after["attention"][0]["kind"]) == ("pending", "refund_unsettled")
    return path


async def test_a_refund_whose_tries_ended_without_an_answer_is_asked_for_again(api, shop, provider, stuck):
    await api.run_jobs()
    after = (await shop.client.get(stuck)).json()
    assert (after["refunds"][0]["status"], after["attention"], after["refunded_cents"]) == ("succeeded", [], 100)
    assert [len(charge["refunds"]) for charge in provider.charges.values()] == [1]


async def test_a_person_may_end_a_refund_that_got_no_answer(api, shop, provider, stuck, database):
    resolved = await shop.client.post(f"{stuck}/resolve-attention", json={"kind": "refund_unsettled", "note": "à mão"})
    assert (resolved.json()["attention"], resolved.json()["refunds"][0]["status"]) == ([], "succeeded")
    for charge in provider.charges.values():
        del charge["refunds"]
    await api.run_jobs()
    assert all("refunds" not in charge for charge in provider.charges.values())


async def test_a_page_that_says_nothing_of_a_refund_is_no_refund(api, shop, product, provider, database):
    order = await make_order(shop, [(product, 1)], method="pix")
    await api.webhook.post("/webhooks/pixprovider", json=provider.pay(order["payment_external_id"]))
    await shop.client.post(f"/internal/orders/{order['id']}/refunds", json={"amount_cents": 100})
    provider.fail_always("garbage")
    await database.execute("UPDATE jobs SET attempts = 7 WHERE name = 'refund_charge'")
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert (after["refunds"][0]["status"], after["refunded_cents"]) == ("failed", 0)


async def test_money_of_two_charges_goes_back_to_each(api, shop, product, provider):
    await save_settings(shop, **MANUAL_PIX)
    order = await make_order(shop, [(product, 1)], method="pix")
    told = [provider.pay(order["payment_external_id"])]
    for to in ("awaiting_proof", "awaiting_payment"):
        await move(shop, order["id"], to)
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    told.append(provider.pay(after["payment_external_id"]))
    for body in told:
        await api.webhook.post("/webhooks/pixprovider", json=body)
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert (after["paid_cents"], [entry["kind"] for entry in after["attention"]]) == (24_690, ["refund_due"])
    problem = assert_problem(
        await shop.client.post(f"/internal/orders/{order['id']}/refunds", json={"amount_cents": 24_690}),
        409,
        "conflict",
    )
    assert problem["left_cents"] == 12_345
    for _ in told:
        await shop.client.post(f"/internal/orders/{order['id']}/refunds", json={"amount_cents": 12_345})
    await api.run_jobs()
    assert [[r["value"] for r in charge["refunds"]] for charge in provider.charges.values()] == [[12_345], [12_345]]


async def test_what_came_beside_a_charge_is_given_back_by_hand(api, shop, product, provider):
    order = await make_order(shop, [(product, 1)], method="pix")
    await api.webhook.post("/webhooks/pixprovider", json=provider.pay(order["payment_external_id"], cents=2_345))
    after = (await move(shop, order["id"], "confirmed")).json()
    assert (after["paid_cents"], after["refunded_cents"]) == (12_345, 0)
    path = f"/internal/orders/{order['id']}/refunds"
    assert_problem(await shop.client.post(path, json={"amount_cents": 12_345}), 409, "conflict")
    told = [(await shop.client.post(path, json={"amount_cents": cents})).json() for cents in (2_345, 10_000)]
    assert [(refund["status"], refund["provider"]) for refund in told] == [
        ("pending", "pixprovider"),
        ("succeeded", None),
    ]
    await api.run_jobs()
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert ([one["status"] for one in after["refunds"]], after["payment_status"]) == (["succeeded"] * 2, "refunded")
