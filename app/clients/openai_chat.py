"""Client of an OpenAI-compatible Chat Completions API: tools, streaming, JSON mode, usage.

Tests: tests/clients/test_openai_chat.py (our fault fake), tests/features/chat/test_aimock.py (an independent mock).
"""

import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from typing import Any

import msgspec
from cachetools import LRUCache
from msgspec import Raw, Struct

from app.clients.http import (
    Call,
    Meter,
    OpenAnswer,
    Outbound,
    OutboundError,
    Policy,
    Transport,
    retry_after_seconds,
    unmetered,
)
from app.clients.llm import (
    Completion,
    FunctionCall,
    ModelError,
    ModelGarbage,
    ModelRefused,
    ModelRequest,
    ModelUnavailable,
    TextDelta,
    ToolCall,
    Usage,
    estimate_prompt,
    estimate_tokens,
)
from app.ops import tracing

MAX_ANSWER_BYTES = 4 << 20
MAX_TOOL_CALLS = 64
# What no call can have used: the provider miscounts.
ABSURD_TOKENS = 100_000_000
# The configured model, seconds, and the kind of error if it ended in one.
ObserveCall = Callable[[str, float, str | None], None]
_THINKS = re.compile(r"\s*(?:<(?:think|thinking|reasoning)\b|\[think\])", re.IGNORECASE)
_THOUGHT = re.compile(r"</(?:think|thinking|reasoning)\s*>|\[/think\]", re.IGNORECASE)
RETRY_STATUSES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


class _Function(Struct):
    name: str | None = None
    arguments: Raw = Raw(b'""')


class _Call(Struct):
    index: int = 0
    id: str | None = None
    function: _Function | None = None


class _Part(Struct):
    text: str | None = None


class _Text(Struct):
    """`message` of a whole answer, `delta` of a streamed one."""

    content: str | list[_Part] | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None

    @property
    def text(self) -> str:
        """The text, also where it comes in parts."""
        if isinstance(self.content, list):
            return "".join(part.text or "" for part in self.content)
        return self.content or self.refusal or ""


class _Choice(Struct):
    message: _Text | None = None
    delta: _Text | None = None
    finish_reason: str | None = None


