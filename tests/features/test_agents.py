"""Agents: life cycle, one active per store, knowledge, conversations, the gateway's look-up, types and reload."""

import asyncio
import dataclasses

import pytest

from app.db.ids import uuid7
from tests.api import APP_TOKEN, ROOT
from tests.problems import assert_problem
from tests.shops import NOBODYS

AGENTS = "/internal/agents"


@pytest.fixture
def app_settings(app_settings, tmp_path):
    """An agent types file of its own, so that a test may break it."""
    path = tmp_path / "agent_types.yaml"
    path.write_bytes((ROOT / "agent_types.yaml").read_bytes())
    return dataclasses.replace(app_settings, agent_types_file=path)


async def make(shop, **fields):
    return await shop.post("agents", **({"store_id": shop.store_id, "name": "Bia", "type": "vendas"} | fields))


@pytest.fixture
def document(database):
    async def make_document(shop, title="Trocas"):
        document_id = uuid7()
        await database.execute(
            "INSERT INTO documents (company_id, id, store_id, title, content) VALUES ($1, $2, $3, $4, 'Sete dias.')",
            shop.id, document_id, shop.store_id, title,
        )  # fmt: skip
        return {"id": str(document_id)}

    return make_document


async def test_an_agent_is_made_switched_off_with_an_instance_id(shop):
    agent = await make(shop, persona={"tone": "leve"}, channels=["web"], rate_limits={"messages_per_minute": 5})
    assert (agent["active"], agent["persona"], agent["channels"]) == (False, {"tone": "leve"}, ["web"])
    assert agent["rate_limits"] == {"messages_per_minute": 5}
    assert agent["messaging_instance_id"].startswith("ag-")
    assert (await shop.client.get(AGENTS, params={"store_id": shop.store_id})).json() == [agent]
    full = (await shop.client.get(f"{AGENTS}/{agent['id']}/full")).json()
    assert full == agent | {"knowledge_base": [], "conversations_count": 0}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"type": "nada"}, "/type"), ({"name": ""}, "/name"), ({"active": True}, "/active"),
     ({"channels": []}, "/channels"), ({"persona": {"a": "x" * 16_384}}, "/persona"),
     ({"rate_limits": {"messages_per_minute": 0}}, "/rate_limits/messages_per_minute")],
)  # fmt: skip
async def test_what_does_not_fit_is_refused(shop, body, pointer):
    body = {"store_id": shop.store_id, "name": "Bia", "type": "vendas"} | body
    assert_problem(await shop.client.post(AGENTS, json=body), 422, "validation", pointer)


async def test_patch_changes_only_what_is_there_and_replaces_the_knowledge(shop, document):
    agent = await make(shop, model="m-1")
    first, second = await document(shop), await document(shop, "Entrega")
    ids = [first["id"], second["id"]]
    changed = await shop.client.patch(f"{AGENTS}/{agent['id']}", json={"name": "Téo", "knowledge_base": ids})
    assert (changed.json()["name"], changed.json()["model"]) == ("Téo", "m-1")
    full = (await shop.client.get(f"{AGENTS}/{agent['id']}/full")).json()
    assert [link["title"] for link in full["knowledge_base"]] == ["Entrega", "Trocas"]
    put = await shop.client.put(f"{AGENTS}/{agent['id']}/knowledge-base", json={"document_ids": [second["id"]]})
    assert [link["document_id"] for link in put.json()["knowledge_base"]] == [second["id"]]
    same = await shop.client.patch(f"{AGENTS}/{agent['id']}", json={})
    assert same.status_code == 200
    cleared = await shop.client.patch(f"{AGENTS}/{agent['id']}", json={"model": None, "knowledge_base": []})
    assert cleared.json()["model"] is None
    assert (await shop.client.get(f"{AGENTS}/{agent['id']}/full")).json()["knowledge_base"] == []
    assert_problem(
        await shop.client.patch(f"{AGENTS}/{agent['id']}", json={"type": "nada"}), 422, "validation", "/type"
    )


async def test_a_foreign_document_or_agent_is_not_there(shop, other_shop, document):
    agent, theirs = await make(shop), await make(other_shop)
    foreign = await document(other_shop)
    own = await document(shop)
    body = {"document_ids": [own["id"], foreign["id"]]}
    assert_problem(await shop.client.put(f"{AGENTS}/{agent['id']}/knowledge-base", json=body), 404, "not-found")
    assert (await shop.client.get(f"{AGENTS}/{agent['id']}/full")).json()["knowledge_base"] == []
    for agent_id in (theirs["id"], NOBODYS, "x"):
        url = f"{AGENTS}/{agent_id}"
        assert_problem(await shop.client.get(f"{url}/full"), 404, "not-found")
        assert_problem(await shop.client.get(f"{url}/conversations"), 404, "not-found")
        assert_problem(await shop.client.patch(url, json={"name": "x"}), 404, "not-found")
        assert_problem(await shop.client.post(f"{url}/toggle-active"), 404, "not-found")
        assert_problem(await shop.client.put(f"{url}/knowledge-base", json={"document_ids": []}), 404, "not-found")
    for store_id in (other_shop.store_id, NOBODYS):
        assert_problem(await shop.client.get(AGENTS, params={"store_id": store_id}), 404, "not-found")
        body = {"store_id": store_id, "name": "x", "type": "vendas"}
        assert_problem(await shop.client.post(AGENTS, json=body), 404, "not-found")


