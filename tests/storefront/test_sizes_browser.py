"""What stands beside what, and what is in sight, on a desk and on a phone."""

import pytest

pytest.importorskip("selenium", reason="selenium is not installed")

from tests.storefront.chromium import CHROMIUM, DRIVER, MISSING, Browser
from tests.storefront.desk_data import AGENT, LEAD, LEADS, ORDER, ORDERS, PRODUCT, PRODUCTS, STATS
from tests.storefront.served import desk, look, sign_up, window
from tests.storefront.test_desk_pages import PAGES, TALK

__all__ = ["desk", "window"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.timeout(240),
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason=MISSING),
]
PHONE, DESK = 390, 1280


@pytest.fixture(scope="module")
def signed_in(window: Browser) -> Browser:
    """Ana's desk."""
    sign_up(window, "ana@example.com")
    return window


def test_the_customer_stands_beside_the_conversation(signed_in: Browser) -> None:
    look(signed_in, DESK, "light")
    signed_in.open(f"/inbox/{TALK}")
    thread, beside = signed_in.find(".thread").rect, signed_in.find(".beside").rect
    assert beside["x"] >= thread["x"] + thread["width"]
    assert beside["y"] == thread["y"]
    out = """
        const box = document.querySelector(".beside").getBoundingClientRect();
        const inside = [...document.querySelectorAll(".beside .card *")];
        const out = (one) => one.getBoundingClientRect().right > box.right;
        const cut = (one) => one.matches("a") && one.scrollWidth > one.clientWidth;
        return inside.filter((one) => out(one) || cut(one)).map((one) => one.outerHTML);
    """
    assert signed_in.driver.execute_script(out) == []


@pytest.mark.parametrize(("width", "leads"), [(PHONE, True), (DESK, False)])
def test_the_way_to_the_api_is_at_the_top_where_it_stands_below(signed_in: Browser, width: int, leads: bool) -> None:
    look(signed_in, width, "light")
    signed_in.open("/developers/api")
    below = signed_in.find("#api").rect["y"] > signed_in.find("main table").rect["y"]
    assert below == signed_in.find("a[href='#api']").is_displayed() == leads


@pytest.mark.parametrize("width", [PHONE, DESK])
@pytest.mark.parametrize("path", ["/inbox", f"/inbox/{TALK}"])
def test_each_state_of_a_conversation_is_in_sight(signed_in: Browser, path: str, width: int) -> None:
    look(signed_in, width, "light")
    signed_in.open(path)
    hidden = """
        const tabs = document.querySelector(".side-list .tabs");
        return tabs.scrollWidth > tabs.clientWidth + 1 || tabs.scrollHeight > tabs.clientHeight + 1;
    """
    assert not signed_in.driver.execute_script(hidden)


def test_a_customer_speaks_from_the_same_side_everywhere(signed_in: Browser) -> None:
    look(signed_in, DESK, "light")
    for path in (f"/inbox/{TALK}", f"/leads/{LEAD}"):
        signed_in.open(path)
        log, said = signed_in.find(".log").rect, signed_in.find(".bubble.theirs").rect
        left, right = said["x"] - log["x"], log["x"] + log["width"] - said["x"] - said["width"]
        assert left < right, path


def test_what_an_agent_says_keeps_its_prices_whole(signed_in: Browser) -> None:
    signed_in.open(f"/agents/{AGENT}/try")
    signed_in.fill(message="custa R$ 12,00?\n")
    assert signed_in.find(".bubble.user").get_property("textContent") == "custa R$\u00a012,00?"


def test_a_field_of_one_line_shows_its_hint_whole(signed_in: Browser) -> None:
    look(signed_in, PHONE, "light")
    cut = """
        const fields = [...document.querySelectorAll("textarea[rows='1']")];
        return fields.filter((one) => one.scrollHeight > one.clientHeight + 4).map((one) => one.placeholder);
    """
    for path in (f"/agents/{AGENT}/try", f"/inbox/{TALK}"):
        signed_in.open(path)
        assert signed_in.driver.execute_script(cut) == [], path


# What matches of a page's texts and stands on several lines; no code.
_BROKEN = """
    const [within, pattern] = arguments, found = [];
    for (const part of document.querySelectorAll(within)) {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            if (walker.currentNode.parentElement.closest("code, pre")) continue;
            for (const match of walker.currentNode.data.matchAll(new RegExp(pattern, "gu"))) {
                const range = document.createRange();
                range.setStart(walker.currentNode, match.index);
                range.setEnd(walker.currentNode, match.index + match[0].length);
                const lines = new Set([...range.getClientRects()].filter((box) => box.width).map((box) => box.top));
                if (lines.size > 1) found.push(match[0]);
            }
        }
    }
    return found;
"""
PRICE, WORD = r"R\$[ \u00a0][\d.,]+", r"R\$|\p{L}{2,24}"


def test_no_price_is_broken_and_no_word_but_one_too_long(signed_in: Browser) -> None:
    found = {}
    for path in PAGES:
        signed_in.open(path)
        for width in (PHONE, DESK):
            look(signed_in, width, "light")
            found[path, width] = [*signed_in.driver.execute_script(_BROKEN, "main", PRICE)]
            found[path, width] += signed_in.driver.execute_script(_BROKEN, "main", WORD)
    assert {place: texts for place, texts in found.items() if texts} == {}


# Page and cards that hold something wider than they are, and so cut or push it out of sight.
_WIDER = """
    const boxes = document.querySelectorAll("html, main .card, main .figure, main .bubble, main .ticket, .paper");
    return [...boxes].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className || one.tagName);
"""


def test_a_name_without_a_space_or_a_large_sum_widens_nothing(
    signed_in: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STATS, "revenue_cents", 123_456_789_00)
    for row in (PRODUCTS[0], LEADS[0], ORDERS[0]["customer_info"], ORDERS[0]["items"][0]):
        monkeypatch.setitem(row, "name", "Nomesemespaço" * 16)
    found = {}
    for path in ("/orders", "/orders?view=list", f"/orders/{ORDER}", f"/orders/print?id={ORDER}", "/orders/new",
                 "/products", f"/products/{PRODUCT}", "/leads", f"/leads/{LEAD}"):  # fmt: skip
        signed_in.open(path)
        for width in (PHONE, DESK):
            look(signed_in, width, "light")
            found[path, width] = signed_in.driver.execute_script(_WIDER)
    assert {place: boxes for place, boxes in found.items() if boxes} == {}
