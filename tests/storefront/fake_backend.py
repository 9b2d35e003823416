"""The auth scope of the contract in memory, for tests of the sign-in pages without a backend process."""

import json
import secrets
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import httpx

AUTH_TOKEN = "auth-token-of-tests"
APP_TOKEN = "app-token-of-tests"
HOOK_TOKEN = "hook-token-of-tests"


class FakeBackend(httpx.AsyncBaseTransport):
    """Answers contract §3 plus the few app calls of a fresh account. `calls` lists method and path, in order."""

    def __init__(self) -> None:
        self.users: dict[str, dict[str, Any]] = {}
        self.sessions: dict[str, dict[str, Any]] = {}
        self.accounts: dict[str, dict[str, Any]] = {}
        self.verifications: list[dict[str, Any]] = []
        self.extensions: list[dict[str, Any]] = []
        self.companies: set[str] = set()
        self.stores: list[dict[str, Any]] = []
        self.memberships: dict[str, list[dict[str, Any]]] = {}
        self.invitations: dict[str, dict[str, Any]] = {}
        self.events: list[tuple[str, str | None]] = []
        self.mails: list[dict[str, Any]] = []
        self.relayed: list[tuple[bytes, httpx.Headers]] = []
        self.calls: list[tuple[str, str]] = []
        self.refuse: dict[tuple[str, str], int] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        raw = request.url.raw_path.decode().partition("?")[0]
        self.calls.append((request.method, raw))
        status = self.refuse.get((request.method, raw))
        if status:
            return _problem(status)
        parts = [unquote(part) for part in raw.strip("/").split("/")]
        is_json = request.headers.get("content-type", "") == "application/json"
        body = json.loads(request.content) if is_json else dict(request.url.params)
        if parts[:2] == ["internal", "auth"]:
            if request.headers.get("x-auth-token") != AUTH_TOKEN:
                return _problem(401)
            return self._auth(request.method, parts[2:], body)
        if parts[:1] == ["internal"] and parts[1] != "email":
            if request.headers.get("x-internal-token") != APP_TOKEN:
                return _problem(401)
            return self._app(request, parts[1:])
        if request.headers.get("x-webhook-token") == HOOK_TOKEN:
            if parts == ["webhooks", "pixprovider"]:
                self.relayed.append((request.content, request.headers))
                return httpx.Response(200, json={"received": True, "result": "ignored"})
            self.mails.append(body)
            return httpx.Response(202, json={"accepted": True, "id": "1", "mode": "outbox"})
        return _problem(404)

    def _app(self, request: httpx.Request, parts: list[str]) -> httpx.Response:
        actor = request.headers["x-actor-user-id"]
        if parts == ["company", "ensure"]:
            self.companies.add(actor)
            return httpx.Response(201, json={"id": actor, "name": "", "slug": None})
        return _problem(404)

    def _auth(self, method: str, parts: list[str], body: dict[str, Any]) -> httpx.Response:
        kind, rest = parts[0], parts[1:]
        return getattr(self, f"_{kind.replace('-', '_')}")(method, rest, body)

    def _extensions(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        if method == "DELETE":
            self.extensions = [row for row in self.extensions if row["user_id"] != rest[1]]
            return httpx.Response(204)
        if method == "POST":
            made = body | {"id": secrets.token_hex(16), "version": 1, "created_at": datetime.now(UTC).isoformat()}
            self.extensions.append(made)
            return httpx.Response(201, json=made)
        return httpx.Response(200, json=[row for row in self.extensions if row["user_id"] == rest[1]])

    def _sign_ups(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        made = self._users(method, rest, body["user"])
        if made.status_code == 201:
            self._accounts(method, rest, body["account"])
            self._sessions(method, rest, body["session"])
        return made

    def _events(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        self.events.append((body["type"], body["user_id"]))
        return httpx.Response(201, json={"recorded": body["user_id"] is not None})

    def _users(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        if method == "PATCH":
            if any(u["email"] == body.get("email") and u["id"] != rest[0] for u in self.users.values()):
                return _problem(409)
            self.users[rest[0]] |= body
            return httpx.Response(200, json=self.users[rest[0]])
        if method == "POST":
            if any(user["email"] == body["email"].lower() for user in self.users.values()):
                return _problem(409)
            row = {"id": secrets.token_hex(8), **body, "email": body["email"].lower()}
            self.users[row["id"]] = row
            return httpx.Response(201, json=row)
        if method == "DELETE":
            self.users.pop(rest[0], None)
            self.sessions = {key: s for key, s in self.sessions.items() if s["user_id"] != rest[0]}
            return httpx.Response(204)
        key = "id" if rest[0] == "by-id" else "email"
        return _one(user for user in self.users.values() if user[key] == rest[1].lower() or user[key] == rest[1])

    def companies_of(self, user_id: str) -> list[dict[str, Any]]:
        """For whom a user may act, as the backend lists them."""
        own = [membership(user_id, self.users[user_id]["name"], "owner")] if user_id in self.companies else []
        return own + self.memberships.get(user_id, [])

    def _workplaces(self, user_id: str) -> list[dict[str, Any]]:
        return [company | {"stores": self.stores} for company in self.companies_of(user_id)]

    def _invitations(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        if method == "GET":
            return _one(iter([self.invitations[rest[1]]] if rest[1] in self.invitations else []))
        invitation = self.invitations.get(body["token"])
        if invitation is None:
            return _problem(404)
        if self.users[body["user_id"]]["email"] != invitation["email"]:
            return _problem(409)
        del self.invitations[body["token"]]
        joined = membership(invitation["company_id"], invitation["company_name"], invitation["role"])
        self.memberships.setdefault(body["user_id"], []).append(joined)
        return httpx.Response(200, json=joined)

    def _sessions(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        if method == "POST":
            row = {"id": secrets.token_hex(8), **body}
            self.sessions[row["id"]] = row
            return httpx.Response(201, json=row)
        if method == "PATCH":
            self.sessions[rest[0]] |= body
            return httpx.Response(200, json=self.sessions[rest[0]])
        if method == "DELETE":
            gone = [k for k, s in self.sessions.items() if rest[0] == k or rest[1:] == [s["user_id"]]]
            for key in gone:
                if self.sessions[key]["token"] != body.get("except"):
                    del self.sessions[key]
            return httpx.Response(204)
        return _one(
            {"session": s, "user": self.users[s["user_id"]], "companies": self._workplaces(s["user_id"])}
            for s in self.sessions.values()
            if s["token"] == rest[1]
            and datetime.fromisoformat(s["expires_at"]) > datetime.now(UTC)
            and s["user_id"] in self.users
        )

    def _accounts(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        if method == "POST":
            row = {"id": secrets.token_hex(8), **body}
            self.accounts[row["id"]] = row
            return httpx.Response(201, json=row)
        if method == "PATCH":
            self.accounts[rest[0]] |= body
            return httpx.Response(200, json=self.accounts[rest[0]])
        mine = [a for a in self.accounts.values() if a["user_id"] == rest[1]]
        if rest[0] == "by-user":
            return httpx.Response(200, json=mine)
        return _one(a for a in mine if a["provider_id"] == "credential")

    def _verifications(self, method: str, rest: list[str], body: dict[str, Any]) -> httpx.Response:
        if method == "POST" and not rest:
            self.verifications.append(body)
            return httpx.Response(201, json=body)
        if method == "DELETE":
            self.verifications = [v for v in self.verifications if v["identifier"] != rest[1]]
            return httpx.Response(204)
        now = datetime.now(UTC)
        live = [v for v in self.verifications if datetime.fromisoformat(v["expires_at"]) > now]
        if method == "GET":
            return _one(v for v in live if v["value"] == rest[1])
        found = [v for v in live if (v["identifier"], v["value"]) == (body["identifier"], body["value"])]
        self.verifications = [v for v in self.verifications if v not in found]
        return _one(iter(found))


def membership(company_id: str, name: str, role: str) -> dict[str, Any]:
    """One entry of a user's companies."""
    return {
        "company_id": company_id,
        "company_name": name,
        "logo": None,
        "timezone": "America/Sao_Paulo",
        "role": role,
        "created_at": "2026-11-01T12:00:00Z",
    }


def _one(rows: Any) -> httpx.Response:
    row = next(iter(rows), None)
    return httpx.Response(200, json=row) if row else _problem(404)


def _problem(status: int) -> httpx.Response:
    slug = {401: "unauthorized", 404: "not-found", 409: "conflict"}.get(status, "unavailable")
    return httpx.Response(status, json={"type": f"/problems/{slug}", "status": status, "detail": slug})
