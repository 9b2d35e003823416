"""The rule-based assistant as a LanguageModel: one object a turn, which sees tool results and answers text or calls.

It is made with the conversation's state and the shop's passages, and gives the new state when the turn has ended; it
reads no earlier message. What its tools may do and whether a yes was said is not its business.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any

import msgspec
import structlog

from app.clients.llm import Completion, FunctionCall, Message, ModelRequest, TextDelta, ToolCall, Usage
from app.features.chat.assistant.deciding.decide import Decision, decide
from app.features.chat.assistant.deciding.mind import Ask, Done, Shop
from app.features.chat.assistant.language.codes import as_names
from app.features.chat.assistant.reading.understand import language_of, understand
from app.features.chat.assistant.saying.phrases import compose, say
from app.features.conversations.heard import is_cut
from app.features.conversations.state import ConversationState
from app.ops.time_limit import limited

log = structlog.get_logger(__name__)

NAME = "offline-rules"
_encode = msgspec.json.Encoder().encode


class RuleBasedAssistant:
    """LanguageModel without a language model. It costs no tokens, so its usage is zero."""

    def __init__(self, state: ConversationState = ConversationState(), shop: Shop = Shop()) -> None:  # noqa: B008 - frozen
        self.state = state
        self._shop = shop
        self._decision: Decision | None = None
        self._asked: list[str] = []
        self._round = 0
        self._cut_at = ""

    @property
    def name(self) -> str:
        """The name it goes by in answers and in /health."""
        return NAME

    async def complete(self, request: ModelRequest) -> Completion:
        """The next step of the turn: tool calls, or the text for the shopper; what the rules break at costs no turn."""
        try:
            with limited():
                step = self._begin(request) if self._decision is None else self._go_on(request)
        except Exception:  # a word of a shopper that no rule was written for
            log.exception("rules_failed")
            step = say("failed", self.state.dialogue.language)
        if isinstance(step, str):
            return Completion(self._cut_at + step, (), Usage(), NAME)
        self._round += 1
        self._asked = [f"rules_{self._round}_{number}" for number in range(len(step))]
        calls = tuple(
            ToolCall(call_id, FunctionCall(ask.name, _encode(ask.arguments).decode()))
            for call_id, ask in zip(self._asked, step, strict=True)
        )
        return Completion("", calls, Usage(), NAME, "tool_calls")

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | Completion, None]:
        """The text in one piece per line, then the whole."""
        whole = await self.complete(request)
        for line in whole.text.splitlines(keepends=True):
            yield TextDelta(line)
        yield whole

    async def check(self) -> None:
        """Always there."""

    def _begin(self, request: ModelRequest) -> list[Ask] | str:
        text = next((m.content or "" for m in reversed(request.messages) if m.role == "user"), "")
        tools = frozenset(tool.function.name for tool in request.tools)
        text = as_names(text, self._shop.coded)
        if is_cut(text):
            language = language_of(text, self.state.dialogue.language)
            self._cut_at = say("cut", language, until=text[-40:].strip()) + "\n\n"
        acts = understand(text, self.state, self._shop.shipping, self._shop.goods, self._shop.shelf)
        self._decision = decide(self.state, acts, msgspec.structs.replace(self._shop, tools=tools))
        return self._next(None)

    def _go_on(self, request: ModelRequest) -> list[Ask] | str:
        return self._next(_answers(request.messages, self._asked))

    def _next(self, done: list[Done] | None) -> list[Ask] | str:
        assert self._decision is not None  # noqa: S101
        try:
            asks = next(self._decision) if done is None else self._decision.send(done)
            while not asks:  # all that was to be looked up is known
                asks = self._decision.send([])
            return asks
        except StopIteration as end:
            self.state, says = end.value
            language = self.state.dialogue.language
            return compose(says, language, cash="cod" in self._shop.methods) or say("unknown", language)


def _answers(messages: Sequence[Message], asked: Sequence[str]) -> list[Done]:
    """What the last round's calls answered, in their order."""
    given = {message.tool_call_id: message.content or "" for message in messages if message.role == "tool"}
    names = {call.id: call.function.name for message in messages for call in message.tool_calls}
    return [Done(names.get(call_id, ""), _object(given.get(call_id, ""))) for call_id in asked]


def _object(text: str) -> Mapping[str, Any]:
    try:
        value = msgspec.json.decode(text.encode())
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
