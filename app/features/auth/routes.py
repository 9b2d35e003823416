"""The auth scope, in the order of the specification. SQL: sql/auth.sql; rules: contract.md §3."""

from app.context import AuthCtx
from app.db.rows import many, one
from app.features.auth import extensions, service, watch
from app.features.auth import verifications as records
from app.features.auth.sign_up import sign_up
from app.features.auth.types import (
    Account,
    AccountWithoutPassword,
    AuthEventReceipt,
    AuthExtension,
    CacheStats,
    ConsumeRateLimit,
    ConsumeVerification,
    CreateAccount,
    CreateAuthEvent,
    CreateAuthExtension,
    CreateSession,
    CreateSignUp,
    CreateUser,
    CreateVerification,
    ExtensionKey,
    ExtensionModel,
    ExtensionQuery,
    KeptSession,
    ProviderAccount,
    RateLimitState,
    Session,
    SessionAndUser,
    SessionAndWork,
    SessionQuery,
    SignUp,
    UpdateAccount,
    UpdateAuthExtension,
    UpdateSession,
    UpdateUser,
    UpdateVerification,
    User,
    Verification,
)
from app.features.members.service import list_workplaces
from app.web.errors import Conflict, NotFound
from app.web.replies import Reply
from app.web.routing import Group
from app.web.scopes import Scope
from app.web.types import PartQuery

users = Group("/internal/auth/users", Scope.AUTH, tag="auth")
sessions = Group("/internal/auth/sessions", Scope.AUTH, tag="auth")
accounts = Group("/internal/auth/accounts", Scope.AUTH, tag="auth")
verifications = Group("/internal/auth/verifications", Scope.AUTH, tag="auth")
cache = Group("/internal/auth", Scope.AUTH, tag="auth")

sign_ups = Group("/internal/auth/sign-ups", Scope.AUTH, tag="auth")
plugin_rows = Group("/internal/auth/extensions", Scope.AUTH, tag="auth")
limits = Group("/internal/auth/rate-limits", Scope.AUTH, tag="auth")
events = Group("/internal/auth/events", Scope.AUTH, tag="auth")

GROUPS = (users, sessions, accounts, verifications, sign_ups, plugin_rows, limits, events, cache)


@users.post("", status=201, errors=(Conflict,))
async def create_user(ctx: AuthCtx, body: CreateUser) -> User:
    """Create a user."""
    return await service.create_user(ctx, body)


@users.get("/by-id/{user_id}")
async def get_user(ctx: AuthCtx, user_id: str) -> User:
    """A user by id."""
    return one(await ctx.q.auth.get_user(ctx.db, user_id=user_id), User)


@users.get("/by-email/{email:path}")
async def get_user_by_email(ctx: AuthCtx, email: str) -> User:
    """A user by e-mail, in any case; cached for seconds."""
    return await service.get_user_by_email(ctx, email)


@users.patch("/{user_id}", errors=(Conflict,))
async def update_user(ctx: AuthCtx, user_id: str, body: UpdateUser) -> User:
    """Change a user."""
    return await service.update_user(ctx, user_id, body)


@users.delete("/{user_id}")
async def delete_user(ctx: AuthCtx, user_id: str) -> None:
    """Delete a user with sessions, accounts, reset records and the company's data."""
    await service.delete_user(ctx, user_id)


@sessions.post("", status=201, errors=(Conflict,))
async def create_session(ctx: AuthCtx, body: CreateSession) -> Session:
    """Create a session."""
    return await service.create_session(ctx, body)


@sessions.get("/by-token/{token:path}")
async def get_session_by_token(
    ctx: AuthCtx, token: str, query: SessionQuery
) -> Session | SessionAndUser | SessionAndWork:
    """A live session by token, cached for seconds; `include`: also whose it is, and where they work."""
    if query.include == "companies":
        found = await service.get_session_and_user(ctx, token)
        return SessionAndWork(found.session, found.user, await list_workplaces(ctx, found.user.id))
    if query.include == "user":
        return await service.get_session_and_user(ctx, token)
    return await service.get_session_by_token(ctx, token)


