import re

import httpx
import pytest

from app.storefront import guard
from app.storefront.pages import ALL_ROUTES
from app.storefront.security import PROTECTED_PREFIXES
from tests.storefront.conftest import ANA, ORIGIN
from tests.storefront.desk_data import AGENT, ORDER
from tests.storefront.fake_backend import FakeBackend


@pytest.mark.parametrize("prefix", PROTECTED_PREFIXES)
async def test_strangers_are_sent_to_the_login(browser, prefix: str) -> None:
    for path in (prefix, prefix + "/some/where"):
        answer = await browser.get(path, params={"secret": "1"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/login?redirect={path}")
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/orders/1/move", "/orders/1"),
        ("/products/bulk", "/products"),
        ("/developers/1/test", "/developers/1"),
        ("/settings/members/bia/role", "/settings/members"),
    ],
)
async def test_who_sent_a_form_is_at_its_page_after_the_login(browser, path: str, page: str) -> None:
    answer = await browser.post(path, headers={"Referer": f"{ORIGIN}{page}?q=x"})
    assert answer.headers["location"] == f"/login?redirect={page}"
    for other in ("https://evil.test//x", "http://[x"):
        foreign = await browser.post(path, headers={"Referer": other})
        assert foreign.headers["location"] == f"/login?redirect={path}"


async def test_every_page_of_the_desk_is_protected(browser) -> None:
    for route in ALL_ROUTES:
        path = route.path.format_map(_Ids())
        if "GET" not in route.methods or path.startswith("/api/"):
            continue
        answer = await browser.get(path)
        assert answer.status_code != 401, path


@pytest.mark.parametrize(
    ("form", "page"),
    [
        (f"/orders/{ORDER}/move", f"/orders/{ORDER}"),
        (f"/agents/{AGENT}/toggle?store=x", f"/agents/{AGENT}?store=x"),
        ("/settings/billing/limits", "/settings/billing"),
        ("/settings/stock/test", "/settings/stock"),
        ("/settings/members/bia/role", "/settings/members"),
        ("/orders/bulk", "/orders?view=list"),
        ("/orders/views", "/orders?view=list"),
        ("/products/bulk", "/products"),
        ("/stores/sample", "/stores"),
        ("/logout", "/dashboard"),
    ],
)
async def test_the_address_of_a_form_leads_to_its_page(ana, form: str, page: str) -> None:
    answer = await ana.get(form)
    assert (answer.status_code, answer.headers["location"]) == (303, page)


async def test_no_other_address_is_led_on(browser) -> None:
    assert (await browser.get(f"/api/webhooks/stock-sync/{ORDER}")).status_code == 405
    assert (await browser.put("/settings/billing/limits", headers={"Origin": ORIGIN})).status_code in (303, 405)


class _Ids(dict[str, str]):
    """Some id for each parameter of a path."""

    def __missing__(self, name: str) -> str:
        return ORDER


async def test_routes_in_neither_list_pass_through(browser) -> None:
    for path in ("/administrator", "/nowhere", "/api/nowhere", "/dashboards"):
        assert (await browser.get(path)).status_code == 404


async def test_static_files_need_no_session(browser) -> None:
    answer = await browser.get("/static/css/base.css")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize("path", ["/login", "/register", "/logout", "/forgot-password", "/stores", "/nowhere"])
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
async def test_unsafe_methods_need_our_origin(browser, backend: FakeBackend, path: str, method: str) -> None:
    for headers in ({"Origin": "http://evil.test"}, {"Origin": ""}, {"Origin": "http://shop.test.evil.test"}):
        answer = await browser.request(method, path, data=ANA, headers=headers)
        assert answer.status_code == 403
    assert backend.calls == []


async def test_a_missing_origin_is_refused(backend: FakeBackend, settings) -> None:
    from app.storefront import create_storefront

    app = create_storefront(settings, transport=backend, bcrypt_rounds=4)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://shop.test") as client:
        assert (await client.post("/login", data=ANA)).status_code == 403


async def test_bodies_are_bounded(browser, backend: FakeBackend) -> None:
    async def endless():
        for _ in range(40):
            yield b"x" * 65536

    big = {"email": "x" * (3 * 1024 * 1024)}
    assert (await browser.post("/login", data=big)).status_code == 413
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert (await browser.post("/login", content=endless(), headers=kind)).status_code == 413
    assert backend.calls == []


async def test_a_backend_that_is_down_is_said_plainly(ana, backend: FakeBackend) -> None:
    (session,) = backend.sessions.values()
    backend.refuse[("GET", f"/internal/auth/sessions/by-token/{session['token']}")] = 503
    answer = await ana.get("/dashboard")
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers


async def test_headers_on_every_answer(browser) -> None:
    for path in ("/", "/nowhere", "/dashboard", "/static/favicon.svg"):
        answer = await browser.get(path, headers={"X-Request-Id": "abc-1"})
        assert answer.headers["x-request-id"] == "abc-1"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


async def test_the_access_line_tells_bytes_company_and_the_peer_and_nobodys_own_address(
    ana, backend: FakeBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    (session,) = backend.sessions.values()
    lines: list[dict[str, object]] = []
    monkeypatch.setattr(guard.log, "info", lambda event, **said: lines.append({"event": event} | said))
    page = await ana.get("/dashboard", headers={"X-Forwarded-For": "203.0.113.9"})
    signed_in = await ana.post("/login", data=ANA, headers={"X-Forwarded-For": "203.0.113.9"})
    assert (page.status_code, signed_in.status_code) == (200, 303)
    desk, login = lines
    assert desk.pop("ms")
    assert desk == {
        "event": "request",
        "method": "GET",
        "route": "/dashboard",
        "status": 200,
        "bytes": len(page.content),
        "company": session["user_id"],
        "client": "127.0.0.1",
        "request_id": page.headers["x-request-id"],
    }
    assert (login["company"], login["client"], login["bytes"]) == (None, "127.0.0.1", len(signed_in.content))
    assert "203.0.113.9" not in str(lines)
    assert {one["ip_address"] for one in backend.sessions.values()} == {"127.0.0.1", "203.0.113.9"}


async def test_a_malformed_request_id_is_replaced(browser) -> None:
    answer = await browser.get("/", headers={"X-Request-Id": "a b"})
    assert answer.headers["x-request-id"] != "a b"


async def test_static_files_are_compressed_and_kept_under_their_digest(browser: httpx.AsyncClient) -> None:
    page = (await browser.get("/login")).text
    sheet = re.search(r'href="(/static/css/base\.css\?v=\w+)"', page)
    assert sheet
    answer = await browser.get(sheet[1], headers={"Accept-Encoding": "gzip"})
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    bare = await browser.get("/static/css/base.css")
    assert bare.headers["cache-control"] == "public, max-age=86400"
    assert "content-encoding" not in (await browser.get("/login", headers={"Accept-Encoding": "gzip"})).headers


async def test_somebody_without_a_store_has_used_no_tokens(ana: httpx.AsyncClient) -> None:
    answer = await ana.get("/token-usage")
    assert answer.status_code == 200
    assert "/stores/new" in answer.text
