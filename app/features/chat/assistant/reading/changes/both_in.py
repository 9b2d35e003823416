"""Several lines of the cart that are wanted in one voltage or one colour: `na verdade os dois 220`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, number, words
from app.features.chat.assistant.products.mains import as_told, in_name
from app.features.chat.assistant.reading.changes.recolouring import AGAIN, DEED
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_COUNTED = (
    r"(?:(?:(?:[oa]s|the|all)\s+)?(?:dois|duas|tres|quatro|two|three|four|[2-9])|ambos|ambas|both|tudo|tod[oa]s|all)"
)
_WHOLE = expression(
    rf"^(?P<again>{AGAIN}*)(?P<deed>{DEED})?(?:(?P<every>{_COUNTED})\s+(?:of\s+them\s+)?)?"
    r"(?:(?:pra|para|pro|por|pel[oa]|em|de|d?[oa]|na\s+cor|ser(?:em)?|sao|e|eh|to|in)\s+)*"
    r"(?P<value>(?P<volts>110|115|127|220)(?:\s*v(?:olts?)?)?|[a-z]{4,})(?:\s+(?:please|instead|then|por\s+favor|pfv?|entao|mesmo))*[\s.!]*$"
)
_CHANGES = expression(r"\b(?:make|change|switch|swap|turn|mud|troc|pass|faz|faca|deix|coloc|poe|bot)")


def both_in(text: str, state: ConversationState) -> str:
    """A folded message that wants so many lines of the cart, or the one that comes in voltages, in another voltage or
    colour, as exchanges of these; any other as it was said."""
    lines, asked = state.cart.lines, state.dialogue.pending
    if not lines or (asked is not None and asked.kind not in ("method", "delivery", "confirm")):
        return text
    found = _WHOLE.match(text)
    if found is None:
        return text
    changes = found["deed"] is not None and _CHANGES.search(found["deed"]) is not None
    if found["volts"]:
        own = [line for line in lines if in_name(line.name)]
        if not (own and (found["every"] or changes)):
            return text
        kind = as_told(found["volts"], {told for line in own for told in in_name(line.name)} | {"127", "220"})
        others = [line for line in own if kind not in in_name(line.name)]
        deeds = _exchanged(others, f"{kind} v") if _is_meant(found, own, others, changes=changes) else ""
        return deeds or re.sub(r"\b(110|115|127|220)(?:\s*v(?:olts?)?)?", r"\1 v", text)
    own = [line for line in lines if any(map(is_colour, words(line.name.partition(" (")[2])))]
    if not (is_colour(found["value"]) and found["every"] and (changes or found["again"] or found["deed"])):
        return text
    colour = (in_portuguese(found["value"]) or [found["value"]])[0]
    others = [line for line in own if colour not in words(line.name)]
    several = len({line.name.partition(" (")[0] for line in own}) > 1
    return _exchanged(others, colour) or text if several and _is_meant(found, own, others, changes=True) else text


def _is_meant(found: re.Match[str], own: Sequence[CartLine], others: Sequence[CartLine], *, changes: bool) -> bool:
    """As many are in the cart as it speaks of; where it counts none, only one line may be changed."""
    if not found["every"]:
        return changes and len(others) == 1
    many = next((count for word in words(found["every"]) if (count := number(word))), None)
    if many is None and found["every"] in ("ambos", "ambas", "both"):
        many = 2
    return many in (None, len(own), sum(line.quantity for line in own))


def _exchanged(others: Sequence[CartLine], kind: str) -> str:
    told = []
    for line in others:
        base, _, value = fold(line.name).partition(" (")
        now = " ".join(value.rstrip(")").replace(",", " ").split())
        told.append(f"troca {line.quantity} {base} {now} por {line.quantity} {base} {kind}")
    return ", ".join(told)
