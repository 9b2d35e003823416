"""A store of a company of its own, its products and their vectors, for the tests of search."""

from typing import NamedTuple
from uuid import UUID

from app.db import Database, uuid7
from app.features.search.indexing import ProductSource, embed_pending


class Store(NamedTuple):
    """The first arguments of a search."""

    company_id: str
    store_id: UUID


async def make_store(db: Database) -> Store:
    """A store of a company of its own."""
    store_id, owner = uuid7(), uuid7().hex
    await db.execute("INSERT INTO users (id, email, name) VALUES ($1, $2, 'Ana')", owner, f"{owner}@example.com")
    await db.execute("INSERT INTO companies (id, name, slug) VALUES ($1, 'Loja', $2)", owner, f"c{owner}")
    await db.execute(
        "INSERT INTO stores (id, company_id, name, slug) VALUES ($1, $2, 'Loja', $3)", store_id, owner, f"s{owner}"
    )
    return Store(owner, store_id)


async def add_products(db: Database, store: Store, rows: list[dict[str, object]]) -> list[UUID]:
    """Products with name and, if given, description, category, price_cents, active; they are pending."""
    ids = [uuid7() for _ in rows]
    for at in range(0, len(rows), 1000):
        part = rows[at : at + 1000]
        await db.execute(
            "INSERT INTO products (company_id, store_id, id, name, description, category, price_cents, active)"
            " SELECT $1, $2, n.id, n.name, n.description, n.category, n.price, n.active"
            "   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bool[])"
            "        AS n (id, name, description, category, price, active)",
            *store,
            ids[at : at + 1000],
            [r["name"] for r in part],
            [r.get("description", "") for r in part],
            [r.get("category") for r in part],
            [r.get("price") for r in part],
            [r.get("active", True) for r in part],
        )
    return ids


async def index(services, store: Store) -> None:
    """Embed what is pending in the store."""
    assert await embed_pending(services.embedder, ProductSource(services, *store))
