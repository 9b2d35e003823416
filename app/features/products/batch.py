"""Batch upsert: which row is which product. Four statements, however many rows. Tests: test_products_batch.py."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, get_type_hints
from uuid import UUID

import asyncpg
import msgspec
from asyncpg import Record
from msgspec import UNSET, Raw

from app.context import AppCtx
from app.db.connections import Connection
from app.db.errors import Overtaken
from app.db.ids import uuid7_texts
from app.db.pool import Executor, Patient
from app.features.company.limits import require_room
from app.features.products.jobs import enqueue_embedding
from app.features.products.prices import NoPrice, price_in_text, price_of_field
from app.features.products.types import (
    PriceChange,
    ProductFields,
    ProductItem,
    RowError,
    UpsertProducts,
    UpsertResult,
)
from app.web.decode import json_body
from app.web.errors import MalformedJson, NotFound, ValidationFailed
from app.web.text import clean_line
from app.web.types import checks_of

Row = dict[str, Any]
# A row as a whole, with its own error; and all rows at once, checked as ProductItem is by `_decode_at_once`.
_decoder = msgspec.json.Decoder(ProductItem)
_HINTS = get_type_hints(ProductItem, include_extras=True)
_Plain = msgspec.defstruct(
    "_Plain",
    [(field.name, _HINTS[field.name], field.default) for field in msgspec.structs.fields(ProductItem)],
    forbid_unknown_fields=True,
)
_all_at_once = msgspec.json.Decoder(list[_Plain])  # type: ignore[valid-type]
_CHECKS = tuple(checks_of(ProductItem).items())
# A product by its id; a new one by the place of its row until it is given one.
Key = UUID | int
# Fields that are no columns, and those that are empty when they are "".
_NO_COLUMNS = ("store_id", "version", "expected_stock_quantity")
_KEYS = ("external_id", "sku", "category", "group")
# As long as the database waits for one of a batch's statements (be_patient).
PATIENCE_S = 60.0
# A product that was made beside a batch may be gone again when it is looked for.
_TRIES = 3


@dataclass(slots=True)
class _Plan:
    """What a batch comes to, and who holds which key once it is done."""

    by_external_id: dict[str, Key] = field(default_factory=dict)
    by_sku: dict[str, Key] = field(default_factory=dict)
    by_name: dict[str, list[Key]] = field(default_factory=dict)
    known: dict[Key, Record] = field(default_factory=dict)
    created: dict[int, Row] = field(default_factory=dict)
    updated: list[Row] = field(default_factory=list)
    errors: list[RowError] = field(default_factory=list)
    taken: dict[Key, int] = field(default_factory=dict)

    def know(self, products: Iterable[Record]) -> None:
        """Take in the products that are there."""
        for product in products:
            product_id = product["id"]
            self.known[product_id] = product
            if product["external_id"] is not None:
                self.by_external_id[product["external_id"]] = product_id
            if product["sku"] is not None:
                self.by_sku[product["sku"].lower()] = product_id
            self.by_name.setdefault(product["name"], []).append(product_id)

    def refuse(self, index: int, detail: str, row: Row) -> None:
        """Report a row and leave it out. `detail` begins with the field where one is to blame."""
        name = re.match(r"(\w+)(?:/\S*)?: ", detail)
        told = {key: row[key] for key in ("sku", "name") if isinstance(row.get(key), str)}
        self.errors.append(RowError(index=index, detail=detail, field=name[1] if name else None, **told))

    def sorted_errors(self) -> list[RowError]:
        """The errors in the order of their rows."""
        return sorted(self.errors, key=lambda error: error.index)

    def add(self, index: int, row: Row) -> None:
        """Put a row where it belongs: update, insert, or error. A row that is kept is completed in place."""
        external_id, sku = row.get("external_id"), (row.get("sku") or "").lower() or None
        try:
            found = self._find(row, external_id, sku)
            self._check_keys(row, found, external_id, sku)
        except ValueError as error:
            self.refuse(index, str(error), row)
            return
        if found in self.taken:
            self.refuse(index, f"the same product as row {self.taken[found]}", row)
            return
        key: Key = index if found is None else found
        if found is None:
            # Only a new product takes a price from its words: no row writes a column that it does not name.
            row["price_found"] = price_said(row)
            self.by_name.setdefault(row["name"], []).append(key)
            self.created[index] = row
        else:
            if sku is not None and "id" not in row and (self.known[found]["sku"] or "").lower() == sku:
                # It was looked for, not written: the shop's spelling stays, which ERPs know it by.
                row["sku"] = self.known[found]["sku"]
            row["id"] = found
            self.updated.append(row)
        self.taken[key] = index
        if external_id is not None:
            self.by_external_id[external_id] = key
        if sku is not None:
            self.by_sku[sku] = key

    def _find(self, row: Row, external_id: str | None, sku: str | None) -> Key | None:
        """The product a row speaks of; None: a new one. Raises ValueError with the reason."""
        if "id" in row:
            product_id: UUID = row["id"]
            if product_id not in self.known:
                raise ValueError("id: no such product in this store")
            return product_id
        found = None
        if external_id is not None:
            found = self.by_external_id.get(external_id)
        if found is None and sku is not None:
            found = self.by_sku.get(sku)
        if external_id is None and sku is None and "name" in row:
            named = self.by_name.get(row["name"], [])
            if len(named) > 1:
                raise ValueError("name: several products have it; give an id, external_id or sku")
            found = named[0] if named else None
        if found is None and "name" not in row:
            raise ValueError("name: required for a new product")
        return found

    def _check_keys(self, row: Row, found: Key | None, external_id: str | None, sku: str | None) -> None:
        """Refuse a row that would take another product's key, or would change the key of the product it found."""
        if external_id is not None and self.by_external_id.get(external_id, found) != found:
            raise ValueError("external_id: another product has it")
        if sku is not None and self.by_sku.get(sku, found) != found:
            raise ValueError("sku: another product has it")
        if found in self.known and "id" not in row and external_id is not None:
            had = self.known[found]["external_id"]
            if had not in (None, external_id):
                raise ValueError("sku: the product that has it has another external_id")


