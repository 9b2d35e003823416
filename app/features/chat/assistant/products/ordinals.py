"""The place in a list that an ordinal or a number tells, and a word of the goods' names that tells none: `o boné café
primeiro`. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, TIES, current
from app.features.chat.assistant.language.words import ORDINALS, words


def position_in(said: str, found: re.Match[str]) -> int | None:
    """The place that was found in what is said; -1: the last; None: the ordinal is a word of a name, as the word right
    before it is."""
    digits = found["tagged"] or found["degree"] or found["digit"]
    if digits:
        return int(digits)
    before, goods = words(said[: found.start()])[-1:], current()
    named = [word for word in before if word not in TIES and goods.place(word) >= NAMES]
    return None if named and goods.place(found["ordinal"]) >= NAMES else ORDINALS[found["ordinal"]]
