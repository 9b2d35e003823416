"""The backend as the storefront sees it: one HTTP client, one object per scope.

Tests: test_backend.py.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any
from urllib.parse import quote

import httpx

from app.settings import Settings

# What the backend answers is JSON of its contract; templates read it by field name.
Json = Any

request_id_var: ContextVar[str] = ContextVar("storefront_request_id", default="")

_TIMEOUT = httpx.Timeout(15.0, connect=3.0)
_CHAT_TIMEOUT = httpx.Timeout(90.0, connect=3.0)
_FILE_TIMEOUT = httpx.Timeout(60.0, connect=3.0)


class BackendError(Exception):
    """The backend refused or could not be reached: its problem document as attributes."""

    def __init__(self, status: int, slug: str, detail: str = "", problem: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{status} {slug}")
        self.status, self.slug, self.detail = status, slug, detail
        self.problem = dict(problem or {})

    @property
    def fields(self) -> dict[str, str]:
        """Details by field name, from the pointers of a validation problem."""
        errors = self.problem.get("errors") or []
        return {str(e.get("pointer", "")).rpartition("/")[2]: str(e.get("detail", "")) for e in errors}


def segment(value: str) -> str:
    """A value as one path segment: nothing in it can end the segment or start a query."""
    return quote(str(value), safe="")


class Scope:
    """Calls with one scope's credential. Every method raises BackendError unless the answer is 2xx."""

    def __init__(self, client: httpx.AsyncClient, headers: Mapping[str, str]) -> None:
        self._client, self._headers = client, dict(headers)

    async def get(self, path: str, **params: Any) -> Json:
        """GET; parameters that are None are left out."""
        return await self.call("GET", path, params={k: v for k, v in params.items() if v is not None})

    async def maybe(self, path: str, **params: Any) -> Json | None:
        """GET that answers None for a missing record."""
        try:
            return await self.get(path, **params)
        except BackendError as error:
            if error.status == 404:
                return None
            raise

    async def post(self, path: str, body: Json = None, *, key: str | None = None) -> Json:
        """POST a JSON body; `key` is the Idempotency-Key."""
        headers = {"Idempotency-Key": key} if key else {}
        return await self.call("POST", path, json={} if body is None else body, headers=headers)

    async def patch(self, path: str, body: Json) -> Json:
        """PATCH."""
        return await self.call("PATCH", path, json=body)

    async def put(self, path: str, body: Json) -> Json:
        """PUT."""
        return await self.call("PUT", path, json=body)

    async def delete(self, path: str) -> None:
        """DELETE."""
        await self.call("DELETE", path)

    async def send_file(self, path: str, name: str, content: bytes, content_type: str, **fields: str) -> Json:
        """POST one file as multipart/form-data."""
        files = {"file": (name, content, content_type)}
        return await self.call("POST", path, files=files, data=fields, timeout=_FILE_TIMEOUT)

    async def call(self, method: str, path: str, *, headers: Mapping[str, str] | None = None, **kwargs: Any) -> Json:
        """One request; the decoded JSON answer, or None for an empty one."""
        try:
            response = await self._client.request(method, path, headers=self._all(headers), **kwargs)
        except httpx.HTTPError as error:
            raise BackendError(503, "unavailable", type(error).__name__) from error
        if response.is_success:
            return _decode(response)
        raise _problem(response)

    @asynccontextmanager
    async def stream(self, path: str, body: Json) -> AsyncIterator[httpx.Response]:
        """POST whose answer is read while it arrives (chat)."""
        headers = self._all({"Accept": "text/event-stream"})
        try:
            async with self._client.stream("POST", path, json=body, headers=headers, timeout=_CHAT_TIMEOUT) as response:
                if not response.is_success:
                    await response.aread()
                    raise _problem(response)
                yield response
        except httpx.HTTPError as error:
            raise BackendError(503, "unavailable", type(error).__name__) from error

    def _all(self, extra: Mapping[str, str] | None) -> dict[str, str]:
        request_id = request_id_var.get()
        return self._headers | ({"X-Request-Id": request_id} if request_id else {}) | dict(extra or {})


class Backend:
    """One connection pool to the backend, and a Scope for each credential."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._client = httpx.AsyncClient(
            base_url=settings.backend_url,
            timeout=_TIMEOUT,
            transport=transport,
            trust_env=False,
            limits=httpx.Limits(max_connections=100, max_keepalive_connections=20),
        )
        self._app_token = settings.internal_api_token.reveal()
        self.auth = Scope(self._client, {"X-Auth-Token": settings.auth_token.reveal()})
        self.public = Scope(self._client, {})
        self.webhook = Scope(self._client, {"X-Webhook-Token": settings.internal_webhook_token.reveal()})

    def actor(self, user_id: str) -> Scope:
        """The app scope on behalf of one user."""
        return Scope(self._client, {"X-Internal-Token": self._app_token, "X-Actor-User-Id": user_id})

    async def close(self) -> None:
        """Close the pool."""
        await self._client.aclose()


def _decode(response: httpx.Response) -> Json:
    if not response.content:
        return None
    try:
        return response.json()
    except ValueError as error:
        raise BackendError(502, "provider-error", "the backend did not answer JSON") from error


def _problem(response: httpx.Response) -> BackendError:
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    if not isinstance(problem, dict):
        problem = {}
    slug = str(problem.get("type", "")).rpartition("/")[2] or "internal-error"
    return BackendError(response.status_code, slug, str(problem.get("detail", "")), problem)
