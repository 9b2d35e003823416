"""The fake's subscriptions and invoices: first payments, upgrades that wait for theirs, renewals, previews."""

import json
import math

from tests.fakes.card_base import MONTH_S, Json, Refusal, metered, page_of
from tests.fakes.card_metering import CardMetering

_PENDING = {"items", "proration_behavior", "proration_date", "payment_behavior", "expand"}


class CardSubscriptions(CardMetering):
    """Two-price subscriptions. `held` keeps the changes that wait for an invoice to be paid."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.subscriptions: dict[str, Json] = {}
        self.invoices: dict[str, Json] = {}
        self.held: dict[str, tuple[str, Json]] = {}

    # -- What tests do to them

    def pay_subscription(self, subscription: str) -> None:
        """The shopper pays what is open: the first invoice, a renewal, or one that a change waits for."""
        found = self.subscriptions[subscription]
        invoice = self.invoices[found["latest_invoice"]]
        invoice |= {"status": "paid", "amount_paid": invoice["amount_due"]}
        if found["status"] in ("incomplete", "past_due", "unpaid"):
            found["status"] = "active"
        if invoice["id"] in self.held:
            _, entries = self.held.pop(invoice["id"])
            found["pending_update"] = None
            self._apply_items(found, entries, "always_invoice")
        self.emit("customer.subscription.updated", self._shown(found))
        self.emit("invoice.paid", self._shown_invoice(invoice))

    def renew(self, subscription: str) -> None:
        """The period ends: an invoice at the present price, paid with the card on file or not; or the end."""
        found = self.subscriptions[subscription]
        usage = math.ceil(self.close_usage(found))
        if found["cancel_at_period_end"]:
            self._end_subscription({}, subscription)
            return
        start = found["items"]["data"][0]["current_period_end"]
        for item in found["items"]["data"]:
            item |= {"current_period_start": start, "current_period_end": start + MONTH_S}
        cents = sum(item["price"]["unit_amount"] for item in found["items"]["data"] if not metered(item))
        invoice = self._invoice(found, cents + usage, "subscription_cycle")
        found["latest_invoice"] = invoice["id"]
        if self.usable_card(found["customer"]):
            self._pay_invoice(invoice)
            found["status"] = "active"
        else:
            found["status"] = "past_due"
        self.emit("customer.subscription.updated", self._shown(found))
        kind = "invoice.paid" if invoice["status"] == "paid" else "invoice.payment_failed"
        self.emit(kind, self._shown_invoice(invoice))

    # -- The API

    def _create_subscription(self, params: Json) -> Json:
        self.known(self.customers, params["customer"])
        now = int(self.now())
        trial = int(params.get("trial_period_days", 0)) * 86_400
        items = [self._item(entry, now, trial or MONTH_S) for entry in params["items"].values()]
        cents = 0 if trial else sum(item["price"]["unit_amount"] for item in items if not metered(item))
        subscription = {
            "id": self.new_id("sub"),
            "object": "subscription",
            "created": now,
            "customer": params["customer"],
            "status": "trialing" if trial else "incomplete" if cents else "active",
            "cancel_at_period_end": False,
            "ended_at": None,
            "pending_update": None,
            "metadata": params.get("metadata", {}),
            "items": {"data": items},
        }
        subscription["latest_invoice"] = self._invoice(subscription, cents, "subscription_create")["id"]
        self.subscriptions[subscription["id"]] = subscription
        self.emit("customer.subscription.created", self._shown(subscription))
        return self._shown(subscription, params)

    def _update_subscription(self, params: Json, subscription: str) -> Json:
        found = self.known(self.subscriptions, subscription)
        if found["status"] == "canceled":
            raise Refusal(404, "resource_missing", f"No such subscription: {subscription}")
        entries = params.get("items", {})
        self._check_items(found, entries)
        if params.get("payment_behavior") == "pending_if_incomplete":
            self._update_when_paid(found, params)
        else:
            self._apply_items(found, entries, params.get("proration_behavior", "create_prorations"))
            if "cancel_at_period_end" in params:
                found["cancel_at_period_end"] = params["cancel_at_period_end"] == "true"
            found["metadata"] = found["metadata"] | params.get("metadata", {})
        self.emit("customer.subscription.updated", self._shown(found))
        return self._shown(found, params)

    def _update_when_paid(self, found: Json, params: Json) -> None:
        """The change is made when its invoice is paid, at once with a good card."""
        if unknown := params.keys() - _PENDING:
            raise Refusal(400, "parameter_unknown", f"not with pending_if_incomplete: {sorted(unknown)}")
        for waiting in [one for one, (owner, _) in self.held.items() if owner == found["id"]]:
            del self.held[waiting]
            self.invoices[waiting]["status"] = "void"
        invoice = self._invoice(found, self._prorated(found, params["items"]), "subscription_update")
        found["latest_invoice"] = invoice["id"]
        if self.usable_card(found["customer"]) or invoice["status"] == "paid":
            self._pay_invoice(invoice)
            found["pending_update"] = None
            self._apply_items(found, params["items"], params["proration_behavior"])
            self.emit("invoice.paid", self._shown_invoice(invoice))
        else:
            self.held[invoice["id"]] = (found["id"], params["items"])
            found["pending_update"] = {"expires_at": int(self.now()) + 82_800}
            self.emit("invoice.payment_failed", self._shown_invoice(invoice))

    def _preview_invoice(self, params: Json) -> Json:
        found = self.known(self.subscriptions, params["subscription"])
        entries = params["subscription_details"]["items"]
        self._check_items(found, entries)
        cents = self._prorated(found, entries)
        return {"object": "invoice", "amount_due": max(cents, 0), "total": cents, "currency": "brl"}

    def _prorated(self, subscription: Json, entries: Json) -> int:
        """What is left of the period at the new licensed prices, less the same at the old ones."""
        cents = 0.0
        for entry in entries.values():
            price = self.known(self.prices, entry["price"]) if "price" in entry else None
            item = next((i for i in subscription["items"]["data"] if i["id"] == entry.get("id")), None)
            if price is None or item is None or metered(item):
                continue
            left = max(item["current_period_end"] - self.now(), 0) / MONTH_S
            cents += (price["unit_amount"] - item["price"]["unit_amount"]) * left
        return round(cents)

    def _check_items(self, subscription: Json, entries: Json) -> None:
        for entry in entries.values():
            item = next((i for i in subscription["items"]["data"] if i["id"] == entry.get("id")), None)
            if "id" in entry and item is None:
                raise Refusal(400, "resource_missing", f"No such subscription item: {entry['id']}")
            if "price" in entry:
                price = self.known(self.prices, entry["price"])
                if item is not None and item["price"]["recurring"] != price["recurring"]:
                    raise Refusal(400, None, "an item cannot change between licensed and metered")

    def _apply_items(self, subscription: Json, entries: Json, proration: str) -> None:
        items = subscription["items"]["data"]
        for entry in entries.values():
            item = next((one for one in items if one["id"] == entry.get("id")), None)
            price = self.prices[entry["price"]] if "price" in entry else None
            if item is None:
                known = items[0]
                made = self._item(entry, known["current_period_start"], 0)
                items.append(made | {"current_period_end": known["current_period_end"]})
                self._since[made["id"]] = self.now()
                continue
            if metered(item):
                self.swap_price(subscription, item, price, proration)
            if price is None:
                items.remove(item)
            else:
                item["price"] = price

    def _end_subscription(self, _: Json, subscription: str) -> Json:
        found = self.known(self.subscriptions, subscription)
        if found["status"] == "canceled":
            raise Refusal(404, "resource_missing", f"No such subscription: {subscription}")
        found |= {"status": "canceled", "ended_at": int(self.now())}
        self.emit("customer.subscription.deleted", self._shown(found))
        return self._shown(found)

    def _get_subscription(self, params: Json, subscription: str) -> Json:
        return self._shown(self.known(self.subscriptions, subscription), params)

    def _list_subscriptions(self, params: Json) -> Json:
        mine = [s for s in self.subscriptions.values() if s["customer"] == params["customer"]][::-1]
        return page_of([self._shown(s) for s in mine if s["status"] != "canceled"], params)

    def _list_invoices(self, params: Json) -> Json:
        mine = [i for i in self.invoices.values() if i["customer"] == params["customer"]][::-1]
        return page_of([self._shown_invoice(i) for i in mine], params)

    # -- Shapes

    def _item(self, entry: Json, start: int, length: int) -> Json:
        price = self.known(self.prices, entry["price"])
        made: Json = {"id": self.new_id("si"), "price": price, "current_period_start": start}
        made["current_period_end"] = start + length
        if metered(made) and "quantity" in entry:
            raise Refusal(400, None, "a metered price takes no quantity")
        return made

    def _pay_invoice(self, invoice: Json) -> None:
        invoice |= {"status": "paid", "amount_paid": invoice["amount_due"]}

    def _invoice(self, subscription: Json, cents: int, reason: str) -> Json:
        invoice_id = self.new_id("in")
        now = int(self.now())
        self.invoices[invoice_id] = {
            "id": invoice_id,
            "number": f"F-{len(self.invoices) + 1:04}",
            "customer": subscription["customer"],
            "status": "open" if cents > 0 else "paid",
            "amount_due": max(cents, 0),
            "amount_paid": 0,
            "currency": "brl",
            "created": now,
            "period_start": now,
            "period_end": now + MONTH_S,
            "hosted_invoice_url": f"https://invoice.example.com/{invoice_id}",
            "invoice_pdf": f"https://invoice.example.com/{invoice_id}.pdf",
            "billing_reason": reason,
            "attempt_count": 0,
            "subscription_id": subscription["id"],
        }
        return self.invoices[invoice_id]

    def _shown(self, subscription: Json, params: Json | None = None) -> Json:
        shown: Json = json.loads(json.dumps(subscription))
        wanted = (params or {}).get("expand", {}).values()
        invoice = self.invoices[shown["latest_invoice"]]
        if "latest_invoice.confirmation_secret" in wanted:
            secret = {"type": "payment_intent", "client_secret": f"{invoice['id']}_secret"}
            names = ("id", "status", "amount_due", "hosted_invoice_url")
            shown["latest_invoice"] = {name: invoice[name] for name in names}
            shown["latest_invoice"]["confirmation_secret"] = secret if invoice["status"] == "open" else None
        if self.old_shapes:
            for item in shown["items"]["data"]:
                shown["current_period_start"] = item.pop("current_period_start")
                shown["current_period_end"] = item.pop("current_period_end")
        return shown

    def _shown_invoice(self, invoice: Json) -> Json:
        shown = dict(invoice)
        subscription = shown.pop("subscription_id")
        if self.old_shapes:
            return shown | {"subscription": subscription}
        return shown | {"parent": {"subscription_details": {"subscription": subscription}}}
