"""Knowledge documents through HTTP: ownership, upsert by product, links, chunks in the background."""

import asyncio
import json

import pytest

from app.db import uuid7
from app.files import UnreadableFile
from tests.features.owners import owners
from tests.problems import assert_problem

__all__ = ["owners"]

URL = "/internal/documents"


async def test_a_document_is_created_read_changed_and_deleted(owners):
    mine, _ = owners
    made = await mine.create(content="Trocas em 7 dias.", metadata={"tema": "trocas"}, source_url="https://x.example/t")
    assert made["content"] == "Trocas em 7 dias."
    assert (made["status"], made["source_type"], made["agent_ids"]) == ("processing", "manual", [])
    assert made["metadata"] == {"tema": "trocas"}
    url = f"{URL}/{made['id']}"
    assert (await mine.http.get(url)).json() == made

    changed = (await mine.http.patch(url, json={"title": "Devoluções", "source_url": None})).json()
    assert (changed["title"], changed["source_url"], changed["content"]) == ("Devoluções", None, "Trocas em 7 dias.")
    assert (await mine.http.patch(url, json={})).json()["metadata"] == {"tema": "trocas"}

    answer = await mine.http.delete(url)
    assert (answer.status_code, answer.content) == (204, b"")
    assert_problem(await mine.http.get(url), 404, "not-found")
    assert_problem(await mine.http.delete(url), 404, "not-found")


async def test_the_text_is_chunked_and_embedded_in_the_background(api, owners, database):
    mine, _ = owners
    made = await mine.create(content="\n\n".join(f"Regra {i}: " + "palavra " * 100 for i in range(10)))
    await api.run_jobs()
    document = (await mine.http.get(f"{URL}/{made['id']}")).json()
    assert document["status"] == "ready"
    rows = await database.fetch(
        "SELECT c.content, c.token_count, e.emb FROM document_chunks c JOIN chunk_embedding e"
        " USING (company_id, store_id, document_id, chunk_no) WHERE document_id = $1 ORDER BY chunk_no",
        made["id"],
    )
    assert len(rows) == document["chunk_count"] > 2
    assert rows[0]["content"].startswith("Regra 0")
    assert all(0 < row["token_count"] <= 400 for row in rows)


async def test_a_changed_text_replaces_its_chunks_and_an_unchanged_one_does_nothing(api, owners, database):
    mine, _ = owners
    made = await mine.create(content="velho")
    await api.run_jobs()
    url = f"{URL}/{made['id']}"
    same = (await mine.http.patch(url, json={"content": "velho"})).json()
    assert same["status"] == "ready"
    assert (await mine.http.patch(url, json={"content": "novo"})).json()["status"] == "processing"
    await api.run_jobs()
    assert (await mine.http.get(url)).json()["status"] == "ready"
    chunks = await database.fetch("SELECT content FROM document_chunks WHERE document_id = $1", made["id"])
    assert [row["content"] for row in chunks] == ["novo"]
    await mine.http.patch(url, json={"content": ""})
    await api.run_jobs()
    assert (await mine.http.get(url)).json()["chunk_count"] == 0


async def test_what_failed_says_so_and_the_same_text_is_a_second_try(api, owners, database, monkeypatch):
    mine, _ = owners

    async def refuse(*_):
        raise UnreadableFile("it takes too long")

    with monkeypatch.context() as patch:
        patch.setattr(api.services.files, "chunk", refuse)
        made = await mine.create(content="texto")
        await api.run_jobs()
    url = f"{URL}/{made['id']}"
    assert (await mine.http.get(url)).json()["status"] == "error"
    assert (await mine.http.patch(url, json={"content": "texto"})).json()["status"] == "processing"
    await api.run_jobs()
    assert (await mine.http.get(url)).json()["status"] == "ready"
    await database.execute("UPDATE document_chunks SET embedding_status = 'error' WHERE document_id = $1", made["id"])
    await database.execute("DELETE FROM chunk_embedding WHERE document_id = $1", made["id"])
    assert (await mine.http.get(url)).json()["status"] == "error"
    assert (await mine.http.patch(url, json={"content": "texto"})).json()["status"] == "processing"


async def test_an_empty_document_is_ready_at_once(owners):
    mine, _ = owners
    assert (await mine.create())["status"] == "ready"


