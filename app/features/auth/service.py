"""Rules of the auth store that need more than one query: cached look-ups, and what a change makes them forget."""

from collections.abc import Sequence
from typing import Any

from asyncpg import Record

from app.context import AuthCtx
from app.db.ids import uuid7
from app.db.pool import Executor
from app.db.queries import Queries
from app.db.resolver import Kind, Resolver, provider_account
from app.db.retries import retried
from app.db.rows import maybe, one
from app.features.auth.rules import HASH_FORMS, is_password_hash
from app.features.auth.types import (
    Account,
    AccountWithoutPassword,
    CreateAccount,
    CreateSession,
    CreateUser,
    Session,
    SessionAndUser,
    UpdateAccount,
    UpdateSession,
    UpdateUser,
    User,
)
from app.features.auth.verifications import reset_hashes
from app.features.billing.closing import end_billing
from app.features.billing.customers import follow_later
from app.features.members.jobs import end_memberships
from app.features.pictures.jobs import erase_later
from app.jobs import JobQueue
from app.ops.cache import cache_key
from app.ops.vault import Vault
from app.web.decode import validation_failed
from app.web.errors import Conflict, NotFound
from app.web.patch import changes, values
from app.web.types import UnsetType

_USER_AGENT_CHARACTERS = 2048
# A company of 200,000 orders takes some 12 s to delete; with leads, chats and goods to it, on a busy machine, 90.
_DELETE_SECONDS = 300.0
# Each of its deadlocks lets others end, and whoever writes for a company that goes is refused in the end.
DELETE_ATTEMPTS = 10
# Above this many, one notification stands for all.
_FEW = 50


def _new_id() -> str:
    return uuid7().hex


def _is_empty(parameters: dict[str, Any]) -> bool:
    return not any(value for name, value in parameters.items() if name.startswith("set_"))


async def create_user(ctx: AuthCtx, body: CreateUser) -> User:
    """Store a user; the e-mail is lowered here, once. Raises Conflict (id or e-mail taken)."""
    async with ctx.transaction() as tx:
        return await add_user(ctx, tx, body)


async def add_user(ctx: AuthCtx, tx: Executor, body: CreateUser) -> User:
    """The same in a transaction."""
    fields = values(body) | {"email": body.email.lower()}
    user_id = fields.pop("id") or _new_id()
    if body.id is not None and await ctx.q.auth.has_history(tx, user_id=user_id):
        raise Conflict("this id was somebody's, whose audit log is kept")
    row = await ctx.q.auth.create_user(tx, user_id=user_id, **fields)
    await ctx.services.resolver.take(tx, user_id, [("email", fields["email"])])
    return one(row, User)


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
    async with ctx.transaction() as tx:
        before = await ctx.q.auth.lock_user(tx, user_id=user_id)
        if before is None:
            raise NotFound("user")
        row = await ctx.q.auth.update_user(tx, user_id=user_id, **parameters)
        await _move(ctx, tx, user_id, "email", before["email"], parameters["email"] or before["email"])
        if parameters["email"] not in (None, before["email"]):  # they lie in the mailbox of before
            await ctx.q.auth.delete_resets(tx, **reset_hashes(ctx.services.vault, user_id))
        await _tell(ctx.q, tx, "users", [before["email"]])
        await follow_later(ctx.services, tx, user_id)
    ctx.services.auth_caches.users_by_email.invalidate(cache_key(before["email"]))
    return one(row, User)


async def delete_user(ctx: AuthCtx, user_id: str) -> None:
    """Delete a user with everything of the tenant; its subscription ends in a job. Idempotent.

    What is written for the company meanwhile holds rows that go, and waits for others that have gone.
    """

    async def remove() -> str | None:
        async with ctx.services.db.patient_transaction(_DELETE_SECONDS) as tx:
            return await remove_user(ctx.q, ctx.jobs, ctx.services.vault, tx, user_id)

    email = await retried(remove, DELETE_ATTEMPTS)
    if email is not None:
        ctx.services.auth_caches.users_by_email.invalidate(cache_key(email))
        ctx.services.auth_caches.sessions_by_token.clear()
        ctx.services.auth_caches.member_roles.clear()


