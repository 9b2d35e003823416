"""One chat turn: scope, quota, model, tools, at most five times round. No connection is held while the model thinks.

SQL: sql/chat.sql, sql/quota.sql; tests: tests/features/chat/.
"""

import dataclasses
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from typing import Literal

import msgspec
import structlog
from msgspec import Raw

from app.clients.llm import Completion, Message, Tool, ToolCall
from app.context import PublicCtx
from app.features.chat import guards, replies, talk
from app.features.chat.asked import Asked
from app.features.chat.assistant.model import RuleBasedAssistant
from app.features.chat.assistant.reading.understand import language_of
from app.features.chat.guards import Action, Checked, Facts, Gate, Guarded
from app.features.chat.metered import Blocked, Meter, Said
from app.features.chat.prompt import opening
from app.features.chat.scope import ChatScope, Opened, asks_consent, open_scope, tool_names
from app.features.chat.toolbox import Toolbox, failure
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
from app.features.conversations import rules
from app.features.conversations.heard import heard
from app.features.conversations.kept import conversations
from app.features.conversations.state import Known, Language
from app.features.conversations.store import Ended, Kept, Replayed
from app.features.follow_ups.rules import STOPPED, stops
from app.ops import tracing
from app.ops.agent_types import AgentType
from app.ops.time_limit import TookTooLong, limited
from app.web.errors import NotFound, Unavailable
from app.web.types import UNSET, UnsetType

log = structlog.get_logger(__name__)
_answer = msgspec.json.Decoder(ChatAnswer).decode

MAX_ITERATIONS = 5
MAX_TOOL_CALLS = 8
Event = Delta | ToolEvent | ChatAnswer


