"""The audit log: written for every change of the app scope, read-only, of the own company alone."""

from tests.problems import assert_problem

AUDIT = "/internal/audit"


async def entries(shop, **params):
    answer = await shop.client.get(AUDIT, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_changes_are_listed_newest_first_and_filtered(shop):
    lead = await shop.lead(name="Bia")
    await shop.client.patch(f"/internal/leads/{lead['id']}", json={"status": "lost"}, headers={"X-Request-Id": "r-1"})
    page = await entries(shop, target_id=lead["id"])
    assert page["total"] == 2
    newest = page["items"][0]
    assert newest["changes"] == {"status": ["new", "lost"]}
    assert (newest["actor_user_id"], newest["target_type"], newest["request_id"]) == (shop.id, "lead", "r-1")
    assert newest["action"] == "leads.update_lead"
    assert page["items"][1]["changes"]["name"] == [None, "Bia"]
    assert (await entries(shop, target_type="store"))["total"] == 1
    assert (await entries(shop, actor_user_id=shop.id))["total"] == 4
    assert (await entries(shop, actor_user_id="somebody"))["total"] == 0
    assert (await entries(shop, limit=1, offset=3))["items"][0]["target_type"] == "company"


async def test_a_change_that_was_refused_leaves_no_entry(shop):
    before = (await entries(shop))["total"]
    assert_problem(await shop.client.patch("/internal/company", json={"slug": "-"}), 422, "validation")
    body = {"store_id": shop.store_id, "items": [{"name": "Boa"}], "mode": "x"}
    assert_problem(await shop.client.post("/internal/products/batch-upsert", json=body), 422, "validation")
    assert (await entries(shop))["total"] == before


async def test_another_tenants_entries_are_not_there(shop, other_shop):
    lead = await other_shop.lead()
    assert (await entries(shop, target_id=lead["id"]))["items"] == []
    assert (await entries(shop, actor_user_id=other_shop.id))["items"] == []
    assert all(entry["actor_user_id"] == shop.id for entry in (await entries(shop))["items"])


async def test_the_log_has_no_way_to_write(shop):
    for method in ("POST", "PATCH", "DELETE"):
        assert_problem(await shop.client.request(method, AUDIT, json={}), 405, "method-not-allowed")


async def test_secrets_are_masked(shop):
    url = f"/internal/orders/store/{shop.store_id}/payment-settings"
    assert (await shop.client.put(url, json={"pix_api_key": "sk-very-secret-1234"})).status_code == 200
    text = (await shop.client.get(AUDIT)).text
    assert '"pix_provider_api_key_enc":[null,"***"]' in text.replace(" ", "")
    assert "very-secret" not in text


async def test_entries_are_filtered_by_action_and_time(shop):
    await shop.client.patch(f"/internal/stores/{shop.store_id}", json={"name": "Outra"})
    found = await entries(shop, action="stores.update_store")
    assert [entry["target_type"] for entry in found["items"]] == ["store"]
    at = found["items"][0]["created_at"]
    assert (await entries(shop, action="stores.update_store", **{"from": at}))["total"] == 1
    assert (await entries(shop, to=at, action="stores.update_store"))["total"] == 0
    assert (await entries(shop, **{"from": "2100-01-01T00:00:00Z"}))["total"] == 0
    refused = await shop.client.get("/internal/audit", params={"from": "ontem"})
    assert_problem(refused, 422, "validation", "/from")
