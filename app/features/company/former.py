"""Rows of v0.1.0 as they are kept now. tests/cli/test_tenants_import.py.

What usage cost was not written down then: its overage is not billed again here, whatever was billed there.
"""

from collections.abc import Callable
from typing import Any

import msgspec

Row = dict[str, Any]
_TABLES = {"overage_charges": "charges", "erp_outbox": "webhook_deliveries"}
_BATCHES = {"skipped": "written_off", "failed": "needs_attention", "abandoned": "needs_attention"}


def table_now(name: str) -> str:
    """What a table is called now."""
    return _TABLES.get(name, name)


def row_now(table: str, row: bytes) -> bytes:
    """The row as this release has it; one that is so already stays."""
    translate = _ROWS.get(table)
    return row if translate is None else msgspec.json.encode(translate(msgspec.json.decode(row)))


def _usage(row: Row) -> Row:
    if "from_absorbed" in row:
        return row
    return row | {"from_overage": 0, "from_absorbed": row["from_overage"]}


def _counter(row: Row) -> Row:
    if "absorbed_tokens" in row:
        return row
    return row | {"overage_tokens": 0, "absorbed_tokens": row["overage_tokens"]}


def _batch(row: Row) -> Row:
    return row | {"status": _BATCHES.get(row["status"], row["status"])}


def _charge(row: Row) -> Row:
    if "kind" in row:
        return row
    return row | {"kind": "overage", "micros": row["amount_cents"] * 1_000_000}


def _delivery(row: Row) -> Row:
    """Pushes to ERPs had a table of their own; their order was the store's. What waits is released at the end."""
    if "endpoint_id" in row:
        return row
    return row | {
        "endpoint_id": row["store_id"],
        "event_id": row["id"],
        "subject_id": row["store_id"],
        "type": f"erp.{row['type']}",
        "next_at": "infinity",
        "opened_at": row["created_at"],
    }


_ROWS: dict[str, Callable[[Row], Row]] = {
    "token_usage": _usage,
    "usage_counters": _counter,
    "usage_report_batches": _batch,
    "charges": _charge,
    "webhook_deliveries": _delivery,
}
