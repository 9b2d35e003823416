"""Hybrid search of a store's products and its knowledge (sql/search.sql, tests/features/search/test_search.py).

The caller has settled whose store it is: the store of the chat, or one that the actor owns.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol, TypeVar
from uuid import UUID

import asyncpg
import msgspec
import numpy as np
import numpy.typing as npt
import structlog
from cachetools import TTLCache
from msgspec.structs import replace

from app.db.pool import CUSTOM_PLANS, Database
from app.db.queries import Queries
from app.db.rows import many
from app.embed.embedder import Embedder
from app.embed.queue import EngineClosed, QueueFull
from app.features.products.variants import variant_name
from app.features.search.english import as_sold, named_in, to_look_up
from app.features.search.ranking import FITS, alternatives, code_of, codes_of, reworded, weights, words_of
from app.features.search.thesaurus import read as read_query
from app.features.search.types import FoundChunk, FoundProduct, OnShelf

log = structlog.get_logger(__name__)

EXACT_UP_TO = 5000
DEPTH = 50  # rows of each leg that are fused
QUERY_CHARACTERS = 500
SIZE_KEPT_S = 60
COUNTED_UP_TO = 1_000_000
# How many vectors a store has. Any size gives the right answer, the true one gives it fastest.
_sizes: TTLCache[UUID, int] = TTLCache(20_000, SIZE_KEPT_S)

# Whether a store still has vectors of the previous model: looked at again, since it ends.
_changing: TTLCache[UUID, bool] = TTLCache(20_000, 10)
FILTERS = ("min_cents", "max_cents", "category", "in_stock", "group_key")

Hit = TypeVar("Hit", FoundProduct, FoundChunk)
Rows = list[asyncpg.Record]
# Runs a search's statements elsewhere than on `services.db`: on the replica, for instance.
Read = Callable[[Callable[[Database], Awaitable[Rows]]], Awaitable[Rows]]


class SearchServices(Protocol):
    """What a search needs of `ctx.services`."""

    @property
    def db(self) -> Database: ...
    @property
    def q(self) -> Queries: ...
    @property
    def embedder(self) -> Embedder: ...


async def search_products(
    services: SearchServices,
    company_id: str,
    store_id: UUID,
    query: str,
    *,
    limit: int = 5,
    min_cents: int | None = None,
    max_cents: int | None = None,
    category: str | None = None,
    active: bool | None = True,
    in_stock: bool | None = None,
    group: str | None = None,
    attributes: Sequence[tuple[str, str]] = (),
    all_fit: bool = False,
    read: Read | None = None,
) -> list[FoundProduct]:
    """At most `limit` of the store's products that fit `query`, best first; when none does, those that come close.

    Filters come before the ranking. all_fit: they say what fits, the query only orders it. read: runs the statements
    elsewhere than on `services.db`. When the embedding queue is full, words alone decide.
    """
    said = query[:QUERY_CHARACTERS]
    query, groups = await _as_sold_here(services, company_id, store_id, said, read)
    depth = max(DEPTH, limit)
    asked: dict[str, Any] = {
        "company_id": company_id,
        "store_id": store_id,
        "query": query,
        **read_query(query, groups)._asdict(),
        "codes": codes_of(said),
        "code": code_of(said),
        "depth": depth,
        "most": limit,
    }
    narrowing: dict[str, Any] = {
        "min_cents": min_cents,
        "max_cents": max_cents,
        "category": category,
        "in_stock": in_stock,
        "group_key": group,
        "keys": [key for key, _ in attributes],
        "vals": [value for _, value in attributes],
    }
    narrows = attributes or any(narrowing[key] is not None for key in FILTERS)
    q = services.q.search

    async def ranked(db: Database, embedder: Embedder) -> Rows:
        model, vectors = await _embed_query(embedder, query, groups)
        common = asked | {"model": model, "weights": weights(embedder.background)}
        return _merged([await one(db, common | {"vector": vector}) for vector in vectors])

    async def filtered(db: Database, common: dict[str, Any], active: bool | None) -> Rows:
        async with db.transaction(CUSTOM_PLANS) as tx:
            return await q.search_products_filtered(tx, **common, **narrowing, active=active)

    async def one(db: Database, common: dict[str, Any]) -> Rows:
        if narrows or active is False:
            return await filtered(db, common, active)
        rows = await on_sale(db, common)
        if active is None:  # the others are few: a store that is large is so in what it sells
            rows = sorted(rows + await filtered(db, common, False), key=lambda row: -row["score"])[:limit]
        return rows

    async def on_sale(db: Database, common: dict[str, Any]) -> Rows:
        size = await _size(q, db, company_id, store_id)
        return await q.search_products(db, **common, **effort(size, depth))

    found = await _by_each_model(services, company_id, store_id, ranked, FoundProduct, lambda hit: hit.product_id, read)
    fitting = found if all_fit else [hit for hit in found if hit.score >= FITS]
    return (fitting or [replace(hit, close=True) for hit in found])[:limit]


async def names_for(services: SearchServices, company_id: str, store_id: UUID, query: str) -> list[str]:
    """What a search for `query` looks for in the store's goods: its words, and what else they are called there."""
    said = query[:QUERY_CHARACTERS]
    asked = read_query(*await _as_sold_here(services, company_id, store_id, said, None))
    names = chain.from_iterable(term.split("|") for term in (*asked.named, *asked.meant, *asked.words))
    return list(dict.fromkeys([*words_of(said), *names]))


