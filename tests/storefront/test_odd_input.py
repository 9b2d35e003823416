"""Every route with input nobody planned for: an expected answer, never a 500."""

import httpx
import pytest
from starlette.routing import Route

from app.storefront.pages import ALL_ROUTES
from tests.storefront.desk_data import AGENT, DOCUMENT, LEAD, ORDER, PRODUCT, STORE, uid
from tests.storefront.desk_talk import TALK
from tests.storefront.fake_desk import FakeDesk
from tests.storefront.test_desk_pages import PAGES

IDS = {
    "orders": ORDER,
    "products": PRODUCT,
    "agents": AGENT,
    "leads": LEAD,
    "inbox": TALK,
    "documents": DOCUMENT,
    "stores": STORE,
}
ODD = ["", "\0", "x" * 5000, "-1", "é\u2028", "[]", "<b>", "../..", "%", "999999999999999999999", "1e400", "\ud7ff"]


@pytest.fixture
def backend() -> FakeDesk:
    return FakeDesk()


def paths(method: str) -> list[str]:
    made = []
    for route in ALL_ROUTES:
        if isinstance(route, Route) and method in (route.methods or ()):
            kind = route.path.removeprefix("/api").split("/")[1]
            path = route.path.replace("{id}", IDS.get(kind, uid(7))).replace("{file_id}", uid(8))
            made.append(path.replace("{name}", "x" * 24).replace("{key}", "k"))
    # A stream of ten minutes is read in test_live.py.
    return [path for path in made if not path.startswith(("/logout", "/api/desk/updates"))]


NAMES = (
    ("q", "offset", "status", "channel", "period", "store", "view", "target_type", "redirect", "token", "slug"),
    ("state", "unread", "from", "to", "days", "sort", "attention", "payment_status", "id", "what", "lead"),
)


@pytest.mark.parametrize("path", paths("GET"))
async def test_odd_queries(ana: httpx.AsyncClient, path: str) -> None:
    for names in NAMES:
        for value in ODD:
            answer = await ana.get(path, params=dict.fromkeys(names, value))
            assert answer.status_code < 500, (path, value, answer.text[:500])


@pytest.mark.parametrize("path", paths("POST"))
async def test_odd_forms(ana: httpx.AsyncClient, path: str) -> None:
    fields = [
        "name", "email", "title", "content", "message", "history", "mode", "to", "amount", "price", "stock_quantity",
        "quantity-x", "payment_method", "alert_pct", "cap", "slug", "status", "channels", "type", "plan_slug", "token",
        "column-0", "session_id", "outbound_url", "messages_per_day", "shipping", "pix_expires_minutes", "request_key",
        "note", "act", "add", "customer", "id", "query", "what", "kind", "reason", "cep", "coupon_code", "pq", "cq",
        "url", "opened",
    ]  # fmt: skip
    for value in ODD[1:6]:
        answer = await ana.post(path, data=dict.fromkeys(fields, value))
        assert answer.status_code < 500, (path, value, answer.text[:500])
    for content, kind in (
        (b"\xff\xfe", "application/json"),
        (b"--x\r\n", "multipart/form-data; boundary=x"),
        (b"{", ""),
    ):
        answer = await ana.post(path, content=content, headers={"content-type": kind})
        assert answer.status_code < 500, (path, content, answer.text[:500])


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_in_english(ana: httpx.AsyncClient, path: str) -> None:
    answer = await ana.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    assert '<html lang="en">' in answer.text
    for word in ("Pedidos<", "Produtos<", "Ajustes<", "Salvar<"):
        assert word not in answer.text
