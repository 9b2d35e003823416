"""Contract-shaped answers for every page of the desk: what is read is in desk_reads.py."""

import json
import re
from typing import Any
from urllib.parse import parse_qs, unquote

import httpx

from tests.storefront.desk_data import (
    AGENT,
    DOCUMENT,
    LEAD,
    LEADS,
    ORDER,
    STORE,
    STORE_ROW,
    uid,
)
from tests.storefront.desk_reads import READS
from tests.storefront.desk_talk import (
    preview,
)
from tests.storefront.fake_backend import APP_TOKEN, FakeBackend


class FakeDesk(FakeBackend):
    """FakeBackend plus the desk. `sent` lists (method, path, body) of every write, `asked` and `urls` every call;
    `answers` overrides by path, `queues` holds the next answers of a path."""

    def __init__(self) -> None:
        super().__init__()
        self.stores = [STORE_ROW]
        # Company and person of every call of the app scope.
        self.named: list[tuple[str, str | None]] = []
        self.sent: list[tuple[str, str, Any]] = []
        # Idempotency-Keys of every write, with its path.
        self.keys: list[tuple[str, str | None]] = []
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
        if request.method != "GET":
            self.keys.append((path, request.headers.get("idempotency-key")))
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
            "warnings": [],
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
