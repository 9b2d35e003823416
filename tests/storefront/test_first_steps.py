"""The steps of a new shop, over the real backend: each link leads to a page, and each step can be done."""

import re

import httpx

from tests.storefront.conftest import ANA
from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


def steps(page: str) -> list[str]:
    """Where the steps lead that are still to be done."""
    listed = re.findall(r'<ol class="steps">.*?</ol>', page, re.DOTALL)[0]
    return re.findall(r'href="([^"]+)"', listed)


async def test_each_step_leads_somewhere_before_there_is_a_store(shopkeeper: Shopkeeper) -> None:
    web: httpx.AsyncClient = shopkeeper.web
    web.cookies.clear()
    await shopkeeper.submit("/register", ANA | {"email": "rita@example.com"})
    links = steps((await web.get("/dashboard")).text)
    assert len(links) == 7
    for link in links:
        assert (await web.get(link)).status_code == 200, link


async def test_whoever_is_paid_on_delivery_has_chosen_too(shopkeeper: Shopkeeper) -> None:
    assert "/settings/payments" in steps(await shopkeeper.page("/dashboard"))
    await shopkeeper.submit("/settings/payments", {"cod_enabled": "1", "pix_expires_minutes": "60"})
    assert "/settings/payments" not in steps(await shopkeeper.page("/dashboard"))


async def test_a_shop_that_takes_no_money_has_not_chosen(shopkeeper: Shopkeeper) -> None:
    await shopkeeper.submit("/settings/payments", {"pix_expires_minutes": "60"})
    assert "/settings/payments" in steps(await shopkeeper.page("/dashboard"))
