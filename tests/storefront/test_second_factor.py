"""The second factor at the desk over the real backend: enrolled, asked for, spent, closed, renewed, turned off."""

import asyncio
import base64
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pyotp
import pytest

from tests.storefront.conftest import ANA, ORIGIN
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]

PAGE = "/account/second-factor"
LOGIN = {"email": ANA["email"], "password": ANA["password"], "redirect": "/orders"}


class Phone:
    """The authenticator app. Each code is of another time step: a code counts once."""

    def __init__(self, key: str) -> None:
        self._totp = pyotp.TOTP(key.replace(" ", ""))
        self._ahead = -2

    def code(self) -> str:
        self._ahead += 1
        return self._totp.at(int(time.time()) + 30 * self._ahead)

    def wrong(self) -> str:
        right = {self._totp.at(int(time.time()) + 30 * step) for step in range(-3, 4)}
        return next(code for code in map("{:06d}".format, range(10)) if code not in right)


@pytest.fixture
async def stranger(shopkeeper: Shopkeeper) -> AsyncIterator[httpx.AsyncClient]:
    """Another browser, signed in to nothing."""
    transport = shopkeeper.web._transport  # of the same storefront
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=shopkeeper.web.headers) as web:
        web.cookies.clear()
        yield web


async def enrol(shop: Shopkeeper) -> tuple[Phone, list[str]]:
    await shop.submit(PAGE, {"current_password": ANA["password"]})
    page = await shop.page(PAGE)
    assert "<svg" in page
    phone = Phone(re.findall(r"<code>([A-Z2-7 ]+)</code>", page)[0])
    done = await shop.submit(f"{PAGE}/confirm", {"code": phone.code()}, status=200)
    return phone, re.findall(r"<li><code>([\w-]+)</code>", done.text)


async def row(shop: Shopkeeper) -> dict[str, Any]:
    user = (await shop.api.auth.get(f"/internal/auth/users/by-email/{ANA['email']}")).json()
    rows = (await shop.api.auth.get(f"/internal/auth/extensions/by-user/{user['id']}")).json()
    found: dict[str, Any] = rows[0] if rows else {}
    return found


async def test_it_counts_once_a_code_was_right(shopkeeper: Shopkeeper, stranger: httpx.AsyncClient) -> None:
    refused = await shopkeeper.submit(PAGE, {"current_password": "not the password"}, status=422)
    assert "A senha atual não confere" in refused.text
    assert await row(shopkeeper) == {}
    await shopkeeper.submit(PAGE, {"current_password": ANA["password"]})
    wrong = await shopkeeper.submit(f"{PAGE}/confirm", {"code": "abcdef"}, status=422)
    assert "O código não confere" in wrong.text
    assert (await stranger.post("/login", data=LOGIN)).headers["location"] == "/orders"
    _, codes = await enrol(shopkeeper)
    assert len(set(codes)) == 10
    assert (await stranger.get("/account")).status_code in (302, 303), "the other sessions ended"
    assert "restam: 10" in await shopkeeper.page(PAGE)
    stored = str(await row(shopkeeper))
    assert not any(code in stored for code in codes)


async def test_the_password_alone_opens_nothing(shopkeeper: Shopkeeper, stranger: httpx.AsyncClient) -> None:
    phone, _ = await enrol(shopkeeper)
    asked = await stranger.post("/login", data=LOGIN)
    assert (asked.status_code, asked.headers["location"]) == (303, "/login/code")
    assert "session_token" not in asked.headers["set-cookie"]
    assert (await stranger.get("/orders")).status_code in (302, 303)
    assert "Código de verificação" in (await stranger.get("/login/code")).text
    wrong = await stranger.post("/login/code", data={"code": phone.wrong()})
    assert (wrong.status_code, "O código não confere" in wrong.text) == (401, True)
    right = await stranger.post("/login/code", data={"code": phone.code()})
    assert (right.status_code, right.headers["location"]) == (303, "/orders")
    assert (await stranger.get("/account")).status_code == 200


async def test_a_step_does_not_outlive_the_password_it_was_reached_by(
    shopkeeper: Shopkeeper, stranger: httpx.AsyncClient
) -> None:
    phone, _ = await enrol(shopkeeper)
    await stranger.post("/login", data=LOGIN)
    form = {"current_password": ANA["password"], "password": "another password"}
    await shopkeeper.submit("/account/password", form)
    over = await stranger.post("/login/code", data={"code": phone.code()})
    assert over.headers["location"] == "/login"


