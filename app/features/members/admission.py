"""Who may act for a company, and what: the one place where `X-Acting-User-Id` is judged.

What a route takes is its declaration's (`Group(reads=…, writes=…)`, `role=`, `owner_fields=`); the kit asks here before
anything else of the request is looked at. tests/features/test_roles.py.
"""

from app.context import AppCtx, Services
from app.ops.auth_caches import member_key
from app.web.errors import Forbidden, NotFound
from app.web.roles import Member, Role
from app.web.routing import Route


async def admit(services: Services, route: Route, company_id: str, user_id: str) -> Member:
    """The member behind a call; "" is nobody. Raises NotFound for no member, Forbidden for too little a role."""
    role = await find_role(services, company_id, user_id)
    if role is None:
        raise NotFound
    if role < route.role:
        raise Forbidden(f"This takes the role {route.role.name.lower()}; the acting user is {role.name.lower()}.")
    return Member(user_id, role)


async def still_admitted(ctx: AppCtx) -> bool:
    """Whether a call that lasts may go on: its member has not lost the role it came with."""
    if ctx.member is None:
        return True
    role = await find_role(ctx.services, ctx.actor_id, ctx.member.user_id)
    return role is not None and role >= ctx.request.route.role


async def find_role(services: Services, company_id: str, user_id: str) -> Role | None:
    """A member's role, kept for seconds; None for who is none."""
    if not user_id:
        return None

    async def load() -> str | None:
        role: str | None = await services.q.members.get_role(services.db, actor_id=company_id, member_id=user_id)
        return role

    name = await services.auth_caches.member_roles.get(member_key(company_id, user_id), load)
    return None if name is None else Role[name.upper()]
