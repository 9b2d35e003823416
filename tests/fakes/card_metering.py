"""The fake's meter: events, their sums, and what of them ends on an invoice at which price.

Usage is invoiced when a period ends, at the price its item has then; for an hour more the closed period takes events
that come late. What a provider does with usage that was counted before an item's price changed differs, and `on_swap`
says it: the provider's classic billing mode forgets it, its flexible one invoices it with the change unless that asks
for no proration, and metering of before 2025 billed the whole period at the new price.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tests.fakes.card_base import CardBase, Json, Refusal, metered

DAY_S = 86_400
GRACE_S = 3_600
OnSwap = Literal["forgets", "invoices", "reprices"]


@dataclass(frozen=True)
class Closed:
    """A period that still takes late events."""

    customer: str
    start: float
    end: float
    price: str
    until: float


class CardMetering(CardBase):
    """One meter. `rated`: what each event cost its customer, in cents, once it is on an invoice."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.on_swap: OnSwap = "forgets"
        self.repeated_meter_event_is_an_error = True
        self.meter_name = "tokens"
        self.meter_events: dict[str, Json] = {}
        self.rated: dict[str, Fraction] = {}
        self._since: dict[str, float] = {}
        self._closed: list[Closed] = []

    def metered(self, customer: str) -> int:
        """Sum of the meter events of a customer."""
        return sum(int(e["payload"]["value"]) for e in self.meter_events.values() if e["customer"] == customer)

    def invoiced(self, customer: str) -> Fraction:
        """What the customer's usage has cost on invoices, in cents."""
        mine = (name for name, event in self.meter_events.items() if event["customer"] == customer)
        return sum((self.rated.get(name, Fraction()) for name in mine), Fraction())

    def close_usage(self, subscription: Json) -> Fraction:
        """The period ends: what its usage costs."""
        cents, now = Fraction(), self.now()
        for item in (one for one in subscription["items"]["data"] if metered(one)):
            start = max(self._since.get(item["id"], 0), item["current_period_start"])
            closed = Closed(
                subscription["customer"], start, item["current_period_end"], item["price"]["id"], now + GRACE_S
            )
            cents += sum(
                (self._rate(closed, event) for event in list(self.meter_events.values())),
                Fraction(),
            )
            self._closed = [one for one in self._closed if one.until >= now] + [closed]
        return cents

    def swap_price(self, subscription: Json, item: Json, price: Json | None, proration: str) -> None:
        """Another price for a metered item, or none: what becomes of the usage until now."""
        now = self.now()
        if self.on_swap == "invoices" and proration != "none":
            start = max(self._since.get(item["id"], 0), item["current_period_start"])
            until_now = Closed(subscription["customer"], start, now, item["price"]["id"], now)
            for event in list(self.meter_events.values()):
                self._rate(until_now, event)
        if self.on_swap != "reprices" and item["price"] != price:
            self._since[item["id"]] = now

    def _rate(self, closed: Closed, event: Json) -> Fraction:
        name, at = event["identifier"], event["timestamp"]
        if name in self.rated or event["customer"] != closed.customer or not closed.start <= at < closed.end:
            return Fraction()
        per_million = self.prices[closed.price]["per_million"]
        self.rated[name] = Fraction(int(event["payload"]["value"]) * per_million, 1_000_000)
        return self.rated[name]

    # -- The API

    def _create_meter_event(self, params: Json) -> Json:
        identifier, at = params["identifier"], int(params["timestamp"])
        if len(identifier) > 100 or not params["payload"]["value"].isdigit():
            raise Refusal(400, None, "not a meter event")
        if not self.now() - 35 * DAY_S <= at <= self.now() + 300:
            raise Refusal(400, "timestamp_too_far_in_past", "not a time that is counted any more")
        if params["payload"]["stripe_customer_id"] not in self.customers:
            raise Refusal(400, "resource_missing", "No such customer")
        if identifier in self.meter_events and self.repeated_meter_event_is_an_error:
            raise Refusal(400, None, f"An event already exists with identifier {identifier}.")
        event = {
            "identifier": identifier,
            "customer": params["payload"]["stripe_customer_id"],
            "event_name": params["event_name"],
            "payload": params["payload"],
            "timestamp": at,
        }
        kept = self.meter_events.setdefault(identifier, event)
        for closed in self._closed:
            if closed.until >= self.now():
                self._rate(closed, kept)
        return kept

    def _list_meters(self, _: Json) -> Json:
        return {"data": [{"id": "mtr_1", "event_name": self.meter_name, "status": "active"}], "has_more": False}

    def _list_summaries(self, params: Json, meter: str) -> Json:
        start, end = int(params["start_time"]), int(params["end_time"])
        if meter != "mtr_1" or start % 60 or end % 60:
            raise Refusal(400, None, "times stand on full minutes")
        events = [e for e in self.meter_events.values() if e["customer"] == params["customer"]]
        counted = sum(int(e["payload"]["value"]) for e in events if start <= e["timestamp"] < end)
        return {"data": [{"aggregated_value": float(counted), "start_time": start, "end_time": end}] if events else []}
