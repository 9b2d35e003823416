"""How many packs of a thing, told behind it: `laranja pra suco dois sacos daquele de dois quilos` is `dois sacos de
laranja pra suco de dois quilos`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import SMALL_COUNT
from app.features.chat.assistant.products.name_words import PACKED
from app.ops.expressions import expression

_PACK = rf"(?:{'|'.join(sorted(PACKED))})"
_UNIT = r"(?:kgs?|kilos?|quilos?|g|gr|gramas?|l|lts?|litros?|ml|m|metros?|cm)"
_SIZE = rf"(?:de\s+)?(?P<size>(?:{SMALL_COUNT}|\d{{1,4}}(?:[.,]\d+)?)\s?{_UNIT})\b"
_WORD = rf"(?!(?:e|and|mais|com|sem|cada|em|vem|tem|custa|por|of)\b|{SMALL_COUNT}\b)[a-z]+(?:-[a-z]+)*[a-z]"
_THING = rf"(?P<thing>{_WORD}(?:\s+{_WORD}){{0,6}})"
_ENDS = r"(?=\s*(?:$|[,.;!\n]|\s(?:e|mais)\s))"
_OF_THAT = rf"\s+(?:daquel[ea]s?|dess[ea]s?|del[ea]s?)\s+{_SIZE}"
_BEHIND = expression(
    rf"\b(?:(?:[oa]s?|the)\s+)?{_THING}\s*(?P<pause>,)?\s+(?P<many>{SMALL_COUNT})"
    rf"(?:\s+(?P<pack>{_PACK})(?:{_OF_THAT}|{_ENDS})|{_OF_THAT.replace('size>', 'own>')})"
)
_COUNTED = expression(rf"\b{SMALL_COUNT}\s+$")


def packs_first(text: str) -> str:
    """A folded text in which packs that are counted behind a thing of the shop's are counted before it."""
    return text if "?" in text else _BEHIND.sub(_first, text)


def _first(found: re.Match[str]) -> str:
    said = found["thing"].split()
    begins = next((at for at, word in enumerate(said) if _begins(word) and word not in PACKED), None)
    counted = _COUNTED.search(found.string, 0, found.start()) is not None  # `1 vassoura 1 balde`
    named = found["pack"] and not (found["size"] or found["pause"]) and current().place(found["pack"]) >= NAMES
    if begins is None or counted or named:
        return found[0]
    before, thing = " ".join(said[:begins]), " ".join(said[begins:])
    size = found["size"] or found["own"]
    packs = f"{found['pack']} de " if found["pack"] else ""
    return f"{before} {found['many']} {packs}{thing}{f' de {size}' if size else ''}".strip()


def _begins(word: str) -> bool:
    """A name begins with it, or with what stands before its hyphen: `castanha-do-pará`."""
    return BEGINS in (current().place(word), current().place(word.partition("-")[0]))
