"""One chat turn: scope, quota, model, tools, at most five times round. No connection is held while the model thinks.

SQL: sql/chat.sql, sql/quota.sql; tests: tests/features/test_chat.py, test_chat_attacks.py, test_chat_faults.py.
"""

import dataclasses
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

import msgspec
import structlog

from app.clients.llm import (
    Completion,
    LanguageModel,
    Message,
    ModelError,
    ModelRequest,
    TextDelta,
    Tool,
    ToolCall,
    Usage,
    estimate_prompt,
)
from app.context import PublicCtx
from app.db.ids import uuid7
from app.features.chat.assistant.model import RuleBasedModel
from app.features.chat.metered import Blocked, Meter, Said
from app.features.chat.prompt import opening
from app.features.chat.scope import ChatScope, Opened, open_scope
from app.features.chat.toolbox import Toolbox, failure, reading
from app.features.chat.tools import run_tool, tools_of
from app.features.chat.types import (
    ChatAnswer,
    ChatQuota,
    ChatRequest,
    ChatUsage,
    Delta,
    Timings,
    ToolEvent,
    ToolRun,
)
from app.features.search.service import search_chunks
from app.features.search.types import FoundChunk
from app.ops.agent_types import AgentType
from app.web.errors import NotFound, Unavailable
from app.web.types import UNSET

log = structlog.get_logger(__name__)

MAX_ITERATIONS = 5
MAX_TOOL_CALLS = 8
PASSAGES = 5
RULES_MODEL = RuleBasedModel()
BLOCKED_REPLY = (
    "Desculpe, o atendimento automático está temporariamente indisponível. "
    "Se preferir, posso encaminhar você para um atendente humano."
)
EMPTY_REPLY = "Desculpe, não consegui formular uma resposta agora. Quer tentar de novo ou falar com um atendente?"
Event = Delta | ToolEvent | ChatAnswer


