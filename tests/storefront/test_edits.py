"""Two people at one record, over the real backend: what each has changed is saved, what both have is asked about."""

import html
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.storefront.shopkeeper import Shopkeeper, shopkeeper

__all__ = ["shopkeeper"]

CONFLICT = "O que mudou enquanto você editava"
Fields = dict[str, Any]


def filled(page: str, action: str) -> Fields:
    """The form that goes to `action` as a browser would send it."""
    form = re.split(rf'method="post" action="{re.escape(action)}["?]', page)[1].split("</form>")[0]
    fields: Fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = (re.search(rf' {part}="([^"]*)"', tag) for part in ("name", "value"))
        if name is None or ('type="checkbox"' in tag and " checked" not in tag):
            continue
        fields.setdefault(name[1], []).append(html.unescape(value[1] if value else ""))
    for name, content in re.findall(r'<textarea[^>]*? name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
        fields[name] = [html.unescape(content)]
    for name, options in re.findall(r'<select[^>]*? name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        fields[name] = [html.unescape(chosen[1])] if chosen else []
    return fields


async def store(shop: Shopkeeper) -> str:
    return f"/stores/{shop.store_id}"


async def document(shop: Shopkeeper) -> str:
    body = {"store_id": shop.store_id, "title": "Trocas", "content": "Sete dias.\nCom a nota."}
    return f"/documents/{(await shop.http.post('/internal/documents', json=body)).json()['id']}"


async def agent(shop: Shopkeeper) -> str:
    body = {
        "store_id": shop.store_id,
        "name": "Lia",
        "type": "vendas",
        "channels": ["web"],
        "persona": {"tone": "calma"},
    }
    return f"/agents/{(await shop.http.post('/internal/agents', json=body)).json()['id']}"


async def lead(shop: Shopkeeper) -> str:
    body = {"store_id": shop.store_id, "channel": "web", "external_id": "v1", "name": "Bruno"}
    return f"/leads/{(await shop.http.post('/internal/leads/ensure', json=body)).json()['id']}"


async def endpoint(shop: Shopkeeper) -> str:
    body = {"url": "https://erp.example.com/a", "types": ["order.created"]}
    return f"/developers/{(await shop.http.post('/internal/webhook-endpoints', json=body)).json()['id']}"


async def order(shop: Shopkeeper) -> str:
    await shop.submit("/settings/payments", {"cod_enabled": "1"})
    cup = await shop.product(price_cents=1000)
    body = {"store_id": shop.store_id, "items": [{"product_id": cup["id"], "quantity": 1}], "payment_method": "cod"}
    return f"/orders/{(await shop.http.post('/internal/orders', json=body)).json()['id']}"


async def agent_test(shop: Shopkeeper) -> str:
    place = await agent(shop)
    turns = ["tem caneca?", {"text": "sim", "expect": {"reply": {"contains": [["34,90"], "R$"]}, "no_order": True}}]
    expect = {"order": {}, "tools": ["search_products"], "state": "bot"}
    body = {"agent_id": place.rpartition("/")[2], "name": "Caneca", "turns": turns, "expect": expect}
    return f"{place}/tests/{(await shop.http.post('/internal/agent-tests', json=body)).json()['id']}"


async def settings(_: Shopkeeper) -> str:
    return "/settings"


# The record's page, the form below it, what the first changes, what the second changes, and both of one field.
FORMS: list[tuple[Callable[[Shopkeeper], Awaitable[str]], str, Fields, Fields, Fields]] = [
    (store, "", {"description": "Louças"}, {"name": "Casa Nova"}, {"description": "Panelas"}),
    (document, "", {"content": "Trinta dias."}, {"title": "Trocas e prazos"}, {"content": "Dez dias."}),
    (agent, "", {"tone": "alegre"}, {"greeting": "Oi!"}, {"tone": "séria"}),
    (agent, "", {"hours-mon-opens-1": "09:00", "hours-mon-closes-1": "18:00"}, {"messages_per_day": "9"},
     {"hours-mon-opens-1": "08:00", "hours-mon-closes-1": "12:00"}),
    (agent, "", {"channels": ["whatsapp", "web"]}, {"messages_per_minute": "9"}, {"channels": ["telegram"]}),
    (agent, "/follow-ups", {"quiet_from": "20"}, {"back_in_stock": "1"}, {"quiet_from": "19"}),
    (lead, "", {"name": "Bruno Reis"}, {"address_city": "Santos"}, {"name": "Bruno Lima"}),
    (endpoint, "", {"description": "ERP"}, {"types": ["stock.changed"]}, {"description": "Loja"}),
    (order, "/edit", {"phone": "+5511999990000"}, {"notes": "Portão azul"}, {"phone": "+5511988880000"}),
    (order, "/tracking", {"carrier": "Correios"}, {"code": "BR1"}, {"carrier": "Loggi"}),
    (agent_test, "", {"name": "Duas canecas"}, {"turn_2": "pode ser"}, {"name": "Três canecas"}),
    (agent_test, "", {"turn_1": "tem vela?"}, {"lines": "2 × Vela"}, {"contains_2": "9,90"}),
    (agent_test, "", {"total": "10,00"}, {"turns": ""}, {"state": "waiting"}),
    (settings, "", {"logo": "https://a.example/a.png"}, {"name": "Casa"}, {"logo": "https://a.example/b.png"}),
    (settings, "/payments", {"manual_pix_city": "SANTOS"}, {"cod_enabled": "1"}, {"manual_pix_city": "CAMPINAS"}),
    (settings, "/stock", {"outbound_url": "https://a.example.com/x"}, {}, {"outbound_url": "https://b.example.com/x"}),
    (settings, "/billing/limits", {"cap": "50,00"}, {"alert_pct": "60"}, {"cap": "70,00"}),
    (store, "/synonyms", {"groups": "caneca, xícara"}, {}, {"groups": "prato, louça"}),
    (store, "/shipping", {"name-0": "Motoboy", "price-0": "10,00"}, {}, {"name-0": "Correios", "price-0": "20,00"}),
]  # fmt: skip
PARAMETERS = ("record", "form", "first", "second", "same")


async def opened(shop: Shopkeeper, action: str) -> Fields:
    """The form as somebody has just opened it. Its address leads to its page."""
    return filled((await shop.web.get(action, follow_redirects=True)).text, action)


@pytest.mark.parametrize(PARAMETERS, FORMS)
async def test_each_saves_what_they_changed(shopkeeper: Shopkeeper, record, form, first, second, same) -> None:
    action = await record(shopkeeper) + form
    stale = await opened(shopkeeper, action)
    await shopkeeper.submit(action, stale | first)
    if second:
        await shopkeeper.submit(action, stale | second)
    now = await opened(shopkeeper, action)
    for name, value in (first | second).items():
        assert now[name] == (value if isinstance(value, list) else [value]), name


@pytest.mark.parametrize(PARAMETERS, FORMS)
async def test_what_both_changed_is_asked_about(shopkeeper: Shopkeeper, record, form, first, second, same) -> None:
    action = await record(shopkeeper) + form
    stale = await opened(shopkeeper, action)
    await shopkeeper.submit(action, stale | first)
    asked = await shopkeeper.submit(action, stale | same, status=409)
    assert CONFLICT in asked.text
    again = filled(asked.text, action)
    for name, value in same.items():
        assert again[name] == (value if isinstance(value, list) else [value]), name
    await shopkeeper.submit(action, again)
    now = await opened(shopkeeper, action)
    for name, value in same.items():
        assert now[name] == (value if isinstance(value, list) else [value]), name


async def test_a_conflict_shows_of_other_fields_what_is_now(shopkeeper: Shopkeeper) -> None:
    path = await store(shopkeeper)
    stale = await opened(shopkeeper, path)
    await shopkeeper.submit(path, stale | {"description": "Louças", "name": "Casa Nova", "active": []})
    asked = await shopkeeper.submit(path, stale | {"description": "Panelas"}, status=409)
    assert re.search(r"Descrição</td><td>–</td><td>Louças", asked.text)
    assert re.search(r"Nome</td><td>Casa Figueira</td><td>Casa Nova", asked.text)
    form = filled(asked.text, path)
    assert (form["name"], form["description"], "active" in form) == (["Casa Nova"], ["Panelas"], False)


async def test_a_refused_form_still_knows_how_it_was_opened(shopkeeper: Shopkeeper) -> None:
    path = await document(shopkeeper)
    stale = await opened(shopkeeper, path)
    refused = await shopkeeper.submit(path, stale | {"title": ""}, status=422)
    await shopkeeper.http.patch(f"/internal{path}", json={"content": "Trinta dias."})
    await shopkeeper.submit(path, filled(refused.text, path) | {"title": "Prazos"})
    now = (await shopkeeper.http.get(f"/internal{path}")).json()
    assert (now["title"], now["content"]) == ("Prazos", "Trinta dias.")


async def test_the_agents_of_a_document_are_linked_and_unlinked_by_two_people(shopkeeper: Shopkeeper) -> None:
    path = await document(shopkeeper)
    lia, bia, eva = sorted([(await agent(shopkeeper)).removeprefix("/agents/") for _ in range(3)])
    await shopkeeper.http.put(f"/internal{path}/agents", json={"agent_ids": [lia, bia]})
    first = await opened(shopkeeper, f"{path}/agents")
    await shopkeeper.submit(f"{path}/agents", first | {"agent_ids": [lia]})
    await shopkeeper.submit(f"{path}/agents", first | {"agent_ids": [lia, bia, eva]})
    assert sorted((await shopkeeper.http.get(f"/internal{path}")).json()["agent_ids"]) == sorted([lia, eva])


async def test_an_agent_keeps_what_its_form_shows_otherwise(shopkeeper: Shopkeeper) -> None:
    path = await agent(shopkeeper)
    slots = [{"day": "tue", "opens": "09:00", "closes": "10:00"}]
    slots += [{"day": "mon", "opens": f"{at:02}:00", "closes": f"{at + 1:02}:00"} for at in (8, 12, 16)]
    kept = {"channels": ["web", "whatsapp"], "hours": slots, "rate_limits": {"messages_per_minute": 5}}
    await shopkeeper.http.patch(f"/internal{path}", json=kept)
    before = (await shopkeeper.http.get(f"/internal{path}/full")).json()
    await shopkeeper.submit(path, await opened(shopkeeper, path) | {"name": "Bia"})
    after = (await shopkeeper.http.get(f"/internal{path}/full")).json()
    assert after["name"] == "Bia"
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}


@pytest.mark.parametrize("opened_with", [5, "x", None, ["x"], {"day": "mon"}, [{"day": 5}]])
async def test_a_form_may_say_anything_of_how_it_was_opened(shopkeeper: Shopkeeper, opened_with: object) -> None:
    for record, form, _, _, same in FORMS:
        action = await record(shopkeeper) + form
        stale = await opened(shopkeeper, action)
        told = dict.fromkeys(json.loads(stale["opened"][0]), opened_with)
        answer = await shopkeeper.web.post(action, data=stale | same | {"opened": json.dumps(told)})
        assert answer.status_code < 500, (action, answer.text)


async def test_a_form_is_of_the_store_it_was_opened_in(shopkeeper: Shopkeeper) -> None:
    first = shopkeeper.store_id
    form = filled(await shopkeeper.page("/settings/payments"), "/settings/payments")
    places = {}
    for page in ("/products/new", "/documents/new", "/agents/new", "/settings/payments", "/orders/new"):
        found = re.search(r'method="post" action="(/[^"]*company=[^"]*)"', await shopkeeper.page(page))
        places[page] = html.unescape(found[1])
    # Another tab goes on to another store.
    made = await shopkeeper.submit("/stores", {"name": "Outra"})
    await shopkeeper.page(made.headers["location"])
    product = await shopkeeper.submit(places["/products/new"], {"name": "Prato"})
    assert [row["name"] for row in await shopkeeper.catalogue(store_id=first)] == ["Prato"]
    # The page that follows is of that store, too.
    assert f'data-store="{first}"' in await shopkeeper.page(product.headers["location"])
    await shopkeeper.page(made.headers["location"])
    await shopkeeper.submit(places["/documents/new"], {"title": "Trocas", "content": "Sete dias."})
    await shopkeeper.submit(places["/agents/new"], {"name": "Lia", "type": "vendas", "channels": "web"})
    await shopkeeper.submit(places["/settings/payments"], form | {"cod_enabled": "1"})
    for kind in ("documents", "agents"):
        found = (await shopkeeper.http.get(f"/internal/{kind}", params={"store_id": first})).json()
        assert len(found if isinstance(found, list) else found["items"]) == 1
    paid = (await shopkeeper.http.get(f"/internal/orders/store/{first}/payment-settings")).json()
    assert paid["cod_enabled"] is True
    await shopkeeper.page(made.headers["location"])
    page = (await shopkeeper.submit(places["/orders/new"], {"act": "reckon"}, status=200)).text
    assert "Prato" not in page  # it has no price
    assert f'data-store="{first}"' in page


async def test_a_form_of_a_store_that_is_not_ones_own_is_refused(shopkeeper: Shopkeeper) -> None:
    strange = "01a22d74-ea83-70fa-a9dc-6153e63e9151"
    for query in (f"store={strange}", f"company={strange}"):
        await shopkeeper.submit(f"/products?{query}", {"name": "Prato"}, status=404)
    assert await shopkeeper.catalogue() == []


async def test_a_record_is_shown_in_its_store(shopkeeper: Shopkeeper) -> None:
    first = shopkeeper.store_id
    records = [await record(shopkeeper) for record in (document, agent, lead, order)]
    records.append(f"/products/{(await shopkeeper.product())['id']}")
    body = {"type": "vendas", "store_id": first, "agent_id": records[1].removeprefix("/agents/")}
    await shopkeeper.http.post(f"/internal{records[1]}/toggle-active")
    lead_id = records[2].removeprefix("/leads/")
    assert (await shopkeeper.http.post("/chat", json=body | {"lead_id": lead_id, "message": "oi"})).status_code == 200
    talks = (await shopkeeper.http.get("/internal/conversations", params={"store_ids": first})).json()["items"]
    records.append(f"/inbox/{talks[0]['id']}")
    other = (await shopkeeper.submit("/stores", {"name": "Outra"})).headers["location"]
    for path in records:
        await shopkeeper.page(other)
        assert f'data-store="{first}"' in (await shopkeeper.web.get(path)).text, path
        # So are the pages that are opened from there.
        assert f'data-store="{first}"' in await shopkeeper.page("/products")


async def test_of_a_long_text_what_differs_is_shown(shopkeeper: Shopkeeper) -> None:
    path = await document(shopkeeper)
    long = "Troca em sete dias, com a nota. " * 100
    await shopkeeper.http.patch(f"/internal{path}", json={"content": f"{long}Frete por nossa conta. {long}"})
    stale = await opened(shopkeeper, path)
    await shopkeeper.http.patch(f"/internal{path}", json={"content": f"{long}Frete por sua conta. {long}"})
    asked = await shopkeeper.submit(path, stale | {"content": "Nova."}, status=409)
    rows = re.findall(r"<td>(…[^<]*…)</td>", asked.text)
    assert [("Frete por nossa" in row, "Frete por sua" in row, len(row) < 200) for row in rows] == [
        (True, False, True),
        (False, True, True),
    ]
