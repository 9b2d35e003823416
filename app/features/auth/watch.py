"""What the auth library is told and tells about attempts: counters against guessing, events for the audit log."""

import math
from datetime import timedelta

from app.context import AuthCtx
from app.features.auth.types import AuthEventReceipt, ConsumeRateLimit, CreateAuthEvent, RateLimitState
from app.ops.log import log
from app.web.decode import validation_failed

_USER_AGENT_CHARACTERS = 2048


async def consume_rate_limit(ctx: AuthCtx, body: ConsumeRateLimit) -> RateLimitState:
    """Count one attempt and say whether it may go on."""
    at = ctx.now()
    row = await ctx.q.auth.consume_rate_limit(
        ctx.db,
        key_hash=ctx.services.vault.hash("rate_limit", body.key),
        limit=body.limit,
        ends_at=at + timedelta(seconds=body.window_seconds),
        at=at,
    )
    assert row is not None  # noqa: S101  (an upsert has one row)
    if row["count"] <= body.limit:
        return RateLimitState(True, body.limit - row["count"], 0)
    return RateLimitState(False, 0, max(1, math.ceil((row["ends_at"] - at).total_seconds())))


async def record_event(ctx: AuthCtx, body: CreateAuthEvent) -> AuthEventReceipt:
    """Write an event to the audit log of the user's company. Raises ValidationFailed for an unknown user."""
    if body.user_id is None:
        log.info("auth_event", type=body.type)
        return AuthEventReceipt(False)
    if await ctx.q.auth.get_user(ctx.db, user_id=body.user_id) is None:
        raise validation_failed("/user_id", "no such user")
    seen = {"ip_address": body.ip_address, "user_agent": (body.user_agent or "")[:_USER_AGENT_CHARACTERS] or None}
    await ctx.q.auth.write_event(
        ctx.db,
        user_id=body.user_id,
        action=f"auth.{body.type}",
        changes={name: [None, value] for name, value in seen.items() if value is not None},
        request_id=ctx.request.request_id,
    )
    return AuthEventReceipt(True)
