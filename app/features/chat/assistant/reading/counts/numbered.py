"""Goods told by a number, `um cinto preto, 105`, `a 35 preta`, put into words that are read as no count. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_NUMBER = r"\d{2}/\d{2}|\d{2,3}"
_ENDS = r"(?=\s*(?:[.,;!?\n]|$|\s(?:e|and|por\s+favor|please)\b))"
_MEASURE = (
    r"\d{1,4}(?:[.,]\d{1,2})?\s?"
    r"(?:m|cm|mm|kg|g|ml|l|gb|tb|w|v|mah|metros?|litros?|quilos?|met(?:er|re)s?|lit(?:er|re)s?)"
)
# `e um cinto de couro preto também, 105`
_AFTER_COMMA = expression(
    r"(?P<one>\b(?P<the>uma?|an?|one|[oa]|the|\d{1,2}|dois|duas|two)\s+(?P<what>[a-z][a-z -]+?))"
    rf"(?P<also>\s+(?:tambem|too|as\s+well))?\s*,\s*(?:n?[oa]\s+)?(?P<n>{_MEASURE}|{_NUMBER})(?:\s+(?:tambem|too|mesmo))?{_ENDS}"
    r"(?!\s+(?:e|and|ou|or)\s+(?:[oa]\s+)?\d)"
)
_STREET = expression(r"\b(?:rua|r|av|avenida|travessa|praca|quadra|lote|casa|apto|bloco|street)\b")
# `vou querer a 35 preta`
_BEFORE_COLOUR = expression(rf"\b(?P<the>[oa]|uma?|an?|the|one)\s+(?P<n>{_NUMBER})\s+(?P<colour>[a-z]{{4,}}){_ENDS}")
# `a 37 quero branca`
_TO_COLOUR = expression(
    rf"\b[oa]\s+(?:de\s+)?(?:numero\s+|tamanho\s+)?(?P<n>{_NUMBER})\s+(?:eu\s+)?(?:quero|queria|prefiro|vai\s+ser|pode\s+ser|vou\s+querer)\s+"
    rf"(?:n?[oa]\s+|em\s+|de\s+cor\s+)?(?P<colour>[a-z]{{4,}}){_ENDS}"
)
_OWN = (
    r"(?:(?:o\s+)?meu\s+(?:numero|tamanho)\s+(?:e|eh)|(?:eu\s+)?(?:uso|calco|visto)|my\s+size\s+is|i\s+(?:wear|take))"
)
# `meu número é 40 no sapato`, `no sapato eu calço 40`
_NUMBER_IN = expression(
    rf"\b{_OWN}\s+(?:o\s+|a\s+)?(?P<n>{_NUMBER})\s+(?:n[oa]|d[oa]|in|for)\s+(?:the\s+)?(?P<line>[a-z][a-z -]+?){_ENDS}"
)
_IN_NUMBER = expression(
    rf"\b(?:n[oa]|in|for)\s+(?:the\s+)?(?P<line>[a-z][a-z -]+?)\s*,?\s+{_OWN}\s+(?:o\s+|a\s+)?(?P<n>{_NUMBER}){_ENDS}"
)
# `um tênis pro meu filho, n 32`
_FOR_WHOM = expression(
    r"(?P<who>\s(?:pr[oa]s?|para|for)\s+(?:[oa]\s+)?(?:meu|minha|my)\s+[a-z]+(?:\s+que)?)\s*,?\s+(?:(?:el[ea]\s+)?(?:calca|usa|veste)\s+)?"
    rf"(?P<called>numero|tamanho|tam|size)\s+(?P<n>{_NUMBER})\b"
)
_CHILDREN = (
    r"(?:menin[oa]s?|filh[oa]s?|crianca\w*|irmaos|irmas|gemeos|gemeas|net[oa]s?|sobrinh[oa]s?|bebes?|mulheres|homens|rapazes|moleques|"
    r"garot[oa]s?|pessoas|boys|girls|kids|children|sons|daughters|sisters|brothers|twins)"
)
# `um 30 e um 33, são dois meninos`: why there are several
_WHY_SEVERAL = expression(
    r"(?<=\w)\s*[,.;]\s*(?:(?:e|porque|pq|pois|que|because|they'?re|it'?s)\s+)*(?:(?:sao|tenho|eh|temos|i\s+have|are|they\s+are)\s+)"
    r"(?:(?:pra|para|pros|pras|for)\s+)?(?:[oa]s\s+|meus\s+|minhas\s+|my\s+)?(?:2|3|4|dois|duas|tres|quatro|two|three|four)\s+(?:meus\s+|minhas\s+)?"
    rf"{_CHILDREN}(?:\s+(?:k+|(?:rs)+|haha\w*|hehe\w*|gemeos|gemeas|pequen[oa]s))*(?=\s*(?:[.,;!\n]|$))"
)


def by_number(text: str, lines: Sequence[CartLine]) -> str:
    """The folded message, in which a number that tells goods stands behind their name. lines: those of the cart."""
    if "?" not in text:
        text = _WHY_SEVERAL.sub("", text)
        text = _TO_COLOUR.sub(lambda found: _recoloured(found, lines), text)
        for sign in (_NUMBER_IN, _IN_NUMBER):
            text = sign.sub(lambda found: _resized(found, lines), text)
    text = _FOR_WHOM.sub(r" \g<called> \g<n>\g<who>", text)
    text = _AFTER_COMMA.sub(_joined, text)
    return _BEFORE_COLOUR.sub(_turned, text)


def _joined(found: re.Match[str]) -> str:
    """The number right behind the name, where that is of goods; without a count or `tambem` it may count."""
    if found["the"] in ("o", "a", "the") and not found["also"]:
        return found[0]
    if _STREET.search(found["what"]):
        return found[0]
    named = any(current().place(word) >= NAMES and not is_colour(word) for word in words(found["what"]))
    return f"{found['one']} {found['n']}" if named else found[0]


def _turned(found: re.Match[str]) -> str:
    return f"{found['the']} {found['colour']} {found['n']}" if is_colour(found["colour"]) else found[0]


def _recoloured(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """In the place of the one line that has the number; without one it is a wish."""
    if not is_colour(found["colour"]):
        return found[0]
    held = [line for line in lines if size_in(line.name) == found["n"]]
    if len(held) != 1:
        return f"quero a {found['colour']} {found['n']}"
    noun = next(iter(words(fold(held[0].name))), "")
    return f"troca {noun} {found['n']} por {noun} {found['colour']} {found['n']}"


def _resized(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    return f"troca {found['line']} pro {found['n']}" if line_in(found["line"], lines) else found[0]
