"""The size or voltage that somebody has: what is named without one is meant in it. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.features.chat.assistant.acts import Look, Mention
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.mains import is_mains
from app.features.chat.assistant.products.mentions import is_size
from app.features.chat.assistant.reading.draft import Reading
from app.features.chat.assistant.reading.mains import in_own_mains
from app.features.chat.assistant.reading.sizing import size_in
from app.ops.expressions import expression

# For somebody, who may need another size.
_SOMEBODY = expression(
    r"\b(?:pr[ao]|para|for)\s+(?:[oa]\s+|my\s+|meu\s+|minha\s+)?(?:el[ea]|outr[oa]|mim|filh\w+|irm\w+|marido|esposa|mae|pai|menin\w+|mais\s+\w+|cacula|"
    r"me|him|her|son|daughter|kid|other)\b|\b(?:o|a|d[oa])\s+outr[oa]\b"
)


def in_own_size(reading: Reading) -> None:
    """`uso M`: what is named without a size is meant in that one, also in the messages after it."""
    size = reading.wears or _told_before(reading)
    if not size:
        return
    if is_mains(size):
        in_own_mains(reading, size)
        return
    reading.looks = [replace(one, mention=_sized(one.mention, size)) for one in reading.looks]
    reading.changes = [replace(one, mention=_worn(reading, _sized(one.mention, size))) for one in reading.changes]
    trait = reading.traits
    if trait is not None and trait.words and not trait.soft and _come_in_sizes(reading):  # `tem na cor rosa? uso M`
        reading.traits = replace(trait, soft=(size,))


def _come_in_sizes(reading: Reading) -> bool:
    """Some of what is spoken of has a size among its options."""
    dialogue = reading.state.dialogue
    shown = [*dialogue.listed, *([dialogue.focus] if dialogue.focus else [])]
    values = [fold(value) for item in shown for one in item.each for value in one.options.values()]
    return not values or any(is_size(value) for value in values)


def _told_before(reading: Reading) -> str:
    """The size that an earlier message told, as long as the cart is all in that one and nobody else is named."""
    held = {own for line in reading.state.cart.lines if (own := size_in(line.name))}
    size = reading.state.dialogue.size
    if is_mains(size):
        return size
    return "" if reading.found.get("tells") or held - {size} or _SOMEBODY.search(reading.text) else size


def size_sought(looks: Sequence[Look]) -> str:
    """`preciso de uniforme tamanho 6`: the size of what is looked for."""
    soft = looks[-1].mention.soft if looks else ()
    return soft[-1] if len(soft) > 1 and soft[-2] in ("tamanho", "numero", "size") else ""


def _sized(mention: Mention, size: str) -> Mention:
    return mention if mention.soft or not mention.words else replace(mention, soft=(size,))


def _worn(reading: Reading, mention: Mention) -> Mention:
    """`eu uso M, quero preta`: of those that are meant the ones in that size."""
    dialogue = reading.state.dialogue
    shown = [
        each
        for item in (*dialogue.listed, *(dialogue.pending.options if dialogue.pending else ()))
        for each in item.each
    ]
    fit = {one.product_id for one in shown if reading.wears in {fold(value) for value in one.options.values()}}
    among = tuple(dict.fromkeys(one for one in mention.among if one in fit))
    return replace(mention, among=among) if among else mention