class Turn:
    """A turn that has passed its checks and may run."""

    def __init__(self, ctx: PublicCtx, body: ChatRequest, opened: Opened | None, kind: AgentType) -> None:
        self.ctx = ctx
        self.body = body
        self.opened = opened
        self.scope = scope = opened.scope if opened else None
        self.kind = kind
        self.started = time.perf_counter()
        self.model: LanguageModel = ctx.services.llm or RULES_MODEL
        names = _tool_names(ctx, scope, kind)
        self.tools: tuple[Tool, ...] = tools_of(names)
        self.box = (
            Toolbox(
                ctx=ctx,
                scope=scope,
                allowed=frozenset(names),
                message=body.message,
                turn_id=uuid7(),
                dry_run=body.dry_run,
            )
            if scope
            else None
        )
        free = ctx.services.llm is None
        self.meter = Meter(ctx.services, opened, dry_run=body.dry_run, free=free)
        self.usage = Usage()
        self.model_name = self._wanted_model() or self.model.name
        self.runs: list[ToolRun] = []
        self.iterations = 0
        self.llm_s = 0.0
        self.tools_s = 0.0

    def _wanted_model(self) -> str:
        if self.ctx.services.llm is None:
            return ""
        own = self.scope.agent.model if self.scope and self.scope.agent else None
        return own or self.kind.config.model

    async def run(self) -> AsyncGenerator[Event, None]:
        """Text pieces and tool runs as they come; the ChatAnswer last. Raises Unavailable when the model fails."""
        try:
            async with aclosing(self._run()) as events:
                async for event in events:
                    yield event
        except BaseException:
            # Also a client that went away: what the model has used is drawn, the rest given back.
            await self.meter.abandon()
            raise
        finally:
            # The configured name, not the provider's: a label must not grow with what others send.
            tokens = self.ctx.services.metrics.llm_tokens
            tokens.labels(self.model.name, "prompt").inc(self.usage.prompt_tokens)
            tokens.labels(self.model.name, "completion").inc(self.usage.completion_tokens)

    async def _run(self) -> AsyncGenerator[Event, None]:
        messages = await self._opening()
        reply = ""
        for number in range(1, MAX_ITERATIONS + 1):
            tools = self.tools if number < MAX_ITERATIONS else ()
            completion: Completion | None = None
            try:
                async with aclosing(self._ask(messages, tools)) as items:
                    async for item in items:
                        if isinstance(item, Completion):
                            completion = item
                        else:
                            yield Delta(item.text)
            except Blocked:
                yield Delta(BLOCKED_REPLY)
                yield await self._end(BLOCKED_REPLY, blocked=True)
                return
            if completion is None:
                raise Unavailable("The language model gave no answer.")
            self.iterations = number
            reply = clean(completion.text)
            if not completion.tool_calls or not tools:
                break
            messages.append(Message("assistant", completion.text or None, completion.tool_calls))
            for position, call in enumerate(completion.tool_calls):
                message, event = await self._run_tool(call, position)
                messages.append(message)
                yield event
        if not reply:
            reply = EMPTY_REPLY
            yield Delta(reply)
        yield await self._end(reply, blocked=False)

    async def _opening(self) -> list[Message]:
        chunks: list[FoundChunk] = []
        if self.scope and self.scope.document_ids:
            services, scope = self.ctx.services, self.scope
            chunks = await search_chunks(
                services,
                scope.store_id,
                scope.document_ids,
                self.body.message,
                limit=PASSAGES,
                read=reading(services, scope),
            )
        return opening(self.scope, self.kind, chunks, self._history(), self.body.message)

    def _history(self) -> Sequence[Message]:
        if self.body.conversation_history is not None:
            return [Message(message.role, message.content) for message in self.body.conversation_history]
        messages = self.opened.history if self.opened else []
        # The caller records messages itself, and may have done so with this one already.
        if messages and messages[-1].role == "user" and messages[-1].content == self.body.message:
            messages.pop()
        return messages

    async def _ask(
        self, messages: Sequence[Message], tools: Sequence[Tool]
    ) -> AsyncGenerator[TextDelta | Completion, None]:
        """One metered model call within what is left of the turn's time."""
        left = self.ctx.settings.llm_timeout_s - self.llm_s
        request = ModelRequest(
            messages=list(messages),
            tools=tools,
            model=self._wanted_model(),
            temperature=self.kind.config.temperature,
            max_tokens=self.kind.config.max_tokens,
            within_s=left,
        )
        if left <= 0:
            raise Unavailable("The language model took too long.")
        allowed = await self.meter.reserve(estimate_prompt(request), self.kind.config.max_tokens)
        request = msgspec.structs.replace(request, max_tokens=allowed)
        started = time.perf_counter()
        try:
            if self.body.stream:
                async with aclosing(self.model.stream(request)) as pieces:
                    async for item in pieces:
                        if isinstance(item, Completion):
                            self._count(item)
                        yield item
            else:
                completion = await self.model.complete(request)
                self._count(completion)
                yield completion
        except ModelError as error:
            log.warning("language_model_failed", reason=type(error).__name__, detail=str(error))
            wait = min(error.retry_after_s, 60)
            raise Unavailable("The language model is not available.", retry_after=wait) from error
        finally:
            self.llm_s += time.perf_counter() - started

    def _count(self, completion: Completion) -> None:
        self.meter.used(completion)
        self.usage = self.usage + completion.usage
        self.model_name = completion.model or self.model_name

    async def _run_tool(self, call: ToolCall, position: int) -> tuple[Message, ToolEvent]:
        started = time.perf_counter()
        if position >= MAX_TOOL_CALLS:
            ok, result = False, failure("too-many-calls", f"at most {MAX_TOOL_CALLS} tool calls at once")
        elif self.box is None:
            ok, result = False, failure("unknown-tool", "this conversation belongs to no store")
        else:
            ok, result = await run_tool(self.box, call.function.name, call.function.arguments)
        seconds = time.perf_counter() - started
        self.tools_s += seconds
        ms = round(seconds * 1000, 2)
        arguments = _readable(call.function.arguments)
        self.runs.append(ToolRun(clean(call.function.name)[:64], arguments, ok, result, ms))
        content = msgspec.json.encode(result).decode()
        return Message("tool", content, tool_call_id=call.id), ToolEvent(call.function.name[:64], arguments, ok, ms)

    async def _end(self, reply: str, *, blocked: bool) -> ChatAnswer:
        await self.meter.settle(self._said(reply, blocked))
        if self.ctx.services.replica is not None and self.box is not None and self.box.order is not None:
            # The shop's lists show the order from now on, wherever they are read.
            await self.ctx.services.replica.wrote(self.box.scope.company_id)
        self.ctx.services.metrics.chat_iterations.observe(self.iterations)
        cards = self.box.cards_in(reply) if self.box else []
        order = self.box.order if self.box else None
        standing = self.meter.standing
        return ChatAnswer(
            reply=reply,
            type=self.body.type,
            model=self.model_name,
            iterations=self.iterations,
            tool_calls=self.runs,
            order=order if order is not None else UNSET,
            products=cards or UNSET,
            usage=ChatUsage(*msgspec.structs.astuple(self.usage)),
            quota=ChatQuota(standing.state, standing.used, standing.limit) if standing else None,
            blocked=blocked,
            dry_run=self.body.dry_run,
            timings_ms=Timings(
                round((time.perf_counter() - self.started) * 1000, 2),
                round(self.llm_s * 1000, 2),
                round(self.tools_s * 1000, 2),
            ),
        )

    def _said(self, reply: str, blocked: bool) -> Said | None:
        """What to keep: nothing where the caller does so (a lead), nobody may (a dry run) or no agent spoke."""
        scope = self.scope
        if scope is None or scope.agent is None or scope.lead is not None or self.body.dry_run:
            return None
        notes = {"model": self.model_name, "tools": [run.name for run in self.runs], "blocked": blocked}
        return Said(self.body.message, reply, notes)


async def open_turn(ctx: PublicCtx, body: ChatRequest) -> Turn:
    """Everything that can refuse a turn before it begins. Raises NotFound, Conflict, RateLimited."""
    kind = ctx.services.agent_types.get(body.type)
    if kind is None:
        raise NotFound("agent type")
    ctx = PublicCtx(dataclasses.replace(ctx.services, db=ctx.services.chat_db), ctx.request)
    return Turn(ctx, body, await open_scope(ctx, body, kind), kind)


async def answer(turn: Turn) -> ChatAnswer:
    """Run a turn to its end."""
    async for event in turn.run():
        if isinstance(event, ChatAnswer):
            return event
    raise Unavailable("The turn ended without an answer.")


def _tool_names(ctx: PublicCtx, scope: ChatScope | None, kind: AgentType) -> tuple[str, ...]:
    """The type's tools; an agent of a narrower type keeps its own limits whatever type the caller names."""
    if scope is None:
        return ()
    own = ctx.services.agent_types.get(scope.agent.type) if scope.agent else None
    return tuple(name for name in kind.config.tools if own is None or name in own.config.tools)


def clean(text: str) -> str:
    """A model's text as the database and the wire can hold it."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip()


def _readable(arguments: str) -> object:
    """The arguments as JSON where they are JSON, else as the text they are."""
    try:
        return msgspec.json.decode(arguments.encode("utf-8", "replace"))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return clean(arguments)[:1000]
