"""The rule-based assistant as a LanguageModel: it sees messages and tools, and answers text or tool calls.

It keeps nothing between calls: what was said before is read from the conversation (memory.py), and how far this
turn has come from the tool results in it.
"""

from collections.abc import AsyncGenerator

from app.clients.llm import Completion, FunctionCall, ModelRequest, TextDelta, ToolCall, Usage
from app.features.chat.assistant.plan import next_step
from app.features.chat.assistant.turn import Turn, read_turn

NAME = "offline-rules"


class RuleBasedModel:
    """LanguageModel without a language model. It costs no tokens, so its usage is zero."""

    @property
    def name(self) -> str:
        """The name it goes by in answers and in /health."""
        return NAME

    async def complete(self, request: ModelRequest) -> Completion:
        """The next step of the turn: tool calls, or the text for the shopper."""
        turn: Turn = read_turn(request)
        step = next_step(turn)
        if isinstance(step, str):
            return Completion(step, (), Usage(), NAME)
        calls = tuple(
            ToolCall(f"rules_{turn.round}_{number}", FunctionCall(call.name, call.arguments_json()))
            for number, call in enumerate(step)
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
