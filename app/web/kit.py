"""The ASGI application: credential, route, body, handler, answer, one access line. Starlette carries the lifespan."""

import asyncio
import itertools
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial
from secrets import token_hex
from typing import Any

from starlette.responses import StreamingResponse
from starlette.routing import Router
from starlette.types import Receive, Send
from starlette.types import Scope as AsgiScope

from app.web.context import RequestContext, RequestInfo
from app.web.decode import json_body
from app.web.errors import MethodNotAllowed, NotFound, Problem
from app.web.forms import FORM_OVERHEAD, receive_form
from app.web.incoming import ClientGone, Incoming
from app.web.replies import PROBLEM, Encoded, EventStream, encode, encode_json, header_pairs
from app.web.routing import UNSAFE, Group, Route
from app.web.scopes import Credentials, Scope
from app.web.table import RouteTable

Run = Callable[[RequestContext | None], Awaitable[Encoded | EventStream]]
Around = Callable[[Any, Run, bytes], Awaitable[Encoded | EventStream]]
Observe = Callable[[Route | None, str, int, float, str], None]

_REQUEST_ID = re.compile(rb"[A-Za-z0-9_.-]{1,64}")
# Request ids we make: 88 random bits that a process draws once, and a number. A random one each would be a system call.
_process_id = token_hex(11)
_numbers = itertools.count(1)
# Unknown paths under these prefixes ask for the credential first: a caller without it learns nothing of our routes.
_GUARDS = ((b"/internal/auth/", Scope.AUTH), (b"/internal/email/", Scope.WEBHOOK), (b"/internal/", Scope.APP))


