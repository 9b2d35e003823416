"""The storefront over the fake desk, served to a real browser: pages full of records, without a service behind them."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
import uvicorn

from app.storefront import create_storefront
from tests.servers import free_port
from tests.storefront.chromium import Browser
from tests.storefront.conftest import ANA, make_settings
from tests.storefront.fake_desk import FakeDesk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The storefront over the fake desk, served; gives its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings = make_settings(tmp_path_factory.mktemp("desk"), auth_url=url)
    app = create_storefront(settings, transport=FakeDesk(), bcrypt_rounds=4)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.05)
    yield url
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def window(desk: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A fresh browser on it."""
    browser = Browser(desk, tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


def look(window: Browser, width: int, scheme: str) -> None:
    """Give the window a size and a colour scheme."""
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def sign_up(window: Browser, email: str) -> None:
    """Ana, under an address of her own."""
    window.open("/register")
    for name, value in (ANA | {"email": email}).items():
        window.find(f"main [name='{name}']").send_keys(value)
    window.press("Criar conta")
