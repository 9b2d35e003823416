"""What somebody prefers or takes, and that a line is to be exchanged for it: `ele prefere o grafite, e GG. troca o
suéter pra mim?` is `troca o suéter por grafite GG`. Pure."""

import re
from collections.abc import Sequence

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.spelling import spelt_out
from app.features.chat.assistant.language.vocabulary import FILLER
from app.features.chat.assistant.language.words import fold, is_colour, words
from app.features.chat.assistant.products.name_words import SIZES
from app.features.chat.assistant.reading.changes.edits import line_in
from app.features.conversations.state import CartLine
from app.ops.expressions import expression

_LEADS = r"(?:(?:[oa]s?|n[oa]|d[eoa]|em|e|eh|que|usa|uso|tamanho|numero|cor|mesmo|mais|the|size|in)\s+)*"
_VALUE = r"(?:[a-z]{1,3}|[a-z]{4,}|\d{1,4}(?:[.,/]\d{1,3})?(?:\s?(?:kg|g|ml|l|m|cm|mm|v|w)\b)?)"
_PREFERS = expression(
    rf"\b(?:prefer\w+|prefir\w+|us[ao]|vest[ei]\w*|calc[ao]|quer(?:ia|o)?|eh|era|wears?|wants?)\s+{_LEADS}(?P<one>{_VALUE})\b"
    rf"(?:\s*,?\s+(?:e\s+|and\s+)?{_LEADS}(?P<two>{_VALUE})\b)?(?P<why>[^.;!?\n]*)"
)
_MEASURED = expression(r"\d+(?:[.,]\d|\s?[a-z])")
_SWAP = expression(
    r"(?:^|(?<=[.;!?,\n]))\s*(?:(?:pode[ms]?|podia|poderia|da\s+pra|tem\s+como|consegue[ms]?|voces?|por\s+favor|entao|ai|can|could|you|please)\s+)*(?P<verb>troca[r]?|muda[r]?|swap|change)"
    r"(?:\s+(?:[oa]s?|ess[ea]s?|the)\s+(?P<old>(?!(?:por|pel[oa]s?|for)\b)[a-z][a-z\x20]*?)|\s+(?:el[ea]s?|it))?(?:\s+(?:pra\s+mim|por\s+favor|pfv?|entao|ai|please|for\s+me))*\s*[?!.]+"
)


# `a sogra é M na real, troca o G por um M`: why, in the same words
_WHY_SWAPPED = expression(
    r"(?:^|(?<=[.;!?,\n]))[^.;!?,\n]*?\b(?:eh|usa|veste|calca|is|wears)\s+(?:(?:tamanho|numero|size)\s+)?(?P<value>[a-z]{1,3}|\d{2})"
    r"(?:\s+(?:na\s+(?:real|verdade)|mesmo|actually))?\s*[.;!,\n]+"
    r"(?=[^.;!?\n]*\b(?:troca|muda|swap|change)\w*\s+[^.;!?\n]*?\s(?:por|pel[oa]|pr[oa]|for)\s+(?:(?:uma?|[oa]|an?|the|tamanho|numero|size)\s+)*(?P=value)\b)"
)


def swapped_as_preferred(message: str, lines: Sequence[CartLine]) -> str:
    """A message as it was written; where it tells so of a line of the cart, with a plain exchange in the place of what
    is preferred and asked for."""
    text = spelt_out(fold(re.sub(r"\bé\b", "eh", message.lower()))) if lines else ""
    if _WHY_SWAPPED.search(text):
        return _WHY_SWAPPED.sub(" ", text).strip()
    text = text if _SWAP.search(text) else ""
    swap = _SWAP.search(text)
    if swap is None:
        return message
    told = [found for found in _PREFERS.finditer(text, 0, swap.start()) if is_value(found["one"])]
    if len(told) != 1:
        return message
    values = [value for value in (told[0]["one"], told[0]["two"]) if value and is_value(value)]
    line = line_in(swap["old"], lines) if swap["old"] else _line_in_such(values, lines)
    if line is None or all(value in _own(line) for value in values):
        return message
    begins = max((one.end() for one in re.finditer(r"[.;,!?\n]\s*", text[: told[0].start()])), default=0)
    between = text[told[0].end() : swap.start()].lstrip(" .;,!?")
    name = swap["old"] or " ".join(words(fold(line.name)))
    kind = f"{'de ' if _MEASURED.match(values[0]) else ''}{' '.join(values)}"
    return f"{text[:begins]}{between}{swap['verb']} {name} por {kind}. {text[swap.end() :].strip()}"


def is_value(word: str) -> bool:
    """It is a size, a number, a colour or what some of the goods come in."""
    sized = word in SIZES or word[0].isdigit() or is_colour(word)
    return sized or (len(word) > 3 and word not in FILLER and 0 < current().place(word) < BEGINS)


def _own(line: CartLine) -> list[str]:
    return words(fold(line.name).partition(" (")[2])


def _line_in_such(values: Sequence[str], lines: Sequence[CartLine]) -> CartLine | None:
    """The only line that comes in such: in a number, a letter or a colour."""
    sorts = (str.isdigit, lambda word: word in SIZES, is_colour)
    found = [line for line in lines if all(any(s(v) and any(map(s, _own(line))) for s in sorts) for v in values)]
    return found[0] if len(found) == 1 else None