@sessions.get("/by-id/{session_id}")
async def get_session(ctx: AuthCtx, session_id: str) -> Session:
    """A session by id, also an expired one."""
    return await service.get_session(ctx, session_id)


@sessions.get("/by-user/{user_id}")
async def list_sessions_by_user(ctx: AuthCtx, user_id: str, query: PartQuery) -> list[Session]:
    """A user's sessions, newest first."""
    return await service.list_sessions(ctx, user_id, query.limit, query.offset)


@sessions.patch("/{session_id}", errors=(Conflict,))
async def update_session(ctx: AuthCtx, session_id: str, body: UpdateSession) -> Session:
    """Change a session."""
    return await service.update_session(ctx, session_id, body)


@sessions.delete("/by-user/{user_id}")
async def delete_sessions_by_user(ctx: AuthCtx, user_id: str, query: KeptSession) -> Reply[None]:
    """Delete all sessions of a user: logout everywhere; `except` is the token of the one that stays."""
    deleted = await service.delete_sessions_by_user(ctx, user_id, query.except_)
    return Reply(None, headers={"X-Deleted-Count": str(deleted)})


@sessions.delete("/{session_id}")
async def delete_session(ctx: AuthCtx, session_id: str) -> None:
    """Delete a session."""
    await service.delete_session(ctx, session_id)


@accounts.post("", status=201, errors=(Conflict,))
async def create_account(ctx: AuthCtx, body: CreateAccount) -> Account:
    """Create a login method."""
    return await service.create_account(ctx, body)


@accounts.get("/by-user/{user_id}")
async def list_accounts_by_user(ctx: AuthCtx, user_id: str, query: PartQuery) -> list[Account]:
    """A user's login methods, password hash included."""
    page = {"limit": query.limit, "offset": query.offset}
    return many(await ctx.q.auth.list_accounts_by_user(ctx.db, user_id=user_id, **page), Account)


@accounts.get("/by-provider", errors=(NotFound,))
async def get_account_by_provider(ctx: AuthCtx, query: ProviderAccount) -> AccountWithoutPassword:
    """A login method by provider and account id, without the hash."""
    return await service.get_account_by_provider(ctx, query.provider_id, query.account_id)


@accounts.get("/password-by-user/{user_id}")
async def get_credential_account(ctx: AuthCtx, user_id: str) -> Account:
    """The credential account with its hash, for login."""
    return one(await ctx.q.auth.get_credential_account(ctx.db, user_id=user_id), Account)


@accounts.patch("/{row_id}")
async def update_account(ctx: AuthCtx, row_id: str, body: UpdateAccount) -> Account:
    """Change a login method."""
    return await service.update_account(ctx, row_id, body)


@accounts.delete("/{row_id}")
async def delete_account(ctx: AuthCtx, row_id: str) -> None:
    """Delete a login method."""
    await service.delete_account(ctx, row_id)


@verifications.post("", status=201, errors=(Conflict,))
async def create_verification(ctx: AuthCtx, body: CreateVerification) -> Verification:
    """Create a verification record; duplicates are allowed."""
    return await records.create_verification(ctx, body)


@verifications.get("/by-id/{verification_id}")
async def get_verification(ctx: AuthCtx, verification_id: str) -> Verification:
    """A verification record by id, also an expired one."""
    return await records.get_verification(ctx, verification_id)


@verifications.get("/by-value/{value:path}")
async def get_verification_by_value(ctx: AuthCtx, value: str) -> Verification:
    """The newest live record with this value."""
    return await records.get_by_value(ctx, value)


@verifications.get("/by-identifier/{identifier:path}")
async def get_verification_by_identifier(ctx: AuthCtx, identifier: str) -> Verification:
    """The newest live record with this identifier."""
    return await records.get_by_identifier(ctx, identifier)


@verifications.patch("/{verification_id}")
async def update_verification(ctx: AuthCtx, verification_id: str, body: UpdateVerification) -> Verification:
    """Change a live record in one step; with `if_value` only while that is its value."""
    return await records.update_verification(ctx, verification_id, body)


