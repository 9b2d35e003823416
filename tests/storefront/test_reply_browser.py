"""A reply that could not be sent is not lost: it waits where it was written."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser
from tests.storefront.conftest import ANA
from tests.storefront.desk_talk import TALK
from tests.storefront.served import desk, look, sign_up, window

__all__ = ["desk", "window"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=MISSING),
]
EMAIL = "resposta@example.com"
WORDS = "Sua troca foi aprovada."


@pytest.fixture
def talk(window: Browser) -> Iterator[Browser]:
    """A conversation, open at a desk."""
    look(window, 1280, "light")
    window.open("/login")
    if "/login" in window.path:
        sign_up(window, EMAIL)
    window.open(f"/inbox/{TALK}")
    yield window
    window.driver.execute_script("sessionStorage.clear()")


def written(window: Browser) -> str:
    """What stands in the field of the reply."""
    return str(window.find("#message").get_attribute("value"))


def test_a_reply_outlives_a_session_that_has_ended(talk: Browser) -> None:
    talk.find("#message").send_keys(WORDS)
    talk.driver.delete_all_cookies()
    talk.find("#message").send_keys("\n")
    talk.wait(lambda: talk.path == f"/login?redirect=/inbox/{TALK}")
    talk.fill(email=EMAIL, password=ANA["password"])
    talk.press("Entrar")
    assert (talk.path, written(talk)) == (f"/inbox/{TALK}", WORDS)
    talk.find("#message").send_keys("\n")
    talk.wait(lambda: written(talk) == "")
    talk.driver.refresh()
    assert written(talk) == ""


def test_a_reply_outlives_the_way_back(talk: Browser) -> None:
    talk.find("#message").send_keys(WORDS)
    talk.open("/orders")
    talk.driver.back()
    assert written(talk) == WORDS
