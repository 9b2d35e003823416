"""A language model on loopback that speaks Chat Completions over real HTTP, and misbehaves when told to.

Each request takes the next step of the script (the last one repeats); every request's message order is checked.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

FLOOD = b"x" * 65_536


@dataclass
class Step:
    """What the model does with one request: an answer, or a fault by name."""

    text: str = ""
    calls: Sequence[tuple[str, dict[str, Any] | str]] = ()
    fault: str = ""  # hang, drip, garbage, flood, cut, reset
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    usage: tuple[int, int] | None = (100, 20)
    delay: float = 0.0
    body: str = ""


Script = Callable[[dict[str, Any]], Step]


def check_order(messages: Sequence[dict[str, Any]]) -> None:
    """Assert what strict providers demand: every tool call is answered at once, and nothing is orphaned."""
    open_calls: set[str] = set()
    for message in messages:
        role = message["role"]
        if role == "tool":
            assert message["tool_call_id"] in open_calls, f"orphaned tool result {message['tool_call_id']}"
            open_calls.discard(message["tool_call_id"])
            continue
        assert not open_calls, f"tool calls left unanswered: {open_calls}"
        assert role in ("system", "user", "assistant"), role
        assert message.get("content") is not None or message.get("tool_calls"), "an empty message"
        ids = [call["id"] for call in message.get("tool_calls", ())]
        assert len(ids) == len(set(ids)), "two tool calls with one id"
        open_calls = set(ids)
    assert not open_calls, f"tool calls left unanswered: {open_calls}"


class FakeModel:
    """`async with FakeModel([Step(...), ...]) as model:` then talk to `model.base_url`."""

    def __init__(self, script: Sequence[Step] | Script) -> None:
        self._script = script
        self._server: asyncio.Server | None = None
        self.base_url = ""
        self.requests: list[dict[str, Any]] = []
        self.asked = asyncio.Event()
        self.left = asyncio.Event()
        self.broken_rules: list[str] = []

    async def __aenter__(self) -> "FakeModel":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=4096)
        self.base_url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}/v1"
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        assert not self.broken_rules, self.broken_rules

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = head.partition("content-length:")[2].split("\r\n")[0].strip()
                body = await reader.readexactly(int(length or 0))
                if head.startswith("get "):
                    await _send(writer, 200, {}, b'{"data":[]}')
                    continue
                request = json.loads(body)
                step = self._next(request)
                if step.delay:
                    await asyncio.sleep(step.delay)
                if not await self._answer(step, request, reader, writer):
                    break
        writer.close()

    def _next(self, request: dict[str, Any]) -> Step:
        try:
            check_order(request["messages"])
        except AssertionError as error:
            self.broken_rules.append(str(error))
        self.requests.append(request)
        self.asked.set()
        if callable(self._script):
            return self._script(request)
        return self._script[min(len(self.requests), len(self._script)) - 1]

    async def _answer(
        self, step: Step, request: dict[str, Any], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Answer; False ends the connection."""
        if step.fault:
            await self._misbehave(step.fault, reader, writer)
            return False
        if step.status != 200 or step.body:
            await _send(writer, step.status, step.headers, (step.body or '{"error":{"message":"no"}}').encode())
        elif request.get("stream"):
            await _send_stream(writer, step, request)
        else:
            await _send(writer, 200, step.headers, json.dumps(_completion(step, request)).encode())
        return True

    async def _misbehave(self, fault: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if fault == "hang":
            await reader.read()
            self.left.set()
        elif fault == "garbage":
            await _send(writer, 200, {}, b"<html>it works!</html>")
        elif fault == "reset":
            writer.transport.abort()
        elif fault == "cut":
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + b'{"choices":[{"mess')
            await writer.drain()
        else:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n")
            for _ in range(1600):
                writer.write(FLOOD if fault == "flood" else b" ")
                await writer.drain()
                await asyncio.sleep(0 if fault == "flood" else 0.05)


def _calls(step: Step) -> list[dict[str, Any]]:
    return [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps(given)},
        }
        for number, (name, given) in enumerate(step.calls)
    ]


def _usage(step: Step) -> dict[str, int] | None:
    if step.usage is None:
        return None
    prompt, completion = step.usage
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def _completion(step: Step, request: dict[str, Any]) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": step.text or None}
    if step.calls:
        message["tool_calls"] = _calls(step)
    finish = "tool_calls" if step.calls else "stop"
    reply = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    return reply | ({"usage": _usage(step)} if step.usage else {})


async def _send(writer: asyncio.StreamWriter, status: int, headers: dict[str, str], body: bytes) -> None:
    lines = [f"HTTP/1.1 {status} X", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
    await writer.drain()


async def _send_stream(writer: asyncio.StreamWriter, step: Step, request: dict[str, Any]) -> None:
    """Text word by word, each tool call's arguments in two pieces and interleaved, usage last."""
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")

    async def event(delta: dict[str, Any], finish: str | None = None) -> None:
        chunk = {"model": request["model"], "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        writer.write(b"data: " + json.dumps(chunk).encode() + b"\n\n")
        await writer.drain()

    await event({"role": "assistant", "content": ""})
    for word in step.text.split(" ") if step.text else ():
        await event({"content": word + " "})
    calls = _calls(step)
    for index, call in enumerate(calls):
        name = call["function"]["name"]
        first = {"index": index, "id": call["id"], "type": "function", "function": {"name": name, "arguments": ""}}
        await event({"tool_calls": [first]})
    for half in (0, 1):
        for index, call in enumerate(calls):
            text = call["function"]["arguments"]
            piece = text[: len(text) // 2] if half == 0 else text[len(text) // 2 :]
            await event({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    await event({}, "tool_calls" if calls else "stop")
    if step.usage:
        last = {"model": request["model"], "choices": [], "usage": _usage(step)}
        writer.write(b"data: " + json.dumps(last).encode() + b"\n\n")
    writer.write(b"data: [DONE]\n\n")
    await writer.drain()
    writer.close()
