"""How an order gets to the shopper: the shop's rules, what the shopper said, and what is still to be asked. Pure;
tests: tests/features/chat/test_delivery.py.
"""

from collections.abc import Sequence

from msgspec import Struct

from app.features.chat.assistant.words import fold, words
from app.features.shipping.rules import find_option, quote
from app.features.shipping.types import ShippingOption, ShippingRule

PICKUP = "pickup"
"""A wish to fetch it, whatever the shop calls that."""


class Delivery(Struct, frozen=True):
    """The option that is settled, or None; what is offered; whether a postal code would offer more."""

    option: ShippingOption | None
    offered: list[ShippingOption]
    needs_cep: bool


def settle(rules: Sequence[ShippingRule], *, cep: str | None, subtotal_cents: int, wish: str | None) -> Delivery | None:
    """What the rules make of the shopper's wish; None: the shop has no rules, shipping is agreed on otherwise."""
    if not rules:
        return None
    offered = quote(rules, cep=cep, subtotal_cents=subtotal_cents)
    needs_cep = cep is None and any(rule.kind == "cep_range" for rule in rules)
    option = _meant(rules, offered, wish) if wish else None
    if wish is None and not needs_cep and len(offered) == 1:
        option = offered[0]
    return Delivery(option, offered, needs_cep)


def _meant(rules: Sequence[ShippingRule], offered: Sequence[ShippingOption], wish: str) -> ShippingOption | None:
    if (exact := find_option(offered, wish)) is not None:
        return exact
    name = rule_meant(rules, wish)
    return find_option(offered, name) if name is not None else None


def rule_meant(rules: Sequence[ShippingRule], wish: str) -> str | None:
    """The name of the one rule that a wish means: by its own words, or the way to fetch it."""
    if wish == PICKUP:
        return next((rule.name for rule in rules if rule.kind == "pickup"), None)
    said = set(words(wish))
    named = [rule for rule in rules if said & _own_words(rules, rule)]
    return named[0].name if len(named) == 1 else None


def named_in(rules: Sequence[ShippingRule], text: str) -> str | None:
    """The name of the one rule a text names by words that are this rule's alone."""
    return rule_meant(rules, fold(text)) if rules else None


def _own_words(rules: Sequence[ShippingRule], rule: ShippingRule) -> set[str]:
    others = {word for other in rules if other.name != rule.name for word in words(other.name)}
    common = {"de", "da", "do", "na", "no", "em", "a", "o", "e", "por", "para", "ate", "loja", "entrega", "the"}
    return {word for word in words(rule.name) if len(word) > 1 and word not in others | common}
