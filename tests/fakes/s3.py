"""An S3-compatible store: one bucket by path, and every request's signature computed again from what arrived."""

import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, quote, unquote

from tests.fakes.server import Answer, Fake, Seen

BUCKET, REGION, ACCESS_KEY, SECRET_KEY = "pictures", "sa-east-1", "AKIDFAKE", "fake/secret+key"
_AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, ?"
    r"SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})"
)
PAGE = 3


class FakeS3(Fake):
    """Keeps `objects` (key → bytes) with their `headers`; refuses what is not signed as AWS's document says."""

    def __init__(self) -> None:
        super().__init__()
        self.objects: dict[str, bytes] = {}
        self.headers: dict[str, dict[str, str]] = {}
        self.refuse_puts_after: int | None = None

    async def handle(self, request: Seen) -> Answer:
        """Put, get, delete of an object, and lists of keys."""
        refusal = refused(request)
        if refusal:
            return Answer(403, f"<Error><Code>{refusal}</Code></Error>".encode())
        path = unquote(request.path)
        if path == f"/{BUCKET}" and request.method == "GET":
            return self._list(dict(parse_qsl(request.query)))
        prefix = f"/{BUCKET}/"
        if not path.startswith(prefix):
            return Answer(404, b"<Error><Code>NoSuchBucket</Code></Error>")
        return self._object(request, path.removeprefix(prefix))

    def _object(self, request: Seen, key: str) -> Answer:
        if request.method == "PUT":
            if self.refuse_puts_after == 0:
                return Answer(503, b"<Error><Code>SlowDown</Code></Error>")
            if self.refuse_puts_after is not None:
                self.refuse_puts_after -= 1
            self.objects[key], self.headers[key] = request.body, request.headers
            return Answer(200, b"")
        if request.method == "DELETE":
            self.objects.pop(key, None)
            return Answer(204, b"")
        if key not in self.objects:
            return Answer(404, b"<Error><Code>NoSuchKey</Code></Error>")
        return Answer(200, self.objects[key], {"content-type": self.headers[key]["content-type"]})

    def _list(self, query: dict[str, str]) -> Answer:
        assert query["list-type"] == "2"
        keys = sorted(key for key in self.objects if key.startswith(query.get("prefix", "")))
        contents = "".join(f"<Contents><Key>{key}</Key></Contents>" for key in keys[:PAGE])
        more = str(len(keys) > PAGE).lower()
        body = f"<ListBucketResult><IsTruncated>{more}</IsTruncated>{contents}</ListBucketResult>"
        return Answer(200, body.encode(), {"content-type": "application/xml"})


def refused(request: Seen) -> str:
    """The error code AWS would answer with; empty when the signature is right."""
    found = _AUTHORIZATION.fullmatch(request.headers.get("authorization", ""))
    if not found:
        return "AccessDenied"
    access_key, day, region, names, signature = found.groups()
    if access_key != ACCESS_KEY:
        return "InvalidAccessKeyId"
    if region != REGION:
        return "AuthorizationHeaderMalformed"
    moment = request.headers.get("x-amz-date", "")
    at = datetime.strptime(moment, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    if not moment.startswith(day) or abs(datetime.now(UTC) - at) > timedelta(minutes=15):
        return "RequestTimeTooSkewed"
    if request.headers.get("x-amz-content-sha256") != hashlib.sha256(request.body).hexdigest():
        return "XAmzContentSHA256Mismatch"
    listed = names.split(";")
    must = {"host"} | {name for name in request.headers if name.startswith("x-amz-")}
    if listed != sorted(listed) or not must <= set(listed):
        return "SignatureDoesNotMatch"
    return "" if hmac.compare_digest(_signature(request, listed, day, moment), signature) else "SignatureDoesNotMatch"


def _signature(request: Seen, listed: list[str], day: str, moment: str) -> str:
    pairs = sorted(parse_qsl(request.query, keep_blank_values=True))
    query = "&".join(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in pairs)
    lines = [request.method, quote(unquote(request.path), safe="/-_.~"), query]
    lines += [f"{name}:{request.headers[name].strip()}" for name in listed]
    lines += ["", ";".join(listed), request.headers["x-amz-content-sha256"]]
    digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    text = f"AWS4-HMAC-SHA256\n{moment}\n{day}/{REGION}/s3/aws4_request\n{digest}"
    key = ("AWS4" + SECRET_KEY).encode()
    for part in (day, REGION, "s3", "aws4_request", text):
        key = hmac.new(key, part.encode(), hashlib.sha256).digest()
    return key.hex()
