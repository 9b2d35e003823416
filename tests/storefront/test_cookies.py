import pytest

from app.settings import Settings
from app.storefront import cookies
from tests.storefront.conftest import SECRET, make_settings

TOKEN = "abcdefghijklmnopqrstuvwxyzABCDEF"
VALUE = f"{TOKEN}.JW5PJ7TgAwB%2F5qrmq2Sq05L4ZKUIJISjRuvHwKLvqeA%3D"


def test_value_is_the_auth_librarys(settings: Settings) -> None:
    assert cookies.sign_value(TOKEN, SECRET) == VALUE
    header = f"better-auth.session_token={VALUE}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax"
    assert cookies.set_session(settings, TOKEN) == header


def test_https_adds_the_prefix_and_secure(tmp_path) -> None:
    settings = make_settings(tmp_path, auth_url="https://shop.test")
    header = cookies.set_session(settings, TOKEN)
    assert header.startswith("__Secure-better-auth.session_token=")
    assert "; Secure; SameSite=Lax" in header


def test_a_signed_value_opens() -> None:
    assert cookies.open_value(VALUE, SECRET) == TOKEN


@pytest.mark.parametrize(
    "raw", ["", ".", TOKEN, VALUE[:-4], VALUE.replace("JW5", "JW6"), "x" + VALUE, f"{TOKEN}.", "é.é", "%ff.%ff"]
)
def test_anything_else_does_not(raw: str) -> None:
    assert cookies.open_value(raw, SECRET) is None


def test_an_empty_secret_opens_nothing() -> None:
    assert cookies.open_value(cookies.sign_value(TOKEN, ""), "") is None
