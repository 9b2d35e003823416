"""What every page of the desk reads, by path: over the data of desk_data.py and desk_talk.py."""

from typing import Any

from tests.storefront.desk_data import (
    AGENT,
    AGENT_ROW,
    AGENT_TESTS,
    DAYS,
    DELIVERY_ROW,
    DOCUMENT,
    DOCUMENT_ROW,
    ENDPOINT,
    ENDPOINT_ROW,
    EVENT_ROW,
    HEALTH,
    LEAD,
    LEADS,
    MESSAGES,
    ORDER,
    ORDERS,
    PAYMENT,
    PLANS,
    PRODUCT,
    PRODUCTS,
    STATS,
    STORE,
    STORE_ROW,
    USAGE,
    at,
    uid,
)
from tests.storefront.desk_talk import (
    DETAIL,
    NUMBERS,
    SAID,
    SHEETS,
    TALK,
    TALKS,
    VIEWS,
    board,
)


def page(rows: list[Any], query: dict[str, list[str]] | None = None) -> dict[str, Any]:
    query = query or {}
    for key in ("status", "channel"):
        if key in query:
            rows = [row for row in rows if row.get(key) == query[key][0]]
    return {"items": rows, "total": len(rows), "limit": int(query.get("limit", ["50"])[0]), "offset": 0}


