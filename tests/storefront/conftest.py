"""A storefront over the in-memory backend, and a browser-like client for it."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.settings import Secret, Settings
from app.storefront import create_storefront
from tests.storefront.fake_backend import APP_TOKEN, AUTH_TOKEN, HOOK_TOKEN, FakeBackend

ORIGIN = "http://shop.test"
SECRET = "harness-secret-0123456789abcdef0123456789"


def make_settings(tmp_path: Path, **changes: object) -> Settings:
    values: dict[str, object] = {
        "internal_auth_token": Secret(AUTH_TOKEN),
        "internal_api_token": Secret(APP_TOKEN),
        "internal_webhook_token": Secret(HOOK_TOKEN),
        "auth_secret": Secret(SECRET),
        "auth_url": ORIGIN,
        "backend_url": "http://backend.test",
        "data_dir": tmp_path,
    }
    return Settings(**(values | changes))  # type: ignore[arg-type]


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return make_settings(tmp_path)


@pytest.fixture
async def browser(backend: FakeBackend, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    """Keeps cookies and sends the Origin header of the site's own pages; follows no redirect."""
    app = create_storefront(settings, transport=backend, bcrypt_rounds=4)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url=ORIGIN, headers={"Origin": ORIGIN}
    ) as client:
        yield client


ANA = {"name": "Ana Lima", "email": "ana@example.com", "password": "correct horse"}


@pytest.fixture
async def ana(browser: httpx.AsyncClient) -> httpx.AsyncClient:
    """A browser in which Ana has just signed up."""
    answer = await browser.post("/register", data=ANA)
    assert answer.status_code == 303
    return browser
