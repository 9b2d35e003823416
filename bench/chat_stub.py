"""A language model for measuring: answers at once or after a delay, asking for two tools before it gives text.

Usage: python -m bench.chat_stub PORT DELAY_SECONDS. Speaks just enough HTTP/1.1 to cost next to nothing.
"""

import asyncio
import json
import sys

import uvloop

USAGE = {"prompt_tokens": 400, "completion_tokens": 30, "total_tokens": 430}
TOOLS = ("search_products", "filter_products_by_price")
ARGUMENTS = ({"query": "tênis de corrida", "limit": 5}, {"max_price": 300, "limit": 5})


def _reply(message: dict[str, object]) -> bytes:
    body = json.dumps({
        "id": "c", "object": "chat.completion", "created": 1, "model": "stub", "usage": USAGE,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }).encode()  # fmt: skip
    return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def _call(number: int) -> dict[str, object]:
    function = {"name": TOOLS[number], "arguments": json.dumps(ARGUMENTS[number])}
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": f"call_{number}", "type": "function", "function": function}]}  # fmt: skip


CALLS = [_reply(_call(0)), _reply(_call(1))]
# What the tools have told may be said; a price that nobody told would be asked for once more, by a second call.
TEXT = _reply({"role": "assistant", "content": "Temos o Tênis Corrida Leve por R$ 199,90."})
GREETING = _reply({"role": "assistant", "content": "Que bom que veio! Que tipo de corrida você faz?"})


class Stub(asyncio.Protocol):
    """One connection. The number of tool results in the request says which answer is due."""

    delay = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.buffer = b""

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, separator, body = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
        if len(body) < length:
            return
        self.buffer = body[length:]
        done = body.count(b'"role":"tool"') + body.count(b'"role": "tool"')
        # Without these tools on offer (the plain turn has those that every agent has) there is nothing to call.
        offered = b'"search_products"' in body
        answer = TEXT if done >= 2 else CALLS[done] if offered else GREETING
        if self.delay:
            asyncio.get_running_loop().call_later(self.delay, self._write, answer)
        else:
            self._write(answer)

    def _write(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)  # type: ignore[attr-defined]


async def main() -> None:
    """Serve until killed."""
    Stub.delay = float(sys.argv[2])
    server = await asyncio.get_running_loop().create_server(Stub, "127.0.0.1", int(sys.argv[1]), backlog=8192)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(main())
