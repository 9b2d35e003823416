"""Which shipping options an order has. Pure; tests/features/test_shipping_rules.py."""

from collections.abc import Sequence

from app.features.shipping.types import ShippingOption, ShippingRule


def wrong_with(rules: Sequence[ShippingRule]) -> tuple[str, str] | None:
    """The pointer and the detail of the first rule that says too little, or None."""
    names: set[str] = set()
    for index, rule in enumerate(rules):
        missing = _missing(rule)
        if missing is not None:
            return f"/rules/{index}/{missing}", f"a rule of kind {rule.kind} needs it"
        if rule.cep_from is not None and rule.cep_to is not None and plain_cep(rule.cep_from) > plain_cep(rule.cep_to):
            return f"/rules/{index}/cep_to", "before cep_from"
        if rule.name.casefold() in names:
            return f"/rules/{index}/name", "another rule has this name"
        names.add(rule.name.casefold())
    return None


def _missing(rule: ShippingRule) -> str | None:
    needed = {
        "pickup": (),
        "fixed": ("price_cents",),
        "free_above": ("above_cents",),
        "cep_range": ("price_cents", "cep_from", "cep_to"),
    }[rule.kind]
    return next((name for name in needed if getattr(rule, name) is None), None)


def quote(rules: Sequence[ShippingRule], *, cep: str | None, subtotal_cents: int) -> list[ShippingOption]:
    """The options of an order, in the order of the rules; `above_cents` makes any of them free from there on."""
    options = []
    for rule in rules:
        price = _price(rule, cep, subtotal_cents)
        if price is not None:
            options.append(ShippingOption(rule.name, price, rule.days))
    return options


def _price(rule: ShippingRule, cep: str | None, subtotal_cents: int) -> int | None:
    """What a rule asks for this order; None: it does not apply."""
    if rule.kind == "cep_range":
        first, last = plain_cep(rule.cep_from or ""), plain_cep(rule.cep_to or "")
        if cep is None or not first <= plain_cep(cep) <= last:
            return None
    if rule.above_cents is not None and subtotal_cents >= rule.above_cents:
        return 0
    # Free above, and below it only where the rule names a price.
    return 0 if rule.kind == "pickup" and rule.price_cents is None else rule.price_cents


def plain_cep(cep: str) -> str:
    """Eight digits."""
    return cep.replace("-", "")


def find_option(options: Sequence[ShippingOption], name: str) -> ShippingOption | None:
    """The option of that name, in any case."""
    return next((option for option in options if option.name.casefold() == name.casefold()), None)
