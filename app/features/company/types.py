"""The company profile, as contract.md §4 names it."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from app.web.types import LINE, UNSET, Body, Resource, Slug, UnsetType, Url

CompanyName = Annotated[str, Meta(max_length=200, extra=LINE)]
Timezone = Annotated[str, Meta(min_length=1, max_length=64, description="IANA name, e.g. America/Sao_Paulo")]
TaxId = Annotated[str, Meta(min_length=11, max_length=18, description="CPF or CNPJ, with or without punctuation")]
Limited = Literal["stores", "agents", "products", "documents", "leads"]


class Company(Resource):
    """A company; its id is the user's."""

    id: str
    name: str
    logo: str | None
    slug: str | None
    timezone: str
    tax_id: str | None
    created_at: datetime
    updated_at: datetime


class EnsureCompany(Body):
    """What a new company begins with; ignored when it exists."""

    name: CompanyName | None = None
    slug: Slug | None = None
    logo: Url | None = None


class UpdateCompany(Body):
    """Changes of the company; only the keys present."""

    name: CompanyName | UnsetType = UNSET
    logo: Url | None | UnsetType = UNSET
    slug: Slug | None | UnsetType = UNSET
    timezone: Timezone | UnsetType = UNSET
    tax_id: TaxId | None | UnsetType = UNSET


class PlanLimits(Resource):
    """The limits of the plan in force; None: no limit."""

    stores: int | None
    agents: int | None
    products: int | None
    documents: int | None
    leads: int | None
