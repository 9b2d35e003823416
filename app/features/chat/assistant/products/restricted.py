"""What somebody must not eat or wear: asked for by name, and told of a product or not. Pure."""

import re
from collections.abc import Sequence

import msgspec

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product, fitting
from app.features.chat.assistant.products.name_words import product_words
from app.ops.expressions import expression

# What nobody tells to be in a thing may still be in it.
ALLERGENS = frozenset(
    "lactose gluten leite ovo ovos soja amendoim nozes castanha trigo acucar corante perfume alcool niquel".split()  # noqa: SIM905
)
_IN_ENGLISH = {
    "sugar": "acucar",
    "dairy": "lactose",
    "milk": "leite",
    "nut": "nozes",
    "nuts": "nozes",
    "peanut": "amendoim",
    "peanuts": "amendoim",
    "wheat": "trigo",
    "egg": "ovo",
    "eggs": "ovo",
    "soy": "soja",
    "alcohol": "alcool",
    "fragrance": "perfume",
    "nickel": "niquel",
    "meat": "carne",
    "onion": "cebola",
    "onions": "cebola",
}
_NAMES = "|".join((*sorted(ALLERGENS), *_IN_ENGLISH))
_KINDS = expression(r"diet|vegan[oa]?s?|vegetarian[oa]?s?|kosher|halal")
_RESTRICTS = expression(
    rf"\b(?:sem|zero|livre\s+de|without|free\s+(?:of|from))\s+(?:any\s+)?(?P<what>{_NAMES})\b"
    rf"|\b(?P<free>lactose|gluten|{'|'.join(_IN_ENGLISH)})[\s-]free\b"
    rf"|\b(?P<kind>{_KINDS.pattern})\b"
)


# `qual pizza não tem carne?`, `tem alguma sem cebola?`: of whatever; what is there for all or for sale is none.
_LACKS = expression(
    r"\b(?:qual|quais|que|which|what|any|algum|alguma|alguns|algumas|algo|opcao|opcoes)\b(?:\s+\w+){0,4}?\s+"
    r"(?:(?:nao|n)\s+(?:tem|leva[m]?|vem\s+com|vai|contem|usa[m]?)|(?:do|does)(?:n't|\s+not)\s+(?:have|contain)|has\s+no|have\s+no)\s+"
    r"(?:nada\s+d[eo]\s+)?(?!mais\b|estoque|desconto|frete|juros|troca|garantia|entrega|como\b|jeito|problema|ai\b)(?P<lacks>[a-z]{3,})$"
    r"|\b(?:any|algum|alguma|alguns|algumas|algo|opcao|opcoes)\s+(?:[a-z]+\s+)?(?:sem|without)\s+(?P<out>carne|frango|porco|bacon|presunto|peixe|camarao|cebola|alho|pimenta|meat|onions?)\b"
)
# `eu não como carne`, `minha filha não pode com leite`, `sou celíaca`: what somebody must not have
_MUST_NOT = expression(
    r"\b(?:(?:nao|n|nem)\s+(?:como|come|comem|comemos|posso|pode|podem|podemos|tomo|toma|bebo|bebe|consum\w+)|"
    r"(?:don't|doesn't|can't|cannot|do\s+not|does\s+not|can\s+not)\s+(?:eat|have|drink))\s+(?:(?:comer|tomar|beber|consumir|ter|com|de|nada|any|anything\s+with)\s+)*"
    rf"(?P<what>carne(?!\s+(?:vermelha|de\s+porco))|{_NAMES})\b|\b(?:intolerante|intolerancia|intolerant)\s+(?:a|to)\s+(?P<to>{_NAMES})\b|\b(?P<ill>celiac|diabet)"
)
_FOR_THE_ILL = {"celiac": "gluten", "diabet": "acucar", "carne": "vegetariano", "meat": "vegetariano"}


def restriction(text: str) -> str:
    """`tem bolo sem lactose?`: lactose; `vegano`: that; empty: none is told. text: folded."""
    found = _RESTRICTS.search(text)
    if found is None and (must_not := _MUST_NOT.search(text)):
        what = must_not["what"] or must_not["to"] or must_not["ill"]
        return _FOR_THE_ILL.get(what) or _IN_ENGLISH.get(what, what)
    if found is None:
        lacks = _LACKS.search(text.strip(" .?!"))
        what = (lacks["lacks"] or lacks["out"]) if lacks else ""
    else:
        what = found["what"] or found["free"] or found["kind"]
    return _IN_ENGLISH.get(what, what)


_AS_WELL = {"lactose": "(?:lactose|leite|lacteos)", "trigo": "(?:trigo|gluten)"}


def is_free(told: str, what: str) -> bool:
    """The shop's words (folded) say that it is without it, or of that kind."""
    if _KINDS.fullmatch(what):
        meatless = what.startswith("vegetarian") and is_free(told, "carne")
        return meatless or re.search(rf"\b{what.rstrip('aos')}", told) is not None
    named = _AS_WELL.get(what, re.escape(what))
    return (
        re.search(
            rf"\b(?:sem|zero|livre\s+de|nao\s+(?:contem|leva|tem|vai)|without|free\s+of)\s+(?:adicao\s+de\s+)?{named}",
            told,
        )
        is not None
    )


def free_of(products: Sequence[Product], mention: Mention, what: str) -> list[Product]:
    """Those of the named ones that the shop tells to be without it."""
    words = tuple(word for word in mention.words if what not in (word, _IN_ENGLISH.get(word)))
    meant = fitting(products, msgspec.structs.replace(mention, words=words)) if words else products
    return [
        one
        for one in meant
        if is_free(fold(f"{one.name} {one.category or ''} {one.description} {' '.join(one.options.values())}"), what)
    ]


def without_allergens(products: Sequence[Product], mention: Mention) -> list[Product]:
    """`2 barras sem leite`: those told to be without it; where none is, those that are not called by it."""
    found = list(products)
    for what in map(allergen, mention.without):
        if what:
            unnamed = [one for one in found if what not in product_words(fold(one.name))]
            found = free_of(found, Mention(), what) or unnamed
    return found


def allergen(word: str) -> str:
    """What the word (folded) says in Portuguese that somebody must not have; empty: it is nothing of that."""
    what = _IN_ENGLISH.get(word, word)
    return what if what in ALLERGENS else ""
