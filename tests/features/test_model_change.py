"""Another embedding model: what waits is counted from the first answer on, and search goes on meanwhile."""

from dataclasses import replace

from app.features.search.service import search_products
from app.main import Application
from app.ops.clock import SystemClock
from app.settings import Settings
from tests.api import Api
from tests.features.test_embedding_jobs import run_jobs, sweep
from tests.shops import Shop

NAMES = ["Geladeira duplex", "Tênis de corrida", "Ração para gatos", "Violão de nylon", "Batom vermelho"]


async def pending(client, shop: Shop) -> dict[str, int]:
    return (await client.get(f"/internal/products/stats/{shop.store_id}")).json()["embedding"]


async def test_old_vectors_are_searched_until_the_last_is_made_anew(
    api: Api, shop: Shop, app_settings: Settings, with_hybrid, database
):
    body = {"store_id": str(shop.store_id), "items": [{"name": name} for name in NAMES]}
    await shop.client.post("/internal/products/batch-upsert", json=body)
    await api.run_jobs()
    await sweep(api.services)
    assert await pending(shop.client, shop) == {"pending": 0, "ready": 5, "error": 0}
    settings = replace(app_settings, embedding_model="hybrid-pt-1024")
    application = Application(settings, SystemClock())
    async with application.running():
        after = Api(application, api.clock)
        client, previous = after.as_actor(shop.id), after.services.embedder.previous
        assert previous is not None
        assert previous.name == "lexical-pt-1024"
        # From the first answer on, before any job has run.
        assert await pending(client, shop) == {"pending": 5, "ready": 0, "error": 0}
        await found_by_meaning(after, shop)
        await sweep(after.services)
        await run_jobs(after.services, "reembed")
        assert await pending(client, shop) == {"pending": 5, "ready": 0, "error": 0}
        # Half way: each vector is searched by the model that made it.
        await half_way(after, shop, database)
        assert await pending(client, shop) == {"pending": 3, "ready": 2, "error": 0}
        await found_by_meaning(after, shop)
        await run_jobs(after.services, "embed_products")
        assert await pending(client, shop) == {"pending": 0, "ready": 5, "error": 0}
        await found_by_meaning(after, shop)
        await sweep(after.services)
        await after.close()
    application = Application(settings, SystemClock())
    async with application.running():
        assert application.services is not None
        assert application.services.embedder.previous is None


async def half_way(api: Api, shop: Shop, database) -> None:
    """Let the worker see only two of the products that wait."""
    rows = await database.fetch(
        "DELETE FROM product_embedding_queue WHERE product_id IN"
        " (SELECT product_id FROM product_embedding_queue ORDER BY product_id LIMIT 3)"
        " RETURNING company_id, store_id, product_id"
    )
    await run_jobs(api.services, "embed_products")
    await database.executemany(
        "INSERT INTO product_embedding_queue (company_id, store_id, product_id) VALUES ($1, $2, $3)",
        [tuple(row) for row in rows],
    )
    await sweep(api.services)


async def found_by_meaning(api: Api, shop: Shop) -> None:
    """A synonym that no product is written with: only a vector finds it."""
    [hit, *_] = await search_products(api.services, shop.id, shop.store_id, "refrigerador")
    assert hit.name == "Geladeira duplex"
    assert hit.similarity is not None
