"""Contact facts in a shopper's sentences, by pattern: name, phone, e-mail, CEP, CPF, address. Pure.

The confidence says how sure the form alone makes us: check digits and e-mail syntax are strong, a bare name is weak.
"""

import re
import unicodedata
from dataclasses import dataclass

from app.features.extract_lead import addresses
from app.ops.expressions import expression

_EMAIL = expression(r"(?<![\w.+-])[A-Za-z0-9][\w.+-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{2,63}){1,4}(?![\w-])")
_DOT = expression(r"\s*\b(?:ponto|dot)\b\s*", re.IGNORECASE)
_LINE = expression(r"\s*\bunder(?:line|score)\b\s*", re.IGNORECASE)
# [0-9], for \d also means the digits of other scripts, which are no phone number in E.164.
_PHONE = expression(
    r"(?<![0-9.,/-])(?:\+?55[\s.-]?)?\(?0?([1-9][0-9])\)?[\s.-]?((?:9[\s.-]?)?[0-9]{4})[\s.-]?([0-9]{4})(?![0-9-])"
)
_FOREIGN_PHONE = expression(r"(?<![0-9+])\+(?!55)[1-9](?:[\s.()-]{0,2}[0-9]){7,14}(?![0-9])")
# `joao arroba hotmail ponto com`
_SPOKEN_EMAIL = expression(
    r"(?<![\w.])([a-z0-9][a-z0-9_-]{0,63}(?:(?:\.|\s+(?:ponto|underline)\s+)[a-z0-9_-]{1,30}){0,3})\s+arroba\s+"
    r"([a-z0-9-]{1,40}(?:(?:\.|\s+ponto\s+)[a-z]{2,10}){1,3})(?!\w)",
    re.IGNORECASE,
)
# `bob dot jones at yahoo dot com`
_SPOKEN_ENGLISH = expression(
    r"(?<![\w.])([a-z0-9][a-z0-9_-]{0,63}(?:(?:\.|\s+(?:dot|underscore)\s+)[a-z0-9_-]{1,30}){0,3})\s+at\s+"
    r"([a-z0-9-]{1,40}(?:\s+dot\s+[a-z]{2,10}){1,3})(?!\w)",
    re.IGNORECASE,
)
_CEP = expression(r"(?<![0-9.-])([0-9]{5})-([0-9]{3})(?![0-9-])")
# `Rua das Flores 640 36010 120`
_SPACED_CEP = expression(
    r"\b(?:rua|r\.|av\.?|avenida|travessa|alameda|pra[cç]a|rodovia|estrada)\s[^\n?]{3,60}?\s([0-9]{5})\s([0-9]{3})(?![0-9-])",
    re.IGNORECASE,
)
_BARE_CEP = expression(
    r"\b(?:cep|zip|postal\s+code)[^0-9]{0,20}([0-9]{2}\.?[0-9]{3})\s?-?\s?([0-9]{3})(?![0-9])", re.IGNORECASE
)
_CPF = expression(r"(?<![0-9])([0-9]{3})\.?([0-9]{3})\.?([0-9]{3})-?([0-9]{2})(?![0-9])")
# Eleven bare digits may be either: what the shopper calls them decides, the nearest word before them or just after.
_CALLED = expression(
    r"\b(?:(?P<phone>(?:tele)?fone|tel|celular|cel|whats\w*|wpp|zap\w*|contato|ligar?|ligue|(?<!cpf )n[úu]mero|"
    r"phone|mobile|cell)|(?P<cpf>cpf|documento|doc))\b",
    re.IGNORECASE,
)
_BEFORE, _AFTER = 60, 25
_NAME_WORD = r"[A-ZÀ-Ý][a-zà-ÿ'’]{1,30}"
# Here and below, blanks before what may be left out are never given back (`\s*+`): else each way to divide a run of
# them among several `\s*` would be tried.
_FULL_NAME = rf"{_NAME_WORD}(?:\s+(?:d[aeo]s?\s+|e\s+)?{_NAME_WORD}){{0,4}}"
_SAID_NAME = expression(
    rf"(?i:\b(?:meu\s+nome\s+(?:é|e|completo\s+é)|me\s+chamo|chamo-me|pode\s+me\s+chamar\s+de|nome\s*:|"
    rf"(?<!qual )(?<!qual o )(?<!d[eo] )nome\s+é(?!\s+o\s)|"
    rf"(?<!qual )(?<!o )nome(?=\s)|(?:my\s+)?(?<!the )(?<!brand )name(?:\s+is|'s|\s*:)?|"
    rf"call\s+me|em\s+nome\s+d[eao]|no\s+nome\s+d[eao]))(?:\s*+:)?\s++({_FULL_NAME})"
)
# What a sentence told aloud goes on with: `meu nome é joão pereira eu moro na rua …`
_GOES_ON = r"(?:eu|moro|mora|aqui|meu|minha|pago|vou|quero|cep|cpf|telefone|rua|n[ao]|i|i'm|i'll|my|we)"
_SAID_NAME_LOWER = expression(
    rf"\b(?:meu\s+nome\s+(?:é|e)|me\s+chamo|my\s+name\s+is)\s+([a-zà-ÿ]{{2,20}}(?:\s+(?!{_GOES_ON}\b)[a-zà-ÿ]{{2,20}}){{0,3}}?)"
    rf"(?=\s*(?:[,.;!?\n]|$|\se\s|\sand\s|\s{_GOES_ON}\b))",
    re.IGNORECASE,
)
_I_AM = expression(
    r"(?i:\b(?:eu\s+sou|sou|aqui\s+é|quem\s+fala\s+é|i\s+am|i'm|this\s+is)\s+(?:[oa]\s+)?(?:(?:dona|sra?\.?)\s+)?)"
    rf"({_FULL_NAME})"
)
_LABEL = expression(
    r"(?:\b(?:o\s+|e\s+|no\s+|na\s+|moro\s+)?(?:meu|minha|my)\s+)?(?:\b(?:o\s+|no\s+)?"
    r"(?:telefone|fone|tel|celular|whats\w*|zap|n[uú]mero|cpf|cep|e-?mail|endere[cç]o|nome|phone|number|address)\s*+(?:de\s+entrega\s*+)?(?:é|e|eh|is|:)?"
    r"|\bmoro\s+n[ao])\s*+\x00",
    re.IGNORECASE,
)
_BEFORE_CPF = expression(
    r"(?:^|[\n.;:])[^\S\n]*+([A-Za-zÀ-ÿ'’]{2,20}(?:\s+[A-Za-zÀ-ÿ'’]{1,20}){1,4})\s*+[,;:-]?\s*+"
    r"(?:(?:o\s+)?(?:meu\s+)?cpf\b)",
    re.IGNORECASE,
)
_ALL_NAME = expression(r"[A-Za-zÀ-ÿ'’]{2,30}(?:\s+[A-Za-zÀ-ÿ'’]{1,30}){0,5}")
# `o telefone da minha mãe é 11 97777-6666`, `my mom's name is Mary`
_VALUE = rf"(?:\S+@\S+|[+(]?[0-9][0-9\s().-]{{7,20}}|{_FULL_NAME})"
_WHOSE = r"(?:minha|meu|nossa|nosso)\s+(?!casa|trab|loja|empr|escri|servi|celular|ap|resid)\w++(?:\s++\w++)?"
_OF_OTHERS = expression(
    r"(?i:\b(?:(?:tele)?fone|tel|celular|cel|whats\w*|wpp|zap\w*|n[úu]mero|contato|e-?mail|cpf|documento|nome)\s+"
    rf"d[aoe]\s+(?:{_WHOSE}|loja|voc[eê]s?|vcs?)\s*+(?:é|eh|e|:|-|,)?\s*+:?\s*+)"
    rf"{_VALUE}|(?i:\bmy\s+\w++(?:\s++\w++)?['’]s\s+(?:phone|number|cell|mobile|e-?mail|name)(?:\s+number)?"
    rf"\s*+(?:is|:)?\s*+){_VALUE}"
)
# `liga pra minha esposa Márcia no 31 98877-6655`, `não sou a Carla`, `não mande para a@b.com`
_OTHERS_CALLED = expression(
    r"(?i:\b(?:lig|fal|cham|mand|avis)\w*\s+(?:pra|para|pro|com|a|o)\s+(?:[ao]\s+)?(?:minha|meu|nossa|nosso)\s+"
    rf"\w++(?:\s+\w++){{0,2}}?\s+(?:no|em|pelo)\s+(?:n[úu]mero\s+|telefone\s+)?){_VALUE}"
)
_DENIED = expression(
    rf"(?i:\bn[ãa]o\s+(?:sou|me\s+chamo|é)\s+(?:[oa]\s+)?){_FULL_NAME}"
    r"|(?i:\bn[ãa]o\s+(?:me\s+)?(?:mand|envi|us|escrev)\w*[^.!?\n@]{0,40}?)\S+@\S+"
)
_NAMED_ANEW = expression(rf"(?i:\b(meu\s+nome)\s+n[ãa]o\s+é\s+){_FULL_NAME}(?i:\s*,?\s*(?:mas\s+|e\s+sim\s+)?é?)(?=\s)")
# `minha vizinha mora na rua …`, `vocês ficam na rua …?`
_ELSEWHERE = expression(
    rf"\b(?:{_WHOSE}|el[ae]s?)\s+(?:mora|moram|vive|vivem|fica|ficam|trabalha)\s+n[ao]\b[^.!?\n]*+"
    r"|\b(?:voc[eê]s|vcs|a\s+loja)\s+(?:fica|ficam|são|sao|estão|estao|mora|moram)\b[^.!?\n]*+",
    re.IGNORECASE,
)
_PARTICLES = frozenset({"de", "da", "do", "das", "dos", "e"})
_NOT_NAMES = frozenset({"de", "da", "do", "interessado", "interessada", "cliente", "aqui", "bom", "boa", "pix", "eu"})
# What somebody may be a fan or a member of: `sou Flamengo` is no name.
_NOT_PEOPLE = frozenset(
    """flamengo palmeiras corinthians santos vasco fluminense botafogo grêmio gremio internacional cruzeiro bahia
    vitória fortaleza ceará sport náutico coritiba athletico atlético goiás vascão
    mengão mengo timão verdão fogão tricolor colorado colorada galo flamenguista vascaíno vascaína corinthiano
    corinthiana palmeirense gremista botafoguense cruzeirense são cliente brasileiro brasileira
    paulista carioca mineiro gaúcho vegano vegana alérgico alérgica novo nova casado casada professora professor
    médico médica""".split()  # noqa: SIM905
)
_NO_NAME_WORDS = frozenset(
    """sim não nao ok oi olá ola quero queria pix dinheiro obrigado obrigada valeu pode isso claro bom boa dia tarde
    noite tem qual quanto quando como onde meu minha cpf cep rua avenida entrega cartão cartao vou me manda esse
    essa este esta mais menos o a os as um uma no na em com sem por para pra que se mas nada tudo certo beleza
    depois agora hoje amanhã amanha confirmo confirma fechado fecha cancela prefiro melhor yes no please the i my
    it is to and want thanks hello ask
    for recebe falar deixa aqui here confere conferi conferido confirmado confirmada correto correta fechou fechar exato
    perfeito combinado pode ótimo otimo""".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Fact:
    """A value in its normal form, how sure it is, and which of the messages said it."""

    value: str
    confidence: float
    message: int = 0


def find_email(text: str) -> Fact | None:
    """The last e-mail address, lower-cased."""
    if "@" in text and (found := _EMAIL.findall(text)):
        return Fact(found[-1].lower().rstrip("."), 0.97)
    told = text.lower()
    pattern = _SPOKEN_EMAIL if "arroba" in told else _SPOKEN_ENGLISH if " dot " in told else None
    if pattern is not None and (spoken := pattern.findall(text)):
        name, host = (_DOT.sub(".", _LINE.sub("_", part)).lower() for part in spoken[-1])
        return Fact(f"{name}@{host}", 0.85)
    return None


def find_phone(text: str) -> Fact | None:
    """The last phone number in E.164. Ten digits without a word about phones may be a CPF's neighbour: less sure."""
    if "+" in text and (foreign := _FOREIGN_PHONE.findall(text)):
        return Fact("+" + "".join(char for char in foreign[-1] if char.isdigit()), 0.9)
    found = [m for m in _PHONE.finditer(text) if not (_CPF.fullmatch(m.group(0)) and _means_cpf(text, m))]
    if not found:
        return None
    match = found[-1]
    local = re.sub(r"\D", "", match[2]) + match[3]
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
    if found := _SPACED_CEP.findall(text):
        return Fact(found[-1][0] + found[-1][1], 0.8)
    return None


def find_cpf(text: str) -> Fact | None:
    """The last CPF whose check digits are right, eleven digits."""
    found = ["".join(match.groups()) for match in _CPF.finditer(text) if _means_cpf(text, match)]
    return Fact(found[-1], 0.95) if found else None


def find_name(text: str) -> Fact | None:
    """A name the shopper gives: `meu nome é …` is sure, `sou a Ana` less so."""
    if match := _SAID_NAME.search(text):
        return Fact(" ".join(match[1].split()), 0.95)
    if match := _SAID_NAME_LOWER.search(text):
        parts = match[1].split()
        if not _NOT_NAMES & {part.lower() for part in parts[:1]}:
            return Fact(titled(match[1]), 0.8)
    if (match := _BEFORE_CPF.search(text)) and (name := bare_name(match[1])):
        return Fact(name.value, 0.8)
    if (match := _I_AM.search(text)) and match[1].split()[0].lower() not in _NOT_NAMES | _NOT_PEOPLE:
        return Fact(" ".join(match[1].split()), 0.75)
    return None


def bare_name(text: str) -> Fact | None:
    """A message that is a name and nothing else: the answer to a question for it."""
    written = text.strip(" .,!\n")
    parts = written.split()
    if not 1 <= len(parts) <= 6 or not _ALL_NAME.fullmatch(written):
        return None
    first = parts[0].lower()
    if first in _NOT_NAMES or any(part.lower() in _NO_NAME_WORDS for part in parts):
        return None
    return Fact(titled(written), 0.85)


def folded(word: str) -> str:
    """Lower case without accents."""
    decomposed = unicodedata.normalize("NFKD", word.lower())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def titled(name: str) -> str:
    """`maria clara da silva` as it is written on a letter."""
    return " ".join(part if part in _PARTICLES else part.capitalize() for part in name.lower().split())


def find_address(text: str) -> Fact | None:
    """Street with number and the parts that follow, in one line."""
    found = addresses.find(text)
    return Fact(found.line, 0.8) if found else None


def without_others(text: str) -> str:
    """The text without the name, number or address of e-mail that is said to be somebody else's, or is denied."""
    return _DENIED.sub(" ", _NAMED_ANEW.sub(r"\1 é", _OTHERS_CALLED.sub(" ", _OF_OTHERS.sub(" ", text))))


def without_elsewhere(text: str) -> str:
    """The text without where somebody else, or the shop, is said to be."""
    return _ELSEWHERE.sub(" ", text)


def without_facts(text: str, mark: str = " ") -> str:
    """The text without the contact facts in it, for those who want to know what else it says; mark: what stands in
    their place."""
    if found := addresses.find(text):
        text = f"{text[: found.start]} \x00 {text[found.end :]}"
    for pattern in (
        _EMAIL,
        _SPOKEN_EMAIL,
        _SPOKEN_ENGLISH,
        _FOREIGN_PHONE,
        _BARE_CEP,
        _CEP,
        _CPF,
        _PHONE,
        _SAID_NAME,
        _SAID_NAME_LOWER,
    ):
        text = pattern.sub(" \x00 ", text)
    return _LABEL.sub("\x00", text).replace("\x00", mark)


def _means_cpf(text: str, digits: re.Match[str]) -> bool:
    """Whether digits in a CPF's form are one: the check digits are right, and nobody calls them a phone number."""
    if not _is_cpf(digits.group(0)):
        return False
    if not digits.group(0).isdigit():
        return True
    start, end = digits.span()
    said = list(_CALLED.finditer(text, max(0, start - _BEFORE), start))
    named = said[-1] if said else _CALLED.search(text, end, end + _AFTER)
    return named is None or named["cpf"] is not None


def _is_cpf(text: str) -> bool:
    digits = [int(char) for char in text if char.isdigit()]
    if len(digits) != 11 or len(set(digits)) == 1:
        return False
    for size in (9, 10):
        total = sum(digit * (size + 1 - at) for at, digit in enumerate(digits[:size]))
        if (total * 10 % 11) % 10 != digits[size]:
            return False
    return True
