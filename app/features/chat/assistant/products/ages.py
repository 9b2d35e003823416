"""For whom a thing is to be, by the age or the person that is told: `um presente pra menina de 6 anos`. Pure."""

import re

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product
from app.ops.expressions import expression

_AGE = expression(r"\b(\d{1,2})\s*an(?:os|inhos?)\b")
# `têm 6 e 10 anos`
_SEVERAL = expression(
    r"\b\d{1,2}\s*(?:an(?:os|inhos?)\s*)?(?:,|e|ou|and|or)\s*(?:[a-z]+\s+){0,3}\d{1,2}\s*an(?:os|inhos?)\b"
)
_CHILD = expression(r"\b(?:criancas?|menin[oa]s?|filh[oa]s?|bebes?|sobrinh[oa]s?|net[oa]s?|kids?|child\w*|baby)\b")
_ADULT = expression(r"\badult[oa]?s?\b")
_SMALL_CHILD = expression(r"\b(?:criancas?|bebes?|kids?|child(?:ren)?|baby|(?:[1-9]|1[0-2])\s*an(?:os|inhos?))\b")
_CHILDS = expression(r"\b(?:infanti[ls]|infantis|juvenil|criancas?|bebes?|kids?|baby|menin[oa]s?)\b")
_AGES = expression(r"\b(\d{1,2})\s*(?:a|ate|-)\s*(\d{1,2})\s*anos")
_BY_AGE = expression(r"\b(?:tamanho|idade|anos|numero|size|age)\b")
_FOR = (
    r"\b(?:pra|para|pro|p|for|d[eoa]s?)\s+"
    r"(?:(?:a|o|as|os|uma?|minhas?|meus?|sua|seu|my|his|her|our|an|dia|das?|dos?)\s+)*"
)
_WOMAN = expression(
    rf"{_FOR}(?:maes?|mamae|esposa|mulher|namorada|noiva|irma|avo|vo|sogra|tia|amiga|cunhada|madrinha|chefa|"
    r"mom|mum|mother|wife|girlfriend|fiancee|sister|grandma|grandmother|aunt|woman|women)\b"
)
_MAN = expression(
    rf"{_FOR}(?:pais?|papai|esposo|marido|homem|namorado|noivo|irmao|avo|vovo|sogro|tio|amigo|cunhado|padrinho|"
    r"dad|father|husband|boyfriend|fiance|brother|grandpa|grandfather|uncle|man|men)\b"
)
_WOMANS = expression(r"\b(?:feminin[oa]s?|mulher(?:es)?|women|ladies)\b")
_MANS = expression(r"\b(?:masculin[oa]s?|homem|homens|barba|men|mens)\b")


def meant_for(text: str) -> tuple[str, ...]:
    """How shops tell what is for the person of a folded text: `feminin`, `masculin`."""
    signs = (("feminin", _WOMAN), ("masculin", _MAN))
    return tuple(told for told, sign in signs if sign.search(text))


def for_whom(text: str, products: list[Product]) -> list[Product]:
    """For a grown woman or man those that are not told to be for the other, or for children, where some are left."""
    said = fold(text)
    if _ADULT.search(said) and not _CHILD.search(said):
        products = [one for one in products if not _CHILDS.search(fold(one.name))] or products
    woman, man = _WOMAN.search(said), _MAN.search(said)
    if (woman is None) == (man is None) or _CHILD.search(said):
        return products
    other = _MANS if woman else _WOMANS
    left = []
    for one in products:
        told = fold(f"{one.name} {one.category or ''} {one.description}")
        if not (other.search(told) or _CHILDS.search(fold(one.name))):
            left.append(one)
    return left or products


def for_child(text: str, products: list[Product]) -> list[Product]:
    """Where a child is spoken of, those that are for children by their name or options, if some are; where they
    come by age, of the one age that is told."""
    if _SMALL_CHILD.search(fold(text)) is None:
        return products
    small = [one for one in products if _CHILDS.search(fold(one.name))] or products
    ages = {*_AGE.findall(fold(text))} if _SEVERAL.search(fold(text)) is None else set()
    by_age = [one for one in small if any("anos" in fold(value) for value in one.options.values())]
    return [one for one in by_age if len(ages) == 1 and _in_size(one, int(min(ages)))] or small


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
    sized = [] if told else [one for one in products if _in_size(one, age)]
    return told or sized or for_age("crianca", products)


def _in_size(product: Product, age: int) -> bool:
    """Of children's goods that come by age the one of that age: `Tamanho: 8`, `8 anos`."""
    if not _CHILDS.search(fold(f"{product.name} {product.category or ''}")):
        return False
    return any(
        re.fullmatch(rf"{age}(?:\s*anos)?", fold(value)) is not None
        for key, value in product.options.items()
        if _BY_AGE.search(fold(key))
    )