async def upsert_products(ctx: AppCtx, body: UpsertProducts) -> UpsertResult:
    """Insert or update a batch. Raises NotFound (store), PlanLimit."""
    owner: dict[str, Any] = {"store_id": body.store_id, "actor_id": ctx.actor_id}
    assert isinstance(ctx.db, Connection)  # noqa: S101 (the route runs in a transaction)
    db = Patient(ctx.db, PATIENCE_S)
    await ctx.q.product_batches.be_patient(db)
    if await ctx.q.product_batches.lock_catalogue(db, **owner) is None:
        raise NotFound("store")
    plan = _Plan()
    rows = _decode(body.items, plan)
    plan.know(await ctx.q.product_batches.match_products(db, **_keys(rows), **owner))
    for index, row in rows:
        plan.add(index, row)
    await require_room(ctx, "products", adding=len(plan.created))
    if body.dry_run:
        return await _preview(ctx, db, plan, owner)
    await ctx.q.stock.set_stock_cause(db, kind="import", order_id=None, event_id=None)
    created = await _create(ctx, db, plan, owner)
    try:
        updated = await ctx.q.products.update_products(db, items=plan.updated, **owner) if plan.updated else []
    except asyncpg.UniqueViolationError as error:
        # Somebody took a key that a row was to give its product. The next try finds theirs.
        raise Overtaken from error
    if created or any(row["text_changed"] for row in updated):
        await enqueue_embedding(ctx.jobs, ctx.db, body.store_id, ctx.actor_id)
    return UpsertResult(created, len(updated), len(plan.updated) - len(updated), plan.sorted_errors())


async def _create(ctx: AppCtx, db: Executor, plan: _Plan, owner: dict[str, Any]) -> int:
    """Insert what is new, and say how many. A row whose key somebody took meanwhile is of their product: an update."""
    created, waiting = 0, plan.created
    for _ in range(_TRIES):
        for row, product_id in zip(waiting.values(), uuid7_texts(len(waiting)), strict=True):
            row["id"] = product_id
        made = await ctx.q.products.add_products(db, items=list(waiting.values()), **owner) if waiting else []
        created += len(made)
        if len(made) == len(waiting):
            return created
        ids = {row["id"] for row in made}
        lost = [(index, row) for index, row in waiting.items() if UUID(row["id"]) not in ids]
        for _, row in lost:
            del row["id"], row["price_found"]
        again = _Plan(taken={key: index for key, index in plan.taken.items() if isinstance(key, UUID)})
        again.know(await ctx.q.product_batches.match_products(db, **_keys(lost), **owner))
        for index, row in lost:
            again.add(index, row)
        plan.updated += again.updated
        plan.errors += again.errors
        waiting = again.created
    for index, row in waiting.items():
        plan.refuse(index, "others keep making and removing a product with this key", row)
    return created