class _Usage(Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0


class _Reply(Struct):
    choices: list[_Choice] | None = None
    model: str = ""
    usage: _Usage | None = None
    error: Raw | None = None


_decode = msgspec.json.Decoder(_Reply, strict=False).decode
_encode = msgspec.json.Encoder().encode


def llm_policy(timeout_s: float) -> Policy:
    """The policy of a model: slow is normal, so only the deadline bounds reading, and no call waits for another."""
    return Policy(
        name="language model",
        connect_s=min(5.0, timeout_s),
        read_s=timeout_s,
        total_s=timeout_s,
        max_bytes=MAX_ANSWER_BYTES,
        retry_statuses=RETRY_STATUSES,
        window=None,
    )


class OpenAIChat:
    """LanguageModel over HTTP. `base_url` ends before `/chat/completions`."""

    def __init__(
        self,
        transport: Transport,
        *,
        base_url: str,
        api_key: str,
        model: str,
        timeout_s: float,
        count_tokens: Callable[[str], int] = estimate_tokens,
        observe: ObserveCall = lambda _model, _seconds, _error: None,
        meter: Meter = unmetered,
    ) -> None:
        """observe: told of each call's end; meter: of each request of it, the repeated ones too."""
        self.out = Outbound(transport, llm_policy(timeout_s), meter=meter)
        self._observe = observe
        self._base = base_url.rstrip("/")
        self._headers = {"Content-Type": "application/json"}
        if api_key:
            self._headers["Authorization"] = f"Bearer {api_key}"
        self._model = model
        self._count = count_tokens
        # What this provider turned out not to understand; learnt from its 400s, kept for the process's life.
        self._quirks: set[str] = set()
        # Which models answer with thoughts that only a closing tag ends (their template opens them); from answers.
        self._thinks: LRUCache[str, bool] = LRUCache(1000)

    @property
    def name(self) -> str:
        """The model used when a request names none."""
        return self._model

    async def complete(self, request: ModelRequest) -> Completion:
        """The whole answer. Raises ModelError."""
        async with _Asking(self._model, self._observe):
            while True:
                answer = await self.out.send(self._call(request, stream=False), total_s=request.within_s)
                if answer.status < 300:
                    return self._completion(request, answer.body)
                if not self._learn(answer.status, answer.body, request):
                    raise _refusal(answer.status, answer.headers)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[TextDelta | Completion, None]:
        """Text deltas, then the Completion. Raises ModelError, also in the middle."""
        async with _Asking(self._model, self._observe):
            while True:
                async with self.out.stream(self._call(request, stream=True), total_s=request.within_s) as opened:
                    if opened.status < 300:
                        async for item in self._read_stream(request, opened):
                            yield item
                        return
                    body = await opened.read()
                if not self._learn(opened.status, body, request):
                    raise _refusal(opened.status, opened.headers)

    async def check(self) -> None:
        """Return when the provider answers at all; a wrong key or a missing list of models is still an answer."""
        async with _Asking(self._model, lambda *_: None):
            call = Call(method="GET", url=f"{self._base}/models", headers=self._headers, retry=False)
            async with self.out.stream(call, total_s=1.0) as opened:
                if opened.status in (401, 403) or opened.status >= 500:
                    raise ModelUnavailable(f"the provider answers {opened.status}")

    def _call(self, request: ModelRequest, *, stream: bool) -> Call:
        body: dict[str, Any] = {"model": request.model or self._model, "messages": request.messages}
        if request.tools:
            body |= {"tools": request.tools, "tool_choice": "auto"}
        if request.temperature is not None and "temperature" not in self._quirks:
            body["temperature"] = request.temperature
        if request.max_tokens is not None:
            newer = "max_completion_tokens" in self._quirks
            body["max_completion_tokens" if newer else "max_tokens"] = request.max_tokens
        if request.answer_schema is not None:
            schema = {"name": request.answer_schema.name, "schema": request.answer_schema.schema, "strict": True}
            plain = "json_schema" in self._quirks
            body["response_format"] = (
                {"type": "json_object"} if plain else {"type": "json_schema", "json_schema": schema}
            )
        if stream:
            body["stream"] = True
            if "stream_options" not in self._quirks:
                body["stream_options"] = {"include_usage": True}
        return Call(method="POST", url=f"{self._base}/chat/completions", headers=self._headers, content=_encode(body))

    def _learn(self, status: int, body: bytes, request: ModelRequest) -> bool:
        """True when a 400 names something we can leave out or spell differently: ask again."""
        if status not in (400, 422):
            return False
        for word in ("max_completion_tokens", "temperature", "stream_options"):
            if word.encode() in body and word not in self._quirks:
                self._quirks.add(word)
                return True
        if request.answer_schema is not None and "json_schema" not in self._quirks:
            self._quirks.add("json_schema")
            return True
        return False

    def _completion(self, request: ModelRequest, body: bytes) -> Completion:
        reply = _parse(body)
        message = reply.choices[0].message if reply.choices else None
        if message is None:
            raise ModelGarbage("an answer without a choice")
        calls = tuple(_tool_call(call, number) for number, call in enumerate(message.tool_calls or ()))
        finish = reply.choices[0].finish_reason if reply.choices else None
        return self._finish(request, reply, message.text, calls, finish)

    async def _read_stream(self, request: ModelRequest, opened: OpenAnswer) -> AsyncIterator[TextDelta | Completion]:
        texts: list[str] = []
        calls: dict[int, _Parts] = {}
        last, finish, done = _Reply(), None, False
        async for data in _events(opened.chunks()):
            if data == b"[DONE]":
                done = True
                break
            reply = _parse(data)
            last.model, last.usage = reply.model or last.model, reply.usage or last.usage
            if not reply.choices:
                continue
            choice = reply.choices[0]
            finish = choice.finish_reason or finish
            delta = choice.delta or choice.message or _Text()
            for call in delta.tool_calls or ():
                _join(calls, call)
            if text := delta.text:
                texts.append(text)
                yield TextDelta(text, may_be_thought=self._thinks.get(request.model, True))
        if not done and finish is None:
            raise ModelUnavailable("the answer was cut")
        joined = tuple(calls[index].whole(index) for index in sorted(calls))
        yield self._finish(request, last, "".join(texts), joined, finish)

    def _finish(
        self, request: ModelRequest, reply: _Reply, text: str, calls: tuple[ToolCall, ...], finish: str | None
    ) -> Completion:
        if len(calls) > MAX_TOOL_CALLS:
            raise ModelGarbage("an absurd number of tool calls")
        text = self._without_unended(request.model, text, finish)
        told = reply.usage
        if told is not None and all(0 <= count < ABSURD_TOKENS for count in msgspec.structs.astuple(told)):
            parts = told.prompt_tokens, told.completion_tokens
            usage = Usage(*parts, max(told.total_tokens, sum(parts)), False)
        else:
            prompt = estimate_prompt(request.messages, request.tools)
            written = self._count(text) + sum(self._count(call.function.arguments) for call in calls)
            usage = Usage(prompt, written, prompt + written, True)
        return Completion(
            text, _told_apart(calls), usage, reply.model or request.model or self._model, finish or "stop"
        )

    def _without_unended(self, model: str, text: str, finish: str | None) -> str:
        """The text, without thoughts that ran out of tokens; a whole one tells whether the model begins with them."""
        ended = _THOUGHT.search(text) is not None
        if finish == "length" and not ended:
            return "" if self._thinks.get(model) else text
        if text.strip():
            self._thinks[model] = ended and not _THINKS.match(text)
        return text


class _Parts:
    """A tool call that arrives in pieces."""

    __slots__ = ("arguments", "id", "name")

    def __init__(self) -> None:
        self.id, self.name = "", ""
        self.arguments: list[str] = []

    def whole(self, index: int) -> ToolCall:
        return ToolCall(self.id or f"call_{index}", FunctionCall(self.name, "".join(self.arguments) or "{}"))


def _join(calls: dict[int, _Parts], call: _Call) -> None:
    """Add a delta to the call of its index; a few servers repeat index 0 with a new id for each call."""
    index = call.index
    if call.id and index in calls and calls[index].id not in ("", call.id):
        index = max(calls) + 1
    elif not call.id and index not in calls and calls:
        index = max(calls)
    parts = calls.setdefault(index, _Parts())
    parts.id = call.id or parts.id
    if call.function is not None:
        parts.name = call.function.name or parts.name
        parts.arguments.append(_argument_text(call.function.arguments))


def _tool_call(call: _Call, number: int) -> ToolCall:
    function = call.function or _Function()
    arguments = _argument_text(function.arguments) or "{}"
    return ToolCall(call.id or f"call_{number}", FunctionCall(function.name or "", arguments))


def _told_apart(calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    """Calls with an id each: a few servers give all of an answer the same one, and strict ones refuse that."""
    if len({call.id for call in calls}) == len(calls):
        return calls
    return tuple(msgspec.structs.replace(call, id=f"{call.id}_{number}") for number, call in enumerate(calls))


def _argument_text(raw: Raw) -> str:
    """Arguments are JSON text in a string; some local servers send the object itself."""
    value = bytes(raw)
    if value[:1] == b'"':
        return msgspec.json.decode(value, type=str)
    return "" if value == b"null" else value.decode()


def _parse(body: bytes) -> _Reply:
    try:
        reply = _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ModelGarbage("the answer is not a chat completion") from error
    if reply.error is not None and bytes(reply.error) != b"null":
        raise ModelUnavailable("the provider reported an error inside its answer")
    return reply


async def _events(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The `data:` fields of a server-sent event stream (each provider event fits one line)."""
    rest = b""
    async for chunk in chunks:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            if line.startswith(b"data:") and (data := line[5:].strip()):
                yield data
    if rest.startswith(b"data:") and (data := rest[5:].strip()):
        yield data


def _refusal(status: int, headers: Mapping[str, str]) -> ModelError:
    wait = retry_after_seconds(headers.get("retry-after")) or 2.0
    if status in RETRY_STATUSES or status >= 500:
        return ModelUnavailable(f"the provider answers {status}", min(wait, 60.0))
    return ModelRefused(f"the provider answers {status}")


class _Asking:
    """One call: its errors become errors of the model, and its time is told."""

    def __init__(self, model: str, observe: ObserveCall) -> None:
        self._model = model
        self._observe = observe

    async def __aenter__(self) -> None:
        self._began = time.monotonic()
        self._span = tracing.span(f"chat {self._model}", "client", gen_ai_request_model=self._model)
        self._span.__enter__()

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OutboundError):
            error_kind: str | None = error.outcome
        else:
            error_kind = error.kind if isinstance(error, ModelError) else None
        self._observe(self._model, time.monotonic() - self._began, error_kind)
        self._span.__exit__(type(error) if error is not None else None, error, None)
        if isinstance(error, OutboundError):
            raise ModelUnavailable(str(error), error.retry_after_s) from error
