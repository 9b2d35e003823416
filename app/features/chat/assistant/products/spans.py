"""A number that lies in a size: `39`, of what comes in `38-40`; `46`, of what is told that `G veste 44 e 46`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.matching import Product
from app.ops.expressions import expression

_SPAN = expression(r"^\D{0,12}(?P<low>\d{2})\s*(?:-|/|a|ao|ate)\s*(?P<high>\d{2})$")
_LETTER = expression(r"^(?:pp|p|m|g{1,4}|xg{1,2}|[eg]xg|xs|s|l|x{1,3}l)$")
_WEARS = (
    r"(?<![a-z]){}\s*(?:\(|:|=|-)?\s*(?:(?:veste[m]?|serve[m]?|equivale[m]?|corresponde[m]?|fits?|usa)\s+)?(?:(?:d?[oae]s?|ao?|em|quem|pra|para|numero|tamanho|manequim|size)\s+)*"
    r"(?P<one>[2-6]\d)(?!\d|\s*(?:cm|kg|g|reais|%))(?:\s*(?P<joins>,|e|ou|and|or|a|ao|ate|-|/|to)\s*(?P<two>[2-6]\d)(?!\d|\s*(?:cm|kg)))?"
)


def in_span(number: str, products: Sequence[Product], sentences: Sequence[str] = ()) -> list[Product]:
    """The kinds whose size takes a number that none has by itself; all of them where none does. sentences: what the
    shop's documents tell."""
    if len(number) != 2 or not number.isdigit() or len({one.group for one in products}) != 1:
        return list(products)
    values = [value for one in products for value in one.options.values()]
    if any(number in words(fold(value)) for value in values):
        return list(products)
    spans = [one for one in products if any(_holds(value, int(number)) for value in one.options.values())]
    if spans:
        return spans
    told = [one for one in products if any(_worn(value, number, one, sentences) for value in one.options.values())]
    return told or list(products)


def _holds(value: str, number: int) -> bool:
    span = _SPAN.match(fold(value))
    return span is not None and int(span["low"]) <= number <= int(span["high"])


def _worn(value: str, number: str, product: Product, sentences: Sequence[str]) -> bool:
    """The letter is told to be for it, in what the shop says of the thing or of its sizes."""
    letter = fold(value)
    if _LETTER.match(letter) is None:
        return False
    for sentence in (product.description or product.about, *sentences):
        for found in re.finditer(_WEARS.format(re.escape(letter)), fold(sentence)):
            one, two = int(found["one"]), int(found["two"] or found["one"])
            through = found["joins"] in ("a", "ao", "ate", "-", "to") and one <= int(number) <= two
            if through or int(number) in (one, two):
                return True
    return False
