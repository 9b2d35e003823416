"""Bodies, query strings and path values to typed values; everything that does not fit is a 4xx naming the field."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, unquote_to_bytes
from uuid import UUID

import msgspec

from app.web.errors import MalformedJson, NotFound, ValidationFailed
from app.web.times import OUT_OF_RANGE, time_check

T = TypeVar("T")

# Of a key of an object msgspec says "at `key` in `$.path`".
_AT = re.compile(r"^(?P<text>.*?)(?: - at (?P<key>`key` in )?`(?P<path>[^`]*)`)?$", re.DOTALL)
_FIELD = re.compile(r"(?P<what>unknown|required|in) field `(?P<name>[^`]*)`")
_FIELD_TEXTS = {"unknown": "unknown field", "required": "required field is missing"}
_ECHOED_VALUE = re.compile(r"^Invalid (enum|value).*$", re.DOTALL)
_SHOWN_PATTERN = re.compile(r"^Expected .* matching regex ", re.DOTALL)
_FORMS: "dict[Any, tuple[re.Pattern[str], str]]" = {
    int: (re.compile(r"-?[0-9]+"), "not a whole number in plain digits"),
    datetime: (re.compile(r"[0-9]{4}-.*"), "not a time as RFC 3339 writes it"),
}
_SURROGATE = re.compile("[\ud800-\udfff]")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def validation_failed(pointer: str, detail: str) -> ValidationFailed:
    """The 422 of one field; `pointer` is a JSON pointer into the body, or `/name` for a query parameter."""
    return ValidationFailed(
        f"{pointer.lstrip('/') or 'body'}: {detail}", errors=[{"pointer": pointer, "detail": detail}]
    )


def json_body(decoder: "msgspec.json.Decoder[T]", raw: bytes) -> T:
    """Decode a JSON body. Raises MalformedJson (not JSON) or ValidationFailed (JSON that does not fit)."""
    try:
        value = decoder.decode(raw)
    except msgspec.ValidationError as error:
        _refuse_broken(decoder.type, raw)
        raise _explain(error) from None
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        value = _beyond_json(decoder.type, raw)
    if b"\\u0000" in raw and (pointer := _find(value, _has_nul)) is not None:
        raise validation_failed(pointer, "the NUL character is not accepted")
    _refuse_times(decoder.type, value)
    return value


def _refuse_broken(kind: Any, raw: bytes) -> None:
    """A value that does not fit is met before what is no JSON behind it, and only JSON can fit or not."""
    try:
        raw.decode()
        msgspec.json.decode(raw, type=msgspec.Raw)
    except RecursionError:
        raise _too_deep() from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        _beyond_json(kind, raw)


def _too_deep() -> MalformedJson:
    return MalformedJson("The body is nested too deeply.")


def _beyond_json(kind: Any, raw: bytes) -> Any:
    """A body that is JSON to many clients and not to msgspec, where that is so in its raw parts alone, which are their
    reader's. Raises ValidationFailed where a NaN, an Infinity or a lone surrogate stands, MalformedJson for the rest.
    """
    try:
        value = json.loads(raw)
        raw_parts = _take_raw_lists(kind, value)
        pointer = _find(value, _is_beyond)
    except ValueError:
        raise MalformedJson("The body is not valid JSON in UTF-8.") from None
    except RecursionError:
        raise _too_deep() from None
    if pointer is not None:
        raise validation_failed(pointer, "NaN, Infinity and lone surrogates are not accepted")
    if not raw_parts:
        raise MalformedJson("The body is not valid JSON in UTF-8.")
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _explain(error) from None


def _take_raw_lists(kind: Any, value: Any) -> bool:
    """Put the elements of a body's `list[Raw]` fields back into text, in place; whether there are such."""
    hints = get_type_hints(kind) if isinstance(kind, type) and isinstance(value, dict) else {}
    lists = [name for name, hint in hints.items() if hint == list[msgspec.Raw] and isinstance(value.get(name), list)]
    for name in lists:
        value[name] = [msgspec.Raw(json.dumps(part).encode()) for part in value[name]]
    return bool(lists)


def _explain(error: msgspec.ValidationError) -> ValidationFailed:
    match = _AT.match(str(error))
    text, path = (match["text"], match["path"] or "$") if match else (str(error), "$")
    pointer = "".join(f"/{name or index}" for name, index in _STEP.findall(path))
    field = _FIELD.search(text)
    if field:
        pointer += "/" + _escaped(field["name"])
        text = _FIELD_TEXTS.get(field["what"]) or text[: field.start()].rstrip()
    elif _ECHOED_VALUE.match(text):
        text = "not one of the accepted values"
    elif _SHOWN_PATTERN.match(text):
        text = "not in the form it must have"
    if match and match["key"]:
        text = f"a key: {text}"
    return validation_failed(pointer, text)


def _find(value: Any, is_wrong: Callable[[str | float], bool]) -> str | None:
    """A pointer to the first text or number that is wrong, to its object where that is a key; raw parts are their
    reader's. It is put together on the way back: a long key above many parts would else be copied for each of them.
    """
    parts: Iterable[tuple[Any, Any]]
    if isinstance(value, str | float):
        return "" if is_wrong(value) else None
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        parts = ((key, getattr(value, name)) for key, name in names)
    elif isinstance(value, dict):
        if any(_find(key, is_wrong) is not None for key in value):
            return ""
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        return None
    for step, part in parts:
        if (found := _find(part, is_wrong)) is not None:
            return f"/{_escaped(str(step))}{found}"
    return None


