"""Number formats of a workbook whose effect a reader needs: money, percents, codes with zeros in front, hidden values.

Format codes: ECMA-376 part 1, 18.8.30 and 18.8.31. Pure; runs in the child process. tests/files/test_number_formats.py.
"""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple


class Show(NamedTuple):
    """How a number is written; `is_amount`: with its currency or unit, or left out by its sign: no matter to an import.

    `hides_text`: of a cell with a text nothing is shown.
    """

    text: Callable[[float], str]
    is_amount: bool = False
    hides_text: bool = False


PERCENT_IDS = {9: "0%", 10: "0.00%"}
_CURRENCY = re.compile(r"\[\$([^\]-]+)(?:-[^\]]*)?\]")
_CONDITION = re.compile(r"\[[^\]]*\]")
_QUOTED = re.compile(r'"([^"]*)"')
_TOLD = re.compile(r'"[^"]*"|\\.')  # text as it is
_PADDING = re.compile(r"[_*].")
_SYMBOL = re.compile(r"R\$|US\$|[$€£¥]")
_NUMBER = re.compile(r"[#0?,.]+")
_MASK = re.compile(r"\(?0[0./() -]*0")
_UNIT = re.compile(r'((?:"[^"]*"|\\.| )*)(?:General|([#0?,.]*[#0?.]))((?:"[^"]*"|\\.| )*)')
_SECTION = re.compile(r'((?:"[^"]*"|\\.|[^;])*)(?:;|$)')
_COMPARED = re.compile(r"\[[<>=]")
_PLAIN_MARKS = str.maketrans("", "", "$-+/(): !^&'~{}<>=")  # that need no quotation marks
COMMA_MONEY = ("R$", "€")  # written 1.234,50
_MOST_DECIMALS = 10


def show_of(code: str, *, comma: bool = False) -> Show | None:
    """How numbers of this format are written; None for one that a plain number may stand for.

    `comma`: the workbook's amounts have a decimal comma, so its percents do.
    """
    first, *others = _sections(code)
    shown = _show_of_section(first, code, comma=comma)
    if not others or _COMPARED.search(code):
        return shown
    texts = [_instead(section) for section in (first, *others)]
    positive, negative, zero = texts[0], texts[1], texts[2 if len(texts) > 2 else 0]
    hides_text = texts[3:4] == [""]
    if not hides_text and (positive, negative, zero) == (None, None, None):
        return shown

    def text(value: float) -> str:
        instead = positive if value > 0 else negative if value < 0 else zero
        if instead is not None:
            return instead
        return shown.text(value) if shown else f"{value + 0.0:.15g}"

    is_hidden = positive == negative == zero == ""
    return Show(text, is_amount=not is_hidden and (shown is None or shown.is_amount), hides_text=hides_text)


def _sections(code: str) -> list[str]:
    """Those of positive numbers, negative ones, zero and texts, as many as there are."""
    found = [part[1] for part in _SECTION.finditer(code)]
    return found if code.endswith(";") or not code else found[:-1]


def _instead(section: str) -> str | None:
    """What a section shows in place of the number: nothing, or words; None where it is the number, or a mark for it."""
    bare = _PADDING.sub("", _CONDITION.sub("", _CURRENCY.sub("0", section)))
    if _TOLD.sub("", bare).translate(_PLAIN_MARKS):
        return None
    literal = _QUOTED.sub(r"\1", bare).replace("\\", "").strip()
    is_told = not literal or (any(map(str.isalpha, literal)) and not _SYMBOL.search(literal))
    return literal if is_told else None


def _show_of_section(section: str, code: str, *, comma: bool) -> Show | None:
    currency = _CURRENCY.search(section)
    bare = _PADDING.sub("", _CONDITION.sub("", _CURRENCY.sub(r"\1", section)))
    literal = _QUOTED.sub(r"\1", bare).replace("\\", "").strip()
    digits = _NUMBER.search(_TOLD.sub("", bare).replace("General", "0"))
    if digits is None:
        return None
    # Some programs write the format as a Brazilian reads it: #.##0,00.
    decimals = min(len(re.split("[.,]", digits[0])[-1]), _MOST_DECIMALS) if "." in digits[0] else 0
    symbol = _SYMBOL.search(literal)
    if currency or symbol:
        return _money(symbol[0] if symbol else currency[1].strip(), decimals)  # type: ignore[index]
    if _TOLD.sub("", bare).strip().endswith("%"):
        return Show(lambda value: f"{_rounded(value, decimals + 2).scaleb(2)}%".replace(".", "," if comma else "."))
    if _MASK.fullmatch(literal) and not _is_decimal(code, literal):
        return Show(lambda value: _masked(literal, value))
    return None if "[" in section else _unit(bare, always=";" not in code)


def _unit(bare: str, *, always: bool) -> Show | None:
    """A number with a text before or behind it: `0.0" kg"`, and codes as `"SKU-"0000`."""
    parts = _UNIT.fullmatch(bare)
    if not parts:
        return None
    before, behind = (_QUOTED.sub(r"\1", part).replace("\\", "") for part in (parts[1], parts[3]))
    if not any(map(str.isalpha, before + behind)) and "%" not in behind:
        return None
    zeros = len(parts[2] or "0")
    is_code = zeros > 1 and not (parts[2] or "0").strip("0")

    def text(value: float) -> str:
        if value <= 0 and not always:  # another section's
            return f"{value + 0.0:.15g}"
        number = _masked("0" * zeros, value) if is_code else f"{value + 0.0:.15g}"
        return f"{before}{number}{behind}".strip()

    return Show(text, is_amount=not is_code)


def _money(symbol: str, decimals: int) -> Show:
    def text(value: float) -> str:
        exact = round(value, decimals) == value  # rounding by hand takes ten times as long
        number = f"{abs(value):,.{decimals}f}" if exact else f"{_rounded(abs(value), decimals):,}"
        if symbol in COMMA_MONEY:
            number = number.translate({ord(","): ".", ord("."): ","})
        return f"{'-' if value < 0 else ''}{symbol} {number}"

    return Show(text, is_amount=True)


def _rounded(value: float, decimals: int) -> Decimal:
    """As a spreadsheet shows it: what is halfway goes up."""
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def _is_decimal(code: str, literal: str) -> bool:
    """Whether the point is the number's own, and not a mark between digits that was escaped or quoted."""
    return "." in literal and not ('"' in code or "\\" in code)


def _masked(mask: str, value: float) -> str:
    """The digits of a whole number at the zeros of the mask, from the right: `00000-000`, 1310100 → 01310-100."""
    if value < 0 or not float(value).is_integer():
        return f"{value:.15g}"
    digits = str(int(value)).rjust(mask.count("0"), "0")
    spare, digits = digits[: -mask.count("0")], digits[-mask.count("0") :]
    places = iter(digits)
    return spare + "".join(next(places) if mark == "0" else mark for mark in mask)
