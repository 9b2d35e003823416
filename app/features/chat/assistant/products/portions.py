"""For how many people a thing is, by what is told of it: `bolo pra 20 pessoas`, of what `M serve 20`. Pure."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import Product
from app.ops.expressions import expression

_WHO = r"(?:pessoas?|convidad[oa]s?|people|persons?|guests?)"
_PEOPLE = expression(
    rf"\b(?:pra|para|p|pro|for|serv\w+|umas|uns|about|de|da|sao|seremos|somos|feed\w*|vao\s+ser)\s+(?:(?:umas?|uns|ate|about|around|up\s+to|mais\s+ou\s+menos|cerca\s+de)\s+)*(?P<many>\d{{1,3}})\s+{_WHO}\b"
)
_TOLD = expression(rf"(?P<many>\d{{1,3}})(?:\s*(?:a|ate|-)\s*(?P<most>\d{{1,3}}))?\s+(?:{_WHO}|fatias?|slices?)\b")
_SERVING = (
    r"(?<![\d,.]){}\b\D{{0,15}}?\b(?:serve[ms]?|rende[m]?|da\s+(?:pra|para))\s+"
    r"(?:(?:ate|umas?|uns)\s+)*(?P<many>\d{{1,3}})"
)
_OF_PEOPLE = frozenset(map(stem, "pessoa pessoas convidado convidados people persons guests guest".split()))  # noqa: SIM905


def people_in(text: str) -> int | None:
    """How many people a message tells that the thing is for."""
    found = _PEOPLE.search(fold(text))
    return int(found["many"]) if found else None


def without_people(mention: Mention, text: str) -> Mention:
    """The mention without them: `bolo de chocolate`."""
    many, named = people_in(text), tuple(one for one in mention.words if stem(one) not in _OF_PEOPLE)
    if many is None or not named or (named == mention.words and str(many) not in mention.soft):
        return mention
    return replace(mention, words=named, soft=tuple(one for one in mention.soft if one not in (str(many), "tamanho")))


def for_people(text: str, products: Sequence[Product], sentences: Sequence[str] = ()) -> list[Product]:
    """Of each thing that is told to serve so many the smallest that does; all of them where none is told to.
    sentences: what the shop's documents tell of that."""
    many = people_in(text)
    told = [(one, serves) for one in products if many is not None and (serves := _serves(one, sentences))]
    enough = [(one, serves) for one, serves in told if serves >= (many or 0)]
    if not enough:
        return list(products)
    called = [one for one, serves in enough if serves == many and _TOLD.search(fold(one.name))]
    least: dict[str, int] = {}
    for one, serves in enough:
        key = one.group or one.product_id
        least[key] = min(serves, least.get(key, serves))
    return called or [one for one, serves in enough if serves == least[one.group or one.product_id]]


def _serves(product: Product, sentences: Sequence[str]) -> int:
    """For how many it is, by its name or its options, else by its description or a document; 0: that is not told."""
    if named := _TOLD.search(fold(product.name)):
        return int(named["most"] or named["many"])
    told = fold(product.description or product.about)
    found = list(_TOLD.finditer(told))
    for value in product.options.values():  # `P serve 10 pessoas. M serve 20 pessoas.`
        own = rf"\b{re.escape(fold(value))}\b\s*[:(-]?\s*(?:(?:serves?|servem|rende[m]?|para|ate|up\s+to)\s*)*$"
        found = [one for one in found if re.search(own, told[: one.start()])] or found
    if len(found) == 1:
        return int(found[0]["most"] or found[0]["many"])
    head = stem(words(fold(product.base or product.name))[0])
    for sentence in map(fold, sentences):  # `Bolo de 1,5 kg serve 15 pessoas, o de 3 kg serve 30.`
        for value in product.options.values() if head in map(stem, words(sentence)) else ():
            if so_many := re.search(_SERVING.format(re.escape(fold(value))), sentence):
                return int(so_many["many"])
    return 0
