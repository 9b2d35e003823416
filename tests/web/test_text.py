"""Names without invisible characters, and the checks a body does on itself."""

import re
import unicodedata
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from app.main import declared_routes
from app.web.decode import json_body
from app.web.errors import ValidationFailed
from app.web.text import clean_line, is_visible
from app.web.types import KEY, Body, Name, SmallObject, Url


class Example(Body):
    name: Name
    urls: list[Url] = []
    info: SmallObject | None = None
    labels: list[Name] = []


class Keyed(Body):
    key: Annotated[str, Meta(extra=KEY)]


decoder = msgspec.json.Decoder(Example)


def decoded(**fields):
    return json_body(decoder, msgspec.json.encode({"name": "Ana"} | fields))


def refused(pointer, **fields):
    with pytest.raises(ValidationFailed) as caught:
        decoded(**fields)
    assert [error["pointer"] for error in caught.value.errors] == [pointer]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  Ana  ", "Ana"),
        ("Ana\tMaria\n", "Ana Maria"),
        ("Cafe\u0301", "Café"),
        ("A\u200bna\ufeff\u2060", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("soft\u00adware", "software"),
        ("a\x07b", "a b"),
        ("a\u2028b\u00a0c", "a b c"),
        ("\U000e0041x", "x"),
        ("família 👨\u200d👩\u200d👧", "família 👨\u200d👩\u200d👧"),
        ("a\u200db", "ab"),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("1\ufe0f\u20e3 🏳\ufe0f\u200d🌈", "1\ufe0f\u20e3 🏳\ufe0f\u200d🌈"),
        ("CAN-01\ufe0f", "CAN-01"),
        ("a\ufe0f\u200d🔥", "a🔥"),
    ],
)
def test_a_line_is_what_people_see(text, clean):
    assert clean_line(text) == clean


@given(st.text())
def test_a_clean_line_stays_and_holds_no_control_character(text):
    clean = clean_line(text)
    assert clean_line(clean) == clean == unicodedata.normalize("NFC", clean).strip()
    assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in clean)


# Unicode's Default_Ignorable_Code_Point (DerivedCoreProperties.txt), and a blank that no category calls one.
IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF), (0x2800, 0x2800),
)  # fmt: skip


def test_what_unicode_calls_ignorable_tells_no_two_texts_apart():
    ignorable = [chr(code) for first, last in IGNORABLE for code in range(first, last + 1)]
    assert [hex(ord(c)) for c in ignorable if clean_line(f"CAN-01{c}") != "CAN-01"] == []
    assert [hex(ord(c)) for c in ignorable if is_visible(f"n{c}@example.com")] == []


def test_names_are_cleaned_where_they_are_decoded():
    assert decoded(name=" Jose\u0301\u200b ").name == "José"
    assert decoded(labels=[" a ", "b\n"]).labels == ["a", "b"]


def test_a_name_that_shows_nothing_is_refused():
    for name in ("", " ", "\u200b", "\n\t", "\u3164"):
        refused("/name", name=name)


def test_urls_are_http_and_name_their_field():
    assert decoded(urls=["https://a.example/x?y=1#z", "HTTP://a.example"]).urls
    for url in (
        "javascript:alert(1)",
        "ftp://a",
        "//a.example",
        "https://a b",
        "https://a\x01",
        "data:text/html,x",
        "https://a\n",
    ):
        refused("/urls/0", urls=[url])


def test_objects_are_bounded():
    assert decoded(info={"a": "x" * 16_000}).info
    refused("/info", info={"a": "x" * 16_400})


# Texts by which a record is found, or one is told from another.
KEYS = re.compile(
    r"(^|_)(name|email|to|slug|sku|(?<!br_)(?<!error_)code|external_id|account_id|provider_id|message_id|request_id|group|title|tag|channel)$"
)


def _texts(hint: Any, path: tuple[str, ...], metas: tuple[Meta, ...] = (), seen: tuple[type, ...] = ()):
    """Paths to every text of a type, with what is asked of it."""
    if hasattr(hint, "__metadata__"):
        own = tuple(meta for meta in hint.__metadata__ if isinstance(meta, Meta))
        yield from _texts(hint.__origin__, path, (*metas, *own), seen)
    elif hint is str:
        yield path, metas
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if hint not in seen:
            for name, inner in get_type_hints(hint, include_extras=True).items():
                yield from _texts(inner, (*path, name), (), (*seen, hint))
    else:
        for inner in get_args(hint):
            yield from _texts(inner, path, (), seen)


DECLARED = [
    pytest.param(metas, id=f"{route.method} {route.path} {'/'.join(path)}")
    for route in declared_routes()
    if route.body is not None and route.body_decoder is not None
    for path, metas in _texts(route.body, ())
    if KEYS.search(path[-1])
]


def test_there_are_schemas_with_keys():
    assert len(DECLARED) >= 40


@pytest.mark.parametrize("metas", DECLARED)
@pytest.mark.parametrize("unseen", ["ab\n", "a\u200bb", "a\u202eb", "a\x07b"])
def test_nothing_invisible_tells_two_keys_apart_in_any_schema(metas, unseen):
    """Refused by a pattern or a check, or cleaned away."""
    assert any(_refuses(meta, unseen) for meta in metas)


def _refuses(meta: Meta, text: str) -> bool:
    if meta.pattern is not None and re.search(meta.pattern, text) is None:
        return True
    return (meta.extra or {}).get("check") in ("line", "key", "email")


@pytest.mark.parametrize("text", ["a\n", " a", "a\u200b", "\u202ea", "a\x00", "e\u0301"])
def test_a_key_is_refused_and_not_mended(text):
    with pytest.raises(ValidationFailed) as caught:
        json_body(msgspec.json.Decoder(Keyed), msgspec.json.encode({"key": text}))
    assert caught.value.errors[0]["pointer"] == "/key"