class Turn:
    """A turn that has passed its checks and may run."""

    def __init__(self, ctx: PublicCtx, body: ChatRequest, opened: Opened | None, kind: AgentType) -> None:
        self.ctx = ctx
        self.body = body
        self.heard = heard(body.message)
        self.opened = opened
        self.scope = opened.scope if opened else None
        self.kind = kind
        self.started = time.perf_counter()
        self.tools: tuple[Tool, ...] = ()
        self.kept = Kept("")
        self.told = Known()
        self.first_answer: Raw | None = None
        self.box: Toolbox | None = None
        free = ctx.services.llm is None
        self.meter = Meter(ctx.services, opened, dry_run=body.dry_run, free=free)
        own = self.scope.agent.model if self.scope and self.scope.agent else None
        self.asked = Asked(ctx, kind, self.meter, own_model=own, streams=body.stream)
        self.runs: list[ToolRun] = []
        self.guarded: list[Guarded] = []
        self.iterations = 0
        self.tools_s = 0.0

    async def run(self) -> AsyncGenerator[Event, None]:
        """Text pieces and tool runs as they come; the ChatAnswer last, once the turn is on record.

        Raises Unavailable when the model fails, and what ConversationStore.turn does.
        """
        last: ChatAnswer | None = None
        try:
            if self.first_answer is not None:
                raise Replayed(self.first_answer)
            async with await self._conversation() as self.kept, aclosing(self._run()) as events:
                async for event in events:
                    if isinstance(event, ChatAnswer):
                        last = event
                        self.kept.ended = self._ended(event)
                    else:
                        yield event
            if last is not None:
                yield last
        except Replayed as repeat:
            await self.meter.abandon()
            first = replayed(repeat.answer)
            yield Delta(first.reply)
            yield first
        except BaseException:
            # Also a client that went away: what the model has used is drawn, the rest given back.
            await self.meter.abandon()
            raise
        finally:
            # The configured name, not the provider's: a label must not grow with what others send.
            tokens = self.ctx.services.metrics.llm_tokens
            tokens.labels(self.asked.model.name, "prompt").inc(self.asked.usage.prompt_tokens)
            tokens.labels(self.asked.model.name, "completion").inc(self.asked.usage.completion_tokens)

    async def _conversation(self) -> AbstractAsyncContextManager[Kept]:
        """The conversation for this turn; outside a store none is kept."""
        if self.scope is None:
            return nullcontext(self.kept)
        store = conversations(self.ctx.services)
        whose = await talk.whose_turn(store, self.scope, self.body)
        return store.turn(whose, talk.arrived(self.body, whose))

    async def _run(self) -> AsyncGenerator[Event, None]:
        history = await self._history()
        if self.scope is not None and not self.scope.is_answered:
            yield await self._end("", blocked=False, handled_by="nobody")
            return
        attends = self.scope is None or self._read(self.scope)
        reply = self._without_model()
        if not attends:
            yield await self._end("", blocked=False, handled_by="human")
            return
        if reply:
            yield Delta(reply)
            yield await self._end(reply, blocked=False)
            return
        messages = await self._opening(history)
        blocked = False
        try:
            async with aclosing(self._rounds(messages)) as events:
                async for event in events:
                    if isinstance(event, str):
                        reply = event
                    else:
                        yield event
        except Blocked:
            self.kept.state = rules.handed_over(self.kept.state, "quota")
            reply, blocked = replies.told_anyway(self.box, self.runs) or replies.BLOCKED_REPLY[self._language], True
            yield Delta(reply)
        except Unavailable:
            # What a tool has done is told, whether or not the model can be asked again.
            if not (reply := replies.told_anyway(self.box, self.runs)):
                raise
            yield Delta(reply)
        if not reply:
            done = "" if self.kept.state.attended != "bot" else replies.told_anyway(self.box, self.runs)
            reply = done or replies.of_no_text(self.kept.state)
            yield Delta(reply)
        if missing := replies.left_out(self.box, reply):
            yield Delta(f"\n\n{missing}")
            reply = f"{reply}\n\n{missing}".strip()
        yield await self._end(reply, blocked=blocked)

    def _read(self, scope: ChatScope) -> bool:
        """`_enter`, in bounded time: a message that nobody can read tells nothing and agrees to nothing."""
        try:
            with limited():
                return self._enter(scope)
        except TookTooLong:
            log.exception("message_not_read")
            self.heard = ""
            self.kept.state = rules.voided(self.kept.state)
            return self._enter(scope)

    def _enter(self, scope: ChatScope) -> bool:
        """Read the message into the conversation; False when a person attends it."""
        standing = self.meter.standing
        allows = standing is None or standing.state != "BLOCK"
        self.kept.state, self.told = talk.opened(
            self.kept.state, scope, self.heard, quota_allows=allows, is_open=self._is_open()
        )
        if not rules.answers_itself(self.kept.state) and self.kept.state.waiting_reason != "quota":
            return False
        names = tool_names(self.ctx, scope, self.kind)
        self.tools = tools_of(names)
        state = self.kept.state
        self.box = Toolbox(
            ctx=self.ctx,
            scope=scope,
            allowed=frozenset(names),
            message=self.heard,
            kept=self.kept,
            dry_run=self.body.dry_run,
            asks_consent=asks_consent(self.ctx, scope, self.kind),
            cancellable=state.cancelling,
            before=state.summary,
        )
        return True

    def _without_model(self) -> str:
        """The answer to a wish for no more reminders, or to what came outside the agent's hours; else empty."""
        english = self._language == "en"
        if self.scope is not None and self.scope.follow_ups(self.kind).any and stops(self.heard):
            self.kept.state = msgspec.structs.replace(self.kept.state, no_follow_ups=True)
            return STOPPED[english]
        if self.opened is None or self._is_open():
            return ""
        self.kept.state = rules.handed_over(self.kept.state, "hours")
        return self.opened.said_outside(self.ctx.now(), english=english)

    @property
    def _language(self) -> Language:
        """What the shopper writes in."""
        known = self.kept.state.dialogue.language
        return known if self.scope is not None else language_of(self.heard, known)

    def _is_open(self) -> bool:
        """The agent answers at this hour; a rehearsal is held at any."""
        return self.body.dry_run or self.opened is None or self.opened.is_open(self.ctx.now())

    async def _rounds(self, messages: list[Message]) -> AsyncGenerator[Delta | ToolEvent | str, None]:
        """Ask the model until it answers a text that may leave; that text is the last item. Raises Blocked."""
        asked_again = False
        gate = Gate(self.box.facts if self.box else Facts())
        for number in range(1, MAX_ITERATIONS + 1):
            tools = self.tools if number < MAX_ITERATIONS and not asked_again else ()
            completion: Completion | None = None
            if not self.asked.streams:
                completion = await self.asked.complete(messages, tools)
            else:
                async with aclosing(self.asked.stream(messages, tools)) as items:
                    async for item in items:
                        if isinstance(item, Completion):
                            completion = item
                        elif not (asked_again or item.may_be_thought) and (ready := gate.feed(item.text)):
                            yield Delta(ready)
            if completion is None:
                raise Unavailable("The language model gave no answer.")
            self.iterations = number
            if completion.tool_calls and tools:
                messages.append(Message("assistant", completion.text or None, completion.tool_calls))
                for position, call in enumerate(completion.tool_calls):
                    message, event = await self._run_tool(call, position)
                    messages.append(message)
                    yield event
                continue
            checked = self._checked(completion)
            if checked.again and not asked_again and number < MAX_ITERATIONS:
                asked_again = True
                self.guarded += checked.findings
                messages += [Message("assistant", completion.text), Message("user", replies.WRITE_ANEW)]
                continue
            neutral = replies.told_anyway(self.box, self.runs) or replies.NEUTRAL_REPLY[self._language]
            reply = neutral if checked.again else checked.text
            actions: dict[Action, Action] = {"asked_again": "neutral"} if checked.again else {}
            self.guarded += [Guarded(found.kind, actions.get(found.action, found.action)) for found in checked.findings]
            reply, rest = gate.rest(reply)
            for line in rest.splitlines(keepends=True):
                yield Delta(line)
            yield reply
            return

    def _checked(self, completion: Completion) -> Checked:
        text = replies.clean(completion.text)
        if self.box is None or isinstance(self.asked.model, RuleBasedAssistant):
            return Checked(guards.without_thinking(text))
        return guards.check(text, self.box.facts, cut_short=completion.finish_reason == "length")

    async def _opening(self, history: Sequence[Message]) -> list[Message]:
        chunks = await talk.passages_of(self.ctx, self.scope, self.heard) if self.scope else []
        if self.ctx.services.llm is None:
            notifies = self.scope is not None and self.scope.follow_ups(self.kind).back_in_stock
            state = self.kept.state
            shop = await talk.shop_of(self.ctx, self.scope, chunks, self.heard, state, notifies=notifies)
            self.asked.model = talk.assistant_of(state, shop, self.box)
        said = self.heard if self.ctx.services.llm is None else self.body.message
        messages = opening(self.scope, self.kind, chunks, history, said, self.kept.state)
        if self.box is not None:
            for message in messages:
                self.box.facts.read(message.content or "", bare=message.role == "user")
            self.box.facts.know(self.kept.state)
        return messages

    async def _history(self) -> Sequence[Message]:
        if self.body.conversation_history is not None:
            return [Message(message.role, message.content) for message in self.body.conversation_history]
        messages = self.opened.history if self.opened else []
        if all(message.role != "assistant" for message in messages) and self.kept.history:
            return self.kept.history  # what the caller has not recorded itself
        messages = await talk.with_people(self.ctx, self.scope, self.kept, messages)
        # The caller records messages itself, and may have done so with this one already.
        if messages and messages[-1].role == "user" and messages[-1].content == self.body.message:
            messages.pop()
        return messages

    async def _run_tool(self, call: ToolCall, position: int) -> tuple[Message, ToolEvent]:
        started = time.perf_counter()
        if position >= MAX_TOOL_CALLS:
            ok, result = False, failure("too-many-calls", f"at most {MAX_TOOL_CALLS} tool calls at once")
        elif self.box is None:
            ok, result = False, failure("unknown-tool", "this conversation belongs to no store")
        else:
            with tracing.span(f"tool {replies.clean(call.function.name)[:64]}"):
                ok, result = await run_tool(self.box, call.function.name, call.function.arguments)
        if not ok:
            result = replies.without_nul(result)  # it quotes the model
        seconds = time.perf_counter() - started
        self.tools_s += seconds
        ms = round(seconds * 1000, 2)
        arguments = replies.readable(call.function.arguments)
        self.runs.append(ToolRun(replies.clean(call.function.name)[:64], arguments, ok, result, ms))
        content = msgspec.json.encode(result).decode()
        return Message("tool", content, tool_call_id=call.id), ToolEvent(call.function.name[:64], arguments, ok, ms)

    async def _end(
        self, reply: str, *, blocked: bool, handled_by: Literal["human", "nobody"] | UnsetType = UNSET
    ) -> ChatAnswer:
        if isinstance(self.asked.model, RuleBasedAssistant) and self.box is not None and self.iterations:
            self.kept.state = talk.after_assistant(self.kept.state, self.asked.model)
        if self.box is not None and not self.body.dry_run:
            await talk.pass_on(self.ctx, self.box.scope, self.kept.state, self.told, self.heard)
            if self.box.scope.follow_ups(self.kind).back_in_stock:
                await talk.note_wish(self.ctx, self.box, reply)
        self.meter.end(self._said(reply, blocked))
        if self.kept.id:
            self.kept.settles = self.meter  # with the conversation's end
        else:
            await self.meter.settle()
        if self.ctx.services.replica is not None and self.box is not None and self.box.order is not None:
            # The shop's lists show the order from now on, wherever they are read.
            await self.ctx.services.replica.wrote(self.box.scope.company_id)
        self.ctx.services.metrics.chat_iterations.observe(self.iterations)
        cards = self.box.cards_in(reply) if self.box else []
        standing = self.meter.standing
        return ChatAnswer(
            reply=reply,
            type=self.body.type,
            model=self.asked.model_name,
            iterations=self.iterations,
            tool_calls=self.runs,
            order=(self.box.order if self.box else None) or UNSET,
            products=cards or UNSET,
            usage=ChatUsage(*msgspec.structs.astuple(self.asked.usage)),
            quota=ChatQuota(self.meter.state, self.meter.used_tokens, standing.limit) if standing else None,
            blocked=blocked,
            dry_run=self.body.dry_run,
            timings_ms=Timings(
                round((time.perf_counter() - self.started) * 1000, 2),
                round(self.asked.seconds * 1000, 2),
                round(self.tools_s * 1000, 2),
            ),
            conversation_id=self.kept.name or UNSET,
            state=self.kept.state.attended if self.scope else UNSET,
            cart=talk.cart_of(self.kept.state) or UNSET,
            handled_by=handled_by,
            guarded=list(dict.fromkeys(self.guarded)) or UNSET,
        )

    def _ended(self, answer: ChatAnswer) -> Ended:
        usage = answer.usage
        return Ended(
            answer.reply, answer, answer.model, usage.prompt_tokens, usage.completion_tokens, answer.tool_calls
        )

    def _said(self, reply: str, blocked: bool) -> Said | None:
        """What to keep: nothing where the caller does so (a lead), nobody may (a dry run) or no agent spoke."""
        scope = self.scope
        if scope is None or scope.agent is None or scope.lead is not None or self.body.dry_run:
            return None
        notes = {"model": self.asked.model_name, "tools": [run.name for run in self.runs], "blocked": blocked}
        return Said(self.body.message, reply, notes)


async def open_turn(ctx: PublicCtx, body: ChatRequest) -> Turn:
    """Everything that can refuse a turn before it begins. Raises what `open_scope` does, and ValidationFailed."""
    talk.check_key(body)
    kind = ctx.services.agent_types.get(body.type)
    if kind is None:
        raise NotFound("agent type")
    ctx = PublicCtx(dataclasses.replace(ctx.services, db=ctx.services.chat_db), ctx.request)
    if (first := await talk.first_answer(ctx, body)) is not None:
        # Before anything is counted: a message that comes again is no new one.
        turn = Turn(ctx, body, None, kind)
        turn.first_answer = first
        return turn
    return Turn(ctx, body, await open_scope(ctx, body, kind), kind)


def replayed(answer: Raw) -> ChatAnswer:
    """The first answer once more, marked as such."""
    return msgspec.structs.replace(_answer(answer), replayed=True)


async def answer(turn: Turn) -> ChatAnswer:
    """Run a turn to its end."""
    async for event in turn.run():
        if isinstance(event, ChatAnswer):
            return event
    raise Unavailable("The turn ended without an answer.")
