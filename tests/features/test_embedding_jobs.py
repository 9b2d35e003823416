"""Vectors made in the background: what starts them, what they keep, what a change of model does."""

import asyncio

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from app.cli import embeddings
from app.context import JobCtx
from app.db.ids import uuid7
from app.embed.queue import QueueFull
from app.features.search import indexing
from app.features.search.indexing import product_text
from app.features.search.jobs import sweep_embeddings
from app.features.search.service import search_products
from app.jobs import NoArgs, registry
from tests.waiting import until

BATCH = "/internal/products/batch-upsert"


async def upsert(shop, *items):
    return await shop.post("products/batch-upsert", store_id=shop.store_id, items=list(items))


async def run_jobs(services, *names: str) -> int:
    """Run the waiting jobs of these names until there are none; how many there were."""
    ran = 0
    while rows := await services.db.fetch("DELETE FROM jobs WHERE name = ANY ($1) RETURNING name, args", list(names)):
        for name, args in rows:
            job = registry.get(name)
            await job(JobCtx(services, None), msgspec.json.decode(bytes(args), type=job.args))
        ran += len(rows)
    return ran


async def statuses(database) -> dict[str, str]:
    return dict(
        await database.fetch(
            "SELECT p.name, coalesce(q.status, 'ready') FROM products p"
            " LEFT JOIN product_embedding_queue q ON q.company_id = p.company_id AND q.product_id = p.id"
            " ORDER BY p.name"
        )
    )


async def vectors(database) -> dict[str, np.ndarray]:
    rows = await database.fetch(
        "SELECT p.name, e.emb FROM product_embedding e"
        " JOIN products p ON p.company_id = e.company_id AND p.id = e.product_id"
    )
    return {name: emb.astype(np.float32) for name, emb in rows}


async def sweep(services) -> None:
    await sweep_embeddings(JobCtx(services, None), NoArgs())


async def test_a_batch_is_embedded_by_one_job_and_found_by_meaningful_words(api, shop, database):
    await upsert(shop, {"name": "Geladeira duplex", "sku": "1"}, {"name": "Camiseta", "sku": "2"})
    await upsert(shop, {"name": "Tênis", "sku": "3"})
    assert set((await statuses(database)).values()) == {"pending"}
    assert await run_jobs(api.services, "embed_products") == 1
    assert set((await statuses(database)).values()) == {"ready"}
    stats = (await shop.client.get(f"/internal/products/stats/{shop.store_id}")).json()
    assert stats["embedding"] == {"pending": 0, "ready": 3, "error": 0}
    found = await search_products(api.services, shop.id, shop.store_id, "refrigerador")
    assert found[0].name == "Geladeira duplex"
    assert found[0].similarity is not None


async def test_only_a_change_of_the_text_makes_a_new_vector(api, shop, database):
    item = {"sku": "1", "name": "Camiseta", "description": "Azul", "category": "Roupas", "attributes": {"tamanho": "M"}}
    await upsert(shop, item)
    await run_jobs(api.services, "embed_products")
    await upsert(shop, item | {"price_cents": 990, "stock_quantity": 3, "active": True})
    assert await statuses(database) == {"Camiseta": "ready"}
    assert await run_jobs(api.services, "embed_products") == 0
    for change in ({"description": "Verde"}, {"category": "Moda"}, {"attributes": {"tamanho": "G"}}, {"name": "Blusa"}):
        before = next(iter((await vectors(database)).values()))
        await upsert(shop, {"sku": "1"} | change)
        assert set((await statuses(database)).values()) == {"pending"}
        await run_jobs(api.services, "embed_products")
        assert not np.array_equal(next(iter((await vectors(database)).values())), before), change


