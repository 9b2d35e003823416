"""How the card provider is called: form-encoded, one pinned version, every POST with its key, errors in classes.

What is called stands in cardprovider.py; tests/clients/test_cardprovider.py.
"""

from collections.abc import Iterator, Mapping
from typing import TypeVar
from urllib.parse import quote, urlencode

import msgspec

from app.clients.cardprovider_payloads import ErrorAnswer, ErrorBody
from app.clients.http import RETRY_STATUSES, Call, CircuitOpen, NotConnected, Outbound, OutboundError, Policy
from app.ops.words import storable

CARD_POLICY = Policy(name="cardprovider", retry_statuses=RETRY_STATUSES | {409})
"""For `Outbound`: 409 means that a call with the same key is still running."""

T = TypeVar("T")
Param = str | int | bool | Mapping[str, "Param"] | list["Param"]
_REFUSED_ACCESS = (401, 403)
MISSHAPEN, UNREADABLE = "misshapen", "unreadable"
_LATER = frozenset({*_REFUSED_ACCESS, 408, 409, 425, 429})


class CardError(Exception):
    """The provider refused or cannot be reached.

    `retry`: the fault lies with the provider, the way there or our access to it; the same call with the same key may
    succeed another time, and every other call would meet the same fault now (but for `misshapen`). Without it the fault
    lies with the very object of this call. `untouched`: the provider has certainly not done what it was asked for.
    """

    def __init__(
        self, message: str, *, retry: bool, kind: str = "", code: str | None = None, untouched: bool = False
    ) -> None:
        super().__init__(storable(message))
        self.retry = retry
        self.kind = kind
        self.code = code
        self.untouched = untouched or not retry

    @property
    def unreadable(self) -> bool:
        """The provider, or what stands before it, was there and answered something that we cannot read."""
        return self.kind in (MISSHAPEN, UNREADABLE)

    @property
    def misshapen(self) -> bool:
        """The provider answered, but not as we know this kind of object: other objects may well be readable."""
        return self.kind == MISSHAPEN


class CardRefused(CardError):
    """The card was declined; `decline_code` says why in the provider's words."""

    def __init__(self, decline_code: str) -> None:
        super().__init__("card declined", retry=False, kind="card_error", code="card_declined")
        self.decline_code = storable(decline_code)


class CardApi:
    """The way to the provider, or to any server that speaks its API."""

    def __init__(self, http: Outbound, *, base_url: str, api_key: str, version: str) -> None:
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._configured = bool(api_key)
        self._headers = {"authorization": f"Bearer {api_key}", "stripe-version": version}

    async def _post(self, path: str, params: Mapping[str, Param], key: str, answer: type[T]) -> T:
        headers = self._headers | {
            "content-type": "application/x-www-form-urlencoded",
            # At most 255 characters, printable: keys are made of ids and hashes.
            "idempotency-key": key,
        }
        return await self._call("POST", path, headers, urlencode(list(form(params))).encode(), answer)

    async def _get(self, path: str, params: Mapping[str, Param], answer: type[T]) -> T:
        query = urlencode(list(form(params)))
        return await self._call("GET", f"{path}?{query}" if query else path, self._headers, b"", answer)

    async def _delete(self, path: str, answer: type[T]) -> T:
        """Repeating it is harmless, so it needs no key."""
        return await self._call("DELETE", path, self._headers, b"", answer)

    async def _call(self, method: str, path: str, headers: dict[str, str], body: bytes, answer: type[T]) -> T:
        if not self._configured:
            raise CardError("CARDPROVIDER_API_KEY is not set", retry=True, kind="unconfigured", untouched=True)
        call = Call(method=method, url=f"{self._base_url}/v1/{path}", headers=headers, content=body)
        try:
            reply = await self._http.send(call)
        except (CircuitOpen, NotConnected) as error:
            raise CardError("card provider not called", retry=True, untouched=True) from error
        except OutboundError as error:
            raise CardError("card provider not reachable", retry=True) from error
        try:
            if reply.status < 300:
                return msgspec.json.decode(reply.body, type=answer)
            refusal = msgspec.json.decode(reply.body, type=ErrorAnswer).error
        except msgspec.DecodeError as error:
            # Nobody knows what was done. JSON of another shape is about this object; a proxy's page, or half an answer,
            # is not.
            untouched = reply.status in _REFUSED_ACCESS or reply.status == 429
            message = f"unreadable answer with status {reply.status}"
            kind = UNREADABLE if reply.status < 500 and not untouched else ""
            if reply.status < 300 and isinstance(error, msgspec.ValidationError):
                kind = MISSHAPEN
            raise CardError(message, retry=True, kind=kind, untouched=untouched) from None
        return _requires_action(reply.status, refusal, answer)


def _requires_action(status: int, error: ErrorBody, answer: type[T]) -> T:
    """The payment inside a 402 that asks for the card's holder; every other error is raised."""
    if status == 402 and error.code == "authentication_required" and error.payment_intent is not None:
        held = msgspec.structs.replace(error.payment_intent, status="requires_action")
        if isinstance(held, answer):
            return held
    if status == 402:
        raise CardRefused(error.decline_code or error.code or "declined")
    raise CardError(
        error.message,
        retry=status >= 500 or status in _LATER,
        kind=error.type,
        code=error.code,
        untouched=status in _LATER,
    )


def form(params: Mapping[str, Param], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested parameters as the provider's form keys: `items[0][price]`."""
    for name, value in params.items():
        key = f"{prefix}[{name}]" if prefix else name
        if isinstance(value, bool):
            yield key, "true" if value else "false"
        elif isinstance(value, Mapping):
            yield from form(value, key)
        elif isinstance(value, list):
            yield from form({str(place): inner for place, inner in enumerate(value)}, key)
        else:
            yield key, str(value)


def escaped(value: str) -> str:
    """An id as a part of a path."""
    return quote(value, safe="")