async def test_a_product_has_one_document(api, owners, database):
    mine, _ = owners
    product = str(mine.seed.product_id)
    body = {"product_id": product, "content": "Algodão."}
    again = await mine.http.post(f"{URL}/upsert-by-product", json=body)
    assert again.status_code == 200
    assert again.json()["id"] == str(mine.seed.product_document_id)
    await database.execute("DELETE FROM documents WHERE id = $1", mine.seed.product_document_id)
    made = await mine.http.post(f"{URL}/upsert-by-product", json=body | {"metadata": {"a": 1}})
    assert made.status_code == 201
    name = await database.fetchval("SELECT name FROM products WHERE id = $1", mine.seed.product_id)
    assert (made.json()["title"], made.json()["source_type"]) == (name, "product")
    await api.run_jobs()
    kept = (await mine.http.post(f"{URL}/upsert-by-product", json=body | {"title": "Ficha"})).json()
    assert (kept["id"], kept["title"], kept["metadata"]) == (made.json()["id"], "Ficha", {"a": 1})
    answer = await mine.http.post(
        URL, json={"store_id": str(mine.seed.store_id), "title": "Outro", "product_id": product}
    )
    assert_problem(answer, 409, "conflict")


async def test_lists_are_filtered_and_paged_newest_first(owners):
    mine, theirs = owners
    store = str(mine.seed.store_id)
    made = [(await mine.create(title=f"Título {i}", content="x" * 300))["id"] for i in range(3)]
    page = (await mine.http.get(URL, params={"store_id": store, "limit": 2})).json()
    assert ([item["id"] for item in page["items"]], page["total"]) == (made[:0:-1], 5)
    assert "content" not in page["items"][0]
    assert len(page["items"][0]["excerpt"]) == 200
    only = {"store_id": store, "product_id": str(mine.seed.product_id)}
    assert [item["id"] for item in (await mine.http.get(URL, params=only)).json()["items"]] == [
        str(mine.seed.product_document_id)
    ]
    linked = {"store_id": store, "agent_id": str(mine.seed.agent_id)}
    assert (await mine.http.get(URL, params=linked)).json()["total"] == 1
    assert (await mine.http.get(URL, params={"store_id": store, "q": "TITULO 1"})).json()["total"] == 1
    assert (await mine.http.get(URL, params={"store_id": store, "status": "processing"})).json()["total"] >= 3
    assert_problem(await mine.http.get(URL), 422, "validation")
    assert_problem(await mine.http.get(URL, params={"store_id": str(theirs.seed.store_id)}), 404, "not-found")
    assert_problem(await mine.http.get(URL, params={"store_id": store, "status": "new"}), 422, "validation")


async def test_links_are_replaced_as_a_whole(owners, database):
    mine, theirs = owners
    made = await mine.create(content="x")
    url = f"{URL}/{made['id']}/agents"
    agent = str(mine.seed.agent_id)
    assert (await mine.http.put(url, json={"agent_ids": [agent, agent]})).json()["agent_ids"] == [agent]
    for strangers in ([str(theirs.seed.agent_id)], [agent, str(uuid7())]):
        assert_problem(await mine.http.put(url, json={"agent_ids": strangers}), 404, "not-found")
    assert (await mine.http.get(f"{URL}/{made['id']}")).json()["agent_ids"] == [agent]
    assert (await mine.http.put(url, json={"agent_ids": []})).json()["agent_ids"] == []


async def test_an_agent_of_another_store_of_the_same_company_cannot_be_linked(owners, database):
    mine, _ = owners
    store = (await mine.http.post("/internal/stores", json={"name": "Segunda"})).json()["id"]
    made = await mine.create(store_id=store, content="x")
    answer = await mine.http.put(f"{URL}/{made['id']}/agents", json={"agent_ids": [str(mine.seed.agent_id)]})
    assert_problem(answer, 404, "not-found")


async def test_a_product_of_another_store_of_the_same_company_cannot_have_the_document(owners):
    mine, _ = owners
    store = (await mine.http.post("/internal/stores", json={"name": "Segunda"})).json()["id"]
    product = {"product_id": str(mine.seed.product_id)}
    made = await mine.create(store_id=store, content="x")
    assert_problem(await mine.http.patch(f"{URL}/{made['id']}", json=product), 404, "not-found")
    assert (await mine.http.get(f"{URL}/{made['id']}")).json()["product_id"] is None