async def remove_user(q: Queries, jobs: JobQueue, vault: Vault, tx: Executor, user_id: str) -> str | None:
    """The deletion itself, in a patient transaction. Gives the user's e-mail, None when there was no such user."""
    await end_billing(q, jobs, tx, user_id)
    await erase_later(jobs, tx, user_id)
    email: str | None = await q.auth.delete_user(tx, user_id=user_id)
    await q.auth.delete_resets(tx, **reset_hashes(vault, user_id))
    await q.idempotency.delete_answers(tx, company_id=user_id)
    await end_memberships(q, jobs, tx, user_id)
    await q.lookups.drop_company_lookups(tx, company_id=user_id)
    if email is not None:
        await q.auth.announce(tx, keys=[f"users:{cache_key(email)}", "sessions:*", "members:*"])
    return email


async def create_session(ctx: AuthCtx, body: CreateSession) -> Session:
    """Store a session. Raises ValidationFailed for an unknown user, Conflict for a taken id or token."""
    async with ctx.transaction() as tx:
        return await add_session(ctx, tx, body)


async def add_session(ctx: AuthCtx, tx: Executor, body: CreateSession) -> Session:
    """The same in a transaction."""
    fields = values(body) | {"user_agent": _cut(body.user_agent)}
    session_id, token = fields.pop("id") or _new_id(), fields.pop("token")
    sealed = _sealed_token(ctx.services.vault, body.user_id, session_id, token)
    row = await ctx.q.auth.create_session(tx, session_id=session_id, **sealed, **fields)
    if row is None:
        raise validation_failed("/user_id", "no such user")
    names: list[tuple[Kind, object]] = [("session", session_id), ("session_token", sealed["token_hash"])]
    await ctx.services.resolver.take(tx, body.user_id, names)
    return _session(row, token)


async def get_session_by_token(ctx: AuthCtx, token: str) -> Session:
    """The live session of a token; expiry is checked at every hit. Raises NotFound."""
    token_hash = _token_hash(ctx.services.vault, token)

    async def load() -> Session | None:
        row = await ctx.q.auth.get_live_session_by_token(ctx.db, token_hash=token_hash, at=ctx.now())
        return None if row is None else _session(row, token)

    session: Session | None = await ctx.services.auth_caches.sessions_by_token.get(token_hash, load)
    if session is None or session.expires_at <= ctx.now():
        raise NotFound("session")
    return session


async def get_session_and_user(ctx: AuthCtx, token: str) -> SessionAndUser:
    """The live session of a token, and its user: one statement, which the cache would not save. Raises NotFound."""
    token_hash = _token_hash(ctx.services.vault, token)
    row = await ctx.q.auth.get_session_and_user(ctx.db, token_hash=token_hash, at=ctx.now())
    if row is None:
        raise NotFound("session")
    session_id, _, *rest = row
    return SessionAndUser(Session(session_id, token, *rest[:6]), User(*rest[6:]))


async def get_session(ctx: AuthCtx, session_id: str) -> Session:
    """A session by id, also an expired one. Raises NotFound."""
    user_id = await _owner(ctx, "session", session_id)
    row = user_id and await ctx.q.auth.get_session(ctx.db, user_id=user_id, session_id=session_id)
    session = _opened(ctx.services.vault, row) if row else None
    if session is None:
        raise NotFound("session")
    return session


async def list_sessions(ctx: AuthCtx, user_id: str, limit: int, offset: int) -> list[Session]:
    """A user's sessions, newest first."""
    rows = await ctx.q.auth.list_sessions_by_user(ctx.db, user_id=user_id, limit=limit, offset=offset)
    opened = (_opened(ctx.services.vault, row) for row in rows)
    return [session for session in opened if session is not None]