@verifications.post("/consume", errors=(NotFound,))
async def consume_verification(ctx: AuthCtx, body: ConsumeVerification) -> Verification:
    """Take a record away and return it; of concurrent callers exactly one gets it."""
    return await records.consume(ctx, body.identifier, body.value)


@verifications.delete("/by-identifier/{identifier:path}")
async def delete_verifications_by_identifier(ctx: AuthCtx, identifier: str) -> Reply[None]:
    """Delete all records with this identifier."""
    deleted = await records.delete_by_identifier(ctx, identifier)
    return Reply(None, headers={"X-Deleted-Count": str(deleted)})


@sign_ups.post("", status=201, errors=(Conflict,))
async def create_sign_up(ctx: AuthCtx, body: CreateSignUp) -> SignUp:
    """Create a user with a login method and a session: all of it, or nothing."""
    return await sign_up(ctx, body)


@plugin_rows.post("", status=201, errors=(Conflict,))
async def create_auth_extension(ctx: AuthCtx, body: CreateAuthExtension) -> AuthExtension:
    """Store a row of a plugin's table; at most 100 a user."""
    return await extensions.create_extension(ctx, body)


@plugin_rows.get("/by-id/{row_id}")
async def get_auth_extension(ctx: AuthCtx, row_id: str) -> AuthExtension:
    """A plugin's row by id."""
    return await extensions.get_extension(ctx, row_id)


@plugin_rows.get("/by-key", errors=(NotFound,))
async def get_auth_extension_by_key(ctx: AuthCtx, query: ExtensionKey) -> AuthExtension:
    """A plugin's row by one of its keys, for who does not know the user yet."""
    return await extensions.get_by_key(ctx, query)


@plugin_rows.get("/by-user/{user_id}")
async def list_auth_extensions_by_user(ctx: AuthCtx, user_id: str, query: ExtensionQuery) -> list[AuthExtension]:
    """A user's rows, of one model or all, newest first."""
    return await extensions.list_extensions(ctx, user_id, query)


@plugin_rows.patch("/{row_id}", errors=(Conflict,))
async def update_auth_extension(ctx: AuthCtx, row_id: str, body: UpdateAuthExtension) -> AuthExtension:
    """Change a plugin's row; 409 when `version` is not the row's any more."""
    return await extensions.update_extension(ctx, row_id, body)


@plugin_rows.delete("/by-user/{user_id}")
async def delete_auth_extensions_by_user(ctx: AuthCtx, user_id: str, query: ExtensionModel) -> Reply[None]:
    """Delete a user's rows, of one model or all."""
    deleted = await extensions.delete_extensions_by_user(ctx, user_id, query.model)
    return Reply(None, headers={"X-Deleted-Count": str(deleted)})


@plugin_rows.delete("/{row_id}")
async def delete_auth_extension(ctx: AuthCtx, row_id: str) -> Reply[None]:
    """Delete a plugin's row; of concurrent callers one reads X-Deleted-Count: 1."""
    deleted = await extensions.delete_extension(ctx, row_id)
    return Reply(None, headers={"X-Deleted-Count": str(deleted)})


@limits.post("/consume")
async def consume_rate_limit(ctx: AuthCtx, body: ConsumeRateLimit) -> RateLimitState:
    """Count one attempt against a limit, atomically; a refusal does not lengthen the window."""
    return await watch.consume_rate_limit(ctx, body)


@events.post("", status=201)
async def create_auth_event(ctx: AuthCtx, body: CreateAuthEvent) -> AuthEventReceipt:
    """Write what the auth library has seen to the audit log of the user's company."""
    return await watch.record_event(ctx, body)


@cache.get("/_cache-stats", enabled=lambda settings: settings.development)
async def get_cache_stats(ctx: AuthCtx) -> CacheStats:
    """Numbers of this process's look-up caches."""
    caches = ctx.services.auth_caches
    return CacheStats(caches.users_by_email.stats(), caches.sessions_by_token.stats())
