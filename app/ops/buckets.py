"""Buckets of an S3-compatible store, `s3://bucket/prefix`, with the standard AWS_* variables."""

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from app.settings import Settings


def open_bucket(settings: Settings, address: str, *, timeout_s: int) -> Any:
    """An obstore S3Store. Raises ValueError for what is no such address."""
    # Costs 50 ms to import, and only those who have a bucket need it.
    from obstore.store import S3Store

    read = urlsplit(address)
    if read.scheme != "s3" or not read.hostname or read.query:
        raise ValueError("expected a folder or s3://bucket/prefix")
    # Said also where it is AWS itself: else obstore reads AWS_ENDPOINT_URL by itself, and panics at the first call
    # where a copied .env.example has left it empty.
    endpoint = settings.aws_endpoint_url or f"https://s3.{settings.aws_region}.amazonaws.com"
    return S3Store(
        read.netloc,
        prefix=read.path.strip("/") or None,
        endpoint=endpoint,
        region=settings.aws_region,
        client_options={
            "allow_http": endpoint.startswith("http://"),
            "connect_timeout": "5s",
            "timeout": f"{timeout_s}s",
        },
        # A store that is away is asked again at the next occasion.
        retry_config={"max_retries": 2, "retry_timeout": timedelta(seconds=10)},
        access_key_id=settings.aws_access_key_id,
        secret_access_key=settings.aws_secret_access_key.reveal(),
    )
