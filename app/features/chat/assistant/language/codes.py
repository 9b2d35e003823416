"""Codes of goods in a message: a SKU is read as the name it stands for. Pure; tests/features/chat/test_codes.py."""

import re
from collections.abc import Mapping, Sequence

from app.ops.expressions import expression

MAX_CODES = 10
# `ESP-037-3`, `XJ-900/B`, `K042`, `7891234567895`; neither `38` nor `de-luxe`.
_CODE = expression(r"(?<![\w.,/-])(?=[\w./-]*\d)[a-zA-Z0-9]+(?:[-./_][a-zA-Z0-9]+)*(?![\w/-])")
_LEAST, _LEAST_DIGITS = 3, 5
# Letters before digits: `k042`, `tg-500`, and neither `500ml` nor `g5`.
_LETTERED = expression(r"[a-z]+[-./_]?\d{2,}(?:[-./_]?[a-z0-9]+)*")


def codes_in(text: str) -> list[str]:
    """What in a text may be the code of a product, as it was written, in capitals and in small letters."""
    found = [code for code in _CODE.findall(text) if len(code) >= (_LEAST_DIGITS if code.isdigit() else _LEAST)]
    return list(dict.fromkeys(form for code in found[:MAX_CODES] for form in (code, code.upper(), code.lower())))


def as_names(text: str, names: Mapping[str, str]) -> str:
    """The text with each known code told by name: `quanto custa o ESP-037-3?` asks for the skipping rope."""
    if not names:
        return text
    known = {code.lower(): re.sub(r"[(),]", "", name) for code, name in names.items()}
    return _CODE.sub(lambda found: known.get(found[0].lower(), found[0]), text)


def lettered_codes(text: str) -> list[str]:
    """The codes of a folded text that nothing else is written like."""
    return [code for code in _CODE.findall(text) if _LETTERED.fullmatch(code)][:MAX_CODES]


def parted(word: str) -> str:
    """Letters and digits of a code, which some part and others do not."""
    return "".join(filter(str.isalnum, word))


def of_numbers(pieces: Sequence[str]) -> bool:
    """`10-10-10`, in its pieces and whole: what a thing is called, and no size of another."""
    return len(pieces) > 2 and pieces[-1] == "".join(pieces[:-1]) and pieces[-1].isdigit()
