"""Server-sent events: writing one. Pure. Tests: test_parts.py."""

from typing import Any

import msgspec


def event(name: str, data: Any) -> bytes:
    """One event with a JSON value."""
    return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"