async def _preview(ctx: AppCtx, db: Executor, plan: _Plan, owner: dict[str, Any]) -> UpsertResult:
    """What the batch would do, prices first of all: they are what is sold at."""
    rows = await ctx.q.product_batches.preview_products(db, items=plan.updated, **owner) if plan.updated else []
    changed = [row for row in rows if not row["same"]]
    prices = [
        PriceChange(
            index=plan.taken[row["id"]],
            id=row["id"],
            sku=row["sku"],
            name=row["name"],
            from_cents=row["price_cents"],
            to_cents=row["new_price_cents"],
        )
        for row in changed
        if row["price_cents"] != row["new_price_cents"]
    ]
    prices.sort(key=lambda change: change.index)
    unchanged = len(plan.updated) - len(changed)
    errors = plan.sorted_errors()
    return UpsertResult(len(plan.created), len(changed), unchanged, errors, dry_run=True, price_changes=prices)


def _keys(rows: list[tuple[int, Row]]) -> dict[str, Any]:
    """What the rows may find their products by: nothing is found by its name that has another key."""
    ids, external_ids, skus, names = set(), set(), set(), set()
    for _, row in rows:
        external_id, sku = row.get("external_id"), row.get("sku")
        if "id" in row:
            ids.add(row["id"])
        if external_id is not None:
            external_ids.add(external_id)
        if sku is not None:
            skus.add(sku)
        if external_id is None and sku is None and "name" in row:
            names.add(row["name"])
    return {"ids": list(ids), "external_ids": list(external_ids), "skus": list(skus), "names": list(names)}


def _decode(items: list[Raw], plan: _Plan) -> list[tuple[int, Row]]:
    """The rows that can be read; the others become errors. All at once, which costs half, where none is bad."""
    at_once = _decode_at_once(items)
    if at_once is not None:
        return at_once
    rows: list[tuple[int, Row]] = []
    for index, raw in enumerate(items):
        try:
            rows.append((index, columns_of(json_body(_decoder, bytes(raw)))))
        except (ValidationFailed, MalformedJson) as problem:
            plan.refuse(index, problem.detail, _as_sent(raw))
        except NoPrice as problem:
            plan.refuse(index, f"price: {problem}", _as_sent(raw))
    return rows


def _decode_at_once(items: list[Raw]) -> list[tuple[int, Row]] | None:
    """All rows; None when one of them does not fit, which is then found by itself."""
    joined = b"[%b]" % b",".join(items)
    if b"\\u0000" in joined:
        return None
    try:
        decoded = _all_at_once.decode(joined)
        if len(decoded) != len(items):
            return None
        rows = msgspec.to_builtins(decoded, builtin_types=(UUID,))
        for row in rows:
            for name, check in _CHECKS:
                if row.get(name) is not None:
                    row[name] = check(row[name])
            _to_columns(row)
    except (msgspec.DecodeError, ValueError, RecursionError):  # NoPrice and text that is not UTF-8 among them
        return None
    return list(enumerate(rows))


def _as_sent(raw: Raw) -> Row:
    """What the report of a row that does not fit can say of it: nothing of one that is not UTF-8."""
    try:
        sent = json.loads(bytes(raw))
    except (ValueError, RecursionError):
        return {}
    if not isinstance(sent, dict):
        return {}
    texts = {key: value for key in ("sku", "name") if isinstance(value := sent.get(key), str)}
    # Half a character, which may be what is wrong with the row, cannot be told.
    return {key: clean_line(text.encode(errors="ignore").decode())[:300] for key, text in texts.items()}


def columns_of(item: ProductFields) -> Row:
    """The columns an item sets. Empty keys and categories, as CSV files have them, are none. Raises NoPrice."""
    row: Row = msgspec.to_builtins(item, builtin_types=(UUID,))  # without what is UNSET
    for name in _NO_COLUMNS:
        row.pop(name, None)
    _to_columns(row)
    return row


def _to_columns(row: Row) -> None:
    price = row.pop("price", UNSET)
    for name in _KEYS:
        if row.get(name) == "":
            row[name] = None
    if "price_cents" not in row and price is not UNSET:
        row["price_cents"] = None if price is None else price_of_field(price)


def price_said(row: Row) -> int | None:
    """What the words of a new product say it costs, for want of a price."""
    if "price_cents" in row:
        return None
    found = price_in_text(row.get("description") or "")
    return found if found is not None else price_in_text(row["name"])
