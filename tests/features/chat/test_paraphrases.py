"""The same thing said in many ways (tests/data/paraphrases*.yaml), each in a conversation of its own, over HTTP.

`make test` says a twelfth of them, `make conversations` all.
"""

import math
from typing import Any

import pytest
import yaml

from app.evaluation.cases import load_cases
from app.evaluation.rehearsal import Rehearsal, rehearsing
from tests.api import APP_TOKEN, AUTH_TOKEN, ROOT, Api

DATA = ROOT / "tests" / "data"
FILES = ("paraphrases.yaml", "paraphrases_on_the_way.yaml")
GROUPS = [group for name in FILES for group in yaml.safe_load((DATA / name).read_text("utf-8"))["groups"]]
NEEDED = 0.95


async def outcome(shop: Rehearsal, key: str, messages: list[str]) -> dict[str, Any]:
    """The answer to the last of the messages."""
    answer: dict[str, Any] = {}
    for message in messages:
        body = {"type": "vendas", "agent_id": shop.agent["id"], "message": message, "conversation_id": key}
        told = await shop.http.post("/chat", json=body)
        assert told.status_code == 200, told.text
        answer = told.json()
    return answer


def as_meant(group: dict[str, Any], answer: dict[str, Any]) -> bool:
    """What the group expects holds of the answer."""
    cart = answer.get("cart", {})
    if "ordered" in group:
        return ("order" in answer) is group["ordered"]
    if "method" in group:
        method = cart.get("payment_method", "")
        return bool(method == group["method"] or (group["method"] == "pix" and method == "manual_pix"))
    if "reply" in group:
        return all(text in answer["reply"] for text in group["reply"])
    return {line["name"]: line["quantity"] for line in cart.get("lines", [])} == group["lines"]


def test_there_are_many():
    assert sum(len(group["said"]) for group in GROUPS) >= 700


def shares() -> list[Any]:
    """Parameters: groups with one of how many of their ways to say."""
    some = [pytest.param(group, 4, id=f"{group['name']}-some") for group in GROUPS[::3]]
    return some + [pytest.param(group, 1, id=f"{group['name']}-all", marks=pytest.mark.thorough) for group in GROUPS]


@pytest.mark.parametrize(("group", "share"), shares())
async def test_the_same_thing_said_in_many_ways_comes_to_the_same(api: Api, group: dict[str, Any], share: int):
    ways = group["said"][GROUPS.index(group) % share :: share]
    case = load_cases(DATA / "conversations" / "eletronicos.yaml")
    wrong = []
    async with rehearsing(api.public, AUTH_TOKEN, APP_TOKEN, case) as shop:
        await api.run_jobs()
        await shop.http.post("/internal/products/batch-upsert", json=plenty(shop, case.shop.products), headers=shop.app)
        await api.run_jobs()
        for at, said in enumerate(ways):
            answer = await outcome(shop, f"said-{at}", [*group["setup"], said])
            if not as_meant(group, answer):
                wrong.append((said, answer["reply"][:80]))
            if group.get("ordered") is False:
                assert "order" not in answer, said
    print(f"{len(wrong)} of {len(ways)}", *wrong, sep="\n")
    allowed = (1 - NEEDED) * len(ways)
    assert len(wrong) <= (allowed if share == 1 else math.ceil(allowed))


def plenty(shop: Rehearsal, products: list[dict[str, Any]]) -> dict[str, Any]:
    """Enough of everything for as many orders."""
    return {"store_id": shop.store_id, "items": [product | {"stock_quantity": 999} for product in products]}
