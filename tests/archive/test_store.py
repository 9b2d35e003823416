"""The folder and the bucket keep the same promises."""

import os

import pytest

from app.archive import ArchiveError, open_store
from app.ops.buckets import open_bucket
from app.settings import Secret, Settings
from tests.fakes.bucket import KEY_ID, REGION, SECRET, FakeBucket

LARGE = 11 << 20  # in three parts


def bucket_settings(bucket: FakeBucket, **changes) -> Settings:
    values = {
        "wal_archive_dir": "s3://archive/shops/one",
        "aws_endpoint_url": bucket.url,
        "aws_region": REGION,
        "aws_access_key_id": KEY_ID,
        "aws_secret_access_key": Secret(SECRET),
    }
    return Settings(**values | changes)


@pytest.fixture
def bucket():
    with FakeBucket("archive") as bucket:
        yield bucket


@pytest.fixture(params=["folder", "bucket"])
def store(request, tmp_path, bucket):
    folder = Settings(wal_archive_dir=str(tmp_path / "kept"))
    return open_store(folder if request.param == "folder" else bucket_settings(bucket))


def test_a_variable_that_is_empty_counts_as_unset_also_for_the_bucket(monkeypatch):
    """As a copied .env.example leaves it, given to the process by compose or systemd."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", "")
    opened = open_bucket(Settings(aws_region="sa-east-1"), "s3://archive", timeout_s=1)
    assert opened.config["endpoint"] == "https://s3.sa-east-1.amazonaws.com"


def test_what_is_put_is_there_as_it_was(store, tmp_path):
    source, target = tmp_path / "source", tmp_path / "target"
    for data in (b"first", b"", os.urandom(LARGE)):
        source.write_bytes(data)
        store.put("7/base/one.tar.gz", source)
        store.get("7/base/one.tar.gz", target)
        assert target.read_bytes() == data


def test_names_are_told_by_folder_and_dropped_names_are_gone(store, tmp_path):
    source = tmp_path / "source"
    source.write_bytes(b"x")
    names = [f"7/wal/{number:024X}.gz" for number in range(8)]
    for name in [*reversed(names), "7/base/one.json", "70/wal/other.gz"]:
        store.put(name, source)
    assert store.names("7/wal/") == names
    assert store.names("") == sorted([*names, "7/base/one.json", "70/wal/other.gz"])
    assert store.names("8/wal/") == []
    for _ in range(2):
        store.delete(names[0])
    assert store.names("7/wal/") == names[1:]


def test_what_is_not_there_is_an_error_that_says_so(store, tmp_path):
    with pytest.raises(ArchiveError, match="cannot be read"):
        store.get("7/wal/missing.gz", tmp_path / "target")


@pytest.mark.parametrize(
    "change", [{"aws_secret_access_key": Secret("wrong")}, {"wal_archive_dir": "s3://other/one"}], ids=["key", "bucket"]
)
def test_a_store_that_refuses_is_an_error_without_its_keys(bucket, tmp_path, change):
    source = tmp_path / "source"
    source.write_bytes(b"x")
    with pytest.raises(ArchiveError, match="cannot be written") as refused:
        open_store(bucket_settings(bucket, **change)).put("7/wal/one.gz", source)
    assert "bucket-secret" not in str(refused.value)
    assert "wrong" not in str(refused.value)


@pytest.mark.parametrize("address", ["", "https://bucket", "s3://"])
def test_an_address_that_is_none_is_said(address):
    with pytest.raises(ArchiveError, match="WAL_ARCHIVE_DIR"):
        open_store(Settings(wal_archive_dir=address))
