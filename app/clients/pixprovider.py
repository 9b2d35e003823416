"""The PIX provider's API (OpenPix/Woovi): a charge is made, read and deleted with the store's own key.

The key travels with each call because every store has its own. Fake: tests/fakes/pixprovider.py.
"""

from datetime import UTC, datetime
from typing import Protocol
from urllib.parse import quote

import msgspec

from app.clients.http import Call, Outbound, OutboundError


class PixError(Exception):
    """The provider refused or cannot be reached. `retry`: the same call may still succeed."""

    def __init__(self, message: str, *, retry: bool, status: int | None = None) -> None:
        super().__init__(message)
        self.retry = retry
        self.status = status


class NewCharge(msgspec.Struct, frozen=True, kw_only=True):
    """A charge to make. `correlation_id` is ours, new for each attempt, and comes back in webhooks."""

    correlation_id: str
    amount_cents: int
    expires_in_s: int
    comment: str = ""
    customer_name: str | None = None


class NewRefund(msgspec.Struct, frozen=True, kw_only=True):
    """Money to give back. `correlation_id` is ours: the same one again gives nothing back twice."""

    correlation_id: str
    amount_cents: int
    comment: str = ""


class PixCharge(msgspec.Struct, frozen=True, kw_only=True):
    """A charge as the provider has it. `status`: ACTIVE, COMPLETED or EXPIRED."""

    correlation_id: str
    status: str
    amount_cents: int
    br_code: str | None
    payment_link_url: str | None
    expires_at: datetime | None
    identifier: str | None
    transaction_id: str | None


class PixProvider(Protocol):
    """What orders need of a PIX provider. Every method raises PixError."""

    async def create_charge(self, api_key: str, charge: NewCharge) -> PixCharge:
        """Make the charge; the one already made when its correlation id is taken."""

    async def get_charge(self, api_key: str, charge_id: str) -> PixCharge | None:
        """The charge; None when the provider does not know it."""

    async def delete_charge(self, api_key: str, charge_id: str) -> None:
        """Take the charge back, so that nobody pays a cancelled order. An unknown charge is no error."""

    async def refund_charge(self, api_key: str, charge_id: str, refund: NewRefund) -> None:
        """Give back money of a paid charge; one that was given back already is no error."""


class HttpPixProvider:
    """The real provider, or any server that speaks its API."""

    def __init__(self, http: Outbound, *, base_url: str) -> None:
        self._http = http
        self._url = base_url.rstrip("/") + "/api/v1/charge"

    async def create_charge(self, api_key: str, charge: NewCharge) -> PixCharge:
        """See PixProvider."""
        body: dict[str, object] = {
            "correlationID": charge.correlation_id,
            "value": charge.amount_cents,
            "expiresIn": charge.expires_in_s,
            "comment": charge.comment[:140],
        }
        if charge.customer_name:
            body["customer"] = {"name": charge.customer_name}
        status, answer = await self._call("POST", self._url, api_key, body)
        if status < 300:
            return _charge(answer)
        # A repeated correlation id is answered like any wrong request; whether it is one, the charge itself tells.
        # The amount is compared: an older charge under this id must not stand for this order.
        if status == 400:
            known = await self.get_charge(api_key, charge.correlation_id)
            if known is not None and known.amount_cents == charge.amount_cents:
                return known
        raise PixError(f"PIX provider answered {status}", retry=status >= 500 or status == 429, status=status)

    async def get_charge(self, api_key: str, charge_id: str) -> PixCharge | None:
        """See PixProvider."""
        status, answer = await self._call("GET", self._one(charge_id), api_key)
        if status < 300:
            return _charge(answer)
        if status in (400, 404):
            return None
        raise PixError(f"PIX provider answered {status}", retry=status >= 500 or status == 429, status=status)

    async def delete_charge(self, api_key: str, charge_id: str) -> None:
        """See PixProvider."""
        status, _ = await self._call("DELETE", self._one(charge_id), api_key)
        if status >= 300 and status not in (400, 404):
            raise PixError(f"PIX provider answered {status}", retry=status >= 500 or status == 429, status=status)

    async def refund_charge(self, api_key: str, charge_id: str, refund: NewRefund) -> None:
        """See PixProvider."""
        body: dict[str, object] = {
            "correlationID": refund.correlation_id,
            "value": refund.amount_cents,
            "comment": refund.comment[:140],
        }
        url = f"{self._one(charge_id)}/refund"
        status, answer = await self._call("POST", url, api_key, body)
        if status < 300:
            if not _is_refund(answer, refund):
                raise PixError("PIX provider sent an unreadable answer", retry=True)
            return
        # As with charges, a repeated correlation id is answered like any wrong request; the list tells.
        if status == 400:
            known, answer = await self._call("GET", url, api_key)
            if known < 300 and _has_refund(answer, refund):
                return
        raise PixError(f"PIX provider answered {status}", retry=status >= 500 or status == 429, status=status)

    def _one(self, charge_id: str) -> str:
        return f"{self._url}/{quote(charge_id, safe='')}"

    async def _call(
        self, method: str, url: str, api_key: str, body: dict[str, object] | None = None
    ) -> tuple[int, bytes]:
        headers = {"authorization": api_key, "content-type": "application/json"}
        content = msgspec.json.encode(body) if body is not None else b""
        try:
            # Repeating is safe in all three: the correlation id makes a second charge impossible.
            answer = await self._http.send(Call(method=method, url=url, headers=headers, content=content))
        except OutboundError as error:
            raise PixError("PIX provider not reachable", retry=True) from error
        return answer.status, answer.body


class _Charge(msgspec.Struct, rename="camel"):
    correlation_id: str = msgspec.field(name="correlationID")
    status: str
    value: int
    br_code: str | None = None
    payment_link_url: str | None = None
    expires_date: str | None = None
    identifier: str | None = None
    transaction_id: str | None = msgspec.field(name="transactionID", default=None)


class _Answer(msgspec.Struct, rename="camel"):
    charge: _Charge
    br_code: str | None = None


class _Refund(msgspec.Struct, rename="camel"):
    value: int
    correlation_id: str | None = msgspec.field(name="correlationID", default=None)


class _Refunds(msgspec.Struct):
    refunds: list[_Refund] = []


class _Refunded(msgspec.Struct):
    refund: _Refund


def _is_refund(body: bytes, refund: NewRefund) -> bool:
    try:
        return msgspec.json.decode(body, type=_Refunded).refund.correlation_id == refund.correlation_id
    except (msgspec.DecodeError, ValueError):
        return False


def _has_refund(body: bytes, refund: NewRefund) -> bool:
    try:
        known = msgspec.json.decode(body, type=_Refunds).refunds
    except (msgspec.DecodeError, ValueError):
        return False
    return any(r.correlation_id == refund.correlation_id and r.value == refund.amount_cents for r in known)


def _charge(body: bytes) -> PixCharge:
    try:
        answer = msgspec.json.decode(body, type=_Answer)
        charge = answer.charge
        expires = datetime.fromisoformat(charge.expires_date) if charge.expires_date else None
    except (msgspec.DecodeError, ValueError):
        raise PixError("PIX provider sent an unreadable answer", retry=True) from None
    return PixCharge(
        correlation_id=charge.correlation_id,
        status=charge.status,
        amount_cents=charge.value,
        # Inside the charge, or beside it in older answers.
        br_code=charge.br_code or answer.br_code,
        payment_link_url=charge.payment_link_url,
        expires_at=expires.replace(tzinfo=expires.tzinfo or UTC) if expires else None,
        identifier=charge.identifier,
        transaction_id=charge.transaction_id,
    )
