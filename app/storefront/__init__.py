"""The storefront: sign-up, login and the desk. Its own ASGI app that knows the backend only over HTTP.

Tests: tests/storefront.
"""

from app.storefront.app import create_storefront

__all__ = ["create_storefront"]
