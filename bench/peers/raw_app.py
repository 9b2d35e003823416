"""The floor: bare ASGI on uvicorn, bare asyncpg, msgspec. No credential, no validation, no log."""

from typing import Any
from urllib.parse import parse_qs, unquote
from uuid import UUID

import msgspec

from bench.peers import statements

_encode = msgspec.json.Encoder().encode
_pool: Any = None


async def app(scope: Any, receive: Any, send: Any) -> None:
    """One ASGI event."""
    global _pool
    if scope["type"] == "lifespan":
        await receive()
        _pool = await statements.open_pool()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await _pool.close()
        await send({"type": "lifespan.shutdown.complete"})
        return
    answer = await _answer(scope, receive)
    body = _encode(answer)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    status = 201 if scope["path"] == "/internal/messages" else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _answer(scope: Any, receive: Any) -> Any:
    path = scope["path"]
    if path.startswith("/internal/auth/sessions/by-token/"):
        whole = scope["query_string"] == b"include=user"
        return await (statements.session_and_user if whole else statements.session)(_pool, path[33:])
    if path.startswith("/internal/auth/users/by-email/"):
        return await statements.row(_pool, "get_user_by_email", email=unquote(path[30:]))
    actor = next(value for name, value in scope["headers"] if name == b"x-actor-user-id").decode()
    if path == "/internal/orders":
        query = parse_qs(scope["query_string"].decode())
        return await statements.order_page(_pool, [UUID(query["store_ids"][0])], int(query["limit"][0]), actor)
    if path.startswith("/internal/orders/"):
        return await statements.row(_pool, "get_order", order_id=UUID(path[17:]), actor_id=actor)
    body = msgspec.json.decode(await _body(receive))
    if path == "/internal/messages":
        return await statements.insert_message(_pool, body, actor)
    return await statements.upsert(_pool, UUID(body["store_id"]), body["items"], actor)


async def _body(receive: Any) -> bytes:
    parts = []
    while True:
        event = await receive()
        parts.append(event.get("body", b""))
        if not event.get("more_body"):
            return b"".join(parts)
