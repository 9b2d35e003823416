"""What is told of the goods in the cart a second time: `média tb`, `as de 12 branca também`. Pure."""

from app.features.chat.assistant.language import vocabulary as v
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import shares
from app.features.chat.assistant.products.name_words import product_words
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_ALSO_SO = expression(
    r"(?:e\s+)?(?:(?:[oa]|n[oa]|d[eoa]|em|size|tamanho)\s+)*(?P<what>[a-z0-9]+(?:\s+[a-z0-9]+)?)\s+(?:tambem|too)|also\s+(?P<trait>[a-z0-9]+)"
)
# `as de 12 branca tb`, `a calabresa também`: no count says that there are to be more.
_THE_ONES_ALSO = expression(r"(?:e\s+)?(?:[oa]s?|the)\s+(?P<what>.+?)\s+(?:tambem|too|as\s+well)")
_MORE = expression(r"\b(?:outr[oa]s?|mais|other|another|more)\b")


def is_so(reading: Reading, text: str) -> bool:
    """It is so already, and no more of it is wanted: of what was just taken in that size, or all that is said is said
    of a line of the cart, and of nothing else that is shown."""
    alone, focus = _ALSO_SO.fullmatch(text), reading.state.dialogue.focus
    said = words(alone["what"] or alone["trait"]) if alone else []
    held = focus is not None and any(line.product_id == focus.product_id for line in reading.state.cart.lines)
    traits = {stem(word) for value in (focus.options.values() if focus else ()) for word in words(fold(value))}
    if held and said and all(stem(word) in traits for word in said):
        return True
    ones = _THE_ONES_ALSO.fullmatch(text)
    if ones is None or _MORE.search(text):
        return False
    told = [word for word in product_words(ones["what"]) if word not in v.FILLER]
    return bool(told) and any(_has(line.name, told) for line in reading.state.cart.lines) and not _shown(reading, told)


def _shown(reading: Reading, told: list[str]) -> bool:
    """Something that is not in the cart is called so, too."""
    dialogue, held = reading.state.dialogue, {line.product_id for line in reading.state.cart.lines}
    offered = dialogue.pending.options if dialogue.pending else ()
    shown = [each for item in (*dialogue.listed, *offered) for each in item.each]
    return any(each.product_id not in held and _has(each.name, told) for each in shown)


def _has(name: str, told: list[str]) -> bool:
    return all(shares([word], name) for word in told)
