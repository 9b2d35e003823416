"""For whom a thing is to be, by the age that is told: `um presente pra menina de 6 anos`. Pure."""

import re

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product

_AGE = re.compile(r"\b(\d{1,2})\s*an(?:os|inhos?)\b")
_CHILD = re.compile(r"\b(?:criancas?|menin[oa]s?|filh[oa]s?|bebes?|sobrinh[oa]s?|net[oa]s?|kids?|child\w*|baby)\b")
_SMALL_CHILD = re.compile(r"\b(?:criancas?|bebes?|kids?|child(?:ren)?|baby|(?:[1-9]|1[0-2])\s*an(?:os|inhos?))\b")
_CHILDS = re.compile(r"\b(?:infanti[ls]|infantis|juvenil|criancas?|bebes?|kids?|baby|menin[oa]s?)\b")
_AGES = re.compile(r"\b(\d{1,2})\s*(?:a|ate|-)\s*(\d{1,2})\s*anos")


def for_child(text: str, products: list[Product]) -> list[Product]:
    """Where a child is spoken of, those that are for children by their name or options, if some are."""
    if _SMALL_CHILD.search(fold(text)) is None:
        return products
    return [one for one in products if _CHILDS.search(fold(one.name))] or products


def for_age(text: str, products: list[Product]) -> list[Product]:
    """Those whose description names the age, or that are for children, where some do."""
    found = _AGE.search(fold(text))
    if found is None:
        small = [one for one in products if _CHILDS.search(fold(f"{one.name} {one.category or ''} {one.description}"))]
        return (small or products) if _CHILD.search(fold(text)) else products
    age = int(found[1])
    told = [
        one
        for one in products
        if any(int(low) <= age <= int(high) for low, high in _AGES.findall(fold(f"{one.name} {one.description}")))
    ]
    return told or for_age("crianca", products)
