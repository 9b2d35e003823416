"""Server-sent events: reading them while they arrive, and writing one. Pure. Tests: test_sse.py."""

import json
from collections.abc import AsyncIterator
from typing import Any


def event(name: str, data: Any) -> bytes:
    """One event with a JSON value."""
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


async def events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, str]]:
    """(event name, data) of a stream of lines; several data lines of one event are joined."""
    name, data = "message", list[str]()
    async for line in lines:
        if line == "":
            if data:
                yield name, "\n".join(data)
            name, data = "message", []
        elif line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
    if data:
        yield name, "\n".join(data)
