"""House numbers, postal codes and phones that are told in words: `rua Chile mil e duzentos`, `cep oitenta quatro três
zero dois um zero`, `meia meia zero oito cinco`. Pure.
"""

import re

from app.features.chat.assistant.language.words import NUMBERS, fold
from app.ops.expressions import expression

_MORE = {
    "zero": 0, "meia": 6, "seiscentos": 600, "seiscentas": 600, "setecentos": 700, "setecentas": 700, "oitocentos": 800,
    "oitocentas": 800, "novecentos": 900, "novecentas": 900, "quatrocentas": 400, "quinhentas": 500, "cento": 100,
    "dezasseis": 16, "dezessete": 17,
}  # fmt: skip
_ENGLISH = frozenset(
    """one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty
    hundred""".split()  # noqa: SIM905
)
_VALUES = {word: value for word, value in (NUMBERS | _MORE).items() if word not in _ENGLISH}
_WORD = "|".join(sorted(_VALUES, key=len, reverse=True))
_LINK = r"(?:\s*[-,.]\s*|\s+(?:e\s+|tra[cç]o\s+|ponto\s+)?)"
_RUN = expression(rf"(?<![\w-])(?:{_WORD})(?:{_LINK}(?:{_WORD}))*(?![\w-])")
_STREET = expression(
    r"\b(?:rua|avenida|av|travessa|alameda|praca|rodovia|estrada|largo|passagem|beco|ladeira|viela|servidao|"
    r"vila)\b|\bcep\b"
)
_HOUSE = expression(r"\b(?:numero|casa|apartamento|apto?|ap|bloco|sala|quadra|lote|torre|andar|conjunto)\s+$")
_DATE = expression(
    r"\s+de\s+(?:janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro)\b"
)
_TYPE_BEFORE = expression(r"\b(?:rua|avenida|av|travessa|alameda|praca|rodovia|estrada|passagem)\s+$")
_CEP_DIGITS, _PHONE_DIGITS, _THOUSAND, _TEN = 8, (10, 11), 1000, 10


def with_digits(message: str) -> str:
    """The message with the numbers of an address in digits, set apart by commas; as it was where it tells no street
    and no postal code."""
    said = fold(message)
    if len(said) != len(message) or not _STREET.search(said):
        return message
    text, at = "", 0
    for run in _RUN.finditer(said):
        told = _in_digits(said, run)
        if told is not None:
            text += f"{message[at : run.start()].rstrip(' ,')}{told}"
            at = run.end()
            if message[at : at + 1] not in ("", ",", ".", "\n"):
                text += ","
    return text + message[at:]


def _in_digits(said: str, run: re.Match[str]) -> str | None:
    """How the run is written; None where it is a date that a street is called by, or counts something."""
    if _DATE.match(said, run.end()):
        return None
    digits = _spelt(run[0])
    if len(digits) == _CEP_DIGITS:
        before = "" if said[: run.start()].rstrip(" ,:eé").endswith("cep") else ", cep"
        return f"{before} {digits[:5]}-{digits[5:]}"
    if len(digits) in _PHONE_DIGITS:
        return f", {digits}"
    if _HOUSE.search(said[: run.start()]):
        return f" {_value(run[0])}"
    street = list(_STREET.finditer(said, 0, run.start()))
    if not street or street[-1][0] == "cep" or _TYPE_BEFORE.search(said[: run.start()]):
        return None
    between = said[street[-1].end() : run.start()]
    plain = not re.search(r"[\d,;\n]|\bnumero\b", between)
    return f", {_value(run[0])}" if plain and len(between.split()) in range(1, 7) else None


def _words(run: str) -> list[str]:
    return re.findall(rf"(?:{_WORD}|\be\b)", run)


def _value(run: str) -> int:
    """`mil e duzentos`, `quatrocentos e dez`, and digits one by one: `um dois três`."""
    told = [_VALUES[word] for word in _words(run) if word != "e"]
    if len(told) > 1 and all(value < _TEN for value in told):
        return int("".join(map(str, told)))
    total = 0
    for value in told:
        total = max(total, 1) * _THOUSAND if value == _THOUSAND else total + value
    return total


def _spelt(run: str) -> str:
    """The digits of a run that is spelt: `trinta e seis zero treze zero zero um` is 36013001, `oitenta mil e
    dez` 80010."""
    groups: list[int] = []
    thousands, joined = 0, False
    for word in _words(run):
        if word == "e":
            joined = True
            continue
        value = _VALUES[word]
        place = 10 ** len(str(value))
        if value == _THOUSAND and groups:
            thousands = len(groups)
        elif joined and len(groups) > thousands and groups[-1] >= place and groups[-1] % place == 0:
            groups[-1] += value
        else:
            groups.append(value)
        joined = False
    told = [str(value).zfill(3) if 0 < thousands == at else str(value) for at, value in enumerate(groups)]
    return "".join(told)
