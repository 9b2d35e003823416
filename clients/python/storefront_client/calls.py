"""One call: credentials, encoding, repeats of what may be repeated, decoding. Shared by both clients."""

import copy
import random
import time
from asyncio import sleep as async_sleep
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from typing import IO, Any, Generic, Protocol, Self, TypeVar
from urllib.parse import quote
from uuid import uuid4

import httpx
import msgspec

from .errors import ApiError, UnexpectedAnswer, Unreachable, error_of

T = TypeVar("T")
Item_co = TypeVar("Item_co", covariant=True)

PAGE_SIZE = 200
Content = bytes | IO[bytes]
Upload = Content | tuple[str, Content] | tuple[str, Content, str]
Headers = Mapping[str, str]

_PASSING = frozenset({429, 502, 503, 504})
_LONGEST_PAUSE = 10.0
_SCOPES = {
    "app": ("X-Internal-Token", "app_token"),
    "auth": ("X-Auth-Token", "auth_token"),
    "webhook": ("X-Webhook-Token", "webhook_token"),
    "actor": ("X-Actor-User-Id", "actor"),
}


@dataclass(frozen=True)
class Operation(Generic[T]):
    """What /openapi.json says of one operation."""

    method: str
    path: str
    scopes: tuple[str, ...]
    answer: Any
    idempotent: bool = False
    slow: bool = False

    @cached_property
    def _decoder(self) -> "msgspec.json.Decoder[Any]":
        return msgspec.json.Decoder(self.answer)

    def decode(self, response: httpx.Response) -> T:
        """The answer's value."""
        content: Any = response.content
        if self.answer is None or (self.answer is Any and not content):
            content = None
        elif self.answer is not bytes:
            try:
                content = self._decoder.decode(content)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise UnexpectedAnswer(error) from error
        value: T = content
        return value


@dataclass(frozen=True, kw_only=True)
class Caller:
    """The credentials a client speaks with; each call sends those of its scope and no other."""

    app_token: str | None = None
    auth_token: str | None = None
    webhook_token: str | None = None
    actor: str | None = None
    acting_user: str | None = None

    def headers(self, scopes: tuple[str, ...]) -> dict[str, str]:
        """The headers of these scopes."""
        headers = {}
        for scope in scopes:
            header, attribute = _SCOPES[scope]
            value = getattr(self, attribute)
            if not value:
                raise ValueError(f"this call needs a client with {attribute}")
            headers[header] = value
        if "actor" in scopes and self.acting_user is not None:
            headers["X-Acting-User-Id"] = self.acting_user
        return headers


@dataclass(frozen=True, kw_only=True)
class Options:
    """How a client waits and repeats; `headers` are sent along (a callable is asked at each call)."""

    timeout: float
    slow_timeout: float
    retries: int
    headers: Headers | Callable[[], Headers] | None


class Page(Protocol[Item_co]):
    """What `iter_…` needs of a page."""

    @property
    def items(self) -> Sequence[Item_co]: ...
    @property
    def total(self) -> int: ...


