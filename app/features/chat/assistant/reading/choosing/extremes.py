"""The first or last of some goods by price, size or weight. Pure; tests: those of references.py."""

from collections.abc import Sequence

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.sizes import size_of
from app.features.conversations.state import ConversationState, Listed
from app.ops.expressions import expression

_HEAVIEST = expression(r"\b(?:mais\s+pesad[oa]s?|heav(?:ier|iest))\b")
_LIGHTEST = expression(r"\b(?:mais\s+leves?|light(?:er|est))\b")
_WEIGHT = expression(r"\d\s*(?:kg|g)\b")
# `o mais barato de cada`, `the largest of both`
_OF_EACH = expression(
    r"\b(?:[oa]s?|the)\s+(?P<most>(?:maior|menor)(?:es)?|mais\s+[a-z]+|[a-z]{3,}est)(?:\s+ones?)?\s+"
    r"(?:(?:de|of)\s+(?:cada(?:\s+(?:uma?|tipo))?|each(?:\s+(?:one|kind))?)|d[oa]s\s+(?:dois|duas)|of\s+both)\b"
)


def of_each_choice(text: str, state: ConversationState) -> str:
    """The folded text with the heaviest, of goods that their weight tells apart, as the largest, and the largest of
    each of several choices named by what was asked for."""
    choices = state.dialogue.open
    shown = [*state.dialogue.listed, *(option for one in choices for option in one.options)]
    if shown and all(_WEIGHT.search(fold(each.name)) for one in shown for each in one.each):
        text = _LIGHTEST.sub("menor", _HEAVIEST.sub("maior", text))
    named = [one.query for one in choices if one.query]
    if len(named) < 2:
        return text
    return _OF_EACH.sub(lambda found: " e ".join(f"o {found['most'].removesuffix('es')} {one}" for one in named), text)


def extreme(products: Sequence[Listed], *, sized: bool, most: bool) -> set[str]:
    """The cheapest or dearest, the smallest or largest of them, all that are alike; empty where one cannot tell."""
    sizes: list[float | None] = [size_of(one.name, one.options) if sized else one.price_cents for one in products]
    if sized and any(size is None for size in sizes):
        sizes = [one.price_cents for one in products]
    known = [size for size in sizes if size is not None]
    if len(known) < len(products):
        return set()
    best = (max if most else min)(known)
    return {one.product_id for one, size in zip(products, sizes, strict=True) if size == best}
