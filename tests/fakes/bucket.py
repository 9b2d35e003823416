"""An S3-compatible store: objects of one bucket by name, parts of large ones, listings, and the signature of each call.

Signatures (AWS Signature Version 4) are reckoned anew from the request as it came, and refused when they differ.
"""

import hashlib
import hmac
import re
from urllib.parse import parse_qsl, quote
from xml.sax.saxutils import escape

from tests.fakes.server import Answer, Fake, Seen

KEY_ID, SECRET, REGION = "bucket-key", "bucket-secret", "eu-south-1"
_AUTHORIZATION = re.compile(r"AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})")
_XML = {"Content-Type": "application/xml"}
_PAGE = 3


class FakeBucket(Fake):
    """Holds `objects` by name; a listing has pages of three names."""

    def __init__(self, bucket: str) -> None:
        super().__init__()
        self.bucket = bucket
        self.objects: dict[str, bytes] = {}
        # How each was put: what the bucket was told of it.
        self.headers: dict[str, dict[str, str]] = {}
        self.puts_left: int | None = None
        self._parts: dict[str, dict[int, bytes]] = {}

    async def handle(self, request: Seen) -> Answer:
        """One call of the API, signed."""
        if not _signed(request):
            return Answer(403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>", _XML)
        head, _, name = request.path.removeprefix("/").partition("/")
        if head != self.bucket:
            return Answer(404, b"<Error><Code>NoSuchBucket</Code></Error>", _XML)
        query = dict(parse_qsl(request.query, keep_blank_values=True))
        if not name:
            return self._list(query) if request.method == "GET" else self._delete_many(request)
        if "uploads" in query or "uploadId" in query:
            return self._upload(request, name, query)
        return self._object(request, name)

    def _object(self, request: Seen, name: str) -> Answer:
        if request.method == "PUT":
            if self.puts_left == 0:
                return Answer(403, b"<Error><Code>QuotaExceeded</Code></Error>", _XML)
            self.puts_left = None if self.puts_left is None else self.puts_left - 1
            self.objects[name], self.headers[name] = request.body, request.headers
            return Answer(200, b"", {"ETag": _tag(request.body)})
        if request.method == "DELETE":
            self.objects.pop(name, None)
            return Answer(204, b"")
        data = self.objects.get(name)
        if data is None:
            return Answer(404, b"<Error><Code>NoSuchKey</Code></Error>", _XML)
        headers = {"ETag": _tag(data), "Last-Modified": "Sun, 22 Nov 2026 10:00:00 GMT"}
        if request.method == "HEAD":
            return Answer(200, b"", headers | {"content-length": str(len(data))})
        wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", request.headers.get("range", ""))
        if wanted is None:
            return Answer(200, data, headers)
        start, end = int(wanted[1]), min(int(wanted[2]), len(data) - 1)
        return Answer(206, data[start : end + 1], headers | {"Content-Range": f"bytes {start}-{end}/{len(data)}"})

    def _upload(self, request: Seen, name: str, query: dict[str, str]) -> Answer:
        if "uploads" in query:
            self._parts[name] = {}
            told = f"<InitiateMultipartUploadResult><UploadId>{quote(name)}</UploadId></InitiateMultipartUploadResult>"
            return Answer(200, told.encode(), _XML)
        if request.method == "PUT":
            self._parts[name][int(query["partNumber"])] = request.body
            return Answer(200, b"", {"ETag": _tag(request.body)})
        parts = self._parts.pop(name)
        self.objects[name] = b"".join(parts[number] for number in sorted(parts))
        told = "<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>"
        return Answer(200, told.encode(), _XML)

    def _list(self, query: dict[str, str]) -> Answer:
        after = query.get("continuation-token", "")
        names = [name for name in sorted(self.objects) if name.startswith(query.get("prefix", "")) and name > after]
        page = names[:_PAGE]
        contents = "".join(
            f"<Contents><Key>{escape(name)}</Key><Size>{len(self.objects[name])}</Size>"
            "<LastModified>2026-11-22T10:00:00.000Z</LastModified></Contents>"
            for name in page
        )
        more = f"<NextContinuationToken>{page[-1]}</NextContinuationToken>" if len(names) > _PAGE else ""
        whole = f"<IsTruncated>{'true' if more else 'false'}</IsTruncated>{more}{contents}"
        return Answer(200, f"<ListBucketResult>{whole}</ListBucketResult>".encode(), _XML)

    def _delete_many(self, request: Seen) -> Answer:
        names = re.findall(r"<Key>([^<]+)</Key>", request.body.decode())
        for name in names:
            self.objects.pop(name, None)
        told = "".join(f"<Deleted><Key>{name}</Key></Deleted>" for name in names)
        return Answer(200, f"<DeleteResult>{told}</DeleteResult>".encode(), _XML)


def _tag(data: bytes) -> str:
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def _signed(request: Seen) -> bool:
    given = _AUTHORIZATION.fullmatch(request.headers.get("authorization", ""))
    if given is None:
        return False
    credential, names, signature = given.groups()
    key_id, scope = credential.split("/", 1)
    day, region, service, _ = scope.split("/")
    body = request.headers.get("x-amz-content-sha256", "")
    if body != "UNSIGNED-PAYLOAD" and body != hashlib.sha256(request.body).hexdigest():
        return False
    pairs = sorted(parse_qsl(request.query, keep_blank_values=True))
    canonical = "\n".join(
        (
            request.method,
            quote(request.path, safe="/-_.~"),
            "&".join(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in pairs),
            *(f"{name}:{' '.join(request.headers[name].split())}" for name in names.split(";")),
            "",
            names,
            body,
        )
    )
    told = (
        f"AWS4-HMAC-SHA256\n{request.headers['x-amz-date']}\n{scope}\n{hashlib.sha256(canonical.encode()).hexdigest()}"
    )
    key = f"AWS4{SECRET}".encode()
    for part in (day, region, service, "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    expected = hmac.new(key, told.encode(), "sha256").hexdigest()
    return (key_id, region, service) == (KEY_ID, REGION, "s3") and hmac.compare_digest(expected, signature)
