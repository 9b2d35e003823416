"""POST /chat. SQL: sql/chat.sql; tests/features/chat/."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from app.context import PublicCtx
from app.db import classify
from app.features.chat import service
from app.features.chat.types import ChatAnswer, ChatRequest, Delta, ToolEvent
from app.ops.log import log
from app.web.errors import Conflict, IdempotencyKeyReused, NotFound, PlanLimit, Problem, RateLimited, Unavailable
from app.web.replies import EventStream, Reply, sse
from app.web.routing import Group
from app.web.scopes import Scope

chat = Group("/chat", Scope.PUBLIC, tag="chat")


@chat.post(
    "",
    name="chat",
    errors=(NotFound, Conflict, PlanLimit, IdempotencyKeyReused, RateLimited, Unavailable),
    cancel_on_disconnect=True,
)
async def create_turn(ctx: PublicCtx, body: ChatRequest) -> Reply[ChatAnswer] | EventStream:
    """Answer a shopper's message, with the store's tools.

    `stream: true` or `Accept: text/event-stream` answers server-sent events: `delta` {text}, `tool` {name, arguments,
    ok, ms}, `done` (the JSON of the plain answer) and `error` (the problem).
    """
    accept = ctx.request.header("accept") or ""
    if "text/event-stream" in accept:
        body.stream = True
    turn = await service.open_turn(ctx, body)
    if body.stream:
        # The same answer in pieces; the signature names the plain one.
        return EventStream(_events(turn, ctx.request.request_id))
    return Reply(await service.answer(turn))


async def _events(turn: service.Turn, request_id: str) -> AsyncGenerator[bytes, None]:
    try:
        async with aclosing(turn.run()) as events:
            async for event in events:
                match event:
                    case Delta():
                        yield sse("delta", event)
                    case ToolEvent():
                        yield sse("tool", event)
                    case ChatAnswer():
                        yield sse("done", event)
    except Problem as problem:
        yield sse("error", problem.document(request_id))
    except Exception as error:
        # The answer has begun: what would be a 503 or 500 becomes the stream's last event.
        last = Problem("Something went wrong on our side; it is logged under this request id.")
        if classify(error) is not None:
            last = Unavailable("The database is busy or not reachable; try again.")
        else:
            log.error("unexpected_error", request_id=request_id, exc_info=error)
        yield sse("error", last.document(request_id))