async def update_session(ctx: AuthCtx, session_id: str, body: UpdateSession) -> Session:
    """Change a session. Raises NotFound, Conflict."""
    parameters = changes(body)
    if _is_empty(parameters):
        return await get_session(ctx, session_id)
    user_id = await _owner(ctx, "session", session_id)
    if user_id is None:
        raise NotFound("session")
    vault, token = ctx.services.vault, parameters.pop("token")
    parameters["user_agent"] = _cut(parameters["user_agent"])
    sealed = {"token_hash": None, "token_enc": None} | (
        _sealed_token(vault, user_id, session_id, token) if token else {}
    )
    async with ctx.transaction() as tx:
        before = await ctx.q.auth.lock_session(tx, user_id=user_id, session_id=session_id)
        if before is None:
            raise NotFound("session")
        row = await ctx.q.auth.update_session(tx, user_id=user_id, session_id=session_id, **sealed, **parameters)
        await _move(ctx, tx, user_id, "session_token", before, sealed["token_hash"] or before)
        await _tell(ctx.q, tx, "sessions", [before])
    ctx.services.auth_caches.sessions_by_token.invalidate(cache_key(before))
    session = _opened(vault, row) if row else None
    if session is None:
        raise NotFound("session")
    return session


async def delete_session(ctx: AuthCtx, session_id: str) -> None:
    """Delete a session; it is gone for this process before the answer leaves. Idempotent."""
    user_id = await _owner(ctx, "session", session_id)
    if user_id is None:
        return
    async with ctx.transaction() as tx:
        token_hash = await ctx.q.auth.delete_session(tx, user_id=user_id, session_id=session_id)
        if token_hash is not None:
            await forget_sessions(ctx.q, ctx.services.resolver, tx, user_id, [(session_id, token_hash)])
    if token_hash is not None:
        ctx.services.auth_caches.sessions_by_token.invalidate(cache_key(token_hash))


async def delete_sessions_by_user(ctx: AuthCtx, user_id: str, kept: str | None) -> int:
    """Delete all sessions of a user, but the one of the token `kept`; answers how many there were."""
    kept_hash = None if kept is None else _token_hash(ctx.services.vault, kept)
    async with ctx.transaction() as tx:
        rows = await ctx.q.auth.delete_sessions_by_user(tx, user_id=user_id, kept_hash=kept_hash)
        gone = [(row["id"], row["token_hash"]) for row in rows]
        await forget_sessions(ctx.q, ctx.services.resolver, tx, user_id, gone)
    for _, token_hash in gone:
        ctx.services.auth_caches.sessions_by_token.invalidate(cache_key(token_hash))
    return len(gone)


async def forget_sessions(
    q: Queries, resolver: Resolver, tx: Executor, user_id: str, gone: Sequence[tuple[str, str]]
) -> None:
    """Free the ids and token hashes of sessions that `tx` has deleted, and tell all processes."""
    if gone:
        names: list[tuple[Kind, object]] = [("session", session_id) for session_id, _ in gone]
        await resolver.give_up(tx, user_id, names + [("session_token", token_hash) for _, token_hash in gone])
        await _tell(q, tx, "sessions", [token_hash for _, token_hash in gone])


def _token_hash(vault: Vault, token: str) -> str:
    return vault.hash("session_token", token)


def _sealed_token(vault: Vault, user_id: str, session_id: str, token: str) -> dict[str, Any]:
    return {"token_hash": _token_hash(vault, token), "token_enc": vault.seal(token, session_aad(user_id, session_id))}


def session_aad(user_id: str, session_id: str) -> str:
    """What a session's sealed token is bound to."""
    return f"session:{user_id}:{session_id}"


def _session(row: Record, token: str) -> Session:
    session_id, _, *rest = row
    return Session(session_id, token, *rest)


