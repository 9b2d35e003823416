"""A district without its street, which is nothing that is sold: `jd nova italia`, `2 gelos pro st. Bueno`. Pure."""

import re

from app.features.chat.assistant.language.goods import current
from app.features.chat.assistant.language.words import fold, words
from app.ops.expressions import expression

_QUARTER = (
    r"(?:(?:jd|jdm|vl|pq|prq|setor|bairro)\b\.?|(?:st|set|res|resid|cond|conj)\.)\s+"
    r"(?P<called>(?:(?:d[aeo]s?)\s+)?[A-Za-zÀ-ÿ'’]{3,}(?:\s+(?!(?:pix|por|com|pago|e|ta|fica)\b)[A-Za-zÀ-ÿ'’]{2,}){0,2})"
    r"|zona\s+(?:\d{1,2}|norte|sul|leste|oeste)"
)
_TO = r"(?:aqui\s+)?(?:n[oa]|pr[oa]|para\s+[oa]|em)\s+"
_TOLD = expression(
    rf"(?:(?:^|(?<=[,;\n]))\s*(?:e\s+)?(?:{_TO})?|(?P<deed>\s+(?:(?:pra|para|p/)\s+)?(?:entreg\w+|mand\w+|lev\w+))?\s+{_TO})"
    rf"\b(?:{_QUARTER})\s*(?=$|[,;.\n])",
    re.IGNORECASE,
)
_LIVES = expression(r"\b(?:mor[oa]|moramos|fic[oa]|sou|t[oô]|estou)\W*$", re.IGNORECASE)


def without_quarter(message: str) -> str:
    """The message without a district that it names beside what it is about; alone it tells where somebody lives."""
    found = _TOLD.search(message) if "?" not in message else None
    if found is None or any(current().place(word) for word in words(fold(found["called"] or ""))):
        return message
    before, after = message[: found.start()], message[found.end() :]
    rest = f"{before}{found['deed'] or ''}{' aqui' if _LIVES.search(before) else ''}{after}"
    return rest if words(fold(rest)) else "moro aqui"
