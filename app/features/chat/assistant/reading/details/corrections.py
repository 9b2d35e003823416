"""One of the shopper's data told anew, as it is told plainly: `opa o numero da casa é 1220, errei`. Pure.

What surrounds it (the regret, the old value, which of them it is before or behind) is many; the value is one. Only what
is left as `número 1220`, `rua é Tupi` or `meu nome é Ana` is read on.
"""

import re

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.reading.details.places import describes
from app.ops.expressions import expression

REGRET = expression(
    r"\b(?:eu\s+)?(?:errei|me\s+(?:enganei|confundi|equivoquei)|(?:foi\s+)?(?:um\s+)?(?:erro|engano)\s+meu|falha\s+minha|"
    r"(?:digitei|escrevi|coloquei|mandei|passei|falei|disse|informei|anotei|botei|dei)(?:\s+(?:tudo\s+)?(?:trocad|invertid|errad)[oa]\b|(?=.*\berrad[oa]))|(?:it\s+was\s+)?(?:a\s+)?typo|my\s+(?:mistake|bad)|"
    r"i\s+(?:typed|wrote|gave|got)(?=.*\bwrong))\b|(?<=[a-z])\s+errad[oa]$",
    re.IGNORECASE,
)
# `o resto tá certo`
_REST = expression(
    r"[\s,.;]*\b(?:o\s+)?(?:resto|restante|the\s+rest)\s+(?:t[áa]|est[áa]|[ée]|continua|fica|is)\s+(?:tudo\s+)?(?:cert[oa]|ok|igual|o\s+mesmo|right|fine|correct)\b",
    re.IGNORECASE,
)
_EDGE = (
    r"(?:opa|ops|ih+|ixi?|vixe?|eita|mo[cç][oa]|amig[oa]|querid[oa]|minha\s+filha|meu\s+filho|oops|eita|putz|ah|oh|oi|pera[ií]?|espera|desculp[ae]\w*|perd[ãa]o|sorry|na\s+(?:verdade|vdd|real)|vdd|actually|ali[áa]s|digo|"
    r"mas|e|ent[ãa]o|pode|por\s+favor|pfv|please|viu|t[áa]|corrigindo|corre[çc][ãa]o|quer\s+dizer|wait)"
)
_EDGES = expression(rf"^(?:\W*\b{_EDGE}\b)+[\s,;:.!]+|(?:[\s,;.!]+{_EDGE}\b)+\W*$", re.IGNORECASE)
_DATA = (
    r"(?:(?P<number>(?:n[uú]mero|number)(?:\s+d[ao]\s+(?:casa|pr[ée]dio|rua|endere[çc]o|im[óo]vel))?|house\s+number|casa)|"
    r"(?P<within>apto?\.?|apartamento|ap\.?|bloco|apartment)|"
    r"(?P<street>(?:nome\s+d[ae]\s+)?rua|(?:nome\s+d[ae]\s+)?avenida)|(?P<district>bairro)|(?P<name>nome|name))(?![^\W\d_])"
)
_IS = r"(?:[ée]|eh|is|it'?s|foi|ser[áa]|fica|pra|para|to)"
_RIGHT = (
    r"(?:cert[oa]|corret[oa]|nov[oa]|errad[oa]|right|correct|new|wrong|"
    r"(?:t[áa]|est[áa]|is)\s+(?:errad[oa]|wrong)|mudou|changed)"
)
_CHANGES = r"(?:(?:quero\s+)?(?:troc|mud|alter|corri[gj]|chang)\w*\s+)?"
_OLD = r"(?:\s*,?\s*(?:e\s+|and\s+)?(?:n[ãa]o|not)\s+(?:[ée]\s+)?(?:[oa]\s+)?[\wÀ-ÿ ]{1,40})?"
_TOLD = expression(
    rf"^{_CHANGES}(?:(?:o|a|meu|minha|the|my)\s+)*{_DATA}(?:\s+{_RIGHT})?\s*[,:;.]?\s*(?:(?:agora|now)\s+)?"
    rf"(?:(?:o|a|the)\s+{_RIGHT}(?:\s+one)?\s+)?(?::|{_IS})\s+(?:(?:[oa]|the)\s+)?"
    rf"(?P<value>[\wÀ-ÿ'’. ]{{1,60}}?){_OLD}$",
    re.IGNORECASE,
)
_BEHIND = expression(rf"^{_IS}\s+(?:[oa]\s+)?(?P<value>\d{{1,6}}[a-z]?)\s+(?:[oa]\s+){_DATA}$", re.IGNORECASE)
_WRONG_FIRST = expression(r"^(?:the\s+)?wrong\s+(number|street|name|apartment)\b", re.IGNORECASE)
_HOUSE = expression(r"\d{1,6}[a-z]?", re.IGNORECASE)
_CALLED = expression(r"[^\W\d][\wÀ-ÿ'’. ]{1,59}")
_STREET = expression(r"(?:rua|avenida|av\.?|travessa|alameda|estrada|rodovia)\s+\S", re.IGNORECASE)
# `não é rua São Paulo, é rua São Pedro`, `é rua São Pedro, não São Paulo`
_OTHER_STREET = expression(
    rf"^(?:(?:n[ãa]o\s+[ée]|it'?s\s+not)\s+(?:n?[oa]\s+)?(?:rua|avenida|av\.?)\s+[^,\d]{{3,50}},\s*)?(?:(?:mas|e\s+sim)\s+)?{_IS}\s+(?:n?[oa]\s+)?"
    r"(?P<street>(?:rua|avenida|av\.?)\s+[^,\d]{3,50}?)(?P<not>\s*,?\s*(?:e\s+)?n[ãa]o\s+(?:[ée]\s+)?[^,\d]{3,50})?$",
    re.IGNORECASE,
)


