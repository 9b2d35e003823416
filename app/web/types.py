"""Building blocks of bodies, queries and answers: strict Structs and bounded aliases (no bare int or str in a body)."""

from datetime import date, datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

__all__ = ["UNSET", "Meta", "Struct", "UnsetType"]

MAX_INT4 = 2**31 - 1
MAX_INT8 = 2**63 - 1


class Body(Struct, forbid_unknown_fields=True):
    """A request body: unknown fields are refused with 422. Required fields come first."""


class Query(Struct):
    """Query parameters of a list or look-up."""


class Resource(Struct):
    """An answer. Field order = column order of its query (`app.db.rows` builds it positionally)."""


# `(?!\n)$`: Python's `$` alone also matches before a final newline, JSON Schema's does not.
TEXT_ID = r"^[A-Za-z0-9_-]{1,64}(?!\n)$"

TextId = Annotated[str, Meta(pattern=TEXT_ID, description="Text id of users, sessions, accounts, companies")]
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Title = Annotated[str, Meta(min_length=1, max_length=300)]
Key = Annotated[str, Meta(min_length=1, max_length=200, description="External key")]
Label = Annotated[str, Meta(max_length=128)]
ShortText = Annotated[str, Meta(max_length=500)]
Text = Annotated[str, Meta(max_length=20_000)]
LongText = Annotated[str, Meta(max_length=1_000_000)]
Url = Annotated[str, Meta(min_length=1, max_length=2048)]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9](-?[a-z0-9]){1,62}(?!\n)$")]
Email = Annotated[str, Meta(min_length=3, max_length=320, pattern=r"^[^@\s]+@[^@\s]+$")]
Channel = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{1,31}(?!\n)$", description="whatsapp, web, instagram …")]
Cents = Annotated[int, Meta(ge=0, le=10**12, description="Money in integer cents of BRL")]
Quantity = Annotated[int, Meta(ge=1, le=100_000)]
Count = Annotated[int, Meta(ge=0, le=MAX_INT4)]
BigCount = Annotated[int, Meta(ge=0, le=MAX_INT8)]
Limit = Annotated[int, Meta(ge=1, le=200, description="Page size")]
Offset = Annotated[int, Meta(ge=0, le=1_000_000, description="Rows to skip")]
Timestamp = Annotated[datetime, Meta(tz=True, description="RFC 3339 with zone; answered in UTC with Z")]
Day = date
Metadata = dict[str, Any]


class PageQuery(Query):
    """`limit` and `offset` of a paged list."""

    limit: Limit = 50
    offset: Offset = 0
