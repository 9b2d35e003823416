"""`python -m tests.fakes.run_cardprovider`: the fake card provider by itself, to try billing without an account.

It delivers its events to the backend's webhook at once. `POST /_test/card/<customer>` puts a card on file,
`POST /_test/pay/<subscription or payment intent>` plays the shopper who completes a payment.
"""

import argparse
import asyncio
import json
import threading
import time
import urllib.request

from tests.fakes.cardprovider import FakeCardProvider, SignedEvent
from tests.fakes.server import Answer, Seen


class PlayableCardProvider(FakeCardProvider):
    """The fake with its events delivered, and two doors for what a shopper does."""

    def __init__(self, webhook_url: str, secret: str) -> None:
        super().__init__(webhook_secret=secret)
        self.webhook_url = webhook_url
        self._played: list[SignedEvent] | None = None
        for slug, cents in (("starter", 9_900), ("pro", 29_900), ("scale", 99_900)):
            self.add_price(f"price_{slug}_monthly", cents)
            self.add_price(f"price_{slug}_metered", 0, metered=True)

    async def handle(self, request: Seen) -> Answer:
        """The API, and the two doors, which answer when the backend has heard of it."""
        played = self._played = []
        match request.path.split("/")[1:]:
            case ["_test", "card", customer] if customer in self.customers:
                self.attach_card(customer)
            case ["_test", "pay", found] if found in self.subscriptions:
                self.pay_subscription(found)
            case ["_test", "pay", found] if found in self.payment_intents:
                self.pay_intent(found)
            case ["_test", *_]:
                self._played = None
                return Answer(404, b'{"error":{"message":"no such object"}}')
            case _:
                self._played = None
                return await super().handle(request)
        self._played = None
        for event in played:
            await asyncio.to_thread(self._deliver, event)
        return Answer(200, json.dumps({"done": True}).encode())

    def emit(self, *args: object, **options: object) -> SignedEvent:
        """Make the event and deliver it, a moment later: the caller's answer goes first."""
        event = super().emit(*args, **options)  # type: ignore[arg-type]
        if self._played is not None:
            self._played.append(event)
            return event
        threading.Timer(0.3, self._deliver, [event]).start()
        return event

    def _deliver(self, event: SignedEvent) -> None:
        headers = {"Stripe-Signature": event.header, "Content-Type": "application/json"}
        request = urllib.request.Request(self.webhook_url, event.body, headers)  # noqa: S310  (the address we were given)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
                print(event.kind, answer.status, flush=True)
        except OSError as error:
            print(event.kind, error, flush=True)


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8010)
    parser.add_argument("--webhook", default="http://127.0.0.1:8000/webhooks/cardprovider")
    parser.add_argument("--secret", default="whsec_fake")
    options = parser.parse_args()
    fake = PlayableCardProvider(options.webhook, options.secret)
    fake.port = options.port
    with fake:
        print(f"card provider on {fake.url}, events to {options.webhook}", flush=True)
        while True:
            time.sleep(3600)


if __name__ == "__main__":
    main()
