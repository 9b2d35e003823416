"""The media store: the same behaviour of a bucket and of a folder, and the bucket's faults as one exception."""

import dataclasses

import pytest

from app.clients.http import Outbound, open_transport
from app.clients.media_store import MEDIA_POLICY, FolderMedia, MediaStoreError, S3Media
from app.clients.s3_signature import Credentials
from tests.fakes.s3 import ACCESS_KEY, BUCKET, REGION, SECRET_KEY, FakeS3

FOLDER, OTHER = "0" * 24, "1" * 24
NAME = f"{FOLDER}/{'a' * 32}.jpg"


@pytest.fixture
def remote():
    with FakeS3() as fake:
        yield fake


@pytest.fixture
async def make_s3(remote):
    transport = open_transport()

    def make(*, path="", secret_key=SECRET_KEY, **policy):
        return S3Media(
            Outbound(transport, dataclasses.replace(MEDIA_POLICY, **policy)),
            endpoint=remote.url + path,
            bucket=BUCKET,
            credentials=Credentials(access_key=ACCESS_KEY, secret_key=secret_key, region=REGION),
        )

    yield make
    await transport.close()


@pytest.fixture(params=["s3", "folder"])
def store(request, make_s3, tmp_path):
    return make_s3() if request.param == "s3" else FolderMedia(tmp_path / "media")


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


async def test_the_bucket_is_told_type_and_life(remote, make_s3):
    await make_s3().put(NAME, b"x", "image/png")
    assert remote.headers[NAME]["content-type"] == "image/png"
    assert "immutable" in remote.headers[NAME]["cache-control"]


async def test_a_wrong_key_is_refused_by_the_store(make_s3):
    with pytest.raises(MediaStoreError, match="403"):
        await make_s3(secret_key="another").put(NAME, b"x", "image/jpeg")


async def test_a_passing_fault_is_tried_again(remote, make_s3):
    remote.fail("500")
    await make_s3().put(NAME, b"x", "image/jpeg")
    assert remote.objects == {NAME: b"x"}


@pytest.mark.parametrize("fault", ["hang", "cut", "500"])
async def test_a_lasting_fault_is_an_error(remote, make_s3, fault):
    remote.fail_always(fault)
    with pytest.raises(MediaStoreError):
        await make_s3(read_s=0.3, total_s=1.0).get(NAME)


async def test_a_half_written_file_is_none(tmp_path, monkeypatch):
    media = FolderMedia(tmp_path)
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space"):
        await media.put(NAME, b"x", "image/jpeg")
    assert await media.get(NAME) is None
    assert not list(tmp_path.rglob("*.part"))
