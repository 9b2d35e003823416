"""Building blocks of bodies, queries and answers: strict Structs and bounded aliases (no bare int or str in a body)."""

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints
from unicodedata import is_normalized
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import FieldInfo

from app.web.text import clean_line, is_visible

__all__ = ["UNSET", "Meta", "Struct", "UnsetType"]

_ENDS = {"from": "to", "start": "end", "min": "max", "after": "before"}
_END = re.compile(rf"(?<![^_])({'|'.join(_ENDS)})(?![^_])")
MAX_INT4 = 2**31 - 1
MAX_INT8 = 2**63 - 1


class Body(Struct, forbid_unknown_fields=True):
    """A request body: unknown fields are refused with 422. Required fields come first.

    What a type's `Meta(extra=…)` asks for (names without invisible characters, objects of a bounded size) is done here,
    once a body is decoded.
    """

    def __post_init__(self) -> None:
        for name, check in checks_of(type(self)).items():
            value = getattr(self, name)
            if value is not None and value is not UNSET:
                try:
                    setattr(self, name, check(value))
                except ValueError as error:
                    raise ValueError(f"{error} in field `{name}`") from None


class Query(Struct):
    """Query parameters of a list or look-up; a range that ends before it begins is refused with 422."""

    def __post_init__(self) -> None:
        for first, last in ranges_of(type(self)):
            begin, end = getattr(self, first.name), getattr(self, last.name)
            if None not in (begin, end) and not isinstance(begin, str) and begin > end:
                raise ValueError(f"before {first.encode_name} in field `{last.encode_name}`")


class Resource(Struct):
    """An answer. Field order = column order of its query (`app.db.rows` builds it positionally)."""


# `(?!\n)$`: Python's `$` alone also matches before a final newline, JSON Schema's does not.
TEXT_ID = r"^[A-Za-z0-9_-]{1,64}(?!\n)$"


def _line(at_least: int) -> Callable[[str], str]:
    def check(text: str) -> str:
        if "\0" in text:
            raise ValueError("the NUL character is not accepted")
        text = clean_line(text)
        if len(text) < at_least:
            raise ValueError("no visible character")
        return text

    return check


def _key(text: str) -> str:
    if clean_line(text) != text:
        raise ValueError("control, invisible and surrounding blank characters are not accepted")
    return text


def _email(text: str) -> str:
    if not is_visible(text):
        raise ValueError("spaces, control and invisible characters are not accepted")
    if not is_normalized("NFC", text):
        raise ValueError("a letter and its accent are one character (Unicode's NFC)")
    if len(text.lower()) > EMAIL_LENGTH:
        raise ValueError(f"more than {EMAIL_LENGTH} characters in lower case")
    return text


def _lines(check: Callable[[str], str]) -> Callable[[list[str]], list[str]]:
    return lambda texts: [check(text) for text in texts]


def _entries(check: Callable[[str], str]) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda texts: {check(key): check(text) for key, text in texts.items()}


def _small_object(value: dict[str, Any]) -> dict[str, Any]:
    if len(msgspec.json.encode(value)) > OBJECT_BYTES:
        raise ValueError(f"more than {OBJECT_BYTES} bytes of JSON")
    return value


_CHECKS: dict[type, Mapping[str, Callable[[Any], Any]]] = {}


def checks_of(kind: type) -> Mapping[str, Callable[[Any], Any]]:
    """The fields of a body that are checked beyond what msgspec does, found once per type."""
    found = _CHECKS.get(kind)
    if found is None:
        hints = get_type_hints(kind, include_extras=True)
        _CHECKS[kind] = found = {name: check for name, hint in hints.items() if (check := _check_of(hint))}
    return found


@cache
def ranges_of(kind: type) -> list[tuple[FieldInfo, FieldInfo]]:
    """The pairs of a query's fields that bound something, by their names: `created_from` and `created_to`."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    pairs = [(name, _END.sub(lambda found: _ENDS[found[0]], name)) for name in fields]
    return [(fields[name], fields[last]) for name, last in pairs if last != name and last in fields]


def forms_of(kind: type) -> Mapping[str, str]:
    """What the texts of a body are held to beyond their JSON Schema, in words, by the fields' names on the wire."""
    hints = get_type_hints(kind, include_extras=True)
    found = {field.encode_name: _form_of(hints[field.name]) for field in msgspec.structs.fields(kind)}
    return {name: form for name, form in found.items() if form is not None}


