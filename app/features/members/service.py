"""Members of a company and the companies of a user. SQL: sql/members.sql; tests/features/test_members.py."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from asyncpg import Record

from app.context import AppCtx, Ctx
from app.db.errors import classify
from app.db.pool import Executor
from app.db.queries import Queries
from app.db.resolver import Kind, Resolver
from app.db.rows import many, maybe, one
from app.features.company.types import Company
from app.features.members.types import CompanyMember, CreateMember, Membership, UpdateMember, Workplace
from app.features.stores.types import Store
from app.ops.auth_caches import member_key
from app.ops.cache import cache_key
from app.ops.log import log
from app.web.errors import Conflict, NotFound
from app.web.types import UNSET

MOST_MEMBERS = 100


async def list_members(ctx: AppCtx) -> list[CompanyMember]:
    """All of them, in the order in which they came."""
    rows = await ctx.q.members.list_members(ctx.db, actor_id=ctx.actor_id)
    return await _with_people(ctx, rows)


async def get_member(ctx: AppCtx, user_id: str) -> CompanyMember:
    """One of them. Raises NotFound."""
    found = [member for member in await list_members(ctx) if member.user_id == user_id]
    if not found:
        raise NotFound("member")
    return found[0]


async def add_member(ctx: AppCtx, body: CreateMember) -> CompanyMember:
    """Make a user a member. Raises NotFound (no such user), Conflict (the owner, a member already, too many)."""
    row = await join(ctx, ctx.db, ctx.actor_id, body.user_id, body.role)
    if row is None:
        raise Conflict("This user is a member already.")
    return (await _with_people(ctx, [row]))[0]


async def join(ctx: Ctx, tx: Executor, company_id: str, user_id: str, role: str) -> Record | None:
    """Make somebody a member, in `tx`; None for a member.

    Raises NotFound (user), Conflict (the owner, no company, too many).
    """
    if user_id == company_id:
        raise Conflict("The owner is no member.")
    if await ctx.q.members.hold_person(tx, user_id=user_id) is None:
        raise NotFound("user")
    if await ctx.q.company.lock_company(tx, actor_id=company_id) is None:
        raise Conflict("There is no company yet; call POST /internal/company/ensure first.")
    if (await ctx.q.members.count_members(tx, actor_id=company_id) or 0) >= MOST_MEMBERS:
        raise Conflict(f"A company has at most {MOST_MEMBERS} members.")
    row = await ctx.q.members.create_member(tx, actor_id=company_id, user_id=user_id, role=role)
    if row is not None:
        await ctx.services.resolver.take(tx, company_id, [_lookup(company_id, user_id)])
    return row


async def update_member(ctx: AppCtx, user_id: str, body: UpdateMember) -> CompanyMember:
    """Give a member another role; the old one ends at once. Raises NotFound."""
    if body.role is UNSET:
        return await get_member(ctx, user_id)
    async with _changing(ctx, user_id) as tx:
        row = await ctx.q.members.update_member(tx, actor_id=ctx.actor_id, member_id=user_id, role=body.role)
        if row is None:
            raise NotFound("member")
    return (await _with_people(ctx, [row]))[0]


async def remove_member(ctx: AppCtx, user_id: str) -> None:
    """End a membership, at once. Raises NotFound."""
    async with _changing(ctx, user_id) as tx:
        if not await leave(ctx.q, ctx.services.resolver, tx, ctx.actor_id, user_id):
            raise NotFound("member")


async def leave(q: Queries, resolver: Resolver, tx: Executor, company_id: str, user_id: str) -> bool:
    """End a membership in `tx`; False when there is none."""
    gone = await q.members.delete_member(tx, actor_id=company_id, member_id=user_id)
    await resolver.give_up(tx, company_id, [_lookup(company_id, user_id)])
    await forget_role(q, tx, company_id, user_id)
    return gone is not None


async def forget_role(q: Queries, tx: Executor, company_id: str, user_id: str) -> None:
    """Have all processes ask for a member's role anew, once `tx` commits."""
    await q.auth.announce(tx, keys=[f"members:{cache_key(member_key(company_id, user_id))}"])


async def list_own_memberships(ctx: Ctx, user_id: str) -> list[Membership]:
    """The companies for which a user may act, their own first. One that cannot be reached stops no other."""
    own = maybe(await ctx.q.company.get_company(ctx.db, actor_id=user_id), Company)
    found = [] if own is None else [Membership(own.id, own.name, own.logo, own.timezone, "owner", own.created_at)]
    trouble: Exception | None = None
    for row in await ctx.q.members.list_companies_of(ctx.db, user_id=user_id):
        try:
            found += await list_membership(ctx, row["company_id"], user_id)
        except Exception as error:
            if classify(error) is None:
                raise
            log.warning("membership_unknown", company=row["company_id"])
            trouble = error
    if trouble is not None and not found:
        raise trouble
    return found


async def list_workplaces(ctx: Ctx, user_id: str) -> list[Workplace]:
    """The same companies with their stores."""
    return [
        Workplace(
            **msgspec.structs.asdict(company),
            stores=many(await ctx.q.stores.list_stores(ctx.db, actor_id=company.company_id), Store),
        )
        for company in await list_own_memberships(ctx, user_id)
    ]


async def list_membership(ctx: Ctx, company_id: str, user_id: str) -> list[Membership]:
    """A user's membership of one company, or nothing."""
    row = await ctx.q.members.get_membership(ctx.db, actor_id=company_id, member_id=user_id)
    return [] if row is None else [one(row, Membership)]


def _lookup(company_id: str, user_id: str) -> tuple[Kind, str]:
    return "member", membership_value(company_id, user_id)


def membership_value(company_id: str, user_id: str) -> str:
    """The look-up's value of kind `member`: by its first word the companies of a user are found."""
    return f"{user_id} {company_id}"


async def _with_people(ctx: AppCtx, rows: list[Record]) -> list[CompanyMember]:
    people = await ctx.q.members.list_people(ctx.db, user_ids=[row["user_id"] for row in rows])
    known = {person["id"]: person for person in people}
    nobody = {"name": None, "email": None}
    return [
        CompanyMember(
            user_id, known.get(user_id, nobody)["name"], known.get(user_id, nobody)["email"], role, created_at
        )
        for user_id, role, created_at in rows
    ]


@asynccontextmanager
async def _changing(ctx: AppCtx, user_id: str) -> AsyncIterator[Executor]:
    """A transaction that changes what a member may do: forgotten here when it has committed, elsewhere by word."""
    async with ctx.transaction() as tx:
        yield tx
        await forget_role(ctx.q, tx, ctx.actor_id, user_id)
    ctx.services.auth_caches.member_roles.invalidate(cache_key(member_key(ctx.actor_id, user_id)))
