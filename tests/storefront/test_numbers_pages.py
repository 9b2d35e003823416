import re

import httpx
import pytest

from app.storefront import ranges
from app.storefront.pages.dashboard import points
from tests.storefront.desk_data import STORE, USAGE
from tests.storefront.fake_desk import FakeDesk


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


def test_a_range_is_days_back_or_from_one_day_to_another() -> None:
    assert ranges.asked({}) == {"days": 30}
    assert ranges.asked({"days": "90"}) == {"days": 90}
    assert ranges.asked({"from": "2026-01-01", "to": "2026-01-31", "days": "7"}) == {
        "from": "2026-01-01",
        "to": "2026-01-31",
    }
    for odd in ({"days": "9999"}, {"from": "2026-02-01", "to": "2026-01-01"}, {"from": "x", "to": "y"},
                {"from": "2020-01-01", "to": "2026-01-01"}, {"from": "2026-01-01"}):  # fmt: skip
        assert ranges.asked(odd) == {"days": 30}


@pytest.mark.parametrize(
    ("now", "before", "words", "tone"),
    [(125, 100, "+25%", "good"), (50, 100, "−50%", "bad"), (5, 5, "igual a antes", "off"),
     (3, 0, "antes não havia", "info"), (0, 7, "−100%", "bad"), (None, 1, "", "off")],
)  # fmt: skip
def test_changes_are_told_in_words(now: int | None, before: int, words: str, tone: str) -> None:
    assert ranges.change("pt", now, before) == (words, tone)


def test_a_long_chart_sums_weeks() -> None:
    days = [{"date": f"2026-{1 + n // 28:02d}-{1 + n % 28:02d}", "orders": 1} for n in range(140)]
    assert [value for _, value, _ in points("pt", days, "orders")] == [7] * 20
    assert len(points("pt", days[:90], "orders")) == 90


async def test_the_chosen_days_reach_the_backend(ana: httpx.AsyncClient, backend: FakeDesk) -> None:
    for path in ("/dashboard", "/client-stats"):
        page = await ana.get(f"{path}?from=2026-01-01&to=2026-01-31")
        assert page.status_code == 200
        assert f"/internal/numbers/{STORE}?from=2026-01-01&to=2026-01-31" in backend.urls[-1] + backend.urls[-2]


async def test_what_wants_to_be_done_stands_above_the_numbers(ana: httpx.AsyncClient, backend: FakeDesk) -> None:
    page = (await ana.get("/dashboard")).text
    assert re.search(r'2 pedidos precisam de atenção\. <a href="/orders\?view=list&amp;attention=1"', page)
    assert "Os tokens acabaram" not in page
    assert re.search(r'Precisam de atenção <span class="count">2</span>', (await ana.get("/orders")).text)
    backend.answers["/internal/billing/usage-this-month"] = httpx.Response(200, json=USAGE | {"state": "BLOCK"})
    assert re.search(r'Os tokens acabaram[^<]*<a href="/settings/billing"', (await ana.get("/dashboard")).text)


async def test_customers_are_sums_and_say_how_talks_ended(ana) -> None:
    page = (await ana.get("/client-stats")).text
    for words in ("R$\u00a0450,00", "12,5%", "WhatsApp", "camisetas", "Quem respondeu", "R$\u00a04.000,00"):
        assert words in page


async def test_a_new_shop_sees_its_steps_and_no_empty_charts(ana, backend: FakeDesk) -> None:
    backend.answers[f"/internal/dashboard/{STORE}"] = httpx.Response(
        200,
        json={
            "orders": {"by_status": {}, "revenue_cents": 0},
            "leads": {"total": 0, "by_status": {}},
            "products": {"total": 0, "out_of_stock": 0},
            "recent_conversations": [],
        },
    )
    page = (await ana.get("/dashboard")).text
    assert "Primeiros passos" in page
    assert "Receita por dia" not in page
    backend.sent.clear()
    assert not [url for url in backend.urls if "/internal/numbers/" in url]