def _form_of(hint: Any) -> str | None:
    return _FORMS.get(_asked(_metas(hint))) or next((form for arg in get_args(hint) if (form := _form_of(arg))), None)


def _metas(hint: Any) -> list[Meta]:
    return [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, Meta)]


def _asked(metas: list[Meta]) -> str | None:
    return next((meta.extra["check"] for meta in metas if meta.extra and "check" in meta.extra), None)


def _check_of(hint: Any) -> Callable[[Any], Any] | None:
    metas = _metas(hint)
    kind = _asked(metas)
    if kind == "line":
        return _line(max(meta.min_length or 0 for meta in metas))
    if kind is not None:
        return _OTHER_CHECKS[kind]
    inner = next((check for arg in get_args(hint) if (check := _check_of(arg))), None)
    # Annotated[list[…]] is unwrapped by get_args, so a collection is seen when its own turn comes.
    collection = get_origin(hint)
    if inner is not None and collection is list:
        return _lines(inner)
    return _entries(inner) if inner is not None and collection is dict else inner


OBJECT_BYTES = 16 << 10
EMAIL_LENGTH = 320
_OTHER_CHECKS: dict[str, Callable[[Any], Any]] = {"key": _key, "email": _email, "object": _small_object}
_FORMS: dict[str | None, str] = {
    "line": "One line, something of which is seen; blanks at its ends and what is invisible are taken out",
    "key": "No control, invisible or surrounding blank characters",
    "email": "No spaces, control or invisible characters; a letter and its accent are one character (NFC)",
}
# A text of one line, as people see it: NFC, trimmed, nothing invisible in it.
LINE = {"check": "line"}
# A text of one line by which others find a record: refused, and not mended, for they know it as they sent it.
KEY = {"check": "key"}
EMAIL = {"check": "email"}

TextId = Annotated[str, Meta(pattern=TEXT_ID, description="Text id of users, sessions, accounts, companies")]
Name = Annotated[str, Meta(min_length=1, max_length=200, extra=LINE)]
Title = Annotated[str, Meta(min_length=1, max_length=300, extra=LINE)]
Label = Annotated[str, Meta(max_length=128, extra=LINE)]
ShortText = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(max_length=20_000)]
LongText = Annotated[str, Meta(max_length=1_000_000)]
Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2048,
        pattern=r"^[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\x7f]+(?!\n)$",
        description="http(s)",
    ),
]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9](-?[a-z0-9]){1,62}(?!\n)$")]
Email = Annotated[str, Meta(min_length=3, max_length=EMAIL_LENGTH, pattern=r"^[^@\s]+@[^@\s]+$", extra=EMAIL)]
Channel = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{1,31}(?!\n)$", description="whatsapp, web, instagram …")]
Cents = Annotated[int, Meta(ge=0, le=10**12, description="Money in integer cents of BRL")]
Quantity = Annotated[int, Meta(ge=1, le=100_000)]
Count = Annotated[int, Meta(ge=0, le=MAX_INT4)]
BigCount = Annotated[int, Meta(ge=0, le=MAX_INT8)]
Limit = Annotated[int, Meta(ge=1, le=200, description="Page size")]
MostRows = Annotated[int, Meta(ge=1, le=1000, description="Most rows of the answer")]
Offset = Annotated[int, Meta(ge=0, le=1_000_000, description="Rows to skip")]
StoreIds = Annotated[list[UUID], Meta(min_length=1, max_length=50, description="Stores of the actor's company")]
Timestamp = Annotated[datetime, Meta(tz=True, description="RFC 3339 with zone; answered in UTC with Z")]
Day = date
Metadata = dict[str, Any]
SmallObject = Annotated[
    dict[str, Any], Meta(description="An object of at most 16 KiB of JSON", extra={"check": "object"})
]


class PartQuery(Query):
    """`limit` and `offset` of a list that answers a bare array."""

    limit: MostRows = 1000
    offset: Offset = 0


class PageQuery(Query):
    """`limit` and `offset` of a paged list."""

    limit: Limit = 50
    offset: Offset = 0
