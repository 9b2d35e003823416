"""Everyday ways of saying a thing, as the one that the rules read. Pure."""

from app.features.chat.assistant.reading.asides.pauses import turning_to_the_shop
from app.features.chat.assistant.reading.asides.talk_plainly import talk_plainly
from app.features.chat.assistant.reading.asides.wavering import wavering
from app.features.chat.assistant.reading.changes.in_its_place import in_its_place
from app.features.chat.assistant.reading.changes.letting_go import let_go
from app.features.chat.assistant.reading.choosing.extremes import of_each_choice
from app.features.chat.assistant.reading.counts.so_many import so_many
from app.features.chat.assistant.reading.counts.what_if import as_price
from app.features.chat.assistant.reading.details.paying_then import paid_then
from app.features.chat.assistant.reading.kinds.each_kind import in_each_kind
from app.features.conversations.state import ConversationState


def said_plainly(text: str, state: ConversationState) -> str:
    """A folded message with its short forms spelt out, in which what has many ways to be said is said in one."""
    text = turning_to_the_shop(talk_plainly(text, buying=bool(state.cart.lines)))
    text = of_each_choice(as_price(text), state)
    text = in_its_place(in_each_kind(wavering(paid_then(text, state))), state)
    return so_many(let_go(text, state.cart.lines), state)
