"""The company at the desk over the real backend: what a save changes, and what it leaves."""

import html
import re
from typing import Any

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


def filled(page: str) -> dict[str, str]:
    """The form as a browser would send it: a list without a choice gives its first."""
    form = page.split('method="post" action="/settings"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"', form))
    fields["timezone"] = re.findall(r'<option value="([^"]+)" selected', form)[0]
    return {name: html.unescape(value) for name, value in fields.items()}


async def company(shopkeeper: Shopkeeper) -> dict[str, Any]:
    """The company as it is."""
    found: dict[str, Any] = (await shopkeeper.http.get("/internal/company")).json()
    return found


async def test_a_company_keeps_the_zone_it_is_in(shopkeeper: Shopkeeper) -> None:
    for zone in ("Europe/Lisbon", "America/Recife", "UTC"):
        await shopkeeper.http.patch("/internal/company", json={"timezone": zone})
        form = filled(await shopkeeper.page("/settings"))
        assert form["timezone"] == zone
        await shopkeeper.submit("/settings", form | {"name": f"Casa {zone}"})
        now = await company(shopkeeper)
        assert (now["name"], now["timezone"]) == (f"Casa {zone}", zone)
    await shopkeeper.submit("/settings", filled(await shopkeeper.page("/settings")) | {"timezone": "America/Manaus"})
    assert (await company(shopkeeper))["timezone"] == "America/Manaus"


async def test_a_save_leaves_what_somebody_else_changed_meanwhile(shopkeeper: Shopkeeper) -> None:
    form = filled(await shopkeeper.page("/settings"))
    await shopkeeper.http.patch(
        "/internal/company", json={"logo": "https://a.example/logo.png", "timezone": "Asia/Tokyo"}
    )
    await shopkeeper.submit("/settings", form | {"name": "Casa Figueira Ltda"})
    now = await company(shopkeeper)
    assert (now["name"], now["logo"], now["timezone"]) == (
        "Casa Figueira Ltda",
        "https://a.example/logo.png",
        "Asia/Tokyo",
    )


async def test_the_number_of_the_company_is_checked_and_kept(shopkeeper: Shopkeeper) -> None:
    form = filled(await shopkeeper.page("/settings"))
    refused = await shopkeeper.submit("/settings", form | {"tax_id": "11.222.333/0001-82"}, status=422)
    assert 'id="tax_id-error">Este CPF ou CNPJ não existe.' in refused.text
    await shopkeeper.submit("/settings", filled(refused.text) | {"tax_id": "11.222.333/0001-81"})
    assert (await company(shopkeeper))["tax_id"] == "11222333000181"
    await shopkeeper.submit("/settings", filled(await shopkeeper.page("/settings")) | {"tax_id": ""})
    assert (await company(shopkeeper))["tax_id"] is None
