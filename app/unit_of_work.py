"""One unsafe app-scope request = one transaction: the change, its audit rows and its Idempotency-Key answer.

Handlers that call third parties (`transaction=False`) open their own; their key is claimed before and answered after.
"""

import asyncio
import hashlib
import json
import re
import time
from typing import Any

import msgspec

from app.context import AppCtx
from app.db.errors import DatabaseUnavailable
from app.db.pool import BROKEN, Executor
from app.db.retries import retried
from app.web.decode import validation_failed
from app.web.endpoint import Run
from app.web.errors import Conflict, IdempotencyKeyReused
from app.web.replies import JSON, Encoded, EventStream

_KEY = re.compile(r"[ -~]{1,255}")
# Longer than any call of a third party: a claim this old is given up although its process is alive.
_LEASE_SECONDS = 60.0
# A claim that could not be given up is given up later, while nobody else can have taken it over.
_RELEASE_EVERY_S, _RELEASE_SECONDS = 1.0, _LEASE_SECONDS - 10
_releasing: set[asyncio.Task[None]] = set()
_REPLAYED = (b"idempotency-replayed", b"true")
# In a kept answer: as it was sent. What is shown once is not shown again.
_SENT = msgspec.Raw(b'{"$sent":true}')
_SHOWN_ONCE = ("secret",)


async def app_write(ctx: AppCtx, run: Run, body: bytes) -> Encoded | EventStream:
    """Run an unsafe app-scope handler. Raises what the handler raises; deadlocks are tried 3 times."""
    route = ctx.request.route
    key = _key(ctx) if route.idempotent else None
    ctx.idempotency_key = key
    if not route.transaction:
        return await run(ctx) if key is None else await _claimed(ctx, run, _Keyed(ctx, key, body))
    if key is None and route.one_statement:
        return await retried(lambda: run(AppCtx(ctx.services, ctx.request, ctx.lane())))
    keyed = _Keyed(ctx, key, body) if key is not None else None
    return await retried(lambda: _in_transaction(ctx, run, keyed))


async def _in_transaction(ctx: AppCtx, run: Run, keyed: "_Keyed | None") -> Encoded | EventStream:
    async with ctx.transaction() as connection:
        inner = AppCtx(ctx.services, ctx.request, connection)
        inner.idempotency_key = ctx.idempotency_key
        if keyed is None:
            return await run(inner)
        if not await keyed.q.lock_key(connection, **keyed.named):
            raise _still_running()
        if (answer := await keyed.replay(connection)) is not None:
            return answer
        encoded = await run(inner)
        await keyed.save(connection, encoded)
        return encoded


async def _claimed(ctx: AppCtx, run: Run, keyed: "_Keyed") -> Encoded | EventStream:
    db = ctx.services.db
    claim = await keyed.claim(db, ctx.services.presence(), gone=None)
    if claim is None and (gone := await keyed.gone_owner(db)) is not None:
        claim = await keyed.claim(db, ctx.services.presence(), gone=gone)
    if claim is None:
        answer = await keyed.replay(db)
        if answer is None:
            raise _still_running()
        return answer
    claimed_at = time.monotonic()
    try:
        encoded = await run(ctx)
        await keyed.save(db, encoded)
    except Exception:
        # Whatever it was, the caller may try again: keys sent to third parties are made of this one, so a call that
        # did take effect is replayed there and not repeated.
        if not await keyed.release(db):
            task = asyncio.create_task(_release_later(keyed, db, claimed_at + _RELEASE_SECONDS), name="release-key")
            _releasing.add(task)
            task.add_done_callback(_releasing.discard)
        raise
    return encoded


async def _release_later(keyed: "_Keyed", db: Executor, until: float) -> None:
    """The database, or the company's node of it, was away. Others see this process alive and would wait for it."""
    while time.monotonic() < until:
        await asyncio.sleep(_RELEASE_EVERY_S)
        if await keyed.release(db):
            return


