"""Product files become documents in the background: fetched, read, chunked, linked."""

import dataclasses
import hashlib

import pytest

from tests.fakes.object_storage import FakeObjectStorage
from tests.features.owners import owners
from tests.files import samples
from tests.problems import assert_problem

__all__ = ["owners"]

CSV = "Nome;Preço\nCaneca;10,00\n".encode()


@pytest.fixture
def app_settings(app_settings):
    return dataclasses.replace(app_settings, allow_private_outbound=True)


@pytest.fixture
def storage():
    with FakeObjectStorage() as fake:
        yield fake


async def record(owner, url, **fields):
    body = {
        "filename": "tabela.csv",
        "content_type": "text/csv",
        "size_bytes": 10,
        "storage_key": "lojas/1/tabela.csv",
        "url": url,
    } | fields
    answer = await owner.http.post(f"/internal/products/{owner.seed.product_id}/files", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def state(owner, file):
    return (await owner.http.get(f"/internal/product-files/{file['file_id']}")).json()


async def test_a_stored_table_becomes_a_document(api, owners, storage):
    mine, _ = owners
    file = await record(mine, storage.put("/tabela.csv", CSV), sha256=hashlib.sha256(CSV).hexdigest())
    assert file["status"] == "processing"
    await api.run_jobs()
    done = await state(mine, file)
    assert (done["status"], done["error_message"]) == ("completed", None)
    document = (await mine.http.get(f"/internal/documents/{done['document_id']}")).json()
    assert document["content"] == "Nome: Caneca; Preço: 10,00"
    assert (document["source_type"], document["title"], document["status"]) == ("file", "tabela.csv", "ready")
    assert document["metadata"] == {"product_id": str(mine.seed.product_id), "file_id": file["file_id"]}
    assert document["chunk_count"] == 1


async def test_what_its_reader_left_out_stays_with_the_file(api, owners, storage):
    mine, _ = owners
    book = samples.xlsx(
        {"Preços": [("Nome", "Preço"), ("Caneca", 10)], "Custos": [("Nome",), ("x",)]}, hidden=("Custos",)
    )
    file = await record(mine, storage.put("/b.xlsx", book), filename="b.xlsx")
    assert file["warnings"] == []
    await api.run_jobs()
    done = await state(mine, file)
    assert (done["status"], [(flaw["code"], flaw["sheet"]) for flaw in done["warnings"]]) == (
        "completed",
        [("hidden-sheet", "Custos")],
    )


async def test_what_is_longer_than_a_document_is_told_with_its_place(api, owners, storage):
    mine, _ = owners
    rows = [f"Produto {at};{'bom e barato ' * 8};{at},90" for at in range(12_000)]
    file = await record(mine, storage.put("/longa.csv", "\n".join(["Nome;Obs;Preço", *rows]).encode()))
    await api.run_jobs()
    done = await state(mine, file)
    [flaw] = done["warnings"]
    assert (done["status"], flaw["code"], "1,000,000" in flaw["detail"]) == ("completed", "rows-cut", True)
    content = (await mine.http.get(f"/internal/documents/{done['document_id']}")).json()["content"]
    lines = content.splitlines()
    assert 990_000 < len(content) <= 1_000_000
    # Whole rows: the heading is row 1, and the row that is named is the first that is not there.
    assert lines[-1].endswith(f"Preço: {len(lines) - 1},90")
    assert flaw["row"] == len(lines) + 2


async def test_a_workbook_with_macros_is_read(api, owners, storage):
    mine, _ = owners
    book = samples.xlsx({"Preços": [("Nome", "Preço"), ("Caneca", 10)]})
    kind = "application/vnd.ms-excel.sheet.macroEnabled.12"
    file = await record(mine, storage.put("/b.xlsm", book), filename="b.xlsm", content_type=kind)
    await api.run_jobs()
    assert (await state(mine, file))["status"] == "completed"


@pytest.mark.parametrize(
    ("data", "fields", "message"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(50), {}, "neither a PDF"),
        (samples.aborting_xlsx(), {"filename": "x.xlsx"}, "crashed"),
        (CSV, {"sha256": "0" * 64}, "sha256"),
        (samples.pdf([""]), {"filename": "scan.pdf"}, "no text"),
    ],
)
async def test_what_cannot_be_read_says_why(api, owners, storage, data, fields, message):
    mine, _ = owners
    file = await record(mine, storage.put("/f", data), **fields)
    await api.run_jobs()
    done = await state(mine, file)
    assert done["status"] == "error"
    assert message in done["error_message"]
    assert done["document_id"] is None


async def test_a_file_that_is_not_there_yet_is_asked_for_again(api, owners, storage, database):
    mine, _ = owners
    file = await record(mine, storage.url + "/later.csv")
    await api.run_jobs()
    assert (await state(mine, file))["status"] == "processing"
    storage.put("/later.csv", CSV)
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'read_product_file'")
    await api.run_jobs()
    assert (await state(mine, file))["status"] == "completed"


async def test_whoever_settles_first_has_the_last_word(api, owners, storage, database):
    mine, _ = owners
    file = await record(mine, storage.put("/t.csv", CSV))
    url = f"/internal/product-files/{file['file_id']}/status"
    assert (await mine.http.patch(url, json={"status": "completed"})).status_code == 200
    await api.run_jobs()
    assert (await state(mine, file))["document_id"] is None
    assert await database.fetchval("SELECT count(*) FROM documents WHERE source_type = 'file'") == 0


async def test_pictures_and_files_without_address_are_only_recorded(api, owners, storage):
    mine, _ = owners
    picture = await record(mine, storage.put("/p", b"x"), filename="foto.jpg", content_type="image/jpeg")
    kept = await record(mine, None, storage_key="outro")
    await api.run_jobs()
    assert storage.seen == []
    assert {(await state(mine, file))["status"] for file in (picture, kept)} == {"processing"}


async def test_the_plan_limits_documents_made_of_files_too(api, owners, storage, database):
    mine, _ = owners
    await database.execute("UPDATE plans SET max_documents = 2")
    file = await record(mine, storage.put("/t.csv", CSV))
    await api.run_jobs()
    done = await state(mine, file)
    assert done["status"] == "error"
    assert "plan allows 2" in done["error_message"]


async def test_another_tenant_sees_neither_file_nor_document(api, owners, storage):
    mine, theirs = owners
    file = await record(mine, storage.put("/t.csv", CSV))
    await api.run_jobs()
    document = (await state(mine, file))["document_id"]
    for url in (f"/internal/product-files/{file['file_id']}", f"/internal/documents/{document}"):
        assert_problem(await theirs.http.get(url), 404, "not-found")
