"""Name and address that are told in one breath: whose name comes first (`irene kowalski rua Chile 20`), what is a label
without its colon (`nome ana endereço rua Chile 20 cep …`), a name that is told as who speaks or for whom it is. Pure.
"""

import re

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.spoken_numbers import with_digits
from app.features.chat.assistant.language.vocabulary import FIRST_NAMES, NO_GOODS
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.reading.details.naming import is_likely
from app.features.extract_lead.patterns import titled
from app.ops.expressions import expression

_STREET = (
    r"(?:rua|r\.|avenida|av\.?|travessa|tv\.?|alameda|pra[cç]a|rodovia|estrada|largo|passagem|beco|ladeira|"
    r"viela|servid[aã]o|"
    r"conjunto|quadra|endere[cç]o)"
)
_PLACED = expression(rf"\b{_STREET}\s|\b\d{{2}}\.?\d{{3}}-?\s?\d{{3}}\b", re.IGNORECASE)
_NAME = r"[^\W\d_]{2,20}(?:\s+(?:d[aeo]s?\s+)?[^\W\d_]{2,20}){0,3}?"
_FIRST = expression(
    r"^\W*(?:(?:oi|ol[aá]|bom\s+dia|boa\s+tarde|boa\s+noite|anota(?:\s+a[ií])?|ent[aã]o|[eé]|eh|sou|aqui|a[ií]|"
    r"o|a|pra|para|hi|hello)[\s,]+)*"
    rf"(?P<name>{_NAME})\s*[,:]?\s+(?=(?:(?:eu\s+)?mor[oa]\s+)?(?:n[ao]\s+)?{_STREET}\s)",
    re.IGNORECASE,
)
# `oi, é a Célia, moro na rua …`
_SPEAKS = expression(
    rf"^\W*(?:(?:oi|ol[aá]|bom\s+dia|boa\s+tarde|boa\s+noite)[\s,!.]+)*(?:aqui\s+)?(?:[eé]|eh|"
    rf"quem\s+fala\s+[eé])\s+[ao]\s+(?P<name>{_NAME})\s*(?=[,.;\n])",
    re.IGNORECASE,
)
# `it's for Mark Pine, Travessa Curuzu 1800`
_FOR_NAME = expression(
    r"^\W*(?i:it'?s\s+for|this\s+is\s+for|deliver\s+(?:it\s+)?to|(?:[eé]|eh|vai)\s+(?:pra|"
    r"para))\s+(?P<name>[A-ZÀ-Ý][\wÀ-ÿ'’]+(?:\s+[A-ZÀ-Ý][\wÀ-ÿ'’]+){1,3})\s*(?=[,.;\n])"
)
_POSTCODE = expression(r"\b(?:post\s?code|postal\s+code)\b", re.IGNORECASE)
_LABEL = expression(
    r"[\s,]*\b(?P<label>nome|endere[cç]o|bairro|cidade|estado|cep|telefone|fone|celular|complemento|"
    r"n[uú]mero)\s+(?:[eé]\s+)?(?=\S)",
    re.IGNORECASE,
)
_LABELS = 3
# `moro na são mateus 145`, `a rua é São Mateus, o número é 145`, `o cep daqui é 36025-000`
_ALOUD = (
    (expression(r"\s+/\s+"), ", "),
    (
        expression(
            rf"\b(?P<lives>mor[oa]\s+n[ao]\s+)(?!(?:{_STREET}|r|minha|meu|casa|mesm[oa]|centro|"
            rf"bairro)\b)(?=[^\W\d_]{{3,}}(?:\s+[^\W\d_]{{2,}}){{0,3}}"
            r"\s*,?\s*(?:n[uú]mero\s+)?\d{1,5}\b(?!-))",
            re.IGNORECASE,
        ),
        r"\g<lives>rua ",
    ),
    (
        expression(r"\b(?:[ao]\s+)?(?P<part>rua|n[uú]mero|bairro)\s+(?:[eé]|eh)\s+(?!sem\b)(?=\w)", re.IGNORECASE),
        r"\g<part> ",
    ),
    (
        expression(r",?\s*\b(?:o\s+)?cep\s+(?:daqui|d[ea]\s+(?:l[aá]|casa|rua))\s+(?:[eé]|eh)\s+", re.IGNORECASE),
        ", cep ",
    ),
    (expression(r"\bel[ea]\s+(?:se\s+)?chama\s+(?=[^\W\d_])", re.IGNORECASE), "o nome é "),
)


def data_apart(message: str) -> str:
    """The message with its numbers in digits, and name, labels and address apart; as it was where it tells no
    address."""
    message = with_digits(_POSTCODE.sub("CEP", message))
    if "?" in message or not _PLACED.search(message):
        return message
    for sign, plain in _ALOUD if any(map(str.isdigit, message)) else ():
        message = sign.sub(plain, message)
    if message.lower().lstrip().startswith("nome ") and ":" not in message and len(_LABEL.findall(message)) >= _LABELS:
        return _LABEL.sub(lambda found: f", {found['label']}: ", message).lstrip(" ,")
    for sign in (_FOR_NAME, _SPEAKS, _FIRST):
        found = sign.match(message)
        if found is not None and (is_likely(found["name"]) or (sign is not _FIRST and _is_name(found["name"]))):
            return f"meu nome é {titled(found['name'])}, {message[found.end() :].lstrip(' ,.')}"
    return message


def _is_name(text: str) -> bool:
    """No word of it is sold, counts or is of talk."""
    said = [word for word in words(fold(text)) if word not in ("da", "de", "do", "dos", "das", "e")]
    others = [word for word in said if word not in FIRST_NAMES]
    return not any(word in NO_GOODS or number(word) is not None or current().place(word) > 0 for word in others)
