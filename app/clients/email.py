"""Transactional e-mail: the provider's API, or files in DATA_DIR/outbox while no key is configured."""

import asyncio
import os
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from app.clients.http import Call, Outbound, OutboundError

Mode = Literal["provider", "outbox"]


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """One mail to one address. The same key never sends twice, however often the job runs."""

    to: str
    subject: str
    html: str
    text: str
    key: str
    kind: str


class EmailError(Exception):
    """The mail was not accepted. `permanent`: trying again will not help."""

    def __init__(self, message: str, *, permanent: bool) -> None:
        super().__init__(message)
        self.permanent = permanent


class Email(Protocol):
    """Whoever takes our mail."""

    @property
    def mode(self) -> Mode:
        """What the API answers about where mail goes."""

    async def send(self, mail: Mail) -> str:
        """Hand a mail over; the id it got. Raises EmailError."""


class HttpEmail:
    """The provider's API (Resend-compatible)."""

    mode: Mode = "provider"

    def __init__(self, http: Outbound, *, base_url: str, api_key: str, sender: str) -> None:
        self._http = http
        self._url = base_url.rstrip("/") + "/emails"
        self._api_key = api_key
        self._sender = sender

    async def send(self, mail: Mail) -> str:
        """See Email."""
        body = {
            "from": self._sender,
            "to": [mail.to],
            "subject": mail.subject,
            "html": mail.html,
            "text": mail.text,
            "tags": [{"name": "kind", "value": mail.kind}],
        }
        headers = {
            "authorization": f"Bearer {self._api_key}",
            "content-type": "application/json",
            "idempotency-key": mail.key,
        }
        call = Call(method="POST", url=self._url, headers=headers, content=msgspec.json.encode(body))
        try:
            reply = await self._http.send(call)
        except OutboundError as error:
            raise EmailError("e-mail provider not reachable", permanent=False) from error
        if reply.status == 409:
            # The key was used with another body: a mail of this very event has gone out, only its text differs.
            return f"key:{mail.key}"
        if reply.status >= 300:
            raise EmailError(f"e-mail provider answered {reply.status}", permanent=400 <= reply.status < 429)
        try:
            return msgspec.json.decode(reply.body, type=_Accepted).id
        except msgspec.DecodeError:
            raise EmailError("e-mail provider sent an unreadable answer", permanent=False) from None


class _Accepted(msgspec.Struct):
    id: str


class OutboxEmail:
    """No provider: each mail becomes a file that mail programs open, named by its key, readable by the owner alone."""

    mode: Mode = "outbox"

    def __init__(self, folder: Path, *, sender: str) -> None:
        self._folder = folder
        self._sender = sender

    async def send(self, mail: Mail) -> str:
        """See Email; the id is the file's name."""
        try:
            return await asyncio.to_thread(self._write, mail)
        except OSError as error:
            raise EmailError(f"outbox: {error.strerror}", permanent=False) from error

    def _write(self, mail: Mail) -> str:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = mail.to
        message["Subject"] = mail.subject
        message["X-Kind"] = mail.kind
        message.set_content(mail.text)
        message.add_alternative(mail.html, subtype="html")
        name = f"{mail.kind}-{sha256(mail.key.encode()).hexdigest()[:32]}.eml"
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Written beside and renamed: a reader never sees half a mail, and a repeated job replaces its own.
        half = self._folder / f".{name}.{os.getpid()}"
        descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(message.as_bytes())
        half.replace(self._folder / name)
        return name
