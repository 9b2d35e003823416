"""Language models: the Protocol the chat uses, its values, and the errors. The HTTP client is openai_chat.py.

Messages and tool calls have the shape of OpenAI's Chat Completions, so they travel as they are.
"""

import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct

Role = Literal["system", "user", "assistant", "tool"]


class ModelError(Exception):
    """The model gave no usable answer. `retry_after_s` is a hint for our own answer."""

    kind: ClassVar[str] = "failed"
    """The word for it in the metrics."""

    def __init__(self, message: str, retry_after_s: float = 2.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class ModelUnavailable(ModelError):
    """Not reachable, too slow, overloaded, or failing after the retries."""

    kind = "unavailable"


class ModelRefused(ModelError):
    """The provider refuses the request itself (wrong key, unknown model, 4xx)."""

    kind = "refused"


class ModelGarbage(ModelError):
    """The answer cannot be read as an answer."""

    kind = "garbage"


class FunctionCall(Struct, frozen=True):
    """Name and arguments; the arguments are the model's JSON text, unchecked."""

    name: str
    arguments: str


class ToolCall(Struct, frozen=True):
    """One call the model asks for. Goes back verbatim in the assistant message."""

    id: str
    function: FunctionCall
    type: Literal["function"] = "function"


class Message(Struct, frozen=True, omit_defaults=True):
    """One message of the conversation. A `tool` message answers the call `tool_call_id`."""

    role: Role
    content: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class ToolFunction(Struct, frozen=True):
    """What the model is told about a tool; `parameters` is a JSON Schema, encoded once where it never changes."""

    name: str
    description: str
    parameters: Mapping[str, Any] | msgspec.Raw


class Tool(Struct, frozen=True):
    """A tool on offer."""

    function: ToolFunction
    type: Literal["function"] = "function"


class JsonSchema(Struct, frozen=True):
    """The form a JSON answer must have."""

    name: str
    schema: Mapping[str, Any]


class Usage(Struct, frozen=True):
    """Tokens of one or more calls; `estimated` when the provider did not say."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    estimated: bool = False

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.total_tokens + other.total_tokens,
            self.estimated or other.estimated,
        )


class ModelRequest(Struct, frozen=True, kw_only=True):
    """One question to a model. `within_s` bounds it, retries included."""

    messages: Sequence[Message]
    tools: Sequence[Tool] = ()
    model: str = ""
    temperature: float | None = None
    max_tokens: int | None = None
    answer_schema: JsonSchema | None = None
    within_s: float | None = None


class Completion(Struct, frozen=True):
    """The whole answer: text, or tool calls, or both."""

    text: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage
    model: str
    finish_reason: str = "stop"


class TextDelta(Struct, frozen=True):
    """A piece of text of an answer that still arrives. may_be_thought: nobody knows yet that it is for the reader."""

    text: str
    may_be_thought: bool = False


class LanguageModel(Protocol):
    """What the chat needs of a model. Both methods raise ModelError."""

    @property
    def name(self) -> str:
        """The model used when a request names none."""

    async def complete(self, request: ModelRequest) -> Completion:
        """The whole answer at once."""

    def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | Completion, None]:
        """The text as it comes; the last item is the Completion."""

    async def check(self) -> None:
        """Return when the model can be reached; for /health."""


def estimate_tokens(text: str) -> int:
    """Tokens of a text, a little above what common tokenizers count for Portuguese (3 bytes a token)."""
    return len(text.encode()) // 3 + 1


def estimate_prompt(messages: Sequence[Message], tools: Sequence[Tool]) -> int:
    """Tokens of a request's messages and tools, estimated."""
    size = len(_encode((messages, tools)))
    return size // 3 + 1


_encode = msgspec.json.Encoder().encode


T = TypeVar("T")


async def complete_json(
    model: LanguageModel, request: ModelRequest, decode: Callable[[str], T]
) -> tuple[T, Completion]:
    """Ask for JSON and decode it; an answer that does not decode is sent back for one repair.

    `decode` raises ValueError for an answer of the wrong form. Raises ModelGarbage after the repair, ModelError.
    """
    started = time.monotonic()
    first = await model.complete(request)
    try:
        return decode(json_text(first.text)), first
    except ValueError as error:
        complaint = f"That was not valid: {error}. Answer again with the JSON object alone."
    messages = [*request.messages, Message("assistant", first.text), Message("user", complaint)]
    left = None if request.within_s is None else max(0.0, request.within_s - (time.monotonic() - started))
    second = await model.complete(msgspec.structs.replace(request, messages=messages, within_s=left))
    both = msgspec.structs.replace(second, usage=first.usage + second.usage)
    try:
        return decode(json_text(second.text)), both
    except ValueError as error:
        raise ModelGarbage(f"no JSON of the asked form: {error}") from error


def json_text(text: str) -> str:
    """The JSON object inside an answer: models like to wrap it in a code fence or a sentence."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text
