"""Prices in text, as Brazilian shops write them. Pure, in integers; tests/features/test_products_rules.py."""

import re

MAX_CENTS = 10**12

# 1.234,56 · 1,234.56 · 1234,56 · 1234.5 · 1.234 · 1234. A comma or dot before exactly three digits divides thousands.
_NUMBER = (
    r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?|[0-9]+(?:[.,][0-9]{1,2})?"
)
_CURRENCY = r"(?:R\$|BRL|\$)"
_CELL = re.compile(rf"{_CURRENCY}?\s*({_NUMBER})\s*(?:reais|BRL)?", re.IGNORECASE)
# In prose a number must stand alone: no letter, digit or sign touches it.
_IN_PROSE = re.compile(
    rf"""(?P<said>\b(?:por(?:\s+apenas|\s+somente)?|a\s+partir\s+de|pre[çc]o:?|valor:?|custa)\s*)?
         (?P<mark>{_CURRENCY}\s*)?
         (?<![\w.,+-])(?P<number>{_NUMBER})(?![\w%‰]|[.,][0-9])
         (?P<reais>\s*reais\b)?""",
    re.IGNORECASE | re.VERBOSE,
)
_INSTALMENT = re.compile(r"[0-9]+\s*(?:x|vezes)\s*(?:de\s*)?(?:por\s*)?$", re.IGNORECASE)
_MEASURE = re.compile(
    r"\s*(?:mm|cm|m|km|ml|l|mg|g|kg|un|pol|polegadas|gb|tb|mb|w|v|anos?|meses|dias|h|min|%)\b", re.IGNORECASE
)
_TWO_DECIMALS = re.compile(r"[.,][0-9]{2}$")


def parse_price(text: str) -> int | None:
    """The price in cents that a price field says; a bare number is one here. None: it says none."""
    text = _plain(text)
    cell = _CELL.fullmatch(text)
    return _cents(cell[1]) if cell else find_price(text)


def find_price(text: str) -> int | None:
    """The price in cents that a description says, or None.

    A number counts as a price when it has R$, `reais`, two decimals, or words as `por` before it. Instalments, measures
    and percentages do not; of `de 199,90 por 149,90` it is the second.
    """
    found: list[tuple[bool, int]] = []
    text = _plain(text)
    for match in _IN_PROSE.finditer(text):
        marked = bool(match["mark"] or match["reais"])
        number = match["number"]
        if not (marked or match["said"] or _TWO_DECIMALS.search(number)):
            continue
        if _INSTALMENT.search(text[max(0, match.start() - 24) : match.start()]) or (
            not marked and _MEASURE.match(text, match.end())
        ):
            continue
        cents = _cents(number)
        if cents is not None:
            found.append((bool(match["said"] and match["said"].lower().startswith("por")), cents))
    said = [cents for is_said, cents in found if is_said]
    return said[0] if said else next((cents for _, cents in found), None)


def _plain(text: str) -> str:
    """No-break and thin spaces as plain ones."""
    return re.sub(r"[\u00a0\u2007\u2009\u202f]", " ", text).strip()


def _cents(number: str) -> int | None:
    """`1.234,56` → 123456. The last separator with one or two digits behind it is the decimal one."""
    whole, fraction = number, ""
    decimal = re.search(r"[.,]([0-9]{1,2})$", number)
    if decimal:
        whole, fraction = number[: decimal.start()], decimal[1]
    whole = re.sub(r"[.,]", "", whole)
    if len(whole) > 12:
        return None
    cents = int(whole) * 100 + int(fraction.ljust(2, "0") or 0)
    return cents if cents <= MAX_CENTS else None
