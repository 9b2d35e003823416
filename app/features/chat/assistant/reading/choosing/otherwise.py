"""What is wanted if there is none of something: `se não tiver a zero de 2l manda 2 latas de zero`. Pure."""

from collections.abc import Callable

from msgspec.structs import replace

from app.features.chat.assistant.language.goods import NAMES, current
from app.features.chat.assistant.language.words import words
from app.features.chat.assistant.reading.clauses import Clause
from app.features.chat.assistant.reading.draft import Reading
from app.ops.expressions import expression

_VERB = (
    r"(?:(?:pode|podem|me|voce|vc|eu|ai|entao|then|please|just)\s+)*(?:manda[r]?|mande[m]?|quero|coloca[r]?|coloque|poe|por|bota[r]?|ve|separa[r]?|"
    r"traz|levo|fico\s+com|pode\s+ser|send|bring|i'?ll\s+(?:take|have)|give\s+me|put)"
)
_LACKS = (
    r"(?:(?:se|caso)\s+(?:voces?\s+)?(?:nao|n)\s+(?:tiver(?:em)?|tenham?|houver|tem)|if\s+(?:you\s+(?:don'?t|do\s+not)\s+have|"
    r"there'?s\s+no|there\s+(?:is|are)\s+no))"
)
_OTHERWISE = expression(
    rf"[\s,.;]*\b(?:e\s+|mas\s+|and\s+|but\s+)?{_LACKS}\b(?P<what>[^.;!?\n]*?)[\s,]+{_VERB}(?:\s+me)?\s+(?P<instead>(?:\d|uma?\b|dois\b|duas\b|tres\b|[oa]s?\b|an?\b|the\b|one\b|two\b|three\b)[^,.;!?\n]+)"
)
_MARK = " senao "


def with_otherwise(text: str) -> str:
    """The folded text with such a condition as a mark between what is wanted and what instead of it."""
    found = _OTHERWISE.search(text)
    if found is None or not any(current().place(word) >= NAMES for word in words(found[0])):
        return text
    before, what = text[: found.start()], found["what"].strip(" ,")
    if any(current().place(word) >= NAMES for word in words(what)):
        wished = f"{before}, quero {what}" if before.strip() else f"quero {what}"
    elif before.strip() and not before.rstrip().endswith("?"):
        wished = before
    else:
        return text
    return f"{wished}{_MARK}{found['instead'].strip()}{text[found.end() :]}"


def otherwise(reading: Reading, clause: Clause, read: Callable[[Reading, Clause], None]) -> bool:
    """The wish before the mark, with what is wanted instead."""
    wished, mark, instead = clause.text.partition(_MARK)
    if not mark:
        return False
    before = len(reading.changes)
    read(reading, replace(clause, text=wished))
    if len(reading.changes) > before and (mention := reading.mention(instead)).words:
        reading.changes[-1] = replace(reading.changes[-1], instead=mention)
    return True
