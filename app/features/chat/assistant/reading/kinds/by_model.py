"""Goods told by what they are for: `uma película do iphone 13, outra do 14 e capinha pros dois`, each named. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import SMALL_COUNT, number, words
from app.features.chat.assistant.products.alike import models_of
from app.features.chat.assistant.products.matching import Product
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_OF = r"(?:d[oae]|pr[oa]|pra|para\s+[oa]|for(?:\s+the)?|of(?:\s+the)?)"
_MODEL = (
    r"(?:(?!(?:uma?|mais|outr[oa])\b)[a-z]{2,}\s+)?(?:[a-z]{1,3}\d{1,3}[a-z]?|\d{1,3})"
    r"(?:\s+(?:pro|plus|max|mini|ultra|lite))*\b"
)
# `uma película do iphone 13 e outra do 14`
_ANOTHER = expression(
    rf"\b(?!(?:{SMALL_COUNT}|mais)\b)(?P<noun>[a-z]{{3,}})(?P<more>(?:\s+(?!(?:d[oae]|pr[oa]|para|for)\b)[a-z]+){{0,2}})\s+{_OF}\s+(?P<one>{_MODEL})"
    rf"(?P<and>\s*(?:,(?!\d)|\be\b|\band\b)+\s*(?:e\s+)?)(?P<count>{SMALL_COUNT}|outr[oa]|another)\s+(?P<of>{_OF})\s+(?P<other>{_MODEL})"
)
# `2 capinhas, uma do iphone 13 e uma do moto g54`
_SO_MANY = rf"{SMALL_COUNT}\s+{_OF}\s+{_MODEL}"
_SHARED = expression(
    rf"\b(?P<count>{SMALL_COUNT})\s+(?P<thing>[a-z][a-z ]*?)\s*[,:(]\s*(?:sendo\s+)?"
    rf"(?P<list>{_SO_MANY}(?:\s*(?:,|\be\b|\band\b)+\s*{_SO_MANY})+)(?=\s*(?:$|[,.;!?)\n]))"
)
_EACH_OF = expression(rf"\b(?P<n>{SMALL_COUNT})\s+{_OF}\s+(?P<model>{_MODEL})")
# `capinha preta pros dois`
_FOR_BOTH = expression(
    r"(?<![^,.;!?\n])(?P<thing>[^,.;!?\n]+?)\s+(?:(?:pr|d)[oa]s|pr?a(?:ra)?\s+[oa]s|for|of)\s+(?:dois|duas|both|the\s+two)"
    r"(?:\s+(?:celulares|aparelhos|modelos|phones|models))?(?=\s*(?:[,.;!?\n]|$))"
)
_ONE_FOR_ALL = expression(
    r"(?P<before>.*)\b(?P<thing>(?:uma?|1|one|an?)\s+[^,.;]+?)\s+(?:so|somente|apenas|unic[oa]|only)$|(?P<lead>.*)"
    r"\b(?:uma?|1)\s+(?:so|unic[oa])\s+(?P<what>[^,.;]+)$"
)
_TOLD = expression(rf"\b{_OF}\s+(?P<model>{_MODEL})")
_AND = expression(r"\s+(?:e|and|mais)\s+")
# `uma pro galaxy a54 mais a capinha preta`
_AND_THE = expression(r"(?<=\s)(?P<last>[a-z0-9]*\d[a-z0-9]*)\s+mais\s+(?=[oa]s?\s+(?P<noun>[a-z]{3,}))")
_MOST = 5


def by_model(text: str, lines: Sequence[CartLine]) -> str:
    """The folded message, in which each thing has its noun and the model that it is for. lines: those of the cart."""
    text = _AND_THE.sub(lambda one: f"{one['last']} e " if current().place(one["noun"]) == BEGINS else one[0], text)
    text = _SHARED.sub(_shared, text)
    for _ in range(_MOST):
        found = next((one for one in _ANOTHER.finditer(text) if current().place(one["noun"]) == BEGINS), None)
        if found is None:
            break
        count = "1" if found["count"].startswith(("outr", "another")) else found["count"]
        again = f"{count} {found['noun']}{found['more']} {found['of']} {_whole(found)}"
        text = f"{text[: found.start('count')]}{again}{text[found.end() :]}"
    return _FOR_BOTH.sub(lambda found: _each(found, text, lines), text)


def _shared(found: re.Match[str]) -> str:
    """So many of a thing in all, as what each of its models comes to."""
    each = list(_EACH_OF.finditer(found["list"]))
    own = any(current().place(word) == BEGINS for word in words(found["thing"]))
    if not own or number(found["count"]) != sum(number(one["n"]) or 1 for one in each):
        return found[0]
    return ", ".join(f"{one['n']} {found['thing']} do {one['model']}" for one in each)


def _whole(found: re.Match[str]) -> str:
    """`14`, after an `iphone 13`."""
    kind = found["one"].rpartition(" ")[0] if found["one"][-1].isdigit() else ""
    return f"{kind} {found['other']}" if found["other"].isdigit() and kind.isalpha() else found["other"]


def _each(found: re.Match[str], text: str, lines: Sequence[CartLine]) -> str:
    """The thing for either of the two models that the message names, or else the cart has."""
    if one := _ONE_FOR_ALL.search(found["thing"]):  # `uma embalagem só pros dois`
        return f"{one['before']}{one['thing']}" if one["thing"] else f"{one['lead']}1 {one['what']}"
    told = list(dict.fromkeys(one["model"] for one in _TOLD.finditer(text[: found.start("thing")] + found["thing"])))
    if not told:
        held = (models_of(Product(line.product_id, line.name)) for line in lines)
        told = [" ".join(model) for model in dict.fromkeys(model for each in held for model in sorted(each))]
    pieces = _AND.split(found["thing"])
    thing = pieces[-1]
    if len(told) != 2 or not any(current().place(word) == BEGINS for word in words(thing)):
        return found[0]
    before = found["thing"][: len(found["thing"]) - len(thing)]
    return f"{before}{thing} do {told[0]}, {thing} do {told[1]}"
