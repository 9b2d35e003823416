"""A throw-away shop, made through the API in process, in which conversations are held; then it is deleted."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from app.db.ids import uuid7
from app.evaluation.cases import CaseFile, Conversation, ShopCase
from app.evaluation.judge import Answer, Held, Order, as_answer, judge

PIX = {
    "manual_pix_enabled": True,
    "manual_pix_key": "loja@example.com",
    "manual_pix_key_type": "email",
    "manual_pix_name": "LOJA",
    "manual_pix_city": "SAO PAULO",
}
PERSONA = ("name", "type", "persona", "model")
# Conversations follow one another faster than any shopper writes.
NO_LIMITS = {"messages_per_minute": 100_000, "messages_per_day": 10_000_000}
MAX_HISTORY = 60


class RehearsalError(Exception):
    """The service did not let the shop be made. steps: the part of the file that it refused, where it was one."""

    def __init__(self, detail: str, *steps: str) -> None:
        super().__init__(detail)
        self.steps = steps


@dataclass
class Rehearsal:
    """The shop of one file."""

    http: httpx.AsyncClient
    auth: dict[str, str]
    app: dict[str, str]
    company_id: str = ""
    store_id: str = ""
    agent: dict[str, Any] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)

    async def open(self, shop: ShopCase, agent: dict[str, Any] | None) -> None:
        """Make company, store, goods, documents and agent. `agent`: another one's persona, type and model."""
        self.company_id = f"rehearsal-{uuid7().hex[:24]}"
        user = {"id": self.company_id, "email": f"{self.company_id}@example.com", "name": "Rehearsal"}
        await self._send("POST", "/internal/auth/users", user, self.auth)
        self.app = self.app | {"X-Actor-User-Id": self.company_id}
        await self._send("POST", "/internal/company/ensure", {"name": shop.name})
        self.store_id = (await self._send("POST", "/internal/stores", {"name": shop.name}))["id"]
        await self._stock(shop)
        settings = PIX | shop.payment_settings
        path = f"/internal/orders/store/{self.store_id}/payment-settings"
        await self._send("PUT", path, settings, of="payment_settings")
        if shop.shipping_rules:
            rules = {"rules": shop.shipping_rules}
            await self._send("PUT", f"/internal/stores/{self.store_id}/shipping-rules", rules, of="shipping_rules")
        for coupon in shop.coupons:
            await self._send("POST", "/internal/coupons", {"store_id": self.store_id} | coupon, of="coupons")
        made = {key: value for key, value in (agent or shop.agent).items() if key in PERSONA and value is not None}
        body = {"name": "Bia", "type": "vendas", "store_id": self.store_id, "rate_limits": NO_LIMITS} | made
        self.agent = await self._send("POST", "/internal/agents", body, of="agent")
        links = [await self._document(title, content) for title, content in shop.documents.items()]
        await self._send("PUT", f"/internal/agents/{self.agent['id']}/knowledge-base", {"document_ids": links})
        await self._send("POST", f"/internal/agents/{self.agent['id']}/toggle-active", None)

    async def _stock(self, shop: ShopCase) -> None:
        if not shop.products:
            return
        items = {"store_id": self.store_id, "items": shop.products}
        report = await self._send("POST", "/internal/products/batch-upsert", items, of="products")
        for error in report["errors"]:
            raise RehearsalError(error["detail"], "shop", "products", str(error["index"]), error.get("field") or "")

    async def close(self) -> None:
        """Delete the company with all it has."""
        if self.company_id:
            await self.http.delete(f"/internal/auth/users/{self.company_id}", headers=self.auth)

    async def hold(self, conversation: Conversation) -> Held:
        """Hold a conversation and judge it; its open orders are cancelled, so that the next finds the goods."""
        answers: list[Answer] = []
        history: list[dict[str, str]] = []
        key = uuid7().hex
        for turn in conversation.steps:
            answer = await self._say(turn.text, key, history)
            answers.append(answer)
            history += [{"role": "user", "content": turn.text}, {"role": "assistant", "content": answer.reply}]
            if answer.error:
                break
        return judge(conversation, answers, await self._orders())

    async def is_ready(self) -> bool:
        """The goods and the documents can be found by what they mean."""
        stats = await self._send("GET", f"/internal/products/stats/{self.store_id}", None)
        path = f"/internal/documents?store_id={self.store_id}&status=processing&limit=1"
        return not stats["embedding"]["pending"] and not (await self._send("GET", path, None))["items"]

    async def _say(self, text: str, key: str, history: Sequence[dict[str, str]]) -> Answer:
        body = {
            "type": self.agent["type"],
            "agent_id": self.agent["id"],
            "message": text,
            "conversation_id": key,
            "conversation_history": list(history)[-MAX_HISTORY:],
        }
        answer = await self.http.post("/chat", json=body)
        if answer.status_code != 200:
            return Answer(text, "", error=str(answer.status_code))
        return as_answer(text, answer.json())

    async def _orders(self) -> list[Order]:
        """The orders made since the last conversation."""
        found = await self._send("GET", f"/internal/orders?store_ids={self.store_id}&limit=50", None)
        orders = []
        for item in reversed(found["items"]):
            if item["id"] in self.seen:
                continue
            self.seen.add(item["id"])
            whole = await self._send("GET", f"/internal/orders/{item['id']}", None)
            lines = tuple((line["name"], line["quantity"]) for line in whole["items"])
            orders.append(Order(lines, whole["total_cents"], whole["payment_method"], whole["status"]))
            if whole["status"] != "cancelled":
                await self._send("POST", f"/internal/orders/{item['id']}/transition", {"to": "cancelled"})
        return orders

    async def _document(self, title: str, content: str) -> str:
        body = {"store_id": self.store_id, "title": title, "content": content}
        return str((await self._send("POST", "/internal/documents", body))["id"])

    async def _send(
        self, method: str, path: str, body: Any, headers: dict[str, str] | None = None, *, of: str | None = None
    ) -> Any:
        """The answer's JSON. of: the part of the shop that is sent. Raises RehearsalError."""
        answer = await self.http.request(method, path, json=body, headers=headers or self.app)
        if answer.status_code not in (200, 201):
            refused = f"{method} {path}: {answer.status_code} {answer.json()['detail']}"
            raise RehearsalError(refused, *(("shop", of) if of else ()))
        return answer.json()


@asynccontextmanager
async def rehearsing(
    http: httpx.AsyncClient, auth_token: str, app_token: str, case: CaseFile, agent: dict[str, Any] | None = None
) -> AsyncIterator[Rehearsal]:
    """The shop of a file while the block runs."""
    rehearsal = Rehearsal(http, {"X-Auth-Token": auth_token}, {"X-Internal-Token": app_token})
    try:
        await rehearsal.open(case.shop, agent)
        yield rehearsal
    finally:
        await rehearsal.close()
