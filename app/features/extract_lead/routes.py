"""POST /extract-lead. No SQL; tests/features/test_extract_lead.py."""

from app.context import PublicCtx
from app.features.extract_lead import service
from app.features.extract_lead.types import ExtractedLead, ExtractLead
from app.web.errors import ProviderError, Unavailable
from app.web.routing import Group
from app.web.scopes import Scope

extract_lead = Group("/extract-lead", Scope.PUBLIC, tag="extract-lead")


@extract_lead.post("", name="extract_lead", errors=(ProviderError, Unavailable), cancel_on_disconnect=True)
async def extract(ctx: PublicCtx, body: ExtractLead) -> ExtractedLead:
    """What a conversation adds to a lead's profile, each field with its confidence; nothing is stored."""
    return await service.extract(ctx, body)
