"""What is asked for by a verb, where the shop sells the deed: `revelar 24 fotos` wants so many `revelação`. Pure."""

import re

from app.features.chat.assistant.language.goods import BEGINS, current
from app.features.chat.assistant.language.words import DEVERBAL, NUMBERS
from app.ops.expressions import expression

_COUNT = rf"(?:\d{{1,4}}|{'|'.join(word for word, value in NUMBERS.items() if value < 100)}|umas?|uns|an?)"
_DEED = expression(
    rf"\b(?P<verb>{'|'.join(DEVERBAL)})\s+(?P<count>{_COUNT})\b(?:\s+(?:fotos?|photos?|pictures?|paginas?|folhas?)\b)?"
)
# `2 fotos reveladas`
_DONE = expression(
    rf"\b(?P<count>{_COUNT})\s+(?:fotos?|photos?|pictures?|paginas?|folhas?)\s+(?P<verb>revel|imprim|encadern|plastific|print)(?:ad|id|ed)\w*"
)


def as_deeds(text: str) -> str:
    """The folded text in which the deed that is counted has its name."""
    return _DONE.sub(_named, _DEED.sub(_named, text))


def _named(found: re.Match[str]) -> str:
    nouns = next(nouns for verb, nouns in DEVERBAL.items() if verb.startswith(found["verb"]))
    sold = next((noun for noun in nouns if current().place(noun) == BEGINS), None)
    return f"{found['count']} {sold}" if sold else found[0]
