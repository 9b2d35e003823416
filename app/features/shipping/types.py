"""Shipping rules of a store and what they come to, as contract.md §8 names them."""

from typing import Annotated, Literal

from msgspec import Meta

from app.web.types import LINE, Body, Cents, Resource

ShippingKind = Literal["pickup", "fixed", "free_above", "cep_range"]
OptionName = Annotated[str, Meta(min_length=1, max_length=100, extra=LINE)]
Cep = Annotated[str, Meta(pattern=r"^[0-9]{5}-?[0-9]{3}(?!\n)$", description="Brazilian postal code")]
Days = Annotated[int, Meta(ge=0, le=365)]


class ShippingRule(Body):
    """One way to get an order. fixed and cep_range need a price; free_above needs above_cents; cep_range both ends."""

    name: OptionName
    kind: ShippingKind
    price_cents: Cents | None = None
    above_cents: Cents | None = None
    cep_from: Cep | None = None
    cep_to: Cep | None = None
    days: Days | None = None


class ReplaceShippingRules(Body):
    """All rules of a store, in the order they are offered; names differ."""

    rules: Annotated[list[ShippingRule], Meta(max_length=500)]


class ShippingRules(Resource):
    """The rules of a store."""

    rules: list[ShippingRule]


class AskShippingQuote(Body):
    """Where an order goes, and what its goods cost."""

    subtotal_cents: Cents
    cep: Cep | None = None


class ShippingOption(Resource):
    """A way to get an order, at its price."""

    name: str
    price_cents: int
    days: int | None


class ShippingQuote(Resource):
    """What a store offers for this order."""

    options: list[ShippingOption]