async def test_another_tenants_records_do_not_exist(owners, database):
    mine, theirs = owners
    foreign = f"{URL}/{theirs.seed.document_id}"
    before = await database.fetch("SELECT * FROM documents ORDER BY id")
    for answer in (
        await mine.http.get(foreign),
        await mine.http.patch(foreign, json={"title": "x"}),
        await mine.http.delete(foreign),
        await mine.http.put(f"{foreign}/agents", json={"agent_ids": []}),
        await mine.http.post(URL, json={"store_id": str(theirs.seed.store_id), "title": "x"}),
        await mine.http.post(
            URL,
            json={"store_id": str(mine.seed.store_id), "title": "x", "product_id": str(theirs.seed.product_id)},
        ),
        await mine.http.post(
            f"{URL}/upsert-by-product", json={"product_id": str(theirs.seed.product_id), "content": "x"}
        ),
        await mine.http.patch(f"{URL}/{mine.seed.document_id}", json={"product_id": str(theirs.seed.product_id)}),
        await mine.http.get(f"{URL}/not-an-id"),
    ):
        assert_problem(answer, 404, "not-found")
    assert await database.fetch("SELECT * FROM documents ORDER BY id") == before


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"title": "x", "other": 1}, "/other"),
        ({}, "/title"),
        ({"title": ""}, "/title"),
        ({"title": "x", "source_type": "fax"}, "/source_type"),
        ({"title": "x", "content": "a\x00b"}, "/content"),
        ({"title": "x", "metadata": []}, "/metadata"),
    ],
)
async def test_bodies_that_do_not_fit_are_refused(owners, body, pointer):
    mine, _ = owners
    answer = await mine.http.post(URL, json={"store_id": str(mine.seed.store_id)} | body)
    assert_problem(answer, 422, "validation", pointer)


async def test_a_text_of_a_million_characters_is_taken_however_it_is_written(owners):
    mine, _ = owners
    for letter in ("a", "ç", "😀"):  # one byte, two, and twelve as JSON escapes them
        body = {"store_id": str(mine.seed.store_id), "title": "x", "content": letter * 1_000_000}
        for ascii in (True, False):
            made = await mine.http.post(URL, content=json.dumps(body, ensure_ascii=ascii).encode())
            assert made.status_code == 201, (letter, ascii, made.text[:200])
        body["content"] += letter
        assert_problem(await mine.http.post(URL, content=json.dumps(body).encode()), 422, "validation", "/content")


async def test_the_plan_limits_documents(owners, database):
    mine, _ = owners
    await database.execute("UPDATE plans SET max_documents = 3")
    await mine.create()
    answer = await mine.http.post(URL, json={"store_id": str(mine.seed.store_id), "title": "x"})
    document = assert_problem(answer, 409, "plan-limit")
    assert (document["limit"], document["used"]) == (3, 3)
    body = {"product_id": str(mine.seed.product_id), "content": "ainda pode mudar"}
    assert (await mine.http.post(f"{URL}/upsert-by-product", json=body)).status_code == 200


async def test_ten_upserts_of_one_product_make_one_document(owners, database):
    mine, _ = owners
    await database.execute("DELETE FROM documents WHERE id = $1", mine.seed.product_document_id)
    body = {"product_id": str(mine.seed.product_id)}
    answers = await asyncio.gather(
        *(mine.http.post(f"{URL}/upsert-by-product", json=body | {"content": f"versão {i}"}) for i in range(10))
    )
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    assert len({answer.json()["id"] for answer in answers}) == 1


async def test_links_replaced_at_once_from_both_ends_are_one_of_the_wishes(owners, database):
    mine, _ = owners
    made = [(await mine.create(content=f"texto {i}"))["id"] for i in range(6)]
    url = f"/internal/agents/{mine.seed.agent_id}/knowledge-base"
    wishes = [made[:2], made[2:4], made[4:], []]
    answers = await asyncio.gather(*(mine.http.put(url, json={"document_ids": wish}) for wish in wishes * 3))
    assert {answer.status_code for answer in answers} == {200}
    linked = await database.fetch(
        "SELECT document_id FROM agent_knowledge_base WHERE agent_id = $1", mine.seed.agent_id
    )
    assert {str(row["document_id"]) for row in linked} in [set(wish) for wish in wishes]
