"""The one shape of a paged list: `{"items": […], "total": n, "limit": n, "offset": n}`."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")


class Page(Struct, Generic[T], frozen=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: Sequence[T]
    total: int
    limit: int
    offset: int
