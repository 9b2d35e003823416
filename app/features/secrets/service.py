"""Sealing anew: after it the older keys of SECRETS_KEY can be dropped.

Put the new key first in the list and restart: it seals, all of them open. A job then seals everything with it.
"""

from collections.abc import Callable
from uuid import UUID

from app.db.pool import Executor
from app.db.queries import Queries
from app.features.auth.extensions import extension_aad
from app.features.auth.service import session_aad
from app.features.auth.verifications import record_aad
from app.features.orders.charges import api_key_aad
from app.features.stock_sync.secrets import inbound_aad, outbound_aad
from app.features.webhook_endpoints.sending import endpoint_aad
from app.ops.secret_box import SecretBox, SecretBoxError

_BATCH = 1000
# What each kind of secret is bound to; the previous inbound secret was sealed as the present one it then was.
BOUND_TO: dict[str, Callable[[UUID], str]] = {
    "pix_provider_api_key": api_key_aad,
    "outbound_secret": outbound_aad,
    "inbound_secret": inbound_aad,
    "inbound_secret_prev": inbound_aad,
    "outbound_secret_prev": outbound_aad,
    "endpoint_secret": endpoint_aad,
    "endpoint_secret_prev": endpoint_aad,
}


async def reseal(db: Executor, q: Queries, box: SecretBox) -> tuple[int, int]:
    """How many secrets were sealed anew, and how many open with none of the keys."""
    resealed, lost = await _reseal_auth(db, q, box)
    for company_id, record_id, secret, sealed in await q.secrets.list_sealed(db):
        if not box.needs_resealing(sealed):
            continue
        new = _anew(box, sealed, BOUND_TO[secret](record_id))
        if new is None:
            lost += 1
            continue
        whose = {"company_id": company_id, "old": sealed, "new": new}
        if secret.startswith("endpoint"):
            resealed += await q.secrets.reseal_endpoint(db, endpoint_id=record_id, **whose)
        else:
            payment = secret == "pix_provider_api_key"  # noqa: S105  (a name, not a password)
            write = q.secrets.reseal_payment_settings if payment else q.secrets.reseal_stock_sync_settings
            resealed += await write(db, store_id=record_id, **whose)
    return resealed, lost


async def _reseal_auth(db: Executor, q: Queries, box: SecretBox) -> tuple[int, int]:
    """The same of the auth store's rows, which may be many: page by page."""
    resealed, lost = await _reseal_extensions(db, q, box)
    at = ("", "")
    while rows := await q.secrets.list_sessions_sealed(db, user_id=at[0], session_id=at[1], batch=_BATCH):
        for user_id, session_id, sealed in rows:
            new = _anew(box, sealed, session_aad(user_id, session_id))
            lost += new is None
            if new not in (None, sealed):
                write = q.secrets.reseal_session
                resealed += await write(db, user_id=user_id, session_id=session_id, old=sealed, new=new)
        at = (user_id, session_id)
    last = ""
    while rows := await q.secrets.list_verifications_sealed(db, verification_id=last, batch=_BATCH):
        for last, identifier_enc, value_enc in rows:
            pair = [
                _anew(box, identifier_enc, record_aad(last, "identifier")),
                _anew(box, value_enc, record_aad(last, "value")),
            ]
            lost += None in pair
            if None not in pair and pair != [identifier_enc, value_enc]:
                resealed += await q.secrets.reseal_verification(
                    db,
                    verification_id=last,
                    old_identifier=identifier_enc,
                    old_value=value_enc,
                    new_identifier=pair[0],
                    new_value=pair[1],
                )
    return resealed, lost


async def _reseal_extensions(db: Executor, q: Queries, box: SecretBox) -> tuple[int, int]:
    """The same of what the auth library's plugins keep."""
    resealed = lost = 0
    at = ("", "")
    while rows := await q.secrets.list_extensions_sealed(db, user_id=at[0], row_id=at[1], batch=_BATCH):
        for user_id, row_id, sealed in rows:
            new = _anew(box, sealed, extension_aad(user_id, row_id))
            lost += new is None
            if new not in (None, sealed):
                write = q.secrets.reseal_extension
                resealed += await write(db, user_id=user_id, row_id=row_id, old=sealed, new=new)
        at = (user_id, row_id)
    return resealed, lost


def _anew(box: SecretBox, sealed: bytes, aad: str) -> bytes | None:
    """Sealed with the newest key, the same bytes where they are; None when no key opens it."""
    if not box.needs_resealing(sealed):
        return sealed
    try:
        return box.seal(box.open(sealed, aad), aad)
    except SecretBoxError:
        return None
