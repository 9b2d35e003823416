"""What is told of each of several things: `alecrim e arruda? de 100 g cada um`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import words
from app.ops.expressions import expression

_UNIT = r"(?:kgs?|kilos?|quilos?|g|gr|gramas?|grams?|ml|l|litros?|liters?|litres?|cm|mm|m|metros?|meters?)"
_OF_SIZE = expression(
    rf"\s*(?P<asks>\??)[\s,]*\b(?:(?:sao|pode\s+ser|os|as|todos|tudo)\s+)*(?:d[eo]|com|of)\s+(?P<size>\d{{1,4}}(?:[.,]\d+)?\s*{_UNIT})\s+(?:cada(?:\s+uma?)?|each)\b\s*"
)
_BREAK = expression(r"[.;:!?\n]")
_PARTS = expression(r"(\s*,\s*(?:e\s+|and\s+)?|\s+(?:e|and)\s+)")
_MEASURED = expression(rf"\d\s*{_UNIT}\b")
_LONGEST = 6
"""Words: what is longer tells more than one thing."""
# `eu queria umas ervas pra banho, tem alecrim?`
_SOME_KIND = expression(
    r"(?:^|(?<=[,.;!\n]))\s*(?:(?:oi|e|ai|entao|eu|a\s+gente)\s+)*(?:quero|queria|preciso\s+de|(?:to|tou|estou|tava|estava)\s+(?:procurando|querendo|precisando\s+de)|i\s+(?:want|need)|i'?m\s+looking\s+for)\s+"
    r"(?:uns|umas|alguns|algumas|some)\s+[a-z]{3,}(?:\s+(?:pra|para|for|to)\s+[a-z]+(?:\s+[a-z]+){0,2})?\s*[,.]\s*"
    r"(?=(?:(?:voces?|ce|vc)\s+)?tem\s+(?P<what>[^.;!?\n]+)\?|do\s+you\s+have\s+(?P<things>[^.;!?\n]+)\?)"
)

# `uma cola daquela pequena de 75 gramas`: the measure tells which it is
_SO_BIG = expression(
    r"\bd?(?:aquel|ess|est)[ea]s?\s+(?:(?:bem|mais)\s+)?(?P<how>pequen[a-z]+|grand[a-z]+|medi[oa]s?|mai(?:or|zinh)[a-z]*|men(?:or|orzinh)[a-z]*)\s+"
    rf"(?=(?:d[eo]|com)\s+\d{{1,4}}(?:[.,]\d+)?\s*{_UNIT}\b)"
)


def _by_measure(found: re.Match[str]) -> str:
    return found[0] if current().place(found["how"]) >= NAMES else ""


def each_measured(text: str) -> str:
    """The folded text with the size told of each of the things by itself: `alecrim de 100 g e arruda de 100 g?`; and
    without the kind that is wished for where the next words ask for what is meant by it."""
    text = _SO_BIG.sub(_by_measure, text)
    named = _SOME_KIND.search(text)
    if named is not None and _begins(named["what"] or named["things"]):
        text = f"{text[: named.start()]} {text[named.end() :]}".strip()
    found = _OF_SIZE.search(text)
    if found is None:
        return text
    start = max((one.end() for one in _BREAK.finditer(text, 0, found.start())), default=0)
    parts = _PARTS.split(text[start : found.start()])
    own: list[int] = []
    for at in range(len(parts) - 1, -1, -2):
        if not _begins(parts[at]) or len(parts[at].split()) > _LONGEST or _MEASURED.search(parts[at]):
            break
        own.append(at)
    if len(own) < 2:
        return text
    told = "".join(f"{part} de {found['size']}" if at in own else part for at, part in enumerate(parts))
    rest = re.sub(r"^[\s,]*(?:e\s+)?", "", text[found.end() :])
    return f"{text[:start]}{told}{found['asks'] or (',' if rest[:1].isalnum() else '')} {rest}".strip()


def _begins(text: str) -> bool:
    """Goods of the shop are named: their kind, or two words of one name."""
    places = [current().place(word) for word in words(text)]
    return BEGINS in places or sum(place >= NAMES for place in places) > 1
