"""On whose behalf a service function acts, whatever brought the call: a request, a webhook, a job or the chat."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from app.context import AppCtx, Services
from app.db.pool import Executor
from app.db.queries import Queries
from app.jobs import JobQueue
from app.ops import tracing

ActorType = Literal["user", "agent", "webhook", "system"]


class AnyCtx(Protocol):
    """What every context of app.context has, of a request, a webhook or a job."""

    @property
    def services(self) -> Services: ...
    @property
    def db(self) -> Executor: ...
    @property
    def q(self) -> Queries: ...
    @property
    def jobs(self) -> JobQueue: ...
    def now(self) -> datetime: ...
    def transaction(self) -> AbstractAsyncContextManager[Executor]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """`company_id` limits every statement (it is the queries' actor_id); the rest is what histories show."""

    company_id: str
    kind: ActorType
    user_id: str | None = None


_ACTORS = {"user": "user", "agent": "agent", "webhook": "webhook", "system": "worker"}


async def act(ctx: AnyCtx, tx: Executor, caller: Caller, action: str) -> None:
    """Name who changes things in `tx`, for the audit log. A request of the app scope has done so when it began."""
    if caller.kind != "user":
        if (traceparent := tracing.traceparent()) is not None:
            await ctx.q.audit_context.set_trace(tx, traceparent=traceparent)
        await ctx.q.audit_context.act_as(tx, actor_id=caller.company_id, kind=_ACTORS[caller.kind], action=action)


def app_caller(ctx: AppCtx) -> Caller:
    """The person behind an app-scope request."""
    return Caller(company_id=ctx.actor_id, kind="user", user_id=ctx.person_id)
