"""The messaging gateway: docs/messaging.md runs as it stands, and a gateway that delivers everything twice."""

from pathlib import Path

import pytest

from app.db import Database
from tests.api import Api
from tests.pages import blocks, joined, run_shell
from tests.problems import assert_problem
from tests.sales import MANUAL_PIX, PROOF, add_product, make_order, move, save_settings, stock_of
from tests.servers import Server
from tests.shops import Shop


def test_the_page_runs_as_it_stands(server: Server, tmp_path: Path) -> None:
    done = run_shell(joined(blocks("docs/messaging.md", "sh")), tmp_path, BASE=server.url)
    assert done.stdout.rstrip().endswith("confirmed")


class Gateway:
    """A bridge between a gateway and the API, that delivers everything twice."""

    def __init__(self, api: Api, shop: Shop) -> None:
        self.api = api
        self.shop = shop

    async def twice(self, path: str, body: dict[str, object]) -> tuple[int, int, str]:
        first, second = [await self.shop.client.post(path, json=body) for _ in range(2)]
        assert first.json()["id"] == second.json()["id"]
        return first.status_code, second.status_code, str(first.json()["id"])

    async def agent(self, instance: str) -> dict[str, str]:
        found = await self.api.webhook.get(f"/webhooks/agents/by-messaging-instance/{instance}")
        assert found.status_code == 200, found.text
        agent: dict[str, str] = found.json()
        return agent


@pytest.fixture
async def product(shop: Shop, database: Database) -> str:
    await save_settings(shop, **MANUAL_PIX)
    return await add_product(database, shop.store_id, stock=3)


async def test_a_whole_conversation_delivered_twice_happens_once(
    api: Api, shop: Shop, product: str, database: Database
) -> None:
    made = await shop.post("agents", store_id=shop.store_id, name="Bia", type="vendas")
    assert (await shop.post(f"agents/{made['id']}/toggle-active"))["active"] is True
    gateway = Gateway(api, shop)
    agent = await gateway.agent(made["messaging_instance_id"])
    assert (agent["id"], agent["company_id"], agent["store_id"]) == (made["id"], shop.id, shop.store_id)

    lead_body = {"store_id": shop.store_id, "channel": "whatsapp", "name": "Carla"}
    jids = ["5541988887777@s.whatsapp.net", "5541988887777:12@s.whatsapp.net", "554188887777@s.whatsapp.net"]
    leads = [await gateway.twice("/internal/leads/ensure", lead_body | {"external_id": jid}) for jid in jids]
    lid = lead_body | {"external_id": "998877@lid", "phone": "+5541988887777"}
    leads.append(await gateway.twice("/internal/leads/ensure", lid))
    assert [codes[:2] for codes in leads] == [(201, 200)] + [(200, 200)] * 3
    (lead,) = {codes[2] for codes in leads}

    text = {"role": "user", "content": "Oi", "lead_id": lead, "agent_id": agent["id"], "external_id": "3EB0A1"}
    assert (await gateway.twice("/internal/messages", text))[:2] == (201, 200)
    turn = {"type": "vendas", "message": "Oi", "store_id": shop.store_id, "agent_id": agent["id"], "lead_id": lead}
    reply = await api.public.post("/chat", json=turn)
    assert reply.status_code == 200, reply.text
    assert reply.json()["reply"]
    assert await database.fetchval("SELECT count(*) FROM messages_history") == 1

    waiting = f"/internal/orders/awaiting-proof-by-lead/{lead}"
    assert_problem(await shop.client.get(waiting), 404, "not-found")
    order = await make_order(shop, [(product, 1)], method="manual_pix", lead_id=lead, agent_id=agent["id"])
    assert (await shop.client.get(waiting)).json()["id"] == order["id"]
    proof = PROOF | {"message_id": "3EB0B2"}
    assert (await gateway.twice(f"/internal/orders/{order['id']}/attach-proof", proof))[:2] == (200, 200)
    after = (await shop.client.get(f"/internal/orders/{order['id']}")).json()
    assert [event["type"] for event in after["events"]].count("proof_attached") == 1
    assert (after["status"], after["proof_url"]) == ("awaiting_proof", PROOF["proof_url"])
    assert (await move(shop, order["id"], "confirmed")).json()["status"] == "confirmed"
    assert await stock_of(database, product) == 2
    assert_problem(await shop.client.get(waiting), 404, "not-found")


async def test_another_companys_gateway_finds_nothing_here(
    api: Api, shop: Shop, other_shop: Shop, product: str
) -> None:
    lead = await shop.lead(channel="whatsapp", external_id="5541988887777")
    order = await make_order(shop, [(product, 1)], method="manual_pix", lead_id=lead["id"])
    stranger = other_shop.client
    assert_problem(await stranger.get(f"/internal/orders/awaiting-proof-by-lead/{lead['id']}"), 404, "not-found")
    assert_problem(await stranger.post(f"/internal/orders/{order['id']}/attach-proof", json=PROOF), 404, "not-found")
    same_id = {"store_id": shop.store_id, "channel": "whatsapp", "external_id": "5541988887777"}
    assert_problem(await stranger.post("/internal/leads/ensure", json=same_id), 404, "not-found")
    unknown = await api.webhook.get("/webhooks/agents/by-messaging-instance/ag-00000000000000000000000000000000")
    assert_problem(unknown, 404, "not-found")
    assert_problem(await api.public.get("/webhooks/agents/by-messaging-instance/ag-0"), 401, "unauthorized")
