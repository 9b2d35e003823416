"""Another kind of what was taken, wished for beside it: `e no G também`, `size G as well`, `e outra branca`. Pure."""

import re

from app.features.chat.assistant.language.words import fold, in_portuguese, is_colour, stem
from app.features.chat.assistant.products.name_words import SIZES
from app.features.chat.assistant.reading.kinds.kinds_said import Kind, Said
from app.features.conversations.state import CartLine, ConversationState
from app.ops.expressions import expression

_COURTESY = r"(?:por\s+favor|please|pfv?|pra\s+mim|for\s+me|entao|then|ai|viu|ta|ok|blz|beleza)"
_LEAD = expression(
    r"^\W*(?:(?:oi|ola|ah+|opa|e|ai|aproveita|aproveitando|and|also|oh|tambem|mais|so|then|por\s+favor|please)[\s,]+|"
    r"(?:eu\s+)?(?:vou\s+querer|vou\s+levar|quero|queria|levo|poe|bota|coloca|adiciona|acrescenta|inclui|manda|separa|pega|me\s+(?:ve|manda|da|separa)|"
    r"pode\s+(?:por|botar|colocar|mandar|adicionar|separar|incluir)|i(?:'ll|\s+will)\s+(?:take|have|get)|i(?:'d|\s+would)\s+like|i\s+(?:also\s+)?(?:want|need)|"
    r"(?:can|could)\s+i\s+(?:also\s+)?(?:get|have)|give\s+me|add|get\s+me|let\s+me\s+get|throw\s+in)\s+)*"
)
_ALIKE = (
    r"(?:del[ea]s?|dess[ea]s?|ess[ea]|mesm[oa]|igual(?:zinh[oa])?|identic[oa]|modelo|"
    r"same(?:\s+(?:one|thing))?|ones?|of\s+(?:it|them|those|these|that))"
)
_COUNTED = expression(
    rf"(?:(?P<other>outr[oa]s?|another)|(?:mais\s+)?(?P<count>\d{{1,2}}|um|uma|dois|duas|tres|one|two|three|an?)|[oa]|the)\b\s*(?:mais\s+)?(?:{_ALIKE}\s+)*(?:so\s+que\s+|but\s+)?|(?:{_ALIKE}\s+)+"
)
_TAIL = expression(rf"(?:[\s,]+(?:ones?|tambem|too|as\s+well|also|igual|{_COURTESY}))*\W*$")
_BESIDE = expression(
    r"\b(?:tambem|too|as\s+well|also|outr[oa]s?|another|mais|adiciona|acrescenta|inclui|add|throw\s+in|adicionar|incluir)\b|"
    r"^\W*(?:e|and)\s+(?:\w+\s+){0,3}?(?:uma?|an?|one|the\s+same|dois|duas|two|\d)\b"
)
_IN_NAME = expression(r"\s*\(([^()]*)\)\s*$")
_MEASURE = expression(r"\d+(?:,\d+)?\s*[a-z]{1,3}")


def beside_it(text: str, state: ConversationState) -> str:
    """A folded text in which that is put beside the goods that were taken; what is asked, and what is said while
    something is to be chosen, stays."""
    asked = state.dialogue.pending
    if "?" in text or not _BESIDE.search(text) or (asked is not None and asked.kind == "choose"):
        return text
    line = _taken_last(state)
    told = _IN_NAME.search(fold(line.name)) if line else None
    if line is None or told is None:
        return text
    lead = _LEAD.match(text)
    begins = lead.end() if lead else 0
    counted = _COUNTED.match(text, begins)
    said = Said(text[counted.end() if counted else begins :])
    kind = said.kind(0, parted=False) if said.words else None
    if kind is None or kind.many is not None or not _TAIL.fullmatch(said.text, said.found[kind.ends - 1].end()):
        return text
    values = _other_values(told[1].split(", "), kind)
    if not values:
        return text
    many = (counted["count"] if counted else None) or "1"
    return f"adiciona {'1' if many in ('a', 'an') else many} {_IN_NAME.sub('', fold(line.name))} {' '.join(values)}"


def _taken_last(state: ConversationState) -> CartLine | None:
    """The line that is spoken of, or the last; None where the cart has several things and none is spoken of."""
    lines, focus = state.cart.lines, state.dialogue.focus
    if not lines:
        return None
    if focus is not None and (held := [one for one in lines if one.product_id == focus.product_id]):
        return held[0]
    return lines[-1] if len({_IN_NAME.sub("", one.name) for one in lines}) == 1 else None


def _other_values(values: list[str], kind: Kind) -> list[str]:
    """The values of the other kind: what is told of it in the place of what it stands for; empty: it tells no other
    size, measure or colour."""
    sorts = [_sort(value) for value in values]
    own = re.sub(r"\b(?:n[oa]|em|in|d[eoa]|the)\s+", "", kind.said)
    replaced = [at for at, sort in enumerate(sorts) if sort in kind.sorts]
    coloured = "kind" not in kind.sorts or any(map(is_colour, own.split()))
    said = {stem(form) for word in own.split() for form in (word, *in_portuguese(word))}
    same = all(
        {stem(word) for word in values[at].split()} <= said or values[at].replace(" ", "") in said for at in replaced
    )
    if not coloured or len(replaced) != len(kind.sorts) or same:
        return []
    kept = [value for at, value in enumerate(values) if at not in replaced]
    return [*kept, re.sub(r"^(?:tam|size)\b", "tamanho", own)]


def _sort(value: str) -> str:
    if value in SIZES or value.isdigit():
        return "size"
    return "measure" if _MEASURE.fullmatch(value) else "kind"
