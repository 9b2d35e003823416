"""Members, memberships and invitations, as contract.md §8 names them."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from app.features.email.types import PlainAddress
from app.features.stores.types import Store
from app.web.types import UNSET, Body, Meta, Query, Resource, TextId, UnsetType

MemberRole = Literal["manager", "attendant"]


class CompanyMember(Resource):
    """Somebody who acts for the company; without name and e-mail: a user whom this installation does not have."""

    user_id: str
    name: str | None
    email: str | None
    role: MemberRole
    created_at: datetime


class CreateMember(Body):
    """An existing user becomes a member."""

    user_id: TextId
    role: MemberRole


class UpdateMember(Body):
    """A member's other role."""

    role: MemberRole | UnsetType = UNSET


class MembershipFilter(Query):
    """Whose memberships."""

    user_id: TextId


class Membership(Resource):
    """A company for which a user may act."""

    company_id: str
    company_name: str
    logo: str | None
    timezone: str
    role: Literal["owner", "manager", "attendant"]
    created_at: datetime


class Workplace(Membership):
    """A company for which a user may act, with its stores."""

    stores: list[Store]


class Invitation(Resource):
    """An open invitation; its link was mailed. `invited_by` is a user."""

    id: UUID
    email: str
    role: MemberRole
    invited_by: str
    expires_at: datetime
    created_at: datetime


class CreateInvitation(Body):
    """Whom to invite; an open invitation of the same address is replaced by this one."""

    email: PlainAddress
    role: MemberRole


class OpenInvitation(Resource):
    """What somebody who holds the link is told."""

    id: UUID
    company_id: str
    company_name: str
    email: str
    role: MemberRole
    expires_at: datetime


class AcceptInvitation(Body):
    """The link's token, and the signed-in user whose address was invited."""

    token: Annotated[str, Meta(min_length=1, max_length=512)]
    user_id: TextId
