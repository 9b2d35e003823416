"""Rules of the auth store that need more than one query: cached look-ups, and what a change makes them forget."""

from typing import Any

from app.context import AuthCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.queries import Queries
from app.db.rows import maybe, one
from app.features.auth.types import (
    Account,
    CreateAccount,
    CreateSession,
    CreateUser,
    CreateVerification,
    Session,
    UpdateSession,
    UpdateUser,
    User,
    Verification,
)
from app.features.billing.closing import end_billing
from app.jobs import JobQueue
from app.ops.cache import cache_key
from app.web.decode import validation_failed
from app.web.errors import NotFound
from app.web.patch import changes, values

_USER_AGENT_CHARACTERS = 2048
_VALUE_BYTES = 65_536
# A company of 200,000 orders takes some 12 s to delete.
_DELETE_SECONDS = 60.0


def _new_id() -> str:
    return uuid7().hex


def _is_empty(parameters: dict[str, Any]) -> bool:
    return not any(value for name, value in parameters.items() if name.startswith("set_"))


async def create_user(ctx: AuthCtx, body: CreateUser) -> User:
    """Store a user; the e-mail is lowered here, once. Raises Conflict (by the database's unique keys)."""
    fields = values(body) | {"email": body.email.lower()}
    user_id = fields.pop("id") or _new_id()
    return one(await ctx.q.auth.create_user(ctx.db, user_id=user_id, **fields), User)


async def get_user_by_email(ctx: AuthCtx, email: str) -> User:
    """The user of an e-mail in any case. Raises NotFound."""
    email = email.lower()

    async def load() -> User | None:
        return maybe(await ctx.q.auth.get_user_by_email(ctx.db, email=email), User)

    user: User | None = await ctx.services.auth_caches.users_by_email.get(email, load)
    if user is None:
        raise NotFound("user")
    return user


async def update_user(ctx: AuthCtx, user_id: str, body: UpdateUser) -> User:
    """Change a user. Raises NotFound, Conflict."""
    parameters = changes(body)
    if _is_empty(parameters):
        return one(await ctx.q.auth.get_user(ctx.db, user_id=user_id), User)
    if isinstance(body.email, str):
        parameters["email"] = body.email.lower()
    row = await ctx.q.auth.update_user(ctx.db, user_id=user_id, **parameters)
    if row is None:
        raise NotFound("user")
    *columns, old_email = row
    ctx.services.auth_caches.users_by_email.invalidate(cache_key(old_email))
    return User(*columns)


async def delete_user(ctx: AuthCtx, user_id: str) -> None:
    """Delete a user with everything of the tenant, in one statement; its subscription ends in a job. Idempotent."""
    async with ctx.services.db.patient_transaction(_DELETE_SECONDS) as tx:
        email = await remove_user(ctx.q, ctx.jobs, tx, user_id)
    if email is not None:
        ctx.services.auth_caches.users_by_email.invalidate(cache_key(email))
        ctx.services.auth_caches.sessions_by_token.clear()


async def remove_user(q: Queries, jobs: JobQueue, tx: Executor, user_id: str) -> str | None:
    """The deletion itself, in a patient transaction. Gives the user's e-mail, None when there was no such user."""
    await end_billing(q, jobs, tx, user_id)
    email: str | None = await q.auth.delete_user(tx, user_id=user_id)
    return email


async def create_session(ctx: AuthCtx, body: CreateSession) -> Session:
    """Store a session. Raises ValidationFailed for an unknown user, Conflict for a taken token."""
    fields = values(body) | {"user_agent": _cut(body.user_agent)}
    row = await ctx.q.auth.create_session(ctx.db, session_id=fields.pop("id") or _new_id(), **fields)
    if row is None:
        raise validation_failed("/user_id", "no such user")
    return one(row, Session)


async def get_session_by_token(ctx: AuthCtx, token: str) -> Session:
    """The live session of a token; expiry is checked at every hit. Raises NotFound."""

    async def load() -> Session | None:
        row = await ctx.q.auth.get_live_session_by_token(ctx.db, token=token, at=ctx.now())
        return maybe(row, Session)

    session: Session | None = await ctx.services.auth_caches.sessions_by_token.get(token, load)
    if session is None or session.expires_at <= ctx.now():
        raise NotFound("session")
    return session


async def update_session(ctx: AuthCtx, session_id: str, body: UpdateSession) -> Session:
    """Change a session. Raises NotFound, Conflict."""
    parameters = changes(body)
    if _is_empty(parameters):
        return one(await ctx.q.auth.get_session(ctx.db, session_id=session_id), Session)
    parameters["user_agent"] = _cut(parameters["user_agent"])
    row = await ctx.q.auth.update_session(ctx.db, session_id=session_id, **parameters)
    if row is None:
        raise NotFound("session")
    *columns, old_token = row
    ctx.services.auth_caches.sessions_by_token.invalidate(cache_key(old_token))
    return Session(*columns)


async def delete_session(ctx: AuthCtx, session_id: str) -> None:
    """Delete a session; it is gone for this process before the answer leaves. Idempotent."""
    token = await ctx.q.auth.delete_session(ctx.db, session_id=session_id)
    if token is not None:
        ctx.services.auth_caches.sessions_by_token.invalidate(cache_key(token))


async def delete_sessions_by_user(ctx: AuthCtx, user_id: str) -> int:
    """Delete all sessions of a user; answers how many there were."""
    rows = await ctx.q.auth.delete_sessions_by_user(ctx.db, user_id=user_id)
    for row in rows:
        ctx.services.auth_caches.sessions_by_token.invalidate(cache_key(row["token"]))
    return len(rows)


async def create_account(ctx: AuthCtx, body: CreateAccount) -> Account:
    """Store a login method. Raises ValidationFailed for an unknown user, Conflict for a taken pair."""
    fields = values(body)
    row = await ctx.q.auth.create_account(ctx.db, row_id=fields.pop("id") or _new_id(), **fields)
    if row is None:
        raise validation_failed("/user_id", "no such user")
    return one(row, Account)


async def create_verification(ctx: AuthCtx, body: CreateVerification) -> Verification:
    """Store a verification record. Raises ValidationFailed for a value over 64 KiB in UTF-8."""
    if len(body.value.encode()) > _VALUE_BYTES:
        raise validation_failed("/value", f"at most {_VALUE_BYTES} bytes in UTF-8")
    fields = values(body)
    row = await ctx.q.auth.create_verification(ctx.db, verification_id=fields.pop("id") or _new_id(), **fields)
    return one(row, Verification)


def _cut(user_agent: str | None) -> str | None:
    return user_agent[:_USER_AGENT_CHARACTERS] if user_agent is not None else None
