"""Whatever bytes come as a query string, a body or a path segment: a value of the declared type, or a 4xx."""

import time
from typing import Annotated, Any
from urllib.parse import urlencode
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from app.web.decode import json_body, path_converter, query_decoder, unquote_segment
from app.web.errors import MalformedJson, NotFound, ValidationFailed
from app.web.text import clean_line
from app.web.types import Body, Limit, Name, Offset, PageQuery, Query


class Filter(PageQuery):
    store_ids: Annotated[list[UUID], Meta(max_length=50)] = []
    q: Name | None = None
    active: bool | None = None


class Search(Query):
    q: Annotated[str, Meta(max_length=9)] | None = None


class Lines(Body):
    name: Name
    quantities: list[Annotated[int, Meta(ge=0, le=2**31 - 1)]] = []
    extra: dict[str, str] | None = None


decode_query = query_decoder(Filter)
body_decoder = msgspec.json.Decoder(Lines)
printable = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=40)


class Keyed(Body):
    lines: list[dict[Annotated[str, Meta(pattern="^[a-z]+$")], int]] = []


def test_a_key_that_is_refused_is_told_by_where_it_stands():
    with pytest.raises(ValidationFailed) as refused:
        json_body(msgspec.json.Decoder(Keyed), b'{"lines": [{}, {"A B": 1}]}')
    [error] = refused.value.errors
    assert error["pointer"] == "/lines/1"
    assert error["detail"].startswith("a key: ")


class Free(Body):
    extra: dict[str, Any] = {}


@pytest.mark.parametrize("wrong", [b"NaN", b'"\\ud800"', b'"\\u0000"'])
def test_what_is_wrong_behind_a_long_key_is_found_quickly(wrong):
    key, parts = b"a/~" + b"k" * 200_000, b"[" + b"0," * 100_000 + wrong + b"]"
    started = time.process_time()
    with pytest.raises(ValidationFailed) as refused:
        json_body(msgspec.json.Decoder(Free), b'{"extra": {"%s": %s}}' % (key, parts))
    assert time.process_time() - started < 2  # a pointer for each part would be twenty gigabytes
    assert refused.value.errors[0]["pointer"] == f"/extra/a~1~0{'k' * 200_000}/100000"


@given(st.binary(max_size=120) | st.text("limitofse=&%+,;0123456789-e.", max_size=60).map(str.encode))
def test_any_query_string_is_a_filter_or_a_422(raw):
    try:
        found = decode_query(raw)
    except ValidationFailed:
        return
    assert 1 <= found.limit <= 200
    assert 0 <= found.offset <= 1_000_000
    assert len(found.store_ids) <= 50
    assert "\0" not in (found.q or "")


@given(
    st.integers(1, 200),
    st.integers(0, 1_000_000),
    st.lists(st.uuids(), max_size=50),
    printable.filter(lambda text: text.strip() == text),
    st.booleans(),
)
def test_a_query_that_fits_is_read_as_it_was_written(limit: Limit, offset: Offset, ids, q, joined):
    pairs = [("limit", limit), ("offset", offset), ("q", q)]
    pairs += [("store_ids", ",".join(map(str, ids)))] if joined else [("store_ids", str(one)) for one in ids]
    found = decode_query(urlencode(pairs).encode())
    assert (found.limit, found.offset, found.store_ids, found.q) == (limit, offset, ids, q)


@pytest.mark.parametrize(("low", "high"), [(1, 200)])
@given(number=st.integers(-(10**30), 10**30))
def test_numbers_outside_their_range_are_a_422(low, high, number):
    if low <= number <= high:
        assert decode_query(f"limit={number}".encode()).limit == number
    else:
        with pytest.raises(ValidationFailed):
            decode_query(f"limit={number}".encode())


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=10,
)


@given(st.binary(max_size=80) | json_values.map(lambda value: msgspec.json.encode(_finite(value))))
def test_any_body_is_a_value_or_a_4xx(raw):
    try:
        found = json_body(body_decoder, raw)
    except (MalformedJson, ValidationFailed):
        return
    assert "\0" not in found.name
    assert all(0 <= quantity < 2**31 for quantity in found.quantities)


@given(printable, st.lists(st.integers(0, 2**31 - 1), max_size=5))
def test_a_body_that_fits_is_read_as_it_was_written(name, quantities):
    raw = msgspec.json.encode({"name": name, "quantities": quantities})
    try:
        found = json_body(body_decoder, raw)
    except ValidationFailed:
        assert not clean_line(name)
        return
    assert (found.name, found.quantities) == (clean_line(name), quantities)


@given(st.binary(max_size=60))
def test_any_path_segment_is_an_id_or_not_found(raw):
    for kind in (UUID, str):
        try:
            value = path_converter(kind)(unquote_segment(raw))
        except NotFound:
            continue
        assert "\0" not in str(value)


def _finite(value):
    """NaN has no JSON."""
    if isinstance(value, float) and value != value:
        return None
    if isinstance(value, list):
        return [_finite(item) for item in value]
    if isinstance(value, dict):
        return {name: _finite(item) for name, item in value.items()}
    return value


@pytest.mark.parametrize("text", ["1e1", "1E1", "10.0", "1_0", "+1", "0x1", "１", "true"])
def test_a_whole_number_in_a_query_is_written_in_plain_digits(text):
    with pytest.raises(ValidationFailed) as refused:
        decode_query(urlencode({"limit": text}).encode())
    assert refused.value.errors[0]["pointer"] == "/limit"


def test_an_unknown_parameter_is_refused_where_callers_are_ours_and_ignored_elsewhere():
    assert decode_query(b"limits=7").limit == 50
    with pytest.raises(ValidationFailed) as refused:
        query_decoder(Filter, strict=True)(b"limit=7&limits=7")
    assert refused.value.errors == [{"pointer": "/limits", "detail": "unknown parameter"}]
    with pytest.raises(ValidationFailed):
        query_decoder(None, strict=True)(b"a=1")
    assert query_decoder(None, strict=True)(b"") is None


@pytest.mark.parametrize("raw", [b"limit=", b"active=", b"store_ids=", b"q="])
def test_a_filter_without_a_value_is_refused_where_callers_are_ours(raw):
    assert decode_query(raw) == Filter()
    with pytest.raises(ValidationFailed) as refused:
        query_decoder(Filter, strict=True)(raw)
    assert refused.value.errors == [{"pointer": f"/{raw[:-1].decode()}", "detail": "given without a value"}]


def test_free_text_may_be_empty():
    assert query_decoder(Search, strict=True)(b"q=") == Search()
