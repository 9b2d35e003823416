"""The one shape of a paged list: `{"items": […], "total": n, "limit": n, "offset": n}`."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from app.web.errors import ValidationFailed

T = TypeVar("T")

MAX_STORE_IDS = 50


class Page(Struct, Generic[T], frozen=True):
    """One page of a list, newest first, with the number of all matching rows."""

    items: Sequence[T]
    total: int
    limit: int
    offset: int


def check_store_ids(store_ids: Sequence[object]) -> None:
    """Refuse an empty or too long `store_ids` (contract: 1..50)."""
    if not 1 <= len(store_ids) <= MAX_STORE_IDS:
        detail = f"1 to {MAX_STORE_IDS} ids are required"
        raise ValidationFailed(f"store_ids: {detail}", errors=[{"pointer": "/store_ids", "detail": detail}])
