"""What of a message was not understood: quoted at once, and open until it is told anew or let go."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.deciding.mind import GOES_BACK, Mind, says_else
from app.features.chat.assistant.language.goods import BEGINS
from app.features.chat.assistant.language.vocabulary import EVERYDAY, FILLER
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import CartLine, Pending
from app.ops.expressions import expression

_THAT_IS_ALL = expression(
    r"\b(?:so\s+isso|mais\s+nada|nada\s+(?:mais|nao)|deixa(?:\s+(?:pra\s+la|quieto|isso|fora))?$|esquece|sem\s+(?:isso|ela)|"
    r"that'?s\s+(?:all|it)|never\s?mind|forget\s+it)"
)

# `esse é pra minha mãe` asks for nothing.
_FOR_WHOM = expression(r"\b(?:pra|para|pro|for)\s+(?:[ao]s?\s+)?(?:meu|minha|meus|minhas|my|our)\s+\w+")
_WRONG = expression(r"\b(?:errad[oa]s?|trocad[oa]s?|invertid[oa]s?|outr[oa]s?|wrong|other)\b")
MOST_QUOTED = 80
_COMMON = FILLER | EVERYDAY


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
    if doubt := _without_effect(mind):
        mind.unread, mind.changed = doubt, True  # so that it is asked at once whether to go on without it
    else:
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


def _without_effect(mind: Mind) -> str:
    """A message that would change the cart and has not: what it names was not found, or it puts right what stays as it
    was. The next yes is none to the order, but to going on without."""
    acts, told = mind.acts, {said.what for said in mind.says}
    same = bool(mind.cart.lines) and mind.cart == mind.state.cart and mind.pending is None
    wishes = [one for one in acts.changes if one.kind != "remove" and (not one.mention.empty or one.old is not None)]
    wishes += _told_of_lines(mind)
    if not same or mind.handed or "?" in acts.text or not wishes or any(one.mention.every for one in wishes):
        return ""
    left = [] if says_else(mind) or acts.yes or acts.hesitates or acts.leaves else _left_over(mind, wishes)
    if _is_so(mind, wishes) and not left:
        return ""
    lost = "nothing" in told and any(map(mind.shop.goods.place, _named(wishes)))
    corrects = any(one.corrects or one.kind in ("exchange", "only") for one in wishes)
    unheard = (corrects or left) and told <= {"nothing"} and GOES_BACK.search(fold(acts.text)) is None
    return acts.text.strip()[:MOST_QUOTED] if lost or unheard else ""


def _told_of_lines(mind: Mind) -> list[Change]:
    """`o mel tá errado`: what is said of a line of the cart and is no wish."""
    named = [one.mention for one in mind.acts.looks if one.guess and one.mention.words]
    lines = " ".join(line.name for line in mind.cart.lines)
    return [Change("want", one) for one in named if any(shares([word], lines) for word in one.words)]


def _left_over(mind: Mind, wishes: Sequence[Change]) -> list[str]:
    """Words of the message that stand in no wish and in no line of the cart."""
    known = {stem(word) for word in _named(wishes)}
    lines = " ".join(one.name for one in mind.cart.lines)
    text = _FOR_WHOM.sub(" ", fold(mind.acts.text))
    return _WRONG.findall(text) or [
        word
        for word in words(text)
        if len(word) > 2 and word not in _COMMON and stem(word) not in known and not shares([word], lines)
    ]


def _is_so(mind: Mind, wishes: Sequence[Change]) -> bool:
    """The cart holds already what is wished for: each of it, what is said of no name of the same line."""
    lines: list[CartLine] = list(mind.cart.lines)
    for wish in wishes:
        said, count = (*wish.mention.words, *wish.mention.soft), wish.mention.quantity
        lines = list(mind.cart.lines) if wish.mention.words else lines
        lines = [
            one for one in lines if all(shares([word], one.name) for word in said) and count in (None, one.quantity)
        ]
        if wish.kind == "exchange" or wish.mention.by_price or not lines:
            return False
    return True


def _named(wishes: Sequence[Change]) -> list[str]:
    mentions = [one for wish in wishes for one in (wish.mention, wish.old, *wish.parts) if one is not None]
    return [word for one in mentions for word in (*one.words, *one.soft)]
