"""Answers of the webhooks."""

from typing import Literal
from uuid import UUID

from app.features.orders.paid import PaidResult
from app.features.orders.types import Status
from app.web.types import Resource


class CardEventReceipt(Resource):
    """The event is stored with its effect; `duplicate`: it was before, `ignored`: it has none here."""

    received: bool
    status: Literal["processed", "ignored", "duplicate"]


class PixReceipt(Resource):
    """What a notification of the PIX provider did to its order; no order: the charge is none of ours."""

    received: bool
    order_id: UUID | None
    status: Status | None
    result: PaidResult
