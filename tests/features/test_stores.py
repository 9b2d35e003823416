"""Stores: list, detail, create, change, addresses, and the plan's limit."""

import asyncio

import pytest

from app.features.stores import rules
from tests.problems import assert_problem
from tests.shops import NOBODYS

STORES = "/internal/stores"


async def test_a_store_is_made_listed_read_and_changed(shop):
    made = await shop.client.post(STORES, json={"name": "Loja da Ação!", "settings": {"cor": "azul"}})
    assert made.status_code == 201
    store = made.json()
    assert (store["slug"], store["company_id"], store["settings"]) == ("loja-da-acao", shop.id, {"cor": "azul"})
    listed = await shop.client.get(STORES, params={"company_id": shop.id})
    assert [row["id"] for row in listed.json()] == [store["id"], shop.store_id]
    assert (await shop.client.get(f"{STORES}/{store['id']}")).json() == store
    changed = await shop.client.patch(f"{STORES}/{store['id']}", json={"active": False, "description": "Fechada"})
    assert changed.json() | {"updated_at": store["updated_at"]} == store | {"active": False, "description": "Fechada"}
    assert (await shop.client.patch(f"{STORES}/{store['id']}", json={})).json()["description"] == "Fechada"


async def test_another_tenants_store_is_not_there(shop, other_shop):
    for store_id in (other_shop.store_id, NOBODYS, "not-a-uuid"):
        assert_problem(await shop.client.get(f"{STORES}/{store_id}"), 404, "not-found")
        for change in ({"name": "Minha"}, {"slug": "admin"}):
            assert_problem(await shop.client.patch(f"{STORES}/{store_id}", json=change), 404, "not-found")
    assert_problem(await shop.client.get(STORES, params={"company_id": other_shop.id}), 404, "not-found")
    assert (await other_shop.client.get(f"{STORES}/{other_shop.store_id}")).json()["name"] == "Loja"


async def test_a_store_needs_a_company(two_tenants):
    assert_problem(await two_tenants[0].client.post(STORES, json={"name": "Loja"}), 409, "conflict")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/name"),
        ({"name": ""}, "/name"),
        ({"name": "x", "company_id": "other"}, "/company_id"),
        ({"name": "x", "slug": "-x-"}, "/slug"),
        ({"name": "x", "settings": []}, "/settings"),
        ({"name": "x", "settings": {"a": "x" * 16_384}}, "/settings"),
        ({"name": "a\x00b"}, "/name"),
    ],
)
async def test_create_refuses_what_does_not_fit(shop, body, pointer):
    assert_problem(await shop.client.post(STORES, json=body), 422, "validation", pointer)


async def test_an_address_belongs_to_one_store_of_all_companies(shop, other_shop):
    assert (await shop.client.post(STORES, json={"name": "A", "slug": "bazar"})).status_code == 201
    assert_problem(await other_shop.client.post(STORES, json={"name": "B", "slug": "bazar"}), 409, "conflict")
    theirs = f"{STORES}/{other_shop.store_id}"
    assert_problem(await other_shop.client.patch(theirs, json={"slug": "bazar"}), 409, "conflict")
    # Made from the name, it gives way.
    assert (await other_shop.client.post(STORES, json={"name": "Bazar"})).json()["slug"] == "bazar-2"


async def test_slug_available_says_so_and_suggests(shop):
    free = await shop.client.get(f"{STORES}/slug-available/armarinho")
    assert free.json() == {"slug": "armarinho", "available": True, "suggestion": None}
    await shop.client.post(STORES, json={"name": "x", "slug": "armarinho"})
    taken = await shop.client.get(f"{STORES}/slug-available/armarinho")
    assert taken.json() == {"slug": "armarinho", "available": False, "suggestion": "armarinho-2"}
    malformed = await shop.client.get(f"{STORES}/slug-available/Meu%20Armarinho")
    assert malformed.json() == {"slug": "Meu Armarinho", "available": False, "suggestion": "meu-armarinho"}


