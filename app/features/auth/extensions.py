"""Rows of the auth library's plugins (second factors, passkeys): sealed, found by id, user or keyed hash.

SQL: sql/auth_extensions.sql; tests: tests/features/test_auth_extensions.py.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from asyncpg import Record

from app.context import AuthCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.resolver import Kind
from app.features.auth.types import (
    AuthExtension,
    CreateAuthExtension,
    ExtensionKey,
    ExtensionQuery,
    UpdateAuthExtension,
)
from app.ops.vault import Vault
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound
from app.web.types import OBJECT_BYTES, UNSET

# Of all plugins together: a person has some passkeys and one second factor.
MOST_ROWS = 100

_decode = msgspec.json.Decoder(dict[str, Any]).decode


async def create_extension(ctx: AuthCtx, body: CreateAuthExtension) -> AuthExtension:
    """Store a row. Raises ValidationFailed for an unknown user, Conflict for a taken id or key, or one row too many."""
    vault, user_id, row_id = ctx.services.vault, body.user_id, body.id or uuid7().hex
    hashes = _key_hashes(vault, body.model, body.keys)
    async with ctx.transaction() as tx:
        if await ctx.q.auth.lock_user(tx, user_id=user_id) is None:
            raise validation_failed("/user_id", "no such user")
        await ctx.services.resolver.take(tx, user_id, _names([(row_id, hashes)]))
        row = await ctx.q.auth_extensions.create_extension(
            tx,
            user_id=user_id,
            row_id=row_id,
            model=body.model,
            data_enc=_sealed(vault, user_id, row_id, body.data),
            key_hashes=hashes,
            most=MOST_ROWS,
            created_at=body.created_at,
            updated_at=body.updated_at,
        )
        if row is None:
            raise Conflict(f"a user has at most {MOST_ROWS} rows of plugins")
    return _opened(vault, row)


async def get_extension(ctx: AuthCtx, row_id: str) -> AuthExtension:
    """A row by id. Raises NotFound."""
    user_id = await _owner(ctx, "auth_extension", row_id)
    row = await ctx.q.auth_extensions.get_extension(ctx.db, user_id=user_id, row_id=row_id)
    return _opened(ctx.services.vault, row)


async def get_by_key(ctx: AuthCtx, key: ExtensionKey) -> AuthExtension:
    """The row that has this key. Raises NotFound."""
    [key_hash] = _key_hashes(ctx.services.vault, key.model, {key.field: key.value})
    user_id = await _owner(ctx, "auth_extension_key", key_hash)
    row = await ctx.q.auth_extensions.get_extension_by_key(ctx.db, user_id=user_id, key_hash=key_hash)
    return _opened(ctx.services.vault, row)


async def list_extensions(ctx: AuthCtx, user_id: str, query: ExtensionQuery) -> list[AuthExtension]:
    """A user's rows, newest first; what no key of ours opens is left out."""
    rows = await ctx.q.auth_extensions.list_extensions(
        ctx.db, user_id=user_id, model=query.model, limit=query.limit, offset=query.offset
    )
    found = (_maybe(ctx.services.vault, row) for row in rows)
    return [extension for extension in found if extension is not None]


async def update_extension(ctx: AuthCtx, row_id: str, body: UpdateAuthExtension) -> AuthExtension:
    """Change a row. Raises NotFound, Conflict (stale version, taken key), ValidationFailed for too much data."""
    if body.data is UNSET and body.keys is UNSET and body.updated_at is UNSET:
        return await get_extension(ctx, row_id)
    vault, user_id = ctx.services.vault, await _owner(ctx, "auth_extension", row_id)
    async with ctx.transaction() as tx:
        before = await ctx.q.auth_extensions.lock_extension(tx, user_id=user_id, row_id=row_id)
        data = None if before is None else _data(vault, user_id, row_id, before["data_enc"])
        if before is None or data is None:
            raise NotFound("auth extension")
        if body.version not in (None, before["version"]):
            raise Conflict(f"version {body.version} is not the row's any more: it is {before['version']}")
        data |= {} if body.data is UNSET else body.data
        if len(msgspec.json.encode(data)) > OBJECT_BYTES:
            raise validation_failed("/data", f"with what is there more than {OBJECT_BYTES} bytes of JSON")
        hashes = before["key_hashes"]
        if body.keys is not UNSET:
            hashes = await _rekeyed(ctx, tx, user_id, hashes, _key_hashes(vault, before["model"], body.keys))
        row = await ctx.q.auth_extensions.update_extension(
            tx,
            user_id=user_id,
            row_id=row_id,
            data_enc=_sealed(vault, user_id, row_id, data),
            key_hashes=hashes,
            set_updated_at=body.updated_at is not UNSET,
            updated_at=None if body.updated_at is UNSET else body.updated_at,
        )
    return _opened(vault, row)