async def _as_sold_here(
    services: SearchServices, company_id: str, store_id: UUID, query: str, read: Read | None
) -> tuple[str, list[list[str]]]:
    """The query with English names as the store's goods have them, and what is called alike."""
    groups = await list_synonyms(services, company_id, store_id, read)
    named = named_in(query)
    if not named:
        return query, groups
    carried = await list_goods_words(services, company_id, store_id, {word: word for word in to_look_up(named)}, read)
    query, alike = as_sold(named, carried)
    return query, [*groups, *alike]


async def _by_each_model(
    services: SearchServices,
    company_id: str,
    store_id: UUID,
    ask: Callable[[Database, Embedder], Awaitable[Rows]],
    kind: type[Hit],
    key: Callable[[Hit], object],
    read: Read | None,
) -> list[Hit]:
    """What the model finds; while vectors of the previous one are left in the store, also what that finds by them."""
    embedder = services.embedder

    async def run(asked: Embedder) -> list[Hit]:
        rows = await (read(lambda db: ask(db, asked)) if read is not None else ask(services.db, asked))
        hits: dict[object, Hit] = {}
        for hit in many(rows, kind):  # each once, by its best score
            hits.setdefault(key(hit), hit)
        return list(hits.values())

    found = await run(embedder)
    if embedder.previous is None or not await _is_changing(services, company_id, store_id):
        return found
    hits = {key(hit): hit for hit in found}
    for hit in await run(embedder.previous):
        # Each vector is judged by the model that made it; without one, words alone have judged both times.
        if hit.similarity is not None or key(hit) not in hits:
            hits[key(hit)] = hit
    return sorted(hits.values(), key=lambda hit: -hit.score)


def _merged(found: Sequence[Rows]) -> Rows:
    """What each wording found: of several the best first, of one in its own order."""
    return found[0] if len(found) == 1 else sorted(chain.from_iterable(found), key=lambda row: -row["score"])


async def _is_changing(services: SearchServices, company_id: str, store_id: UUID) -> bool:
    known = _changing.get(store_id)
    if known is None:
        known = _changing[store_id] = bool(
            await services.q.search.has_stale_vectors(
                services.db, company_id=company_id, store_id=store_id, model=services.embedder.identity
            )
        )
    return known


async def search_chunks(
    services: SearchServices,
    company_id: str,
    store_id: UUID,
    document_ids: Sequence[UUID],
    query: str,
    *,
    limit: int = 5,
    read: Read | None = None,
) -> list[FoundChunk]:
    """The passages of the given documents of the store that are nearest to `query` or hold its words, best first."""
    if not document_ids:
        return []
    query = query[:QUERY_CHARACTERS]
    groups = await list_synonyms(services, company_id, store_id, read)

    async def nearest(db: Database, embedder: Embedder) -> Rows:
        model, vectors = await _embed_query(embedder, query, groups)
        words = alternatives(words_of(query), groups)
        return _merged(
            [
                await services.q.search.search_chunks(
                    db,
                    company_id=company_id,
                    store_id=store_id,
                    document_ids=list(document_ids),
                    model=model,
                    vector=vector,
                    words=words,
                    depth=max(DEPTH, limit),
                    most=limit,
                )
                for vector in vectors
            ]
        )

    found = await _by_each_model(
        services, company_id, store_id, nearest, FoundChunk, lambda hit: (hit.document_id, hit.chunk_no), read
    )
    return found[:limit]


