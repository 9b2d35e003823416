"""A weight that is told of somebody, of goods that come for so many kilos: `bravecto, meu cachorro pesa 12 kg` is the
one for `10 a 20 kg`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.vocabulary import KIN
from app.features.chat.assistant.language.words import fold, stem, words
from app.features.chat.assistant.products.matching import Product, spread
from app.features.chat.assistant.products.ranges import range_of
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_WHO = (
    r"(?:c[aã]o(?:zinho)?|cachorr\w+|c[aã]es|dog\w*|gat[oa]\w*|cat|filhote|pet|bich\w+|d?el[ea]|she|he|it|beb[eê]|"
    rf"{KIN}|[A-Z][a-zà-ü]+)"
)
_HEAVY = (
    r"(?:(?:que|q|já|ja|só|so|pesa|pesando|tem|com|ta|tá|está|esta|de|é|e|uns|umas|quase|mais\s+ou\s+menos|cerca|dando|"
    r"weighs|is|about)\s+)*"
)
# `, meu cachorro pesa 12 kg`, `pra gato de 4kg`, `o Thor tem 22 quilos`
_WEIGHT = expression(
    rf"(?P<story>[\s,.;:]*\b(?:(?:pr[ao]|para|pra|p|é|eh|e|porque|pq|que|o|a|os|as|um|uma|meu|minha|my|the|for)\s+)*(?-i:{_WHO})\s+{_HEAVY}|"
    r"(?P<tied>\s*\b(?:(?:pr[ao]|para|p|de|for|of)\s+)?))(?<![\d.,])(?P<kilos>\d{1,3}(?:[.,]\d{1,2})?)\s*(?:kgs?|kilos?|quilos?|k)\b",
    re.IGNORECASE,
)
# `um de 8kg e outro de 25`
_OTHER = expression(
    r"(?P<first>\d{1,3}(?:[.,]\d{1,2})?\s*(?:kgs?|kilos?|quilos?))(?P<mid>\s*(?:,|e)\s*(?:o\s+|a\s+)?outr[oa]\s+(?:de|com|pesa|tem)\s+)(?P<other>\d{1,3}(?:[.,]\d{1,2})?)(?!\s*(?:kg|[kq]uilo|[.,]?\d|an|mes))",
    re.IGNORECASE,
)
_HOW_MANY = expression(
    rf"\s+(?:pr[ao]|para|p)\s+(?:os\s+|as\s+|meus\s+|minhas\s+)*(?:2|3|4|dois|duas|tr[eê]s|quatro)\s+(?:{_WHO})\b(?=\W+(?:um|uma|o|a)\b)",
    re.IGNORECASE,
)


def in_range_told(message: str, state: ConversationState, goods: Sequence[Product]) -> str:
    """The message with the value of the one thing that is meant and comes for ranges of weight; else as it is."""
    if not any(char.isdigit() for char in message):
        return message
    kinds = _meant(message, state, goods)
    if not kinds or any(fold(value) in fold(message) for one in kinds for value in one.options.values()):
        return message
    whole = _OTHER.sub(r"\g<first>\g<mid>\g<other> kg", message)

    def valued(found: re.Match[str]) -> str:
        kilos = float(found["kilos"].replace(",", "."))
        held = {
            value
            for one in kinds
            for value in one.options.values()
            if (span := range_of(value)) is not None and span[0] <= kilos <= span[1]
        }
        if len(held) != 1:
            return found[0]
        return f" de {held.pop()}"

    told = _WEIGHT.sub(valued, whole)
    return _HOW_MANY.sub(" ", told) if told != whole else message


def _meant(message: str, state: ConversationState, goods: Sequence[Product]) -> list[Product]:
    """The kinds of the one thing in ranges that is named, else before the shopper."""
    dialogue = state.dialogue
    asked = dialogue.pending.options if dialogue.pending else ()
    shown = spread([*asked, *([dialogue.focus] if dialogue.focus else []), *dialogue.listed])
    ranged = [one for one in (*goods, *shown) if any(range_of(value) for value in one.options.values())]
    said = set(map(stem, words(fold(message))))
    named = [one for one in ranged if any(stem(word) in said for word in words(fold(one.base or one.name))[:2])]
    before = [one for one in ranged if any(one.product_id == other.product_id for other in shown)]
    meant = named or before
    return meant if len({one.base or one.name for one in meant}) == 1 else []
