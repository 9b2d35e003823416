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


async def test_a_call_of_nobody_names_the_company_it_was_about(api, capfd):
    user = await api.create_user()
    shop = api.as_actor(user["id"])
    await shop.post("/internal/company/ensure", json={})
    store = (await shop.post("/internal/stores", json={"name": "Loja"})).json()
    wanted = {"type": "vendas", "message": "oi", "store_id": store["id"]}
    assert (await api.public.post("/chat", json=wanted)).status_code == 200
    assert (await api.public.get("/agents")).status_code == 200
    await asyncio.sleep(0)
    told = {
        line["route"]: line["company"] for line in map(_read, capfd.readouterr().err.splitlines()) if "route" in line
    }
    assert (told["/chat"], told["/agents"]) == (user["id"], None)


def _read(line):
    return json.loads(line) if line.startswith("{") else {}