# `é 45, quarenta e cinco`: the same number again
_AGAIN = expression(r"\b(?P<number>\d{1,6})\s*,\s*(?P<words>[^\W\d][\w ]{2,60})$")


def _without_echo(text: str) -> str:
    """A number that is said again in words is told once."""
    echo = _AGAIN.search(text)
    if echo is None or spelt_out(fold(echo["words"])).strip() != echo["number"]:
        return text
    return text[: echo.end("number")]


def plainly(message: str) -> str:
    """The message as one of the data is told without a word around it; empty where it tells anything else."""
    text = " ".join(message.split())
    if "?" in text or len(text) > 140:
        return ""
    regrets = REGRET.search(text) is not None
    text = REGRET.sub(" ", _REST.sub("", text)).strip(" ,.;:!")
    while (shorter := _EDGES.sub("", text).strip(" ,.;:!")) != text:
        text = shorter
    text = _without_echo(_WRONG_FIRST.sub(r"\1 wrong", " ".join(text.split())))
    other = _OTHER_STREET.match(text)
    if other is not None and (other["not"] or "," in text or regrets):
        kind, _, name = other["street"].partition(" ")
        return f"{kind} é {name}"
    found = _TOLD.match(text) or _BEHIND.match(text)
    if found is None:
        return text if text != message.strip(" .!") else ""
    return _as_piece(found)


def _as_piece(found: re.Match[str]) -> str:
    value, kinds = found["value"].strip(), found.groupdict()
    if kinds["number"]:
        value = spelt_out(fold(value)).strip()
        return f"número {value}" if _HOUSE.fullmatch(value) else ""
    if kinds["within"]:
        kind = kinds["within"]
        inside = re.sub(rf"^{re.escape(kind)}\s+", "", value, flags=re.IGNORECASE)
        return f"{kind} {inside}" if re.fullmatch(r"\d{1,5}\s?[a-z]?|[a-z]", inside, re.IGNORECASE) else ""
    if not _CALLED.fullmatch(value) or describes(value):
        return ""
    if kinds["street"]:
        kind = kinds["street"].split()[-1]
        kind, value = (value.split(" ", 1)) if _STREET.match(value) else (kind, value)
        return f"{kind} é {value}"
    return f"bairro é {value}" if kinds["district"] else f"meu nome é {value}"
