"""Leads and their events, as contract.md §4 names them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Raw

from app.web.types import KEY, LINE, UNSET, Body, Channel, PageQuery, Resource, SmallObject, StoreIds, Text, UnsetType

LeadStatus = Literal["new", "engaged", "qualified", "customer", "lost", "blocked"]
LeadSort = Literal["created_at", "-created_at", "updated_at", "-updated_at", "name", "-name"]
LeadName = Annotated[str, Meta(max_length=200, extra=LINE)]
Phone = Annotated[str, Meta(pattern=r"^\+?[0-9]{8,15}(?!\n)$", description="E.164")]
ExternalId = Annotated[str, Meta(min_length=1, max_length=255, description="Gateway or visitor id", extra=KEY)]
Interest = Annotated[str, Meta(min_length=1, max_length=200, extra=LINE)]
Interests = Annotated[list[Interest], Meta(max_length=100)]
# Beyond float32 pgvector would see an infinity.
_Component = Annotated[float, Meta(ge=-1e30, le=1e30)]
ProfileVector = Annotated[list[_Component], Meta(min_length=1024, max_length=1024)]


class LeadSummary(Resource):
    """A customer contact of a store, as lists show it."""

    id: UUID
    store_id: UUID
    channel: str
    external_id: str
    status: str
    name: str | None
    phone: str | None
    address: Raw | None
    custom_attributes: Raw
    interests: Sequence[str]
    profile_summary: str | None
    last_message_at: datetime | None
    created_at: datetime
    updated_at: datetime


class Lead(LeadSummary):
    """A customer contact of a store, with its profile vector."""

    profile_embedding: Sequence[float] | None


# As gateways name the sender of an opaque id, too: `5511988887777:12@s.whatsapp.net`.
PhoneOrJid = Annotated[
    str,
    Meta(
        pattern=r"^\+?[0-9]{8,15}(?:(?:_[0-9]+)?(?::[0-9]+)?@(?:s\.whatsapp\.net|c\.us))?(?!\n)$",
        description="E.164, or a WhatsApp JID",
    ),
]


class EnsureLead(Body):
    """The key of a lead, and what a new one begins with; an existing lead only has gaps filled."""

    store_id: UUID
    channel: Channel
    external_id: ExternalId
    name: LeadName | None = None
    phone: PhoneOrJid | None = None
    address: SmallObject | None = None
    custom_attributes: SmallObject = {}
    interests: Interests = []
    profile_summary: Text | None = None


class UpdateLead(Body):
    """Changes of a lead; only the keys present."""

    name: LeadName | None | UnsetType = UNSET
    phone: Phone | None | UnsetType = UNSET
    address: SmallObject | None | UnsetType = UNSET
    custom_attributes: SmallObject | UnsetType = UNSET
    interests: Interests | UnsetType = UNSET
    profile_summary: Text | None | UnsetType = UNSET
    profile_embedding: ProfileVector | None | UnsetType = UNSET
    status: LeadStatus | UnsetType = UNSET


class LeadFilter(PageQuery, kw_only=True):
    """Which leads; every store must be the actor's."""

    store_ids: StoreIds
    status: LeadStatus | None = None
    channel: Channel | None = None
    # Part of a name, phone or address.
    q: Annotated[str, Meta(max_length=200)] | None = None
    sort: LeadSort = "-created_at"


class MergeLead(Body):
    """The lead that stays."""

    into: UUID


class ErasedLead(Resource):
    """What an erasure did. `files`: where proofs and media of the person lie that this service does not keep itself."""

    orders: int
    files: list[str]


class LeadEvent(Resource):
    """An entry of a lead's timeline."""

    id: UUID
    store_id: UUID
    lead_id: UUID
    type: str
    data: Raw
    actor_user_id: str | None
    created_at: datetime


class CreateLeadEvent(Body):
    """A new entry of a lead's timeline."""

    type: Annotated[str, Meta(min_length=1, max_length=64)]
    data: SmallObject = {}
