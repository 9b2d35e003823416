"""Pictures of products: taken in, ordered, served, removed, in a bucket as in a folder; nobody else's are touched."""

import dataclasses
import re

import pytest

from app.db.ids import uuid7
from app.features.pictures.jobs import folder_of
from app.settings import Secret
from tests.fakes.bucket import KEY_ID, REGION, SECRET, FakeBucket
from tests.files.pictures import bomb, opened, picture, with_camera_data
from tests.problems import assert_problem


@pytest.fixture
def s3():
    with FakeBucket("pictures") as fake:
        yield fake


@pytest.fixture
def kept_in():
    """Where pictures lie; a test may say "folder"."""
    return "bucket"


@pytest.fixture
def app_settings(app_settings, kept_in, s3):
    if kept_in == "folder":
        return app_settings
    return dataclasses.replace(
        app_settings,
        media_dir="s3://pictures/shops",
        aws_endpoint_url=s3.url,
        aws_region=REGION,
        aws_access_key_id=KEY_ID,
        aws_secret_access_key=Secret(SECRET),
    )


async def made_product(shop, name="Caneca"):
    return (await shop.post("products", store_id=shop.store_id, name=name, sku=name, stock_quantity=3))["id"]


async def upload(shop, product_id, content=None, name="foto.jpg"):
    files = {"file": (name, content or picture())}
    return await shop.client.post(f"/internal/products/{product_id}/pictures", files=files)


async def added(shop, product_id, content=None):
    answer = await upload(shop, product_id, content)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def shown(shop, product_id):
    return (await shop.client.get(f"/internal/products/{product_id}")).json()["pictures"]


