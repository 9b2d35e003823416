"""The mail about a card that expires soon: once for each month of expiry."""

from datetime import date, timedelta

from app.context import Services
from app.features.billing.mails import Notice
from app.features.billing.notices import notify
from app.features.billing.rules import next_month

AHEAD = timedelta(days=30)


async def warn_of_expiry(services: Services, company: str, customer: str, warned_for: date | None) -> date | None:
    """Write about the card that would be charged, when it expires within a month; the expiry that was written about.

    Raises CardError.
    """
    charged = await services.cardprovider.default_card(customer)
    cards = {one.id: one.card for one in await services.cardprovider.list_cards(customer)}
    card = cards.get(charged or "")
    if card is None:
        return warned_for
    expires = date(card.exp_year, card.exp_month, 1)
    # A card is good until the end of its month.
    if expires == warned_for or next_month(expires) > services.clock.now().date() + AHEAD:
        return warned_for
    notice = Notice(kind="card-expiring", subject=card.last4, period=f"{expires:%m/%Y}")
    async with services.db.transaction() as tx:
        await notify(services, tx, company, f"card-expiring/{company}/{expires:%Y-%m}", notice)
    return expires
