"""One signed message to an endpoint, or to a store's ERP. tests/features/test_webhook_endpoints.py."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct

from app.clients.receivers import Receipt
from app.context import Services
from app.features.stock_sync.secrets import outbound_aad
from app.ops.secret_box import SecretBox, SecretBoxError


class Target(Struct, frozen=True):
    """Where events go: an endpoint, or a store's ERP under the store's id."""

    id: UUID
    url: str | None
    active: bool
    erp: bool
    secret_enc: bytes | None
    secret_prev_enc: bytes | None
    secret_prev_expires_at: datetime | None


def endpoint_aad(endpoint_id: UUID) -> str:
    """Binds a secret to its endpoint. Stored in the sealed values: never change it."""
    return f"webhook_endpoints:{endpoint_id}:secret"


async def send(services: Services, target: Target, message_id: UUID, body: bytes, now: datetime) -> Receipt:
    """Deliver one message. Never raises for what the receiver, the network or the secret does."""
    try:
        secrets = _secrets(services.secret_box, target, now)
    except SecretBoxError:
        return _unsent("the secret cannot be opened with SECRETS_KEY")
    if target.url is None or not secrets:
        return _unsent(f"{'outbound_secret' if target.erp else 'the secret'} is not set")
    return await services.receivers.send(target.url, secrets, message_id=str(message_id), body=body, at=now)


def _secrets(box: SecretBox, target: Target, now: datetime) -> list[str]:
    """The present secret and, for a day after a roll, the one before; none in a company that was imported."""
    aad = outbound_aad(target.id) if target.erp else endpoint_aad(target.id)
    sealed = [target.secret_enc]
    if target.secret_prev_expires_at is not None and target.secret_prev_expires_at > now:
        sealed.append(target.secret_prev_enc)
    return box.open_all(sealed, aad)


def _unsent(error: str) -> Receipt:
    return Receipt(ok=False, status_code=None, latency_ms=0, error=error)
