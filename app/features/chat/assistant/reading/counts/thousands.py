"""Numbers told short, `o de 20` of 20000 mAh, `um de meio` of what comes in 500 g, as the goods before the shopper have
them. Pure."""

import re
from collections.abc import Iterable

from app.features.chat.assistant.language.words import fold
from app.features.conversations.state import ConversationState
from app.ops.expressions import expression

_NUMBER = expression(r"\d+")
_BIG = expression(r"\b\d{1,3}\.?000\b")
# `20 mil`, `20k`, of what is no money
_SPELT = expression(r"\b(?P<n>\d{1,3})\s?(?:mil|k)\b(?!\s*(?:reais|real|conto))")
_SHORT = expression(
    r"\b(?P<of>(?:d[eoa]|[oa]|n[oa]|the|of)\s+(?:d[eoa]\s+)?)(?P<n>\d{1,3})\b(?!\s*(?:[.,]\d|%|x\b|reais|real|conto))"
)
# `um desse de meio`, and not `meio a meio`, `o do meio`
_HALF = expression(
    r"\b(?:(?:d?ess[ea]s?|d?aquel[ea]s?|d?el[ea]s?)\s+)?(?P<of>de|[oa]|quero|uma?)\s+mei[oa]"
    r"(?=\s*(?:$|[,.;!?\n]|(?:mesm[oa]|entao|e|por\s+favor|pf|pfv)\b(?!\s+mei[oa])))"
)
_FIVE_HUNDRED = expression(r"\b500\s?(g|ml)\b")


def in_full(text: str, state: ConversationState) -> str:
    """The folded message, in which a number without its three noughts is that of the goods which are spoken of; one
    that they have as it stands, or that is a place of the list, stays."""
    names = list(_named(state))
    halves = {found[1] for name in names for found in _FIVE_HUNDRED.finditer(name)}
    if len(halves) == 1:
        text = _HALF.sub(rf"\g<of> 500{halves.pop()}", text)
    big = {found[0].replace(".", "") for name in names for found in _BIG.finditer(name)}
    if not big:
        return text
    text = _SPELT.sub(lambda found: f"{found['n']}000" if f"{found['n']}000" in big else found[0], text)
    own = {found[0] for name in names for found in _NUMBER.finditer(name)}
    places = len(state.dialogue.listed)

    def full(found: re.Match[str]) -> str:
        short = found["n"]
        stays = short in own or int(short) <= places or f"{short}000" not in big
        return found[0] if stays else f"{found['of']}{short}000"

    return _SHORT.sub(full, text)


def _named(state: ConversationState) -> Iterable[str]:
    """What the goods are called that are asked about, shown or in the cart."""
    dialogue = state.dialogue
    asked = [one for one in (dialogue.pending, *dialogue.open) if one is not None]
    for item in (*dialogue.listed, *dialogue.seen, *(option for one in asked for option in one.options)):
        yield from (fold(each.name) for each in item.each)
    if dialogue.focus is not None:
        yield fold(dialogue.focus.name)
    yield from (fold(line.name) for line in state.cart.lines)
