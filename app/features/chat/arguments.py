"""A model's tool arguments as it meant them: numbers as text, null, too high a limit, `PIX`. Pure.

Only forms are mended here; what is missing or unknown stays for the schema to refuse by name.
"""

import re
from collections.abc import Mapping
from typing import Any

from app.features.chat.assistant.language.words import fold
from app.web.text import clean_line

MAX_LIMIT = 20
MAX_REAIS = 10_000_000
MAX_REASON = 500
_METHODS = {
    "pix": "pix", "manual_pix": "manual_pix", "pix manual": "manual_pix", "pix_manual": "manual_pix",
    "manual": "manual_pix", "cod": "cod", "cash": "cod", "cash on delivery": "cod", "cash_on_delivery": "cod",
    "dinheiro": "cod", "na entrega": "cod", "entrega": "cod", "pagamento na entrega": "cod",
}  # fmt: skip
# Where a schema may ask for every key, `""` says that there is nothing.
_OPTIONAL = frozenset(
    (
        "limit",
        "min_price",
        "max_price",
        "category",
        "customer_info",
        "shipping_option",
        "cep",
        "coupon_code",
        "notes",
        "order_id",
    )
)
_AMOUNT = re.compile(r"(?:r\$|brl)?\s*(\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:[.,]\d{1,2})?)\s*(?:reais)?")


def normalized(given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments in the form the schemas know."""
    meant = {key: value for key, value in given.items() if value is not None and (value != "" or key not in _OPTIONAL)}
    for key in ("min_price", "max_price"):
        if key in meant:
            meant[key] = _price(meant[key])
    if "limit" in meant:
        meant["limit"] = _limit(meant["limit"])
    if isinstance(method := meant.get("payment_method"), str):
        meant["payment_method"] = _METHODS.get(fold(method).strip(), method)
    if isinstance(items := meant.get("items"), list):
        meant["items"] = [_item(item) for item in items]
    if isinstance(info := meant.get("customer_info"), dict):
        meant["customer_info"] = {key: _line(value) for key, value in info.items() if value is not None}
    if "reason" in meant:  # a person is called whatever is said of why
        meant["reason"] = str(meant["reason"])[:MAX_REASON]
    return meant


def _item(item: Any) -> Any:
    if not isinstance(item, dict):
        return item
    meant = {key: value for key, value in item.items() if value is not None}
    if "quantity" in meant:
        meant["quantity"] = _whole(meant["quantity"])
    return meant


def _limit(value: Any) -> Any:
    number = _whole(value)
    return min(max(number, 1), MAX_LIMIT) if isinstance(number, int) and not isinstance(number, bool) else value


def _whole(value: Any) -> Any:
    """`"3"` and `3.0` are three; what is no whole number stays for the schema."""
    if isinstance(value, str) and re.fullmatch(r"\s*\d{1,9}(?:[.,]0+)?\s*", value):
        return int(re.split(r"[.,]", value.strip())[0])
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e9:
        return int(value)
    return value


def _price(value: Any) -> Any:
    """A price within what any product can cost: models write 999999999 for `no limit`."""
    if isinstance(value, str) and (found := _AMOUNT.fullmatch(fold(value).strip())):
        digits = found[1]
        if "," in digits or re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits):
            digits = digits.replace(".", "").replace(",", ".")
        value = float(digits)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return value
    return min(max(value, 0), MAX_REAIS)


def _line(value: Any) -> Any:
    """One line: what stands in a summary must not look like another line of it."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return clean_line(text) if isinstance(text, str) else text
