"""Answers of the webhooks."""

from typing import Literal

from app.web.types import Resource


class CardEventReceipt(Resource):
    """The event is stored with its effect; `duplicate`: it was before, `ignored`: it has none here."""

    received: bool
    status: Literal["processed", "ignored", "duplicate"]
