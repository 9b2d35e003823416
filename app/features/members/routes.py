"""Who acts for a company. SQL: sql/members.sql; tests/features/test_members.py, test_invitations.py, test_roles.py."""

from uuid import UUID

from app.context import AppCtx, AuthCtx
from app.db.rows import one
from app.features.auth.types import User
from app.features.members import invitations as invited
from app.features.members import service
from app.features.members.types import (
    AcceptInvitation,
    CompanyMember,
    CreateInvitation,
    CreateMember,
    Invitation,
    Membership,
    MembershipFilter,
    OpenInvitation,
    UpdateMember,
)
from app.web.errors import Conflict, NotFound, RateLimited
from app.web.roles import Role
from app.web.routing import Group
from app.web.scopes import Scope

members = Group("/internal/company/members", Scope.APP, tag="members", reads=Role.MANAGER)
memberships = Group("/internal/company/memberships", Scope.APP, tag="members", reads=Role.MANAGER)
invitations = Group("/internal/company/invitations", Scope.APP, tag="members", reads=Role.MANAGER)
companies_of_user = Group("/internal/auth/users", Scope.AUTH, tag="auth")
links = Group("/internal/auth/invitations", Scope.AUTH, tag="auth")

GROUPS = (members, memberships, invitations, companies_of_user, links)


@members.get("")
async def list_members(ctx: AppCtx) -> list[CompanyMember]:
    """Who acts for the company beside its owner."""
    return await service.list_members(ctx)


@members.post("", status=201, errors=(Conflict,), idempotent=True)
async def add_member(ctx: AppCtx, body: CreateMember) -> CompanyMember:
    """Make an existing user a member."""
    return await service.add_member(ctx, body)


# What a member may do is forgotten when the change has been committed: the two open transactions of their own.
@members.patch("/{user_id}", transaction=False)
async def update_member(ctx: AppCtx, user_id: str, body: UpdateMember) -> CompanyMember:
    """Give a member another role, effective at once."""
    return await service.update_member(ctx, user_id, body)


@members.delete("/{user_id}", transaction=False)
async def remove_member(ctx: AppCtx, user_id: str) -> None:
    """End a membership, effective at once."""
    await service.remove_member(ctx, user_id)


@memberships.get("")
async def list_memberships(ctx: AppCtx, query: MembershipFilter) -> list[Membership]:
    """For whom a user may act: all companies when the actor asks for themself, else the actor's own alone."""
    if query.user_id == ctx.actor_id:
        return await service.list_own_memberships(ctx, query.user_id)
    return await service.list_membership(ctx, ctx.actor_id, query.user_id)


@invitations.get("")
async def list_invitations(ctx: AppCtx) -> list[Invitation]:
    """Invitations that nobody has accepted yet, newest first; expired ones for another month."""
    return await invited.list_invitations(ctx)


@invitations.post("", status=201, errors=(Conflict, RateLimited), idempotent=True)
async def create_invitation(ctx: AppCtx, body: CreateInvitation) -> Invitation:
    """Mail somebody a link that makes them a member; it holds for seven days."""
    return await invited.create_invitation(ctx, body)


@invitations.get("/{invitation_id}")
async def get_invitation(ctx: AppCtx, invitation_id: UUID) -> Invitation:
    """One invitation."""
    return await invited.get_invitation(ctx, invitation_id)


@invitations.delete("/{invitation_id}")
async def withdraw_invitation(ctx: AppCtx, invitation_id: UUID) -> None:
    """Withdraw an invitation: its link is worthless."""
    await invited.withdraw_invitation(ctx, invitation_id)


@companies_of_user.get("/{user_id}/companies")
async def list_companies_of_user(ctx: AuthCtx, user_id: str) -> list[Membership]:
    """For whom a user may act: their own company first, then those they are a member of."""
    one(await ctx.q.auth.get_user(ctx.db, user_id=user_id), User)
    return await service.list_own_memberships(ctx, user_id)


@links.get("/by-token/{token:path}", errors=(NotFound,))
async def get_invitation_by_token(ctx: AuthCtx, token: str) -> OpenInvitation:
    """What the link of an invitation stands for, while it holds."""
    return await invited.open_invitation(ctx, token)


@links.post("/accept", errors=(Conflict, NotFound))
async def accept_invitation(ctx: AuthCtx, body: AcceptInvitation) -> Membership:
    """Make the signed-in user whose address was invited a member."""
    return await invited.accept_invitation(ctx, body)
