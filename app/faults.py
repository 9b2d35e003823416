"""Exceptions of the lower layers to problems: the one table from database fault to answer (design: SQLSTATE)."""

import errno
import re

from app import files
from app.clients.cardprovider import CardError, CardRefused
from app.db.errors import DatabaseFault, classify
from app.db.rows import RowMissing
from app.embed import EngineClosed, QueueFull
from app.files import FileError
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

_DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_CAMEL = re.compile(r"(?<!^)(?=[A-Z])")
# Constraint names that say less than a caller needs; the others read well once split (`users_email_key` → email).
_CONFLICTS = {
    "users_pkey": "id is taken",
    "stores_slug_key": "slug is taken",
    "companies_slug_key": "slug is taken",
    "accounts_provider_id_account_id_key": "this provider_id and account_id are taken",
}


def explain(error: Exception) -> Problem | None:
    """The problem an exception means to a caller; None: a defect of ours, to be logged and answered with 500."""
    if isinstance(error, RowMissing):
        return NotFound(_CAMEL.sub(" ", str(error)).lower())
    if isinstance(error, FileError):
        return _of_file(error)
    if isinstance(error, QueueFull):
        return Overloaded("The embedding queue is full.", retry_after=error.retry_after)
    if isinstance(error, CardError):
        return _of_card(error)
    if isinstance(error, EngineClosed):
        return Unavailable("The embedding engine is shutting down.")
    if isinstance(error, OSError) and error.errno in _DISK_FULL:
        return Unavailable("There is no room on the disk for this now.", retry_after=30)
    fault = classify(error)
    return _of_fault(fault) if fault is not None else None


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
            return NotFound(_fields(fault.constraint).removesuffix(" id"))
        case "check":
            field = _fields(fault.constraint)
            return ValidationFailed(
                f"{field} is out of range", errors=[{"pointer": "", "detail": f"{field}: out of range"}]
            )
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
    if error.retry:
        return Unavailable("The card provider is not reachable; try again.")
    return ProviderError("The card provider refused the request.")


def _fields(constraint: str | None) -> str:
    """`orders_total_cents_check` → `total cents`: named constraints begin with their table's first word."""
    if not constraint:
        return "a value"
    words = re.sub(r"_(key|check|fkey|idx|pkey)$", "", constraint).split("_")
    return " ".join(words[1:]) or words[0]