async def test_a_text_that_changes_while_it_is_embedded_keeps_no_stale_vector(api, shop, database, monkeypatch):
    await upsert(shop, {"sku": "1", "name": "Camiseta"})
    embed, texts = api.services.embedder.embed, []

    async def slow(batch, *options):
        texts.append(batch)
        if len(texts) == 1:
            await database.execute("UPDATE products SET name = 'Bermuda'")
        return await embed(batch, *options)

    monkeypatch.setattr(api.services.embedder, "embed", slow)
    await run_jobs(api.services, "embed_products")
    assert texts == [["Camiseta"], ["Bermuda"]]
    expected = (await embed(["Bermuda"])).vectors[0]
    assert np.allclose((await vectors(database))["Bermuda"], expected, atol=1e-3)


async def test_a_deleted_product_gets_no_vector_and_an_inactive_one_is_hidden(api, shop, database):
    await upsert(shop, {"sku": "1", "name": "Camiseta"}, {"sku": "2", "name": "Camisa", "active": False})
    await database.execute("UPDATE products SET deleted_at = now() WHERE sku = '1'")
    await run_jobs(api.services, "embed_products")
    assert list(await vectors(database)) == ["Camisa"]
    assert await search_products(api.services, shop.id, shop.store_id, "camisa") == []


async def test_work_goes_on_in_another_job_when_time_runs_out(api, shop, database, monkeypatch):
    monkeypatch.setattr(indexing, "WORK_S", 0.0)
    await upsert(shop, *({"sku": str(i), "name": f"Meia {i}"} for i in range(5)))
    [(args,)] = await database.fetch("DELETE FROM jobs WHERE name = 'embed_products' RETURNING args")
    job = registry.get("embed_products")
    await job(JobCtx(api.services, None), msgspec.json.decode(bytes(args), type=job.args))
    assert await database.fetchval("SELECT count(*) FROM jobs WHERE name = 'embed_products'") == 1


async def test_a_full_queue_is_waited_for(api, shop, database, monkeypatch):
    await upsert(shop, {"sku": "1", "name": "Camiseta"})
    embed, calls = api.services.embedder.embed, []

    async def busy(batch, *options):
        calls.append(batch)
        if len(calls) < 3:
            raise QueueFull(0.01)
        return await embed(batch, *options)

    monkeypatch.setattr(api.services.embedder, "embed", busy)
    await run_jobs(api.services, "embed_products")
    assert await statuses(database) == {"Camiseta": "ready"}


async def test_one_text_that_the_model_cannot_take_does_not_hold_up_the_others(api, shop, database, monkeypatch):
    await upsert(shop, *({"sku": str(i), "name": n} for i, n in enumerate(["Camiseta", "Maldito", "Meia"])))
    embed = api.services.embedder.embed

    async def broken(batch, *options):
        if any("Maldito" in text for text in batch):
            raise RuntimeError("the graph failed")
        return await embed(batch, *options)

    monkeypatch.setattr(api.services.embedder, "embed", broken)
    await run_jobs(api.services, "embed_products")
    assert await statuses(database) == {"Camiseta": "ready", "Maldito": "error", "Meia": "ready"}


async def test_a_model_that_always_fails_leaves_everything_pending(api, shop, database, monkeypatch):
    await upsert(shop, {"sku": "1", "name": "Camiseta"}, {"sku": "2", "name": "Meia"})

    async def broken(*_):
        raise RuntimeError("the graph failed")

    monkeypatch.setattr(api.services.embedder, "embed", broken)
    with pytest.raises(RuntimeError):
        await run_jobs(api.services, "embed_products")
    assert set((await statuses(database)).values()) == {"pending"}


async def test_the_sweep_finds_texts_that_wait_without_a_job(api, shop, other_shop, database):
    await upsert(shop, {"sku": "1", "name": "Camiseta"})
    await upsert(other_shop, {"sku": "1", "name": "Meia"})
    document_id = uuid7()
    await database.execute(
        "INSERT INTO documents (company_id, store_id, id, title) VALUES ($1, $2, $3, 'Trocas')",
        shop.id,
        shop.store_id,
        document_id,
    )
    await database.execute(
        "INSERT INTO document_chunks (company_id, store_id, document_id, chunk_no, content)"
        " VALUES ($1, $2, $3, 0, 'Sete dias.')",
        shop.id,
        shop.store_id,
        document_id,
    )
    await database.execute("DELETE FROM jobs")
    await sweep(api.services)
    await sweep(api.services)
    assert await run_jobs(api.services, "embed_products", "embed_chunks") == 3
    assert await statuses(database) == {"Camiseta": "ready", "Meia": "ready"}
    assert await database.fetchval("SELECT embedding_status FROM document_chunks") == "ready"
    assert await database.fetchval("SELECT count(*) FROM chunk_embedding") == 1


