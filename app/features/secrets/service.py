"""Sealing anew: after it the older keys of SECRETS_KEY can be dropped.

Put the new key first in the list and restart: it seals, all of them open. A job then seals everything with it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple
from uuid import UUID

from app.db.pool import Executor
from app.db.queries import Queries
from app.features.auth.extensions import extension_aad
from app.features.auth.service import session_aad
from app.features.auth.verifications import record_aad
from app.features.housekeeping import apart
from app.features.orders.charges import api_key_aad
from app.features.stock_sync.secrets import inbound_aad, outbound_aad
from app.features.webhook_endpoints.sending import endpoint_aad
from app.ops.metrics import Metrics
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


class Resealed(NamedTuple):
    """How many secrets were sealed anew, how many no key opens, and companies of which not all could be written."""

    resealed: int
    lost: int
    failed: list[str]


async def reseal(db: Executor, q: Queries, box: SecretBox, metrics: Metrics) -> Resealed:
    """Seal with the newest key what another one sealed. What fails for one company stops no other."""
    work = _Resealing(db, q, box, metrics)
    await work.stores()
    await work.extensions()
    await work.sessions()
    await work.verifications()
    return Resealed(work.resealed, work.lost, work.failed)


@dataclass
class _Resealing:
    db: Executor
    q: Queries
    box: SecretBox
    metrics: Metrics
    resealed: int = 0
    lost: int = 0
    failed: list[str] = field(default_factory=list)

    async def stores(self) -> None:
        """Keys and secrets of stores and of webhook endpoints."""
        q = self.q.secrets
        for company_id, record_id, secret, sealed in await q.list_sealed(self.db):
            if secret.startswith("endpoint"):
                write = partial(q.reseal_endpoint, endpoint_id=record_id)
            elif secret == "pix_provider_api_key":  # noqa: S105  (a name, not a password)
                write = partial(q.reseal_payment_settings, store_id=record_id)
            else:
                write = partial(q.reseal_stock_sync_settings, store_id=record_id)
            await self._replace(company_id, sealed, BOUND_TO[secret](record_id), partial(write, company_id=company_id))

    async def extensions(self) -> None:
        """What the auth library's plugins keep; these rows and the next may be many: page by page."""
        q, at = self.q.secrets, ("", "")
        while rows := await q.list_extensions_sealed(self.db, user_id=at[0], row_id=at[1], batch=_BATCH):
            for user_id, row_id, sealed in rows:
                write = partial(q.reseal_extension, user_id=user_id, row_id=row_id)
                await self._replace(user_id, sealed, extension_aad(user_id, row_id), write)
            at = (user_id, row_id)

    async def sessions(self) -> None:
        """Their tokens."""
        q, at = self.q.secrets, ("", "")
        while rows := await q.list_sessions_sealed(self.db, user_id=at[0], session_id=at[1], batch=_BATCH):
            for user_id, session_id, sealed in rows:
                write = partial(q.reseal_session, user_id=user_id, session_id=session_id)
                await self._replace(user_id, sealed, session_aad(user_id, session_id), write)
            at = (user_id, session_id)

    async def verifications(self) -> None:
        """Identifier and value of each, together; they are of no company."""
        q, last = self.q.secrets, ""
        while rows := await q.list_verifications_sealed(self.db, verification_id=last, batch=_BATCH):
            for last, identifier, value in rows:
                pair = [
                    self._anew(identifier, record_aad(last, "identifier")),
                    self._anew(value, record_aad(last, "value")),
                ]
                self.lost += None in pair
                if None not in pair and pair != [identifier, value]:
                    self.resealed += await q.reseal_verification(
                        self.db,
                        verification_id=last,
                        old_identifier=identifier,
                        old_value=value,
                        new_identifier=pair[0],
                        new_value=pair[1],
                    )

    async def _replace(self, company_id: str, sealed: bytes, aad: str, write: Callable[..., Awaitable[int]]) -> None:
        """Write a secret sealed anew, unless another of this company could not be."""
        new = self._anew(sealed, aad)
        self.lost += new is None
        if new in (None, sealed) or company_id in self.failed:
            return
        with apart(self.metrics, "reseal_secrets", company_id, self.failed):
            self.resealed += await write(self.db, old=sealed, new=new)

    def _anew(self, sealed: bytes, aad: str) -> bytes | None:
        """Sealed with the newest key, the same bytes where they are; None when no key opens it."""
        if not self.box.needs_resealing(sealed):
            return sealed
        try:
            return self.box.seal(self.box.open(sealed, aad), aad)
        except SecretBoxError:
            return None
