"""The one shape of a paged list: `{"items": […], "total": n, "limit": n, "offset": n}`.

Lists that were bare arrays before they had pages still are; those tell the total in a header.
"""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from app.web.replies import Reply

T = TypeVar("T")


class Page(Struct, Generic[T], frozen=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: Sequence[T]
    total: int
    limit: int
    offset: int


def part(rows: list[T], total: int) -> Reply[list[T]]:
    """Some rows of a list, with the number of all of them in X-Total-Count."""
    return Reply(rows, headers={"X-Total-Count": str(total)})
