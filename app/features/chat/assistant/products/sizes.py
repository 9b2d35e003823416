"""How big goods are, by their options and the measures of their names, for comparing them. Pure."""

import re
from collections.abc import Collection, Mapping

from app.features.chat.assistant.language.words import fold, words
from app.features.chat.assistant.products.mains import same_mains
from app.features.chat.assistant.products.name_words import UNIT_NAMES, UNITS, product_words
from app.ops.expressions import expression

_MEASURED = expression(rf"(?P<count>\d+(?:[.,]\d+)?)\s*(?P<unit>{'|'.join(UNIT_NAMES)})\b")
_DIMENSIONS = expression(r"(?<![\d.,])\d+(?:[.,]\d+)?(?:\s*(?:mm|cm|m)?\s*x\s*\d+(?:[.,]\d+)?(?!\d))+")
_METRES = expression(r"\s*m(?:etros?)?\b")
_SCALE = {"ml": 0.001, "g": 0.001, "cm": 0.01, "mm": 0.001}


FEWEST_SIZES = 20
"""A bare number below it is rather a count than a size."""
_OPTIONS = expression(r"\(([^()]*)\)$")

_SIZES_TOLD = expression(r"\b(?:tamanhos?|numeracao|numeros|sizes?)\b([^.;]*)")
_SPAN = expression(
    r"\b(?P<low>\d{2}|[a-z]{1,3})(?:\s+(?:ao?|ate(?:\s+[oa])?|to)\s+|\s*[-–]\s*)(?P<high>\d{2}|[a-z]{1,3})\b"
)


def numbers_of(name: str) -> frozenset[int]:
    """The sizes that a variant's name tells by a bare number, none where it tells no such: `Cinto (Preto, 105)`."""
    options = _OPTIONS.search(name)
    told = [option.strip() for option in options[1].split(", ")] if options else []
    return frozenset(int(option) for option in told if option.isdigit() and int(option) >= FEWEST_SIZES)


def measure_in(name: str) -> float | None:
    """The first measure of a name, for comparing sizes of one kind: `Caixa 12 un` is 12, `500 ml` half of `1 l`."""
    found = _MEASURED.search(name.lower())
    if found is None:
        return None
    return float(found["count"].replace(",", ".")) * _SCALE.get(UNITS[found["unit"]], 1.0)


_SIZE_ORDER = {
    letter: float(place)
    for place, letters in enumerate(("pp xs", "p s", "m", "g l", "gg xl", "xg eg xxl", "xgg exg xxxl"))
    for letter in letters.split()
}


_SIZE_CALLED = {
    "s": ("small",), "m": ("medium", "medio", "media"), "l": ("large",), "xl": ("extra-large",),
    "p": ("small", "s", "pequeno", "pequena"), "g": ("large", "l", "grande"), "gg": ("xl",), "xg": ("xl",),
    # `6 coxinha avulsa`, of what is sold by the piece and by the hundred
    **dict.fromkeys(
        ("unidade", "unitario", "unitaria", "avulso", "avulsa"), ("avulsa", "avulso", "solta", "unitaria", "unidade")
    ),
}  # fmt: skip


def size_called(options: Mapping[str, str]) -> list[str]:
    """What else its size, or how it is sold, is called: `M` is medium, `P` small, `Unidade` single."""
    return [called for value in options.values() for called in _SIZE_CALLED.get(fold(value), ())]


def size_of(name: str, options: Mapping[str, str]) -> float | None:
    """What to compare sizes by: the option that is one (`GG`, `38`, `0,20 mm`), else the first measure of the name."""
    told = [fold(value) for value in options.values()]
    letters = [_SIZE_ORDER[value] for value in told if value in _SIZE_ORDER]
    measures = [float(one) if one.isdigit() else measure_in(one) for one in told if not one.endswith(("v", "w", "hz"))]
    known = [*letters, *(one for one in measures if one is not None)]
    return known[0] if known else measure_in(name)


_PARTS = ({"m": 1, "cm": 100, "mm": 1000}, {"l": 1, "ml": 1000}, {"kg": 1, "g": 1000})
_ONE_MEASURE = expression(r"(?P<count>\d+(?:,\d+)?)(?P<unit>m|cm|mm|l|ml|kg|g)")


def same_measure(word: str) -> tuple[str, ...]:
    """What else a measure is called: `1,5m` and `1500mm` for `150cm`, `127v` for `110`."""
    found = _ONE_MEASURE.fullmatch(word)
    if found is None:
        return same_mains(word)
    count, own = float(found["count"].replace(",", ".")), found["unit"]
    parts = next(one for one in _PARTS if own in one)
    return tuple(f"{count * parts[unit] / parts[own]:g}{unit}".replace(".", ",") for unit in parts if unit != own)


def dimensions(name: str) -> list[str]:
    """`4x40` of `4,0 x 40 mm`: what a thing measures each way, as shoppers write it, and the weights it is for."""
    told = list(_DIMENSIONS.finditer(name.lower()))
    found = [word for one in told for word in product_words(re.sub(r"[^\dx.,]", "", one[0]))]
    metres = [one[0] for one in told if _METRES.match(name.lower(), one.end())]
    found += ["x".join(_centimetres(side) for side in re.findall(r"\d+(?:[.,]\d+)?", one)) for one in metres]
    return found + _carried(fold(name))


_STRETCH = expression(r"\b(?P<least>\d{1,3})\s*(?:kg)?\s*(?:a|ate|-)\s*(?P<most>\d{1,3})\s*kg\b")


def _carried(name: str) -> list[str]:
    """`25kg`, of what is called `20 a 40 kg`: each weight that it is for."""
    return [
        f"{weight}kg"
        for found in _STRETCH.finditer(name)
        for weight in range(int(found["least"]), int(found["most"]) + 1)
    ]


def _centimetres(side: str) -> str:
    return f"{float(side.replace(',', '.')) * 100:.0f}"


_SIDES = expression(r"(?<![\d.,])(\d+(?:[.,]\d+)?)\s*(?:mm|cm|m)?\s*x\s*(\d+(?:[.,]\d+)?)(?!\d)")
_ZEROS = expression(r"[.,]0+$")


def with_sides(text: str, known: Collection[str] | None = None) -> str:
    """The text with its sizes by two sides as one word each; where they are known, only those: `2 x 500` counts."""

    def joined(found: re.Match[str]) -> str:
        told = "x".join(_ZEROS.sub("", side).replace(".", ",") for side in found.groups())
        return told if known is None or told in known else found[0]

    return _SIDES.sub(joined, text)


def comes_in(description: str, size: str) -> bool:
    """It tells the size: `Tamanhos P ao GG` has `m`, `Numeração 34 a 44` has `42`."""
    own = _place_of(size)
    for told in _SIZES_TOLD.findall(fold(description)):
        span = _SPAN.search(told)
        low, high = (_place_of(span["low"]), _place_of(span["high"])) if span else (None, None)
        if own is not None and low is not None and high is not None:
            return low <= own <= high
        if size in words(told):
            return True
    return False


def _place_of(size: str) -> float | None:
    return float(size) if size.isdigit() else _SIZE_ORDER.get(size)
