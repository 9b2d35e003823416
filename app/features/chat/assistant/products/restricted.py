"""What somebody must not eat or wear: asked for by name, and told of a product or not. Pure."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, fitting

# What nobody tells to be in a thing may still be in it.
ALLERGENS = frozenset(
    "lactose gluten leite ovo ovos soja amendoim nozes castanha trigo acucar corante perfume alcool niquel".split()  # noqa: SIM905
)
_IN_ENGLISH = {"sugar": "acucar", "dairy": "lactose", "nut": "nozes", "nuts": "nozes", "egg": "ovo", "soy": "soja"}
_KINDS = re.compile(r"diet|vegan[oa]?s?|vegetarian[oa]?s?|kosher|halal")
_RESTRICTS = re.compile(
    rf"\b(?:sem|zero|livre\s+de|without|free\s+of)\s+(?P<what>{'|'.join((*sorted(ALLERGENS), *_IN_ENGLISH))})\b"
    r"|\b(?P<free>lactose|gluten|sugar|dairy|nut|egg|soy)[\s-]free\b"
    rf"|\b(?P<kind>{_KINDS.pattern})\b"
)


def restriction(text: str) -> str:
    """`tem bolo sem lactose?`: lactose; `vegano`: that; empty: none is told. text: folded."""
    found = _RESTRICTS.search(text)
    if found is None:
        return ""
    what = found["what"] or found["free"] or found["kind"]
    return _IN_ENGLISH.get(what, what)


def is_free(told: str, what: str) -> bool:
    """The shop's words (folded) say that it is without it, or of that kind."""
    if _KINDS.fullmatch(what):
        return re.search(rf"\b{what.rstrip('aos')}", told) is not None
    named = rf"(?:{what}|leite|lacteos)" if what == "lactose" else re.escape(what)
    return (
        re.search(
            rf"\b(?:sem|zero|livre\s+de|nao\s+(?:contem|leva|tem|vai)|without|free\s+of)\s+(?:adicao\s+de\s+)?{named}",
            told,
        )
        is not None
    )


def free_of(products: Sequence[Product], mention: Mention, what: str) -> list[Product]:
    """Those of the named ones that the shop tells to be without it."""
    named = msgspec.structs.replace(mention, words=tuple(word for word in mention.words if word != what))
    meant = fitting(products, named) if named.words else products
    return [
        one for one in meant if is_free(fold(f"{one.name} {one.description} {' '.join(one.options.values())}"), what)
    ]
