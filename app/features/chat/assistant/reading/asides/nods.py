"""What says nothing but that it was heard: `ah tá`, `legal`, `😂`. Pure."""

from app.features.chat.assistant.language.words import fold, words
from app.features.conversations.consent import agrees, refuses
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_HEARD = expression(r"\W*(?:(?:a+h+|oh+|hm+)\s+)?(?:ta|tah|legal|bacana|saquei|interessante)(?:\s+(?:viu|hein))?\W*")


def as_nod(message: str, state: ConversationState) -> str:
    """The message in a plainer word for it, where no summary waits and nothing is to be chosen."""
    if not state.cart.lines or state.awaiting_confirmation or state.offers_else or "?" in message:
        return message
    text = fold(message)
    if _HEARD.fullmatch(text):
        return "ok"
    signs = message.strip() != "" and not words(text) and not any(map(str.isalnum, message))
    return "kkk" if signs and not (agrees(message) or refuses(message)) else message
