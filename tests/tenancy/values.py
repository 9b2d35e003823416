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
from app.db.loader import Query
from tests.tenancy.seed import Tenant

Value = Callable[[Tenant], Any]

# Parameters that name records of a tenant: these are what a caller could point elsewhere.
OWNED: dict[str, Value] = {
    "store_id": lambda t: t.store_id,
    "store_ids": lambda t: [t.store_id],
    "product_id": lambda t: t.product_id,
    "product_ids": lambda t: [t.product_id],
    "document_id": lambda t: t.document_id,
    "document_ids": lambda t: [t.document_id],
    "file_id": lambda t: t.file_id,
    "agent_id": lambda t: t.agent_id,
    "agent_ids": lambda t: [t.agent_id],
    "lead_id": lambda t: t.lead_id,
    "order_id": lambda t: t.order_id,
    "message_id": lambda t: t.message_id,
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
    "period_start": lambda: datetime.now(UTC) - timedelta(days=40),
    "period_end": lambda: datetime.now(UTC) + timedelta(days=2),
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
    "stock_state": lambda: "none",
    "actor_type": lambda: "user",
    "provider": lambda: "pixprovider",
    "wanted_status": lambda: "awaiting_proof",
    "number": lambda: 9,
    "expires_in": lambda: 3600,
    "manual_pix_key_type": lambda: "email",
    "attempt_status": lambda: "pending",
    "proof_content_type": lambda: "image/png",
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
    ("token_usage", "get_token_usage"): {"usage_id": lambda t: t.usage_id},
    ("products", "match_products"): {"ids": lambda t: [t.product_id]},
    ("products", "update_products"): {"items": lambda t: [{"id": t.product_id, "name": "Outro nome"}]},
    # The document that has the product already: its key is unique.
    ("documents", "update_document"): {"document_id": lambda t: t.product_document_id},
}
# (noun, query) → parameter → a plain value that the query needs.
PLAIN: dict[tuple[str, str], dict[str, Any]] = {
    ("quota", "create_usage"): {"operation_type": "chat", "from_included": 0, "from_topup": 0, "from_overage": 0},
    ("billing", "save_subscription"): {
        "plan_id": UUID("019a9000-0000-7000-8000-000000000003"),
        "status": "active",
    },
    ("products", "search_products"): {"query": "camiseta"},
    ("products", "count_matching_products"): {"query": "camiseta"},
    ("products", "match_products"): {"external_ids": [], "skus": [], "names": []},
    ("products", "create_products"): {"items": [{"id": uuid7(), "name": "Meia"}]},
    ("agents", "create_agent"): {"new_instance": f"ag-{uuid7().hex}"},
    ("audit", "count_audit"): {"target_type": "order"},
    ("audit", "list_audit"): {"target_type": "order"},
    ("messages", "find_message"): {"external_id": "msg-1"},
    ("token_usage", "find_token_usage"): {"request_id": "req-1"},
    ("leads", "find_lead"): {"channel": "whatsapp", "external_id": "5511988887777"},
    ("leads", "create_lead"): {"channel": "web", "phone": None},
    ("documents", "create_document"): {"source_type": "manual"},
    ("documents", "update_document"): {"source_type": "manual"},
    ("documents", "list_documents"): {"source_type": None},
    ("documents", "count_documents"): {"source_type": None},
    ("product_files", "create_product_file"): {"sha256": None},
    ("product_files", "set_product_file_status"): {"status": "completed"},
    ("leads", "update_lead"): {"phone": "+5511988887777", "status": "engaged"},
    ("stock_sync", "update_settings"): {"outbound_url": "https://erp.example.com/hook"},
}


def owned_parameters(query: Query) -> list[str]:
    """The parameters through which a caller could name another tenant's record."""
    special = OVERRIDES.get((query.noun, query.name), {})
    return [name for name in query.parameters if name in OWNED or name in special]


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
