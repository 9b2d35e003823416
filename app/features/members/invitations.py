"""Invitations to become a member: made by the company, accepted by who holds the link.

tests/features/test_invitations.py.
"""

from datetime import timedelta
from uuid import UUID

from app.context import AppCtx, AuthCtx
from app.db.ids import uuid7
from app.db.rows import many, maybe, one
from app.features.company.types import Company
from app.features.members.jobs import SendInvitationMail, send_invitation_mail
from app.features.members.links import invitation_of
from app.features.members.service import MOST_MEMBERS, join, list_membership
from app.features.members.types import AcceptInvitation, CreateInvitation, Invitation, Membership, OpenInvitation
from app.web.errors import Conflict, NotFound, RateLimited

LIFETIME = timedelta(days=7)
# Mail that somebody else reads leaves in our name: enough for any company, too little for a flood.
MOST_A_DAY = 50


async def create_invitation(ctx: AppCtx, body: CreateInvitation) -> Invitation:
    """Invite an address; the mail leaves as a job. Raises Conflict (a member, too many), RateLimited."""
    email = body.email.lower()
    if await ctx.q.company.lock_company(ctx.db, actor_id=ctx.actor_id) is None:
        raise Conflict("There is no company yet; call POST /internal/company/ensure first.")
    await _require_stranger(ctx, email)
    await _withdraw(ctx, await ctx.q.members.delete_invitation_to(ctx.db, email=email, actor_id=ctx.actor_id))
    if (await ctx.q.members.count_invitations(ctx.db, actor_id=ctx.actor_id) or 0) >= MOST_MEMBERS:
        raise Conflict(f"A company has at most {MOST_MEMBERS} open invitations.")
    await _count_mail(ctx)
    row = await ctx.q.members.create_invitation(
        ctx.db,
        id=uuid7(),
        actor_id=ctx.actor_id,
        email=email,
        role=body.role,
        invited_by=ctx.person_id,
        expires_at=ctx.now() + LIFETIME,
    )
    made = one(row, Invitation)
    await ctx.services.resolver.take(ctx.db, ctx.actor_id, [("invitation", made.id)])
    await ctx.jobs.enqueue(ctx.db, send_invitation_mail, SendInvitationMail(made.id), company_id=ctx.actor_id)
    return made


async def list_invitations(ctx: AppCtx) -> list[Invitation]:
    """The open ones, newest first; also expired ones, for some days."""
    return many(await ctx.q.members.list_invitations(ctx.db, actor_id=ctx.actor_id), Invitation)


async def get_invitation(ctx: AppCtx, invitation_id: UUID) -> Invitation:
    """One of them. Raises NotFound."""
    row = await ctx.q.members.get_invitation(ctx.db, invitation_id=invitation_id, actor_id=ctx.actor_id)
    return one(row, Invitation)


async def withdraw_invitation(ctx: AppCtx, invitation_id: UUID) -> None:
    """Make the link worthless. Raises NotFound."""
    row = await ctx.q.members.delete_invitation(ctx.db, invitation_id=invitation_id, actor_id=ctx.actor_id)
    await _withdraw(ctx, one(row, Invitation).id)


async def open_invitation(ctx: AuthCtx, token: str) -> OpenInvitation:
    """What the link stands for, while it holds. Raises NotFound."""
    company_id, invitation_id = await _of_token(ctx, token)
    row = await ctx.q.members.get_invitation(ctx.db, invitation_id=invitation_id, actor_id=company_id)
    found = maybe(row, Invitation)
    company = maybe(await ctx.q.company.get_company(ctx.db, actor_id=company_id), Company)
    if found is None or company is None or found.expires_at <= ctx.now():
        raise NotFound("invitation")
    return OpenInvitation(found.id, company.id, company.name, found.email, found.role, found.expires_at)


async def accept_invitation(ctx: AuthCtx, body: AcceptInvitation) -> Membership:
    """Make the invited user a member; a member keeps the role they have.

    Raises NotFound (the link does not hold, or no such user), Conflict (another address was invited, too many members).
    """
    company_id, invitation_id = await _of_token(ctx, body.token)
    async with ctx.transaction() as tx:
        await ctx.q.audit_context.set_audit_context(
            tx, actor_id=body.user_id, action="members.accept_invitation", request_id=ctx.request.request_id
        )
        person = await ctx.q.members.hold_person(tx, user_id=body.user_id)
        taken = await ctx.q.members.delete_invitation(tx, invitation_id=invitation_id, actor_id=company_id)
        invitation = maybe(taken, Invitation)
        if person is None or invitation is None or invitation.expires_at <= ctx.now():
            raise NotFound("invitation")
        if person["email"] != invitation.email:
            raise Conflict("The invitation is for another e-mail.")
        await ctx.services.resolver.give_up(tx, company_id, [("invitation", invitation_id)])
        await join(ctx, tx, company_id, body.user_id, invitation.role)
    found = await list_membership(ctx, company_id, body.user_id)
    if not found:
        raise NotFound("invitation")
    return found[0]


async def _of_token(ctx: AuthCtx, token: str) -> tuple[str, UUID]:
    """Company and invitation of a link's token. Raises NotFound."""
    invitation_id = invitation_of(ctx.services.vault, token)
    company_id = invitation_id and await ctx.services.resolver.company_of(ctx.db, "invitation", invitation_id)
    if invitation_id is None or not company_id:
        raise NotFound("invitation")
    return company_id, invitation_id


async def _require_stranger(ctx: AppCtx, email: str) -> None:
    """Refuse to invite the owner or a member. Raises Conflict."""
    user_id = await ctx.services.resolver.company_of(ctx.db, "email", email)
    if user_id is None:
        return
    if user_id == ctx.actor_id:
        raise Conflict("This is the owner's e-mail.")
    if await ctx.q.members.get_role(ctx.db, actor_id=ctx.actor_id, member_id=user_id) is not None:
        raise Conflict("This e-mail is a member's already.")


async def _withdraw(ctx: AppCtx, invitation_id: UUID | None) -> None:
    if invitation_id is not None:
        await ctx.services.resolver.give_up(ctx.db, ctx.actor_id, [("invitation", invitation_id)])


async def _count_mail(ctx: AppCtx) -> None:
    """Raises RateLimited."""
    at = ctx.now()
    row = await ctx.q.auth.consume_rate_limit(
        ctx.db,
        key_hash=ctx.services.vault.hash("rate_limit", f"invitations {ctx.actor_id}"),
        limit=MOST_A_DAY,
        ends_at=at + timedelta(days=1),
        at=at,
    )
    assert row is not None  # noqa: S101  (an upsert has one row)
    if row["count"] > MOST_A_DAY:
        wait = (row["ends_at"] - at).total_seconds()
        raise RateLimited(f"A company may send {MOST_A_DAY} invitations a day.", retry_after=wait)
