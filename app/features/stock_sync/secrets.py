"""Which row a sealed secret of the link is bound to. The names are stored in the sealed values: never change them."""

from uuid import UUID

from app.ops.secret_box import SecretBox, SecretBoxError


def outbound_aad(store_id: UUID) -> str:
    """Binds the outbound secret to its store."""
    return f"store_stock_sync_settings:{store_id}:outbound_secret"


def inbound_aad(store_id: UUID) -> str:
    """Binds the inbound secrets, the present and the previous one, to their store."""
    return f"store_stock_sync_settings:{store_id}:inbound_secret"


def last4(box: SecretBox, sealed: bytes | None, aad: str) -> str | None:
    """The last four characters, as a reminder which secret it is; fewer of a short one, so that most stays hidden.

    None also when no key opens it: it is to be entered again.
    """
    if sealed is None:
        return None
    try:
        plain = box.open(sealed, aad)
    except SecretBoxError:
        return None
    return plain[-min(4, len(plain) // 4) :] if len(plain) >= 4 else ""
