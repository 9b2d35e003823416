"""The backend as the storefront sees it: the Python client of `clients/`, and one object per scope.

Calls go by path and answers are plain JSON: pages hand them to templates, which read them by field name, and forms send
only the keys they have. The client's typed methods would decode each answer for nobody. Tests: test_auth_pages.py.
"""

from collections.abc import AsyncGenerator, Mapping
from contextvars import ContextVar
from typing import Any
from urllib.parse import quote

import httpx

from app.settings import Settings
from clients.python.storefront_client import ApiError, AsyncClient, ChatEvent, ServerEvent, types

__all__ = ["ApiError", "Backend", "Json", "Scope", "request_id_var", "segment"]

Json = Any

request_id_var: ContextVar[str] = ContextVar("storefront_request_id", default="")


def segment(value: str) -> str:
    """A value as one path segment: nothing in it can end the segment or start a query."""
    return quote(str(value), safe="")


class Scope:
    """Calls with one scope's credential. Every method raises ApiError unless the answer is 2xx."""

    def __init__(self, client: AsyncClient, *scopes: str) -> None:
        self._client, self._scopes = client, scopes

    async def get(self, path: str, **params: Any) -> Json:
        """GET; parameters that are None are left out."""
        return await self._client.request("GET", path, *self._scopes, query=params)

    async def maybe(self, path: str, **params: Any) -> Json | None:
        """GET that answers None for a missing record."""
        try:
            return await self.get(path, **params)
        except ApiError as error:
            if error.status == 404:
                return None
            raise

    async def post(self, path: str, body: Json = None, *, key: str | None = None, slow: bool = False) -> Json:
        """POST a JSON body; `key` is the Idempotency-Key; a slow call may take as long as a chat."""
        body = {} if body is None else body
        return await self._client.request("POST", path, *self._scopes, body=body, idempotency_key=key, slow=slow)

    async def patch(self, path: str, body: Json) -> Json:
        """PATCH."""
        return await self._client.request("PATCH", path, *self._scopes, body=body)

    async def put(self, path: str, body: Json) -> Json:
        """PUT."""
        return await self._client.request("PUT", path, *self._scopes, body=body)

    async def delete(self, path: str, *, slow: bool = False, query: Mapping[str, Any] | None = None) -> None:
        """DELETE; a slow one may take as long as a chat."""
        await self._client.request("DELETE", path, *self._scopes, query=query, slow=slow)

    async def relay(self, path: str, content: bytes, headers: Mapping[str, str]) -> Json:
        """POST a JSON body byte for byte, with headers of its own."""
        return await self._client.request("POST", path, *self._scopes, content=content, headers=headers)

    async def send_file(self, path: str, name: str, content: bytes, content_type: str, **fields: str) -> Json:
        """POST one file as multipart/form-data."""
        upload = (name, content, content_type)
        return await self._client.request("POST", path, *self._scopes, upload=upload, form=fields, slow=True)


class Backend:
    """One connection pool to the backend, and a Scope for each credential."""

    def __init__(self, settings: Settings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._client = AsyncClient(
            settings.backend_url,
            app_token=settings.internal_api_token.newest(),
            auth_token=settings.auth_token.newest(),
            webhook_token=settings.internal_webhook_token.newest(),
            headers=_request_id,
            transport=transport,
        )
        # A stream keeps its connection for as long as somebody looks: it must not be one that pages wait for.
        self._streams = AsyncClient(
            settings.backend_url,
            app_token=settings.internal_api_token.newest(),
            transport=transport,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )
        self.auth = Scope(self._client, "auth")
        self.public = Scope(self._client)
        self.webhook = Scope(self._client, "webhook")

    def actor(self, company_id: str, acting_user: str | None = None) -> Scope:
        """The app scope on behalf of a company: of its owner, or of the member who is named."""
        return Scope(self._client.as_actor(company_id, acting_user), "app", "actor")

    def export(self, company_id: str) -> AsyncGenerator[bytes, None]:
        """All that is kept of a company, for its owner, in the pieces it arrives in."""
        return self._client.as_actor(company_id).export_lines()

    async def picture(self, folder: str, name: str) -> bytes:
        """A file of the media store. Raises ApiError."""
        return await self._client.get_media(folder, name)

    def chat(self, body: Mapping[str, Any]) -> AsyncGenerator[ChatEvent, None]:
        """The events of a chat's answer, while it is made."""
        return self._client.chat_stream(types.ChatRequest(**body))

    def follow(self, user_id: str, path: str, last_event_id: str | None) -> AsyncGenerator[ServerEvent, None]:
        """The live updates of a path on behalf of one user."""
        return self._streams.as_actor(user_id).follow(path, last_event_id)

    async def close(self) -> None:
        """Close the pools."""
        await self._client.aclose()
        await self._streams.aclose()


def _request_id() -> dict[str, str]:
    request_id = request_id_var.get()
    return {"X-Request-Id": request_id} if request_id else {}
