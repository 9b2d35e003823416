"""Batch upsert: which row is which product. Four statements, however many rows. Tests: test_products_batch.py."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import msgspec
from asyncpg import Record
from msgspec import UNSET, Raw

from app.context import AppCtx
from app.db.ids import uuid7
from app.features.company.limits import require_room
from app.features.products.jobs import enqueue_embedding
from app.features.products.rules import find_price, parse_price
from app.features.products.types import ProductItem, RowError, UpsertProducts, UpsertResult
from app.web.decode import json_body, validation_failed
from app.web.errors import MalformedJson, NotFound, ValidationFailed

_decoder = msgspec.json.Decoder(ProductItem)
Row = dict[str, Any]


@dataclass(slots=True)
class _Plan:
    """What a batch comes to, and who holds which key once it is done."""

    by_id: dict[UUID, UUID] = field(default_factory=dict)
    by_external_id: dict[str, UUID] = field(default_factory=dict)
    by_sku: dict[str, UUID] = field(default_factory=dict)
    by_name: dict[str, list[UUID]] = field(default_factory=dict)
    known: dict[UUID, Record] = field(default_factory=dict)
    created: list[Row] = field(default_factory=list)
    updated: list[Row] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)
    taken: dict[UUID, int] = field(default_factory=dict)

    def know(self, products: Iterable[Record]) -> None:
        """Take in the products that are there."""
        for product in products:
            product_id = product["id"]
            self.known[product_id] = product
            if product["external_id"] is not None:
                self.by_external_id[product["external_id"]] = product_id
            if product["sku"] is not None:
                self.by_sku[product["sku"]] = product_id
            self.by_name.setdefault(product["name"], []).append(product_id)

    def refuse(self, index: int, detail: str) -> None:
        """Report a row and leave it out."""
        self.errors.append(RowError(index, detail))

    def add(self, index: int, row: Row) -> None:
        """Put a row where it belongs: update, insert, or error."""
        try:
            product_id = self._find(row)
            self._check_keys(row, product_id)
        except ValueError as error:
            self.refuse(index, str(error))
            return
        if product_id is not None and product_id in self.taken:
            self.refuse(index, f"the same product as row {self.taken[product_id]}")
            return
        target = self.updated if product_id is not None else self.created
        if product_id is None:
            product_id = uuid7()
            self.by_name.setdefault(row["name"], []).append(product_id)
        self.taken[product_id] = index
        if row.get("external_id") is not None:
            self.by_external_id[row["external_id"]] = product_id
        if row.get("sku") is not None:
            self.by_sku[row["sku"]] = product_id
        target.append(row | {"id": product_id})

    def _find(self, row: Row) -> UUID | None:
        """The product a row speaks of; None: a new one. Raises ValueError with the reason."""
        if "id" in row:
            product_id: UUID = row["id"]
            if product_id not in self.known:
                raise ValueError("id: no such product in this store")
            return product_id
        found = None
        if row.get("external_id") is not None:
            found = self.by_external_id.get(row["external_id"])
        if found is None and row.get("sku") is not None:
            found = self.by_sku.get(row["sku"])
        if found is None and row.get("external_id") is None and row.get("sku") is None and "name" in row:
            named = self.by_name.get(row["name"], [])
            if len(named) > 1:
                raise ValueError("name: several products have it; give an id, external_id or sku")
            found = named[0] if named else None
        if found is None and "name" not in row:
            raise ValueError("name: required for a new product")
        return found

    def _check_keys(self, row: Row, product_id: UUID | None) -> None:
        """Refuse a row that would take another product's key, or would change the key of the product it found."""
        external_id, sku = row.get("external_id"), row.get("sku")
        if external_id is not None and self.by_external_id.get(external_id, product_id) != product_id:
            raise ValueError("external_id: another product has it")
        if sku is not None and self.by_sku.get(sku, product_id) != product_id:
            raise ValueError("sku: another product has it")
        if product_id in self.known and "id" not in row and external_id is not None:
            had = self.known[product_id]["external_id"]
            if had not in (None, external_id):
                raise ValueError("sku: the product that has it has another external_id")


async def upsert_products(ctx: AppCtx, body: UpsertProducts) -> UpsertResult:
    """Insert or update a batch. Raises NotFound (store), PlanLimit, ValidationFailed (a key no product has)."""
    owner: dict[str, Any] = {"store_id": body.store_id, "actor_id": ctx.actor_id}
    if await ctx.q.products.lock_catalogue(ctx.db, **owner) is None:
        raise NotFound("store")
    plan = _Plan()
    rows = _decode(body.items, plan)
    plan.know(
        await ctx.q.products.match_products(
            ctx.db,
            ids=[row["id"] for _, row in rows if "id" in row],
            external_ids=_texts(rows, "external_id"),
            skus=_texts(rows, "sku"),
            names=_texts(rows, "name"),
            **owner,
        )
    )
    for index, row in rows:
        plan.add(index, row)
    await require_room(ctx, "products", adding=len(plan.created))
    updated = await ctx.q.products.update_products(ctx.db, items=plan.updated, **owner) if plan.updated else []
    created = await ctx.q.products.create_products(ctx.db, items=plan.created, **owner) if plan.created else []
    if created or any(row["text_changed"] for row in updated):
        await enqueue_embedding(ctx.jobs, ctx.db, body.store_id, ctx.actor_id)
    plan.errors.sort(key=lambda error: error.index)
    return UpsertResult(len(created), len(updated), len(plan.updated) - len(updated), plan.errors)


def _texts(rows: list[tuple[int, Row]], key: str) -> list[str]:
    return list({row[key] for _, row in rows if row.get(key) is not None})


def _decode(items: list[Raw], plan: _Plan) -> list[tuple[int, Row]]:
    """The rows that can be read; the others become errors. A key that products do not have is the caller's mistake."""
    rows: list[tuple[int, Row]] = []
    for index, raw in enumerate(items):
        try:
            rows.append((index, _row(json_body(_decoder, bytes(raw)))))
        except (ValidationFailed, MalformedJson) as problem:
            first = problem.errors[0] if problem.errors else {"pointer": "", "detail": problem.detail}
            if first["detail"] == "unknown field":
                raise validation_failed(f"/items/{index}{first['pointer']}", first["detail"]) from None
            plan.refuse(index, problem.detail)
    return rows


def _row(item: ProductItem) -> Row:
    """The columns an item sets. Empty keys and categories, as CSV files have them, are none."""
    row: Row = {
        name: value
        for name in item.__struct_fields__
        if (value := getattr(item, name)) is not UNSET and name != "price"
    }
    for name in ("external_id", "sku", "category"):
        if name in row and isinstance(row[name], str):
            row[name] = row[name].strip() or None
    if "price_cents" not in row and item.price is not UNSET:
        row["price_cents"] = parse_price(item.price) if isinstance(item.price, str) else None
    if "price_cents" not in row:
        price = find_price(row.get("description") or "") or find_price(row.get("name", ""))
        if price is not None:
            row["price_found"] = price
    return row