def _opened(vault: Vault, row: Record) -> Session | None:
    """The session with its token; None when no key opens it, for then nobody can be shown it."""
    token = vault.open(row["token_enc"], session_aad(row["user_id"], row["id"]))
    return None if token is None else _session(row, token)


async def create_account(ctx: AuthCtx, body: CreateAccount) -> Account:
    """Store a login method. Raises ValidationFailed for an unknown user, Conflict for a taken id or pair."""
    async with ctx.transaction() as tx:
        return await add_account(ctx, tx, body)


async def add_account(ctx: AuthCtx, tx: Executor, body: CreateAccount) -> Account:
    """The same in a transaction."""
    check_password(body.password)
    fields = values(body)
    row_id = fields.pop("id") or _new_id()
    row = await ctx.q.auth.create_account(tx, row_id=row_id, **fields)
    if row is None:
        raise validation_failed("/user_id", "no such user")
    pair = provider_account(body.provider_id, body.account_id)
    await ctx.services.resolver.take(tx, body.user_id, [("account", row_id), ("provider_account", pair)])
    return one(row, Account)


async def get_account_by_provider(ctx: AuthCtx, provider_id: str, account_id: str) -> AccountWithoutPassword:
    """A login method by provider and account id. Raises NotFound."""
    user_id = await _owner(ctx, "provider_account", provider_account(provider_id, account_id))
    if user_id is None:
        raise NotFound("account")
    row = await ctx.q.auth.get_account_by_provider(
        ctx.db, user_id=user_id, provider_id=provider_id, account_id=account_id
    )
    return one(row, AccountWithoutPassword)


async def update_account(ctx: AuthCtx, row_id: str, body: UpdateAccount) -> Account:
    """Change a login method; a new password ends the links out to reset it. Raises NotFound."""
    check_password(body.password)
    user_id = await _owner(ctx, "account", row_id)
    if user_id is None:
        raise NotFound("account")
    async with ctx.transaction() as tx:
        row = await ctx.q.auth.update_account(tx, user_id=user_id, row_id=row_id, **changes(body))
        if isinstance(body.password, str):
            await ctx.q.auth.delete_resets(tx, **reset_hashes(ctx.services.vault, user_id))
    return one(row, Account)


async def delete_account(ctx: AuthCtx, row_id: str) -> None:
    """Delete a login method. Idempotent."""
    user_id = await _owner(ctx, "account", row_id)
    if user_id is None:
        return
    async with ctx.transaction() as tx:
        gone = await ctx.q.auth.delete_account(tx, user_id=user_id, row_id=row_id)
        if gone is not None:
            pair = provider_account(gone["provider_id"], gone["account_id"])
            await ctx.services.resolver.give_up(tx, user_id, [("account", row_id), ("provider_account", pair)])


def check_password(password: str | None | UnsetType) -> None:
    """Raises ValidationFailed for what is no hash of a known form."""
    if isinstance(password, str) and not is_password_hash(password):
        raise validation_failed("/password", HASH_FORMS)


def _cut(user_agent: str | None) -> str | None:
    return user_agent[:_USER_AGENT_CHARACTERS] if user_agent is not None else None


async def _owner(ctx: AuthCtx, kind: Kind, value: str) -> str | None:
    return await ctx.services.resolver.company_of(ctx.db, kind, value)


async def _move(ctx: AuthCtx, tx: Executor, user_id: str, kind: Kind, before: str, after: str) -> None:
    """Give the old value up and take the new one. Raises Taken."""
    if before != after:
        await ctx.services.resolver.give_up(tx, user_id, [(kind, before)])
        await ctx.services.resolver.take(tx, user_id, [(kind, after)])


async def _tell(q: Queries, tx: Executor, cache: str, texts: Sequence[str]) -> None:
    """Have all processes forget what they keep of these e-mails or tokens, once `tx` commits."""
    keys = [f"{cache}:{cache_key(text)}" for text in texts] if len(texts) <= _FEW else [f"{cache}:*"]
    await q.auth.announce(tx, keys=keys)
