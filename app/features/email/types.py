"""Bodies and answers of /internal/email."""

from typing import Annotated, Literal
from uuid import UUID

from app.web.types import EMAIL, LINE, Body, Meta, Resource

# One plain address: nothing that a mail header would read as a second one, a name or a comment.
_PART = r"[^\s@<>()\[\],;:\\\"\x00-\x1f\x7f]+"
_PLAIN = rf"^{_PART}@{_PART}(?!\n)$"
TrustedUrl = Annotated[
    str, Meta(min_length=1, max_length=2048, description="Of the origin of AUTH_URL or one of AUTH_TRUSTED_ORIGINS")
]
PlainAddress = Annotated[str, Meta(min_length=3, max_length=320, pattern=_PLAIN, extra=EMAIL)]


class SendResetPassword(Body):
    """The frontend's auth library asks for a reset mail."""

    to: PlainAddress
    reset_url: TrustedUrl
    name: Annotated[str, Meta(max_length=256, extra=LINE)] | None = None


class SendConfirmEmail(Body):
    """Somebody wants to sign in with another address: the mail that shows it is theirs."""

    to: PlainAddress
    confirm_url: TrustedUrl
    name: Annotated[str, Meta(max_length=256, extra=LINE)] | None = None


class MailAccepted(Resource):
    """The mail is a job now; `mode` says whether it leaves through the provider or becomes a file in the outbox."""

    accepted: bool
    id: UUID
    mode: Literal["provider", "outbox"]