def _escaped(name: str) -> str:
    """A name as a step of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def _has_nul(value: str | float) -> bool:
    """PostgreSQL's text cannot hold NUL; a literal backslash-u in the text is fine."""
    return isinstance(value, str) and "\0" in value


def _is_beyond(value: str | float) -> bool:
    """Whether Python takes it for JSON, and UTF-8 does not hold it."""
    return not isfinite(value) if isinstance(value, float) else _SURROGATE.search(value) is not None


def _refuse_times(kind: Any, value: Any) -> None:
    check = time_check(kind)
    if check is not None and (pointer := check(value)) is not None:
        raise validation_failed(pointer, OUT_OF_RANGE)


def query_decoder(kind: Any, *, strict: bool = False) -> Callable[[bytes], Any]:
    """A function from a raw query string to `kind` (None: no parameters). List fields may be repeated or
    comma-separated. A parameter that `kind` does not have is refused when strict, else ignored; so is one that is given
    without a value, unless it is free text: who asks for the orders of nobody must not get everybody's.
    """
    hints = field_hints(kind) if kind is not None else {}
    lists = list_fields(kind) if kind is not None else set()
    forms = {name: form for name, hint in hints.items() if (form := _form(hint)) is not None}
    free = {name for name, hint in hints.items() if _takes_empty(hint)}
    all_optional = kind is not None and not any(field.required for field in msgspec.structs.fields(kind))

    def decode(raw: bytes) -> Any:
        if not raw and (kind is None or all_optional):
            return None if kind is None else kind()
        values: dict[str, Any] = {}
        try:
            pairs = parse_qsl(raw.decode("ascii"), keep_blank_values=True, errors="strict") if raw else []
        except ValueError:
            raise validation_failed(f"/{_misspelt(raw)}", "not percent-encoded UTF-8") from None
        for name, text in pairs:
            if name not in hints:
                if strict:
                    raise validation_failed(f"/{name}", "unknown parameter")
                continue
            if strict and not text and name not in free:
                raise validation_failed(f"/{name}", "given without a value")
            form = forms.get(name)
            if form is not None and text and not form[0].fullmatch(text):
                raise validation_failed(f"/{name}", form[1])
            if "\0" in text:
                raise validation_failed(f"/{name}", "the NUL character is not accepted")
            if name in lists:
                values.setdefault(name, []).extend(part for part in text.split(",") if part)
            elif name in values:
                raise validation_failed(f"/{name}", "given more than once")
            else:
                values[name] = text
        if kind is None:
            return None
        return convert_texts(values, kind)

    return decode


def _misspelt(query: bytes) -> str:
    """The first parameter of a query string that is not percent-encoded UTF-8; what can be read of its name."""
    for pair in query.split(b"&"):
        try:
            parse_qsl(pair.decode("ascii"), errors="strict")
        except ValueError:
            return unquote_to_bytes(pair.partition(b"=")[0]).decode("utf-8", "replace")
    return ""


def convert_texts(values: Mapping[str, Any], kind: type[T]) -> T:
    """Text values of a query or form as `kind`; an empty text counts as absent. Raises ValidationFailed."""
    try:
        value = msgspec.convert({k: v for k, v in values.items() if v != ""}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _explain(error) from None
    _refuse_times(kind, value)
    return value


def field_hints(kind: type[Any]) -> dict[str, Any]:
    """The fields of a Struct by the names they have on the wire (`except_` may be `except` there)."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}


def list_fields(kind: type[Any]) -> set[str]:
    """The fields of a query Struct that take several values."""
    return {name for name, hint in field_hints(kind).items() if _is_list(hint)}


def _form(hint: Any) -> "tuple[re.Pattern[str], str] | None":
    """How a field is written, where msgspec reads more from a text: `1e1` and `10.0` for 10, `1e9` for a time."""
    if get_origin(hint) is Annotated:
        return _form(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        arms = [arm for arm in get_args(hint) if arm not in (NoneType, msgspec.UnsetType)]
        return _form(arms[0]) if len(arms) == 1 else None
    return _FORMS.get(hint) if isinstance(hint, type) else None


def _takes_empty(hint: Any) -> bool:
    try:
        msgspec.convert("", hint, strict=False)
    except msgspec.ValidationError:
        return False
    return True


def _is_list(hint: Any) -> bool:
    if get_origin(hint) in (list, tuple, Sequence):
        return True
    return any(_is_list(arg) for arg in get_args(hint))


def path_converter(kind: Any) -> Callable[[str], Any]:
    """A function from a path segment's text to `kind`; text that does not fit is a record that does not exist."""
    if kind is str:
        return _plain_text
    if kind is UUID:
        return _uuid

    def convert(text: str) -> Any:
        try:
            return msgspec.convert(_plain_text(text), kind, strict=False)
        except msgspec.ValidationError:
            raise NotFound("record") from None

    return convert


def _plain_text(text: str) -> str:
    if "\0" in text:
        raise NotFound("record")
    return text


def _uuid(text: str) -> UUID:
    if len(text) != 36:
        raise NotFound("record")
    try:
        return UUID(text)
    except ValueError:
        raise NotFound("record") from None


def unquote_segment(raw: bytes) -> str:
    """Percent-decode one path segment. Raises NotFound when it is not UTF-8."""
    try:
        return (unquote_to_bytes(raw) if b"%" in raw else raw).decode("utf-8")
    except UnicodeDecodeError:
        raise NotFound("record") from None
