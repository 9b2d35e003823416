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
from app.features.orders.charges import api_key_aad
from app.features.stock_sync.secrets import inbound_aad, outbound_aad
from app.ops.secret_box import SecretBox, SecretBoxError

# What each kind of secret is bound to; the previous inbound secret was sealed as the present one it then was.
BOUND_TO: dict[str, Callable[[UUID], str]] = {
    "pix_provider_api_key": api_key_aad,
    "outbound_secret": outbound_aad,
    "inbound_secret": inbound_aad,
    "inbound_secret_prev": inbound_aad,
}


@click.group("secrets")
def secrets_group() -> None:
    """Secrets of stores, sealed in the database."""


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
        raise click.ClickException(f"{lost} cannot be opened with any of the keys: their stores must enter them again")


async def _reseal(box: SecretBox) -> tuple[int, int]:
    async with opened() as (database, queries):
        return await reseal(database, queries, box)


async def reseal(database: Database, queries: Queries, box: SecretBox) -> tuple[int, int]:
    """How many secrets were sealed anew, and how many open with none of the keys."""
    resealed = lost = 0
    for store_id, secret, sealed in await queries.secrets.list_sealed(database):
        if not box.needs_resealing(sealed):
            continue
        aad = BOUND_TO[secret](store_id)
        try:
            new = box.seal(box.open(sealed, aad), aad)
        except SecretBoxError:
            lost += 1
            continue
        payment = secret == "pix_provider_api_key"  # noqa: S105  (a name, not a password)
        write = queries.secrets.reseal_payment_settings if payment else queries.secrets.reseal_stock_sync_settings
        resealed += await write(database, store_id=store_id, old=sealed, new=new)
    return resealed, lost
