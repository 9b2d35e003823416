"""Letters that count sizes, and neither metres nor grams: `3 M branca, 1 G preta`. Pure."""

import re

from app.features.chat.assistant.language.words import SMALL_COUNT, fold, is_colour
from app.features.chat.assistant.products.name_words import SIZES
from app.features.chat.assistant.products.sizes import comes_in
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_COUNTED = expression(
    rf"\b(?P<n>{SMALL_COUNT})\s+(?P<size>xgg|pp|gg|xg|p|m|g)\b"
    rf"(?=\s*(?:$|[,;.!?\n+])|\s+(?:e|mais|and)\s|\s+(?:entao|mesmo|ai|tambem|so|por\s+favor|please|then|too)\b|\s+(?P<next>[a-z]{{4,}}))"
)


def lettered(text: str, state: ConversationState) -> str:
    """`2 p branca e 3 m preta`, as it is read: `2 tamanho p branca e 3 tamanho m preta`; a letter that may be a unit
    only beside another size, or where what is spoken of comes in it."""
    found = [one for one in _COUNTED.finditer(text) if one["next"] is None or is_colour(one["next"])]
    told = {one["size"] for one in found}
    grams = any(one["size"] == "g" and one["next"] is None for one in found)  # `1 g preta` is none
    if not (told - {"m", "g"} or len(told) > 1 or ("g" in told and not grams) or _in_letters(state)):
        return text
    return _COUNTED.sub(
        lambda one: f"{one['n']} tamanho {one['size']}" if one["next"] is None or is_colour(one["next"]) else one[0],
        text,
    )


def _in_letters(state: ConversationState) -> bool:
    """What is spoken of, or in the cart, comes in sizes that are letters."""
    dialogue = state.dialogue
    asked = dialogue.pending.options if dialogue.pending is not None else ()
    focus = (dialogue.focus,) if dialogue.focus is not None else ()
    entries = (*asked, *dialogue.listed, *focus, *dialogue.seen[-1:])
    values = {fold(value) for entry in entries for each in entry.each for value in each.options.values()}
    if any(comes_in(each.about, "m") for entry in entries for each in entry.each):
        return True  # `Tamanhos P ao GG`
    held = {word for line in state.cart.lines for word in re.split(r"[^a-z]+", fold(line.name.partition("(")[2]))}
    return not SIZES.isdisjoint(values | held)
