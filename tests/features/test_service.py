"""GET /, health, readiness, metrics, the OpenAPI document and its page."""

import json
from dataclasses import replace

import pytest
from openapi_spec_validator import validate

from app.main import Application, declared_routes
from app.settings import Secret
from app.web.openapi import document
from app.web.replies import encode_json
from tests.api import Api, TestClock
from tests.servers import free_port


async def test_info_links_to_the_documentation(api):
    info = (await api.public.get("/")).json()
    assert info["name"] == "storefront-backend"
    assert info["links"]["docs"] == "/docs"


async def test_health_names_every_part_and_says_who_answers(api):
    answer = await api.public.get("/health")
    health = answer.json()
    assert answer.status_code == 200
    assert health["status"] == "ok"
    assert health["language_model"]["model"] == "offline-rules"
    assert health["database"]["server"].startswith("PostgreSQL")
    assert health["embedding"]["dimension"] == 1024
    assert "vendas" in health["agents"]["types"]
    assert {part["status"] for name, part in health.items() if name != "status"} == {"ok"}


async def test_a_dead_database_degrades_health_and_nothing_else_of_it(api):
    async def fail():
        raise ConnectionRefusedError

    api.services.database_probe.check = fail
    answer = await api.public.get("/health")
    assert answer.status_code == 200
    assert answer.json()["status"] == "degraded"
    assert answer.json()["database"] == {"status": "down", "error": "ConnectionRefusedError"} | {
        "latency_ms": answer.json()["database"]["latency_ms"]
    }
    assert answer.json()["embedding"]["status"] == "ok"


async def test_a_database_that_takes_no_writes_degrades_health(api, database):
    """As a provider leaves it whose disk is full, or a standby behind a name that did not follow a failover."""
    name = await database.fetchval("SELECT current_database()")
    await database.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    await api.services.database_probe.close()  # its next session finds it so
    health = (await api.public.get("/health")).json()
    assert (health["status"], health["database"]["status"]) == ("degraded", "down")
    assert health["database"]["error"] == "read-only: it takes no writes"


async def test_a_process_that_does_not_hear_the_others_degrades_health(app_settings):
    """The pooler followed a failover, DATABASE_DIRECT_URL did not: to the others, its turns look abandoned."""
    lost = Secret(f"postgresql://app@127.0.0.1:{free_port()}/app")
    clock = TestClock()
    application = Application(replace(app_settings, database_direct_url=lost), clock)
    async with application.running():
        api = Api(application, clock)
        health = (await api.public.get("/health")).json()
        await api.close()
    assert (health["status"], health["database"]["status"]) == ("degraded", "down")
    assert health["database"]["error"].startswith("no connection past the pooler")


async def test_readiness_follows_the_lifespan(api):
    assert (await api.public.get("/livez")).json() == {"status": "ok"}
    assert (await api.public.get("/readyz")).status_code == 200
    api.services.ready = False
    assert (await api.public.get("/readyz")).status_code == 503


async def test_metrics_count_requests_by_template(api):
    await api.auth.get("/internal/auth/users/by-id/somebody")
    text = (await api.public.get("/metrics")).text
    assert 'http_requests_total{method="GET",route="/internal/auth/users/by-id/{user_id}",status="404"} 1.0' in text
    assert "somebody" not in text
    for name in (
        'db_pool_connections{state="max"} 10.0',
        "embed_queue_tokens",
        "auth_cache_lookups_total",
        "jobs_open",
    ):
        assert name in text


def test_the_openapi_document_is_valid_3_1():
    described = json.loads(encode_json(document(declared_routes())))
    assert described["openapi"] == "3.1.0"
    validate(described)


def test_every_answer_with_a_body_says_of_which_kind_it_is():
    described = json.loads(encode_json(document(declared_routes())))
    answers = [
        (path, method, status, answer)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        for status, answer in operation["responses"].items()
    ]
    assert [answer[:3] for answer in answers if ("content" in answer[3]) == (answer[2] in ("204", "304"))] == []


async def test_files_are_described_by_their_own_kind(api):
    described = json.loads((await api.public.get("/openapi.json")).content)
    for path in ("/metrics", "/docs", "/openapi.json"):
        kind = (await api.public.get(path)).headers["content-type"].partition(";")[0]
        assert list(described["paths"][path]["get"]["responses"]["200"]["content"]) == [kind]


def test_operation_ids_are_unique():
    ids = [f"{route.name}" for route in declared_routes()]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", ["swagger-ui.css", "swagger-ui-bundle.js", "start.js", "favicon-32x32.png"])
async def test_the_docs_page_brings_all_its_files(api, name):
    page = await api.public.get("/docs")
    assert name in page.text or name == "favicon-32x32.png"
    assert "//" not in page.text.replace("https://", "").split("<body>")[1]
    assert (await api.public.get(f"/docs/static/{name}")).status_code == 200


async def test_docs_assets_cannot_leave_their_folder(api):
    for name in ("..%2f..%2fsettings.py", "%2e%2e", "README.md", "nope.js"):
        assert (await api.public.get(f"/docs/static/{name}")).status_code == 404
