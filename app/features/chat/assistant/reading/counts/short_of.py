"""How much is missing, asked of a cart without a word for what: of the amount from which it is sent free. Pure."""

from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_HOW_MUCH = expression(
    r"\W*(?:(?:e|entao|agora|ainda|and|so|now|then)\W+)*(?P<asked>quanto\s+(?:(?:que|ainda|mais)\s+)*falta(?:ria)?|falta(?:ria)?\s+quanto|"
    r"how\s+much\s+(?:more|is\s+(?:left|missing))(?:\s+(?:do\s+i|i)\s+(?:still\s+)?(?:need|have))?(?:\s+to\s+(?:go|spend|buy|add))?)"
    r"(?:\s+(?:agora|ainda|mais|entao|now|then|still))*\W*"
)


def short_of_free(text: str, state: ConversationState) -> str:
    """`quanto falta agora?`, of a cart, in full."""
    found = _HOW_MUCH.fullmatch(fold(text)) if state.cart.lines else None
    if found is None:
        return text
    return "how much more for free shipping?" if "how" in found["asked"] else "quanto falta pro frete grátis?"
