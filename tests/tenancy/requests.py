"""A request that works, for every app endpoint that takes an id: own records, valid fields.

A new endpoint with an id in it needs a line here when it has a body or a query that must be given.
"""

from collections.abc import Callable
from typing import Any

from tests.files.pictures import picture
from tests.tenancy.seed import Tenant

Make = Callable[[Tenant], dict[str, Any]]

BODIES: dict[str, Make] = {
    "POST /internal/orders": lambda t: {
        "store_id": str(t.store_id),
        "items": [{"product_id": str(t.product_id), "quantity": 1}],
        "payment_method": "cod",
    },
    "POST /internal/orders/{order_id}/transition": lambda _: {"to": "cancelled"},
    "POST /internal/orders/{order_id}/attach-proof": lambda _: {
        "proof_url": "https://files.example.com/p.png",
        "content_type": "image/png",
    },
    "PUT /internal/orders/store/{store_id}/payment-settings": lambda _: {"cod_enabled": False},
    "POST /internal/orders/{order_id}/checkout-state": lambda _: {"br_code": "000201"},
    "POST /internal/orders/{order_id}/payment-attempt": lambda _: {
        "provider": "manual_pix",
        "status": "pending",
        "amount_cents": 4990,
    },
    "PATCH /internal/orders/{order_id}": lambda _: {"notes": "x"},
    "POST /internal/orders/{order_id}/refunds": lambda t: {
        "amount_cents": 1,
        "items": [{"product_id": str(t.product_id), "quantity": 1}],
    },
    "POST /internal/orders/{order_id}/resolve-attention": lambda _: {"kind": "refund_due"},
    "POST /internal/leads/{lead_id}/merge": lambda t: {"into": str(t.other_lead_id)},
    "POST /internal/products": lambda t: {"store_id": str(t.store_id), "name": "Meia"},
    "PATCH /internal/products/{product_id}": lambda _: {"name": "Outra"},
    "POST /internal/coupons": lambda t: {"store_id": str(t.store_id), "code": "NOVO", "kind": "free_shipping"},
    "PATCH /internal/coupons/{coupon_id}": lambda _: {"active": False},
    "PUT /internal/stores/{store_id}/shipping-rules": lambda _: {"rules": [{"name": "A", "kind": "pickup"}]},
    "POST /internal/stores/{store_id}/shipping-quote": lambda _: {"subtotal_cents": 1},
    "POST /internal/leads/ensure": lambda t: {"store_id": str(t.store_id), "channel": "web", "external_id": "v-1"},
    "PATCH /internal/leads/{lead_id}": lambda _: {"name": "Outra"},
    "POST /internal/leads/{lead_id}/event": lambda _: {"type": "note"},
    "POST /internal/products/batch-upsert": lambda t: {"store_id": str(t.store_id), "items": [{"name": "Meia"}]},
    "POST /internal/products/{product_id}/files": lambda _: {
        "filename": "a.pdf",
        "content_type": "application/pdf",
        "size_bytes": 10,
        "storage_key": "files/a.pdf",
    },
    "PUT /internal/products/{product_id}/pictures": lambda t: {"ids": [str(t.picture_id)]},
    "POST /internal/products/{product_id}/duplicate": lambda _: {},
    "PATCH /internal/product-files/{file_id}/status": lambda _: {"status": "completed"},
    "POST /internal/documents/upsert-by-product": lambda t: {"product_id": str(t.product_id), "content": "Algodão."},
    "POST /internal/documents": lambda t: {"store_id": str(t.store_id), "title": "Prazos"},
    "PATCH /internal/documents/{document_id}": lambda _: {"title": "Outro"},
    "PUT /internal/documents/{document_id}/agents": lambda t: {"agent_ids": [str(t.agent_id)]},
    "POST /internal/company/members": lambda t: {"user_id": t.member_id, "role": "manager"},
    "POST /internal/company/invitations": lambda _: {"email": "novo@example.com", "role": "manager"},
    "PATCH /internal/company/members/{user_id}": lambda _: {"role": "manager"},
    "PATCH /internal/stores/{store_id}": lambda _: {"name": "Outra"},
    "POST /internal/agents": lambda t: {"store_id": str(t.store_id), "name": "Bia", "type": "vendas"},
    "POST /internal/agent-tests": lambda t: {"agent_id": str(t.agent_id), "name": "Prazo", "turns": ["oi"]},
    "PATCH /internal/agent-tests/{test_id}": lambda _: {"name": "Outro"},
    "POST /internal/agent-tests/import": lambda t: {
        "agent_id": str(t.agent_id),
        "content": "conversations: [{name: Troca, turns: [oi]}]",
    },
    "POST /internal/agent-tests/run": lambda t: {"agent_id": str(t.agent_id), "test_ids": [str(t.test_id)]},
    "PATCH /internal/agents/{agent_id}": lambda _: {"name": "Outra"},
    "PUT /internal/agents/{agent_id}/knowledge-base": lambda t: {"document_ids": [str(t.document_id)]},
    "POST /internal/conversations/{conversation_id}/reply": lambda _: {"content": "Oi, sou a Ana."},
    "POST /internal/conversations/{conversation_id}/notes": lambda _: {"content": "Ligar amanhã."},
    "POST /internal/saved-views": lambda _: {"page": "orders", "name": "Hoje", "query": "sort=total"},
    "POST /internal/orders/preview": lambda t: {
        "store_id": str(t.store_id),
        "items": [{"product_id": str(t.product_id), "quantity": 1}],
        "payment_method": "cod",
    },
    "POST /internal/messages": lambda t: {"role": "user", "content": "Oi", "lead_id": str(t.lead_id)},
    "POST /internal/token-usage": lambda _: {"model": "m", "operation_type": "chat", "prompt_tokens": 1},
    "POST /internal/stock/decrement-for-order": lambda t: {"order_id": str(t.order_id)},
    "POST /internal/stock/restore-for-order": lambda t: {"order_id": str(t.order_id)},
    "PUT /internal/stores/{store_id}/synonyms": lambda _: {"groups": [["fone", "headset"]]},
    "POST /internal/webhook-endpoints": lambda _: {"url": "https://93.184.216.34/in", "types": ["order.created"]},
    "PATCH /internal/webhook-endpoints/{endpoint_id}": lambda _: {"active": False},
    "PUT /internal/stock-sync-settings/{store_id}": lambda _: {"outbound_enabled": False},
}
# What a multipart endpoint is sent.
FILES: dict[str, dict[str, tuple[str, bytes]]] = {
    "POST /internal/products/{product_id}/pictures": {"file": ("foto.png", picture("PNG"))},
}
QUERIES: dict[str, Make] = {
    "GET /internal/company/memberships": lambda t: {"user_id": t.member_id},
    "GET /internal/agent-tests/export": lambda t: {"agent_id": str(t.agent_id)},
    "GET /internal/agent-tests": lambda t: {"agent_id": str(t.agent_id)},
    "GET /internal/documents/{document_id}/passages": lambda _: {"q": "trocas"},
    "GET /internal/conversations": lambda t: {"store_ids": str(t.store_id)},
    "GET /internal/orders": lambda t: {"store_ids": str(t.store_id)},
    "GET /internal/orders/board": lambda t: {"store_id": str(t.store_id)},
    "GET /internal/orders/sheets": lambda t: {"store_ids": str(t.store_id)},
    "GET /internal/leads": lambda t: {"store_ids": str(t.store_id)},
    "GET /internal/products": lambda t: {"store_id": str(t.store_id)},
    "GET /internal/documents": lambda t: {"store_id": str(t.store_id)},
    "GET /internal/stock-movements": lambda t: {"store_id": str(t.store_id)},
    "GET /internal/coupons": lambda t: {"store_id": str(t.store_id)},
    "GET /internal/agents": lambda t: {"store_id": str(t.store_id)},
    "GET /internal/messages": lambda t: {"lead_id": str(t.lead_id)},
}
# What an id of somebody else gets, where it is not 404 (contract.md §4 says so).
ANSWERS: dict[str, int] = {
    "POST /internal/orders [body items/0/product_id]": 422,  # dropped, and then nothing is left
    "POST /internal/orders/{order_id}/refunds [body items/0/product_id]": 422,  # the order has none of it
    "POST /internal/products/batch-upsert [body items/0/id]": 200,  # reported as that row's error
    "GET /internal/company/memberships [query user_id]": 200,  # not of this company: nothing found
    "GET /internal/conversations [query agent_id]": 200,  # filters of an own store: nothing found
    "GET /internal/conversations [query lead_id]": 200,
    "GET /internal/audit [query actor_user_id]": 200,  # filters of the own log: nothing found
    "GET /internal/audit [query target_id]": 200,
    "GET /internal/documents [query product_id]": 200,  # filters of an own store
    "GET /internal/documents [query agent_id]": 200,
    "GET /internal/stock-movements [query product_id]": 200,
    "GET /internal/stock-movements [query order_id]": 200,
    "GET /internal/orders [query lead_id]": 200,
    "GET /internal/orders/sheets [query order_ids]": 200,
    "GET /internal/orders/sheets [query lead_id]": 200,
    "GET /internal/orders/sheets [query after_id]": 200,  # only where to go on in the own list
    "POST /internal/orders/preview [body items/0/product_id]": 422,  # dropped, and then nothing is left
}
# Endpoints that reach a third party, or are refused, when the records are the caller's own.
NOT_RUN = {
    "POST /internal/stock-sync/test-outbound/{store_id}",
    "POST /internal/company/members",  # the seed's member is one already, and no user
    "DELETE /internal/stores/{store_id}",  # the seed's store has open orders
    "POST /internal/leads/{lead_id}/erase",  # and so has its lead
}
