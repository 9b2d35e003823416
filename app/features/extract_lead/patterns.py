"""Contact facts in a shopper's sentences, by pattern: name, phone, e-mail, CEP, CPF, address. Pure.

The confidence says how sure the form alone makes us: check digits and e-mail syntax are strong, a bare name is weak.
"""

import re
from dataclasses import dataclass

_EMAIL = re.compile(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4}(?![\w-])")
# [0-9], for \d also means the digits of other scripts, which are no phone number in E.164.
_PHONE = re.compile(
    r"(?<![0-9.,/-])(?:\+?55[\s.-]?)?\(?0?([1-9][0-9])\)?[\s.-]?(9?[0-9]{4})[\s.-]?([0-9]{4})(?![0-9-])"
)
_FOREIGN_PHONE = re.compile(r"(?<![0-9])\+(?!55)[1-9][0-9]{7,14}(?![0-9])")
_CEP = re.compile(r"(?<![0-9.-])([0-9]{5})-([0-9]{3})(?![0-9-])")
_BARE_CEP = re.compile(r"\bcep[^0-9]{0,12}([0-9]{2}\.?[0-9]{3})-?([0-9]{3})(?![0-9])", re.IGNORECASE)
_CPF = re.compile(r"(?<![0-9])([0-9]{3})\.?([0-9]{3})\.?([0-9]{3})-?([0-9]{2})(?![0-9])")
_NAME_WORD = r"[A-ZÀ-Ý][a-zà-ÿ'’]{1,30}"
_FULL_NAME = rf"{_NAME_WORD}(?:\s+(?:d[aeo]s?\s+|e\s+)?{_NAME_WORD}){{0,4}}"
_SAID_NAME = re.compile(
    rf"(?i:\b(?:meu\s+nome\s+(?:é|e|completo\s+é)|me\s+chamo|chamo-me|pode\s+me\s+chamar\s+de|nome\s*:|my\s+name\s+is|"
    rf"call\s+me|em\s+nome\s+d[eao]|no\s+nome\s+d[eao]))\s*:?\s+({_FULL_NAME})"
)
_SAID_NAME_LOWER = re.compile(
    r"\b(?:meu\s+nome\s+(?:é|e)|me\s+chamo|my\s+name\s+is)\s+([a-zà-ÿ]{2,20}(?:\s+[a-zà-ÿ]{2,20}){0,3}?)"
    r"(?=\s*(?:[,.;!?\n]|$|\se\s|\sand\s))",
    re.IGNORECASE,
)
_I_AM = re.compile(
    rf"(?i:\b(?:eu\s+sou|sou|aqui\s+é|aqui\s+quem\s+fala\s+é|i\s+am|i'm|this\s+is))\s+(?:[oa]\s+)?({_FULL_NAME})"
)
_STREET = re.compile(
    r"\b((?:rua|r\.|avenida|av\.?|travessa|tv\.|alameda|al\.|praça|praca|rodovia|estrada|largo|quadra)\s+"
    r"[^\n;,]{2,80}?(?:,?\s*(?:n[ºo°.]?\s*)?\d{1,6}[a-z]?\b)[^\n;]{0,120})",
    re.IGNORECASE,
)
_STREET_END = re.compile(
    r"[,.;]?\s*\b(?:meu\s+(?:nome|telefone|cpf|email|e-mail)|cpf|telefone|tel|e-?mail|pagamento|pago|pix|cep|whats\w*|"
    r"me\s+chamo|obrigad\w+|por\s+favor|my\s+name)\b.*",
    re.IGNORECASE | re.DOTALL,
)
_NOT_NAMES = frozenset({"de", "da", "do", "interessado", "interessada", "cliente", "aqui", "bom", "boa", "pix", "eu"})


@dataclass(frozen=True, slots=True)
class Fact:
    """A value in its normal form, how sure it is, and which of the messages said it."""

    value: str
    confidence: float
    message: int = 0


def find_email(text: str) -> Fact | None:
    """The last e-mail address, lower-cased."""
    found = _EMAIL.findall(text)
    return Fact(found[-1].lower().rstrip("."), 0.97) if found else None


def find_phone(text: str) -> Fact | None:
    """The last phone number in E.164. Ten digits without a word about phones may be a CPF's neighbour: less sure."""
    if foreign := _FOREIGN_PHONE.findall(text):
        return Fact(foreign[-1], 0.9)
    found = [m for m in _PHONE.finditer(text) if not _is_cpf(m.group(0)) or "(" in m.group(0) or "+" in m.group(0)]
    if not found:
        return None
    match = found[-1]
    local = match[2] + match[3]
    if len(local) == 8 and local[0] not in "2345":
        return None
    confidence = 0.95 if len(local) == 9 else 0.8
    return Fact(f"+55{match[1]}{local}", confidence)


def find_cep(text: str) -> Fact | None:
    """The last CEP, eight digits."""
    if found := _BARE_CEP.findall(text):
        return Fact((found[-1][0] + found[-1][1]).replace(".", ""), 0.95)
    if found := _CEP.findall(text):
        return Fact(found[-1][0] + found[-1][1], 0.9)
    return None


def find_cpf(text: str) -> Fact | None:
    """The last CPF whose check digits are right, eleven digits."""
    found = ["".join(match.groups()) for match in _CPF.finditer(text) if _is_cpf(match.group(0))]
    return Fact(found[-1], 0.95) if found else None


def find_name(text: str) -> Fact | None:
    """A name the shopper gives: `meu nome é …` is sure, `sou a Ana` less so."""
    if match := _SAID_NAME.search(text):
        return Fact(" ".join(match[1].split()), 0.95)
    if match := _SAID_NAME_LOWER.search(text):
        parts = match[1].split()
        if not _NOT_NAMES & {part.lower() for part in parts[:1]}:
            return Fact(" ".join(part.capitalize() for part in parts), 0.8)
    if (match := _I_AM.search(text)) and match[1].split()[0].lower() not in _NOT_NAMES:
        return Fact(" ".join(match[1].split()), 0.75)
    return None


def find_address(text: str) -> Fact | None:
    """Street with number, and what follows it up to the next subject."""
    match = _STREET.search(text)
    if match is None:
        return None
    address = " ".join(_STREET_END.sub("", match[1]).split()).strip(" ,.;-")
    return Fact(address, 0.8) if any(char.isdigit() for char in address) else None


def _is_cpf(text: str) -> bool:
    digits = [int(char) for char in text if char.isdigit()]
    if len(digits) != 11 or len(set(digits)) == 1:
        return False
    for size in (9, 10):
        total = sum(digit * (size + 1 - at) for at, digit in enumerate(digits[:size]))
        if (total * 10 % 11) % 10 != digits[size]:
            return False
    return True
