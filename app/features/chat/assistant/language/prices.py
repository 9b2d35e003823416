"""The prices a shopper names: up to, from, between, about. Pure."""

import re

from app.features.chat.assistant.language.words import NUMBERS, fold
from app.ops.expressions import expression

_AMOUNT_TEXT = (
    # Atomic: `ate 12x` must not be read as `ate 1`.
    r"(?:r\$|brl|\$)?\s*((?>\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?|\d+(?:[.,]\d{1,2})?)|"
    + "|".join(sorted((word for word, value in NUMBERS.items() if value >= 10), key=len, reverse=True))
    + r")\s*(mil\b|k\b)?\s*(?:reais|real|conto|contos|pila|pilas|mangos|bucks|brl)?"
)
_NOT_MONEY = (
    r"(?!\s*(?:x\b|un\b|unid|pares?\b|pecas?\b|vezes|cm\b|mm\b|ml\b|kg\b|g\b|litros?|anos?|dias?|horas?|%|gb\b|l\b))"
)
_BETWEEN = expression(
    rf"\b(?:entre|between|de|from)\s+{_AMOUNT_TEXT}\s*(?:e|a|ate|and|to|-)\s+{_AMOUNT_TEXT}{_NOT_MONEY}"
)
_AT_MOST = expression(
    r"\b(?:(?:por\s+)?(?:no\s+)?(?:ate|maximo|max)(?:\s+de|\s+uns)?|(?:por\s+)?menos\s+(?:de|que|do\s+que)|abaixo\s+de|"
    r"mais\s+barat\w*\s+(?:que|do\s+que)|nao\s+(?:passe|ultrapasse)\s+(?:de)?|inferior(?:es)?\s+a|under|below|"
    r"less\s+than|up\s+to|at\s+most|cheaper\s+than|no\s+more\s+than|within)\s+(?:de\s+|os\s+)?"
    + _AMOUNT_TEXT
    + _NOT_MONEY
)
_AT_LEAST = expression(
    r"\b(?:a\s+partir\s+de|acima\s+de|mais\s+(?:de|que|do\s+que|car\w*\s+que)|(?:no\s+)?minimo(?:\s+de)?|pelo\s+menos|"
    r"superior(?:es)?\s+a|over|above|more\s+than|at\s+least|starting\s+at)\s+" + _AMOUNT_TEXT + _NOT_MONEY
)
# What there is to spend.
_BUDGET = expression(
    rf"\b(?:(?:tenho|tinha|posso|quero|so\s+tenho|to\s+com|i\s+have)\s+(?:uns\s+|so\s+|ate\s+)?{_AMOUNT_TEXT}{_NOT_MONEY}\s*(?:(?:pra|para|de)\s+)?(?:gast\w+|investir|"
    r"orcamento|to\s+spend)|"
    rf"(?:orcamento|verba|budget|gast\w+)\s+(?:(?:e|eh|de|of|is|no|uns|em\s+torno|maximo|max|ate)\s+)*{_AMOUNT_TEXT}{_NOT_MONEY})"
)
_ABOUT = expression(
    r"\b(?:por\s+volta\s+de|em\s+torno\s+de|cerca\s+de|na\s+faixa\s+d[eo]s?|uns|around|about)\s+" + _AMOUNT_TEXT
)
_CURRENCY = expression(r"r\$|\breais\b|\breal\b|\bconto|\bpila|\bbucks\b|\bbrl\b|\$")

# `189 no sem fio tá caro`
TOO_DEAR = expression(
    r"\b(?:ta|tao|esta|e|eh|ficou|achei|saiu|is|it's)\s+(?:(?:muito|meio|bem|tao|too|a\s+bit|kinda)\s+)?"
    r"(?:car[oa]s?|carinh[oa]s?|salgad[oa]s?|puxad[oa]s?|expensive|pricey)\b"
)


def _amount(digits: str, thousand: str | None) -> float:
    if digits in NUMBERS:
        value = float(NUMBERS[digits])
    elif "," in digits or re.fullmatch(r"\d{1,3}(?:\.\d{3})+", digits):
        value = float(digits.replace(".", "").replace(",", "."))
    else:
        value = float(digits)
    return value * 1000 if thousand else value


def price_range(text: str) -> tuple[float | None, float | None, str]:
    """Lower and upper price a shopper names, in reais, and the folded text without those words."""
    text = fold(text)
    if match := _BETWEEN.search(text):
        bare = not _CURRENCY.search(match.group(0))
        low, high = _amount(match[1], match[2]), _amount(match[3], match[4])
        sizes = match.group(0).startswith(("de ", "from ")) or abs(high - low) <= 2  # `entre 40 e 41`
        if not (bare and sizes) and low != high:
            return min(low, high), max(low, high), _without(text, match)
    if match := _BUDGET.search(text):
        return None, _amount(match[1] or match[3], match[2] or match[4]), _without(text, match)
    low_match, high_match = _AT_LEAST.search(text), _AT_MOST.search(text)
    if low_match or high_match:
        rest = text
        for match in (low_match, high_match):
            rest = _without(rest, match) if match and match.group(0) in rest else rest
        return (
            _amount(low_match[1], low_match[2]) if low_match else None,
            _amount(high_match[1], high_match[2]) if high_match else None,
            rest,
        )
    if (match := _ABOUT.search(text)) and _CURRENCY.search(match.group(0)):
        middle = _amount(match[1], match[2])
        return round(middle * 0.75, 2), round(middle * 1.25, 2), _without(text, match)
    return None, None, text


def _without(text: str, match: re.Match[str]) -> str:
    return text.replace(match.group(0), " ", 1)


def in_name(name: str, cents: int) -> bool:
    """The number stands in a name: `-1,50` is a lens, and no price; also the metres of `120 cm`."""
    if re.search(rf"(?<![\d.,]){cents}\s*cm\b", name, re.IGNORECASE):
        return True
    return re.search(rf"(?<![\d.,]){cents // 100}[.,]{cents % 100:02d}(?![\d])", name) is not None
