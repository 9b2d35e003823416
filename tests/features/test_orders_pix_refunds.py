"""Money that goes back through the PIX provider that took it, on loopback."""

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
