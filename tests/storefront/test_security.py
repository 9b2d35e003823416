import pytest

from app.storefront.security import (
    PROTECTED_PREFIXES,
    is_protected,
    login_url,
    origin_allowed,
    origin_of,
    safe_redirect,
    trusted_origins,
)
from tests.storefront.conftest import make_settings


@pytest.mark.parametrize("prefix", PROTECTED_PREFIXES)
def test_protected_prefixes_end_at_segments(prefix: str) -> None:
    assert is_protected(prefix)
    assert is_protected(prefix + "/")
    assert is_protected(prefix + "/x/y")
    assert not is_protected(prefix + "x")
    assert not is_protected("/x" + prefix)


@pytest.mark.parametrize("path", ["/", "/login", "/register", "/auth/callback", "/api/me", "/static/x.css", "/blog"])
def test_other_paths_pass(path: str) -> None:
    assert not is_protected(path)


def test_login_url_keeps_the_path() -> None:
    assert login_url("/orders/1") == "/login?redirect=/orders/1"
    assert login_url("/orders/a&b?c") == "/login?redirect=/orders/a%26b%3Fc"


@pytest.mark.parametrize("target", ["/orders", "/orders/1?tab=a#b", "/products?q=a%20b", "/leads/é"])
def test_a_path_of_this_site_is_kept(target: str) -> None:
    assert safe_redirect(target) == target


@pytest.mark.parametrize(
    "target",
    [
        None, "", "orders", "https://evil.test", "javascript:alert(1)", "//evil.test", "/\\evil.test", "\\\\evil.test",
        "/\t/evil.test", "/\n/evil.test", "/%2f/evil.test", "/%2Fevil.test", "/%5cevil.test", "/%09/evil.test",
        "/a//evil.test", "/..//evil.test", " /orders", "/orders ", "/\u0085x", "/x\x7f", "/" + "a" * 3000,
        "/\ud800", "///evil.test", "http:/evil.test",
    ],
)  # fmt: skip
def test_everything_else_goes_to_the_dashboard(target: str | None) -> None:
    assert safe_redirect(target) == "/dashboard"


def test_trusted_origins_are_exact(tmp_path) -> None:
    given = {"auth_url": "https://Shop.test:443/x", "auth_trusted_origins": ("https://b.test", "junk")}
    settings = make_settings(tmp_path, environment="production", **given)
    assert trusted_origins(settings) == {"https://shop.test", "https://b.test"}


def test_development_trusts_its_own_loopback_port(tmp_path) -> None:
    settings = make_settings(tmp_path, storefront_port=9123)
    assert trusted_origins(settings) == {"http://shop.test", "http://127.0.0.1:9123", "http://localhost:9123"}


@pytest.mark.parametrize("url", ["", "ftp://a", "//a", "http://", "http://[", "http://a:99999999"])
def test_no_origin_of(url: str) -> None:
    assert origin_of(url) == ""


@pytest.mark.parametrize(
    ("origins", "sites", "allowed"),
    [
        (["http://shop.test"], [], True),
        (["http://shop.test"], ["cross-site"], True),
        ([], ["same-origin"], False),
        (["http://shop.test", "http://shop.test"], [], False),
        (["http://shop.test:81"], [], False),
        (["https://shop.test"], [], False),
        (["http://shop.test.evil.test"], [], False),
        (["http://SHOP.test"], [], False),
        (["null"], [], False),
        (["null"], ["cross-site"], False),
        (["null"], ["same-site"], False),
        (["null"], ["same-origin", "same-origin"], False),
        (["null"], ["same-origin"], True),
        (["NULL"], ["same-origin"], False),
    ],
)
def test_origin_check(origins: list[str], sites: list[str], allowed: bool) -> None:
    assert origin_allowed(frozenset({"http://shop.test"}), origins, sites) is allowed