class Base:
    """What both clients share: who calls, and how a call looks on the wire."""

    def __init__(self, caller: Caller, options: Options) -> None:
        self._caller, self._options = caller, options

    def as_actor(self, actor: str, acting_user: str | None = None) -> Self:
        """The same client on behalf of another company (and person); connections are shared."""
        other = copy.copy(self)
        other._caller = replace(self._caller, actor=actor, acting_user=acting_user)
        return other

    def _request(
        self,
        operation: Operation[Any],
        *,
        path: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | None = None,
        headers: Headers | None = None,
        upload: Upload | None = None,
        form: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """The arguments of httpx's `request`."""
        own = self._options.headers
        sent = dict((own() if callable(own) else own) or {}) | self._caller.headers(operation.scopes)
        if operation.idempotent:
            sent["Idempotency-Key"] = idempotency_key or str(uuid4())
        if body is not None:
            content = msgspec.json.encode(body)
        if content is not None:
            sent["Content-Type"] = "application/json"
        url = operation.path
        for name, value in (path or {}).items():
            url = url.replace(f"{{{name}}}", quote(str(value), safe=""))
        request: dict[str, Any] = {"method": operation.method, "url": url, "headers": sent | dict(headers or {})}
        request["timeout"] = httpx.Timeout(
            self._options.slow_timeout if operation.slow else self._options.timeout, connect=5.0
        )
        if query:
            request["params"] = _texts(query)
        if content is not None:
            request["content"] = content
        if upload is not None:
            request |= {"files": {"file": upload}, "data": _texts(form or {})}
        return request

    def _pause(self, operation: Operation[Any], request: Mapping[str, Any], failure: ApiError, tries: int) -> float:
        """Seconds until the next try; raises the failure when there is none."""
        never_sent = isinstance(failure.__cause__, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        safe = operation.method in {"GET", "HEAD"} or operation.idempotent
        # A keyed write whose first try is still running: what came of that is the answer.
        running = operation.idempotent and failure.status == 409 and failure.retry_after is not None
        again = "files" not in request and (never_sent or running or (safe and failure.status in _PASSING))
        pause = failure.retry_after if failure.retry_after is not None else 0.2 * 2**tries * random.uniform(0.5, 1.0)  # noqa: S311
        if not again or tries >= self._options.retries or pause > _LONGEST_PAUSE:
            raise failure
        return pause


class Calls(Base):
    """Calls that block."""

    _http: httpx.Client

    def request(self, method: str, path: str, *scopes: str, slow: bool = False, **parts: Any) -> Any:
        """A call by its path, answered as plain JSON: for what has no method here.

        scopes: "app" and "actor", "auth" or "webhook", whose credentials are sent; parts: query, body (anything
        msgspec encodes), upload, form, headers, idempotency_key.
        """
        return self._call(_untyped(method, path, scopes, slow, parts), **parts)

    def _call(self, operation: Operation[T], **parts: Any) -> T:
        request = self._request(operation, **parts)
        tries = 0
        while True:
            try:
                response = self._http.request(**request)
            except httpx.HTTPError as error:
                failure: ApiError = Unreachable(error)
                failure.__cause__ = error
            else:
                if response.is_success:
                    return operation.decode(response)
                failure = error_of(response)
            time.sleep(self._pause(operation, request, failure, tries))
            tries += 1

    def _pages(self, fetch: Callable[..., Page[T]], size: int) -> Iterator[T]:
        offset = 0
        while True:
            page = fetch(limit=size, offset=offset)
            yield from page.items
            offset += len(page.items)
            if not page.items or offset >= page.total:
                return


class AsyncCalls(Base):
    """Calls that are awaited."""

    _http: httpx.AsyncClient

    async def request(self, method: str, path: str, *scopes: str, slow: bool = False, **parts: Any) -> Any:
        """A call by its path, answered as plain JSON: for what has no method here.

        scopes: "app" and "actor", "auth" or "webhook", whose credentials are sent; parts: query, body (anything
        msgspec encodes), upload, form, headers, idempotency_key.
        """
        return await self._call(_untyped(method, path, scopes, slow, parts), **parts)

    async def _call(self, operation: Operation[T], **parts: Any) -> T:
        request = self._request(operation, **parts)
        tries = 0
        while True:
            try:
                response = await self._http.request(**request)
            except httpx.HTTPError as error:
                failure: ApiError = Unreachable(error)
                failure.__cause__ = error
            else:
                if response.is_success:
                    return operation.decode(response)
                failure = error_of(response)
            await async_sleep(self._pause(operation, request, failure, tries))
            tries += 1

    async def _pages(self, fetch: Callable[..., Awaitable[Page[T]]], size: int) -> AsyncIterator[T]:
        offset = 0
        while True:
            page = await fetch(limit=size, offset=offset)
            for item in page.items:
                yield item
            offset += len(page.items)
            if not page.items or offset >= page.total:
                return


def _untyped(method: str, path: str, scopes: tuple[str, ...], slow: bool, parts: Mapping[str, Any]) -> Operation[Any]:
    return Operation(method, path, scopes, Any, idempotent=bool(parts.get("idempotency_key")), slow=slow)


def _texts(values: Mapping[str, Any]) -> dict[str, Any]:
    """Query or form values as text; None is left out, a list is repeated."""
    given = {name: value for name, value in values.items() if value is not None}
    return {
        name: _text(value)
        if isinstance(value, str) or not hasattr(value, "__iter__")
        else [_text(one) for one in value]
        for name, value in given.items()
    }


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, datetime | date) else str(value)
