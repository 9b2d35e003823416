"""What a message says of the shop's goods that no act has taken up, so that nothing is lost without a word. Pure."""

from collections.abc import Iterable, Sequence

from app.features.chat.assistant.acts import Mention
from app.features.chat.assistant.clauses import Clause
from app.features.chat.assistant.goods import NAMES, current
from app.features.chat.assistant.mentions import product_words
from app.features.chat.assistant.reading import Reading
from app.features.chat.assistant.words import stem


def unread(reading: Reading, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses that name goods of the shop which stand in no act."""
    goods = current()
    taken = {stem(part) for word in _taken(reading) for part in product_words(word)}
    left = []
    for clause in clauses:
        named = {word for word in product_words(clause.text) if goods.place(word) >= NAMES}
        if named and not any(stem(word) in taken for word in named):
            left.append(clause)
    return left


def _taken(reading: Reading) -> Iterable[str]:
    """Every word that some act holds."""
    for change in reading.changes:
        for mention in (change.mention, change.old, *change.parts):
            yield from _words(mention)
    for look in reading.looks:
        for mention in (look.mention, *look.parts):
            yield from _words(mention)
    for mention in (*reading.about, *reading.wonders, reading.traits, reading.recalls, reading.liked):
        yield from _words(mention)
    for question in reading.questions:
        yield question.text
    yield from (str(value) for value in reading.found.values())


def _words(mention: Mention | None) -> Iterable[str]:
    if mention is not None:
        yield from (*mention.words, *mention.soft, mention.packed, mention.measure)


def partial(reading: Reading, clauses: Sequence[Clause]):
    goods = current()
    taken = {stem(part) for word in _taken(reading) for part in product_words(word)}
    for clause in clauses:
        if clause.told or clause.negated or clause.conditional:
            continue
        named = [word for word in product_words(clause.text) if goods.place(word) >= NAMES and not word.isdigit()]
        left = [w for w in named if stem(w) not in taken]
        if left and len(left) < len(named):
            yield clause, left
