"""Whom an order is for and where it goes: what is known, what a call says, and what the summary shows. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.features.chat.assistant.deciding.mind import customer_info
from app.features.chat.assistant.language.goods import Goods
from app.features.chat.delivery import Delivery
from app.features.conversations.consent import is_consent
from app.features.conversations.state import Known, Summary
from app.features.shipping.types import ShippingRule


def customer_of(
    known: Known, given: Mapping[str, Any], summary: Summary | None, message: str, goods: Goods | None = None
) -> dict[str, Any]:
    """What is known and what the call says; name and address are the summary's where the message agrees to it, however
    a model words them then. goods: which of the message's words the shop's goods carry, where that is known."""
    info: dict[str, Any] = customer_info(known) | {key: value for key, value in given.items() if value}
    if summary is not None and is_consent(summary, message, goods):
        info |= {key: value for key, value in (("name", summary.name), ("address", summary.address)) if value}
    return info


def receiver(info: Mapping[str, Any], rules: Sequence[ShippingRule], delivery: Delivery | None) -> tuple[str, str]:
    """The name and the address that the summary shows; no address of what is fetched."""
    address = "" if _is_fetched(rules, delivery) else str(info.get("address") or "")
    return str(info.get("name") or ""), address


def is_sent(rules: Sequence[ShippingRule], delivery: Delivery | None) -> bool:
    """One of the shop's ways is settled, and it needs an address."""
    return delivery is not None and delivery.option is not None and not _is_fetched(rules, delivery)


def _is_fetched(rules: Sequence[ShippingRule], delivery: Delivery | None) -> bool:
    fetched = {rule.name for rule in rules if rule.kind == "pickup"}
    return delivery is not None and delivery.option is not None and delivery.option.name in fetched