async def test_a_code_and_a_step_are_spent_once(shopkeeper: Shopkeeper, stranger: httpx.AsyncClient) -> None:
    phone, codes = await enrol(shopkeeper)
    await stranger.post("/login", data=LOGIN)
    step = dict(stranger.cookies)
    answers = await asyncio.gather(*(stranger.post("/login/code", data={"code": codes[0]}) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers).count(303) >= 1
    assert sum("better-auth.session_token" in str(answer.headers.get_list("set-cookie")) for answer in answers) == 1
    stranger.cookies.clear()
    stranger.cookies.update(step)
    over = await stranger.post("/login/code", data={"code": phone.code()})
    assert over.headers["location"] == "/login"
    code = phone.code()
    for status in (303, 401):
        stranger.cookies.clear()
        await stranger.post("/login", data=LOGIN)
        assert (await stranger.post("/login/code", data={"code": code})).status_code == status
    assert "restam: 9" in await shopkeeper.page(PAGE)


async def test_guesses_close_the_second_step(shopkeeper: Shopkeeper, stranger: httpx.AsyncClient) -> None:
    phone, codes = await enrol(shopkeeper)
    path = f"/internal/auth/extensions/{(await row(shopkeeper))['id']}"
    await shopkeeper.api.auth.patch(path, json={"data": {"failedVerificationCount": 9}})
    await stranger.post("/login", data=LOGIN)
    assert (await stranger.post("/login/code", data={"code": phone.wrong()})).status_code == 401
    closed = await stranger.post("/login/code", data={"code": codes[0]})
    assert (closed.status_code, "Códigos errados demais" in closed.text) == (429, True)
    await shopkeeper.api.auth.patch(path, json={"data": {"lockedUntil": "2026-01-01T00:00:00Z"}})
    assert (await stranger.post("/login/code", data={"code": codes[0]})).status_code == 303
    assert (await row(shopkeeper))["data"]["failedVerificationCount"] == 0


async def test_it_is_turned_off_with_both_alone(shopkeeper: Shopkeeper, stranger: httpx.AsyncClient) -> None:
    phone, codes = await enrol(shopkeeper)
    both = {"current_password": ANA["password"], "code": codes[0]}
    for missing in ("current_password", "code"):
        await shopkeeper.submit(f"{PAGE}/off", both | {missing: "nothing"}, status=422)
    made = await shopkeeper.submit(f"{PAGE}/codes", both | {"code": codes[1]}, status=200)
    renewed = re.findall(r"<li><code>([\w-]+)</code>", made.text)
    assert not set(renewed) & set(codes)
    await shopkeeper.submit(f"{PAGE}/off", both | {"code": codes[2]}, status=422)
    await shopkeeper.submit(f"{PAGE}/off", both | {"code": phone.code()})
    assert await row(shopkeeper) == {}
    assert (await stranger.post("/login", data=LOGIN)).headers["location"] == "/orders"
    events = (await shopkeeper.http.get("/internal/audit", params={"limit": 50})).json()["items"]
    assert {"auth.two_factor_enabled", "auth.two_factor_disabled"} <= {event["action"] for event in events}


async def test_a_factor_that_another_secret_sealed_is_not_left_out(
    shopkeeper: Shopkeeper, stranger: httpx.AsyncClient
) -> None:
    await enrol(shopkeeper)
    path = f"/internal/auth/extensions/{(await row(shopkeeper))['id']}"
    foreign = base64.b16encode(bytes(60)).decode().lower()
    await shopkeeper.api.auth.patch(path, json={"data": {"secret": foreign}})
    refused = await stranger.post("/login", data=LOGIN)
    assert (refused.status_code, "Entre pela loja" in refused.text) == (401, True)


async def test_a_forged_or_missing_step_leads_to_the_sign_in(
    shopkeeper: Shopkeeper, stranger: httpx.AsyncClient
) -> None:
    await enrol(shopkeeper)
    for cookie in ("", "token /orders.forged"):
        stranger.cookies.set("desk_second_step", cookie)
        assert (await stranger.get("/login/code")).headers["location"] == "/login"
        assert (await stranger.post("/login/code", data={"code": "1"})).headers["location"] == "/login"
