"""Whether a reply would only repeat its question, and what is done then."""

import msgspec

from app.features.chat.assistant.deciding.mind import (
    Mind,
    says_else,
)
from app.features.conversations.state import Pending

MISUNDERSTANDINGS = 2
_QUESTIONS = frozenset({"cart", "ask_delivery", "delivery", "ask_payment", "which", "list", "choose_option"})


def asks_again(mind: Mind) -> bool:
    """The reply would only repeat the question that the message was to answer, as nothing new was told."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    if asked is None or not _same(mind.pending, asked) or mind.cart != mind.state.cart or mind.lost or mind.handed:
        return False
    if _takes_the_rest(mind):
        return False
    if mind.pending is not None and mind.pending.quantity != asked.quantity:  # how many was told
        return False
    if mind.changed and (acts.changes or acts.looks):  # what is in the cart already was said once more
        return False
    return not says_else(mind) and all(said.what in _QUESTIONS for said in mind.says)


def _same(one: Pending | None, other: Pending | None) -> bool:
    return one is not None and other is not None and (one.kind, one.options) == (other.kind, other.options)


def shows_again(mind: Mind) -> bool:
    """The same goods are put before the shopper a third time, and nothing else was said meanwhile. Counts it."""
    asked = mind.state.dialogue.pending
    if (
        says_else(mind)
        or _takes_the_rest(mind)
        or not _same(mind.pending, asked)
        or not any(said.what in ("list", "choose_option") for said in mind.says)
    ):
        return False
    assert mind.pending is not None  # noqa: S101 - they are the same
    assert asked is not None  # noqa: S101
    mind.pending = msgspec.structs.replace(mind.pending, times=asked.times + 1)
    return mind.pending.times >= MISUNDERSTANDINGS


def _takes_the_rest(mind: Mind) -> bool:
    """A yes to what is in the cart is understood; ordering.py counts how often what is left was asked."""
    return bool(mind.cart.lines and mind.open) and (mind.acts.yes or mind.acts.checkout)


def goes_back(mind: Mind, asked: Pending) -> bool:
    """An aside that asks for nothing: back to the goods that are spoken of, twice at most."""
    if asked.kind not in ("choose", "quantity") or asked.near or asked.times >= MISUNDERSTANDINGS:
        return False
    if len(asked.options) == 1:
        mind.say("back_to", name=asked.options[0].name)
    else:
        mind.say("which")
    mind.pending = msgspec.structs.replace(asked, times=asked.times + 1)
    return True
