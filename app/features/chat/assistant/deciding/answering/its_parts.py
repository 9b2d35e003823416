"""A part of what is spoken of, asked about by a word with which other goods are called: `qual a altura do salto?`, of a
shoe, where a `Sandália Salto Bloco` is sold, too."""

from collections.abc import Generator

from app.features.chat.assistant.deciding.answering import telling
from app.features.chat.assistant.deciding.cart.choosing import of_line
from app.features.chat.assistant.deciding.mind import Ask, Done, Mind
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import Product, shares, spread
from app.ops.expressions import expression

_ASPECT = (
    r"(?:altura|largura|comprimento|tamanho|medida|material|tipo|formato|peso|espessura|grossura|diametro|capacidade|"
    r"height|width|length|size|material|thickness)"
)
_OF_PART = expression(
    rf"\b{_ASPECT}\s+(?:(?:e|eh)\s+)?(?:d[oa]s?|of\s+the)\s+(?P<part>[a-z]{{3,}})(?:\s+(?:d[oa]s?|of)\s+(?P<whole>[a-z]+))?|"
    rf"\b(?:the|its)\s+(?P<first>[a-z]{{3,}})\s+{_ASPECT}\b|\b(?:quantos\s+(?:cm|centimetros|metros|litros)\s+(?:tem|de|e|mede)|how\s+(?:high|tall|long|wide)\s+(?:is|are))"
    r"\s+(?:[oa]s?|the)\s+(?P<measured>[a-z]{3,})|\b(?:[oa]|the)\s+(?P<told>[a-z]{3,})\s+(?:e|eh|tem|mede|is|has)\s+(?:de\s+)?(?:quant[oa]s?|how\s+(?:many|high|long))\b"
)
_TELLS = expression(r"\d")
_OF_GOODS = frozenset(("text", "fact", "details", "list", "choose_option"))


def of_its_part(mind: Mind, clause: str) -> Generator[list[Ask], list[Done], list[Product]]:
    """What is spoken of, where a clause asks how big a part of it is and what the shop tells of it has that part with a
    number; nothing where it asks of something else."""
    found = _OF_PART.search(clause)
    product = _spoken_of(mind) if found else None
    if found is None or product is None or found["whole"]:
        return []
    part = found["part"] or found["first"] or found["measured"] or found["told"]
    if shares([part], product.name):
        return []
    told = yield from telling.details(mind, product)
    sentences = [one for one in telling.facts(told) if _TELLS.search(one)] if told else []
    if not any(stem(part) in map(stem, words(one)) for one in sentences):
        return []
    _without_others(mind, product, part)
    return [product]


def _without_others(mind: Mind, product: Product, part: str) -> None:
    """What was said of other goods that are called by the part answers nothing."""
    name = product.base or product.name.partition(" (")[0]
    kept = [
        one
        for one in mind.says
        if one.what not in _OF_GOODS
        or name in one.text
        or (one.what == "text" and stem(part) not in map(stem, words(fold(one.text))))
    ]
    if len(kept) < len(mind.says):
        mind.says, mind.pending = kept, None
        mind.focus, mind.listed = mind.state.dialogue.focus, mind.state.dialogue.listed


def _spoken_of(mind: Mind) -> Product | None:
    """The one thing that this message took, else the one that a question without a name is about."""
    taken = [of_line(line) for line in mind.cart.lines if line not in mind.state.cart.lines]
    if len(taken) == 1:
        return taken[0]
    before = mind.state.dialogue.focus
    if before is not None:
        return spread([before])[0]
    return of_line(mind.cart.lines[0]) if len(mind.cart.lines) == 1 else None
