"""What callers tell about payments: proofs, their own charges, attempts, and a store's payment settings."""

import asyncio
from uuid import UUID

import pytest

from app.db import uuid7
from app.ops.secret_box import SecretBox
from tests.api import SECRETS_KEY
from tests.nodes import total
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, PROOF, add_product, make_order, move, save_settings
from tests.shops import NOBODYS
from tests.waiting import until


@pytest.fixture
async def manual(shop, database):
    """An order that awaits a proof."""
    await save_settings(shop, **MANUAL_PIX)
    lead = await shop.lead()
    product = await add_product(database, shop.store_id, stock=3)
    return await make_order(shop, [(product, 1)], method="manual_pix", lead_id=lead["id"])


async def attach(shop, order_id, **fields):
    return await shop.client.post(f"/internal/orders/{order_id}/attach-proof", json=PROOF | fields)


async def checkout(shop, order_id, **fields):
    return await shop.client.post(f"/internal/orders/{order_id}/checkout-state", json=fields)


async def attempt(shop, order_id, **fields):
    body = {"provider": "pixprovider", "status": "created", "amount_cents": 4990} | fields
    return await shop.client.post(f"/internal/orders/{order_id}/payment-attempt", json=body)


async def test_a_proof_is_kept_and_the_order_keeps_waiting(shop, manual):
    answer = await attach(shop, manual["id"], message_id="m1", file_name="p.jpg", size_bytes=1234)
    assert answer.status_code == 200, answer.text
    order = answer.json()
    assert order["status"] == "awaiting_proof"
    assert order["proof_url"] == PROOF["proof_url"]
    assert (order["proof_file_name"], order["proof_size_bytes"], order["proof_message_id"]) == ("p.jpg", 1234, "m1")
    assert order["proof_received_at"]
    assert [event["type"] for event in order["events"]] == ["created", "proof_attached"]
    assert (await move(shop, manual["id"], "confirmed")).json()["stock_state"] == "decremented"


