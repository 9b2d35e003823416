"""What was not found is let go by the word for what there is: `pode ser só o resto`, `então só o protetor`. Pure."""

from app.features.chat.assistant.language.words import number, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_ONLY = expression(r"\b(?:so|apenas|somente|only|just)\b")
_REST = frozenset(
    """resto restante outros outras outro outra demais isso esse essa esses essas esta este mesmo tem tiver achou achei
    encontrou sobrou rest others other those these that this it them have found got left""".split()  # noqa: SIM905
)
_SAID = frozenset(
    """entao ok ta bom boa blz beleza certo poxa puxa ah ahh que pena pode ser me manda leva levo quero vou querer levar
    fica fico deixa faz fecha separa ve com sem problema tudo bem nao sim eu e o a os as um uma por favor so apenas
    somente de do da in ai mesmo segue sigo seguir
    then well okay fine i i'll ill take want have with the a and please just only no worries go on let's send me will
    voces voce vc you""".split()  # noqa: SIM905
)
GOES_ON = "segue so com o resto"


def only_the_rest(text: str, state: ConversationState) -> str:
    """A folded text that lets go of the part that was not understood, as the one that the rules read: it names no goods
    but all that the cart has, in so many as there are, or what there is by a word of its own."""
    asked = state.dialogue.pending
    if asked is None or asked.kind != "unread" or not state.cart.lines or "?" in text or not _ONLY.search(text):
        return text
    said = [word for word in words(text) if word not in _SAID]
    counts = [many for word in said if (many := number(word))]
    named = [word for word in said if word not in _REST and number(word) is None]
    lines = state.cart.lines
    if not named:
        return GOES_ON if said and not counts else text
    known = all(any(shares([word], line.name) for line in lines) for word in named)
    told = all(any(shares([word], line.name) for word in named) for line in lines)
    held = not counts or counts == [line.quantity for line in lines]
    return GOES_ON if known and told and held else text
