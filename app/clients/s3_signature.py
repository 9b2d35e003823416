"""AWS Signature Version 4 for S3: the headers that sign one request. Pure; tests/clients/test_s3_signature.py.

https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """Who asks, and where the bucket lies."""

    access_key: str
    secret_key: str
    region: str


def signed_headers(
    who: Credentials,
    method: str,
    host: str,
    path: str,
    query: Mapping[str, str],
    headers: Mapping[str, str],
    content: bytes,
    at: datetime,
) -> dict[str, str]:
    """`headers` (names in lower case) with those that sign the request; `path` is not encoded yet, `at` is UTC."""
    digest = hashlib.sha256(content).hexdigest()
    moment = at.strftime("%Y%m%dT%H%M%SZ")
    known = {**headers, "host": host, "x-amz-content-sha256": digest, "x-amz-date": moment}
    names = ";".join(sorted(known))
    canonical = "\n".join(
        (
            method,
            encoded_path(path),
            encoded_query(query),
            *(f"{name}:{' '.join(known[name].split())}" for name in sorted(known)),
            "",
            names,
            digest,
        )
    )
    scope = f"{moment[:8]}/{who.region}/s3/aws4_request"
    text = "\n".join((_ALGORITHM, moment, scope, hashlib.sha256(canonical.encode()).hexdigest()))
    signature = hmac.new(_key(who, moment[:8]), text.encode(), hashlib.sha256).hexdigest()
    credential = f"{who.access_key}/{scope}"
    return known | {
        "authorization": f"{_ALGORITHM} Credential={credential},SignedHeaders={names},Signature={signature}"
    }


def encoded_path(path: str) -> str:
    """A path as it is signed and sent: encoded once."""
    return quote(path, safe="/-_.~")


def encoded_query(query: Mapping[str, str]) -> str:
    """A query as it is signed and sent."""
    return "&".join(f"{quote(name, safe='-_.~')}={quote(query[name], safe='-_.~')}" for name in sorted(query))


def _key(who: Credentials, day: str) -> bytes:
    key = f"AWS4{who.secret_key}".encode()
    for part in (day, who.region, "s3", "aws4_request"):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key
