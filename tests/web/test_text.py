"""Names without invisible characters, and the checks a body does on itself."""

import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.decode import json_body
from app.web.errors import ValidationFailed
from app.web.text import clean_line
from app.web.types import Body, Name, SmallObject, Url


class Example(Body):
    name: Name
    urls: list[Url] = []
    info: SmallObject | None = None
    labels: list[Name] = []


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
    ],
)
def test_a_line_is_what_people_see(text, clean):
    assert clean_line(text) == clean


@given(st.text())
def test_a_clean_line_stays_and_holds_no_control_character(text):
    clean = clean_line(text)
    assert clean_line(clean) == clean == unicodedata.normalize("NFC", clean).strip()
    assert not any(unicodedata.category(c) in ("Cc", "Zl", "Zp") for c in clean)


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
