"""A folded text as tokens, and by which keys goods can be named: stems, measures in one unit, numbers. Pure."""

import re
from functools import lru_cache

from app.features.chat.assistant.language.words import fold, number, stem
from app.ops.expressions import expression

ONE = frozenset("um uma a an one".split())  # noqa: SIM905
"""Counts that may be no more than an article."""
UNITS = {
    **dict.fromkeys(("l", "lt", "lts", "litro", "litros", "liter", "liters", "litre", "litres"), "l"),
    **dict.fromkeys(("kg", "kgs", "quilo", "quilos", "kilo", "kilos"), "kg"),
    **dict.fromkeys(("g", "gr", "grama", "gramas", "grams"), "g"),
    **dict.fromkeys(("m", "metro", "metros", "meter", "meters", "metre", "metres"), "m"),
    **dict.fromkeys(("cm", "centimetro", "centimetros"), "cm"),
    **dict.fromkeys(("mm", "mm2", "milimetro", "milimetros"), "mm"),
    **dict.fromkeys(("pol", "polegada", "polegadas", "inch", "inches"), "pol"), "ml": "ml", "mah": "mah", "gb": "gb",
    **dict.fromkeys(("amp", "amps", "ampere", "amperes"), "amp"),
    **dict.fromkeys(("w", "watt", "watts"), "w"), **dict.fromkeys(("v", "volt", "volts"), "v"),
}  # fmt: skip
"""Units as they are written, and what stands for each."""
SPAN = "span-"
"""What the word for a range of weights begins with."""
TIES = frozenset(
    """de do da dos das d o a os as com c/ em no na of the in with ao aos for daquele daquela daqueles daquelas aquele
    aquela aqueles aquelas tamanho tam numero num size cor sabor colour color flavour flavor that those these
    tipo""".split()  # noqa: SIM905
)
"""What stands between the words of a name and names nothing."""
_WIDE = {"kg": ("g", 1000), "l": ("ml", 1000), "m": ("cm", 100)}
_DECIMAL = expression(r"(?<=\d)[.,](?=\d)")
_JOINED = expression(r"(?<![\w.])(\d+(?:\.\d+)?)(ml|l|lt|kg|g|gr|cm|mm|m|w|v|gb|mah|un|und|unid)\b")
_AMPERES = expression(r"(?<=\d)a\b")
_AMPERES_NAMED = expression(r"(?<=\d)\s?A\b")
_TIMES = expression(r"(?<![\w.])(\d{1,3})x(?=\s+[a-z])")
_TOKEN = expression(
    r"\d+(?:\.\d+)?(?:x\d+)+|\d+-\d+|\d+[a-z]+\d*\b|\d+(?:\.\d+)?|[a-z]+(?:[-'/][a-z0-9]+)*\d*|[,;:.!?\n+()\"]"
)
_RANGE = expression(
    r"(?<![\d.,])(?P<low>\d{1,3}(?:[.,]\d{1,2})?)\s*(?:kgs?|quilos?)?\s*(?:a|ate|-|to)\s*(?P<high>\d{1,3}(?:[.,]\d{1,2})?)\s*(?:kgs?|quilos?)\b|"
    r"\b(?:ate|menos\s+de|(?P<above>acima\s+de|mais\s+de|a\s+partir\s+de))\s+(?P<end>\d{1,3}(?:[.,]\d{1,2})?)\s*(?:kgs?|quilos?)\b"
)
NUMBER = expression(r"\d+(?:\.\d+)?")
_PARTS = expression(r"[-/']")


def tokens(folded: str) -> list[str]:
    """Words, numbers and signs, units apart from their numbers: `2x soninho 500ml` is 2, soninho, 500, ml."""
    folded = _RANGE.sub(_as_range, folded)
    apart = _JOINED.sub(r"\1 \2", _AMPERES.sub(" amp", _DECIMAL.sub(".", folded)))
    return _TOKEN.findall(_TIMES.sub(r"\1", apart))


def _as_range(found: re.Match[str]) -> str:
    """`2,6 a 5 kg`, `acima de 8 kg`, which is one word of what goods are called and counts nothing."""
    low, high, upto = found["low"] or "", found["high"] or "", "" if found["above"] else found["end"] or ""
    parts = (low, high) if low else ("0", upto) if upto else (found["end"], "up")
    return f" {SPAN}{'-'.join(part.replace('.', 'p').replace(',', 'p') for part in parts)} "


def measure(amount: str, unit: str) -> str:
    """An amount in the least of its units: `1.5`, `kg` is `1500g`."""
    called, factor = _WIDE.get(UNITS[unit], (UNITS[unit], 1))
    return f"{float(amount) * factor:g}{called}"


@lru_cache(maxsize=8192)
def keys_of(text: str) -> tuple[str, ...]:
    """By what a name or an option can be said, in its order: stems of words, `!` before what is `sem`, measures, and
    `#` before numbers. Kept: each turn of a shop reads its names again (a third of the reading's time)."""
    found: list[str] = []
    said = tokens(fold(_AMPERES_NAMED.sub(" amp", text)))
    for at, token in enumerate(said):
        before, behind = said[at - 1] if at else "", said[at + 1] if at + 1 < len(said) else ""
        if token.startswith(SPAN):
            found.append(token)
        elif NUMBER.fullmatch(token):
            found += [measure(token, behind)] if behind in UNITS else []
            found.append(f"#{token}")
        elif token[0].isalnum() and token not in TIES and not (token in UNITS and NUMBER.fullmatch(before)):
            found += _keys(token, before)
    return tuple(found)


def _keys(word: str, before: str) -> list[str]:
    if word in ("e", "pra", "sem") or (word == "para" and before != "do"):
        return []
    parts = [part for part in _PARTS.split(word) if part] if _PARTS.search(word) else []
    parts += [_PARTS.sub("", word)] if parts else []  # `xtudo`
    own = [f"#{part}" if part.isdigit() else stem(part) for part in parts if len(part) > 1]
    count = number(word) if word.isalpha() and word not in ONE else None
    counted = [] if count is None else [f"#{count}"]  # `quatro queijos`
    return [f"{'!' if before == 'sem' else ''}{stem(word)}", *own, *counted]


def joined_in(text: str) -> set[tuple[str, str]]:
    """The stems of a name that an `e` or `com` ties: `cachos e lisos`."""
    said = tokens(fold(text))
    return {(stem(said[at]), stem(said[at + 2])) for at in range(len(said) - 2) if said[at + 1] in ("e", "com")}


def is_number(token: str) -> bool:
    """In digits."""
    return NUMBER.fullmatch(token) is not None
