"""What of a message the goods on the shelf settle, and those before the shopper; the rules read the rest. Pure."""

from collections.abc import Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language import signs
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.plain.reading import Plain, read_plainly
from app.features.chat.assistant.plain.shelf import Shelf
from app.features.chat.assistant.products.matching import Product, spread
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.reading.asides.told_aloud import without_quoted
from app.features.chat.assistant.reading.asides.wavering import wavering
from app.features.conversations.consent import agrees
from app.features.conversations.state import ConversationState, Pending
from app.ops.expressions import expression

# `pera, o chemise não`, which goes on
_WAITS = expression(
    r"^\W*(?:(?:k+|ah+|eita|opa|ops|nao|oh|hey)\W+)*(?:pera\w*|espera|calma|wait|hold\s+on)(?:\s+ai)?\s*[,.!:]+\s*(?=\w)"
)
_SUM = expression(r"^\W*quanto\s+fica\s+(?P<goods>[^?]+)\?\W*$")
_ALONG = expression(r"\b(?:junto|tambem|tb|tbm|too|as\s+well)\b")


def settled_by_shelf(said: str, state: ConversationState, goods: Sequence[Product]) -> Plain:
    """The changes, and what is left for the rules: all of it, where not everything that is said of goods is plain."""
    asked, focus = state.dialogue.pending, state.dialogue.focus
    unread = Plain((), said)
    if not goods or _wavers(said) or (asked is not None and asked.kind == "resize"):
        return unread
    before = spread([*state.dialogue.listed, *([focus] if focus else []), *(asked.options if asked else ())])
    chosen = spread(asked.options) if asked is not None and asked.kind == "choose" else spread([focus] if focus else [])
    shelf = Shelf([*before, *goods])
    plain = read_plainly(
        said,
        shelf,
        state.cart.lines,
        [one.product_id for one in chosen],
        choices=_choices(state),
        room=state.dialogue.taken_out,
    )
    if plain is None or (state.dialogue.unread and not plain.changes):
        return unread
    held = {line.product_id: line.quantity for line in state.cart.lines}
    same = all(one.kind == "want" and held.get(one.mention.product_id) == one.mention.quantity for one in plain.changes)
    if same and state.awaiting_confirmation:
        return unread  # `sim, 2 spaten e 2 zero`: as it is
    if same and plain.changes:
        return Plain((), plain.rest) if plain.rest else unread
    return unread if asked is not None and _takes_both(plain, said, asked, shelf) else plain


def priced_by_shelf(text: str, goods: Sequence[Product]) -> tuple[Mention, ...]:
    """The goods of which a folded message only asks what so many come to, each in the words of its name; none where
    the shelf does not settle all of them."""
    asked = _SUM.search(text)
    plain = read_plainly(f"quero {asked['goods']}", Shelf(goods), []) if asked and goods else None
    if plain is None or plain.rest or len(plain.changes) < 2:
        return ()
    names = {one.product_id: product_words(fold(one.name)) for one in goods}
    return tuple(Mention(tuple(names[one.mention.product_id]), quantity=one.mention.quantity) for one in plain.changes)


def _choices(state: ConversationState) -> dict[str, int]:
    """The goods that were wished for and of which one kind is to be chosen, and how many of it."""
    asked = [one for one in (state.dialogue.pending, *state.dialogue.open) if one is not None]
    wished = [one for one in asked if one.kind == "choose" and one.quantity and not one.near and one.replaces is None]
    return {kind.product_id: one.quantity or 1 for one in wished for kind in spread(one.options)}


def _wavers(said: str) -> bool:
    """It puts the wish off, or quotes somebody."""
    folded = _WAITS.sub("", fold(said))
    text = spelt_out(folded).strip()
    return (
        wavering(text).strip() != text or without_quoted(folded) != folded or signs.HESITATES.search(text) is not None
    )


def _takes_both(plain: Plain, said: str, asked: Pending, shelf: Shelf) -> bool:
    """`sim, e mais um cabo`, `põe uma palmilha junto`: what was offered, and something else."""
    if asked.kind != "quantity" or len(asked.options) != 1:
        return False
    offered = {kind.base for one in asked.options[0].each if (kind := shelf.of(one.product_id))}
    taken = {kind.base for one in plain.changes if (kind := shelf.of(one.mention.product_id))}
    both = agrees(plain.rest) or _ALONG.search(fold(said)) is not None
    return both and offered.isdisjoint(taken)
