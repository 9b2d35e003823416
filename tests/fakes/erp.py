"""A fake ERP: takes signed pushes, checks them with the independent `standardwebhooks` package, keeps them."""

import json
from typing import Any

import standardwebhooks

from tests.fakes.server import Answer, Fake, Seen


class FakeErp(Fake):
    """`status` is what it answers to a rightly signed push; a wrong signature gets 401."""

    def __init__(self, secret: str = "") -> None:
        super().__init__()
        self.secret = secret
        self.status = 200
        self.pushes: list[dict[str, Any]] = []

    async def handle(self, request: Seen) -> Answer:
        """Keep a push once per message id."""
        try:
            push = standardwebhooks.Webhook(self.secret).verify(request.body, request.headers)
        except standardwebhooks.WebhookVerificationError:
            return Answer(401, b'{"secret_of_the_erp": "must not be echoed"}')
        if self.status < 300 and request.headers["webhook-id"] not in {p["webhook_id"] for p in self.pushes}:
            self.pushes.append({"webhook_id": request.headers["webhook-id"], **push})
        return Answer(self.status, json.dumps({"internal": "must not be echoed"}).encode())
