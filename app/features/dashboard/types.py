"""The dashboard, as contract.md §4 names it; its parts are JSON of the database."""

from msgspec import Raw

from app.web.types import Resource


class Dashboard(Resource):
    """Orders `{total, by_status, revenue_cents, attention, today, last_30_days}`, leads, products, the ten newest
    chats, whether an agent has documents, and the store shipping rules (`in_use`)."""

    orders: Raw
    leads: Raw
    products: Raw
    recent_conversations: Raw
    documents: Raw
    shipping: Raw
