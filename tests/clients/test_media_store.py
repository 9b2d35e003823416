"""The media store: the same behaviour of a bucket and of a folder, and the bucket's faults as one exception."""

import pytest

from app.clients.media_store import MediaStoreError, open_media
from app.settings import Secret, Settings, SettingsError
from tests.fakes.bucket import KEY_ID, REGION, SECRET, FakeBucket

FOLDER, OTHER = "0" * 24, "1" * 24
NAME = f"{FOLDER}/{'a' * 32}.jpg"


@pytest.fixture
def remote():
    with FakeBucket("pictures") as fake:
        yield fake


def in_bucket(remote, **changes):
    values = {
        "media_dir": "s3://pictures/shops",
        "aws_endpoint_url": remote.url,
        "aws_region": REGION,
        "aws_access_key_id": KEY_ID,
        "aws_secret_access_key": Secret(SECRET),
    }
    return open_media(Settings(**values | changes))


@pytest.fixture(params=["bucket", "folder"])
def store(request, remote, tmp_path):
    return in_bucket(remote) if request.param == "bucket" else open_media(Settings(media_dir=str(tmp_path / "media")))


async def test_a_file_comes_back_as_it_was_put(store):
    content = bytes(range(256)) * 4000
    await store.put(NAME, content, "image/jpeg")
    assert await store.get(NAME) == content


async def test_what_is_not_there_is_none_and_may_be_deleted(store):
    assert await store.get(NAME) is None
    await store.delete(NAME)
    await store.put(NAME, b"x", "image/jpeg")
    await store.delete(NAME)
    assert await store.get(NAME) is None


async def test_a_folder_goes_as_a_whole_and_alone(store):
    names = [f"{FOLDER}/{number:032x}.jpg" for number in range(8)]
    kept = f"{OTHER}/{'a' * 32}.png"
    for name in [*names, kept]:
        await store.put(name, b"x", "image/jpeg")
    await store.delete_folder(FOLDER)
    await store.delete_folder(FOLDER)
    assert [await store.get(name) for name in names] == [None] * 8
    assert await store.get(kept) == b"x"


@pytest.mark.parametrize("name", ["../etc/passwd", f"{FOLDER}/../x.jpg", "x", f"{FOLDER}/{'a' * 32}.svg", NAME + "\n"])
async def test_other_names_do_not_reach_the_store(store, name):
    for call in (store.get(name), store.delete(name), store.put(name, b"x", "image/jpeg"), store.delete_folder(name)):
        with pytest.raises(ValueError, match="not a name"):
            await call


async def test_the_bucket_is_told_type_and_life(remote):
    await in_bucket(remote).put(NAME, b"x", "image/png")
    told = remote.headers[f"shops/{NAME}"]
    assert told["content-type"] == "image/png"
    assert "immutable" in told["cache-control"]


async def test_a_wrong_key_is_refused_by_the_store(remote):
    with pytest.raises(MediaStoreError, match="written"):
        await in_bucket(remote, aws_secret_access_key=Secret("another")).put(NAME, b"x", "image/jpeg")


async def test_a_passing_fault_is_tried_again(remote):
    remote.fail("500")
    await in_bucket(remote).put(NAME, b"x", "image/jpeg")
    assert remote.objects == {f"shops/{NAME}": b"x"}


async def test_a_lasting_fault_is_an_error(remote):
    remote.fail_always("500")
    with pytest.raises(MediaStoreError, match="read"):
        await in_bucket(remote).get(NAME)


@pytest.mark.parametrize("address", ["http://x/y", "s3://", "s3://bucket?x=1"])
def test_another_address_is_refused_at_the_start(address):
    with pytest.raises(SettingsError, match="MEDIA_DIR"):
        open_media(Settings(media_dir=address))


async def test_a_half_written_file_is_none(tmp_path, monkeypatch):
    media = open_media(Settings(media_dir=str(tmp_path)))
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space"):
        await media.put(NAME, b"x", "image/jpeg")
    assert await media.get(NAME) is None
    assert not list(tmp_path.rglob("*.part"))
