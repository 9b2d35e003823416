"""Which value a query's parameter gets: by its name, then by its type, then by the tables of exceptions.

A new query is covered as it is when its parameters are named like the rest (order_id, lead_id, store_ids, limit …).
An id parameter that means something else goes into OVERRIDES, a value that a CHECK asks for into PLAIN.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np

from app.db import uuid7
from app.db.codecs import pack_vectors
from app.db.loader import Query
from tests.tenancy.seed import Tenant

Value = Callable[[Tenant], Any]
UNFILTERED = {
    "category": None, "active": None, "in_stock": None, "group_key": None, "min_cents": None, "max_cents": None,
    "keys": [], "vals": [], "archived": False, "grouped": False,
}  # fmt: skip

# An array of them travels packed.
VECTORS = pack_vectors(np.full((1, 1024), 0.03125, np.float32))

# Parameters that name records of a tenant: these are what a caller could point elsewhere.
OWNED: dict[str, Value] = {
    "store_id": lambda t: t.store_id,
    "store_ids": lambda t: [t.store_id],
    "product_id": lambda t: t.product_id,
    "product_ids": lambda t: [t.product_id],
    "document_id": lambda t: t.document_id,
    "document_ids": lambda t: [t.document_id],
    "file_id": lambda t: t.file_id,
    "picture_id": lambda t: t.picture_id,
    "picture_ids": lambda t: [t.picture_id],
    "agent_id": lambda t: t.agent_id,
    "agent_ids": lambda t: [t.agent_id],
    "lead_id": lambda t: t.lead_id,
    "lead_ids": lambda t: [t.lead_id],
    "source_id": lambda t: t.lead_id,
    "into": lambda t: t.other_lead_id,
    "coupon_id": lambda t: t.coupon_id,
    "refund_id": lambda t: t.refund_id,
    "endpoint_id": lambda t: t.endpoint_id,
    "delivery_id": lambda t: t.delivery_id,
    "order_id": lambda t: t.order_id,
    "order_ids": lambda t: [t.order_id],
    "message_id": lambda t: t.message_id,
    "conversation_id": lambda t: t.conversation_id,
    "note_id": lambda t: t.note_id,
    "after_id": lambda t: t.order_id,
    "view_id": lambda t: t.view_id,
    "test_id": lambda t: t.test_id,
    "test_ids": lambda t: [t.test_id],
    "charge_id": lambda t: t.payment_external_id,
    "attempt_id": lambda t: t.attempt_id,
    "payment_external_id": lambda t: t.payment_external_id,
    "instance_id": lambda t: t.messaging_instance_id,
    "messaging_instance_id": lambda t: t.messaging_instance_id,
    "company_id": lambda t: t.actor_id,
    "subscription_id": lambda t: t.subscription_id,
    "reservation_id": lambda t: t.reservation_id,
    "reservation_ids": lambda t: [t.reservation_id],
    "batch_id": lambda t: t.batch_id,
    "actor_user_id": lambda t: t.actor_id,
    "target_id": lambda t: str(t.order_id),
    "topup_id": lambda t: t.topup_id,
    "topup_ids": lambda t: [t.topup_id],
    "member_id": lambda t: t.member_id,
    "invitation_id": lambda t: t.invitation_id,
}
_NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
# Plain values by name, where the type's value would not do.
NAMED: dict[str, Callable[[], Any]] = {
    "limit": lambda: 50,
    "offset": lambda: 0,
    "id": uuid7,
    "new_id": uuid7,
    "event_id": uuid7,
    "new_ids": lambda: [uuid7()],
    "period": lambda: datetime.now(UTC).date().replace(day=1),
    "today": lambda: datetime.now(UTC).date(),
    "period_start": lambda: datetime.now(UTC) - timedelta(days=40),
    "period_end": lambda: datetime.now(UTC) + timedelta(days=2),
    "ordered_at": lambda: datetime.now(UTC) + timedelta(days=2),
    "since": lambda: datetime.now(UTC) - timedelta(days=40),
    "timezone": lambda: "America/Sao_Paulo",
    "slug": lambda: "um-novo-endereco",
    "status": lambda: None,
    "channel": lambda: None,
    "role": lambda: "user",
    "type": lambda: "note",
    "name": lambda: "Nome",
    "q": lambda: None,
    "request_id": lambda: None,
    "external_id": lambda: "novo-1",
    "lock": lambda: False,
    "payment_method": lambda: "cod",
    "first_status": lambda: "pending",
    "to_status": lambda: "cancelled",
    "to_state": lambda: "human",
    "state": lambda: None,
    "stock_state": lambda: "none",
    "actor_type": lambda: "user",
    "provider": lambda: "pixprovider",
    "wanted_status": lambda: "awaiting_proof",
    "number": lambda: 9,
    "expires_in": lambda: 3600,
    "manual_pix_key_type": lambda: "email",
    "attempt_status": lambda: "pending",
    "proof_content_type": lambda: "image/png",
    "statuses": lambda: None,
    "payment_statuses": lambda: None,
    "created_from": lambda: None,
    "created_to": lambda: None,
    "attention": lambda: None,
    "sort": lambda: "-created_at",
    "proof_expires_in": lambda: 3600,
    "code": lambda: "DEZ",
    "by": lambda: 1,
    "kinds": lambda: ["refund_due"],
    "at": lambda: _NOW,
}
TYPED: dict[str, Callable[[], Any]] = {
    "uuid": uuid7,
    "text": lambda: "x",
    "bool": lambda: True,
    "int2": lambda: 1,
    "int4": lambda: 1,
    "int8": lambda: 1,
    "float4": lambda: 0.5,
    "float8": lambda: 0.5,
    "numeric": lambda: 1,
    "timestamptz": lambda: _NOW,
    "date": lambda: date(2026, 11, 1),
    "interval": lambda: timedelta(days=1),
    "jsonb": dict,
    "json": dict,
    "bytea": lambda: b"\x01",
    "vector": lambda: np.full(1024, 0.03125, np.float32),
    "halfvec": lambda: np.full(1024, 0.03125, np.float16),
}
# (noun, query) → parameter → a tenant's record, where the parameter's name does not tell.
OVERRIDES: dict[tuple[str, str], dict[str, Value]] = {
    ("billing", "save_subscription"): {"cardprovider_subscription_id": lambda t: f"sub_{t.actor_id}"},
    ("billing", "get_saved_subscription"): {"id": lambda t: t.subscription_id},
    ("token_usage", "get_token_usage"): {"usage_id": lambda t: t.usage_id},
    ("billing", "note_charge"): {"id": lambda t: t.overage_id},
    ("billing", "save_page"): {"id": lambda t: t.overage_id},
    ("erasure", "delete_events_of"): {"subjects": lambda t: [str(t.conversation_id)]},
    ("pictures", "copy_pictures"): {"new_id": lambda t: t.product_id},
    ("pictures", "order_pictures"): {"ids": lambda t: [t.picture_id]},
    ("product_batches", "match_products"): {"ids": lambda t: [t.product_id]},
    ("product_batches", "preview_products"): {"items": lambda t: [{"id": t.product_id, "name": "Outro nome"}]},
    ("lead_merges", "merge_profile"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "end_merged"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "keep_address"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "merge_addresses"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "merge_orders"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "drop_doubled_messages"): {"target_id": lambda t: t.other_lead_id},
    ("conversations", "merge_conversations"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "merge_messages"): {"target_id": lambda t: t.other_lead_id},
    ("lead_merges", "merge_events"): {"target_id": lambda t: t.other_lead_id},
    ("products", "update_products"): {"items": lambda t: [{"id": t.product_id, "name": "Outro nome"}]},
    # The document that has the product already: its key is unique.
    ("documents", "update_document"): {"document_id": lambda t: t.product_document_id},
}
# (noun, query) → parameter → a plain value that the query needs.
PLAIN: dict[tuple[str, str], dict[str, Any]] = {
    ("billing", "get_topup"): {"attempt": "attempt-1"},
    ("billing", "note_charge"): {"status": "failed"},
    ("billing", "list_charges"): {"kind": "overage", "status": None},
    ("billing", "count_charges"): {"kind": "overage", "status": None},
    ("company", "update_company"): {"tax_id": "11144477735"},
    # Store, agent and lead are notes of a bill, no references; token_usage.find_usage_place is what judges them.
    ("quota", "create_usage"): {
        "from_absorbed": 0,
        "overage_price": None,
        "plan_id": None,
        "plan_version": None,
        "operation_type": "chat",
        "from_included": 0,
        "from_topup": 0,
        "from_overage": 0,
        "store_id": None,
        "agent_id": None,
        "lead_id": None,
    },
    ("inbox", "take_event"): {"event_id": "evt_1", "provider": "erp", "status": "processed"},
    ("inbox", "fail_event"): {"event_id": "evt_1", "provider": "erp"},
    ("inbox", "note_event"): {"id": 1},
    ("inbox", "reopen_event"): {"id": 1},
    ("quota", "reserve_tokens"): {"reservation_id": uuid7()},
    # A charge is one company's alone by lookups; the resolver refuses another's.
    ("payments", "save_checkout"): {"payment_external_id": "x"},
    ("billing", "save_subscription"): {
        "plan_id": UUID("019a9000-0000-7000-8000-000000000003"),
        "next_plan_id": None,
        "next_plan_at": None,
        "status": "active",
    },
    ("products", "list_filtered_products"): {**UNFILTERED, "sort": "-created_at"},
    ("products", "count_categories"): UNFILTERED,
    ("products", "list_products_by_ids"): {"sort": "relevance", "grouped": False},
    ("stores", "replace_store_synonyms"): {"groups": [["a", "b"]]},
    ("erasure", "redact_provider_events"): {"object_ids": ["x"]},
    ("erasure", "redact_audit"): {"subjects": ["x"]},
    ("pictures", "create_picture"): {"file": f"{'0' * 24}/{'1' * 32}", "kind": "jpg"},
    ("pictures", "is_file_shown"): {"file": f"{'0' * 24}/{'1' * 32}"},
    ("product_batches", "match_products"): {"external_ids": [], "skus": [], "names": []},
    ("members", "list_people"): {"user_ids": list("abcdefghijkl")},
    ("products", "create_products"): {"items": [{"id": uuid7(), "name": "Meia"}]},
    ("products", "add_products"): {"items": [{"id": uuid7(), "name": "Meia"}]},
    ("agents", "create_agent"): {"hours": [], "new_instance": f"ag-{uuid7().hex}"},
    ("members", "create_member"): {"role": "manager"},
    ("members", "update_member"): {"role": "manager"},
    ("members", "create_invitation"): {"role": "manager", "email": "novo@example.com"},
    ("members", "delete_invitation_to"): {"email": "convite@example.com"},
    ("audit", "count_audit"): {"target_type": "order", "action": None, "until": None},
    ("audit", "list_audit"): {"target_type": "order", "action": None, "until": None},
    ("messages", "find_message"): {"external_id": "msg-1"},
    # A message of a chat is named by its sender, not by a record's id.
    ("conversations", "enter_conversation"): {"message_id": "msg-1", "channel": "web"},
    ("conversations", "find_repeat"): {"message_id": "msg-1"},
    ("embeddings", "save_product_vectors"): {"vectors": VECTORS},
    ("embeddings", "save_chunk_vectors"): {"vectors": VECTORS},
    ("token_usage", "find_token_usage"): {"request_id": "req-1"},
    ("token_usage", "list_token_usage"): {
        "start_at": datetime.now(UTC) - timedelta(days=1),
        "end_at": datetime.now(UTC) + timedelta(days=1),
        "last_at": None,
        "last_id": None,
    },
    ("leads", "add_addresses"): {"external_ids": ["777@lid"]},
    ("leads", "find_leads"): {"channel": "whatsapp", "external_ids": ["5511988887777"]},
    ("order_lists", "list_orders_by_status"): {"statuses": ["awaiting_proof"]},
    ("conversations", "count_conversations"): {"unread": None},
    ("conversations", "list_conversations"): {"unread": None},
    ("agents", "update_agent"): {"hours": []},
    ("agent_tests", "create_agent_test"): {"turns": ["oi"], "most": 50},
    ("agent_tests", "update_agent_test"): {"turns": ["oi"]},
    ("agent_tests", "put_agent_tests"): {"turns": [b'["oi"]']},
    ("saved_views", "save_view"): {"page": "orders", "most": 100},
    ("order_screens", "list_board"): {"statuses": ["awaiting_proof"], "per_status": 20},
    ("order_screens", "list_sheets"): {"payment_method": None, "after_id": None},
    ("order_lists", "find_orders"): {"payment_method": None},
    ("order_lists", "count_found_orders"): {"payment_method": None},
    ("payments", "find_proof_order"): {"gateway_message_id": "x"},
    ("payments", "keep_proof_message"): {"gateway_message_id": "y"},
    ("orders", "raise_attention"): {"kind": "out_of_stock"},
    ("refunds", "create_refund"): {"status": "succeeded", "items": []},
    ("refunds", "settle_refund"): {"status": "succeeded"},
    ("coupons", "create_coupon"): {"code": "NOVO", "kind": "percent", "ends_at": None},
    ("coupons", "update_coupon"): {"code": "NOVO", "kind": "percent", "ends_at": None},
    ("shipping", "add_shipping_rules"): {
        "names": ["A"],
        "kinds": ["pickup"],
        "cep_froms": [None],
        "cep_tos": [None],
    },
    ("stock", "set_stock_cause"): {"kind": "manual", "event_id": "evt_1"},
    ("leads", "create_lead"): {"channel": "web", "phone": None},
    ("documents", "create_document"): {"source_type": "manual"},
    ("documents", "update_document"): {"source_type": "manual"},
    ("documents", "list_documents"): {"source_type": None},
    ("documents", "count_documents"): {"source_type": None},
    ("product_files", "create_product_file"): {"sha256": None},
    ("product_files", "set_product_file_status"): {"status": "completed"},
    ("leads", "learn_about_lead"): {"phone": "+5511988887777"},
    ("leads", "update_lead"): {"phone": "+5511988887777", "status": "engaged"},
    ("stock", "log_moves"): {"kind": "order_restore"},
    ("webhook_endpoints", "create_endpoint"): {"url": "https://hooks.example.com/in"},
    ("webhook_endpoints", "update_endpoint"): {"url": "https://hooks.example.com/in"},
    ("stock_sync", "update_settings"): {"outbound_url": "https://erp.example.com/hook"},
}


def owned_parameters(query: Query) -> list[str]:
    """The parameters through which a caller could name another tenant's record."""
    special = OVERRIDES.get((query.noun, query.name), {})
    plain = PLAIN.get((query.noun, query.name), {})
    return [name for name in query.parameters if (name in OWNED and name not in plain) or name in special]


def arguments(query: Query, types: list[tuple[str, str]], actor: Tenant, ids: dict[str, Tenant]) -> list[Any]:
    """Positional arguments: the actor acts, and the records of parameter p are those of ids[p] (else the actor's)."""
    return [
        _value(query, name, kind, actor, ids.get(name, actor))
        for name, kind in zip(query.parameters, types, strict=True)
    ]


def _value(query: Query, name: str, kind: tuple[str, str], actor: Tenant, owner: Tenant) -> Any:
    if name == "actor_id":
        return actor.actor_id
    special = OVERRIDES.get((query.noun, query.name), {})
    plain = PLAIN.get((query.noun, query.name), {})
    if name in special:
        return special[name](owner)
    if name in plain:
        return plain[name]
    if name in OWNED:
        return OWNED[name](owner)
    if name in NAMED:
        return NAMED[name]()
    type_name, group = kind
    is_array = group == "array" or type_name.endswith("[]")
    element = type_name.removesuffix("[]").removeprefix("_")
    if element not in TYPED:
        raise KeyError(f"{query.noun}.{query.name}: no value for {name} of type {type_name}; see values.py")
    return [TYPED[element]()] if is_array else TYPED[element]()