class _Keyed:
    """One Idempotency-Key with what it was used for."""

    def __init__(self, ctx: AppCtx, key: str, body: bytes) -> None:
        route = ctx.request.route
        self.q = ctx.q.idempotency
        self.named = {"actor_id": ctx.actor_id, "scope": f"{route.method} {route.path}", "key": key}
        self.body = body
        self.request_sha256 = hashlib.sha256(ctx.request.raw_path + b"\n" + canonical(body)).digest()

    async def replay(self, db: Executor) -> Encoded | None:
        """The first answer, or None when there is none yet. Raises IdempotencyKeyReused, Conflict."""
        row = await self.q.get_answer(db, **self.named)
        if row is None:
            return None
        if row["request_sha256"] != self.request_sha256:
            raise IdempotencyKeyReused
        if row["response_status"] is None:
            raise _still_running()
        return Encoded(row["response_status"], [JSON, _REPLAYED], replayed(row["response_body"], self.body))

    async def save(self, db: Executor, encoded: Encoded | EventStream) -> None:
        """Keep the answer for 24 hours."""
        assert isinstance(encoded, Encoded)  # noqa: S101 (idempotent routes answer JSON)
        await self.q.save_answer(
            db,
            request_sha256=self.request_sha256,
            response_status=encoded.status,
            response_body=kept(encoded.body, self.body),
            **self.named,
        )

    async def claim(self, db: Executor, owner: int, *, gone: int | None) -> object | None:
        """Make the key ours to run; None when somebody else runs it or has. `gone`: a process found dead."""
        return await self.q.claim_key(
            db,
            request_sha256=self.request_sha256,
            owner=owner,
            gone_owner=gone,
            lease_seconds=_LEASE_SECONDS,
            **self.named,
        )

    async def release(self, db: Executor) -> bool:
        """Let a retry run; False when the database could not be asked."""
        try:
            await self.q.release_key(db, **self.named)
        except (DatabaseUnavailable, *BROKEN):
            return False
        return True

    async def gone_owner(self, db: Executor) -> int | None:
        """The process that holds the key, if it is gone or has lost the database since."""
        owner: int | None = await self.q.find_claim(db, **self.named)
        return owner if owner is not None and await self.q.is_gone(db, owner=owner) else None


def kept(answer: bytes, request: bytes) -> bytes:
    """What is kept of an answer: no text or object that the request said, for its repeat says it again (personal data
    is not kept twice), and nothing that is shown once."""
    sent: dict[str, Any] = msgspec.json.decode(request or b"{}")
    members = msgspec.json.decode(answer, type=dict[str, msgspec.Raw])
    for name, member in members.items():
        value = sent.get(name)
        if isinstance(value, str | dict | list) and msgspec.json.decode(member) == value:
            members[name] = _SENT
        elif name in _SHOWN_ONCE:
            members[name] = msgspec.Raw(b"null")
    return msgspec.json.encode(members)


def replayed(answer: bytes, request: bytes) -> bytes:
    """A kept answer as it was, but for what is shown once. `request`: the repeat, equal to the first."""
    sent: dict[str, Any] = msgspec.json.decode(request or b"{}")
    members = msgspec.json.decode(answer, type=dict[str, msgspec.Raw])
    return msgspec.json.encode(
        {name: msgspec.Raw(msgspec.json.encode(sent[name])) if one == _SENT else one for name, one in members.items()}
    )


def canonical(body: bytes) -> bytes:
    """One text for all texts of the same JSON value: spaces, escapes, the order of members and 1.0 for 1 are style."""
    if not body:
        return body
    value = json.loads(body, parse_float=_plain_number)
    return msgspec.json.encode(value, order="sorted")


def _plain_number(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _key(ctx: AppCtx) -> str | None:
    if all(name != b"idempotency-key" for name, _ in ctx.request.headers):
        return None
    key = ctx.request.header("idempotency-key")
    if key is None or not _KEY.fullmatch(key):
        raise validation_failed("/Idempotency-Key", "1 to 255 printable ASCII characters, sent once")
    return key


def _still_running() -> Conflict:
    return Conflict("A request with this Idempotency-Key is still running.", headers={"Retry-After": "1"})
