"""A thing of a list that is put right in the same breath: `2 pães e 1 coca... quer dizer, 1 guaraná`. Pure.

What stands before the regret is the last thing that was told; what stands behind it takes its place, or that of the
word of the same sort in it: `uma pizza grande, minto, média` is `uma pizza média`.
"""

import re

from app.features.chat.assistant.language.goods import BEGINS, NAMES, current
from app.features.chat.assistant.language.words import is_colour, stem, words
from app.features.chat.assistant.products.matching import SIZED
from app.features.chat.assistant.products.mentions import ANY_NUMBER, leading_count
from app.features.chat.assistant.products.name_words import SIZES
from app.ops.expressions import expression

_MISTAKEN = (
    r"(?:(?:eu\s+)?(?:errei|me\s+(?:enganei|confundi)|confundi|(?:falei|escrevi|digitei)\s+errado)|foi\s+mal|desculp[ae]|perdao|ops|opa|oops|"
    r"sorry|my\s+(?:bad|mistake)|alias|na\s+(?:verdade|vdd)|actually|wait|pera[i]?|espera|melhor)"
)
_PLAINLY = (
    r"(?:quer\s+dizer|quero\s+dizer|digo|minto|ou\s+melhor|corrij(?:o|indo)|correcao|"
    r"i\s+mean|i\s+meant|or\s+rather|scratch\s+that)"
)
_REGRET = expression(
    r"(?<=[a-z0-9])(?:\s*[,.;!…]+\s*|\s+)(?:(?:ai|ah+|ih|nao|no|eita|vixe|k{3,})[\s,.!]+)*"
    rf"(?:(?P<plainly>{_PLAINLY})|{_MISTAKEN})(?:[\s,.:!]+(?:{_MISTAKEN}|{_PLAINLY}|nao|no|e|eh|sao|era[m]?|make\s+(?:it|that)|it'?s))*[\s,.:!]+"
)
_BEFORE = expression(rf"(?:[,;\n!?]|\.(?!\d)|\s(?:e|and|mais|com)\s(?=(?:{ANY_NUMBER})\s))\s*")
_BEHIND = expression(
    rf"(?:[^,.;!?\n]|(?<=\d)[.,](?=\d))+?(?=\s+(?:e|and|mais|com)\s+(?:{ANY_NUMBER})\s|\s*(?:[,;!?\n]|\.(?!\d)|$))"
)
_MORE = expression(r"\b(?:tambem|mais|junto|also|too|another|outr[oa])\b")
_LEADS = expression(r"^(?:(?:d[eoa]s?|n[oa]s?|em|[oa]s?|the|in|of)\s+)+")
_COUNT_IN = expression(rf"\b(?:{ANY_NUMBER}|mei[oa])\s+(?=[a-z0-9])")


def put_right(text: str) -> str:
    """A folded message with only the last of what was told of such a thing; any other as it was."""
    at = 0
    while found := _REGRET.search(text, at):
        told = _BEHIND.match(text, found.end())
        start = max((one.end() for one in _BEFORE.finditer(text, 0, found.start())), default=0)
        right = _righted(text[start : found.start()], told[0], plainly=found["plainly"] is not None) if told else ""
        if told and right:
            text = f"{text[:start]}{right}{text[told.end() :]}"
            at = start + len(right)
        else:
            at = found.end()
    return text


def _righted(wrong: str, right: str, *, plainly: bool) -> str:
    """The thing as it is meant; empty where what is said behind is of something else."""
    if _MORE.search(right) or not (_named(wrong) or _COUNT_IN.search(wrong)):
        return ""
    count, named = leading_count(right)
    counted = next(iter(_COUNT_IN.finditer(wrong)), None)
    if count is not None and _named(named):
        again = not {*map(stem, _named(wrong))}.isdisjoint(map(stem, _named(named)))
        return f"{wrong[: counted.start()]}{right}" if counted and (plainly or again) else ""
    if count is not None and not (right.split()[0].isdigit() and _same_sort(wrong, right)):
        return ""
    return _of_the_same_sort(wrong, right)


def _named(phrase: str) -> list[str]:
    """The words of it that name goods."""
    return [word for word in words(phrase) if current().place(word) >= NAMES and not word[0].isdigit()]


def _sorts(word: str) -> set[str]:
    """What sorts of kind a word tells; none: it tells no kind."""
    sorts = {"colour"} if is_colour(word) else set()
    if word in SIZES or stem(word) in SIZED or stem(word) in ("med", "medi"):
        sorts.add("size")
    if measure := re.fullmatch(r"\d+([a-z]*)", word):
        return {f"measure {measure[1]}"}
    return sorts | ({"name"} if current().place(word) > 0 and not sorts & {"size"} else set())


def _same_sort(wrong: str, right: str) -> bool:
    said = words(_LEADS.sub("", right))
    return bool(said) and any(_sorts(said[0]) & _sorts(word) for word in words(wrong))


def _of_the_same_sort(wrong: str, right: str) -> str:
    """`uma pizza média` of `uma pizza grande`, `média`; `60 peças` gives way to `100 peças`."""
    said = words(_LEADS.sub("", right))
    if not said or not (sorts := _sorts(said[0])) or any(not _sorts(x) and x not in words(wrong) for x in said):
        return ""
    begins = [one for one in re.finditer(r"[a-z0-9]+", wrong) if current().place(one[0]) == BEGINS]
    if current().place(said[0]) == BEGINS:  # another thing altogether
        return f"{wrong[: begins[0].start()]}{' '.join(said)}" if begins else ""
    last = next((one for one in reversed(list(re.finditer(r"[a-z0-9]+", wrong))) if _sorts(one[0]) & sorts), None)
    if last is None or last[0] == said[0]:
        return ""
    behind = wrong[last.end() :]
    kept = "" if said[1:] and [*words(behind)][: len(said) - 1] == said[1:] else behind
    return f"{wrong[: last.start()]}{' '.join(said)}{kept}"
