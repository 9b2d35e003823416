"""Verification records: sealed, and found by the keyed hashes of identifier and value."""

from typing import Any

from asyncpg import Record

from app.context import AuthCtx
from app.db.ids import uuid7
from app.db.rows import RowMissing
from app.features.auth.types import CreateVerification, UpdateVerification, Verification
from app.ops.vault import Vault
from app.web.decode import validation_failed
from app.web.patch import changes

_VALUE_BYTES = 65_536
_RESET = "reset-password:"


def identifier_hash(vault: Vault, identifier: str) -> str:
    """What a record is found by."""
    return vault.hash("verification_identifier", identifier)


def value_hash(vault: Vault, value: str) -> str:
    """What a record is found by, the other way."""
    return vault.hash("verification_value", value)


def reset_hashes(vault: Vault, user_id: str) -> dict[str, str]:
    """Of a user's reset records: the id is in the identifier, or it is the value."""
    return {
        "identifier_hash": identifier_hash(vault, f"{_RESET}{user_id}"),
        "value_hash": value_hash(vault, user_id),
    }


async def create_verification(ctx: AuthCtx, body: CreateVerification) -> Verification:
    """Store a record. Raises ValidationFailed for a value over 64 KiB in UTF-8, Conflict for a taken id."""
    vault, row_id = ctx.services.vault, body.id or uuid7().hex
    row = await ctx.q.auth.create_verification(
        ctx.db,
        verification_id=row_id,
        **_identified(vault, row_id, body.identifier),
        **_valued(vault, row_id, body.value),
        expires_at=body.expires_at,
        created_at=body.created_at,
        updated_at=body.updated_at,
    )
    return _opened(vault, row)


async def get_verification(ctx: AuthCtx, row_id: str) -> Verification:
    """A record by id, also an expired one. Raises NotFound."""
    return _opened(ctx.services.vault, await ctx.q.auth.get_verification(ctx.db, verification_id=row_id))


async def update_verification(ctx: AuthCtx, row_id: str, body: UpdateVerification) -> Verification:
    """Change a live record in one step. Raises NotFound, also when `if_value` is not its value any more."""
    vault, at, expected = ctx.services.vault, ctx.now(), body.if_value
    parameters = changes(body)
    identifier, value, *_ = (parameters.pop(name) for name in ("identifier", "value", "if_value", "set_if_value"))
    if not any(parameters.values()):
        found = await get_verification(ctx, row_id)
        if found.expires_at <= at or expected not in (None, found.value):
            raise RowMissing("Verification")
        return found
    row = await ctx.q.auth.update_verification(
        ctx.db,
        verification_id=row_id,
        at=at,
        if_value_hash=None if expected is None else value_hash(vault, expected),
        **_identified(vault, row_id, identifier),
        **_valued(vault, row_id, value),
        **parameters,
    )
    return _opened(vault, row)


async def get_by_value(ctx: AuthCtx, value: str) -> Verification:
    """The newest live record of a value. Raises NotFound."""
    vault = ctx.services.vault
    row = await ctx.q.auth.get_verification_by_value(ctx.db, value_hash=value_hash(vault, value), at=ctx.now())
    return _opened(vault, row)


async def get_by_identifier(ctx: AuthCtx, identifier: str) -> Verification:
    """The newest live record of an identifier. Raises NotFound."""
    vault, at = ctx.services.vault, ctx.now()
    hashed = identifier_hash(vault, identifier)
    return _opened(vault, await ctx.q.auth.get_verification_by_identifier(ctx.db, identifier_hash=hashed, at=at))


async def consume(ctx: AuthCtx, identifier: str, value: str) -> Verification:
    """Take a pair away; of concurrent callers one gets it. Raises NotFound."""
    vault = ctx.services.vault
    hashes = {"identifier_hash": identifier_hash(vault, identifier), "value_hash": value_hash(vault, value)}
    return _opened(vault, await ctx.q.auth.consume_verification(ctx.db, at=ctx.now(), **hashes))


async def delete_by_identifier(ctx: AuthCtx, identifier: str) -> int:
    """Delete all records of an identifier; answers how many there were."""
    hashed = identifier_hash(ctx.services.vault, identifier)
    return await ctx.q.auth.delete_verifications_by_identifier(ctx.db, identifier_hash=hashed)


def _identified(vault: Vault, row_id: str, identifier: str | None) -> dict[str, Any]:
    """The columns of an identifier; None: they stay as they are."""
    if identifier is None:
        return {"identifier_hash": None, "identifier_enc": None, "resets": None}
    return {
        "identifier_hash": identifier_hash(vault, identifier),
        "identifier_enc": vault.seal(identifier, record_aad(row_id, "identifier")),
        "resets": identifier.startswith(_RESET),
    }


def _valued(vault: Vault, row_id: str, value: str | None) -> dict[str, Any]:
    """The columns of a value; None: they stay as they are. Raises ValidationFailed for one over 64 KiB in UTF-8."""
    if value is None:
        return {"value_hash": None, "value_enc": None}
    if len(value.encode()) > _VALUE_BYTES:
        raise validation_failed("/value", f"at most {_VALUE_BYTES} bytes in UTF-8")
    return {"value_hash": value_hash(vault, value), "value_enc": vault.seal(value, record_aad(row_id, "value"))}


def _opened(vault: Vault, row: Record | None) -> Verification:
    if row is None:
        raise RowMissing("Verification")
    row_id, identifier_enc, value_enc, *times = row
    identifier = vault.open(identifier_enc, record_aad(row_id, "identifier"))
    value = vault.open(value_enc, record_aad(row_id, "value"))
    if identifier is None or value is None:
        raise RowMissing("Verification")
    return Verification(row_id, identifier, value, *times)


def record_aad(row_id: str, field: str) -> str:
    """What a record's sealed fields are bound to."""
    return f"verification:{row_id}:{field}"
