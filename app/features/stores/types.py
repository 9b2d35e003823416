"""Stores, as contract.md §4 names them."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Raw

from app.web.types import UNSET, Body, Meta, Name, Query, Resource, Slug, SmallObject, Text, TextId, UnsetType


class Store(Resource):
    """A store of a company."""

    id: UUID
    company_id: str
    name: str
    slug: str
    description: str | None
    currency: str
    settings: Raw
    active: bool
    created_at: datetime
    updated_at: datetime


class StoreFilter(Query):
    """Whose stores; only the actor's own may be asked for."""

    company_id: TextId | None = None


class CreateStore(Body):
    """A new store. Without a slug one is made from the name."""

    name: Name
    slug: Slug | None = None
    description: Text | None = None
    settings: SmallObject = {}


class UpdateStore(Body):
    """Changes of a store; only the keys present."""

    name: Name | UnsetType = UNSET
    slug: Slug | UnsetType = UNSET
    description: Text | None | UnsetType = UNSET
    settings: SmallObject | UnsetType = UNSET
    active: bool | UnsetType = UNSET


class SlugAvailability(Resource):
    """Whether an address is free, and one that is."""

    slug: str
    available: bool
    suggestion: str | None


# Words with letters or digits, and no bar: it divides alternatives.
SynonymWord = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^|]*\w[^|]*(?!\n)$")]


class Synonyms(Resource):
    """Words that the store calls alike, group by group; search uses them in both directions."""

    groups: list[list[str]]


class ReplaceSynonyms(Body):
    """All groups of the store; those it had are replaced."""

    groups: Annotated[list[Annotated[list[SynonymWord], Meta(min_length=2, max_length=30)]], Meta(max_length=500)]
