"""Addresses of stores: a slug from a name, and others like it. Pure; tests/features/test_stores.py."""

import re
import unicodedata
from collections.abc import Iterator

SLUG = re.compile(r"[a-z0-9](-?[a-z0-9]){1,62}")
# What the service itself, or those who pass for it, are reached by.
RESERVED = frozenset(
    {"www", "admin", "api", "app", "auth", "mail", "smtp", "ftp", "static", "assets", "media", "cdn", "docs", "help"}
    | {"status", "support", "billing", "login", "register", "account", "dashboard", "root", "webmaster", "postmaster"}
    | {"hostmaster", "suporte", "ajuda", "conta", "painel", "localhost", "internal", "webhooks"}
)
# Room for a suffix below the 63 characters a host name's label may have.
_BASE_LENGTH = 48


def slugify(name: str) -> str:
    """A slug near to `name`: `Loja da Ação!` → `loja-da-acao`; `loja` when no letter of it can stay."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:_BASE_LENGTH].strip("-")
    return slug if SLUG.fullmatch(slug) and slug not in RESERVED else f"loja-{slug}".strip("-")


def variants(slug: str, unique: str) -> Iterator[str]:
    """The slug itself, numbered ones, and at last one nobody has: `unique` is some random hex."""
    base = slug[:_BASE_LENGTH].strip("-")
    yield slug
    for number in range(2, 10):
        yield f"{base}-{number}"
    yield f"{base}-{unique}"
