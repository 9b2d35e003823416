"""Which of a thing it is, told in a phrase behind it: `caixa de bombons, a de 12 unidades`, `castanha crua, 1 pacote
de 1 kg`, `3 bags of it, 1 kg each`; put beside it. Folded text. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import COUNT_WORDS, is_colour, words
from app.features.chat.assistant.products.name_words import PACKED
from app.features.chat.assistant.reading.counts.headed import UNIT
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,3}}|{COUNT_WORDS})"
_PACK = rf"(?:{'|'.join(sorted(PACKED))}|versao|tamanho|embalagem)"
_MEASURE = rf"\d{{1,4}}(?:[.,]\d+)?(?:\s?{UNIT}|\s(?:unidades?|fatias?))?"
_ENDS = r"(?=\s*(?:$|[,.;!\n]|(?:e|and|pra|para)\s))"
_GOODS = r"(?P<goods>[a-z][a-z0-9 ]{2,60}?)(?:\s+(?:entao|mesmo))?"
# `hot roll de salmão, a porção de 16`
_THAT_OF = expression(
    rf"{_GOODS}\s*,\s*(?:(?:[oa]|the)\s+(?:{_PACK}\s+)?(?:de|com|of)|{_PACK}\s+(?:de|of))\s+(?P<size>{_MEASURE}){_ENDS}"
    r"(?!\s*(?:,|e|and)\s*(?:[oa]|the)\s+(?:de|com|of)\s)"  # `as duas frigideiras, a de 20 e a de 24`
)
# `castanha de caju crua, 1 pacote de 1 kg`
_SO_MANY_OF = expression(
    rf"{_GOODS}\s*,\s*(?P<n>{_COUNT})\s+(?:{_PACK}\s+)?(?:de|of)\s+(?P<size>\d{{1,4}}(?:[.,]\d+)?\s?{UNIT}){_ENDS}"
)
# `3 of the thick one, 1 kg each`
_EACH = expression(
    rf"(?P<goods>\b{_COUNT}\s+[a-z](?:(?!\s(?:e|and)\s)[^,.;!?\n]){{2,60}}?)\s*,\s*(?P<size>\d{{1,4}}(?:[.,]\d+)?\s?{UNIT})\s+(?:each|cada(?:\s+uma?)?){_ENDS}"
)
# `joe de salmão porção de 8, duas porções de niguiri`: one of the first of a list
_FIRST = expression(
    rf"(?P<begin>^|[.!;\n]\s*)(?P<goods>(?P<head>[a-z]{{3,}})(?:\s+[a-z]+){{0,4}}?)\s*,?\s+{_PACK}\s+(?:de|of)\s+(?P<size>{_MEASURE})(?=\s*,\s*(?:e\s+)?{_COUNT}\s+[a-z])"
)
_COUNTED = expression(rf"\b(?:{_COUNT}|an?)\s")
_BREAKS = expression(r"\b(?:e|and|mais)\s+")
_LEAD = expression(
    r"^(?:.*\b(?:quero|queria|vou\s+querer|vou\s+levar|levo|manda|me\s+ve|vai|preciso\s+de|i\s+want|i'?d\s+like)\s+)?"
)


def size_behind(text: str) -> str:
    """The folded text in which each such size stands beside the goods that it is of; what is asked stays."""
    if "?" in text.rstrip("?"):
        head, mark, rest = text.rpartition("?")
        pause = max(head.rfind(sign) for sign in ".!\n") + 1
        return f"{size_behind(head[:pause])}{head[pause:]}{mark}{rest}" if pause else text
    if text.endswith("?"):
        return text
    text = _FIRST.sub(_one_of, text)
    return _SO_MANY_OF.sub(_counted, _THAT_OF.sub(_beside, _EACH.sub(_beside, text)))


def _beside(found: re.Match[str]) -> str:
    goods = found["goods"]
    return f"{goods} de {found['size']}" if _is_unsized(goods) else found[0]


def _one_of(found: re.Match[str]) -> str:
    named = current().place(found["head"]) == BEGINS and _is_unsized(found["goods"])
    return f"{found['begin']}1 {found['goods']} de {found['size']}" if named else found[0]


def _counted(found: re.Match[str]) -> str:
    """So many in that size of what is not counted itself."""
    goods = found["goods"]
    begins = max((one.end() for one in _BREAKS.finditer(goods)), default=0)
    lead = _LEAD.match(goods[begins:])
    begins += lead.end() if lead else 0
    thing = re.sub(r"^(?:d?[oa]s?|de|the)\s+", "", goods[begins:])
    if not _is_unsized(thing) or _COUNTED.search(thing):
        return found[0]
    return f"{goods[:begins]}{found['n']} {thing} de {found['size']}"


def _is_unsized(goods: str) -> bool:
    """It ends in goods that no size is told of."""
    thing = _BREAKS.split(goods)[-1]
    said = words(_COUNTED.sub("", thing))
    named = any(current().place(word) > 0 and not is_colour(word) for word in said)
    return named and not any(word[0].isdigit() for word in said)
