"""The sample store: what a new merchant may look at before there is anything of their own, made through the API.

It is a store like any other, marked in its settings; removing it archives it. Data: sample.json.
Tests: test_sample_store.py.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import structlog

from app.storefront.backend import ApiError, Json, Scope
from app.storefront.i18n import Language

log = structlog.get_logger("storefront")

_DATA = json.loads((Path(__file__).parent / "sample.json").read_text("utf-8"))
_MARK = "sample"
# What the mark says until all is there.
_BEGUN = "begun"
_OPEN = "pending,awaiting_payment,awaiting_proof,confirmed,preparing,shipped"


def is_sample(store: Json) -> bool:
    """Whether this store holds the sample, or a part of it."""
    return bool((store.get("settings") or {}).get(_MARK))


def is_half_made(store: Json) -> bool:
    """Whether the sample was begun and not finished: whoever made it was interrupted, or is still at it."""
    return (store.get("settings") or {}).get(_MARK) == _BEGUN


async def make(backend: Scope, public: Scope, language: Language) -> str:
    """Make the sample store with goods, an agent, orders and conversations; gives its id. Raises ApiError.

    What was half made when something failed goes again.
    """
    data = _DATA[language]
    body = {"name": data["store"], "description": data["description"], "settings": {_MARK: _BEGUN}}
    store_id = str((await backend.post("/internal/stores", body))["id"])
    try:
        await _fill(backend, public, store_id, data)
        await backend.patch(f"/internal/stores/{store_id}", {"settings": {_MARK: True}})
    except ApiError:
        await remove(backend, store_id)
        raise
    return store_id


async def remove(backend: Scope, store_id: str) -> None:
    """Cancel what is open in the sample store, and archive it. Raises ApiError."""
    found = await backend.get("/internal/orders", store_ids=store_id, status=_OPEN, limit=200)
    for order in found["items"]:
        path = f"/internal/orders/{order['id']}/transition"
        if order["status"] == "shipped":
            await backend.post(path, {"to": "delivered"})
        else:
            await backend.post(path, {"to": "cancelled"})
    await backend.delete(f"/internal/stores/{store_id}")


async def _fill(backend: Scope, public: Scope, store_id: str, data: dict[str, Any]) -> None:
    items = {"store_id": store_id, "items": data["products"]}
    await backend.post("/internal/products/batch-upsert", items)
    found = await backend.get("/internal/products", store_id=store_id, limit=200)
    goods = {product["sku"]: product["id"] for product in found["items"]}
    kind = (await public.get("/agents"))[0]["type"]
    persona = {"greeting": data["greeting"]}
    agent = {"store_id": store_id, "name": data["agent"], "type": kind, "persona": persona, "channels": ["web"]}
    agent["id"] = (await backend.post("/internal/agents", agent))["id"]
    await backend.post(f"/internal/agents/{agent['id']}/toggle-active")
    leads = [await _person(backend, store_id, number, person) for number, person in enumerate(data["people"])]
    for order in data["orders"]:
        product_id = goods.get(order["sku"])
        if product_id is not None:
            await _order(backend, store_id, leads[order["of"]], data["people"][order["of"]], product_id, order)
    talks = (_talk(backend, public, agent, lead, person) for lead, person in zip(leads, data["people"], strict=True))
    await asyncio.gather(*talks)


async def _person(backend: Scope, store_id: str, number: int, person: Json) -> str:
    body = {"store_id": store_id, "channel": "web", "external_id": f"sample-{number}"}
    lead = await backend.post("/internal/leads/ensure", body | {"name": person["name"], "phone": person["phone"]})
    return str(lead["id"])


async def _order(backend: Scope, store_id: str, lead_id: str, person: Json, product_id: str, order: Json) -> None:
    body = {
        "store_id": store_id,
        "lead_id": lead_id,
        "items": [{"product_id": product_id, "quantity": order["quantity"]}],
        "payment_method": "cod",
        "customer_info": {"name": person["name"], "phone": person["phone"]},
    }
    made = await backend.post("/internal/orders", body)
    for step in order["steps"]:
        await backend.post(f"/internal/orders/{made['id']}/transition", {"to": step})


async def _talk(backend: Scope, public: Scope, agent: Json, lead_id: str, person: Json) -> None:
    """What a person says, answered by the agent. Without an answer there is a conversation less."""
    common = {"store_id": agent["store_id"], "agent_id": agent["id"], "lead_id": lead_id}
    try:
        for message in person["says"]:
            body = common | {"type": agent["type"], "message": message}
            answer = await public.post("/chat", body, slow=True)
            await backend.post("/internal/messages", common | {"role": "user", "content": message})
            if answer["reply"]:
                said = common | {"role": "assistant", "content": answer["reply"]}
                await backend.post("/internal/messages", said)
    except ApiError as error:
        log.warning("sample_talk_failed", status=error.status, slug=error.slug)
