"""POST /extract-lead, as contract.md §5 names it."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from app.web.types import Body, Resource, SmallObject

MessageText = Annotated[str, Meta(max_length=32_000)]
Context = Annotated[str, Meta(max_length=16_000)]
Confidence = Annotated[float, Meta(ge=0, le=1)]


class LeadMessage(Body):
    """A message of the conversation."""

    role: Literal["user", "assistant", "system"]
    content: MessageText


class ExtractLead(Body):
    """A conversation, and what is known already."""

    messages: Annotated[list[LeadMessage], Meta(min_length=1, max_length=500)]
    existing_profile: SmallObject | None = None
    store_context: Context | SmallObject | None = None
    min_confidence: Confidence = 0.5


class Extracted(Resource):
    """A value, how sure it is, and the index of the message that says it (where one does)."""

    value: Any
    confidence: float
    message: int | UnsetType = UNSET


class ExtractedLead(Resource):
    """What the conversation adds to the profile; nothing has been stored."""

    delta: dict[str, Any]
    model: str
    usage: "ExtractUsage"
    applied: bool = False


class ExtractUsage(Resource):
    """Tokens of the extraction."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    estimated: bool


class FoundText(Struct, frozen=True):
    """A text the model extracted."""

    value: str
    confidence: float = 0.5


class FoundTexts(Struct, frozen=True):
    """A list the model extracted."""

    value: list[str]
    confidence: float = 0.5


class FoundAttribute(Struct, frozen=True):
    """Something else the model extracted."""

    key: str
    value: str
    confidence: float = 0.5


class FoundAddress(Struct, frozen=True, omit_defaults=True):
    """Parts of an address."""

    street: str | None = None
    number: str | None = None
    complement: str | None = None
    district: str | None = None
    city: str | None = None
    state: str | None = None
    zip: str | None = None
    confidence: float = 0.5


class ModelAnswer(Struct, frozen=True):
    """The JSON a model is asked for."""

    name: FoundText | None = None
    phone: FoundText | None = None
    email: FoundText | None = None
    address: FoundAddress | None = None
    interests: FoundTexts | None = None
    custom_attributes: list[FoundAttribute] | None = None
    profile_summary: FoundText | None = None