async def test_the_same_message_again_changes_nothing_even_later(shop, manual):
    await attach(shop, manual["id"], message_id="m1")
    second = await attach(shop, manual["id"], message_id="m2", proof_url="https://media.example.com/2.jpg")
    again = await attach(shop, manual["id"], message_id="m1")
    assert again.status_code == 200
    assert again.json() == second.json()
    await move(shop, manual["id"], "confirmed")
    assert (await attach(shop, manual["id"], message_id="m2")).status_code == 200
    answers = await asyncio.gather(*(attach(shop, manual["id"], message_id="m1") for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}


async def test_ten_deliveries_of_one_message_make_one_event(shop, manual):
    answers = await asyncio.gather(*(attach(shop, manual["id"], message_id="m1") for _ in range(10)))
    assert {answer.status_code for answer in answers} == {200}
    order = (await shop.client.get(f"/internal/orders/{manual['id']}")).json()
    assert [event["type"] for event in order["events"]] == ["created", "proof_attached"]


async def test_a_message_that_becomes_another_orders_proof_meanwhile_is_not_this_ones(shop, manual, database, nodes):
    other = await make_order(shop, [(manual["items"][0]["product_id"], 1)], method="manual_pix")
    async with database.transaction() as tx:
        await tx.execute(
            "INSERT INTO order_proofs (company_id, store_id, message_id, order_id) VALUES ($1, $2, 'm1', $3)",
            *(shop.id, UUID(shop.store_id), UUID(other["id"])),
        )
        late = asyncio.create_task(attach(shop, manual["id"], message_id="m1"))
        await until(lambda: total(nodes, "SELECT count(*) FROM pg_locks WHERE NOT granted"))
    assert_problem(await late, 409, "conflict")


async def test_a_proof_needs_an_order_that_awaits_it(shop, other_shop, manual, database):
    cash = await make_order(shop, [(await add_product(database, shop.store_id), 1)])
    problem = assert_problem(await attach(shop, cash["id"]), 409, "invalid-transition")
    assert problem["from"] == "pending"
    assert_problem(await attach(other_shop, manual["id"]), 404, "not-found")
    assert_problem(await attach(shop, NOBODYS), 404, "not-found")
    assert_problem(await attach(shop, manual["id"], content_type="image/bmp"), 422, "validation", "/content_type")
    assert_problem(await attach(shop, manual["id"], proof_url="javascript:alert(1)"), 422, "validation", "/proof_url")
    assert_problem(await attach(shop, manual["id"], status="confirmed"), 422, "validation", "/status")


async def test_the_gateway_finds_the_newest_order_of_a_lead_that_awaits_a_proof(shop, other_shop, manual, database):
    product = await add_product(database, shop.store_id)
    newer = await make_order(shop, [(product, 1)], method="manual_pix", lead_id=manual["lead_id"])
    path = f"/internal/orders/awaiting-proof-by-lead/{manual['lead_id']}"
    assert (await shop.client.get(path)).json()["id"] == newer["id"]
    await move(shop, newer["id"], "confirmed")
    found = (await shop.client.get(path)).json()
    assert found["id"] == manual["id"]
    assert found["items"] == manual["items"]
    assert_problem(await other_shop.client.get(path), 404, "not-found")
    await move(shop, manual["id"], "cancelled")
    assert_problem(await shop.client.get(path), 404, "not-found")


async def test_a_callers_own_charge_is_saved(shop, other_shop, manual, database):
    code = {"br_code": "000201abc", "payment_link_url": "https://pay.example.com/1", "payment_external_id": "ch/1"}
    answer = await checkout(shop, manual["id"], **code, expires_at="2030-01-01T00:00:00Z")
    assert answer.status_code == 200, answer.text
    order = answer.json()
    assert order["status"] == "awaiting_proof"
    assert order["payment_expires_at"] == "2030-01-01T00:00:00Z"
    assert {name: order[name] for name in code} == code
    assert (await checkout(shop, manual["id"], br_code=None)).json()["br_code"] is None
    assert (await checkout(shop, manual["id"])).json()["payment_external_id"] == "ch/1"
    path = "/internal/orders/by-payment-external-id/ch%2F1"
    assert (await shop.client.get(path)).json()["id"] == manual["id"]
    assert_problem(await other_shop.client.get(path), 404, "not-found")
    assert_problem(await shop.client.get(f"/internal/orders/by-payment-external-id/{uuid7()}"), 404, "not-found")
    second = await make_order(shop, [(await add_product(database, shop.store_id), 1)])
    assert_problem(await checkout(shop, second["id"], payment_external_id="ch/1"), 409, "conflict")
    assert_problem(await checkout(other_shop, manual["id"], br_code="x"), 404, "not-found")
    assert_problem(await checkout(shop, manual["id"], status="confirmed"), 422, "validation", "/status")
    assert_problem(await checkout(shop, manual["id"], expires_at="2030-01-01T00:00:00"), 422, "validation")
    await move(shop, manual["id"], "confirmed")
    problem = assert_problem(await checkout(shop, manual["id"], br_code="y"), 409, "invalid-transition")
    assert problem["allowed"] == ["preparing", "shipped", "cancelled"]


async def test_a_saved_charge_makes_a_pending_or_expired_pix_order_await_its_payment(shop, manual, database):
    for before in ("pending", "expired"):
        await database.execute("UPDATE orders SET status = $1, payment_method = 'pix'", before)
        order = (await checkout(shop, manual["id"], br_code="000201", payment_external_id="c1")).json()
        assert order["status"] == "awaiting_payment"
    cash = await make_order(shop, [(await add_product(database, shop.store_id), 1)])
    order = (await checkout(shop, cash["id"], payment_link_url="https://pay.example.com")).json()
    assert (order["status"], order["payment_method"]) == ("pending", "cod")


async def test_attempts_are_logged_once(shop, other_shop, manual, database):
    first = await attempt(shop, manual["id"], external_id="c1", error_message="Recusado", error_code="51")
    assert first.status_code == 201, first.text
    again = await attempt(shop, manual["id"], external_id="c1")
    assert (again.status_code, again.json()) == (200, first.json())
    assert (await attempt(shop, manual["id"], external_id="c1", status="failed")).status_code == 201
    assert (await attempt(shop, manual["id"])).status_code == 201
    order = (await shop.client.get(f"/internal/orders/{manual['id']}")).json()
    assert order["payment_attempts"][0] == first.json()
    assert len(order["payment_attempts"]) == 3
    assert order["status"] == "awaiting_proof"
    second = await make_order(shop, [(await add_product(database, shop.store_id), 1)])
    assert_problem(await attempt(shop, second["id"], external_id="c1"), 409, "conflict")
    assert_problem(await attempt(other_shop, manual["id"]), 404, "not-found")
    assert_problem(await attempt(shop, manual["id"], provider="boleto"), 422, "validation", "/provider")
    assert_problem(await attempt(shop, manual["id"], amount_cents=-1), 422, "validation", "/amount_cents")
    assert_problem(await attempt(shop, manual["id"], raw={}), 422, "validation", "/raw")


async def logged(shop, order, status, cents, **fields):
    """What the order comes to after a logged attempt: how it stands with its money, and what needs a person."""
    assert (await attempt(shop, order["id"], status=status, amount_cents=cents, **fields)).status_code == 201
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    return after["payment_status"], after["refunded_cents"], [entry["kind"] for entry in after["attention"]]


async def test_a_refund_that_a_caller_logs_counts_once(shop, manual):
    await move(shop, manual["id"], "confirmed")
    first = {"external_id": "r1", "provider": "cardprovider"}
    assert await logged(shop, manual, "refunded", 1000, **first) == ("partially_refunded", 1000, [])
    again = await attempt(shop, manual["id"], status="refunded", amount_cents=1000, **first)
    assert again.status_code == 200
    assert await logged(shop, manual, "refunded", 3990, provider="manual_pix") == ("refunded", 4990, [])
    after = (await shop.client.get(f"/internal/orders/{manual['id']}")).json()
    assert [(r["amount_cents"], r["provider"], r["status"]) for r in after["refunds"]] == [
        (1000, "cardprovider", "succeeded"),
        (3990, "manual_pix", "succeeded"),
    ]
    stats = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
    assert stats["revenue_cents"] == 0


async def test_logged_amounts_that_do_not_fit_wait_for_a_person(shop, manual):
    assert await logged(shop, manual, "succeeded", 4990, external_id="a") == ("unpaid", 0, [])
    assert await logged(shop, manual, "succeeded", 4989) == ("unpaid", 0, ["amount_mismatch"])
    path = f"/internal/orders/{manual['id']}/resolve-attention"
    assert (await shop.client.post(path, json={"kind": "amount_mismatch"})).status_code == 200
    assert await logged(shop, manual, "refunded", 1) == ("unpaid", 0, ["amount_mismatch"])
    await shop.client.post(path, json={"kind": "amount_mismatch"})
    await move(shop, manual["id"], "confirmed")
    assert await logged(shop, manual, "refunded", 5000, provider="cardprovider") == (
        "refunded",
        4990,
        ["amount_mismatch"],
    )


async def test_an_attendant_logs_attempts_but_no_refund(api, shop, manual):
    user = await api.create_user()
    await shop.post("company/members", user_id=user["id"], role="attendant")
    client = api.as_actor(shop.id, user["id"])
    path = f"/internal/orders/{manual['id']}/payment-attempt"
    body = {"provider": "pixprovider", "amount_cents": 4990}
    assert (await client.post(path, json=body | {"status": "failed"})).status_code == 201
    assert_problem(await client.post(path, json=body | {"status": "refunded"}), 403, "forbidden")


async def test_settings_begin_with_defaults_and_change_by_key(shop, other_shop, database):
    path = f"/internal/orders/store/{shop.store_id}/payment-settings"
    fresh = (await shop.client.get(path)).json()
    assert fresh == {
        "store_id": shop.store_id,
        "pix_api_key_set": False,
        "pix_api_key_last4": None,
        "pix_expires_in": 3600,
        "proof_expires_in": 172_800,
        "reserve_stock": True,
        "cod_enabled": True,
        "cod_instructions": None,
        "manual_pix_enabled": False,
        "manual_pix_key": None,
        "manual_pix_key_type": None,
        "manual_pix_name": None,
        "manual_pix_city": None,
        "updated_at": None,
    }
    assert await save_settings(shop) == fresh
    saved = await save_settings(shop, pix_expires_in=600, cod_instructions="Troco para 50?")
    assert (saved["pix_expires_in"], saved["cod_instructions"], saved["cod_enabled"]) == (600, "Troco para 50?", True)
    assert (await save_settings(shop, cod_instructions=None))["cod_instructions"] is None
    saved = await save_settings(shop, **MANUAL_PIX)
    assert (saved["manual_pix_key"], saved["manual_pix_key_type"]) == ("pix@example.com", "email")
    assert (await shop.client.get(path)).json() == saved
    for method in ("get", "put"):
        send = getattr(other_shop.client, method)
        assert_problem(await send(path, **({"json": {}} if method == "put" else {})), 404, "not-found")


async def test_the_api_key_is_sealed_and_never_shown(shop, database):
    secret = "app-id-very-secret-abcd"
    saved = await save_settings(shop, pix_api_key=secret)
    assert (saved["pix_api_key_set"], saved["pix_api_key_last4"]) == (True, "abcd")
    assert "pix_api_key" not in saved
    sealed = await database.fetchval("SELECT pix_provider_api_key_enc FROM store_payment_settings")
    assert secret.encode() not in sealed
    aad = f"store_payment_settings:{shop.store_id}:pix_provider_api_key"
    assert SecretBox(SECRETS_KEY).open(sealed, aad) == secret
    assert (await save_settings(shop, cod_enabled=True))["pix_api_key_set"] is True
    audit = await database.fetch("SELECT changes::text FROM audit_log WHERE target_type = 'store_payment_settings'")
    assert audit
    assert not any(secret in row[0] or sealed.hex() in row[0] for row in audit)
    cleared = await save_settings(shop, pix_api_key=None)
    assert (cleared["pix_api_key_set"], cleared["pix_api_key_last4"]) == (False, None)


@pytest.mark.parametrize(
    ("fields", "pointer"),
    [
        ({"pix_expires_in": 59}, "/pix_expires_in"),
        ({"pix_expires_in": None}, "/pix_expires_in"),
        ({"pix_api_key": "short"}, "/pix_api_key"),
        ({"cod_enabled": None}, "/cod_enabled"),
        ({"manual_pix_name": "x" * 26}, "/manual_pix_name"),
        ({"manual_pix_city": "x" * 16}, "/manual_pix_city"),
        ({"manual_pix_enabled": True}, "/manual_pix_key"),
        (MANUAL_PIX | {"manual_pix_city": None}, "/manual_pix_city"),
        ({"manual_pix_key": "não é chave"}, "/manual_pix_key"),
        ({"manual_pix_key": "12345678900", "manual_pix_key_type": "cpf"}, "/manual_pix_key"),
        ({"pix_provider_api_key_enc": "x"}, "/pix_provider_api_key_enc"),
    ],
)
async def test_bad_settings_are_refused_by_field(shop, fields, pointer):
    answer = await shop.client.put(f"/internal/orders/store/{shop.store_id}/payment-settings", json=fields)
    assert_problem(answer, 422, "validation", pointer)


@pytest.mark.parametrize(
    ("key", "kind", "stored"),
    [
        ("529.982.247-25", None, ("52998224725", "cpf")),
        ("11.222.333/0001-81", "cnpj", ("11222333000181", "cnpj")),
        ("(11) 98888-7777", None, ("+5511988887777", "phone")),
        ("Loja@Example.com", None, ("loja@example.com", "email")),
        ("123E4567-E89B-12D3-A456-426614174000", None, ("123e4567-e89b-12d3-a456-426614174000", "evp")),
    ],
)
async def test_a_pix_key_is_stored_as_the_directory_has_it(shop, key, kind, stored):
    fields = {"manual_pix_key": key} | ({"manual_pix_key_type": kind} if kind else {})
    saved = await save_settings(shop, **fields)
    assert (saved["manual_pix_key"], saved["manual_pix_key_type"]) == stored


async def test_manual_pix_cannot_lose_its_key_while_enabled(shop):
    await save_settings(shop, **MANUAL_PIX)
    path = f"/internal/orders/store/{shop.store_id}/payment-settings"
    assert_problem(await shop.client.put(path, json={"manual_pix_key": None}), 422, "validation", "/manual_pix_key")
    saved = await save_settings(shop, manual_pix_key=None, manual_pix_enabled=False)
    assert (saved["manual_pix_key"], saved["manual_pix_key_type"]) == (None, None)


async def test_manual_pix_is_switched_by_its_flag_alone(shop):
    kept = await save_settings(shop, **MANUAL_PIX)
    assert (await save_settings(shop, manual_pix_enabled=False))["manual_pix_enabled"] is False
    again = await save_settings(shop, manual_pix_enabled=True)
    assert again | {"updated_at": kept["updated_at"]} == kept
    moved = await save_settings(shop, manual_pix_enabled=True, manual_pix_city="Recife")
    assert (moved["manual_pix_city"], moved["manual_pix_name"]) == ("Recife", kept["manual_pix_name"])


async def test_every_change_of_an_order_is_audited_without_its_bookkeeping(shop, manual, database):
    await move(shop, manual["id"], "confirmed")
    rows = await database.fetch(
        "SELECT actor_user_id, changes::text FROM audit_log WHERE target_type = 'order' AND target_id = $1 ORDER BY id",
        str(UUID(manual["id"])),
    )
    assert [row[0] for row in rows] == [shop.id, shop.id]
    assert '"status": ["awaiting_proof", "confirmed"]' in rows[1][1]
    assert "request_sha256" not in rows[0][1]
