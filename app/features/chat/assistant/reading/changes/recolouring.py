"""Goods of the cart that are wanted in other colours, or of other kinds: `muda pra um azul e outro branco`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, number, stem, words
from app.features.chat.assistant.reading.changes.some_of_them import called, some_otherwise
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_COUNT = r"(?:an?|one|two|three|four|uma?|dois|duas|tres|quatro|\d{1,2})"
_OTHER = rf"(?:(?:[oa]\s+|the\s+)?(?:outr[oa]|other)|another|{_COUNT})"
_COLOUR = r"(?P<{}>(?:sem|com)\s+[a-z]{{3,}}|[a-z]{{3,}}(?:\s+(?:clar[oa]|escur[oa]|marinho|royal))?)(?:\s+ones?)?"
AGAIN = (
    r"(?:(?:h+m+|oh|ok|okay|wait|actually|sorry|no|hey|and|but|so|then|well|ah+|pera(?:i)?|espera|mas|entao|na\s+verdade|na\s+vdd|"
    r"alias|pensando\s+(?:bem|melhor)|melhor|prefiro|mudei\s+de\s+ideia|desculpa|nao)\b[\s,.]*)"
)
DEED = (
    r"(?:(?:(?:can|could|would)\s+you|(?:i'?d|i\s+would)\s+(?:rather|prefer)|i|let'?s|da\s+(?:pra|para)|pode|tem\s+como|vou|eu)\s+)?"
    r"(?:please\s+)?(?:make|do|change|switch|swap|turn|have|get|want|mud\w+|troc\w+|pass[ae]\w*|faz\w*|faca|deix\w+|bot[ae]\w*|"
    r"coloc\w+|poe|vai|quero|queria|manda|querer|ser)\s+(?:(?:it|that|them|those|these|pr[ao]s?|para|por|em|isso|el[ea]s?|to|into|for|be|in)\s+)*"
)
_IN_COLOURS = expression(
    rf"^(?P<again>{AGAIN}*)(?P<deed>{DEED})?(?P<first>{_COUNT})\s+{_COLOUR.format('one')}"
    rf"(?:\s*,|\s+(?:and|e)(?=\s))+\s*(?P<second>{_OTHER})\s+{_COLOUR.format('two')}"
    r"(?:\s+(?:please|instead|then|now|por\s+favor|pf|entao|mesmo))*\s*[?.!]*$"
)
# `põe os 2 azul`, `muda tudo pra azul`, `pensando bem, as duas douradas`, behind what may say why
_ALL_IN_ONE = expression(
    rf"(?:^|(?<=[,.;!\n]))\s*(?P<why>[^,.;!?\n]*\b(?:prefere|quer|gostou|gosta|prefers|wants|likes)\s+(?:mais\s+)?(?:d[oa]s?\s+|[oa]s?\s+|the\s+)?(?P<liked>[a-z]+)(?:\s+(?:tb|tbm|tambem|mesmo|too|as\s+well))?[\s,.;]+(?:(?:e|and|entao|so)\s+)*)?"
    rf"(?P<again>{AGAIN}*)(?P<deed>{DEED})?(?P<every>(?:(?:[oa]s|the|all)\s+)(?:dois|duas|tres|quatro|two|three|four|\d{{1,2}})|ambos|ambas|both|tudo|tod[oa]s)\s+"
    rf"(?:(?:pr[oa]|para|por|em|n[oa]|d[oa]|de|in|to|into)\s+)*(?:(?:[oa]s?|the)\s+)?{_COLOUR.format('one')}"
    rf"(?:\s+(?:please|instead|then|now|por\s+favor|pf|pfv|entao|mesmo|tb|tambem|too))*(?:\s*,\s*(?:sao\s+)?(?P<sum>{_COUNT})(?=\s*[.!]*\s*$))?\s*(?=$|[.!,;\n])"
)
_RATHER = expression(r"\b(?:pensando|melhor|prefiro|mudei|verdade|vdd|alias|actually)\b")
_CHANGES = expression(r"\b(?:make|change|switch|swap|turn|mud|troc|pass|faz|faca|deix)")


def recoloured(text: str, lines: Sequence[CartLine]) -> str:
    """A folded message that has as many of two colours as one line of the cart counts, or says that it changes them, as
    a change of that line; any other as it was said."""
    text = some_otherwise(text, lines)
    if (every := _ALL_IN_ONE.search(text)) is not None and (deeds := _all_in_one(every, lines)):
        return f"{text[: every.start()]} {deeds}{text[every.end() :]}"
    found = _IN_COLOURS.match(text)
    if found is None or not lines or not (found["again"] or found["deed"]):
        return text
    one, two = (_colour(found[key]) or _kind(found[key], lines[-1]) for key in ("one", "two"))
    if not (one and two):
        return text
    first, second = _many(found["first"]), _many(found["second"])
    counted = any(line.quantity == first + second for line in lines[-1:])
    if not counted and not _CHANGES.search(found["deed"] or ""):
        return text
    if not (found["again"] or _CHANGES.search(found["deed"] or "") or re.search(r"outr|other", found["second"])):
        return text  # `quero uma rosa e uma cinza`: perhaps beside the others
    return f"na verdade faz {first} {one} e {second} {two}"


def _all_in_one(found: re.Match[str], lines: Sequence[CartLine]) -> str:
    """Every line of the one thing that is in the cart in several colours, or as many times as is said, exchanged for
    that colour; empty where it is open which is meant, or nothing would change."""
    if not (found["deed"] or _RATHER.search(found["again"])):
        return ""
    many = next((count for word in words(found["every"]) if (count := number(word))), None)
    kinds: dict[str, list[CartLine]] = {}
    for line in lines:
        base, has_kinds, _ = line.name.partition(" (")
        if has_kinds:
            kinds.setdefault(base, []).append(line)
    wanted = found["one"]
    meant = [
        (base, own)
        for base, own in kinds.items()
        if many in (None, sum(one.quantity for one in own)) and (_coloured(own[0]) if _colour(wanted) else True)
    ]
    if len(meant) != 1 or (found["liked"] and stem(found["liked"]) != stem(wanted)):
        return ""
    base, own = meant[0]
    kind = _colour(wanted) or _kind(wanted, own[0])
    if found["sum"] and _many(found["sum"]) != sum(one.quantity for one in own):
        return ""
    others = [line for line in own if not _is_so(line, kind)]
    if not (kind and others) or (many is None and len(own) < 2):
        return ""
    return ", ".join(f"troca {one.quantity} {called(one)} por {one.quantity} {fold(base)} {kind}" for one in others)


def _coloured(line: CartLine) -> bool:
    return any(is_colour(word) for word in words(line.name.partition(" (")[2]))


def _is_so(line: CartLine, kind: str) -> bool:
    if kind.startswith(("sem ", "com ")):
        return kind in fold(line.name)
    return {*map(stem, words(kind))} <= {*map(stem, words(line.name))}


def _colour(said: str) -> str:
    known = [is_colour(word) for word in said.split()[:1]]
    return (in_portuguese(said) or [said])[0] if all(known) else ""


def _kind(said: str, line: CartLine) -> str:
    """What tells one of a kind from another, and is no thing of its own: `sem gás`, `zíper`."""
    *_, word = said.split()
    if said.startswith(("sem ", "com ")):
        return said if stem(word) in map(stem, words(line.name)) else ""
    return said if current().place(word) == NAMES else ""


def _many(said: str) -> int:
    return 1 if re.search(r"outr|other|^an?$", said) else number(said) or 1
