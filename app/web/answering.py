"""The middleware around everything: request id, problems instead of exceptions, and one observation a request."""

import itertools
import re
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from http import HTTPStatus
from secrets import token_hex

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.settings import SettingsError
from app.web import openai_errors
from app.web.errors import MethodNotAllowed, NotFound, Problem
from app.web.incoming import ClientGone
from app.web.replies import JSON, PROBLEM, Encoded, encode_json, header_pairs, send_encoded

# scope, status, seconds, bytes of the answer's body. The scope holds route, request_id, actor_id, client.
Observe = Callable[[Scope, int, float, int], None]

CLIENT_GONE = 499
_REQUEST_ID = re.compile(rb"[A-Za-z0-9_.-]{1,64}")
# Request ids we make: 88 random bits that a process draws once, and a number. A random one each would be a system call.
_process_id = token_hex(11)
_numbers = itertools.count(1)
_AUTH = "/internal/auth"
_NO_STORE = (b"cache-control", b"no-store")


class Answering:
    """Pure ASGI. explain(exception): its Problem, or None for a defect; failed(exception, problem, scope): says what
    lies behind a defect or a problem of ours; observe: access line and metrics.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        explain: Callable[[Exception], Problem | None],
        observe: Observe,
        failed: Callable[[Exception, Problem, Scope], None],
    ) -> None:
        self.app = app
        self._explain = explain
        self._observe = observe
        self._failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One ASGI event."""
        if scope["type"] != "http":
            await self.app(scope, receive, partial(_say_in_one_line, send))
            return
        started = time.perf_counter()
        request_id = _request_id(scope["headers"])
        scope["request_id"] = request_id
        own = [(b"x-request-id", request_id.encode())]
        if scope["path"].startswith(_AUTH, len(scope.get("root_path", ""))):
            own.append(_NO_STORE)
        status = size = 0

        def answer(message: Message) -> Awaitable[None]:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *own]
            else:
                size += len(message.get("body", b""))
            return send(message)

        try:
            await self.app(scope, receive, answer)
        except ClientGone:
            status = status or CLIENT_GONE
        except Exception as error:
            if status:
                raise
            await send_encoded(self._problem(error, scope), scope, answer)
        finally:
            self._observe(scope, status or CLIENT_GONE, time.perf_counter() - started, size)

    def _problem(self, error: Exception, scope: Scope) -> Encoded:
        problem = _as_problem(error) or self._explain(error)
        if problem is None:
            problem = Problem("Something went wrong on our side; it is logged under this request id.")
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._failed(error, problem, scope)
        more = header_pairs(problem.headers)
        if scope["path"].startswith(openai_errors.PREFIX, len(scope.get("root_path", ""))):
            body = encode_json(openai_errors.document_of(problem))
            return Encoded(openai_errors.status_of(problem.status), [JSON, *more], body)
        headers = [PROBLEM, *more]
        return Encoded(problem.status, headers, encode_json(problem.document(scope["request_id"])))


async def _say_in_one_line(send: Send, message: Message) -> None:
    """Starlette reports a start that failed by its traceback; what the configuration is to blame for says so itself."""
    error = sys.exception()
    if message["type"] == "lifespan.startup.failed" and isinstance(error, SettingsError):
        message = {**message, "message": str(error)}
    await send(message)


def _as_problem(error: Exception) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if not isinstance(error, HTTPException):
        return None
    # Of a route or an application that somebody has mounted beside ours.
    match error.status_code:
        case HTTPStatus.NOT_FOUND:
            return NotFound()
        case HTTPStatus.METHOD_NOT_ALLOWED:
            return MethodNotAllowed(headers=error.headers)
        case _:
            return None


def _request_id(headers: Sequence[tuple[bytes, bytes]]) -> str:
    for name, value in headers:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            return value.decode("ascii")
    return f"{_process_id}{next(_numbers):010x}"


def template(scope: Scope) -> str:
    """The route's template, for logs and metrics: the path itself may hold a secret."""
    path: str | None = getattr(scope.get("route"), "path", None)
    return path or "unmatched"
