"""Addresses under which files that were sent to customers are open: a key made from AUTH_SECRET opens one file.

Tests: test_inbox_pages.py.
"""

import hmac
from hashlib import sha256

from app.settings import Settings


def path_of(settings: Settings, company_id: str, name: str) -> str:
    """The path of a company's file for whoever is given it."""
    return f"/sent/{_key(settings, company_id, name)}/{company_id}/{name}"


def opens(settings: Settings, company_id: str, name: str, key: str) -> bool:
    """Whether the key is that of the file."""
    return hmac.compare_digest(key.encode(), _key(settings, company_id, name).encode())


def _key(settings: Settings, company_id: str, name: str) -> str:
    secret = settings.auth_secret.reveal().encode()
    return hmac.new(secret, f"sent {company_id}/{name}".encode(), sha256).hexdigest()[:32]
