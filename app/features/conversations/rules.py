"""Who attends a conversation, and what becomes of its summary when a message arrives. Pure.

The parts: state.py (the Structs), cart.py (the algebra), summary.py (text and reference), consent.py (is it a yes).
"""

import msgspec

from app.features.conversations.consent import agrees_to_cancel, judge
from app.features.conversations.state import Cart, ConversationState, Made, Pending, Summary, WaitingReason


def answers_itself(state: ConversationState) -> bool:
    """The assistant answers the next message."""
    return state.attended in ("bot", "closed")


def received(state: ConversationState, *, quota_allows: bool, is_open: bool) -> ConversationState:
    """A message came: a closed conversation reopens; waiting for want of quota, or for the agent's hours, ends by
    itself."""
    over = {"quota": quota_allows, "hours": is_open}.get(state.waiting_reason or "", False)
    if state.attended == "closed" or (state.attended == "waiting" and over):
        return msgspec.structs.replace(state, attended="bot", waiting_reason=None)
    return state


def handed_over(state: ConversationState, reason: WaitingReason) -> ConversationState:
    """A person is wanted. One who is there already stays; a reason that lasts replaces one that passes."""
    if state.attended == "human" or (state.attended == "waiting" and reason in ("quota", "hours")):
        return state
    return msgspec.structs.replace(voided(state), attended="waiting", waiting_reason=reason)


def taken(state: ConversationState) -> ConversationState:
    """A person attends it. What they agree on is not the assistant's summary any more."""
    return msgspec.structs.replace(voided(state), attended="human", waiting_reason=None)


def released(state: ConversationState) -> ConversationState:
    """The assistant attends it again, and begins to count misunderstandings anew."""
    dialogue = msgspec.structs.replace(state.dialogue, misunderstood=0, pending=None)
    return msgspec.structs.replace(state, attended="bot", waiting_reason=None, dialogue=dialogue)


def closed(state: ConversationState) -> ConversationState:
    """Nobody attends it until the next message; cart and summary are gone."""
    dialogue = msgspec.structs.replace(state.dialogue, misunderstood=0, pending=None)
    return msgspec.structs.replace(
        state, attended="closed", waiting_reason=None, cart=Cart(), summary=None, dialogue=dialogue
    )


def read_message(state: ConversationState, message: str) -> ConversationState:
    """The state after the shopper's message: one that refuses, changes or tells something else voids the summary, and
    anything but a yes leaves the order that was to be cancelled."""
    if state.cancelling is not None and not agrees_to_cancel(message):
        state = msgspec.structs.replace(state, cancelling=None)
    if state.summary is None or judge(state.summary, message) != "voids":
        return state
    return voided(state)


def voided(state: ConversationState) -> ConversationState:
    """The summary cannot be agreed to any more; the cart stays."""
    if state.summary is None or not state.summary.open:
        return state
    return msgspec.structs.replace(state, summary=msgspec.structs.replace(state.summary, open=False))


def shown(state: ConversationState, summary: Summary) -> ConversationState:
    """A new summary is before the shopper and waits for its yes; the cart is what it says."""
    dialogue = msgspec.structs.replace(state.dialogue, pending=Pending("confirm"))
    return msgspec.structs.replace(
        state, cart=summary.cart, summary=summary, summaries=state.summaries + 1, dialogue=dialogue
    )


def with_cart(state: ConversationState, cart: Cart) -> ConversationState:
    """Another cart; a summary that shows something else is void."""
    same = state.summary is not None and cart == state.summary.cart
    state = msgspec.structs.replace(state, cart=cart)
    return state if same else voided(state)


def ordered(state: ConversationState, made: Made) -> ConversationState:
    """An order was made: the cart is empty, the summary has served."""
    return msgspec.structs.replace(voided(state), cart=Cart(), orders=(*state.orders, made))


def cancelled(state: ConversationState, order_id: str) -> ConversationState:
    """The shopper has had an order cancelled: it stands no longer."""
    orders = tuple(
        msgspec.structs.replace(made, cancelled=True) if made.order_id == order_id else made for made in state.orders
    )
    return msgspec.structs.replace(state, orders=orders, cancelling=None)
