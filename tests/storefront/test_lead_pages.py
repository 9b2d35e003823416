"""A lead's page at the desk over the real backend: what is saved of its form."""

import html
import re
from typing import Any

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]


async def made(shopkeeper: Shopkeeper, **fields: Any) -> str:
    """The path of a lead's page."""
    body = {"store_id": shopkeeper.store_id, "channel": "web", "external_id": "v1"} | fields
    lead = (await shopkeeper.http.post("/internal/leads/ensure", json=body)).json()
    return f"/leads/{lead['id']}"


def filled(page: str) -> dict[str, str]:
    """The form of the profile as a browser would send it."""
    form = page.split("<h2>Perfil</h2>")[1].split("</form>")[0]
    fields = dict(re.findall(r'<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"', form))
    fields["status"] = re.search(r'<option value="(\w+)" selected', form)[1]
    fields["profile_summary"] = re.search(r"<textarea[^>]*>(.*?)</textarea>", form, re.DOTALL)[1]
    return {name: html.unescape(value) for name, value in fields.items()}


async def test_saving_a_lead_leaves_what_the_agent_learned_meanwhile(shopkeeper: Shopkeeper) -> None:
    path = await made(shopkeeper, name="Bruno", address={"street": "Rua A", "number": "10"})
    form = filled(await shopkeeper.page(path))
    learned = {"name": "Bruno Reis", "interests": ["corrida"], "profile_summary": "Quer tênis.", "status": "qualified"}
    await shopkeeper.http.patch(f"/internal{path}", json=learned)
    await shopkeeper.submit(path, form | {"phone": "+5511999990000"})
    now = (await shopkeeper.http.get(f"/internal{path}")).json()
    assert {name: now[name] for name in learned} == learned
    assert (now["phone"], now["address"]) == ("+5511999990000", {"street": "Rua A", "number": "10"})


async def test_parts_of_an_address_that_the_form_does_not_show_stay(shopkeeper: Shopkeeper) -> None:
    path = await made(shopkeeper, address={"street": "Rua A", "number": "10", "reference": "portão azul"})
    form = filled(await shopkeeper.page(path))
    await shopkeeper.http.patch(
        f"/internal{path}", json={"address": {"street": "Rua A", "number": "12", "reference": "portão azul"}}
    )
    await shopkeeper.submit(path, form | {"address_complement": "ap 3", "address_street": ""})
    now = (await shopkeeper.http.get(f"/internal{path}")).json()
    assert now["address"] == {"number": "12", "reference": "portão azul", "complement": "ap 3"}


async def test_a_refused_lead_still_knows_what_it_was_opened_with(shopkeeper: Shopkeeper) -> None:
    path = await made(shopkeeper, name="Bruno")
    form = filled(await shopkeeper.page(path)) | {"profile_summary": "Volta sempre."}
    refused = await shopkeeper.submit(path, form | {"phone": "meu número"}, status=422)
    assert "Só números, com DDI e DDD: +5511999990000." in refused.text
    await shopkeeper.http.patch(f"/internal{path}", json={"name": "Bruno Reis"})
    await shopkeeper.submit(path, filled(refused.text) | {"phone": ""})
    now = (await shopkeeper.http.get(f"/internal{path}")).json()
    assert (now["name"], now["profile_summary"], now["phone"]) == ("Bruno Reis", "Volta sempre.", None)