class Kit(Router):
    """Serves the routes of all groups.

    credentials: checks tokens; make_context(route, info): the handler's `ctx`; around(ctx, run, body): runs unsafe
    app-scope handlers (transaction, idempotency); explain(exception): its Problem, or None for a defect;
    observe(route, method, status, seconds, request_id): access line and metrics; failed(exception, request_id):
    logs a defect once.
    """

    def __init__(
        self,
        groups: Sequence[Group],
        *,
        settings: Any,
        credentials: Credentials,
        make_context: Callable[[Route, RequestInfo], RequestContext | None],
        around: Around,
        explain: Callable[[Exception], Problem | None],
        observe: Observe,
        failed: Callable[[Exception, str], None],
        lifespan: Callable[[Any], AbstractAsyncContextManager[Any]],
    ) -> None:
        super().__init__(lifespan=lifespan)
        self._running = lifespan
        self.declared = [
            route for group in groups for route in group.routes if route.enabled is None or route.enabled(settings)
        ]
        self.table = RouteTable(self.declared)
        self._credentials = credentials
        self._make_context = make_context
        self._around = around
        self._explain = explain
        self._observe = observe
        self._failed = failed

    def running(self) -> AbstractAsyncContextManager[Any]:
        """The lifespan as a block, for tests and commands that call the application in process."""
        return self._running(self)

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """One ASGI event: a request, or the lifespan."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.lifespan(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _request(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        request_id = _request_id(scope["headers"])
        route: Route | None = None
        status = 499
        try:
            try:
                route, values, actor_id = self._admit(scope)
                answer = await self._answer(scope, receive, route, values, actor_id, request_id)
            except ClientGone:
                return
            except Exception as error:
                answer = self._problem(error, request_id)
            if isinstance(answer, EventStream):
                status = 200
                await _stream(answer, request_id, scope, receive, send)
            else:
                status = answer.status
                await _send(answer, request_id, scope["method"] == "HEAD", route, send)
        finally:
            self._observe(route, scope["method"], status, time.perf_counter() - started, request_id)

    def _admit(self, scope: AsgiScope) -> tuple[Route, list[str], str | None]:
        """Credential first, then the route: without the token no answer depends on anything else."""
        raw_path, headers = scope["raw_path"], scope["headers"]
        try:
            found = self.table.find(raw_path)
        except NotFound:
            found = None
        if found is None:
            for prefix, guard in _GUARDS:
                if raw_path.startswith(prefix):
                    self._credentials.check(guard, headers)
                    break
            raise NotFound
        methods, values = found
        route = methods.get("GET" if scope["method"] == "HEAD" else scope["method"])
        wanted = route or next(iter(methods.values()))
        actor_id = self._credentials.check(wanted.scope, headers)
        if route is None:
            raise MethodNotAllowed(headers={"Allow": ", ".join(sorted(methods))})
        return route, values, actor_id

    async def _answer(
        self,
        scope: AsgiScope,
        receive: Receive,
        route: Route,
        values: list[str],
        actor_id: str | None,
        request_id: str,
    ) -> Encoded | EventStream:
        headers = scope["headers"]
        arguments = {name: convert(value) for (name, convert), value in zip(route.converters, values, strict=True)}
        if route.decode_query is not None:
            arguments["query"] = route.decode_query(scope["query_string"])
        info = RequestInfo(route, scope["raw_path"], headers, request_id, actor_id)
        if route.form is not None:
            incoming = Incoming(receive, headers, route.body_limit + FORM_OVERHEAD)
            async with receive_form(route.form, incoming, route.body_limit) as form:
                return await self._handle(route, info, arguments | {"form": form}, b"", receive)
        raw = b""
        if route.upload:
            arguments["upload"] = Incoming(receive, headers, route.body_limit)
        elif route.body is not None:
            raw = await Incoming(receive, headers, route.body_limit).read()
            arguments["body"] = json_body(route.body_decoder, raw) if route.body_decoder else raw
        return await self._handle(route, info, arguments, raw, receive)

    async def _handle(
        self, route: Route, info: RequestInfo, arguments: dict[str, Any], raw: bytes, receive: Receive
    ) -> Encoded | EventStream:
        context = self._make_context(route, info)
        if route.scope is Scope.APP and route.method in UNSAFE:
            answer = self._around(context, partial(_run, route, arguments), raw)
        else:
            answer = _run(route, arguments, context)
        if route.cancel_on_disconnect:
            return await _until_gone(answer, receive)
        return await answer

    def _problem(self, error: Exception, request_id: str) -> Encoded:
        problem = error if isinstance(error, Problem) else self._explain(error)
        if problem is None:
            self._failed(error, request_id)
            problem = Problem("Something went wrong on our side; it is logged under this request id.")
        headers = [PROBLEM, *header_pairs(problem.headers)]
        return Encoded(problem.status, headers, encode_json(problem.document(request_id)))


async def _run(route: Route, arguments: dict[str, Any], context: RequestContext | None) -> Encoded | EventStream:
    handler = route.handler
    result = await (handler(**arguments) if context is None else handler(context, **arguments))
    return result if isinstance(result, EventStream) else encode(result, route.status)


def _request_id(headers: Sequence[tuple[bytes, bytes]]) -> str:
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            return value.decode("ascii")
    return f"{_process_id}{next(_numbers):010x}"


async def _send(answer: Encoded, request_id: str, head: bool, route: Route | None, send: Send) -> None:
    headers = [*answer.headers, (b"x-request-id", request_id.encode("ascii"))]
    if answer.status != 204:
        headers.append((b"content-length", str(len(answer.body)).encode("ascii")))
    if route is not None:
        headers.extend(route.headers)
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head else answer.body})


async def _stream(answer: EventStream, request_id: str, scope: AsgiScope, receive: Receive, send: Send) -> None:
    headers = {"X-Request-Id": request_id, "Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    await StreamingResponse(answer.chunks, media_type="text/event-stream", headers=headers)(scope, receive, send)


async def _until_gone(answer: Awaitable[Encoded | EventStream], receive: Receive) -> Encoded | EventStream:
    """Await the answer, but cancel it when the client goes away. Raises ClientGone."""
    task = asyncio.ensure_future(answer)
    gone = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait({task, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
            raise ClientGone
        return task.result()
    finally:
        task.cancel()
        gone.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
