"""examples/nextjs, built and driven by Chromium in front of a served backend. `make test-clients`."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from selenium.webdriver.common.by import By

from tests.api import AUTH_TOKEN, ROOT
from tests.servers import Server, free_port
from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser

EXAMPLE = ROOT / "examples" / "nextjs"
pytestmark = [
    pytest.mark.clients,
    pytest.mark.browser,
    pytest.mark.timeout(600),
    pytest.mark.skipif(shutil.which("npm") is None, reason="node and npm are not installed"),
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason=MISSING),
]


@pytest.fixture(scope="session")
def built() -> Path:
    """The example as `npm install && npm run build` leave it, with today's client packages."""
    environment = os.environ | {"NEXT_TELEMETRY_DISABLED": "1"}
    for name in ("storefront-client", "storefront-better-auth"):  # copies, which npm renews only with their version
        shutil.rmtree(EXAMPLE / "node_modules" / name, ignore_errors=True)
    for command in (["npm", "install", "--no-audit", "--no-fund"], ["npm", "run", "build"]):
        done = subprocess.run(command, cwd=EXAMPLE, env=environment, capture_output=True, text=True, timeout=400)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    return EXAMPLE


@pytest.fixture
def shop(built: Path, server: Server, tmp_path: Path) -> Iterator[str]:
    """The built shop, started; gives its address."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    environment = os.environ | server.environment | {"BACKEND_URL": server.url, "AUTH_URL": url}
    with (tmp_path / "next.log").open("wb") as log:
        process = subprocess.Popen(
            ["node_modules/.bin/next", "start", "--hostname", "127.0.0.1", "--port", str(port)],
            cwd=built,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        _wait_until_up(url, tmp_path / "next.log")
        yield url
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


def test_a_merchant_signs_up_sells_and_talks(shop: str, server: Server, tmp_path: Path) -> None:
    browser = Browser(shop, tmp_path / "profile")
    try:
        browser.open("/products")
        browser.wait(lambda: browser.path.startswith("/login?redirect=%2Fproducts"))

        browser.open("/register")
        browser.fill(name="Ana", email="ana@example.com", password="a long password")
        browser.driver.find_element(By.CSS_SELECTOR, "main form button").click()
        browser.wait(lambda: browser.path == "/products" and "Loja de Ana" in browser.text)

        browser.fill(name="Caneca azul", price="39,90", stock="5")
        _button(browser, "Adicionar")
        browser.wait(lambda: "R$ 39,90" in browser.text.replace("\xa0", " "))

        _button(browser, "Pedir")
        browser.wait(lambda: browser.path == "/orders" and "Pedidos (1)" in browser.text)

        browser.open("/chat")
        browser.fill(message="tem caneca?")
        _button(browser, "Enviar")
        browser.wait(lambda: "Caneca azul" in browser.text)
        browser.wait(lambda: browser.find("ul.talk").get_attribute("aria-busy") == "false")

        _sign_out(browser)
        assert httpx.post(f"{shop}/api/chat", json={"message": "oi", "history": []}).status_code == 401
        browser.open("/orders")
        browser.wait(lambda: browser.path.startswith("/login"))
        browser.fill(email="ana@example.com", password="not the password")
        _button(browser, "Entrar")
        browser.wait(lambda: "Invalid email or password" in browser.text)
        browser.fill(email="ana@example.com", password="a long password")
        _button(browser, "Entrar")
        browser.wait(lambda: browser.path == "/orders" and "Pedidos (1)" in browser.text)
    finally:
        browser.close()
    found = httpx.get(
        f"{server.url}/internal/auth/users/by-email/ana@example.com", headers={"X-Auth-Token": AUTH_TOKEN}
    )
    assert found.json()["name"] == "Ana"


def _button(browser: Browser, words: str) -> None:
    browser.click(browser.driver.find_element(By.XPATH, f"//main//button[contains(., '{words}')]"))


def _sign_out(browser: Browser) -> None:
    browser.click(browser.driver.find_element(By.XPATH, "//header//button[contains(., 'Sair')]"))
    browser.wait(lambda: "Criar conta" in browser.text)


def _wait_until_up(url: str, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    raise RuntimeError(log.read_text())
