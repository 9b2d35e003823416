"""Goods of the cart that are wanted in other colours: `muda pra um azul e outro branco`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.words import in_portuguese, is_colour, number
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_COUNT = r"(?:an?|one|two|three|four|uma?|dois|duas|tres|quatro|\d{1,2})"
_OTHER = rf"(?:(?:[oa]\s+|the\s+)?(?:outr[oa]|other)|another|{_COUNT})"
_COLOUR = r"(?P<{}>[a-z]{{3,}}(?:\s+(?:clar[oa]|escur[oa]|marinho|royal))?)(?:\s+ones?)?"
_AGAIN = (
    r"(?:(?:h+m+|oh|ok|okay|wait|actually|sorry|no|hey|and|but|so|then|well|ah+|pera(?:i)?|espera|mas|entao|na\s+verdade|na\s+vdd|"
    r"alias|pensando\s+(?:bem|melhor)|melhor|prefiro|mudei\s+de\s+ideia|desculpa|nao)\b[\s,.]*)"
)
_DEED = (
    r"(?:(?:(?:can|could|would)\s+you|(?:i'?d|i\s+would)\s+(?:rather|prefer)|i|let'?s|da\s+(?:pra|para)|pode|tem\s+como|vou|eu)\s+)?"
    r"(?:please\s+)?(?:make|do|change|switch|swap|turn|have|get|want|mud\w+|troc\w+|pass[ae]\w*|faz\w*|faca|deix\w+|bot[ae]\w*|"
    r"coloc\w+|poe|vai|quero|queria|manda|querer|ser)\s+(?:(?:it|that|them|those|these|pr[ao]s?|para|por|em|isso|el[ea]s?|to|into|for|be|in)\s+)*"
)
_IN_COLOURS = expression(
    rf"^(?P<again>{_AGAIN}*)(?P<deed>{_DEED})?(?P<first>{_COUNT})\s+{_COLOUR.format('one')}"
    rf"(?:\s*,|\s+(?:and|e)(?=\s))+\s*(?P<second>{_OTHER})\s+{_COLOUR.format('two')}"
    r"(?:\s+(?:please|instead|then|now|por\s+favor|pf|entao|mesmo))*\s*[?.!]*$"
)
_CHANGES = expression(r"\b(?:make|change|switch|swap|turn|mud|troc|pass|faz|faca|deix)")


def recoloured(text: str, lines: Sequence[CartLine]) -> str:
    """A folded message that has as many of two colours as one line of the cart counts, or says that it changes them, as
    a change of that line; any other as it was said."""
    found = _IN_COLOURS.match(text)
    if found is None or not lines or not (found["again"] or found["deed"]):
        return text
    one, two = (_colour(found[key]) for key in ("one", "two"))
    if not (one and two):
        return text
    first, second = _many(found["first"]), _many(found["second"])
    counted = any(line.quantity == first + second for line in lines[-1:])
    if not counted and not _CHANGES.search(found["deed"] or ""):
        return text
    if not (found["again"] or _CHANGES.search(found["deed"] or "") or re.search(r"outr|other", found["second"])):
        return text  # `quero uma rosa e uma cinza`: perhaps beside the others
    return f"na verdade faz {first} {one} e {second} {two}"


def _colour(said: str) -> str:
    known = [is_colour(word) for word in said.split()[:1]]
    return (in_portuguese(said) or [said])[0] if all(known) else ""


def _many(said: str) -> int:
    return 1 if re.search(r"outr|other|^an?$", said) else number(said) or 1
