"""What of a message was not understood: quoted at once, and open until it is told anew or let go."""

from app.features.chat.assistant.deciding.mind import Mind
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import Pending
from app.ops.expressions import expression

_THAT_IS_ALL = expression(
    r"\b(?:so\s+isso|mais\s+nada|nada\s+(?:mais|nao)|deixa(?:\s+(?:pra\s+la|quieto|isso|fora))?$|esquece|sem\s+(?:isso|ela)|"
    r"that'?s\s+(?:all|it)|never\s?mind|forget\s+it)"
)


def quote(mind: Mind) -> None:
    """The part of the message that was not understood; what it names stays open unless that was taken besides."""
    asks = any(said.what in ("list", "choose_option", "ask_delivery", "details") for said in mind.says)
    piece = mind.acts.unread[0] if mind.acts.unread else ""
    if not piece or mind.handed or not (mind.changed or asks):
        return
    taken = _is_taken(mind, piece)
    if not taken:
        mind.unread = piece
    if not asks and not (taken and not any(map(str.isdigit, piece))):  # another question comes first
        mind.say("unread", piece=piece)


def _is_taken(mind: Mind, piece: str) -> bool:
    """All the goods that a piece names are lines that this message changed."""
    before = {line.product_id: line.quantity for line in mind.state.cart.lines}
    lines = [line for line in mind.cart.lines if before.get(line.product_id) != line.quantity]
    said = [word for word in words(fold(piece)) if len(word) > 2 and word not in FILLER]
    named = [word for word in said if mind.shop.goods.place(word) == BEGINS] or [
        word for word in said if any(shares([word], line.name) for line in lines)
    ]
    return bool(named) and all(any(shares([word], line.name) for line in lines) for word in named)


def keep(mind: Mind) -> None:
    """What stays open: a part that was not understood, which line is to have a size; what is wanted no more is let go,
    and the order goes on."""
    mind.unread = _still_unread(mind)
    if size := mind.acts.resizes:
        mind.say("which_resized", size=size.upper() if size.isalpha() else size)
        mind.pending = Pending("resize", query=size)
    if not mind.acts.lets_go:
        return
    mind.changed = bool(mind.cart.lines)
    if not mind.cart.lines:
        mind.say("no")


def _still_unread(mind: Mind) -> str:
    """The part of an earlier message that was not understood, unless goods were told since or it is let go."""
    acts, asked = mind.acts, mind.state.dialogue.pending
    lets_go = asked is not None and asked.kind == "unread" and (acts.yes or acts.checkout)
    told = mind.cart.lines != mind.state.cart.lines or mind.pending is not None
    told = told or shares(acts.lets_go, mind.state.dialogue.unread)
    done = acts.no or acts.empties or _THAT_IS_ALL.search(fold(acts.text)) is not None
    return "" if told or lets_go or done else mind.state.dialogue.unread