async def test_another_model_re_embeds_every_store_and_is_not_mixed_meanwhile(
    api, shop, other_shop, database, monkeypatch
):
    monkeypatch.setattr("app.features.search.jobs.MARKED", 1)
    for each in (shop, other_shop):
        await upsert(each, {"sku": "1", "name": "Geladeira"}, {"sku": "2", "name": "Camiseta"})
    await run_jobs(api.services, "embed_products")
    await sweep(api.services)
    # The first start adopts its model, looks whether another one was there before, and changes nothing.
    await run_jobs(api.services, "reembed", "reembed_store")
    assert await run_jobs(api.services, "embed_products") == 0
    old = api.services.embedder.identity
    api.services.embedder.fingerprint = "another"
    # By its name alone: the old vectors are not compared with the new model's.
    (found,) = await search_products(api.services, shop.id, shop.store_id, "refrigerador")
    assert (found.name, found.similarity) == ("Geladeira", None)
    await sweep(api.services)
    assert await run_jobs(api.services, "reembed", "reembed_store", "embed_products") > 0
    models = await database.fetch("SELECT DISTINCT model FROM product_embedding")
    assert [m for (m,) in models] == [api.services.embedder.identity] != [old]
    found = (await search_products(api.services, shop.id, shop.store_id, "refrigerador"))[0]
    assert found.name == "Geladeira"
    assert found.similarity is not None
    assert await run_jobs(api.services, "reembed") == 0


def test_the_text_begins_with_the_name_and_names_the_attributes():
    attributes = msgspec.Raw(b'{"cor":"azul","tamanhos":["P","M"],"vazio":null,"medidas":{"altura":3},"n":2}')
    assert product_text("Camiseta", "Roupas", "Leve", attributes, msgspec.Raw(b'{"Cor":"Azul"}')) == (
        'Camiseta (Azul)\nRoupas\nLeve\ncor: azul\ntamanhos: P, M\nmedidas: {"altura":3}\nn: 2'
    )
    assert product_text("Camiseta", None, "", msgspec.Raw(b"{}"), msgspec.Raw(b"{}")) == "Camiseta"
    shouted = product_text("CÂMARA DE AR", "USB", "LEVE E BOA", msgspec.Raw(b'{"cor":"AZUL"}'), msgspec.Raw(b"{}"))
    assert shouted == "Câmara de ar\nUSB\nLEVE E BOA\ncor: AZUL"


async def test_the_command_shows_a_bar_until_nothing_waits(api, shop, database, dsn, tmp_path, monkeypatch):
    await upsert(shop, {"sku": "1", "name": "Camiseta"}, {"sku": "2", "name": "Meia"})
    await database.execute(
        "UPDATE product_embedding_queue q SET status = 'error' FROM products p"
        " WHERE p.company_id = q.company_id AND p.id = q.product_id AND p.sku = '2'"
    )
    monkeypatch.setenv("DATABASE_URL", dsn)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(embeddings, "EVERY_S", 0.01)

    async def command(*options: str) -> str:
        result = await asyncio.to_thread(CliRunner().invoke, embeddings.embeddings_command, options)
        assert result.exit_code == 0, result.output
        return result.output

    assert "pending 1, ready 0, error 1" in await command()
    following = asyncio.create_task(command("--follow", "--retry"))
    await until(lambda: database.fetchval("SELECT count(*) = 2 FROM product_embedding_queue WHERE status = 'pending'"))
    await run_jobs(api.services, "embed_products")
    output = await following
    assert "1 sent back" in output
    assert "pending 0, ready 2, error 0" in output
