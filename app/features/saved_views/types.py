"""Saved views: a page of the desk with its filters, under a name."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from app.web.types import LINE, Body, Query, Resource

ViewPage = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}(?!\n)$", description="orders, inbox …")]
ViewName = Annotated[str, Meta(min_length=1, max_length=60, extra=LINE)]
ViewQuery = Annotated[str, Meta(max_length=2000, extra=LINE, description="The page's query string, without `?`")]


class SavedView(Resource):
    """A list somebody comes back to."""

    id: UUID
    page: str
    name: str
    query: str
    created_at: datetime


class SaveView(Body):
    """A view to keep; one of the same page and name takes its query."""

    page: ViewPage
    name: ViewName
    query: ViewQuery


class ViewFilter(Query):
    """The views of one page."""

    page: ViewPage | None = None
