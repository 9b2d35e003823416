"""A fake receiver of webhooks: checks them with the independent `standardwebhooks` package and keeps them."""

import json
from collections.abc import Callable
from typing import Any

import standardwebhooks

from tests.fakes.server import Answer, Fake, Seen


class FakeReceiver(Fake):
    """`status` is what it answers to a rightly signed message, 500 to what it `refuses`; a wrong signature gets 401."""

    def __init__(self, secret: str = "") -> None:
        super().__init__()
        self.secret = secret
        self.status = 200
        self.refuses: Callable[[dict[str, Any]], bool] = lambda _: False
        self.pushes: list[dict[str, Any]] = []

    async def handle(self, request: Seen) -> Answer:
        """Keep a message once per id."""
        try:
            push = standardwebhooks.Webhook(self.secret).verify(request.body, request.headers)
        except standardwebhooks.WebhookVerificationError:
            return Answer(401, b'{"secret_of_the_erp": "must not be echoed"}')
        status = 500 if self.refuses(push) else self.status
        if status < 300 and request.headers["webhook-id"] not in {p["webhook_id"] for p in self.pushes}:
            self.pushes.append({"webhook_id": request.headers["webhook-id"], **push})
        return Answer(status, json.dumps({"internal": "must not be echoed"}).encode())
