"""How a store is paid, at the desk over the real backend: what a save changes, and what it leaves."""

import html
import re
from typing import Any

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]

PLACE = "/settings/payments"


async def opened(shopkeeper: Shopkeeper) -> dict[str, str]:
    """The page's form as a browser would send it."""
    form = (await shopkeeper.page(PLACE)).split(f'method="post" action="{PLACE}?')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input[^>]*? name="([^"]+)" type="\w+" value="([^"]*)"', form))
    fields |= dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    fields |= dict(re.findall(r'<input type="checkbox" name="([^"]+)" value="([^"]*)" checked', form))
    return {name: html.unescape(value) for name, value in fields.items() if value}


async def kept(shopkeeper: Shopkeeper, **changes: Any) -> dict[str, Any]:
    """The settings, after these changes by the API."""
    path = f"/internal/orders/store/{shopkeeper.store_id}/payment-settings"
    answer = await shopkeeper.http.put(path, json=changes)
    assert answer.status_code == 200, answer.text
    settings: dict[str, Any] = answer.json()
    return settings


async def test_times_and_the_reservation_are_set(shopkeeper: Shopkeeper) -> None:
    form = await opened(shopkeeper)
    assert (form["pix_expires_minutes"], form["proof_expires_hours"], form["reserve_stock"]) == ("60", "48", "1")
    del form["reserve_stock"]
    await shopkeeper.submit(PLACE, form | {"proof_expires_hours": "24", "pix_expires_minutes": "30"})
    settings = await kept(shopkeeper)
    assert (settings["proof_expires_in"], settings["pix_expires_in"], settings["reserve_stock"]) == (
        86_400,
        1_800,
        False,
    )
    refused = await shopkeeper.submit(PLACE, await opened(shopkeeper) | {"proof_expires_hours": "721"}, status=422)
    assert 'id="proof_expires_hours-error">Informe um número até 720.' in refused.text


async def test_a_save_leaves_times_between_two_units_and_what_it_does_not_name(shopkeeper: Shopkeeper) -> None:
    before = await kept(shopkeeper, pix_expires_in=90, proof_expires_in=5_400, reserve_stock=False)
    await shopkeeper.submit(PLACE, await opened(shopkeeper) | {"cod_instructions": "Tenha troco."})
    after = await kept(shopkeeper)
    assert after["cod_instructions"] == "Tenha troco."
    for name in ("pix_expires_in", "proof_expires_in", "reserve_stock"):
        assert after[name] == before[name], name
