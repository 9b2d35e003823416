"""A kind told behind counted things, of one or of all: `10 de carne e 5 de frango, tudo tradicional`,
`2 travesseiros, daqueles mais baixos`, `uma porção de cada, uma de carne e uma de queijo`. Folded text. Pure."""

import re

from app.features.chat.assistant.language.containers import CONTAINER
from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import COUNT, is_colour, number, words
from app.ops.expressions import expression

_ENDS = r"(?=\s*(?:$|[,.;!\n])|\s+(?:e|and|por|pago|pix|please|pra|para)\b)"
_ALL = (
    r"(?:(?:[oa]s|d[oa]s)\s+(?P<many>dois|duas|tres|quatro|[2-5])|(?:em\s+)?amb[oa]s|(?:em\s+)?tod[oa]s(?:\s+el[ea]s)?|tudo|"
    r"both(?:\s+of\s+them)?|all(?:\s+of\s+them)?)"
)
_OF_ALL = expression(
    rf"\s*,\s*(?:e\s+|and\s+)?{_ALL}\s+(?:(?:sao|are|d[aeo]s?|n[ao]s?|em|in|the)\s+)*(?P<kind>[a-z]{{4,}}|\d{{2,3}}\s?(?:v|volts?)){_ENDS}"
)
_EACH = expression(
    rf"(?:(?<=\s)|^){COUNT}\s+(?=(?:d[eao]\s+)?[a-z])[^,.;!?\n]*?(?=\s*(?:,|$)|\s+(?:e|and|mais)\s+{COUNT}\s)"
)
# `daqueles mais baixos`, `os mais altos`, behind what is counted
_SUCH = expression(
    rf"(?P<goods>\b{COUNT}\s+[a-z][^,.;!?\n]*?)\s*,\s*(?:d?(?:aquel|ess|est)[ea]s?|d?[oa]s?)\s+(?:que\s+(?:e|sao)\s+)?"
    rf"(?:(?:mais|bem)\s+)(?P<kind>[a-z]{{4,}})(?:\s+(?:mesmo|ne|viu))?{_ENDS}"
)
_BY_RANK = expression(r"(?:barat|car[oa]|em\s+conta|cheap|nov[oa]|vendid|usad|famos|recent|procurad|rapid)")
# How they are to be handed over, whatever they are.
_AS_SERVED = expression(
    r"(?:gelad|assad|frit|quent|fri[oa]|fresc|bem|junt|separad|embalad|embrulhad|cert|pront|igual|cold|hot|fresh|wrapped)"
)
_ONE = r"(?:uma?|[oa]|\d{1,2}|dois|duas|tres)"
# `uma porção de cada, uma de carne e uma de queijo`: what is of each is told behind it
_OF_EACH = expression(
    rf"\b(?P<n>{COUNT})(?:\s+(?P<noun>(?!(?:de|of)\b)[a-z]{{3,}}(?:\s+de\s+(?!cada)[a-z]{{3,}})?))?\s+(?:de\s+cada|of\s+each)(?:\s+(?:sabor|tipo|cor|um|uma|kind|flavou?r))?"
    rf"\s*[,:]\s*(?=(?P<list>{_ONE}\s+d[eao]\s+[a-z][^.;!?\n]*?(?:\s*,\s*|\s+e\s+){_ONE}\s+d[eao]\s+[a-z]+))"
)
_OF_ONE = expression(rf"(?P<lead>^|,\s*|\se\s+){_ONE}\s+(?=d[eao]\s+[a-z])")


def kind_of_each(text: str) -> str:
    """The folded text in which such a kind stands beside each of the things it is told of; a question stays."""
    if "?" in text:
        return text
    return _SUCH.sub(_beside_it, _of_all(_of_each(text)))


def _is_kind(word: str) -> bool:
    return word[0].isdigit() or is_colour(word) or (0 < current().place(word) < BEGINS and not _AS_SERVED.match(word))


def _of_all(text: str) -> str:
    found = _OF_ALL.search(text)
    if found is None or not _is_kind(found["kind"]):
        return text
    begins = max((one.end() for one in re.finditer(r"[.;!?\n]", text[: found.start()])), default=0)
    said = text[begins : found.start()]
    told = [one for one in _EACH.finditer(said) if found["kind"][:-1] not in one[0]]
    if told and found["many"] and number(words(told[-1][0])[0]) == number(found["many"]):
        told = told[-1:]  # `um pala e dois cachecóis, os dois caramelo`
    elif len(told) < 2:
        return text
    for one in reversed(told):
        said = f"{said[: one.end()]} {found['kind']}{said[one.end() :]}"
    return f"{text[:begins]}{said}{text[found.end() :]}"


def _beside_it(found: re.Match[str]) -> str:
    named = any(current().place(word) == BEGINS for word in words(found["goods"]))
    kind = _is_kind(found["kind"]) and not _BY_RANK.match(found["kind"])
    return f"{found['goods']} {found['kind']}" if named and kind else found[0]


def _of_each(text: str) -> str:
    found = _OF_EACH.search(text)
    if found is None:
        return text
    noun = found["noun"] or ""
    head = noun.split(" ")[0]
    named = current().place(head) >= NAMES and (" " in noun or not CONTAINER.fullmatch(head))
    of = f"{found['n']} {noun} " if named else f"{found['n']} "
    each = _OF_ONE.sub(rf"\g<lead>{of}", found["list"])
    return f"{text[: found.start()]}{each}{text[found.end() + len(found['list']) :]}"