async def test_the_plans_limit_holds_under_concurrency(shop, database):
    answers = await asyncio.gather(*(shop.client.post(STORES, json={"name": f"Loja {n}"}) for n in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [409] * 6
    refused = assert_problem(await shop.client.post(STORES, json={"name": "Mais uma"}), 409, "plan-limit")
    assert (refused["limit"], refused["used"]) == (3, 3)
    assert await database.fetchval("SELECT count(*) FROM stores") == 3


async def test_a_full_plan_brings_back_no_store_that_is_not_there(shop, other_shop):
    made = [(await shop.client.post(STORES, json={"name": f"Loja {n}"})).json()["id"] for n in range(2)]
    for store_id in (NOBODYS, other_shop.store_id):
        assert_problem(await shop.client.post(f"{STORES}/{store_id}/restore"), 404, "not-found")
    assert (await shop.client.post(f"{STORES}/{made[0]}/restore")).status_code == 200
    await shop.client.delete(f"{STORES}/{made[0]}")
    await shop.client.post(STORES, json={"name": "No lugar"})
    assert_problem(await shop.client.post(f"{STORES}/{made[0]}/restore"), 409, "plan-limit")


async def test_a_store_that_comes_back_with_more_than_the_plan_allows_stays_archived(shop, database):
    await database.execute("UPDATE plans SET max_products = 1 WHERE slug = 'free'")
    items = [{"name": "Caneca", "price_cents": 1}]
    await shop.post("products/batch-upsert", store_id=shop.store_id, items=items)
    assert (await shop.client.delete(f"{STORES}/{shop.store_id}")).status_code == 204
    other = await shop.post("stores", name="Outra")
    path = f"{STORES}/{shop.store_id}/restore"
    await shop.post("products/batch-upsert", store_id=other["id"], items=items)
    refused = assert_problem(await shop.client.post(path), 409, "plan-limit")
    assert (refused["limit"], refused["used"]) == (1, 1)
    assert_problem(await shop.client.get(f"{STORES}/{shop.store_id}"), 404, "not-found")
    await database.execute("UPDATE plans SET max_products = 2, max_agents = 1 WHERE slug = 'free'")
    assert (await shop.client.post(path)).status_code == 200


async def test_nothing_new_comes_into_an_archived_store(api, shop):
    store = shop.store_id
    lead = await shop.lead(channel="whatsapp", external_id="5511988887777")
    agent = await shop.post("agents", store_id=store, name="Bia", type="vendas")
    product = await shop.post("products", store_id=store, name="Caneca", price_cents=1)
    await shop.client.delete(f"{STORES}/{store}")
    again = {"store_id": store, "channel": "whatsapp", "external_id": "5511988887777"}
    for path, body in (
        ("products/batch-upsert", {"store_id": store, "items": [{"name": "x"}]}),
        ("documents", {"store_id": store, "title": "x"}),
        ("documents/upsert-by-product", {"product_id": product["id"], "content": "x"}),
        ("leads/ensure", again),
        ("leads/ensure", again | {"external_id": "5511988887778"}),
        ("messages", {"lead_id": lead["id"], "role": "user", "content": "oi"}),
    ):
        assert_problem(await shop.client.post(f"/internal/{path}", json=body), 404, "not-found")
    instance = f"/webhooks/agents/by-messaging-instance/{agent['messaging_instance_id']}"
    assert_problem(await api.webhook.get(instance), 404, "not-found")


async def test_nothing_in_an_archived_store_is_changed_and_what_must_end_there_does(shop):
    store, lead = shop.store_id, await shop.lead()
    agent = (await shop.post("agents", store_id=store, name="Bia", type="vendas"))["id"]
    product = (await shop.post("products", store_id=store, name="Caneca", price_cents=100, stock_quantity=5))["id"]
    document = (await shop.post("documents", store_id=store, title="Trocas", content="Sete dias."))["id"]
    coupon = (await shop.post("coupons", store_id=store, code="DEZ", kind="percent", value=10))["id"]
    test = (await shop.post("agent-tests", agent_id=agent, name="Oi", turns=["oi"], expect={"no_order": True}))["id"]
    kept = {"filename": "m.pdf", "content_type": "application/pdf", "size_bytes": 1, "storage_key": "lojas/1/m.pdf"}
    file = (await shop.post(f"products/{product}/files", **kept))["file_id"]
    goods = [{"product_id": product, "quantity": 1}]
    order = f"orders/{(await shop.post('orders', store_id=store, payment_method='cod', items=goods))['id']}"
    for to in ("confirmed", "shipped", "delivered"):
        await shop.post(f"{order}/transition", to=to)
    assert (await shop.client.delete(f"{STORES}/{store}")).status_code == 204
    before = (await shop.client.get("/internal/audit", params={"limit": 1})).json()["total"]
    for method, path, body in (
        ("PATCH", f"products/{product}", {"name": "x"}),
        ("PATCH", f"products/{product}", {"stock_quantity": 9}),
        ("POST", f"products/{product}/duplicate", {"name": "x"}),
        ("POST", f"products/{product}/files", kept | {"storage_key": "lojas/1/n.pdf"}),
        ("PATCH", f"product-files/{file}/status", {"status": "completed"}),
        ("PATCH", f"agents/{agent}", {"name": "x"}),
        ("POST", f"agents/{agent}/toggle-active", {}),
        ("POST", "agent-tests", {"agent_id": agent, "name": "x", "turns": ["oi"], "expect": {"no_order": True}}),
        ("PATCH", f"agent-tests/{test}", {"name": "x"}),
        ("POST", "agent-tests/run", {"agent_id": agent}),
        ("PATCH", f"documents/{document}", {"title": "x"}),
        ("PATCH", f"coupons/{coupon}", {"value": 20}),
        ("PATCH", f"leads/{lead['id']}", {"status": "qualified"}),
        ("POST", f"leads/{lead['id']}/event", {"type": "note"}),
        ("PUT", f"orders/store/{store}/payment-settings", {"cod_enabled": False}),
        ("PUT", f"stock-sync-settings/{store}", {"inbound_enabled": True}),
    ):
        answer = await shop.client.request(method, f"/internal/{path}", json=body)
        assert "archived" in assert_problem(answer, 409, "conflict")["detail"], (path, answer.text)
    for path, body in (
        (f"agents/{agent}/knowledge-base", {"document_ids": []}),
        (f"documents/{document}/agents", {"agent_ids": []}),
        (f"stores/{store}/synonyms", {"groups": [["caneca", "xícara"]]}),
    ):
        assert_problem(await shop.client.put(f"/internal/{path}", json=body), 404, "not-found")
    assert (await shop.client.get("/internal/audit", params={"limit": 1})).json()["total"] == before
    await shop.post(f"{order}/refunds", amount_cents=100, items=goods, restock=True)
    await shop.post(f"{order}/transition", to="returned")
    for path in (f"product-files/{file}", f"coupons/{coupon}", f"documents/{document}", f"products/{product}"):
        assert (await shop.client.delete(f"/internal/{path}")).status_code == 204
    assert_problem(await shop.client.post(f"/internal/products/{product}/restore"), 409, "conflict")
    assert (await shop.client.post(f"/internal/leads/{lead['id']}/erase")).status_code == 200
    await shop.post(f"stores/{store}/restore")
    await shop.post(f"agents/{agent}/toggle-active")


async def test_a_change_of_nothing_writes_nothing(shop):
    store = shop.store_id
    for method, path in (
        ("PUT", f"orders/store/{store}/payment-settings"),
        ("PUT", f"stock-sync-settings/{store}"),
        ("PATCH", "billing/settings"),
        ("PATCH", f"stores/{store}"),
    ):
        before = (await shop.client.get(f"/internal/{path}")).json()
        answer = await shop.client.request(method, f"/internal/{path}", json={})
        assert (answer.status_code, answer.json()) == (200, before), path
        assert (await shop.client.get(f"/internal/{path}")).json() == before, path


async def test_a_subscription_raises_the_limit(shop, database):
    await database.execute(
        "INSERT INTO subscriptions (id, company_id, plan_id, cardprovider_subscription_id, status, grace_until)"
        " SELECT gen_random_uuid(), $1, id, 'sub_1', 'past_due', now() + interval '1 day'"
        "   FROM plans WHERE slug = 'starter'",
        shop.id,
    )
    statuses = [(await shop.client.post(STORES, json={"name": f"Loja {n}"})).status_code for n in range(5)]
    assert statuses == [201] * 4 + [409]


async def test_synonyms_are_in_the_audit_log_and_change_the_store(shop):
    path = f"{STORES}/{shop.store_id}"
    before = (await shop.client.get(path)).json()["updated_at"]
    for _ in range(2):
        answer = await shop.client.put(f"{path}/synonyms", json={"groups": [["chimarrão", "mate"]]})
        assert answer.status_code == 200, answer.text
    entries = (await shop.client.get("/internal/audit", params={"target_id": shop.store_id})).json()["items"]
    told = [(entry["target_type"], entry["changes"]) for entry in entries if "synonyms" in entry["action"]]
    assert told == [("store", {"synonyms": [[], [["chimarrão", "mate"]]]})]
    assert (await shop.client.get(path)).json()["updated_at"] > before


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Loja da Ação!", "loja-da-acao"),
        ("  --  ", "loja"),
        ("日本", "loja"),
        ("A", "loja-a"),
        ("Pão & Café 24h", "pao-cafe-24h"),
        ("x" * 200, "x" * 48),
    ],
)
def test_slugs_are_made_of_names(name, slug):
    assert rules.slugify(name) == slug
    assert all(rules.SLUG.fullmatch(variant) for variant in rules.variants(slug, "abcd1234"))
