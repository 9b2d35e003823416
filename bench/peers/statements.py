"""What the two peers on bare asyncpg share: the service's own SQL (BENCH_STATEMENTS), a pool, and the same answers."""

import json
import os
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from bench.peers.tokens import token_hash

# What a batch's answer has beside its counts.
UNASKED = {"dry_run": False, "price_changes": []}
_SQL = json.loads(Path(os.environ["BENCH_STATEMENTS"]).read_text("utf-8"))
UPSERT = """
INSERT INTO products (company_id, id, store_id, external_id, name, price_cents)
SELECT s.company_id, gen_random_uuid(), s.id, i.external_id, i.name, i.price_cents
  FROM stores s CROSS JOIN jsonb_to_recordset($1::jsonb) AS i (external_id text, name text, price_cents bigint)
 WHERE s.company_id = $3 AND s.id = $2
    ON CONFLICT (company_id, store_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL
    DO UPDATE SET name = excluded.name, price_cents = excluded.price_cents
RETURNING xmax = 0
"""


async def open_pool() -> asyncpg.Pool:
    """A pool as large as the service's; jsonb passes through undecoded."""

    async def init(connection: asyncpg.Connection) -> None:
        await connection.set_type_codec(
            "jsonb",
            schema="pg_catalog",
            encoder=lambda value: value if isinstance(value, str) else json.dumps(value),
            decoder=lambda text: msgspec.Raw(text.encode()),
        )

    return await asyncpg.create_pool(os.environ["BENCH_DSN"], min_size=16, max_size=16, init=init, reset=_keep)


async def _keep(_: asyncpg.Connection) -> None:
    """No reset on release, as in the service: it would be a round trip more."""


def bound(name: str, values: dict[str, Any]) -> tuple[str, list[Any]]:
    """A statement and its arguments in their order."""
    sql, parameters = _SQL[name]
    return sql, [values[parameter] for parameter in parameters]


async def row(db: Any, name: str, **values: Any) -> dict[str, Any] | None:
    """One row as a dictionary, or None."""
    sql, arguments = bound(name, values)
    found = await db.fetchrow(sql, *arguments)
    return dict(found) if found is not None else None


async def session(db: Any, token: str) -> dict[str, Any] | None:
    """The live session of a token."""
    found = await row(db, "get_live_session_by_token", token_hash=token_hash(token), at=datetime.now(UTC))
    return found and _with_token(found, token)


async def session_and_user(db: Any, token: str) -> dict[str, Any] | None:
    """The live session of a token, and its user."""
    found = await row(db, "get_session_and_user", token_hash=token_hash(token), at=datetime.now(UTC))
    if found is None:
        return None
    fields = list(found.items())
    user = {name.removeprefix("account_"): value for name, value in fields[8:]}
    return {"session": _with_token(dict(fields[:8]), token), "user": user}


def _with_token(found: dict[str, Any], token: str) -> dict[str, Any]:
    del found["token_enc"]
    return found | {"token": token}


async def order_page(db: Any, stores: list[uuid.UUID], limit: int, actor_id: str) -> dict[str, Any]:
    """A page of orders with the number of all."""
    sql, arguments = bound("list_orders", {"store_ids": stores, "limit": limit, "offset": 0, "actor_id": actor_id})
    items = [dict(found) for found in await db.fetch(sql, *arguments)]
    sql, arguments = bound("count_orders", {"store_ids": stores, "statuses": None, "actor_id": actor_id})
    return {"items": items, "total": await db.fetchval(sql, *arguments), "limit": limit, "offset": 0}


async def insert_message(pool: asyncpg.Pool, body: dict[str, Any], actor_id: str) -> dict[str, Any] | None:
    """Insert a message of a lead and touch the lead, in one statement and so in one transaction; no audit row."""
    absent = dict.fromkeys(("store_id", "agent_id", "media_url", "media_type", "external_id"))
    values = absent | {"metadata": {}} | body | {"lead_id": uuid.UUID(body["lead_id"])}
    unaudited = dict.fromkeys(("person_id", "action", "request_id"), "")
    return await row(pool, "create_message", id=uuid.uuid4(), actor_id=actor_id, **unaudited, **values)


async def upsert(pool: asyncpg.Pool, store_id: uuid.UUID, items: list[Any], actor_id: str) -> dict[str, Any]:
    """Insert or update a batch of products by external_id."""
    made = [fresh for (fresh,) in await pool.fetch(UPSERT, items, store_id, actor_id)]
    return {"created": sum(made), "updated": len(made) - sum(made), "unchanged": 0, "errors": [], **UNASKED}
