"""Declaration by signature: a Group collects handlers, whose parameters and return type are the whole contract.

    orders = Group("/internal/orders", Scope.APP, tag="orders")

    @orders.get("/{order_id}")
    async def get_order(ctx: AppCtx, order_id: UUID) -> Order: ...

Parameters: `ctx`, path parameters by name, `query: Struct`, `body: Struct` (JSON) or `body: bytes` (raw, for
signed webhooks), `form: Struct` (multipart; UploadedFile fields are temporary files), `upload: Incoming` (streamed).
The return type is the answer; None is a 204.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from app.web.context import RequestContext
from app.web.decode import path_converter, query_decoder
from app.web.errors import Problem
from app.web.replies import EventStream, JsonStream, Reply
from app.web.roles import Role
from app.web.scopes import STRICT, Scope

Handler = Callable[..., Awaitable[Any]]
H = TypeVar("H", bound=Handler)

JSON_LIMIT = 1 << 20
_PARAM = re.compile(r"\{(\w+)(:path)?\}")
UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Route:
    """One declared endpoint, with its decoders built once."""

    method: str
    path: str
    scope: Scope
    tag: str
    role: Role
    owner_fields: tuple[str, ...]
    handler: Handler
    name: str
    summary: str
    description: str
    context: type[RequestContext] | None
    path_params: tuple[tuple[str, Any], ...]
    converters: tuple[tuple[str, Callable[[str], Any]], ...]
    query: type[Any] | None
    decode_query: Callable[[bytes], Any] | None
    body: Any
    body_decoder: "msgspec.json.Decoder[Any] | None"
    # What no body at all stands for: an empty object, where none of its fields is required.
    no_body: bytes
    # The JSON that raw bytes hold and what they are signed with, for the document: the handler checks and decodes them.
    holds: type[Any] | None
    signatures: tuple[str, ...]
    body_limit: int
    form: Any
    upload: bool
    returns: Any
    media: tuple[str, ...]
    status: int
    statuses: tuple[int, ...]
    errors: tuple[type[Problem], ...]
    transaction: bool
    one_statement: bool
    idempotent: bool
    replica: bool
    cancel_on_disconnect: bool
    enabled: Callable[[Any], bool] | None

    @property
    def location(self) -> str:
        """File and line of the handler, for `python -m app routes`."""
        code = self.handler.__code__
        return f"{code.co_filename}:{code.co_firstlineno}"


class Group:
    """Routes under one prefix, with one credential and one OpenAPI tag.

    reads, writes: the least role of a company's people whom the GETs and the other routes take, in the app scope.
    """

    def __init__(
        self, prefix: str, scope: Scope, *, tag: str, reads: Role = Role.OWNER, writes: Role = Role.OWNER
    ) -> None:
        self.prefix = prefix
        self.scope = scope
        self.tag = tag
        self.reads = reads
        self.writes = writes
        self.routes: list[Route] = []

    def get(self, path: str, **options: Any) -> Callable[[H], H]:
        """Declare a GET; options as in `route`."""
        return self.route("GET", path, **options)

    def post(self, path: str, **options: Any) -> Callable[[H], H]:
        """Declare a POST; options as in `route`."""
        return self.route("POST", path, **options)

    def put(self, path: str, **options: Any) -> Callable[[H], H]:
        """Declare a PUT; options as in `route`."""
        return self.route("PUT", path, **options)

    def patch(self, path: str, **options: Any) -> Callable[[H], H]:
        """Declare a PATCH; options as in `route`."""
        return self.route("PATCH", path, **options)

    def delete(self, path: str, **options: Any) -> Callable[[H], H]:
        """Declare a DELETE; options as in `route`."""
        return self.route("DELETE", path, **options)

    def route(
        self,
        method: str,
        path: str,
        *,
        name: str | None = None,
        role: Role | None = None,
        owner_fields: Sequence[str] = (),
        media: Sequence[str] = (),
        status: int | None = None,
        statuses: Sequence[int] = (),
        errors: Sequence[type[Problem]] = (),
        transaction: bool = True,
        one_statement: bool = False,
        idempotent: bool = False,
        replica: bool = False,
        cancel_on_disconnect: bool = False,
        body_limit: int = JSON_LIMIT,
        holds: type[Any] | None = None,
        signatures: Sequence[str] = (),
        enabled: Callable[[Any], bool] | None = None,
    ) -> Callable[[H], H]:
        """Declare a handler.

        name: the operationId, and so the method's name in the client packages, where the handler's own will not do;
        role: the least that may call it, where the group's is not right; owner_fields: those of its body that the owner
        alone may send; media: the media types of a `Content`; status: of a plain answer (200, or 204 for None);
        statuses: all a Reply may choose; errors: Problems that are not implied; transaction: an unsafe app-scope
        handler runs in one (False: it opens its own, because it calls a third party); one_statement: what it changes is
        one statement that takes its audit context itself (AppCtx.who), a transaction of its own where no key is to be
        kept with it; idempotent: honours Idempotency-Key; replica: reads from the replica where there is one (an
        app-scope GET of lists or sums; never money, stock, credentials); cancel_on_disconnect: a client that goes away
        cancels the handler; holds, signatures: the JSON in a raw body, and the security schemes of which one signs it;
        enabled(settings): False hides the route (404).
        """

        if replica and (method != "GET" or self.scope is not Scope.APP):
            raise TypeError(f"{method} {self.prefix}{path}: only an app-scope GET may read from the replica")

        def declare(handler: H) -> H:
            self.routes.append(
                _route(
                    handler,
                    method=method,
                    path=self.prefix + path,
                    scope=self.scope,
                    tag=self.tag,
                    role=role or (self.writes if method in UNSAFE else self.reads),
                    owner_fields=tuple(owner_fields),
                    name=name or handler.__name__,
                    media=tuple(media),
                    status=status,
                    statuses=tuple(statuses),
                    errors=tuple(errors),
                    transaction=transaction and method in UNSAFE,
                    one_statement=one_statement,
                    idempotent=idempotent,
                    replica=replica,
                    cancel_on_disconnect=cancel_on_disconnect,
                    body_limit=body_limit,
                    holds=holds,
                    signatures=tuple(signatures),
                    enabled=enabled,
                )
            )
            return handler

        return declare


def _route(handler: Handler, *, path: str, status: int | None, scope: Scope, **options: Any) -> Route:
    hints = get_type_hints(handler, include_extras=True)
    returns = hints.pop("return", None)
    params = list(inspect.signature(handler).parameters)
    context = hints.pop("ctx", None) if params and params[0] == "ctx" else None
    _check_context(handler, context, scope)
    path_names = [name for name, _ in _PARAM.findall(path)]
    query, body, form = hints.pop("query", None), hints.pop("body", None), hints.pop("form", None)
    upload = hints.pop("upload", None) is not None
    unknown = set(hints) ^ set(path_names)
    if unknown:
        raise TypeError(f"{handler.__qualname__}: parameters and path of {path} disagree on {sorted(unknown)}")
    summary, _, description = inspect.cleandoc(handler.__doc__ or "").partition("\n")
    if not summary:
        raise TypeError(f"{handler.__qualname__}: the docstring's first line is the OpenAPI summary")
    answer = reply_type(returns)
    strict = scope in STRICT
    status = status or (204 if answer in (None, type(None)) else 200)
    return Route(
        path=path,
        scope=scope,
        handler=handler,
        summary=summary,
        description=description.strip(),
        context=context,
        path_params=tuple((name, hints[name]) for name in path_names),
        converters=tuple((name, path_converter(hints[name])) for name in path_names),
        query=query,
        decode_query=query_decoder(query, strict=strict) if query or strict else None,
        body=body,
        body_decoder=msgspec.json.Decoder(body) if body not in (None, bytes) else None,
        no_body=_no_body(body),
        form=form,
        upload=upload,
        returns=answer,
        status=status,
        **(options | {"statuses": options["statuses"] or (status,)}),
    )


def _no_body(body: Any) -> bytes:
    is_struct = isinstance(body, type) and issubclass(body, msgspec.Struct)
    return b"{}" if is_struct and not any(field.required for field in msgspec.structs.fields(body)) else b""


def _check_context(handler: Handler, context: Any, scope: Scope) -> None:
    if context is not None and scope not in context.scopes:
        raise TypeError(f"{handler.__qualname__}: {context.__name__} is not a context of the scope {scope.value}")


def reply_type(returns: Any) -> Any:
    """The answer's type: `Reply[T]` is a T with a status or headers of its own."""
    if get_origin(returns) is Reply:
        return get_args(returns)[0]
    if JsonStream in get_args(returns):
        return next(reply_type(arm) for arm in get_args(returns) if arm is not JsonStream)
    if EventStream in get_args(returns):
        return next(reply_type(arm) for arm in get_args(returns) if arm is not EventStream) | EventStream
    return returns
