"""What can go wrong in the database, as one small vocabulary: the only table from SQLSTATE to meaning.

The web kit turns each kind into an answer (ARCHITECTURE.md, Errors). tests/db/test_errors.py.
"""

import re
from dataclasses import dataclass
from typing import Literal

import asyncpg

FaultKind = Literal["invalid_input", "unique", "foreign_key", "check", "archived", "retry", "timeout", "unavailable"]


# Citus, when a company's node goes in the middle of a transaction, or as it ends: it is not known if it was committed.
_NODE_GONE = re.compile(r"failure on connection marked as essential|could not commit transaction for shard")
_ON_A_SHARD = re.compile(r'constraint "(\w+?)(?:_\d{6,})?"')


class DatabaseUnavailable(Exception):
    """The database cannot be reached; the cause is chained, never shown to a caller."""


class PoolTimeout(DatabaseUnavailable):
    """No connection became free in time."""


class QueryTimeout(Exception):
    """The server did not answer a statement in time, not even to its own statement_timeout."""


class Overtaken(Exception):
    """Somebody else took what this transaction had seen free; run again, it sees theirs."""


@dataclass(frozen=True, slots=True)
class DatabaseFault:
    """A database error in our words: its kind, the constraint at fault (23xxx only), the SQLSTATE if there is one."""

    kind: FaultKind
    constraint: str | None = None
    sqlstate: str | None = None


# Exact codes first, then classes (the first two characters). What is missing here is a defect of ours: a plain 500.
_BY_CODE: dict[str, FaultKind] = {
    "23505": "unique",
    "23P01": "unique",
    "23503": "foreign_key",
    "23514": "check",
    "SA001": "archived",  # refuse_in_archived_store (migrations/0049)
    "40001": "retry",
    "40P01": "retry",
    "57014": "timeout",
    "55P03": "unavailable",  # lock_timeout: somebody holds the row for longer than we wait
    "25P03": "unavailable",  # idle_in_transaction_session_timeout
    "25006": "unavailable",  # read-only server: a failover is under way
    "57P01": "unavailable",
    "57P02": "unavailable",
    "57P03": "unavailable",
    "57P05": "unavailable",
    "58000": "unavailable",
    "58030": "unavailable",
}
_BY_CLASS: dict[str, FaultKind] = {
    "08": "unavailable",
    "22": "invalid_input",  # also what asyncpg could not encode: out of range, a lone surrogate
    "28": "unavailable",
    "53": "unavailable",
    "54": "invalid_input",
}


def classify(error: BaseException) -> DatabaseFault | None:
    """The fault behind an exception, or None when it did not come from the database (or is a defect of ours)."""
    if isinstance(error, DatabaseUnavailable):
        return DatabaseFault("unavailable")
    if isinstance(error, QueryTimeout):
        return DatabaseFault("timeout")
    if isinstance(error, Overtaken):
        return DatabaseFault("retry")
    if isinstance(error, asyncpg.InvalidCachedStatementError):
        # A migration changed the tables under a prepared statement; the next try prepares it anew.
        return DatabaseFault("retry", None, error.sqlstate)
    if isinstance(error, asyncpg.PostgresError):
        return _from_sqlstate(error)
    if isinstance(error, asyncpg.InternalClientError):
        return DatabaseFault("unavailable")  # asyncpg's own confusion over a connection that died in mid-word
    if isinstance(error, asyncpg.InterfaceError):
        # The connection went away under us, and the pool took it back between two statements. Anything else of this
        # class is misuse, which tests must see.
        gone = "clos" in str(error) or "released back to the pool" in str(error)
        return DatabaseFault("unavailable") if gone else None
    return None


def _from_sqlstate(error: asyncpg.PostgresError) -> DatabaseFault | None:
    code = error.sqlstate or ""
    kind = _BY_CODE.get(code) or _BY_CLASS.get(code[:2])
    if kind is None and code == "XX000" and _NODE_GONE.search(str(error)):
        kind = "unavailable"
    if kind is None:
        return None
    return DatabaseFault(kind, _constraint(error, code), code)


def _constraint(error: asyncpg.PostgresError, code: str) -> str | None:
    """Its name; of an error that comes from a company's node only the message has it, with the shard's number."""
    name: str | None = getattr(error, "constraint_name", None)
    if name is None and code.startswith("23") and (found := _ON_A_SHARD.search(str(error))):
        return found[1]
    return name
