"""One way of paying or getting the goods in the place of another: `pix em vez de dinheiro`, `esquece a entrega, vou
buscar`. The message without what it lets go. Pure."""

import re

from app.features.chat.assistant.language.words import fold
from app.ops.expressions import expression

_PAYS = r"(?:pix|dinheiro|esp[eé]cie|cart[aã]o|cr[eé]dito|d[eé]bito|cash|card)"
_COMES = (
    r"(?:entrega(?:r|rem)?|receber(?:\s+em\s+casa)?|motoboy|frete|envio|delivery|shipping|retirada|retirar|buscar|pegar(?:\s+(?:a[ií]|na\s+loja))?|"
    r"pick\s?up|pickup|picking\s+(?:it\s+)?up)"
)
_BY = (
    r"(?:(?:pagar|pagamento|pago|paying|pay|(?:o|a|the)|n[oa]|em|com|por|pel[oa]|via|by|with|in|de|d[oa]|ser|fazer|from)"
    r"\s+)*"
)
_WAY = rf"{_BY}(?P<{{}}>{_PAYS}|{_COMES})\b(?!\s+d[eoa]\s)"
_OLD, _NEW = (_WAY.format(name) for name in ("old", "new"))
_INSTEAD = (
    r"(?:em\s+vez|no\s+lugar|em\s+lugar|ao\s+inv[eé]s|inv[eé]s|instead)\s+(?:d[eoa]s?|of)(?:\s+(?:eu|a\s+gente|n[oó]s|me|my))?|(?:rather|better)\s+than|melhor\s+(?:do\s+)?q(?:ue)?|"
    r"(?:e\s+)?n[aã]o\s+(?:mais\s+)?(?=(?:em|no|com|d[eo]|a|por)\s)|(?:e\s+)?n[aã]o\s+precisa(?:\s+mais)?"
)
_BEFORE = expression(rf"(?:\be\s+)?\b(?:{_INSTEAD})\s+{_OLD}[\s,]*(?=(?P<rest>.*))", re.IGNORECASE | re.DOTALL)
_BEHIND = expression(rf"[\s,]*\b(?:{_INSTEAD})\s+{_OLD}", re.IGNORECASE)
_SWAPS = expression(
    rf"\b(?:troc\w+|mud\w+|alter\w+|pass[ae]\w*|change|swap|switch)\s+(?:(?:o\s+pagamento|a\s+forma\s+de\s+pagamento|the\s+payment|it|isso)\s+)?{_OLD}"
    rf"\s+(?:por|pel[oa]|pr[oa]|para(?:\s+[oa])?|to|for|with)\s+{_NEW}",
    re.IGNORECASE,
)
_LETS_GO = expression(
    r"\b(?:esque[cç]\w*|desist\w+\s+d[eoa]|larga|nada\s+d[eo]|deixa(?:\s+pra\s+l[aá])|forget|scratch|never\s+mind|n[aã]o\s+quero\s+mais)\s+"
    rf"(?:(?:a\s+ideia\s+de|about)\s+)?{_OLD}[\s,.;]*(?=(?P<rest>.*))",
    re.IGNORECASE | re.DOTALL,
)
# `pago em dinheiro na hora que for buscar`
_PAID_THEN = expression(
    r"(?P<pays>\bpag\w+\s+(?:(?:tudo|s[oó]|em\s+dinheiro|em\s+esp[eé]cie|no\s+dinheiro|dinheiro)\s+)*)(?:quando|qdo|assim\s+que|(?:s[oó]\s+)?na\s+hora\s+(?:que|q|de)|ao)\s+"
    r"(?:(?:eu|for|vier|passar|a[ií]|l[aá]|ir)\s+)*(?:buscar|retirar|pegar)\b(?:\s+(?:a[ií]|l[aá]))?",
    re.IGNORECASE,
)
_PAYS_OTHERWISE = expression(
    r"(?:(?:e|ah|opa|ent[aã]o|eu)[\s,]+)*(?:pode\s+ser|prefiro|quero)\s"
    rf"(?=.*\b{_PAYS})",
    re.IGNORECASE,
)
_ANY = expression(rf"\b(?P<new>{_PAYS}|{_COMES}|entreg\w+|retir\w+|busc\w+)\b", re.IGNORECASE)
_SENTENCES = expression(r"[^.!?\n]*[.!?\n]*")
_FETCHED = expression(r"retir|busc|peg|pick")


def with_the_new(message: str) -> str:
    """The message in which only the way is named that is wanted now."""
    message = _PAID_THEN.sub(r"\g<pays>na retirada", message)
    return "".join(map(_of_one, _SENTENCES.findall(message))) or message


def _of_one(message: str) -> str:
    """The same of one sentence; of a question where it asks to pay otherwise: `pode ser no cartão em vez de pix?`"""
    asks = message.rstrip().endswith("?")
    if asks and not _PAYS_OTHERWISE.match(message):
        return message
    if swapped := _SWAPS.search(message):
        told = _kind(swapped["new"])
        if told[0] == _kind(swapped["old"])[0] and told != _kind(swapped["old"]):
            said = (
                swapped["new"]
                if told[0] == "pays"
                else "prefiro retirar"
                if told[1] == "fetched"
                else "prefiro entrega"
            )
            return f"{message[: swapped.start()]}{said}{message[swapped.end() :]}"
    for sign in (_BEFORE, _LETS_GO, _BEHIND):
        found = sign.search(message)
        if found is None:
            continue
        left = f"{message[: found.start()]} {message[found.end() :]}".lstrip(" ,")
        if any(_replaces(one["new"], found["old"]) for one in _ANY.finditer(left)):
            return f"{_PAYS_OTHERWISE.sub('', left).rstrip(' ?')}." if asks else left
    return message


def _replaces(new: str, old: str) -> bool:
    return _kind(new)[0] == _kind(old)[0] and _kind(new) != _kind(old)


def _kind(way: str) -> tuple[str, str]:
    """Whether it pays or brings the goods, and how."""
    said = fold(way)
    if re.fullmatch(_PAYS, said):
        return "pays", "cash" if said in ("dinheiro", "especie", "cash") else said
    return "comes", "fetched" if _FETCHED.match(said) else "sent"
