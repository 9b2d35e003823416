"""What a thing must not be: `vela mas não de canela`, `um perfume que não seja lavanda`. Pure."""

import re

from msgspec.structs import replace

from app.features.chat.assistant.clauses import Clause
from app.features.chat.assistant.goods import NAMES, current
from app.features.chat.assistant.matching import shares
from app.features.chat.assistant.reading import Reading
from app.features.chat.assistant.words import is_colour

_BUT_NOT = re.compile(
    r"(?:^|\s)(?:(?:so\s+que|que|e|that(?:'s|\s+is)?|which\s+is)\s+)?(?:(?:nao|n|not|isn't|isnt)"
    r"(?:\s+(?:seja|for|tenha|venha|is|be|have|has|vem|precisa\s+ser|pode\s+ser))?|menos|exceto|tirando|fora|sem\s+ser|except)\s+"
    r"(?:(?:d[aeo]|com|[ao]s?|in|with|the|an?)\s+)*(?P<what>[a-z]+(?:\s+(?!ones?\b|though|please|pfv|por\b)[a-z]+)?)(?:\s+(?:ones?|though|please|por\s+favor|pfv))*$"
)


def excludes(reading: Reading, clause: Clause) -> tuple[Clause, tuple[str, ...]] | None:
    """The clause without what it excludes, and the words of that: goods or colours that are not in the cart. None: it
    excludes nothing, or answers a question of which."""
    found = _BUT_NOT.search(clause.text)
    asked = reading.state.dialogue.pending
    if found is None or (asked is not None and asked.kind == "choose"):
        return None
    what, before = tuple(found["what"].split()), clause.text[: found.start()].strip()
    known = all(current().place(word) >= NAMES or is_colour(word) for word in what)
    if not known or any(shares(list(what), line.name) for line in reading.state.cart.lines):
        return None
    if not (before or reading.changes or reading.looks):
        return None
    return replace(clause, text=before, negated=False), what


def exclude(reading: Reading, what: tuple[str, ...]) -> None:
    """Note that of what the message wished for or looks for last."""
    if reading.changes and reading.changes[-1].kind in ("want", "add"):
        last = reading.changes[-1]
        reading.changes[-1] = replace(last, mention=replace(last.mention, but=what))
    elif reading.looks:
        look = reading.looks[-1]
        reading.looks[-1] = replace(look, mention=replace(look.mention, but=what))
