"""One thing for another where only what comes is named: `make it the 12 inch instead`, or was named just before: `my
wife prefers the tasting kit. two of those instead of the caipirinha kit`. Pure."""

from collections.abc import Mapping, Sequence

from app.features.chat.assistant.acts import Change
from app.features.chat.assistant.language.words import SMALL_COUNT, number
from app.features.chat.assistant.plain.editing import AN_ARTICLE, replaced, the_line
from app.features.chat.assistant.plain.phrases import Phrase, Unclear, phrases_of
from app.features.chat.assistant.plain.shelf import Kind, Shelf
from app.ops.expressions import expression

_SIGHS = r"(?:(?:hm+|oh|no|wait|ok(?:ay)?|ah|actually|sorry|please|you\s+know\s+what|can\s+you|could\s+you|let'?s)\W+)*"
_NEW = rf"(?:the|an?|{SMALL_COUNT})\s+(?!of\b).+?)"
_VERBS = r"(?:make|have|do|swap|change|switch)\s+(?:it|that)(?:\s+(?:to|for|with|into))?"
_WISHES = r"(?:i'?ll|i'?d|i\s+would|we'?ll|let'?s|rather|have|take|get|go|do|with|for|want|prefer|like|give\s+me)"
_INSTEAD = expression(
    rf"^\W*{_SIGHS}(?:{_VERBS}\s+(?P<new>{_NEW}(?:\s+instead)?|(?:{_WISHES}\s+)*(?P<other>{_NEW}\s+instead)"
    r"(?:\s+(?:please|then))*\W*$"
)
"""`make it the 12 inch instead`, `I'd rather have two tasting kits instead`"""
_AND = expression(r"\s(?:and|plus|add)\s")
_OF_THOSE = expression(
    rf"^\W*{_SIGHS}(?:(?:i'?ll\s+(?:take|have)|make\s+it|quero|manda|bota|poe)\s+)?(?P<n>{SMALL_COUNT})\s+(?:of\s+)?(?:those|these|them|that|d?(?:ess|el)[ae]s?)\s+"
    r"(?:instead|em\s+vez|no\s+lugar|ao\s+inves)(?:\s+(?:of|d[aeo]s?)\s+(?P<old>.+?))?\W*$"
)
"""`two of those instead of the caipirinha kit`"""


def in_its_place(
    shelf: Shelf, text: str, phrases: list[Phrase], counts: Mapping[str, int], held: Sequence[Kind]
) -> list[Change]:
    """What becomes of the line that is meant; none: it is no such clause. phrases: what was named before, of which what
    comes is taken out. Raises Unclear."""
    if not held:
        return []
    if (those := _OF_THOSE.match(text)) and phrases and phrases[-1].count is None:
        new, old = phrases.pop(), phrases_of(shelf, those["old"]) if those["old"] else []
        new.count = number(those["n"])
        gone = the_line(shelf, old[0], held) if len(old) == 1 else _meant(shelf, new, held)
        return replaced(shelf, gone, None, new, counts, held)
    found = _INSTEAD.match(text) if _AND.search(text) is None else None
    news = phrases_of(shelf, AN_ARTICLE.sub("1 ", found["new"] or found["other"])) if found else []
    if not news or not news[0].keys:
        return []
    if len(news) > 1:
        raise Unclear("several instead")
    return replaced(shelf, _meant(shelf, news[0], held), None, news[0], counts, held)


def _meant(shelf: Shelf, new: Phrase, held: Sequence[Kind]) -> Kind:
    """The line that it comes for: the only one, or the only one of the same kind of goods."""
    alike = [one for one in held if any(one.heads == kind.heads for kind in shelf.having(new.keys))]
    meant = alike if len(held) > 1 else held
    if len(meant) != 1:
        raise Unclear("instead of which")
    return meant[0]
