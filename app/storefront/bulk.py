"""What a form over many products comes to: items of a batch. Pure but for the form. Tests: test_product_pages.py."""

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any

from app.storefront.forms import Form, FormError

_MOST_PERCENT = 1000
_CENTS = re.compile(r"[0-9]{1,12}")


def marked(form: Form) -> dict[str, int | None]:
    """The marked products with their prices as they were shown, in cents. Raises FormError when there is none.

    A row that stands for variants of one thing marks all of them: `id:cents id:cents`, nothing where no price is known.
    """
    pairs = [pair.partition(":") for row in form.many("marked") for pair in row.split()]
    if not pairs:
        raise FormError("action", "Marque ao menos um produto.")
    return {one: int(cents) if _CENTS.fullmatch(cents) else None for one, _, cents in pairs}


def changes_of(form: Form, action: str) -> list[dict[str, Any]]:
    """Items with `id` and what changes of it. Raises FormError.

    `save`: prices and counts that were typed and differ from what was shown, counts with the ones that were; any other
    action concerns the marked.
    """
    if action == "save":
        return _typed(form)
    ids = marked(form)
    if action in ("activate", "deactivate"):
        return [{"id": one, "active": action == "activate"} for one in ids]
    if action == "stock":
        stock = form.integer("value")
        return [{"id": one, "stock_quantity": stock} for one in ids]
    if action == "price":
        cents = form.cents("value")
        if cents is None:
            raise FormError("value", "Informe um valor em reais, como 12,50.")
        return [{"id": one, "price_cents": cents} for one in ids]
    if action in ("raise", "lower"):
        return _by_percent(form, ids, 1 if action == "raise" else -1)
    raise FormError("action", "Escolha o que fazer.")


def _typed(form: Form) -> list[dict[str, Any]]:
    items = []
    for product_id in form.many("row"):
        item: dict[str, Any] = {}
        if form.text(f"price-{product_id}") != form.text(f"was-price-{product_id}"):
            item["price_cents"] = form.cents(f"price-{product_id}")
        if form.text(f"stock-{product_id}") != form.text(f"was-stock-{product_id}"):
            item["stock_quantity"] = form.integer(f"stock-{product_id}")
            item["expected_stock_quantity"] = form.integer(f"was-stock-{product_id}")
        if item:
            items.append({"id": product_id} | item)
    return items


def _by_percent(form: Form, shown: dict[str, int | None], sign: int) -> list[dict[str, Any]]:
    """Prices as they were shown, moved; a product without one stays without."""
    try:
        percent = Decimal(form.text("value", limit=10).removesuffix("%").strip().replace(",", "."))
    except InvalidOperation:
        raise FormError("value", "Informe uma porcentagem, como 10 ou 7,5.") from None
    if not (percent.is_finite() and 0 < percent <= (_MOST_PERCENT if sign > 0 else 100)):
        raise FormError("value", "Informe uma porcentagem, como 10 ou 7,5.")
    factor = 1 + sign * percent / 100
    return [
        {"id": one, "price_cents": int((cents * factor).quantize(Decimal(1), ROUND_HALF_UP))}
        for one, cents in shown.items()
        if cents is not None
    ]
