"""Another embedding model: what waits is counted from the first answer on, and search goes on meanwhile."""

from collections import Counter
from dataclasses import replace
from uuid import UUID

from app.features.search.service import search_products
from app.main import Application
from app.ops.clock import SystemClock
from app.settings import Settings
from tests.api import Api
from tests.features.test_embedding_jobs import run_jobs, sweep
from tests.shops import Shop

LIST = "/internal/products"
DOCUMENTS = "/internal/documents"
READY = {"pending": 0, "ready": 5, "error": 0}
NAMES = [
    f"{thing} Aurora"
    for thing in ("Geladeira duplex", "Tênis de corrida", "Ração para gatos", "Violão de nylon", "Batom vermelho")
]


async def pending(client, shop: Shop) -> dict[str, int]:
    return (await client.get(f"/internal/products/stats/{shop.store_id}")).json()["embedding"]


async def statuses(client, shop: Shop) -> dict[str, int]:
    """What the products themselves say, by each way they are shown, as /stats counts it."""
    params = {"store_id": str(shop.store_id)}
    counted = []
    for query in ({}, {"sort": "name"}, {"q": "aurora"}):
        items = (await client.get(LIST, params=params | query)).json()["items"]
        counted.append(Counter(item["embedding_status"] for item in items))
    one = Counter([(await client.get(f"{LIST}/{item['id']}")).json()["embedding_status"] for item in items])
    assert counted == [one] * 3
    return {"pending": 0, "ready": 0, "error": 0} | dict(one)


async def document_status(client, shop: Shop) -> str:
    page = (await client.get(DOCUMENTS, params={"store_id": str(shop.store_id)})).json()
    [document] = page["items"]
    assert (await client.get(f"{DOCUMENTS}/{document['id']}")).json()["status"] == document["status"]
    filtered = {"store_id": str(shop.store_id), "status": document["status"]}
    assert (await client.get(DOCUMENTS, params=filtered)).json()["total"] == 1
    return str(document["status"])


async def settled(api: Api, shop: Shop) -> None:
    """The shop's products, all with their vectors."""
    body = {"store_id": str(shop.store_id), "items": [{"name": name} for name in NAMES]}
    await shop.client.post("/internal/products/batch-upsert", json=body)
    await api.run_jobs()
    await sweep(api.services)


async def test_old_vectors_are_searched_until_the_last_is_made_anew(
    api: Api, shop: Shop, app_settings: Settings, with_hybrid, database
):
    await settled(api, shop)
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
        await run_jobs(after.services, "reembed", "reembed_store")
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


async def test_a_model_that_no_sweep_has_seen_is_changed_like_any_other(
    api: Api, shop: Shop, app_settings: Settings, with_hybrid, database
):
    await settled(api, shop)
    await database.execute("DELETE FROM embedding_model")  # as in the first minute of a service
    application = Application(replace(app_settings, embedding_model="hybrid-pt-1024"), SystemClock())
    async with application.running():
        after = Api(application, api.clock)
        await sweep(after.services)
        await run_jobs(after.services, "reembed", "reembed_store", "embed_products")
        assert await pending(after.as_actor(shop.id), shop) == READY


async def test_products_and_documents_say_what_the_numbers_say(
    api: Api, shop: Shop, app_settings: Settings, with_hybrid, database
):
    document = {"store_id": str(shop.store_id), "title": "Trocas", "content": "Trocamos em sete dias."}
    assert (await shop.client.post(DOCUMENTS, json=document)).status_code == 201
    await settled(api, shop)
    assert (await statuses(shop.client, shop), await document_status(shop.client, shop)) == (READY, "ready")
    application = Application(replace(app_settings, embedding_model="hybrid-pt-1024"), SystemClock())
    async with application.running():
        after = Api(application, api.clock)
        client = after.as_actor(shop.id)
        # From the first answer on, before any job has run.
        assert await statuses(client, shop) == await pending(client, shop) == {"pending": 5, "ready": 0, "error": 0}
        assert await document_status(client, shop) == "processing"
        await sweep(after.services)
        await run_jobs(after.services, "reembed", "reembed_store")
        await half_way(after, shop, database)
        assert await statuses(client, shop) == await pending(client, shop) == {"pending": 3, "ready": 2, "error": 0}
        assert await document_status(client, shop) == "processing"
        await after.close()
    # Back again half-way: three products and the document have the vector of the model that is in use now.
    assert (
        await statuses(shop.client, shop) == await pending(shop.client, shop) == {"pending": 2, "ready": 3, "error": 0}
    )
    assert await document_status(shop.client, shop) == "ready"
    counts = await api.services.q.embeddings.count_embedding_states(database, model=api.services.embedder.identity)
    assert tuple(counts) == (2, 4, 0)
    before = api.services.embedder.stats.texts
    await sweep(api.services)
    await run_jobs(api.services, "reembed", "reembed_store")
    await run_jobs(api.services, "embed_products", "embed_chunks")
    # Nothing that has its vector is embedded again.
    assert api.services.embedder.stats.texts - before == 2
    assert await statuses(shop.client, shop) == await pending(shop.client, shop) == READY
    assert await database.fetchval("SELECT count(*) FROM product_embedding_queue") == 0


async def test_what_is_never_made_anew_does_not_keep_the_old_model(api: Api, shop: Shop, database):
    await settled(api, shop)
    q, model = api.services.q, "another@1"
    where = {"company_id": shop.id, "store_id": shop.store_id, "model": model}
    assert await q.embeddings.find_stale_model(database, model=model) == api.services.embedder.identity
    assert await q.search.has_stale_vectors(database, **where)
    items = (await shop.client.get(LIST, params={"store_id": str(shop.store_id)})).json()["items"]
    await database.execute(
        "INSERT INTO product_embedding_queue SELECT company_id, store_id, id, 'error' FROM products WHERE id = $1",
        UUID(items[0]["id"]),
    )
    for item in items[1:]:
        assert (await shop.client.delete(f"{LIST}/{item['id']}")).status_code == 204
    # One that the new model has failed on is left, and four that are archived.
    assert await q.embeddings.find_stale_model(database, model=model) is None
    assert (await shop.client.delete(f"{LIST}/{items[0]['id']}")).status_code == 204
    assert not await q.search.has_stale_vectors(database, **where)
    # Brought back, it waits for its vector at once.
    assert (await shop.client.post(f"{LIST}/{items[0]['id']}/restore")).status_code == 200
    assert await q.embeddings.find_stale_model(database, model=model) is not None


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
    assert hit.name == NAMES[0]
    assert hit.similarity is not None
