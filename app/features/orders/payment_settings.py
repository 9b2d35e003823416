"""How a store takes money: read and changed. The provider's key is sealed; only its last four characters come out."""

from datetime import datetime
from typing import TypeVar
from uuid import UUID

from msgspec import Struct

from app.context import AppCtx
from app.db.rows import one
from app.features.caller import Caller
from app.features.orders.brcode import BadPixKey, PixKeyType, normal_pix_key
from app.features.orders.charges import api_key_aad
from app.features.orders.types import PaymentSettings, UpdatePaymentSettings
from app.ops.secret_box import SecretBox, SecretBoxError
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.patch import is_empty
from app.web.types import UNSET, UnsetType

T = TypeVar("T")
_KEY_TYPES: tuple[PixKeyType, ...] = ("evp", "email", "cnpj", "cpf", "phone")


class Stored(Struct, frozen=True):
    """The settings as they lie in the database."""

    store_id: UUID
    api_key_enc: bytes | None
    pix_expires_in: int
    proof_expires_in: int
    reserve_stock: bool
    cod_enabled: bool
    cod_instructions: str | None
    manual_pix_enabled: bool
    manual_pix_key: str | None
    manual_pix_key_type: PixKeyType | None
    manual_pix_name: str | None
    manual_pix_city: str | None
    updated_at: datetime | None


async def get_payment_settings(ctx: AppCtx, caller: Caller, store_id: UUID) -> PaymentSettings:
    """A store's settings, or the defaults. Raises NotFound."""
    return _shown(await _stored(ctx, caller, store_id), ctx.services.secret_box)


async def update_payment_settings(
    ctx: AppCtx, caller: Caller, store_id: UUID, body: UpdatePaymentSettings
) -> PaymentSettings:
    """Change the settings that are named. Raises NotFound, ValidationFailed."""
    stored = await _stored(ctx, caller, store_id)
    key, key_type = _pix_key(body, stored)
    _check_manual_pix(body, stored, key)
    if not is_empty(body):
        box = ctx.services.secret_box
        api_key = _given(body.pix_api_key)
        await ctx.q.payments.save_payment_settings(
            ctx.db,
            store_id=store_id,
            set_api_key=body.pix_api_key is not UNSET,
            api_key_enc=box.seal(api_key, api_key_aad(store_id)) if api_key else None,
            set_expires_in=body.pix_expires_in is not UNSET,
            expires_in=_given(body.pix_expires_in),
            set_proof_expires_in=body.proof_expires_in is not UNSET,
            proof_expires_in=_given(body.proof_expires_in),
            set_reserve_stock=body.reserve_stock is not UNSET,
            reserve_stock=_given(body.reserve_stock),
            set_cod_enabled=body.cod_enabled is not UNSET,
            cod_enabled=_given(body.cod_enabled),
            set_cod_instructions=body.cod_instructions is not UNSET,
            cod_instructions=_given(body.cod_instructions),
            set_manual_pix_enabled=body.manual_pix_enabled is not UNSET,
            manual_pix_enabled=_given(body.manual_pix_enabled),
            set_manual_pix_key=body.manual_pix_key is not UNSET or body.manual_pix_key_type is not UNSET,
            manual_pix_key=key,
            manual_pix_key_type=key_type,
            set_manual_pix_name=body.manual_pix_name is not UNSET,
            # As they will be, also where they stay: the table checks the row it is offered before it finds the old one.
            manual_pix_name=_after(body.manual_pix_name, stored.manual_pix_name),
            set_manual_pix_city=body.manual_pix_city is not UNSET,
            manual_pix_city=_after(body.manual_pix_city, stored.manual_pix_city),
            actor_id=caller.company_id,
        )
        stored = await _stored(ctx, caller, store_id)
    return _shown(stored, ctx.services.secret_box)


async def _stored(ctx: AppCtx, caller: Caller, store_id: UUID) -> Stored:
    row = await ctx.q.payments.get_payment_settings(ctx.db, store_id=store_id, actor_id=caller.company_id)
    if row is None:
        raise NotFound("store")
    return one(row, Stored)


def _pix_key(body: UpdatePaymentSettings, stored: Stored) -> tuple[str | None, PixKeyType | None]:
    """The key after the change, as the PIX directory stores it, with its type (found out when not said)."""
    if body.manual_pix_key is UNSET and body.manual_pix_key_type is UNSET:
        return stored.manual_pix_key, stored.manual_pix_key_type
    key = _after(body.manual_pix_key, stored.manual_pix_key)
    if key is None:
        return None, None
    # A type that was kept with the old key says nothing about a new one.
    kept = stored.manual_pix_key_type if body.manual_pix_key is UNSET else None
    kind = _after(body.manual_pix_key_type, kept)
    for candidate in (kind,) if kind is not None else _KEY_TYPES:
        try:
            return normal_pix_key(key, candidate), candidate
        except BadPixKey as error:
            problem = str(error)
    raise validation_failed("/manual_pix_key", problem if kind is not None else "not a PIX key of any type")


def _check_manual_pix(body: UpdatePaymentSettings, stored: Stored, key: str | None) -> None:
    if not _after(body.manual_pix_enabled, stored.manual_pix_enabled):
        return
    needed = {
        "manual_pix_key": key,
        "manual_pix_name": _after(body.manual_pix_name, stored.manual_pix_name),
        "manual_pix_city": _after(body.manual_pix_city, stored.manual_pix_city),
    }
    for name, value in needed.items():
        if value is None:
            raise validation_failed(f"/{name}", "manual PIX cannot be enabled without it")


def _given(value: T | UnsetType) -> T | None:
    return None if isinstance(value, UnsetType) else value


def _after(value: T | UnsetType, stored: T) -> T:
    return stored if isinstance(value, UnsetType) else value


def _shown(stored: Stored, box: SecretBox) -> PaymentSettings:
    return PaymentSettings(
        store_id=stored.store_id,
        pix_api_key_set=stored.api_key_enc is not None,
        pix_api_key_last4=_last4(stored, box),
        pix_expires_in=stored.pix_expires_in,
        proof_expires_in=stored.proof_expires_in,
        reserve_stock=stored.reserve_stock,
        cod_enabled=stored.cod_enabled,
        cod_instructions=stored.cod_instructions,
        manual_pix_enabled=stored.manual_pix_enabled,
        manual_pix_key=stored.manual_pix_key,
        manual_pix_key_type=stored.manual_pix_key_type,
        manual_pix_name=stored.manual_pix_name,
        manual_pix_city=stored.manual_pix_city,
        updated_at=stored.updated_at,
    )


def _last4(stored: Stored, box: SecretBox) -> str | None:
    if stored.api_key_enc is None:
        return None
    try:
        return box.open(stored.api_key_enc, api_key_aad(stored.store_id))[-4:]
    except SecretBoxError:
        return None  # sealed with a key that is gone: it is set, but nobody can read it any more
