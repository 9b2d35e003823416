"""The static PIX code ("BR Code", EMV merchant-presented) a shopper pastes into a bank app: pure text.

Tests: tests/features/test_brcode.py; an independent parser (npm pix-utils) reads the codes back in a test.
"""

import binascii
import re
import unicodedata
from typing import Literal
from uuid import UUID

PixKeyType = Literal["cpf", "cnpj", "email", "phone", "evp"]

_GUI = "br.gov.bcb.pix"
_MAX_CENTS = 10**12 - 1
"""Field 54 holds 13 characters: 9999999999.99."""


class BadPixKey(ValueError):
    """The text is no PIX key of the type it is said to be."""


def static_br_code(
    *, key: str, name: str, city: str, amount_cents: int | None = None, txid: str = "", description: str = ""
) -> str:
    """The code for a payment to `key` (as `normal_pix_key` returns it).

    Texts are folded to ASCII and cut to the room the standard gives; without an amount the payer fills it in.
    Raises ValueError for an amount outside 1..9999999999.99 reais or a key longer than 77 characters.
    """
    if not 1 <= len(key) <= 77 or not key.isascii():
        raise BadPixKey("a PIX key has 1 to 77 ASCII characters")
    if amount_cents is not None and not 1 <= amount_cents <= _MAX_CENTS:
        raise ValueError("the amount does not fit a PIX code")
    account = _field("00", _GUI) + _field("01", key)
    # The account group holds 99 characters; the description gets what is left after its own head of 4.
    room = 99 - len(account) - 4
    note = fold(description)[: max(room, 0)]
    code = (
        _field("00", "01")
        + _field("26", account + (_field("02", note) if note else ""))
        + _field("52", "0000")
        + _field("53", "986")
        + (_field("54", f"{amount_cents // 100}.{amount_cents % 100:02}") if amount_cents is not None else "")
        + _field("58", "BR")
        + _field("59", fold(name)[:25].rstrip() or "LOJA")
        + _field("60", fold(city)[:15].rstrip() or "BRASIL")
        + _field("62", _field("05", re.sub(r"[^A-Za-z0-9]", "", txid)[:25] or "***"))
        + "6304"
    )
    return code + f"{binascii.crc_hqx(code.encode('ascii'), 0xFFFF):04X}"


def _field(tag: str, value: str) -> str:
    return f"{tag}{len(value):02}{value}"


def fold(text: str) -> str:
    """Printable ASCII of `text`: accents dropped, other characters and control characters left out."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^\x20-\x7e]", " ", plain).split())


def normal_pix_key(text: str, kind: PixKeyType) -> str:
    """The key as the PIX directory stores it. Raises BadPixKey, so that a typing slip pays nobody else."""
    text = text.strip()
    match kind:
        case "cpf":
            return _checked(re.sub(r"[.\-\s]", "", text), r"\d{11}", (10, 11), "CPF")
        case "cnpj":
            return _checked(re.sub(r"[./\-\s]", "", text).upper(), r"[0-9A-Z]{12}\d{2}", (5, 6), "CNPJ")
        case "email":
            if len(text) > 77 or not text.isascii() or not re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", text):
                raise BadPixKey("not an e-mail key")
            return text.lower()
        case "phone":
            return _phone(text)
        case "evp":
            try:
                return str(UUID(text))
            except ValueError:
                raise BadPixKey("not a random key (UUID)") from None


def _phone(text: str) -> str:
    digits = re.sub(r"[()\-.\s]", "", text)
    if not digits.startswith("+"):
        digits = "+55" + digits
    if not re.fullmatch(r"\+55[1-9]\d(9\d{8}|[2-8]\d{7})", digits, re.ASCII):
        raise BadPixKey("not a Brazilian phone number")
    return digits


def _checked(text: str, form: str, first_weights: tuple[int, int], what: str) -> str:
    """Both check digits of CPF and CNPJ: weights fall from `first_weights`, and CNPJ starts again at 9.

    Letters of the alphanumeric CNPJ count as their ASCII code less 48, digits as themselves.
    """
    if not re.fullmatch(form, text, re.ASCII) or len(set(text)) == 1:
        raise BadPixKey(f"not a {what}")
    values = [ord(character) - 48 for character in text]
    for place, first in zip((len(text) - 2, len(text) - 1), first_weights, strict=True):
        weights = [first - i if what == "CPF" or first - i >= 2 else first - i + 8 for i in range(place)]
        rest = sum(v * w for v, w in zip(values[:place], weights, strict=True)) % 11
        if values[place] != (0 if rest < 2 else 11 - rest):
            raise BadPixKey(f"the check digits of this {what} are wrong")
    return text
