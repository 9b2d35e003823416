"""Walks a recorded request body against the typed parameters of the official SDK, so that no name is misspelt."""

import importlib
import re
import sys
import types
import typing
from typing import Any, Literal, Union, get_args, get_origin

import typing_extensions
from stripe._request_options import RequestOptions

from tests.fakes.card_base import nested
from tests.fakes.server import Seen

PARAMS = {
    ("POST", "/v1/customers"): "_customer_create_params.CustomerCreateParams",
    ("GET", "/v1/customers/[^/]+"): "_customer_retrieve_params.CustomerRetrieveParams",
    (
        "GET",
        "/v1/customers/[^/]+/payment_methods",
    ): "_customer_payment_method_list_params.CustomerPaymentMethodListParams",
    ("POST", "/v1/customers/[^/]+"): "_customer_update_params.CustomerUpdateParams",
    ("GET", "/v1/customers/[^/]+/tax_ids"): "_customer_tax_id_list_params.CustomerTaxIdListParams",
    ("POST", "/v1/customers/[^/]+/tax_ids"): "_customer_tax_id_create_params.CustomerTaxIdCreateParams",
    ("DELETE", "/v1/customers/[^/]+/tax_ids/[^/]+"): "_customer_tax_id_delete_params.CustomerTaxIdDeleteParams",
    ("POST", "/v1/checkout/sessions"): "checkout._session_create_params.SessionCreateParams",
    ("POST", "/v1/checkout/sessions/[^/]+/expire"): "checkout._session_expire_params.SessionExpireParams",
    ("POST", "/v1/billing_portal/sessions"): "billing_portal._session_create_params.SessionCreateParams",
    ("POST", "/v1/setup_intents"): "_setup_intent_create_params.SetupIntentCreateParams",
    ("POST", "/v1/subscriptions"): "_subscription_create_params.SubscriptionCreateParams",
    ("GET", "/v1/subscriptions"): "_subscription_list_params.SubscriptionListParams",
    ("POST", "/v1/subscriptions/[^/]+"): "_subscription_update_params.SubscriptionUpdateParams",
    ("GET", "/v1/subscriptions/[^/]+"): "_subscription_retrieve_params.SubscriptionRetrieveParams",
    ("DELETE", "/v1/subscriptions/[^/]+"): "_subscription_cancel_params.SubscriptionCancelParams",
    ("POST", "/v1/payment_intents"): "_payment_intent_create_params.PaymentIntentCreateParams",
    ("POST", "/v1/payment_intents/[^/]+/confirm"): "_payment_intent_confirm_params.PaymentIntentConfirmParams",
    ("POST", "/v1/payment_intents/[^/]+/cancel"): "_payment_intent_cancel_params.PaymentIntentCancelParams",
    ("POST", "/v1/refunds"): "_refund_create_params.RefundCreateParams",
    ("GET", "/v1/payment_intents/[^/]+"): "_payment_intent_retrieve_params.PaymentIntentRetrieveParams",
    ("GET", "/v1/payment_intents"): "_payment_intent_list_params.PaymentIntentListParams",
    ("POST", "/v1/invoices/create_preview"): "_invoice_create_preview_params.InvoiceCreatePreviewParams",
    ("GET", "/v1/invoices"): "_invoice_list_params.InvoiceListParams",
    ("POST", "/v1/billing/meter_events"): "billing._meter_event_create_params.MeterEventCreateParams",
    ("GET", "/v1/billing/meters"): "billing._meter_list_params.MeterListParams",
    (
        "GET",
        "/v1/billing/meters/[^/]+/event_summaries",
    ): "billing._meter_list_event_summaries_params.MeterListEventSummariesParams",
}


def problems(request: Seen) -> list[str]:
    """What the official SDK's types say against the parameters of a recorded request."""
    for (method, pattern), place in PARAMS.items():
        if method == request.method and re.fullmatch(pattern, request.path):
            module, name = place.rsplit(".", 1)
            kind = getattr(importlib.import_module(f"stripe.params.{module}"), name)
            params = nested(request.body.decode() if request.method == "POST" else request.query)
            return list(_walk(kind, params, request.path))
    return [f"{request.method} {request.path}: not a known call"]


def _walk(kind: Any, value: Any, where: str) -> typing.Iterator[str]:
    kind = _plain(kind)
    if typing_extensions.is_typeddict(kind):
        if not isinstance(value, dict):
            yield f"{where}: expected an object"
            return
        hints = _hints(kind)
        for name, inner in value.items():
            if name not in hints:
                yield f"{where}[{name}]: unknown parameter"
            else:
                yield from _walk(hints[name], inner, f"{where}[{name}]")
        for name in kind.__required_keys__ - value.keys():
            yield f"{where}[{name}]: required parameter is missing"
        return
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        # `Literal[...] | str` leaves room for values of later versions: what we send must be a known one.
        literal = any(get_origin(choice) is Literal and get_args(choice) != ("",) for choice in args)
        choices = [choice for choice in args if not (literal and choice is str)]
        found = [list(_walk(choice, value, where)) for choice in choices]
        yield from min(found, key=len)
    elif origin is list:
        if not isinstance(value, dict) or list(value) != [str(place) for place in range(len(value))]:
            yield f"{where}: expected a list"
        else:
            for place, inner in value.items():
                yield from _walk(args[0], inner, f"{where}[{place}]")
    elif origin is dict:
        if not isinstance(value, dict):
            yield f"{where}: expected a map"
    elif not _fits(kind, value):
        yield f"{where}: {value!r} is not {kind}"


def _hints(kind: Any) -> dict[str, Any]:
    """The parameters of a call, without the options of the SDK itself (api_key, idempotency_key …)."""
    own = {name: hint for name, hint in kind.__annotations__.items() if name not in RequestOptions.__annotations__}
    holder = types.SimpleNamespace(__annotations__=own)
    return typing.get_type_hints(holder, globalns=vars(sys.modules[kind.__module__]), include_extras=True)


def _plain(kind: Any) -> Any:
    """Without NotRequired and with forward references resolved."""
    while get_origin(kind) in (typing.NotRequired, typing.Required):
        kind = get_args(kind)[0]
    return kind


def _fits(kind: Any, value: Any) -> bool:
    if not isinstance(value, str):
        return False
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if kind is int:
        return re.fullmatch(r"-?\d+", value) is not None
    if kind is bool:
        return value in ("true", "false")
    return kind is str
