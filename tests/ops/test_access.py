"""The access line is what structlog would write, one line per request."""

import asyncio
import json

from app.ops.access import JsonAccessLog, Seen, access_log


def _seen(**changes):
    said = {
        "method": "GET",
        "route": "/internal/orders/{order_id}",
        "status": 200,
        "ms": 1.53,
        "bytes": 17,
        "company": "ana",
        "client": "10.0.0.7",
        "request_id": "r-1",
    }
    return Seen(**(said | changes))


async def test_lines_of_a_turn_leave_in_one_write_with_the_fields_of_every_log_line():
    written: list[bytes] = []
    say = JsonAccessLog(written.append)
    say(_seen())
    say(_seen(route='quo"ted', status=499))
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
        "bytes": 17,
        "company": "ana",
        "client": "10.0.0.7",
        "request_id": "r-1",
        "event": "request",
        "level": "info",
    }
    assert second["route"] == 'quo"ted'
    say(_seen())
    await asyncio.sleep(0)
    assert len(written) == 2


async def test_the_line_goes_to_stderr_and_is_silent_above_info(capfdbinary):
    access_log("info", "json")(_seen(route="/healthz"))
    await asyncio.sleep(0)
    access_log("warning", "json")(_seen(route="/readyz"))
    await asyncio.sleep(0)
    assert json.loads(capfdbinary.readouterr().err)["route"] == "/healthz"
