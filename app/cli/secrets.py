"""`secrets reseal`: the second half of rotating SECRETS_KEY.

Put the new key first in the list and restart: it seals, all of them open. Then reseal, and drop the old key.
"""

from collections.abc import Callable
from uuid import UUID

import click

from app.cli.jobs import opened
from app.cli.run import run, settings_or_exit
from app.db.pool import Database
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


@click.group("secrets")
def secrets_group() -> None:
    """Secrets of stores, of webhook endpoints and of the auth store, sealed in the database."""


@secrets_group.command("reseal")
def reseal_command() -> None:
    """Seal every secret with the first key of SECRETS_KEY, so that the others can be dropped."""
    settings = settings_or_exit()
    try:
        box = SecretBox(settings.secrets_key.reveal())
    except SecretBoxError as error:
        raise click.ClickException(str(error)) from error
    resealed, lost = run(_reseal(box))
    click.echo(f"{resealed} resealed")
    if lost:
        raise click.ClickException(
            f"{lost} cannot be opened with any of the keys: stores must enter theirs again, endpoints roll theirs,"
            " users sign in again"
        )


async def _reseal(box: SecretBox) -> tuple[int, int]:
    async with opened() as (database, queries):
        return await reseal(database, queries, box)


async def reseal(database: Database, queries: Queries, box: SecretBox) -> tuple[int, int]:
    """How many secrets were sealed anew, and how many open with none of the keys."""
    resealed, lost = await _reseal_auth(database, queries, box)
    for company_id, record_id, secret, sealed in await queries.secrets.list_sealed(database):
        if not box.needs_resealing(sealed):
            continue
        new = _anew(box, sealed, BOUND_TO[secret](record_id))
        if new is None:
            lost += 1
            continue
        whose = {"company_id": company_id, "old": sealed, "new": new}
        if secret.startswith("endpoint"):
            resealed += await queries.secrets.reseal_endpoint(database, endpoint_id=record_id, **whose)
        else:
            payment = secret == "pix_provider_api_key"  # noqa: S105  (a name, not a password)
            write = queries.secrets.reseal_payment_settings if payment else queries.secrets.reseal_stock_sync_settings
            resealed += await write(database, store_id=record_id, **whose)
    return resealed, lost


async def _reseal_auth(database: Database, queries: Queries, box: SecretBox) -> tuple[int, int]:
    """The same of the auth store's rows, which may be many: page by page."""
    resealed, lost = await _reseal_extensions(database, queries, box)
    at = ("", "")
    while rows := await queries.secrets.list_sessions_sealed(database, user_id=at[0], session_id=at[1], batch=_BATCH):
        for user_id, session_id, sealed in rows:
            new = _anew(box, sealed, session_aad(user_id, session_id))
            lost += new is None
            if new not in (None, sealed):
                write = queries.secrets.reseal_session
                resealed += await write(database, user_id=user_id, session_id=session_id, old=sealed, new=new)
        at = (user_id, session_id)
    last = ""
    while rows := await queries.secrets.list_verifications_sealed(database, verification_id=last, batch=_BATCH):
        for last, identifier_enc, value_enc in rows:
            pair = [
                _anew(box, identifier_enc, record_aad(last, "identifier")),
                _anew(box, value_enc, record_aad(last, "value")),
            ]
            lost += None in pair
            if None not in pair and pair != [identifier_enc, value_enc]:
                new_pair = {"identifier_enc": pair[0], "value_enc": pair[1]}
                resealed += await queries.secrets.reseal_verification(database, verification_id=last, **new_pair)
    return resealed, lost


async def _reseal_extensions(database: Database, queries: Queries, box: SecretBox) -> tuple[int, int]:
    """The same of what the auth library's plugins keep."""
    resealed = lost = 0
    at = ("", "")
    while rows := await queries.secrets.list_extensions_sealed(database, user_id=at[0], row_id=at[1], batch=_BATCH):
        for user_id, row_id, sealed in rows:
            new = _anew(box, sealed, extension_aad(user_id, row_id))
            lost += new is None
            if new not in (None, sealed):
                write = queries.secrets.reseal_extension
                resealed += await write(database, user_id=user_id, row_id=row_id, old=sealed, new=new)
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
