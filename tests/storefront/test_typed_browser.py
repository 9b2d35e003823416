"""What was typed into a form of the desk is not lost when the session has ended, and nobody else gets it."""

from collections.abc import Iterator

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser
from tests.storefront.conftest import ANA
from tests.storefront.desk_data import AGENT, ORDER, ORDERS, PRODUCT
from tests.storefront.served import desk, look, sign_up, window

__all__ = ["desk", "window"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=MISSING),
]
EMAIL, OTHER = "digitou@example.com", "outra@example.com"
BACK = "O que você tinha digitado está de volta."


@pytest.fixture(scope="module")
def known(window: Browser) -> Browser:
    """A window in which somebody has signed up."""
    look(window, 1280, "light")
    sign_up(window, EMAIL)
    return window


@pytest.fixture
def shop(known: Browser) -> Iterator[Browser]:
    """They at the desk."""
    known.open("/login")
    # An account may sign in ten times in a while.
    if known.path == "/login":
        enter(known, EMAIL)
    yield known
    known.driver.execute_script("sessionStorage.clear()")


def enter(window: Browser, email: str) -> str:
    """The page after somebody has signed in where the window stands, as text."""
    window.fill(email=email, password=ANA["password"])
    window.press("Entrar")
    return window.text


def value(window: Browser, name: str) -> str:
    """What a field says."""
    return str(window.find(f"[name='{name}']").get_attribute("value"))


def test_a_form_is_filled_again_after_the_login(shop: Browser) -> None:
    shop.open("/documents/new")
    shop.fill(title="Trocas", content="Trinta dias.\nCom a nota.")
    ticked = shop.find("[name=agent_ids]")
    before = ticked.is_selected()
    ticked.click()
    shop.driver.delete_all_cookies()
    shop.press("Salvar")
    assert shop.path == "/login?redirect=/documents/new"
    assert "o que você digitou volta" in shop.text
    assert BACK in enter(shop, EMAIL)
    assert (value(shop, "title"), value(shop, "content")) == ("Trocas", "Trinta dias.\nCom a nota.")
    assert shop.find("[name=agent_ids]").is_selected() != before
    shop.driver.refresh()
    assert value(shop, "title") == ""


def test_a_form_that_was_opened_before_tells_so(shop: Browser) -> None:
    shop.open(f"/products/{PRODUCT}")
    opened = value(shop, "opened")
    shop.fill(name="Caneca Grande")
    shop.driver.execute_script("document.querySelector('[name=opened]').value = '{}'")
    shop.driver.delete_all_cookies()
    shop.press("Salvar")
    enter(shop, EMAIL)
    assert (value(shop, "name"), value(shop, "opened")) == ("Caneca Grande", "{}")
    assert opened != "{}"


def test_the_lines_of_an_order_come_back(shop: Browser) -> None:
    shop.open("/orders/new")
    shop.click(shop.find("button[name=add]"))
    shop.wait(lambda: "Neste pedido" in shop.text)
    shop.find(".chosen-lines .qty").clear()
    shop.find(".chosen-lines .qty").send_keys("3")
    shop.fill(notes="Portão azul")
    shop.driver.delete_all_cookies()
    shop.press("Criar pedido")
    enter(shop, EMAIL)
    shop.wait(lambda: "Neste pedido" in shop.text)
    assert shop.find(".chosen-lines .qty").get_attribute("value") == "3"
    assert value(shop, "notes") == "Portão azul"


def test_a_message_to_try_an_agent_comes_back(shop: Browser) -> None:
    shop.open(f"/agents/{AGENT}/try")
    shop.driver.delete_all_cookies()
    shop.find("#message").send_keys("tem caneca branca?\n")
    shop.wait(lambda: shop.path.startswith("/login"))
    enter(shop, EMAIL)
    assert (shop.path, value(shop, "message")) == (f"/agents/{AGENT}/try", "tem caneca branca?")


def test_what_a_browser_says_of_a_failure_is_not_shown(shop: Browser) -> None:
    shop.open(f"/agents/{AGENT}/try")
    shop.driver.execute_script("window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))")
    shop.find("#message").send_keys("oi\n")
    shop.wait(lambda: "A conexão caiu. Tente de novo." in shop.text)
    assert value(shop, "message") == "oi"


def test_news_of_an_order_change_nothing_of_how_its_form_was_opened(
    shop: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop.open(f"/orders/{ORDER}")
    before = value(shop, "opened")
    shop.driver.execute_script("document.querySelector('#edit').open = true")
    shop.find("#edit [name=phone]").clear()
    shop.find("#edit [name=phone]").send_keys("+5511988887777")
    monkeypatch.setitem(ORDERS[0], "status", "confirmed")
    monkeypatch.setitem(ORDERS[0], "attention", [{"kind": "refund_due", "since": ORDERS[0]["created_at"]}])
    monkeypatch.setitem(ORDERS[0], "customer_info", {"name": "Outro Nome", "phone": "+5511900000000"})
    shop.driver.execute_script("document.dispatchEvent(new CustomEvent('desk:order', { detail: {} }))")
    shop.wait(lambda: value(shop, "name") == "Outro Nome")
    assert (value(shop, "phone"), value(shop, "opened")) == ("+5511988887777", before)
    # What the page offers is what the order stands at by now.
    head = shop.find(".head").text
    assert "Confirmado" in head
    assert "Marcar como enviado" in head
    assert shop.find(".attention [name=kind]").get_attribute("value") == "refund_due"


def test_another_person_gets_nothing_of_it(shop: Browser) -> None:
    shop.open("/documents/new")
    shop.fill(title="Segredo")
    shop.fill(content="Do caixa.")
    shop.driver.delete_all_cookies()
    shop.press("Salvar")
    shop.press("Criar conta")
    for name, typed in (ANA | {"email": OTHER}).items():
        shop.find(f"main [name='{name}']").send_keys(typed)
    shop.press("Criar conta")
    shop.open("/documents/new")
    assert BACK not in shop.text
    assert value(shop, "title") == ""
    assert "Segredo" not in str(shop.driver.execute_script("return JSON.stringify(sessionStorage)"))
    shop.driver.delete_all_cookies()


def test_passwords_are_not_kept(shop: Browser) -> None:
    shop.open("/account")
    shop.find("[name=current_password]").send_keys("correct horse")
    for field in shop.driver.find_elements("css selector", "form:has([name=current_password]) [type=password]"):
        field.send_keys("another horse")
    shop.driver.delete_all_cookies()
    shop.driver.execute_script("document.querySelector('[name=current_password]').form.requestSubmit()")
    shop.wait(lambda: shop.path.startswith("/login"))
    assert "horse" not in str(shop.driver.execute_script("return JSON.stringify(sessionStorage)"))
