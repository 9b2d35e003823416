"""The README's commands, run as pasted against a freshly seeded service."""

from urllib.parse import urlsplit

import httpx
import pytest

from app.demo.companies import COMPANIES
from tests.hybrid import with_model
from tests.pages import blocks, joined, run_shell
from tests.servers import Server

PAGE = "README.md"


@pytest.fixture(scope="module")
def demo_server(database_maker, hybrid_folder, tmp_path_factory):
    name = database_maker.take()
    data_dir = with_model(tmp_path_factory.mktemp("demo"), hybrid_folder)
    running = Server(database_maker.dsn(name), data_dir, EMBEDDING_MODEL="hybrid-pt-1024").start("--demo")
    yield running
    running.stop()
    database_maker.drop(name)


def test_the_readme_sells(demo_server, tmp_path):
    (tmp_path / "var").mkdir()
    token = demo_server.environment["INTERNAL_API_TOKEN"]
    (tmp_path / "var" / "dev.env").write_text(f"INTERNAL_API_TOKEN={token}\n")
    script = joined(block for block in blocks(PAGE, "sh") if "make " not in block.text)
    assert script.count("http://127.0.0.1:8000") == 1
    done = run_shell(script.replace("http://127.0.0.1:8000", demo_server.url), tmp_path)
    assert '"status":"ok"' in done.stdout
    assert "1. Tênis de Corrida" in done.stdout
    assert "R$ 249,90" in done.stdout or "R$ 159,90" in done.stdout
    assert "br.gov.bcb.pix" in done.stdout
    assert '"awaiting_proof"' in done.stdout
    assert done.stdout.rstrip().endswith("404")


def test_the_demo_shows_its_products(demo_server):
    actor = {
        "X-Internal-Token": demo_server.environment["INTERNAL_API_TOKEN"],
        "X-Actor-User-Id": COMPANIES[0].user_id,
    }
    with httpx.Client(base_url=demo_server.url, headers=actor) as client:
        store = client.get("/internal/stores", params={"company_id": COMPANIES[0].user_id}).json()[0]["id"]
        listed = client.get("/internal/products", params={"store_id": store, "limit": 200}).json()["items"]
        first = [product["pictures"] for product in listed if product["sku"].endswith("-1")]
        assert len(first) > 30
        assert all(len(pictures) == 1 for pictures in first)
        shown = client.get(urlsplit(first[0][0]["thumbnail_url"]).path)
        assert (shown.status_code, shown.headers["content-type"]) == (200, "image/jpeg")


def test_the_demo_is_found_by_what_it_means(demo_server):
    with httpx.Client(base_url=demo_server.url, timeout=30) as client:
        headers = {
            "X-Internal-Token": demo_server.environment["INTERNAL_API_TOKEN"],
            "X-Actor-User-Id": COMPANIES[0].user_id,
        }
        store = client.get("/internal/stores", params={"company_id": COMPANIES[0].user_id}, headers=headers).json()[0]
        agent = client.get("/internal/agents", params={"store_id": store["id"]}, headers=headers).json()[0]
        for message, found in (("algo para nadar", "Maiô de Natação"), ("running shoes", "Tênis de Corrida")):
            answer = client.post("/chat", json={"type": "vendas", "agent_id": agent["id"], "message": message}).json()
            assert found in answer["reply"]
            assert found in answer["products"][0]["name"]


def test_the_demo_has_conversations_in_every_hand(demo_server):
    actor = {
        "X-Internal-Token": demo_server.environment["INTERNAL_API_TOKEN"],
        "X-Actor-User-Id": COMPANIES[0].user_id,
    }
    with httpx.Client(base_url=demo_server.url, headers=actor) as client:
        store = client.get("/internal/stores", params={"company_id": COMPANIES[0].user_id}).json()[0]["id"]
        talks = client.get("/internal/conversations", params={"store_ids": store}).json()["items"]
        of_leads = [talk for talk in talks if talk["lead_id"]]
        assert len(of_leads) == len(COMPANIES[0].leads)
        assert {talk["state"] for talk in of_leads} == {"bot", "waiting", "human"}
        numbers = client.get(f"/internal/numbers/{store}").json()["now"]
        assert numbers["ordering"] >= 1