async def delete_extension(ctx: AuthCtx, row_id: str) -> int:
    """Delete a row. Idempotent; answers 1 to the caller that deleted it."""
    user_id = await ctx.services.resolver.company_of(ctx.db, "auth_extension", row_id)
    if user_id is None:
        return 0
    async with ctx.transaction() as tx:
        gone = await ctx.q.auth_extensions.delete_extension(tx, user_id=user_id, row_id=row_id)
        if gone is not None:
            await ctx.services.resolver.give_up(tx, user_id, _names([gone]))
    return int(gone is not None)


async def delete_extensions_by_user(ctx: AuthCtx, user_id: str, model: str | None) -> int:
    """Delete a user's rows, of one model or all; answers how many there were."""
    async with ctx.transaction() as tx:
        gone = await ctx.q.auth_extensions.delete_extensions_by_user(tx, user_id=user_id, model=model)
        if gone:
            await ctx.services.resolver.give_up(tx, user_id, _names(gone))
    return len(gone)


def extension_aad(user_id: str, row_id: str) -> str:
    """What a row's sealed data are bound to."""
    return f"auth_extension:{user_id}:{row_id}"


async def _owner(ctx: AuthCtx, kind: Kind, value: str) -> str:
    user_id = await ctx.services.resolver.company_of(ctx.db, kind, value)
    if user_id is None:
        raise NotFound("auth extension")
    return user_id


def _key_hashes(vault: Vault, model: str, keys: Mapping[str, str]) -> list[str]:
    """By which a row is found. Neither name holds a space, so no two keys have one text."""
    return sorted(vault.hash("auth_extension", f"{model} {field} {value}") for field, value in keys.items())


def _names(rows: Sequence[tuple[str, Sequence[str]] | Record]) -> list[tuple[Kind, object]]:
    names: list[tuple[Kind, object]] = []
    for row_id, hashes in rows:
        names.append(("auth_extension", row_id))
        names.extend(("auth_extension_key", key_hash) for key_hash in hashes)
    return names


async def _rekeyed(ctx: AuthCtx, tx: Executor, user_id: str, before: list[str], after: list[str]) -> list[str]:
    """Free the hashes that are no longer a row's and take those that are new. Raises Taken."""
    kind: Kind = "auth_extension_key"
    await ctx.services.resolver.give_up(tx, user_id, [(kind, old) for old in before if old not in after])
    await ctx.services.resolver.take(tx, user_id, [(kind, new) for new in after if new not in before])
    return after


def _sealed(vault: Vault, user_id: str, row_id: str, data: dict[str, Any]) -> bytes:
    return vault.seal(msgspec.json.encode(data).decode(), extension_aad(user_id, row_id))


def _data(vault: Vault, user_id: str, row_id: str, sealed: bytes) -> dict[str, Any] | None:
    text = vault.open(sealed, extension_aad(user_id, row_id))
    return None if text is None else _decode(text)


def _maybe(vault: Vault, row: Record) -> AuthExtension | None:
    row_id, user_id, model, sealed, *rest = row
    data = _data(vault, user_id, row_id, sealed)
    return None if data is None else AuthExtension(row_id, user_id, model, data, *rest)


def _opened(vault: Vault, row: Record | None) -> AuthExtension:
    """The row with its data. Raises NotFound when there is none, or no key of ours opens it."""
    extension = None if row is None else _maybe(vault, row)
    if extension is None:
        raise NotFound("auth extension")
    return extension
