"""Which of the goods before it, told behind a pause: `2 pizzas de frango, da grande`, `1 de frango, de 800 g igual`,
`one lasagna, family size`, `a café, 40`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.signs import ADD, WANT
from app.features.chat.assistant.language.words import COUNT, is_colour, words
from app.features.chat.assistant.products.name_words import SIZES
from app.ops.expressions import expression

_UNIT = r"(?:gramas?|gr?|grams?|kgs?|kilos?|quilos?|litros?|lit(?:er|re)s?|lts?|l|ml|cm|metros?|m|w|watts?|v|volts?)"
_SIZES = (
    r"(?:pequen[oa]s?|grandes?|medi[oa]s?|menor(?:es)?|maior(?:es)?|small(?:er)?|big(?:ger)?|large(?:r)?|medium|little)"
)
_LEAD = r"(?:(?:d?[oa]s?|d?aquel[ea]s?|d?ess[ea]s?|the|de|in|em|tamanho|tam|versao|size|n[oa])\s+)"
_ENDS = r"(?=\s*(?:$|[,.;!\n])|\s+(?:e|and|mais|pra|para|por\s+favor|please)\b)"
_BEHIND = expression(
    rf"\s*,\s*(?:(?P<lead>{_LEAD}+)(?:potes?\s+|pacotes?\s+|size\s+)?(?P<told>\d+(?:[.,/]\d+)?(?:\s?{_UNIT})?|{_SIZES}|pp|gg|xgg?|[pmg]|[a-z]{{4,}})(?:\s+(?:size|ones?))?"
    rf"|(?P<called>[a-z]{{4,}})\s+(?:size|wash|version|ones?))(?:\s+(?:mesmo|igual|tambem|entao))*{_ENDS}"
)
# `a café, 40`: a kind and a size of what is spoken of
_KIND_AND_SIZE = expression(r"\b(?P<kind>(?:uma?|[oa])\s+(?P<word>[a-z]{4,})),\s*(?=\d{2}(?:\s*(?:$|[.;!\n])|\s+e\s))")
_BEGINS = expression(rf"[.;!?\n]|,\s*(?={COUNT}\s)|\b(?:e|and|mais|plus)\s+(?={COUNT}\s)")
_MEASURED = expression(rf"\d\s?{_UNIT}\b")
_IN_SIZE = expression(rf"\b{_SIZES}\b")
_IN_NUMBER = expression(r"\b(?:tamanho|tam|size)\b")
_COUNTED = expression(rf"(?:^|\s){COUNT}\s")
_REFUSED = expression(r"\b(?:nao|nem|not)\b")
_RANKED = expression(r"(?:menor|maior|pequenin|grandin)")
_FOR = expression(r"\b(?:pra|para|pr[oa]s?|for)\b")
_ANOTHER = expression(rf"\s*(?:,|\b(?:e|and)\b)+\s*(?:{_LEAD}|uma?\s+)*(?P<word>[a-z0-9]+)")
_COMPARED = {"smaller": "menor", "bigger": "maior", "larger": "maior"}


def with_value_behind(text: str) -> str:
    """A folded text in which such a kind or size stands beside what is counted; what is asked or told of several kinds
    stays."""
    if "?" in text or "," not in text:
        return text
    return _BEHIND.sub(_beside, _KIND_AND_SIZE.sub(_in_size, text))


def _is_kind(word: str) -> bool:
    return (
        is_colour(word) or word in SIZES or _IN_SIZE.fullmatch(word) is not None or 0 < current().place(word) < BEGINS
    )


def _goods_in(text: str) -> bool:
    return any(current().place(word) >= NAMES and not is_colour(word) for word in words(text))


def _in_size(found: re.Match[str]) -> str:
    return f"{found['kind']} tamanho " if _is_kind(found["word"]) else found[0]


def _beside(found: re.Match[str]) -> str:
    begins = max((one.end() for one in _BEGINS.finditer(found.string, 0, found.start())), default=0)
    before = found.string[begins : found.start()]
    told = found["told"] or found["called"]
    if _RANKED.match(told) and (found["lead"] or "").strip() in ("o", "a", "os", "as"):
        return found[0]  # `o menorzinho`, which is found among them all
    measure, sized = told[0].isdigit(), _IN_SIZE.fullmatch(told) is not None
    known = (measure and _MEASURED.search(before)) or (sized and (_IN_SIZE.search(before) or _MEASURED.search(before)))
    another = _ANOTHER.match(found.string, found.end())
    several = another is not None and (_is_kind(another["word"]) or (measure and another["word"].isdigit()))
    if not (_COUNTED.search(before) or WANT.search(before) or ADD.search(before)) or _REFUSED.search(before):
        return found[0]  # `não a de banco, a do volante`
    if not _goods_in(before) or _FOR.search(before) or known or several or not (measure or _is_kind(told)):
        return found[0]
    if is_colour(told) and any(map(is_colour, words(before))):
        return found[0]
    if told in SIZES:
        return found[0] if set(words(before)) & SIZES else f" tamanho {told}"
    if measure and not _goods_in(before.rpartition(",")[2]):
        return found[0]  # `duas rasteirinhas, caramelo, tamanho 36`
    if "/" in told and _IN_NUMBER.search(found["lead"]):
        return f" {found['lead']}{told}"  # `tamanho 27/28`, which is one size
    return f" {'de ' if measure else ''}{_COMPARED.get(told, told)}"
