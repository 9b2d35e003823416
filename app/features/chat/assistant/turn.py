"""One turn as the assistant sees it: the shopper's message, the memory before it, the tool results after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from app.clients.llm import Message, ModelRequest
from app.features.chat.assistant.memory import Memory, recall

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Ask:
    """A tool call the assistant wants."""

    name: str
    arguments: Mapping[str, Any]

    def arguments_json(self) -> str:
        """The arguments as JSON text, the form models use."""
        return _encode(self.arguments).decode()


@dataclass(frozen=True, slots=True)
class Done:
    """A tool call of this turn with what it answered."""

    name: str
    arguments: Mapping[str, Any]
    result: Mapping[str, Any]

    @property
    def failed(self) -> str | None:
        """The error's code when the tool refused, else None."""
        error = self.result.get("error")
        return str(error.get("code", "error")) if isinstance(error, dict) else None


@dataclass(frozen=True, slots=True)
class Turn:
    """text: the shopper's message; earlier: all of the shopper's messages up to and with it; done: this turn's
    tool calls in order; round: how many rounds of them; tools: names on offer; system: the prompt."""

    text: str
    earlier: tuple[str, ...]
    memory: Memory
    done: tuple[Done, ...]
    round: int
    tools: frozenset[str]
    system: str

    def of(self, name: str) -> list[Done]:
        """This turn's calls of one tool."""
        return [done for done in self.done if done.name == name]


def read_turn(request: ModelRequest) -> Turn:
    """Split a conversation at the shopper's latest message."""
    messages = request.messages
    at = max((i for i, message in enumerate(messages) if message.role == "user"), default=-1)
    before, after = messages[: max(at, 0)], messages[at + 1 :]
    memory = recall(before)
    text = messages[at].content or "" if at >= 0 else ""
    system = "\n".join(m.content for m in messages if m.role == "system" and m.content)
    return Turn(
        text,
        (*memory.asked, text),
        memory,
        tuple(_pair(after)),
        sum(bool(message.tool_calls) for message in after),
        frozenset(tool.function.name for tool in request.tools),
        system,
    )


def _pair(messages: Sequence[Message]) -> list[Done]:
    answers = {message.tool_call_id: message.content or "" for message in messages if message.role == "tool"}
    return [
        Done(call.function.name, _object(call.function.arguments), _object(answers.get(call.id, "")))
        for message in messages
        for call in message.tool_calls
    ]


def _object(text: str) -> Mapping[str, Any]:
    try:
        value = msgspec.json.decode(text.encode())
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
