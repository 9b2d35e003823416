"""Records of product files through HTTP."""

import pytest

from app.db import uuid7
from tests.features.owners import owners
from tests.problems import assert_problem

__all__ = ["owners"]

FILE = {
    "filename": "manual.pdf",
    "content_type": "application/pdf",
    "size_bytes": 1234,
    "storage_key": "lojas/1/manual.pdf",
    "sha256": "a" * 64,
}


def of(product_id):
    return f"/internal/products/{product_id}/files"


async def test_a_file_is_recorded_listed_settled_and_deleted(owners):
    mine, _ = owners
    answer = await mine.http.post(of(mine.seed.product_id), json=FILE)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert {key: made[key] for key in FILE} == FILE
    assert (made["status"], made["product_id"]) == ("processing", str(mine.seed.product_id))
    listed = (await mine.http.get(of(mine.seed.product_id))).json()
    assert [item["file_id"] for item in listed] == [made["file_id"], str(mine.seed.file_id)]
    part = await mine.http.get(of(mine.seed.product_id), params={"limit": 1, "offset": 1})
    assert ([item["file_id"] for item in part.json()], part.headers["X-Total-Count"]) == ([str(mine.seed.file_id)], "2")
    url = f"/internal/product-files/{made['file_id']}"
    assert (await mine.http.get(url)).json() == made

    failed = (await mine.http.patch(f"{url}/status", json={"status": "error", "error_message": "corrompido"})).json()
    assert (failed["status"], failed["error_message"]) == ("error", "corrompido")
    done = (await mine.http.patch(f"{url}/status", json={"status": "completed"})).json()
    assert (done["status"], done["error_message"]) == ("completed", None)

    answer = await mine.http.delete(url)
    assert (answer.status_code, answer.content) == (204, b"")
    assert_problem(await mine.http.get(url), 404, "not-found")
    assert_problem(await mine.http.delete(url), 404, "not-found")


async def test_a_file_outlives_the_document_that_was_made_of_it(owners):
    mine, _ = owners
    url = f"/internal/product-files/{mine.seed.file_id}"
    assert (await mine.http.get(url)).json()["document_id"] == str(mine.seed.document_id)
    assert (await mine.http.delete(f"/internal/documents/{mine.seed.document_id}")).status_code == 204
    assert (await mine.http.get(url)).json()["document_id"] is None


async def test_with_a_file_goes_the_document_of_its_text(owners):
    mine, theirs = owners
    made = (await mine.http.post(of(mine.seed.product_id), json=FILE)).json()
    url = f"/internal/product-files/{made['file_id']}"
    document = await mine.create(content="Lavar à mão.")
    said = {"status": "completed", "document_id": document["id"]}
    assert (await mine.http.patch(f"{url}/status", json=said)).json()["document_id"] == document["id"]
    foreign = {"status": "completed", "document_id": str(theirs.seed.document_id)}
    assert_problem(await mine.http.patch(f"{url}/status", json=foreign), 404, "not-found")
    # Its state may change without a word about the document.
    assert (await mine.http.patch(f"{url}/status", json={"status": "completed"})).json()["document_id"] == document[
        "id"
    ]
    assert (await mine.http.delete(url)).status_code == 204
    assert_problem(await mine.http.get(f"/internal/documents/{document['id']}"), 404, "not-found")
    assert (await mine.http.get(f"/internal/documents/{mine.seed.document_id}")).status_code == 200


async def test_one_record_per_stored_object(owners):
    mine, _ = owners
    assert (await mine.http.post(of(mine.seed.product_id), json=FILE)).status_code == 201
    taken = assert_problem(await mine.http.post(of(mine.seed.product_id), json=FILE), 409, "conflict")
    assert taken["detail"] == "storage_key is taken"


async def test_another_tenants_files_do_not_exist(owners, database):
    mine, theirs = owners
    before = await database.fetch("SELECT * FROM product_files ORDER BY id")
    foreign = f"/internal/product-files/{theirs.seed.file_id}"
    for answer in (
        await mine.http.post(of(theirs.seed.product_id), json=FILE),
        await mine.http.get(of(theirs.seed.product_id)),
        await mine.http.get(foreign),
        await mine.http.patch(f"{foreign}/status", json={"status": "completed"}),
        await mine.http.delete(foreign),
        await mine.http.get(of(uuid7())),
        await mine.http.get("/internal/product-files/1"),
    ):
        assert_problem(answer, 404, "not-found")
    assert await database.fetch("SELECT * FROM product_files ORDER BY id") == before


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"other": 1}, "/other"),
        ({"filename": ""}, "/filename"),
        ({"size_bytes": -1}, "/size_bytes"),
        ({"size_bytes": 2**63}, "/size_bytes"),
        ({"sha256": "xyz"}, "/sha256"),
        ({"storage_key": None}, "/storage_key"),
    ],
)
async def test_bodies_that_do_not_fit_are_refused(owners, change, pointer):
    mine, _ = owners
    answer = await mine.http.post(of(mine.seed.product_id), json=FILE | change)
    assert_problem(answer, 422, "validation", pointer)
    url = f"/internal/product-files/{mine.seed.file_id}/status"
    assert_problem(await mine.http.patch(url, json={"status": "done"}), 422, "validation", "/status")
