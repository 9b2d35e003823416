"""Size charts in a shop's documents: which size a person or an animal of some measure takes. Pure.

Read are `P veste de 3 a 6 kg, M de 5 a 9,5 kg`, `até 14,5 cm use 24; até 15,2 cm use 25`, `Tórax: P até 96 cm`,
`55 a 56 cm usa 56`, `pé até 28 cm = 41/42` and `26 = 16,5 cm`, of which `escolha pelo menos 0,5 cm maior` means
the next one.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct, structs

from app.features.chat.assistant.documents.answers import MAX_QUOTE, Passage, sentences_of
from app.features.chat.assistant.language.words import fold, stem, words
from app.ops.expressions import expression

_NUMBER = r"\d{1,3}(?:[.,]\d{1,2})?"
# A unit, what it is counted in and how many of that it is: kilos, centimetres, months.
_UNITS = {
    "kg": ("kg", 1.0),
    "kgs": ("kg", 1.0),
    "quilo": ("kg", 1.0),
    "quilos": ("kg", 1.0),
    "kilos": ("kg", 1.0),
    "lb": ("kg", 0.4536),
    "lbs": ("kg", 0.4536),
    "pounds": ("kg", 0.4536),
    "cm": ("cm", 1.0),
    "mm": ("cm", 0.1),
    "m": ("cm", 100.0),
    "metro": ("cm", 100.0),
    "inches": ("cm", 2.54),
    "meses": ("months", 1.0),
    "mes": ("months", 1.0),
    "months": ("months", 1.0),
    "anos": ("months", 12.0),
    "years": ("months", 12.0),
}
_UNIT = rf"(?:{'|'.join(sorted(_UNITS, key=len, reverse=True))})"
_LETTERS = r"(?:rn|pp|p|m|g{1,3}|e?xg{1,2}|x{1,2}g|egg?|g[1-9]|xs|s|l|x{1,3}l)"
_SIZE = expression(rf"(?<![\w,.])(?:\d{{2}}/\d{{2}}|{_LETTERS}|\d{{1,2}}(?=\s*anos\b)|\d{{1,2}})(?![\w]|[,.]\d)")
_MEASURE = expression(
    rf"(?P<above>\b(?:acima|mais|a\s+partir|over|above|from)\s+(?:de\s+)?)?(?P<upto>\b(?:ate|menos\s+de|up\s+to)\s+(?:[oa]s\s+)?)?"
    rf"\b(?P<low>{_NUMBER})\s*(?P<first>{_UNIT}\b)?"
    rf"(?:\s*(?P<joined>a|ate|-|–|to)\s*(?P<high>{_NUMBER})\s*(?P<last>{_UNIT})\b)?"
    # `2 anos de 85 a 93 cm`: there it is the size
    rf"(?!(?<!\dcm)(?<!\d\scm)\s*=|\s*(?::|\(|de\s+\d|ate\s+\d|[-–]\s*\d))"
)
_LABEL = expression(r"\b(?P<label>busto|torax|peito|quadril|cintura|palma|pescoco|cabeca|altura|peso|pe|palmilha)\b")
_LABELLED_ALIKE = {"peito": "busto", "torax": "busto", "palmilha": "pe"}
_UPRIGHT = frozenset(("busto", "quadril", "cintura", "altura", "cabeca", "pescoco"))
_LARGER = expression(rf"\bpelo\s+menos\s+(?P<by>{_NUMBER})\s*(?P<unit>cm|mm)\s+(?:maior|a\s+mais|acima)\b")
_OF = expression(r"\s*d[eo]\s+[a-z]+")
_BY = expression(r"\bx\s*$")
_PIECES = expression(r"[,;]")
_FEWEST_ROWS = 2
# How a person or an animal is measured, not how goods are: `ele pesa 9 kg`, `o pezinho deu 15,8 cm`, `62 de cintura`.
_TOLD = expression(
    r"\b(?P<lead>pes[ao]|pesando|pesou|tem|tenho|ta|to|esta|estou|med[ei]\w*|meco|deu|fez|faz|tinha|altura|cintura|"
    r"busto|torax|quadril|peito|cabeca|pescoco|weigh\w*|is|i\s*m|am|measur\w+|and|e)\s+"
    r"(?:(?:ele|ela|so|ja|quase|uns|umas|mais\s+ou\s+menos|cerca\s+de|aproximadamente|com|about|almost|de|me|on)\s+){0,2}"
    rf"(?P<number>{_NUMBER})(?:\s*(?P<unit>{_UNIT})\b)?(?:\s+de\s+(?P<of>[a-z]+))?"
)
_HEIGHT = expression(r"[12][.,]\d{2}")
# `1 metro e 25`, `1m25`
_IN_METRES = expression(r"\b([12])\s*m(?:etros?)?\s*(?:e\s+)?(\d{2})\b")


class Row(Struct, frozen=True):
    """One line of a chart: whoever measures more than `low` and up to `high` takes one of `sizes` (the same size as
    several systems call it). unit: kg, cm or months; exact: the measure is the thing's own, as of an insole;
    sentence: where it stands."""

    sizes: tuple[str, ...]
    low: float
    high: float
    unit: str
    label: str
    exact: bool
    sentence: str


class Body(Struct, frozen=True):
    """A measure somebody tells of a person or an animal; unit empty: it was told as a bare number."""

    value: float
    unit: str
    label: str


def size_for(
    passages: Sequence[Passage], text: str, sold: Collection[str] = (), named: Sequence[str] = ()
) -> tuple[str, str] | None:
    """The one size for the measures a text tells, and the sentence of the chart; None where no measure is told, no
    chart holds it or it fits more than one size. text: folded; sold: the sizes that are meant, empty: any; named: the
    goods, whose own chart goes before others (`Rasteirinhas: até 23 cm = 35`)."""
    bodies = list(_bodies(text))
    if any(not (body.unit or body.label) for body in bodies):  # `a menina tem 3 anos, o menino tem 6`: whose is open
        return None
    for passage in passages if bodies else ():
        fit = _holding(_rows(passage), bodies)
        fit = [row for row in fit if set(map(stem, named)) & set(map(stem, words(_head(row))))] or fit
        sizes = {size for row in fit for size in row.sizes if not sold or size in sold}
        if len(sizes) == 1:
            return (size := sizes.pop()), next(row for row in fit if size in row.sizes).sentence[:MAX_QUOTE]
    return None


def _head(row: Row) -> str:
    """What the chart is of, as it says before the first colon."""
    head, colon, _ = fold(row.sentence).partition(":")
    return head if colon else ""


def _bodies(text: str) -> Iterator[Body]:
    text, end = _IN_METRES.sub(r"\1,\2", text), -1
    for found in _TOLD.finditer(text):
        goes_on, end = text[end : found.start()].isspace() and end > 0, found.end()
        if found["lead"] in ("e", "and") and not goes_on:  # `tenho 1,80 e 95 kg`, and not `ração e 10 kg de areia`
            continue
        value = _value(found["number"])
        unit, scale = _UNITS.get(found["unit"] or "", ("", 1.0))
        label = _label(found["of"] or found[0])
        if not unit and _HEIGHT.fullmatch(found["number"]):  # `ta com 1,14`
            unit, scale, label = "cm", 100.0, label or "altura"
        yield Body(value * scale, unit, label)


def _holding(rows: Sequence[Row], bodies: Sequence[Body]) -> list[Row]:
    """The rows that hold a measure; of those whose label is told by it only these."""
    fit = []
    for body in bodies:
        held = [row for row in rows if body.unit in ("", row.unit) and row.low < body.value <= row.high]
        labels = {row.label for row in rows if row.label}
        if body.label in labels:
            held = [row for row in held if row.label == body.label]
        elif body.label and labels and body.label in _UPRIGHT:
            held = []
        fit += held
    return fit


def _rows(passage: Passage) -> list[Row]:
    """The rows of a document's chart; none where fewer than two lines are one."""
    larger = _LARGER.search(fold(passage.text))
    margin = _value(larger["by"]) * _UNITS[larger["unit"]][1] if larger else 0.0
    title = _label(fold(passage.title))
    told = [row for sentence in sentences_of(passage.text) for row in _of_sentence(sentence, title)]
    rows: list[Row] = []
    for unit in dict.fromkeys(row.unit for row in told):
        of_unit = [row for row in told if row.unit == unit]
        rows += _up_to_the_next(of_unit, margin) if all(row.exact for row in of_unit) else of_unit
    return rows if len({row.sizes for row in rows}) >= _FEWEST_ROWS else []


