"""What the shopper tells of themselves and the shop has a rule or a scale of its own for: an age, a size as other
countries count it."""

import re

from app.features.chat.assistant.deciding.mind import Mind, Say
from app.features.chat.assistant.documents.answers import MAX_QUOTE, sentences_of
from app.features.chat.assistant.language.words import fold
from app.features.chat.assistant.products.matching import spread
from app.features.chat.assistant.reading.kinds.sizing import size_in
from app.ops.expressions import expression

_AGE = expression(
    r"\b(?:(?:i'?m|i\s+am|he'?s|she'?s|(?:my\s+\w+)\s+is)\s+(?:only\s+)?(?P<n>\d{1,2})(?=\s*(?:years?\b|yrs?\b|yo\b|[,.;!?]|$|and\b|but\b|can\b))|"
    r"(?:tenho|temos|tem|faco)\s+(?:so\s+)?(?P<anos>\d{1,2})\s+(?:anos|aninhos))|\b(?:menor\s+de\s+idade|(?:sou|e)\s+menor\b(?!\s+que)|under\s?age|a\s+minor)\b"
)
_ADULTS = expression(
    r"\b(?:maior(?:es)?|menor(?:es)?)\s+de\s+(?:18|dezoito|idade)|\b(?:over|under|above|below)\s+(?:18|eighteen)\b|\b18\s*\+|\b\+\s*18\b"
)
_OF_AGE = 18
_OTHER_SCALE = expression(r"\b(?:us|usa|eua|uk|americ\w+|europe\w+|eu)\b")


def tells_age(mind: Mind) -> bool:
    """`I'm 16, can I buy it?`: what the shop says of the age; True: that answers it."""
    found = _AGE.search(fold(mind.acts.text))
    years = int(found["n"] or found["anos"] or 0) if found is not None else _OF_AGE
    told = _sentence(mind, _ADULTS) if years < _OF_AGE else None
    if told is None:
        return False
    mind.says.append(Say("text", text=told))
    return "?" in mind.acts.text


def tell_scale(mind: Mind) -> None:
    """`I wear a US 9`: the sizes that what is shown comes in, and no number taken for another."""
    size = mind.acts.foreign
    if not size:
        return
    if (told := _sentence(mind, _OTHER_SCALE)) is not None:
        mind.says.append(Say("text", text=told))
        return
    shown = (
        *mind.listed,
        *([mind.focus] if mind.focus else []),
        *(one for asked in mind.open for one in asked.options),
    )
    sizes = [value for one in spread(shown) for value in one.options.values() if size_in(value) or value.isdigit()]
    sizes = sorted(dict.fromkeys(sizes), key=lambda one: (len(one), one) if one.isdigit() else (0, ""))
    mind.say("foreign_size" if sizes else "foreign_size_alone", size=size, sizes=", ".join(sizes))


def _sentence(mind: Mind, pattern: re.Pattern[str]) -> str | None:
    """The first sentence of the documents that has such words."""
    told = (one for passage in mind.shop.passages for one in sentences_of(passage.text) if pattern.search(fold(one)))
    return next((one[:MAX_QUOTE] for one in told), None)
