"""How much of a thing is wanted, and how many of it that is: `300g`, `1,5kg`, `12un` of what comes by the dozen.

Pure.
"""

from collections.abc import Sequence

from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import Product
from app.features.chat.assistant.products.name_words import UNITS, product_words
from app.ops.expressions import expression

_BASE = {"kg": ("g", 1000), "g": ("g", 1), "l": ("ml", 1000), "ml": ("ml", 1), "m": ("m", 1), "un": ("un", 1)}
_MEASURE = expression(rf"(\d+(?:,\d+)?)({'|'.join(_BASE)})")
_WHOLE = expression(r"(?P<many>\d+)(?:kg|l|m)")
_BY_METRE = {"m2": "m", "m3": "m"}  # `3 metros de areia` are cubic
_LOTS = {"duzia": 12, "duzias": 12, "dz": 12}
_SOLD_BY = expression(
    r"\b(?:por|ao|cada|precos?\s+d[oa]|by\s+the|per)\s+(quilo|kg|kilo|litro|liter|metro|meter)\b|"
    r"\b(?:precos?\s+(?:d[ao]|por)|vendid[oa]s?\s+(?:por|em)|(?:price|sold)\s+(?:by\s+the|per))\s+(?P<dozen>duzia|dozen)s?\b"
)


def _in_base(measure: str) -> tuple[float, str] | None:
    """`1,5kg` is 1500 g; None: no measure of goods."""
    found = _MEASURE.fullmatch(measure)
    if found is None:
        return None
    unit, scale = _BASE[found[2]]
    return float(found[1].replace(",", ".")) * scale, unit


_BY_DOZEN = expression(r"\bduzias?\b|\bdozens?\b")


def _packs(product: Product, unit: str) -> list[float]:
    """What one of a product holds, by its name or, where that says nothing, by how it is said to be sold."""
    own = product_words(fold(product.name))
    held: list[float] = [
        _LOTS[word] / (2 if before == "meia" else 1)
        for before, word in zip(["", *own], own, strict=False)
        if unit == "un" and word in _LOTS
    ]
    told = [f"1{_BY_METRE.get(word, word)}" if word in (*_BASE, *_BY_METRE) else word for word in own if word != "un"]
    held += [amount for word in told if (base := _in_base(word)) and base[1] == unit and (amount := base[0])]
    if (
        not held
        and (sold := _SOLD_BY.search(fold(f"{product.name}, {product.description} {product.about}"))) is not None
    ):
        base = _in_base("12un" if sold["dozen"] else f"1{UNITS[sold[1]]}")
        held = [base[0]] if base is not None and base[1] == unit else []
    return held


def measured(product: Product, measure: str) -> int | None:
    """How many of a product come to a measure: `2kg` are 2 by the kilo, 4 in packs of 500 g; None: it does not go."""
    wanted = _in_base(measure)
    packs = _packs(product, wanted[1]) if wanted is not None else []
    if wanted is None or not packs or wanted[0] < packs[0] or wanted[0] % packs[0]:
        return None
    return int(wanted[0] // packs[0])


def is_sold_by(product: Product, unit: str) -> bool:
    """The shop tells that it is sold by the `kg`, `l` or `m`."""
    told = _SOLD_BY.finditer(fold(f"{product.name}, {product.description} {product.about}"))
    return any(UNITS[found[1]] == unit for found in told if found[1])


def is_measured(product: Product, measure: str) -> bool:
    """It is sold by measures of that kind, whether this one goes or not."""
    wanted = _in_base(measure)
    return wanted is not None and bool(_packs(product, wanted[1]))


def is_loose(product: Product, measure: str) -> bool:
    """It is sold by the kilo, litre or metre, and in no packs of so much: another measure is another count of it."""
    wanted = _in_base(measure)
    bare = {word for word in product_words(fold(product.name)) if word in _BASE}
    bare |= {UNITS[found[1]] for found in _SOLD_BY.finditer(fold(product.name)) if found[1]}
    return (
        wanted is not None
        and any(_BASE[word][0] == wanted[1] for word in bare)
        and measured(product, measure) is not None
    )


def fitting_measure(products: Sequence[Product], measure: str) -> tuple[list[Product], int | None]:
    """The products a measure goes with, those that hold just so much first, then those that hold one kilo or litre
    where whole ones are wanted (`3 quilos`), and how many it is of each; none of them and no count where it goes with
    none."""
    exact = [one for one in products if measured(one, measure) == 1] or _by_one(products, measure)
    fit = exact or [one for one in products if measured(one, measure) is not None]
    counts = {measured(one, measure) for one in fit}
    return fit, counts.pop() if len(counts) == 1 else None


def _by_one(products: Sequence[Product], measure: str) -> list[Product]:
    """Those that hold one of what is wanted in whole kilos, litres or metres, where none that go hold more."""
    whole = _WHOLE.fullmatch(measure)
    fewest = min((count for one in products if (count := measured(one, measure)) is not None), default=0)
    return [one for one in products if whole and measured(one, measure) == fewest == int(whole["many"])]


def in_lots(products: Sequence[Product], quantity: int | None, said: str) -> str:
    """Pieces of what comes by the dozen, or by as many in a pack and is asked for by the dozen, as a measure; empty:
    they are counted as they come. said: the message, folded."""
    lots = any(word in _LOTS for one in products for word in product_words(fold(one.name)))
    lots = lots or (
        _BY_DOZEN.search(said) is not None and any(max(_packs(one, "un"), default=1) > 1 for one in products)
    )
    return f"{quantity}un" if lots and quantity is not None and quantity >= 6 else ""


def step_of(product: Product, measure: str) -> str:
    """By what a product is sold: `1 kg`, `300 g`; empty: by no such measure."""
    wanted = _in_base(measure)
    packs = _packs(product, wanted[1]) if wanted is not None else []
    if wanted is None or not packs:
        return ""
    big = {"g": "kg", "ml": "L"}.get(wanted[1], wanted[1])
    return f"{packs[0] / 1000:g} {big}" if packs[0] >= 1000 else as_told(f"{packs[0]:g}{wanted[1]}")


def as_told(measure: str) -> str:
    """A measure as it is written: `1,5 kg`."""
    found = _MEASURE.fullmatch(measure)
    return f"{found[1]} {'unidades' if found[2] == 'un' else found[2]}" if found else measure
