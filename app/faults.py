"""Exceptions of the lower layers to problems: the one table from database fault to answer (design: SQLSTATE)."""

import re
from typing import Any

import asyncpg

from app import files
from app.clients.cardprovider import CardError, CardRefused
from app.clients.http import OutboundError
from app.clients.llm import ModelError
from app.clients.media_store import MediaStoreError
from app.clients.pixprovider import PixError
from app.db.errors import DatabaseFault, DatabaseUnavailable, classify
from app.db.resolver import Taken
from app.db.rows import RowMissing
from app.embed.queue import EngineClosed, QueueFull
from app.files import FileError
from app.ops.host import DISK_FULL_SQLSTATE, DISK_REFUSES, EXHAUSTED
from app.web.decode import validation_failed
from app.web.errors import (
    CardDeclined,
    Conflict,
    IdempotencyKeyReused,
    NotFound,
    Overloaded,
    Problem,
    ProviderError,
    TimedOut,
    TooLarge,
    Unavailable,
    UnreadableFile,
    UnsupportedFormat,
    ValidationFailed,
)

# How much of a chain of exceptions a log line holds, and of each one's text.
_CHAIN, _WORDS = 5, 300
_TALKS = (
    asyncpg.PostgresError,
    OSError,
    DatabaseUnavailable,
    CardError,
    MediaStoreError,
    ModelError,
    OutboundError,
    PixError,
)
_CAMEL = re.compile(r"(?<!^)(?=[A-Z])")
# Constraint names that say less than a caller needs; the others read well once split (`users_email_key` → email).
_CONFLICTS = {
    "users_pkey": "id is taken",
    "product_files_storage_key_key": "storage_key is taken",
    "products_sku_in_any_case_key": "sku is taken",
}
# The user was there when the statement began: the same answer as a moment later.
_OF_A_USER = ("sessions_user_id_fkey", "accounts_user_id_fkey")
_TAKEN = {
    "account": "id is taken",
    "auth_extension": "id is taken",
    "auth_extension_key": "a value of keys is another row's",
    "charge": "payment external id is taken",
    "company_slug": "slug is taken",
    "email": "email is taken",
    "provider_account": "this provider_id and account_id are taken",
    "session": "id is taken",
    "session_token": "token is taken",
    "store_slug": "slug is taken",
}


def explain(error: Exception) -> Problem | None:
    """The problem an exception means to a caller; None: a defect of ours, to be logged and answered with 500."""
    if isinstance(error, RowMissing):
        return NotFound(_CAMEL.sub(" ", str(error)).lower())
    if isinstance(error, Taken):
        return Conflict(_TAKEN.get(error.kind, f"{error.kind} is taken"))
    if isinstance(error, FileError):
        return _of_file(error)
    if isinstance(error, QueueFull):
        return Overloaded("The embedding queue is full.", retry_after=error.retry_after)
    if isinstance(error, CardError):
        return _of_card(error)
    if isinstance(error, MediaStoreError):
        return Unavailable("The store of pictures is not reachable; try again.")
    if isinstance(error, EngineClosed):
        return Unavailable("The embedding engine is shutting down.")
    if is_of_disk(error):
        return Unavailable("The disk does not take this now.", retry_after=30)
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno in EXHAUSTED):
        return Unavailable("The machine has no files or memory left for this; try again.")
    fault = classify(error)
    return _of_fault(fault) if fault is not None else None


def is_of_disk(error: BaseException) -> bool:
    """Whether a disk did not take a write, here or in the database."""
    if isinstance(error, OSError):
        return error.errno in DISK_REFUSES
    return isinstance(error, asyncpg.PostgresError) and error.sqlstate == DISK_FULL_SQLSTATE


def cause(error: BaseException) -> dict[str, Any]:
    """What lies behind a failure, for the log line of its 502, 503 or 504: the chain of exceptions, each in one line,
    and PostgreSQL's code. Only texts that say nothing of a tenant: a problem's own, the server's, the clients'.
    """
    chain: list[str] = []
    sqlstate: str | None = None
    while error is not None and len(chain) < _CHAIN:
        text = str(error)[:_WORDS] if isinstance(error, _TALKS) else ""
        chain.append(f"{type(error).__name__}: {text}" if text else type(error).__name__)
        sqlstate = sqlstate or getattr(error, "sqlstate", None)
        following = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        if following is None:
            break
        error = following
    return {"cause": chain} | ({"sqlstate": sqlstate} if sqlstate else {})


def _of_file(error: FileError) -> Problem:
    match error:
        case files.UnsupportedFormat():
            return UnsupportedFormat(str(error))
        case files.FileTooLarge():
            return TooLarge(str(error))
        case files.FilesBusy():
            return Overloaded(str(error), retry_after=5)
        case _:
            return UnreadableFile(str(error))


def _of_fault(fault: DatabaseFault) -> Problem:
    match fault.kind:
        case "unique":
            return Conflict(_CONFLICTS.get(fault.constraint or "", f"{_fields(fault.constraint)} is taken"))
        case "foreign_key":
            if fault.constraint in _OF_A_USER:
                return validation_failed("/user_id", "no such user")
            return NotFound(_fields(fault.constraint).removesuffix(" id"))
        case "check":
            field = _fields(fault.constraint)
            return ValidationFailed(
                f"{field} is out of range", errors=[{"pointer": "", "detail": f"{field}: out of range"}]
            )
        case "archived":
            return Conflict("The store is archived; POST /internal/stores/{id}/restore brings it back.")
        case "invalid_input":
            return ValidationFailed("A value does not fit its column (too large, or not text PostgreSQL can store).")
        case "timeout":
            return TimedOut()
        case "retry" | "unavailable":
            return Unavailable("The database is busy or not reachable; try again.")


def _of_card(error: CardError) -> Problem:
    """The provider's own words stay in the log: they may name objects of its account."""
    if isinstance(error, CardRefused):
        return CardDeclined(decline_code=error.decline_code)
    if error.kind == "idempotency_error":
        return IdempotencyKeyReused()
    if error.kind == "unconfigured":
        return Unavailable("No card provider is configured.", retry_after=60)
    if error.retry and not error.unreadable:
        return Unavailable("The card provider is not reachable; try again.")
    return ProviderError("The card provider refused the request.")


def _fields(constraint: str | None) -> str:
    """`orders_total_cents_check` → `total cents`: named constraints begin with their table's first word."""
    if not constraint:
        return "a value"
    words = re.sub(r"_(key|check|fkey|idx|pkey)$", "", constraint).split("_")
    return " ".join(words[1:]) or words[0]
