"""What people type to find a person or an order, as the records are found by it. Pure; tests: test_searching.py."""

import re

# As Brazilians write a number: (11) 98765-0001, 11 3456-7890, 98765-0001, +55 11 …; a code of goods is none of these.
_PHONE = re.compile(
    r"\+[0-9][0-9 ().\-\u00a0]{7,24}"
    r"|\(0?[0-9]{2}\)[0-9 .\-\u00a0]{8,14}"
    r"|(?:0?[0-9]{2}[ \u00a0]+9?|9)[0-9]{4}[ .\-\u00a0][0-9]{4}"
)
# As the desk writes an order's number.
_NUMBER = re.compile(r"(?:pedido\s+)?(?:n[º°o]|nr|#)\.?\s*([0-9]{1,9})", re.IGNORECASE)


def sought(words: str | None) -> str | None:
    """The words of a search; a telephone number by its digits, without country and trunk zero; None for blanks."""
    words = (words or "").strip()
    if _PHONE.fullmatch(words):
        digits = re.sub("[^0-9]", "", words).lstrip("0")
        return digits[2:] if len(digits) > 11 and digits.startswith("55") else digits
    return words or None


def sought_order(words: str | None) -> str | None:
    """The words of a search for orders: `nº 41` is #41, as the order has it; a telephone number as above."""
    number = _NUMBER.fullmatch((words or "").strip())
    return f"#{number[1]}" if number else sought(words)
