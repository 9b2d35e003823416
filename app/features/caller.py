"""On whose behalf a service function acts, whatever brought the call: a request, a webhook, a job or the chat."""

from dataclasses import dataclass
from typing import Literal

from app.context import AppCtx, Ctx, JobCtx

AnyCtx = Ctx | JobCtx
ActorType = Literal["user", "agent", "webhook", "system"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """`company_id` limits every statement (it is the queries' actor_id); the rest is what histories show."""

    company_id: str
    kind: ActorType
    user_id: str | None = None


def app_caller(ctx: AppCtx) -> Caller:
    """The acting user of an app-scope request."""
    return Caller(company_id=ctx.actor_id, kind="user", user_id=ctx.actor_id)
