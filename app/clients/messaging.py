"""The messaging gateway (Evolution API-compatible): hands a person's reply to WhatsApp."""

from typing import Protocol
from urllib.parse import quote

import msgspec

from app.clients.http import Call, Outbound, OutboundError, Policy

MESSAGING_POLICY = Policy(name="messaging")


class TextMessage(msgspec.Struct, frozen=True):
    """A text for one number, from one instance (the agent's account at the gateway)."""

    instance: str
    number: str
    text: str


class MessagingError(Exception):
    """The gateway did not take a message. `permanent`: trying again will not help."""

    def __init__(self, message: str, *, permanent: bool) -> None:
        super().__init__(message)
        self.permanent = permanent


class Messaging(Protocol):
    """Whoever carries our messages."""

    async def send(self, message: TextMessage) -> None:
        """Hand a message over. Raises MessagingError."""


class HttpMessaging:
    """The gateway's API."""

    def __init__(self, http: Outbound, *, base_url: str, api_key: str) -> None:
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key

    async def send(self, message: TextMessage) -> None:
        """See Messaging."""
        body = msgspec.json.encode({"number": message.number, "text": message.text})
        headers = {"apikey": self._api_key, "content-type": "application/json"}
        url = f"{self._base_url}/message/sendText/{quote(message.instance, safe='')}"
        try:
            answer = await self._http.send(Call(method="POST", url=url, headers=headers, content=body))
        except OutboundError as error:
            raise MessagingError("messaging gateway not reachable", permanent=False) from error
        if answer.status >= 300:
            # 404: the instance is not there, until somebody connects it again.
            permanent = 400 <= answer.status < 500 and answer.status not in (401, 403, 404, 408, 429)
            raise MessagingError(f"messaging gateway answered {answer.status}", permanent=permanent)
