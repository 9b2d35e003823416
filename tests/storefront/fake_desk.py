"""Contract-shaped answers for every page of the desk, over the data of desk_data.py."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, unquote

import httpx

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
from tests.storefront.desk_talk import DETAIL, NUMBERS, SAID, SHEETS, TALK, TALKS, VIEWS, board, preview
from tests.storefront.fake_backend import APP_TOKEN, FakeBackend


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


class FakeDesk(FakeBackend):
    """FakeBackend plus the desk. `sent` lists (method, path, body) of every write, `asked` and `urls` every call;
    `answers` overrides by path, `queues` holds the next answers of a path."""

    def __init__(self) -> None:
        super().__init__()
        self.stores = [STORE_ROW]
        # Company and person of every call of the app scope.
        self.named: list[tuple[str, str | None]] = []
        self.sent: list[tuple[str, str, Any]] = []
        self.answers: dict[str, httpx.Response] = {}
        self.queues: dict[str, list[httpx.Response]] = {}
        self.asked: list[str] = []
        self.urls: list[str] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        path = unquote(request.url.raw_path.decode().partition("?")[0])
        self.asked.append(path)
        self.urls.append(str(request.url))
        if (path.startswith("/internal/auth/") and "_cache" not in path) or path.startswith("/internal/email"):
            if path.startswith("/internal/auth/sessions/by-user/") and request.method == "GET":
                mine = [s for s in self.sessions.values() if path.endswith(f"/{s['user_id']}")]
                return httpx.Response(200, json=mine)
            return await super().handle_async_request(request)
        if (
            path.startswith("/internal/")
            and request.headers.get("x-internal-token") != APP_TOKEN
            and "_cache" not in path
        ):
            return httpx.Response(401, json={"type": "/problems/unauthorized"})
        if "x-actor-user-id" in request.headers:
            self.calls.append((request.method, path))
            self.named.append((request.headers["x-actor-user-id"], request.headers.get("x-acting-user-id")))
        if self.queues.get(path):
            self.sent.append((request.method, path, _body(request)))
            return self.queues[path].pop(0)
        if path in self.answers:
            self.sent.append((request.method, path, _body(request)))
            return self.answers[path]
        if request.method == "GET":
            return self._read(path, parse_qs(request.url.query.decode()))
        self.sent.append((request.method, path, _body(request)))
        if path == "/internal/company/ensure":
            self.companies.add(request.headers["x-actor-user-id"])
        if path == "/internal/orders/preview":
            return httpx.Response(200, json=preview(_body(request)))
        return httpx.Response(204) if request.method == "DELETE" else httpx.Response(200, json=_written(path))

    def _read(self, path: str, query: dict[str, list[str]]) -> httpx.Response:
        for pattern, answer in READS:
            if re.fullmatch(pattern, path):
                return httpx.Response(200, json=answer(query) if callable(answer) else answer)
        return httpx.Response(404, json={"type": "/problems/not-found", "status": 404})


def _who_talks(query: dict[str, list[str]]) -> list[Any]:
    """Whoever of the desk talks to an agent is known as a lead already."""
    sought = query.get("q", [""])[0]
    return [LEADS[0] | {"external_id": sought}] if sought.startswith("desk-") else []


def _body(request: httpx.Request) -> Any:
    is_json = request.headers.get("content-type", "").startswith("application/json")
    try:
        return json.loads(request.content) if is_json and request.content else None
    except ValueError:  # relayed as it came
        return None


def _written(path: str) -> Any:
    if path.endswith("batch-upsert"):
        return {"created": 1, "updated": 0, "unchanged": 0, "errors": []}
    if path == "/chat":
        return {"reply": "Temos, sim!", "type": "sales", "model": "offline-rules", "tool_calls": [], "dry_run": True}
    if path.startswith("/internal/billing/"):
        subscription = {"next_plan_slug": None}
        return {"url": "https://pay.example/x", "preview": None, "subscription": subscription, "status": "succeeded"}
    if path == "/process-file":
        return {
            "filename": "a.pdf",
            "format": "pdf",
            "text": "Trocas em 30 dias.",
            "pages": 1,
            "truncated": False,
            "chunks": [{"index": 0, "text": "Trocas em 30 dias.", "tokens": 5, "page": 1}],
            "performance_metrics": {"bytes": 10, "chars": 18, "total_ms": 3.2},
        }
    if path.startswith("/internal/webhook-endpoints/") and path.endswith("/test"):
        return {"ok": True, "status_code": 200, "latency_ms": 12, "error": None}
    if path.startswith("/internal/stock-sync/"):
        return {"ok": True, "status_code": 200, "latency_ms": 12, "error": None}
    if path.startswith("/internal/leads/ensure"):
        return LEADS[0]
    ids = {"stores": STORE, "orders": ORDER, "documents": DOCUMENT, "agents": AGENT, "leads": LEAD}
    kind = path.split("/")[2] if path.count("/") > 1 else ""
    return {"id": ids.get(kind, uid(9)), "file_id": uid(8), "status": "succeeded", "active": True, "applied": True}