async def test_switching_one_on_switches_the_other_off(shop):
    first, second = await make(shop), await make(shop)
    assert (await shop.post(f"agents/{first['id']}/toggle-active"))["active"]
    assert (await shop.post(f"agents/{second['id']}/toggle-active"))["active"]
    listed = (await shop.client.get(AGENTS, params={"store_id": shop.store_id})).json()
    assert {agent["id"]: agent["active"] for agent in listed} == {first["id"]: False, second["id"]: True}
    assert not (await shop.post(f"agents/{second['id']}/toggle-active"))["active"]


async def test_two_hundred_toggles_at_once_leave_at_most_one_active(shop, database):
    made = [await make(shop) for _ in range(4)]
    calls = [shop.client.post(f"{AGENTS}/{made[n % 4]['id']}/toggle-active") for n in range(201)]
    answers = await asyncio.gather(*calls)
    # Whoever waits two seconds for a connection, on a crowded machine, is told to come back.
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert await database.fetchval("SELECT count(*) FROM agents WHERE active") <= 1


async def test_the_plans_limit_holds(shop, database):
    await database.execute("UPDATE plans SET max_agents = 1 WHERE slug = 'free'")
    await make(shop)
    body = {"store_id": shop.store_id, "name": "x", "type": "vendas"}
    assert_problem(await shop.client.post(AGENTS, json=body), 409, "plan-limit")


async def test_the_gateway_finds_the_agent_with_either_credential(shop, api):
    agent = await make(shop)
    url = f"/webhooks/agents/by-messaging-instance/{agent['messaging_instance_id']}"
    expected = agent | {"company_id": shop.id}
    assert (await api.webhook.get(url)).json() == expected
    assert (await api.public.get(url, headers={"X-Internal-Token": APP_TOKEN})).json() == expected
    assert_problem(await api.public.get(url), 401, "unauthorized")
    assert_problem(await api.webhook.get("/webhooks/agents/by-messaging-instance/ag-0"), 404, "not-found")


async def test_conversations_are_threads_with_their_last_message(shop, database):
    agent, lead = await make(shop), await shop.lead(name="Ana")
    for number, lead_id in enumerate([lead["id"], lead["id"], None]):
        await database.execute(
            "INSERT INTO messages_history (company_id, id, store_id, lead_id, agent_id, role, content, created_at)"
            " VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, now() + make_interval(secs => $7))",
            shop.id, shop.store_id, lead_id, agent["id"], "assistant" if number == 1 else "user", f"m{number}", number,
        )  # fmt: skip
    page = (await shop.client.get(f"{AGENTS}/{agent['id']}/conversations")).json()
    full = (await shop.client.get(f"{AGENTS}/{agent['id']}/full", params={"conversations": 1})).json()
    assert full["conversations"] == page["items"][:1]
    assert page["total"] == 2
    loose, known = page["items"]
    assert (loose["lead_id"], loose["lead"], loose["last_message"]["content"]) == (None, None, "m2")
    assert (known["lead"]["name"], known["last_message"]["content"]) == ("Ana", "m1")
    assert (known["messages_count"], known["user_messages_count"]) == (2, 1)
    page = (await shop.client.get(f"{AGENTS}/{agent['id']}/conversations", params={"limit": 1, "offset": 1})).json()
    assert [item["lead_id"] for item in page["items"]] == [lead["id"]]
    assert (await shop.client.get(f"{AGENTS}/{agent['id']}/full")).json()["conversations_count"] == 2


async def test_a_lead_that_writes_much_hides_no_other_conversation(shop, database):
    agent, busy = await make(shop), await shop.lead(name="Ana")
    threads = [(busy["id"], 1100, 0), *[((await shop.lead())["id"], 2, days) for days in (2, 3)], (None, 3, 4)]
    for lead_id, messages, days in threads:
        await database.execute(
            "INSERT INTO messages_history (company_id, id, store_id, lead_id, agent_id, role, content, created_at)"
            " SELECT $1, gen_random_uuid(), $2, $3, $4, 'user', 'oi', now() - make_interval(days => $5, mins => n)"
            "   FROM generate_series(1, $6) n",
            shop.id, shop.store_id, lead_id, agent["id"], days, messages,
        )  # fmt: skip
    for limit, shown in ((1, 1), (4, 4)):
        page = (await shop.client.get(f"{AGENTS}/{agent['id']}/conversations", params={"limit": limit})).json()
        assert [(t["lead_id"], t["messages_count"]) for t in page["items"]] == [t[:2] for t in threads[:shown]]
        assert page["total"] == 4


async def test_types_are_listed_with_config_and_price(api):
    listed = (await api.public.get("/agents")).json()
    assert [kind["type"] for kind in listed] == ["vendas", "atendimento", "pos_venda"]
    one = (await api.public.get("/agents/vendas")).json()
    assert one == listed[0]
    assert (one["valid"], one["problems"]) == (True, [])
    assert one["price"]["prompt_per_million_cents"] > 0
    assert_problem(await api.public.get("/agents/nada"), 404, "not-found")


async def test_a_reload_takes_a_good_file_and_refuses_a_broken_one_whole(api, app_settings):
    path = app_settings.agent_types_file
    path.write_text("types:\n  novo: {title: Novo}\n")
    assert (await api.public.post("/agents/reload")).json() == {"reloaded": True, "types": ["novo"]}
    path.write_text("types:\n  a: {title: ''}\n  b: {colour: red}\n")
    problem = assert_problem(await api.public.post("/agents/reload"), 422, "validation")
    assert len(problem["errors"]) == 2
    assert [kind["type"] for kind in (await api.public.get("/agents")).json()] == ["novo"]


async def test_a_type_is_described_in_english_too(api):
    kind = (await api.public.get("/agents/vendas")).json()
    assert (kind["title"], kind["title_en"]) == ("Vendas", "Sales")
    assert kind["description"].startswith("Encontra produtos")
    assert kind["description_en"].startswith("Finds products")
