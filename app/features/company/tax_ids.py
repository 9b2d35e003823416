"""CPF and CNPJ: which texts are one, by their check digits. Pure; tests/features/test_tax_ids.py."""

import re

_PUNCTUATION = re.compile(r"[.\-/ ]")
_CPF = re.compile(r"[0-9]{11}", re.ASCII)
# Since July 2026 the first twelve places of a CNPJ may be letters, too.
_CNPJ = re.compile(r"[0-9A-Z]{12}[0-9]{2}", re.ASCII)


def read_tax_id(text: str) -> str | None:
    """The bare CPF or CNPJ a text is written as; None when its check digits are wrong."""
    bare = _PUNCTUATION.sub("", text).upper()
    if len(set(bare)) < 2:
        return None
    if _CPF.fullmatch(bare) and _digits(bare, 9, 11) == bare[9:]:
        return bare
    if _CNPJ.fullmatch(bare) and _digits(bare, 12, 9) == bare[12:]:
        return bare
    return None


def _digits(text: str, places: int, longest: int) -> str:
    """The two check digits behind the first `places`: weights run from 2 on the right to `longest`, and begin anew."""
    found = text[:places]
    for _ in range(2):
        weights = [2 + place % (longest - 1) for place in range(len(found))]
        total = sum((ord(letter) - 48) * weight for letter, weight in zip(reversed(found), weights, strict=True))
        rest = total % 11
        found += str(0 if rest < 2 else 11 - rest)
    return found[places:]
