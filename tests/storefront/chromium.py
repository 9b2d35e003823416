"""A headless Chromium, for the browser tests."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
MISSING = "chromium and chromedriver are not installed (Debian: apt-get install chromium chromium-driver)"
# A page of a loaded machine with two cores.
PATIENCE_S = 45
# What chromedriver says, as an error of no class of its own, of an element that goes between two of its own steps.
_LEFT_THE_PAGE = "does not belong to the document"
_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--host-resolver-rules=MAP *.example.com ~NOTFOUND", "--lang=pt-BR", "--accept-lang=pt-BR",
    # What fades in is no text to Selenium while it is transparent.
    "--force-prefers-reduced-motion",
)  # fmt: skip


class Browser:
    """A window with the few moves the journey needs."""

    def __init__(self, url: str, profile: Path, *, width: int = 1360, height: int = 900) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        for flag in (*_FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.url = url
        self.driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))

    def open(self, path: str) -> None:
        """Go to a path of the site."""
        self.driver.get(self.url + path)

    @property
    def path(self) -> str:
        """Where the window is, without the site's address."""
        return str(self.driver.current_url).removeprefix(self.url)

    @property
    def text(self) -> str:
        """What a person reads."""
        return self.driver.find_element(By.TAG_NAME, "body").text

    def find(self, css: str) -> WebElement:
        """An element, once it is there."""
        return WebDriverWait(self.driver, PATIENCE_S).until(lambda d: d.find_element(By.CSS_SELECTOR, css))

    def fill(self, **fields: str) -> None:
        """Type into fields by name."""
        for name, value in fields.items():
            element = self.find(f"main [name='{name}']")
            if element.tag_name == "select":
                element.find_element(By.CSS_SELECTOR, f"option[value='{value}']").click()
                continue
            if element.get_attribute("type") != "file":
                element.clear()
            element.send_keys(value)

    def press(self, words: str) -> None:
        """Press the button or link with these words, and wait for the next page."""
        old = self.driver.find_element(By.TAG_NAME, "html")
        found = f"//main//*[self::button or self::a][contains(normalize-space(.), '{words}')]"
        self.click(self.driver.find_element(By.XPATH, found))
        self.wait(lambda: _gone(old))
        self.find("body")

    def click(self, element: WebElement) -> None:
        """Click an element in the middle of the window, where no bar covers it."""
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
        element.click()

    def wait(self, condition: Callable[[], Any]) -> None:
        """Until the condition holds. An element that goes while it is looked at is looked for again."""

        def holds(_: webdriver.Chrome) -> Any:
            try:
                return condition()
            except WebDriverException as error:
                if isinstance(error, StaleElementReferenceException) or _LEFT_THE_PAGE in str(error.msg):
                    return False
                raise

        WebDriverWait(self.driver, PATIENCE_S).until(holds)

    def complaints(self) -> list[str]:
        """What the console reported as wrong (blocked by policy, script errors)."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def close(self) -> None:
        """End the browser."""
        self.driver.quit()


def _gone(element: WebElement) -> bool:
    try:
        element.is_enabled()
    except (StaleElementReferenceException, WebDriverException):
        return True
    return False
