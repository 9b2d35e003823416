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


async def test_a_key_whose_switch_is_off_is_said_to_be_off(shopkeeper: Shopkeeper) -> None:
    form = {"manual_pix_key": "ana@example.com", "pix_expires_minutes": "60", "cod_enabled": "1"}
    await shopkeeper.submit("/settings/payments", form)
    assert "O PIX manual segue desligado." in await shopkeeper.page("/settings/payments")


async def test_a_document_is_known_at_once_to_who_attends(shopkeeper: Shopkeeper) -> None:
    made = []
    for name in ("Lia", "Rui"):
        agent = {"store_id": shopkeeper.store_id, "type": "vendas", "persona": {"name": name}}
        answer = await shopkeeper.http.post("/internal/agents", json=agent | {"name": name})
        assert answer.status_code == 201, answer.text
        made.append(answer.json()["id"])
    await shopkeeper.http.post(f"/internal/agents/{made[0]}/toggle-active")
    form = await shopkeeper.page("/documents/new")
    ticked = re.findall(r'name="agent_ids" value="([^"]+)" checked', form)
    assert ticked == [made[0]]
    text = {"title": "Trocas", "content": "Trocas em até 30 dias."}
    created = await shopkeeper.submit("/documents", text | {"agent_ids": ticked})
    document = (await shopkeeper.http.get(f"/internal{created.headers['location']}")).json()
    assert document["agent_ids"] == [made[0]]
    assert not [link for link in steps(await shopkeeper.page("/dashboard")) if link.endswith("#knowledge")]
