"""Paying by card where the goods change hands, which the shop's documents allow or not."""

import msgspec

from app.features.chat.assistant.deciding.mind import Mind, Say, quoted
from app.features.chat.assistant.documents.by_card import Place, places_named, taken_at
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.delivery import PICKUP


def settle(mind: Mind) -> None:
    """`busco aí, pago no cartão`: paid on delivery where a card is taken there, and the shop's sentence says so; where
    it is not, that is told and how to pay stays open."""
    asked = spelt_out(fold(mind.acts.text))
    on_arrival = mind.acts.method == "cod" and "?" in asked and signs.CARD.search(asked) is not None
    if not (mind.acts.card or on_arrival) or mind.acts.method not in (None, "cod"):
        return
    places, sentence = taken_at(mind.shop.passages, asked)
    where = _where(mind, asked)
    takes = "cod" in mind.shop.methods and bool(places) and (where <= places if where else len(places) > 1)
    mind.acts = msgspec.structs.replace(mind.acts, method="cod" if takes else None)
    told = sentence if takes else quoted(mind, "cards")
    mind.says.append(Say("text", text=told) if told else Say("no_card"))


def _where(mind: Mind, asked: str) -> set[Place]:
    """Where the goods change hands: as it was chosen, else as the message has it."""
    way = mind.cart.shipping_option
    if way is None:
        kinds: set[Place] = {"counter" if rule.kind == "pickup" else "door" for rule in mind.shop.shipping}
        return places_named(asked) or (kinds if len(kinds) == 1 else set())
    fetched = {PICKUP, *(rule.name for rule in mind.shop.shipping if rule.kind == "pickup")}
    return {"counter" if way in fetched else "door"}