def _up_to_the_next(rows: Sequence[Row], margin: float) -> list[Row]:
    """Where each size tells what it measures itself: the smallest that is larger by the margin."""
    ordered = sorted(rows, key=lambda one: one.high)
    if len(ordered) < _FEWEST_ROWS:
        return []
    tops = [row.high - margin for row in ordered]
    bottoms = [2 * tops[0] - tops[1], *tops]
    return [
        structs.replace(row, low=bottom, high=top) for row, bottom, top in zip(ordered, bottoms, tops, strict=False)
    ]


def _of_sentence(sentence: str, title: str) -> list[Row]:
    folded = fold(sentence)
    measures = [found for found in _MEASURE.finditer(folded) if found["first"] or found["last"]]
    if not measures:
        return []
    gaps = [folded[a.end() : b.start()] for a, b in pairwise(measures)]
    before, after = [folded[: measures[0].start()], *gaps], [*gaps, folded[measures[-1].end() :]]
    size_first = bool(_sizes(before[0]))
    rows: list[Row] = []
    sizes: tuple[str, ...] = ()
    label, tops = _label(before[0]) or title, dict[str, float]()
    for found, ahead, behind in zip(measures, before, after, strict=True):
        label = _label(ahead) or _label((_OF.match(behind) or [""])[0]) or label
        sizes = (_sizes(ahead) or sizes) if size_first else _sizes(behind)
        unit, scale = _UNITS[found["last"] or found["first"]]
        value = _value(found["low"]) * scale
        high = _value(found["high"]) * scale if found["high"] else math.inf if found["above"] else value
        upto = found["upto"] or (size_first and found["joined"] == "ate" and not high / 2 <= value <= high)
        if upto and found["high"]:  # `tamanho 8 até 60 cm, 10 até 64 cm`
            sizes = (found["low"],)
        exact = not (found["high"] or found["above"] or upto)
        low = tops.get(label, 0.0) if upto else value - 1e-6
        tops[label] = high
        if sizes and not (exact and (unit == "months" or _BY.search(ahead))):
            rows.append(Row(sizes, low, high, unit, label, exact, sentence))
    return rows


def _sizes(text: str) -> tuple[str, ...]:
    """Those that are named last, together: `RN é recém-nascido, P veste` tells of P."""
    told = [tuple(found[0] for found in _SIZE.finditer(piece)) for piece in _PIECES.split(text)]
    return next((sizes for sizes in reversed(told) if sizes), ())


def _label(text: str) -> str:
    """What is measured, as it is named last."""
    found = [one["label"] for one in _LABEL.finditer(text)]
    return _LABELLED_ALIKE.get(found[-1], found[-1]) if found else ""


def _value(number: str) -> float:
    return float(number.replace(",", "."))