async def test_an_upload_is_a_picture_of_the_product_and_served_for_ever(api, shop, s3):
    product_id = await made_product(shop)
    first = await added(shop, product_id, with_camera_data())
    assert set(first) == {"id", "url", "thumbnail_url", "position"}
    assert re.fullmatch(r"/media/[0-9a-f]{24}/[0-9a-f]{32}\.jpg", first["url"])
    second = await added(shop, product_id)
    assert [one["position"] for one in (first, second)] == [0, 1]
    assert await shown(shop, product_id) == [first, second]
    for url in (first["url"], first["thumbnail_url"]):
        answer = await api.public.get(url)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert opened(answer.content).size == (48, 64)
        assert b"Flores" not in answer.content
        again = await api.public.get(url, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    assert shop.id not in first["url"]
    assert len(s3.objects) == 4


@pytest.mark.parametrize("kept_in", ["folder"])
async def test_without_a_bucket_the_folder_of_the_box_does(api, shop, s3, app_settings):
    product_id = await made_product(shop)
    one = await added(shop, product_id)
    assert (await api.public.get(one["url"])).status_code == 200
    assert len(list((app_settings.data_dir / "media").rglob("*.jpg"))) == 2
    assert (await shop.client.delete(f"/internal/products/{product_id}/pictures/{one['id']}")).status_code == 204
    await api.run_jobs()
    assert (await api.public.get(one["url"])).status_code == 404
    assert s3.seen == []


async def test_lists_and_search_show_pictures_too(shop):
    product_id = await made_product(shop)
    one = await added(shop, product_id)
    store = {"store_id": shop.store_id}
    for query in ({}, {"active": True}, {"q": "Caneca"}):
        items = (await shop.client.get("/internal/products", params=store | query)).json()["items"]
        assert next(item for item in items if item["id"] == product_id)["pictures"] == [one], query


async def test_the_chat_gives_shoppers_a_whole_address(api, shop):
    product_id = await made_product(shop)
    one = await added(shop, product_id)
    await shop.client.patch(f"/internal/products/{product_id}", json={"image_urls": ["https://cdn.example.com/x.jpg"]})
    body = {"type": "vendas", "store_id": shop.store_id, "message": "vocês têm caneca?"}
    answer = (await api.public.post("/chat", json=body)).json()
    (card,) = [card for card in answer["products"] if card["product_id"] == product_id]
    assert card["image_urls"] == ["http://127.0.0.1:8001" + one["url"], "https://cdn.example.com/x.jpg"]


async def test_the_order_is_the_shops(shop):
    product_id = await made_product(shop)
    ids = [(await added(shop, product_id))["id"] for _ in range(3)]
    url = f"/internal/products/{product_id}/pictures"
    answer = await shop.client.put(url, json={"ids": ids[::-1]})
    assert answer.status_code == 200
    assert [(one["id"], one["position"]) for one in answer.json()] == [(ids[2], 0), (ids[1], 1), (ids[0], 2)]
    assert await shown(shop, product_id) == answer.json()
    for wrong in ([ids[0]], [ids[0], ids[0], ids[1]]):
        assert_problem(await shop.client.put(url, json={"ids": wrong}), 422, "validation")
    assert_problem(await shop.client.put(url, json={"ids": [*ids[1:], str(uuid7())]}), 404, "not-found")
    assert await shown(shop, product_id) == answer.json()


async def test_a_removed_picture_leaves_no_gap_and_no_file(api, shop, s3, database):
    product_id = await made_product(shop)
    pictures = [await added(shop, product_id) for _ in range(3)]
    gone = f"/internal/products/{product_id}/pictures/{pictures[1]['id']}"
    assert (await shop.client.delete(gone)).status_code == 204
    assert [(one["id"], one["position"]) for one in await shown(shop, product_id)] == [
        (pictures[0]["id"], 0),
        (pictures[2]["id"], 1),
    ]
    assert_problem(await shop.client.delete(gone), 404, "not-found")
    s3.fail("500", times=3)
    await api.run_jobs()
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'remove_picture' AND attempts > 0")
    await api.run_jobs()
    assert (await api.public.get(pictures[1]["url"])).status_code == 404
    assert (await api.public.get(pictures[0]["url"])).status_code == 200
    assert len(s3.objects) == 4


async def test_an_upload_that_ends_halfway_leaves_no_file_behind(api, shop, s3, database):
    product_id = await made_product(shop)
    kept = await added(shop, product_id)
    # The picture is kept, its thumbnail never is.
    s3.puts_left = 1
    assert_problem(await upload(shop, product_id), 503, "unavailable")
    assert len(s3.objects) == 3
    await api.run_jobs()
    assert len(s3.objects) == 3
    await database.execute("UPDATE jobs SET run_at = now() WHERE name = 'remove_picture'")
    await api.run_jobs()
    assert len(s3.objects) == 2
    assert await shown(shop, product_id) == [kept]
    assert (await api.public.get(kept["url"])).status_code == 200


@pytest.mark.parametrize(
    ("content", "status", "slug"),
    [
        (b"GIF89a" + bytes(40), 415, "unsupported-format"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "unsupported-format"),
        (bomb(), 422, "unreadable-file"),
        (picture()[:200], 422, "unreadable-file"),
        (picture() + bytes(10 * 1024 * 1024), 413, "too-large"),
    ],
)
async def test_what_is_no_picture_is_refused_and_kept_nowhere(shop, s3, content, status, slug):
    product_id = await made_product(shop)
    assert_problem(await upload(shop, product_id, content), status, slug)
    assert await shown(shop, product_id) == []
    assert s3.objects == {}


async def test_a_product_has_twenty_at_most(shop, database):
    product_id = await made_product(shop)
    await added(shop, product_id)
    await database.execute(
        "INSERT INTO product_pictures (company_id, id, store_id, product_id, file, kind, position, width, height)"
        " SELECT company_id, gen_random_uuid(), store_id, product_id, file, kind, n, 8, 8"
        "   FROM product_pictures, generate_series(1, 19) n WHERE product_id = $1",
        product_id,
    )
    assert_problem(await upload(shop, product_id), 409, "conflict")


async def test_another_companys_product_and_pictures_are_not_there(shop, other_shop, s3):
    product_id = await made_product(other_shop)
    one = await added(other_shop, product_id)
    before = dict(s3.objects)
    url = f"/internal/products/{product_id}/pictures"
    assert_problem(await upload(shop, product_id), 404, "not-found")
    assert_problem(await shop.client.put(url, json={"ids": [one["id"]]}), 404, "not-found")
    assert_problem(await shop.client.delete(f"{url}/{one['id']}"), 404, "not-found")
    own = await made_product(shop)
    assert_problem(await shop.client.delete(f"/internal/products/{own}/pictures/{one['id']}"), 404, "not-found")
    assert_problem(
        await shop.client.put(f"/internal/products/{own}/pictures", json={"ids": [one["id"]]}), 404, "not-found"
    )
    assert (await shown(other_shop, product_id), s3.objects) == ([one], before)


async def test_an_archived_product_takes_no_pictures(shop):
    product_id = await made_product(shop)
    await shop.client.delete(f"/internal/products/{product_id}")
    assert_problem(await upload(shop, product_id), 404, "not-found")


async def test_a_copy_shares_the_files_until_the_last_one_goes(api, shop, s3):
    product_id = await made_product(shop)
    first, second = [await added(shop, product_id) for _ in range(2)]
    answer = await shop.client.post(f"/internal/products/{product_id}/duplicate", json={})
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    assert (copy["name"], copy["sku"], copy["active"], copy["stock_quantity"]) == ("Caneca (cópia)", None, False, 0)
    assert [one["url"] for one in copy["pictures"]] == [first["url"], second["url"]]
    assert {one["id"] for one in copy["pictures"]}.isdisjoint({first["id"], second["id"]})
    await shop.client.delete(f"/internal/products/{product_id}/pictures/{first['id']}")
    await api.run_jobs()
    assert (await api.public.get(first["url"])).status_code == 200
    await shop.client.delete(f"/internal/products/{copy['id']}/pictures/{copy['pictures'][0]['id']}")
    await api.run_jobs()
    assert (await api.public.get(first["url"])).status_code == 404
    assert len(s3.objects) == 2


async def test_with_the_company_go_its_files_and_nobody_elses(api, shop, other_shop, s3):
    for owner in (shop, other_shop):
        await added(owner, await made_product(owner))
    assert (await api.auth.delete(f"/internal/auth/users/{shop.id}")).status_code == 204
    await api.run_jobs()
    assert {key.split("/")[1] for key in s3.objects} == {folder_of(other_shop.id)}
    assert len(s3.objects) == 2


@pytest.mark.parametrize("path", ["x/y", f"{'0' * 24}/{'0' * 32}.jpg", f"{'0' * 24}/..%2F..%2Fetc%2Fpasswd"])
async def test_nothing_else_is_served(api, path):
    assert_problem(await api.public.get(f"/media/{path}"), 404, "not-found")


async def test_who_changed_pictures_is_in_the_audit_log(shop):
    product_id = await made_product(shop)
    one = await added(shop, product_id)
    await shop.client.delete(f"/internal/products/{product_id}/pictures/{one['id']}")
    log = (await shop.client.get("/internal/audit", params={"target_type": "product_picture"})).json()["items"]
    assert [entry["action"] for entry in log] == ["pictures.delete_picture", "pictures.create_picture"]
