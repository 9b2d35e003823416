"""Every page of the desk under the rules of axe: on a phone and on a desk, light and dark.

The pages are those of tests/storefront/test_desk_pages.py with the records of the fake desk, which have all a page can
show.
"""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser
from tests.storefront.conftest import ANA
from tests.storefront.served import desk, look, sign_up, window
from tests.storefront.test_desk_pages import PAGES

__all__ = ["desk", "window"]

pytestmark = [
    pytest.mark.clients,
    pytest.mark.browser,
    pytest.mark.timeout(600),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason=MISSING),
]

STRANGERS = ("/", "/login", "/register", "/forgot-password", "/reset-password?token=x", "/login?redirect=/orders")
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
WIDTHS = (390, 1280)
# What a colour scheme decides; a page in the other one is the same page otherwise.
COLOURS = ("color-contrast", "link-in-text-block")
_RUN = """
const [rules, done] = arguments;
// Style sheets are read anew for a rule of orientation alone.
axe.run(document, {runOnly: rules, resultTypes: ["violations"], preload: rules.includes("wcag21aa")}).then(
  (found) => done(found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join(" | ")}`)),
  (error) => done([String(error)]));
"""


@pytest.fixture(scope="module")
def rules(installed: Callable[[str], Path]) -> str:
    """axe itself."""
    return (installed("tests/packages/axe") / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def broken(window: Browser, path: str) -> list[str]:
    """What axe finds wrong with the open page, at either width in either scheme, and how far it can be pushed."""
    found: list[str] = []
    for width in WIDTHS:
        look(window, width, "light")
        found += [f"{width}: {what}" for what in window.driver.execute_async_script(_RUN, TAGS)]
        wide: Any = window.driver.execute_script("return document.documentElement.scrollWidth")
        found += [f"{width}: {wide} px wide"] if wide > width else []
        look(window, width, "dark")
        found += [f"{width}, dark: {what}" for what in window.driver.execute_async_script(_RUN, COLOURS)]
    return [f"{path}: {what}" for what in found]


def test_no_page_breaks_a_rule(window: Browser, rules: str) -> None:
    window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": rules})

    def visited(path: str) -> list[str]:
        window.open(path)
        return broken(window, path)

    found = [what for path in STRANGERS for what in visited(path)]
    sign_up(window, "ana@example.com")
    found += [what for path in PAGES for what in visited(path)]
    window.open("/account/second-factor")
    window.find("main [name='current_password']").send_keys(ANA["password"])
    window.press("Começar")  # now the same page shows the key and its QR code
    window.find(".qr svg")
    found += broken(window, "/account/second-factor")
    assert not found, "\n".join(found)
