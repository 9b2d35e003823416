"""What calls somebody back to the inbox: the count, a sound, a notification; and what an agent writes first."""

from typing import Any

import pytest

chromium = pytest.importorskip("tests.storefront.chromium", reason="selenium is not installed")

from tests.storefront.test_desk_journeys import DESK, Shop, day, size  # noqa: E402 - only where selenium is

__all__ = ["day"]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(300),
    pytest.mark.skipif(not (chromium.CHROMIUM and chromium.DRIVER), reason=chromium.MISSING),
]
# Before the page's own scripts: who would be asked allows it, what would be shown and heard is written down.
FAKE = """
window.shown = [];
window.tones = 0;
window.heard = [];
document.addEventListener("desk:conversation", ({ detail }) => {
  if (detail.state === "waiting") window.heard.push(detail.lead_name);
});
document.addEventListener("desk:reread", () => { window.listens = true; });
window.asked = 0;
window.Notification = class extends EventTarget {
  static permission = sessionStorage.allowed || "default";
  static async requestPermission() {
    window.asked += 1;
    sessionStorage.allowed = Notification.permission = "granted";
    return "granted";
  }
  constructor(title, options) { super(); window.shown.push([title, options.body, options.tag]); window.last = this; }
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
Object.defineProperty(document, "visibilityState", { get: () => sessionStorage.away ? "hidden" : "visible" });
"""


@pytest.fixture
def listening(day: tuple["chromium.Browser", Shop]) -> tuple["chromium.Browser", Shop]:
    """The same day, in a browser that writes down what it would show and sound."""
    window, shop = day
    size(window, DESK)
    window.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": FAKE})
    return window, shop


def told(window: "chromium.Browser", name: str) -> Any:
    return window.driver.execute_script(f"return window.{name}")


def go_away(window: "chromium.Browser", away: bool) -> None:
    window.driver.execute_script("if (arguments[0]) sessionStorage.away = 1; else delete sessionStorage.away", away)


def test_who_waits_is_counted_heard_and_shown(listening: tuple["chromium.Browser", Shop]) -> None:
    window, shop = listening
    bruno, carla = shop.customer("Bruno Alves", "5511999990001"), shop.customer("Carla Dias", "5511999990002")
    window.open("/inbox")
    button = window.find("[data-alerts]")
    assert button.get_attribute("aria-pressed") == "false"

    # Off until somebody turns them on: only the title counts.
    window.wait(lambda: told(window, "listens"))
    shop.writes(bruno, "quero falar com um atendente")
    window.wait(lambda: window.driver.title.startswith("(1) "))
    window.wait(lambda: "Bruno Alves" in told(window, "heard"))
    assert (told(window, "tones"), told(window, "shown"), told(window, "asked")) == (0, [], 0)

    # Turned on: it sounds once to show how, and the browser asks.
    window.click(button)
    window.wait(lambda: told(window, "asked") == 1)
    assert button.get_attribute("aria-pressed") == "true"
    assert told(window, "tones") == 2

    # Somebody who looks on hears it; somebody who does not sees it too.
    shop.writes(carla, "quero falar com um atendente")
    window.wait(lambda: told(window, "tones") == 4)
    window.wait(lambda: window.driver.title.startswith("(2) "))
    assert told(window, "shown") == []
    go_away(window, True)
    shop.writes(bruno, "alguém aí?")
    window.wait(lambda: told(window, "shown"))
    [[name, body, conversation]] = told(window, "shown")
    assert (name, body) == ("Bruno Alves", "alguém aí?")
    assert told(window, "tones") == 6
    go_away(window, False)

    # The notification leads to the conversation, and the choice is kept.
    window.driver.execute_script("window.last.dispatchEvent(new Event('click'))")
    window.wait(lambda: window.path == f"/inbox/{conversation}")
    window.open("/inbox")
    assert window.find("[data-alerts]").get_attribute("aria-pressed") == "true"
    window.click(window.find("[data-alerts]"))
    assert window.find("[data-alerts]").get_attribute("aria-pressed") == "false"
    heard = told(window, "tones")
    shop.writes(carla, "oi?")
    window.wait(lambda: "oi?" in window.text)
    assert told(window, "tones") == heard
    assert window.complaints() == []


def test_what_an_agent_writes_first_is_chosen_on_its_page(day: tuple["chromium.Browser", Shop]) -> None:
    window, shop = day
    size(window, DESK)
    window.open(f"/agents/{shop.agent}")
    card = "#follow-ups "
    assert not window.find(card + "[name='abandoned_cart_minutes-on']").is_selected()
    for box in ("unpaid_pix_minutes-on", "abandoned_cart_minutes-on"):
        window.click(window.find(f"{card}[name='{box}']"))
    window.fill(unpaid_pix_minutes="2", abandoned_cart_minutes="90", quiet_from="22")
    window.click(window.find(card + "button"))
    window.wait(lambda: window.find(card + "[name=unpaid_pix_minutes]").get_attribute("aria-invalid") == "true")
    assert window.find(card + "[name='abandoned_cart_minutes-on']").is_selected()
    assert window.find("[name=channels][value=whatsapp]").is_selected()
    window.fill(unpaid_pix_minutes="30")
    window.click(window.find(card + "button"))
    window.wait(lambda: "Guardado." in window.text)
    kept = shop.client.get(f"/internal/agents/{shop.agent}/full").json()["follow_ups"]
    assert kept == {"unpaid_pix_minutes": 30, "abandoned_cart_minutes": 90, "quiet_from": 22}
    assert [line for line in window.complaints() if "422" not in line] == []
