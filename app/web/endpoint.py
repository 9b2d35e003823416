"""One declared route as a Starlette Route: credential, path values, query, body, handler, answer.

What it raises is answered by `app.web.answering`, whichever router led here. tests/web/test_kit.py.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from starlette.routing import Route as StarletteRoute
from starlette.types import Receive, Send
from starlette.types import Scope as AsgiScope

from app.web.context import RequestContext, RequestInfo
from app.web.decode import json_body
from app.web.errors import Forbidden, MethodNotAllowed
from app.web.forms import FORM_OVERHEAD, receive_form
from app.web.incoming import ClientGone, Incoming
from app.web.replies import Encoded, EventStream, Streamed, encode, send_encoded
from app.web.roles import Member, Role
from app.web.routing import UNSAFE, Route
from app.web.scopes import Credentials, Scope

_STREAM = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
Run = Callable[[RequestContext | None], Awaitable[Encoded | EventStream]]
Around = Callable[[Any, Run, bytes], Awaitable[Encoded | EventStream]]
Admit = Callable[[Route, str, str], Awaitable[Member]]


@dataclass(frozen=True, slots=True)
class Kit:
    """What the endpoints of one application share.

    credentials: checks tokens; make_context(route, info): the handler's `ctx`; around(ctx, run, body): runs unsafe
    app-scope handlers (transaction, idempotency); admit(route, actor_id, user_id): the member who acts for a company,
    raises NotFound and Forbidden.
    """

    credentials: Credentials
    make_context: Callable[[Route, RequestInfo], RequestContext | None]
    around: Around
    admit: Admit


class Endpoint(StarletteRoute):
    """A declared route in one application. `allow`: the methods that its path has altogether."""

    methods: set[str]

    def __init__(self, route: Route, kit: Kit, allow: str) -> None:
        super().__init__(route.path, route.handler, methods=[route.method], name=route.name)
        self.route = route
        self.app = self._answer
        self._kit = kit
        self._allow = allow

    async def handle(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Credential first: without the token no answer depends on anything else. Then what the caller may do."""
        scope["actor_id"], acting = self._kit.credentials.check(self.route.scope, scope["headers"])
        if scope["method"] not in self.methods:
            raise MethodNotAllowed(headers={"Allow": self._allow})
        if acting is not None:
            scope["member"] = await self._kit.admit(self.route, scope["actor_id"], acting)
        await self.app(scope, receive, send)

    async def _answer(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        route, headers = self.route, scope["headers"]
        values = scope["path_params"]
        arguments = {name: convert(values[name]) for name, convert in route.converters}
        if route.decode_query is not None:
            query = route.decode_query(scope["query_string"])
            if route.query is not None:
                arguments["query"] = query
        raw_path = scope.get("raw_path") or scope["path"].encode()
        member: Member | None = scope.get("member")
        info = RequestInfo(route, raw_path, headers, scope.get("request_id", ""), scope["actor_id"], member)
        raw = b""
        if route.form is not None:
            incoming = Incoming(receive, headers, route.body_limit + FORM_OVERHEAD)
            async with receive_form(route.form, incoming, route.body_limit) as form:
                answer = await self._work(info, arguments | {"form": form}, raw, receive)
        else:
            if route.upload:
                arguments["upload"] = Incoming(receive, headers, route.body_limit)
            elif route.body is not None:
                raw = await Incoming(receive, headers, route.body_limit).read()
                if route.owner_fields and member is not None and member.role < Role.OWNER:
                    _refuse_fields(route.owner_fields, raw)
                arguments["body"] = json_body(route.body_decoder, raw or route.no_body) if route.body_decoder else raw
            answer = await self._work(info, arguments, raw, receive)
        if isinstance(answer, EventStream):
            await Streamed(answer.chunks, answer.media_type, _STREAM)(scope, receive, send)
        else:
            await send_encoded(answer, scope, send)

    def _work(
        self, info: RequestInfo, arguments: dict[str, Any], raw: bytes, receive: Receive
    ) -> Awaitable[Encoded | EventStream]:
        """The handler's answer. No coroutine of its own: each would cost as much as checking the credential."""
        route = self.route
        context = self._kit.make_context(route, info)
        if route.scope is Scope.APP and route.method in UNSAFE:
            answer = self._kit.around(context, partial(_call, route, arguments), raw)
        else:
            answer = _call(route, arguments, context)
        return _until_gone(answer, receive) if route.cancel_on_disconnect else answer


def _refuse_fields(names: tuple[str, ...], raw: bytes) -> None:
    """Refuse a body that holds one of the owner's fields, before it is decoded. Raises Forbidden."""
    try:
        body = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return  # json_body says what is wrong with it
    if isinstance(body, dict) and (given := [name for name in names if name in body]):
        raise Forbidden(f"Only the owner may set {given[0]}.")


async def _call(route: Route, arguments: dict[str, Any], context: RequestContext | None) -> Encoded | EventStream:
    handler = route.handler
    result = await (handler(**arguments) if context is None else handler(context, **arguments))
    return result if isinstance(result, EventStream) else encode(result, route.status)


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
