"""What somebody must not eat or wear: asked for by name, and told of a product or not. Pure."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, fitting
from app.ops.expressions import expression

# What nobody tells to be in a thing may still be in it.
ALLERGENS = frozenset(
    "lactose gluten leite ovo ovos soja amendoim nozes castanha trigo acucar corante perfume alcool niquel".split()  # noqa: SIM905
)
_IN_ENGLISH = {
    "sugar": "acucar",
    "dairy": "lactose",
    "nut": "nozes",
    "nuts": "nozes",
    "egg": "ovo",
    "soy": "soja",
    "meat": "carne",
    "onion": "cebola",
    "onions": "cebola",
}
_KINDS = expression(r"diet|vegan[oa]?s?|vegetarian[oa]?s?|kosher|halal")
_RESTRICTS = expression(
    rf"\b(?:sem|zero|livre\s+de|without|free\s+of)\s+(?P<what>{'|'.join((*sorted(ALLERGENS), *_IN_ENGLISH))})\b"
    r"|\b(?P<free>lactose|gluten|sugar|dairy|nut|egg|soy)[\s-]free\b"
    rf"|\b(?P<kind>{_KINDS.pattern})\b"
)


# `qual pizza não tem carne?`, `tem alguma sem cebola?`: of whatever; what is there for all or for sale is none.
_LACKS = expression(
    r"\b(?:qual|quais|que|which|what|any|algum|alguma|alguns|algumas|algo|opcao|opcoes)\b(?:\s+\w+){0,4}?\s+"
    r"(?:(?:nao|n)\s+(?:tem|leva[m]?|vem\s+com|vai|contem|usa[m]?)|(?:do|does)(?:n't|\s+not)\s+(?:have|contain)|has\s+no|have\s+no)\s+"
    r"(?:nada\s+d[eo]\s+)?(?!mais\b|estoque|desconto|frete|juros|troca|garantia|entrega|como\b|jeito|problema|ai\b)(?P<lacks>[a-z]{3,})$"
    r"|\b(?:any|algum|alguma|alguns|algumas|algo|opcao|opcoes)\s+(?:(?:pizza|coisa|lanche|prato|opcao)\s+)?(?:sem|without)\s+(?P<out>carne|frango|porco|bacon|presunto|peixe|camarao|cebola|alho|pimenta|meat|onions?)\b"
)


def restriction(text: str) -> str:
    """`tem bolo sem lactose?`: lactose; `vegano`: that; empty: none is told. text: folded."""
    found = _RESTRICTS.search(text)
    if found is None:
        lacks = _LACKS.search(text.strip(" .?!"))
        what = (lacks["lacks"] or lacks["out"]) if lacks else ""
    else:
        what = found["what"] or found["free"] or found["kind"]
    return _IN_ENGLISH.get(what, what)


def is_free(told: str, what: str) -> bool:
    """The shop's words (folded) say that it is without it, or of that kind."""
    if _KINDS.fullmatch(what):
        meatless = what.startswith("vegetarian") and is_free(told, "carne")
        return meatless or re.search(rf"\b{what.rstrip('aos')}", told) is not None
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
