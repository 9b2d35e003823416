"""An ordinal that stands in the name of goods, and tells no place: `o boné café primeiro`. Pure."""

import re

from app.features.chat.assistant.language.goods import NAMES, TIES, current
from app.features.chat.assistant.language.words import words


def in_name(said: str, found: re.Match[str]) -> bool:
    """The ordinal found in what is said is a word of the goods' names, as the word right before it is."""
    before = words(said[: found.start()])
    goods = current()
    own = found["ordinal"] and before and before[-1] not in TIES and goods.place(found["ordinal"]) >= NAMES
    return bool(own) and goods.place(before[-1]) >= NAMES
