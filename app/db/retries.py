"""Work that begins anew where the database asks for it: a deadlock, a plan that a migration has made stale."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.db.errors import classify

T = TypeVar("T")

ATTEMPTS = 3


async def retried(work: Callable[[], Awaitable[T]], attempts: int = ATTEMPTS) -> T:
    """What `work` answers; it is a whole transaction each time. Raises what the last of the attempts raises."""
    for _ in range(attempts - 1):
        try:
            return await work()
        except Exception as error:
            fault = classify(error)
            if fault is None or fault.kind != "retry":
                raise
    return await work()
