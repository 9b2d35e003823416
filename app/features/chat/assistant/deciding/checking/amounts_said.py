"""How much a message says of goods, held against the cart: in metres and kilos, in all, once more. Pure."""

from collections.abc import Iterator, Sequence

from app.features.chat.assistant.deciding.checking.sentences import amount_of, called, measures_in, numbers_in
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import COUNT, fold, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_PIECE = expression(rf"[,;:.!?\n](?!\d)|\s(?:e|and|mais)\s+(?=(?:mais\s+|me\s+ve\s+)?(?:{COUNT}|[oa]s?|the)\b)")
_CHANGES = expression(r"\b(?:troc\w+|mud\w+|vez|instead|swap|change|tir\w+|se|if|era[m]?|nao|not|ou|or)\b")
# What a unit is of, and how much of it in the smallest.
_UNITS = {
    "kg": ("weight", 1000.0), "g": ("weight", 1.0), "l": ("volume", 1000.0), "ml": ("volume", 1.0),
    "m": ("length", 100.0), "cm": ("length", 1.0),
}  # fmt: skip
_SPOKEN = expression(r"\b(?P<many>[a-z]+)\s+(?P<unit>quilos|kilos|metros|litros)\b")
_SPOKEN_UNITS = {"quilos": "kg", "kilos": "kg", "metros": "m", "litros": "l"}
_SOLD_BY = expression(r"\b(?:a|por|o|ao)\s+(?P<unit>metro|quilo|litro|kg)\b|\s(?P<kilo>kg)$")
_SOLD_UNITS = {"metro": "m", "quilo": "kg", "litro": "l", "kg": "kg"}
# `two of them: one black and one blue`
_IN_ALL = expression(
    rf"\b(?P<many>{COUNT})(?:\s+(?:of\s+them|d(?:el|ess)[ea]s|ao\s+todo|in\s+all))?(?:\s+[a-z]+){{0,3}}\s*:\s*(?P<parts>.+)$"
)
_THE_ONE = expression(r"(?:^|\s)(?:[oa]s?|the|ess[ea]s?|aquel[ea]s?)\s")
_MORE = expression(
    r"\b(?:mais|outr[oa]s?|another|more|again|extra|tambem|too|also|dobr\w+|doub\w+|cada|each|par(?:es)?|pairs?|duzias?|mei[oa]|junto)\b|\+"
)


def measured_otherwise(text: str, lines: Sequence[CartLine]) -> bool:
    """`corta quarenta metros do cabo a metro`, and there is one metre: neither each nor all of it is as much."""
    text = spelt_out(fold(text))
    if "?" in text or _CHANGES.search(text):
        return False
    for piece in _PIECE.split(text):
        told = [*_amounts(measures_in(piece)), *_spoken(piece)]
        named = [line for line in called(piece, lines) if words(fold(line.name))[0] in words(piece)] if told else []
        if len(named) != 1:
            continue
        sizes = [*_amounts(measures_in(fold(named[0].name))), *_sold_by(named[0])]
        for sort, amount in told:
            own = [size for other, size in sizes if other == sort]
            if own and not any(amount in (size, size * named[0].quantity) for size in own):
                return True
    return False


def _amounts(measures: set[tuple[str, str]]) -> Iterator[tuple[str, float]]:
    for size, unit in measures:
        amount = amount_of(size)
        if unit in _UNITS and isinstance(amount, float):
            sort, whole = _UNITS[unit]
            yield sort, amount * whole


def _spoken(piece: str) -> Iterator[tuple[str, float]]:
    for found in _SPOKEN.finditer(piece):
        if many := number(found["many"]):
            yield from _amounts({(str(many), _SPOKEN_UNITS[found["unit"]])})


def _sold_by(line: CartLine) -> Iterator[tuple[str, float]]:
    if found := _SOLD_BY.search(fold(line.name)):
        yield _UNITS[_SOLD_UNITS[found["unit"] or found["kilo"]]]


def more_in_all(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`two of them: one blue and one black`, and three have come."""
    held = {line.product_id: line.quantity for line in before}
    came = sum(max(line.quantity - held.get(line.product_id, 0), 0) for line in now)
    found = _IN_ALL.search(spelt_out(fold(text))) if "?" not in text else None
    many = number(found["many"]) if found else None
    parts = [count for count in numbers_in(found["parts"]) if count] if found else []
    return many is not None and len(parts) > 1 and sum(parts) == many < came


def named_again(text: str, before: Sequence[CartLine], now: Sequence[CartLine]) -> bool:
    """`vou levar o p10 vermelho e mais 2 xlr`, and of the one that was there already there are two: it is named as what
    is known, and nothing counts it."""
    text = spelt_out(fold(text))
    held = {line.product_id: line.quantity for line in before}
    pieces = [piece for piece in _PIECE.split(text) if not (_MORE.search(piece) or _CHANGES.search(piece))]
    for line in now:
        if not 0 < held.get(line.product_id, 0) < line.quantity:
            continue
        own = set(numbers_in(fold(line.name)))
        naming = [piece for piece in pieces if _means(piece, line, now) and _THE_ONE.search(piece)]
        others = [one for one in _PIECE.split(text) if _means(one, line, now) and one not in naming]
        if naming and not others and all(set(filter(None, numbers_in(piece))) <= own for piece in naming):
            return True
    return False


def _means(piece: str, line: CartLine, lines: Sequence[CartLine]) -> bool:
    """Of all lines it has most words of this one."""
    said = [word for word in words(piece) if len(word) > 2]
    shared = {one.product_id: sum(shares([word], one.name) for word in said) for one in lines}
    own = shared.pop(line.product_id)
    return own > max(shared.values(), default=0)
