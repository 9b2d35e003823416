"""So much of what nothing says: `1kg dele`, where nothing was spoken of. Pure."""

from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_SO_MUCH_OF_IT = expression(
    r"\b\d{1,4}(?:[.,]\d{1,2})?\s*(?:kgs?|kilos?|quilos?|g|gr|gramas?|ml|l|litros?|liters?|m|metros?|meters?|cm)\s+"
    r"(?P<of>d(?:el[ea]|ess[ea]|est[ea]|aquel[ea]|isso|isto)s?|of\s+(?:it|that|this|them|those))\b(?!\s+(?:de\s+)?[a-z]{4,})"
)


def pointed_at_nothing(text: str, state: ConversationState) -> str:
    """The folded text in which such a measure is a count: what it points at is asked for as of `quero 1 dele`."""
    dialogue = state.dialogue
    if state.cart.lines or dialogue.listed or dialogue.focus is not None or dialogue.pending is not None:
        return text
    return _SO_MUCH_OF_IT.sub(r"1 \g<of>", text)
