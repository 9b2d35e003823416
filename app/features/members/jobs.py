"""The mail of an invitation, the memberships of a deleted user, and invitations that nobody accepted."""

from datetime import timedelta
from uuid import UUID

import msgspec

from app.clients.email import EmailError
from app.context import JobCtx
from app.db.pool import Executor
from app.db.queries import Queries
from app.db.rows import maybe
from app.features.company.types import Company
from app.features.housekeeping import purge
from app.features.members.links import invitation_mail, token_of
from app.features.members.service import leave
from app.features.members.types import Invitation
from app.jobs import GiveUp, JobQueue, RetryLater, job, schedule

_BATCH = 500
# Shown as expired for a while: one may want to invite again.
_KEEP = timedelta(days=30)


class SendInvitationMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation of the job's company."""

    invitation_id: UUID


class EndMembership(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A user who was deleted, and was a member of the job's company."""

    user_id: str


@job("send_invitation_mail", args=SendInvitationMail, max_attempts=12, timeout_s=30)
async def send_invitation_mail(ctx: JobCtx, args: SendInvitationMail) -> None:
    """Send it, unless it was withdrawn. The provider knows the mail by its key: a repeated attempt is one mail."""
    company_id, settings = ctx.run.company_id, ctx.settings
    row = await ctx.q.members.get_invitation(ctx.db, invitation_id=args.invitation_id, actor_id=company_id)
    invitation = maybe(row, Invitation)
    company = maybe(await ctx.q.company.get_company(ctx.db, actor_id=company_id), Company)
    inviter = invitation and await ctx.q.auth.get_user(ctx.db, user_id=invitation.invited_by)
    if invitation is None or company is None or invitation.expires_at <= ctx.now():
        return
    origin = (settings.public_auth_url or settings.auth_url).rstrip("/")
    name = inviter["name"] if inviter else company.name
    mail = invitation_mail(
        invitation.id,
        to=invitation.email,
        company=company.name or name,
        inviter=name,
        role=invitation.role,
        url=f"{origin}/invitations/{token_of(ctx.services.vault, invitation.id)}",
    )
    try:
        await ctx.services.email.send(mail)
    except EmailError as error:
        raise (GiveUp if error.permanent else RetryLater)(str(error)) from error


async def end_memberships(q: Queries, jobs: JobQueue, tx: Executor, user_id: str) -> None:
    """Have the memberships of a user who is deleted in `tx` ended: a job for each company, which may lie elsewhere."""
    for row in await q.members.list_companies_of(tx, user_id=user_id):
        await jobs.enqueue(
            tx, end_membership, EndMembership(user_id), company_id=row["company_id"], unique_key=f"member {user_id}"
        )


@job("end_membership", args=EndMembership, max_attempts=25, timeout_s=30)
async def end_membership(ctx: JobCtx, args: EndMembership) -> None:
    """Remove a member who is no user any more."""
    company_id = ctx.run.company_id
    async with ctx.transaction() as tx:
        await ctx.q.audit_context.act_as(tx, actor_id=company_id, kind="worker", action="members.user_deleted")
        await leave(ctx.q, ctx.services.resolver, tx, company_id, args.user_id)


@schedule("purge_invitations", every=timedelta(hours=6))
async def purge_invitations(ctx: JobCtx) -> None:
    """Delete invitations that expired a month ago."""
    find = ctx.q.members.list_expired_invitations

    async def remove(_: Executor, *, company_id: str, ids: list[UUID]) -> None:
        async with ctx.transaction() as tx:
            for invitation_id in ids:
                await ctx.q.members.delete_invitation(tx, invitation_id=invitation_id, actor_id=company_id)
            await ctx.services.resolver.give_up(tx, company_id, [("invitation", each) for each in ids])

    await purge(ctx, "purge_invitations", find, remove, ctx.now() - _KEEP, batch=_BATCH)