async def list_synonyms(
    services: SearchServices, company_id: str, store_id: UUID, read: Read | None = None
) -> list[list[str]]:
    """What the store calls alike, as it stands now."""

    async def ask(db: Database) -> Rows:
        return await services.q.search.list_synonyms(db, company_id=company_id, store_id=store_id)

    rows = await (read(ask) if read is not None else ask(services.db))
    return msgspec.json.decode(rows[0]["synonyms"], type=list[list[str]]) if rows else []


async def list_goods_words(
    services: SearchServices, company_id: str, store_id: UUID, words: Mapping[str, str], read: Read | None = None
) -> dict[str, int]:
    """Which folded words, each with its stem, the store's goods carry: 3 where one begins a name, 2 where it is in one,
    1 where only a description has it."""

    async def ask(db: Database) -> Rows:
        return await services.q.search.list_goods_words(
            db, company_id=company_id, store_id=store_id, words=list(words), stems=list(words.values())
        )

    rows = await (read(ask) if read is not None else ask(services.db)) if words else []
    return {row["word"]: row["place"] for row in rows}


async def list_shelf(
    services: SearchServices,
    company_id: str,
    store_id: UUID,
    words: Collection[str],
    most: int,
    read: Read | None = None,
) -> list[OnShelf]:
    """What folded words may mean of the goods on sale: all of them in a store with no more than most, else those that
    have one of the words; empty: these are more, too."""
    query = " | ".join(sorted({part for word in words for part in word.split("-") if part.isalnum()}))

    async def ask(db: Database) -> Rows:
        return await services.q.search.list_shelf(db, company_id=company_id, store_id=store_id, query=query, most=most)

    found = many(await (read(ask) if read is not None else ask(services.db)), OnShelf)
    return found if len(found) <= most else []


async def list_coded_names(
    services: SearchServices, company_id: str, store_id: UUID, codes: Sequence[str], read: Read | None = None
) -> dict[str, str]:
    """What the goods on sale are called whose SKU or external id is one of the codes, by the code, in any case."""

    async def ask(db: Database) -> Rows:
        return await services.q.search.list_coded_names(db, company_id=company_id, store_id=store_id, codes=list(codes))

    rows = await (read(ask) if read is not None else ask(services.db)) if codes else []
    asked = set(codes)
    return {
        code: variant_name(row["name"], msgspec.json.decode(row["options"], type=dict[str, str]))
        for row in rows
        for code in (row["sku"], row["external_id"])
        if code is not None and code.lower() in asked
    }


async def _embed_query(
    embedder: Embedder, query: str, groups: Sequence[Sequence[str]]
) -> tuple[str, list[npt.NDArray[np.float32]]]:
    """The model's identity and the query's vector, with the mean vector of its other wordings where it has any.

    Not one mean of all: a synonym must add what it finds and take nothing from what the query itself finds. Without a
    vector: an identity that no stored one has. In small letters, whatever the shopper's: to models capitals are others.
    """
    others = reworded(query, groups)
    asked = [text.lower() for text in (query, *others)]
    try:
        embedded = await embedder.embed(asked, "query", "interactive")
    except (QueueFull, EngineClosed) as error:
        log.warning("search_without_vectors", reason=type(error).__name__)
        return "", [np.zeros(embedder.dimension, np.float32)]
    if not others:
        return embedder.identity, [embedded.vectors[0]]
    mean = embedded.vectors[1:].mean(axis=0)
    return embedder.identity, [embedded.vectors[0], mean / max(float(np.linalg.norm(mean)), 1e-12)]


def effort(size: int, depth: int) -> dict[str, Any]:
    """How a store of so many vectors is searched: exactly, or by a shortlist of sign bits.

    shortlist: enough for the first that are ranked, and for a sample of 500 to say where it ends. reachable: up to how
    many vectors to fetch by key; beyond a quarter, reading all of them in order is faster.
    """
    return {"shortlist": max(3 * depth, size // 160) if size > EXACT_UP_TO else 0, "reachable": size // 4}


async def _size(q: Any, db: Database, company_id: str, store_id: UUID) -> int:
    known = _sizes.get(store_id)
    if known is None:
        counted = await q.count_embeddings(db, company_id=company_id, store_id=store_id, most=COUNTED_UP_TO)
        known = _sizes[store_id] = counted or 0
    return known
