"""All lines of the cart that come by a measure, wanted in another one: `medi de novo, troca tudo pra 25`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.words import fold, number, words
from app.features.chat.assistant.reading.changes.recolouring import AGAIN
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_UNIT = r"(?:mm|cm|milimetros?|centimetros?|mts?|metros?|m|ml|litros?|l|kg|quilos?|gramas?|g)"
# `as mesmas quantidades`, which changes none
_AS_MANY = (
    r"(?:[\s,]*(?:(?:n?[ao]s?|com|in|the)\s+)*(?:mesm[oa]s?\s+quantidades?|same\s+(?:quantit(?:y|ies)|amounts?)))?"
)
_ALL_TO = expression(
    r"(?:^|(?<=[.,;:!?\n]))\s*(?:(?:entao|ai|e|pode|por\s+favor|please|so)\s+)*(?:troc\w+|mud\w+|pass[ae]\w*|alter\w+|change|swap|switch|make)\s+"
    r"(?P<every>tudo|tod[oa]s(?:\s+el[ea]s)?|(?:[oa]s\s+)?(?:dois|duas|tres|quatro|[2-9])|ambos|ambas|everything|them\s+all|all(?:\s+of\s+them)?|both)\s+"
    r"(?:(?:pr[ao]s?|para|por|pel[oa]s?|em|n[oa]|to|for|into|[oa]s?|de|the|d[oa]s?)\s+)+"
    rf"(?P<size>\d{{1,4}}(?:[.,]\d+)?)(?:\s*{_UNIT})?{_AS_MANY}(?:\s+(?:por\s+favor|please|entao|mesmo))*\s*(?=$|[.,;!\n])"
)
# `pera, fui medir aqui e meu cano é 25`
_MEASURED = expression(
    rf"^\s*{AGAIN}*(?:(?:eu|ja|agora|i)\s+)*(?:fui\s+(?:medir|conferir|ver|olhar)|medi|conferi|acabei\s+de\s+(?:medir|conferir|ver)|measured|checked)\b"
    r"[^.;!?\n]*?\b(?:e|eh|deu|sao|tem|is|it's)\s+(?P<size>\d{1,4})\b[^.;!?\n,]*[.;,\n]\s*$"
)
_VALUE = expression(r"(?P<n>\d+(?:[.,]\d+)?)\s*(?P<unit>[a-z]{1,2})\b")


def all_sized(text: str, lines: Sequence[CartLine]) -> str:
    """The folded text with an exchange of each such line; as it is where fewer than two lines come by one measure."""
    found = _ALL_TO.search(text) if len(lines) > 1 else None
    if found is None:
        return text
    own = [(line, value) for line in lines if (value := _VALUE.search(fold(line.name.partition(" (")[2]))) is not None]
    many = next((count for word in words(found["every"]) if (count := number(word))), len(own))
    if len(own) < 2 or len({value["unit"] for _, value in own}) > 1 or many != len(own):
        return text
    told = [_exchanged(line, value, found["size"]) for line, value in own if value["n"] != found["size"]]
    why = _MEASURED.match(text[: found.start()])
    before = "" if why and why["size"] == found["size"] else text[: found.start()]
    unit = own[0][1]["unit"]
    deeds = ", ".join(told) or f"troca {found['every']} por {found['size']} {unit}"
    return f"{before} {deeds}{text[found.end() :]}".strip()


def _exchanged(line: CartLine, value: re.Match[str], size: str) -> str:
    base, _, kind = fold(line.name).partition(" (")
    now = " ".join(kind.rstrip(")").replace(",", " ").split())
    other = now.replace(f"{value['n']} {value['unit']}", f"{size} {value['unit']}")
    return spelt_out(f"troca {line.quantity} {base} {now} por {line.quantity} {base} {other}")