# A document that no page of the list shows.
UNSEEN = uid(77)
READS: list[tuple[str, Any]] = [
    (f"/internal/stores/{STORE}", STORE_ROW),
    ("/internal/stores/slug-available/.*", {"slug": "x", "available": True}),
    (
        "/internal/company",
        {"id": "ana", "name": "Figueira Ltda", "slug": "figueira", "logo": None, "timezone": "America/Sao_Paulo"},
    ),
    (
        f"/internal/dashboard/{STORE}",
        {
            "orders": {
                "by_status": STATS["by_status"],
                "attention": STATS["attention"],
                "revenue_cents": STATS["revenue_cents"],
                "today": STATS["today"],
                "last_30_days": DAYS,
            },
            "leads": {"total": 342, "by_status": {"new": 80}},
            "products": {"total": 5, "active": 4, "out_of_stock": 1},
            "recent_conversations": [
                {
                    "lead_id": LEAD,
                    "name": "Bruno Alves",
                    "last_message": {"content": "Quero duas, no PIX."},
                    "last_message_at": at(0.2),
                }
            ],
        },
    ),
    (f"/internal/orders/store/{STORE}/payment-settings", PAYMENT),
    (f"/internal/orders/stats/{STORE}", STATS),
    ("/internal/orders", lambda q: page(ORDERS, q)),
    ("/internal/orders/board", lambda q: board(q["status"][0].split(","))),
    ("/internal/orders/sheets", lambda q: {"items": _sheets(q), "next": None}),
    ("/internal/saved-views", VIEWS),
    (f"/internal/numbers/{STORE}", NUMBERS),
    (
        "/internal/conversations",
        lambda q: page(_talks(q), q) | {"attendance": {"waiting": 1, "human": 0, "unread": 0}},
    ),
    (f"/internal/conversations/{TALK}", DETAIL),
    (f"/internal/conversations/{TALK}/messages", lambda q: page(SAID, q)),
    (f"/internal/orders/{ORDER}", ORDERS[0]),
    (f"/internal/orders/awaiting-proof-by-lead/{LEAD}", ORDERS[0]),
    ("/internal/products", lambda q: page(PRODUCTS if "zzz" not in q.get("q", [""]) else [], q)),
    (f"/internal/products/{PRODUCT}", PRODUCTS[0]),
    (
        f"/internal/products/stats/{STORE}",
        {
            "total": 5,
            "active": 4,
            "out_of_stock": 1,
            "without_price": 0,
            "by_category": [],
            "embedding": {"pending": 1, "ready": 4, "error": 0},
        },
    ),
    (f"/internal/products/{PRODUCT}/files", [{"file_id": uid(8), "filename": "medidas.pdf", "status": "completed"}]),
    ("/internal/documents", lambda q: page([DOCUMENT_ROW], q)),
    (f"/internal/documents/{DOCUMENT}", DOCUMENT_ROW),
    (f"/internal/documents/{DOCUMENT}/passages", [{"content": DOCUMENT_ROW["content"]}]),
    ("/internal/webhook-endpoints", [ENDPOINT_ROW]),
    (f"/internal/webhook-endpoints/{ENDPOINT}", ENDPOINT_ROW),
    ("/internal/events", {"items": [EVENT_ROW]}),
    (f"/internal/webhook-endpoints/{ENDPOINT}/deliveries", lambda q: page([DELIVERY_ROW], q)),
    ("/internal/agents", lambda q: [AGENT_ROW]),
    ("/internal/agent-tests", AGENT_TESTS),
    (
        f"/internal/agents/{AGENT}/full",
        AGENT_ROW
        | {
            "knowledge_base": [
                {"document_id": DOCUMENT, "title": DOCUMENT_ROW["title"], "status": "ready", "linked_at": at(9)},
                {"document_id": UNSEEN, "title": "Medidas", "status": "ready", "linked_at": at(9)},
            ],
            "conversations_count": 12,
            "conversations": [
                {
                    "lead_id": LEAD,
                    "lead": {"name": "Bruno"},
                    "last_message": {"content": "Oi"},
                    "last_message_at": at(1),
                }
            ],
        },
    ),
    ("/internal/leads", lambda q: page(_who_talks(q) or LEADS, q)),
    (f"/internal/leads/{LEAD}", LEADS[0]),
    ("/internal/messages", lambda q: page(list(reversed(MESSAGES)), q)),
    (
        "/internal/token-usage/summary",
        {
            "period": "2026-11",
            "total_tokens": 83211,
            "items": [
                {
                    "model": "offline-rules",
                    "operation_type": "chat",
                    "prompt_tokens": 60000,
                    "completion_tokens": 20000,
                    "total_tokens": 80000,
                    "requests": 412,
                },
                {
                    "model": "lexical-pt-1024",
                    "operation_type": "embedding",
                    "prompt_tokens": 3211,
                    "completion_tokens": 0,
                    "total_tokens": 3211,
                    "requests": 30,
                },
            ],
            "by_day": [{"date": "2026-11-03", "tokens": 83211}],
        },
    ),
    (
        "/internal/billing/summary",
        {
            "plan": PLANS[0],
            "subscription": None,
            "settings": {"cap": None, "auto_overage": False, "alert_pct": 80},
            "usage": USAGE,
            "topup_per_million_cents": 3000,
            "card_payments": True,
            "next_bill": None,
        },
    ),
    ("/internal/billing/charges", lambda q: page([], q)),
    ("/internal/billing/plans", PLANS),
    ("/billing/plans-public", PLANS),
    ("/internal/billing/usage-this-month", USAGE),
    (
        "/internal/billing/invoices",
        {
            "items": [
                {
                    "id": "in_1",
                    "number": "F-0001",
                    "status": "paid",
                    "amount_due_cents": 9900,
                    "created_at": at(400),
                    "hosted_invoice_url": "https://pay.example/in_1",
                }
            ],
            "has_more": False,
        },
    ),
    (
        f"/internal/stock-sync-settings/{STORE}",
        {
            "outbound_enabled": True,
            "outbound_url": "https://erp.example/hook",
            "outbound_secret_set": True,
            "outbound_secret_last4": "a1b2",
            "inbound_enabled": False,
            "inbound_secret_set": False,
        },
    ),
    (
        "/internal/audit",
        lambda q: page(
            [
                {
                    "id": 1,
                    "action": "orders.update",
                    "target_type": "order",
                    "target_id": ORDER,
                    "actor_user_id": None,
                    "actor_type": "user",
                    "request_id": "r1",
                    "changes": {"status": ["pending", "confirmed"]},
                    "created_at": at(1),
                }
            ],
            q,
        ),
    ),
    (f"/internal/stores/{STORE}/synonyms", {"groups": [["tênis", "sneaker"]]}),
    (
        f"/internal/stores/{STORE}/shipping-rules",
        {
            "rules": [
                {
                    "name": "Retirada",
                    "kind": "pickup",
                    "price_cents": 0,
                    "above_cents": None,
                    "cep_from": None,
                    "cep_to": None,
                    "days": 0,
                },
            ]
        },
    ),
    (
        "/internal/coupons",
        [
            {
                "id": uid(70),
                "code": "VOLTE10",
                "kind": "percent",
                "value": 10,
                "min_subtotal_cents": None,
                "max_uses": 100,
                "uses": 3,
                "starts_at": None,
                "ends_at": at(-30),
                "active": True,
            }
        ],
    ),
    ("/health", HEALTH),
    ("/", {"name": "storefront-backend", "version": "0.1.0"}),
    (
        "/agents",
        [{"type": "sales", "title": "Vendas", "title_en": "Sales", "description": "Vende e cobra.", "price": {}}],
    ),
    ("/supported-formats", {"formats": ["pdf", "csv", "xlsx"]}),
    (
        "/internal/company/members",
        [
            {
                "user_id": "bia",
                "name": "Bia Souza",
                "email": "bia@example.com",
                "role": "attendant",
                "created_at": at(40),
            }
        ],
    ),
    (
        "/internal/company/invitations",
        [
            {
                "id": uid(31),
                "email": "caio@example.com",
                "role": "manager",
                "invited_by": "ana",
                "expires_at": "2030-01-01T00:00:00Z",
                "created_at": at(1),
            }
        ],
    ),
    ("/internal/auth/_cache-stats", {"users_by_email": {"size": 1, "hits": 2, "misses": 3}}),
]


def _sheets(query: dict[str, list[str]]) -> list[Any]:
    wanted = query.get("order_ids")
    return [sheet for sheet in SHEETS if wanted is None or sheet["id"] in wanted]


def _talks(query: dict[str, list[str]]) -> list[Any]:
    state = query.get("state", [None])[0]
    return [talk for talk in TALKS if state in (None, talk["state"])]


def _who_talks(query: dict[str, list[str]]) -> list[Any]:
    """Whoever of the desk talks to an agent is known as a lead already."""
    sought = query.get("q", [""])[0]
    return [LEADS[0] | {"external_id": sought}] if sought.startswith("desk-") else []
