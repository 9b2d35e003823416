"""A bare number that is no count: what the shopper would pay, or more than anybody orders."""

from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading import verbs
from app.ops.expressions import expression

LEAST_BID, DEAR_CENTS = 20, 10_000
"""A bid is at least so many reais; where a unit costs so much, it may be for all that is in the cart."""
MOST_ALONE = 999
"""A number above this, said by itself, is no count."""
MOST_PLACES = 9
"""A number above this, after the postal code and before the street, is no count."""
_OFFERS = expression(
    r"\W*(?:(?:ah+|e|ta|mas|poxa|entao|olha|so|ok|well|and)\W+)*(?:faz(?:em)?|fecha(?:mos)?|dou|pago|tenho|te\s+dou|consegue(?:m)?|rola|aceita(?:m)?|"
    r"i'?ll\s+(?:give|pay)(?:\s+you)?|how\s+about|can\s+you\s+do|would\s+you\s+take|deixa\s+por|sai\s+por)\s+(?:por\s+|em\s+|a\s+|for\s+)?(?:r?\$\s*)?"
    r"\d{1,4}(?:[.,]\d{2})?(?:[\s,]+(?:ai|pra\s+mim|entao|e|eu|fecho|levo|pego|agora|hoje|a\s+vista|no|pix|reais|conto|pila|now|cash|in))*\W*"
)
# `8 cada e levo`
_EACH_AT = expression(
    r"\W*(?:(?:ta|ok|entao|mas|e|ah+|and|so)\W+)*(?:r?\$\s*)?\d{1,4}\s+(?:reais\s+|conto\s+)?(?:cada(?:\s+uma?)?|each)(?:[\s,]+(?:e|que|ai|and|eu|ja|i'?ll|levo|fecho|pego|compro|take|buy|it|them|no|pix|agora|now))*\W*"
)
_UNITS = expression(r"\b(?:un|und|unidades?|pecas?|pares?|caixas?|pacotes?|duzias?|kg|quilos?|pieces|units|pairs)\b")


def no_count(mind: Mind, wanted: Change) -> bool:
    """Whether a wish is only a number that counts nothing; what is to be said of that is said."""
    if _is_bid(mind, wanted):  # `to com 900 aqui`, of two things for 499 each
        mind.say("price_stands")
        mind.changed = mind.changed or bool(mind.cart.lines)
        asked = mind.state.dialogue.pending
        mind.pending = asked if asked is not None and asked.kind == "quantity" else mind.pending
        return True
    count = wanted.mention.quantity
    if wanted.bare and count is not None and count > MOST_PLACES and _waits_for_street(mind):
        mind.say("number_of_house", number=str(count))
        mind.pending = mind.state.dialogue.pending
        return True
    if wanted.bare and count is not None and count > MOST_ALONE:
        mind.say("number_unclear", number=str(count))
        mind.pending = mind.state.dialogue.pending
        return True
    return False


def _waits_for_street(mind: Mind) -> bool:
    """It is to be brought to a postal code whose street was not told."""
    known = mind.state.known
    return bool(mind.cart.lines and known.cep and not known.address and mind.cart.shipping_option)


def _is_bid(mind: Mind, wanted: Change) -> bool:
    """A number without a noun or a verb that is near what the goods cost is no count of them."""
    count, asked = wanted.mention.quantity, mind.state.dialogue.pending
    text = spelt_out(fold(mind.acts.text))
    if count is not None and _EACH_AT.fullmatch(text) and any(0.3 * p <= count * 100 <= 1.2 * p for p in _prices(mind)):
        return True
    if count is None or count < LEAST_BID or not wanted.mention.empty or wanted.corrects:
        return False
    if any(count * 100 in (price, round(price, -2)) for price in _prices(mind)) and not _UNITS.search(text):
        return True  # `tá, leva os 399 então`
    if _OFFERS.fullmatch(text) and any(0.4 * price <= count * 100 < price for price in _prices(mind)):
        return True  # `faz 35 aí`, of what costs 42
    if verbs.kind(text) is not None or _UNITS.search(text) or (asked is not None and asked.kind == "quantity"):
        return False
    return any(0.3 * price <= count * 100 <= 1.2 * price for price in _prices(mind))


def _prices(mind: Mind) -> list[int]:
    """Those of the cart, else that of what is spoken of."""
    lines = mind.cart.lines
    focus = mind.focus.price_cents if mind.focus is not None else None
    prices = [line.unit_price_cents for line in lines] or ([focus] if focus else [])
    if lines and prices[-1] >= DEAR_CENTS:
        prices.append(mind.cart.total_cents)
    return prices
