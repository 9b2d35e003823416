"""Taking an order: find the products, ask for what is missing, create the order, say how to pay."""

import re
from typing import Any

import msgspec

from app.features.chat.assistant.catalogue import SHOWN, best_match, products_of
from app.features.chat.assistant.phrases import (
    PlacedOrder,
    Product,
    ask_payment_again,
    pending_items,
    placed_order,
    price_text,
    product_list,
    say,
)
from app.features.chat.assistant.turn import Ask, Done, Turn
from app.features.chat.assistant.understand import Meaning
from app.features.extract_lead import patterns

MAX_ITEMS = 8
_ITEM_LINE = re.compile(r"^\d{1,6} × .+ — .+$", re.MULTILINE)


def next_of_order(turn: Turn, meaning: Meaning) -> str | list[Ask]:
    """Names to products, products to an order, an order to a payment code."""
    language = meaning.language
    if placed := turn.of("create_order"):
        return _placed(turn, meaning, placed[-1])
    if not turn.done:
        return [Ask("search_products", {"query": pick.name, "limit": 10}) for pick in meaning.picks[:MAX_ITEMS]]
    items: list[tuple[int, Product]] = []
    for pick, done in zip(meaning.picks, turn.of("search_products"), strict=False):
        found = products_of(done)
        best = best_match(found, pick.name)
        if len(best) > 1:
            return product_list(say("which_of", language), best[:SHOWN], language)
        if not best:
            head = say("nothing", language, query=f'"{pick.name}"')
            return product_list(head, found[:SHOWN], language) if found else head
        if not best[0].in_stock:
            return say("sold_out", language, name=best[0].name)
        items.append((pick.quantity, best[0]))
    if meaning.payment is None or "create_order" not in turn.tools:
        return pending_items(items, language)
    arguments: dict[str, Any] = {
        "items": [{"product_id": product.product_id, "quantity": quantity} for quantity, product in items],
        "payment_method": meaning.payment,
        "customer_info": customer_info(turn),
    }
    return [Ask("create_order", arguments)]


def _placed(turn: Turn, meaning: Meaning, done: Done) -> str:
    language = meaning.language
    if done.failed == "payment-method-unavailable":
        available = done.result["error"].get("available") or []
        lines = [f"{pick.quantity} × {pick.name} — {_price_of(turn, pick.name)}" for pick in meaning.picks]
        methods = [str(method) for method in available] if isinstance(available, list) else []
        return ask_payment_again(say("method_off", language), lines, methods, language)
    if done.failed:
        return say("too_little" if done.failed == "insufficient-stock" else "failed", language)
    try:
        order = msgspec.convert(done.result.get("order", done.result), PlacedOrder)
    except msgspec.ValidationError:
        return say("failed", language)
    return placed_order(order, customer_info(turn), language)


def _price_of(turn: Turn, name: str) -> str:
    for done in turn.of("search_products"):
        if best := best_match(products_of(done), name):
            return price_text(best[0].price, "pt")
    return price_text(None, "pt")


def next_of_card(turn: Turn, meaning: Meaning) -> str | list[Ask]:
    """No cards here; the items noted so far stay noted."""
    return _and_ask_payment(turn, meaning, "no_card", "no_card")


def next_of_contact(turn: Turn, meaning: Meaning) -> str | list[Ask]:
    """Details that came on their own: create_order takes them along (customer_info), or people read them."""
    return _and_ask_payment(turn, meaning, "noted", "contact")


def _and_ask_payment(turn: Turn, meaning: Meaning, said: str, said_alone: str) -> str:
    """`said`, and the open items again with the question how to pay; `said_alone` when none are open."""
    lines = _ITEM_LINE.findall(turn.memory.last_reply) if turn.memory.pending else []
    if not lines:
        return say(said_alone, meaning.language)
    return ask_payment_again(say(said, meaning.language), lines, (), meaning.language)


def customer_info(turn: Turn) -> dict[str, str]:
    """What the shopper has said about themselves in this conversation; the latest word counts."""
    finders = {
        "name": patterns.find_name,
        "phone": patterns.find_phone,
        "email": patterns.find_email,
        "document": patterns.find_cpf,
        "address": patterns.find_address,
    }
    info: dict[str, str] = {}
    for text in turn.earlier:
        for field, find in finders.items():
            if fact := find(text):
                info[field] = fact.value
        if (cep := patterns.find_cep(text)) and cep.value not in info.get("address", "").replace("-", ""):
            info["cep"] = cep.value
    if cep_value := info.pop("cep", None):
        written = f"CEP {cep_value[:5]}-{cep_value[5:]}"
        info["address"] = f"{info['address']}, {written}" if "address" in info else written
    return info
