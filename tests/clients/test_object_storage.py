"""Downloads: to disk, bounded, never into our own network, every fault an exception the job understands."""

import dataclasses
import hashlib
from pathlib import Path

import pytest

from app.clients.http import CallTimeout, Outbound, open_transport
from app.clients.object_storage import (
    STORAGE_POLICY,
    AnswerTooLarge,
    HttpObjectStorage,
    NotThere,
    OutboundError,
    OutboundRefused,
)
from tests.fakes.object_storage import FakeObjectStorage


@pytest.fixture
def remote():
    with FakeObjectStorage() as fake:
        yield fake


@pytest.fixture
async def make_storage():
    transport = open_transport()

    def make(*, allow_private=True, **policy):
        http = Outbound(transport, dataclasses.replace(STORAGE_POLICY, **policy))
        return HttpObjectStorage(http, allow_private=allow_private)

    yield make
    await transport.close()


async def test_an_object_is_written_to_disk_and_hashed(remote, make_storage, tmp_path):
    data = b"linha;valor\n" * 300_000
    done = await make_storage().download(remote.put(["/loja/tabela.csv", "sig=1"][0], data), tmp_path / "x")
    assert (done.size, done.sha256) == (len(data), hashlib.sha256(data).hexdigest())
    assert read(tmp_path / "x") == data


async def test_private_addresses_are_refused(remote, make_storage, tmp_path):
    with pytest.raises(OutboundRefused):
        await make_storage(allow_private=False).download(remote.put("/a", b"x"), tmp_path / "x")
    assert remote.seen == []


async def test_what_is_not_there_says_its_status(remote, make_storage, tmp_path):
    with pytest.raises(NotThere) as caught:
        await make_storage().download(remote.url + "/missing", tmp_path / "x")
    assert caught.value.status == 404


async def test_redirects_are_not_followed(remote, make_storage, tmp_path):
    remote.fail("redirect")
    with pytest.raises(NotThere):
        await make_storage().download(remote.put("/a", b"x"), tmp_path / "x")


async def test_too_much_is_cut_off(remote, make_storage, tmp_path):
    with pytest.raises(AnswerTooLarge):
        await make_storage(max_bytes=1000).download(remote.put("/a", b"x" * 2000), tmp_path / "x")


async def test_a_hanging_storage_is_given_up(remote, make_storage, tmp_path):
    remote.fail("hang")
    with pytest.raises(CallTimeout):
        await make_storage(total_s=0.3, read_s=0.3).download(remote.put("/a", b"x"), tmp_path / "x")


async def test_a_name_that_does_not_resolve_may_do_so_later(make_storage, tmp_path):
    with pytest.raises(OutboundError):
        await make_storage().download("https://does-not-exist.invalid/x.pdf", tmp_path / "x")


def read(path: Path) -> bytes:
    return path.read_bytes()
