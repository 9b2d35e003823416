"""What scripts and styles do on a phone: the top bar, its menu, and buttons that copy."""

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser
from tests.storefront.desk_data import AGENT, ORDER, ORDERS
from tests.storefront.served import desk, look, sign_up, window

__all__ = ["desk", "window"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=MISSING),
]


@pytest.fixture(scope="module")
def phone(window: Browser) -> Browser:
    """The window, as wide as a phone, with Ana signed in."""
    look(window, 390, "light")
    sign_up(window, "ana@example.com")
    return window


@pytest.mark.parametrize("path", ["/account", "/products?q=zzz", "/stores", "/inbox"])
def test_the_top_bar_stays_low_on_short_pages(phone: Browser, path: str) -> None:
    phone.open(path)
    assert phone.find(".topbar").size["height"] <= 72


def test_the_menu_leaves_its_button_free_and_closes_by_escape(phone: Browser) -> None:
    phone.open("/dashboard")
    label, menu = phone.find("label[for=nav-open]"), phone.find("#nav-open")
    phone.click(label)
    assert menu.is_selected()
    on_top = """
        const box = arguments[0].getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return arguments[0].contains(there);
    """
    assert phone.driver.execute_script(on_top, label)
    menu.send_keys(Keys.ESCAPE)
    assert not menu.is_selected()


def test_what_the_keyboard_reaches_is_not_behind_the_bars(phone: Browser) -> None:
    phone.open("/settings/payments")
    hidden = """
        const field = document.activeElement, box = field.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + 10, box.y + box.height / 2);
        return field.matches("main *") && box.width > 1 && there.closest(".topbar, .tabbar") ? field.name : "";
    """
    keys, seen = ActionChains(phone.driver), []
    for _ in range(25):
        keys.send_keys(Keys.TAB).perform()
        seen.append(phone.driver.execute_script(hidden))
    assert not any(seen), seen


def test_a_button_copies_a_code(phone: Browser) -> None:
    grant = {"origin": phone.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    phone.driver.execute_cdp_cmd("Browser.grantPermissions", grant)
    phone.open(f"/orders/{ORDER}")
    # The chat's script makes such buttons with the code itself, which is no selector (js/try.js).
    made = """
        const button = document.createElement("button");
        button.dataset.copy = arguments[0];
        button.id = "made";
        document.querySelector("main").prepend(button);
    """
    phone.driver.execute_script(made, "00020126br.gov.bcb.pix0136#!$")
    read = "const done = arguments[0]; navigator.clipboard.readText().then(done, (error) => done(String(error)))"
    for css, wanted in (
        ("#made", "00020126br.gov.bcb.pix0136#!$"),
        ("button[data-copy='#br-code']", phone.find("#br-code").text.strip()),
    ):
        phone.click(phone.find(css))
        phone.wait(lambda wanted=wanted: phone.driver.execute_async_script(read) == wanted)
    assert phone.complaints() == []


# A slow network: what would be sent is counted and held back.
HOLD = """
    window.sent = 0;
    addEventListener("submit", (event) => { window.sent += !event.defaultPrevented; event.preventDefault(); });
"""


@pytest.mark.parametrize("path", ["/documents/new", f"/agents/{AGENT}/tests/new"])
def test_a_form_is_sent_once_and_says_that_it_is_working(phone: Browser, path: str) -> None:
    phone.open(path)
    phone.driver.execute_script(HOLD)
    for field in phone.driver.find_elements("css selector", "main form [required]"):
        field.send_keys("x")
    for _ in range(3):
        phone.click(phone.find("main form:has([required]) .actions button"))
    assert phone.driver.execute_script("return window.sent") == 1
    phone.wait(lambda: "Ainda trabalhando" in phone.text)


def test_what_waits_at_an_order_can_be_read(phone: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    since = {"kind": "refund_due", "since": "2026-11-20T12:00:00Z"}
    monkeypatch.setitem(ORDERS[0], "attention", [since])
    phone.open(f"/orders/{ORDER}")
    assert phone.find(".note.attention .grow").size["width"] > 200


def test_enter_presses_the_button_of_its_part(phone: Browser) -> None:
    phone.open("/orders/new")
    phone.fill(cq="bruno\n")
    assert phone.find("#customer button[name=customer]").is_displayed()
    assert phone.path.endswith("#customer")
    phone.fill(cep="01310-100\n")
    phone.wait(lambda: phone.path.endswith("#total"))
