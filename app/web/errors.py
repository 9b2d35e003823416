"""Every error the API answers: one class per slug, as application/problem+json (RFC 9457).

`detail` is for the caller's developer: it names the field or state, never a secret or another tenant's data.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class Problem(Exception):
    """An expected error. Subclasses fix status, slug and title; `members` are extra JSON members."""

    status: ClassVar[int] = 500
    slug: ClassVar[str] = "internal-error"
    title: ClassVar[str] = "Internal error"
    default_detail: ClassVar[str] = ""

    def __init__(
        self,
        detail: str = "",
        *,
        errors: Sequence[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
        **members: Any,
    ) -> None:
        self.detail = detail or self.default_detail or self.title
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.members = members
        super().__init__(self.detail)

    def document(self, request_id: str) -> dict[str, Any]:
        """The problem document of RFC 9457, with the request id and the extra members."""
        body: dict[str, Any] = {
            "type": f"/problems/{self.slug}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "request_id": request_id,
        }
        if self.errors:
            body["errors"] = self.errors
        return body | self.members


class MalformedJson(Problem):
    status, slug, title = 400, "malformed-json", "The body is not JSON"


class BadRequest(Problem):
    status, slug, title = 400, "bad-request", "The request cannot be read"


class Unauthorized(Problem):
    status, slug, title = 401, "unauthorized", "Missing or wrong credential"
    default_detail = "Send this scope's token and, in the app scope, X-Actor-User-Id."


class CardDeclined(Problem):
    """Extra member: `decline_code`."""

    status, slug, title = 402, "card-declined", "The card was declined"


class Forbidden(Problem):
    status, slug, title = 403, "forbidden", "Not allowed"


class NotFound(Problem):
    """`NotFound("order")`: the record is missing or belongs to another tenant; both answer alike."""

    status, slug, title = 404, "not-found", "Not found"

    def __init__(self, what: str = "", **kwargs: Any) -> None:
        super().__init__(f"No such {what}." if what else "Nothing here.", **kwargs)


class MethodNotAllowed(Problem):
    status, slug, title = 405, "method-not-allowed", "Method not allowed"


class RequestTimeout(Problem):
    status, slug, title = 408, "request-timeout", "The body did not arrive in time"


class Conflict(Problem):
    status, slug, title = 409, "conflict", "Conflict"


class InvalidTransition(Problem):
    """Extra members: `from`, `to`, `allowed`."""

    status, slug, title = 409, "invalid-transition", "This status move is not allowed"


class InsufficientStock(Problem):
    """Extra member: `items: [{product_id, requested, available}]`."""

    status, slug, title = 409, "insufficient-stock", "Too little stock"


class PlanLimit(Problem):
    """Extra members: `limit`, `used`."""

    status, slug, title = 409, "plan-limit", "The plan's limit is reached"


class PaymentMethodUnavailable(Problem):
    """Extra member: `available`."""

    status, slug, title = 409, "payment-method-unavailable", "The store does not offer this payment method"


class TooLarge(Problem):
    status, slug, title = 413, "too-large", "The body is too large"


class UnsupportedFormat(Problem):
    status, slug, title = 415, "unsupported-format", "This format is not accepted"


class ValidationFailed(Problem):
    """`errors` lists `{pointer, detail}` per field, pointers as RFC 6901 (`/items/0/quantity`)."""

    status, slug, title = 422, "validation", "The request is not valid"


class NoValidItems(Problem):
    status, slug, title = 422, "no-valid-items", "No item of the order can be sold"


class UnreadableFile(Problem):
    status, slug, title = 422, "unreadable-file", "The file cannot be read"


class IdempotencyKeyReused(Problem):
    status, slug, title = 422, "idempotency-key-reused", "This Idempotency-Key was used with another body"


class InvalidSignature(Problem):
    status, slug, title = 401, "invalid-signature", "The signature does not match"


class InvalidCardSignature(InvalidSignature):
    """The card provider's convention is 400."""

    status = 400


class RateLimited(Problem):
    """Pass `retry_after` (seconds): it becomes the Retry-After header."""

    status, slug, title = 429, "rate-limited", "Too many requests"

    def __init__(self, detail: str = "", *, retry_after: float = 1, **kwargs: Any) -> None:
        super().__init__(detail, headers={"Retry-After": str(max(1, round(retry_after)))}, **kwargs)


class Overloaded(RateLimited):
    slug, title = "overloaded", "The queue is full"


class ProviderError(Problem):
    """`retry_after` None: trying again cannot help."""

    status, slug, title = 502, "provider-error", "A provider failed"

    def __init__(self, detail: str = "", *, retry_after: float | None = 2, **kwargs: Any) -> None:
        headers = {"Retry-After": str(max(1, round(retry_after)))} if retry_after is not None else {}
        super().__init__(detail, headers=headers, **kwargs)


class Unavailable(Problem):
    status, slug, title = 503, "unavailable", "Temporarily unavailable"

    def __init__(self, detail: str = "", *, retry_after: float = 2, **kwargs: Any) -> None:
        super().__init__(detail, headers={"Retry-After": str(max(1, round(retry_after)))}, **kwargs)


class TimedOut(Problem):
    status, slug, title = 504, "timeout", "The database did not answer in time"
