"""The right to erasure: afterwards no row of any table holds what names the person, and no sum has moved."""

from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, add_product, make_order
from tests.shops import NOBODYS

NAME, PHONE, STREET = "Zulmira Quintanilha", "5511912345678", "Rua das Jabuticabeiras"
TRACES = ("zulmira", "quintanilha", PHONE, "912345678", "jabuticabeiras")


async def tables_with(database):
    """Names of the tables with a row that names the person: a statement each, which a cluster can run, too."""
    tables = await database.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    holds = "SELECT count(*) FROM {} t WHERE lower(t::text) LIKE ANY ($1)"
    words = [f"%{word}%" for word in TRACES]
    return {name for (name,) in tables if await database.fetchval(holds.format(name), words)}


async def person(shop):
    return await shop.lead(
        channel="whatsapp", external_id=PHONE, name=NAME, phone=f"+{PHONE}", address={"street": STREET}
    )


async def order_of(shop, database, lead, **fields):
    product_id = await add_product(database, shop.store_id, stock=10)
    info = {"name": NAME, "phone": PHONE, "address": {"street": STREET}}
    return await make_order(
        shop, [(product_id, 2)], lead_id=lead["id"], customer_info=info, notes=f"para {NAME}", **fields
    )


async def move(shop, order, *states, **fields):
    for state in states:
        answer = await shop.client.post(f"/internal/orders/{order['id']}/transition", json={"to": state} | fields)
        assert answer.status_code == 200, answer.text


async def erase(shop, lead):
    return await shop.client.post(f"/internal/leads/{lead['id']}/erase", json={})


async def a_whole_history(api, shop, database):
    """A person who chatted, ordered, sent a proof, was refunded, written to and merged."""
    lead, other = await person(shop), await shop.lead(external_id="web-1", name=NAME)
    await shop.client.put(f"/internal/orders/store/{shop.store_id}/payment-settings", json=MANUAL_PIX)
    order = await order_of(shop, database, lead, payment_method="manual_pix")
    url = f"/internal/orders/{order['id']}"
    proof = {"proof_url": f"https://media.example.com/{PHONE}.jpg", "content_type": "image/jpeg", "message_id": PHONE}
    assert (await shop.client.post(f"{url}/attach-proof", json=proof)).status_code == 200
    await move(shop, order, "confirmed", "shipped", "delivered", reason=f"entregue a {NAME}")
    await shop.client.patch(url, json={"notes": f"vizinha de {NAME}", "tracking": {"code": NAME}})
    refund = {"amount_cents": 100, "reason": f"desconto para {NAME}"}
    assert (await shop.client.post(f"{url}/refunds", json=refund)).status_code == 201
    await shop.post(f"leads/{lead['id']}/event", type="note", data={"text": f"{NAME} ligou"})
    await shop.post(
        "messages",
        lead_id=lead["id"],
        role="user",
        content=f"sou {NAME}",
        media_url=f"https://media.example.com/{PHONE}",
    )
    chat = {"type": "vendas", "message": f"sou a {NAME}, quero falar com um atendente", "lead_id": lead["id"]}
    assert (await api.public.post("/chat", json=chat)).status_code == 200
    await shop.post(f"leads/{other['id']}/merge", into=lead["id"])
    return lead, order


async def test_nothing_that_names_the_person_is_left_anywhere(api, shop, database):
    lead, _ = await a_whole_history(api, shop, database)
    assert {"leads", "orders", "audit_log", "lead_events", "messages_history", "conversation_messages"} <= (
        await tables_with(database)
    )
    answer = await erase(shop, lead)
    assert answer.status_code == 200, answer.text
    assert answer.json() == {
        "orders": 1,
        "files": [f"https://media.example.com/{PHONE}", f"https://media.example.com/{PHONE}.jpg"],
    }
    assert await tables_with(database) - {"idempotency_keys"} == set()
    assert_problem(await shop.client.get(f"/internal/leads/{lead['id']}"), 404, "not-found")
    assert await database.fetchval("SELECT count(*) FROM leads") == 0


async def test_orders_keep_their_goods_and_sums(api, shop, database):
    lead, order = await a_whole_history(api, shop, database)
    url = f"/internal/orders/{order['id']}"
    before, stats = (await shop.client.get(url)).json(), await numbers(shop)
    await erase(shop, lead)
    after = (await shop.client.get(url)).json()
    kept = (
        "number",
        "status",
        "total_cents",
        "paid_cents",
        "refunded_cents",
        "payment_status",
        "items",
        "confirmed_at",
    )
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert (after["lead_id"], after["customer_info"], after["notes"], after["proof_url"]) == (None, {}, None, None)
    assert [entry["type"] for entry in after["events"]] == [entry["type"] for entry in before["events"]]
    refunded = next(entry for entry in after["events"] if entry["type"] == "refunded")
    assert refunded["data"]["amount_cents"] == 100
    assert await numbers(shop) == stats


async def numbers(shop):
    stats = (await shop.client.get(f"/internal/orders/stats/{shop.store_id}")).json()
    return {name: stats[name] for name in ("total", "by_status", "revenue_cents")}


async def test_the_log_says_who_erased_whom_and_no_more(api, shop, database):
    lead, order = await a_whole_history(api, shop, database)
    await erase(shop, lead)
    page = (await shop.client.get("/internal/audit", params={"target_id": lead["id"]})).json()
    assert "leads.erase_lead" in {entry["action"] for entry in page["items"]}
    assert all(entry["changes"] == {} for entry in page["items"])
    page = (await shop.client.get("/internal/audit", params={"target_id": order["id"]})).json()
    assert "orders.create_order" in {entry["action"] for entry in page["items"]}


async def test_an_open_order_is_finished_first(shop, database):
    lead = await person(shop)
    order = await order_of(shop, database, lead)
    problem = assert_problem(await erase(shop, lead), 409, "conflict")
    assert problem["orders"] == [order["number"]]
    assert (await shop.client.get(f"/internal/leads/{lead['id']}")).json()["name"] == NAME
    await move(shop, order, "cancelled")
    assert (await erase(shop, lead)).status_code == 200


async def test_who_writes_again_is_somebody_new(shop):
    lead = await person(shop)
    await shop.client.delete(f"/internal/leads/{lead['id']}")
    assert (await erase(shop, lead)).status_code == 200
    assert_problem(await erase(shop, lead), 404, "not-found")
    again = await shop.lead(channel="whatsapp", external_id=PHONE)
    assert (again["id"] == lead["id"], again["name"]) == (False, None)


async def test_other_people_stay_as_they_are(api, shop, other_shop, database):
    lead, _ = await a_whole_history(api, shop, database)
    neighbour = await shop.lead(external_id="web-2", name="Bia")
    await shop.post("messages", lead_id=neighbour["id"], role="user", content="oi")
    theirs = await person(other_shop)
    assert_problem(await erase(shop, theirs), 404, "not-found")
    assert_problem(await erase(shop, {"id": NOBODYS}), 404, "not-found")
    await erase(shop, lead)
    assert (await shop.client.get(f"/internal/leads/{neighbour['id']}")).json()["name"] == "Bia"
    messages = (await shop.client.get("/internal/messages", params={"lead_id": neighbour["id"]})).json()
    assert messages["items"][0]["content"] == "oi"
    assert (await other_shop.client.get(f"/internal/leads/{theirs['id']}")).json()["name"] == NAME
