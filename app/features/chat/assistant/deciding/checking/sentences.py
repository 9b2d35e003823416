"""What a sentence counts, sizes and colours, and which lines of a cart it names, by simple rules of its own. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, is_colour, number, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import PACKED, SETS, UNITS
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

MOST_COUNTED = 60
_DECIMAL = expression(r"(?<!\w)\d+(?:[.,:/]\d+)+(?:x\S*)?")  # `1,20`, which counts nothing
_PIECE = expression(r"[,;:](?!\d)")
# What a number counts that is no piece of goods.
_NO_PIECES = frozenset(
    """kg g gr gramas grama quilo quilos kilos ml l litro litros cm mm m metro metros anos ano meses mes dias dia horas
    hora h hrs min x vezes vez reais real v volts w % por polegadas pol em pessoas andar pontos centavos pecas furos
    jogadores lugares pra as years months days people times""".split()  # noqa: SIM905
)
# What a number behind it does not count.
_NO_COUNT = frozenset(
    """numero num n tamanho tam size in o a de da do d rua av cep ap apto apartamento quadra lote bloco casa sala nota
    troco desconto cupom no na dia ate menos parcela em sao uns umas vale pix telefone torre idade of""".split()  # noqa: SIM905
)
_ENDS = frozenset("e em of com para pra pro por no na and with for in mais que mas ou or to".split())  # noqa: SIM905
_LETTER = expression(r"(?:pp|[pmg]|gg|xg{1,2}|eg|[2-5]g)")
_LETTERS_SAID = expression(r"(?<![\w'])(?:PP|[PMG]|GG|XG{1,2}|EG|[2-5]G)(?![\w'º])")
_MEASURE = expression(
    r"(?<![\w.,:/-])(\d+(?:[.,:/x-]\d+)?)\s?(ml|l|litros?|kg|quilos?|kilos?|g|gr|gramas?|cm|mm|m|metros?|v|w)?(?![\w:])"
)
_UNIT = {
    "litro": "l", "litros": "l", "quilo": "kg", "quilos": "kg", "kilo": "kg", "kilos": "kg", "gr": "g", "grama": "g",
    "gramas": "g", "metro": "m", "metros": "m",
}  # fmt: skip
_DIGITS = expression(r"\d+")
_OPTIONS = expression(r"\(([^()]*)\)\s*$")


def called(text: str, lines: Sequence[CartLine]) -> list[CartLine]:
    """The lines that have a word of the text in their names."""
    said = [word for word in words(text) if len(word) > 2 and not word[0].isdigit() and word not in FILLER]
    return [line for line in lines if any(shares([word], line.name) for word in said)]


def counted(text: str, least: int = 2) -> Iterator[tuple[int, str, list[str]]]:
    """Each count, from two up unless told otherwise, with the word before it and those behind it, up to four."""
    for piece in _PIECE.split(_DECIMAL.sub(" ", text)):
        said = words(piece)
        for at, word in enumerate(said):
            count = number(word)
            before = said[at - 1] if at else ""
            if count is None or not least <= count <= MOST_COUNTED or before in _NO_COUNT:
                continue
            behind = list(takewhile(lambda one: not (one in _ENDS or number(one)), said[at + 1 : at + 5]))
            if behind and behind[0] not in _NO_PIECES:
                yield count, before, [one for one in behind if len(one) > 2]


def numbers_in(text: str) -> list[int]:
    """All its numbers, in digits and in words."""
    return [*map(int, _DIGITS.findall(text)), *(number(word) or 0 for word in words(text) if word.isalpha())]


def is_of_packs(word: str) -> bool:
    """So many of it are so many packs, sets or measures of something."""
    return word in PACKED | SETS or word in UNITS or holds(word)


def holds(word: str) -> bool:
    """What goods may come in, and are as often themselves."""
    return word not in PACKED and CONTAINER.fullmatch(word) is not None


def options_of(line: CartLine) -> list[str]:
    found = _OPTIONS.search(line.name)
    return [fold(one.strip()) for one in re.split(r",\s", found[1])] if found else []


def base_of(line: CartLine) -> str:
    return line.name.rpartition(" (")[0] or line.name


def measures_in(text: str) -> set[tuple[str, str]]:
    return {(size, _UNIT.get(unit, unit)) for size, unit in _MEASURE.findall(text)}


def kind_of(value: str) -> str:
    """What a value is one of: a letter, a colour, a measure by its unit or its form; empty: something else."""
    if _LETTER.fullmatch(value):
        return "letter"
    if value and is_colour(words(value)[0] if words(value) else ""):
        return "colour"
    units = sorted(unit for _, unit in measures_in(value))
    return f"in {units[0]}" if units and units[0] else "scale" if re.search(r"\d[:x]\d", value) else ""


def said_of(kind: str, said: str, text: str) -> set[str]:
    """The values of a kind that a sentence says; said: as it was written, text: folded."""
    if kind == "letter":
        return {one.lower() for one in _LETTERS_SAID.findall(said)}
    if kind == "colour":
        return {word for word in words(text) if is_colour(word)}
    if kind == "scale":
        return {size for size, _ in measures_in(text) if re.search(r"\d[:x]\d", size)}
    return {size for size, unit in measures_in(text) if f"in {unit}" == kind}


def is_it(said: str, value: str, kind: str) -> bool:
    if kind == "colour":
        return shares([said], value)
    if kind in ("letter", "scale"):
        return said == value
    return amount_of(said) in {amount_of(size) for size, _ in measures_in(value)}


def amount_of(size: str) -> float | str:
    """A size as a number, where it is one."""
    try:
        return float(size.replace(",", "."))
    except ValueError:
        return size
