"""The access line is what structlog would write, one line per request."""

import asyncio
import json

from app.ops.access import JsonAccessLog, access_log


async def test_lines_of_a_turn_leave_in_one_write_with_the_fields_of_every_log_line():
    written: list[bytes] = []
    say = JsonAccessLog(written.append)
    say("GET", "/internal/orders/{order_id}", 200, 0.0015349, "r-1")
    say("POST", 'quo"ted', 499, 2.0, "r-2")
    assert written == []
    await asyncio.sleep(0)
    (text,) = written
    assert text.endswith(b"}\n")
    first, second = (json.loads(line) for line in text.splitlines())
    stamp = first.pop("timestamp")
    assert stamp.endswith("Z")
    assert first == {
        "method": "GET",
        "route": "/internal/orders/{order_id}",
        "status": 200,
        "ms": 1.53,
        "request_id": "r-1",
        "event": "request",
        "level": "info",
    }
    assert second["route"] == 'quo"ted'
    say("GET", "/", 200, 0, "r-3")
    await asyncio.sleep(0)
    assert len(written) == 2


async def test_the_line_goes_to_stderr_and_is_silent_above_info(capfdbinary):
    access_log("info", "json")("GET", "/healthz", 200, 0.001, "r-1")
    await asyncio.sleep(0)
    access_log("warning", "json")("GET", "/readyz", 200, 0.001, "r-2")
    await asyncio.sleep(0)
    assert json.loads(capfdbinary.readouterr().err)["route"] == "/healthz"
