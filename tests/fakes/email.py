"""A fake of the e-mail provider: keeps mails once per Idempotency-Key."""

import json
from typing import Any

from tests.fakes.server import Answer, Fake, Seen

FIELDS = {"from", "to", "subject", "html", "text", "reply_to", "headers", "tags"}


class FakeEmailProvider(Fake):
    """`mails` holds what was accepted, one per key."""

    def __init__(self, api_key: str = "re_fake") -> None:
        super().__init__()
        self.api_key = api_key
        self.mails: list[dict[str, Any]] = []
        self._saved: dict[str, tuple[bytes, Answer]] = {}

    async def handle(self, request: Seen) -> Answer:
        """POST /emails, with the provider's checks and replay."""
        if request.headers.get("authorization") != f"Bearer {self.api_key}":
            return _error(401, "missing_api_key")
        if (request.method, request.path) != ("POST", "/emails"):
            return _error(404, "not_found")
        key = request.headers.get("idempotency-key", "")
        if not 1 <= len(key) <= 256:
            return _error(400, "invalid_idempotency_key")
        if key in self._saved:
            body, answer = self._saved[key]
            return answer if body == request.body else _error(409, "invalid_idempotent_request")
        mail = json.loads(request.body)
        if set(mail) - FIELDS or not {"from", "to", "subject"} <= set(mail) or not isinstance(mail["to"], list):
            return _error(422, "validation_error")
        self.mails.append(mail)
        answer = Answer(200, json.dumps({"id": f"mail-{len(self.mails)}"}).encode())
        self._saved[key] = (request.body, answer)
        return answer


def _error(status: int, name: str) -> Answer:
    return Answer(status, json.dumps({"statusCode": status, "name": name, "message": name}).encode())
