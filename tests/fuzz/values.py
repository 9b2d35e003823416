"""Values that break decoders, columns and assumptions. Raw ones are written into the JSON as they stand."""

from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class RawJson:
    """A piece of JSON text that no encoder would write."""

    text: bytes


LONG = "a" * 70_000
VALUES: tuple[Any, ...] = (
    None, True, "", " ", "a", LONG, "\u0000", "a\u0000b", "\u202eabc", "😀" * 50, "é́", "'; DROP TABLE users; --",
    "{{7*7}}", "../../etc/passwd", "http://127.0.0.1:1/", "javascript:alert(1)", "-1", "0", "1e999", "NaN", "null",
    "2024-01-01", "2024-01-01T00:00:00", "2024-02-30T00:00:00Z", "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59.999999-23:59", "1969-12-31T23:59:60Z", "00000000-0000-0000-0000-000000000000",
    "{01990000-0000-7000-8000-000000000000}", "urn:uuid:01990000-0000-7000-8000-000000000000",
    0, -1, 1, 1.5, -0.0, 2**31 - 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, -(2**63) - 1, 1e308,
    [], [None], ["a"] * 2000, [[]], {}, {"a": {"b": [1, {"c": None}]}}, {"": ""}, {"a\u0000": "b"},
    RawJson(b'"\\ud800"'), RawJson(b'"\xff\xfe"'), RawJson(b"1" * 400), RawJson(b"-" + b"9" * 30),
    RawJson(b"1e400"), RawJson(b"NaN"), RawJson(b"Infinity"), RawJson(b"[" * 1500 + b"]" * 1500),
    RawJson(b'{"a":' * 1500 + b"1" + b"}" * 1500),
)  # fmt: skip
# As they travel in a path or a query string.
PATHS: tuple[bytes, ...] = (
    b"", b"%00", b"a%00b", b"%ff%fe", b"%c3%28", b"%ed%a0%80", b"%", b"%2", b"%zz", b"..", b"%2e%2e%2f%2e%2e", b"%2F",
    b"a/b", b"/", b"//", b"%20", b"+", b"%0d%0aX: y", b"0", b"-1", b"a" * 5000, b"99999999999999999999", b"null",
    b"00000000-0000-0000-0000-000000000000", b"01990000-0000-7000-8000-00000000000",
    b"01990000000070008000000000000000",
    b"%7B01990000-0000-7000-8000-000000000000%7D", b"01990000-0000-7000-8000-00000000000g", b"\xc3\xa9",
    "\U0001f600".encode(), b"1%2C2", b"2026-13", b"2026-01-01", b"0000-01-01", b"99999-01", b"true", b"1e3", b"[]",
)  # fmt: skip
BODIES: tuple[bytes, ...] = (
    b"", b" ", b"{", b"}", b"null", b"[]", b'""', b"0", b"{}", b"{}{}", b"\xff\xfe", b"\xef\xbb\xbf{}", b"\x00",
    b'{"a":1,"a":2}', b"[" * 200_000, b'{"a":' * 100_000, b"1" * 100_000, b'"' + b"a" * 1_100_000 + b'"', b"{'a':1}",
    b'{"__proto__":{}}', b"<xml/>", b"a=b&c=d", b"{\x00}", b'{"\\u0000":1}', b'{"\\ud800":1}',
)  # fmt: skip


def encode(value: Any) -> bytes:
    """JSON of a value that may hold RawJson anywhere."""
    if isinstance(value, RawJson):
        return value.text
    if isinstance(value, dict):
        return b"{" + b",".join(msgspec.json.encode(k) + b":" + encode(v) for k, v in value.items()) + b"}"
    if isinstance(value, list):
        return b"[" + b",".join(encode(item) for item in value) + b"]"
    return msgspec.json.encode(value)
