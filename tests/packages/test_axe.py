"""Every page of the desk under the rules of axe: on a phone and on a desk, light and dark.

The pages are those of tests/storefront/test_desk_pages.py with the records of the fake desk, which have all a page can
show.
"""

import asyncio
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from app.storefront import create_storefront
from tests.servers import free_port
from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser
from tests.storefront.conftest import ANA, make_settings
from tests.storefront.fake_desk import FakeDesk
from tests.storefront.test_desk_pages import PAGES

pytestmark = [
    pytest.mark.clients,
    pytest.mark.browser,
    pytest.mark.timeout(600),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason=MISSING),
]

STRANGERS = ("/", "/login", "/register", "/forgot-password", "/reset-password?token=x", "/login?redirect=/orders")
_RULES = """
const done = arguments[0];
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
axe.run(document, {runOnly: tags, resultTypes: ["violations"]}).then(
  (found) => done(found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join(" | ")}`)),
  (error) => done([String(error)]));
"""


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


@pytest.fixture(scope="module")
def rules(installed: Callable[[str], Path]) -> str:
    """axe itself."""
    return (installed("tests/packages/axe") / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def look(window: Browser, width: int, scheme: str) -> None:
    """Give the window a size and a colour scheme."""
    size = {"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 500}
    window.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]
    window.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def broken(window: Browser, rules: str, path: str, width: int) -> list[str]:
    """What axe finds wrong with a page, and whether it can be pushed sideways."""
    window.open(path)
    window.driver.execute_script(rules)
    found: list[str] = window.driver.execute_async_script(_RULES)
    wide: Any = window.driver.execute_script("return document.documentElement.scrollWidth")
    return [f"{path}: {what}" for what in [*found, *([f"{wide} px wide"] if wide > width else [])]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_breaks_a_rule(window: Browser, rules: str, width: int, scheme: str) -> None:
    look(window, width, scheme)
    window.driver.delete_all_cookies()
    found = [what for path in STRANGERS for what in broken(window, rules, path, width)]
    window.open("/register")
    for name, value in (ANA | {"email": f"{width}-{scheme}@example.com"}).items():
        window.find(f"main [name='{name}']").send_keys(value)
    window.press("Criar conta")
    found += [what for path in PAGES for what in broken(window, rules, path, width)]
    assert not found, "\n".join(found)
